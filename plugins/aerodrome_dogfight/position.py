"""Positions of DogFight as situation files write them (``docs/situations.md`` describes each field)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.errors import AerodromeError
from aerodrome.ruleset import Position
from aerodrome_dogfight.state import Dogfight, Player
from aerodrome_dogfight.vocabulary import (
    DECK_SIZE,
    FEATURES,
    HAND_SIZE,
    NOBODY,
    PILE_SIZE,
    RANGE,
    SIDES,
    VICTORIES_TO_WIN,
    Card,
)

FeatureName = Literal["speed", "maneuverability", "range", "firepower", "ceiling"]
Side = Literal["entente", "central"]

PLACED_BY = ("maneuverability-window", "reveal", "firepower-window", "first-reveal")
"""Phases in which both airplanes lie on the table."""

STAKED = ("speed-window", "place", "maneuverability-window", "reveal", "firepower-window", "award", "eight-check")
"""Phases in which the feature has been chosen."""

WON = ("first-award", "eight-check", "range-effect")
"""Phases that only a dogfight with a winner comes to."""

FIRST = ("first-place", "first-reveal", "first-redraw", "first-tie-out-check", "first-award", "first-rearm",
         "first-out-check")  # fmt: skip


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class VictoryPosition(_Strict):
    """Victory cards of one feature: face up and face down."""

    unused: int = Field(default=0, ge=0, le=PILE_SIZE)
    used: int = Field(default=0, ge=0, le=PILE_SIZE)


class PlayerPosition(_Strict):
    """One flight commander. Airplanes are named by id or printed name."""

    hand: list[str] | None = Field(default=None, description="airplanes in the hand")
    deck: list[str] | Annotated[int, Field(ge=0, strict=True)] | None = Field(
        default=None,
        description="airplanes in the deck, top card first, or how many; left out: all that are nowhere else",
    )
    placed: str | None = Field(default=None, description="the airplane laid down for the running dogfight")
    discard: list[str] = Field(default=[], description="airplanes out of the game")
    victory: dict[FeatureName, VictoryPosition | Annotated[int, Field(ge=0, le=PILE_SIZE, strict=True)]] = Field(
        default={}, description="Victory cards by feature; a bare number means that many unused ones"
    )
    hand_limit: int = Field(default=HAND_SIZE, ge=2, le=HAND_SIZE, description="5 less the RANGE cards that hit")
    bonus: int = Field(default=0, ge=0, le=PILE_SIZE, description="MANEUVERABILITY cards turned in this dogfight")


class DogfightPosition(Position):
    """A position of DogFight. What is left out is as in a fresh match."""

    initiative: Side | None = Field(default=None, description="the holder; Entente in a later dogfight when left out")
    stake: FeatureName | None = Field(default=None, description="feature of the running dogfight")
    last_feature: FeatureName | None = Field(default=None, description="feature of the dogfight before")
    ceiling_used: bool = Field(default=False, description="a CEILING card was turned for the coming dogfight")
    dogfight: int | None = Field(default=None, ge=1, description="number of the dogfight")
    winner: Side | None = Field(default=None, description="who wins the running dogfight, for the phases after reveal")
    turn: Side | None = Field(default=None, description="whose turn it is in an open window; the holder when left out")
    passes: int = Field(default=0, ge=0, le=1, description="passes in a row in an open window")
    piles: dict[FeatureName, int] = Field(
        default={}, description="Victory cards left; left out: 3 less those that the players have"
    )
    players: dict[Side, PlayerPosition] = {}


def write_position(state: Dogfight, position: DogfightPosition) -> None:
    """Writes the position over a fresh match.

    Raises:
        AerodromeError: a card twice, a card of the other side, more Victory cards than there are, no stake.
    """
    for side, written in position.players.items():
        _place_player(state, state.players[SIDES.index(side)], written)
    _place_piles(state, position)
    phase = position.phase or "first-place"
    first = phase in FIRST
    state.initiative = _side(position.initiative, state.initiative if first else 0)
    state.stake = _feature(position.stake, state.stake if first else NOBODY)
    state.last_feature = _feature(position.last_feature, NOBODY)
    state.ceiling_used = position.ceiling_used
    state.dogfight = position.dogfight or (1 if first else 2)
    state.winner = _side(position.winner, NOBODY)
    state.turn = _side(position.turn, state.initiative)
    state.passes = position.passes
    _check(state, phase)


def _side(name: Side | None, otherwise: int) -> int:
    return otherwise if name is None else SIDES.index(name)


def _feature(name: FeatureName | None, otherwise: int) -> int:
    return otherwise if name is None else FEATURES.index(name)


def _place_player(state: Dogfight, player: Player, written: PlayerPosition) -> None:
    placed = _cards(state, player, [written.placed] if written.placed else [])
    discard = _cards(state, player, written.discard)
    named = {*placed, *discard}
    if written.hand is None:
        hand = [card for card in player.hand if card not in named][: written.hand_limit - len(placed)]
        if isinstance(written.deck, list):
            elsewhere = set(_cards(state, player, written.deck))
            hand = [card for card in hand if card not in elsewhere]
    else:
        hand = _cards(state, player, written.hand)
    named.update(hand)
    deck = _deck(state, player, written, named)
    _check_distinct(state, [*placed, *discard, *hand, *deck])
    player.hand, player.deck, player.placed, player.discard = hand, deck, placed, discard
    player.range_hits = HAND_SIZE - written.hand_limit
    player.bonus = written.bonus
    for name, counts in written.victory.items():
        both = VictoryPosition(unused=counts) if isinstance(counts, int) else counts
        player.unused[FEATURES.index(name)] = both.unused
        player.used[FEATURES.index(name)] = both.used


def _deck(state: Dogfight, player: Player, written: PlayerPosition, named: set[Card]) -> list[Card]:
    """The deck, top card last. Cards that a fresh match has in the deck keep their order."""
    if isinstance(written.deck, list):
        return _cards(state, player, written.deck)[::-1]
    own = range(player.seat * DECK_SIZE, (player.seat + 1) * DECK_SIZE)
    fresh = [card for card in [*sorted(set(own) - set(player.deck)), *player.deck] if card not in named]
    if written.deck is None:
        return fresh
    if written.deck > len(fresh):
        raise AerodromeError(f"only {len(fresh)} airplanes of {player.id} are left for the deck, not {written.deck}")
    return fresh[len(fresh) - written.deck :]


def _cards(state: Dogfight, player: Player, names: Iterable[str]) -> list[Card]:
    cards = [state.rules.card_number(name) for name in names]
    for card in cards:
        if card // DECK_SIZE != player.seat:
            raise AerodromeError(f"{state.rules.cards[card].id} is not an airplane of {player.id} (DF-SETUP-01)")
    return cards


def _check_distinct(state: Dogfight, cards: list[Card]) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise AerodromeError(f"{state.rules.cards[card].id} is in two places")


def _place_piles(state: Dogfight, position: DogfightPosition) -> None:
    written: dict[str, int] = dict(position.piles.items())
    for feature, name in enumerate(FEATURES):
        owned = sum(player.unused[feature] + player.used[feature] for player in state.players)
        left = written.get(name, PILE_SIZE - owned)
        if left < 0 or left + owned > PILE_SIZE:
            raise AerodromeError(f"there are only {PILE_SIZE} {name} cards (DF-SETUP-04)")
        state.piles[feature] = left


def _check(state: Dogfight, phase: str) -> None:
    if phase in STAKED and state.stake == NOBODY:
        raise AerodromeError(f"phase {phase} needs a stake", expected="one of " + ", ".join(FEATURES))
    if phase in WON and state.winner == NOBODY:
        raise AerodromeError(f"phase {phase} needs a winner", expected="one of " + ", ".join(SIDES))
    if phase in ("first-rearm", "first-out-check") and state.initiative == NOBODY:
        raise AerodromeError(f"phase {phase} needs the initiative", expected="one of " + ", ".join(SIDES))
    if phase == "range-effect" and not state.players[state.winner].unused[RANGE]:
        raise AerodromeError("phase range-effect needs an unused RANGE card of the winner (DF-RANGE-01)")
    placed = [player.id for player in state.players if player.placed]
    if phase in ("first-place", "place") and placed:
        raise AerodromeError(f"phase {phase} comes before placing, and {placed[0]} has placed an airplane already")
    if phase in PLACED_BY and len(placed) < len(state.players):
        raise AerodromeError(f"phase {phase} needs a placed airplane of each player")
    for player in state.players:
        if len(player.hand) + len(player.placed) > player.hand_limit:
            raise AerodromeError(f"{player.id} may hold only {player.hand_limit} airplanes (DF-HAND-04)")
    if phase == "firepower-window":
        for player in state.players:
            player.revealed = True
    if sum(player.victories >= VICTORIES_TO_WIN for player in state.players) > 1:
        raise AerodromeError("both players cannot have eight Victory cards")
