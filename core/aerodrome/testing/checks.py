"""The checks. Each is a law that every ruleset keeps; its name says what it catches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from aerodrome import record
from aerodrome.canonical import canonical_json, digest
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError, Refusal, RulesetError
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import PhaseGraph, Reveal
from aerodrome.testing import deep, outside, twins
from aerodrome.testing.cases import MOST_PICKS, Case, Walk, visits
from aerodrome.testing.forgery import forgeries
from aerodrome.visibility import REFEREE, SPECTATOR, undeclared

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


def walks() -> st.SearchStrategy[Walk]:
    """Walks for hypothesis: short lists of choices shrink to readable matches."""
    return st.builds(Walk, st.integers(0, 2**32 - 1), st.lists(st.integers(0, 255), max_size=30))


def run_check(wanted: ConformanceCheck | str, case: Case, examples: int = 12) -> None:
    """Runs one check over several walks.

    Raises:
        AssertionError: the ruleset does not keep the law.
    """
    found = CHECKS[wanted] if isinstance(wanted, str) else wanted
    if found.once:
        _run(found, case, Walk(1))
        return
    failures: list[AssertionError] = []

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )
    @given(walks())
    def over_walks(walk: Walk) -> None:
        try:
            _run(found, case, walk)
        except AssertionError as error:
            error.add_note(f"in {walk!r}")
            failures.append(error)
            raise

    try:
        over_walks()
    except Exception:
        if failures:  # hypothesis has another error for what does not fail twice, and such are the ones we look for
            raise failures[0] from None
        raise


def _run(wanted: ConformanceCheck, case: Case, walk: Walk) -> None:
    """What the engine itself finds wrong with a ruleset is a failure too, whichever check came upon it."""
    try:
        wanted.body(case, walk)
    except AerodromeError as error:
        raise AssertionError(f"the engine refuses the ruleset: {error}") from error


def _played(case: Case, walk: Walk, *, record: bool = True) -> Match:
    """A whole match."""
    match = case.match(walk, record=record)
    while match.pending:
        assert match.decision <= case.ruleset.LIMIT, f"no end after {case.ruleset.LIMIT} decisions"
        walk.decide(match)
    return match


def _fingerprint(case: Case, walk: Walk) -> str:
    return digest(record.lines_of(_played(case, walk.again())))


def _seats(match: Match) -> range:
    return range(len(match.rules.seats))


def _viewers(match: Match) -> tuple[int, ...]:
    return (SPECTATOR, REFEREE, *_seats(match))


# ---- a match can be repeated


@check
def same_seed_same_match(case: Case, walk: Walk) -> None:
    """The same seed and the same orders give the same file, byte for byte, also when the rules are bound anew."""
    once, again = _fingerprint(case, walk), _fingerprint(case, walk)
    assert once == again, "two matches with one seed and the same orders differ"
    assert once == _fingerprint(replace(case), walk), "two matches differ when the ruleset is bound anew for the second"


@check
def independent_of_the_clock(case: Case, walk: Walk) -> None:
    """What the time is changes nothing, and the ruleset does not ask."""
    with outside.clock(0.25):
        early = _fingerprint(case, walk)
    with outside.clock(1_000_003.75):
        late = _fingerprint(case, walk)
    assert early == late, "the match depends on the clock"
    call = outside.first_call(lambda: _played(case, walk.again()), outside.reads_a_clock(case.ruleset))
    assert not call, f"the ruleset reads the clock: {call}"


@check
def independent_of_other_generators(case: Case, walk: Walk) -> None:
    """Chance comes from the match's own streams and from nowhere else, and nobody looks at dice to come."""
    with outside.generators(1):
        one = _fingerprint(case, walk)
    with outside.generators(2):
        two = _fingerprint(case, walk)
    assert one == two, "the match draws from a generator that its seed does not govern"
    call = outside.first_call(lambda: _played(case, walk.again()), outside.uses_a_generator())
    assert not call, f"the match uses a generator beside its own chance: {call}"
    with outside.no_foresight():
        _played(case, walk.again())


@check_once
def independent_of_hash_order(case: Case, walk: Walk) -> None:
    """The order of sets and of hashes changes nothing, nor do the time zone and the working folder: the same match in
    processes that differ in them."""
    with tempfile.TemporaryDirectory(prefix="another-working-folder-") as folder:
        first = int(digest(str(case))[:6], 16)  # every case tries other orders
        places = [("UTC", None), ("Asia/Tokyo", folder), ("America/Lima", None)]
        running = [
            _elsewhere(case, {"PYTHONHASHSEED": str(first + number), "TZ": zone}, place)
            for number, (zone, place) in enumerate(places)
        ]
        found = [_said(process) for process in running]
    assert len(set(found)) == 1, "the match depends on the order of hashes, on the time zone or on the working folder"


def _elsewhere(case: Case, differing: dict[str, str], folder: str | None) -> subprocess.Popen[str]:
    """A process that makes fingerprints of a few matches."""
    path = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path if entry)
    kind = type(case.ruleset)
    asked = {
        "id": case.ruleset.id,
        "origin": case.origin,
        "class": f"{kind.__module__}:{kind.__qualname__}",
        "scenario": case.scenario,
        "options": dict(case.options),
    }
    command = [sys.executable, "-m", "aerodrome.testing.elsewhere", canonical_json(asked)]
    environment = {**os.environ, "PYTHONPATH": path, **differing}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, cwd=folder, stdout=pipe, stderr=pipe, text=True)


def _said(process: subprocess.Popen[str]) -> str:
    said, failed = process.communicate()
    assert process.returncode == 0, f"the match does not run in a process of its own:\n{failed[-2000:]}"
    return said


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
    for seat in match.pending:
        walk.draft(scratch, seat)
    return {seat: scratch.picks(seat) for seat in match.pending}


@check
def matches_do_not_mix(case: Case, walk: Walk) -> None:
    """Two matches that are played side by side go as each of them goes alone."""
    other = Walk(walk.seed + 1, walk.choices[::-1])
    alone = [_fingerprint(case, walk), _fingerprint(case, other)]
    ways = [walk.again(), other.again()]
    matches = [case.match(way) for way in ways]
    while any(match.pending for match in matches):
        for match, way in zip(matches, ways, strict=True):
            way.decide(match)
    beside = [digest(record.lines_of(match)) for match in matches]
    assert alone == beside, "a match goes otherwise when another match is played beside it"


@check
def recording_changes_nothing(case: Case, walk: Walk) -> None:
    """A match without a record, as search and playouts use it, goes like one with it."""
    told, untold = _played(case, walk.again()), _played(case, walk.again(), record=False)
    same = deep.fingerprint(told) == deep.fingerprint(untold) and told.result == untold.result
    assert same, "a match goes otherwise when it is recorded: something happens only while somebody listens"


@check
def looking_changes_nothing(case: Case, walk: Walk) -> None:
    """Views, logs, options, explanations and defaults can be asked for as often as one likes."""
    way = walk.again()
    match = case.match(way)
    while match.pending and match.decision <= 40:
        before = deep.fingerprint(match)
        _look(match)
        assert deep.fingerprint(match) == before, f"looking at a match changes it, in {match.phase.id}"
        way.decide(match)


def _look(match: Match) -> None:
    for viewer in _viewers(match):
        match.view(viewer)
        match.log(viewer)
    for seat in match.pending:
        twins.offers(match, seat)
    twins.asked(match)
    match.commitments()
    match.rules.ruleset.rounds(match.state)
    match.forget_offers()


# ---- copies and files


@check
def clones_are_independent(case: Case, walk: Walk) -> None:
    """Playing one copy changes no other, and a copy plays on as its original does."""
    kept: list[tuple[Match, str]] = []
    for match in visits(case, walk, 16):
        for earlier, fingerprint in kept:
            assert deep.fingerprint(earlier) == fingerprint, "playing on changes an earlier clone"
        before = deep.fingerprint(match)
        copies = [match.clone(record=True), match.clone(record=True)]
        orders = _drafted(match, walk)
        for copy in copies:
            assert deep.fingerprint(copy) == before, "a clone is not equal to its original"
            for seat in copy.pending:
                copy.order(seat, *orders[seat])
            assert deep.fingerprint(match) == before, "playing a clone changes its original"
        one, two = copies
        same = deep.fingerprint(one) == deep.fingerprint(two) and one.log(REFEREE) == two.log(REFEREE)
        assert same, "a copy plays on otherwise than its original: two clones, given the same orders, differ"
        kept.append((match.clone(), before))


@check
def saved_matches_come_back(case: Case, walk: Walk) -> None:
    """Saving, loading and saving again gives the same bytes, in the middle of a match, with sealed orders and with
    drafts, and at its end; the end verifies."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        stops = {1, 2 + walk.below(20)}
        match = case.match(walk)
        step = 0
        while match.pending:
            step += 1
            if step in stops:
                _begin_orders(match, walk)
                _saved_and_loaded(case, match, file)
            walk.decide(match)
        _saved_and_loaded(case, match, file)
        failed = [found for found in record.verify(file, _finder(case)) if not found.holds]
        assert not failed, f"a finished match does not verify: {failed[0].name}: {failed[0].detail}"


def _begin_orders(match: Match, walk: Walk) -> None:
    """The first seat seals, if others are asked as well; the next one drafts a pick."""
    if len(match.pending) > 1:
        walk.order(match, match.pending[0])
    seat = match.pending[0]
    match.pick(seat, walk.one_of(match.options(seat)))


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


@check
def views_leak_nothing(case: Case, walk: Walk) -> None:
    """Two matches that differ only in what a seat may not see look the same to it, and ask the same seats."""
    for match, copy, seat in _twins(case, walk):
        same = _spelled_view(match, seat) == _spelled_view(copy, seat)
        assert same, f"the view of {match.rules.seats[seat]} shows what it may not see"
        same = _spelled_view(match, SPECTATOR) == _spelled_view(copy, SPECTATOR)
        assert same, "the spectator's view shows what is not public"
        assert twins.asked(match) == twins.asked(copy), "who is asked depends on what is hidden"
    for match, one, two, seat in _sealed_apart(case, walk):
        name = match.rules.seats[seat]
        assert one.view(seat) == two.view(seat), f"the view of {name} shows what another seat has sealed"
        assert one.log(seat) == two.log(seat), f"the log of {name} shows what another seat has sealed"


def _spelled_view(match: Match, viewer: int) -> str:
    """A view as text: the order of names can tell something too."""
    return repr(match.view(viewer))


@check
def options_leak_nothing(case: Case, walk: Walk) -> None:
    """What a seat is offered, its explanations and its default do not depend on what it may not see, from its first
    pick to its last."""
    for match, copy, seat in _twins(case, walk):
        for mine, other in twins.drafts(match, copy, seat, walk):
            same = twins.offers(mine, seat) == twins.offers(other, seat)
            assert same, f"the options of {match.rules.seats[seat]} tell what is hidden, in {match.phase.id}"
    for match, one, two, seat in _sealed_apart(case, walk):
        name = match.rules.seats[seat]
        assert twins.offers(one, seat) == twins.offers(two, seat), f"the options of {name} tell what another has sealed"


@check
def errors_leak_nothing(case: Case, walk: Walk) -> None:
    """The text of a refusal does not depend on what the seat may not see."""
    for match, copy, seat in _twins(case, walk, 8):
        if seat not in match.pending:
            continue
        for mine, other in twins.drafts(match, copy, seat, walk):
            one, two = twins.refusals(mine, seat), twins.refusals(other, seat)
            differing = [key for key in one if one[key] != two.get(key)]
            assert not differing, f"a refusal tells what is hidden: {one[differing[0]]} / {two.get(differing[0])}"


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


@dataclass
class _Hidden:
    """What was seen of one hidden field: how often, its values, whether it was ever drawn otherwise, and whether it
    changed in one place: what differs between seats only, such as an aircraft's full magazine, is no secret."""

    seen: int = 0
    values: set[str] = field(default_factory=set)
    redrawn: bool = False
    first: dict[twins.FieldPath, str] = field(default_factory=dict)
    changed: bool = False


@check
def determinize_is_sound(case: Case, walk: Walk) -> None:
    """An imagined match looks the same to its seat, has everything that is hidden redrawn, and can be played to its
    end. What is not redrawn no other check can find to leak."""
    fields: dict[twins.FieldPath, _Hidden] = {}
    dreamer = walk.below(12)
    for number, match in enumerate(visits(case, walk, 12)):
        for seat in _seats(match):
            _imagine(match, seat, fields)
        if number == dreamer:
            _play_on(case, match.imagine(walk.below(len(_seats(match))), Chance.of(walk.seed)), walk)
    changing = [found for found in fields.values() if found.changed]
    assert not changing or any(found.redrawn for found in changing), (
        "determinize always draws the same: it looks at what it should not know"
    )
    stale = [path for path, found in fields.items() if not found.redrawn and found.seen >= 8 and len(found.values) > 2]
    assert not stale, f"determinize never redraws {'.'.join(stale[0])}, which is hidden"


def _imagine(match: Match, seat: int, fields: dict[twins.FieldPath, _Hidden]) -> None:
    """Four draws at one decision. Fields of different seats count as one."""
    for number in range(4):
        seen = match.imagine(seat, Chance.of(number)).view(seat)
        assert seen == match.view(seat), f"determinize changes what {match.rules.seats[seat]} itself sees"
    truth = twins.hidden(match, seat)
    drawn = [twins.redrawn(match, seat, Chance.of(number), truth) for number in range(4)]
    for path, value in truth.items():
        name = tuple("*" if step in match.rules.seats else step for step in path)
        found = fields.setdefault(name, _Hidden())
        found.seen += 1
        found.values.add(value)
        found.changed = found.changed or found.first.setdefault(path, value) != value
        found.redrawn = found.redrawn or any(draw[path] != value for draw in drawn)


def _play_on(case: Case, imagined: Match, walk: Walk) -> None:
    try:
        while imagined.pending:
            assert imagined.decision <= case.ruleset.LIMIT, "an imagined match has no end"
            walk.decide(imagined)
    except AssertionError:
        raise
    except Exception as error:
        raise AssertionError(f"an imagined match cannot be played on: {type(error).__name__}: {error}") from error


DRAWS = 120
KNOWING = 0.3
"""By how much more often the truth may be drawn from itself than from elsewhere: five standard errors."""


@check_once
def determinize_does_not_know_the_truth(case: Case, walk: Walk) -> None:
    """What is drawn depends on what the seat knows, not on what is true: from a twin, in which something else is true,
    the truth is drawn just as often."""
    for match in visits(case, walk, 8):
        for seat in _seats(match):
            truth = twins.hidden(match, seat)
            twin = twins.twin(match, seat, Chance.of(match.decision))
            true, other = _rates(match, seat, truth), _rates(twin, seat, truth)
            for path, rate in true.items():
                assert rate - other[path] < KNOWING, f"determinize knows {'.'.join(path)}: it prefers what is true"


def _rates(match: Match, seat: int, truth: dict[twins.FieldPath, str]) -> dict[twins.FieldPath, float]:
    """How often each hidden field is drawn as it is in ``truth``."""
    drawn = [twins.redrawn(match, seat, Chance.of(number), truth) for number in range(DRAWS)]
    return {path: sum(draw[path] == value for draw in drawn) / DRAWS for path, value in truth.items()}


# ---- orders


@check
def every_match_ends(case: Case, walk: Walk) -> None:
    """Random play comes to an end; the engine looks the result over."""
    assert _played(case, walk, record=False).over


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
    strangers = [seat for seat in asked if seat not in _seats(match)]
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
        for seat in _seats(match):
            _refuses_strangers(case, match, seat)
        for seat in match.pending:
            begun = match.clone(record=True)
            begun.pick(seat, walk.one_of(begun.options(seat)))
            _refuses_strangers(case, begun, seat)


def _refuses_strangers(case: Case, match: Match, seat: int) -> None:
    before = match.digest(), [match.view(viewer) for viewer in _viewers(match)]
    for option in twins.strangers(match, seat, 60):
        refusal = _refusal(match, seat, option.key)
        assert refusal is not None, f"{option.key} was taken and had not been offered ({match.phase.id})"
        for clause in refusal.clauses:
            assert clause in case.ruleset.catalogue, f"a refusal cites {clause}, which does not exist"
    for choice in NONSENSE:
        assert _refusal(match, seat, choice) is not None, f"{choice!r} was taken for an order"
    after = match.digest(), [match.view(viewer) for viewer in _viewers(match)]
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


# ---- the ruleset's word


@check
def events_cite_known_clauses(case: Case, walk: Walk) -> None:
    """Every event, explanation, result, phase and scenario names clauses of the catalogue."""
    catalogue = case.ruleset.catalogue
    for phase in case.ruleset.phases.phases:
        for clause in phase.clauses:
            assert clause in catalogue, f"phase {phase.id} cites {clause}, which does not exist"
    match = _played(case, walk)
    for event in match.log(REFEREE):
        assert event.rule in catalogue, f"event {event.kind!r} cites {event.rule}, which does not exist"
    for visited in visits(case, walk.again(), 10):
        for seat in visited.pending:
            for begun, _ in twins.drafts(visited, visited, seat, walk):
                for option in twins.spread(begun.options(seat), 20):
                    for row in begun.explain(seat, option):
                        assert row.clause in catalogue, f"an explanation cites {row.clause}, which does not exist"


@check
def events_stay_as_told(case: Case, walk: Walk) -> None:
    """An event is JSON, is for seats that are there, and is never changed after it was told."""
    told: list[str] = []
    seats = range(len(case.rules.seats))

    def hear(match: Match, event: Event) -> None:
        told.append(_event_as_json(event))
        strangers = [seat for seat in event.to or () if seat not in seats]
        assert not strangers, f"event {event.kind!r} is for seat {strangers[0]}, which is not there"

    match = Match.create(case.rules, walk.seed, listeners=(hear,))
    while match.pending and match.decision <= case.ruleset.LIMIT:
        walk.decide(match)
    for event, then in zip(match.log(REFEREE), told, strict=True):
        now = _event_as_json(event)
        assert now == then, f"event {event.kind!r} was changed after it was told: {then} became {now}"


def _event_as_json(event: Event) -> str:
    try:
        return canonical_json(event.to_json())
    except (TypeError, ValueError) as error:
        raise AssertionError(f"event {event.kind!r} is not JSON: {error}") from None


@check
def fields_say_who_sees_them(case: Case, walk: Walk) -> None:
    """Every field of the state declares its viewers; a view holds nothing but JSON."""
    for match in visits(case, walk, 4):
        lost = [
            f"{type(part).__name__}.{name}"
            for part in deep.parts(match.state)
            for name in (*undeclared(type(part)), *getattr(part, "__dict__", ()))
            if name != "rules"
        ]
        assert not lost, f"these fields do not say who sees them: {', '.join(dict.fromkeys(lost))}"
        for viewer in _viewers(match):
            view = match.view(viewer)
            try:
                back = json.loads(canonical_json(view))
            except (TypeError, ValueError) as error:
                raise AssertionError(f"the view of {_named(match, viewer)} is not JSON: {error}") from None
            assert back == view, f"the view of {_named(match, viewer)} does not come back from JSON as it was"


def _named(match: Match, viewer: int) -> str:
    return {SPECTATOR: "the spectator", REFEREE: "the referee"}.get(viewer) or match.rules.seats[viewer]


@check
def everybody_can_look(case: Case, walk: Walk) -> None:
    """Text, picture and sentences can be made for every viewer at any time."""
    match = case.match(walk)
    for _ in range(1 + walk.below(60)):
        if match.pending:
            walk.decide(match)
    shown = [_shown(match, viewer) for viewer in _viewers(match)]
    _played(case, Walk(walk.seed + 1))
    again = [_shown(match, viewer) for viewer in _viewers(match)]
    assert again == shown, "what is shown depends on something else than the view: another match changes it"


def _shown(match: Match, viewer: int) -> list[str]:
    try:
        return _pages(match, viewer)
    except AssertionError:
        raise
    except Exception as error:
        raise AssertionError(
            f"the match cannot be shown to {_named(match, viewer)}: {type(error).__name__}: {error}"
        ) from error


def _pages(match: Match, viewer: int) -> list[str]:
    ruleset, rules = match.rules.ruleset, match.rules
    view = match.view(viewer)
    text, picture = ruleset.text(rules, view), ruleset.scene(rules, view).svg()
    assert text.strip(), "the text of the table is empty"
    assert picture.startswith("<svg"), "the picture is not an SVG"
    sentences = []
    for event in match.log(viewer):
        sentences.append(ruleset.say(rules, event))
        assert sentences[-1].strip(), f"event {event.kind!r} has no sentence"
    remarks = [ruleset.remark(rules, view, option) for option in match.options(viewer)]
    return [text, picture, *sentences, *remarks]
