"""Many matches: played by workers in pieces, gathered in order, counted, and kept in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import thread_time
from typing import Any

import aerodrome
from aerodrome.errors import AerodromeError
from aerodrome_lab import files, pool, rows
from aerodrome_lab.jobs import Job, column, metrics, play, rules_of

PIECE_SECONDS = 0.5
"""CPU time that a piece should take: long beside the way to a worker and back, short for somebody who waits."""

PIECE_MATCHES = 2_000
"""Most matches in a piece: a worker holds its rows in memory."""


# ---- in a worker


@dataclass(frozen=True, slots=True)
class Piece:
    """Matches ``first`` to ``last - 1`` of a job."""

    job: Job
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Played:
    """The rows of a piece; when a match failed, those before it, and what to say."""

    batch: Any
    cpu_seconds: float
    fault: str = ""


def play_piece(piece: Piece) -> Played:
    start = thread_time()
    found = []
    fault = ""
    for index in range(piece.first, piece.last):
        try:
            found.append(play(piece.job, index))
        except Exception as error:
            fault = _fault(piece.job, index, error)
            break
    columns = rows.schema(_metric_columns())
    return Played(rows.batch_of(found, columns), thread_time() - start, fault)


def _metric_columns() -> list[str]:
    return [column(metric.id) for metric in metrics()]


def _fault(job: Job, index: int, error: Exception) -> str:
    what = str(error) if isinstance(error, AerodromeError) else f"{type(error).__name__}: {error}"
    return str(
        AerodromeError(
            f"match {index} of {job.ruleset} (seed {job.match_seed(index)}) failed: {what}",
            remedy=f"see it again with: {job.command(index)}",
        )
    )


# ---- the whole


@dataclass
class Tally:
    """What came out of the matches of one job."""

    job: Job
    matches: int = 0
    decisions: int = 0
    unfinished: int = 0
    teams: Counter[str | None] = field(default_factory=Counter)
    players: Counter[str | None] = field(default_factory=Counter)

    def add(self, batch: Any) -> None:
        self.matches += batch.num_rows
        self.decisions += sum(batch["decisions"].to_pylist())
        self.unfinished += batch["reason"].null_count
        self.teams.update(batch["winner"].to_pylist())
        self.players.update(batch["winning_player"].to_pylist())

    def to_json(self) -> dict[str, Any]:
        """Wins and draws, each as a share with its interval. Bots are told apart only where they differ."""
        rules = rules_of(self.job)
        bots = list(dict.fromkeys(self.job.bots))
        return {
            "ruleset": self.job.ruleset,
            "version": self.job.version,
            "scenario": rules.scenario.id,
            "options": rules.options.chosen(),
            "bots": list(self.job.bots),
            "matches": self.matches,
            "decisions": self.decisions,
            "wins": {team: share(self.teams[team], self.matches) for team in rules.team_names},
            "wins_by_bot": {bot: share(self.players[bot], self.matches) for bot in bots} if len(bots) > 1 else {},
            "draws": share(self.teams[None] - self.unfinished, self.matches),
            "unfinished": share(self.unfinished, self.matches),
        }


def share(count: int, of: int) -> dict[str, Any]:
    """A count as a share of ``of``, with the Wilson interval at 95 percent."""
    from scipy.stats import binomtest  # here, and not in every worker: it takes a second and much memory to load

    interval = binomtest(count, of).proportion_ci(0.95, method="wilson")
    return {"count": count, "share": count / of, "interval_95": [float(interval.low), float(interval.high)]}


class Simulation:
    """``matches`` matches of each job, in the order of the jobs and by number.

    Attributes:
        done: matches whose rows are gathered (and kept, if there is a file).
        resumed: those of them that an earlier run had kept.
        decisions, cpu_seconds: of the matches played in this run, by all workers together.
    """

    def __init__(self, jobs: Sequence[Job], matches: int, out: Path | None = None) -> None:
        self.jobs = jobs
        self.matches = matches
        self.out = out
        self.tallies = [Tally(job) for job in jobs]
        self.done = self.resumed = self.decisions = 0
        self.cpu_seconds = 0.0
        self._pace: dict[Job, float] = {}

    @property
    def total(self) -> int:
        return self.matches * len(self.jobs)

    @property
    def part(self) -> Path | None:
        """Where rows are kept until all are there."""
        return None if self.out is None else self.out.parent / f"{self.out.name}.part"

    def head(self) -> dict[str, Any]:
        """What is played: stands in the file, and says whether a part fits."""
        return {
            "aerodrome": aerodrome.__version__,
            "matches": self.matches,
            "jobs": [job.describe() for job in self.jobs],
        }

    def check(self, resume: bool, force: bool) -> None:
        """Refuses what would overwrite a file, before anything is played.

        Raises:
            AerodromeError: the file is there already, or a part of it, or it cannot be written.
        """
        if self.out is None or self.part is None:
            if resume:
                raise AerodromeError("--resume needs the file", remedy="name it with --out")
            return
        files.check([self.out], force)
        if self.part.exists() and not resume and not force:
            raise AerodromeError(
                "it holds the matches of a run that was interrupted",
                where=str(self.part),
                remedy="go on with --resume, or start anew with --force",
            )

    def run(self, workers: int = 1, scheduler: str = "", resume: bool = False) -> Generator[int, None, None]:
        """Plays what is missing; yields how many matches are done. Leave it at any time: `done` matches are kept.

        Raises:
            AerodromeError: a match failed, the file cannot be written, a part is of other matches.
        """
        columns = rows.schema(_metric_columns(), self.head())
        part = self._open(columns, resume)
        try:
            yield self.done
            with closing(pool.run(play_piece, self._pieces(), jobs=workers, scheduler=scheduler)) as pieces:
                for played in pieces:
                    self._take(played, part)
                    yield self.done
        finally:
            if part is not None:
                part.close()
        if part is not None and self.out is not None:
            rows.write_parquet(part.path, self.out, columns)

    def _open(self, columns: Any, resume: bool) -> rows.Part | None:
        if self.part is None:
            return None
        if not resume:
            return rows.Part(self.part, columns)
        part = rows.Part.reopened(self.part, columns)
        for batch in rows.batches(self.part):
            self._count(batch)
        self.resumed = self.done
        return part

    def _take(self, played: Played, part: rows.Part | None) -> None:
        size = played.batch.num_rows
        if size:
            if part is not None:
                part.add(played.batch)
            self._pace[self.jobs[self.done // self.matches]] = played.cpu_seconds / size
            before = sum(tally.decisions for tally in self.tallies)
            self._count(played.batch)
            self.decisions += sum(tally.decisions for tally in self.tallies) - before
            self.cpu_seconds += played.cpu_seconds
        if played.fault:
            raise AerodromeError(played.fault)

    def _count(self, batch: Any) -> None:
        """A batch never holds rows of two jobs."""
        self.tallies[self.done // self.matches].add(batch)
        self.done += batch.num_rows

    def _pieces(self) -> Iterator[Piece]:
        """What is missing, in pieces as long as the matches so far advise; until one is known, single matches."""
        for number, job in enumerate(self.jobs):
            at = min(max(0, self.resumed - number * self.matches), self.matches)
            size = 1
            while at < self.matches:
                if job in self._pace:
                    size = min(4 * size, PIECE_MATCHES, max(1, int(PIECE_SECONDS / self._pace[job])))
                last = min(at + size, self.matches)
                yield Piece(job, at, last)
                at = last

    def to_json(self) -> dict[str, Any]:
        """What ``simulate --json`` prints. Speed is that of this run: matches kept from an earlier one have none."""
        return {
            "matches": self.done,
            "resumed": self.resumed,
            "decisions": sum(tally.decisions for tally in self.tallies),
            "cpu_seconds": round(self.cpu_seconds, 3),
            "decisions_per_cpu_second": round(self.decisions / self.cpu_seconds) if self.cpu_seconds else None,
            "outcome": [tally.to_json() for tally in self.tallies],
            "out": str(self.out) if self.out else None,
        }
