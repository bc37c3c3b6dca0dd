"""What metrics read: one match, played to its end and told step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aerodrome.bots import Bot, Perspective
from aerodrome.chance import Chance
from aerodrome.deeds import Deed
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.ruleset import Result
from aerodrome.visibility import REFEREE


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat that decides: how many options it had at each of its picks, and what it picked, by key."""

    seat: int
    widths: tuple[int, ...]
    picks: tuple[str, ...]

    @property
    def orders(self) -> int:
        """The orders along the way it took: the product of its options at each pick."""
        product = 1
        for width in self.widths:
            product *= width
        return product


@dataclass(frozen=True, slots=True)
class Step:
    """One decision: the phase, the round it belongs to, who was asked, and how many events came before it."""

    phase: str
    round: int
    asked: tuple[Asked, ...]
    events: int


@dataclass(frozen=True, slots=True)
class Trace:
    """A match for metrics.

    Attributes:
        seats: names; everywhere else a seat is its index.
        teams: for each seat the index of its team in ``team_names``.
        rounds: rounds begun until the end; 0 in a game without rounds.
        events: the referee's log.
        deeds: the log in the common words of air combat; empty if the ruleset does not translate it.
        clauses: how many clauses the rule catalogue has.
        result: how it ended; ``None`` if it was broken off at the limit.
    """

    seats: tuple[str, ...]
    teams: tuple[int, ...]
    team_names: tuple[str, ...]
    steps: tuple[Step, ...]
    rounds: int
    events: Sequence[Event]
    deeds: tuple[Deed, ...]
    clauses: int
    result: Result | None
    _rounds: dict[int, int] = field(default_factory=dict, compare=False, repr=False)

    def round_of(self, event: int) -> int:
        """The round in which the event with this number happened: that of the last decision before it."""
        if not self._rounds and self.steps:
            at = 0
            for number in range(1, len(self.events) + 1):
                while at + 1 < len(self.steps) and self.steps[at + 1].events < number:
                    at += 1
                self._rounds[number] = self.steps[at].round
        return self._rounds.get(event, 0)

    @property
    def winner(self) -> int | None:
        """The index of the team that won; ``None`` for a draw."""
        if self.result is None or self.result.winner is None:
            return None
        return self.team_names.index(self.result.winner)


def play_traced(match: Match, bots: Mapping[int, Bot], chances: Mapping[int, Chance]) -> Trace:
    """Plays a recorded match with a bot on every seat, to its end or to the ruleset's limit, and notes what metrics
    need."""
    rules = match.rules
    ruleset = rules.ruleset
    log = match.umpire.log
    assert log is not None, "metrics read the log: record the match"
    steps = []
    while match.pending and match.decision <= ruleset.LIMIT:
        phase, number, events = match.phase.id, ruleset.rounds(match.state), len(log)
        asked = tuple(_ask(match, seat, bots[seat], chances[seat]) for seat in match.pending)
        steps.append(Step(phase, number, asked, events))
    return Trace(
        rules.seats,
        rules.teams,
        rules.team_names,
        tuple(steps),
        ruleset.rounds(match.state),
        log,
        tuple(ruleset.deeds(rules, match.log(REFEREE))),
        len(ruleset.catalogue.clauses),
        match.result,
    )


def _ask(match: Match, seat: int, bot: Bot, chance: Chance) -> Asked:
    widths, picks = [], []
    while offered := match.options(seat):
        choice = bot.choose(Perspective(match, seat, chance))
        match.pick(seat, choice)
        widths.append(len(offered))
        picks.append(choice.key)
    match.seal(seat)
    return Asked(seat, tuple(widths), tuple(picks))
