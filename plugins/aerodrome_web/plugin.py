"""What this plugin brings. What the server needs is imported when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.hookspecs import hookimpl

if TYPE_CHECKING:
    import typer


@hookimpl
def aerodrome_commands(app: typer.Typer) -> None:
    from aerodrome_web import commands

    commands.add_to(app)
