"""What each option of one ruleset changes: the same dice and bots with it and without, the differences pair by pair."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from scipy import stats

from aerodrome import __version__
from aerodrome.errors import AerodromeError
from aerodrome_lab import jobs, statistics
from aerodrome_lab.duels import Duel, seat
from aerodrome_lab.metrics import per_match
from aerodrome_lab.pool import run
from aerodrome_lab.samples import Batch, Sample, play_batch
from aerodrome_lab.study import BATCH, Advance, Study, pairs


@dataclass(frozen=True, slots=True)
class OptionRequest:
    """What is studied: ``base`` are options that are on throughout."""

    ruleset: str
    aircraft: tuple[str, str]
    matches: int = 400
    bot: str = "heuristic"
    base: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0


def study(request: OptionRequest, *, workers: int = 1, scheduler: str = "", advance: Advance | None = None) -> Study:
    """Plays the duel without and with each switch, and takes the differences.

    Raises:
        AerodromeError: an unknown ruleset, aircraft, bot or option; or the ruleset has no switch.
    """
    plugins = jobs.plugins()
    plugins.bot(request.ruleset, request.bot)
    duels, left_out = _duels(request)
    tasks = [
        Batch(duel, request.bot, first, min(BATCH, request.matches - first))
        for duel in duels.values()
        for first in range(0, request.matches, BATCH)
    ]
    samples: dict[Duel, list[Sample]] = {duel: [] for duel in duels.values()}
    for number, (task, batch) in enumerate(
        zip(tasks, run(play_batch, tasks, jobs=workers, scheduler=scheduler), strict=True), start=1
    ):
        samples[task.duel].extend(batch)
        if advance:
            advance(number, len(tasks), request.ruleset)
    rows = _effects(samples[duels[""]], {name: samples[duel] for name, duel in duels.items() if name})
    return {
        "aerodrome": __version__,
        "request": {**asdict(request), "base": dict(request.base)},
        "version": duels[""].jobs[0].version,
        "data": duels[""].jobs[0].data,
        "metrics": [{"id": m.id, "title": m.title, "unit": m.unit} for m in per_match(plugins)],
        "effects": rows,
        "left_out": left_out,
    }


def _duels(request: OptionRequest) -> tuple[dict[str, Duel], dict[str, str]]:
    """The duel without more options, under an empty name, and with each switch; switches that cannot be alone."""
    plugins = jobs.plugins()
    ruleset = plugins.ruleset(request.ruleset)
    duels = {"": seat(plugins, request.ruleset, request.aircraft, request.base, request.seed)}
    left_out: dict[str, str] = {}
    switches = [name for name, info in ruleset.option_fields().items() if info.annotation is bool]
    for name in switches:
        if name in request.base:
            continue
        turned = not ruleset.read_options(request.base).written()[name]
        try:
            options = {**request.base, name: turned}
            duels[name] = seat(plugins, request.ruleset, request.aircraft, options, request.seed)
        except AerodromeError as error:
            left_out[name] = error.what
    if len(duels) == 1:
        raise AerodromeError(f"{request.ruleset} has no switch that could be studied")
    return duels, left_out


def _effects(base: list[Sample], changed: Mapping[str, list[Sample]]) -> list[dict[str, Any]]:
    """One row for each option and metric: the mean difference, its interval, and whether it is seen at all."""
    rows: list[dict[str, Any]] = []
    for option, samples in changed.items():
        for number, metric in enumerate(per_match(jobs.plugins())):
            one, other = (pairs([s.values[number] for s in found], keep=True) for found in (samples, base))
            estimate = statistics.difference(one, other)
            if estimate is not None:
                rows.append({"option": option, "metric": metric.id, "p": _p(one, other), **estimate.to_json()})
    for row, adjusted in zip(rows, statistics.false_discoveries([row["p"] for row in rows]), strict=True):
        row["adjusted"] = adjusted
        row["seen"] = adjusted < 1 - statistics.CONFIDENCE
    return rows


def _p(one: list[float | None], other: list[float | None]) -> float:
    """Wilcoxon's signed-rank test of the paired differences."""
    gaps = [a - b for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return float(stats.wilcoxon(gaps).pvalue) if any(gaps) else 1.0


# ---- what people see


def summary(found: Study) -> list[dict[str, Any]]:
    """What was seen to change, one row for an option and metric."""
    titles = {metric["id"]: metric["title"] for metric in found["metrics"]}
    return [
        {
            "option": row["option"],
            "changes": titles[row["metric"]],
            "by": f"{row['value']:+.3g} ({row['low']:+.3g} to {row['high']:+.3g})",
        }
        for row in found["effects"]
        if row["seen"]
    ]


def table(found: Study) -> str:
    """Every difference as one row of CSV."""
    written = io.StringIO()
    columns = ["option", "metric", "value", "low", "high", "n", "p", "adjusted", "seen"]
    rows = csv.DictWriter(written, columns, lineterminator="\n")
    rows.writeheader()
    rows.writerows(found["effects"])
    return written.getvalue()


def command(found: Study) -> str:
    request = found["request"]
    words = ["aerodrome", "compare", request["ruleset"], "--option-study", "--duel", ":".join(request["aircraft"])]
    words += ["--matches", str(request["matches"]), "--bots", request["bot"]]
    if request["base"]:
        named = ",".join(name if value is True else f"{name}={value}" for name, value in request["base"].items())
        words += ["--options", f"{request['ruleset']}:{named}"]
    return shlex.join([*words, "--seed", str(request["seed"]), "--out", "options.html"])


def page(found: Study) -> str:
    """A tornado plot for each metric that some option changes, and the table of all that was seen."""
    from markupsafe import Markup

    from aerodrome_lab import plots
    from aerodrome_lab.report import templates

    drawn = {}
    for metric in found["metrics"]:
        rows = [row for row in found["effects"] if row["metric"] == metric["id"]]
        if any(row["seen"] for row in rows):
            unit = f", {metric['unit']}" if metric["unit"] else ""
            drawn[metric["title"]] = Markup(plots.tornado(rows, f"change of {metric['title']}{unit}"))
    return (
        templates()
        .get_template("options.html.j2")
        .render(found=found, plots=drawn, seen=summary(found), command=command(found))
    )
