"""The opponent may push an aircraft that has flown too few Speed cards, with the option error-correction (8.2)."""

from __future__ import annotations

from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_aces_high import movement
from aerodrome_aces_high.state import Plane, Skies
from aerodrome_aces_high.vocabulary import NO_CARD


def _pusher(state: Skies, plane: Plane) -> int:
    """The opponent first in seat order."""
    return next(seat for seat, side in enumerate(state.rules.sides) if side != state.side_of(plane))


def push_asks(state: Skies) -> tuple[int, ...]:
    return tuple(sorted({_pusher(state, state.planes[number]) for number in state.pushes}))


def _pushed_by(state: Skies, seat: int) -> list[Plane]:
    return [state.planes[n] for n in state.pushes if _pusher(state, state.planes[n]) == seat]


def push_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    if len(picks) >= len(_pushed_by(state, seat)):
        return ()
    return state.rules.leave, state.rules.push


def push(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """At most one hex forward, flown at once (AH-ERR-05); it counts as a Speed card (AH-ERR-07)."""
    for seat, picks in orders.items():
        for plane, option in zip(_pushed_by(state, seat), picks, strict=True):
            plane.erred = True
            pushed = option is state.rules.push
            if umpire.listening:
                umpire.tell("push", "AH-ERR-05", plane=plane.id, by=state.rules.seats[seat], pushed=pushed)
            if pushed:
                entered = plane.entered
                movement.fly_card(state, plane, state.rules.speed, NO_CARD, umpire)
                plane.entered = entered + plane.entered
                plane.made += 1
    state.pushes = ()
    return "after-move"
