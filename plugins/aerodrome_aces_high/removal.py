"""How an aircraft leaves the game, and what becomes of its crew (9.8, 11.1, 11.8, 11.9, 11.11, 11.12, 2.6)."""

from __future__ import annotations

from collections.abc import Iterator

from aerodrome.phases import Row
from aerodrome.umpire import Umpire
from aerodrome_aces_high.aircraft import AircraftType
from aerodrome_aces_high.state import STAYING, Plane, Skies
from aerodrome_aces_high.vocabulary import (
    CRASHED,
    CREW_FATES,
    DEAD,
    FATES,
    FIT,
    IN_PLAY,
    KILL_SHARE,
    LEFT_MAP,
    NO_CARD,
    OUT_1,
    OUT_2,
    PRISONER,
    RETURNED,
    ROOKIE,
    SHOT_DOWN,
    TRENCH_ROW,
)

KILL_POINTS = 30


def lose_hand(state: Skies, plane: Plane, rule: str, umpire: Umpire) -> None:
    """Unplayed cards are discarded, open to all (AH-SEC-01, AH-SPIN-05, AH-EXIT-04)."""
    if plane.hand and umpire.listening:
        umpire.tell("lost-cards", rule, plane=plane.id, cards=[state.rules.kinds[kind].id for kind in plane.hand])
    plane.lost += plane.hand
    plane.hand = ()
    plane.shown = ()
    plane.committed = ()
    plane.declared = ""


def remove(state: Skies, plane: Plane, fate: int, rule: str, umpire: Umpire, caught: bool = False) -> None:
    """Takes the aircraft out of this game (AH-EXIT-04) and scores what that is worth; ``caught`` in an explosion."""
    lose_hand(state, plane, "AH-EXIT-04", umpire)
    plane.fate = fate
    plane.card = plane.rider = NO_CARD
    plane.going = STAYING
    if umpire.listening:
        umpire.tell("removed", rule, plane=plane.id, fate=FATES[fate], at=state.rules.map.pose_name(plane.pose))
    if fate in (SHOT_DOWN, CRASHED):
        score_kill(state, plane, umpire, caught)
    elif fate in (RETURNED, LEFT_MAP):
        _score_early_exit(state, plane, umpire)


def forced_landing(state: Skies, plane: Plane, fate: int, rule: str, umpire: Umpire) -> None:
    """Removes the aircraft; 2D6 decide about each of its crew (AH-LAND-01 to AH-LAND-03)."""
    burning = 2 if plane.fire else 0
    remove(state, plane, fate, rule, umpire)
    plane.pilot_fate = _landing_roll(state, plane, "pilot", burning, umpire)
    if plane.observer_alive and plane.observer:
        plane.observer_fate = _landing_roll(state, plane, "observer", burning, umpire)


def _landing_roll(state: Skies, plane: Plane, who: str, burning: int, umpire: Umpire) -> int:
    dice = [umpire.chance.roll("landing", 6), umpire.chance.roll("landing", 6)]
    total = sum(dice) - burning
    fate = FIT if total >= 9 else OUT_2 if total == 8 else OUT_1 if total == 7 else DEAD
    if fate != DEAD and state.rules.prisoners and behind_enemy_lines(state, plane):
        fate = PRISONER  # AH-LAND-07
    if umpire.listening:
        umpire.tell(
            "landing", "AH-LAND-02", plane=plane.id, crew=who, dice=list(dice), total=total, fate=CREW_FATES[fate]
        )
    return fate


def behind_enemy_lines(state: Skies, plane: Plane) -> bool:
    """Beyond the enemy trench line, or over an edge beyond it."""
    return state.rules.row[1 - state.side_of(plane)][plane.here] < TRENCH_ROW


def kill_crew(plane: Plane) -> None:
    plane.pilot_fate = DEAD
    if plane.observer:
        plane.observer_fate = DEAD
        plane.observer_alive = False


def crash_from_spin(state: Skies, plane: Plane, umpire: Umpire) -> None:
    """A spinning aircraft at altitude 0 is destroyed, its crew dies (AH-LAND-05)."""
    kill_crew(plane)
    remove(state, plane, CRASHED, "AH-LAND-05", umpire)


# ---- spins


def lose_altitude(state: Skies, plane: Plane) -> None:
    """One level down; a ceiling that is not returnable is lost (AH-ALT-03)."""
    plane.altitude -= 1
    plane.ceiling = ceiling_after_descent(state.rules.aircraft[plane.kind], plane.ceiling)


def ceiling_after_descent(aircraft: AircraftType, ceiling: int) -> int:
    """How high an aircraft can climb once it has come down by a level (AH-ALT-02, AH-ALT-03)."""
    return ceiling if aircraft.returnable else aircraft.altitude - 1


def ceiling_rows(aircraft: AircraftType, plane: Plane) -> Iterator[Row]:
    """A ceiling that the next descent takes away for good."""
    after = ceiling_after_descent(aircraft, plane.ceiling)
    if after < plane.ceiling:
        yield Row("ceiling", f"{after} from then on, for good", "AH-ALT-03")


def fall(state: Skies, plane: Plane, rule: str, umpire: Umpire) -> None:
    """A level lost in a spin (AH-SPIN-03, AH-SPIN-04)."""
    lose_altitude(state, plane)
    if umpire.listening:
        umpire.tell("altitude", rule, plane=plane.id, altitude=plane.altitude)


def spins_from(plane: Plane) -> int:
    """The lowest roll of a spin test that fails (AH-SPIN-02)."""
    return 4 if plane.pilot_rank == ROOKIE else 5


def spin_test(state: Skies, plane: Plane, rule: str, umpire: Umpire) -> bool:
    """One spin test (AH-SPIN-02); true if it fails. An aircraft that spins already makes none (AH-CRIT-10)."""
    if plane.spin or plane.fate != IN_PLAY:
        return False
    die = umpire.chance.roll("spin", 6)
    failed = die >= spins_from(plane)
    if umpire.listening:
        umpire.tell("spin-test", rule, plane=plane.id, die=die, spins=failed)
    if failed:
        plane.spin = state.turn
        fall(state, plane, "AH-SPIN-03", umpire)
        lose_hand(state, plane, "AH-SPIN-05", umpire)
    return failed


# ---- points


def score_kill(state: Skies, plane: Plane, umpire: Umpire, caught: bool = False) -> None:
    """30 points for an enemy brought down that was hit at least once (AH-VICT-02, AH-EXPER-02)."""
    if not plane.hit_by and not caught:
        return
    side = 1 - state.side_of(plane)
    state.sides[side].points += KILL_POINTS
    if umpire.listening:
        umpire.tell("points", "AH-VICT-02", side=state.sides[side].id, points=KILL_POINTS, why="aircraft shot down")
    sharers = [mark for mark in plane.hit_by if mark < 100]
    for mark in sharers:
        shooter = state.planes[mark // 2]
        shooter.experience[mark % 2] += KILL_POINTS // len(sharers)
        shooter.kills[mark % 2] += KILL_SHARE // len(sharers)


def early_exit(autonomy: int) -> tuple[int, int, str]:
    """The turn from which an aircraft may leave freely, the points that it costs before, and the clause."""
    return (15, -15, "AH-VICT-09") if autonomy >= 20 else (10, -10, "AH-VICT-08")


def _score_early_exit(state: Skies, plane: Plane, umpire: Umpire) -> None:
    """Points lost for leaving too early (AH-VICT-08, AH-VICT-09)."""
    turn, penalty, rule = early_exit(state.type_of(plane).autonomy)
    if state.turn >= turn:
        return
    side = state.sides[state.side_of(plane)]
    side.points += penalty
    if umpire.listening:
        umpire.tell("points", rule, side=side.id, points=penalty, why="early exit")
