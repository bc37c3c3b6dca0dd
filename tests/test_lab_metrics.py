"""Metrics of a match: each by a match that was worked out by hand, and the laws that all of them keep."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations
from math import inf, log10, nan
from typing import Any

import pytest

from aerodrome.bots import RandomBot
from aerodrome.chance import Chance
from aerodrome.deeds import Deed, What
from aerodrome.errors import AerodromeError
from aerodrome.events import Event
from aerodrome.hookspecs import hookimpl
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Result
from aerodrome_lab.metrics import METRICS, Metric, measure, per_match
from aerodrome_lab.trace import Asked, Step, Trace, play_traced
from toys import HEALTHY

BY_ID = {metric.id: metric for metric in METRICS}


def event(number: int, rule: str, to: tuple[int, ...] | None = None, kind: str = "thing") -> Event:
    return Event(number, "phase", kind, rule, {}, to)


RED_WINS = Result("red", {"red": 3.0, "blue": 1.0}, "X-1", "done")

MATCH = Trace(
    seats=("red", "blue"),
    teams=(0, 1),
    team_names=("red", "blue"),
    steps=(
        Step("plan", 1, (Asked(0, (4, 5), ("a", "b")), Asked(1, (5,), ("c",))), 0),
        Step("shoot", 1, (Asked(1, (1,), ("d",)),), 3),
        Step("plan", 2, (Asked(0, (10,), ("a",)), Asked(1, (10,), ("c",))), 5),
    ),
    rounds=2,
    events=[
        event(1, "X-1", (0,), "order"),
        event(2, "X-1"),
        event(3, "X-2"),
        event(4, "X-2", (1,)),
        event(5, "X-3"),
        event(6, "X-3"),
        event(7, "X-1"),
    ],
    deeds=(
        Deed(2, What.MANOEUVRE, 0, name="loop"),
        Deed(2, What.MANOEUVRE, 1, name="turn"),
        Deed(2, What.TAIL, 0, 1),
        Deed(3, What.SHOT, 0, 1),
        Deed(4, What.SHOT, 1, 0),
        Deed(6, What.MANOEUVRE, 0, name="turn"),
        Deed(6, What.MANOEUVRE, 1, name="turn"),
        Deed(6, What.SHOT, 0, 1),
        Deed(6, What.HIT, 0, 1),
        Deed(6, What.DAMAGE, 1, amount=0.5),
        Deed(6, What.DAMAGE, 1, amount=0.75),
        Deed(7, What.LOSS, 1, name="shot down"),
        Deed(7, What.LOSS, 0, name="crashed"),
    ),
    clauses=12,
    result=RED_WINS,
)
"""Two seats, three decisions in two rounds. Red tails blue, both fire, red hits, blue goes down and red crashes."""

BY_HAND = {
    "completed": 1.0,
    "drawn": 0.0,
    "first-side": 1.0,
    "margin": 2.0,
    "rounds": 2.0,
    "decisions": 3.0,
    "orders": 5.0,  # two, one, two
    "orders-a-round": 1.25,  # five by two seats in two rounds
    "branching": 35 / 6,  # 4, 5, 5, 1, 10, 10
    "real-choices": 5 / 6,  # all but the one option of the second decision
    "tree-size": 4.0,  # 4 x 5 x 5 = 100, then 1, then 10 x 10 = 100
    "together": 2 / 3,
    "private": 1 / 6,  # event 4; event 1 is the engine's copy of an order
    "rules-touched": 3 / 12,
    "first-shot": 1.0,
    "first-damage": 2.0,
    "first-loss": 2.0,
    "shots-a-round": 0.75,  # three by two seats in two rounds
    "hit-share": 1 / 3,
    "tails-a-round": 0.25,
    "strength-lost": 0.5,  # red nothing, blue all of it: more than all cannot be lost
    "losses": 1.0,
    "unhurt-losses": 0.5,  # red crashed without a scratch
    "variety": 0.25 * 2 + 0.75 * 0.4150374992788438,  # one loop, three turns; log2(4/3) = 0.415
}


def relabelled(trace: Trace, order: tuple[int, ...]) -> Trace:
    """The same match with seat ``order[n]`` sitting on place ``n``."""
    to = {old: new for new, old in enumerate(order)}
    names = [trace.team_names[trace.teams[seat]] for seat in order]
    teams = tuple(dict.fromkeys(names))
    return replace(
        trace,
        seats=tuple(trace.seats[seat] for seat in order),
        teams=tuple(teams.index(name) for name in names),
        team_names=teams,
        steps=tuple(
            replace(step, asked=tuple(replace(asked, seat=to[asked.seat]) for asked in reversed(step.asked)))
            for step in trace.steps
        ),
        events=[replace(e, to=None if e.to is None else tuple(to[seat] for seat in e.to)) for e in trace.events],
        deeds=tuple(replace(deed, seat=to[deed.seat], foe=to.get(deed.foe, -1)) for deed in trace.deeds),
        _rounds={},
    )


def random_match(seed: int) -> Trace:
    match = Match.create(HEALTHY.bind(), seed)
    seats = range(3)
    return play_traced(match, dict.fromkeys(seats, RandomBot()), {seat: Chance.of(seed + seat) for seat in seats})


def test_every_metric_was_worked_out_by_hand() -> None:
    assert list(BY_HAND) == [metric.id for metric in METRICS]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_a_metric_is_what_its_formula_says(metric: Metric) -> None:
    assert metric.of(MATCH) == pytest.approx(BY_HAND[metric.id])


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_the_names_of_seats_change_no_symmetric_metric(metric: Metric) -> None:
    for trace in (MATCH, *(random_match(seed) for seed in range(3))):
        values = {metric.of(relabelled(trace, order)) for order in permutations(range(len(trace.seats)))}
        assert len(values) == 1 or not metric.symmetric
    assert metric.symmetric or metric.of(relabelled(MATCH, (1, 0))) != metric.of(MATCH)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_values_lie_in_the_range_that_is_told(metric: Metric) -> None:
    least, most = metric.range
    for trace in (MATCH, *(random_match(seed) for seed in range(5))):
        value = metric.of(trace)
        assert value is None or least <= value <= most


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_a_match_in_which_nothing_happened_has_no_value_or_a_plain_one(metric: Metric) -> None:
    empty = replace(MATCH, steps=(), rounds=0, events=[], deeds=(), clauses=0, result=None, _rounds={})
    assert metric.of(empty) in (None, 0.0)


def test_a_draw_is_half_a_win_for_the_first_side() -> None:
    draw = replace(MATCH, result=Result(None, {"red": 2.0, "blue": 2.0}, "X-1", "even"))
    assert [BY_ID[name].of(draw) for name in ("drawn", "first-side", "margin")] == [1.0, 0.5, 0.0]


def test_what_a_metric_says_of_itself_is_complete() -> None:
    assert len(BY_ID) == len(METRICS)
    for metric in METRICS:
        assert "{value}" in metric.sentence
        assert metric.sentence.endswith(".")
        assert metric.title
        assert metric.formula
        assert metric.reference
        assert metric.more


def test_the_lab_brings_its_metrics_as_any_plugin_can() -> None:
    assert per_match(Plugins.load())[: len(METRICS)] == METRICS


# ---- traces


def nothing_to_divide(_: Trace) -> float:
    raise ZeroDivisionError("nothing to divide by")


@pytest.mark.parametrize(
    ("of", "says"),
    [
        (nothing_to_divide, "the metric 'odd' failed: ZeroDivisionError: nothing to divide by"),
        (lambda _: nan, "the metric 'odd' gave nan"),
        (lambda _: inf, "the metric 'odd' gave inf"),
        (lambda _: "much", "the metric 'odd' gave 'much'"),
    ],
)
def test_a_metric_that_gives_no_number_is_named(of: Any, says: str) -> None:
    with pytest.raises(AerodromeError, match=re.escape(says)):
        measure(replace(METRICS[0], id="odd", of=of), MATCH)
    assert measure(replace(METRICS[0], of=lambda _: None), MATCH) is None


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({}, "there are two metrics 'tree-size'"),
        ({"id": "tree_size"}, "there are two metrics"),
        ({"id": "new", "sentence": "It is {amount}."}, "the sentence of the metric 'new' cannot be filled in"),
        ({"id": "new", "sentence": "It is {value"}, "the sentence of the metric 'new' cannot be filled in"),
        ({"id": "new", "sentence": ""}, "the sentence of the metric 'new' cannot be filled in"),
    ],
)
def test_a_metric_that_cannot_be_told_is_refused_before_anything_is_played(changed: Any, says: str) -> None:
    class Brings:
        @hookimpl
        def aerodrome_metrics(self) -> list[Metric]:
            return [replace(BY_ID["tree-size"], **changed)]

    with pytest.raises(AerodromeError, match=re.escape(says)):
        per_match(Plugins.load([("more", Brings())]))


def test_a_trace_tells_what_was_asked_and_picked() -> None:
    trace = random_match(7)
    assert trace.result is not None
    assert [step.events for step in trace.steps] == sorted(step.events for step in trace.steps)
    orders = [e for e in trace.events if e.kind == "order"]
    picked = [asked.picks for step in trace.steps for asked in step.asked]
    assert picked == [tuple(e.facts["picks"]) for e in orders]  # type: ignore[arg-type]
    for step in trace.steps:
        for asked in step.asked:
            assert len(asked.widths) == len(asked.picks)
    assert Asked(0, (3, 2), ("a", "b")).orders == 6
    assert log10(Asked(0, (), ()).orders) == 0


def test_an_event_belongs_to_the_round_of_the_decision_before_it() -> None:
    assert [MATCH.round_of(number) for number in range(1, 8)] == [1, 1, 1, 1, 1, 2, 2]
    assert MATCH.round_of(99) == 0


def test_a_match_without_end_is_broken_off_at_the_limit() -> None:
    short = HEALTHY.variant()
    short.__class__ = type("Hasty", (type(HEALTHY),), {"LIMIT": 2})
    match = Match.create(short.bind(), 1)
    trace = play_traced(match, dict.fromkeys(range(3), RandomBot()), {seat: Chance.of(seat) for seat in range(3)})
    assert trace.result is None
    assert len(trace.steps) == 2
    assert BY_ID["completed"].of(trace) == 0.0
