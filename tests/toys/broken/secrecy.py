"""Toys that tell secrets, or dream of what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from aerodrome.chance import Chance
from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import Row
from aerodrome.ruleset import Ruleset
from aerodrome.umpire import Umpire
from aerodrome.visibility import nobody, part, public
from toys.broken.base import before, broken, next_of, with_decision, with_phase
from toys.healthy import (
    AIM,
    NOBODY,
    Duel,
    Toy,
    ToyRules,
    aim,
    aim_options,
    everybody,
    load,
    load_options,
    redeal,
    redraw_belts,
)


@broken("views_leak_nothing", "shows what it may not see")
def leaks_through_the_view() -> Ruleset[Any]:
    @part
    class Gossip(Duel):
        rumour: int = public(default=0, show=lambda _, state: state.pilots[0].belts)

    class Gossiping(Toy):
        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            return Gossip(duel.rules, duel.pilots, duel.deck)

    return Gossiping()


@broken("views_leak_nothing", "shows what it may not see")
def leaks_through_a_count() -> Ruleset[Any]:
    @part
    class Counting(Duel):
        high: list[int] = nobody(count=True, default_factory=list)

    class Counted(Toy):
        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            return Counting(duel.rules, duel.pilots, duel.deck, high=[card for card in duel.deck if card > 2])

        def determinize(self, state: Any, seat: int, chance: Chance) -> None:
            super().determinize(state, seat, chance)
            state.high = [card for card in state.deck if card > 2]

    return Counted()


@broken("views_leak_nothing", "shows what it may not see")
def leaks_through_the_order_of_names() -> Ruleset[Any]:
    def by_belts(value: int, state: Any) -> dict[str, int]:
        return {pilot.id: pilot.hits for pilot in sorted(state.pilots, key=lambda pilot: -pilot.belts)}

    @part
    class Table(Duel):
        ranking: int = public(default=0, show=by_belts)

    class Ranking(Toy):
        def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
            duel = super().setup(rules, umpire)
            return Table(duel.rules, duel.pilots, duel.deck)

    return Ranking()


@broken("views_leak_nothing", "who is asked depends on what is hidden")
def asks_by_hidden_facts() -> Ruleset[Any]:
    def armed(state: Duel) -> tuple[int, ...]:
        return tuple(pilot.seat for pilot in state.pilots if pilot.belts)

    def aim_if_asked(state: Duel, orders: Orders, umpire: Umpire) -> str:
        return aim(state, {seat: orders.get(seat, (state.rules.hold,)) for seat in everybody(state)}, umpire)

    decision = replace(AIM, asks=armed)
    return with_phase("aim", decision=decision, resolve=aim_if_asked)


@broken("options_leak_nothing", "the options of")
def leaks_through_the_options() -> Ruleset[Any]:
    def told(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        return aim_options(state, seat, picks)[: 1 + next_of(state, seat).belts]

    return with_decision("aim", options=told)


@broken("options_leak_nothing", "the options of")
def leaks_through_the_order_of_options() -> Ruleset[Any]:
    def told(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        return aim_options(state, seat, picks)[:: 1 if next_of(state, seat).belts > 2 else -1]

    return with_decision("aim", options=told)


@broken("options_leak_nothing", "the options of")
def leaks_through_the_options_of_the_second_pick() -> Ruleset[Any]:
    def told(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        offered = load_options(state, seat, picks)
        return offered[: next_of(state, seat).belts] if picks and offered else offered

    return with_decision("load", options=told)


@broken("options_leak_nothing", "the options of")
def leaks_through_the_default() -> Ruleset[Any]:
    def told(state: Duel, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
        return offered[-1 if next_of(state, seat).belts > 2 else 0]

    return with_decision("aim", default=told)


@broken("options_leak_nothing", "the options of")
def leaks_through_an_explanation() -> Ruleset[Any]:
    def told(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
        return (Row("belts of the next", next_of(state, seat).belts, "TOY-FIRE-01"),)

    return with_decision("aim", explain=told)


@broken("options_leak_nothing", "the options of")
def leaks_through_the_facts_of_an_option() -> Ruleset[Any]:
    def told(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        facts: Any = state.rules.hold.facts
        facts["belts"] = next_of(state, seat).belts
        return aim_options(state, seat, picks)

    return with_decision("aim", options=told)


@broken("errors_leak_nothing", "a refusal tells what is hidden")
def leaks_through_an_error() -> Ruleset[Any]:
    def told(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
        return (Reason("TOY-AIM-01", f"the next one has {next_of(state, seat).belts} belts"),)

    return with_decision("aim", why_not=told)


@broken("errors_leak_nothing", "a refusal tells what is hidden")
def leaks_through_an_error_after_a_pick() -> Ruleset[Any]:
    def told(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
        secret = f"the next one has {next_of(state, seat).belts} belts" if picks else "the card is not in your hand"
        return (Reason("TOY-LOAD-01", secret),)

    return with_decision("load", why_not=told)


@broken("events_leak_nothing", "an event tells")
def leaks_through_an_event() -> Ruleset[Any]:
    def tell(state: Duel, orders: Orders, umpire: Umpire) -> None:
        umpire.tell("inspection", "TOY-SEC-01", belts=[pilot.belts for pilot in state.pilots])

    return with_phase("load", resolve=before(load, tell))


@broken("events_leak_nothing", "an event tells")
def leaks_through_an_event_for_others() -> Ruleset[Any]:
    def tell(state: Duel, orders: Orders, umpire: Umpire) -> None:
        for pilot in state.pilots:
            umpire.tell("peek", "TOY-SEC-01", to=(next_of(state, pilot.seat).seat,), cards=list(pilot.hand))

    return with_phase("load", resolve=before(load, tell))


@broken("events_leak_nothing", "an event tells")
def leaks_a_kept_order_through_an_event() -> Ruleset[Any]:
    def tell(state: Duel, orders: Orders, umpire: Umpire) -> None:
        umpire.tell("clatter", "TOY-SEC-01", picks=[orders[seat][0].key for seat in everybody(state)])

    return with_phase("load", resolve=before(load, tell))


@broken("event_order_leaks_nothing", "the order or number of events")
def leaks_through_the_order_of_events() -> Ruleset[Any]:
    def tell(state: Duel, orders: Orders, umpire: Umpire) -> None:
        for pilot in sorted(state.pilots, key=lambda pilot: pilot.belts):
            umpire.tell("ready", "TOY-SEC-01", seat=pilot.id)

    return with_phase("load", resolve=before(load, tell))


@broken("event_order_leaks_nothing", "the order or number of events")
def leaks_through_the_number_of_events() -> Ruleset[Any]:
    def tell(state: Duel, orders: Orders, umpire: Umpire) -> None:
        for _ in range(1 + state.pilots[0].belts):
            umpire.tell("rattle", "TOY-SEC-01")

    return with_phase("load", resolve=before(load, tell))


# ---- determinize


def with_determinize(determinize: Callable[[Duel, int, Chance], None]) -> Ruleset[Any]:
    class Dreaming(Toy):
        def determinize(self, state: Duel, seat: int, chance: Chance) -> None:
            determinize(state, seat, chance)

    return Dreaming()


@broken("determinize_is_sound", "determinize always draws the same")
def determinize_draws_the_truth() -> Ruleset[Any]:
    return with_determinize(lambda *_: None)


@broken("determinize_is_sound", "determinize always draws the same")
def determinize_draws_the_truth_and_rolls_dice() -> Ruleset[Any]:
    def pretend(state: Duel, seat: int, chance: Chance) -> None:
        redeal(state.clone(), seat, chance)
        redraw_belts(state.clone(), seat, chance)

    return with_determinize(pretend)


@broken("determinize_is_sound", "determinize never redraws")
def determinize_forgets_a_field() -> Ruleset[Any]:
    return with_determinize(redeal)


@broken("determinize_is_sound", "determinize changes what red itself sees")
def determinize_redraws_the_own_hand() -> Ruleset[Any]:
    def redraw_all(state: Duel, seat: int, chance: Chance) -> None:
        redeal(state, seat, chance)
        redraw_belts(state, NOBODY, chance)

    return with_determinize(redraw_all)


@broken("determinize_does_not_know_the_truth", "determinize knows")
def determinize_prefers_the_truth() -> Ruleset[Any]:
    def prefer(state: Duel, seat: int, chance: Chance) -> None:
        redeal(state, seat, chance)
        if chance.roll("whim", 2) == 1:
            redraw_belts(state, seat, chance)

    return with_determinize(prefer)


@broken("determinize_is_sound", "an imagined match cannot be played on")
def determinize_dreams_of_what_cannot_be() -> Ruleset[Any]:
    def dream(state: Duel, seat: int, chance: Chance) -> None:
        redeal(state, seat, chance)
        redraw_belts(state, seat, chance)
        next_of(state, seat).hand[:1] = [9]

    return with_determinize(dream)
