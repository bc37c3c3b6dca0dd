"""The page on Wings of War says what the code does: its situations pass, its lists are those of the code. And the
matches in ``examples`` verify."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from aerodrome import record, situations
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.visibility import REFEREE
from aerodrome_wings_of_war import position, text
from aerodrome_wings_of_war.ruleset import WingsOfWarRuleset
from aerodrome_wings_of_war.vocabulary import KINDS
from test_docs import Block, first_cells, of_language, rows_of, section

RULESET = WingsOfWarRuleset()
PAGE = "situations-wings-of-war.md"
CODE = Path(position.__file__).parent
EXAMPLES = Path(__file__).parent.parent / "examples"
MATCHES = sorted((EXAMPLES / "matches").glob("wings-of-war*.jsonl"))
MODELS: list[type[BaseModel]] = [position.WingsPosition, position.PlanePosition, position.AimPosition]
ENGINE = {"sealed", "order", "revealed", "ended"}


@pytest.mark.parametrize("block", of_language(PAGE, "yaml"), ids=str)
def test_a_situation_on_the_page_passes(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "situation.yaml"
    file.write_text(block.text, encoding="utf-8")
    assert situations.run(file, lambda _: RULESET).differences == ()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_field_of_a_position_is_explained(model: type[BaseModel]) -> None:
    assert sorted(first_cells(section(PAGE, f"### {model.__name__}"))) == sorted(model.model_fields)


def test_every_card_and_phase_is_listed() -> None:
    assert first_cells(section(PAGE, "### Cards of Wings of War")) == list(KINDS)
    assert first_cells(section(PAGE, "### Phases of Wings of War")) == [phase.id for phase in RULESET.phases.phases]


def _pattern(key: str) -> str:
    words = {"plane": "PLANE", "card": "CARD", "start": "PLACE", "gun": "GUN", "fire": "PLANE", "tail": "PLANE",
             "order": "ORDER", "pivot": "POINT", "turn": "DEGREES", "floor": "LEVEL"}  # fmt: skip
    kept = ("fire:hold", "tail:none", "pivot:none", "floor:keep")
    return re.sub(
        r"([a-z]+):[^+]+", lambda m: m[0] if m[0] in kept or m[1] not in words else f"{m[1]}:{words[m[1]]}", key
    )


def test_every_option_is_listed() -> None:
    rules = RULESET.bind("scramble", {"tailing": True, "flying-high": True, "agree-to-stop": True})
    assert set(first_cells(section(PAGE, "### Options of Wings of War"))) == {_pattern(o.key) for o in rules.table}


def test_every_stream_of_chance_is_listed() -> None:
    """Those of a match; a bot's and an imagined match's own are no dice of the table."""
    text = "".join(file.read_text() for file in CODE.glob("*.py") if file.stem not in ("guess", "bot"))
    asked = set(re.findall(r'"((?:damage|overlap)-[a-z]+)"', text))
    assert set(first_cells(section(PAGE, "### Dice of Wings of War"))) == asked


def _happened(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Every event of the situations in ``examples``."""
    logs: list[Match] = []
    start = Match.at_position

    def kept(*given: Any, **named: Any) -> Match:
        logs.append(start(*given, **named))
        return logs[-1]

    monkeypatch.setattr(Match, "at_position", kept)
    for file in sorted((EXAMPLES / "situations" / "wings-of-war").glob("*.yaml")):
        situations.run(file, lambda _: RULESET)
    return [event for match in logs for event in match.umpire.log or () if event.kind not in ENGINE]


def test_every_event_is_listed_with_its_facts_and_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = {row[0]: row[1:] for row in rows_of(section(PAGE, "### Events of Wings of War"))}
    assert set(listed) == set(text.SENTENCES) - ENGINE
    events = _happened(monkeypatch)
    assert {event.kind for event in events} >= set(listed) - {"setup"}
    for event in events:
        facts, rules, told = listed[event.kind]
        assert set(event.facts) == set(re.findall(r"`([a-z_]+)`", facts)), event.kind
        assert event.rule in re.findall(r"WW-[A-Z]+-[0-9]+", rules), f"{event.kind} happens by {event.rule}"
        assert event.to is not None or "all" in told, event.kind
        assert event.to is None or "owner" in told, event.kind


def _paths(value: Any, before: str = "") -> Iterator[str]:
    for name, item in value.items():
        if before == "planes." or name == "planes":
            yield from _paths(item, f"{before}{name}.")
        else:
            yield before + name


def test_every_path_is_listed() -> None:
    view = Match.create(RULESET.bind(), 1).view(REFEREE)["state"]
    found = {re.sub(r"^planes\.[a-z0-9-]+\.", "planes.PLANE.", path) for path in _paths(view)}
    assert set(first_cells(section(PAGE, "### Paths of Wings of War"))) == found


def test_there_is_a_match_of_every_mission() -> None:
    played = {record.Recording.read(file).header.scenario.id for file in MATCHES}
    assert played == {
        "duel-over-the-trenches", "dawn-patrol", "how-to-become-an-ace", "istrian-raid",
        "no-quiet-on-the-western-front", "wings-over-flanders",
    }  # fmt: skip


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: file.stem)
def test_a_match_in_the_examples_verifies(file: Path) -> None:
    assert [check.name for check in record.verify(file, lambda _: RULESET) if not check.holds] == []
