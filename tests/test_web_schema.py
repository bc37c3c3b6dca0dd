"""The API does what its OpenAPI document says, whatever is sent to it: no server error, every answer as described."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from aerodrome_web.app import create_app
from aerodrome_web.service import Service
from aerodrome_web.store import Store
from web_tables import asked, play, plugins, seated, step

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


class Known:
    """What a client of the server knows: links of every kind to tables in every state, and what they lead to."""

    def __init__(self, service: Service) -> None:
        chance = random.Random(1)
        over, players = seated(service, "dogfight")
        play(service, players, chance)
        running, links = seated(service, "blue-max")
        step(service, links, chance)
        waiting = service.create("wings-of-war", sitting={"german": "random"})
        self.links = [over.watch, *players.values(), running.host, *links.values(), *waiting.invites.values()]
        sights = [service.sight(link) for link in links.values()]
        self.options = [option["key"] for sight in sights if asked(sight) for option in sight["order"]["options"]]
        self.decisions = [sight["decision"]["number"] for sight in sights]


def test_the_api_keeps_its_word(tmp_path: Path) -> None:
    """Each endpoint gets what its description allows and what it does not."""
    app = create_app(plugins(), Store(f"sqlite:///{tmp_path / 'tables.db'}"), requests=0, bot_threads=1)
    sensible = _sensible(Known(app.state.service))
    described = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    tried = 0
    found: Any
    for found in described.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/stream"):  # it has no end
            continue
        for mode in GenerationMode:
            _try(operation, mode, sensible)
        tried += 1
    app.state.service.store.close()
    assert tried == len(app.openapi()["paths"]) - 1


def _try(operation: Any, mode: GenerationMode, sensible: dict[str, list[Any]]) -> None:
    @settings(max_examples=4, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), chance=st.randoms(use_true_random=False))
    def tried(case: Any, chance: random.Random) -> None:
        """What is drawn is mended towards sense for most examples, so that they get past the door."""
        for part in (case.path_parameters, case.query, case.body):
            for name in sensible.keys() & part.keys() if isinstance(part, dict) else ():
                if chance.random() < 0.7:
                    part[name] = chance.choice(sensible[name])
        case.call_and_validate(checks=CHECKS)

    with contextlib.suppress(Unsatisfiable):  # an endpoint to which nothing wrong can be sent
        tried()


def _sensible(known: Known) -> dict[str, list[Any]]:
    return {
        "link": known.links,
        "ruleset": sorted(plugins().rulesets),
        "scenario": [None, "standard", "duel"],
        "seat": ["entente", "allies", "german", "allied"],
        "clause": ["DF-TIE-02", "BM-TAIL-03"],
        "option": known.options,
        "decision": known.decisions,
        "place": [0, 1],
        "bot": [None, "random"],
    }
