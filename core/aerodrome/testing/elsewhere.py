"""Plays in a process of its own what `places` asks for, a case a line, and answers with fingerprints."""

from __future__ import annotations

import json
import sys
import traceback
from functools import cache
from importlib import import_module
from typing import Any

from aerodrome.canonical import canonical_json, digest
from aerodrome.plugins import Plugins
from aerodrome.record import lines_of
from aerodrome.ruleset import Ruleset
from aerodrome.testing.cases import Case, Walk


def main() -> None:
    """Plays each case that is asked for on a line, and answers with a line."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a ruleset prints is no answer
    for asked in sys.stdin:
        found: list[str] = []
        failed = ""
        try:
            found = _played(json.loads(asked))
        except (Exception, SystemExit):
            failed = traceback.format_exc()
        print(canonical_json({"found": found, "failed": failed}), file=answers, flush=True)


def _played(wanted: dict[str, Any]) -> list[str]:
    case = Case(_ruleset(wanted), wanted["scenario"], wanted["options"])
    found = []
    for seed in range(3):
        walk = Walk(seed)
        match = case.match(walk)
        while match.pending and match.decision <= 300:
            walk.decide(match)
        found.append(digest(lines_of(match)))
    return found


@cache
def _installed() -> Plugins:
    return Plugins.load()


def _ruleset(wanted: dict[str, Any]) -> Ruleset[Any]:
    """The ruleset by its origin, else the installed one, else a new one of its class."""
    if not wanted["origin"] and wanted["id"] in _installed().rulesets:
        return _installed().rulesets[wanted["id"]]
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
    main()
