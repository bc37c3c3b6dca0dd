"""Blue Max as people see it: lists of options, the map in the terminal, the picture, a recorded match, the end."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from aerodrome import record
from aerodrome.aircraft import register
from aerodrome.bots import RandomBot, play_out
from aerodrome.chance import Chance, Seed
from aerodrome.errors import NotNow
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.visibility import REFEREE, SPECTATOR
from aerodrome_blue_max.binding import own_tables
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.ruleset import BlueMaxRuleset
from aerodrome_blue_max.sentences import LOST
from aerodrome_blue_max.vocabulary import CAUSES

RULESET = BlueMaxRuleset()
MATCHES = Path(__file__).parent.parent / "examples" / "matches"
clause = pytest.mark.clause


def at(scenario: str, position: dict[str, Any], *dice: object, **options: Any) -> Match:
    rules = RULESET.bind(scenario, {name.replace("_", "-"): value for name, value in options.items()})
    return Match.at_position(rules, RULESET.position_model.model_validate(position), Chance.scripted(dice), Seed.of(0))


def text(match: Match, viewer: int) -> str:
    return RULESET.text(match.rules, match.view(viewer))  # type: ignore[arg-type]


def remarks(match: Match, seat: int) -> dict[str, str]:
    view = match.view(seat)
    return {option.key: RULESET.remark(match.rules, view, option) for option in match.options(seat)}  # type: ignore[arg-type]


def test_every_plane_stands_in_the_register() -> None:
    assert {row.id for row in own_tables().planes} <= set(register())


# ---- lists of options


def test_maneuvers_are_listed_by_speed_the_plain_ones_first_the_spin_behind() -> None:
    match = at("duel", {"phase": "planning"})
    rules = match.rules
    assert isinstance(rules, BlueMaxRules)
    listed = [rules.order(option)[0] for option in match.options(0)]
    groups = [(speed, list(group)) for speed, group in groupby(listed, key=rules.charts.speed.__getitem__)]
    assert [speed for speed, _ in groups] == [1, 2, 3]
    assert all(rules.charts.plain[group[0]] for _, group in groups)
    assert rules.charts.spin not in (listed[0], listed[-1])
    fast = at("duel", {"phase": "planning", "planes": {"allies": {"last": "3S3"}}})
    speeds = [rules.charts.speed[rules.order(option)[0]] for option in fast.options(0)]
    assert [speed for speed, _ in groupby(speeds)] == [2, 1, 3, 4]


def test_labels_say_what_a_maneuver_does_and_remarks_where_it_ends() -> None:
    match = at("duel", {"phase": "planning", "planes": {"central": {"at": "0810", "facing": 0}}}, altitude=True)
    labels = {option.key: option.label for option in match.options(1)}
    assert labels["maneuver:14L3+token:dive"] == "14L3 turn left, speed 3, dive"
    assert labels["maneuver:0S2+token:stable"] == "0S2 spin, speed 1, stable"
    found = remarks(match, 1)
    assert found["maneuver:14L3+token:stable"] == "0708 NW"
    assert found["maneuver:14L3+token:dive"] == "0708 NW, to level 4"
    assert found["maneuver:0S2+token:stable"] == "0810 N, to level 4"
    assert max(len(label) for label in labels.values()) <= 40


def test_a_way_off_the_map_is_marked() -> None:
    match = at("duel", {"phase": "planning", "planes": {"central": {"at": "0102", "facing": 0}}})
    assert remarks(match, 1)["maneuver:2S2"] == "off map"
    assert remarks(match, 1)["maneuver:5S1"] == "0101 N!"
    match = at("duel", {"phase": "planning", "planes": {"central": {"at": "0103", "facing": 0}}})
    assert remarks(match, 1)["maneuver:5S1"] == "0102 N"  # 7R1 leads back


# ---- what an order leads to


def explained(match: Match, seat: int, key: str) -> dict[str, object]:
    return {row.label: row.value for row in match.explain(seat, key)}


@clause("BM-ALT-05", "BM-ALT-10", "BM-DOWN-03", "BM-SPIN-08", "BM-GLIDE-05")
def test_a_token_says_what_it_does_before_it_is_chosen() -> None:
    """A climb too high, a landing, a spin or a glide near the ground: none of them comes without a warning."""
    planes = {"allies": {"at": "0810", "facing": 0, "level": 4}, "central": {"at": "0812", "facing": 0, "level": 1}}
    match = at("duel", {"phase": "planning", "planes": planes}, altitude=True)
    high, low = remarks(match, 0), remarks(match, 1)
    assert high["maneuver:2S2+token:climb"] == "0808 N, stalls, too high"
    assert high["maneuver:2S2+token:dive"] == "0808 N, to level 3"
    assert low["maneuver:2S2+token:climb"] == "0810 N, to level 2"
    assert low["maneuver:2S2+token:land"] == "0810 N, lands: shot down"
    assert low["maneuver:0S2+token:stable"] == "0812 N, to the ground: shot down"
    assert (
        explained(match, 0, "maneuver:2S2+token:climb")["level"] == "too high to climb: stays at 4, stalled, may spin"
    )
    assert explained(match, 1, "maneuver:2S2+token:land")["level"] == "the plane lands, which counts as shot down"
    gliding = {"central": {**planes["central"], "deadline": 1}, "allies": planes["allies"]}
    match = at("duel", {"phase": "planning", "round": 1, "planes": gliding}, altitude=True)
    stable = next(option for option in match.options(1) if option.facts["maneuver"] != "0S2")
    assert "to the ground: shot down" in remarks(match, 1)[stable.key]
    assert match.explain(1, stable)[2].clause == "BM-GLIDE-05"


def test_an_explanation_speaks_in_words() -> None:
    match = at("duel", {"phase": "planning", "planes": {"central": {"at": "0102", "facing": 0}}})
    assert explained(match, 1, "maneuver:6R1") == {"ends": "in 0101, nose north-east", "speed": 1}
    assert explained(match, 1, "maneuver:2S2")["ends"] == "off the map: the plane is lost"
    assert "spin leads off the map" in str(explained(match, 1, "maneuver:5S1")["beware"])
    assert "5 or more begins a spin" in str(explained(match, 1, "maneuver:1S1")["stalls"])
    assert "3 or more ends it" in str(explained(match, 1, "maneuver:0S2")["spins"])


@clause("BM-SECR-25")
def test_whoever_is_asked_for_nothing_is_told_why() -> None:
    """All whose guns may be jammed are asked, and only the owner reads that his are not, or why he cannot fire."""
    planes = {
        "allies": {"at": "0812", "facing": 0, "last": "2S2", "jammed": True, "doubt": True},
        "central": {"at": "0810", "facing": 0, "last": "2S2", "doubt": True},
    }
    match = at("duel", {"phase": "recovery", "planes": planes})
    assert remarks(match, 0) == {"unjam:pilot": "on 4 or more", "leave:pilot": ""}
    assert remarks(match, 1) == {"leave:pilot": "not jammed; you are asked so that nobody learns who is"}
    match = at("duel", {"phase": "combat", "planes": planes})
    assert explained(match, 0, "hold") == {"cannot fire": "the guns are jammed"}
    assert remarks(match, 0) == {"hold": "the guns are jammed"}


def test_sentences_need_no_knowledge_of_codes() -> None:
    match = at("duel", {"phase": "planning"}, altitude=True)

    def said(kind: str, rule: str, **facts: Any) -> str:
        return RULESET.sentence(match.rules, Event(1, "movement", kind, rule, facts))  # type: ignore[arg-type]

    fire = {"seat": "allies", "mounting": "pilot", "target": "central", "burst": "long", "edge": "D", "rows": {}}
    shot = "Allies (pilot) fires a long burst at Central Powers, on its tail (edge D): "
    assert said("fire", "BM-SHOT-07", **fire, dice=["white", "red", "white"]) == f"{shot}1 red, 2 white: 1 hit."
    assert said("fire", "BM-SHOT-07", **fire, dice=[]) == f"{shot}no dice: no hit."
    lost = said("shot-down", "BM-DOWN-03", seat="allies", cause="landed", sheet={})
    assert lost == "Allies is lost: it has landed, which counts as shot down."
    assert set(LOST) == {cause for cause, _ in CAUSES}
    met = {"planes": ["allies", "central"], "roller": "central", "roll": 6, "speed": 2, "stability": 1, "total": 9}
    assert said("collision", "BM-COLL-04", **met, cards=1).endswith(
        "Central Powers rolls 6; with 2 for speed and 1 for stability that makes 9, and 7 or more is a collision."
        " They collide: one damage card each."
    )
    assert said("effect", "BM-EFFECT-17", seat="allies", effect="rudder stuck (blue)") == (
        "Allies: rudder stuck (blue). So: maneuvers to the right only for three rounds."
    )
    assert said("damage", "BM-RESOL-02", seat="allies", wings=2, tail=1) == "Allies marks damage: 2 wings, 1 tail."
    assert said("doom", "BM-RESOL-03", seat="allies", cause=["wings"]) == "Allies is doomed: wings destroyed."
    assert said("glide", "BM-FUEL-04", seat="allies", rounds=1).endswith("glides on for 1 more round.")
    assert said("stalled", "BM-ALT-10", seat="allies") == "Allies is stalled. It cannot climb so high."
    assert said("waves", "BM-TAIL-11", waves=[["allies"], ["central"]]) == (
        "Planning in waves: Allies; then Central Powers."
    )
    assert said("shown", "BM-TAIL-07", seat="allies", direction="L") == "Allies shows a maneuver to the left."
    assert said("smoking", "BM-SMOKE-01", seat="allies", roll=1, now="fire") == "Allies smokes, and catches fire."


def test_help_tells_of_altitude_and_tailing() -> None:
    told = ("climb", "dive", "land", "level", "white misses", "tails him, without being asked", "plans first")
    assert all(word in RULESET.guide for word in told)


def test_remarks_on_bursts_and_rolls() -> None:
    planes = {
        "central": {"at": "0812", "facing": 0, "last": "2S2"},
        "allies": {"at": "0810", "facing": 0, "spinning": True, "last": "0S2"},
    }
    assert remarks(at("duel", {"phase": "combat", "planes": planes}), 1) == {
        "hold": "",
        "target:allies+burst:short": "2 hexes, on its tail (edge D)",
        "target:allies+burst:medium": "2 hexes, on its tail (edge D)",
        "target:allies+burst:long": "2 hexes, on its tail (edge D)",
    }
    assert remarks(at("duel", {"phase": "recovery", "planes": planes}), 0) == {"recover": "on 3 or more", "spin-on": ""}


# ---- the map in the terminal


def test_the_map_leaves_out_stretches_without_planes() -> None:
    lines = text(at("duel", {"phase": "planning"}), 0).splitlines()
    assert lines.count("  ⋮") == 1
    assert len(lines) <= 24  # a terminal's screen
    assert all(len(line) <= 80 for line in lines)


def test_a_wide_map_fits_the_screen() -> None:
    planes = {"allies-1": {"at": "0208A", "facing": 0}, "central-4": {"at": "1420B", "facing": 3}}
    lines = text(at("great-battle", {"phase": "planning", "planes": planes}), 0).splitlines()
    assert any(" …" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)


def test_planes_in_one_hex_are_told_apart() -> None:
    planes = {"allies": {"at": "0810", "facing": 0}, "central": {"at": "0810", "facing": 3}}
    shown = text(at("duel", {"phase": "combat", "planes": planes}), 0)
    assert " 1a" in shown
    assert "together in 0810: 1↑ a↓" in shown
    assert "in your hex" in shown


@clause("BM-GEO-07", "BM-GEO-08")
def test_bearings_and_lines_of_fire_as_the_own_plane_sees_them() -> None:
    planes = {"allies": {"at": "0810", "facing": 0}, "central": {"at": "0812", "facing": 0}}
    match = at("duel", {"phase": "planning", "planes": planes})
    assert "2 hexes behind, has you in its line of fire" in text(match, 0)
    assert "2 hexes ahead, in your line of fire" in text(match, 1)
    assert "line of fire" not in text(match, SPECTATOR)
    assert text(match, 0).count(" +") == 3 + 1  # three hexes ahead, and the legend
    planes = {"allies": {"at": "0810", "facing": 0}, "central": {"at": "1009", "facing": 0}}
    two_seaters = at("bristol-halberstadt", {"phase": "planning", "planes": planes})
    assert text(two_seaters, 0).count(" +") == 3 + 3 + 3 + 2 + 1
    assert "2 hexes ahead to the right" in text(two_seaters, 0)


# ---- the picture


def test_the_picture_shows_where_the_picked_order_leads_to_its_player_alone() -> None:
    match = at("duel", {"phase": "planning", "planes": {"central": {"at": "0810", "facing": 0}}})
    match.pick(1, "maneuver:14L3")

    def picture(viewer: int) -> str:
        return RULESET.scene(match.rules, match.view(viewer)).svg()  # type: ignore[arg-type]

    assert 'id="ghost-central"' in picture(1)
    assert not re.search("ghost", picture(0) + picture(SPECTATOR) + picture(REFEREE))


def test_planes_in_one_hex_do_not_cover_each_other() -> None:
    planes = {"allies": {"at": "0810", "facing": 0}, "central": {"at": "0810", "facing": 3}}
    match = at("duel", {"phase": "combat", "planes": planes})
    svg = RULESET.scene(match.rules, match.view(0)).svg()  # type: ignore[arg-type]
    places = re.findall(r'<g id="plane-\w+" transform="translate\(([^)]*)\)"', svg)
    assert len(set(places)) == 2


# ---- the end


def test_the_recorded_match_verifies_and_has_been_played_out() -> None:
    path = MATCHES / "blue-max-duel.jsonl"
    assert [check.holds for check in record.verify(path, lambda _: RULESET)] == [True] * 5
    assert record.Recording.read(path).closing.result["reason"]  # type: ignore[union-attr]


@clause("BM-SECR-27")
def test_after_the_end_secret_rolls_and_cards_are_open() -> None:
    match = Match.create(RULESET.bind("dawn-patrol", {"fuel": True, "round-limit": 12}), 4)
    played = {seat: RandomBot() for seat in range(6)}
    with pytest.raises(NotNow):
        match.opened()
    play_out(match, played, {seat: Chance.of(seat) for seat in range(6)})
    told = match.log(SPECTATOR)
    opened = match.opened()
    assert [event.number for event in opened] == list(range(1, len(opened) + 1))
    assert {"fuel", "order"} <= {event.kind for event in opened} - {event.kind for event in told}


def test_rounds_are_counted() -> None:
    match = Match.create(RULESET.bind(None, {"round-limit": 3}), 1)
    assert RULESET.rounds(match.state) == 0
    while match.pending:
        for seat in match.pending:
            match.expire(seat)
    assert RULESET.rounds(match.state) == 3
