"""Matches of a duel between equal bots: every metric of a match, and what the plots need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aerodrome.deeds import What
from aerodrome_lab.duels import Duel, begin
from aerodrome_lab.jobs import plugins, rules_of
from aerodrome_lab.metrics import Value, measure, per_match
from aerodrome_lab.trace import Trace, play_traced


@dataclass(frozen=True, slots=True)
class Batch:
    """Matches ``first`` to ``first + count - 1`` of a duel, the same bot on both sides."""

    duel: Duel
    bot: str
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Sample:
    """One match.

    Attributes:
        values: of the metrics, in their order.
        points: what the first aircraft's side took: 1, ½ or 0.
        strength: at the end of each round, the mean strength of the seats that is left.
        widths: at each decision, the mean number of options a pick.
        streams: by stream of chance, the bytes drawn from it.
    """

    values: tuple[Value, ...]
    points: float
    strength: tuple[float, ...]
    widths: tuple[float, ...]
    streams: dict[str, int]


def play_batch(batch: Batch) -> list[Sample]:
    """Plays the matches of a batch."""
    return [_sample(batch, index) for index in range(batch.first, batch.first + batch.count)]


def _sample(batch: Batch, index: int) -> Sample:
    match, bots, chances = begin(batch.duel, index, (batch.bot, batch.bot), record=True)
    trace = play_traced(match, bots, chances)
    return Sample(
        tuple(measure(metric, trace) for metric in per_match(plugins())),
        batch.duel.points(index, rules_of(batch.duel.job(index)), trace.result),
        strength_left(trace),
        tuple(_width([w for asked in step.asked for w in asked.widths]) for step in trace.steps),
        match.umpire.chance.position(),
    )


def _width(widths: Sequence[int]) -> float:
    return sum(widths) / len(widths) if widths else 1.0


def strength_left(trace: Trace) -> tuple[float, ...]:
    """At the end of each round, the mean over seats of the strength that is left; a seat that is lost has none."""
    if not trace.deeds or not trace.rounds:
        return ()
    left = [1.0] * len(trace.seats)
    curve = []
    deeds = iter(trace.deeds)
    deed = next(deeds, None)
    for number in range(1, trace.rounds + 1):
        while deed is not None and trace.round_of(deed.event) <= number:
            if deed.what is What.DAMAGE:
                left[deed.seat] = max(0.0, left[deed.seat] - deed.amount)
            elif deed.what is What.LOSS:
                left[deed.seat] = 0.0
            deed = next(deeds, None)
        curve.append(sum(left) / len(left))
    return tuple(curve)
