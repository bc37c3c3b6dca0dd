"""How options are listed: one a line with its number and remark, long lists in groups or columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from aerodrome.cli.output import print_wrapped
from aerodrome.match import Match
from aerodrome.orders import Option

MANY = 16
"""Options beyond this number are listed in groups or columns."""


def show_options(out: Console, match: Match, seat: int, options: Sequence[Option]) -> None:
    """The options with their numbers in the whole list. Of a long list, those whose labels differ only after the last
    comma share a line; what is still long stands in columns."""
    numbers = {option: number for number, option in enumerate(match.options(seat), 1)}
    view = match.view(seat)
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(_stem(option) if len(options) > MANY else option.key, []).append(option)
    rows = []
    for stem, group in groups.items():
        alone = len(group) == 1
        remark = match.rules.ruleset.remark(match.rules, view, group[0])
        picks = [f"[bold]{numbers[o]:>2}[/] {escape(o.label if alone else _variant(o))}" for o in group]
        rows.append((picks[0] if alone else escape(stem), escape(remark), "" if alone else " ".join(picks)))
    _show_rows(out, rows)


def _show_rows(out: Console, rows: Sequence[tuple[str, str, str]]) -> None:
    """Three columns of markup; a column that is empty in all rows takes no room."""
    widths = [max(_width(row[column]) for row in rows) for column in range(3)]
    lines = []
    for row in rows:
        cells = [text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True) if width]
        lines.append("  ".join(cells).rstrip())
    if len(lines) > MANY and not widths[2]:
        out.print(Columns([Text.from_markup(f"  {line}", emoji=False) for line in lines], column_first=True))
        return
    for line in lines:
        print_wrapped(out, line, indent=2, hang=4)


def _width(markup: str) -> int:
    return Text.from_markup(markup, emoji=False).cell_len


def _stem(option: Option) -> str:
    """What a label says before its last comma; all of it when it has none."""
    return option.label.rpartition(", ")[0] or option.label


def _variant(option: Option) -> str:
    return option.label.rpartition(", ")[2]
