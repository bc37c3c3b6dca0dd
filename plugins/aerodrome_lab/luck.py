"""Luck: how much of the outcome the dice of a match decide, whatever is played, and which dice.

The same dice are played again and again by bots that choose anew. If the same side wins every time, the dice decide;
if the shares differ no more than chance allows, they do not. Goodman, Perez-Liebana and Lucas, "Seeding for Success"
(2025), do so with whole matches; since each source of chance is a stream of its own here, one source can also be held
while all others change.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from aerodrome.bots import Bot, Perspective, play_out
from aerodrome.chance import Chance, Seed, Stream
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome_lab.duels import Duel
from aerodrome_lab.jobs import plugins, rules_of

WAVERING = 5
"""One order of so many is given at random: bots that always choose alike would make any dice look decisive."""


class Wavering:
    """A bot that now and then gives a whole order at random."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._wavers = False

    def choose(self, seen: Perspective) -> Option:
        if not seen.picks:
            self._wavers = seen.chance.roll("wavering", WAVERING) == 1
        return seen.chance.pick("wavering", seen.options) if self._wavers else self.bot.choose(seen)


class HeldChance(Chance):
    """Dice of which some streams are held: they come from another master."""

    __slots__ = ("_held", "_names")

    def __init__(self, master: bytes, held: bytes, names: Set[str]) -> None:
        super().__init__(master)
        self._held = held
        self._names = names

    def stream(self, name: str) -> Stream:
        found = self._streams.get(name)
        if found is None:
            source = Chance(self._held) if name in self._names else Chance(self._master)
            found = self._streams[name] = source.stream(name)
        return found

    def clone(self) -> HeldChance:
        copy = HeldChance(self._master, self._held, self._names)
        copy._streams = {name: stream.clone() for name, stream in self._streams.items()}
        return copy


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice number ``dice``, played ``plays`` times. ``held``: the streams that stay the same; none means all."""

    duel: Duel
    bot: str
    dice: int
    plays: int
    held: tuple[str, ...] = ()


def points_with(task: Dice) -> tuple[float, ...]:
    """What the side of the first aircraft takes in each play."""
    return tuple(_play(task, play) for play in range(task.plays))


def _play(task: Dice, play: int) -> float:
    """One play, always in the first seating: here the dice are asked about, not the seats."""
    job = task.duel.jobs[0]
    rules = rules_of(job)
    same = Seed.of(job.match_seed(2 * task.dice))
    other = Seed.of(job.match_seed(2 * (task.dice * 10_007 + play + 500_000_009)))
    chance = HeldChance(other.master(), same.master(), frozenset(task.held)) if task.held else Chance(same.master())
    match = Match.create(rules, same, record=False, chance=chance)
    bots = {seat: Wavering(plugins().bot(job.ruleset, task.bot)) for seat in range(len(rules.seats))}
    play_out(match, bots, {seat: other.bot_chance(seat) for seat in bots})
    return task.duel.points(0, rules, match.result)
