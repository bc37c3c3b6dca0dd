"""How the board looked in between: what happened in several phases at once, phase by phase.

When the last seat seals, a match runs through its phases until somebody is asked again. A page that tells the events
one after the other shows beside them how the table stood after each phase: the same projection as ever, for the same
viewer, taken from a copy that is sealed once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from aerodrome.match import Match
from aerodrome.scene import Group, Scene
from aerodrome.umpire import Umpire
from aerodrome.visibility import Viewer
from aerodrome_web.store import Order


@dataclass(frozen=True)
class Moment:
    """A match before the last seat seals, and the order with which it does."""

    match: Match
    order: Order


@dataclass(frozen=True)
class Frame:
    """The picture after a phase, when the viewer knew of ``number`` events."""

    number: int
    scene: Scene


class _Watched(Umpire):
    """An umpire that says when a phase begins, which is when the one before it is over."""

    __slots__ = ("_running", "begins")

    def __init__(self, umpire: Umpire, begins: Callable[[], None]) -> None:
        self._running = umpire.phase
        self.begins = begins
        super().__init__(umpire.chance, umpire.log)
        self._running = umpire.phase

    @property
    def phase(self) -> str:
        return self._running

    @phase.setter
    def phase(self, phase: str) -> None:
        if phase:
            self.begins()
        self._running = phase


def frames(moments: Iterable[Moment], viewer: Viewer, since: int) -> list[Frame]:
    """The pictures between the decisions that ``moments`` ended, as far as they are newer than event ``since``."""
    found: list[Frame] = []
    for moment in moments:
        match = moment.match.clone(record=True)

        def look(match: Match = match) -> None:
            number = sum(event.visible_to(viewer) for event in match.umpire.log or ())
            if number > since and (not found or number > found[-1].number):
                found.append(Frame(number, match.rules.ruleset.scene(match.rules, _between(match, viewer))))

        match.umpire = _Watched(match.umpire, look)
        order = moment.order
        match.take_back(order.seat, len(match.picks(order.seat)))
        match.order(order.seat, *order.picks, by_default=order.by_default)
    return found


SAME = "same:"
"""Begins the name of a part that is as in the picture before, and is left empty."""


def changes(found: Iterable[Frame]) -> list[Frame]:
    """The pictures, of which those after the first leave out the parts that are as before; those that are as before
    altogether are left out."""
    thinned: list[Frame] = []
    before: Scene | None = None
    for frame in found:
        if before is None:
            thinned.append(frame)
        elif frame.scene != before:
            kept = set(before.shapes)
            shapes = tuple(
                Group((), id=SAME + shape.id) if isinstance(shape, Group) and shape.id and shape in kept else shape
                for shape in frame.scene.shapes
            )
            thinned.append(replace(frame, scene=replace(frame.scene, shapes=shapes)))
        before = frame.scene
    return thinned


def _between(match: Match, viewer: Viewer) -> dict[str, Any]:
    """A view while nobody is asked."""
    return {**match.view(viewer), "phase": match.umpire.phase, "asked": [], "sealed": []}
