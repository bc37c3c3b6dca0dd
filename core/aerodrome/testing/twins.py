"""Twins: two matches that differ only in what one seat may not see.

A twin is made by the ruleset's own ``determinize``. Whatever the seat can get hold of must be the same in both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from aerodrome.canonical import canonical_json
from aerodrome.chance import Chance
from aerodrome.errors import Refusal
from aerodrome.events import ENGINE_KINDS
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome.testing.cases import Walk
from aerodrome.visibility import REFEREE, project


def twin(match: Match, seat: int, chance: Chance) -> Match:
    """A copy with its log in which everything that ``seat`` cannot know is drawn again."""
    copy = match.clone(record=True)
    copy.rules.ruleset.determinize(copy.state, seat, chance)
    copy.forget_offers()
    return copy


def tellings(match: Match, seat: int, since: int) -> list[str]:
    """What the ruleset has told ``seat`` after its first ``since`` events, each as one line."""
    return [
        json.dumps([event.phase, event.kind, event.rule, event.facts])
        for event in match.log(seat)[since:]
        if event.kind not in ENGINE_KINDS
    ]


def asked(match: Match) -> tuple[int, ...]:
    """Who is asked, worked out anew from the state."""
    decision = match.phase.decision
    return decision.asks(match.state) if decision else ()


# ---- what a seat can get hold of while it orders


def offers(match: Match, seat: int) -> dict[str, Any]:
    """Everything that the options tell ``seat``: what they are, in which order, explanations, the default."""
    if seat not in match.pending:
        return {}
    options = match.options(seat)
    return {
        "options": [canonical_json([option.key, option.label, dict(option.facts)]) for option in options],
        "explained": {option.key: [str(row) for row in match.explain(seat, option)] for option in spread(options, 12)},
        "default": [option.key for option in match.default(seat)],
    }


def refusals(match: Match, seat: int, most: int = 80) -> dict[str, str]:
    """The texts with which orders of ``seat`` that are not offered are refused."""
    texts: dict[str, str] = {}
    for option in strangers(match, seat, most):
        try:
            match.pick(seat, option)
        except Refusal as refusal:
            texts[option.key] = str(refusal)
        else:
            match.take_back(seat)
            texts[option.key] = "taken"
    return texts


def strangers(match: Match, seat: int, most: int) -> Iterator[Option]:
    """Options of the table that ``seat`` is not offered now, at most ``most``, spread over the table."""
    offered = {option.code for option in match.options(seat)}
    unknown = [option for option in match.rules.table if option.code not in offered]
    return spread(unknown, most, match.decision)


def spread(options: Iterable[Option], most: int, start: int = 0) -> Iterator[Option]:
    """At most ``most`` of the options, evenly spread."""
    listed = list(options)
    step = -(-len(listed) // most) if listed else 1
    yield from listed[start % step :: step]


def drafts(match: Match, copy: Match, seat: int, walk: Walk, most: int = 3) -> Iterator[tuple[Match, Match]]:
    """Both matches as they are, and copies of them in which ``seat`` has made one, two, ... picks that both offer."""
    yield match, copy
    decision = match.phase.decision
    if seat not in match.pending or decision is None or decision.picks == 1:
        return
    one, two = match.clone(), copy.clone()
    for _ in range(most):
        theirs = {option.code for option in two.options(seat)}
        common = [option for option in one.options(seat) if option.code in theirs]
        if not common:
            return
        option = walk.one_of(common)
        one.pick(seat, option)
        two.pick(seat, option)
        yield one, two


def go_on_alike(match: Match, copy: Match, walk: Walk) -> bool:
    """Gives both the same orders, of options that both offer; false when there are none."""
    for seat in match.pending:
        while options := match.options(seat):
            theirs = {option.code for option in copy.options(seat)}
            common = [option for option in options if option.code in theirs]
            if not common:
                return False
            option = walk.one_of(common)
            match.pick(seat, option)
            copy.pick(seat, option)
        if copy.options(seat):
            return False
        last = match.pending == (seat,)
        match.seal(seat)
        copy.seal(seat)
        if last:
            break
    return True


# ---- what is hidden


FieldPath: TypeAlias = tuple[str, ...]


def hidden(match: Match, seat: int) -> dict[FieldPath, str]:
    """The parts of the referee's view of the state that ``seat`` is not shown, as JSON by their paths."""
    rules = match.rules
    return dict(_hidden(project(match.state, REFEREE, rules.teams), match.view(seat)["state"], ()))


def _hidden(all_of_it: Any, shown: Any, path: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    if not isinstance(all_of_it, dict) or not isinstance(shown, dict):
        return
    for name, value in all_of_it.items():
        if name not in shown:
            yield (*path, name), canonical_json(value)
        else:
            yield from _hidden(value, shown[name], (*path, name))


def redrawn(match: Match, seat: int, chance: Chance, paths: Iterable[FieldPath]) -> dict[FieldPath, str]:
    """What stands at ``paths`` after everything that ``seat`` cannot know is drawn again."""
    state = match.state.clone()
    match.rules.ruleset.determinize(state, seat, chance)
    seen = project(state, REFEREE, match.rules.teams)
    return {path: canonical_json(_at(seen, path)) for path in paths}


def _at(view: Any, path: FieldPath) -> Any:
    for step in path:
        view = view.get(step) if isinstance(view, dict) else None
    return view
