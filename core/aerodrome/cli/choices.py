"""How options are listed: one a line with its number and remark; a long list closer together, under headings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from aerodrome.cli.output import print_wrapped
from aerodrome.cli.screen import number
from aerodrome.listing import MANY, Entry, sections
from aerodrome.match import Match
from aerodrome.orders import Option

MOST_COLUMNS = 6
GAP = 2
"""Blanks between columns."""


Numbered = tuple[tuple[int, ...], Entry]
"""What stands together in a list, and the numbers of its options as a person types them."""


class Numbers:
    """By what numbers a person calls the options of one order.

    An option keeps its number from pick to pick, whatever is offered besides, so that the same number never means two
    things. Where a pick asks for something else altogether, or for another aircraft, counting begins anew.
    """

    def __init__(self) -> None:
        self.options: list[Option] = []
        self.whose = ""

    def take_in(self, offered: Sequence[Option], whose: str) -> None:
        """Numbers what is offered and has no number yet; ``whose`` says for which aircraft, if it is asked for one."""
        known = {*self.options}
        another = whose != self.whose and whose != ""
        self.whose = whose or self.whose
        if another or known.isdisjoint(offered):
            self.options = [*offered]
        else:
            self.options += [option for option in offered if option not in known]

    def called(self, answer: str) -> Option | None:
        """The option of this number, offered now or not; nothing for any other text."""
        chosen = number(answer, len(self.options)) if answer[:1] != "0" else None
        return self.options[chosen - 1] if chosen else None

    def gone(self, offered: Sequence[Option]) -> list[Option]:
        """What has a number and is not offered now."""
        return [option for option in self.options if option not in offered]


def show_options(out: Console, match: Match, seat: int, options: Sequence[Option], numbers: Numbers) -> int:
    """The options with their numbers, in the order of these; says how many lines they took.

    Of a long list, those whose labels differ only after the last comma stand together, what follows the first comma
    goes into a heading where that saves room, and what is still long stands in columns.
    """
    number_of = {option: number for number, option in enumerate(numbers.options, 1)}
    options = sorted(options, key=number_of.__getitem__)
    view, ruleset = match.view(seat), match.rules.ruleset
    found = sections([(option.label, ruleset.remark(match.rules, view, option)) for option in options])
    wide = sum(len(entries) for _, entries in found) <= MANY
    lines = 0
    for heading, entries in found:
        if heading:
            lines += print_wrapped(out, escape(heading), indent=1, hang=2)
        group = [(tuple(number_of[options[place]] for place in entry.places), entry) for entry in entries]
        lines += _show(out, group, wide)
    return lines


def _show(out: Console, entries: Sequence[Numbered], wide: bool) -> int:
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
    rows = zip_longest(*(fitting or layouts)[0], fillvalue="")
    return sum(print_wrapped(out, (" " * GAP).join(row).rstrip(), indent=indent, hang=4) for row in rows)


def _aligned(entries: Sequence[Numbered], spelled: bool, gap: int) -> list[str]:
    """The cells of a column as markup, all of one width; ``gap`` blanks stand before the remarks."""
    rows = [_cells(numbers, entry, spelled) for numbers, entry in entries]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    filled = [[text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True)] for row in rows]
    return [f"{numbers} {name}" + (" " * gap + remark if widths[2] else "") for numbers, name, remark in filled]


def _cells(numbers: tuple[int, ...], entry: Entry, spelled: bool) -> tuple[str, str, str]:
    """Numbers, name and remark; many numbers are spelled out, or written ``11-13``."""
    said = " ".join(f"{number:>2}" for number in numbers)
    if not spelled and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        said = f"{numbers[0]}-{numbers[-1]}"
    return f"[bold]{said}[/]", escape(entry.name), escape(entry.remark)


def _width_of(columns: Sequence[Sequence[str]]) -> int:
    return sum(_width(column[0]) for column in columns) + GAP * (len(columns) - 1)


def _width(markup: str) -> int:
    return Text.from_markup(markup, emoji=False).cell_len
