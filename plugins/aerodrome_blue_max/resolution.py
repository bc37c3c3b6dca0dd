"""Phase 6: the damage of Combat is marked, spinning planes fall, the shot down leave (BM-RESOL, BM-SPIN)."""

from __future__ import annotations

from aerodrome.orders import Orders
from aerodrome.umpire import Umpire
from aerodrome_blue_max import damage
from aerodrome_blue_max.ending import after, remove
from aerodrome_blue_max.state import BlueMax
from aerodrome_blue_max.vocabulary import FELL, NOBODY


def resolve(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """Boxes and effects, thresholds, loss of control, descent, removal: in this order (BM-RESOL-05)."""
    planes = state.planes
    fates: dict[int, int] = {}
    shaken = []
    for seat in state.live:
        if planes[seat].held:
            boxed, fate = damage.strike(state, planes[seat], umpire)
            if fate != NOBODY:
                fates[seat] = fate
            if boxed:
                shaken.append(seat)
    if state.rules.altitude:
        for seat in shaken:
            damage.keep_control(state, planes[seat], umpire)
        _fall(state, fates, umpire)
    if not fates:
        return "recovery-observers"
    remove(state, sorted(fates.items()), umpire)
    return after(state, "recovery-observers")


def _fall(state: BlueMax, fates: dict[int, int], umpire: Umpire) -> None:
    """Each spinning plane loses one level; below level 1 it is shot down (BM-SPIN-08, BM-ALT-14)."""
    for seat in state.live:
        plane = state.planes[seat]
        if not plane.spinning:
            continue
        plane.level -= 1
        if umpire.listening:
            umpire.tell("level", "BM-SPIN-08", seat=plane.id, level=plane.level)
        if plane.level < 1:
            fates.setdefault(seat, FELL)
