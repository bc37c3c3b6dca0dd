"""What happened: numbered events, each with the clause that caused it and the seats that may know of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from aerodrome.canonical import Json
from aerodrome.visibility import REFEREE, Viewer

ENGINE_KINDS = ("sealed", "order", "revealed", "ended")
"""Kinds of event that the engine itself records; a ruleset cannot."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    ``to`` is ``None`` for a public event, else the seats that may know of it; an empty tuple means the referee alone.
    """

    number: int
    phase: str
    kind: str
    rule: str
    facts: dict[str, Json]
    to: tuple[int, ...] | None = None

    def visible_to(self, viewer: Viewer) -> bool:
        return self.to is None or viewer == REFEREE or viewer in self.to

    def to_json(self) -> dict[str, Any]:
        return {
            "record": "event",
            "number": self.number,
            "phase": self.phase,
            "kind": self.kind,
            "rule": self.rule,
            "facts": self.facts,
            "to": None if self.to is None else list(self.to),
        }


def visible(events: Iterable[Event], viewer: Viewer, after: int = 0) -> Iterator[Event]:
    """The events ``viewer`` may know of, numbered anew: a gap in the numbers would tell of hidden ones. Those with
    numbers up to ``after`` are passed over.

    The list of those who share a secret is itself withheld.
    """
    number = 0
    for event in events:
        if not event.visible_to(viewer):
            continue
        number += 1
        if number <= after:
            continue
        if viewer == REFEREE:
            yield event
        else:
            yield replace(event, number=number, to=None if event.to is None else (viewer,))
