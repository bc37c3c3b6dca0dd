"""The five missions and the ground that answers them (13.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aerodrome.errors import Reason
from aerodrome.umpire import Umpire
from aerodrome_aces_high import damage
from aerodrome_aces_high.dice import RANDOM_ZONES, Volley, pool, way_to
from aerodrome_aces_high.rules import IN_FRONT, RANGE, trench_side
from aerodrome_aces_high.state import BALLOON_TARGET, FLAK, TRENCH, Plane, Skies
from aerodrome_aces_high.vocabulary import (
    BALLOON,
    BALLOON_ALTITUDE,
    BALLOON_ATTACK,
    BALLOON_RESISTANCE,
    BOMBING,
    FRONT,
    IN_PLAY,
    NO_CARD,
    NOBODY,
    OBSERVATION,
    ROOKIE,
    SITES,
    SPEED,
    STRAFING,
)

BALLOON_POINTS = 30
RUN_POINTS = 20
TRENCH_POINTS = 10
MOST_TRENCHES = 3
RUN_SPEED = 2
FLAK_DICE, TRENCH_DICE, EXPLOSION_DICE = 6, 4, 5

# ---- observation and bombing


def flies_runs(state: Skies, plane: Plane) -> bool:
    """A two-seater with a living observer of a side that observes or bombs (AH-OBSV-01, AH-BOMB-01)."""
    mission = state.sides[state.side_of(plane)].mission
    return mission in (OBSERVATION, BOMBING) and plane.observer_alive and state.type_of(plane).two_seater


def run_altitudes(plane: Plane) -> tuple[int, ...]:
    return (2,) if plane.observer_rank == ROOKIE else (2, 3)  # AH-OBSV-02, AH-BOMB-02


def progress(state: Skies, umpire: Umpire) -> None:
    """What the cards of this round did for the missions (AH-OBSV-03, AH-BOMB-03, AH-STRAFE-05)."""
    for plane in state.planes:
        if plane.fate != IN_PLAY or plane.card == NO_CARD:
            continue
        if plane.trench != NOBODY:
            _leave_trench(state, plane, umpire)
        side = state.sides[state.side_of(plane)]
        if flies_runs(state, plane) and not side.mission_done:
            _go_on_with_run(state, plane, umpire)


def _go_on_with_run(state: Skies, plane: Plane, umpire: Umpire) -> None:
    """``run`` counts the successive Speed cards: for bombing 1 is the approach, the next one enters the target."""
    side = state.sides[state.side_of(plane)]
    level = plane.altitude in run_altitudes(plane)
    if state.rules.kinds[plane.card].letter != SPEED or not level or not plane.entered:
        plane.run = 0
        return
    bombing = side.mission == BOMBING
    if bombing and plane.run and plane.altitude != plane.run_altitude:
        plane.run = 0
    entering = plane.entered[-1] == _target_hex(state, plane)
    needed = 1 if bombing else 0
    if plane.run == needed + 1:
        plane.completed = True
        plane.run_speed = max(plane.run_speed, plane.chosen)
        plane.run = 0
        return
    goes_on = entering and plane.run >= needed
    if not plane.completed and not (goes_on and bombing):  # a completed run is booked with the speed it was flown at
        plane.run_speed = 0
    plane.run_speed = max(plane.run_speed, plane.chosen)
    if goes_on:
        plane.run = needed + 1
        _show_target(state, plane, umpire)
    else:
        plane.run = needed
        plane.run_altitude = plane.altitude


def _target_hex(state: Skies, plane: Plane) -> int:
    side = state.side_of(plane)
    return state.sides[1 - side].sites[state.sides[side].target]


def _show_target(state: Skies, plane: Plane, umpire: Umpire) -> None:
    """The attack begins: the target is known to all (AH-SEC-08)."""
    side = state.sides[state.side_of(plane)]
    if side.shown_target == NOBODY:
        side.shown_target = side.target
        if umpire.listening:
            umpire.tell("target", "AH-SEC-08", side=side.id, target=SITES[side.target], plane=plane.id)


def show_hidden_targets(state: Skies, umpire: Umpire) -> None:
    """The game ends: a target that was never attacked is a secret no longer (AH-SEC-08)."""
    for side in state.sides:
        if side.target != NOBODY and side.shown_target == NOBODY:
            side.shown_target = side.target
            if umpire.listening:
                umpire.tell("target", "AH-SEC-08", side=side.id, target=SITES[side.target], plane=None)


def book_runs(state: Skies, umpire: Umpire) -> None:
    """At the end of the turn, when the speed lies open, a completed run is paid (AH-MISS-06, AH-VICT-04, -05)."""
    for plane in state.planes:
        if not plane.completed:
            continue
        side = state.sides[state.side_of(plane)]
        holds = plane.run_speed <= RUN_SPEED and not side.mission_done
        plane.completed = False
        if not holds:
            plane.run_speed = plane.chosen  # that of a run begun since
        if holds:
            side.mission_done = True
            side.points += RUN_POINTS
            bomber = state.type_of(plane).crew > 2  # AH-EXPER-05
            plane.experience[0] += RUN_POINTS if bomber else RUN_POINTS // 2
            plane.experience[1] += 0 if bomber else RUN_POINTS // 2
        if umpire.listening:
            rule = "AH-VICT-05" if side.mission == BOMBING else "AH-VICT-04"
            umpire.tell("run", rule, plane=plane.id, side=side.id, paid=RUN_POINTS if holds else 0)


# ---- trench strafing


def may_strafe(state: Skies, plane: Plane) -> bool:
    """What all can see of the conditions (AH-STRAFE-02, AH-STRAFE-04)."""
    side = state.side_of(plane)
    own = state.sides[side]
    if own.mission != STRAFING or plane.altitude != 1 or not plane.entered or plane.card == NO_CARD:
        return False
    kinds = state.rules.kinds
    speeds = sum(kinds[card].letter == SPEED for card, _ in plane.played)
    here = plane.pose // 6
    enters = kinds[plane.card].letter == SPEED and trench_side(state.rules, here) == 1 - side
    return enters and speeds == 1 and here not in own.strafed


def can_strafe(state: Skies, plane: Plane) -> bool:
    """The same, and the secret speed of the turn (AH-STRAFE-04)."""
    return may_strafe(state, plane) and plane.chosen == 1


def why_not_strafe(state: Skies, plane: Plane) -> Iterator[Reason]:
    side = state.side_of(plane)
    own = state.sides[side]
    if own.mission != STRAFING:
        yield Reason("AH-VICT-10", "your side does not fly a strafing mission")
    if trench_side(state.rules, plane.here) != 1 - side:
        yield Reason("AH-STRAFE-02", "the aircraft is not over the enemy trench line")
    if plane.here in own.strafed:
        yield Reason("AH-STRAFE-02", "this hex has been strafed already")
    if plane.card == NO_CARD or state.rules.kinds[plane.card].letter != SPEED:
        yield Reason("AH-STRAFE-05", "the hex must be entered by a Speed card")
    if plane.altitude != 1:
        yield Reason("AH-STRAFE-04", "trenches are strafed at altitude 1")
    if plane.chosen != 1:
        yield Reason("AH-STRAFE-04", "trenches are strafed at speed 1")


def strafe(state: Skies, number: int, gun: int, umpire: Umpire) -> None:
    """The shot always succeeds; the trench answers with 4D6 (AH-STRAFE-03, AH-STRAFE-07)."""
    plane = state.planes[number]
    own = state.sides[state.side_of(plane)]
    here = plane.here
    if here not in own.strafed:  # two aircraft over one hex: it is strafed once
        own.strafed += (here,)
        plane.trench = here
        plane.strafed_with = gun
    if umpire.listening:
        umpire.tell("strafes", "AH-STRAFE-03", plane=plane.id, at=state.rules.map.codes[here])
    plane.answer = _ground_dice(state, plane, "trench", TRENCH_DICE, "AH-STRAFE-07", umpire)


def _ground_dice(state: Skies, plane: Plane, what: str, dice: int, rule: str, umpire: Umpire) -> tuple[int, ...]:
    """Dice from the ground, their hits split by the even rule on one random zone (AH-DMG-08)."""
    thrown = [umpire.chance.roll(what, 6) for _ in range(dice)]
    hits = sum(die >= 5 for die in thrown)
    parts = [0, 0, 0, 0]
    if hits:
        parts = damage.split(RANDOM_ZONES[umpire.chance.roll("zone", 6) - 1], 0, hits, ground=True)
    if umpire.listening:
        umpire.tell("ground-fire", rule, plane=plane.id, by=what, dice=list(thrown), hits=hits)
    return tuple(parts) if hits else ()


def _leave_trench(state: Skies, plane: Plane, umpire: Umpire) -> None:
    """The next card must be a Speed card, or the hex is not paid (AH-STRAFE-05, AH-STRAFE-06)."""
    side = state.sides[state.side_of(plane)]
    paid = state.rules.kinds[plane.card].letter == SPEED and side.trenches_paid < MOST_TRENCHES
    if paid:
        side.trenches_paid += 1
        side.points += TRENCH_POINTS
        side.mission_done = side.trenches_paid == MOST_TRENCHES
        plane.experience[plane.strafed_with] += TRENCH_POINTS
    if umpire.listening:
        at = state.rules.map.codes[plane.trench]
        umpire.tell("trench", "AH-VICT-06", plane=plane.id, at=at, paid=TRENCH_POINTS if paid else 0)
    plane.trench = NOBODY


# ---- balloons


def balloon_hex(state: Skies, shooter: Plane) -> int:
    """Where the enemy balloon stands, nobody if there is none any more."""
    enemy = state.sides[1 - state.side_of(shooter)]
    return NOBODY if enemy.balloon_down else enemy.sites[BALLOON]


def may_attack_balloon(state: Skies, plane: Plane, gun: int) -> bool:
    """What all can see of the conditions (AH-BALLN-02, AH-BALLN-03)."""
    if not state.missions_on or gun != FRONT or state.sides[state.side_of(plane)].mission != BALLOON_ATTACK:
        return False
    there = balloon_hex(state, plane)
    if there == NOBODY or state.type_of(plane).two_seater:
        return False
    way = way_to(state, plane, there)
    levels = (3,) if plane.pilot_rank == ROOKIE else (2, 3, 4)
    if not way or plane.altitude not in levels or not IN_FRONT[plane.pose % 6 * 37 + way]:
        return False
    speeds = sum(state.rules.kinds[card].letter == SPEED for card, _ in plane.played)
    return speeds <= RUN_SPEED and not _friend_blocks(state, plane, there) and _dice(state, plane) > 0


def _dice(state: Skies, plane: Plane) -> int:
    return pool(state, plane, FRONT, BALLOON_TARGET, burst=False)


def _friend_blocks(state: Skies, plane: Plane, there: int) -> bool:
    side = state.side_of(plane)
    return plane.altitude == BALLOON_ALTITUDE and any(
        other is not plane
        and other.in_play
        and other.here == there
        and other.altitude == BALLOON_ALTITUDE
        and state.side_of(other) == side
        for other in state.planes
    )


def can_attack_balloon(state: Skies, plane: Plane, gun: int) -> bool:
    """The same, and the secret speed of the turn (AH-BALLN-03)."""
    return plane.chosen <= RUN_SPEED and may_attack_balloon(state, plane, gun)


def why_not_balloon(state: Skies, plane: Plane, gun: int) -> Iterator[Reason]:
    if state.sides[state.side_of(plane)].mission != BALLOON_ATTACK:
        yield Reason("AH-VICT-10", "your side does not fly a balloon mission")
    if state.type_of(plane).two_seater or gun != FRONT:
        yield Reason("AH-BALLN-02", "only single-seaters attack balloons")
    there = balloon_hex(state, plane)
    if there == NOBODY:
        yield Reason("AH-BALLN-08", "there is no enemy balloon")
        return
    way = way_to(state, plane, there)
    if not way:
        yield Reason("AH-FIRE-05", "the balloon is not within 3 hexes")
    elif not IN_FRONT[plane.pose % 6 * 37 + way]:
        yield Reason("AH-FIRE-04", "the balloon is not straight ahead of the nose")
    levels = (3,) if plane.pilot_rank == ROOKIE else (2, 3, 4)
    if plane.altitude not in levels:
        yield Reason("AH-BALLN-03", f"the altitude must be {' or '.join(map(str, levels))}")
    if plane.chosen > RUN_SPEED:
        yield Reason("AH-BALLN-03", "the speed of this turn must be 2 or less")
    if _friend_blocks(state, plane, there):
        yield Reason("AH-FIRE-10", "a friend in the target hex is at the altitude of shooter and target")


def flak(state: Skies, plane: Plane, umpire: Umpire) -> bool:
    """6D6 at an enemy that entered the ring of a balloon, at any altitude; whether it fired (AH-BALLN-04, -05)."""
    there = balloon_hex(state, plane)
    if there == NOBODY or not _in_ring(state, plane, there):
        return False
    parts = _ground_dice(state, plane, "flak", FLAK_DICE, "AH-BALLN-04", umpire)
    if parts:
        damage.note_hit(plane, FLAK)
        damage.hurt(state, plane, parts, "AH-BALLN-05", umpire)
    return True


def _in_ring(state: Skies, plane: Plane, there: int) -> bool:
    rules = state.rules
    return any(RANGE[rules.near[here * rules.size + there]] == 1 for here in plane.entered)


def settle_ground(
    state: Skies, volleys: Sequence[Volley], finished: set[int], tests: list[tuple[int, str]], umpire: Umpire
) -> set[int]:
    """The trenches' answers and the balloons of this round; says who was caught in an explosion."""
    for number, plane in enumerate(state.planes):
        if plane.answer:
            damage.note_hit(plane, TRENCH)
            done, due = damage.mark(state, plane, plane.answer)
            damage.tell(plane, plane.answer, "AH-STRAFE-07", umpire)
            plane.answer = ()
            if done:
                finished.add(number)
            tests += [(number, "AH-DMG-05")] * due
    caught: set[int] = set()
    for side in range(2):
        _hit_balloon(
            state, side, [v for v in volleys if state.side_of(state.planes[v.shooter]) == side], caught, umpire
        )
    return caught


def _hit_balloon(state: Skies, side: int, volleys: Sequence[Volley], caught: set[int], umpire: Umpire) -> None:
    """All hits of a round together, up to 20; five ones with a hit make it explode (AH-BALLN-08, AH-BALLN-09)."""
    own, enemy = state.sides[side], state.sides[1 - side]
    explodes = False
    for volley in volleys:
        hits = volley.fives + volley.sixes
        enemy.balloon_hits += hits
        if hits and volley.shooter not in own.balloon_hit_by:
            own.balloon_hit_by += (volley.shooter,)
        if hits and volley.ones >= 5:
            explodes = True
            _explosion(state, volley.shooter, enemy.sites[BALLOON], caught, umpire)
    if volleys and (explodes or enemy.balloon_hits >= BALLOON_RESISTANCE):
        enemy.balloon_down = True
        own.mission_done = True
        own.points += BALLOON_POINTS
        for number in own.balloon_hit_by:
            state.planes[number].experience[0] += BALLOON_POINTS // len(own.balloon_hit_by)  # AH-EXPER-03
        if umpire.listening:
            umpire.tell("balloon", "AH-VICT-03", side=own.id, exploded=explodes, hits=enemy.balloon_hits)


def _explosion(state: Skies, number: int, there: int, caught: set[int], umpire: Umpire) -> None:
    """Within 2 hexes the attacker rolls 5D6; two ones destroy it (AH-BALLN-10)."""
    plane = state.planes[number]
    if not 0 < RANGE[way_to(state, plane, there)] <= 2:
        return
    thrown = [umpire.chance.roll("explosion", 6) for _ in range(EXPLOSION_DICE)]
    hit = thrown.count(1) >= 2
    if umpire.listening:
        umpire.tell("explosion", "AH-BALLN-10", plane=plane.id, dice=list(thrown), caught=hit)
    if hit:
        caught.add(number)
