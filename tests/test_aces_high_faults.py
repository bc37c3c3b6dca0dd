"""What people write wrongly for Aces High: positions, scenarios, data packs, campaign files. One message each."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from aerodrome import record, situations
from aerodrome.documents import Document, validated
from aerodrome.errors import AerodromeError
from aerodrome.packs import DataPack
from aerodrome.scenarios import Scenario
from aerodrome_aces_high.campaign import CampaignFile
from aerodrome_aces_high.cards import DATA
from aerodrome_aces_high.roster import CALL_SIGNS, CampaignSettings
from aerodrome_aces_high.ruleset import AcesHighRuleset

RULESET = AcesHighRuleset()

# ---- positions


def _fault_of(folder: Path, phase: str, plane: dict[str, Any], **more: Any) -> str:
    """The message that a position meets in which the first aircraft is so."""
    options = more.pop("options", {})
    planes = more.pop("planes", {"central": {"at": "0710", **plane}, "allies": {"at": "0203"}})
    file = folder / "faulty.yaml"
    written = {
        "title": "A fault",
        "ruleset": "aces-high",
        "clauses": ["AH-HAND-01"],
        "options": options,
        **({"scenario": more.pop("scenario")} if "scenario" in more else {}),
        "position": {"phase": phase, "planes": planes, **more},
        "expect": {},
    }
    file.write_text(yaml.safe_dump(written))
    with pytest.raises(AerodromeError) as fault:
        situations.run(file, lambda _: RULESET)
    assert "cannot play on" not in str(fault.value)
    assert "faulty.yaml" in fault.value.where or "faulty.yaml" in fault.value.what
    return str(fault.value)


@pytest.mark.parametrize(
    ("phase", "plane", "said"),
    [
        ("card-selection", {"speed": 4}, "AH-SPEED-05"),
        ("card-selection", {"ammo": {"front": -1}}, "ammo.front"),
        ("card-selection", {"ammo": {"front": 11}}, "AH-FIRE-16"),
        ("card-selection", {"ammo": {"rear": 1}}, "AH-FIRE-16"),
        ("card-selection", {"hits": {"engine": -1}}, "hits.engine"),
        ("card-selection", {"hits": {"engine": 5}}, "AH-DMG-06"),
        ("card-selection", {"jammed": {"rear": 0}}, "AH-FIRE-12"),
        ("card-selection", {"fuel": 30}, "AH-FUEL-03"),
        ("card-selection", {"spin": 2}, "after turn 1"),
        ("card-selection", {"fire": "flames", "fire_since": 2}, "after turn 1"),
        ("maneuver", {"spin": 1, "hand": ["speed"]}, "AH-SPIN-05"),
        ("maneuver", {}, "nobody has a card"),
        ("movement", {"hand": ["speed"]}, "plays none"),
        ("movement", {"commits": "speed+speed"}, "AH-CARD-04"),
        ("fire", {"played": ["speed+speed"]}, "AH-CARD-04"),
    ],
)
def test_a_position_that_cannot_be_is_refused(tmp_path: Path, phase: str, plane: dict[str, Any], said: str) -> None:
    assert said in _fault_of(tmp_path, phase, plane)


def test_with_error_correction_a_lone_dive_is_no_hand(tmp_path: Path) -> None:
    options = {"error-correction": True}
    assert "AH-HAND-11" in _fault_of(tmp_path, "maneuver", {"hand": ["dive"]}, options=options)
    assert "AH-CARD-04" in _fault_of(tmp_path, "movement", {"commits": "dive"}, options=options)


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ({"central": {"mission": "observation"}, "allies": {"balloon": "0709"}}, "AH-MISS-06"),
        ({"central": {"mission": "bombing", "target": "depot"}, "allies": {"airfield": "0715"}}, "AH-MISS-06"),
        ({"central": {"balloon": "0705", "balloon_hits": 20}}, "balloon_hits"),
        ({"central": {"mission": "strafing", "strafed": ["0712", "0712"]}}, "AH-STRAFE-02"),
    ],
)
def test_a_mission_that_cannot_be_flown_so_is_refused(tmp_path: Path, sides: dict[str, Any], said: str) -> None:
    """An observation without a target once took the balloon for it."""
    assert said in _fault_of(tmp_path, "card-selection", {}, sides=sides)


def test_a_month_has_no_aircraft_before_its_orders(tmp_path: Path) -> None:
    for phase in ("maneuver", "fire", "place-aircraft"):
        assert "AH-CAMP-08" in _fault_of(tmp_path, phase, {}, scenario="campaign-month", planes={})


# ---- scenarios


def _scenario(**changes: Any) -> Scenario:
    written = {
        "id": "mine",
        "ruleset": "aces-high",
        "title": "Mine",
        "seats": [
            {"id": "central", "team": "central", "aircraft": ["fokker-dr-i"]},
            {"id": "allies", "team": "allies", "aircraft": ["raf-re8"]},
        ],
        "clauses": ["AH-SCEN-10"],
    }
    return validated(Scenario, Document("mine.yaml", {**written, **changes}))


def test_a_mission_needs_an_aircraft_that_can_fly_it() -> None:
    options = {"scenario-mission": True}
    for mission in ("observation", "bombing"):
        RULESET.bind(_scenario(options=options, setup={"missions": {"allies": mission}}))
        with pytest.raises(AerodromeError, match="AH-MISS-02"):
            RULESET.bind(_scenario(options=options, setup={"missions": {"central": mission}}))
    with pytest.raises(AerodromeError, match="AH-MISS-02"):
        RULESET.bind(_scenario(options=options, setup={"missions": {"allies": "balloon"}}))
    RULESET.bind(_scenario(options=options, setup={"missions": {"allies": "strafing"}}))


@pytest.mark.parametrize("name", ["balloon", "trench", "flak"])
def test_no_aircraft_has_the_name_of_a_target(name: str) -> None:
    seats = [
        {"id": name, "team": "central", "aircraft": ["fokker-dr-i"]},
        {"id": "allies", "team": "allies", "aircraft": ["raf-re8"]},
    ]
    with pytest.raises(AerodromeError, match=f"'{name}'"):
        RULESET.bind(_scenario(seats=seats))


def test_a_month_brings_no_aircraft_of_its_own() -> None:
    month = next(found for found in RULESET.scenarios if found.id == "campaign-month").model_dump(mode="json")
    for setup in ({"ranks": {"central": "ace"}}, {"missions": {"central": "hunting"}}):
        with pytest.raises(AerodromeError, match="AH-CAMP-08"):
            RULESET.bind(validated(Scenario, Document("m", {**month, "setup": {**month["setup"], **setup}})))


# ---- data packs


def _pack(folder: Path, name: str, change: Callable[[list[dict[str, str]]], None]) -> DataPack:
    with (DATA / name).open(newline="") as own:
        rows = list(csv.DictReader(own))
    columns = list(rows[0])
    change(rows)
    (folder / "pack.yaml").write_text("id: mine\nruleset: aces-high\ntitle: Mine\nsource: mine\n")
    with (folder / name).open("w", newline="") as table:
        writer = csv.DictWriter(table, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return DataPack.read(folder)


def _more_stalls(rows: list[dict[str, str]]) -> None:
    stall = next(row for row in rows if row["type"] == "stall")
    rows += [{**stall, "id": str(100 + number)} for number in range(5)]


def _two_climbs(rows: list[dict[str, str]]) -> None:
    rows.append({**next(row for row in rows if row["type"] == "climb"), "id": "100", "kind": "zoom"})


def _each(**cells: str) -> Callable[[list[dict[str, str]]], None]:
    def change(rows: list[dict[str, str]]) -> None:
        for row in rows:
            row.update(cells)

    return change


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("cards.csv", _more_stalls, "at most 7"),
        ("cards.csv", _two_climbs, "of one kind"),
        ("sheets.csv", _each(removed_aerobatic="5"), "no aerobatic card"),
        ("sheets.csv", _each(dice_front="", dice_front_both="2"), "Lewis"),
        ("sheets.csv", _each(dice_front="99999"), "dice_front"),
        ("availability.csv", _each(central="spad-vii"), "no aircraft of central"),
        ("availability.csv", _each(usa="zeppelin"), "no aircraft of usa"),
    ],
)
def test_a_pack_that_cannot_be_played_is_refused(
    tmp_path: Path, name: str, change: Callable[[list[dict[str, str]]], None], said: str
) -> None:
    pack = _pack(tmp_path, name, change)
    with pytest.raises(AerodromeError, match=said):
        RULESET.bind(packs=[pack])


@pytest.mark.clause("AH-CAMP-11")
def test_every_side_can_send_a_single_seater(tmp_path: Path) -> None:
    pack = _pack(tmp_path, "availability.csv", _each(central="roland-c-ii"))
    with pytest.raises(AerodromeError, match="AH-CAMP-11"):
        RULESET.bind("campaign-month", packs=[pack])


# ---- campaign files


def _settings(**changes: Any) -> CampaignSettings:
    given = {
        "start": "1917-04",
        "months": 4,
        "nation": "great-britain",
        "names": {side: list(names) for side, names in CALL_SIGNS.items()},
        "players": ["random", "random"],
        "seed": 1,
    }
    return validated(CampaignSettings, Document("campaign", {**given, **changes}))


@pytest.mark.parametrize("name", ["", " ", " A", "A" * 61, "A\nB", "A\x1b[31m", "\udcff"])
def test_a_name_is_a_name_from_the_start_on(name: str) -> None:
    """Those who wait to replace somebody are looked at as well."""
    for place in (0, 5):
        names = list("ABCDE")
        names.insert(place, name)
        with pytest.raises(AerodromeError, match="is no name"):
            _settings(names={"central": names, "allies": list("abcde")})


def _months_of_nothing(file: Path, change: Callable[[dict[str, Any], list[dict[str, Any]]], None]) -> None:
    """A campaign file with two months in which nobody flew, and what somebody made of it."""
    CampaignFile.begin(file, _settings(), RULESET)
    header = json.loads(file.read_text())
    lines = []
    for number, month in enumerate(("1917-04", "1917-05"), 1):
        falke = {"side": "central", "name": "Falke", "experience": 0, "kills": 0, "fate": "fit"}
        flown = {"missions": {"central": "hunting", "allies": "hunting"}, "winner": None, "flown": [falke]}
        beside = {"file": f"spring-{month}.jsonl", "sha256": "0" * 64}
        outcome = {"month": month, **flown}
        lines.append({"record": "match", "number": number, "label": month, **beside, "outcome": outcome})
    change(header, lines)
    file.write_text("\n".join(json.dumps(line) for line in (header, *lines)) + "\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _, lines: lines[0]["outcome"].update(missions={"central": "hunting"}), ":2 (missions)"),
        (lambda _, lines: lines[0]["outcome"]["flown"][0].update(acquired=[99]), ":2 (flown.0.acquired.0)"),
        (lambda _, lines: lines[1]["outcome"]["flown"].append(lines[1]["outcome"]["flown"][0]), ":3 (flown)"),
        (lambda _, lines: lines[1]["outcome"]["flown"][0].update(name="Nobody"), ":3: 'Nobody'"),
        (lambda _, lines: lines[1]["outcome"].update(month="1917-04"), ":3 (label)"),
        (lambda _, lines: lines[1].update(label="1917-06", outcome={**lines[0]["outcome"], "month": "1917-06"}), ":3:"),
        (lambda _, lines: lines[0].update(file="../../passwd"), ":2 (file)"),
        (lambda _, lines: lines[0].update(file=""), ":2 (file)"),
        (lambda header, _: header["settings"].update(seats={}, players=[]), ":1 (seats)"),
    ],
)
def test_a_line_of_a_campaign_that_cannot_be_is_named(
    tmp_path: Path, change: Callable[[dict[str, Any], list[dict[str, Any]]], None], said: str
) -> None:
    file = tmp_path / "spring.jsonl"
    _months_of_nothing(file, change)
    with pytest.raises(AerodromeError) as fault:
        CampaignFile.read(file)
    assert f"spring.jsonl{said}" in str(fault.value)


def test_an_untouched_copy_of_that_file_is_read(tmp_path: Path) -> None:
    _months_of_nothing(tmp_path / "spring.jsonl", lambda *_: None)
    assert CampaignFile.read(tmp_path / "spring.jsonl").campaign.month == "1917-06"


@pytest.mark.clause("AH-CAMP-06")
def test_a_replacement_takes_no_name_that_is_borne(tmp_path: Path) -> None:
    names = {"central": ["Replacement 1", "B", "C", "D", "E"], "allies": list("abcde")}
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, _settings(names=names), RULESET)
    campaign = CampaignFile.read(file).campaign
    campaign.squadrons["central"].members[1].dead = True
    campaign.squadrons["central"].replace_dead()
    assert [member.name for member in campaign.squadrons["central"].members][:2] == ["Replacement 1", "Replacement 2"]


def test_a_new_campaign_takes_over_no_match_of_an_old_one(tmp_path: Path) -> None:
    """A finished month of the same name would have been entered unplayed."""
    (tmp_path / "spring-1917-06.jsonl").write_text("an old one")
    with pytest.raises(AerodromeError, match=r"spring-1917-06\.jsonl"):
        CampaignFile.begin(tmp_path / "spring.jsonl", _settings(), RULESET)
    assert not (tmp_path / "spring.jsonl").exists()


def test_two_runs_on_one_file_lose_no_month(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, _settings(), RULESET)
    one, two = CampaignFile.read(file), CampaignFile.read(file)
    one.play_month(RULESET, lambda match, _: _expire(match))
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(AerodromeError, match="was changed while 1917-04 was played"):
        two.play_month(RULESET, lambda match, _: _expire(match))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == kept


def test_an_adjourned_month_keeps_its_players(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, _settings(), RULESET)
    found = CampaignFile.read(file)

    def leave(match: Any, path: Path) -> None:
        record.save(match, path)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found.play_month(RULESET, leave)
    assert CampaignFile.read(file).adjourned
    with pytest.raises(AerodromeError, match="begun with other players: random, random"):
        CampaignFile.read(file).play_month(RULESET, lambda match, _: _expire(match), players=["heuristic", "random"])
    CampaignFile.read(file).play_month(RULESET, lambda match, _: _expire(match), players=["random", "random"])


def _expire(match: Any) -> None:
    while match.pending:
        for seat in match.pending:
            match.expire(seat)
