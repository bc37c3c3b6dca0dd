"""A whole comparison: which matches are played, and what their results come to. Its outcome is JSON, and nothing in it
depends on time, machine or number of workers: the page is made from it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from difflib import get_close_matches
from math import log2
from typing import Any, TypeAlias

from aerodrome import __version__
from aerodrome.aircraft import register
from aerodrome.canonical import digest
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError
from aerodrome_lab import jobs, statistics
from aerodrome_lab.duels import Duel, begin, seat
from aerodrome_lab.luck import Dice, points_with
from aerodrome_lab.metrics import Kind, Metric, per_match
from aerodrome_lab.pool import run
from aerodrome_lab.samples import Batch, Sample, play_batch
from aerodrome_lab.skill import BUDGETS, RUNG, Habits, Meeting, habits, points_of_first
from aerodrome_lab.statistics import Estimate
from aerodrome_lab.systems import describe, sample_match
from aerodrome_lab.value import GUESSES, READS, Tension, Watched, watch

Study: TypeAlias = dict[str, Any]
"""A study as JSON."""

BATCH = 8
"""Matches of a sample that a worker plays at a time."""

STREAMS = 4
"""Sources of chance that are looked at one by one: those from which most is drawn."""

RESTRICTIONS = 4
"""Features that a bot has to do without, one at a time: those that it picks most often."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is compared.

    Attributes:
        rulesets: their ids, in the order of the page.
        aircraft: the two of the duel.
        matches: for each ruleset and strength of bots; smaller studies are fractions of it.
        bots: at least two, the weakest first.
        options: by ruleset, as people write them.
    """

    rulesets: tuple[str, ...]
    aircraft: tuple[str, str]
    matches: int = 400
    bots: tuple[str, ...] = ("random", "heuristic")
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seed: int = 0

    @property
    def best(self) -> str:
        return self.bots[-1]

    @property
    def budgets(self) -> tuple[int, ...]:
        """Rungs of the ladder of search bots: fewer where there are few matches to tell them apart."""
        return BUDGETS[: 2 + self.matches // 100]

    @property
    def pool(self) -> tuple[str, ...]:
        """The bots, and the search bot at the top of the ladder."""
        return tuple(dict.fromkeys((*self.bots, f"search:{self.budgets[-1]}")))

    def part(self, of: int, least: int) -> int:
        """A fraction of the matches, an even number, but not less than ``least``."""
        return max(least, self.matches // of // 2 * 2)


Task = Batch | Dice | Watched | Meeting | Habits


def work(task: Task) -> Any:
    """Does one task; at the top level, so that workers find it."""
    match task:
        case Batch():
            return play_batch(task)
        case Dice():
            return points_with(task)
        case Watched():
            return watch(task)
        case Meeting():
            return points_of_first(task)
        case Habits():
            return habits(task)


Advance = Callable[[int, int, str], None]
"""Told as the work goes on: tasks done, tasks in all, what is being done."""


def study(request: Request, *, workers: int = 1, scheduler: str = "", advance: Advance | None = None) -> Study:
    """Plays everything and puts it together.

    Raises:
        AerodromeError: an unknown ruleset, aircraft, bot or option; a ruleset that cannot imagine what is hidden.
    """
    plugins = jobs.plugins()
    if len(set(request.bots)) < max(2, len(request.bots)):
        raise AerodromeError(
            "a comparison needs at least two strengths of bots, each named once",
            expected="as --bots random,heuristic, the weakest first",
        )
    for ruleset in request.rulesets:
        plugins.ruleset(ruleset)
        for bot in request.bots:
            plugins.bot(ruleset, bot)
    duels = {
        ruleset: seat(plugins, ruleset, request.aircraft, request.options.get(ruleset), request.seed)
        for ruleset in request.rulesets
    }
    if not any(duel.aircraft[0] for duel in duels.values()):
        _check_known(request.aircraft)
    for duel in duels.values():  # the ladder imagines: a game that cannot is refused before everything is played
        match, _, _ = begin(duel, 0, (request.best, request.best))
        match.imagine(0, Chance.of(0))
    plans = {ruleset: list(_first_tasks(request, duel)) for ruleset, duel in duels.items()}
    crew = _Crew(workers, scheduler, advance, sum(map(len, plans.values())))
    first = crew.do(plans)
    later = {ruleset: list(_later_tasks(request, duels[ruleset], first[ruleset])) for ruleset in plans}
    crew.total += sum(map(len, later.values()))
    then = crew.do(later)
    done = {ruleset: first[ruleset] + then[ruleset] for ruleset in plans}
    metrics = per_match(plugins)
    systems = [
        {**describe(duel, request.best), **_results(request, duel, done[ruleset], metrics)}
        for ruleset, duel in duels.items()
    ]
    return {
        "aerodrome": __version__,
        "request": {**asdict(request), "options": {name: dict(o) for name, o in request.options.items()}},
        "metrics": [_told(metric) for metric in metrics],
        "systems": systems,
        "differences": _differences(request, {r: _samples(done[r]) for r in duels}, metrics),
        "seeds": digest([duel.jobs[0].match_seed(2 * n) for duel in duels.values() for n in range(request.matches)]),
    }


def _check_known(aircraft: Sequence[str]) -> None:
    """No game that is compared knows aircraft at all: so that a slip of the pen is seen all the same."""
    for name in aircraft:
        if name not in register():
            close = get_close_matches(name, register(), 1)
            raise AerodromeError(
                f"unknown aircraft {name!r}",
                where="--duel",
                expected="ids of the register, such as fokker-dr-i",
                remedy=f"did you mean {close[0]!r}?" if close else "",
            )


@dataclass
class _Crew:
    workers: int
    scheduler: str
    advance: Advance | None
    total: int
    finished: int = 0

    def do(self, plans: Mapping[str, Sequence[Task]]) -> dict[str, list[tuple[Task, Any]]]:
        """Does the tasks of all rulesets in one go: starting workers takes a second and more."""
        named = [(ruleset, task) for ruleset, plan in plans.items() for task in plan]
        results = run(work, [task for _, task in named], jobs=self.workers, scheduler=self.scheduler)
        done: dict[str, list[tuple[Task, Any]]] = {ruleset: [] for ruleset in plans}
        for (ruleset, task), result in zip(named, results, strict=True):
            done[ruleset].append((task, result))
            self.finished += 1
            if self.advance:
                self.advance(self.finished, self.total, ruleset)
        return done


# ---- what is played


def _first_tasks(request: Request, duel: Duel) -> Iterator[Task]:
    """The samples; what else is worth asking follows from them."""
    for bot in request.bots:
        for first in range(0, request.matches, BATCH):
            yield Batch(duel, bot, first, min(BATCH, request.matches - first))
    for index in range(request.part(50, 2)):
        yield Habits(duel, request.best, index)


def _later_tasks(request: Request, duel: Duel, done: Sequence[tuple[Task, Any]]) -> Iterator[Task]:
    for bot in request.bots:
        for dice in range(request.part(10, 4)):
            yield Dice(duel, bot, dice, PLAYS)
    for stream in _streams(request, done):
        for dice in range(request.part(20, 4)):
            yield Dice(duel, request.best, dice, PLAYS, (stream,))
    for index in range(request.part(25, 2)):
        yield Watched(duel, request.best, index)
    for bots in _meetings(request):
        for index in range(request.part(20 if "search" in bots[0] else 5, 2)):
            yield Meeting(duel, bots, index)
    for feature in _restrictions(done):
        for index in range(request.part(10, 2)):
            yield Meeting(duel, (request.best, request.best), index, feature)


PLAYS = 8
"""Times that the same dice are played."""


def _meetings(request: Request) -> list[tuple[str, str]]:
    """Each rung of the ladder against the one below, and each of the bots and the top of the ladder against each."""
    ladder = [(f"search:{budget}", f"search:{budget // 2}") for budget in request.budgets[1:]]
    pool = [(one, other) for at, one in enumerate(request.pool) for other in request.pool[:at]]
    return list(dict.fromkeys(ladder + pool))


def _streams(request: Request, done: Sequence[tuple[Task, Any]]) -> list[str]:
    drawn: Counter[str] = Counter()
    for task, samples in done:
        if isinstance(task, Batch) and task.bot == request.best:
            for sample in samples:
                drawn.update(sample.streams)
    return sorted(name for name, _ in drawn.most_common(STREAMS))


def _restrictions(done: Sequence[tuple[Task, Any]]) -> list[str]:
    picked: Counter[str] = Counter()
    for task, counted in done:
        if isinstance(task, Habits):
            picked.update(counted)
    return sorted(name for name, _ in picked.most_common(RESTRICTIONS))


# ---- what it comes to


def _samples(done: Iterable[tuple[Task, Any]]) -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = {}
    for task, result in done:
        if isinstance(task, Batch):
            found.setdefault(task.bot, []).extend(result)
    return found


def _results(
    request: Request, duel: Duel, done: Sequence[tuple[Task, Any]], metrics: Sequence[Metric]
) -> dict[str, Any]:
    samples = _samples(done)
    tension = [result for task, result in done if isinstance(task, Watched)]
    return {
        "samples": {bot: _measured(found, metrics) for bot, found in samples.items()},
        "first_aircraft": {bot: _json(statistics.points(pairs([s.points for s in f]))) for bot, f in samples.items()},
        "luck": _luck(request, done),
        "skill": _skill(request, done),
        "tension": {name: _json(_of(tension, name)) for name in TENSION},
        "plots": _plots(samples, metrics, tension),
        "match": sample_match(duel, request.best),
    }


TENSION: Mapping[str, tuple[str, str, str]] = {
    "drama": (
        "drama",
        "root of a share",
        "While it was behind, the winner was behind by {value} (root of the gap in value).",
    ),
    "lead_changes": ("lead changes", "", "The lead changes hands at {value} of the decisions."),
    "uncertainty": ("uncertainty", "", "The outcome stays {value} open, 100% being as open as can be."),
    "stakes": ("stakes", "", "At a decision a good order is worth {value} of a win more than a bad one."),
    "information": ("value of information", "", "Seeing the other's sealed order first is worth {value} of a win."),
    "hidden_bits": (
        "hidden bits",
        "bits",
        f"What a seat does not know is {{value}} bits, {log2(GUESSES):g} being the most that {GUESSES} draws show.",
    ),
    "hidden_share": ("hidden share", "", "A seat is not shown {value} of the state."),
    "order_bits": (
        "order entropy",
        "bits",
        f"Who guesses the bot's order lacks {{value}} bits, {log2(READS):g} being the most that {READS} tries show.",
    ),
    "brier": (
        "error of the judge",
        "squared",
        "The judge of positions errs by {value} (mean square); always saying one half errs by 0.25.",
    ),
}
"""What the judge of positions measures: its name, its unit (none for shares) and its sentence."""


def _of(tension: Sequence[Tension], name: str) -> Estimate | None:
    """Matches 0 and 1 are a pair here too."""
    return statistics.mean(pairs([getattr(one, name) for one in tension]))


def _json(estimate: Estimate | None) -> dict[str, Any] | None:
    return estimate.to_json() if estimate else None


def pairs(values: Sequence[float | None], *, keep: bool = False) -> list[Any]:
    """The means of pairs of matches; a match whose pair has no value stands alone. With ``keep`` a pair without any
    value stays in its place, as ``None``."""
    found: list[float | None] = []
    for start in range(0, len(values), 2):
        pair = [value for value in values[start : start + 2] if value is not None]
        if pair or keep:
            found.append(sum(pair) / len(pair) if pair else None)
    return found


def _measured(samples: Sequence[Sample], metrics: Sequence[Metric]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, metric in enumerate(metrics):
        values = [sample.values[number] for sample in samples]
        known = [value for value in values if value is not None]
        if not known:
            found[metric.id] = None
            continue
        found[metric.id] = {**(_json(_estimate(metric, values)) or {}), **statistics.spread(known)}
    return found


def _estimate(metric: Metric, values: Sequence[float | None]) -> Estimate | None:
    match metric.kind:
        case Kind.SHARE:
            known = [value for value in values if value is not None]
            return statistics.share(sum(value == 1 for value in known), len(known))
        case Kind.POINTS:
            return statistics.points(pairs(values))
        case Kind.MEAN:
            return statistics.mean(pairs(values))


def _luck(request: Request, done: Sequence[tuple[Task, Any]]) -> dict[str, Any]:
    points: dict[tuple[str, tuple[str, ...]], list[tuple[float, ...]]] = {}
    for task, result in done:
        if isinstance(task, Dice):
            points.setdefault((task.bot, task.held), []).append(result)
    return {
        "total": {bot: _json(statistics.luck(points[bot, ()])) for bot in request.bots},
        "sources": {held[0]: _json(statistics.luck(found)) for (_, held), found in sorted(points.items()) if held},
    }


def _skill(request: Request, done: Sequence[tuple[Task, Any]]) -> dict[str, Any]:
    met: dict[tuple[tuple[str, str], str], list[float]] = {}
    for task, result in done:
        if isinstance(task, Meeting):
            met.setdefault((task.bots, task.without), []).append(result)
    paired = {key: pairs(found) for key, found in met.items()}
    shares = {key: statistics.points(found) for key, found in paired.items()}
    ladder = {budget: shares[(f"search:{budget}", f"search:{budget // 2}"), ""] for budget in request.budgets[1:]}
    rungs = [share for share in ladder.values() if share]
    pool = {bot: shares[(bot, request.bots[0]), ""] for bot in request.bots[1:]}
    numbers = {bot: number for number, bot in enumerate(request.pool)}
    all_met = {
        (numbers[one], numbers[other]): found
        for ((one, other), without), found in paired.items()
        if not without and one in numbers and other in numbers
    }
    return {
        "against_weakest": {bot: _json(share) for bot, share in pool.items()},
        "elo": {bot: _json(statistics.rating(share)) for bot, share in pool.items() if share},
        "ladder": [{"budget": budget, **(_json(share) or {})} for budget, share in ladder.items()],
        "depth": _json(_depth(rungs)),
        "slope": _json(statistics.average([statistics.rating(share) for share in rungs])),
        "diversity": _json(statistics.diversity(all_met, len(numbers))),
        "search_against_best": _json(shares.get(((f"search:{request.budgets[-1]}", request.best), ""))),
        "without": {feature: _json(share) for (_, feature), share in sorted(shares.items()) if feature},
    }


def _depth(rungs: Sequence[Estimate]) -> Estimate:
    """How many rungs surely count; at most those count whose interval does not rule it out."""
    surely = float(sum(share.low > RUNG for share in rungs))
    return Estimate(surely, surely, float(sum(share.high > RUNG for share in rungs)), min(share.n for share in rungs))


def _plots(samples: Mapping[str, Sequence[Sample]], metrics: Sequence[Metric], tension: Sequence[Tension]) -> Any:
    columns = {metric.id: number for number, metric in enumerate(metrics)}
    drawn: dict[str, Any] = {"bots": {}, "curves": [[round(v, 4) for v in one.curve] for one in tension[:6]]}
    for bot, found in samples.items():
        curves: dict[str, Any] = {
            "attrition": _mean_curve([sample.strength for sample in found], hold=True),
            "widths": _mean_curve([sample.widths for sample in found], hold=False),
        }
        for name in ("decisions", "first-shot", "first-loss"):
            curves[name] = [s.values[columns[name]] for s in found if s.values[columns[name]] is not None]
        drawn["bots"][bot] = curves
    return drawn


def _mean_curve(curves: Sequence[Sequence[float]], *, hold: bool, least: float = 0.1) -> list[float]:
    """The mean curve, as far as a tenth of the matches last; with ``hold`` a match that is over keeps its end."""
    told = [curve for curve in curves if curve]
    if not told:
        return []
    length = sorted(map(len, told))[-max(1, int(len(told) * least))]
    found = []
    for at in range(length):
        values = [curve[min(at, len(curve) - 1)] for curve in told if hold or at < len(curve)]
        found.append(round(sum(values) / len(values), 4))
    return found


def _told(metric: Metric) -> dict[str, Any]:
    told = {name: getattr(metric, name) for name in ("id", "title", "unit", "more", "formula", "reference", "tier")}
    least, most = metric.range
    return {**told, "range": [least, None if most == float("inf") else most], "sentence": metric.sentence,
            "kind": metric.kind.name.lower()}  # fmt: skip


def _differences(
    request: Request, samples: Mapping[str, Mapping[str, Sequence[Sample]]], metrics: Sequence[Metric]
) -> list[dict[str, Any]]:
    """For each metric, whether the systems differ, and whether their order is another between other bots."""
    found: list[dict[str, Any]] = []
    for number, metric in enumerate(metrics):
        groups = {r: pairs([s.values[number] for s in samples[r][request.best]]) for r in samples}
        told = {ruleset: group for ruleset, group in groups.items() if group}
        found.append({"metric": metric.id, "p": statistics.differ(list(told.values())),
                      "flagged": _changes_order(request, samples, metric, number)})  # fmt: skip
    for row, adjusted in zip(found, statistics.false_discoveries([row["p"] for row in found]), strict=True):
        row["adjusted"] = adjusted
        row["differs"] = adjusted < 1 - statistics.CONFIDENCE
    return found


def _changes_order(
    request: Request, samples: Mapping[str, Mapping[str, Sequence[Sample]]], metric: Metric, number: int
) -> bool:
    """Whether two systems change places between the weakest and the best bots, each time beyond their intervals."""
    estimates = {
        (ruleset, bot): _estimate(metric, [s.values[number] for s in samples[ruleset][bot]])
        for ruleset in samples
        for bot in (request.bots[0], request.best)
    }

    def clearly_more(one: str, other: str, bot: str) -> bool:
        a, b = estimates[one, bot], estimates[other, bot]
        return a is not None and b is not None and a.low > b.high

    return any(
        clearly_more(one, other, request.bots[0]) and clearly_more(other, one, request.best)
        for one in samples
        for other in samples
    )
