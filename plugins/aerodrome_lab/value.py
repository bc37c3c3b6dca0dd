"""How a match stands, and what that says of tension, stakes and secrecy.

The value of a position for a side is the share of points that it takes when everybody plays on at random, over a fixed
number of tries. That is a crude judge, but the same for every ruleset; how well it foresees the outcome is reported
beside everything that rests on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, log2, sqrt
from random import Random
from typing import TypeAlias

import numpy as np
from scipy.optimize import linprog

from aerodrome.bots import Bot, Perspective, move
from aerodrome.canonical import canonical_json
from aerodrome.chance import Chance
from aerodrome.match import Match
from aerodrome.orders import Picks
from aerodrome.visibility import REFEREE, project
from aerodrome_lab.duels import Duel, begin

TRIES = 32
"""Random endings that make a value."""

ORDERS = 5
"""Orders of each side that are tried against each other where stakes are measured."""

CELL = 12
"""Random endings for each pair of orders: half to choose by, half to judge the choice by."""

GUESSES = 64
"""Draws of what is hidden; so hidden information shows as 6 bits at most."""

READS = 8
"""Orders that a bot is asked for where it is measured how hard it is to read."""

DEAD_BAND = 0.05
"""A lead must be this large to count."""

LOOKS = 4
"""Decisions of a match at which stakes and secrets are measured."""


@dataclass(frozen=True, slots=True)
class Watched:
    """Match ``index`` of a duel, watched by the judge. ``bot`` plays both sides."""

    duel: Duel
    bot: str
    index: int


@dataclass(frozen=True, slots=True)
class Tension:
    """What the judge saw in one match; ``None`` where nothing could be seen.

    Attributes:
        curve: at each decision, the value for the first aircraft's side; for the plots.
    """

    drama: float | None
    lead_changes: float | None
    uncertainty: float | None
    brier: float | None
    stakes: float | None
    information: float | None
    hidden_bits: float | None
    hidden_share: float | None
    order_bits: float | None
    curve: tuple[float, ...]


def watch(task: Watched) -> Tension:
    """Plays the match and judges it at every decision."""
    match, bots, chances = begin(task.duel, task.index, (task.bot, task.bot))
    random = Random(f"{task.duel.ruleset}/{task.index}")
    first = task.duel.teams[task.index % 2][0]
    looks = _looks(match, random)
    curve: list[float] = []
    seen: dict[str, list[float]] = {name: [] for name in ("stakes", "information", "bits", "share", "orders")}
    while match.pending:
        curve.append(value(match, first, TRIES, random))
        if match.decision in looks:
            _look(match, first, random, seen)
            for seat in match.pending:
                seen["orders"].append(order_bits(match, seat, bots[seat]))
        for seat in match.pending:
            move(match, seat, bots[seat], chances[seat])
    points = task.duel.points(task.index, match.rules, match.result)
    return Tension(
        drama(curve, points),
        lead_changes(curve),
        uncertainty(curve),
        brier(curve, points),
        _mean(seen["stakes"]),
        _mean(seen["information"]),
        _mean(seen["bits"]),
        _mean(seen["share"]),
        _mean(seen["orders"]),
        tuple(curve),
    )


def _looks(match: Match, random: Random) -> set[int]:
    """Numbers of the decisions to look at, spread over a match of the length that a random one has."""
    probe = match.clone()
    end(probe, random)
    length = max(probe.decision, LOOKS)
    return {1 + round(length * (look + 0.5) / LOOKS) for look in range(LOOKS)}


def _look(match: Match, first: int, random: Random, seen: dict[str, list[float]]) -> None:
    sides = _deciding(match, first)
    if sides is not None:
        found = stakes_and_information(match, sides, random)
        seen["stakes"].append(found[0])
        seen["information"].append(found[1])
    for seat in range(len(match.rules.seats)):
        bits, part = hidden(match, seat)
        seen["bits"].append(bits)
        seen["share"].append(part)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


# ---- the judge


def end(match: Match, random: Random) -> None:
    """Plays on at random to the end or to the ruleset's limit."""
    limit = match.rules.ruleset.LIMIT
    while match.pending and match.decision <= limit:
        for seat in match.pending:
            match.order(seat, *_at_random(match, seat, random))


def _at_random(match: Match, seat: int, random: Random) -> Picks:
    """A random order, which stays drafted but for its last pick if it has one pick only."""
    offered = match.options(seat)
    if match.phase.decision is not None and match.phase.decision.picks == 1:
        return (offered[int(random.random() * len(offered))],)
    while offered:
        match.pick(seat, offered[int(random.random() * len(offered))])
        offered = match.options(seat)
    return ()


def value(match: Match, team: int, tries: int, random: Random) -> float:
    """The share of points that ``team`` takes in random endings of the match as it truly stands."""
    return sum(_one_ending(match, team, random) for _ in range(tries)) / tries


def _one_ending(match: Match, team: int, random: Random) -> float:
    copy = match.clone()
    copy.umpire.chance = Chance.of(random.getrandbits(62))
    end(copy, random)
    if copy.result is None or copy.result.winner is None:
        return 0.5
    return float(match.rules.team_names.index(copy.result.winner) == team)


# ---- series of values: each for the first side, the other's is 1 minus it


def drama(curve: Sequence[float], points: float) -> float | None:
    """Browne: how far the winner was behind, mean over the decisions at which it was, of the root of the gap."""
    if points == 0.5 or not curve:
        return None
    gaps = [(1 - 2 * v) if points == 1 else (2 * v - 1) for v in curve]
    behind = [sqrt(gap) for gap in gaps if gap > 0]
    return sum(behind) / len(behind) if behind else 0.0


def lead_changes(curve: Sequence[float]) -> float | None:
    """Changes of the leader from decision to decision; a lead within the dead band is nobody's."""
    leaders = [v > 0.5 for v in curve if abs(2 * v - 1) >= DEAD_BAND]
    if len(curve) < 2:
        return None
    return sum(one != other for one, other in pairwise(leaders)) / (len(curve) - 1)


def uncertainty(curve: Sequence[float]) -> float | None:
    """How open the outcome was: the mean entropy of the value, 1 while both sides stand alike, 0 when all is clear."""
    if not curve:
        return None
    return sum(_entropy((v, 1 - v)) for v in curve) / len(curve) / log(2)


def brier(curve: Sequence[float], points: float) -> float | None:
    """The judge's own error: the mean of (value − outcome)². Always saying one half has 0.25."""
    return sum((v - points) ** 2 for v in curve) / len(curve) if curve else None


def _entropy(shares: Sequence[float]) -> float:
    return -sum(p * log(p) for p in shares if p > 0)


# ---- one decision: what is at stake, and what it would be worth to know the other's sealed order


def _deciding(match: Match, first: int) -> tuple[int, int] | None:
    """The seat of each side that decides now, if both sides have exactly one."""
    teams = match.rules.teams
    if len(match.pending) != 2 or teams[match.pending[0]] == teams[match.pending[1]]:
        return None
    one, two = match.pending
    return (one, two) if teams[one] == first else (two, one)


def stakes_and_information(match: Match, sides: tuple[int, int], random: Random) -> tuple[float, float]:
    """What a good order is worth over a bad one, and what seeing the other's order first is worth over not seeing it.

    A few orders of each side are tried against each other. Half of the endings choose, the other half judge, so that
    luck in the choice does not count as skill.
    """
    orders = [_some_orders(match, seat, random) for seat in sides]
    choose, judge = (_payoffs(match, sides, orders, random) for _ in range(2))
    return stakes(choose, judge), information(choose, judge)


def _some_orders(match: Match, seat: int, random: Random) -> list[Picks]:
    """A few different orders of a seat, by random picks."""
    found: dict[tuple[int, ...], Picks] = {}
    for _ in range(3 * ORDERS):
        copy = match.clone()
        offered = copy.options(seat)
        while offered:
            copy.pick(seat, offered[int(random.random() * len(offered))])
            offered = copy.options(seat)
        picks = copy.picks(seat)
        found.setdefault(tuple(option.code for option in picks), picks)
        if len(found) == ORDERS:
            break
    return list(found.values())


Payoffs: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Mix: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]


def _payoffs(match: Match, sides: tuple[int, int], orders: list[list[Picks]], random: Random) -> Payoffs:
    team = match.rules.teams[sides[0]]
    found = np.empty((len(orders[0]), len(orders[1])))
    for i, mine in enumerate(orders[0]):
        for j, other in enumerate(orders[1]):
            total = 0.0
            for _ in range(CELL // 2):
                copy = match.clone()
                copy.umpire.chance = Chance.of(random.getrandbits(62))
                copy.order(sides[0], *mine)
                copy.order(sides[1], *other)
                end(copy, random)
                won = None if copy.result is None else copy.result.winner
                total += 0.5 if won is None else float(match.rules.team_names.index(won) == team)
            found[i, j] = total / (CELL // 2)
    return found


def stakes(choose: Payoffs, judge: Payoffs) -> float:
    """The value of the order that ``choose`` likes best minus that of the one it likes least, as ``judge`` sees them,
    the other side picking any order; mean of both sides."""
    gaps = []
    for chosen, judged in ((choose, judge), (1 - choose.T, 1 - judge.T)):
        means = chosen.mean(axis=1)
        gaps.append(float(judged[means.argmax()].mean() - judged[means.argmin()].mean()))
    return sum(gaps) / 2


def information(choose: Payoffs, judge: Payoffs) -> float:
    """What answering the other's known order is worth over the equilibrium, in points; mean of both sides.

    The other plays its equilibrium mix. Who sees the order answers it by what ``choose`` says; who does not plays the
    own mix. ``judge`` says what comes of both.
    """
    gaps = []
    for chosen, judged in ((choose, judge), (1 - choose.T, 1 - judge.T)):
        mine, other = equilibrium(chosen), equilibrium(1 - chosen.T)
        known = sum(p * judged[chosen[:, j].argmax(), j] for j, p in enumerate(other))
        gaps.append(float(known - mine @ judged @ other))
    return sum(gaps) / 2


def equilibrium(payoffs: Payoffs) -> Mix:
    """The mix of the row player in a game of two in which one wins what the other loses, by linear programming."""
    rows, columns = payoffs.shape
    solved = linprog(
        c=[*[0.0] * rows, -1.0],
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * rows, 0.0]],
        b_eq=[1.0],
        bounds=[*[(0, 1)] * rows, (None, None)],
    )
    mix: Mix = np.clip(solved.x[:rows], 0, None)
    mix /= mix.sum()
    return mix


# ---- what is hidden


def hidden(match: Match, seat: int) -> tuple[float, float]:
    """What ``seat`` does not know of the state: bits, as far as a few draws can tell, and the share of the state's
    components that it is not shown."""
    draws: Counter[str] = Counter()
    for number in range(GUESSES):
        imagined = match.imagine(seat, Chance.of(number))
        draws[canonical_json(project(imagined.state, REFEREE, match.rules.teams))] += 1
    everything = _components(project(match.state, REFEREE, match.rules.teams))
    shown = _components(match.view(seat)["state"])
    return bits(draws.values()), 1 - shown / everything if everything else 0.0


def bits(counts: Iterable[int]) -> float:
    """The entropy of what was drawn so often, in bits."""
    found = list(counts)
    total = sum(found)
    return sum(n / total * log2(total / n) for n in found)


def _components(view: object) -> int:
    """Single facts in a view: numbers, words, and the items of lists."""
    if isinstance(view, dict):
        return sum(map(_components, view.values()))
    if isinstance(view, list):
        return sum(map(_components, view))
    return 1


def order_bits(match: Match, seat: int, bot: Bot, tries: int = READS) -> float:
    """How hard the bot is to read: the entropy of what it orders here when only its own chance differs, in bits."""
    drawn: Counter[tuple[str, ...]] = Counter()
    for number in range(tries):
        copy = match.clone()
        chance = Chance.of(number)
        while copy.options(seat):
            copy.pick(seat, bot.choose(Perspective(copy, seat, chance)))
        drawn[tuple(option.key for option in copy.picks(seat))] += 1
    return bits(drawn.values())
