"""A bot that looks ahead, for every ruleset that can imagine what is hidden.

It plays imagined matches from where it stands. In each of them every seat learns, by regret, at the choices that it has
met before; the rest is played as the ruleset's own heuristic bot would, or at random where there is none. A seat knows
a choice again by what it has itself seen on the way there, never by what is hidden: one and the same thought serves for
every hand that the enemy may hold.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from math import inf
from random import Random
from time import perf_counter
from typing import Any, Self, TypeAlias

from aerodrome.bots import Bot, Perspective
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome.phases import Reveal
from aerodrome.plugins import Plugins
from aerodrome_lab.regret import Regrets

NODES = 2_000
"""Nodes for one choice, if nothing else is said. A node is a position in which a seat chooses between options."""

HORIZON, NEAREST, FARTHEST = 60, 4, 12
"""After so many decisions, divided by the number of options, a position is judged by what the ruleset says of it, if it
can say. The more options there are to compare, the less far it looks; but never less, nor more than this."""

MOST_KEPT = 100_000
"""Choices kept in mind; beyond it nothing new is remembered."""

ADVISER = "heuristic"

Sight: TypeAlias = tuple[Any, ...]
"""What a seat has seen since its last choice, and what it is offered now."""

Lesson: TypeAlias = "tuple[Spot, int, int, float]"
"""A choice in a tree, the seat that made it, the option it took, and how likely that was."""


class Spot(Regrets):
    """A choice of one seat as that seat knows it: its options, what it learnt, and what may come after each."""

    __slots__ = ("after",)

    def __init__(self, size: int, advised: int | None) -> None:
        super().__init__(size, advised)
        self.after: list[dict[Sight, Spot] | None] = [None] * size


@cache
def adviser(ruleset: str) -> type[Bot] | None:
    """The heuristic bot that a plugin brings for this ruleset, if any."""
    return Plugins.load().bots(ruleset).get(ADVISER)


class Enough(Exception):
    """Nodes or time are used up, in the middle of an imagined match."""


class Search:
    """The thoughts of one seat about one choice.

    Args:
        seen: the choice.
        budget: nodes at most. A node is a position of an imagined match in which a seat chooses between options.
        end: when to stop, by `perf_counter`.
        bot: whose advice is asked, if anybody's.

    Attributes:
        nodes: how many have been looked at.
        kept: choices that are remembered.
        root: what is learnt about the choice itself.
    """

    def __init__(self, seen: Perspective, budget: float = inf, end: float = inf, bot: type[Bot] | None = None) -> None:
        rules = seen.rules
        self.seen = seen
        self.seat = seen.seat
        self.rules = rules
        self.bot = bot
        self.nodes = 0
        self.kept = 1
        self._budget = budget
        self._end = end
        self._begun = self._now = 0.0
        self._horizon = 0
        self._depth = min(FARTHEST, max(NEAREST, HORIZON // len(seen.options)))
        self._chance = seen.chance
        self._random = Random(seen.chance.roll("search", 1 << 62)).random
        self.root = Spot(len(seen.options), seen.options.index(bot().choose(seen)) if bot else None)
        self._first: list[dict[Sight, Spot]] = [{} for _ in rules.seats]
        self._first[self.seat][seen.phase, seen.options] = self.root
        self._shown = {p.id for p in rules.ruleset.phases.phases if p.decision and p.decision.reveal is Reveal.JOINTLY}
        self._worths: dict[str | None, list[float]] = {None: [0.5] * len(rules.seats)}
        for number, name in enumerate(rules.team_names):
            self._worths[name] = [float(team == number) for team in rules.teams]

    def sweep(self) -> None:
        """Tries several options of the choice side by side in one imagined match, with the same dice; learns from it.

        The others learn from that match alone in which the seat chose as it would play.

        Raises:
            Enough: nothing was learnt.
        """
        root, seat = self.root, self.seat
        world = self.seen.imagine()
        self._horizon = world.decision + self._depth
        number = self.seen.chance.roll("search", 1 << 62)
        random = Random(number).random
        played = root.draw(random)
        tried: list[tuple[int, float, float]] = []
        lessons: list[Lesson] = []
        for index, likely in root.sweep(random, self._spent()):
            match = world.clone()
            self._chance = match.umpire.chance = Chance.of(number)
            self._random = Random(number).random
            path = self._descend(match, index, index == played)
            worths = self._play_out(match)
            tried.append((index, likely, worths[seat]))
            if index == played:
                lessons, end = path, worths
        root.learn(tried)
        for spot, who, index, likely in lessons:
            spot.learn([(index, likely, end[who])])

    def _descend(self, match: Match, first: int, growing: bool) -> list[Lesson]:
        """Plays on while anybody remembers the choice at hand, beginning with option ``first``. If ``growing``, each
        seat may add one choice to what it remembers."""
        path: list[Lesson] = []
        here: list[dict[Sight, Spot] | None] = list(self._first)
        seen: list[Sight] = [()] * len(here)
        remembering = len(here)
        bots = self._bots()
        random = self._random
        while match.pending and remembering and match.decision < self._horizon:
            phase = match.phase.id
            said: Sight = ()
            for seat in match.pending:
                while options := match.options(seat):
                    index = 0
                    if len(options) > 1:
                        self._count()
                        places = here[seat]
                        spot = None if places is None else places.get((*seen[seat], phase, options))
                        if spot is None:
                            index = self._advised(match, seat, bots, options)
                            here[seat] = None
                            remembering -= places is not None
                            if places is not None and growing and self.kept < MOST_KEPT:
                                self.kept += 1
                                spot = Spot(len(options), index if bots else None)
                                places[*seen[seat], phase, options] = spot
                                path.append((spot, seat, index, 1.0 if bots else 1.0 / len(options)))
                        else:
                            if spot is self.root:
                                index = first
                            else:
                                index, likely = spot.explore(random)
                                if growing:
                                    path.append((spot, seat, index, likely))
                            seen[seat] = ()
                            here[seat] = spot.after[index] = spot.after[index] or {}
                    option = options[index]
                    said = (*said, seat, option)
                    match.pick(seat, option)
                match.seal(seat)
            if phase in self._shown:
                seen = [(*sight, said) for sight in seen]
        return path

    def _play_out(self, match: Match) -> list[float]:
        """Plays on to the end, or until the ruleset can say how it would end; the worth for each seat."""
        bots = self._bots()
        horizon = self._horizon
        while pending := match.pending:
            if match.decision >= horizon:
                prospects = self.rules.ruleset.prospects(match.state)
                if prospects is not None:
                    return [prospects[team] for team in self.rules.teams]
                horizon = 1 << 62
            for seat in pending:
                while options := match.options(seat):
                    if len(options) == 1:
                        match.pick(seat, options[0])
                        continue
                    self._count()
                    match.pick(seat, options[self._advised(match, seat, bots, options)])
                match.seal(seat)
        assert match.result is not None
        return self._worths[match.result.winner]

    def _count(self) -> None:
        if self.nodes >= self._budget:
            raise Enough
        if self._end < inf:
            self._now = perf_counter()
            self._begun = self._begun or self._now
            if self._now > self._end:
                raise Enough
        self.nodes += 1

    def _spent(self) -> float:
        """How much of the nodes or the time is used up, from 0 to 1."""
        if self._end < inf:
            return min(1.0, (self._now - self._begun) / (self._end - self._begun)) if self._begun < self._end else 1.0
        return self.nodes / self._budget

    def _bots(self) -> list[Bot]:
        return [self.bot() for _ in self.rules.seats] if self.bot else []

    def _advised(self, match: Match, seat: int, bots: list[Bot], options: tuple[Option, ...]) -> int:
        """What the adviser would do; without one, anything."""
        if bots:
            return options.index(bots[seat].choose(Perspective(match, seat, self._chance)))
        return int(self._random() * len(options))


class SearchBot:
    """Looks ahead for a number of nodes or for a time, and then plays what it has learnt, mixed as it has learnt it.

    Args:
        nodes: for one choice.
        seconds: for one choice, in place of ``nodes``; what it then plays depends on the speed of the machine.
    """

    summary = "Tries out many ways in which the match may go on before it chooses; takes its time over it."

    def __init__(self, nodes: int = NODES, seconds: float | None = None) -> None:
        self.nodes = nodes
        self.seconds = seconds

    @classmethod
    def with_setting(cls, setting: str) -> Self:
        """``500`` (nodes) or ``50ms``.

        Raises:
            AerodromeError: it is neither.
        """
        number = setting.removesuffix("ms")
        if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number)):
            raise AerodromeError(
                f"the bot 'search' cannot be set to {setting!r}",
                expected="nodes for a choice, as in search:500, or milliseconds, as in search:50ms",
            )
        return cls(int(number)) if number == setting else cls(seconds=int(number) / 1000)

    def choose(self, seen: Perspective) -> Option:
        if len(seen.options) == 1:
            return seen.options[0]
        lot = seen.chance.roll("search", 1 << 52) / (1 << 52)
        for option, share in zip(seen.options, self.think(seen).root.settled(), strict=True):
            lot -= share
            if lot <= 0.0:
                return option
        return seen.options[-1]

    def think(self, seen: Perspective) -> Search:
        """Everything that it has thought about this choice."""
        bot = adviser(seen.rules.ruleset.id)
        if self.seconds is None:
            search = Search(seen, budget=self.nodes, bot=bot)
        else:
            search = Search(seen, end=perf_counter() + self.seconds, bot=bot)
        with suppress(Enough):
            while True:
                search.sweep()
        return search
