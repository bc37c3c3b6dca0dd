"""One duel in one ruleset: who flies what, which seat comes first, and matches of it between given bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aerodrome.bots import Bot
from aerodrome.chance import Chance, Seed
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Result, Rules, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome_lab.jobs import Job, plugins, rules_of


@dataclass(frozen=True, slots=True)
class Duel:
    """The two ways to seat a duel: matches with even numbers are played in the first, with odd numbers in the second.

    Attributes:
        jobs: the same aircraft and bots, the seats changed over.
        teams: in each of the two, the team of the first aircraft, and then that of the second.
        aircraft: the two; empty in a game whose scenarios name none.
    """

    jobs: tuple[Job, Job]
    teams: tuple[tuple[int, int], tuple[int, int]]
    aircraft: tuple[str, str]

    @property
    def ruleset(self) -> str:
        return self.jobs[0].ruleset

    def job(self, index: int) -> Job:
        return self.jobs[index % 2]

    def dice(self, index: int) -> int:
        """The number of the dice of match ``index``: the two matches of a pair share them if their seatings differ."""
        return index // 2 if self.jobs[0] != self.jobs[1] else index

    def points(self, index: int, rules: Rules, result: Result | None) -> float:
        """What the first aircraft's side took in match ``index``: 1, or ½ for a draw, or 0."""
        if result is None or result.winner is None:
            return 0.5
        return float(rules.team_names[self.teams[index % 2][0]] == result.winner)


def seat(
    found: Plugins,
    ruleset: str,
    aircraft: tuple[str, str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> Duel:
    """The duel of two aircraft, each pair of matches with seats changed over.

    Where a seat belongs to a side, the aircraft keep their seats and the seats their places in the order of play.

    Raises:
        AerodromeError: the ruleset does not know an aircraft, or cannot seat these two against each other.
    """
    rules = found.ruleset(ruleset)
    ways = [scenario for scenario in _ways(rules, aircraft) if _binds(rules, scenario, options)]
    if not ways:
        rules.bind(rules.duel(*aircraft), options)  # says what is wrong
        raise AerodromeError(f"{ruleset} cannot seat {aircraft[0]} against {aircraft[1]}")
    one = ways[0]
    two = next((way for way in ways[1:] if _places(way, aircraft) != _places(one, aircraft)), ways[-1])
    jobs = (
        Job.of(found, ruleset, one, options, seed=seed),
        Job.of(found, ruleset, two, options, seed=seed),
    )
    named = any(seat.aircraft for seat in one.seats)
    return Duel(jobs, (_places(one, aircraft), _places(two, aircraft)), aircraft if named else ("", ""))


def _ways(ruleset: Ruleset[Any], aircraft: tuple[str, str]) -> list[Scenario]:
    """Both aircraft on both seats, and each of that with the seats in the other order."""
    first, second = aircraft
    straight, crossed = ruleset.duel(first, second), ruleset.duel(second, first)
    return (
        [way for given in (straight, crossed) for way in (given, _reversed(given))]
        if first != second
        else [
            straight,
            _reversed(straight),
        ]
    )


def _reversed(scenario: Scenario) -> Scenario:
    return scenario.model_copy(update={"seats": scenario.seats[::-1]})


def _binds(ruleset: Ruleset[Any], scenario: Scenario, options: Mapping[str, Any] | None) -> bool:
    try:
        ruleset.bind(scenario, options)
    except AerodromeError:
        return False
    return True


def _places(scenario: Scenario, aircraft: tuple[str, str]) -> tuple[int, int]:
    """The team that flies the first aircraft, and the other one. Without aircraft, the side whose name comes first in
    the alphabet counts as the first."""
    sides = list(dict.fromkeys(seat.side for seat in scenario.seats))
    flown = [seat.aircraft for seat in scenario.seats]
    if any(flown) and aircraft[0] != aircraft[1]:
        first = sides.index(scenario.seats[flown.index((aircraft[0],))].side)
    else:
        first = sides.index(min(sides))
    return first, 1 - first


def begin(
    duel: Duel, index: int, players: tuple[str, str], *, record: bool = False
) -> tuple[Match, dict[int, Bot], dict[int, Chance]]:
    """Match ``index`` of a duel at its first decision, with its bots and their chances.

    Args:
        players: names of the bots that fly the first and the second aircraft.
    """
    job = duel.job(index)
    rules = rules_of(job)
    seed = Seed.of(job.match_seed(2 * duel.dice(index)))
    first = duel.teams[index % 2][0]
    names = tuple(players[team != first] for team in rules.teams)
    match = Match.create(rules, seed, players=names, record=record)
    bots = {seat: plugins().bot(job.ruleset, name) for seat, name in enumerate(names)}
    return match, bots, {seat: seed.bot_chance(seat) for seat in bots}
