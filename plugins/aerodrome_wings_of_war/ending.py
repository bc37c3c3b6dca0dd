"""Victory and scoring (WW-WIN, WW-MISS-06, WW-MISS-07)."""

from __future__ import annotations

from aerodrome.ruleset import Result, odds
from aerodrome_wings_of_war.state import WingsOfWar
from aerodrome_wings_of_war.vocabulary import IN_PLAY


def result(state: WingsOfWar) -> Result:
    """Who has won. Every seat's score is that of its team."""
    rules = state.rules
    names = rules.sides
    scores = {seat: state.score[rules.teams[number]] for number, seat in enumerate(rules.seats)}
    lost = [any(a.fate != IN_PLAY for a in state.planes if rules.planes[a.number].team == team) for team in (0, 1)]
    if rules.setup.scoring == "points":
        return _by_points(state, names, scores)
    if rules.setup.scoring == "duel":
        return _by_loss(names, scores, lost, "WW-MISS-06", "its opponent left the table or was shot down")
    out = [not state.in_play(team) for team in (0, 1)]
    return _by_loss(names, scores, out, "WW-WIN-01", "the enemy has no airplane in play")


def _by_points(state: WingsOfWar, names: tuple[str, ...], scores: dict[str, float]) -> Result:
    one, two = state.score
    if one == two:
        return Result(None, scores, "WW-WIN-05", "equal points")
    return Result(names[0] if one > two else names[1], scores, "WW-MISS-07", "more points")


def _by_loss(names: tuple[str, ...], scores: dict[str, float], lost: list[bool], rule: str, reason: str) -> Result:
    if lost[0] == lost[1]:
        if lost[0]:
            return Result(None, scores, "WW-WIN-04" if rule == "WW-WIN-01" else rule, "both sides are out of play")
        return Result(None, scores, "WW-WIN-05", "the game was ended before anybody was out of play")
    return Result(names[lost[0]], scores, rule, reason)


WHOLE_AIRPLANE = 5.0
"""What a lead of one undamaged airplane a head is worth, or of as many points."""


def prospects(state: WingsOfWar) -> tuple[float, float]:
    """From points, the airplanes that are left, and the damage that each can still take."""
    rules = state.rules
    standing, heads = list(state.score), [0, 0]
    for airplane in state.planes:
        plane = rules.planes[airplane.number]
        heads[plane.team] += 1
        if airplane.fate == IN_PLAY:
            standing[plane.team] += max(0.0, 1.0 - airplane.total / plane.resistance)
    return odds(WHOLE_AIRPLANE * (standing[0] - standing[1]) / max(heads))
