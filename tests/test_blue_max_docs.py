"""The pages on Blue Max say what the code does: their situations pass, their lists are those of the code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from pydantic import BaseModel

from aerodrome import cli, situations
from aerodrome.bots import Bot, RandomBot, play_out
from aerodrome.chance import Chance
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.visibility import REFEREE
from aerodrome_blue_max import position, sentences, tables
from aerodrome_blue_max.bot import HeuristicBot
from aerodrome_blue_max.damage import STREAMS
from aerodrome_blue_max.ruleset import BlueMaxRuleset
from aerodrome_blue_max.vocabulary import MARKS
from test_docs import Block, Terminal, files_of, first_cells, of_language, rows_of, section, write_files

RULESET = BlueMaxRuleset()
PAGE = "situations-blue-max.md"
CODE = Path(position.__file__).parent
MODELS: list[type[BaseModel]] = [
    position.BlueMaxPosition,
    position.PlanePosition,
    position.AimPosition,
    position.OrderPosition,
]


@pytest.mark.parametrize("block", of_language(PAGE, "yaml"), ids=str)
def test_a_situation_on_the_page_passes(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "situation.yaml"
    file.write_text(block.text, encoding="utf-8")
    assert situations.run(file, lambda _: RULESET).differences == ()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_field_of_a_position_is_explained(model: type[BaseModel]) -> None:
    fields = [name for name in ("phase",) if name in model.model_fields]
    fields += [name for name in model.model_fields if name not in fields]
    assert sorted(first_cells(section(PAGE, f"### {model.__name__}"))) == sorted(fields)


def test_every_phase_is_listed() -> None:
    assert first_cells(section(PAGE, "### Phases of Blue Max")) == [phase.id for phase in RULESET.phases.phases]


def _pattern(key: str) -> str:
    places = {"plane": "PLANE", "start": "HEX", "level": "LEVEL", "tail": "SEAT", "maneuver": "CODE", "token": "TOKEN",
              "target": "SEAT", "burst": "BURST"}  # fmt: skip
    return re.sub(r"([a-z]+):[^+]+", lambda m: f"{m[1]}:{places[m[1]]}" if m[1] in places else m[0], key)


def test_every_option_is_listed() -> None:
    made = {
        _pattern(option.key)
        for names in ((), ("altitude",), ("lewis", "observer"), ("lewis", "observer", "altitude"))
        for option in RULESET.bind(None, dict.fromkeys(names, True)).table
    }
    assert set(first_cells(section(PAGE, "### Options of Blue Max"))) == made


def test_every_stream_of_chance_is_listed() -> None:
    """Those of a match; a bot's and an imagined match's own are no dice of the table."""
    table = [file.read_text() for file in CODE.glob("*.py") if file.stem not in ("guess", "bot")]
    asked = {name for text in table for name in re.findall(r'chance\.(?:roll|pick)\(\s*"([a-z-]+)"', text)}
    assert set(first_cells(section(PAGE, "### Dice of Blue Max"))) == asked | set(STREAMS)


@cache
def _played() -> tuple[Match, ...]:
    matches = []
    for number in range(5):
        options: dict[str, Any] = {
            "observer": True,
            "lewis": True,
            "altitude": True,
            "fuel": True,
            "written-orders": number % 4 == 0,
        }
        options |= {"round-limit": 20}
        match = Match.create(RULESET.bind("dawn-patrol" if number % 2 else "two-on-two", options), number)
        seats = range(len(match.rules.seats))
        bots: dict[int, Bot] = {seat: RandomBot() if number % 4 == 0 and not seat else HeuristicBot() for seat in seats}
        play_out(match, bots, {seat: Chance.of(10 * number + seat) for seat in seats})
        matches.append(match)
    return tuple(matches)


def test_every_event_is_listed_with_its_facts_and_rules() -> None:
    listed = {row[0]: row[1:] for row in rows_of(section(PAGE, "### Events of Blue Max"))}
    assert set(listed) == set(sentences.SENTENCES)
    happened = set()
    for event in (event for match in _played() for event in match.log(REFEREE)):
        if event.kind in ("sealed", "order", "revealed", "ended"):
            continue
        happened.add(event.kind)
        facts, rules, told = listed[event.kind]
        assert set(event.facts) <= set(re.findall(r"`([a-z_]+)`", facts)), event.kind
        named = re.findall(r"BM-[A-Z]+-[0-9]+", rules)
        assert not named or event.rule in named, f"{event.kind} happens by {event.rule}"
        assert (event.to is None) == (told == "all") or {"all", "all,"} & {*told.split()}, event.kind
    assert len(happened) > 30


def _paths(value: Any, before: str = "") -> Iterator[str]:
    for name, item in value.items():
        if isinstance(item, dict) and name not in ("pose", "shown", "aim", "rear_aim", "recovery_roll"):
            yield from _paths(item, f"{before}{name}.")
        else:
            yield before + name


def test_every_path_is_listed() -> None:
    match = Match.create(RULESET.bind(), 1)
    found = set()
    for path in _paths(match.view(REFEREE)["state"]):
        path = re.sub(r"^planes\.\w+\.", "planes.SEAT.", path)
        path = re.sub(r"^losses\.\w+", "losses.SIDE", path)
        found.add(re.sub(r"^(decks|discards|deck_sizes|discard_sizes)\.\w", r"\1.DECK", path))
    assert set(first_cells(section(PAGE, "### Paths of Blue Max"))) == found


# ---- charts of one's own

CHARTS = "blue-max-charts.md"


def test_charts_can_be_typed_in_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables that end in dots go on with our own rows."""
    files = files_of(CHARTS)
    for name, text in files.items():
        if name.endswith(".csv"):
            head, *mine = text.split("...\n")[0].splitlines()
            header, *own = (CODE / "data" / Path(name).name).read_text().splitlines()
            assert head == header
            keys = {line.split(",")[0] for line in mine}
            rest = [line for line in own if line.split(",")[0] not in keys]
            assert len(rest) == len(own) - len(mine)
            files[name] = "\n".join([header, *mine, *rest]) + "\n"
    write_files(tmp_path, files)
    Terminal(monkeypatch, capsys).check(CHARTS, tmp_path, Plugins.load())


def test_tables_steps_and_marks_are_listed() -> None:
    listed = first_cells(section(CHARTS, "## The tables"))
    assert listed == [*tables.ROWS, "F", "SL", "SR", "L", "R", "U", *MARKS]


def test_a_graph_of_dead_ends_goes_to_other_tools(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["charts", "fokker-dr-i", "--json"]) == 0
    (chart,) = json.loads(capsys.readouterr().out)
    graph = nx.node_link_graph(chart["dead_ends"], edges="edges")
    assert graph.is_directed()
    assert set(graph.adj["4S4"]) >= {"engine hit", "wings torn (blue)"}
    assert cli.run(["charts", "fokker-dr-x"]) == 2
    assert "did you mean 'fokker-dr-i'" in capsys.readouterr().err
