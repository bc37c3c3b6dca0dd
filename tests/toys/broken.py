"""Relatives of the healthy toy that each break one law.

`BROKEN` maps the name of a broken toy to the check of the conformance kit that must catch it, words that the message
must hold, and the toy itself.
"""

from __future__ import annotations

import datetime
import itertools
import json
import os
import random
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time as now
from typing import Any, cast

from aerodrome.chance import Chance
from aerodrome.errors import Reason
from aerodrome.events import Event
from aerodrome.orders import Option, Orders, Picks
from aerodrome.packs import DataPack
from aerodrome.phases import Phase, Row
from aerodrome.ruleset import Result, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.umpire import Umpire
from aerodrome.visibility import nobody, part, public
from toys.healthy import (
    AIM,
    CARDS,
    HEALTHY,
    LOAD,
    NOBODY,
    PHASES,
    TRIO,
    Duel,
    Pilot,
    Toy,
    ToyOptions,
    ToyRules,
    aim,
    aim_options,
    everybody,
    load,
    load_options,
    redeal,
    redraw_belts,
    refill,
    shoot,
    why_not_aim,
)


@dataclass(frozen=True)
class Broken:
    """A toy with one fault, the check that is named for it, and words of what the check must say."""

    check: str
    says: str
    toy: Ruleset[Any]
    origin: str = ""


BROKEN: dict[str, Broken] = {}

Maker = Callable[[], Ruleset[Any]]


def broken(check: str, says: str) -> Callable[[Maker], Maker]:
    def enter(make: Maker) -> Maker:
        name = make.__name__
        BROKEN[name] = Broken(check, says, make(), f"toys.broken:{name}")
        return make

    return enter


def with_phase(name: str, **changes: Any) -> Ruleset[Any]:
    return HEALTHY.variant(phases=PHASES.replace(replace(PHASES.by_id[name], **changes)))


def with_decision(name: str, **changes: Any) -> Ruleset[Any]:
    decision = PHASES.by_id[name].decision
    assert decision is not None
    return with_phase(name, decision=replace(decision, **changes))


def before(resolve: Any, also: Callable[[Any, Orders, Umpire], object]) -> Any:
    """``resolve``, with something else done first."""

    def both(state: Any, orders: Orders, umpire: Umpire) -> str:
        also(state, orders, umpire)
        return str(resolve(state, orders, umpire))

    return both


def next_of(state: Duel, seat: int) -> Pilot:
    """Somebody else: whose secrets are told."""
    return state.pilots[(seat + 1) % len(state.pilots)]


def with_result(**changes: Any) -> Ruleset[Any]:
    class Ending(Toy):
        def result(self, state: Duel) -> Result:
            return replace(super().result(state), **changes)

    return Ending()


# ---- secrets told


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


# ---- copies


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


# ---- chance from elsewhere


def _with_extra(extra: Callable[[Any], int]) -> Ruleset[Any]:
    """Blue's hits depend on ``extra``."""

    def add(state: Duel, orders: Orders, umpire: Umpire) -> None:
        state.pilots[1].hits += extra(state)

    return with_phase("shoot", resolve=before(shoot, add))


@broken("same_seed_same_match", "differ")
def counts_all_matches() -> Ruleset[Any]:
    played = itertools.count()
    return _with_extra(lambda _: next(played))


@broken("same_seed_same_match", "differ")
def binds_its_options_in_another_order() -> Ruleset[Any]:
    bound = itertools.count()

    class Shuffled(Toy):
        def prepare(self, scenario: Scenario, options: ToyOptions, packs: Sequence[DataPack]) -> ToyRules:
            rules = super().prepare(scenario, options, packs)
            turn = next(bound) % len(rules.target)
            return replace(rules, target=rules.target[turn:] + rules.target[:turn])

    return Shuffled()


@broken("independent_of_the_clock", "clock")
def reads_the_clock() -> Ruleset[Any]:
    return _with_extra(lambda _: int(time.time()) % 7)


@broken("independent_of_the_clock", "clock")
def reads_the_clock_by_another_name() -> Ruleset[Any]:
    return _with_extra(lambda _: int(now()) % 7)


@broken("independent_of_the_clock", "clock")
def reads_the_date() -> Ruleset[Any]:
    return _with_extra(lambda _: datetime.date.today().month)


@broken("independent_of_the_clock", "clock")
def reads_the_hour() -> Ruleset[Any]:
    return _with_extra(lambda _: time.localtime().tm_hour)


@broken("independent_of_the_clock", "clock")
def reads_the_stop_watch_behind_a_default() -> Ruleset[Any]:
    def extra(state: Any, clock: Callable[[], float] = time.perf_counter) -> int:
        return int(clock() > 0)

    return _with_extra(extra)


@broken("independent_of_other_generators", "generator")
def rolls_the_dice_of_python() -> Ruleset[Any]:
    return _with_extra(lambda _: random.randint(0, 1))


@broken("independent_of_other_generators", "generator")
def rolls_dice_with_a_seed_of_its_own() -> Ruleset[Any]:
    return _with_extra(lambda state: random.Random(state.round).randint(0, 1))


@broken("independent_of_other_generators", "generator")
def asks_the_system_for_noise() -> Ruleset[Any]:
    return _with_extra(lambda _: os.urandom(1)[0] & 1)


@broken("independent_of_other_generators", "generator")
def asks_the_system_for_noise_now_and_then() -> Ruleset[Any]:
    return _with_extra(lambda _: int(os.urandom(4) == b"aero"))


@broken("independent_of_other_generators", "looks at dice to come")
def looks_at_dice_to_come() -> Ruleset[Any]:
    def tell(state: Duel, orders: Orders, umpire: Umpire) -> None:
        umpire.tell("omen", "TOY-FIRE-02", roll=umpire.chance.clone().roll("hit-dice", 6))

    return with_phase("load", resolve=before(load, tell))


@broken("independent_of_hash_order", "order of hashes")
def depends_on_hash_order() -> Ruleset[Any]:
    return _with_extra(lambda _: list({"red", "blue", "green"}).index("red"))


@broken("independent_of_hash_order", "order of hashes")
def depends_on_the_working_folder() -> Ruleset[Any]:
    return _with_extra(lambda _: zlib.crc32(bytes(Path.cwd())))


# ---- orders


@broken("every_match_ends", "no end after")
def never_ends() -> Ruleset[Any]:
    def again(state: Duel, orders: Orders, umpire: Umpire) -> str:
        return "load" if refill(state, orders, umpire) else "end"

    return with_phase("refill", resolve=again)


@broken("every_match_ends", "phases in a row ask nobody")
def runs_in_a_circle() -> Ruleset[Any]:
    circle: Phase[Duel] = Phase("refill", "Refill", ("TOY-DRAW-01",), ("shoot", "end"), lambda *_: "shoot")
    return HEALTHY.variant(phases=PHASES.replace(circle))


@broken("idle_matches_end", "when all time runs out")
def waits_for_a_shot() -> Ruleset[Any]:
    def wait(state: Duel, orders: Orders, umpire: Umpire) -> str:
        after = refill(state, orders, umpire)
        return after if any(pilot.shots for pilot in state.pilots) else "load"

    return with_phase("refill", resolve=wait)


@broken("every_match_ends", "it is None, not a Result")
def has_no_result() -> Ruleset[Any]:
    class Endless(Toy):
        def result(self, state: Duel) -> Any:
            return None

    return Endless()


@broken("every_match_ends", "is no team")
def is_won_by_a_stranger() -> Ruleset[Any]:
    return with_result(winner="the umpire")


@broken("every_match_ends", "gives scores to red, not to red, blue, green")
def forgets_a_score() -> Ruleset[Any]:
    return with_result(scores={"red": 0.0})


@broken("every_match_ends", "it cites 'TOY-END-99', which does not exist")
def ends_by_an_unknown_clause() -> Ruleset[Any]:
    return with_result(rule="TOY-END-99")


@broken("pending_seats_have_options", "which is not there")
def asks_somebody_who_is_not_there() -> Ruleset[Any]:
    return with_decision("aim", asks=lambda state: (*everybody(state), len(state.pilots)))


@broken("pending_seats_have_options", "asks a seat twice")
def asks_a_seat_twice() -> Ruleset[Any]:
    return with_decision("aim", asks=lambda state: (*everybody(state), 0))


@broken("pending_seats_have_options", "not a tuple")
def asks_a_list_of_seats() -> Ruleset[Any]:
    return with_decision("aim", asks=lambda state: list(everybody(state)))


@broken("pending_seats_have_options", "is offered nothing after 0 of 1 picks")
def asks_a_seat_without_options() -> Ruleset[Any]:
    def options(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        return aim_options(state, seat, picks)[1:]

    return with_decision("aim", options=options)


@broken("pending_seats_have_options", "is offered nothing after 1 of 2 picks")
def leads_into_a_dead_end() -> Ruleset[Any]:
    def options(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        return () if picks else aim_options(state, seat, picks)

    return with_decision("aim", options=options, picks=2)


@broken("pending_seats_have_options", "cannot be completed")
def asks_for_ever_more_picks() -> Ruleset[Any]:
    return with_decision("aim", picks=0)


@broken("pending_seats_have_options", "is offered twice")
def offers_an_option_twice() -> Ruleset[Any]:
    def options(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        return (state.rules.hold, *aim_options(state, seat, picks))

    return with_decision("aim", options=options)


@broken("pending_seats_have_options", "is not a row of the option table")
def offers_what_is_not_in_the_table() -> Ruleset[Any]:
    stranger = Option(0, "bail-out", "bail out", {"bail-out": True})

    def options(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        return (*aim_options(state, seat, picks), stranger)

    return with_decision("aim", options=options)


@broken("pending_seats_have_options", "not as a tuple")
def offers_a_list() -> Ruleset[Any]:
    def options(state: Duel, seat: int, picks: Picks) -> Any:
        return list(aim_options(state, seat, picks))

    return with_decision("aim", options=options)


class Everything(tuple[Option, ...]):
    """Says of anything that it holds it."""

    __slots__ = ()

    def __contains__(self, choice: object) -> bool:
        return True


@broken("only_offered_orders_are_taken", "was taken and had not been offered")
def takes_what_it_did_not_offer() -> Ruleset[Any]:
    def options(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
        return Everything(aim_options(state, seat, picks))

    return with_decision("aim", options=options)


@broken("only_offered_orders_are_taken", "a refused order changes the match")
def is_changed_by_a_refused_order() -> Ruleset[Any]:
    def why_not(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
        state.pilots[seat].hits -= 1
        return why_not_aim(state, seat, picks, option)

    return with_decision("aim", why_not=why_not)


@broken("only_offered_orders_are_taken", "a refusal cites TOY-AIM-99")
def refuses_by_an_unknown_clause() -> Ruleset[Any]:
    def why_not(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
        return (Reason("TOY-AIM-99", "it is forbidden"),)

    return with_decision("aim", why_not=why_not)


@broken("only_offered_orders_are_taken", "a refusal cites TOY-LOAD-99")
def refuses_a_second_pick_by_an_unknown_clause() -> Ruleset[Any]:
    def why_not(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
        return (Reason("TOY-LOAD-99" if picks else "TOY-LOAD-01", "it is forbidden"),)

    return with_decision("load", why_not=why_not)


@broken("sealed_orders_do_not_change", "changes the orders")
def swaps_two_sealed_orders() -> Ruleset[Any]:
    def swap(state: Duel, orders: Any, umpire: Umpire) -> None:
        orders[0], orders[1] = orders[1], orders[0]

    return with_phase("load", resolve=before(lambda *_: "aim", swap))


@broken("sealed_orders_do_not_change", "changes the orders")
def rewrites_a_sealed_pick() -> Ruleset[Any]:
    def rewrite(state: Duel, orders: Orders, umpire: Umpire) -> None:
        facts: Any = orders[0][0].facts
        facts["seen"] = True

    return with_phase("aim", resolve=before(aim, rewrite))


@broken("defaults_can_be_sealed", "cannot be sealed")
def has_a_default_that_is_not_offered() -> Ruleset[Any]:
    return with_decision("aim", default=lambda state, seat, *_: state.rules.target[seat])


@broken("defaults_can_be_sealed", "cannot be sealed")
def has_a_default_that_does_not_complete_a_draft() -> Ruleset[Any]:
    def same_again(state: Duel, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
        return state.rules.done if len(offered) > 2 else state.rules.hold

    return with_decision("load", default=same_again)


# ---- the ruleset's word


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
