"""What can be found wrong with a ruleset without playing it: asked once, when a plugin brings the ruleset."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from aerodrome.catalogue import Catalogue
from aerodrome.phases import PhaseGraph, Reveal
from aerodrome.ruleset import Options, Position, Ruleset
from aerodrome.scenarios import ID, Scenario

_ID = re.compile(ID)

_KINDS: Mapping[str, tuple[type, str]] = {
    "title": (str, "text"),
    "version": (str, "text, such as '1.0'"),
    "phases": (PhaseGraph, "a PhaseGraph"),
    "catalogue": (Catalogue, "a Catalogue"),
    "scenarios": (tuple, "a tuple of Scenario"),
}
"""What a ruleset must have, and of which kind."""


def faults(ruleset: Any) -> list[str]:
    """Everything that is wrong with what a ruleset says of itself, one sentence each; none if it is sound."""
    if not isinstance(ruleset, Ruleset):
        return [f"{ruleset!r} is not a Ruleset"]
    name = getattr(ruleset, "id", None)
    if not isinstance(name, str) or not _ID.match(name):
        return [
            f"{type(ruleset).__name__} has the id {name!r}: it must be lower-case words with dashes, as 'high-noon'"
        ]
    found = list(_of_the_wrong_kind(ruleset)) or [
        *_in_the_machine(ruleset),
        *_in_the_scenarios(ruleset),
        *_in_the_models(ruleset),
    ]
    return [f"ruleset {name!r} {fault}" for fault in found]


def _of_the_wrong_kind(ruleset: Ruleset[Any]) -> Iterator[str]:
    for name, (kind, called) in _KINDS.items():
        value = getattr(ruleset, name, None)
        if not value:
            yield f"has no {name}"
        elif not isinstance(value, kind):
            yield f"has as its {name} {value!r}, not {called}"


def _in_the_machine(ruleset: Ruleset[Any]) -> Iterator[str]:
    cited: list[str] = []
    for phase in ruleset.phases.phases:
        if not isinstance(phase.clauses, tuple):
            yield f"names the clauses of phase {phase.id!r} as {phase.clauses!r}, not as a tuple"
            continue
        cited += phase.clauses
        if phase.decision and not isinstance(phase.decision.reveal, Reveal):
            yield f"reveals phase {phase.id!r} by {phase.decision.reveal!r}, not by a Reveal"
    yield from _unknown_clauses(ruleset, cited, "phases that cite")


def _in_the_scenarios(ruleset: Ruleset[Any]) -> Iterator[str]:
    for scenario in ruleset.scenarios:
        if not isinstance(scenario, Scenario):
            yield f"has {scenario!r} among its scenarios, which is not a Scenario"
            return
        if scenario.ruleset != ruleset.id:
            yield f"has a scenario {scenario.id!r} that is for {scenario.ruleset!r}"
        yield from _unknown_clauses(ruleset, scenario.clauses, f"a scenario {scenario.id!r} that cites")
    for name, count in Counter(scenario.id for scenario in ruleset.scenarios).items():
        if count > 1:
            yield f"has {count} scenarios called {name!r}"


def _in_the_models(ruleset: Ruleset[Any]) -> Iterator[str]:
    for name, base in (("options_model", Options), ("position_model", Position)):
        model = getattr(ruleset, name)
        if not (isinstance(model, type) and issubclass(model, base)):
            yield f"has as its {name} {model!r}, not a subclass of {base.__name__}"
        elif base is Options:
            wanting = [field for field, info in model.model_fields.items() if info.is_required()]
            if wanting:
                yield f"has options without a default: {', '.join(wanting)}"
            cited = [clause for name in ruleset.option_fields() for clause in ruleset.option_clauses(name)]
            yield from _unknown_clauses(ruleset, cited, "options that cite")
    for file, row in ruleset.rows.items():
        if not (file.endswith(".csv") and isinstance(row, type) and issubclass(row, BaseModel)):
            yield f"has rows {file!r}: {row!r}, not the name of a .csv file with a pydantic model of its rows"


def _unknown_clauses(ruleset: Ruleset[Any], cited: Iterable[str], who: str) -> Iterator[str]:
    lost = sorted(set(cited) - set(ruleset.catalogue.clauses))
    if lost:
        yield f"has {who} unknown clauses: {', '.join(lost)}"
