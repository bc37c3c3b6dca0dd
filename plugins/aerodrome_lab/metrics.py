"""Metrics of a match: what the lab measures, one row a metric, each with its formula and where it comes from.

A metric is a function of a `Trace`, and nothing else. Plugins bring theirs by the hook ``aerodrome_metrics``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from math import inf, isfinite, log2, log10
from statistics import fmean
from typing import TypeAlias

from aerodrome.deeds import What
from aerodrome.errors import AerodromeError
from aerodrome.plugins import Plugins
from aerodrome_lab.trace import Step, Trace

Value: TypeAlias = float | None
"""A metric's value in a match; ``None`` where it does not apply: no shot, no round, no end."""


class Kind(Enum):
    """How values of many matches are put together."""

    SHARE = "a share of matches; its interval is Wilson's"
    POINTS = "a mean of points (1, a half, 0); a bootstrap over pairs of matches, wider where all pairs are alike"
    MEAN = "a mean over matches; its interval is a bootstrap over pairs of matches"


@dataclass(frozen=True, slots=True)
class Metric:
    """What is measured in a match.

    Attributes:
        id: as in tables and files.
        title: for people.
        unit: of the values; empty for a pure number.
        range: least and greatest value that can be.
        more: what a larger value means: "more is ...".
        formula: in words or signs.
        reference: where it comes from.
        of: the value in one match.
        sentence: what a mean of ``{value}`` says, in plain words.
        symmetric: whether the seats could change their names and nothing would change.
    """

    id: str
    title: str
    unit: str
    range: tuple[float, float]
    more: str
    formula: str
    reference: str
    of: Callable[[Trace], Value]
    sentence: str
    kind: Kind = Kind.MEAN
    symmetric: bool = True
    tier: int = 1


def per_match(plugins: Plugins) -> tuple[Metric, ...]:
    """The metrics of all plugins, in the order in which they are brought.

    Raises:
        AerodromeError: two of them have one name, or a sentence cannot be filled in.
    """
    found = tuple(metric for metric in plugins.metrics() if isinstance(metric, Metric))
    names = Counter(metric.id.replace("_", "-") for metric in found)
    for metric in found:
        if names[metric.id.replace("_", "-")] > 1:
            raise AerodromeError(f"there are two metrics {metric.id!r}", remedy="give one of them another id")
        if not _fills(metric.sentence):
            raise AerodromeError(
                f"the sentence of the metric {metric.id!r} cannot be filled in: {metric.sentence!r}",
                expected="words with {value} among them, and braces nowhere else",
            )
    return found


def _fills(sentence: str) -> bool:
    try:
        return sentence.format(value="7") != sentence.format(value="8")
    except (LookupError, ValueError):
        return False


def measure(metric: Metric, trace: Trace) -> Value:
    """The value of a metric in a match.

    Raises:
        AerodromeError: it failed, or gave something that no mean can be taken of.
    """
    try:
        value = metric.of(trace)
    except Exception as error:
        what = f"the metric {metric.id!r} failed: {type(error).__name__}: {error}"
        raise AerodromeError(what) from error
    if value is None or (isinstance(value, int | float) and isfinite(value)):
        return value
    raise AerodromeError(
        f"the metric {metric.id!r} gave {value!r}", expected="a finite number, or None where it does not apply"
    )


# ---- outcome


def completed(trace: Trace) -> Value:
    return float(trace.result is not None)


def drawn(trace: Trace) -> Value:
    return None if trace.result is None else float(trace.winner is None)


def first_side(trace: Trace) -> Value:
    if trace.result is None:
        return None
    return 0.5 if trace.winner is None else float(trace.winner == trace.teams[0])


def margin(trace: Trace) -> Value:
    """Seats of a team that each carry the team's score count once."""
    if trace.result is None:
        return None
    best = [max(score for seat, score in _scores(trace) if trace.teams[seat] == team) for team in set(trace.teams)]
    return max(best) - min(best)


def _scores(trace: Trace) -> Iterable[tuple[int, float]]:
    assert trace.result is not None
    return ((seat, trace.result.scores[name]) for seat, name in enumerate(trace.seats))


# ---- length and effort


def rounds(trace: Trace) -> Value:
    return float(trace.rounds) if trace.rounds else None


def decisions(trace: Trace) -> Value:
    return float(len(trace.steps))


def orders(trace: Trace) -> Value:
    return float(sum(len(step.asked) for step in trace.steps))


def orders_a_round(trace: Trace) -> Value:
    return sum(len(step.asked) for step in trace.steps) / len(trace.seats) / trace.rounds if trace.rounds else None


def branching(trace: Trace) -> Value:
    widths = [width for step in trace.steps for asked in step.asked for width in asked.widths]
    return fmean(widths) if widths else None


def real_choices(trace: Trace) -> Value:
    widths = [width for step in trace.steps for asked in step.asked for width in asked.widths]
    return sum(width > 1 for width in widths) / len(widths) if widths else None


def tree_size(trace: Trace) -> Value:
    return sum(_joint(step) for step in trace.steps)


def _joint(step: Step) -> float:
    """The joint orders of a decision, as a power of ten."""
    return sum(log10(asked.orders) for asked in step.asked if asked.widths)


def together(trace: Trace) -> Value:
    return sum(len(step.asked) > 1 for step in trace.steps) / len(trace.steps) if trace.steps else None


def private(trace: Trace) -> Value:
    """The engine's own copy of a sealed order does not count: every system has one for each order."""
    told = [event for event in trace.events if event.kind != "order"]
    return sum(event.to is not None for event in told) / len(told) if told else None


def rules_touched(trace: Trace) -> Value:
    return len({event.rule for event in trace.events}) / trace.clauses if trace.clauses else None


# ---- air combat


def _first(*whats: What) -> Callable[[Trace], Value]:
    def first(trace: Trace) -> Value:
        for deed in trace.deeds:
            if deed.what in whats:
                return float(trace.round_of(deed.event))
        return None

    return first


def _a_round(what: What) -> Callable[[Trace], Value]:
    def a_round(trace: Trace) -> Value:
        if not trace.deeds or not trace.rounds:
            return None
        return sum(deed.what is what for deed in trace.deeds) / len(trace.seats) / trace.rounds

    return a_round


def hit_share(trace: Trace) -> Value:
    count = Counter(deed.what for deed in trace.deeds)
    return count[What.HIT] / count[What.SHOT] if count[What.SHOT] else None


def strength_lost(trace: Trace) -> Value:
    if not trace.deeds:
        return None
    lost = [0.0] * len(trace.seats)
    for deed in trace.deeds:
        if deed.what is What.DAMAGE:
            lost[deed.seat] += deed.amount
    return fmean(min(1.0, amount) for amount in lost)


def losses(trace: Trace) -> Value:
    return sum(deed.what is What.LOSS for deed in trace.deeds) / len(trace.seats) if trace.deeds else None


def unhurt_losses(trace: Trace) -> Value:
    """Losses of seats that nobody had ever damaged: crashes, collisions, spins."""
    hurt: set[int] = set()
    lost = unhurt = 0
    for deed in trace.deeds:
        if deed.what is What.DAMAGE:
            hurt.add(deed.seat)
        elif deed.what is What.LOSS:
            lost += 1
            unhurt += deed.seat not in hurt
    return unhurt / lost if lost else None


def variety(trace: Trace) -> Value:
    count = Counter(deed.name for deed in trace.deeds if deed.what is What.MANOEUVRE)
    total = count.total()
    return sum(n / total * log2(total / n) for n in count.values()) if total else None


LUDII = "Ludii, metrics/single and metrics/multiple"
BROWNE = "Browne and Maire 2010"
OURS = "Aerodrome"
SOME = (0.0, inf)
SHARE = (0.0, 1.0)

METRICS = (
    Metric("completed", "completed", "", SHARE, "more matches with an end", "matches with a result / matches",
           f"{BROWNE}; {LUDII}: Completion", completed, "{value} of the matches come to an end.", Kind.SHARE),
    Metric("drawn", "drawn", "", SHARE, "fewer winners", "draws / matches",
           f"{BROWNE}; {LUDII}: Drawishness", drawn, "{value} of the matches end in a draw.", Kind.SHARE),
    Metric("first-side", "first seat takes", "", SHARE, "who sits first is better off, whatever is flown there",
           "wins of the first seat's team, draws half / matches", f"{LUDII}: AdvantageP1", first_side,
           "The first seat takes {value} of the points.", Kind.POINTS, symmetric=False),
    Metric("margin", "margin", "points", SOME, "clearer wins", "best score − worst score of the teams",
           "TAG: FinalScore; Ludii: ScoreDifference", margin,
           "The sides end {value} points apart, as each system counts them."),
    Metric("rounds", "rounds", "rounds", SOME, "longer matches", "rounds begun",
           f"{LUDII}: duration", rounds, "A match takes {value} rounds."),
    Metric("decisions", "decisions", "decisions", SOME, "longer matches", "decisions, simultaneous ones once",
           f"{LUDII}: duration", decisions, "A match has {value} moments of decision."),
    Metric("orders", "orders", "orders", SOME, "more work", "orders sealed by all seats together",
           f"{LUDII}: duration", orders, "All seats together give {value} orders."),
    Metric("orders-a-round", "orders a seat and round", "orders", SOME, "finer rounds",
           "orders / seats / rounds", OURS, orders_a_round, "A seat gives {value} orders a round."),
    Metric("branching", "branching", "options", (1.0, inf), "more to choose from",
           "mean number of options a pick", "Ludii: BranchingFactor; TAG: Actions", branching,
           "A pick is made among {value} options."),
    Metric("real-choices", "real choices", "", SHARE, "fewer forced picks", "picks with two options or more / picks",
           "TAG: Decisions", real_choices, "{value} of the picks are real choices."),
    Metric("tree-size", "game tree", "powers of ten", SOME, "a larger game", "Σ log10 of the joint orders a decision",
           f"{LUDII}: GameTreeComplexity", tree_size, "The tree of a match has about 10 to the {value} leaves."),
    Metric("together", "simultaneous", "", SHARE, "more is decided together",
           "decisions that ask two seats or more / decisions", OURS, together,
           "{value} of the decisions are made by several seats at once."),
    Metric("private", "private events", "", SHARE, "more is kept from somebody",
           "events that somebody may not know of / events", OURS, private,
           "{value} of what happens is kept from somebody."),
    Metric("rules-touched", "rules touched", "", SHARE, "a larger part of the rulebook is at work",
           "different clauses cited in a match / clauses of the catalogue", OURS, rules_touched,
           "A match touches {value} of the rulebook."),
    Metric("first-shot", "first shot", "round", SOME, "a longer approach", "round of the first shot",
           OURS, _first(What.SHOT), "The first shot falls in round {value}."),
    Metric("first-damage", "first damage", "round", SOME, "a longer approach", "round of the first damage",
           OURS, _first(What.DAMAGE), "The first damage is done in round {value}."),
    Metric("first-loss", "first loss", "round", SOME, "longer lives", "round of the first loss",
           OURS, _first(What.LOSS), "The first aircraft is lost in round {value}."),
    Metric("shots-a-round", "shots a seat and round", "shots", SOME, "more fire", "shots / seats / rounds",
           OURS, _a_round(What.SHOT), "A seat fires {value} times a round."),
    Metric("hit-share", "hits a shot", "", SHARE, "deadlier fire", "hits / shots", OURS, hit_share,
           "{value} of the shots hit."),
    Metric("tails-a-round", "tailings a seat and round", "times", SOME, "more tailing", "tailings / seats / rounds",
           OURS, _a_round(What.TAIL), "A seat comes to tail another {value} times a round."),
    Metric("strength-lost", "strength lost", "", SHARE, "bloodier matches", "mean over seats of the strength lost",
           OURS, strength_lost, "A seat loses {value} of its strength."),
    Metric("losses", "losses a seat", "aircraft", SOME, "bloodier matches", "aircraft lost / seats", OURS, losses,
           "A seat loses {value} aircraft."),
    Metric("unhurt-losses", "losses without a hit", "", SHARE, "more accidents",
           "losses of seats that were never damaged / losses", OURS, unhurt_losses,
           "{value} of the losses come without any damage by a foe."),
    Metric("variety", "variety of manoeuvres", "bits", SOME, "more different manoeuvres",
           "entropy of the manoeuvres flown", OURS, variety,
           "The manoeuvres of a match are as varied as {value} bits."),
)  # fmt: skip
"""Read from the log alone, in the order of the report."""
