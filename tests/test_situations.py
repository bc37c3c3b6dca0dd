"""Situations: positions as files. Whatever differs is said, and a faulty file is told where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from aerodrome import situations
from aerodrome.errors import AerodromeError
from aerodrome.ruleset import Ruleset
from aerodrome.situations import Report
from toys import HEALTHY

SOUND = """\
title: Red hits with two cards, blue misses
ruleset: toy
clauses: [TOY-FIRE-02, TOY-FIRE-01]
scenario: pair
options: {short: true}
position:
  phase: aim
  pilots:
    red: {hand: [1], belts: 2, loaded: [3, 2]}
    blue: {hand: [4, 4, 4], belts: 1, hits: 1}
dice: [2, 6]
orders:
  - {seat: red, choose: "target:blue"}
  - {seat: blue, choose: {target: red}}
expect:
  dice_rolled: 2
  events:
    - {kind: shot, rule: TOY-FIRE-02, seat: red, hit: true}
    - {kind: shot, phase: shoot, roll: 6}
  no_events:
    - {kind: shot, seat: blue, hit: true}
  state:
    pilots.red.hits: 1
    pilots.blue.hits: 1
    pilots.blue.hand: [4, 4, 4]
    phase: end
  phase: end
  pending: []
  options: {red: []}
  result: {winner: null, rule: TOY-END-01}
  refused: null
"""


def find(name: str) -> Ruleset[Any]:
    if name != "toy":
        raise AerodromeError(f"unknown ruleset {name!r}")
    return HEALTHY


def written(folder: Path, text: str) -> Path:
    file = folder / "s.yaml"
    file.write_text(text)
    return file


def run(folder: Path, **changes: Any) -> Report:
    """The sound situation with some fields changed, those of ``expect`` by ``expect__NAME``."""
    data = yaml.safe_load(SOUND)
    for name, value in changes.items():
        holder, _, field = name.rpartition("__")
        place = data[holder] if holder else data
        if value is None and field != "refused":
            del place[field]
        else:
            place[field] = value
    return situations.run(written(folder, yaml.safe_dump(data)), find)


def fault(folder: Path, text: str) -> str:
    """The error for a faulty file, without its folder."""
    with pytest.raises(AerodromeError) as caught:
        situations.run(written(folder, text), find)
    return str(caught.value).replace(f"{folder}/", "")


def test_a_situation_that_comes_out_as_expected_passes(tmp_path: Path) -> None:
    report = situations.run(written(tmp_path, SOUND), find)
    assert report.differences == ()
    assert report.passed
    assert situations.prepare(report.path, find) == report.situation


# ---- every kind of difference

DIFFERENCES: dict[str, tuple[dict[str, Any], str]] = {
    "dice left over": ({"dice": [2, 6, 5, 4]}, "2 dice were not rolled: 5, 4"),
    "number of dice": ({"expect__dice_rolled": 3}, "2 dice were rolled, expected 3"),
    "phase": ({"expect__phase": "load"}, "phase is end, expected load"),
    "pending": ({"expect__pending": ["red"]}, "asked are none, expected red"),
    "options": ({"expect__options": {"red": ["hold"]}}, "red is offered nothing, expected hold"),
    "state": ({"expect__state": {"pilots.red.hits": 2}}, "pilots.red.hits is 1, expected 2"),
    "path": ({"expect__state": {"pilots.red.wings": 2}}, "pilots.red.wings is not there, expected 2"),
    "path below a number": ({"expect__state": {"round.one": 2}}, "round.one is not there, expected 2"),
    "path beyond a list": ({"expect__state": {"pilots.blue.hand.3": 4}}, "pilots.blue.hand.3 is not there, expected 4"),
    "event": ({"expect__events": [{"kind": "bang"}]}, "no event {'kind': 'bang'} at its place; what happened: shot ["),
    "order of events": (
        {"expect__events": [{"kind": "shot", "seat": "blue"}, {"kind": "shot", "seat": "red"}]},
        "no event {'kind': 'shot', 'seat': 'red'} at its place",
    ),
    "forbidden event": (
        {"expect__no_events": [{"kind": "shot", "seat": "red"}]},
        "an event {'kind': 'shot', 'seat': 'red'} happened: {'seat': 'red', 'target': 'blue', 'roll': 2, 'hit': True}",
    ),
    "result": ({"expect__result": {"winner": "red"}}, "result: winner is None, expected 'red'"),
    "field of the result": ({"expect__result": {"looser": "red"}}, "result: looser is None, expected 'red'"),
    "no refusal": ({"expect__refused": {"clause": "TOY-AIM-02"}}, "no order was refused"),
    "view": (
        {"expect__views": {"red": {"shows": {"pilots.blue.hand_count": 2}}}},
        "view of red: pilots.blue.hand_count is 3, expected 2",
    ),
    "view that shows too much": (
        {"expect__views": {"spectator": {"hides": ["pilots.blue.hits"]}}},
        "view of spectator: pilots.blue.hits is seen: 1",
    ),
    "view that hides what is not there": (
        {"expect__views": {"spectator": {"hides": ["pilots.blue.hnad"]}}},
        "view of spectator: pilots.blue.hnad is not even there for the referee: is it misspelt?",
    ),
    "log": (
        {"expect__views": {"red": {"events": [{"kind": "drawn", "to": "blue"}]}}},
        "view of red: no event {'kind': 'drawn', 'to': 'blue'} at its place",
    ),
    "log that shows too much": (
        {"expect__views": {"red": {"no_events": [{"kind": "drawn"}]}}},
        "view of red: an event {'kind': 'drawn'} happened:",
    ),
}


@pytest.mark.parametrize("kind", DIFFERENCES)
def test_every_kind_of_difference_is_reported(tmp_path: Path, kind: str) -> None:
    changes, says = DIFFERENCES[kind]
    (difference,) = run(tmp_path, **changes).differences
    assert difference.startswith(says)


def test_a_view_that_is_as_expected_makes_no_difference(tmp_path: Path) -> None:
    views = {
        "blue": {"shows": {"pilots.blue.hand": [4, 4, 4], "viewer": "blue"}, "hides": ["pilots.red.hand", "deck"]},
        "spectator": {"hides": ["pilots.blue.hand"], "no_events": [{"kind": "drawn"}], "events": [{"kind": "draws"}]},
        "referee": {"shows": {"pilots.blue.hand": [4, 4, 4]}},
    }
    assert run(tmp_path, expect__views=views).passed


def test_several_differences_are_all_reported(tmp_path: Path) -> None:
    report = run(
        tmp_path, expect__phase="load", expect__dice_rolled=0, expect__state={"round": 9, "pilots.red.hits": 9}
    )
    assert len(report.differences) == 4


EARLY: dict[str, Any] = {"dice": [], "expect__dice_rolled": 0, "expect__events": [], "expect__state": {}}
"""The situation before anybody has shot."""


def before_the_shots(folder: Path, orders: list[dict[str, Any]], **expect: Any) -> Report:
    expected = {f"expect__{name}": value for name, value in expect.items()}
    start: dict[str, Any] = {
        "expect__phase": "aim",
        "expect__pending": None,
        "expect__options": {},
        "expect__result": None,
    }
    return run(folder, orders=orders, **{**EARLY, **start, **expected})


def test_options_and_explanations_are_compared(tmp_path: Path) -> None:
    sound = {
        "pending": ["blue", "red"],
        "options": {"blue": ["target:red", "hold"]},
        "explains": {"red": {"target:blue": {"belts left": 2, "cards": 5}}},
    }
    assert before_the_shots(tmp_path, [], **sound).passed
    wrong = {"explains": {"red": {"target:blue": {"belts left": 1}}}, "options": {"blue": ["hold"]}}
    assert before_the_shots(tmp_path, [], **wrong).differences == (
        "blue is offered hold, target:red, expected hold",
        "target:blue is explained to red as {'belts left': 2, 'cards': 5}, expected {'belts left': 1}",
    )


def test_a_result_of_a_match_that_goes_on_differs(tmp_path: Path) -> None:
    assert before_the_shots(tmp_path, [], result={"winner": "red"}).differences == ("the match is not over",)


# ---- refusals

AT_HIMSELF = [{"seat": "red", "choose": "target:red"}]


@pytest.mark.parametrize(
    ("refused", "says"),
    [
        ({"clause": "TOY-AIM-02"}, ()),
        ({"clauses": ["TOY-AIM-02"], "kind": "illegal"}, ()),
        ({}, ()),
        ({"clause": "TOY-AIM-01"}, ("refused by TOY-AIM-02, expected TOY-AIM-01",)),
        ({"kind": "not now"}, ("refused as 'illegal', expected 'not now'",)),
        ({"clauses": ["TOY-AIM-02", "TOY-FIRE-01"]}, ("refused by TOY-AIM-02, expected TOY-AIM-02, TOY-FIRE-01",)),
    ],
)
def test_a_refusal_is_compared(tmp_path: Path, refused: dict[str, Any], says: tuple[str, ...]) -> None:
    assert before_the_shots(tmp_path, AT_HIMSELF, refused=refused).differences == says


def test_a_refusal_that_nobody_expected_differs(tmp_path: Path) -> None:
    (difference,) = before_the_shots(tmp_path, AT_HIMSELF, refused=None).differences
    assert difference.startswith("an order was refused: target:red is not legal: that is yourself [TOY-AIM-02]")


def test_a_refusal_of_another_order_than_the_last_one_differs(tmp_path: Path) -> None:
    orders = [*AT_HIMSELF, {"seat": "blue", "choose": "hold"}]
    (difference,) = before_the_shots(tmp_path, orders, refused={"clause": "TOY-AIM-02"}).differences
    assert difference.startswith("the refused order is not the last one")


# ---- orders of all kinds


def test_drafts_are_taken_back_and_time_runs_out(tmp_path: Path) -> None:
    orders = [
        {"seat": "red", "choose": ["load:3", "load:1"], "seal": False},
        {"seat": "red", "take_back": 1, "choose": ["load:2", {"done": True}]},
        {"seat": "blue", "choose": "load:4", "seal": False},
        {"seat": "blue", "expire": True},
    ]
    position = {"phase": "load", "pilots": {"red": {"hand": [1, 2, 3]}, "blue": {"hand": [4]}}}
    expect = {"state": {"pilots.red.loaded": [3, 2], "pilots.blue.loaded": [4]}, "phase": "aim"}
    data = {**yaml.safe_load(SOUND), "dice": [], "orders": orders, "position": position, "expect": expect}
    assert situations.run(written(tmp_path, yaml.safe_dump(data)), find).differences == ()


def test_dice_may_be_listed_by_stream(tmp_path: Path) -> None:
    assert run(tmp_path, dice={"hit-dice": [2, 6]}).passed
    assert run(tmp_path, dice={"hit-dice": [2, 6], "jam": [1]}).differences == ("1 dice were not rolled: 1",)


def test_a_situation_may_look_in_between(tmp_path: Path) -> None:
    def orders(phase: str) -> list[dict[str, Any]]:
        first = {"seat": "red", "choose": "target:blue", "expect": {"phase": phase, "pending": ["blue"]}}
        return [first, {"seat": "blue", "choose": "target:red", "expect": {"dice_rolled": 2, "phase": "end"}}]

    assert run(tmp_path, orders=orders("aim")).passed
    assert run(tmp_path, orders=orders("load")).differences == ("after order 1: phase is aim, expected load",)


def test_a_situation_without_a_position_is_a_fresh_match_with_its_setup(tmp_path: Path) -> None:
    def start(seed: int) -> Report:
        expect = {"events": [{"kind": "dealt", "rule": "TOY-SETUP-01"}], "state": {"pilots.red.hand": [3, 4, 4]}}
        return run(tmp_path, position=None, seed=seed, orders=[], dice=[], expect=expect)

    hands = [start(seed).differences for seed in range(8)]
    assert all("is not there" not in text and "no event" not in text for found in hands for text in found)
    assert len(set(hands)) > 1
    assert start(3).differences == start(3).differences


# ---- faulty files


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("TOY-FIRE-01", "TOY-FIRE-99", "s.yaml:3 (clauses.1): toy has no clause 'TOY-FIRE-99'"),
        ("[TOY-FIRE-02, TOY-FIRE-01]", "[]", "s.yaml:3 (clauses): list should have at least 1 item"),
        ("scenario: pair", "scenario: quartet", "s.yaml:4 (scenario): unknown scenario 'quartet' of toy"),
        ("{short: true}", "{long: true}", "s.yaml:5 (options.long): unknown option 'long' of toy"),
        ("{short: true}", "{short: often}", "s.yaml:5 (options.short): options (short): this should be true or false"),
        (
            '"target:blue"}',
            "true}",
            "s.yaml:13 (orders.0.choose): this should be a whole number; or this should be",
        ),
        ("{target: red}", "[{target: red}, true]", "s.yaml:14 (orders.1.choose.1): this should be a whole number; or"),
        ("belts: 2,", "belts: 9,", "s.yaml:9 (pilots.red.belts): this should be less than or equal to 4, not 9"),
        ("belts: 2,", "bullets: 2,", "s.yaml:9 (pilots.red.bullets): there is no such field"),
        ("    red: {h", "    grey: {h", "s.yaml:6 (position): there is no seat 'grey'"),
        ("phase: aim", "phase: tea", "s.yaml:6 (position): toy has no phase 'tea'"),
        ("ruleset: toy", "ruleset: chess", "s.yaml:2 (ruleset): unknown ruleset 'chess'"),
        ("{seat: red, choose", "{seat: grey, choose", "s.yaml:13 (orders.0): there is no seat 'grey'"),
        ("{seat: red, choose", "{seat: red, expire: true, choose", "s.yaml:13 (orders.0): an order has either choose"),
        ("\n  phase: end\n", "\n  phases: end\n", "s.yaml:27 (expect.phases): there is no such field"),
        (
            '"target:blue"}',
            '"target:blue", expect: {refused: {}}}',
            "s.yaml:13 (orders.0): a refusal is expected at the end",
        ),
        ("title: Red", "titel: Red", "s.yaml:1 (title): this is missing"),
        ("dice: [2, 6]", "dice: [2]", "s.yaml:14 (orders.1): dice, after 1 results: the script has no more results"),
        ("dice: [2, 6]", "dice: [2, 7]", "s.yaml:14 (orders.1): dice, result 2: 7 is not a result of 'hit-dice'"),
        ("options: {red", "options: {grey", "s.yaml:15 (expect): there is no seat 'grey'"),
        ("  refused: null", "  views: {grey: {}}", "s.yaml:15 (expect): there is no seat 'grey'"),
        ("[3, 2]}", '"none"}', "s.yaml:9 (pilots.red.loaded): this should be a list, not 'none'"),
    ],
)
def test_a_faulty_file_is_pointed_at(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert SOUND.count(old) >= 1
    assert says in fault(tmp_path, SOUND.replace(old, new, 1))


def test_a_position_that_trips_the_ruleset_is_the_files_fault(tmp_path: Path) -> None:
    says = fault(tmp_path, SOUND.replace("hand: [1]", "hand: [9]").replace("phase: aim", "phase: load"))
    assert says.startswith("s.yaml:13 (orders.0): ")
    assert "IndexError" in says


def test_what_is_missing_is_said_to_be_missing(tmp_path: Path) -> None:
    says = fault(tmp_path, "title: Nothing\n")
    for name in ("ruleset", "clauses", "expect"):
        assert f"({name}): this is missing" in says
    assert fault(tmp_path, "") != ""


def test_situations_are_found_in_folders(tmp_path: Path) -> None:
    inner = tmp_path / "toy" / "deep"
    inner.mkdir(parents=True)
    (inner / "b.yaml").write_text(SOUND)
    (tmp_path / "toy" / "a.yaml").write_text(SOUND)
    (tmp_path / "toy" / "notes.txt").write_text("no situation")
    found = situations.files([tmp_path / "toy"])
    assert [file.name for file in found] == ["a.yaml", "b.yaml"]
    assert situations.files([inner / "b.yaml"]) == [inner / "b.yaml"]
    (tmp_path / "empty").mkdir()
    for place, says in (("empty", "no situation files here"), ("none", "there is no such file or folder")):
        with pytest.raises(AerodromeError, match=says):
            situations.files([tmp_path / place])


def test_preparing_finds_faults_without_playing(tmp_path: Path) -> None:
    with pytest.raises(AerodromeError, match="TOY-FIRE-99"):
        situations.prepare(written(tmp_path, SOUND.replace("TOY-FIRE-01", "TOY-FIRE-99")), find)
    situations.prepare(written(tmp_path, SOUND.replace("dice: [2, 6]", "dice: []")), find)


@pytest.mark.parametrize("step", ["²", "9" * 5000, "-1", "x"])
def test_a_step_that_is_no_place_in_a_list_leads_nowhere(tmp_path: Path, step: str) -> None:
    path = f"pilots.blue.hand.{step}"
    report = situations.run(written(tmp_path, SOUND.replace("pilots.red.hits: 1", f"? {path}\n    : 1")), find)
    assert report.differences == (f"{path} is not there, expected 1",)
