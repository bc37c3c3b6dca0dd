"""Plays a few matches in a process of its own and prints their fingerprints; see ``independent_of_hash_order``."""

from __future__ import annotations

import json
import sys
from importlib import import_module

from aerodrome.canonical import digest
from aerodrome.plugins import Plugins
from aerodrome.record import lines_of
from aerodrome.testing.cases import Case, Walk


def main(asked: str) -> None:
    wanted = json.loads(asked)
    if wanted["origin"]:
        module, _, name = wanted["origin"].partition(":")
        ruleset = getattr(import_module(module), name)()
    else:
        ruleset = Plugins.load().ruleset(wanted["id"])
    case = Case(ruleset, wanted["scenario"], wanted["options"])
    for seed in range(3):
        walk = Walk(seed)
        match = case.match(walk)
        while match.pending and match.decision <= 300:
            walk.decide(match)
        print(digest(lines_of(match)))


if __name__ == "__main__":
    main(sys.argv[1])
