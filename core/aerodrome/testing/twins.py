"""Twins: two matches that differ only in what one seat may not see.

A twin is made by the ruleset's own ``determinize``. Whatever the seat can get hold of must be the same in both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from aerodrome.chance import Chance
from aerodrome.errors import Refusal
from aerodrome.events import ENGINE_KINDS
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome.testing.cases import Walk


def twin(match: Match, seat: int, chance: Chance) -> Match:
    """A copy with its log in which everything that ``seat`` cannot know is drawn again."""
    copy = match.clone(record=True)
    copy.rules.ruleset.determinize(copy.state, seat, chance)
    copy.forget_offers()
    return copy


def tellings(match: Match, seat: int, since: int) -> list[str]:
    """What the ruleset has told ``seat`` after its first ``since`` events, each as one line."""
    return [
        json.dumps([event.phase, event.kind, event.rule, event.facts], sort_keys=True)
        for event in match.log(seat)[since:]
        if event.kind not in ENGINE_KINDS
    ]


def asked(match: Match) -> tuple[int, ...]:
    """Who is asked, worked out anew from the state."""
    decision = match.phase.decision
    return decision.asks(match.state) if decision else ()


def offers(match: Match, seat: int) -> dict[str, Any]:
    """Everything that the options tell ``seat``: keys, order, explanations, the default."""
    if seat not in match.pending:
        return {}
    options = match.options(seat)
    return {
        "options": [option.key for option in options],
        "explained": {option.key: [str(row) for row in match.explain(seat, option)] for option in options[:12]},
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
    table = match.rules.table
    step = max(1, len(table) // most)
    for code in range(match.decision % step, len(table), step):
        if code not in offered:
            yield table[code]


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
