"""A scenario that was named, or written in a file, made ready for a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aerodrome.cli.faults import blamed_on
from aerodrome.documents import Document, read_yaml
from aerodrome.errors import AerodromeError
from aerodrome.packs import DataPack
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Rules, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.situations import faulty_option


def bound(ruleset: Ruleset[Any], scenario: str | None, options: Mapping[str, Any], packs: Sequence[DataPack]) -> Rules:
    """The rules of a match; ``scenario`` is an id or the name of a file."""
    if scenario is None or not scenario.endswith((".yaml", ".yml", ".json")):
        with blamed_on(ruleset):
            return ruleset.bind(scenario, options, packs)
    return _bound(ruleset, read_yaml(scenario), options, packs)


def bound_file(plugins: Plugins, document: Document, packs: Sequence[DataPack]) -> Rules:
    """The rules of a match by a scenario file, whose ruleset is looked up."""
    scenario = Scenario.read(document)
    try:
        ruleset = plugins.ruleset(scenario.ruleset)
    except AerodromeError as error:
        raise error.at(document.where(("ruleset",))) from None
    return _bound(ruleset, document, {}, packs)


def _bound(ruleset: Ruleset[Any], document: Document, options: Mapping[str, Any], packs: Sequence[DataPack]) -> Rules:
    """Faults of the scenario are told with the line of the file; faults of the given options are not the file's."""
    scenario = Scenario.read(document)
    if scenario.ruleset != ruleset.id:
        raise AerodromeError(
            f"this scenario is for {scenario.ruleset!r}, not for {ruleset.id!r}", where=document.where(("ruleset",))
        )
    place = faulty_option(ruleset, scenario.options)
    try:
        with blamed_on(ruleset):
            return ruleset.bind(scenario, options, packs)
    except AerodromeError as error:
        if options and not place:
            ruleset.read_options(options)
        raise error.at(document.where(place)) from None
