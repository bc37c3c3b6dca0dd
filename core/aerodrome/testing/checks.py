"""The checks. Each is a law that every ruleset keeps; its name says what it catches."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import HealthCheck, Phase, given, settings

from aerodrome import record
from aerodrome.canonical import canonical_json, digest
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError, Refusal
from aerodrome.match import Match
from aerodrome.orders import Orders, Picks
from aerodrome.phases import PhaseGraph, Reveal
from aerodrome.testing import twins
from aerodrome.testing.cases import Case, Walk, visits, walks
from aerodrome.testing.forgery import forgeries
from aerodrome.visibility import REFEREE, SPECTATOR, Part, undeclared

Body = Callable[[Case, Walk], None]


@dataclass(frozen=True)
class ConformanceCheck:
    """A check: ``body`` raises an `AssertionError` that says what is wrong. ``once``: one walk is enough."""

    name: str
    body: Body
    once: bool = False


CHECKS: dict[str, ConformanceCheck] = {}


def check(body: Body) -> Body:
    CHECKS[body.__name__] = ConformanceCheck(body.__name__, body)
    return body


def check_once(body: Body) -> Body:
    CHECKS[body.__name__] = ConformanceCheck(body.__name__, body, once=True)
    return body


def run_check(wanted: ConformanceCheck | str, case: Case, examples: int = 12) -> None:
    """Runs one check over several walks.

    Raises:
        AssertionError: the ruleset does not keep the law.
    """
    found = CHECKS[wanted] if isinstance(wanted, str) else wanted
    if found.once:
        found.body(case, Walk(1))
        return

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )
    @given(walks())
    def over_walks(walk: Walk) -> None:
        found.body(case, walk)

    over_walks()


def _played(case: Case, walk: Walk) -> Match:
    """A whole match."""
    match = case.match(walk)
    while match.pending:
        assert match.decision <= case.ruleset.LIMIT, f"no end after {case.ruleset.LIMIT} decisions"
        walk.decide(match)
    return match


def _fingerprint(case: Case, walk: Walk) -> str:
    return digest(record.lines_of(_played(case, walk.again())))


# ---- a match can be repeated


@check
def same_seed_same_match(case: Case, walk: Walk) -> None:
    """The same seed and the same orders give the same file, byte for byte."""
    assert _fingerprint(case, walk) == _fingerprint(case, walk), "two matches with one seed and the same orders differ"


@check
def independent_of_the_clock(case: Case, walk: Walk) -> None:
    """What the time is changes nothing."""
    with _clock(0.25):
        early = _fingerprint(case, walk)
    with _clock(1_000_003.75):
        late = _fingerprint(case, walk)
    assert early == late, "the match depends on the clock"


@contextmanager
def _clock(start: float) -> Iterator[None]:
    """Clocks that begin at ``start`` and go on by a step at each look."""
    looks = iter(range(10**9))
    with mock.patch.multiple(
        time,
        time=lambda: start + next(looks) * start,
        time_ns=lambda: int((start + next(looks) * start) * 1e9),
        monotonic=lambda: start + next(looks) * start,
        monotonic_ns=lambda: int((start + next(looks) * start) * 1e9),
    ):
        yield


@check
def independent_of_other_generators(case: Case, walk: Walk) -> None:
    """Chance comes from the match's own streams and from nowhere else."""
    before = random.getstate()
    try:
        random.seed(1)
        one = _fingerprint(case, walk)
        random.seed(2)
        two = _fingerprint(case, walk)
    finally:
        random.setstate(before)
    assert one == two, "the match draws from a generator that its seed does not govern"


@check_once
def independent_of_hash_order(case: Case, walk: Walk) -> None:
    """The order of sets and of hashes changes nothing: the same match in processes that hash differently."""
    found = {seed: _elsewhere(case, seed) for seed in ("0", "1", "2", "3")}
    assert len(set(found.values())) == 1, "the match depends on the order of hashes"


def _elsewhere(case: Case, hash_seed: str) -> str:
    """Fingerprints of a few matches, made in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    asked = canonical_json(
        {"id": case.ruleset.id, "origin": case.origin, "scenario": case.scenario, "options": dict(case.options)}
    )
    command = [sys.executable, "-m", "aerodrome.testing.elsewhere", asked]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the match does not run in a process of its own:\n{done.stderr[-2000:]}"
    return done.stdout


@check
def arrival_order_does_not_matter(case: Case, walk: Walk) -> None:
    """Whoever seals first, the log and what comes of it are the same."""
    for match in visits(case, walk, 12):
        if len(match.pending) < 2:
            continue
        orders = _drafted(match, walk)
        one, two = match.clone(record=True), match.clone(record=True)
        for seat in match.pending:
            one.order(seat, *orders[seat])
        for seat in reversed(match.pending):
            two.order(seat, *orders[seat])
        assert one.digest() == two.digest(), "the order in which seats seal changes the match"
        assert one.log(REFEREE) == two.log(REFEREE), "the order in which seats seal shows in the log"


def _drafted(match: Match, walk: Walk) -> dict[int, Picks]:
    """A complete order for each seat that is asked; the match itself is left alone."""
    scratch = match.clone()
    orders = {}
    for seat in match.pending:
        while options := scratch.options(seat):
            scratch.pick(seat, walk.one_of(options))
        orders[seat] = scratch.picks(seat)
    return orders


# ---- copies and files


@check
def clones_are_independent(case: Case, walk: Walk) -> None:
    """Playing one copy changes no other, and a copy plays on as its original does."""
    kept: list[tuple[Match, str]] = []
    for match in visits(case, walk, 16):
        for earlier, fingerprint in kept:
            assert _deep(earlier) == fingerprint, "playing on changes an earlier clone"
        copy = match.clone(record=True)
        before = _deep(match)
        assert _deep(copy) == before, "a clone is not equal to its original"
        orders = _drafted(match, walk)
        for seat in copy.pending:
            copy.order(seat, *orders[seat])
        assert _deep(match) == before, "playing a clone changes its original"
        kept.append((match.clone(), before))


def _deep(match: Match) -> str:
    """Everything about a match, undeclared fields included."""
    return digest([match.digest(), repr(_dump(match.state)), match.umpire.chance.position()])


def _dump(value: Any) -> Any:
    if isinstance(value, Part):
        names = [name for name in value.__dataclass_fields__ if name != "rules"]  # type: ignore[attr-defined]
        return [(name, _dump(getattr(value, name))) for name in names]
    if isinstance(value, (list, tuple)):
        return [_dump(item) for item in value]
    if isinstance(value, dict):
        return sorted((repr(key), _dump(item)) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return sorted(map(repr, value))
    return value


@check
def saved_matches_come_back(case: Case, walk: Walk) -> None:
    """Saving, loading and saving again gives the same bytes, in the middle of a match and at its end; the end
    verifies."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        stops = {1, 2 + walk.below(20)}
        match = case.match(walk)
        step = 0
        while match.pending:
            step += 1
            if step in stops:
                seat = match.pending[0]
                if len(match.pending) > 1:
                    walk.order(match, seat)
                _saved_and_loaded(case, match, file)
            walk.decide(match)
        _saved_and_loaded(case, match, file)
        failed = [found for found in record.verify(file, _finder(case)) if not found.holds]
        assert not failed, f"a finished match does not verify: {failed[0].name}: {failed[0].detail}"


def _finder(case: Case) -> record.FindRuleset:
    return lambda _: case.ruleset


def _saved_and_loaded(case: Case, match: Match, file: Path) -> None:
    record.save(match, file)
    try:
        again = record.load(file, _finder(case))
    except AerodromeError as error:
        raise AssertionError(f"a saved match does not load: {error}") from None
    assert record.lines_of(again) == record.lines_of(match), "a loaded match saves to other bytes"


@check
def tampered_logs_do_not_verify(case: Case, walk: Walk) -> None:
    """A changed order, event, secret or result is found, even when the chain of the file is made anew."""
    match = _played(case, walk)
    lines = record.lines_of(match)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        number = walk.below(len(lines))
        at = walk.below(len(lines[number]) - 1)
        old = lines[number][at]
        new = "0" if old != "0" else "1"
        changed = [*lines[:number], lines[number][:at] + new + lines[number][at + 1 :], *lines[number + 1 :]]
        file.write_text("\n".join(changed) + "\n", encoding="utf-8")
        assert not _verifies(case, file), f"changing one character of line {number + 1} is not found"
        for forged in forgeries(lines, walk.below):
            file.write_text("\n".join(forged) + "\n", encoding="utf-8")
            assert not _verifies(case, file), "a forged log with a new chain verifies"


def _verifies(case: Case, file: Path) -> bool:
    return all(found.holds for found in record.verify(file, _finder(case)))


# ---- secrets


def _seats(match: Match) -> range:
    return range(len(match.rules.seats))


@check
def views_leak_nothing(case: Case, walk: Walk) -> None:
    """Two matches that differ only in what a seat may not see look the same to it, and ask the same seats."""
    for match, copy, seat in _twins(case, walk):
        assert match.view(seat) == copy.view(seat), f"the view of {match.rules.seats[seat]} shows what it may not see"
        assert match.view(SPECTATOR) == copy.view(SPECTATOR), "the spectator's view shows what is not public"
        assert twins.asked(match) == twins.asked(copy), "who is asked depends on what is hidden"
    for match, one, two, seat in _sealed_apart(case, walk):
        name = match.rules.seats[seat]
        assert one.view(seat) == two.view(seat), f"the view of {name} shows what another seat has sealed"
        assert one.log(seat) == two.log(seat), f"the log of {name} shows what another seat has sealed"


@check
def options_leak_nothing(case: Case, walk: Walk) -> None:
    """What a seat is offered, its explanations and its default do not depend on what it may not see."""
    for match, copy, seat in _twins(case, walk):
        name = match.rules.seats[seat]
        assert twins.offers(match, seat) == twins.offers(copy, seat), f"the options of {name} tell what is hidden"
    for match, one, two, seat in _sealed_apart(case, walk):
        name = match.rules.seats[seat]
        assert twins.offers(one, seat) == twins.offers(two, seat), f"the options of {name} tell what another has sealed"


@check
def errors_leak_nothing(case: Case, walk: Walk) -> None:
    """The text of a refusal does not depend on what the seat may not see."""
    for match, copy, seat in _twins(case, walk, 8):
        if seat in match.pending:
            mine, other = twins.refusals(match, seat), twins.refusals(copy, seat)
            differing = [key for key in mine if mine[key] != other.get(key)]
            assert not differing, f"a refusal tells what is hidden: {mine[differing[0]]} / {other.get(differing[0])}"


@check
def events_leak_nothing(case: Case, walk: Walk) -> None:
    """What a seat is told says no more than its view does."""
    for seat, one, two in _told_apart(case, walk):
        extra = sorted(set(one) ^ set(two))
        assert not extra, f"an event tells seat {seat} what its view hides: {extra[0]}"


@check
def event_order_leaks_nothing(case: Case, walk: Walk) -> None:
    """Neither the order nor the number of events that a seat is told says more than its view does."""
    for seat, one, two in _told_apart(case, walk):
        if set(one) == set(two):
            assert one == two, f"the order or number of events tells seat {seat} what its view hides"


def _twins(case: Case, walk: Walk, most: int = 16) -> Iterator[tuple[Match, Match, int]]:
    """A match, a twin of it, and the seat for which they must look the same."""
    for match in visits(case, walk, most):
        for seat in _seats(match):
            yield match, twins.twin(match, seat, Chance.of(walk.seed + match.decision)), seat


def _sealed_apart(case: Case, walk: Walk) -> Iterator[tuple[Match, Match, Match, int]]:
    """Two copies of a match in which all seats but one have sealed, each time differently."""
    for match in visits(case, walk, 8):
        if len(match.pending) < 2:
            continue
        seat = match.pending[walk.below(len(match.pending))]
        one, two = match.clone(record=True), match.clone(record=True)
        for copy in (one, two):
            for other in match.pending:
                if other != seat:
                    walk.order(copy, other)
        yield match, one, two, seat


def _told_apart(case: Case, walk: Walk) -> Iterator[tuple[int, list[str], list[str]]]:
    """What a seat is told in two matches that go on to look the same to it."""
    for match in visits(case, walk, 16):
        for seat in _seats(match):
            one = match.clone(record=True)
            since = len(one.log(seat))
            two = twins.twin(match, seat, Chance.of(walk.seed + match.decision))
            if twins.go_on_alike(one, two, walk) and one.view(seat) == two.view(seat):
                yield seat, twins.tellings(one, seat, since), twins.tellings(two, seat, since)
            decision = match.phase.decision
            if decision is not None and decision.reveal is Reveal.KEPT and len(match.pending) > 1:
                yield from _kept_apart(match, seat, walk)


def _kept_apart(match: Match, seat: int, walk: Walk) -> Iterator[tuple[int, list[str], list[str]]]:
    """Orders that stay closed after the phase: others choose differently, the seat's view stays the same."""
    one, two = match.clone(record=True), match.clone(record=True)
    since = len(one.log(seat))
    if seat in match.pending:
        own = _drafted(match, walk)[seat]
        for copy in (one, two):
            copy.pick_all(seat, own)
    for copy in (one, two):
        for other in match.pending:
            if other != seat:
                walk.order(copy, other)
        if seat in copy.pending and copy.decision == match.decision:
            copy.seal(seat)
    if one.view(seat) == two.view(seat):
        yield seat, twins.tellings(one, seat, since), twins.tellings(two, seat, since)


@check
def determinize_is_sound(case: Case, walk: Walk) -> None:
    """An imagined match can be played to its end, and imagining varies wherever something is hidden."""
    varied = False
    hidden = False
    for match in visits(case, walk, 12):
        for seat in _seats(match):
            drawn = {match.imagine(seat, Chance.of(n)).digest() for n in range(4)}
            varied = varied or len(drawn) > 1
            hidden = hidden or match.view(seat)["state"] != match.view(REFEREE)["state"]
    assert varied or not hidden, "determinize always draws the same: it looks at what it should not know"
    imagined = case.match(walk.again()).imagine(0, Chance.of(walk.seed))
    while imagined.pending:
        assert imagined.decision <= case.ruleset.LIMIT, "an imagined match has no end"
        walk.decide(imagined)


# ---- orders


@check
def every_match_ends(case: Case, walk: Walk) -> None:
    """Random play comes to an end, with a result that cites a clause."""
    match = case.match(walk, record=False)
    while match.pending:
        assert match.decision <= case.ruleset.LIMIT, f"no end after {case.ruleset.LIMIT} decisions"
        walk.decide(match)
    result = match.result
    assert result is not None, "the match stopped without a result"
    assert result.rule in case.ruleset.catalogue, f"the result cites {result.rule}, which the catalogue does not have"
    assert set(result.scores) == set(match.rules.seats), "the result does not give every seat a score"
    sides = {match.rules.team_name(seat) for seat in _seats(match)}
    assert result.winner is None or result.winner in sides, f"the winner {result.winner!r} is no team of the scenario"


@check
def pending_seats_have_options(case: Case, walk: Walk) -> None:
    """Whoever is asked can answer, and every order that is begun can be completed."""
    match = case.match(walk)
    steps = 0
    while match.pending and steps < 400:
        steps += 1
        for seat in match.pending:
            options = match.options(seat)
            assert options, f"{match.rules.seats[seat]} is asked in {match.phase.id} and has no option"
            codes = [option.code for option in options]
            assert len(set(codes)) == len(codes), f"an option is offered twice in {match.phase.id}"
            for option in options:
                known = option.code < len(match.rules.table) and match.rules.table[option.code] is option
                assert known, f"{option.key} is not a row of the option table"
            walk.order(match, seat)


@check
def only_offered_orders_are_taken(case: Case, walk: Walk) -> None:
    """An order that was not offered is refused, with clauses that exist, and the refusal changes nothing."""
    for match in visits(case, walk, 10):
        for seat in _seats(match):
            before = match.digest(), [match.view(viewer) for viewer in (SPECTATOR, *_seats(match))]
            for option in twins.strangers(match, seat, 60):
                refusal = _refusal(match, seat, option.key)
                assert refusal is not None, f"{option.key} was taken and had not been offered ({match.phase.id})"
                for clause in refusal.clauses:
                    assert clause in case.ruleset.catalogue, f"a refusal cites {clause}, which does not exist"
            assert _refusal(match, seat, "no such option") is not None, "nonsense was taken for an order"
            after = match.digest(), [match.view(viewer) for viewer in (SPECTATOR, *_seats(match))]
            assert before == after, "a refused order changes the match"


def _refusal(match: Match, seat: int, choice: str) -> Refusal | None:
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
            before = {seat: tuple(picks) for seat, picks in orders.items()}
            after = resolve(state, orders, umpire)
            assert dict(orders) == before, f"phase {umpire.phase} changes the orders that it was handed"
            return after

        return watched

    phases = [
        replace(phase, resolve=watch(phase.resolve)) if phase.resolve else phase for phase in case.ruleset.phases.phases
    ]
    return replace(case, ruleset=case.ruleset.variant(phases=PhaseGraph(phases)))


@check
def defaults_can_be_sealed(case: Case, walk: Walk) -> None:
    """The declared default of every decision is a legal order."""
    for match in visits(case, walk, 12):
        copy = match.clone(record=True)
        for seat in match.pending:
            try:
                copy.expire(seat)
            except Refusal as refusal:
                raise AssertionError(f"the default of {match.phase.id} is refused: {refusal}") from None


# ---- the ruleset's word


@check
def events_cite_known_clauses(case: Case, walk: Walk) -> None:
    """Every event, explanation and result names a clause of the catalogue."""
    match = _played(case, walk)
    for event in match.log(REFEREE):
        assert event.rule in case.ruleset.catalogue, f"event {event.kind!r} cites {event.rule}, which does not exist"
    for visited in visits(case, walk.again(), 10):
        for seat in visited.pending:
            for option in visited.options(seat)[:20]:
                for row in visited.explain(seat, option):
                    assert row.clause in case.ruleset.catalogue, f"an explanation cites {row.clause}"


@check
def fields_say_who_sees_them(case: Case, walk: Walk) -> None:
    """Every field of the state declares its viewers; a view holds nothing but JSON."""
    for match in visits(case, walk, 4):
        lost = [f"{type(p).__name__}.{name}" for p in _parts(match.state) for name in undeclared(type(p))]
        lost = [name for name in dict.fromkeys(lost) if not name.endswith(".rules")]
        assert not lost, f"these fields do not say who sees them: {', '.join(lost)}"
        for viewer in (SPECTATOR, REFEREE, *_seats(match)):
            canonical_json(match.view(viewer))


def _parts(value: Any) -> Iterator[Part]:
    if isinstance(value, Part):
        yield value
        for name in value.__dataclass_fields__:  # type: ignore[attr-defined]
            if name != "rules":
                yield from _parts(getattr(value, name))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _parts(item)


@check
def everybody_can_look(case: Case, walk: Walk) -> None:
    """Text, picture and sentences can be made for every viewer at any time."""
    match = case.match(walk)
    for _ in range(1 + walk.below(60)):
        if match.pending:
            walk.decide(match)
    ruleset, rules = case.ruleset, match.rules
    for viewer in (SPECTATOR, REFEREE, *_seats(match)):
        view = match.view(viewer)
        assert ruleset.text(rules, view).strip(), "the text of the table is empty"
        assert ruleset.scene(rules, view).svg().startswith("<svg"), "the picture is not an SVG"
        for event in match.log(viewer):
            assert ruleset.sentence(rules, event).strip(), f"event {event.kind!r} has no sentence"
