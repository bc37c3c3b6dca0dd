"""Victory and scoring (WW-WIN, WW-MISS-06, WW-MISS-07)."""

from __future__ import annotations

from math import hypot

from aerodrome.ruleset import Result, odds
from aerodrome_wings_of_war.state import Airplane, WingsOfWar
from aerodrome_wings_of_war.vocabulary import CRASHED, EXPLODED, ILLEGAL, IN_PLAY, LEFT, LOST, SHOT_DOWN


def result(state: WingsOfWar) -> Result:
    """Who has won. Every seat's score is that of its team."""
    rules = state.rules
    scores = {seat: state.score[rules.teams[number]] for number, seat in enumerate(rules.seats)}
    if rules.setup.scoring == "points":
        return _by_points(state, scores)
    if rules.setup.scoring == "duel":
        return _by_loss(state, scores, [bool(_lost(state, team)) for team in (0, 1)], "WW-MISS-06", "WW-MISS-06")
    return _by_loss(state, scores, [not state.in_play(team) for team in (0, 1)], "WW-WIN-01", "WW-WIN-04")


def _by_points(state: WingsOfWar, scores: dict[str, float]) -> Result:
    """More points win, whatever has been lost."""
    one, two = state.score
    if one == two:
        return Result(None, scores, "WW-WIN-05", f"equal points, {one:g} each")
    winner = state.rules.sides[0 if one > two else 1]
    return Result(winner, scores, "WW-MISS-07", f"{max(one, two):g} points against {min(one, two):g}")


def _by_loss(state: WingsOfWar, scores: dict[str, float], lost: list[bool], rule: str, both: str) -> Result:
    """The side that has lost does so by ``rule``; if both have, it is a draw by ``both``."""
    if not any(lost):
        return Result(None, scores, "WW-WIN-05", "the game was ended before a side was out of play")
    why = "; ".join(_lost(state, 0) + _lost(state, 1))
    if all(lost):
        return Result(None, scores, both, f"both sides are out of play: {why}")
    return Result(state.rules.sides[lost[0]], scores, rule, "; ".join(_lost(state, 0 if lost[0] else 1)))


FELL = {
    LEFT: "left the table over the {edge} edge", SHOT_DOWN: "was shot down", EXPLODED: "exploded", CRASHED: "crashed",
    ILLEGAL: "was lost in an illegal maneuver", LOST: "fell below the floor",
}  # fmt: skip


def _lost(state: WingsOfWar, team: int) -> list[str]:
    """What became of the airplanes of a team that are out of play."""
    return [
        f"{airplane.id} {FELL[airplane.fate].format(edge=airplane.edge)}"
        for airplane in state.planes
        if airplane.fate != IN_PLAY and state.rules.planes[airplane.number].team == team
    ]


POINT, FLYING, UNDAMAGED = 3.0, 2.0, 1.2
"""What a lead of one a head is worth: a point, an airplane that flies, and that it has no damage. The last one, and
what follows, found from 140 matches of heuristic players."""

NOSE, REACH = 0.6, 300.0
"""What it is worth to point at an enemy who is nearer than so many millimetres, and at most to be pointed at."""


def prospects(state: WingsOfWar) -> tuple[float, float]:
    """From points, the airplanes that are left, the damage that each can still take, and whom they point at."""
    rules = state.rules
    standing, heads = [POINT * score for score in state.score], [0, 0]
    for airplane in state.planes:
        plane = rules.planes[airplane.number]
        heads[plane.team] += 1
        if airplane.fate == IN_PLAY:
            standing[plane.team] += FLYING + UNDAMAGED * max(0.0, 1.0 - airplane.total / plane.resistance)
            standing[plane.team] += NOSE * sum(
                [_points_at(airplane, state.planes[n]) for n in rules.foes[plane.number]]
            )
    return odds((standing[0] - standing[1]) / max(heads))


def _points_at(airplane: Airplane, foe: Airplane) -> float:
    """1 when the nose points straight at a near enemy, -1 when the tail does, 0 when the enemy is far."""
    ahead, left = foe.pose.seen_from(airplane.pose)
    away = hypot(ahead, left)
    return ahead / away if foe.fate == IN_PLAY and 0.0 < away <= REACH else 0.0
