"""What a ruleset says: clauses that exist, events that stay, fields that say who sees them, pictures for everybody."""

from __future__ import annotations

import json

from aerodrome.canonical import canonical_json
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.testing import deep, twins
from aerodrome.testing.cases import Case, Walk, visits
from aerodrome.testing.checks.base import (
    check,
    named,
    played,
    viewers,
)
from aerodrome.visibility import REFEREE, undeclared


@check
def events_cite_known_clauses(case: Case, walk: Walk) -> None:
    """Every event, explanation, result, phase and scenario names clauses of the catalogue."""
    catalogue = case.ruleset.catalogue
    for phase in case.ruleset.phases.phases:
        for clause in phase.clauses:
            assert clause in catalogue, f"phase {phase.id} cites {clause}, which does not exist"
    match = played(case, walk)
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
        for viewer in viewers(match):
            view = match.view(viewer)
            try:
                back = json.loads(canonical_json(view))
            except (TypeError, ValueError) as error:
                raise AssertionError(f"the view of {named(match, viewer)} is not JSON: {error}") from None
            assert back == view, f"the view of {named(match, viewer)} does not come back from JSON as it was"


@check
def everybody_can_look(case: Case, walk: Walk) -> None:
    """Text, picture and sentences can be made for every viewer at any time."""
    match = case.match(walk)
    for _ in range(1 + walk.below(60)):
        if match.pending:
            walk.decide(match)
    shown = [_shown(match, viewer) for viewer in viewers(match)]
    played(case, Walk(walk.seed + 1))
    again = [_shown(match, viewer) for viewer in viewers(match)]
    assert again == shown, "what is shown depends on something else than the view: another match changes it"


def _shown(match: Match, viewer: int) -> list[str]:
    try:
        return _pages(match, viewer)
    except AssertionError:
        raise
    except Exception as error:
        raise AssertionError(
            f"the match cannot be shown to {named(match, viewer)}: {type(error).__name__}: {error}"
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
    warnings = [ruleset.warning(rules, view, option) for option in match.options(viewer)]
    prompt = ruleset.prompt(rules, view, match.options(viewer))
    return [text, picture, *sentences, *remarks, *warnings, prompt]
