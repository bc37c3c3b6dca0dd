"""Secrets: what a seat may not see reaches it on no path, and search bots guess without knowing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from aerodrome.chance import Chance
from aerodrome.match import Match
from aerodrome.phases import Reveal
from aerodrome.testing import twins
from aerodrome.testing.cases import Case, Walk, visits
from aerodrome.testing.checks.base import (
    check,
    check_once,
    drafted,
    seats,
)
from aerodrome.visibility import SPECTATOR


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
        for seat in seats(match):
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
        for seat in seats(match):
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
        own = drafted(match, walk)[seat]
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
        for seat in seats(match):
            _imagine(match, seat, fields)
        if number == dreamer:
            _play_on(case, match.imagine(walk.below(len(seats(match))), Chance.of(walk.seed)), walk)
    changing = [found for found in fields.values() if found.changed]
    assert not changing or any(found.redrawn for found in changing), (
        "determinize always draws the same: it looks at what it should not know"
    )
    for number in range(SECOND_LOOKS):
        if not _stale(fields):
            return
        for match in visits(case, Walk(walk.seed + 1 + number), 12):
            for seat in seats(match):
                _imagine(match, seat, fields)
    stale = _stale(fields)
    assert not stale, f"determinize never redraws {'.'.join(stale[0])}, which is hidden"


SECOND_LOOKS = 6
"""Other walks on which a field must stay as it is before it counts as forgotten: in one walk all that is public may
happen to settle it."""


def _stale(fields: dict[twins.FieldPath, _Hidden]) -> list[twins.FieldPath]:
    return [path for path, found in fields.items() if not found.redrawn and found.seen >= 8 and len(found.values) > 2]


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

FIRST_DRAWS = 40
SUSPICIOUS = 0.2
"""After so few draws such a difference is a reason to draw them all."""


@check_once
def determinize_does_not_know_the_truth(case: Case, walk: Walk) -> None:
    """What is drawn depends on what the seat knows, not on what is true: from a twin, in which something else is true,
    the truth is drawn just as often."""
    for match in visits(case, walk, 8):
        for seat in seats(match):
            truth = twins.hidden(match, seat)
            twin = twins.twin(match, seat, Chance.of(match.decision))
            if max(_preference(match, twin, seat, truth, FIRST_DRAWS).values(), default=0.0) < SUSPICIOUS:
                continue
            for path, preference in _preference(match, twin, seat, truth, DRAWS).items():
                assert preference < KNOWING, f"determinize knows {'.'.join(path)}: it prefers what is true"


def _preference(
    match: Match, twin: Match, seat: int, truth: dict[twins.FieldPath, str], draws: int
) -> dict[twins.FieldPath, float]:
    """By how much more often each hidden field is drawn as it is in ``truth`` from the match than from its twin."""
    true, other = _rates(match, seat, truth, draws), _rates(twin, seat, truth, draws)
    return {path: rate - other[path] for path, rate in true.items()}


def _rates(match: Match, seat: int, truth: dict[twins.FieldPath, str], draws: int) -> dict[twins.FieldPath, float]:
    """How often each hidden field is drawn as it is in ``truth``."""
    drawn = [twins.redrawn(match, seat, Chance.of(number), truth) for number in range(draws)]
    return {path: sum(draw[path] == value for draw in drawn) / draws for path, value in truth.items()}
