"""What a worker is sent: many matches of one kind, by number. Small to send, and the same on every machine."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from aerodrome.bots import Bot
from aerodrome.canonical import canonical_json
from aerodrome.chance import Chance, Seed
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Rules
from aerodrome.scenarios import Scenario
from aerodrome_lab.metrics import Metric, measure, per_match
from aerodrome_lab.trace import play_traced

LEGS = 2
"""Matches of a pair: both have the same seed, in the second one the bots have changed seats."""


@dataclass(frozen=True, slots=True)
class Job:
    """Matches of one kind. Everything in it is text or a number, so that it is small and can be compared.

    Attributes:
        ruleset: its id.
        scenario: the whole scenario as JSON: it need not be one that the ruleset knows.
        options: all of them, as JSON.
        packs: data packs, by id or folder.
        bots: one for each team, in the order of the teams.
        seed: with the number of a pair it gives the seed of its matches.
        version: of the ruleset where the job was made.
        data: digest of the data in force there.
    """

    ruleset: str
    scenario: str
    options: str
    packs: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    version: str
    data: str

    @classmethod
    def of(
        cls,
        plugins: Plugins,
        ruleset: str,
        scenario: Scenario | str | None = None,
        options: Mapping[str, Any] | None = None,
        packs: Sequence[str] = (),
        bots: Sequence[str] = ("random",),
        seed: int = 0,
    ) -> Self:
        """A job that can be played. One bot plays all teams.

        Raises:
            AerodromeError: an unknown ruleset, scenario, option or bot, a pack that does not fit, or a wrong number
                of bots.
        """
        found = plugins.ruleset(ruleset)
        rules = found.bind(scenario, options, [plugins.data_pack(name) for name in packs])
        teams = rules.team_names
        if len(bots) not in (1, len(teams)):
            raise AerodromeError(
                f"{len(bots)} bots for the {len(teams)} teams of {ruleset}: {', '.join(teams)}",
                expected="one bot for all, or one for each team",
            )
        for bot in bots:
            plugins.bot(ruleset, bot)
        return cls(
            ruleset,
            canonical_json(rules.scenario.model_dump(mode="json")),
            canonical_json(rules.options.written()),
            tuple(name if name in plugins.data_packs() else str(Path(name).resolve()) for name in packs),
            tuple(bots) if len(bots) == len(teams) else tuple(bots) * len(teams),
            seed,
            found.version,
            rules.data_digest,
        )

    def match_seed(self, index: int) -> int:
        """The seed of match ``index``, as ``aerodrome play --seed`` takes it. It depends on the job's seed and the
        pair alone, so that pair 7 has the same dice in every ruleset."""
        text = f"aerodrome/pair/{self.seed}/{index // LEGS}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1

    def players(self, rules: Rules, index: int) -> tuple[str, ...]:
        """Who sits on each seat in match ``index``: in the second match of a pair each bot has the next team."""
        return tuple(self.bots[(team + index % LEGS) % len(self.bots)] for team in rules.teams)

    def command(self, index: int) -> str:
        """How to play match ``index`` again on the command line; a scenario of one's own stands in its file."""
        rules = rules_of(self)
        usual = rules.ruleset.read_options(rules.scenario.options).written()
        words = ["aerodrome", "play", self.ruleset, "--scenario", rules.scenario.id]
        for name, value in rules.options.written().items():
            if value != usual[name]:
                words += ["--option", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
        for pack in self.packs:
            words += ["--data", pack]
        for player in self.players(rules, index):
            words += ["--seat", player]
        return shlex.join([*words, "--seed", str(self.match_seed(index))])

    def describe(self) -> dict[str, Any]:
        """The job as JSON, for the head of a file."""
        return {
            "ruleset": self.ruleset,
            "version": self.version,
            "data": self.data,
            "scenario": json.loads(self.scenario),
            "options": json.loads(self.options),
            "bots": list(self.bots),
            "seed": self.seed,
        }


# ---- what a process keeps


_plugins: list[Plugins] = []


def plugins() -> Plugins:
    """The plugins of this process, loaded when they are first needed."""
    if not _plugins:
        _plugins.append(Plugins.load())
    return _plugins[0]


def use(plugins: Plugins) -> None:
    """Has jobs in this process played with these plugins."""
    if _plugins != [plugins]:
        _plugins[:] = [plugins]
        _bound.cache_clear()
        metrics.cache_clear()


@lru_cache(maxsize=1)
def metrics() -> tuple[Metric, ...]:
    """The metrics of single matches, in the order of their columns."""
    return per_match(plugins())


def rules_of(job: Job) -> Rules:
    """The rules of a job, made once in a process.

    Raises:
        AerodromeError: this process has other rules or data than the one that made the job.
    """
    rules = _bound(job.ruleset, job.scenario, job.options, job.packs)
    if (rules.ruleset.version, rules.data_digest) != (job.version, job.data):
        raise AerodromeError(
            f"a worker has another {job.ruleset}: version {rules.ruleset.version} with data"
            f" {rules.data_digest[:12]}, not version {job.version} with data {job.data[:12]}",
            remedy="install the same Aerodrome and the same data packs on every machine",
        )
    return rules


@lru_cache(maxsize=256)
def _bound(ruleset: str, scenario: str, options: str, packs: tuple[str, ...]) -> Rules:
    found = plugins()
    written = Scenario.model_validate_json(scenario)
    return found.ruleset(ruleset).bind(written, json.loads(options), [found.data_pack(name) for name in packs])


# ---- playing


def begin(job: Job, index: int) -> tuple[Match, dict[int, Bot], dict[int, Chance]]:
    """Match ``index`` at its first decision, its bots, and their chances: all as ``aerodrome play`` would have them."""
    rules = rules_of(job)
    players = job.players(rules, index)
    seed = Seed.of(job.match_seed(index))
    match = Match.create(rules, seed, players=players)
    bots = {seat: plugins().bot(job.ruleset, name) for seat, name in enumerate(players)}
    return match, bots, {seat: seed.bot_chance(seat, match.decision) for seat in bots}


def play(job: Job, index: int) -> dict[str, Any]:
    """Plays match ``index`` and returns its row: the columns of `aerodrome_lab.rows.COLUMNS`, and one for each metric.
    A match that the ruleset's limit broke off has no winner, no scores and no reason."""
    match, bots, chances = begin(job, index)
    trace = play_traced(match, bots, chances)
    rules, result = match.rules, match.result
    champions = [player for team, player in zip(rules.teams, match.players, strict=True) if team == trace.winner]
    return {
        "ruleset": job.ruleset,
        "version": job.version,
        "scenario": rules.scenario.id,
        "options": _chosen(rules),
        "index": index,
        "pair": index // LEGS,
        "leg": index % LEGS,
        "seed": job.match_seed(index),
        "seats": rules.seats,
        "teams": [rules.team_names[team] for team in rules.teams],
        "aircraft": [seat.aircraft for seat in rules.scenario.seats],
        "players": match.players,
        "winner": result.winner if result else None,
        "winning_player": champions[0] if champions else None,
        "scores": [result.scores[seat] for seat in rules.seats] if result else None,
        "reason": result.rule if result else None,
        "decisions": sum(len(step.asked) for step in trace.steps),
        "rounds": trace.rounds,
        **{column(metric.id): measure(metric, trace) for metric in metrics()},
    }


def column(metric: str) -> str:
    """The name of a metric's column: one that needs no quotes anywhere."""
    return "metric_" + metric.replace("-", "_")


@lru_cache(maxsize=256)
def _chosen(rules: Rules) -> str:
    return canonical_json(rules.options.chosen())
