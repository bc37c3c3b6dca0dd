"""What broken toys are made with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from aerodrome.orders import Orders
from aerodrome.ruleset import Result, Ruleset
from aerodrome.umpire import Umpire
from toys.healthy import (
    HEALTHY,
    PHASES,
    Duel,
    Pilot,
    Toy,
)


@dataclass(frozen=True)
class Broken:
    """A toy with one fault, the check that is named for it, and words of what the check must say."""

    check: str
    says: str
    toy: Ruleset[Any]
    origin: str = ""


BROKEN: dict[str, Broken] = {}

Maker = Callable[[], Ruleset[Any]]


def broken(check: str, says: str) -> Callable[[Maker], Maker]:
    def enter(make: Maker) -> Maker:
        name = make.__name__
        BROKEN[name] = Broken(check, says, make(), f"{make.__module__}:{name}")
        return make

    return enter


def with_phase(name: str, **changes: Any) -> Ruleset[Any]:
    return HEALTHY.variant(phases=PHASES.replace(replace(PHASES.by_id[name], **changes)))


def with_decision(name: str, **changes: Any) -> Ruleset[Any]:
    decision = PHASES.by_id[name].decision
    assert decision is not None
    return with_phase(name, decision=replace(decision, **changes))


def before(resolve: Any, also: Callable[[Any, Orders, Umpire], object]) -> Any:
    """``resolve``, with something else done first."""

    def both(state: Any, orders: Orders, umpire: Umpire) -> str:
        also(state, orders, umpire)
        return str(resolve(state, orders, umpire))

    return both


def next_of(state: Duel, seat: int) -> Pilot:
    """Somebody else: whose secrets are told."""
    return state.pilots[(seat + 1) % len(state.pilots)]


def with_result(**changes: Any) -> Ruleset[Any]:
    class Ending(Toy):
        def result(self, state: Duel) -> Result:
            return replace(super().result(state), **changes)

    return Ending()
