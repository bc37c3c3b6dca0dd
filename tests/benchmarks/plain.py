"""Plain loops: games written by hand, without an engine, to hold the engine's speed against.

They use the same generator and make the same kind of choice as the playouts beside which they run.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Loop = Callable[[Random], int]
"""Plays one game and returns how many decisions were made."""


def card_game(random: Random) -> int:
    """A card battle: two hidden hands, a feature to fight for, the higher value takes a point, eight points win."""
    values = _VALUES
    chance = random.random
    decks = [list(range(20)), list(range(20, 40))]
    random.shuffle(decks[0])
    random.shuffle(decks[1])
    hands = [[decks[0].pop() for _ in range(5)], [decks[1].pop() for _ in range(5)]]
    piles, points = [3] * 5, [0, 0]
    last, holder, decisions = -1, 0, 0
    while hands[0] and hands[1]:
        choices = [f for f in range(5) if piles[f] and f != last] or [f for f in range(5) if piles[f]]
        stake = choices[int(chance() * len(choices))]
        one = hands[0].pop(int(chance() * len(hands[0])))
        two = hands[1].pop(int(chance() * len(hands[1])))
        decisions += 3
        row = values[stake]
        if row[one] == row[two]:
            holder = 1 - holder
        else:
            holder = 0 if row[one] > row[two] else 1
            points[holder] += 1
            piles[stake] -= 1
            if points[holder] == 8:
                break
        last = stake
        for seat in (0, 1):
            if decks[seat]:
                hands[seat].append(decks[seat].pop())
    return decisions


_VALUES = tuple(tuple((7 * card + 3 * feature) % 5 + 1 for card in range(40)) for feature in range(5))

LOOPS: dict[str, Loop] = {"dogfight": card_game}
"""The plain loop that stands beside each ruleset; others are held against the card game."""
