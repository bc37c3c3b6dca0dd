"""Play errors as accidents, with the option error-correction (8.2).

Hands and cards are then taken as they come; an error is dealt with when the card that proves it is revealed.
"""

from __future__ import annotations

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_aces_high import damage
from aerodrome_aces_high.faults import order_faults
from aerodrome_aces_high.hands import ONE, count, counted
from aerodrome_aces_high.selection import may_open
from aerodrome_aces_high.state import Plane, Skies, card_name
from aerodrome_aces_high.vocabulary import (
    ACE,
    FEINT,
    IN_PLAY,
    LEFT,
    NO_CARD,
    OPENER,
    RIGHT,
    SLIDE,
    SPEED,
    STALL,
    WINGS,
    Kind,
)

PROVED, SETTLED = 1, 2
ONE_WING = [int(part == WINGS) for part in range(4)]


def discard_stranded(state: Skies, umpire: Umpire) -> None:
    """A Climb or Dive with no card left to ride on is discarded, one damage each (AH-ERR-03)."""
    kinds = state.rules.kinds
    for plane in state.planes:
        if plane.hand and plane.in_play and not any(kinds[kind].own_round for kind in plane.hand):
            for kind in plane.hand:
                _tell_error(state, plane, kind, "AH-ERR-03", "no card to ride on", umpire)
            lost = len(plane.hand)
            plane.lost += plane.hand
            plane.hand = plane.shown = ()
            for _ in range(lost):
                _pay(state, plane, "AH-ERR-03", umpire)


def _tell_error(state: Skies, plane: Plane, kind: Kind, rule: str, why: str, umpire: Umpire) -> None:
    plane.erred = True
    if umpire.listening:
        umpire.tell("error", rule, plane=plane.id, card=state.rules.kinds[kind].id, why=why)


def _pay(state: Skies, plane: Plane, rule: str, umpire: Umpire) -> None:
    if plane.in_play:
        damage.hurt(state, plane, ONE_WING, rule, umpire)


# ---- the reveal


def find_errors(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Looks at each card of the round as it is revealed."""
    state.wrong = state.pushes = ()
    for number, plane in enumerate(state.planes):
        if plane.committed:
            _judge(state, number, plane, umpire)
    return "correction" if state.wrong else "movement"


def _judge(state: Skies, number: int, plane: Plane, umpire: Umpire) -> None:
    kind, rider = plane.committed[0]
    letter = state.rules.kinds[kind].letter
    if letter == SPEED and _surplus(state, plane):
        _discard(state, plane, kind, "AH-ERR-06", "surplus Speed card after a wrong first card", umpire)
        return
    faults = proved(state, plane, kind, rider)
    if faults:
        why = "; ".join(fault.text for fault in faults)
        if replacements(state, plane, kind):
            plane.committed = ()
            # The card may be one that was shown before: two errors prove no second copy.
            plane.shown = (*(known for known in plane.shown if known != kind), kind)
            state.wrong += (number,)
            _tell_error(state, plane, kind, "AH-ERR-02", why, umpire)
            _pay(state, plane, "AH-ERR-02", umpire)
            if not plane.in_play or plane.spin:
                state.wrong = tuple(n for n in state.wrong if n != number)
        else:
            _discard(state, plane, kind, "AH-ERR-03", why, umpire)
        return
    if plane.short == PROVED:
        _settle_shortage(state, number, plane, kind, rider, umpire)


def _surplus(state: Skies, plane: Plane) -> bool:
    """A Speed card beyond what may be flown without the first Speed card (AH-ERR-06)."""
    aircraft = state.type_of(plane)
    if not aircraft.speed_first_at or plane.pilot_rank == ACE or not plane.played:
        return False
    first = state.rules.kinds[plane.played[0][0]].letter
    free = min(aircraft.speed_first_at) - 1
    return first not in (SPEED, STALL) and plane.made >= free


def _discard(state: Skies, plane: Plane, kind: Kind, rule: str, why: str, umpire: Umpire) -> None:
    """The card has no effect; the aircraft counts as having played none (AH-ERR-03, AH-ERR-06)."""
    at = plane.hand.index(kind)
    plane.hand = plane.hand[:at] + plane.hand[at + 1 :]
    plane.lost += (kind,)
    plane.shown = tuple(known for known in plane.shown if known in plane.hand)
    plane.committed = ()
    plane.card = plane.rider = NO_CARD
    _tell_error(state, plane, kind, rule, why, umpire)
    _pay(state, plane, rule, umpire)


def proved(state: Skies, plane: Plane, kind: Kind, rider: Kind) -> list[Reason]:
    """What is wrong with a card, whatever cards are still to come; nothing if it can be right."""
    kinds = state.rules.kinds
    letters = [kinds[played].letter for played, _ in plane.played] + [kinds[kind].letter]
    left = len(plane.hand) - 1 - (rider != NO_CARD)
    made = letters.count(SPEED)
    aircraft = state.type_of(plane)
    ace = plane.pilot_rank == ACE
    opening = may_open(state, plane)
    allowed = state.rules.pilot(plane.kind, plane.pilot_rank).speeds(plane.speed)
    possible = range(made, min(4, made + left) + 1)
    faults: list[Reason] = []
    if made > max(allowed):
        return [Reason("AH-SPEED-03", f"the speed of this turn is at most {max(allowed)}")]
    if letters[-1] == FEINT and left:
        return [Reason("AH-FEINT-01", "the Feint is the last card of a turn")]
    cards = sum(ONE[letter] for letter in letters)
    for speed in [s for s in possible if s in allowed] or list(possible):
        faults = [
            *order_faults(aircraft, max(speed, 1), ace, opening, letters, left, duty=False),
            *_number_faults(state, plane, cards, max(speed, 1)),
        ]
        if not faults:
            return []
    return faults


def _number_faults(state: Skies, plane: Plane, cards: int, speed: int) -> list[Reason]:
    aircraft = state.type_of(plane)
    faults = []
    if counted(cards) > aircraft.max_cards:
        faults.append(Reason("AH-HAND-02", f"at most {aircraft.max_cards} cards count"))
    if count(cards, LEFT) + count(cards, RIGHT) > aircraft.rotations[speed]:
        faults.append(Reason("AH-HAND-06", "too many Rotation cards for this aircraft"))
    if speed in aircraft.no_pair_at and max(count(cards, LEFT), count(cards, RIGHT)) > 1:
        faults.append(Reason(aircraft.clause, "no two Rotations of one side at this speed"))
    if (count(cards, SLIDE) and speed > 1) or (count(cards, OPENER) and speed > 2):
        faults.append(Reason("AH-HALF-01", "the first card was for a lower speed"))
    return faults


# ---- replacing a wrong card


def replacements(state: Skies, plane: Plane, wrong: Kind) -> list[Option]:
    """Other cards of the hand that are not proved wrong (AH-ERR-02)."""
    rules = state.rules
    found = []
    for kind in dict.fromkeys(plane.hand):
        if kind == wrong or not rules.kinds[kind].own_round:
            continue
        for rider in (NO_CARD, rules.climb, rules.dive):
            option = rules.play.get((kind, rider))
            held = rider == NO_CARD or rider in plane.hand
            if option is not None and held and not proved(state, plane, kind, rider):
                found.append(option)
    return found


def correction_asks(state: Skies) -> tuple[int, ...]:
    return tuple(sorted({state.planes[number].seat for number in state.wrong}))


def correction_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    own = [state.planes[number] for number in state.wrong if state.planes[number].seat == seat]
    if len(picks) >= len(own):
        return ()
    plane = own[len(picks)]
    return tuple(replacements(state, plane, plane.shown[-1]))


def why_not_correction(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    return (Reason("AH-ERR-02", "another legal card of the hand replaces the wrong one"),)


def replace_cards(state: Skies, orders: Orders, umpire: Umpire) -> str:
    given = {seat: iter(picks) for seat, picks in orders.items()}
    for number in state.wrong:
        plane = state.planes[number]
        card = state.rules.meaning[next(given[plane.seat]).code]
        plane.committed = (card,)
        if umpire.listening:
            umpire.tell("replaced", "AH-ERR-02", plane=plane.id, card=card_name(state.rules, card))
    state.wrong = ()
    return "movement"


# ---- too few Speed cards


def _settle_shortage(state: Skies, number: int, plane: Plane, kind: Kind, rider: Kind, umpire: Umpire) -> None:
    """The card is undone and replaced by a Speed card, or the opponent may push (AH-ERR-04, AH-ERR-05)."""
    rules = state.rules
    if kind == rules.speed or len(plane.hand) - 1 - (rider != NO_CARD) == 0:
        plane.short = SETTLED
        state.pushes += (number,)
        return
    at = plane.hand.index(kind)
    plane.hand = (*plane.hand[:at], rules.speed, *plane.hand[at + 1 :])
    plane.committed = ((rules.speed, rider),)
    _tell_error(state, plane, kind, "AH-ERR-04", "too few Speed cards; a Speed card takes its place", umpire)
    _pay(state, plane, "AH-ERR-04", umpire)


def missing(state: Skies, plane: Plane) -> int:
    """Speed cards that the rule of AH-SPEED-03 still asks for."""
    return max(1, plane.speed - 1) - plane.made


def count_speed(state: Skies) -> None:
    """Counts the Speed cards flown and sees whether a shortage is proved (AH-ERR-04)."""
    for number, plane in enumerate(state.planes):
        if plane.fate != IN_PLAY or plane.card == NO_CARD:
            continue
        plane.made += plane.card == state.rules.speed
        short = missing(state, plane)
        if short <= 0:
            plane.short = 0 if plane.short == PROVED else plane.short
        elif plane.short == 0 and short > len(plane.hand):
            plane.short = PROVED
            if not plane.hand:
                plane.short = SETTLED
                state.pushes += (number,)
    state.pushes = tuple(n for n in state.pushes if _still_flies(state.planes[n]))


def _still_flies(plane: Plane) -> bool:
    return plane.in_play and not plane.going and plane.altitude > 0
