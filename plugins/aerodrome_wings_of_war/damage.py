"""Damage cards: drawing, short decks, what they do (WW-DMG, WW-JAM, WW-EXPL, WW-SPEC, WW-DECK).

Effects count phases by the match's clock: "barred for three phases" is the clock reading up to which it holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from aerodrome.umpire import Umpire
from aerodrome_wings_of_war.state import Airplane, Hit, WingsOfWar
from aerodrome_wings_of_war.vocabulary import (
    CRASHED,
    DECKS,
    ENGINE,
    EXPLODED,
    EXPLOSION,
    FATES,
    FIRE,
    FLAME_TOKENS,
    GREEN,
    IN_PLAY,
    JAM_PHASES,
    NO_SYMBOL,
    OPEN_SPECIAL,
    OPEN_SYMBOLS,
    PILOT,
    PILOT_VALUE,
    RED,
    RUDDER_LEFT,
    RUDDER_PHASES,
    RUDDER_RIGHT,
    SHOT_DOWN,
    SMOKE,
    SMOKE_TOKENS,
    SYMBOLS,
)


class Drawn(NamedTuple):
    """A card from a deck.

    Attributes:
        halved: an A card in place of a B card (WW-DECK-04).
        second: the second B card in place of an A card: only its points and an explosion count (WW-DECK-03).
    """

    card: int
    halved: bool = False
    second: bool = False


# ---- the decks


def pile(state: WingsOfWar, deck: int) -> list[int]:
    return state.deck_b if deck else state.deck_a


def take(state: WingsOfWar, deck: int, umpire: Umpire) -> int:
    """One card of a deck that is not empty; each is as likely as the others, as from a shuffled deck."""
    cards = pile(state, deck)
    ids = state.rules.damage.ids
    card = umpire.chance.pick("damage-b" if deck else "damage-a", cards, ids.__getitem__)
    cards.remove(card)
    return card


def draw(state: WingsOfWar, deck: int, umpire: Umpire) -> tuple[Drawn, ...]:
    """One card that is due from a deck, or what stands in for it (WW-DECK-02 to WW-DECK-06, WW-DECK-09)."""
    if pile(state, deck):
        return (Drawn(take(state, deck, umpire)),)
    if not state.rules.settings.short_deck:
        recycle_all(state, umpire)
        return (Drawn(take(state, deck, umpire)),) if pile(state, deck) else ()
    recycle(state, deck, umpire)
    if pile(state, deck):
        return (Drawn(take(state, deck, umpire)),)
    return _b_for_b(state, umpire) if deck else _bs_for_a(state, umpire)


def _bs_for_a(state: WingsOfWar, umpire: Umpire) -> tuple[Drawn, ...]:
    """Two B cards for an A card."""
    found: list[Drawn] = []
    for second in (False, True):
        if not state.deck_b:
            recycle(state, 1, umpire)
        if not state.deck_b:
            recycle_all(state, umpire)
            if not found and state.deck_a:
                return (Drawn(take(state, 0, umpire)),)
        if state.deck_b:
            found.append(Drawn(take(state, 1, umpire), second=second))
    return tuple(found)


def _b_for_b(state: WingsOfWar, umpire: Umpire) -> tuple[Drawn, ...]:
    """One A card, halved, for a B card."""
    if not state.deck_a:
        recycle(state, 0, umpire)
    if state.deck_a:
        return (Drawn(take(state, 0, umpire), halved=True),)
    recycle_all(state, umpire)
    if state.deck_b:
        return (Drawn(take(state, 1, umpire)),)
    return (Drawn(take(state, 0, umpire), halved=True),) if state.deck_a else ()


def recycle(state: WingsOfWar, deck: int, umpire: Umpire) -> None:
    """Cards of airplanes out of play, and those set aside, go back (WW-DECK-02)."""
    back = _set_aside(state, deck)
    for airplane in state.planes:
        if airplane.fate != IN_PLAY:
            back += _give_back(state, airplane, deck)
    _shuffled_in(state, deck, back, umpire)


def recycle_all(state: WingsOfWar, umpire: Umpire) -> None:
    """The points of all airplanes are noted and all cards go back (WW-DECK-06)."""
    for deck in (0, 1):
        back = _set_aside(state, deck)
        for airplane in state.planes:
            back += _give_back(state, airplane, deck)
        _shuffled_in(state, deck, back, umpire)


def _set_aside(state: WingsOfWar, deck: int) -> list[int]:
    deck_of = state.rules.damage.deck_of
    back = [card for card in state.aside if deck_of[card] == deck]
    back += [card for card, _ in state.noted if deck_of[card] == deck]
    state.aside[:] = [card for card in state.aside if deck_of[card] != deck]
    state.noted[:] = [pair for pair in state.noted if deck_of[pair[0]] != deck]
    return back


def _give_back(state: WingsOfWar, airplane: Airplane, deck: int) -> list[int]:
    """The cards of one deck that still lie with an airplane; what they did stays noted."""
    kept = airplane.kept
    back = [card for card in kept if state.rules.damage.deck_of[card] == deck]
    airplane.kept = tuple(card for card in kept if state.rules.damage.deck_of[card] != deck)
    return back


def _shuffled_in(state: WingsOfWar, deck: int, back: list[int], umpire: Umpire) -> None:
    if back:
        cards = pile(state, deck)
        cards += back
        cards.sort()
        if umpire.listening:
            umpire.tell("recycled", "WW-DECK-02", deck=DECKS[deck], cards=len(back))


# ---- one card on one airplane


class Toll:
    """What the cards of one step do to one airplane, gathered before any of it takes effect (WW-DMG-05)."""

    __slots__ = ("airplane", "explodes", "state", "symbols")

    def __init__(self, state: WingsOfWar, airplane: Airplane) -> None:
        self.state = state
        self.airplane = airplane
        self.symbols: list[tuple[int, int]] = []
        self.explodes = False

    def due(
        self,
        deck: int,
        cause: str,
        umpire: Umpire,
        *,
        bonus: int = 0,
        counted: tuple[int, ...] | None = None,
        clock: int | None = None,
    ) -> list[int]:
        """Draws one card that is due and returns the crosses on it.

        Args:
            cause: what all may know of it: shooter and gun, burn, crash.
            bonus: the point for aiming, once a card due (WW-AIM-02, WW-INTER-06).
            counted: the symbols that count; all when left out.
            clock: the phase for which the points count, the running one when left out.
        """
        drawn = draw(self.state, deck, umpire)
        values = [self._value(one) for one in drawn]
        crosses: list[int] = []
        extra = bonus if sum(values) else 0
        for index, one in enumerate(drawn):
            last = index == len(drawn) - 1
            acting = (EXPLOSION,) if one.second else counted
            added, aimed = (extra, bonus) if last else (0, 0)
            symbol = self._add(one, values[index] + added, added, aimed, acting, cause, clock, umpire)
            if symbol in (RED, GREEN):
                crosses.append(symbol)
        return crosses

    def _value(self, drawn: Drawn) -> int:
        value = self.state.rules.damage.values[drawn.card]
        return (value + 1) // 2 if drawn.halved else value

    def _add(
        self,
        drawn: Drawn,
        points: int,
        bonus: int,
        aimed: int,
        counted: tuple[int, ...] | None,
        cause: str,
        clock: int | None,
        umpire: Umpire,
    ) -> int:
        """Lays the card down and returns its symbol, as far as it counts."""
        state, airplane = self.state, self.airplane
        symbol = state.rules.damage.symbols[drawn.card]
        if counted is not None and symbol not in counted:
            symbol = NO_SYMBOL
        special = state.rules.settings.special_damage
        open_symbol = symbol if symbol in (OPEN_SPECIAL if special else OPEN_SYMBOLS) else NO_SYMBOL
        when = state.clock if clock is None else clock
        hit = Hit(drawn.card, points, symbol != NO_SYMBOL, bonus, drawn.halved, when, drawn.second, aimed)
        airplane.hits = (*airplane.hits, hit)
        airplane.kept = (*airplane.kept, drawn.card)
        airplane.shown = (*airplane.shown, (state.rules.damage.deck_of[drawn.card], cause, open_symbol))
        airplane.total += points
        if symbol == EXPLOSION:
            self.explodes = True
        elif special and symbol not in (NO_SYMBOL, RED, GREEN):
            self.symbols.append((symbol, state.rules.damage.values[drawn.card]))
        if umpire.listening:
            self._tell(drawn.card, points, open_symbol, cause, umpire)
        return symbol

    def _tell(self, card: int, points: int, symbol: int, cause: str, umpire: Umpire) -> None:
        damage = self.state.rules.damage
        name = self.airplane.id
        umpire.tell("hit", "WW-DMG-01", plane=name, by=cause, deck=DECKS[damage.deck_of[card]], symbol=SYMBOLS[symbol])
        umpire.tell(
            "damage", "WW-DMG-02", to=(self.airplane.seat,), plane=name, card=damage.ids[card], points=points,
            total=self.airplane.total, resistance=self.state.rules.planes[self.airplane.number].resistance,
        )  # fmt: skip

    def settle(self, umpire: Umpire) -> int:
        """Special damage takes effect (WW-SPEC-03 to WW-SPEC-06); returns the fate."""
        airplane, clock = self.airplane, self.state.clock
        engine = False
        for symbol, value in dict.fromkeys(self.symbols):
            if symbol == RUDDER_LEFT:
                airplane.no_left = clock + 1 + RUDDER_PHASES
            elif symbol == RUDDER_RIGHT:
                airplane.no_right = clock + 1 + RUDDER_PHASES
            elif symbol == PILOT:
                self._wound(value)
            elif symbol == ENGINE:
                engine = True
            elif symbol == SMOKE:
                airplane.smoke = SMOKE_TOKENS
            elif symbol == FIRE:
                airplane.flames = FLAME_TOKENS
        if engine and airplane.engine_damaged:
            self.explodes = True  # WW-ENGINE-03
        airplane.engine_damaged |= engine
        if umpire.listening:
            self._tell_special(umpire)
        if self.explodes:
            return EXPLODED
        beaten = airplane.total >= self.state.rules.planes[airplane.number].resistance
        return SHOT_DOWN if beaten else IN_PLAY

    def _wound(self, value: int) -> None:
        if hits_observer(self.state, self.airplane, value):
            self.airplane.observer_wounded = True
        else:
            self.airplane.pilot_wounded = True

    def _tell_special(self, umpire: Umpire) -> None:
        clauses = {
            RUDDER_LEFT: "WW-RUDDER-01", RUDDER_RIGHT: "WW-RUDDER-02", PILOT: "WW-PILOT-01", ENGINE: "WW-ENGINE-01",
            SMOKE: "WW-SMOKE-01", FIRE: "WW-FLAME-01",
        }  # fmt: skip
        for symbol in dict.fromkeys(symbol for symbol, _ in self.symbols):
            to = None if symbol in (SMOKE, FIRE) else (self.airplane.seat,)
            umpire.tell("special", clauses[symbol], to=to, plane=self.airplane.id, symbol=SYMBOLS[symbol])


def hits_observer(state: WingsOfWar, airplane: Airplane, value: int) -> bool:
    """In a two-seater a pilot symbol means the pilot on a card of three points, else the observer (WW-OBSV-01)."""
    return state.rules.planes[airplane.number].two_seater and value != PILOT_VALUE


def jam(state: WingsOfWar, airplane: Airplane, gun: int, wounded: bool, umpire: Umpire) -> None:
    """Three phases, for a pilot who was wounded before a fourth that nobody is told of (WW-JAM-02, WW-PILOT-03)."""
    until = state.clock + 1 + JAM_PHASES
    airplane.jams = _with(airplane.jams, gun, until)
    airplane.longer = _with(airplane.longer, gun, int(wounded))
    if umpire.listening:
        name = state.rules.planes[airplane.number].guns[gun].name
        umpire.tell("jam", "WW-JAM-02", plane=airplane.id, gun=name, phases=JAM_PHASES)


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


# ---- removal and points


def score(state: WingsOfWar, team: int, points: float) -> None:
    one, two = state.score
    state.score = (one + points, two) if team == 0 else (one, two + points)


def remove(state: WingsOfWar, airplane: Airplane, fate: int, rule: str, umpire: Umpire) -> None:
    """Takes a destroyed airplane off the table: 2 points for the enemy, 1 less for its own side (WW-WIN-02, -03)."""
    airplane.fate = fate
    team = state.rules.planes[airplane.number].team
    score(state, 1 - team, 2)
    score(state, team, -1)
    end_tailing(state, airplane)
    if umpire.listening:
        umpire.tell("destroyed", rule, plane=airplane.id, fate=FATES[fate])


def end_tailing(state: WingsOfWar, airplane: Airplane) -> None:
    """A pair ends when either airplane leaves play (WW-TAIL-13)."""
    airplane.tailing = False
    for other in state.planes:
        if other.tails == airplane.number:
            other.tailing = False


def removal_rule(fate: int) -> str:
    return {EXPLODED: "WW-EXPL-01", CRASHED: "WW-SPLIT-05"}.get(fate, "WW-DMG-03")


def put_back(state: WingsOfWar, airplanes: Iterable[Airplane]) -> None:
    """With note-damage the cards go back closed as soon as they are read (WW-DECK-08)."""
    if state.rules.settings.note_damage:
        for airplane in airplanes:
            state.noted += [(card, airplane.seat) for card in airplane.kept]
            airplane.kept = ()
