"""Skill: what thinking longer buys, what one may not do without, and how far the bots are apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from aerodrome.bots import Bot, Perspective, play_out
from aerodrome.orders import Option
from aerodrome_lab.duels import Duel, begin

BUDGETS = (4, 8, 16, 32)
"""Nodes a choice of the search bots of the ladder, each twice the one before."""

RUNG = 0.6
"""A step of the ladder counts if the stronger bot surely takes more than this share of the points."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Match ``index`` between two bots. They change aircraft from one match to the next, and seats after two.

    ``without``: what the second bot may not do, as `features` says it.
    """

    duel: Duel
    bots: tuple[str, str]
    index: int
    without: str = ""


def points_of_first(meeting: Meeting) -> float:
    """What the first bot takes: 1, ½ for a draw, or 0."""
    crossed = meeting.index % 2 == 1
    names = meeting.bots[::-1] if crossed else meeting.bots
    match, bots, chances = begin(meeting.duel, meeting.index // 2, names)
    if meeting.without:
        first = meeting.duel.teams[meeting.index // 2 % 2][0]
        for seat, team in enumerate(match.rules.teams):
            if (team == first) is crossed:
                bots[seat] = Without(bots[seat], meeting.without)
    play_out(match, bots, chances)
    points = meeting.duel.points(meeting.index // 2, match.rules, match.result)
    return 1 - points if crossed else points


class Without:
    """A bot that may not do one thing, as long as it can do something else (Jaffe and others 2012: restricted play)."""

    def __init__(self, bot: Bot, feature: str) -> None:
        self.bot = bot
        self.feature = feature

    def choose(self, seen: Perspective) -> Option:
        left = tuple(option for option in seen.options if self.feature not in features(option))
        choice = self.bot.choose(seen)
        return choice if choice in left or not left else seen.chance.pick("without", left)


def features(option: Option) -> Iterator[str]:
    """What an option is, one word for each of its facts: ``card:stall``, ``hold``."""
    for name, value in option.facts.items():
        yield name if value is True else f"{name}:{value}"


@dataclass(frozen=True, slots=True)
class Habits:
    """Match ``index`` of a duel, to count what the bot does though it could do something else."""

    duel: Duel
    bot: str
    index: int


def habits(task: Habits) -> Counter[str]:
    """How often each feature was picked where another was to be had."""
    match, bots, chances = begin(task.duel, task.index, (task.bot, task.bot))
    found: Counter[str] = Counter()
    while match.pending:
        for seat in match.pending:
            while offered := match.options(seat):
                choice = bots[seat].choose(Perspective(match, seat, chances[seat]))
                found.update(f for f in features(choice) if any(f not in features(other) for other in offered))
                match.pick(seat, choice)
            match.seal(seat)
    return found
