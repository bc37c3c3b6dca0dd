"""How options are listed for people, in the terminal and in the browser: each by itself, or a long list drawn together
under headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

MANY = 16
"""Options beyond this number are drawn together."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands together in a list: one option, or several of one stem that differ in what follows the last comma.

    Attributes:
        places: of its options in the whole list, from 0.
        name: what its label begins with.
        heading: what the labels add, the options of a stem in the order of their places.
        remark: what the remarks on all its options begin with.
        variants: by option, what tells it from the others of its stem; the remark on it alone in brackets.
    """

    places: tuple[int, ...]
    name: str
    heading: str
    remark: str
    variants: tuple[str, ...]


Section = tuple[str, list[Entry]]
"""A heading, which may be empty, and what stands under it."""


def sections(rows: Sequence[tuple[str, str]]) -> list[Section]:
    """The list of options from their labels and remarks.

    Of a long list, those whose labels differ only after the last comma stand together, and what follows the first
    comma goes into a heading where that saves room.
    """
    if len(rows) <= MANY:
        return [("", [Entry((place,), label, "", remark, ("",)) for place, (label, remark) in enumerate(rows)])]
    stems: dict[str, list[tuple[int, str, str]]] = {}
    for place, (label, remark) in enumerate(rows):
        stems.setdefault(label.rpartition(", ")[0] or label, []).append((place, label, remark))
    entries = [_entry(stem, below) for stem, below in stems.items()]
    found = [(heading, list(group)) for heading, group in groupby(entries, lambda entry: entry.heading)]
    if 2 * len(found) > len(entries):
        return [("", [replace(e, name=f"{e.name}, {e.heading}" if e.heading else e.name, heading="") for e in entries])]
    return found


def _entry(stem: str, rows: Sequence[tuple[int, str, str]]) -> Entry:
    """One stem of a long list. A remark on one of its options alone goes with that option into the heading."""
    name, _, middle = stem.partition(", ")
    ends = [label[len(stem) :].removeprefix(", ") for _, label, _ in rows]
    common, notes = _in_common([remark for _, _, remark in rows])
    variants = tuple(f"{end} ({note})" if note else end for end, note in zip(ends, notes, strict=True))
    said = ", ".join(variants)
    heading = f"{middle}: {said}" if middle and said else middle or said
    return Entry(tuple(place for place, _, _ in rows), name, heading, common, variants)


def _in_common(remarks: Sequence[str]) -> tuple[str, list[str]]:
    """The parts, between commas, with which all remarks begin, and what is left of each."""
    parts = [remark.split(", ") for remark in remarks]
    same = 0
    for column in zip(*parts, strict=False):
        if len(set(column)) > 1:
            break
        same += 1
    return ", ".join(parts[0][:same]), [", ".join(part[same:]) for part in parts]
