"""The pages in ``docs/`` say what the code does: their examples run, their lists are complete, their links lead on."""

from __future__ import annotations

import csv
import dataclasses
import importlib
import inspect
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel

from aerodrome import cli, hookspecs, record, schemas, situations
from aerodrome.bots import play_out
from aerodrome.chance import Chance
from aerodrome.hookspecs import PROJECT
from aerodrome.match import Match
from aerodrome.phases import Decision, Phase
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Ruleset
from aerodrome.testing import CHECKS, Case, run_check
from aerodrome.visibility import REFEREE
from aerodrome_lab import regret, rows, search

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
HOOKS = [name for name in vars(hookspecs) if name.startswith(f"{PROJECT}_")]
DOGFIGHT_DATA = Path(__file__).parent.parent / "plugins" / "aerodrome_dogfight" / "data"


# ---- reading pages


@dataclass(frozen=True)
class Block:
    """A fenced block. ``file`` is the name in the line before it, as in **`high_noon/state.py`**."""

    page: str
    line: int
    language: str
    file: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@cache
def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


@cache
def blocks(page: str) -> tuple[Block, ...]:
    found: list[Block] = []
    language: str | None = None
    start = 0
    held: list[str] = []
    before = ""
    for number, line in enumerate(text_of(page).splitlines(), 1):
        if language is None and line.startswith("```"):
            language, start, held = line[3:].strip(), number, []
        elif language is not None and line == "```":
            named = re.match(r"\*\*`([^`]+)`\*\*", before)
            found.append(Block(page, start, language, named[1] if named else "", "".join(held)))
            language, before = None, ""
        elif language is not None:
            held.append(line + "\n")
        elif line.strip():
            before = line
    assert language is None, f"{page}:{start}: a block that does not end"
    return tuple(found)


def of_language(page: str, language: str) -> list[Block]:
    found = [block for block in blocks(page) if block.language == language]
    assert found, f"{page} has no {language} blocks"
    return found


def files_of(page: str) -> dict[str, str]:
    """The files that a page builds up, block by block."""
    files: dict[str, str] = {}
    for block in blocks(page):
        if block.file:
            files[block.file] = files.get(block.file, "") + block.text
    return files


def write_files(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """The modules in ``folder`` can be imported, and are forgotten afterwards; others of the same name come back."""
    names = {path.stem for path in folder.iterdir()}
    hidden = {name: module for name, module in sys.modules.items() if name.split(".")[0] in names}
    for name in hidden:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] in names]:
            del sys.modules[name]
        sys.modules.update(hidden)


# ---- what a terminal shows


@dataclass
class Command:
    """A command line of a console block: what the reader types and what the page says comes out."""

    words: list[str]
    answers: list[str] = field(default_factory=list)
    output: list[str] = field(default_factory=list)


def commands(block: Block) -> list[Command]:
    found: list[Command] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append(Command(shlex.split(line[2:])))
        elif line.startswith("> "):
            found[-1].answers.append(line[2:])
        else:
            found[-1].output.append(line)
    return found


def plain(lines: list[str]) -> list[str]:
    """Without prompts, runs of spaces and rules of tables, and empty lines: the width of a terminal does not matter."""
    short = [re.sub(r"([ ─━═])\1+", r"\1", line).strip().removeprefix(">").strip() for line in lines]
    return [line for line in short if line]


def differs(expected: list[str], actual: list[str]) -> bool:
    """``...`` stands for anything: alone for any lines, within a line for anything on it."""
    pattern = ""
    for line in plain(expected):
        part = re.escape(line).replace(re.escape("..."), ".*")
        pattern += r"(?:.*\n)*?" if line == "..." else part + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in plain(actual))) is None


class Terminal:
    """Runs the command line in a folder with some plugins."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.patch = monkeypatch
        self.capsys = capsys
        monkeypatch.setenv("COLUMNS", "80")

    def run(self, command: Command) -> list[str]:
        assert command.words[0] == "aerodrome", f"not one of our commands: {command.words}"
        self.patch.setattr("sys.stdin", io.StringIO("".join(answer + "\n" for answer in command.answers)))
        self.capsys.readouterr()
        code = cli.run(command.words[1:])
        shown = self.capsys.readouterr()
        lines = (shown.out + shown.err).splitlines()
        complains = any(line.startswith("aerodrome: ") for line in command.output)
        assert (code == 0) is not complains, f"{command.words} exits with {code}:\n" + "\n".join(lines)
        return lines

    def check(self, page: str, folder: Path, plugins: Plugins) -> None:
        """Every console block of a page shows what the commands print."""
        self.patch.chdir(folder)
        self.patch.setenv("PYTHONPATH", str(folder))
        self.patch.setattr(Plugins, "load", lambda: plugins)
        for block in of_language(page, "console"):
            for command in commands(block):
                actual = self.run(command)
                assert not differs(command.output, actual), f"{block}: {command.words} prints\n" + "\n".join(actual)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


# ---- the tutorial

TUTORIAL = "write-a-ruleset.md"


@dataclass
class Project:
    """The plugin that the tutorial builds, installed nowhere."""

    folder: Path
    plugin: ModuleType
    plugins: Plugins

    @property
    def ruleset(self) -> Ruleset[Any]:
        return self.plugins.ruleset("high-noon")


@contextmanager
def project(folder: Path, changes: dict[str, dict[str, str]] | None = None) -> Iterator[Project]:
    """The tutorial's project, with some pieces of its files changed."""
    files = files_of(TUTORIAL)
    for name, pieces in (changes or {}).items():
        for old, new in pieces.items():
            assert files[name].count(old) == 1, f"{name} has no {old!r}"
            files[name] = files[name].replace(old, new)
    write_files(folder, files)
    (name, module), *more = tomllib.loads(files["pyproject.toml"])["project"]["entry-points"][PROJECT].items()
    assert not more
    with importable(folder):
        plugin = importlib.import_module(module)
        yield Project(folder, plugin, Plugins.load(extra=[(name, plugin)]))


@pytest.fixture(scope="module")
def high_noon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with project(tmp_path_factory.mktemp("tutorial")) as made:
        yield made


def case(made: Project) -> Case:
    return Case(made.ruleset, origin="high_noon.ruleset:HighNoon")


def test_the_tutorial_loads(high_noon: Project) -> None:
    assert high_noon.plugins.failures == []
    assert high_noon.plugins.brought_by["high-noon"] == "high-noon"
    assert [name for name in files_of(TUTORIAL) if name.endswith(".py")]


@pytest.mark.parametrize("check", CHECKS)
def test_the_tutorial_keeps_the_laws(high_noon: Project, check: str) -> None:
    run_check(check, case(high_noon), examples=3)


def test_the_situations_of_the_tutorial_pass(high_noon: Project) -> None:
    assert high_noon.ruleset.situations is not None
    for file in situations.files([high_noon.ruleset.situations]):
        assert situations.run(file, high_noon.plugins.ruleset).differences == (), file.name


def test_the_bots_of_the_tutorial_play(high_noon: Project) -> None:
    rules = high_noon.ruleset.bind()
    wins = dict.fromkeys(rules.seats, 0)
    for seed in range(60):
        match = Match.create(rules, seed)
        bots = {0: high_noon.plugins.bot("high-noon", "heuristic"), 1: high_noon.plugins.bot("high-noon", "random")}
        play_out(match, bots, {seat: Chance.of(seed + seat) for seat in bots})
        assert match.result is not None
        if match.result.winner is not None:
            wins[match.result.winner] += 1
    assert wins["red"] > wins["blue"], "the careful pilot should do better than chance"


def test_the_terminal_shows_what_the_tutorial_says(high_noon: Project, terminal: Terminal) -> None:
    terminal.check(TUTORIAL, high_noon.folder, high_noon.plugins)


HIDE_AGAIN = "    for pilot in state.pilots:\n        pilot.aim_open = False\n"

CAUGHT = {
    "events_leak_nothing": {
        "high_noon/fire.py": {"    state.turn += 1\n": "    state.turn += 1\n" + HIDE_AGAIN},
    },
    "views_leak_nothing": {
        "high_noon/machine.py": {
            'FIRE = Decision(\n    "how many rounds",\n    aim.both,': "FIRE = Decision(\n    'armed',\n"
            "    lambda state: tuple(pilot.seat for pilot in state.pilots if pilot.rounds),"
        },
        "high_noon/fire.py": {"orders[shooter.seat][0]": "orders.get(shooter.seat, state.rules.bursts)[0]"},
    },
}
"""What the tutorial says that the kit finds: by check, the mistake."""


@pytest.mark.parametrize("check", CAUGHT)
def test_the_kit_finds_the_mistakes_that_the_tutorial_warns_of(tmp_path: Path, check: str) -> None:
    assert f"`{check}`" in text_of(TUTORIAL)
    with project(tmp_path, CAUGHT[check]) as mistaken, pytest.raises(AssertionError):
        run_check(check, case(mistaken))


def test_the_tutorial_lists_the_whole_interface() -> None:
    text = text_of(TUTORIAL)
    wanted = [member.name for record_ in (Phase, Decision) for member in dataclasses.fields(record_)]
    wanted += [name for name in {**vars(Ruleset), **Ruleset.__annotations__} if not name.startswith("_")]
    missing = [name for name in wanted if f"`{name}`" not in text and f"`{name}(" not in text]
    assert missing == []


# ---- the hooks


def hook_page(hook: str) -> str:
    return f"hooks/{hook}.md"


def test_every_hook_has_its_page() -> None:
    assert HOOKS
    pages = {page.stem for page in (DOCS / "hooks").glob("*.md")}
    assert pages == {*HOOKS, "README"}


@pytest.mark.parametrize("hook", HOOKS)
def test_the_heading_of_a_hook_is_its_signature(hook: str) -> None:
    specified = inspect.signature(getattr(hookspecs, hook), eval_str=False)
    signature = f"{hook}{specified}".replace("'", "")
    first, *rest = text_of(hook_page(hook)).splitlines()
    assert first == f"# `{signature}`"
    assert f"[`{hook}`]({hook}.md)" in text_of("hooks/README.md")
    for heading in ("## When", "## Who", "## Parameters", "## Returns", "## Example"):
        assert any(line.startswith(heading) for line in rest), f"no {heading}"
    for name in specified.parameters:
        assert re.search(rf"^- `{name}`: ", text_of(hook_page(hook)), re.M), f"parameter {name} is not explained"


@pytest.mark.parametrize("hook", HOOKS)
def test_the_example_of_a_hook_runs(hook: str, high_noon: Project, tmp_path: Path, terminal: Terminal) -> None:
    write_files(tmp_path, files_of(hook_page(hook)))
    (file,) = tmp_path.glob("*.py")
    with importable(tmp_path):
        example = importlib.import_module(file.stem)
        assert file.read_text(encoding="utf-8").count("@hookimpl") >= 1
        plugins = Plugins.load(extra=[("high-noon", high_noon.plugin), (file.stem, example)])
        assert plugins.failures == []
        assert hook in plugins.reports[file.stem].hooks
        terminal.check(hook_page(hook), tmp_path, plugins)
        assert plugins.failures == []
        if hook == "aerodrome_metrics":
            assert plugins.metrics()


# ---- situations

SITUATIONS = "situations.md"
SITUATION_MODELS: list[type[BaseModel]] = [
    situations.Situation,
    situations.SituationOrder,
    situations.Expect,
    situations.Sees,
    situations.Refused,
]


def models_below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """A model and those that its fields hold."""
    yield model
    for info in model.model_fields.values():
        for found in re.findall(r"\w+", str(info.annotation)):
            below = getattr(sys.modules[model.__module__], found, None)
            if inspect.isclass(below) and issubclass(below, BaseModel) and below is not model:
                yield from models_below(below)


@cache
def dogfight() -> Ruleset[Any]:
    return Plugins.load().ruleset("dogfight")


def section(page: str, heading: str) -> str:
    """The text below a heading, up to the next one of the same or a higher level."""
    lines = text_of(page).splitlines()
    level = heading.split(" ", 1)[0]
    start = lines.index(heading)
    body = []
    for line in lines[start + 1 :]:
        if re.match(r"#+ ", line) and len(line.split(" ", 1)[0]) <= len(level):
            break
        body.append(line)
    return "\n".join(body)


def rows_of(text: str) -> list[list[str]]:
    """The rows of the tables in a text whose first cell is code, cells without their spaces, that one without marks."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [[row[0].strip("`"), *row[1:]] for row in rows if row[0].startswith("`")]


def first_cells(text: str) -> list[str]:
    return [row[0] for row in rows_of(text)]


@pytest.mark.parametrize("model", SITUATION_MODELS, ids=lambda model: model.__name__)
def test_every_field_of_a_situation_is_explained(model: type[BaseModel]) -> None:
    assert first_cells(section(SITUATIONS, f"### {model.__name__}")) == list(model.model_fields)


def test_every_field_of_a_dogfight_position_is_explained() -> None:
    for model in models_below(dogfight().position_model):
        assert sorted(first_cells(section(SITUATIONS, f"### {model.__name__}"))) == sorted(model.model_fields)


@pytest.mark.parametrize("block", of_language(SITUATIONS, "yaml"), ids=str)
def test_a_situation_on_the_page_passes(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "situation.yaml"
    file.write_text(block.text, encoding="utf-8")
    assert situations.run(file, Plugins.load().ruleset).differences == ()


def pattern_of(key: str) -> str:
    """An option's key as the page lists it, cards and features left open."""
    key = re.sub(r"(place|discard):.*", r"\1:CARD", key)
    return re.sub(r"fight-for:.*", "fight-for:FEATURE", key)


def test_every_option_of_dogfight_is_listed() -> None:
    rules = dogfight().bind()
    wanted = list(dict.fromkeys(pattern_of(option.key) for option in rules.table))
    assert first_cells(section(SITUATIONS, "### Options of DogFight")) == wanted


def test_every_card_of_dogfight_is_listed_with_its_values() -> None:
    listed = {tuple(row) for row in rows_of(section(SITUATIONS, "### Cards of DogFight"))}
    cards = read_csv("cards.csv")
    assert listed == {(card["id"], card["side"], *(card[feature] for feature in FEATURES)) for card in cards}


def test_every_phase_of_dogfight_is_listed() -> None:
    listed = first_cells(section(SITUATIONS, "### Phases of DogFight"))
    assert listed == [phase.id for phase in dogfight().phases.phases]


@cache
def played() -> tuple[Match, ...]:
    """Some whole matches of DogFight."""
    matches = []
    rules = dogfight().bind()
    for seed in range(60):
        match = Match.create(rules, seed)
        while match.pending:
            for seat in match.pending:
                if (seed + match.decision) % 5 == 0:
                    match.expire(seat)
                else:
                    match.order(seat, Chance.of(seed + match.decision).pick("walk", match.options(seat)))
        matches.append(match)
    return tuple(matches)


def test_every_event_of_dogfight_is_listed_with_its_facts() -> None:
    listed: dict[str, tuple[set[str], set[str]]] = {}
    for kind, facts_cell, rules_cell in rows_of(section(SITUATIONS, "### Events of DogFight")):
        listed[kind] = set(re.findall(r"`([a-z_]+)`", facts_cell)), set(re.findall(r"DF-[A-Z]+-[0-9]+", rules_cell))
    happened: dict[str, tuple[set[str], set[str]]] = {}
    for event in (event for match in played() for event in match.log(REFEREE)):
        facts, rules = happened.setdefault(event.kind, (set(), set()))
        facts |= set(event.facts)
        if event.kind not in ("sealed", "order", "revealed"):
            rules.add(event.rule)
    assert set(listed) == set(happened)
    for kind, (facts, rules) in happened.items():
        assert listed[kind][0] == facts, kind
        assert rules <= listed[kind][1], f"{kind} happens by {sorted(rules - listed[kind][1])}"


def paths(value: Any, before: str = "") -> Iterator[str]:
    for name, item in value.items():
        path = f"{before}{name}"
        yield path
        if isinstance(item, dict) and name not in ("unused", "used", "piles", "options", "scores", "picks"):
            yield from paths(item, path + ".")


def test_every_path_of_the_view_is_listed() -> None:
    view = played()[0].view(REFEREE)
    state = {path.replace("entente", "SIDE").replace("central", "SIDE") for path in paths(view["state"])}
    listed = first_cells(section(SITUATIONS, "### Paths of DogFight"))
    assert set(listed) == state - {"players", "players.SIDE"}
    around = first_cells(section(SITUATIONS, "### Paths of every view"))
    assert set(around) == set(view) - {"state"}


# ---- data


def read_csv(name: str) -> list[dict[str, str]]:
    with (DOGFIGHT_DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


FEATURES = ("speed", "maneuverability", "range", "firepower", "ceiling")


@cache
def formula() -> dict[str, Any]:
    """The names that the code on the page defines."""
    (block,) = of_language("dogfight-data.md", "python")
    space: dict[str, Any] = {"__name__": "formula"}
    exec(compile(block.text, str(block), "exec"), space)
    return space


@pytest.mark.parametrize(("name", "steps", "total"), [("cards.csv", 5, 302), ("cards_10.csv", 10, 547)])
def test_the_formula_on_the_page_gives_the_cards(name: str, steps: int, total: int) -> None:
    cards = read_csv(name)
    ratings = formula()["ratings"]({card["id"]: card["side"] for card in cards}, steps)
    assert ratings == {card["id"]: {feature: int(card[feature]) for feature in FEATURES} for card in cards}
    for card in cards:
        assert (card["pedigree"], card["source"]) == ("derived", "docs/dogfight-data.md")
    for side in ("entente", "central"):
        assert total == sum(int(card[feature]) for card in cards for feature in FEATURES if card["side"] == side)
    assert str(total) in text_of("dogfight-data.md")


@pytest.mark.parametrize("steps", [5, 10])
@pytest.mark.parametrize("feature", FEATURES)
def test_only_the_nearest_cards_were_moved(feature: str, steps: int) -> None:
    sides = {card["id"]: card["side"] for card in read_csv("cards.csv")}
    places = {card: share * steps for card, share in formula()["shares"](sides, feature).items()}
    for card in formula()["COUNTED_DOWN"][steps].get(feature, ()):
        assert places[card] == int(places[card]), f"{card} is not on an edge"
    rated = formula()["rated"](sides, feature, steps)
    moves = formula()["LEVELLED"][steps][feature]
    entente, central = (sum(rated[card] for card in sides if sides[card] == side) for side in ("entente", "central"))
    assert len(moves) == abs(entente - central)
    weaker = "entente" if entente < central else "central"
    ways = {}
    for card, value in rated.items():
        if sides[card] == weaker and value < steps:
            ways[card] = value - places[card]
        elif sides[card] != weaker and value > 1:
            ways[card] = places[card] - (value - 1)
    assert sorted(ways[card] for card in moves) == sorted(ways.values())[: len(moves)]
    assert all(move == (1 if sides[card] == weaker else -1) for card, move in moves.items())


def test_data_packs_can_be_made_as_the_page_says(tmp_path: Path, terminal: Terminal) -> None:
    files = files_of("data-packs.md")
    own = {card["id"]: card for card in read_csv("cards.csv")}
    for name, text in files.items():
        if name.endswith("cards.csv"):
            shown, rest = text.split("...\n")
            assert rest == ""
            rows = list(csv.DictReader(io.StringIO(shown)))
            out = io.StringIO()
            table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
            table.writerows(card for card in own.values() if card["id"] not in {row["id"] for row in rows})
            files[name] = out.getvalue()
    write_files(tmp_path, files)
    terminal.check("data-packs.md", tmp_path, Plugins.load())


# ---- simulations


def test_simulations_run_as_the_page_says(
    tmp_path: Path, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.check("simulate.md", tmp_path, Plugins.load())
    for block in of_language("simulate.md", "python"):
        exec(compile(block.text, str(block), "exec"), {"__name__": "example"})
    assert "the heuristic bot wins" in capsys.readouterr().out


def test_every_column_of_a_simulation_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert first_cells(section("simulate.md", "## The file")) == list(rows.COLUMNS)
    assert cli.run(["simulate", "blue-max", "--matches", "1", "--jobs", "1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    fields = section("simulate.md", "# Simulate: many matches, one table").split("## Pairs")[0]
    assert first_cells(fields) == list(shown)


# ---- the other pages


def test_every_check_of_the_kit_is_listed() -> None:
    assert sorted(first_cells(section("testing.md", "## The checks"))) == sorted(CHECKS)


@pytest.mark.parametrize("block", of_language("testing.md", "python"), ids=str)
def test_the_examples_of_testing_run(block: Block) -> None:
    exec(compile(block.text, str(block), "exec"), {"__name__": "example"})


def test_the_search_bot_plays_as_its_page_shows(tmp_path: Path, terminal: Terminal) -> None:
    terminal.check("search-bot.md", tmp_path, Plugins.load())
    (example,) = of_language("search-bot.md", "python")
    exec(compile(example.text, str(example), "exec"), {"__name__": "example"})


def test_the_numbers_of_the_search_bot_are_those_of_its_page() -> None:
    text = text_of("search-bot.md")
    numbers = {
        "nodes": f"{search.NODES} nodes",
        "kept": f"{search.MOST_KEPT:,} choices",
        "horizon": {60: "60 decisions by the number of its options"}[search.HORIZON],
        "nearest and farthest": {(4, 12): "four at least, twelve at most"}[search.NEAREST, search.FARTHEST],
        "explored": {0.05: "one try in twenty"}[regret.EXPLORED_ADVISED],
        "contenders": {2: "in the end two"}[regret.CONTENDERS],
        "trust": {1.0: "its standard error, times the root"}[regret.TRUST],
    }
    assert {name: number for name, number in numbers.items() if number not in text} == {}


def test_the_architecture_names_every_module() -> None:
    core = Path(inspect.getfile(hookspecs)).parent
    modules = [path.stem for path in core.glob("*.py") if not path.stem.startswith("_")]
    modules += [path.name for path in core.iterdir() if (path / "__init__.py").is_file()]
    text = text_of("architecture.md")
    assert [name for name in sorted(modules) if not re.search(rf"`{name}(\.\w+)?`", text)] == []


def test_the_architecture_names_the_lines_of_a_match_file_and_what_is_verified(tmp_path: Path) -> None:
    text = text_of("architecture.md")
    assert set(record.MODELS) <= set(first_cells(text))
    record.save(played()[0], tmp_path / "match.jsonl")
    checks = record.verify(tmp_path / "match.jsonl", Plugins.load().ruleset)
    assert {check.name for check in checks} <= set(first_cells(text))


def test_every_page_is_in_the_index() -> None:
    index = text_of("README.md")
    missing = [page.name for page in DOCS.glob("*.md") if page.name != "README.md" and f"({page.name})" not in index]
    assert missing == []
    assert "(hooks/README.md)" in index


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{target} does not exist"
        assert not anchor or anchor in anchors(file), f"{target}: no such heading"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_pages_name_no_machine(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.])/(work|tmp|home|root|Users)/|[A-Z]:\\\\|pypi\.org|pythonhosted", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_python_and_toml_on_the_pages_can_be_read(page: Path) -> None:
    name = str(page.relative_to(DOCS))
    for block in blocks(name):
        if block.language == "toml":
            tomllib.loads(block.text)
        if block.language == "python" and not block.file:
            compile(block.text, str(block), "exec")
    for file, text in files_of(name).items():
        if file.endswith(".py"):
            compile(text, file, "exec")


def test_schemas_that_the_pages_name_exist() -> None:
    named = {name for page in PAGES for name in re.findall(r"`schemas/([\w.-]+\.json)`", page.read_text("utf-8"))}
    assert named
    assert named <= set(schemas.texts(Plugins.load().rulesets.values()))


# ---- performance


def test_every_figure_of_the_benchmark_is_explained() -> None:
    program = Path(__file__).parent / "benchmarks" / "playouts.py"
    command = [sys.executable, str(program), "--ruleset", "blue-max", "--seconds", "0.05", "--json"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    for result in json.loads(shown)["results"]:
        assert list(result) == first_cells(section("performance.md", "## What is measured"))
        assert len(result["costliest"]) == 3


def test_the_table_of_speeds_has_every_ruleset() -> None:
    assert set(first_cells(section("performance.md", "# How fast it is").split("## ")[0])) == set(
        Plugins.load().rulesets
    )
    for title in Plugins.load().rulesets.values():
        assert f"\n### {title.title}\n" in text_of("performance.md")
