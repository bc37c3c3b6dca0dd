"""The command line: ``aerodrome``.

Bad input ends in one message on standard error and exit code 2, never in a traceback.
"""

from __future__ import annotations

import os
import sys

import click
import typer

from aerodrome.cli import files, lists, play, replay
from aerodrome.cli.output import complain
from aerodrome.errors import AerodromeError
from aerodrome.plugins import Plugins

BAD_INPUT = 2


def build(plugins: Plugins) -> typer.Typer:
    """The application with the built-in commands and those of the plugins."""
    app = typer.Typer(
        name="aerodrome",
        help="Tabletop air combat, by the rules of your choice.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "obj": plugins},
    )
    for module in (play, replay, files, lists):
        module.add_to(app)
    plugins.add_commands(app)
    return app


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line and exits with its code."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Runs the command line and returns the exit code: 0 if all is well, 1 if a situation differs, 2 for bad input."""
    try:
        app = build(Plugins.load())
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except AerodromeError as error:
        complain(str(error))
        return BAD_INPUT
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted; nothing is half-written")
        return BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0
