"""A match can be repeated: by seed, at another time, in another process, beside another match."""

from __future__ import annotations

from dataclasses import replace

from aerodrome import record
from aerodrome.canonical import digest
from aerodrome.match import Match
from aerodrome.testing import deep, outside, twins
from aerodrome.testing.cases import Case, Walk, visits
from aerodrome.testing.checks.base import (
    check,
    check_once,
    drafted,
    fingerprint,
    played,
    viewers,
)
from aerodrome.testing.places import PLACES
from aerodrome.visibility import REFEREE


@check
def same_seed_same_match(case: Case, walk: Walk) -> None:
    """The same seed and the same orders give the same file, byte for byte, also when the rules are bound anew."""
    once, again = fingerprint(case, walk), fingerprint(case, walk)
    assert once == again, "two matches with one seed and the same orders differ"
    assert once == fingerprint(replace(case), walk), "two matches differ when the ruleset is bound anew for the second"


@check
def independent_of_the_clock(case: Case, walk: Walk) -> None:
    """What the time is changes nothing, and the ruleset does not ask."""
    with outside.clock(0.25):
        early = fingerprint(case, walk)
    with outside.clock(1_000_003.75):
        late = fingerprint(case, walk)
    assert early == late, "the match depends on the clock"
    call = outside.first_call(lambda: played(case, walk.again()), outside.reads_a_clock(case.ruleset))
    assert not call, f"the ruleset reads the clock: {call}"


@check
def independent_of_other_generators(case: Case, walk: Walk) -> None:
    """Chance comes from the match's own streams and from nowhere else, and nobody looks at dice to come."""
    with outside.generators(1):
        one = fingerprint(case, walk)
    with outside.generators(2):
        two = fingerprint(case, walk)
    assert one == two, "the match draws from a generator that its seed does not govern"
    call = outside.first_call(lambda: played(case, walk.again()), outside.uses_a_generator())
    assert not call, f"the match uses a generator beside its own chance: {call}"
    with outside.no_foresight():
        played(case, walk.again())


@check_once
def independent_of_hash_order(case: Case, walk: Walk) -> None:
    """The order of sets and of hashes changes nothing, nor do the time zone and the working folder: the same match in
    processes that differ in them."""
    found = PLACES.fingerprints(case)
    assert found == found[:1] * len(found), (
        "the match depends on the order of hashes, on the time zone or on the working folder"
    )


@check
def arrival_order_does_not_matter(case: Case, walk: Walk) -> None:
    """Whoever seals first, the log and what comes of it are the same."""
    for match in visits(case, walk, 12):
        if len(match.pending) < 2:
            continue
        orders = drafted(match, walk)
        one, two = match.clone(record=True), match.clone(record=True)
        for seat in match.pending:
            one.order(seat, *orders[seat])
        for seat in reversed(match.pending):
            two.order(seat, *orders[seat])
        assert one.digest() == two.digest(), "the order in which seats seal changes the match"
        assert one.log(REFEREE) == two.log(REFEREE), "the order in which seats seal shows in the log"


@check
def matches_do_not_mix(case: Case, walk: Walk) -> None:
    """Two matches that are played side by side go as each of them goes alone."""
    other = Walk(walk.seed + 1, walk.choices[::-1])
    alone = [fingerprint(case, walk), fingerprint(case, other)]
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
    told, untold = played(case, walk.again()), played(case, walk.again(), record=False)
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
    for viewer in viewers(match):
        match.view(viewer)
        match.log(viewer)
    for seat in match.pending:
        twins.offers(match, seat)
    twins.asked(match)
    match.commitments()
    match.rules.ruleset.rounds(match.state)
    match.forget_offers()
