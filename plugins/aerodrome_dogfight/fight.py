"""Every later dogfight, but for its windows (DF-PICK, DF-FIGHT, DF-TIE, DF-RANGE, DF-HAND)."""

from __future__ import annotations

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_dogfight.first import clear_away, lay_down, tell_comparison, tell_drawn, turn_over
from aerodrome_dogfight.state import Dogfight
from aerodrome_dogfight.vocabulary import FEATURES, NOBODY, RANGE, SIDES, VICTORIES_TO_WIN
from aerodrome_dogfight.windows import open_window, why_not_power_now

# ---- choosing the feature


def holder(state: Dogfight) -> tuple[int, ...]:
    return (state.initiative,)  # DF-PICK-01


def may_fight_for(state: Dogfight) -> int:
    """Features with a card left, not the last one unless it is the only one (DF-PICK-02 to DF-PICK-04), as bits."""
    left = 0
    bit = 1
    for cards in state.piles:
        if cards:
            left |= bit
        bit <<= 1
    return left & ~(1 << state.last_feature) or left if state.last_feature >= 0 else left


def feature_options(state: Dogfight, seat: int, picks: Picks) -> tuple[Option, ...]:
    return state.rules.fight_for_any[may_fight_for(state)]


def why_not_feature(state: Dogfight, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    feature = option.code - state.rules.fight_for[0].code
    if not 0 <= feature < len(FEATURES):
        names = Reason("DF-PICK-01", "the holder of the initiative names a feature now")
        return why_not_power_now(state, seat, option) or (names,)
    reasons = []
    if feature == state.last_feature and not may_fight_for(state) >> feature & 1:
        reasons.append(Reason("DF-PICK-02", f"the last dogfight was for {FEATURES[feature].upper()}"))
    if not state.piles[feature]:
        reasons.append(Reason("DF-PICK-03", f"no {FEATURES[feature].upper()} card is left"))
    return tuple(reasons)


def choose_feature(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    state.stake = orders[state.initiative][0].code - state.rules.fight_for[0].code
    state.winner = NOBODY
    if umpire.listening:
        umpire.tell("stake", "DF-PICK-01", seat=SIDES[state.initiative], feature=FEATURES[state.stake])
    open_window(state)
    return "speed-window"


# ---- placing and comparing


def place(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    lay_down(state, orders)
    open_window(state)
    return "maneuverability-window"


def why_not_place(state: Dogfight, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    card = option.code - state.rules.place[0].code
    if not 0 <= card < len(state.rules.cards):
        return why_not_power_now(state, seat, option) or (Reason("DF-FIGHT-02", "one airplane is placed now"),)
    return (Reason("DF-FIGHT-02", "the airplane is not in your hand"),)


def reveal(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """Both are turned over and the values of the stake compared, bonuses added up to the cap (DF-FIGHT-03, -04)."""
    turn_over(state)
    printed = state.rules.values[state.stake]
    top = state.rules.top
    one, two = state.players
    value = printed[one.placed[0]] + one.bonus
    other = printed[two.placed[0]] + two.bonus
    if value > top or other > top:
        value, other = min(value, top), min(other, top)
    state.winner = 0 if value > other else 1 if value < other else NOBODY
    if umpire.listening:
        tell_comparison(state, value, other, "DF-FIGHT-04", umpire)
    if state.winner == NOBODY:
        open_window(state)
        return "firepower-window"
    return "award"


def award(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """Card and initiative to the winner; a tie leaves the card and passes the initiative (DF-FIGHT-05, DF-TIE)."""
    clear_away(state)
    state.last_feature = state.stake
    if state.winner == NOBODY:
        state.initiative = 1 - state.initiative
        if umpire.listening:
            umpire.tell("tie", "DF-TIE-02", feature=FEATURES[state.stake], initiative=SIDES[state.initiative])
        return "draw-one"
    state.award(state.winner, state.stake)
    if umpire.listening:
        umpire.tell("award", "DF-FIGHT-05", seat=SIDES[state.winner], feature=FEATURES[state.stake])
    return "eight-check"


def eight_check(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """Eight Victory cards win at once, before RANGE and before drawing (DF-END-05)."""
    if state.players[state.winner].victories >= VICTORIES_TO_WIN:
        return "game-end"
    return "range-effect" if state.stake == RANGE else "draw-one"


# ---- RANGE, drawing, running out


def range_effect(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """A RANGE card just won costs the opponent a random airplane and one place in his hand (DF-RANGE)."""
    state.turn_down(state.winner, RANGE)
    victim = state.players[1 - state.winner]
    victim.range_hits += 1
    umpire.tell("use", "DF-RANGE-01", seat=SIDES[state.winner], feature="range")
    umpire.tell("hand-limit", "DF-RANGE-03", seat=victim.id, limit=victim.hand_limit)
    if victim.hand:
        card = umpire.chance.pick("range-discard", victim.hand, lambda card: state.rules.cards[card].id)
        victim.hand.remove(card)
        victim.discard.append(card)
        umpire.tell("discard", "DF-RANGE-02", seat=victim.id, card=state.rules.cards[card].id)
    return "draw-one"


def draw_one(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """Each player draws one airplane, won, lost or tied (DF-HAND-02)."""
    for player in state.players:
        if player.deck:  # DF-HAND-03
            player.hand.append(player.deck.pop())
            if umpire.listening:
                tell_drawn(state, player, 1, "DF-HAND-02", umpire)
    return "out-check"


def out_check(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """The game ends when one player has neither hand nor deck (DF-END-01); else the next dogfight begins."""
    one, two = state.players
    if not (one.hand or one.deck) or not (two.hand or two.deck):
        return "game-end"
    state.dogfight += 1
    state.ceiling_used = False
    state.stake = NOBODY
    return "ceiling-window"


def first_out_check(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """As `out_check`; but the CEILING card of the first dogfight was spent for the second one (DF-CEIL-02)."""
    state.last_feature = state.stake
    after = out_check(state, orders, umpire)
    state.ceiling_used = True
    return after
