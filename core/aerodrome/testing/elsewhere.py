"""Plays a few matches in a process of its own and prints their fingerprints; see ``independent_of_hash_order``."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from aerodrome.canonical import digest
from aerodrome.plugins import Plugins
from aerodrome.record import lines_of
from aerodrome.ruleset import Ruleset
from aerodrome.testing.cases import Case, Walk


def main(asked: str) -> None:
    wanted = json.loads(asked)
    case = Case(_ruleset(wanted), wanted["scenario"], wanted["options"])
    for seed in range(3):
        walk = Walk(seed)
        match = case.match(walk)
        while match.pending and match.decision <= 300:
            walk.decide(match)
        print(digest(lines_of(match)))


def _ruleset(wanted: dict[str, Any]) -> Ruleset[Any]:
    """The ruleset by its origin, else the installed one, else a new one of its class."""
    if not wanted["origin"]:
        installed = Plugins.load().rulesets.get(wanted["id"])
        if installed is not None:
            return installed
    module, _, name = (wanted["origin"] or wanted["class"]).partition(":")
    try:
        made: Ruleset[Any] = getattr(import_module(module), name)()
    except Exception as error:
        raise SystemExit(
            f"{module}:{name} does not make it ({error}): name an origin that does, Case(origin=...)"
        ) from None
    if made.id != wanted["id"]:
        raise SystemExit(f"{module}:{name} makes {made.id!r}: name an origin that makes it, Case(origin=...)")
    return made


if __name__ == "__main__":
    main(sys.argv[1])
