"""Systems side by side: the study, the page, and the command."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aerodrome.errors import AerodromeError
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Ruleset
from aerodrome_lab import compare, jobs, option_study, report
from aerodrome_lab.diagram import machine
from aerodrome_lab.study import Request, study
from cli_runs import run
from test_plugins import brings
from toys import HEALTHY
from toys.contest import LUCK, SKILL

DUEL = ("fokker-dr-i", "sopwith-camel")
BOTS = ("random", "search:4")
SECTIONS = ("short", "systems", "figures", "plots", "matches", "legend", "rebuild")


@pytest.fixture(scope="module")
def found() -> Iterator[dict[str, Any]]:
    """A small study of two games of which one knows how much is luck."""
    before = jobs.plugins()
    jobs.use(Plugins.load([("toys", brings(LUCK, SKILL, HEALTHY))]))
    yield study(Request((LUCK.id, SKILL.id), DUEL, 40, BOTS))
    jobs.use(before)


@pytest.fixture(scope="module")
def page(found: dict[str, Any]) -> str:
    return report.page(found)


# ---- the study


def test_a_study_tells_luck_from_skill(found: dict[str, Any]) -> None:
    lucky, skilled = found["systems"]
    assert lucky["luck"]["total"]["random"]["value"] > 0.7
    assert skilled["luck"]["total"]["random"]["value"] < 0.4
    assert lucky["tension"]["information"]["value"] == pytest.approx(0, abs=0.2)
    assert skilled["tension"]["information"]["value"] == pytest.approx(0.5, abs=0.1)


def test_a_study_holds_nothing_that_another_run_would_not(found: dict[str, Any]) -> None:
    jobs.use(Plugins.load([("toys", brings(LUCK, SKILL, HEALTHY))]))
    again = study(Request((LUCK.id, SKILL.id), DUEL, 40, BOTS))
    assert json.dumps(again) == json.dumps(found)
    assert report.page(again) == report.page(found)


def test_every_system_is_described_from_the_registry(found: dict[str, Any]) -> None:
    for system, ruleset in zip(found["systems"], (LUCK, SKILL), strict=True):
        assert (system["id"], system["version"]) == (ruleset.id, "1")
        assert [decision["title"] for decision in system["decisions"]] == ["both: a number"]
        assert system["clauses"] == {"core": 1}
        assert system["sight"] == {"everybody": ["picked", "winner"], "some": [], "nobody": []}
        assert system["match"][-1]["said"][-1]["clause"] == "CT-1"


def test_what_is_hidden_is_said_of_a_game_that_hides() -> None:
    from aerodrome.match import Match
    from aerodrome_lab.systems import sight

    seen = sight(Match.create(HEALTHY.bind(), 1))
    assert "pilots › … › hand count" in seen["everybody"]
    assert "pilots › … › hand" in seen["some"]
    assert seen["nobody"] == ["deck"]


def test_a_machine_is_drawn_with_all_its_phases() -> None:
    drawn = machine(HEALTHY.phases)
    for phase in HEALTHY.phases.phases:
        assert phase.title in drawn
    assert drawn.count("<polyline") == HEALTHY.phases.graph.number_of_edges()


# ---- the page


def test_the_page_stands_alone(page: str) -> None:
    for section in SECTIONS:
        assert f'<section id="{section}">' in page
    outside = page.replace("http://www.w3.org/", "")
    assert "http://" not in outside
    assert "https://" not in outside
    assert "nan" not in page.lower().replace("finance", "")


def test_the_page_says_how_to_make_it_again(page: str, found: dict[str, Any]) -> None:
    command = report.command(found)
    assert command == (
        "aerodrome compare contest-luck contest-skill --duel fokker-dr-i:sopwith-camel --matches 40"
        " --bots random,search:4 --seed 0 --out report.html"
    )
    assert command in page


def test_every_metric_has_a_row_and_a_sentence(page: str, found: dict[str, Any]) -> None:
    for metric in found["metrics"]:
        assert page.count(f">{metric['title']}<") >= 2
    assert "No difference seen." in page


def test_text_from_a_ruleset_cannot_break_out_of_the_page(found: dict[str, Any]) -> None:
    nasty = "</script><script>alert(1)</script>"
    systems = [{**system, "title": nasty, "summary": nasty} for system in found["systems"]]
    for system in systems:
        system["match"] = [{"phase": nasty, "said": [{"text": nasty, "clause": nasty}], "picture": "<svg></svg>"}]
    assert nasty not in report.page({**found, "systems": systems})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_works_in_a_browser(page: str, scheme: Any, tmp_path: Path) -> None:
    browser = shutil.which("chromium")
    if browser is None and "CI" not in os.environ:
        pytest.skip("there is no Chromium here")
    from playwright.sync_api import sync_playwright

    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    said: list[str] = []
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        tab = opened.new_page(color_scheme=scheme, offline=True)
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.goto(file.as_uri())
        for section in SECTIONS:
            assert tab.locator(f"#{section} h2").is_visible()
        player = tab.locator(".player").first
        assert player.locator(".where").inner_text().startswith("1 of 2")
        assert player.locator("button").first.is_disabled()
        player.locator("button").last.click()
        assert player.locator(".where").inner_text().startswith("2 of 2")
        assert player.locator(".stage svg").is_visible()
        assert player.locator(".said li").count() > 0
        tab.emulate_media(media="print", color_scheme=scheme)
        assert tab.locator("#systems details table").first.is_visible(), "paper does not show what is folded"
        ink, paper = tab.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
        )
        opened.close()
    assert said == []
    assert (brightness(ink) < brightness(paper)) == (scheme == "light")


def brightness(colour: str) -> int:
    return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))


# ---- figures


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"value": 0.5, "low": 0.25, "high": 0.75}, "0.5 (0.25 to 0.75)"),
        ({"value": 12.345, "low": -3.21, "high": 1234.5}, "12.3 (−3.21 to 1234)"),
        ({"value": 1.0, "low": 1.0, "high": 1.0}, "1"),
        ({"value": -0.0001, "low": -0.0001, "high": -0.0001}, "0"),
        ({"value": 0.5, "low": 0.5, "high": 0.5, "n": 1}, "0.5 (one pair)"),
        (None, "–"),
    ],
)
def test_figures_are_short(value: Any, written: str) -> None:
    assert report.figure(value) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"value": 0.5, "low": 0.25, "high": 0.754}, "50% (25% to 75%)"),
        ({"value": 0.0123, "low": -0.0461, "high": 0.0996}, "1.2% (−4.6% to 10%)"),
        ({"value": 1.0, "low": 1.0, "high": 1.0}, "100%"),
    ],
)
def test_shares_are_written_in_percent(value: Any, written: str) -> None:
    assert report.figure(value, percent=True) == written


def test_every_figure_of_the_page_has_its_interval_its_number_and_a_sentence(found: dict[str, Any]) -> None:
    rows = [row for tier in report.TIERS for row in report._rows(found, tier)]
    titles = {row["title"] for row in rows}
    assert titles > {"Fokker Dr.I takes", "first seat takes", "Elo spread", "slope of the ladder", "hidden bits"}
    for row in rows:
        assert row["sentence"].endswith(".")
        for estimate in [estimate for cell in row["cells"] for estimate in cell.values() if estimate]:
            assert estimate["low"] <= estimate["value"] <= estimate["high"], row["title"]
            assert estimate["n"] > 0


def test_what_every_match_says_alike_is_not_certain(found: dict[str, Any]) -> None:
    """The bot that thinks meets the random one in two matches, which are one pair."""
    for system in found["systems"]:
        for estimate in [*system["skill"]["against_weakest"].values(), *system["skill"]["elo"].values()]:
            assert estimate["low"] < estimate["high"]
            assert estimate["n"] == 1


def test_few_matches_do_not_tell_systems_apart(found: dict[str, Any]) -> None:
    tension = {row["title"]: row["sentence"] for row in report._rows(found, 4)}
    assert tension["value of information"].endswith("Too few matches to say whether the systems differ.")
    many = [
        {**s, "tension": {name: {**e, "n": 8} if e else None for name, e in s["tension"].items()}}
        for s in found["systems"]
    ]
    tension = {row["title"]: row["sentence"] for row in report._rows({**found, "systems": many}, 4)}
    assert tension["value of information"].endswith("The systems differ.")


def test_where_one_system_has_a_metric_none_is_said_to_be_like_it(found: dict[str, Any]) -> None:
    one, other = found["systems"]
    lacks = {bot: {**values, "decisions": None} for bot, values in other["samples"].items()}
    rows = report._rows({**found, "systems": [one, {**other, "samples": lacks}]}, 1)
    told = next(row["sentence"] for row in rows if row["title"] == "decisions")
    assert told == "contest-luck: a match has 1 moments of decision."


def test_no_sentence_says_that_dice_decide_less_than_nothing(found: dict[str, Any]) -> None:
    below = {"random": {"value": -0.12, "low": -0.14, "high": 0.07, "n": 4}}
    systems = [{**s, "luck": {**s["luck"], "total": below}} for s in found["systems"]]
    share = next(report._rows({**found, "systems": systems}, 2))
    assert "decide 0% of the outcome" in share["sentence"]
    assert share["cells"][0] == below


def test_the_table_has_every_estimate(found: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(report.table(found))))
    assert {row["system"] for row in rows} == {LUCK.id, SKILL.id}
    luck = next(row for row in rows if (row["system"], row["metric"], row["bots"]) == (LUCK.id, "luck", "random"))
    assert float(luck["value"]) == found["systems"][0]["luck"]["total"]["random"]["value"]
    assert {"ladder/8", "ladder-slope", "ladder-depth", "elo", "drama", "first-aircraft", "decisions"} <= {
        row["metric"] for row in rows
    }


# ---- the options of one game


def test_an_option_that_shortens_a_game_is_seen() -> None:
    jobs.use(Plugins.load([("toys", brings(HEALTHY))]))
    request = option_study.OptionRequest("toy", DUEL, 40, "random")
    seen = option_study.study(request)
    decisions = next(row for row in seen["effects"] if row["metric"] == "decisions")
    assert decisions["option"] == "short"
    assert decisions["value"] == pytest.approx(-4)  # two rounds of two decisions less
    assert decisions["seen"]
    assert "short" in option_study.page(seen)
    assert option_study.table(seen).startswith("option,metric,value")
    assert {"option": "short", "changes": "decisions", "by": "-4 (-4 to -4)"} in option_study.summary(seen)


# ---- the command


def test_the_command_writes_page_and_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, table = tmp_path / "report.html", tmp_path / "figures.csv"
    asked = ("compare", "dogfight", "--matches", "2", "--out", str(out))
    code, said, _ = run(capsys, *asked, "--jobs", "2", "--csv", str(table))
    assert code == 0
    assert "DogFight" in said
    assert "</html>" in out.read_text(encoding="utf-8")
    assert table.read_text(encoding="utf-8").count("dogfight,") > 20
    once = out.read_bytes()
    code, _, error = run(capsys, *asked)
    assert (code, "the file exists" in error) == (2, True)
    code, said, _ = run(capsys, *asked, "--jobs", "1", "--force", "--json")
    assert (code, json.loads(said)["command"].split()[:3]) == (0, ["aerodrome", "compare", "dogfight"])
    assert out.read_bytes() == once, "the page depends on the number of processes"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nope"], "unknown ruleset 'nope'"),
        (["dogfight", "dogfight"], "a ruleset stands twice"),
        (["blue-max", "--duel", "camel"], "'camel' is not a duel"),
        (["blue-max", "--duel", "zeppelin:sopwith-camel"], "zeppelin"),
        (["dogfight", "--duel", "fokker-dr-1:sopwith-camel"], "did you mean 'fokker-dr-i'?"),
        (["blue-max", "--bots", "random,heuristic,random"], "each named once"),
        (["blue-max", "--bots", "random"], "at least two strengths"),
        (["blue-max", "--bots", "random,nobody"], "unknown bot 'nobody'"),
        (["blue-max", "--options", "altitude"], "'altitude' names no ruleset"),
        (["blue-max", "--options", "blue-max:wings"], "unknown option 'wings'"),
        (["blue-max", "--out", "/no/such/folder/x.html"], "it cannot be written: there is no folder /no/such/folder"),
        (["blue-max", "--out", "."], "it cannot be written: it is a folder"),
        (["blue-max", "--out", "x" * 300], "it cannot be written: File name too long"),
        (["blue-max", "--out", "x.html", "--csv", "./x.html"], "two things are to be written into one file"),
        (["blue-max", "dogfight", "--option-study"], "an option study is of one ruleset"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_message(
    arguments: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, error = run(capsys, "compare", *arguments)
    assert code == 2
    assert says in " ".join(error.split())
    assert "Traceback" not in error
    assert list(tmp_path.iterdir()) == []


def test_a_system_that_cannot_imagine_is_refused_before_anything_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs.use(Plugins.load([("toys", brings(HEALTHY))]))
    monkeypatch.setattr(type(HEALTHY), "determinize", Ruleset.determinize)
    monkeypatch.setattr("aerodrome_lab.study.run", None)
    with pytest.raises(AerodromeError, match="toy has no determinize"):
        study(Request((HEALTHY.id,), DUEL, 2, BOTS))


def test_options_may_each_name_their_ruleset() -> None:
    asked = ["blue-max:altitude,blue-max:round-limit=9", "dogfight:ten-point"]
    assert compare._options(["blue-max", "dogfight"], asked) == {
        "blue-max": {"altitude": True, "round-limit": "9"},
        "dogfight": {"ten-point": True},
    }
