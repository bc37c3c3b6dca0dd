"""Who has won (2.6)."""

from __future__ import annotations

from aerodrome.ruleset import Result, odds
from aerodrome_aces_high.state import Plane, Skies
from aerodrome_aces_high.vocabulary import ALLIES, CENTRAL, NO_FIRE, SIDE_TITLES


def result(state: Skies) -> Result:
    """The side with more points wins, all its players together; in a campaign month experience counts (AH-CAMP-12)."""
    points = [side.points for side in state.sides]
    rule, of = "AH-VICT-01", "points"
    if state.rules.month is not None:
        points = [experience(state, side) for side in (CENTRAL, ALLIES)]
        rule, of = "AH-CAMP-12", "experience points"
    scores = {name: float(points[state.rules.sides[seat]]) for seat, name in enumerate(state.rules.seats)}
    if points[CENTRAL] == points[ALLIES]:
        return Result(None, scores, rule, f"both sides have {points[CENTRAL]} {of}")
    best = CENTRAL if points[CENTRAL] > points[ALLIES] else ALLIES
    reason = f"{SIDE_TITLES[best]} {points[best]} {of}, {SIDE_TITLES[1 - best]} {points[1 - best]}"
    return Result(state.rules.team_name(state.rules.leaders[best]), scores, rule, reason)


def experience(state: Skies, side: int) -> int:
    """What the crews of a side earned in this game (AH-EXPER-01)."""
    return sum(sum(plane.experience) for plane in state.planes if state.side_of(plane) == side)


POINTS = 15
WHOLE_AIRCRAFT = 2.0
ON_FIRE = 0.7
"""How many points are a lead of one, what an undamaged aircraft is worth beside that, and how much of it is left when
it smokes or burns."""


def prospects(state: Skies) -> tuple[float, float]:
    """From points and the state of the aircraft."""
    rules = state.rules
    standing = [0.0, 0.0]
    for side in state.sides:
        standing[rules.teams[side.seat]] += side.points / POINTS
    for plane in state.planes:
        if plane.in_play:
            standing[rules.teams[plane.seat]] += WHOLE_AIRCRAFT * _soundness(state, plane)
    return odds(standing[0] - standing[1])


def _soundness(state: Skies, plane: Plane) -> float:
    worth = 1.0
    for hits, spaces in zip(plane.hits, state.type_of(plane).tracks, strict=True):
        worth *= max(0.0, 1.0 - hits / (spaces + 1))
    return worth if plane.fire == NO_FIRE else worth * ON_FIRE
