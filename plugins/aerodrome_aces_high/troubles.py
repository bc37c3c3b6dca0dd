"""The end of a round and of a turn: spins, smoke, flames, cards come back (7.0, 11.1, 11.5, 11.6)."""

from __future__ import annotations

from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_aces_high import damage, missions, removal
from aerodrome_aces_high.state import NO_TARGETS, Plane, Skies
from aerodrome_aces_high.vocabulary import (
    FLAMES,
    FUSELAGE,
    IN_PLAY,
    LEFT_MAP,
    NO_CARD,
    NO_FIRE,
    NOBODY,
    RETURNED,
    ROOKIE,
    SMOKE,
)

# ---- the end of a round


def end_round(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Spin tests for Stalls and for climbs above the ceiling (AH-STALL-04, AH-ALT-04)."""
    for plane in state.planes:
        if plane.tests:
            _owed_tests(state, plane, umpire)
    return "tailing"


def _owed_tests(state: Skies, plane: Plane, umpire: Umpire) -> None:
    tests, plane.tests = plane.tests, 0
    if plane.fate != IN_PLAY:
        return
    for _ in range(tests):
        if removal.spin_test(state, plane, "AH-SPIN-01", umpire):
            break
    if plane.spin and plane.altitude == 0:
        removal.crash_from_spin(state, plane, umpire)


# ---- d) attempts to leave a spin


def leave_spins(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """One try a turn, first in the turn after the spin began (AH-SPIN-07)."""
    for plane in state.planes:
        if plane.spin and plane.spin < state.turn and plane.fate == IN_PLAY:
            _try_to_leave(state, plane, umpire)
    return "smoke"


def _try_to_leave(state: Skies, plane: Plane, umpire: Umpire) -> None:
    die = umpire.chance.roll("spin-exit", 6)
    recovers = die >= (4 if plane.pilot_rank == ROOKIE else 3)  # AH-SPIN-08
    if umpire.listening:
        umpire.tell("spin-exit", "AH-SPIN-08", plane=plane.id, die=die, recovers=recovers)
    if recovers:
        _fly_out(state, plane, umpire)
        return
    removal.fall(state, plane, "AH-SPIN-04", umpire)
    if plane.altitude == 0:
        removal.crash_from_spin(state, plane, umpire)


def _fly_out(state: Skies, plane: Plane, umpire: Umpire) -> None:
    """A die gives the side; straight on for as many hexes as the maximum speed (AH-SPIN-09, AH-SPIN-10)."""
    rules = state.rules
    side = umpire.chance.roll("spin-side", 6)
    plane.spin = 0
    plane.pose = plane.pose // 6 * 6 + (plane.pose + side - 1) % 6
    plane.speed = plane.chosen = rules.aircraft[plane.kind].max_speed
    forward = rules.moves[rules.speed][0]
    shot_at = False
    for _ in range(plane.speed):
        after = forward[plane.pose]
        if after < 0:
            removal.forced_landing(state, plane, LEFT_MAP, "AH-EXIT-03", umpire)
            return
        plane.pose = after
        at_home = rules.home[after // 6] == rules.sides[plane.seat]
        if at_home and plane.left_home:
            removal.remove(state, plane, RETURNED, "AH-EXIT-01", umpire)
            return
        plane.left_home = plane.left_home or not at_home
        if state.missions_on and not shot_at:
            plane.entered = (after // 6,)
            shot_at = missions.flak(state, plane, umpire)
            plane.entered = ()
            if plane.fate != IN_PLAY or plane.spin:
                return
    if umpire.listening:
        where = rules.map.pose_name(plane.pose)
        umpire.tell("flies-out", "AH-SPIN-09", plane=plane.id, die=side, at=where, speed=plane.speed)


# ---- e) smoke, f) flames


def smoke(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """5 or 6 ends the smoke, 1 turns it into flames (AH-SMOKE-02)."""
    for plane in state.planes:
        if plane.fire == SMOKE and plane.fate == IN_PLAY:
            die = umpire.chance.roll("smoke", 6)
            if umpire.listening:
                umpire.tell("smoke", "AH-SMOKE-02", plane=plane.id, die=die)
            if die >= 5:
                plane.fire = NO_FIRE
            elif die == 1:
                damage.set_fire(state, plane, FLAMES, "AH-FLAME-01", umpire)
    return "flames"


def flames(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Putting out is tried first, not in the turn they began; then they burn (AH-FLAME-02 to AH-FLAME-04)."""
    for plane in state.planes:
        if plane.fire == FLAMES and plane.fate == IN_PLAY:
            _burn(state, plane, umpire)
    return "turn-end"


def _burn(state: Skies, plane: Plane, umpire: Umpire) -> None:
    if plane.fire_since < state.turn:
        die = umpire.chance.roll("flames-out", 6)
        if umpire.listening:
            umpire.tell("flames", "AH-FLAME-02", plane=plane.id, die=die, out=die >= 4)
        if die >= 4:
            plane.fire = NO_FIRE
            return
    die = umpire.chance.roll("flames", 6)
    parts = [0, 0, 0, 0]
    parts[FUSELAGE] = (die + 1) // 2
    damage.hurt(state, plane, parts, "AH-FLAME-03", umpire)


# ---- the end of the turn


def end_turn(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Cards come back, speeds lie open, missions are booked; the game may end (AH-TURN-06, AH-VICT-12)."""
    if state.missions_on:
        missions.book_runs(state, umpire)
    for plane in state.planes:
        if plane.fate == IN_PLAY:
            _recover_cards(state, plane)
    flying = {state.rules.sides[plane.seat] for plane in state.planes if plane.fate == IN_PLAY}
    if len(flying) == 2:
        return "fuel-and-speed"
    if lone_side(state) == NOBODY:
        return _end_game(state, umpire)
    return "continue"


def _end_game(state: Skies, umpire: Umpire) -> str:
    missions.show_hidden_targets(state, umpire)
    return "game-end"


def _recover_cards(state: Skies, plane: Plane) -> None:
    """What the next turn remembers: the speed and the last card (AH-SPEED-02, AH-SEC-04)."""
    if plane.erred or plane.played:
        plane.speed = max(1, plane.made if plane.erred else plane.chosen)  # AH-SPEED-01, AH-ERR-07
    if plane.played:
        plane.last_card = plane.played[-1][0]
        if plane.run == 2 and len(plane.played) == 1:
            plane.run = 0  # a bombing run has two turns, and this one began in the turn before (AH-BOMB-03)
    else:
        plane.last_card = NO_CARD
        plane.aimed = NO_TARGETS  # AH-DICE-10
        plane.lewis_fired = False
        plane.run = 0
        plane.trench = NOBODY  # a spin is no Speed card (AH-STRAFE-05)
    plane.erred = False
    plane.played = plane.entered = plane.shown = ()
    plane.card = plane.rider = NO_CARD
    plane.hand = ()
    plane.chosen = 0
    plane.burst_used = plane.lewis_empty = False


def lone_side(state: Skies) -> int:
    """The only side with aircraft in play, if its mission is unfinished (AH-VICT-12)."""
    if not state.missions_on:
        return NOBODY
    for plane in state.planes:
        if plane.fate == IN_PLAY:
            side = state.rules.sides[plane.seat]
            own = state.sides[side]
            open_mission = own.mission in range(4) and not own.mission_done
            return side if open_mission else NOBODY
    return NOBODY


def continue_asks(state: Skies) -> tuple[int, ...]:
    side = lone_side(state)
    return () if side == NOBODY else (state.rules.leaders[side],)


def continue_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    return state.rules.end_game, state.rules.fly_on


def continue_alone(state: Skies, orders: Orders, umpire: Umpire) -> str:
    ((_, (option,)),) = orders.items()
    on = option is state.rules.fly_on
    if umpire.listening:
        umpire.tell("alone", "AH-VICT-12", flies_on=on)
    return "fuel-and-speed" if on else _end_game(state, umpire)
