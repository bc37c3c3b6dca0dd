"""Shooting down and winning (BM-DOWN, BM-WIN)."""

from __future__ import annotations

from collections.abc import Iterable

from aerodrome.ruleset import Result, odds
from aerodrome.umpire import Umpire
from aerodrome_blue_max.rules import AHEAD
from aerodrome_blue_max.state import BlueMax, Plane, sheet, values
from aerodrome_blue_max.vocabulary import ALLIES, CAUSES, CENTRAL, FIRE, NOBODY, TEAMS

END = "game-over"


def remove(state: BlueMax, fates: Iterable[tuple[int, int]], umpire: Umpire) -> None:
    """Planes leave play together, each for its cause; their sheets are open from now on (BM-DOWN-02, BM-DOWN-04)."""
    gone = dict(fates)
    losses = list(state.losses)
    for seat, cause in gone.items():
        plane = state.planes[seat]
        plane.lost = cause
        plane.pose = -1
        plane.open = True
        plane.tails = NOBODY
        plane.victims = ()
        losses[plane.side] += 1
        if umpire.listening:
            name, rule = CAUSES[cause]
            umpire.tell("shot-down", rule, seat=plane.id, cause=name, sheet=sheet(state, plane))
    state.losses = losses[ALLIES], losses[CENTRAL]
    state.live = tuple([seat for seat in state.live if seat not in gone])


def _sides_left(state: BlueMax) -> tuple[bool, bool]:
    """Whether each team has a plane in play."""
    side = state.rules.side
    allies = central = False
    for seat in state.live:
        if side[seat] == ALLIES:
            allies = True
        else:
            central = True
    return allies, central


def decided(state: BlueMax) -> bool:
    """Whether a team has no plane in play (BM-WIN-01)."""
    return not all(_sides_left(state))


def after(state: BlueMax, phase: str) -> str:
    """The phase that follows, or the end, which is tested after every phase (BM-WIN-05)."""
    return end(state) if decided(state) else phase


def end(state: BlueMax) -> str:
    """The game is over and everything public (BM-SECR-27)."""
    state.over = True
    for plane in state.planes:
        plane.open = plane.revealed = True
    return END


def result(state: BlueMax) -> Result:
    """More planes shot down wins (BM-WIN-02, BM-WIN-04); nobody left is a tie (BM-WIN-03)."""
    rules = state.rules
    central, allies = state.losses[CENTRAL], state.losses[ALLIES]
    tally = float(central), float(allies)
    scores = dict(zip(rules.seats, [tally[side] for side in rules.side], strict=True))
    allies_left, central_left = _sides_left(state)
    if not (allies_left or central_left):
        return Result(None, scores, "BM-WIN-03", "no plane is left on either side")
    limited = allies_left and central_left
    rule = "BM-WIN-06" if limited else "BM-WIN-02"
    reason = f"round {rules.limit} is over" if limited else "one side has no plane left"
    if central > allies:
        return Result(TEAMS[ALLIES], scores, rule, f"{reason}, {central} to {allies}")
    if allies > central:
        return Result(TEAMS[CENTRAL], scores, rule, f"{reason}, {allies} to {central}")
    if limited:
        return Result(None, scores, rule, f"{reason}, {allies} each")
    return Result(TEAMS[ALLIES if allies_left else CENTRAL], scores, rule, f"{reason}, with equal tallies")


WHOLE_PLANE, IN_PLAY, JAM, AIM = 1.25, 3.0, 0.7, 0.35
"""What decides between heuristic players, as found from 450 of their matches: all boxes of a plane, that it
flies at all, guns that are jammed, and an enemy up to three hexes away straight ahead."""

DEAD_ENGINE, BURNING = 0.2, 0.6
"""What is left of a plane's worth."""


def prospects(state: BlueMax) -> tuple[float, float]:
    """From the planes that are left, their boxes and guns, and who has his nose on whom."""
    teams = state.rules.teams
    standing, heads = [0.0, 0.0], [0, 0]
    for plane in state.planes:
        heads[teams[plane.seat]] += 1
        standing[teams[plane.seat]] += _worth(state, plane)
    for one, other, way in state.contacts:
        mine, his = state.planes[one].pose, state.planes[other].pose
        if mine >= 0 and his >= 0:
            standing[teams[one]] += AIM * AHEAD[way * 6 + mine % 6]
            standing[teams[other]] += AIM * AHEAD[way * 6 + (his + 3) % 6]
    return odds((standing[0] - standing[1]) / max(heads))


def _worth(state: BlueMax, plane: Plane) -> float:
    if plane.lost != NOBODY or plane.doomed:
        return 0.0
    worth = IN_PLAY
    if plane.model != NOBODY:
        sound = 1.0
        for marked, boxes in zip(plane.boxes(), values(state, plane), strict=True):
            sound *= max(0.0, 1.0 - marked / boxes)
        worth += WHOLE_PLANE * sound
    if plane.deadline:
        worth *= DEAD_ENGINE
    if plane.flame == FIRE:
        worth *= BURNING
    return worth - JAM * plane.jammed
