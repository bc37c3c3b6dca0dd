"""Phase 7: spins end, guns are cleared (BM-RECOV)."""

from __future__ import annotations

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_blue_max.state import BlueMax, Plane
from aerodrome_blue_max.vocabulary import MOUNTINGS, OBSERVER, PILOT, RECOVERS, STRAIGHT, UNJAMS


def pilots(state: BlueMax) -> tuple[int, ...]:
    """Spinning planes that can recover, and planes whose pilot has his hands free for guns that may be jammed, for all
    that is public (BM-RECOV-03, BM-RECOV-05, BM-SECR-25)."""
    planes = state.planes
    asked: tuple[int, ...] = ()
    for seat in state.live:
        plane = planes[seat]
        if plane.spinning:
            if not plane.doomed:
                asked = (*asked, seat)
        elif plane.doubt and may_work(state, plane):
            asked = (*asked, seat)
    return asked


def observers(state: BlueMax) -> tuple[int, ...]:
    """Observers whose guns may be jammed, whatever maneuver was flown; not in a spin (BM-OBS-07, BM-RECOV-06)."""
    if not state.rules.observer:
        return ()
    planes = [state.planes[seat] for seat in state.live]
    return tuple(p.seat for p in planes if p.rear_doubt and not p.observer_killed and not p.spinning)


def may_work(state: BlueMax, plane: Plane) -> bool:
    """Whether the plane has pilot guns and its maneuver leaves the pilot his hands for them (BM-RECOV-05)."""
    charts = state.rules.charts
    if charts.letter[plane.performed] != STRAIGHT or charts.acrobatic[plane.performed]:
        return False
    return state.rules.plane(plane.model).pilot_guns > 0


def pilot_options(state: BlueMax, seat: int, picks: Picks) -> tuple[Option, ...]:
    """To roll for the end of a spin or not; to roll for jammed guns or not."""
    options = state.rules.recoveries
    plane = state.planes[seat]
    if plane.spinning:
        return options["recover"], options["spin-on"]
    return (options["unjam-pilot"], options["leave-pilot"]) if plane.jammed else (options["leave-pilot"],)


def observer_options(state: BlueMax, seat: int, picks: Picks) -> tuple[Option, ...]:
    options = state.rules.recoveries
    if state.planes[seat].rear_jammed:
        return options["unjam-observer"], options["leave-observer"]
    return (options["leave-observer"],)


def why_not_recover(state: BlueMax, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    options = state.rules.recoveries
    plane = state.planes[seat]
    if option is options["recover"] and not plane.spinning:
        return (Reason("BM-RECOV-01", "the plane is not spinning"),)
    if option not in (options["unjam-pilot"], options["unjam-observer"]):
        return ()
    if plane.spinning:
        return (Reason("BM-RECOV-06", "no guns are cleared in a spin"),)
    mounting = OBSERVER if option is options["unjam-observer"] else PILOT
    reasons = []
    if mounting == PILOT and not may_work(state, plane):
        reasons.append(Reason("BM-RECOV-05", "the maneuver was not straight, or it was acrobatic"))
    if not (plane.rear_jammed if mounting else plane.jammed):
        reasons.append(Reason("BM-RECOV-04", f"the guns of the {MOUNTINGS[mounting]} are not jammed"))
    return tuple(reasons)


def recover_observers(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    for seat, (option,) in orders.items():
        if option is state.rules.recoveries["unjam-observer"]:
            _unjam(state.planes[seat], OBSERVER, umpire)
    return "recovery"


def recover(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    options = state.rules.recoveries
    for seat, (option,) in orders.items():
        if option is options["recover"]:
            _end_spin(state, state.planes[seat], umpire)
        elif option is options["unjam-pilot"]:
            _unjam(state.planes[seat], PILOT, umpire)
    return "accidents"


def _end_spin(state: BlueMax, plane: Plane, umpire: Umpire) -> None:
    """3 or more ends the spin, and a second die says where the nose points (BM-RECOV-01, BM-RECOV-02)."""
    roll = umpire.chance.roll("recovery", 6)
    recovered = roll >= RECOVERS
    plane.recovery_roll = state.round, roll
    if umpire.listening:
        umpire.tell("recovery", "BM-RECOV-01", seat=plane.id, roll=roll, recovered=recovered)
    if not recovered:
        return
    plane.spinning = False
    turn = umpire.chance.roll("facing", 6)
    plane.pose += (plane.pose + turn - 1) % 6 - plane.pose % 6
    if umpire.listening:
        umpire.tell("facing", "BM-RECOV-02", seat=plane.id, roll=turn, facing=plane.pose % 6)


def _unjam(plane: Plane, mounting: int, umpire: Umpire) -> None:
    """4 or more clears the guns; nobody else learns of it (BM-RECOV-04, BM-SECR-09)."""
    roll = umpire.chance.roll("unjam", 6)
    cleared = roll >= UNJAMS
    if cleared and mounting:
        plane.rear_jammed = False
    elif cleared:
        plane.jammed = False
    if umpire.listening:
        umpire.tell(
            "unjam",
            "BM-RECOV-04",
            to=(plane.seat,),
            seat=plane.id,
            mounting=MOUNTINGS[mounting],
            roll=roll,
            cleared=cleared,
        )
