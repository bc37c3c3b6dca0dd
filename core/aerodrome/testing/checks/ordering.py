"""Orders: everybody who is asked can answer, only what is offered is taken, and every match ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from aerodrome.canonical import canonical_json
from aerodrome.errors import Refusal, RulesetError
from aerodrome.match import Match
from aerodrome.orders import Option, Orders
from aerodrome.phases import PhaseGraph
from aerodrome.testing import twins
from aerodrome.testing.cases import MOST_PICKS, Case, Walk, visits
from aerodrome.testing.checks.base import (
    check,
    check_once,
    played,
    seats,
    viewers,
)


@check
def every_match_ends(case: Case, walk: Walk) -> None:
    """Random play comes to an end; the engine looks the result over."""
    assert played(case, walk, record=False).over


@check_once
def idle_matches_end(case: Case, walk: Walk) -> None:
    """A match ends also when nobody ever acts: when all time runs out, and when everybody takes the first option, or
    the last one, every time."""
    ways: dict[str, Callable[[Match, int], None]] = {
        "all time runs out": lambda match, seat: match.expire(seat),
        "everybody takes the first option": lambda match, seat: _always(match, seat, 0),
        "everybody takes the last option": lambda match, seat: _always(match, seat, -1),
    }
    for name, act in ways.items():
        match = case.match(walk, record=False)
        while match.pending:
            assert match.decision <= case.ruleset.LIMIT, f"no end after {case.ruleset.LIMIT} decisions when {name}"
            for seat in match.pending:
                act(match, seat)


def _always(match: Match, seat: int, which: int) -> None:
    for _ in range(MOST_PICKS):
        options = match.options(seat)
        if not options:
            break
        match.pick(seat, options[which])
    match.seal(seat)


@check
def pending_seats_have_options(case: Case, walk: Walk) -> None:
    """Whoever is asked can answer, and every order that is begun can be completed."""
    match = case.match(walk)
    steps = 0
    while match.pending and steps < 400:
        steps += 1
        _check_asked(match)
        for seat in match.pending:
            assert match.options(seat), f"{match.rules.seats[seat]} is asked in {match.phase.id} and has no option"
            picks = 0
            while (options := match.options(seat)) and picks < MOST_PICKS:
                _check_offer(match, options)
                match.pick(seat, walk.one_of(options))
                picks += 1
            walk.order(match, seat)


def _check_asked(match: Match) -> None:
    asked, phase = match.asked, match.phase.id
    assert isinstance(asked, tuple), f"{phase} asks a {type(asked).__name__} of seats, not a tuple"
    assert len(set(asked)) == len(asked), f"{phase} asks a seat twice"
    strangers = [seat for seat in asked if seat not in seats(match)]
    assert not strangers, f"{phase} asks seat {strangers[0]}, which is not there"


def _check_offer(match: Match, options: Sequence[Option]) -> None:
    phase = match.phase.id
    assert isinstance(options, tuple), f"options are offered in {phase} as a {type(options).__name__}, not as a tuple"
    codes = [option.code for option in options]
    assert len(set(codes)) == len(codes), f"an option is offered twice in {phase}"
    for option in options:
        known = option.code < len(match.rules.table) and match.rules.table[option.code] is option
        assert known, f"{option.key} is not a row of the option table"


NONSENSE: tuple[Any, ...] = ("no such option", "", -1, 10**9, True, 1.5, None, {}, {"no": "such"}, ["a list"], object())


@check
def only_offered_orders_are_taken(case: Case, walk: Walk) -> None:
    """An order that was not offered is refused, with clauses that exist, and the refusal changes nothing."""
    for match in visits(case, walk, 10):
        for seat in seats(match):
            _refuses_strangers(case, match, seat)
        for seat in match.pending:
            begun = match.clone(record=True)
            begun.pick(seat, walk.one_of(begun.options(seat)))
            _refuses_strangers(case, begun, seat)


def _refuses_strangers(case: Case, match: Match, seat: int) -> None:
    before = match.digest(), [match.view(viewer) for viewer in viewers(match)]
    for option in twins.strangers(match, seat, 60):
        refusal = _refusal(match, seat, option.key)
        assert refusal is not None, f"{option.key} was taken and had not been offered ({match.phase.id})"
        for clause in refusal.clauses:
            assert clause in case.ruleset.catalogue, f"a refusal cites {clause}, which does not exist"
    for choice in NONSENSE:
        assert _refusal(match, seat, choice) is not None, f"{choice!r} was taken for an order"
    after = match.digest(), [match.view(viewer) for viewer in viewers(match)]
    assert before == after, "a refused order changes the match"


def _refusal(match: Match, seat: int, choice: Any) -> Refusal | None:
    try:
        match.pick(seat, choice)
    except Refusal as refusal:
        return refusal
    match.take_back(seat)
    return None


@check
def sealed_orders_do_not_change(case: Case, walk: Walk) -> None:
    """A sealed order cannot be changed: not by its seat, not by the ruleset that is handed it."""
    watched = _watching(case)
    match = watched.match(walk)
    steps = 0
    while match.pending and steps < 200:
        steps += 1
        decision = match.decision
        for seat in match.pending:
            walk.order(match, seat)
            if match.decision == decision and match.pending:
                kept = match.picks(seat)
                assert _refusal(match, seat, kept[0].key) is not None, "a sealed seat could pick again"
                assert match.picks(seat) == kept, "a sealed order was changed"


def _watching(case: Case) -> Case:
    """The same case with phases that compare the orders before and after they resolve."""

    def watch(resolve: Callable[..., str]) -> Callable[..., str]:
        def watched(state: Any, orders: Orders, umpire: Any) -> str:
            before = _spelled(orders)
            after = resolve(state, orders, umpire)
            assert _spelled(orders) == before, f"phase {umpire.phase} changes the orders that it was handed"
            return after

        return watched

    phases = [
        replace(phase, resolve=watch(phase.resolve)) if phase.resolve else phase for phase in case.ruleset.phases.phases
    ]
    return replace(case, ruleset=case.ruleset.variant(phases=PhaseGraph(phases)))


def _spelled(orders: Orders) -> dict[int, list[tuple[int, str]]]:
    return {
        seat: [(option.code, canonical_json([option.key, option.label, dict(option.facts)])) for option in picks]
        for seat, picks in orders.items()
    }


@check
def defaults_can_be_sealed(case: Case, walk: Walk) -> None:
    """The declared default of every decision is a legal order, and completes every order that is begun."""
    for match in visits(case, walk, 12):
        for begun in (False, True):
            copy = match.clone(record=True)
            for seat in match.pending:
                if begun:
                    copy.pick(seat, walk.one_of(copy.options(seat)))
                try:
                    copy.expire(seat)
                except (Refusal, RulesetError) as error:
                    raise AssertionError(f"the default of {match.phase.id} cannot be sealed: {error}") from None
