"""Wings of War: data, geometry of the game, whole matches, the mirror law, secrecy, bots."""

from __future__ import annotations

import random
import re
from collections import Counter
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from aerodrome.bots import RandomBot, play_out
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError, Illegal
from aerodrome.geometry.table import Pose, overlap
from aerodrome.match import Match
from aerodrome.packs import DataPack
from aerodrome.plugins import Plugins
from aerodrome.scenarios import Scenario
from aerodrome.situations import run
from aerodrome.testing import twins
from aerodrome.visibility import REFEREE, SPECTATOR
from aerodrome_wings_of_war import plans
from aerodrome_wings_of_war.bot import HeuristicBot
from aerodrome_wings_of_war.cards import BASE, TABLES, guns_of, read_damage, read_decks, read_planes
from aerodrome_wings_of_war.ruleset import WingsOfWarRuleset
from aerodrome_wings_of_war.vocabulary import (
    CLIMB,
    DIVE,
    IMMELMANN,
    KINDS,
    STALL_MARK,
    STEEP_MARK,
    STRAIGHT_MARK,
    SYMBOLS,
)
from laws import LOT, play, wavering

RULESET = WingsOfWarRuleset()
SITUATIONS = sorted((Path(__file__).parent.parent / "examples" / "situations" / "wings-of-war").glob("*.yaml"))
SWITCHES = [n for n, i in RULESET.option_fields().items() if i.annotation is bool and n != "short-deck"]


# ---- situations, and the plugin itself


@pytest.mark.parametrize("file", SITUATIONS, ids=lambda file: file.stem)
def test_situation(file: Path) -> None:
    report = run(file, lambda _: RULESET)
    assert report.passed, "\n".join(report.differences)


def test_the_plugin_is_installed() -> None:
    plugins = Plugins.load()
    assert plugins.reports["wings-of-war"].failures == []
    assert "heuristic" in plugins.bots("wings-of-war")


# ---- data (WW-SETUP, WW-MISS-05)


def test_decks_hold_as_many_cards_as_the_chart_says() -> None:
    totals = {
        "A": 18,
        "B": 20,
        "C": 22,
        "D": 22,
        "E": 20,
        "F": 22,
        "G": 18,
        "H": 17,
        "I": 20,
        "J": 20,
        "K": 17,
        "L": 24,
    }
    decks = read_decks(())
    assert {letter: sum(decks[letter].copies) for letter in totals} == totals
    for deck in decks.values():
        assert deck.copies[CLIMB] == deck.copies[DIVE] == 1
        assert (deck.copies[IMMELMANN] == 0) == (deck.letter in "HK")
        for kind, name in enumerate(KINDS):
            if name.endswith("-left"):
                other = KINDS.index(name.removesuffix("-left") + "-right")
                if deck.copies[kind] and deck.copies[other]:
                    assert deck.motions[kind] == deck.motions[other].mirrored()


@pytest.mark.clause("WW-STEEP-01", "WW-STEEP-05", "WW-IMMEL-05", "WW-CLIMB-03", "WW-DIVE-03")
def test_marks_on_the_cards() -> None:
    marks = read_decks(())["L"].marks
    by_name = dict(zip(KINDS, marks, strict=False))
    stalls = {name for name, mark in by_name.items() if mark & STALL_MARK}
    assert stalls == {"stall", "stall-turn-left", "stall-turn-right"}
    assert all(by_name[name] & STEEP_MARK for name in (*stalls, "climb", "dive", "wide-sideslip-left"))
    assert {name for name, mark in by_name.items() if mark & STRAIGHT_MARK} == {"straight", "short-straight"}


@pytest.mark.clause("WW-SETUP-06", "WW-COMP-01", "WW-INTER-05")
def test_damage_decks() -> None:
    cards = read_damage((), no_explosions=False)
    assert [len(deck) for deck in cards.decks] == [37, 44]
    assert sum(cards.values[card] for card in cards.decks[0]) == 59
    symbols = Counter(SYMBOLS[cards.symbols[card]] for card in cards.decks[0])
    assert symbols["cross-red"] == symbols["cross-green"] == 2
    assert symbols["engine"] == symbols["fire"] == symbols["explosion"] == 1
    assert [cards.serials[card] for card in cards.decks[1]] == list(range(1, 45))
    assert "a-explosion" not in read_damage((), no_explosions=True).ids


@pytest.mark.clause("WW-SETUP-07", "WW-CLIMB-02")
def test_planes() -> None:
    planes = read_planes(())
    assert len(planes) == 26
    first_series = ("fokker-dr-i", "albatros-d-va", "sopwith-camel", "spad-xiii")
    assert all(planes[name].front_gun == "A" for name in first_series)
    assert planes["albatros-d-va"].climb_value == 3
    assert planes["sopwith-camel"].climb_value == 2
    assert all(row.deck in read_decks(()) for row in planes.values())


def test_a_data_pack_replaces_a_table(tmp_path: Path) -> None:
    own = (Path(plans.__file__).parent / "data" / "planes.csv").read_text(encoding="utf-8")
    (tmp_path / "planes.csv").write_text(
        own.replace("fokker-dr-i,Fokker Dr.I,Central,D,", "fokker-dr-i,Fokker Dr.I,Central,B,")
    )
    (tmp_path / "pack.yaml").write_text("id: mine\nruleset: wings-of-war\ntitle: Mine\nsource: my own box\n")
    rules = RULESET.bind(None, {}, [DataPack.read(tmp_path)])
    assert rules.planes[0].deck.letter == "B"  # type: ignore[attr-defined]
    assert rules.data_digest != RULESET.bind().data_digest
    assert set(TABLES) == {"planes.csv", "decks.csv", "arrows.csv", "damage.csv"}


@pytest.mark.parametrize(
    ("table", "old", "new", "text"),
    [
        ("decks.csv", "A,1.0,3,0,", "A,1.0,1,0,", r"decks.csv:2 \(short_straight\): a deck needs two straights"),
        ("damage.csv", "a-0,A,0,none,10,", "a-0,A,0,none,100000000,", r"damage.csv:2 \(count\): .* at most|less than"),
    ],
)
def test_a_data_pack_with_which_nobody_could_play(tmp_path: Path, table: str, old: str, new: str, text: str) -> None:
    own = (Path(plans.__file__).parent / "data" / table).read_text(encoding="utf-8")
    assert old in own
    (tmp_path / table).write_text(own.replace(old, new), encoding="utf-8")
    (tmp_path / "pack.yaml").write_text("id: mine\nruleset: wings-of-war\ntitle: Mine\nsource: my own box\n")
    with pytest.raises(AerodromeError, match=text):
        RULESET.bind(None, {}, [DataPack.read(tmp_path)])


@pytest.mark.clause("WW-SETUP-09", "WW-HIGH-03", "WW-ALT-01")
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"landing": True}, "landing needs altitude"),
        ({"blind-spot": True}, "blind-spot needs two-seaters"),
        ({"disruption": True}, "disruption needs tailing or aiming"),
        ({"altitude": True, "start-level": 5}, "start level"),
        ({"floor": 2}, "flying-high"),
        ({"altitude": True, "flying-high": True, "floor": 2, "start-level": 6}, "between 2 and 5"),
        ({"altitude": True, "flying-high": True, "floor": 12, "start-level": 14}, "Dr.I cannot fly at level 14"),
    ],
)
def test_options_that_do_not_fit_together(options: dict[str, Any], text: str) -> None:
    with pytest.raises(AerodromeError, match=text):
        RULESET.bind(None, options)


@pytest.mark.clause("WW-INTER-22", "WW-TWO-01", "WW-TAKE-01")
def test_missions_that_need_an_option() -> None:
    with pytest.raises(AerodromeError, match="two-seaters"):
        RULESET.bind("istrian-raid", {"two-seaters": False})
    with pytest.raises(AerodromeError, match="landing"):
        RULESET.bind("scramble", {"landing": False})


CROWD = [{"id": f"dr{n}", "seat": "german", "aircraft": "fokker-dr-i"} for n in range(1, 21)]


@pytest.mark.clause("WW-MISS-04", "WW-SETUP-02", "WW-LAND-01")
@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ({"start": "half-ruler"}, "20 airplanes do not fit beside each other .* at most 15"),
        ({"start": "middle"}, "dr1 starts off the table"),
        ({"start": "left-corner"}, "20 airplanes do not fit into one corner"),
        ({"start": {"x_cm": 35, "y_cm": 35}}, "dr1 and dr2 start in the same place"),
        ({"start": {"x_cm": float("nan"), "y_cm": 35}}, "finite number"),
        ({"id": "hold"}, "cannot be called 'hold'"),
        ({"width_cm": float("inf")}, "finite number"),
        ({"distance_cm": 1e9}, "less than or equal to 1000"),
        ({"target": {"front_of": "allied", "distance_cm": 500}}, "target card lies off the table"),
        ({"checked": {"team": "nobody"}}, "there is no side 'nobody'"),
        ({"strip": {"x_cm": -50, "y_cm": 10}}, "landing strip lies off the table"),
    ],
)
def test_scenarios_in_which_nobody_could_start(setup: dict[str, Any], text: str) -> None:
    plane = {name: setup[name] for name in ("start", "id") if name in setup}
    crowd = [{**each, **plane} for each in (CROWD if "start" in plane else CROWD[:1])]
    camel = {"id": "camel", "seat": "allied", "aircraft": "sopwith-camel"}
    table = {name: value for name, value in setup.items() if name not in plane}
    duel = RULESET.scenario("duel-over-the-trenches")
    written = duel.model_copy(update={"setup": {"distance_cm": 90, **table, "planes": [*crowd, camel]}})
    with pytest.raises(AerodromeError) as caught:
        RULESET.bind(written)
    assert re.search(text, str(caught.value).replace("\n", " "))


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ({"planes": {"dr1": {"x": 500, "y": 5}}}, "in play and off the table"),
        ({"planes": {"dr1": {"level": 9}}}, "cannot fly at level 9"),
        ({"planes": {"dr1": {"level": -1}}}, "cannot fly at level -1"),
        ({"planes": {"dr1": {"level": "ground"}}}, "needs the option landing"),
        ({"planes": {"dr1": {"damage": 13}}}, "in play with 13 points of damage"),
        ({"planes": {"dr1": {"damage": ["a-5", "a-4", "a-4"]}}}, "in play with 13 points of damage"),
        ({"planes": {"dr1": {"tails": "camel"}}}, "cannot tail camel"),
        ({"step": 3}, "after 3 cards there is no phase move"),
    ],
)
def test_positions_that_cannot_come_up(position: dict[str, Any], text: str) -> None:
    rules = RULESET.bind(None, {"altitude": True})
    with pytest.raises(AerodromeError, match=text):
        Match.at_position(rules, RULESET.position_model(phase="move", **position), Chance.of(1))


# ---- missions


@pytest.mark.clause("WW-MISS-01", "WW-MISS-03", "WW-MISS-04", "WW-MISS-11", "WW-MISS-21", "WW-MISS-31", "WW-MISS-41",
                    "WW-MISS-51", "WW-MISS-61", "WW-SETUP-08")  # fmt: skip
@pytest.mark.parametrize("scenario", [scenario.id for scenario in RULESET.scenarios])
def test_airplanes_start_on_the_table_apart_and_towards_the_enemy(scenario: str) -> None:
    rules: Any = RULESET.bind(scenario)
    assert RULESET.scenarios[0].id == "duel-over-the-trenches"
    for plane in rules.planes:
        for _, pose in plane.starts:
            assert all(-1e-6 <= x <= rules.area.width + 1e-6 for x, _ in BASE.corners(pose))
            assert all(-1e-6 <= y <= rules.area.depth + 1e-6 for _, y in BASE.corners(pose))
            if scenario not in ("scramble", "melee"):
                assert pose.heading == (270.0 if plane.team else 90.0)
    for one in rules.planes:
        for two in rules.planes:
            if one.number < two.number and one.team == two.team and not one.on_ground:
                pairs = [(a, b) for _, a in one.starts for _, b in two.starts]
                assert not any(BASE.polygon(a).intersection(BASE.polygon(b)).area > 1e-6 for a, b in pairs)


MISSIONS = {
    "duel-over-the-trenches": ("fokker-dr-i", "sopwith-camel"),
    "duel-over-the-trenches-a": ("albatros-d-va", "spad-xiii"),
    "duel-over-the-trenches-b": ("sopwith-camel", "sopwith-triplane"),
    "dawn-patrol": ("fokker-dr-i albatros-d-va", "sopwith-camel spad-xiii"),
    "dawn-patrol-a": ("sopwith-camel albatros-d-va", "sopwith-triplane spad-xiii"),
    "how-to-become-an-ace": ("halberstadt-d-iii", "nieuport-11"),
    "istrian-raid": ("ufag-c-i halberstadt-d-iii", "nieuport-11 hanriot-hd1"),
    "no-quiet-on-the-western-front": (
        "fokker-dr-i albatros-d-va halberstadt-d-iii",
        "sopwith-camel nieuport-11 spad-xiii",
    ),
    "wings-over-flanders": ("fokker-dr-i albatros-d-va halberstadt-d-iii", "sopwith-camel airco-dh4 hanriot-hd1"),
}
"""Who flies for the first team and who for the second, as the missions say."""
LARGER = {
    "dawn-patrol-four": "dawn-patrol", "istrian-raid-four": "istrian-raid",
    "no-quiet-on-the-western-front-six": "no-quiet-on-the-western-front",
    "wings-over-flanders-six": "wings-over-flanders",
}  # fmt: skip
"""The same for as many players as there are airplanes."""


@pytest.mark.clause("WW-MISS-11", "WW-MISS-13", "WW-MISS-21", "WW-MISS-23", "WW-MISS-31", "WW-MISS-41", "WW-MISS-51",
                    "WW-MISS-61")  # fmt: skip
@pytest.mark.parametrize("mission", MISSIONS)
def test_who_flies_in_a_mission(mission: str) -> None:
    planes: Any = RULESET.bind(mission).planes  # type: ignore[attr-defined]
    sides = tuple(" ".join(plane.row.id for plane in planes if plane.team == team) for team in (0, 1))
    assert sides == MISSIONS[mission]


@pytest.mark.clause("WW-MISS-21", "WW-MISS-41", "WW-MISS-51", "WW-MISS-61", "WW-SETUP-03")
@pytest.mark.parametrize("mission", LARGER)
def test_a_mission_for_one_player_an_airplane(mission: str) -> None:
    large: Any = RULESET.bind(mission)
    small: Any = RULESET.bind(LARGER[mission])
    assert [len(fleet) for fleet in large.fleets] == [1] * len(large.planes)
    assert [(p.row.id, p.team, p.starts, p.guns) for p in large.planes] == [
        (p.row.id, p.team, p.starts, p.guns) for p in small.planes
    ]
    assert (large.area, large.target, large.setup.task) == (small.area, small.target, small.setup.task)
    assert large.sides == small.sides


@pytest.mark.clause("WW-MISS-04")
def test_start_places_of_the_missions() -> None:
    def places(mission: str, name: str) -> dict[str, Pose]:
        rules: Any = RULESET.bind(mission)
        return dict(rules.planes[rules.plane_number(name)].starts)

    assert places("duel-over-the-trenches", "dr1") == {"default": Pose(350.0, 34.0, 90.0)}
    assert places("dawn-patrol", "albatros")["default"] == Pose(394.0, 34.0, 90.0)
    assert places("dawn-patrol", "spad")["default"] == Pose(306.0, 866.0, 270.0)
    assert all(pose.y == 100.0 for pose in places("istrian-raid", "ufag").values())
    for name, corner in (("dh4", 1000.0), ("camel", 1000.0), ("hanriot", 0.0)):
        poses = places("wings-over-flanders", name).values()
        assert all(hypot(corner - pose.x, 1600.0 - pose.y) <= 100.0 for pose in poses)


@pytest.mark.clause("WW-TAKE-01", "WW-LAND-01")
def test_take_offs_begin_on_the_strip() -> None:
    rules: Any = RULESET.bind("scramble")
    one, two = (plane.starts for plane in rules.planes if plane.on_ground)
    assert len(one) == len(two) == 14
    assert {pose.heading for _, pose in one} == {0.0, 180.0}
    for _, a in one:
        assert rules.strip.holds(a.x, a.y)
        assert not any(overlap(BASE, a, b) for _, b in two)


@pytest.mark.clause("WW-LAND-01")
def test_the_strip_has_its_least_size_and_its_edge_belongs_to_it() -> None:
    rules: Any = RULESET.bind(None, {"altitude": True, "landing": True})
    assert (rules.strip.base.length, rules.strip.base.width) == (270.0, 90.0)
    assert rules.strip.holds(350.0 + 135.0, 350.0 + 45.0)
    assert not rules.strip.holds(350.0 + 135.1, 350.0)
    written = RULESET.scenario("scramble").model_dump()
    written["setup"]["strip"]["width_cm"] = 8.9
    with pytest.raises(AerodromeError, match=r"strip\.width_cm"):
        RULESET.bind(Scenario.model_validate(written))


@pytest.mark.clause("WW-TWO-01", "WW-TWO-02")
def test_guns_of_two_seaters() -> None:
    planes = read_planes(())
    both = guns_of(planes["breguet-14"], None, None)
    assert [(gun.name, gun.deck, gun.arc.axis) for gun in both] == [("front", 1, 0.0), ("rear", 0, 180.0)]
    (rear,) = guns_of(planes["breguet-14"], "none", None)
    assert rear.name == "rear"
    assert [gun.name for gun in guns_of(planes["fokker-dr-i"], None, None)] == ["front"]


@pytest.mark.clause("WW-MISS-12", "WW-MISS-13", "WW-MISS-22", "WW-MISS-23", "WW-MISS-32", "WW-MISS-42", "WW-MISS-52",
                    "WW-MISS-62", "WW-MISS-02")  # fmt: skip
def test_what_the_missions_say() -> None:
    def facts(name: str) -> tuple[float, float, str]:
        setup: Any = RULESET.bind(name)
        return setup.area.width, setup.area.depth, setup.setup.scoring

    assert facts("duel-over-the-trenches") == (700, 700, "duel")
    assert facts("dawn-patrol") == (700, 900, "points")
    assert facts("how-to-become-an-ace") == (700, 700, "duel")
    assert facts("istrian-raid") == (1000, 1400, "points")
    assert facts("no-quiet-on-the-western-front") == (1000, 900, "points")
    assert facts("wings-over-flanders") == (1000, 1600, "points")
    assert RULESET.bind("istrian-raid").target == Pose(500.0, 1150.0, 0.0)  # type: ignore[attr-defined]
    assert RULESET.bind("wings-over-flanders").target == Pose(500.0, 350.0, 0.0)  # type: ignore[attr-defined]
    captured: Any = RULESET.bind("duel-over-the-trenches-b")
    assert [plane.row.id for plane in captured.planes] == ["sopwith-camel", "sopwith-triplane"]
    assert captured.planes[1].guns[0].deck == 0


# ---- whole matches


@pytest.mark.clause("WW-INTER-28", "WW-SETUP-02", "WW-SETUP-03")
@pytest.mark.parametrize("block", range(4))
def test_random_matches_over_missions_and_options(block: int) -> None:
    for number in range(0, 25 * LOT, LOT):
        play("wings-of-war", number + block, record=number % 3 == 0)


# ---- the mirror law


@pytest.mark.clause("WW-MOVE-05", "WW-MOVE-06")
@pytest.mark.parametrize(
    "names",
    ["", "exact-overlap", "aiming tailing disruption", "illegal-crash", "altitude overdive cloud flying-high"],
)
def test_a_match_and_its_mirror_image_stay_mirror_images(names: str) -> None:
    """Cards mirrored, same dice: the Albatros and the SPAD have as many left as right cards. The table is wide, so that
    they meet for long."""
    rules: Any = RULESET.bind(wide_duel(), {**dict.fromkeys(names.split(), True), "round-limit": 12})
    rounds = 0
    for seed in range(20):
        one, two = (Match.create(rules, seed, record=False) for _ in range(2))
        shift = 37.0 + seed  # off the common line: of two equally near free places the one to the left is taken
        one.state.planes[0].x += shift
        two.state.planes[0].x -= shift
        chance = random.Random(seed)
        while one.pending:
            assert one.pending == two.pending
            for seat in one.pending:
                picks = []
                while options_now := one.options(seat):
                    picks.append(chance.choice(options_now))
                    one.pick(seat, picks[-1])
                for option in picks:
                    two.pick(seat, mirrored(option.key))
                one.seal(seat)
                two.seal(seat)
            for a, b in zip(one.state.planes, two.state.planes, strict=True):
                assert abs(a.x + b.x - rules.area.width) < 1e-6
                assert abs(a.y - b.y) < 1e-6
                assert (a.total, a.fate, a.level) == (b.total, b.fate, b.level)
        assert two.over
        rounds += one.state.round
    assert rounds > 30


def wide_duel() -> Scenario:
    written = RULESET.scenario("duel-over-the-trenches-a").model_dump()
    setup = written["setup"]
    setup["width_cm"] = setup["distance_cm"] = 200
    setup["planes"] = [
        {**plane, "start": {"x_cm": 100, "y_cm": y, "heading": heading}}
        for plane, y, heading in zip(setup["planes"], (80, 120), (90, 270), strict=True)
    ]
    return Scenario.model_validate(written)


def mirrored(key: str) -> str:
    return key.replace("-left", "-?").replace("-right", "-left").replace("-?", "-right")


# ---- secrecy


@pytest.mark.clause("WW-SEC-01", "WW-SEC-02", "WW-SEC-06", "WW-SEC-08", "WW-SEC-14", "WW-SEC-15")
def test_what_is_closed_to_others() -> None:
    match = Match.create(RULESET.bind("dawn-patrol-four", {"special-damage": True}), 3)
    while match.pending and match.phase.id == "planning":
        for seat in match.pending:
            while options := match.options(seat):
                match.pick(seat, options[0])
            match.seal(seat)
            break
    closed = {"plan", "hits", "total", "no_left", "no_right", "pilot_wounded", "engine_damaged", "observer_wounded"}
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        state = match.view(viewer)["state"]
        assert "deck_a" not in state
        for plane in state["planes"].values():
            assert closed.isdisjoint(plane) or plane["seat"] == viewer
            assert {"x", "heading", "jams", "smoke", "flames", "level", "counters", "aims"} <= set(plane)


SECRETIVE = ("special-damage", "tailing", "aiming", "disruption")


@pytest.mark.clause("WW-SEC-01", "WW-SEC-02", "WW-SEC-06", "WW-SEC-10")
@pytest.mark.parametrize(
    ("scenario", "more", "number"),
    [
        ("dawn-patrol-four", ("altitude", "cloud", "overdive"), 13),
        ("istrian-raid", ("note-damage",), 3),
        ("melee", (), 5),
    ],
)
def test_what_is_imagined_hangs_on_nothing_that_is_hidden(scenario: str, more: tuple[str, ...], number: int) -> None:
    """From a twin, in which everything hidden is drawn otherwise, a seat imagines just the same."""
    match = Match.create(RULESET.bind(scenario, dict.fromkeys((*SECRETIVE, *more), True)), number)
    chance = Chance.of(number)
    pilot = wavering(HeuristicBot())
    while match.pending and match.decision < 40:
        for seat in range(len(match.rules.seats)) if match.decision > 5 else ():
            copy = twins.twin(match, seat, Chance.of(match.decision + 7))
            one, two = (each.imagine(seat, Chance.of(match.decision)) for each in (match, copy))
            assert one.view(seat) == match.view(seat)
            assert one.view(REFEREE)["state"] == two.view(REFEREE)["state"], (match.decision, seat)
        for seat in match.pending:
            pilot(match, seat, chance)


@pytest.mark.clause("WW-SEC-05", "WW-TAIL-04")
def test_a_card_that_was_shown_is_forgotten_at_its_reveal() -> None:
    planes: dict[str, Any] = {
        "dr1": {"x": 20, "y": 20, "heading": 0, "tails": "camel"},
        "camel": {"x": 30, "y": 20, "heading": 0, "plan": ["turn-left", "straight", "straight"]},
    }
    position = RULESET.position_model(phase="tail-show", round=2, planes=planes)
    match = Match.at_position(RULESET.bind(None, {"tailing": True}), position, Chance.of(1))
    assert match.view(0)["state"]["planes"]["dr1"]["shown_card"] == "turn-left"
    match.order(0, match.options(0)[0])
    assert match.phase.id == "fire"
    assert match.view(0)["state"]["planes"]["dr1"]["shown_card"] is None
    assert len({match.imagine(0, Chance.of(n)).state.planes[1].plan[1] for n in range(20)}) > 4


@pytest.mark.clause("WW-SEC-02", "WW-SEC-11")
def test_everything_hidden_is_open_when_the_match_is_over() -> None:
    match = Match.create(RULESET.bind("dawn-patrol"), 3)
    seats = range(len(match.rules.seats))
    play_out(match, {seat: HeuristicBot() for seat in seats}, {seat: Chance.of(seat) for seat in seats})
    plane = next(iter(match.view(REFEREE)["state"]["planes"].values()))
    assert {"plan", "hits", "total", "pilot_wounded"} <= set(plane)
    assert {"order", "damage"} <= {event.kind for event in match.log(REFEREE)}


# ---- bots


def test_the_heuristic_bot_beats_random_play() -> None:
    rules = RULESET.bind()
    won = 0
    for seed in range(10):
        for side in (0, 1):
            match = Match.create(rules, seed, record=False)
            play_out(match, {side: HeuristicBot(), 1 - side: RandomBot()}, {n: Chance.of(2 * seed + n) for n in (0, 1)})
            assert match.result is not None
            won += match.result.winner == rules.team_name(side)
    assert won >= 17


def test_the_heuristic_bot_plays_every_mission_and_all_options() -> None:
    for scenario in RULESET.scenarios:
        every = scenario.id in ("istrian-raid", "scramble")
        options = {**(dict.fromkeys(SWITCHES, True) if every else {}), "round-limit": 2}
        match = Match.create(RULESET.bind(scenario.id, options), 5, record=False)
        seats = range(len(match.rules.seats))
        play_out(match, dict.fromkeys(seats, HeuristicBot()), {n: Chance.of(n) for n in seats})
        assert match.result is not None


# ---- free games


@pytest.mark.clause("WW-SETUP-01", "WW-WIN-05")
def test_a_free_game_with_any_planes_and_a_round_limit() -> None:
    scenario = Scenario.model_validate(
        {
            "id": "mine",
            "ruleset": "wings-of-war",
            "title": "Mine",
            "seats": [{"id": "red"}, {"id": "blue"}],
            "setup": {
                "width_cm": 120,
                "distance_cm": 150,
                "scoring": "points",
                "planes": [
                    {"id": "one", "seat": "red", "aircraft": "fokker-d-vii", "start": {"x_cm": 30, "y_cm": 20}},
                    {"id": "two", "seat": "blue", "aircraft": "sopwith-snipe"},
                    {"id": "three", "seat": "blue", "aircraft": "raf-se5a"},
                ],
            },
        }
    )
    match = Match.create(RULESET.bind(scenario, {"round-limit": 1}), 1)
    assert match.state.planes[0].pose == Pose(300.0, 200.0, 90.0)
    while match.pending:
        for seat in match.pending:
            match.expire(seat)
    assert match.result is not None
    assert match.result.rule == "WW-WIN-05"
    assert match.result.winner is None


def test_a_refusal_names_every_reason() -> None:
    rules = RULESET.bind(None, {"altitude": True})
    written = {"phase": "planning", "planes": {"dr1": {"level": 3, "counters": 1, "last": "stall"}}}
    match = Match.at_position(rules, RULESET.position_model.model_validate(written), Chance.scripted([]))
    with pytest.raises(Illegal) as refused:
        match.pick(0, "plane:dr1+card:climb")
    assert set(refused.value.clauses) == {"WW-STEEP-03", "WW-CLIMB-05", "WW-ALT-03"}
