"""The umpire at the table: rolls the dice and keeps the log. What a ruleset's code gets besides state and orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from aerodrome.canonical import Json
from aerodrome.chance import Chance
from aerodrome.errors import RulesetError
from aerodrome.events import ENGINE_KINDS, Event

Fact: TypeAlias = "bool | int | float | str | Sequence[Fact] | Mapping[str, Fact] | None"
"""What an event may tell: JSON, tuples taken for lists."""


class Umpire:
    """Chance and the log of one match.

    Attributes:
        chance: all dice, draws and shuffles.
        listening: false in playouts, where nobody reads events; ask before building costly facts.
        phase: id of the phase that is running.
    """

    __slots__ = ("_hear", "chance", "listening", "log", "phase")

    def __init__(self, chance: Chance, log: list[Event] | None) -> None:
        self.chance = chance
        self.log = log
        self.listening = log is not None
        self.phase = ""
        self._hear: Callable[[Event], None] | None = None

    def hear(self, listener: Callable[[Event], None]) -> None:
        """Has ``listener`` called with each event as it is recorded."""
        self._hear = listener

    def tell(self, kind: str, rule: str, /, *, to: Iterable[int] | None = None, **facts: Fact) -> None:
        """Records that something happened by clause ``rule``: public, or known to the seats in ``to`` alone."""
        if self.log is None:
            return
        if kind in ENGINE_KINDS:
            raise RulesetError(f"events of kind {kind!r} are the engine's own", where=f"phase {self.phase}")
        self.record(kind, rule, dict(facts), to)  # type: ignore[arg-type]

    def record(self, kind: str, rule: str, facts: dict[str, Json], to: Iterable[int] | None = None) -> None:
        """As `tell`, for the engine: any kind."""
        if self.log is None:
            return
        seats = None if to is None else tuple(sorted(to))
        event = Event(len(self.log) + 1, self.phase, kind, rule, facts, seats)
        self.log.append(event)
        if self._hear is not None:
            self._hear(event)
