"""A heuristic player. It looks at its view and at the public card table, and at nothing else.

It asks one question again and again: how likely is this airplane to win this feature, against a random airplane of
those that the opponent may still have?
"""

from __future__ import annotations

from typing import Any, cast

from aerodrome.bots import Perspective
from aerodrome.orders import Option
from aerodrome_dogfight.cards import DogfightRules
from aerodrome_dogfight.vocabulary import FEATURES, SIDES, VICTORIES_TO_WIN

POWER_WORTH = {"speed": 0.02, "maneuverability": 0.05, "range": 0.06, "firepower": 0.08, "ceiling": 0.03}
"""How much a Victory card of each feature is worth beyond its point, in chances of a point."""


class HeuristicBot:
    """Fights for what its hand is best at, keeps its best airplanes for it, spends Victory cards where they tell."""

    def choose(self, seen: Perspective) -> Option:
        if len(seen.options) == 1:
            return seen.options[0]
        table = _Table(seen)
        first = next(iter(seen.options[-1].facts))
        if first == "fight-for":
            return max(seen.options, key=lambda option: table.promise(str(option.facts["fight-for"])))
        if first == "place":
            return max(seen.options, key=lambda option: table.placing(str(option.facts["place"])))
        return table.use_or_pass(seen)


class _Table:
    """The view, made ready for asking chances."""

    def __init__(self, seen: Perspective) -> None:
        view = seen.view
        self.state: dict[str, Any] = view["state"]
        self.me = self.state["players"][seen.name]
        self.foe = self.state["players"][SIDES[1 - SIDES.index(seen.name)]]
        rules = cast(DogfightRules, seen.rules)
        self.rows = rules.card_by_id
        self.top = rules.top
        gone = set(self.foe["discard"])
        self.unknown = [card for card in rules.cards if card.side == self.foe["id"] and card.id not in gone]
        self.stake: str = self.state["stake"] or ""
        self._chances: dict[tuple[str, int], list[float]] = {}

    def value(self, card: str, feature: str, bonus: int = 0) -> int:
        return min(self.top, int(getattr(self.rows[card], feature)) + bonus)

    def chance(self, value: int, feature: str, bonus: int = 0) -> float:
        """Of winning with ``value``, a tie counting half."""
        found = self._chances.get((feature, bonus))
        if found is None:
            found = self._chances[feature, bonus] = self._by_value(feature, bonus)
        return found[value]

    def _by_value(self, feature: str, bonus: int) -> list[float]:
        """The chance of winning with each value from 0 on."""
        foes = [0] * (self.top + 1)
        for card in self.unknown:
            foes[min(self.top, getattr(card, feature) + bonus)] += 1
        if not self.unknown:
            foes[0] = 1
        total, below, chances = sum(foes), 0, []
        for equal in foes:
            chances.append((below + 0.5 * equal) / total)
            below += equal
        return chances

    def promise(self, feature: str) -> float:
        """What fighting for ``feature`` promises with the best airplane of the hand."""
        best = max((self.chance(self.value(card, feature), feature) for card in self.me["hand"]), default=0.0)
        return best * (1.0 + POWER_WORTH[feature])

    def placing(self, card: str) -> float:
        """The chance of winning now less what the airplane would be worth for other features later."""
        now = self.chance(self.value(card, self.stake), self.stake)
        later = max(self.chance(self.value(card, f), f) for f in FEATURES if f != self.stake)
        total = sum(self.value(card, f) for f in FEATURES) / (5 * self.top)
        return now - 0.25 * later - 0.1 * total

    def use_or_pass(self, seen: Perspective) -> Option:
        no, *uses = seen.options
        power = str(uses[0].facts["use"])
        if power == "firepower":
            return uses[0]
        if power == "maneuverability":
            return uses[0] if self._bonus_tells() else no
        if power == "ceiling":
            return uses[0] if self._hand_promise() > 0.6 else no
        return self._exchange(no, uses)

    def _bonus_tells(self) -> bool:
        """One point more is worth a card when it raises the chance of winning by a fifth, or for the last point."""
        (card,) = self.me["placed"]
        before = self.chance(self.value(card, self.stake, self.me["bonus"]), self.stake, self.foe["bonus"])
        after = self.chance(self.value(card, self.stake, self.me["bonus"] + 1), self.stake, self.foe["bonus"])
        points = sum(self.me["unused"].values()) + sum(self.me["used"].values())
        return after - before > (0.05 if points >= VICTORIES_TO_WIN - 1 else 0.2)

    def _hand_promise(self) -> float:
        """What the best feature promises that the holder may name now."""
        left = [f for f in FEATURES if self.state["piles"][f]]
        return max(self.promise(f) for f in [f for f in left if f != self.state["last_feature"]] or left)

    def _exchange(self, no: Option, uses: list[Option]) -> Option:
        """Throws the weakest airplane away when nothing in the hand is good for the stake."""
        if self.promise(self.stake) > 0.6:
            return no
        return min(
            uses, key=lambda use: max(self.chance(self.value(str(use.facts["discard"]), f), f) for f in FEATURES)
        )
