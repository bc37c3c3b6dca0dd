"""The command line: ``aerodrome``.

Bad input ends in one message on standard error and exit code 2, never in a traceback.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from typing import Any

import typer
from typer.core import TyperGroup

from aerodrome.cli import files, lists, play, replay
from aerodrome.cli.faults import fault, report
from aerodrome.cli.output import complain
from aerodrome.errors import AerodromeError
from aerodrome.plugins import Plugins

BAD_INPUT = 2


class Commands(TyperGroup):
    """The group of all commands. An interrupt is a mishap like any other; a plugin's command that fails is named."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise AerodromeError("interrupted; nothing is half-written") from None
        except EOFError:
            raise AerodromeError("the input ended before all questions were answered") from None
        except Exception as error:
            plugin = ctx.obj.commands.get(ctx.invoked_subcommand)
            if plugin is None or isinstance(error, (AerodromeError, OSError)) or hasattr(error, "exit_code"):
                raise
            raise fault(f"the command {ctx.invoked_subcommand} of plugin {plugin} failed", error) from error


def build(plugins: Plugins) -> typer.Typer:
    """The application with the built-in commands and those of the plugins."""
    app = typer.Typer(
        name="aerodrome",
        cls=Commands,
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
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # what cannot be spelled here is a question mark, not a crash
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Runs the command line and returns the exit code: 0 if all is well, 1 if a situation differs, 2 for bad input."""
    try:
        with redirect_stdout(sys.stderr):  # a plugin that prints when it is loaded must not spoil what is printed
            app = build(Plugins.load())
        code = _run(app, arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        complain("interrupted; nothing is half-written")
        return BAD_INPUT
    except BrokenPipeError:  # whoever read the output has read enough
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        report(AerodromeError(f"what was to be printed or written is lost: {error.strerror or error}"))
        return BAD_INPUT
    except Exception as error:
        report(error)
        return BAD_INPUT
    return code


def _run(app: typer.Typer, arguments: list[str] | None) -> int:
    try:
        app(arguments)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 0
    return 0


def _drop_output() -> None:
    """Nothing more can be printed; without this Python would try once more when it ends."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):  # not a file
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
