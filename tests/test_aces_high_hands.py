"""Hands of Aces High: what can be built card by card against a plain enumeration of the deck with the printed limits.

The enumeration below is written from Appendix B and chapters 6 and 7 and shares nothing with the tables of the plugin
but the two data files: every collection of cards that the deck holds, every order in which it could be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aerodrome.chance import Chance
from aerodrome.match import Match
from aerodrome_aces_high.aircraft import AircraftRow, AircraftType, read_aircraft
from aerodrome_aces_high.faults import order_faults
from aerodrome_aces_high.hands import DONE_BIT, ILLEGAL, ONE, START, Pilot, count, counted
from aerodrome_aces_high.position import AcesPosition
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.ruleset import AcesHighRuleset
from aerodrome_aces_high.selection import HandTable
from aerodrome_aces_high.vocabulary import ACE, LETTERS, RANKS, ROOKIE, VETERAN

RULESET = AcesHighRuleset()
RULES = cast(AcesRules, RULESET.bind())
ROWS = {row.id: row for row in read_aircraft(())[0]}
S, L, R, T, SLIDE, OPENER, A, TL, TR, N, CLIMB, DIVE = range(LETTERS)
TURNS = (L, R)
STUNTS = (A, TL, TR)
Cards = tuple[int, ...]
"""How many of each letter."""

aircraft = pytest.mark.parametrize("found", RULES.aircraft, ids=lambda found: found.id)


# ---- the plain enumeration


def numbers_allow(row: AircraftRow, previous: int, most_speed: int, cards: Cards) -> bool:
    """Everything that the book says about how many cards (7.0, 7.1, 7.2, 6.1.4 to 6.1.8)."""
    speed = cards[S]
    if not max(1, previous - 1) <= speed <= min(previous + 1, most_speed):
        return False
    if sum(cards) - cards[T] - cards[CLIMB] - cards[DIVE] > row.max_cards:
        return False
    if cards[L] + cards[R] > (row.rotations_1, row.rotations_2, row.rotations_3, row.rotations_4)[speed - 1]:
        return False
    if speed in row.no_pair_at and max(cards[L], cards[R]) > 1:
        return False
    if cards[SLIDE] + cards[OPENER] > 1 or (cards[SLIDE] and speed != 1) or (cards[OPENER] and speed > 2):
        return False
    hazel = speed + cards[L] + cards[R] + cards[T] + cards[SLIDE] + cards[OPENER]
    return cards[CLIMB] <= speed and cards[CLIMB] + cards[DIVE] <= hazel


def order_allows(row: AircraftRow, speed: int, ace: bool, opening: bool, order: tuple[int, ...]) -> bool:
    """Everything that the book says about the order of a whole turn."""
    if speed in row.speed_first_at and not ace and order[0] not in (S, T):
        return False
    for at, card in enumerate(order):
        before = order[at - 1] if at else None
        if card in (SLIDE, OPENER) and at:
            return False
        if card == N and at < len(order) - 1:
            return False
        if card == A and before != S and not (at == 0 and opening):
            return False
        if (card == TL and before != L) or (card == TR and before != R):
            return False
    return rotations_allow(row, speed, tuple(card for card in order if card != N))


def rotations_allow(row: AircraftRow, speed: int, order: tuple[int, ...]) -> bool:
    at = [i for i, card in enumerate(order) if card in TURNS]
    last = len(order) - 1
    if not at:
        return True
    if speed in row.rotation_last_at and at != [last]:
        return False
    if speed in row.rotation_not_last_at and at[-1] == last:
        return False
    pair = len(at) > 1 and at[-2:] == [last - 1, last] and at[-2] > 0 and order[last - 2] == S
    same = pair and order[last] == order[last - 1]
    must = [L if word.endswith("left") else R for word in row.pair_last if word.startswith(str(speed))]
    for letter in must:
        if order.count(letter) > 1 and not (same and order[last] == letter):
            return False
    may = [word[2:] for word in row.pair_may_end if word.startswith(str(speed))]
    granted = pair and ("any" in may or (same and ("same" in may or order[last] in must)))
    bound = at[:-1] if granted else at
    if any(S not in order[one:two] for one, two in pairwise(bound)):
        return False
    near = [[j for j in (i - 1, i + 1) if 0 <= j <= last and order[j] == S] for i in bound]
    if granted and last - 2 not in near[-1]:
        return False
    if speed in row.free_rotations_at:
        return all(near)
    return any(len(set(chosen)) == len(chosen) for chosen in product(*near))


@cache
def some_order(aircraft_id: str, speed: int, ace: bool, opening: bool, cards: Cards) -> bool:
    """Whether one of all the orders of the cards that fill rounds is allowed."""
    row = ROWS[aircraft_id]
    return any(order_allows(row, speed, ace, opening, order) for order in orders(cards[: N + 1]))


def orders(cards: Cards, before: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every order, but for those that an aerobatic or first card in a wrong place spoils at once."""
    if not any(cards):
        yield before
    for letter, left in enumerate(cards):
        spoiled = before and (letter in (SLIDE, OPENER) or (letter == A and before[-1] != S) or before[-1] == N)
        if left and not spoiled and not (letter in (TL, TR) and before[-1:] != ((L,) if letter == TL else (R,))):
            rest = (*cards[:letter], left - 1, *cards[letter + 1 :])
            yield from orders(rest, (*before, letter))


def plain_hands(found: AircraftType, rank: int, previous: int, opening: bool) -> set[Cards]:
    """Every legal hand, by letter."""
    row = ROWS[found.id]
    deck = Pilot(found, rank, RULES.kinds).letters
    most = [own if letter == T else min(own, row.max_cards) for letter, own in enumerate(deck)]
    hands = set()
    for base in product(*(range(n + 1) for n in most[:CLIMB])):
        if not numbers_allow(row, previous, deck[S], (*base, 0, 0)):
            continue
        if not some_order(found.id, base[S], rank == ACE, opening, base):
            continue
        for riders in product(range(deck[CLIMB] + 1), range(deck[DIVE] + 1)):
            if numbers_allow(row, previous, deck[S], (*base, *riders)):
                hands.add((*base, *riders))
    return hands


def packed(cards: Cards) -> int:
    return sum(n * ONE[letter] for letter, n in enumerate(cards))


def built_hands(found: AircraftType, rank: int, previous: int, opening: bool) -> set[int]:
    """Every hand that can be reached from nothing, card by card, as it is offered."""
    more = RULES.pilot(found.number, rank).hands(previous, opening).more
    seen, left, hands = {0}, [0], set()
    while left:
        cards = left.pop()
        offered = more[cards]
        assert offered, "a partial hand was offered that leads nowhere"
        if offered & DONE_BIT:
            hands.add(cards)
        for letter in range(LETTERS):
            if offered >> letter & 1 and cards + ONE[letter] not in seen:
                seen.add(cards + ONE[letter])
                left.append(cards + ONE[letter])
    return hands


@aircraft
@pytest.mark.parametrize("rank", [ROOKIE, VETERAN, ACE], ids=RANKS)
@pytest.mark.clause("AH-HAND-02", "AH-HAND-06", "AH-HAND-07", "AH-HAND-11", "AH-ROT-06", "AH-ROT-07", "AH-SPEED-03")
def test_hands_that_can_be_built_are_those_of_a_plain_enumeration(found: AircraftType, rank: int) -> None:
    for previous in range(1, found.max_speed + 1):
        for opening in (False, True) if rank == ACE else (False,):
            plain = {packed(hand) for hand in plain_hands(found, rank, previous, opening)}
            assert built_hands(found, rank, previous, opening) == plain, f"after speed {previous}"


@aircraft
def test_no_aircraft_is_ever_without_a_legal_hand(found: AircraftType) -> None:
    for rank in (ROOKIE, VETERAN, ACE):
        for previous in range(1, found.max_speed + 1):
            hands = built_hands(found, rank, previous, opening=False)
            assert hands
            speeds = {count(hand, S) for hand in hands}
            wanted = range(max(1, previous - 1), min(found.max_speed, previous + 1) + 1)
            assert speeds == set(wanted), "each speed within one step can be flown"


@aircraft
def test_named_cards_offered_are_those_of_the_letters(found: AircraftType) -> None:
    """The cards that people pick: each own card of an allowed letter, no card oftener than the deck holds it."""
    pilot = RULES.pilot(found.number, ACE)
    table = HandTable(RULES, pilot.deck, pilot.hands(found.max_speed, opening=False), anything=False)
    walk = Chance.of(found.number).stream("walk")
    for _ in range(200):
        taken, kinds = 0, [0] * len(RULES.kinds)
        while True:
            offered = table.options(taken)
            letters = table.more[taken & (1 << 3 * LETTERS) - 1]
            cards = [RULES.meaning[option.code][0] for option in offered if option is not RULES.done]
            wanted = [
                k.number for k in RULES.kinds if letters >> k.letter & 1 and kinds[k.number] < pilot.deck[k.number]
            ]
            assert cards == wanted
            assert (RULES.done in offered) == bool(letters & DONE_BIT)
            option = offered[walk.below(len(offered))]
            if option is RULES.done:
                break
            taken += RULES.weight[option.code]
            kinds[RULES.meaning[option.code][0]] += 1


# ---- what Appendix B prints, read a second time


@dataclass(frozen=True)
class Printed:
    """The lines of an aircraft in Appendix B. ``orders``: speed, an order of play, and whether it is legal."""

    cards: int
    rotations: int | tuple[int, ...]
    altitude: int
    back: bool
    speed_first: tuple[int, ...] = ()
    shared: tuple[int, ...] = ()
    orders: tuple[tuple[int, str, bool], ...] = ()


PRINTED = {
    "raf-be2d": Printed(2, 1, 3, True),
    "nieuport-16": Printed(
        4, (1, 2), 4, True, orders=((2, "LSSL", True), (2, "RSSR", False), (2, "SSRR", True), (2, "SSLL", False))
    ),
    "raf-re8": Printed(3, 1, 4, False),
    "nieuport-17": Printed(4, (1, 2, 0), 4, False, orders=((2, "LSSL", False), (2, "SSLL", True), (2, "LSSR", True))),
    "spad-vii": Printed(
        5, (2, 2, 2, 1), 5, False, (3, 4), (1,), ((4, "SSSSL", True), (4, "SSSLS", False), (1, "LSR", True))
    ),
    "airco-dh4": Printed(3, 1, 4, True),
    "raf-se5a": Printed(5, 2, 5, False, (3,)),
    "spad-xiii": Printed(
        5, (2, 2, 2, 1), 5, False, (3, 4), (1,), ((4, "SSSSR", True), (4, "SRSSS", False), (1, "LSR", True))
    ),
    "sopwith-triplane": Printed(4, (2, 2, 0), 5, False, (3,)),
    "sopwith-camel": Printed(5, 2, 4, True, (3,)),
    "bristol-f2b": Printed(4, 2, 5, False, (3,)),
    "sopwith-snipe": Printed(5, 2, 5, False, (3,), orders=((3, "SSSLR", True), (2, "SSLR", False))),
    "nieuport-28": Printed(
        4, (1, 2, 1), 4, True, (3,), orders=((2, "RSSR", False), (2, "SSRR", True), (2, "RSLS", True))
    ),
    "spad-xii": Printed(4, 2, 4, False, (3,)),
    "halberstadt-d-ii": Printed(3, 1, 4, False, (3,)),
    "roland-c-ii": Printed(3, 1, 4, False),
    "albatros-d-ii": Printed(4, (1, 1, 0), 5, False, (3,), orders=((2, "SSL", False), (2, "SLS", True))),
    "albatros-d-iii": Printed(4, (1, 1, 0), 4, True, (3,)),
    "albatros-d-v": Printed(5, (2, 2, 0), 4, True, (3,)),
    "halberstadt-cl-ii": Printed(3, 1, 4, True),
    "pfalz-d-iii": Printed(4, (2, 2, 1), 4, True, (3,), (1,), ((3, "SSSL", True), (3, "SSLS", False))),
    "albatros-d-va": Printed(5, 2, 5, False, (3,)),
    "fokker-dr-i": Printed(4, 2, 4, False, (3,)),
    "siemens-schuckert-d-iii": Printed(
        5, 3, 5, True, (3,), (2,), ((2, "RSRSR", True), (3, "SSSRR", True), (3, "SSSRL", False))
    ),
    "fokker-d-vii": Printed(5, 2, 4, False, (3,), (1,), ((1, "LSR", True),)),
    "phonix-d-i": Printed(5, (1, 2, 1), 5, True, (3,)),
}
LETTERS_OF = {"S": S, "L": L, "R": R}


@aircraft
@pytest.mark.clause(*(f"AH-PLANE-{number:02}" for number in range(1, 27)), "AH-COMP-04", "AH-SPEED-09", "AH-ALT-02")
def test_an_aircraft_flies_as_its_sheet_is_printed(found: AircraftType) -> None:
    printed = PRINTED[found.id]
    assert (found.altitude, found.returnable) == (printed.altitude, printed.back)
    fullest = 0
    by_speed = printed.rotations if isinstance(printed.rotations, tuple) else (printed.rotations,) * 4
    for speed in range(1, found.max_speed + 1):
        hands = [hand for hand in built_hands(found, ROOKIE, speed, opening=False) if count(hand, S) == speed]
        fullest = max(fullest, *map(counted, hands))
        served = by_speed[speed - 1] if speed in printed.shared else min(by_speed[speed - 1], speed)
        most = max(count(hand, L) + count(hand, R) for hand in hands)
        assert most == min(served, printed.cards - speed), f"Rotations at speed {speed}"
        opens = Pilot(found, ROOKIE, RULES.kinds).orders(speed, opening=False)
        rotation_first = opens.step(START, L, speed * ONE[S]) != ILLEGAL
        if speed not in {at for at, _, _ in printed.orders}:
            assert rotation_first == (speed not in printed.speed_first)
    assert fullest == printed.cards
    for speed, order, legal in printed.orders:
        cards = tuple(LETTERS_OF[letter] for letter in order)
        assert order_allows(ROWS[found.id], speed, False, False, cards) == legal
        assert can_be_flown(found, speed, cards) == legal, f"{order} at speed {speed}"


def can_be_flown(found: AircraftType, speed: int, order: tuple[int, ...]) -> bool:
    rules, state = Pilot(found, ROOKIE, RULES.kinds).orders(speed, opening=False), START
    for at, card in enumerate(order):
        state = rules.step(state, card, sum(ONE[later] for later in order[at + 1 :]))
        if state == ILLEGAL:
            return False
    return rules.can(state, 0)


@aircraft
@pytest.mark.clause("AH-ROT-05")
def test_three_rotations_never_follow_each_other(found: AircraftType) -> None:
    for speed in range(1, found.max_speed + 1):
        for before, turns, after in product(range(speed + 1), product(TURNS, repeat=3), range(2)):
            order = (*(S,) * before, *turns, *(S,) * after)
            assert not can_be_flown(found, speed, order)


# ---- reasons and order


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(RULES.aircraft),
    st.integers(1, 4),
    st.sampled_from([ROOKIE, ACE]),
    st.booleans(),
    st.lists(st.sampled_from([S, S, L, R, T, SLIDE, OPENER, A, TL, TR, N]), min_size=1, max_size=7),
)
def test_the_reasons_say_the_same_as_the_tables(
    found: AircraftType, speed: int, rank: int, opening: bool, cards: list[int]
) -> None:
    """A whole order has reasons against it exactly when the tables refuse it."""
    opening = opening and rank == ACE
    order = Pilot(found, rank, RULES.kinds).orders(speed, opening)
    state = START
    for at, card in enumerate(cards):
        state = order.step(state, card, sum(ONE[later] for later in cards[at + 1 :]))
        if state == ILLEGAL:
            break
    accepted = state != ILLEGAL and order.can(state, 0)
    faults = order_faults(found, speed, rank == ACE, opening, cards, left=0)
    assert accepted == (not faults), faults
    assert accepted == order_allows(ROWS[found.id], speed, rank == ACE, opening, tuple(cards))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(RULES.aircraft), st.sampled_from(RANKS), st.integers(1, 4))
def test_a_hand_can_always_be_played_out(seed: int, found: AircraftType, rank: str, speed: int) -> None:
    """Whatever is offered is taken: the hand is legal, every card offered leads to the end of the hand."""
    side, other = ("central", "allies") if found.side == 0 else ("allies", "central")
    planes = {
        side: {
            "aircraft": found.id,
            "at": "0711",
            "pilot": rank,
            "speed": min(speed, found.max_speed),
            "last_card": "speed",
        },
        other: {"at": "0402", "facing": 3},
    }
    position = AcesPosition.model_validate({"phase": "card-selection", "planes": planes})
    match = Match.at_position(RULES, position, Chance.of(seed))
    seat = match.rules.seat_number(side)
    chance = Chance.of(seed).stream("walk")
    while options := match.options(seat):
        match.pick(seat, options[chance.below(len(options))])
    match.seal(seat)
    match.expire(1 - seat)
    plane = match.state.planes[seat]
    hand = [RULES.kinds[kind] for kind in plane.hand]
    assert sum(kind.counts for kind in hand) <= found.max_cards
    rounds = 0
    while match.phase.id == "maneuver" and plane.hand and not plane.spin:
        options = match.options(seat)
        assert options, "no card of the hand may be played"
        match.order(seat, options[chance.below(len(options))])
        for waiting in match.pending:
            match.expire(waiting)
        rounds += 1
        if not plane.in_play or match.phase.id == "fire":
            return
    assert rounds or plane.spin
