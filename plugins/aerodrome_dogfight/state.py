"""What stands on the table, and who may see it (DF-SEC)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aerodrome.ruleset import State
from aerodrome.visibility import Part, nobody, owner, part, public, sealed
from aerodrome_dogfight.cards import DogfightRules
from aerodrome_dogfight.vocabulary import FEATURES, HAND_SIZE, NOBODY, Card, Feature


def _ids(cards: Sequence[Card], state: Any) -> list[str]:
    return [state.rules.cards[card].id for card in cards]


def _top_first(cards: Sequence[Card], state: Any) -> list[str]:
    return _ids(cards[::-1], state)


def _by_feature(counts: Sequence[int], state: Any) -> dict[str, int]:
    return dict(zip(FEATURES, counts, strict=True))


def _seat(seat: int, state: Any) -> str | None:
    return None if seat == NOBODY else state.rules.seats[seat]


def _feature(feature: Feature, state: Any) -> str | None:
    return None if feature == NOBODY else FEATURES[feature]


@part
class Player(Part):
    """One flight commander.

    Attributes:
        deck: airplanes not yet drawn; the last one is the top card.
        placed: the airplane laid down for the running dogfight, at most one.
        revealed: whether it has been turned over.
        unused: Victory cards lying face up, by feature.
        used: Victory cards lying face down, by feature.
        range_hits: RANGE cards that hit this player.
        bonus: MANEUVERABILITY cards turned in the running dogfight.
    """

    id: str = public()
    seat: int = public()
    deck: list[Card] = nobody(count=True, show=_top_first)  # DF-SEC-03
    hand: list[Card] = owner(count=True, show=_ids)  # DF-SEC-01
    placed: list[Card] = sealed("revealed", count=True, show=_ids, default_factory=list)  # DF-SEC-02
    revealed: bool = public(default=False)
    discard: list[Card] = public(show=_ids, default_factory=list)  # DF-SEC-04
    unused: list[int] = public(show=_by_feature, default_factory=lambda: [0] * 5)  # DF-SEC-05
    used: list[int] = public(show=_by_feature, default_factory=lambda: [0] * 5)
    range_hits: int = public(default=0)
    bonus: int = public(default=0)

    @property
    def victories(self) -> int:
        """Victory cards, used and unused (DF-USE-02)."""
        return sum(self.unused) + sum(self.used)

    @property
    def hand_limit(self) -> int:
        return HAND_SIZE - self.range_hits  # DF-RANGE-03

    @property
    def out_of_airplanes(self) -> bool:
        return not self.hand and not self.deck  # DF-END-01

    def draw(self) -> Card:
        """Takes the top card of the deck into the hand."""
        card = self.deck.pop()
        self.hand.append(card)
        return card


@part
class Dogfight(State[DogfightRules]):
    """The table.

    Attributes:
        piles: Victory cards left, by feature.
        initiative: seat of the holder; nobody in the first dogfight.
        stake: feature of the running dogfight.
        last_feature: feature of the dogfight before.
        ceiling_used: whether a CEILING card was turned for the coming dogfight (DF-CEIL-02).
        dogfight: number of the running dogfight, from 1.
        winner: seat that wins the running dogfight; nobody on a tie or before it is known.
        turn, passes: whose turn it is in an open window, and how many passes in a row there were (DF-USE-06).
    """

    players: list[Player] = public()
    piles: list[int] = public(show=_by_feature)
    initiative: int = public(default=NOBODY, show=_seat)
    stake: Feature = public(default=NOBODY, show=_feature)
    last_feature: Feature = public(default=NOBODY, show=_feature)
    ceiling_used: bool = public(default=False)
    dogfight: int = public(default=1)
    winner: int = public(default=NOBODY, show=_seat)
    turn: int = public(default=NOBODY, show=_seat)
    passes: int = public(default=0)

    def award(self, seat: int, feature: Feature) -> None:
        """Gives a Victory card of the pile, face up, and the initiative (DF-FIGHT-05, DF-FIGHT-06)."""
        self.piles[feature] -= 1
        self.players[seat].unused[feature] += 1
        self.initiative = seat

    def turn_down(self, seat: int, feature: Feature) -> None:
        """Spends a Victory card: face down from now on (DF-USE-01)."""
        player = self.players[seat]
        player.unused[feature] -= 1
        player.used[feature] += 1
