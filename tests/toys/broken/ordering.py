"""Toys whose matches do not end, or whose orders are not what they seem."""

from __future__ import annotations

from typing import Any

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import Phase
from aerodrome.ruleset import Ruleset
from aerodrome.umpire import Umpire
from toys.broken.base import before, broken, with_decision, with_phase, with_result
from toys.healthy import (
    HEALTHY,
    PHASES,
    Duel,
    Toy,
    aim,
    aim_options,
    everybody,
    refill,
    why_not_aim,
)


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
