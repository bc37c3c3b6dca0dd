"""The command line: ``aerodrome``.

Bad input ends in one message on standard error and exit code 2, never in a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

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
    for command in app.registered_commands:
        if command.callback is not None:
            command.callback = _interruptible(command.callback)
    return app


def _interruptible(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command, with an interrupt from the keyboard told like any other mishap."""

    @wraps(command)
    def interruptible(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except KeyboardInterrupt:
            raise AerodromeError("interrupted; nothing is half-written") from None

    return interruptible


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line and exits with its code."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Runs the command line and returns the exit code: 0 if all is well, 1 if a situation differs, 2 for bad input."""
    try:
        build(Plugins.load())(arguments)
    except AerodromeError as error:
        complain(str(error))
        return BAD_INPUT
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 0
    return 0
