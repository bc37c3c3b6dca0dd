"""Fuel, speed report and the choice of hands (5.0, 7.0)."""

from __future__ import annotations

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_aces_high import removal
from aerodrome_aces_high.faults import hand_faults
from aerodrome_aces_high.hands import ALL_LETTERS, DONE_BIT, ILLEGAL, ONE, START, HandRules, OrderRules, riders_fit
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.state import Plane, Skies
from aerodrome_aces_high.vocabulary import ACE, CLIMB, DIVE, IN_PLAY, LANDED, NO_CARD, Kind

Card = tuple[Kind, Kind]
"""A card and what rides on it."""

# ---- a) fuel and the speed of the turn before


def begin_turn(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Every fuel marker goes down by one; who is out of fuel glides to the ground (AH-FUEL-01 to AH-FUEL-05)."""
    state.turn += 1
    state.round = 0
    for plane in state.planes:
        if plane.fate == IN_PLAY:
            plane.fuel -= 1
            if not plane.fuel:
                glide(state, plane, umpire)
    if umpire.listening:
        speeds = {plane.id: plane.speed for plane in state.flying()}
        fuel = {plane.id: plane.fuel for plane in state.flying()}
        umpire.tell("turn", "AH-SPEED-02", turn=state.turn, speed=dict(speeds), fuel=dict(fuel))
    return "card-selection"


def glide(state: Skies, plane: Plane, umpire: Umpire) -> None:
    """Straight on, a level and a step of speed a hex, then a forced landing (AH-FUEL-04, AH-FUEL-05)."""
    forward = state.rules.moves[state.rules.speed][0]
    hexes = 0 if plane.spin else min(plane.altitude, plane.speed - 1)
    for _ in range(hexes):
        plane.altitude -= 1
        if forward[plane.pose] >= 0:
            plane.pose = forward[plane.pose]
    if umpire.listening:
        umpire.tell("out-of-fuel", "AH-FUEL-04", plane=plane.id, at=state.rules.map.pose_name(plane.pose))
    removal.forced_landing(state, plane, LANDED, "AH-FUEL-05", umpire)


# ---- b) hands


class HandTable:
    """What may be taken next, by what was taken. With ``anything`` every own card may be (AH-HAND-11)."""

    __slots__ = ("_any", "_deck", "_gone", "_known", "_rules", "_tuples", "more")

    def __init__(self, rules: AcesRules, deck: tuple[int, ...], hands: HandRules, anything: bool) -> None:
        self._rules = rules
        self._deck = deck
        self._gone = sum(1 << kind for kind, most in enumerate(deck) if not most)
        self._any = anything
        self.more = hands.more
        self._known: dict[int, tuple[Option, ...]] = {}
        self._tuples: dict[tuple[int, int], tuple[Option, ...]] = {}

    def options(self, taken: int) -> tuple[Option, ...]:
        """``taken`` is a sum of the weights of options: letters below, three bits a kind above."""
        found = self._known.get(taken)
        if found is None:
            if len(self._known) > 100_000:
                self._known.clear()
            found = self._known[taken] = self._listed(taken)
        return found

    def _listed(self, taken: int) -> tuple[Option, ...]:
        gone, kinds, kind = self._gone, taken >> 36, 0
        while kinds:
            if kinds & 7 and kinds & 7 >= self._deck[kind]:
                gone |= 1 << kind
            kinds >>= 3
            kind += 1
        more = self.more.get(taken & ALL_LETTERS, 0)
        if self._any:
            return self._anything(taken & ALL_LETTERS, gone)
        found = self._tuples.get((more, gone))
        if found is None:
            done = (self._rules.done,) if more & DONE_BIT else ()
            found = self._tuples[more, gone] = (*self._takes(more, gone), *done)
        return found

    def _takes(self, letters: int, gone: int) -> list[Option]:
        return [
            self._rules.take[kind.number]
            for kind in self._rules.kinds
            if letters >> kind.letter & 1 and not gone >> kind.number & 1
        ]

    def _anything(self, letters: int, gone: int) -> tuple[Option, ...]:
        """Every own card, and the end of the hand once a card fills a round."""
        takes = self._takes(ALL_LETTERS, gone)
        fills = letters & ~(7 << 3 * CLIMB | 7 << 3 * DIVE)
        return (*takes, self._rules.done) if fills else tuple(takes)

    def is_hand(self, taken: int) -> bool:
        """Whether these cards are a hand by the book."""
        return bool(self.more.get(taken & ALL_LETTERS, 0) & DONE_BIT)


def may_open(state: Skies, plane: Plane) -> bool:
    """An ace whose last turn ended with a Speed card may begin with an aerobatic card (AH-AERO-04)."""
    return plane.pilot_rank == ACE and plane.last_card == state.rules.speed


def hand_table(state: Skies, plane: Plane) -> HandTable:
    rules = state.rules
    opening = may_open(state, plane)
    key = plane.kind, plane.pilot_rank, plane.speed, opening
    found = rules.hand_tables.get(key)
    if found is None:
        pilot = rules.pilot(plane.kind, plane.pilot_rank)
        hands = pilot.hands(plane.speed, opening)
        found = rules.hand_tables[key] = HandTable(rules, pilot.deck, hands, rules.error_correction)
    return found


def choosing(state: Skies, seat: int) -> list[Plane]:
    """A spinning aircraft chooses no hand (AH-SPIN-06)."""
    return [p for p in state.planes if p.seat == seat and p.fate == IN_PLAY and not p.spin]


def choosers(state: Skies) -> tuple[int, ...]:
    seats: list[int] = []
    for plane in state.planes:
        if plane.fate == IN_PLAY and not plane.spin and plane.seat not in seats:
            seats.append(plane.seat)
    return tuple(sorted(seats)) if len(seats) > 1 else tuple(seats)


def hand_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    """The next card of the hand, or its end; with several aircraft one hand after the other."""
    hands, taken = begun_hand(state.rules, picks)
    for plane in state.planes:
        if plane.seat == seat and plane.fate == IN_PLAY and not plane.spin:
            if not hands:
                return hand_table(state, plane).options(taken)
            hands -= 1
    return ()


def begun_hand(rules: AcesRules, picks: Picks) -> tuple[int, int]:
    """How many hands are complete, and the weight of the cards taken for the next one."""
    weight, done = rules.weight, rules.done
    taken = hands = 0
    for pick in picks:
        if pick is done:
            hands += 1
            taken = 0
        else:
            taken += weight[pick.code]
    return hands, taken


def smallest_hand(state: Skies, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
    """The default: the first card until the hand is one by the book."""
    hands, taken = begun_hand(state.rules, picks)
    complete = hand_table(state, choosing(state, seat)[hands]).is_hand(taken)
    return state.rules.done if complete else offered[0]


def why_not_hand(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    """Every reason against a card, or against ending the hand (AH-SEC-09: told to its owner alone)."""
    rules = state.rules
    kind = rules.meaning[option.code][0]
    if option is not rules.done and (kind == NO_CARD or option is not rules.take[kind]):
        return (Reason("AH-HAND-01", "the hand is chosen now, card by card"),)
    planes = choosing(state, seat)
    hands = sum(pick is rules.done for pick in picks)
    begun = [at for at, pick in enumerate(picks) if pick is rules.done]
    taken = [rules.meaning[pick.code][0] for pick in picks[begun[-1] + 1 if begun else 0 :]]
    return hand_faults(state, planes[min(hands, len(planes) - 1)], taken, None if option is rules.done else kind)


def choose_hands(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """The hands are taken; only their size is told (AH-SEC-01, AH-SEC-02)."""
    rules = state.rules
    meaning, done = rules.meaning, rules.done
    for seat, picks in orders.items():
        at = 0
        for plane in choosing(state, seat):
            kinds: list[Kind] = []
            while picks[at] is not done:
                kinds.append(meaning[picks[at].code][0])
                at += 1
            at += 1
            kinds.sort()
            plane.hand = tuple(kinds)
            plane.chosen = kinds.count(rules.speed)
            plane.made = plane.short = 0
            plane.erred = False
            plane.shown = plane.lost = ()
            if umpire.listening:
                umpire.tell("hand", "AH-SEC-02", plane=plane.id, cards=len(kinds))
    return "tailing"


# ---- c) which card of the hand may be played now


class Plays:
    """The options of one moment of a hand, and by option code the hand after it."""

    __slots__ = ("after", "options")

    def __init__(self, options: tuple[Option, ...], after: dict[int, tuple[Kind, ...]]) -> None:
        self.options = options
        self.after = after


class PlayTable:
    """What may be played, by the cards already played and those in hand (AH-HAND-12)."""

    __slots__ = ("_any", "_known", "_listings", "_order", "_rules", "_weights")

    def __init__(self, rules: AcesRules, order: OrderRules, anything: bool) -> None:
        self._rules = rules
        self._order = order
        self._any = anything
        self._weights = tuple(ONE[kind.letter] if kind.own_round else 0 for kind in rules.kinds)
        self._known: dict[tuple[tuple[Card, ...], tuple[Kind, ...]], Plays] = {}
        self._listings: dict[tuple[int, tuple[Kind, ...]], Plays] = {}

    def plays(self, played: tuple[Card, ...], hand: tuple[Kind, ...]) -> Plays:
        found = self._known.get((played, hand))
        if found is None:
            if len(self._known) > 100_000:
                self._known.clear()
                self._listings.clear()
            state = self.state_after(played, hand)
            found = self._listings.get((state, hand))
            if found is None:  # many ways lead to one state of the rules of order
                found = self._listings[state, hand] = self._listed(state, hand)
            self._known[played, hand] = found
        return found

    def state_after(self, played: tuple[Card, ...], hand: tuple[Kind, ...]) -> int:
        """The state of the rules of order after the cards played so far."""
        if self._any:
            return START
        left = self._rounds(hand)
        letters = [self._rules.kinds[kind].letter for kind, _ in played]
        state = START
        for number, letter in enumerate(letters):
            state = self._order.step(state, letter, left + sum(ONE[later] for later in letters[number + 1 :]))
            if state == ILLEGAL:
                break
        return state

    def _listed(self, state: int, hand: tuple[Kind, ...]) -> Plays:
        rules = self._rules
        options: list[Option] = []
        after: dict[int, tuple[Kind, ...]] = {}
        for kind in dict.fromkeys(hand):
            if not rules.kinds[kind].own_round:
                continue
            left = _without(hand, kind)
            if not self._may_follow(state, kind, left):
                continue
            for rider in (NO_CARD, rules.climb, rules.dive):
                option = rules.play.get((kind, rider))
                if option is None or (rider != NO_CARD and rider not in left):
                    continue
                rest = left if rider == NO_CARD else _without(left, rider)
                if self._any or self._riders_fit(rest):
                    options.append(option)
                    after[option.code] = rest
        return Plays(tuple(options), after)

    def _may_follow(self, state: int, kind: Kind, left: tuple[Kind, ...]) -> bool:
        if self._any:
            return True
        rest = self._rounds(left)
        following = self._order.step(state, self._rules.kinds[kind].letter, rest)
        return following != ILLEGAL and self._order.can(following, rest)

    def _rounds(self, cards: tuple[Kind, ...]) -> int:
        return sum(map(self._weights.__getitem__, cards))

    def _riders_fit(self, rest: tuple[Kind, ...]) -> bool:
        climbs, dives = rest.count(self._rules.climb), rest.count(self._rules.dive)
        return not (climbs or dives) or riders_fit(self._rounds(rest), climbs, dives)


def _without(hand: tuple[Kind, ...], kind: Kind) -> tuple[Kind, ...]:
    at = hand.index(kind)
    return hand[:at] + hand[at + 1 :]


def play_table(state: Skies, plane: Plane) -> PlayTable:
    rules = state.rules
    opening = may_open(state, plane)
    key = plane.kind, plane.pilot_rank, plane.chosen, opening
    found = rules.play_tables.get(key)
    if found is None:
        speed = min(plane.chosen, 4)
        order = rules.pilot(plane.kind, plane.pilot_rank).orders(speed, opening)
        found = rules.play_tables[key] = PlayTable(rules, order, rules.error_correction)
    return found


def plays(state: Skies, plane: Plane) -> Plays:
    """What the aircraft may play now."""
    return play_table(state, plane).plays(plane.played, plane.hand)
