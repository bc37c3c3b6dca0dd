"""When Victory cards may be used (DF-USE, DF-CEIL, DF-SPEED, DF-MAN, DF-FIRE).

A window open to both goes back and forth, the holder of the initiative first, until both pass in a row (DF-USE-06).
Who could act is public: unused Victory cards and the size of a deck. A player without a card to use is passed over.
"""

from __future__ import annotations

from collections.abc import Callable

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import Row
from aerodrome.umpire import Umpire
from aerodrome_dogfight.state import Dogfight
from aerodrome_dogfight.vocabulary import (
    CEILING,
    FEATURES,
    FIREPOWER,
    MANEUVERABILITY,
    SIDES,
    SPEED,
    Feature,
)


def open_window(state: Dogfight) -> None:
    state.turn = state.initiative
    state.passes = 0


def to_act(state: Dogfight, able: tuple[int, int]) -> tuple[int, ...]:
    """The seat whose turn it is in the window, nobody when it is closed. ``able`` says of each seat if it could act."""
    turn, passes = state.turn, state.passes
    if passes == 0:
        if able[turn]:
            return (turn,)
        return (1 - turn,) if able[1 - turn] else ()
    return (turn,) if passes == 1 and able[turn] else ()


def _with_unused(state: Dogfight, feature: Feature) -> tuple[int, ...]:
    one, two = state.players
    able = one.unused[feature], two.unused[feature]
    return to_act(state, able) if able[0] or able[1] else ()


def acted(state: Dogfight, seat: int, used: bool) -> None:
    """Hands the turn over; a use opens the window again, a pass after the other's pass closes it."""
    skipped = seat != state.turn
    state.passes = 0 if used else state.passes + skipped + 1
    state.turn = 1 - seat


def unused_reason(state: Dogfight, seat: int, feature: Feature) -> tuple[Reason, ...]:
    """A power needs an unused card of its feature (DF-USE-03)."""
    if state.players[seat].unused[feature]:
        return ()
    return (Reason("DF-USE-03", f"you have no unused {FEATURES[feature].upper()} card"),)


def why_not_power_now(state: Dogfight, seat: int, option: Option) -> tuple[Reason, ...]:
    """Every reason against using a power outside its window; none when ``option`` is not a power."""
    power = option.facts.get("use")
    if power is None:
        return ()
    feature = FEATURES.index(str(power))
    reasons = [Reason("DF-USE-03", f"this is not the window for {FEATURES[feature].upper()}")]
    if feature == CEILING and seat == state.initiative:
        reasons.append(Reason("DF-CEIL-03", "you have the initiative already"))
    return (*reasons, *unused_reason(state, seat, feature))


def tell_use(state: Dogfight, seat: int, feature: Feature, rule: str, umpire: Umpire) -> None:
    umpire.tell("use", rule, seat=SIDES[seat], feature=FEATURES[feature])


# ---- CEILING, before the holder chooses


def ceiling_asks(state: Dogfight) -> tuple[int, ...]:
    """The challenger, with an unused CEILING card, once a dogfight (DF-CEIL-01 to DF-CEIL-03)."""
    challenger = 1 - state.initiative
    if state.ceiling_used or not state.players[challenger].unused[CEILING]:
        return ()
    return (challenger,)


def ceiling_options(state: Dogfight, seat: int, picks: Picks) -> tuple[Option, ...]:
    return (state.rules.no, state.rules.ceiling)


def ceiling_window(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    ((seat, picks),) = orders.items()
    if picks[0] is state.rules.ceiling:
        state.turn_down(seat, CEILING)
        state.initiative = seat  # DF-CEIL-04
        state.ceiling_used = True
        tell_use(state, seat, CEILING, "DF-CEIL-01", umpire)
    return "choose-feature"


# ---- SPEED, before the airplanes are placed


def speed_asks(state: Dogfight) -> tuple[int, ...]:
    """Players with an unused SPEED card and a deck to draw from (DF-SPEED-03)."""
    one, two = state.players
    able = one.unused[SPEED] and len(one.deck), two.unused[SPEED] and len(two.deck)
    return to_act(state, able) if able[0] or able[1] else ()


def speed_options(state: Dogfight, seat: int, picks: Picks) -> tuple[Option, ...]:
    exchange = state.rules.exchange
    return (state.rules.no, *[exchange[card] for card in state.players[seat].hand])


def speed_window(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """One airplane of the hand goes, the top card of the deck comes (DF-SPEED-02)."""
    ((seat, picks),) = orders.items()
    used = picks[0] is not state.rules.no
    if used:
        _exchange(state, seat, picks[0], umpire)
    acted(state, seat, used)
    return "speed-window"


def _exchange(state: Dogfight, seat: int, option: Option, umpire: Umpire) -> None:
    player = state.players[seat]
    card = option.code - state.rules.exchange[0].code
    state.turn_down(seat, SPEED)
    player.hand.remove(card)
    player.discard.append(card)
    drawn = player.draw()
    if umpire.listening:
        cards = state.rules.cards
        tell_use(state, seat, SPEED, "DF-SPEED-01", umpire)
        umpire.tell("exchange", "DF-SPEED-02", seat=SIDES[seat], discard=cards[card].id)
        umpire.tell("drawn", "DF-SPEED-02", to=(seat,), cards=[cards[drawn].id])


def why_not_speed(state: Dogfight, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    card = option.code - state.rules.exchange[0].code
    if not 0 <= card < len(state.rules.cards):
        return why_not_power_now(state, seat, option) or (Reason("DF-USE-03", "this is the window for SPEED"),)
    return (Reason("DF-SPEED-02", "the discarded airplane must come from your hand"),)


# ---- MANEUVERABILITY, when both are placed and none is revealed


def maneuverability_asks(state: Dogfight) -> tuple[int, ...]:
    return _with_unused(state, MANEUVERABILITY)


def maneuverability_options(state: Dogfight, seat: int, picks: Picks) -> tuple[Option, ...]:
    return (state.rules.no, state.rules.maneuver)


def maneuverability_window(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """One point more for the own airplane in this dogfight (DF-MAN-02 to DF-MAN-04)."""
    ((seat, picks),) = orders.items()
    used = picks[0] is state.rules.maneuver
    if used:
        state.turn_down(seat, MANEUVERABILITY)
        state.players[seat].bonus += 1
        tell_use(state, seat, MANEUVERABILITY, "DF-MAN-02", umpire)
    acted(state, seat, used)
    return "maneuverability-window"


def explain_maneuverability(state: Dogfight, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    """How the own value comes about if the option is taken."""
    player = state.players[seat]
    printed = state.rules.values[state.stake][player.placed[0]]
    bonus = player.bonus + (option is state.rules.maneuver)
    rows = [Row("printed value", printed, "DF-FIGHT-04"), Row("bonus", bonus, "DF-MAN-04")]
    value = min(state.rules.top, printed + bonus)
    if value < printed + bonus:
        rows.append(Row("cap", state.rules.top, "DF-MAN-02"))
    return (*rows, Row("value", value, "DF-MAN-02"))


# ---- FIREPOWER, on a tie


def firepower_asks(state: Dogfight) -> tuple[int, ...]:
    return _with_unused(state, FIREPOWER)


def firepower_options(state: Dogfight, seat: int, picks: Picks) -> tuple[Option, ...]:
    return (state.rules.no, state.rules.fire)


def firepower_window(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """The first FIREPOWER card wins the tie and cannot be answered (DF-FIRE-01, DF-FIRE-02)."""
    ((seat, picks),) = orders.items()
    if picks[0] is state.rules.fire:
        state.turn_down(seat, FIREPOWER)
        state.winner = seat
        tell_use(state, seat, FIREPOWER, "DF-FIRE-01", umpire)
        return "award"
    acted(state, seat, used=False)
    return "firepower-window"


def why_not_power(feature: Feature) -> Callable[[Dogfight, int, Picks, Option], tuple[Reason, ...]]:
    """Reasons in the window of ``feature``: only its own power can be used in it."""

    def reasons(state: Dogfight, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
        window = Reason("DF-USE-03", f"this is the window for {FEATURES[feature].upper()}")
        return why_not_power_now(state, seat, option) or (window,)

    return reasons
