"""Setup and the first dogfight, which is always for CEILING (DF-SETUP, DF-FIRST)."""

from __future__ import annotations

from operator import itemgetter

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_dogfight.cards import DogfightRules
from aerodrome_dogfight.state import Dogfight, Player
from aerodrome_dogfight.vocabulary import CEILING, DECK_SIZE, FEATURES, HAND_SIZE, NOBODY, PILE_SIZE, SIDES


def set_up(rules: DogfightRules, umpire: Umpire) -> Dogfight:
    """Shuffles both decks, deals five airplanes each, lays out the Victory piles (DF-SETUP-01 to DF-SETUP-04)."""
    players = []
    for seat, side in enumerate(SIDES):
        deck = list(range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE))
        umpire.chance.shuffle(f"deck-{side}", deck)
        hand = deck[: -HAND_SIZE - 1 : -1]  # the top five, top card first
        del deck[-HAND_SIZE:]
        players.append(Player(side, seat, deck, hand))
    state = Dogfight(rules, players, [PILE_SIZE] * len(FEATURES), stake=CEILING)
    if umpire.listening:
        umpire.tell("piles", "DF-SETUP-04", cards=PILE_SIZE)
        for player in players:
            tell_drawn(state, player, HAND_SIZE, "DF-SETUP-03", umpire)
    return state


def tell_drawn(state: Dogfight, player: Player, count: int, rule: str, umpire: Umpire) -> None:
    """Everybody learns how many airplanes were drawn, their owner which (DF-SEC-01, DF-SEC-03)."""
    umpire.tell("draw", rule, seat=player.id, airplanes=count)
    cards = [state.rules.cards[card].id for card in player.hand[-count:]]
    umpire.tell("drawn", rule, to=(player.seat,), cards=list(cards))


def both(state: Dogfight) -> tuple[int, ...]:
    return (0, 1)


def hand_options(state: Dogfight, seat: int, picks: Picks) -> tuple[Option, ...]:
    """Any airplane of the hand (DF-FIRST-02, DF-FIGHT-02)."""
    hand = state.players[seat].hand
    place = state.rules.place
    return itemgetter(*hand)(place) if len(hand) > 1 else tuple([place[card] for card in hand])


def why_not_first_place(state: Dogfight, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    if "use" in option.facts:
        return (Reason("DF-FIRST-09", "Victory cards have no power in the first dogfight"),)
    if "fight-for" in option.facts:
        return (Reason("DF-FIRST-01", "the first dogfight is for CEILING"),)
    if "place" in option.facts:
        return (Reason("DF-FIRST-02", "the airplane is not in your hand"),)
    return (Reason("DF-FIRST-02", "one airplane is placed now"),)


def lay_down(state: Dogfight, orders: Orders) -> None:
    """Moves each chosen airplane from the hand to its place, face down."""
    first = state.rules.place[0].code
    for player in state.players:
        card = orders[player.seat][0].code - first
        player.hand.remove(card)
        player.placed.append(card)


def turn_over(state: Dogfight) -> None:
    one, two = state.players
    one.revealed = two.revealed = True


def clear_away(state: Dogfight) -> None:
    """Played airplanes are out of the game, open to all (DF-FIGHT-07, DF-SEC-04)."""
    for player in state.players:
        player.discard += player.placed
        player.placed.clear()
        player.revealed = False
        player.bonus = 0


def first_place(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    lay_down(state, orders)
    return "first-reveal"


def first_reveal(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """The higher CEILING wins; on a tie both go on (DF-FIRST-03, DF-FIRST-04)."""
    turn_over(state)
    one, two = state.players
    ceilings = state.rules.values[CEILING]
    value, other = ceilings[one.placed[0]], ceilings[two.placed[0]]
    state.winner = 0 if value > other else 1 if value < other else NOBODY
    if umpire.listening:
        tell_comparison(state, value, other, "DF-FIRST-04" if value == other else "DF-FIRST-03", umpire)
    clear_away(state)
    return "first-redraw" if state.winner == NOBODY else "first-award"


def tell_comparison(state: Dogfight, value: int, other: int, rule: str, umpire: Umpire) -> None:
    """Both airplanes and the values that were compared, bonuses included."""
    one, two = state.players
    cards = state.rules.cards
    umpire.tell(
        "compare",
        rule,
        feature=FEATURES[state.stake],
        entente=cards[one.placed[0]].id,
        entente_value=value,
        central=cards[two.placed[0]].id,
        central_value=other,
        winner=None if state.winner == NOBODY else SIDES[state.winner],
    )


def first_redraw(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """When ties have used up both hands, five new airplanes each (DF-FIRST-05)."""
    for player in state.players:
        if not player.hand:
            draw_up_to(state, player, HAND_SIZE, "DF-FIRST-05", umpire)
    return "first-tie-out-check"


def draw_up_to(state: Dogfight, player: Player, size: int, rule: str, umpire: Umpire) -> None:
    """Draws until the hand holds ``size`` airplanes or the deck is empty (DF-HAND-03)."""
    count = min(size - len(player.hand), len(player.deck))
    for _ in range(count):
        player.draw()
    if umpire.listening and count:
        tell_drawn(state, player, count, rule, umpire)


def first_tie_out_check(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """All twenty pairs tied: nobody has airplanes left (DF-FIRST-06)."""
    return "game-end" if state.players[0].out_of_airplanes else "first-place"


def first_award(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """CEILING and the initiative to the winner, and the card is spent at once (DF-FIRST-07, DF-FIRST-08)."""
    state.award(state.winner, CEILING)
    umpire.tell("award", "DF-FIRST-07", seat=SIDES[state.winner], feature="ceiling")
    state.turn_down(state.winner, CEILING)
    state.ceiling_used = True
    umpire.tell("use", "DF-FIRST-08", seat=SIDES[state.winner], feature="ceiling")
    return "first-rearm"


def first_rearm(state: Dogfight, orders: Orders, umpire: Umpire) -> str:
    """Both hands are filled up to five again (DF-HAND-01)."""
    for player in state.players:
        draw_up_to(state, player, HAND_SIZE, "DF-HAND-01", umpire)
    return "first-out-check"
