"""How options are listed: one a line with its number and remark; a long list closer together, under headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from aerodrome.cli.output import print_wrapped
from aerodrome.match import Match
from aerodrome.orders import Option

MANY = 16
"""Options beyond this number are drawn together."""

MOST_COLUMNS = 6
GAP = 2
"""Blanks between columns."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands together in a list: one option, or several of one stem that differ in what follows the last comma.

    Attributes:
        numbers: of its options in the whole list.
        name: what its label begins with.
        heading: what the labels add, the options of a stem in the order of their numbers.
        remark: what the remarks on all its options begin with.
    """

    numbers: tuple[int, ...]
    name: str
    heading: str
    remark: str

    def markup(self, spelled: bool) -> tuple[str, str, str]:
        """Its three cells; many numbers are spelled out, or written ``11-13``."""
        numbers = " ".join(f"{number:>2}" for number in self.numbers)
        if not spelled and self.numbers == tuple(range(self.numbers[0], self.numbers[-1] + 1)):
            numbers = f"{self.numbers[0]}-{self.numbers[-1]}"
        return f"[bold]{numbers}[/]", escape(self.name), escape(self.remark)


def show_options(out: Console, match: Match, seat: int, options: Sequence[Option]) -> int:
    """The options with their numbers in the whole list; says how many lines they took.

    Of a long list, those whose labels differ only after the last comma stand together, what follows the first comma
    goes into a heading where that saves room, and what is still long stands in columns.
    """
    numbers = {option: number for number, option in enumerate(match.options(seat), 1)}
    view, ruleset = match.view(seat), match.rules.ruleset
    listed = [(numbers[o], o.label, ruleset.remark(match.rules, view, o)) for o in options]
    if len(listed) <= MANY:
        return _show(out, [Entry((number,), label, "", remark) for number, label, remark in listed], wide=True)
    stems: dict[str, list[tuple[int, str, str]]] = {}
    for row in listed:
        stems.setdefault(row[1].rpartition(", ")[0] or row[1], []).append(row)
    entries = [_entry(stem, rows) for stem, rows in stems.items()]
    sections = [(heading, list(group)) for heading, group in groupby(entries, lambda entry: entry.heading)]
    if 2 * len(sections) > len(entries):
        flat = [replace(e, name=f"{e.name}, {e.heading}" if e.heading else e.name, heading="") for e in entries]
        sections = [("", flat)]
    lines = 0
    for heading, group in sections:
        if heading:
            print_wrapped(out, escape(heading), indent=1, hang=2)
        lines += bool(heading) + _show(out, group, wide=len(entries) <= MANY)
    return lines


def _entry(stem: str, rows: Sequence[tuple[int, str, str]]) -> Entry:
    """One stem of a long list. A remark on one of its options alone goes with that option into the heading."""
    name, _, middle = stem.partition(", ")
    variants = [label[len(stem) :].removeprefix(", ") for _, label, _ in rows]
    common, notes = _in_common([remark for _, _, remark in rows])
    said = ", ".join(f"{variant} ({note})" if note else variant for variant, note in zip(variants, notes, strict=True))
    heading = f"{middle}: {said}" if middle and said else middle or said
    return Entry(tuple(number for number, _, _ in rows), name, heading, common)


def _in_common(remarks: Sequence[str]) -> tuple[str, list[str]]:
    """The parts, between commas, with which all remarks begin, and what is left of each."""
    parts = [remark.split(", ") for remark in remarks]
    same = 0
    for column in zip(*parts, strict=False):
        if len(set(column)) > 1:
            break
        same += 1
    return ", ".join(parts[0][:same]), [", ".join(part[same:]) for part in parts]


def _show(out: Console, entries: Sequence[Entry], wide: bool) -> int:
    """Prints entries one a line, or in as many columns as there is room for; says how many lines there were."""
    indent = 2
    for count in range(1 if wide else min(len(entries), MOST_COLUMNS), 0, -1):
        height = -(-len(entries) // count)
        parts = [entries[at : at + height] for at in range(0, len(entries), height)]
        layouts = [
            [_aligned(part, spelled, GAP if wide else 1) for part in parts]
            for spelled in (True, False)[: min(count, 2)]
        ]
        fitting = [columns for columns in layouts if _width_of(columns) + indent <= out.width]
        if fitting:
            break
    for row in zip_longest(*(fitting or layouts)[0], fillvalue=""):
        print_wrapped(out, (" " * GAP).join(row).rstrip(), indent=indent, hang=4)
    return height


def _aligned(entries: Sequence[Entry], spelled: bool, gap: int) -> list[str]:
    """The cells of a column as markup, all of one width; ``gap`` blanks stand before the remarks."""
    rows = [entry.markup(spelled) for entry in entries]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    filled = [[text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True)] for row in rows]
    return [f"{numbers} {name}" + (" " * gap + remark if widths[2] else "") for numbers, name, remark in filled]


def _width_of(columns: Sequence[Sequence[str]]) -> int:
    return sum(_width(column[0]) for column in columns) + GAP * (len(columns) - 1)


def _width(markup: str) -> int:
    return Text.from_markup(markup, emoji=False).cell_len
