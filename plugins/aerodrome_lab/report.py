"""The page: one HTML file that needs nothing else, made from a study alone; and the same figures as CSV."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from os.path import commonprefix
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from aerodrome.aircraft import register
from aerodrome_lab import plots
from aerodrome_lab.statistics import FEW
from aerodrome_lab.study import TENSION, Study

TIERS = {
    1: "What the logs tell",
    2: "Luck",
    3: "Skill",
    4: "Tension, stakes and secrecy",
}


def templates() -> Environment:
    """Where the pages' templates are; everything that is put into them is escaped."""
    environment = Environment(
        loader=PackageLoader("aerodrome_lab"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["figure"] = figure
    return environment


def page(study: Study) -> str:
    """The whole report as one HTML page."""
    drawn = {name: Markup(svg) for name, svg in plots.all_of(study).items()}
    systems = [
        {**system, "machine": Markup(system["machine"]), "frames": frames(system["match"])}
        for system in study["systems"]
    ]
    return (
        templates()
        .get_template("report.html.j2")
        .render(
            study=study,
            systems=systems,
            names=[_name(aircraft) for aircraft in study["request"]["aircraft"]],
            plots=drawn,
            tiers={number: (title, list(_rows(study, number))) for number, title in TIERS.items()},
            command=command(study),
        )
    )


def _name(aircraft: str) -> str:
    known = register().get(aircraft)
    return known.name if known else aircraft


def figure(estimate: Mapping[str, Any] | None, percent: bool = False) -> str:
    """An estimate for people: ``0.53 (0.48 to 0.58)``, or ``53% (48% to 58%)``."""
    if estimate is None or "value" not in estimate:
        return "–"
    value, low, high = (_number(estimate[name], percent) for name in ("value", "low", "high"))
    if estimate.get("n") == 1 and low == high:
        return f"{value} (one pair)"
    return value if low == high else f"{value} ({low} to {high})"


def _number(value: float, percent: bool = False) -> str:
    """Three digits that count, and no more than three decimals; or whole percents, with a decimal below ten."""
    if percent:
        hundredths = 100 * value
        return _number(round(hundredths, 1 if abs(hundredths) < 10 else 0)) + "%"
    if abs(value) >= 100:
        return f"{value:.0f}"
    text = f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text.replace("-", "−")


# ---- rows of the tables


def _rows(study: Study, tier: int) -> Iterator[dict[str, Any]]:
    """One row a metric: what it is, a figure for each system and strength of bots, and a plain sentence."""
    if tier == 1:
        yield from _log_rows(study)
    elif tier == 2:
        yield from _luck_rows(study)
    elif tier == 3:
        yield from _skill_rows(study)
    else:
        for name, (title, unit, sentence) in TENSION.items():
            cells = [{study["request"]["bots"][-1]: s["tension"][name]} for s in study["systems"]]
            yield _row(study, title, sentence, cells, unit=unit, least=0)


def _row(
    study: Study,
    title: str,
    sentence: str,
    cells: Sequence[Mapping[str, Any]],
    *,
    unit: str = "",
    verdict: str = "",
    least: float = -inf,
) -> dict[str, Any]:
    """A row; each cell holds estimates by strength of bots. Without a verdict the intervals give one. What has no unit
    is a share and is written in percent. An estimate below the ``least`` that can be is said to be that."""
    last = [list(cell.values())[-1] if cell else None for cell in cells]
    known = [(system["title"], e) for system, e in zip(study["systems"], last, strict=True) if e and "value" in e]
    told = [(title, max(least, estimate["value"])) for title, estimate in known]
    said = _said(sentence, told, not unit) if known else "It could not be measured in any of the systems."
    return {
        "title": title,
        "unit": unit,
        "cells": cells,
        "percent": not unit,
        "sentence": f"{said} {_verdict(known, verdict)}".strip(),
    }


def _said(sentence: str, told: Sequence[tuple[str, float]], percent: bool) -> str:
    """The sentence of a metric for the first system, the figures of the others in brackets."""
    (system, first), *others = told
    words = sentence.format(value=_number(first, percent)).removesuffix(".")
    rest = "; ".join(f"{title}: {_number(value, percent)}" for title, value in others)
    return f"{system}: {words[0].lower()}{words[1:]}{f' ({rest})' if rest else ''}."


def _verdict(known: Sequence[tuple[str, Mapping[str, Any]]], given: str) -> str:
    """What was ``given``, or whether the intervals of any two systems lie apart, which is not asked of intervals that
    rest on a few matches; nothing where only one system has the metric."""
    if len(known) < 2 or given:
        return given if len(known) > 1 else ""
    if any(estimate["n"] < FEW for _, estimate in known):
        return "Too few matches to say whether the systems differ."
    apart = any(a["low"] > b["high"] for _, a in known for _, b in known)
    return "The systems differ." if apart else "No difference seen."


def _log_rows(study: Study) -> Iterator[dict[str, Any]]:
    first = study["request"]["aircraft"][0]
    yield _row(study, f"{_name(first)} takes", f"The side of {_name(first)} takes {{value}} of the points.",
               [system["first_aircraft"] for system in study["systems"]])  # fmt: skip
    found = {row["metric"]: row for row in study["differences"]}
    for metric in study["metrics"]:
        cells = [
            {bot: values[metric["id"]] for bot, values in system["samples"].items()} for system in study["systems"]
        ]
        told = found[metric["id"]]
        verdict = "The systems differ." if told["differs"] else "No difference seen."
        if told["flagged"]:
            verdict += " Their order is another with weaker bots: read it with care."
        yield _row(study, metric["title"], metric["sentence"], cells, unit=_unit(metric), verdict=verdict)


def _unit(metric: Mapping[str, Any]) -> str:
    """A number between 0 and 1 without a unit is a share; any other one is a plain number."""
    return metric["unit"] or ("" if metric["range"] == [0.0, 1.0] else "number")


def _luck_rows(study: Study) -> Iterator[dict[str, Any]]:
    yield _row(study, "luck share", "The dice of a match decide {value} of the outcome, whatever is played.",
               [system["luck"]["total"] for system in study["systems"]], least=0)  # fmt: skip
    best = study["request"]["bots"][-1]
    most = [
        max((e for e in system["luck"]["sources"].values() if e), key=lambda e: float(e["value"]), default=None)
        for system in study["systems"]
    ]
    yield _row(study, "strongest single source", "The strongest source of chance alone decides {value} of the outcome.",
               [{best: estimate} for estimate in most], least=0)  # fmt: skip


def _skill_rows(study: Study) -> Iterator[dict[str, Any]]:
    weakest, best = study["request"]["bots"][0], study["request"]["bots"][-1]
    skills = [system["skill"] for system in study["systems"]]
    yield _row(study, f"{best} against {weakest}", f"Against {weakest} bots {best} ones take {{value}} of the points.",
               [{best: skill["against_weakest"].get(best)} for skill in skills])  # fmt: skip
    yield _row(study, "Elo spread", f"The {best} bot is {{value}} Elo points above the {weakest} one.",
               [{best: skill["elo"].get(best)} for skill in skills], unit="Elo points")  # fmt: skip
    yield _row(study, "depth of the ladder", "Of the doublings of thought {value} surely win 60 of 100 points.",
               [{"search": skill["depth"]} for skill in skills], unit="doublings")  # fmt: skip
    yield _row(study, "slope of the ladder", "Thinking twice as long is worth {value} Elo points.",
               [{"search": skill["slope"]} for skill in skills], unit="Elo points")  # fmt: skip
    yield _row(study, "strategy entropy", "To stand against every bot takes a mix of them of {value} bits.",
               [{"all bots": skill["diversity"]} for skill in skills], unit="bits")  # fmt: skip
    yield _row(study, f"search against {best}", f"A short search takes {{value}} of the points against the {best} bot.",
               [{"search": skill["search_against_best"]} for skill in skills])  # fmt: skip
    yield _row(study, "dearest restriction",
               "Against a bot that has to do without what it misses most, the free one takes {value} of the points.",
               [{best: _dearest(skill["without"])} for skill in skills])  # fmt: skip


def _dearest(found: Mapping[str, Any]) -> Any:
    return max((e for e in found.values() if e), key=lambda e: float(e["value"]), default=None)


# ---- the match to look at, the way to rebuild the page


def frames(match: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The steps of a match for the page. What all pictures begin with, the board, is kept once."""
    pictures = [step["picture"] for step in match]
    shared = commonprefix(pictures)  # noqa: RUF071 (these are no paths)
    return {
        "board": shared,
        "steps": [
            {"phase": step["phase"], "said": step["said"], "rest": step["picture"][len(shared) :]} for step in match
        ],
    }


def command(study: Study) -> str:
    """The command that makes the same page again."""
    request = study["request"]
    words = ["aerodrome", "compare", *request["rulesets"], "--duel", ":".join(request["aircraft"])]
    words += ["--matches", str(request["matches"]), "--bots", ",".join(request["bots"])]
    for ruleset, options in request["options"].items():
        named = ",".join(name if value is True else f"{name}={value}" for name, value in options.items())
        words += ["--options", f"{ruleset}:{named}"]
    return shlex.join([*words, "--seed", str(request["seed"]), "--out", "report.html"])


def summary(study: Study) -> list[dict[str, str]]:
    """What the page says in short, one row a question, one column a system."""
    weakest, best = study["request"]["bots"][0], study["request"]["bots"][-1]
    first = _name(study["request"]["aircraft"][0])
    questions: dict[str, Callable[[Any], Any]] = {
        f"{first} takes": lambda system: system["first_aircraft"][best],
        "decisions": lambda system: system["samples"][best]["decisions"],
        "luck": lambda system: system["luck"]["total"][best],
        "seeing the other's order": lambda system: system["tension"]["information"],
        f"{best} against {weakest}": lambda system: system["skill"]["against_weakest"][best],
    }
    return [
        {
            "": question,
            **{s["title"]: figure(pick(s), question != "decisions").replace(" (", "\n(") for s in study["systems"]},
        }
        for question, pick in questions.items()
    ]


def figures(study: Study) -> dict[str, Any]:
    """The study without pictures and curves: what ``--json`` prints."""
    left = ("match", "machine", "plots")
    systems = [{key: value for key, value in system.items() if key not in left} for system in study["systems"]]
    return {**study, "systems": systems, "command": command(study)}


def table(study: Study) -> str:
    """Every estimate as one row of CSV: system, metric, bots, value, low, high, n."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["system", "metric", "bots", "value", "low", "high", "n"])
    for system in study["systems"]:
        for metric, bot, estimate in _estimates(system, study["request"]["bots"][-1]):
            if estimate is not None and "value" in estimate:
                rows.writerow(
                    [system["id"], metric, bot, *(estimate.get(k, "") for k in ("value", "low", "high", "n"))]
                )
    return written.getvalue()


def _estimates(system: Mapping[str, Any], best: str) -> Iterator[tuple[str, str, Any]]:
    for bot, values in system["samples"].items():
        for metric, estimate in values.items():
            yield metric, bot, estimate
    for bot, estimate in system["first_aircraft"].items():
        yield "first-aircraft", bot, estimate
    for bot, estimate in system["luck"]["total"].items():
        yield "luck", bot, estimate
    for stream, estimate in system["luck"]["sources"].items():
        yield f"luck/{stream}", best, estimate
    for bot, estimate in system["skill"]["against_weakest"].items():
        yield "against-weakest", bot, estimate
    for bot, estimate in system["skill"]["elo"].items():
        yield "elo", bot, estimate
    yield "ladder-depth", "search", system["skill"]["depth"]
    yield "ladder-slope", "search", system["skill"]["slope"]
    for rung in system["skill"]["ladder"]:
        yield f"ladder/{rung['budget']}", "search", rung
    yield "strategy-entropy", "pool", system["skill"]["diversity"]
    yield "search-against-best", "search", system["skill"]["search_against_best"]
    for feature, estimate in system["skill"]["without"].items():
        yield f"without/{feature}", best, estimate
    for name, estimate in system["tension"].items():
        yield name.replace("_", "-"), best, estimate
