"""What is checked, and how a check walks through matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError, Refusal
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Rules, Ruleset

MOST_PICKS = 1_000
"""Picks in one order after which it is called endless."""


@dataclass(frozen=True, eq=False)
class Case:
    """One kind of match of one ruleset.

    Attributes:
        origin: how another process makes the ruleset, as ``module:callable``. Not needed for an installed one, nor
            for one whose class can be imported and called without arguments.
    """

    ruleset: Ruleset[Any]
    scenario: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    origin: str = ""

    @cached_property
    def rules(self) -> Rules:
        return self.ruleset.bind(self.scenario, self.options)

    def __str__(self) -> str:
        options = "+".join(name if value is True else f"{name}={value}" for name, value in self.options.items())
        return "/".join(part for part in (self.ruleset.id, self.scenario or "", options) if part)

    def match(self, walk: Walk, *, record: bool = True) -> Match:
        """A fresh match with the walk's seed."""
        players = tuple("walk" for _ in self.rules.seats)
        return Match.create(self.rules, walk.seed, players=players, record=record)


class Walk:
    """A way through a match: a seed for the dice, and choices. When the given choices are used up, the seed goes on
    choosing."""

    def __init__(self, seed: int, choices: Sequence[int] = ()) -> None:
        self.seed = seed
        self.choices = tuple(choices)
        self._left = list(reversed(self.choices))
        self._more = Chance.of(seed)

    def __repr__(self) -> str:
        return f"Walk({self.seed}, {list(self.choices)})"

    def again(self) -> Walk:
        """The same walk from its start."""
        return Walk(self.seed, self.choices)

    def below(self, n: int) -> int:
        return self._left.pop() % n if self._left else self._more.roll("walk", n) - 1

    def one_of(self, options: Sequence[Option]) -> Option:
        return options[self.below(len(options))]

    def draft(self, match: Match, seat: int) -> None:
        """Picks until nothing more is offered."""
        for _ in range(MOST_PICKS):
            options = match.options(seat)
            if not options:
                return
            match.pick(seat, self.one_of(options))
        raise AssertionError(
            f"an order in {match.phase.id} cannot be completed: {MOST_PICKS} picks, and more are asked"
        )

    def order(self, match: Match, seat: int) -> None:
        """Picks until the order is complete, and seals it."""
        self.draft(match, seat)
        phase = match.phase.id
        try:
            match.seal(seat)
        except Refusal as refusal:
            raise AssertionError(f"an order in {phase} cannot be completed: {refusal}") from None

    def decide(self, match: Match) -> None:
        """Everybody who is asked orders."""
        for seat in match.pending:
            self.order(match, seat)


def visits(case: Case, walk: Walk, most: int = 40) -> Iterator[Match]:
    """A match at some of its decisions, at most ``most``: the same object, played on in between.

    The first decisions are all visited, later ones ever more rarely, so that long matches cost little more.
    """
    match = case.match(walk)
    step = 0
    due = 0
    seen = 0
    while match.pending and seen < most and step < case.ruleset.LIMIT:
        if step >= due:
            yield match
            seen += 1
            due = step + 1 + seen // 8
        walk.decide(match)
        step += 1


def cases_of(ruleset: Ruleset[Any], origin: str = "") -> list[Case]:
    """The standard scenario without options, with each switch alone where it can stand alone, and with all of them;
    and the scenario with the most seats."""
    switches = [
        alias for alias, info in ruleset.option_fields().items() if info.annotation is bool and info.default is False
    ]
    ruleset.bind()  # a ruleset that cannot be bound at all must not pass for want of cases
    tried: list[dict[str, Any]] = [{}, *({name: True} for name in switches)]
    if len(switches) > 1:
        tried.append(dict.fromkeys(switches, True))
    cases = [Case(ruleset, None, options, origin) for options in tried if _can_be(ruleset, options)]
    largest = max(ruleset.scenarios, key=lambda scenario: len(scenario.seats))
    if largest is not ruleset.scenarios[0]:
        cases.append(Case(ruleset, largest.id, {}, origin))
    return cases


def _can_be(ruleset: Ruleset[Any], options: Mapping[str, Any]) -> bool:
    try:
        ruleset.bind(None, options)
    except AerodromeError:
        return False
    return True


def installed_cases() -> list[Case]:
    """The cases of every ruleset that is installed."""
    return [case for ruleset in Plugins.load().rulesets.values() for case in cases_of(ruleset)]
