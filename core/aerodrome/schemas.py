"""JSON Schemas of everything that people write, generated from the models: for editors, validators, other tools."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, create_model

from aerodrome.aircraft import Aircraft
from aerodrome.catalogue import CatalogueFile
from aerodrome.documents import make_folder, write_atomically
from aerodrome.packs import PackHeader
from aerodrome.record import MODELS
from aerodrome.ruleset import Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.situations import Situation

CORE: dict[str, type[BaseModel]] = {
    "aircraft": Aircraft,
    "catalogue": CatalogueFile,
    "pack": PackHeader,
    "scenario": Scenario,
    "situation": Situation,
    **{f"match.{name}": model for name, model in MODELS.items()},
}


def models(rulesets: Iterable[Ruleset[Any]]) -> dict[str, type[BaseModel]]:
    """Every model by the name of its schema: those of the core, then those of each ruleset."""
    found = dict(CORE)
    for ruleset in rulesets:
        found[f"{ruleset.id}.options"] = ruleset.options_model
        found[f"{ruleset.id}.position"] = ruleset.position_model
        found[f"{ruleset.id}.situation"] = create_model(
            f"{type(ruleset).__name__}Situation",
            __base__=Situation,
            position=(ruleset.position_model, Field(default_factory=ruleset.position_model)),
        )
        for table, row in ruleset.rows.items():
            found[f"{ruleset.id}.{Path(table).stem}"] = row
    return found


def texts(rulesets: Iterable[Ruleset[Any]]) -> dict[str, str]:
    """File names and contents of all schemas."""
    return {f"{name}.json": _text(name, model) for name, model in models(rulesets).items()}


def _text(name: str, model: type[BaseModel]) -> str:
    schema = model.model_json_schema(by_alias=True)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"aerodrome/{name}", **schema}
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def write(folder: Path, rulesets: Iterable[Ruleset[Any]]) -> list[str]:
    """Writes the schemas that are missing or stale and returns their file names."""
    changed = stale(folder, rulesets := list(rulesets))
    make_folder(folder)
    contents = texts(rulesets)
    for name in changed:
        if name in contents:
            write_atomically(folder / name, contents[name])
    return [name for name in changed if name in contents]


def stale(folder: Path, rulesets: Iterable[Ruleset[Any]]) -> list[str]:
    """Names of the schemas in ``folder`` that are missing, or differ from what the models say."""
    return sorted(
        name
        for name, text in texts(rulesets).items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    )
