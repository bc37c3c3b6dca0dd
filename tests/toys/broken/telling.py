"""Toys whose word cannot be relied on: clauses, events, fields, sentences."""

from __future__ import annotations

import json
from typing import Any, cast

from aerodrome.events import Event
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import Row
from aerodrome.ruleset import Ruleset
from aerodrome.umpire import Umpire
from aerodrome.visibility import part, public
from toys.broken.base import before, broken, with_decision, with_phase
from toys.broken.copies import Bag
from toys.healthy import (
    HEALTHY,
    TRIO,
    Duel,
    Toy,
    ToyRules,
    shoot,
)


@broken("events_cite_known_clauses", "cites TOY-FIRE-99")
def tells_of_an_unknown_clause() -> Ruleset[Any]:
    return with_phase("shoot", resolve=before(shoot, lambda _, __, umpire: umpire.tell("bang", "TOY-FIRE-99")))


@broken("events_cite_known_clauses", "an explanation cites TOY-FIRE-99")
def explains_by_an_unknown_clause() -> Ruleset[Any]:
    return with_decision("aim", explain=lambda *_: (Row("luck", 1, "TOY-FIRE-99"),))


@broken("events_cite_known_clauses", "an explanation cites TOY-LOAD-99")
def explains_a_second_pick_by_an_unknown_clause() -> Ruleset[Any]:
    def explain(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
        return (Row("weight", 1, "TOY-LOAD-99" if picks else "TOY-LOAD-01"),)

    return with_decision("load", explain=explain)


@broken("events_cite_known_clauses", "cites TOY-DRAW-99")
def has_a_phase_with_an_unknown_clause() -> Ruleset[Any]:
    return with_phase("refill", clauses=("TOY-DRAW-01", "TOY-DRAW-99"))


@broken("events_cite_known_clauses", "cites 'TOY-SETUP-99', which toy does not have")
def has_a_scenario_with_an_unknown_clause() -> Ruleset[Any]:
    return HEALTHY.variant(scenarios=(TRIO.model_copy(update={"clauses": ("TOY-SETUP-99",)}),))


@broken("events_stay_as_told", "was changed after it was told")
def tells_of_a_living_list() -> Ruleset[Any]:
    return with_phase(
        "shoot", resolve=before(shoot, lambda state, _, umpire: umpire.tell("heap", "TOY-DRAW-01", cards=state.discard))
    )


@broken("events_stay_as_told", "is not JSON")
def tells_what_is_not_json() -> Ruleset[Any]:
    def tell(state: Duel, orders: Orders, umpire: Umpire) -> None:
        umpire.tell("seen", "TOY-SEC-01", seats=cast(Any, {1, 2}))

    return with_phase("shoot", resolve=before(shoot, tell))


@broken("events_stay_as_told", "is for seat 7")
def tells_somebody_who_is_not_there() -> Ruleset[Any]:
    return with_phase(
        "shoot", resolve=before(shoot, lambda _, __, umpire: umpire.tell("whisper", "TOY-SEC-01", to=(7,)))
    )


@broken("fields_say_who_sees_them", "do not say who sees them: Secretive.plan")
def has_a_field_that_says_nothing() -> Ruleset[Any]:
    @part
    class Secretive(Duel):
        plan: int = 0

    class Hiding(Toy):
        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            return Secretive(duel.rules, duel.pilots, duel.deck)

    return Hiding()


@broken("fields_say_who_sees_them", "do not say who sees them: Careless.plan")
def has_an_attribute_beside_its_fields() -> Ruleset[Any]:
    class Careless(Duel):
        plan = 0

    class Hiding(Toy):
        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            careless = Careless(duel.rules, duel.pilots, duel.deck)
            careless.plan = 1
            return careless

    return Hiding()


@broken("fields_say_who_sees_them", "is not JSON")
def shows_what_is_not_json() -> Ruleset[Any]:
    @part
    class Odd(Duel):
        bag: Any = public(default_factory=Bag)

    class Showing(Toy):
        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            return Odd(duel.rules, duel.pilots, duel.deck)

    return Showing()


@broken("everybody_can_look", "the text of the table is empty")
def has_an_empty_text() -> Ruleset[Any]:
    class Silent(Toy):
        def text(self, rules: Any, view: dict[str, Any]) -> str:
            return " "

    return Silent()


@broken("everybody_can_look", "has no sentence")
def has_no_sentence() -> Ruleset[Any]:
    class Speechless(Toy):
        def sentence(self, rules: Any, event: Event) -> str:
            return "" if event.kind == "shot" else super().sentence(rules, event)

    return Speechless()


@broken("everybody_can_look", "the match cannot be shown to the spectator")
def shows_the_table_to_pilots_only() -> Ruleset[Any]:
    class Exclusive(Toy):
        def text(self, rules: Any, view: dict[str, Any]) -> str:
            return json.dumps(view["state"]["pilots"][view["viewer"]])

    return Exclusive()


@broken("everybody_can_look", "another match changes it")
def shows_a_secret_that_the_ruleset_keeps() -> Ruleset[Any]:
    class Keeper(Toy):
        kept = 0

        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            self.kept = duel.pilots[0].belts
            return duel

        def text(self, rules: Any, view: dict[str, Any]) -> str:
            return f"red has {self.kept} belts"

    return Keeper()
