"""Toys whose matches share what each should have for itself, or change when they are looked at."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from aerodrome.orders import Option, Orders, Picks
from aerodrome.packs import DataPack
from aerodrome.phases import Row
from aerodrome.ruleset import Result, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.umpire import Umpire
from aerodrome.visibility import nobody, part, public
from toys.broken.base import before, broken, with_decision, with_phase
from toys.healthy import (
    CARDS,
    LOAD,
    NOBODY,
    PHASES,
    Duel,
    Toy,
    ToyOptions,
    ToyRules,
    everybody,
    load,
    load_options,
    shoot,
)


class Bag:
    """A mutable thing that no copy copies."""

    def __init__(self) -> None:
        self.count = 0


@broken("clones_are_independent", "clone")
def shares_parts_between_clones() -> Ruleset[Any]:
    class Tupled(Toy):
        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            duel.pilots = cast(Any, tuple(duel.pilots))
            return duel

    return Tupled()


def _with_bag(use: Callable[[Any], None]) -> Ruleset[Any]:
    @part
    class Bagged(Duel):
        bag: Any = nobody(default_factory=Bag, show=lambda *_: 0)

    class Shared(Toy):
        phases = PHASES.replace(replace(PHASES.by_id["load"], resolve=before(load, lambda state, *_: use(state.bag))))

        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            return Bagged(duel.rules, duel.pilots, duel.deck)

    return Shared()


@broken("clones_are_independent", "clone")
def shares_a_thing_between_clones() -> Ruleset[Any]:
    def use(bag: Bag) -> None:
        bag.count += 1

    return _with_bag(use)


@broken("clones_are_independent", "clone")
def shares_a_list_behind_a_tuple() -> Ruleset[Any]:
    @part
    class Nested(Duel):
        marks: tuple[list[int], ...] = public(default_factory=lambda: ([],))

    class Nesting(Toy):
        phases = PHASES.replace(
            replace(PHASES.by_id["load"], resolve=before(load, lambda state, *_: state.marks[0].append(state.round)))
        )

        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            return Nested(duel.rules, duel.pilots, duel.deck)

    return Nesting()


@broken("clones_are_independent", "a copy plays on otherwise than its original")
def counts_in_the_rules() -> Ruleset[Any]:
    def count(state: Duel, orders: Orders, umpire: Umpire) -> None:
        rules: Any = state.rules
        rules.count = getattr(rules, "count", 0) + 1
        if rules.count % 2 == 0:
            state.pilots[0].hits += 1

    return with_phase("load", resolve=before(load, count))


@broken("matches_do_not_mix", "another match")
def keeps_the_match_on_the_ruleset() -> Ruleset[Any]:
    class Forgetful(Toy):
        def __init__(self) -> None:
            self.lead = 0

        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            self.lead = duel.pilots[0].belts
            return duel

        def result(self, state: Duel) -> Result:
            return replace(super().result(state), reason=f"red had {self.lead} belts")

    return Forgetful()


@broken("recording_changes_nothing", "record")
def plays_otherwise_when_recorded() -> Ruleset[Any]:
    def count(state: Duel, orders: Orders, umpire: Umpire) -> None:
        if umpire.listening:
            state.discard.append(umpire.chance.pick("extra", CARDS))

    return with_phase("shoot", resolve=before(shoot, count))


@broken("looking_changes_nothing", "looking")
def changes_when_looked_at() -> Ruleset[Any]:
    def explain(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
        state.discard.append(0)
        return ()

    return with_decision("aim", explain=explain)


@broken("looking_changes_nothing", "looking")
def changes_when_asked_again() -> Ruleset[Any]:
    def count(state: Duel) -> tuple[int, ...]:
        state.discard.append(0)
        return everybody(state)

    return with_decision("aim", asks=count)


@broken("arrival_order_does_not_matter", "the order in which seats seal")
def remembers_who_came_first() -> Ruleset[Any]:
    @part
    class Eager(Duel):
        first: int = public(default=NOBODY)

    def note(state: Any, seat: int, picks: Picks) -> tuple[Option, ...]:
        if picks and state.first == NOBODY:
            state.first = seat
        return load_options(state, seat, picks)

    class Hasty(Toy):
        phases = PHASES.replace(replace(PHASES.by_id["load"], decision=replace(LOAD, options=note)))

        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            return Eager(duel.rules, duel.pilots, duel.deck)

    return Hasty()


@broken("saved_matches_come_back", "a saved match does not load")
def binds_differently_each_time() -> Ruleset[Any]:
    bound = itertools.count()

    class Restless(Toy):
        def prepare(self, scenario: Scenario, options: ToyOptions, packs: Sequence[DataPack]) -> ToyRules:
            rules = super().prepare(scenario, options, packs)
            return replace(rules, data={"bound": next(bound)})

    return Restless()
