"""Who has won (2.6)."""

from __future__ import annotations

from aerodrome.ruleset import Result, odds
from aerodrome_aces_high.rules import IN_A
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


POINTS = 5
WHOLE_AIRCRAFT, TAIL = 1.6, 1.2
ON_FIRE = 0.7
"""How many points are a lead of one; what an undamaged aircraft is worth beside that, and to be behind an enemy within
reach; how much is left of an aircraft that smokes or burns. Found from some hundred matches of heuristic players."""


def prospects(state: Skies) -> tuple[float, float]:
    """From points, the state of the aircraft, and who is behind whom."""
    rules = state.rules
    standing = [0.0, 0.0]
    for side in state.sides:
        standing[rules.teams[side.seat]] += side.points / POINTS
    for plane in state.planes:
        if plane.in_play:
            behind = sum([_behind(state, plane, foe) for foe in state.planes])
            standing[rules.teams[plane.seat]] += WHOLE_AIRCRAFT * _soundness(state, plane) + TAIL * behind
    return odds(standing[0] - standing[1])


def _behind(state: Skies, plane: Plane, foe: Plane) -> bool:
    rules = state.rules
    if not foe.in_play or rules.sides[plane.seat] == rules.sides[foe.seat] or plane.pose < 0 or foe.pose < 0:
        return False
    way = rules.near[foe.here * rules.size + plane.here]
    return way > 0 and abs(plane.altitude - foe.altitude) <= 1 and bool(IN_A[foe.pose % 6 * 37 + way])


def _soundness(state: Skies, plane: Plane) -> float:
    """What is left of the part that is hit worst."""
    tracks = zip(plane.hits, state.type_of(plane).tracks, strict=True)
    worth = min(1.0, *[max(0.0, 1.0 - hits / (spaces + 1)) for hits, spaces in tracks])
    return worth if plane.fire == NO_FIRE else worth * ON_FIRE
