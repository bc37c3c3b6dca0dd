"""How the command line prints: tables for people, JSON for programs, complaints on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from aerodrome.plugins import Plugins

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]

Data = Annotated[
    list[str] | None,
    typer.Option("--data", metavar="DIR", help="A data pack: its folder, or the id of an installed one. Repeatable."),
]


def console() -> Console:
    return Console(highlight=False, emoji=False, soft_wrap=False)


def complain(message: str) -> None:
    out = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)
    out.print(f"[bold red]aerodrome:[/] {escape(message)}")


def print_wrapped(out: Console, text: str, *, indent: int = 0, hang: int = 0) -> int:
    """A line of markup, on a terminal broken between words; what goes on is indented by ``hang`` more. Says how many
    lines it took."""
    line = Text.from_markup(text, emoji=False)
    room = out.width - indent
    fits = not out.is_terminal or line.cell_len <= room
    pieces = line.split() if fits else line.wrap(out, max(room - hang, 20))
    for number, piece in enumerate(pieces):
        out.print(Text(" " * (indent + hang * (number > 0))).append_text(piece), soft_wrap=True)
    return len(pieces)


def print_text(out: Console, text: str) -> int:
    """Lines as they stand; one that is too long goes on below, a little further in than it began. Says how many lines
    it took."""
    took = 0
    for line in text.split("\n"):
        words = line.lstrip(" ")
        took += print_wrapped(out, escape(words), indent=len(line) - len(words), hang=2)
    return took


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_table(title: str, rows: Sequence[Mapping[str, Any]], columns: Iterable[str] | None = None) -> None:
    """Rows as a table; without any, one line that says so."""
    if not rows:
        console().print(escape(f"{title}: none"))
        return
    table = Table(
        title=escape(title), title_justify="left", title_style="bold", header_style="bold", show_lines=_tall(rows)
    )
    names = list(columns or rows[0])
    cells = {name: [cell(row[name]) for row in rows] for name in names}
    narrow = {name for name in names if _width(cells[name]) <= NARROW}
    fits = sum(min(_width(cells[name]), NARROW) + 3 for name in names) < console().width
    for name in names:
        table.add_column(name.replace("_", " "), overflow="fold", no_wrap=fits and name in narrow)
    for number in range(len(rows)):
        table.add_row(*(escape(cells[name][number]) for name in names))
    console().print(table)


NARROW = 24
"""Columns up to this width hold ids and numbers, which are not broken as long as the screen has room for all."""


def _width(column: Sequence[str]) -> int:
    return max(len(line) for text in column for line in text.split("\n"))


def _tall(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Rows of several lines need rules between them."""
    return any("\n" in str(value) for row in rows for value in row.values())


def cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value)


def plugins_of(context: typer.Context) -> Plugins:
    plugins = context.obj
    assert isinstance(plugins, Plugins)
    return plugins


def warn_of_failures(plugins: Plugins) -> None:
    """One line for each plugin that failed; the others go on."""
    for failure in plugins.failures:
        complain(failure)
