"""Who has won (2.6)."""

from __future__ import annotations

from aerodrome.ruleset import Result
from aerodrome_aces_high.state import Skies
from aerodrome_aces_high.vocabulary import ALLIES, CENTRAL, SIDE_TITLES


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
