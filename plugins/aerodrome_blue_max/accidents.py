"""Phase 8 and the end of the round: jams, fire, smoke, stalls; then what runs out (BM-JAM to BM-STALL, BM-ROUND-04)."""

from __future__ import annotations

from aerodrome.orders import Orders
from aerodrome.umpire import Umpire
from aerodrome_blue_max import damage
from aerodrome_blue_max.ending import after, end, remove
from aerodrome_blue_max.state import BlueMax, Plane
from aerodrome_blue_max.vocabulary import (
    BLUE,
    ENGINE_DEAD,
    EXTINGUISHES,
    EXTINGUISHES_SLIPPING,
    FIRE,
    JAMS,
    LANDED,
    LONG,
    MOUNTINGS,
    NO_FLAME,
    NOBODY,
    OBSERVER,
    PILOT,
    SMOKE,
    SMOKE_CLEARS,
    SMOKE_FLARES,
    STALL_SPINS,
)


def accidents(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """Jam checks, fire, smoke, stalls; each for all planes before the next (BM-ROUND-05)."""
    round_ = state.round
    waiting = state.rules.limit > 0
    for seat in state.live:
        plane = state.planes[seat]
        if plane.stalled or plane.flame or plane.aim[2] == round_ or plane.rear_aim[2] == round_:
            return _befall(state, umpire)
        if plane.due or plane.deadline or plane.dry:
            waiting = True
    if waiting:
        return "end-of-round"
    state.round = round_ + 1  # nothing runs out at the end of this round
    return "tailing"


def _befall(state: BlueMax, umpire: Umpire) -> str:
    before = state.live
    planes = [state.planes[seat] for seat in before]
    for plane in planes:
        if plane.aim[1:] == (LONG, state.round):
            _check_jam(plane, PILOT, umpire)
        if plane.rear_aim[1:] == (LONG, state.round):
            _check_jam(plane, OBSERVER, umpire)
    smoking = [plane for plane in planes if plane.flame == SMOKE]
    _burn(state, umpire)
    for plane in smoking:  # BM-SMOKE-03: a fire that begins now burns from the next round on
        _smoke(state, plane, umpire)
    _stall(state, umpire)
    return "end-of-round" if state.live == before else after(state, "end-of-round")


def _check_jam(plane: Plane, mounting: int, umpire: Umpire) -> None:
    """A long burst jams on 5 or 6; the roll is the owner's secret (BM-JAM-01, BM-JAM-02, BM-SECR-09)."""
    roll = umpire.chance.roll("jam", 6)
    jammed = roll >= JAMS
    if mounting:
        plane.rear_doubt = True
        plane.rear_jammed = plane.rear_jammed or jammed
    else:
        plane.doubt = True
        plane.jammed = plane.jammed or jammed
    if umpire.listening:
        name = MOUNTINGS[mounting]
        umpire.tell("jam", "BM-JAM-01", to=(plane.seat,), seat=plane.id, mounting=name, roll=roll, jammed=jammed)


def _burn(state: BlueMax, umpire: Umpire) -> None:
    """Each burning plane draws a B card, blue part at once; then it may go out (BM-BURN-01 to BM-BURN-04)."""
    fates = []
    for seat in state.live:
        plane = state.planes[seat]
        if plane.flame != FIRE:
            continue
        damage.draw(state, plane, 1, BLUE, umpire)
        boxed, fate = damage.strike(state, plane, umpire)
        if fate != NOBODY:
            fates.append((seat, fate))
            continue
        if boxed:
            damage.keep_control(state, plane, umpire)
        roll = umpire.chance.roll("fire", 6)
        slipping = state.rules.charts.slip[plane.performed]
        out = roll >= (EXTINGUISHES_SLIPPING if slipping else EXTINGUISHES)
        if out:
            plane.flame = NO_FLAME
        if umpire.listening:
            rule = "BM-BURN-03" if slipping else "BM-BURN-02"
            umpire.tell("burning", rule, seat=plane.id, roll=roll, out=out)
    if fates:
        remove(state, fates, umpire)


def _smoke(state: BlueMax, plane: Plane, umpire: Umpire) -> None:
    """A forward slip blows smoke away; else 6 clears it and 1 turns it into fire (BM-SMOKE-01, BM-SMOKE-02)."""
    if state.rules.charts.slip[plane.performed]:
        plane.flame = NO_FLAME
        umpire.tell("smoking", "BM-SMOKE-02", seat=plane.id, now="none")
        return
    roll = umpire.chance.roll("smoke", 6)
    if roll == SMOKE_CLEARS:
        plane.flame = NO_FLAME
    elif roll == SMOKE_FLARES:
        plane.flame = FIRE
    if umpire.listening:
        now = "none" if roll == SMOKE_CLEARS else "fire" if roll == SMOKE_FLARES else "smoke"
        umpire.tell("smoking", "BM-SMOKE-01", seat=plane.id, roll=roll, now=now)


def _stall(state: BlueMax, umpire: Umpire) -> None:
    """A stalled plane that is not spinning begins to on 5 or 6 (BM-STALL-01)."""
    for seat in state.live:
        plane = state.planes[seat]
        if not plane.stalled or plane.spinning:
            continue
        roll = umpire.chance.roll("stall", 6)
        plane.spinning = roll >= STALL_SPINS
        if umpire.listening:
            umpire.tell("stall", "BM-STALL-01", seat=plane.id, roll=roll, spins=plane.spinning)


# ---- end of the round


def end_round(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """Deadlines, glides, obligations; then the test for the end (BM-ROUND-04)."""
    rules = state.rules
    round_ = state.round
    fates: list[tuple[int, int]] = []
    for seat in state.live:
        plane = state.planes[seat]
        if plane.stalled:
            plane.stalled = False  # BM-STALL-02
        if plane.due and plane.due_round <= round_:
            plane.due = plane.due_round = 0  # BM-ALT-18
        if plane.deadline or plane.dry:
            fate = _glide_ends(state, plane)
            if fate != NOBODY:
                fates.append((seat, fate))
    if fates:
        remove(state, fates, umpire)
        following = after(state, "tailing")
        if following != "tailing":
            return following
    if rules.limit and round_ >= rules.limit:
        return end(state)  # BM-WIN-06
    state.round = round_ + 1
    return "tailing"


def _glide_ends(state: BlueMax, plane: Plane) -> int:
    """A dead engine's deadline (BM-GLIDE-04), or the landing at the end of a glide without fuel: with option altitude
    at level 1 only (BM-FUEL-06, BM-FUEL-12). Returns the cause, if any."""
    if plane.deadline and plane.deadline <= state.round:
        return ENGINE_DEAD
    if plane.dry and state.round >= plane.glide_until and (not state.rules.altitude or plane.level <= 1):
        return LANDED
    return NOBODY
