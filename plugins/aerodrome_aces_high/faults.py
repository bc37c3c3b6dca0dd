"""Everything that is wrong with a hand or with an order of play, in words, with the clauses that say so.

The tables of `hands` say what is legal; these functions say why something is not. Tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, permutations

from aerodrome.errors import Reason
from aerodrome_aces_high.aircraft import AircraftType
from aerodrome_aces_high.hands import ONE, count, counted, hazel_cards
from aerodrome_aces_high.state import Plane, Skies
from aerodrome_aces_high.vocabulary import (
    ACE,
    CLIMB,
    DIVE,
    FEINT,
    LEFT,
    OPENER,
    RIGHT,
    ROOKIE,
    SLIDE,
    SPEED,
    STALL,
    STUNT,
    TURN_LEFT,
    TURN_RIGHT,
    Kind,
    Letter,
)

ROTATIONS = (LEFT, RIGHT)
AEROBATICS = (STUNT, TURN_LEFT, TURN_RIGHT)
OPENERS = (SLIDE, OPENER)

# ---- hands


def hand_faults(state: Skies, plane: Plane, taken: Sequence[Kind], kind: Kind | None) -> tuple[Reason, ...]:
    """All reasons against adding ``kind`` to the cards taken so far, or against ending the hand with them."""
    rules = state.rules
    aircraft = state.type_of(plane)
    cards = sum(ONE[rules.kinds[k].letter] for k in taken)
    speeds = rules.pilot(plane.kind, plane.pilot_rank).speeds(plane.speed)
    if kind is None:
        reasons = list(_unfinished(aircraft, cards, speeds))
    else:
        reasons = [
            *_not_own(state, plane, taken, kind),
            *_too_much(aircraft, cards + ONE[rules.kinds[kind].letter], speeds),
        ]
    return tuple(reasons) or (Reason("AH-HAND-11", "the hand could not be played out in any order"),)


def _not_own(state: Skies, plane: Plane, taken: Sequence[Kind], kind: Kind) -> Iterator[Reason]:
    found = state.rules.kinds[kind]
    own = plane.deck[kind]
    if found.letter in AEROBATICS and plane.pilot_rank == ROOKIE:
        yield Reason("AH-AERO-01", "aerobatic cards are for veterans and aces")
    elif not own:
        yield Reason("AH-SETUP-06", f"the sheet of this aircraft removes {found.name}")
    elif taken.count(kind) >= own:
        yield Reason("AH-HAND-08", f"the deck has no other {found.name}")


def _too_much(aircraft: AircraftType, cards: int, speeds: range) -> Iterator[Reason]:
    """What speaks against a collection of cards that may still grow."""
    speed = count(cards, SPEED)
    most = max(speeds)
    if speed > most:
        clause = "AH-SPEED-05" if most == aircraft.max_speed else "AH-SPEED-03"
        yield Reason(clause, f"the speed of this turn is at most {most}")
    if counted(cards) + max(0, min(speeds) - speed) > aircraft.max_cards:
        yield Reason(
            "AH-HAND-02",
            f"at most {aircraft.max_cards} cards count, at least {min(speeds)} of them Speed cards (AH-SPEED-03)",
        )
    rotations = count(cards, LEFT) + count(cards, RIGHT)
    possible = [s for s in speeds if s >= speed]
    if possible and rotations > max(aircraft.rotations[s] for s in possible):
        varies = len(set(aircraft.rotations[1 : aircraft.max_speed + 1])) > 1
        yield Reason("AH-HAND-07" if varies else "AH-HAND-06", "too many Rotation cards for this aircraft")
    yield from _opener_faults(cards, max(speed, min(speeds)))
    pairs = [letter for letter in ROTATIONS if count(cards, letter) > 1]
    if pairs and possible and all(s in aircraft.no_pair_at for s in possible):
        yield Reason(aircraft.clause, "no two Rotations of one side at this speed")
    yield from _rider_faults(cards, most, aircraft)


def _opener_faults(cards: int, speed: int) -> Iterator[Reason]:
    openers = count(cards, SLIDE) + count(cards, OPENER)
    if openers > 1:
        yield Reason("AH-CARD-06", "only one card can be the first of the turn")
    if count(cards, SLIDE) and speed > 1:
        yield Reason("AH-SLIDE-01", "the Wing Slide needs speed 1")
    if count(cards, OPENER) and speed > 2:
        yield Reason("AH-HALF-01", "Half Reverse and Back Flip need speed 2 or less (AH-FLIP-01)")


def _rider_faults(cards: int, most: int, aircraft: AircraftType) -> Iterator[Reason]:
    climbs, dives = count(cards, CLIMB), count(cards, DIVE)
    if climbs > most:
        yield Reason("AH-CLIMB-02", "each Climb needs a Speed card to ride on")
    room = aircraft.max_cards - counted(cards) + hazel_cards(cards) + 3
    if climbs + dives > room:
        yield Reason("AH-DIVE-02", "each Dive needs a maneuver card to ride on")


def _unfinished(aircraft: AircraftType, cards: int, speeds: range) -> Iterator[Reason]:
    """What speaks against ending a hand here."""
    speed = count(cards, SPEED)
    if not speed:
        yield Reason("AH-SPEED-06", "every hand holds at least one Speed card")
    if speed < min(speeds):
        yield Reason("AH-SPEED-03", f"the speed of this turn is at least {min(speeds)}")
    climbs, dives = count(cards, CLIMB), count(cards, DIVE)
    if climbs > speed:
        yield Reason("AH-CLIMB-02", "each Climb needs a Speed card to ride on")
    if climbs + dives > hazel_cards(cards):
        yield Reason("AH-DIVE-02", "each Dive needs a maneuver card to ride on")
    speed = min(speed, 4)
    if count(cards, LEFT) + count(cards, RIGHT) > speed and speed not in aircraft.free_rotations_at:
        yield Reason("AH-ROT-04", "each Rotation needs a Speed card of its own")
    if count(cards, LEFT) + count(cards, RIGHT) > aircraft.rotations[speed]:
        yield Reason("AH-HAND-07", f"too many Rotation cards for speed {speed}")
    if speed in aircraft.no_pair_at and max(count(cards, LEFT), count(cards, RIGHT)) > 1:
        yield Reason(aircraft.clause, f"no two Rotations of one side at speed {speed}")


# ---- the order of play


def order_faults(
    aircraft: AircraftType, speed: int, ace: bool, opening: bool, cards: Sequence[Letter], left: int, duty: bool = True
) -> list[Reason]:
    """What is wrong with the cards played so far, the last one included, if ``left`` more may follow.

    Only what is proved: with cards left, the fault must hold whatever they are. ``duty`` asks for the first Speed card.
    """
    faults = [*_first_faults(aircraft, speed, ace, opening, cards, duty)]
    faults += _feint_and_stunt_faults(cards, opening)
    faults += _rotation_faults(aircraft, speed, cards, left)
    return list({str(fault): fault for fault in faults}.values())


def _first_faults(
    aircraft: AircraftType, speed: int, ace: bool, opening: bool, cards: Sequence[Letter], duty: bool
) -> Iterator[Reason]:
    first = cards[0]
    if duty and speed in aircraft.speed_first_at and not ace and first not in (SPEED, STALL):
        yield Reason("AH-SPEED-09", f"at speed {speed} the first card must be a Speed card")
    if first in AEROBATICS and not (opening and first == STUNT):
        yield Reason("AH-AERO-02", "an aerobatic card is never the first of a turn")
    if any(card in OPENERS for card in cards[1:]):
        yield Reason("AH-CARD-06", "this card can only be the first of a turn")


def _feint_and_stunt_faults(cards: Sequence[Letter], opening: bool) -> Iterator[Reason]:
    if FEINT in cards[:-1]:
        yield Reason("AH-FEINT-01", "the Feint is the last card of a turn")
    for before, card in pairwise(cards):
        if card == STUNT and before != SPEED:
            yield Reason("AH-AERO-03", "this card must follow a Speed card directly")
        if (card == TURN_LEFT and before != LEFT) or (card == TURN_RIGHT and before != RIGHT):
            yield Reason("AH-ATURN-01", "a Turn must follow a Rotation to the same side directly")
        if card in AEROBATICS and before in AEROBATICS:
            yield Reason("AH-AERO-05", "two aerobatic cards never follow each other")


def _rotation_faults(aircraft: AircraftType, speed: int, cards: Sequence[Letter], left: int) -> Iterator[Reason]:
    played = [card for card in cards if card != FEINT]
    at = [i for i, card in enumerate(played) if card in ROTATIONS]
    if not at:
        return
    ended = left == 0 or (len(played) < len(cards))
    yield from _sheet_faults(aircraft, speed, played, at, ended)
    pair = _end_pair(aircraft, speed, played, at)
    bound = [i for i in at if not (pair and i == at[-1])]
    for one, two in pairwise(at):
        if not (pair and two == at[-1]) and SPEED not in played[one:two]:
            yield Reason("AH-ROT-03", "between two Rotations lies at least one Speed card")
    if any(all(card in ROTATIONS for card in played[i : i + 3]) for i in at[:-2]):
        yield Reason("AH-ROT-05", "three Rotations never follow each other")
    yield from _service_faults(aircraft, speed, played, bound, ended)


def _end_pair(aircraft: AircraftType, speed: int, played: Sequence[Letter], at: Sequence[int]) -> bool:
    """Whether the last two cards are a pair of Rotations that the sheet allows (AH-ROT-07)."""
    if len(at) < 2 or at[-2:] != [len(played) - 2, len(played) - 1] or at[-2] == 0 or played[at[-2] - 1] != SPEED:
        return False
    same = played[-1] == played[-2]
    side = "left" if played[-1] == LEFT else "right"
    may = aircraft.pair_may_end.get(speed, "")
    return may == "any" or (same and (may == "same" or side in aircraft.pair_last.get(speed, ())))


def _service_faults(
    aircraft: AircraftType, speed: int, played: Sequence[Letter], bound: Sequence[int], ended: bool
) -> Iterator[Reason]:
    """Each Rotation next to a Speed card, and of its own unless the sheet frees it (AH-ROT-02, AH-ROT-04)."""
    used: set[int] = set()
    for i in bound:
        near = [j for j in (i - 1, i + 1) if 0 <= j < len(played) and played[j] == SPEED]
        if not near:
            if i + 1 < len(played) or ended:
                yield Reason("AH-ROT-02", "a Rotation lies directly before or after a Speed card")
            continue
        if speed in aircraft.free_rotations_at:
            continue
        free = [j for j in near if j not in used]
        if free:
            used.add(free[0])
        elif i + 1 < len(played) or ended:
            yield Reason("AH-ROT-04", "a Speed card serves one Rotation only")


def _sheet_faults(
    aircraft: AircraftType, speed: int, played: Sequence[Letter], at: Sequence[int], ended: bool
) -> Iterator[Reason]:
    last = len(played) - 1
    if speed in aircraft.rotation_last_at and any(i != last for i in at):
        yield Reason(aircraft.clause, f"at speed {speed} a Rotation is the last card")
    if speed in aircraft.rotation_not_last_at and at[-1] == last and ended:
        yield Reason(aircraft.clause, f"at speed {speed} a Rotation may not be the last card")
    for letter, side in ((LEFT, "left"), (RIGHT, "right")):
        if side not in aircraft.pair_last.get(speed, ()):
            continue
        own = [i for i in at if played[i] == letter]
        if len(own) > 1 and own[-2:] != [last - 1, last]:
            yield Reason("AH-ROT-07", f"two {side} Rotations are the last two cards")


def play_faults(state: Skies, plane: Plane, kind: Kind, rider: Kind) -> tuple[Reason, ...]:
    """All reasons against playing a card now (AH-HAND-12)."""
    rules = state.rules
    faults: list[Reason] = []
    if kind not in plane.hand:
        faults.append(Reason("AH-HAND-01", "the card is not in the hand"))
    if rider >= 0 and rider not in plane.hand:
        faults.append(Reason("AH-CARD-04", f"there is no {rules.kinds[rider].name} in the hand"))
    letters = [rules.kinds[played].letter for played, _ in plane.played]
    left = [k for k in plane.hand if rules.kinds[k].own_round]
    letter = rules.kinds[kind].letter
    rest = sum(ONE[rules.kinds[k].letter] for k in left) - (ONE[letter] if kind in plane.hand else 0)
    aircraft = state.type_of(plane)
    ace = plane.pilot_rank == ACE
    opening = ace and plane.last_card == rules.speed
    faults += order_faults(aircraft, plane.chosen, ace, opening, [*letters, letter], max(0, len(left) - 1))
    if letter == FEINT and rest:
        faults.append(Reason("AH-FEINT-01", "the Feint is the last card of a turn"))
    faults += _stranded(plane, rules.climb, rules.dive, rider, rest)
    if not faults:
        faults.append(Reason("AH-HAND-12", "the rest of the hand could not be played out"))
        later = [rules.kinds[k].letter for k in left]
        if letter in later:
            later.remove(letter)
        faults += _least_faults(aircraft, plane.chosen, ace, opening, [*letters, letter], later)
    return tuple(faults)


MOST_ORDERS = 400


def _least_faults(
    aircraft: AircraftType, speed: int, ace: bool, opening: bool, played: list[Letter], later: Sequence[Letter]
) -> list[Reason]:
    """What is wrong with the best order in which the rest could be played."""
    best: list[Reason] | None = None
    for order in islice(permutations(sorted(later)), MOST_ORDERS):
        faults = order_faults(aircraft, speed, ace, opening, [*played, *order], left=0)
        if best is None or len(faults) < len(best):
            best = faults
    return best or []


def _stranded(plane: Plane, climb: Kind, dive: Kind, rider: Kind, rest: int) -> Iterator[Reason]:
    """Altitude cards that would find nothing left to ride on."""
    climbs = plane.hand.count(climb) - (rider == climb)
    dives = plane.hand.count(dive) - (rider == dive)
    if climbs > count(rest, SPEED):
        yield Reason("AH-CLIMB-02", "a Climb would be left without a Speed card to ride on")
    if climbs + dives > hazel_cards(rest):
        yield Reason("AH-DIVE-02", "an altitude card would be left without a card to ride on")
