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
    widest = max(Text.from_markup(row[0]).cell_len for row in rows)
    remarks = max(Text.from_markup(row[1]).cell_len for row in rows)
    lines = []
    for first, remark, more in rows:
        line = first + " " * (widest - Text.from_markup(first).cell_len) if remark or more else first
        if remark:
            line += f"  {remark}"
        if more:
            line += " " * (remarks - Text.from_markup(remark).cell_len) + f"  {more}"
        lines.append(line)
    if len(lines) > MANY and not any(row[2] for row in rows):
        out.print(Columns([Text.from_markup(f"  {line}", emoji=False) for line in lines], column_first=True))
        return
    for line in lines:
        print_wrapped(out, line, indent=2, hang=4)


def _stem(option: Option) -> str:
    """What a label says before its last comma; all of it when it has none."""
    return option.label.rpartition(", ")[0] or option.label


def _variant(option: Option) -> str:
    return option.label.rpartition(", ")[2]
