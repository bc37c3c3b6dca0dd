"""What a seat may imagine: hands and targets of others drawn again, in agreement with all that it knows."""

from __future__ import annotations

from math import comb

from aerodrome.chance import Chance
from aerodrome_aces_high.hands import DONE_BIT, ILLEGAL, ONE, START, count, riders_fit
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.selection import hand_table, may_open, plays
from aerodrome_aces_high.state import Plane, Skies
from aerodrome_aces_high.tailing import DECLARED
from aerodrome_aces_high.vocabulary import AIRFIELD, CLIMB, DEPOT, DIVE, LETTERS, NO_CARD, NOBODY, Kind

TRIES = 60


def redraw(state: Skies, seat: int, chance: Chance) -> None:
    """Draws again every hand and face-down card that is not the seat's own, and the other side's secret target."""
    for plane in state.planes:
        if plane.seat != seat and plane.hand and plane.in_play:
            _redraw_hand(state, plane, seat, chance)
        if plane.seat != seat:
            plane.run_speed = chance.roll("guess", 4)
    for side in state.sides:
        foe = state.rules.sides[side.seat] != state.rules.sides[seat]
        if foe and side.target != NOBODY and side.shown_target == NOBODY:
            side.target = (AIRFIELD, DEPOT)[chance.roll("target", 2) - 1]


def _redraw_hand(state: Skies, plane: Plane, seat: int, chance: Chance) -> None:
    """Another hand of the same size; if a declaration is known, its card must fit it (AH-SEC-05)."""
    known = plane.declared if seat in _hearers(state, plane) else ""
    committed = bool(plane.committed)
    before = plane.hand, plane.chosen, plane.committed
    for _ in range(TRIES):
        if not _draw(state, plane, chance):
            break
        if not committed:
            return
        options = [o for o in plays(state, plane).options if not known or _lateral(state, o.code) == known]
        if options:
            plane.committed = (state.rules.meaning[options[chance.roll("guess", len(options)) - 1].code],)
            if plane.declared:
                plane.declared = known or DECLARED[state.rules.kinds[plane.committed[0][0]].lateral]
            return
    plane.hand, plane.chosen, plane.committed = before


def _hearers(state: Skies, plane: Plane) -> set[int]:
    return {state.planes[number].seat for number in plane.tailed_by}


def _lateral(state: Skies, code: int) -> str:
    return DECLARED[state.rules.kinds[state.rules.meaning[code][0]].lateral]


def _draw(state: Skies, plane: Plane, chance: Chance) -> bool:
    rules = state.rules
    if rules.error_correction:
        return _draw_anything(state, plane, chance)
    choices = _choices(state, plane)
    if not choices:
        return False
    pick = chance.roll("guess", sum(weight for _, weight in choices)) - 1
    letters = choices[-1][0]
    for rest, weight in choices:
        if pick < weight:
            letters = rest
            break
        pick -= weight
    plane.hand = _named(rules, plane, letters, chance)
    plane.chosen = count(letters + _played_letters(state, plane), 0)
    return True


def _played_letters(state: Skies, plane: Plane) -> int:
    kinds = state.rules.kinds
    return sum(ONE[kinds[kind].letter] for card in plane.played for kind in card if kind != NO_CARD)


def _choices(state: Skies, plane: Plane) -> list[tuple[int, int]]:
    """Rests of hands by letter that fit what was played, and how many hands each is."""
    rules = state.rules
    played = tuple((rules.kinds[kind].letter, rider) for kind, rider in plane.played)
    opening = may_open(state, plane)
    key = plane.kind, plane.pilot_rank, plane.speed, opening, played, len(plane.hand)
    found = rules.guesses.get(key)
    if found is None:
        if len(rules.guesses) > 2_000:
            rules.guesses.clear()
        found = rules.guesses[key] = _listed(state, plane, opening)
    return found


def _listed(state: Skies, plane: Plane, opening: bool) -> list[tuple[int, int]]:
    rules = state.rules
    pilot = rules.pilot(plane.kind, plane.pilot_rank)
    gone = _played_letters(state, plane)
    size = len(plane.hand)
    letters = [rules.kinds[kind].letter for kind, _ in plane.played]
    own = [plane_left - count(gone, letter) for letter, plane_left in enumerate(pilot.letters)]
    found = []
    for hand, more in hand_table(state, plane).more.items():
        if not more & DONE_BIT or any(count(hand, n) < count(gone, n) for n in range(LETTERS)):
            continue
        rest = hand - gone
        if sum(count(rest, n) for n in range(LETTERS)) != size:
            continue
        rounds = rest & ~(7 << 3 * CLIMB | 7 << 3 * DIVE)
        orders = pilot.orders(count(hand, 0), opening)
        at = START
        for number, letter in enumerate(letters):
            later = sum(ONE[n] for n in letters[number + 1 :])
            at = orders.step(at, letter, rounds + later)
            if at == ILLEGAL:
                break
        if at == ILLEGAL or not orders.can(at, rounds):
            continue
        if riders_fit(rounds, count(rest, CLIMB), count(rest, DIVE)):
            weight = 1
            for n in range(LETTERS):
                weight *= comb(max(own[n], 0), count(rest, n)) if n > 2 else 1
            if weight:
                found.append((rest, weight))
    return found


def _named(rules: AcesRules, plane: Plane, letters: int, chance: Chance) -> tuple[Kind, ...]:
    """Cards of the deck for a collection of letters."""
    left = list(plane.deck)
    for card in plane.played:
        for kind in card:
            if kind != NO_CARD:
                left[kind] -= 1
    hand: list[Kind] = []
    for letter in range(LETTERS):
        pool = [kind.number for kind in rules.kinds if kind.letter == letter for _ in range(left[kind.number])]
        chance.shuffle("guess", pool)
        hand += pool[: count(letters, letter)]
    return tuple(sorted(hand))


def _draw_anything(state: Skies, plane: Plane, chance: Chance) -> bool:
    """With error-correction any own cards can be in a hand; those that an error has shown stay."""
    rules = state.rules
    left = list(plane.deck)
    for card in plane.played:
        for kind in card:
            if kind != NO_CARD:
                left[kind] -= 1
    kept = [kind for kind in plane.shown if kind in plane.hand]
    for kind in kept:
        left[kind] -= 1
    pool = [kind for kind, number in enumerate(left) for _ in range(max(0, number))]
    for _ in range(TRIES):
        chance.shuffle("guess", pool)
        hand = [*kept, *pool[: len(plane.hand) - len(kept)]]
        if any(rules.kinds[kind].own_round for kind in hand):
            plane.hand = tuple(sorted(hand))
            plane.chosen = (*hand, *(kind for kind, _ in plane.played)).count(rules.speed)
            return True
    return False
