"""How many dice a volley has, row by row (10.0). The sum of the rows is the pool (AH-DICE-18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aerodrome.phases import Row
from aerodrome_aces_high.rules import HEADING, RANGE
from aerodrome_aces_high.state import BALLOON_TARGET, Plane, Skies
from aerodrome_aces_high.vocabulary import (
    ACE,
    BALLOON,
    BALLOON_ALTITUDE,
    ENGINE,
    FRONT,
    FUSELAGE,
    LEFT,
    NO_CARD,
    NOBODY,
    RIGHT,
    ROOKIE,
    SPEED,
    STALL,
    TAIL,
    WINGS,
)

BY_RANGE = (0, 10, 8, 6)  # AH-DICE-01
LONG_BURST = 4  # AH-DICE-11

Zone = tuple[int, int]
"""Priority part and secondary part."""

ZONES: tuple[Zone, ...] = (
    (ENGINE, WINGS),
    (WINGS, FUSELAGE),
    (FUSELAGE, WINGS),
    (TAIL, FUSELAGE),
    (FUSELAGE, WINGS),
    (WINGS, FUSELAGE),
)
"""By the side of the target through which the fire comes, clockwise from the front (AH-ZONE-01 to AH-ZONE-04)."""

RANDOM_ZONES: tuple[Zone, ...] = (ZONES[0], ZONES[1], ZONES[1], ZONES[2], ZONES[2], ZONES[3])
"""By 1D6 (AH-ZONE-06)."""

ZONE_CLAUSES = ("AH-ZONE-01", "AH-ZONE-02", "AH-ZONE-03", "AH-ZONE-04", "AH-ZONE-03", "AH-ZONE-02")


def way_to(state: Skies, shooter: Plane, there: int) -> int:
    """The way from the shooter to a hex within three hexes; 0 if it is none."""
    return state.rules.near[shooter.pose // 6 * state.rules.size + there]


def side_hit(state: Skies, shooter: Plane, target: Plane) -> int:
    """The side of the target through which the fire comes, or nobody from a blind hex (AH-ZONE-05, AH-ARC-07)."""
    heading = HEADING[way_to(state, shooter, target.pose // 6)]
    return NOBODY if heading == NOBODY else (heading + 3 - target.pose) % 6


def pool(state: Skies, shooter: Plane, gun: int, target: int, burst: bool, lewis: bool = True) -> int:
    return sum(row.value for row in pool_rows(state, shooter, gun, target, burst, lewis))  # type: ignore[misc]


def pool_rows(state: Skies, shooter: Plane, gun: int, target: int, burst: bool, lewis: bool = True) -> Iterator[Row]:
    """Each die of the pool with its clause; ``lewis`` is false when the Lewis is not loaded."""
    if target == BALLOON_TARGET:
        yield from _at_balloon(state, shooter, lewis)
        return
    foe = state.planes[target]
    way = way_to(state, shooter, foe.pose // 6)
    distance = RANGE[way]
    yield Row(f"range {distance}", BY_RANGE[distance], "AH-DICE-01")
    yield _gun_row(state, shooter, gun, lewis)
    if gun != FRONT:
        yield Row("observer", -1, "AH-DICE-12")
    if _deflects(state, shooter, gun, foe):
        yield Row("deflection", -distance, "AH-DICE-06")
    if under_fire(shooter, gun, target):
        yield Row("target under fire", 1, "AH-DICE-08")
    if burst:
        yield Row("long burst", LONG_BURST, "AH-DICE-11")
    if foe.card != NO_CARD and state.rules.kinds[foe.card].letter in (STALL, LEFT, RIGHT):
        yield Row("target stalled or rotated", 1, "AH-DICE-13")
    if gun == FRONT:
        yield from _altitude_rows(foe.altitude - shooter.altitude, distance)
    yield from _smoke_rows(shooter)


def _gun_row(state: Skies, shooter: Plane, gun: int, lewis: bool) -> Row:
    aircraft = state.rules.aircraft[shooter.kind]
    if gun != FRONT:
        return Row("rear gun", aircraft.dice_rear or 0, "AH-DICE-02")
    if aircraft.dice_front_both is not None and lewis:
        return Row("both front guns", aircraft.dice_front_both, "AH-LEWIS-04")
    return Row("front guns", aircraft.dice_front or 0, "AH-DICE-02")


def _deflects(state: Skies, shooter: Plane, gun: int, foe: Plane) -> bool:
    """For a pilot after the target's Speed card, but not on engine or tail; for an observer always unless an ace."""
    if gun != FRONT:
        return shooter.observer_rank != ACE  # AH-DICE-05
    if foe.card == NO_CARD or state.rules.kinds[foe.card].letter != SPEED:
        return False  # AH-DICE-03
    return ZONES[side_hit(state, shooter, foe)][0] in (WINGS, FUSELAGE)  # AH-DICE-04


def under_fire(shooter: Plane, gun: int, target: int) -> bool:
    """Whether this position fired at this target with the card before (AH-DICE-08, AH-DICE-09)."""
    rank = shooter.pilot_rank if gun == FRONT else shooter.observer_rank
    return rank != ROOKIE and shooter.aimed_before[gun] == target


def _altitude_rows(higher: int, distance: int) -> Iterator[Row]:
    if higher == -1 and distance < 3:
        yield Row("target lower", 1, "AH-DICE-14")
    elif higher == 1:
        yield Row("target higher", -2 if distance == 3 else -1, "AH-DICE-15")


def _smoke_rows(shooter: Plane) -> Iterator[Row]:
    if shooter.fire:
        yield Row("own smoke or flames", -2, "AH-DICE-17")


def _at_balloon(state: Skies, shooter: Plane, lewis: bool) -> Iterator[Row]:
    """Range and gun dice, altitude and smoke; nothing else (AH-BALLN-06)."""
    there = state.sides[1 - state.side_of(shooter)].sites[BALLOON]
    distance = RANGE[way_to(state, shooter, there)]
    yield Row(f"range {distance}", BY_RANGE[distance], "AH-DICE-01")
    yield _gun_row(state, shooter, FRONT, lewis)
    yield from _altitude_rows(BALLOON_ALTITUDE - shooter.altitude, distance)
    yield from _smoke_rows(shooter)


@dataclass(slots=True)
class Volley:
    """A volley with its dice thrown. ``higher``: the target's altitude less the shooter's when it was fired."""

    shooter: int
    gun: int
    target: int
    zone: Zone
    fives: int
    sixes: int
    ones: int
    aimed: bool
    burst: bool
    higher: int

    @property
    def hits(self) -> int:
        """Concentrated on engine or tail only sixes hit (AH-CONC-03)."""
        return self.sixes if self.aimed and self.zone[0] in (0, 3) else self.fives + self.sixes
