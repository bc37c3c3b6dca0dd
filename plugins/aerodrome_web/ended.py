"""Matches that are over: their file, its checks, and the way they went, everything open."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aerodrome import record
from aerodrome.record import Check, FindRuleset, Recording
from aerodrome.ruleset import Rules
from aerodrome.visibility import REFEREE
from aerodrome_web.shown import Told, told
from aerodrome_web.store import Kept


@dataclass(frozen=True)
class Step:
    """A finished match after one of its decisions, everything open."""

    phase: str
    decision: int
    events: tuple[Told, ...]
    view: dict[str, Any]


def file_of(kept: Kept, published: Sequence[str]) -> str:
    """The match file of a match that is over, from the log: the ruleset that played it need not be here any more."""
    header = {**kept.header, "contributions": [part.hex() for part in kept.contributions]}
    lines = record.chained([header, *map(json.loads, published), kept.closing or {}])
    return "\n".join(lines) + "\n"


def verified(text: str, find: FindRuleset) -> list[Check]:
    """The checks of a match file, played again."""
    with _filed(text) as path:
        return record.verify(path, find)


def steps(text: str, rules: Rules) -> list[Step]:
    """A match file decision by decision."""
    with _filed(text) as path:
        recording = Recording.read(path)
    seen, found = 0, []
    for match in recording.steps(rules):
        events = told(match, REFEREE, seen)
        seen += len(events)
        found.append(Step(match.phase.title, match.decision, events, match.view(REFEREE)))
    return found


@contextmanager
def _filed(text: str) -> Iterator[Path]:
    """A match file on the disk, for as long as somebody reads it."""
    with tempfile.TemporaryDirectory(prefix="aerodrome-") as folder:
        path = Path(folder) / "match.jsonl"
        path.write_text(text, encoding="utf-8", newline="\n")
        yield path
