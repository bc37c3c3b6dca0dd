"""Plain loops: games written by hand, without an engine, to hold the engine's speed against.

They use the same generator and make the same kind of choice as the playouts beside which they run.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

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


def hex_duel(random: Random) -> int:
    """A duel on hexes: both pick a manoeuvre that may follow the last, fly it step by step together, fire a burst
    straight ahead with a pool of dice, and draw damage from a deck. A full section, the edge of the map or the last of
    the fuel ends it."""
    duel = _Duel(random)
    for _ in range(60):
        for seat in (0, 1):
            duel.fly(seat)
        if not all(0 <= plane["q"] < 15 and 0 <= plane["r"] < 22 for plane in duel.planes):
            break
        for seat in (0, 1):
            duel.fire(seat)
        if any(plane[section] <= 0 for plane in duel.planes for section in _SECTIONS):
            break
        if any(plane["fuel"] < 3 for plane in duel.planes):
            break
    return duel.decisions


class _Duel:
    """Two planes as dicts, as one writes them first."""

    def __init__(self, random: Random) -> None:
        self.chance = random.random
        start = {"last": _MANEUVERS[5], "fuel": 60, "wings": 6, "tail": 4, "fuselage": 6, "engine": 4}
        self.planes: list[dict[str, Any]] = [
            {**start, "q": 4, "r": 2, "facing": 0},
            {**start, "q": 8, "r": 16, "facing": 3},
        ]
        self.deck = [(section, 1 + n % 2) for n in range(8) for section in _SECTIONS]
        random.shuffle(self.deck)
        self.decisions = 0

    def pick(self, options: list[Any]) -> Any:
        self.decisions += 1
        return options[int(self.chance() * len(options))]

    def fly(self, seat: int) -> None:
        plane = self.planes[seat]
        maneuver = self.pick([m for m in _AFTER[plane["last"]["id"]] if m["speed"] <= plane["fuel"]])
        for turn in maneuver["path"]:
            plane["facing"] = (plane["facing"] + turn) % 6
            dq, dr = _STEPS[plane["facing"]]
            plane["q"] += dq
            plane["r"] += dr
        plane["fuel"] -= maneuver["speed"]
        plane["last"] = maneuver

    def fire(self, seat: int) -> None:
        plane, other = self.planes[seat], self.planes[1 - seat]
        dq, dr = _STEPS[plane["facing"]]
        distance = next(
            (n for n in (0, 1, 2, 3) if (plane["q"] + n * dq, plane["r"] + n * dr) == (other["q"], other["r"])), None
        )
        options: list[int | None] = [None]
        if distance is not None:
            options += [0, 1, 2]
        burst = self.pick(options)
        if burst is None or distance is None:
            return
        for _ in range(max(0, 4 - distance + burst)):
            if self.chance() < 0.5 and self.deck:
                section, hits = self.deck.pop()
                other[section] -= hits


_SECTIONS = ("wings", "tail", "fuselage", "engine")
_STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
_PATHS = [path for speed in (1, 2, 3) for path in product((-1, 0, 1), repeat=speed) if abs(sum(path)) < 3]
_MANEUVERS: list[dict[str, Any]] = [
    {"id": number, "speed": len(path), "path": path, "straight": not any(path), "steep": abs(sum(path)) > 1}
    for number, path in enumerate(_PATHS)
]
_AFTER = [
    [m for m in _MANEUVERS if abs(m["speed"] - last["speed"]) <= 1 and (last["straight"] or not m["steep"])][:12]
    for last in _MANEUVERS
]
"""What may follow each manoeuvre: a speed that differs by one at most, steep turns only after a straight."""

LOOPS: dict[str, Loop] = {"blue-max": hex_duel, "dogfight": card_game}
"""The plain loop that stands beside each ruleset; others are held against the card game."""
