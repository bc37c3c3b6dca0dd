"""Estimates with their intervals. All statistics are scipy's; here they are only asked the right question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import hypot
from typing import Any

import numpy as np
from scipy import optimize, special, stats

CONFIDENCE = 0.95
RESAMPLES = 2_000
MIXES = 200
FEW = 8
"""With fewer matches, pairs or dice than this a bootstrap interval is too narrow to tell systems apart by."""

SEED = 1918
"""Of the bootstrap: the same values always have the same interval. Of mixes, which take longer, fewer are drawn."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval and the number of matches, pairs or seeds behind it."""

    value: float
    low: float
    high: float
    n: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high


def share(count: int, n: int) -> Estimate | None:
    """A share of matches, with Wilson's interval."""
    if not n:
        return None
    interval = stats.binomtest(count, n).proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(count / n, float(interval.low), float(interval.high), n)


def mean(values: Sequence[float]) -> Estimate | None:
    """A mean, with a bootstrap interval over the values: means of pairs, so that both matches of a pair stay
    together."""
    if not values:
        return None
    found = np.asarray(values, dtype=float)
    middle = float(found.mean())
    if len(found) < 2 or np.ptp(found) == 0:
        return Estimate(middle, middle, middle, len(found))
    drawn = stats.bootstrap(
        (found,),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return Estimate(middle, float(drawn.low), float(drawn.high), len(found))


def points(values: Sequence[float]) -> Estimate | None:
    """A mean of points, each between 0 and 1, like `mean`. Values that are all alike say less than a bootstrap makes
    of them: another one may still come up as often as Wilson's bound for none of so many says, and be as far off as
    can be."""
    found, other = mean(values), share(0, len(values))
    if found is None or other is None or found.low < found.high:
        return found
    return Estimate(found.value, found.value * (1 - other.high), found.value + (1 - found.value) * other.high, found.n)


def average(estimates: Sequence[Estimate]) -> Estimate | None:
    """The mean of estimates that come from different matches; their intervals add up like variances (MOVER: Zou and
    Donner 2008)."""
    if not estimates:
        return None
    size = len(estimates)
    middle = sum(e.value for e in estimates) / size
    below = hypot(*(e.value - e.low for e in estimates)) / size
    above = hypot(*(e.high - e.value for e in estimates)) / size
    return Estimate(middle, middle - below, middle + above, min(e.n for e in estimates))


def difference(one: Sequence[float | None], other: Sequence[float | None]) -> Estimate | None:
    """The mean of paired differences ``one`` − ``other``; pairs in which either has no value are left out."""
    pairs = zip(one, other, strict=True)
    return mean([a - b for a, b in pairs if a is not None and b is not None])


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median and the values below which 5 and 95 of 100 lie."""
    low, middle, high = np.quantile(np.asarray(values, dtype=float), (0.05, 0.5, 0.95))
    return {"p5": float(low), "median": float(middle), "p95": float(high)}


def differ(groups: Sequence[Sequence[float]]) -> float:
    """The p-value of Kruskal and Wallis: how easily such groups come from one distribution. 1 when nothing differs."""
    told = [group for group in groups if group]
    if len(told) < 2 or len({value for group in told for value in group}) < 2:
        return 1.0
    return float(stats.kruskal(*told).pvalue)


def false_discoveries(p_values: Sequence[float]) -> list[float]:
    """The p-values adjusted after Benjamini and Hochberg."""
    return [float(p) for p in stats.false_discovery_control(p_values)] if p_values else []


def luck(points: Sequence[Sequence[float]]) -> Estimate | None:
    """How much of the outcome the dice decide: the intraclass correlation of plays with the same dice.

    Args:
        points: for each dice, what one side took in each of its plays; as many plays for each, two or more.

    Returns:
        ICC(1) of Shrout and Fleiss (1979) with its interval from the F distribution: the variance between dice as a
        share of all variance. ``None`` if every play ended alike. It may come out below 0 where dice decide nothing.
    """
    found = np.asarray(points, dtype=float)
    dice, plays = found.shape
    if dice < 2 or np.ptp(found) == 0:
        return None
    between = plays * float(found.mean(axis=1).var(ddof=1))
    within = float(found.var(axis=1, ddof=1).mean())
    if within == 0:
        return Estimate(1.0, 1.0, 1.0, dice)
    ratio, tail = between / within, (1 + CONFIDENCE) / 2
    freedom = dice - 1, dice * (plays - 1)
    bounds = (ratio / stats.f.ppf(tail, *freedom), ratio, ratio * stats.f.ppf(tail, *freedom[::-1]))
    low, value, high = ((float(f) - 1) / (float(f) + plays - 1) for f in bounds)
    return Estimate(value, low, high, dice)


def elo(points: float) -> float:
    """The difference in rating at which a player expects this share of the points; shares are kept off 0 and 1."""
    kept = min(max(points, 0.005), 0.995)
    return float(400 * np.log10(kept / (1 - kept)))


def rating(points: Estimate) -> Estimate:
    """`elo` of a share of the points, with its interval."""
    return Estimate(elo(points.value), elo(points.low), elo(points.high), points.n)


def nash_mix(points: Sequence[Sequence[float]]) -> list[float]:
    """How often to be each of several players, so that none of them takes more than half of the points: of all such
    mixes the one of greatest entropy (Balduzzi and others, 2018: maxent Nash).

    Args:
        points: in row i and column j, what player i takes from player j; with what j takes from i they make 1.
    """
    gains = np.asarray(points, dtype=float) - 0.5
    size = len(gains)
    found = optimize.minimize(
        lambda mix: -special.entr(mix).sum(),
        np.full(size, 1 / size),
        jac=lambda mix: 1 + np.log(np.maximum(mix, 1e-12)),
        bounds=[(0, 1)] * size,
        constraints=[
            {"type": "eq", "fun": lambda mix: mix.sum() - 1},
            {"type": "ineq", "fun": lambda mix: mix @ gains, "jac": lambda _: gains.T},
        ],
        method="SLSQP",
    )
    mix = np.clip(found.x, 0, 1)
    return [float(share) for share in mix / mix.sum()]


def diversity(met: Mapping[tuple[int, int], Sequence[float]], size: int) -> Estimate | None:
    """How many different players it takes not to be beaten by any of them: the entropy of their Nash mix in bits, with
    a bootstrap interval.

    Args:
        met: for each pair i > j of ``size`` players, what i took in each match against j. ``None`` without all pairs.
    """
    if any(not met.get((i, j)) for i in range(size) for j in range(i)):
        return None
    rng = np.random.default_rng(SEED)
    drawn = [_bits({pair: rng.choice(found, len(found)) for pair, found in met.items()}, size) for _ in range(MIXES)]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, (tail, 1 - tail))
    return Estimate(_bits(met, size), float(low), float(high), min(map(len, met.values())))


def _bits(met: Mapping[tuple[int, int], Any], size: int) -> float:
    points = np.full((size, size), 0.5)
    for (i, j), found in met.items():
        points[i, j] = np.mean(found)
        points[j, i] = 1 - points[i, j]
    return float(special.entr(nash_mix(points.tolist())).sum() / np.log(2))
