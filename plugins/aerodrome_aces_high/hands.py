"""Which hands may be taken and in which order they may be played (6.0, 7.0, Appendix B).

Cards are told apart here by their letter only. A collection of cards is one int, three bits a letter. `OrderRules`
says which card may follow at a given speed, and whether the rest can still be played out; `HandRules` lists every
collection that can be completed to a legal hand, with what may be added to it. Both are made once and looked up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from aerodrome_aces_high.aircraft import AircraftType
from aerodrome_aces_high.cards import CardKind
from aerodrome_aces_high.vocabulary import (
    ACE,
    CLIMB,
    DIVE,
    FEINT,
    LEFT,
    LETTERS,
    OPENER,
    RIGHT,
    SLIDE,
    SPEED,
    STALL,
    STUNT,
    TURN_LEFT,
    TURN_RIGHT,
    Letter,
)

ONE: Final = tuple(1 << 3 * letter for letter in range(LETTERS))
"""A single card of each letter, as a collection."""

ALL_LETTERS: Final = (1 << 3 * LETTERS) - 1
ROUND_LETTERS: Final = tuple(range(CLIMB))
"""Letters that fill a round."""

START, FREE_SPEED, USED_SPEED, LEFT_DONE, RIGHT_DONE, LEFT_OPEN, RIGHT_OPEN, OTHER = range(8)
"""What the last card of the turn was: none; a Speed card that serves no Rotation yet, or one that does; a Rotation
with its Speed card, or one whose Speed card must come next; any other card."""

TURNED: Final = 8
"""Added when a Rotation lies after the last Speed card (AH-ROT-03)."""

ILLEGAL: Final = -1


def count(cards: int, letter: Letter) -> int:
    return cards >> 3 * letter & 7


def without_feint(cards: int) -> int:
    """The cards that first-card and last-card duties look at (AH-HAND-13)."""
    return cards & ~(7 << 3 * FEINT)


class OrderRules:
    """The order of play of one aircraft at one speed.

    ``opening`` says that an ace may begin with an aerobatic card this turn (AH-AERO-04).
    """

    __slots__ = ("_can", "_free", "_may_end", "_not_last", "_opening", "_pair_last", "_rotation_last", "_speed_first")

    def __init__(self, aircraft: AircraftType, speed: int, ace: bool, opening: bool) -> None:
        self._speed_first = speed in aircraft.speed_first_at and not ace  # AH-SPEED-09, AH-SPEED-11
        self._opening = opening
        self._free = speed in aircraft.free_rotations_at  # AH-ROT-06
        self._rotation_last = speed in aircraft.rotation_last_at
        self._not_last = speed in aircraft.rotation_not_last_at
        self._may_end = aircraft.pair_may_end.get(speed, "")
        sides = aircraft.pair_last.get(speed, frozenset())
        self._pair_last = frozenset(letter for letter, name in ((LEFT, "left"), (RIGHT, "right")) if name in sides)
        self._can: dict[tuple[int, int], bool] = {}

    def step(self, state: int, letter: Letter, rest: int) -> int:
        """The state after playing ``letter`` with ``rest`` still in hand, or `ILLEGAL`."""
        last = state & 7
        if last in (LEFT_OPEN, RIGHT_OPEN):
            if letter != SPEED:
                return ILLEGAL  # AH-ROT-02
            return FREE_SPEED if self._free else USED_SPEED
        if letter == SPEED:
            return FREE_SPEED
        if state == START and self._speed_first and letter != STALL:
            return ILLEGAL  # AH-SPEED-09, AH-SPEED-10
        if letter in (LEFT, RIGHT):
            return self._rotate(state, letter, rest)
        return OTHER | state & TURNED if self._may_follow(state, letter, rest) else ILLEGAL

    def _may_follow(self, state: int, letter: Letter, rest: int) -> bool:
        last = state & 7
        if letter in (SLIDE, OPENER):
            return state == START  # AH-CARD-06
        if letter == FEINT:
            return rest == 0  # AH-FEINT-01
        if letter == STUNT:
            return last in (FREE_SPEED, USED_SPEED) or (state == START and self._opening)  # AH-AERO-02 to -05
        if letter == TURN_LEFT:
            return last == LEFT_DONE  # AH-ATURN-01
        if letter == TURN_RIGHT:
            return last == RIGHT_DONE
        return letter == STALL

    def _rotate(self, state: int, letter: Letter, rest: int) -> int:
        last, rest = state & 7, without_feint(rest)
        if (self._rotation_last and rest) or (self._not_last and not rest):
            return ILLEGAL
        done = LEFT_DONE if letter == LEFT else RIGHT_DONE
        served = last == FREE_SPEED or (last == USED_SPEED and self._free)
        if letter in self._pair_last and count(rest, letter):
            return done | TURNED if served and rest == ONE[letter] else ILLEGAL  # AH-ROT-07
        if last in (LEFT_DONE, RIGHT_DONE):
            return done | TURNED if not rest and self._pair_may_end(letter, last == done) else ILLEGAL
        if state & TURNED:
            return ILLEGAL  # AH-ROT-03
        if served:
            return done | TURNED
        return (LEFT_OPEN if letter == LEFT else RIGHT_OPEN) | TURNED if count(rest, SPEED) else ILLEGAL

    def _pair_may_end(self, letter: Letter, same: bool) -> bool:
        return self._may_end == "any" or (same and (self._may_end == "same" or letter in self._pair_last))

    def can(self, state: int, rest: int) -> bool:
        """Whether ``rest`` (no Climb, no Dive) can be played out in some order (AH-HAND-11)."""
        if not rest:
            return state & 7 not in (LEFT_OPEN, RIGHT_OPEN)
        key = state, rest
        known = self._can.get(key)
        if known is None:
            known = self._can[key] = any(
                after != ILLEGAL and self.can(after, left)
                for letter in ROUND_LETTERS
                if count(rest, letter)
                for left in (rest - ONE[letter],)
                for after in (self.step(state, letter, left),)
            )
        return known


def hazel_cards(cards: int) -> int:
    """How many cards a Dive can ride on."""
    return sum(count(cards, letter) for letter in (SPEED, LEFT, RIGHT, STALL, SLIDE, OPENER))


def riders_fit(cards: int, climbs: int, dives: int) -> bool:
    """Whether each Climb finds a Speed card and each Dive another maneuver card (AH-CLIMB-02, AH-DIVE-02)."""
    return climbs <= count(cards, SPEED) and climbs + dives <= hazel_cards(cards)


COUNTED: Final = (SPEED, LEFT, RIGHT, SLIDE, OPENER, STUNT, TURN_LEFT, TURN_RIGHT, FEINT)
DONE_BIT: Final = 1 << LETTERS


def counted(cards: int) -> int:
    """The cards that count against the maximum hand (AH-HAND-03, AH-HAND-04, AH-HAND-10)."""
    return sum(count(cards, letter) for letter in COUNTED)


class HandRules:
    """The hands that one aircraft with one kind of pilot may take after one previous speed.

    Attributes:
        more: by collection that can be completed, which letters may be added (a bit each) and whether it is a hand
            already (`DONE_BIT`).
    """

    __slots__ = ("more",)

    def __init__(
        self, aircraft: AircraftType, deck: tuple[int, ...], rank: int, speeds: range, orders: tuple[OrderRules, ...]
    ) -> None:
        more: dict[int, int] = {}
        left = list(self._legal(aircraft, deck, speeds, orders))
        for hand in left:
            more[hand] = DONE_BIT
        steps = [(7 << 3 * letter, ONE[letter], 1 << letter) for letter in range(LETTERS) if deck[letter]]
        while left:
            hand = left.pop()
            for mask, one, bit in steps:
                if hand & mask:
                    smaller = hand - one
                    known = more.get(smaller)
                    if known is None:
                        left.append(smaller)
                        more[smaller] = bit
                    else:
                        more[smaller] = known | bit
        self.more = more

    def _legal(
        self, aircraft: AircraftType, deck: tuple[int, ...], speeds: range, orders: tuple[OrderRules, ...]
    ) -> Iterator[int]:
        for speed in speeds:
            if speed <= deck[SPEED]:
                for cards in _compositions(aircraft, deck, speed):
                    if orders[speed].can(START, cards):
                        yield from _with_riders(cards, deck)


def _compositions(aircraft: AircraftType, deck: tuple[int, ...], speed: int) -> Iterator[int]:
    """Everything that fills rounds at ``speed`` within the printed numbers; ``deck`` counts by letter."""
    most = aircraft.max_cards - speed
    if most < 0:
        return
    limit = aircraft.rotations[speed]
    one_side = 1 if speed in aircraft.no_pair_at else 7
    openers = [
        0,
        *([ONE[SLIDE]] if deck[SLIDE] and speed == 1 else []),
        *([ONE[OPENER]] if deck[OPENER] and speed <= 2 else []),
    ]
    for left in range(min(deck[LEFT], limit, most, one_side) + 1):
        for right in range(min(deck[RIGHT], limit - left, most - left, one_side) + 1):
            turned = left * ONE[LEFT] + right * ONE[RIGHT] + speed * ONE[SPEED]
            for opener in openers:
                room = most - left - right - bool(opener)
                for others in _aerobatics(deck, room):
                    for stalls in range(deck[STALL] + 1):
                        yield turned + opener + others + stalls * ONE[STALL]


def _aerobatics(deck: tuple[int, ...], room: int) -> Iterator[int]:
    if room < 0:
        return
    for stunts in range(min(deck[STUNT], room) + 1):
        for left in range(min(deck[TURN_LEFT], room - stunts) + 1):
            for right in range(min(deck[TURN_RIGHT], room - stunts - left) + 1):
                base = stunts * ONE[STUNT] + left * ONE[TURN_LEFT] + right * ONE[TURN_RIGHT]
                for feint in range(min(deck[FEINT], room - stunts - left - right) + 1):
                    yield base + feint * ONE[FEINT]


def _with_riders(cards: int, deck: tuple[int, ...]) -> Iterator[int]:
    speed, hazel = count(cards, SPEED), hazel_cards(cards)
    for climbs in range(min(deck[CLIMB], speed) + 1):
        for dives in range(min(deck[DIVE], hazel - climbs) + 1):
            yield cards + climbs * ONE[CLIMB] + dives * ONE[DIVE]  # as `riders_fit` says


class Pilot:
    """One aircraft with a pilot of one rank: its deck and the rules of its hands, made when first asked for.

    It depends on the aircraft alone, so all matches share it; see `pilot_of`.
    """

    __slots__ = ("_hands", "_orders", "aircraft", "deck", "letters", "rank")

    def __init__(self, aircraft: AircraftType, rank: int, kinds: tuple[CardKind, ...]) -> None:
        self.aircraft = aircraft
        self.rank = rank
        self.deck = aircraft.decks[rank]
        self.letters = tuple(
            sum(self.deck[kind.number] for kind in kinds if kind.letter == letter) for letter in range(LETTERS)
        )
        self._orders: dict[tuple[int, bool], OrderRules] = {}
        self._hands: dict[tuple[int, bool], HandRules] = {}

    def orders(self, speed: int, opening: bool) -> OrderRules:
        """The rules of order at ``speed``."""
        key = speed, opening
        found = self._orders.get(key)
        if found is None:
            found = self._orders[key] = OrderRules(self.aircraft, speed, self.rank == ACE, opening)
        return found

    def speeds(self, previous: int) -> range:
        """The speeds that may follow ``previous`` (AH-SPEED-03, AH-SPEED-05, AH-SPEED-06)."""
        return range(max(1, previous - 1), min(self.aircraft.max_speed, previous + 1) + 1)

    def hands(self, previous: int, opening: bool) -> HandRules:
        """The hands that may be taken after ``previous`` speed."""
        key = previous, opening
        found = self._hands.get(key)
        if found is None:
            orders = tuple(self.orders(speed, opening) for speed in range(self.aircraft.max_speed + 1))
            found = self._hands[key] = HandRules(self.aircraft, self.letters, self.rank, self.speeds(previous), orders)
        return found


@lru_cache(maxsize=512)
def pilot_of(aircraft: AircraftType, rank: int, kinds: tuple[CardKind, ...]) -> Pilot:
    """The pilot of that rank in that aircraft, the same one for all who ask."""
    return Pilot(aircraft, rank, kinds)
