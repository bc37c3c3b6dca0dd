"""What a player of Aces High sees at the terminal: what is asked, where options lead, the map, the log."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from aerodrome import cli, record
from aerodrome.bots import move
from aerodrome.chance import Chance
from aerodrome.cli.output import console
from aerodrome.cli.person import Person
from aerodrome.errors import AerodromeError
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.scenarios import Scenario
from aerodrome.visibility import SPECTATOR
from aerodrome_aces_high.bot import PATIENCE, HeuristicBot
from aerodrome_aces_high.campaign import CampaignFile
from aerodrome_aces_high.position import AcesPosition
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.ruleset import AcesHighRuleset
from test_aces_high_campaign import campaign_settings

RULESET = AcesHighRuleset()
SCREEN = 24


def at(rules: Any, phase: str, planes: dict[str, Any], dice: list[int] | None = None, **more: Any) -> Match:
    position = AcesPosition.model_validate({"phase": phase, "planes": planes, **more})
    return Match.at_position(rules, position, Chance.scripted(dice) if dice else Chance.of(1))


def prompt(match: Match, seat: int) -> str:
    return RULESET.prompt(cast(AcesRules, match.rules), match.view(seat), match.options(seat))


def rows(match: Match, seat: int, key: str) -> dict[str, Any]:
    return {row.label: row.value for row in match.explain(seat, key)}


def test_a_seat_with_two_aircraft_is_told_which_is_asked_and_how_far_its_hand_is() -> None:
    flown = {"central": ["fokker-dr-i", "albatros-d-iii", "pfalz-d-iii"], "allies": ["sopwith-camel"]}
    seats = [{"id": side, "team": side, "aircraft": planes} for side, planes in flown.items()]
    written = {"id": "test", "ruleset": "aces-high", "title": "test", "seats": seats}
    rules = RULESET.bind(Scenario.model_validate(written), {"multi-aircraft": True})
    planes = {f"central-{n}": {"at": f"0{2 * n}05", "facing": 3, "spin": n == 2} for n in (1, 2, 3)}
    match = at(rules, "card-selection", {**planes, "allies": {"at": "0218"}})
    assert prompt(match, 0) == "C1 Fokker Dr.I, 0 of 4 cards, speed 0 of 2 to 3"
    match.pick_all(0, ["take:speed", "take:stall-left", "take:rotation-left"])
    assert prompt(match, 0) == "C1 Fokker Dr.I, 2 of 4 cards, speed 1 of 2 to 3", "a Stall does not count"
    match.pick_all(0, ["take:speed", "done"])
    assert prompt(match, 0).startswith("C3 Pfalz D.III/a, 0 of "), "C2 spins"
    match.pick_all(0, ["take:speed", "take:speed", "done"])
    match.seal(0)
    match.expire(1)
    assert prompt(match, 0) == "C1 Fokker Dr.I"
    match.pick(0, match.options(0)[0])
    assert prompt(match, 0) == "C3 Pfalz D.III/a"


def ghosts(match: Match, viewer: int) -> list[str]:
    """Where the dashed aircraft stand that a viewer sees."""
    svg = RULESET.scene(cast(AcesRules, match.rules), match.view(viewer)).svg()
    return re.findall(r'<g id="ghost-[^>]*><title>([^<]*)</title>', svg)


def test_the_picture_shows_the_picker_alone_where_his_cards_lead() -> None:
    planes = {"central": {"at": "0705", "facing": 3}, "allies": {"at": "0716"}}
    match = at(RULESET.bind(), "card-selection", planes)
    assert ghosts(match, 0) == []
    match.pick_all(0, ["take:speed", "take:climb", "take:stall-left"])
    assert ghosts(match, 0) == ["C1 in 0706 facing S", "C1 in 0706 facing SE"], "a Climb rides on a card"
    assert ghosts(match, 1) == ghosts(match, SPECTATOR) == []
    match.expire(0)
    match.expire(1)
    match.pick(0, "play:speed")
    assert ghosts(match, 0) == ["C1 in 0706 facing S"]
    assert ghosts(match, 1) == ghosts(match, SPECTATOR) == []


def test_the_picture_shows_a_start_before_it_is_sealed() -> None:
    match = Match.create(RULESET.bind(), 1)
    (seat,) = match.pending
    match.pick_all(seat, ["at:0701" if seat == 0 else "at:0720"])
    assert len(ghosts(match, seat)) == 1
    assert ghosts(match, 1 - seat) == []


def test_each_side_is_asked_about_a_push_of_the_other() -> None:
    """Both broke the speed rule in the same round."""
    rules = RULESET.bind(options={"error-correction": True})
    slow = {"speed": 3, "hand": ["rotation-left", "speed"]}
    planes = {"central": {"at": "0710", **slow}, "allies": {"at": "0203", **slow}}
    match = at(rules, "maneuver", planes)
    for _ in range(2):
        match.order(0, match.options(0)[0])
        match.order(1, match.options(1)[0])
    assert match.umpire.phase == "push"
    assert prompt(match, 0).startswith("A1 ")
    assert prompt(match, 1).startswith("C1 ")


def test_the_end_of_a_hand_stands_last_and_the_time_limit_takes_it_as_soon_as_it_may() -> None:
    planes = {"central": {"at": "0205", "facing": 3}, "allies": {"at": "0218"}}
    for options in ({}, {"error-correction": True}):
        match = at(RULESET.bind(options=options), "card-selection", planes)
        assert [option.key for option in match.default(0)] == ["take:speed", "take:speed", "done"]
        before = [option.key for option in match.options(0)]
        match.pick_all(0, ["take:speed", "take:speed"])
        after = [option.key for option in match.options(0)]
        assert after[-1] == "done"
        assert after[: len(before)] == before, "the others keep their numbers"


def test_cards_say_where_they_lead_and_what_they_do() -> None:
    hand = ["speed", "rotation-left", "dive", "stall-left"]
    planes = {"central": {"at": "0603", "facing": 0, "hand": hand, "left_home": True}, "allies": {"at": "0218"}}
    match = at(RULESET.bind(), "maneuver", planes)
    leads = {
        option.key: RULESET.remark(cast(AcesRules, match.rules), match.view(0), option) for option in match.options(0)
    }
    assert leads["play:speed"] == "to 0602 facing N"
    assert leads["play:stall-left"] == "to 0603 facing NW"
    assert leads["play:speed+with:dive"] == "to 0602 facing N, altitude 3 (ceiling 3)"
    assert rows(match, 0, "play:speed+with:dive") == {
        "leads to": "0602 facing N",
        "moves": "forward",
        "nose": "as it is",
        "altitude": "-1",
        "ceiling": "3 from then on, for good",
    }
    assert rows(match, 0, "play:stall-left")["spin test"] == "a spin on 4 to 6"


@pytest.mark.parametrize(
    ("place", "facing", "words", "clause"),
    [("0602", 0, "home, out of the game", "AH-EXIT-01"), ("0106", 5, "off the map", "AH-EXIT-03")],
)
def test_a_card_that_ends_the_flight_says_so(place: str, facing: int, words: str, clause: str) -> None:
    planes = {"central": {"at": place, "facing": facing, "hand": ["speed"]}, "allies": {"at": "0218"}}
    match = at(RULESET.bind(), "maneuver", planes)
    (option,) = match.options(0)
    assert RULESET.remark(cast(AcesRules, match.rules), match.view(0), option) == words
    assert match.explain(0, option)[0].clause == clause
    match.order(0, option)
    assert match.state.planes[0].fate


@pytest.mark.clause("AH-JAM-01", "AH-BURST-03", "AH-BURST-06", "AH-BURST-07", "AH-ALT-03")
@pytest.mark.parametrize(
    ("own", "foe", "follows"),
    [
        (4, 3, {"own altitude afterwards": 3, "ceiling": "3 from then on, for good"}),
        (3, 2, {"own altitude afterwards": 2}),
        (2, 3, {"own altitude afterwards": 3}),
        (3, 4, {"spin test": "at the ceiling of 3: a spin on 4 to 6"}),
        (3, 3, {}),
    ],
)
def test_a_long_burst_says_what_it_costs(own: int, foe: int, follows: dict[str, Any]) -> None:
    """A Dr.I that has come down has lost its ceiling of 4."""
    planes = {
        "central": {"at": "0710", "facing": 0, "altitude": own, "played": ["speed"]},
        "allies": {"at": "0709", "altitude": foe, "played": ["speed"]},
    }
    match = at(RULESET.bind(), "fire", planes)
    normal, burst = rows(match, 0, "gun:front+fire:allies"), rows(match, 0, "gun:front+fire:allies+burst:long")
    assert (normal["ammunition"], burst["ammunition"]) == ("1 of 10", "2 of 10")
    assert burst["the guns jam"] == "on 4 to 6, afterwards"
    after_dice = list(burst)[list(burst).index("zone") + 1 :]
    assert {name: burst[name] for name in after_dice if name not in normal} == {
        "the guns jam": "on 4 to 6, afterwards",
        "long bursts a turn": "this one alone",
        **follows,
    }
    match.order(0, "gun:front+fire:allies+burst:long")
    if match.pending:
        match.expire(1)
    shooter = match.state.planes[0]
    assert shooter.ammo[0] == 8
    if "own altitude afterwards" in follows:
        assert shooter.altitude == follows["own altitude afterwards"]
    if "ceiling" in follows:
        assert shooter.ceiling == 3


@pytest.mark.clause("AH-UNJAM-01", "AH-UNJAM-02")
@pytest.mark.parametrize(("failed", "said"), [(0, "on 5 to 6"), (1, "on 4 to 6"), (4, "for certain")])
def test_each_failed_attempt_makes_a_jam_easier_to_clear(failed: int, said: str) -> None:
    planes = {
        "central": {"at": "0710", "played": ["speed"], "jammed": {"front": failed}},
        "allies": {"at": "0709", "played": ["speed"]},
    }
    match = at(RULESET.bind(), "fire", planes)
    assert rows(match, 0, "gun:front+unjam") == {"clears the jam": said}


@pytest.mark.clause("AH-EXIT-01", "AH-EXIT-03", "AH-VICT-08", "AH-ALT-06")
@pytest.mark.parametrize(
    ("place", "facing", "turn", "card", "warned"),
    [
        ("0602", 0, 9, "play:speed", "goes home and is out of the game (AH-EXIT-01); before turn 10 that costs 10"),
        ("0602", 0, 10, "play:speed", ""),
        ("0106", 5, 9, "play:speed", "leaves the map and makes a forced landing (AH-EXIT-03); before turn 10"),
        ("0106", 5, 10, "play:speed", "leaves the map and makes a forced landing (AH-EXIT-03)"),
        ("0610", 0, 9, "play:speed+with:dive", "reaches the ground and makes a forced landing (AH-ALT-06)"),
        ("0610", 0, 9, "play:speed", ""),
    ],
)
def test_a_card_that_ends_the_flight_is_warned_of(place: str, facing: int, turn: int, card: str, warned: str) -> None:
    plane = {"at": place, "facing": facing, "altitude": 1, "hand": ["speed", "speed", "dive"], "left_home": True}
    match = at(RULESET.bind(), "maneuver", {"central": plane, "allies": {"at": "0218"}}, turn=turn)
    told = RULESET.warning(cast(AcesRules, match.rules), match.view(0), match.rules.by_key[card])
    assert told.startswith(f"C1 {warned}") if warned else not told
    assert RULESET.warning(cast(AcesRules, match.rules), match.view(SPECTATOR), match.rules.by_key[card]) == ""


@pytest.mark.clause("AH-ALT-03", "AH-ALT-04", "AH-CARD-06")
def test_cards_of_a_hand_say_what_they_do_to_the_altitude() -> None:
    planes = {"central": {"at": "0205", "facing": 3}, "allies": {"at": "0218"}}
    match = at(RULESET.bind(), "card-selection", planes)
    view = match.view(0)
    said = {option.key: RULESET.remark(cast(AcesRules, match.rules), view, option) for option in match.options(0)}
    assert said["take:climb"] == "altitude +1 (ceiling: spin test)"
    assert said["take:dive"] == "altitude -1 (ceiling 3)"
    assert said["take:speed"] == ""
    spin = "at the ceiling of 4, instead of a climb: a spin on 4 to 6"
    assert rows(match, 0, "take:climb")["spin test above the ceiling"] == spin
    assert rows(match, 0, "take:back-flip-left")["is played"] == "as the first card of the turn, or not at all"


def test_an_aerobatic_card_says_what_it_must_follow() -> None:
    planes = {"central": {"at": "0205", "facing": 3, "pilot": "veteran"}, "allies": {"at": "0218"}}
    match = at(RULESET.bind(), "card-selection", planes)
    match.pick(0, "take:speed")
    said = {option.key: rows(match, 0, option.key).get("is played") for option in match.options(0)}
    assert said["take:immelmann"] == "directly after a Speed card"
    assert said["take:half-loop-left"] == "directly after a Speed card"
    assert said["take:speed"] is None


def test_an_aircraft_has_one_name_for_people() -> None:
    """On the map, in the list, in the log; each side counts its own."""
    rules = cast(AcesRules, RULESET.bind("s15-3-1-b"))
    planes = {
        "central-1": {"at": "0710", "facing": 0, "played": ["speed"]},
        "central-2": {"at": "0201", "facing": 3},
        "allies-1": {"at": "0119"},
        "allies-2": {"at": "0709", "played": ["speed"]},
    }
    match = at(rules, "fire", planes)
    assert "Pilot: fire at A2" in {option.label for option in match.options(0)}
    assert "A2↑" in RULESET.text(rules, match.view(0))
    assert "A2 Sopwith Triplane" in RULESET.text(rules, match.view(0))
    match.order(0, "gun:front+fire:allies-2")
    while match.pending and match.phase.id == "fire":
        match.expire(match.pending[0])
    told = [RULESET.say(rules, event) for event in match.log(SPECTATOR)]
    assert any(line.startswith("C1 fires the front guns at A2") for line in told)
    assert "Central Powers: 5 victory points (a volley of C1)." in told
    assert not any(plane in line for line in told for plane in planes)


def test_a_shot_says_range_dice_and_zone_as_its_explanation_does() -> None:
    """For whoever looks; nothing in it but what lies open."""
    rules = cast(AcesRules, RULESET.bind("s15-3-1-b"))
    planes: dict[str, Any] = {
        "central-1": {"at": "0710", "facing": 0, "played": ["speed"], "pilot": "ace"},
        "central-2": {"at": "0201", "facing": 3},
        "allies-1": {"at": "0119"},
        "allies-2": {"at": "0708", "facing": 0, "played": ["speed"], "hand": ["rotation-left"]},
    }
    match = at(rules, "fire", planes)
    shots = [option for option in match.options(0) if "fire" in option.facts]
    assert len(shots) > 1
    for option in shots:
        said = RULESET.remark(rules, match.view(0), option)
        told = rows(match, 0, option.key)
        zone = "all on tail" if "aim" in option.facts else "tail/fuselage"
        assert said == f"range 2, {told['dice']} dice, {zone}"
    planes["allies-2"]["hand"] = ["rotation-right"]
    twin = at(rules, "fire", planes)
    view, other = match.view(0), twin.view(0)
    assert [RULESET.remark(rules, view, o) for o in shots] == [RULESET.remark(rules, other, o) for o in shots]


def test_the_table_tells_speeds_fuel_and_the_way_home() -> None:
    """A speed only to whom the hand belongs; both tables and explanations count fuel alike."""
    planes: dict[str, Any] = {
        "central": {"at": "0210", "facing": 3, "left_home": True, "fuel": 3, "speed": 2, "hand": ["speed"]},
        "allies": {"at": "0218", "speed": 2, "hand": ["speed", "speed"]},
    }
    match = at(RULESET.bind(), "maneuver", planes)

    def sheets(seat: int) -> str:
        """What stands beside the map."""
        lines = RULESET.text(cast(AcesRules, match.rules), match.view(seat)).splitlines()[1:]
        return " ".join(" ".join(line[29:] for line in lines).split())

    own, other = sheets(0), sheets(1)
    assert "last speed 2, now 1, fuel 3, home 9: too far at this speed" in own
    assert "now 1" not in other
    assert "now 2, fuel 18, home 1" in other
    planes["central"] |= {"fuel": 6}
    match = at(RULESET.bind(), "maneuver", planes)
    assert "fuel 6, home 9, ammunition" in " ".join(RULESET.text(cast(AcesRules, match.rules), match.view(0)).split())


def test_hits_on_a_balloon_are_shown() -> None:
    rules = cast(AcesRules, RULESET.bind("s15-1-a"))
    sides = {"central": {"mission": "balloon"}, "allies": {"balloon": "0715", "balloon_hits": 7}}
    planes = {
        "central": {"at": "0714", "facing": 3, "played": ["speed"], "altitude": 3, "speed": 2},
        "allies": {"at": "0119"},
    }
    match = at(rules, "fire", planes, sides=sides)
    assert "aB 0715 hits 7 of 20" in RULESET.text(rules, match.view(1))
    assert rows(match, 0, "gun:front+fire:balloon")["hits on the balloon so far"] == "7 of 20"
    shot = rules.by_key["gun:front+fire:balloon"]
    assert RULESET.remark(rules, match.view(0), shot) == f"range 1, {rows(match, 0, shot.key)['dice']} dice"


def test_a_month_speaks_of_experience_points() -> None:
    rules = cast(AcesRules, RULESET.bind("campaign-month"))
    volley: dict[str, Any] = {"side": "central", "points": 5, "why": "a volley of central-1"}
    told = Event(1, "fire", "points", "AH-VICT-07", volley)
    assert RULESET.say(rules, told) == "Central Powers: 5 experience points (a volley of C1)."
    charged = Event(1, "fire", "points", "AH-VICT-08", {"side": "central", "points": -10, "why": "early exit"})
    assert "-10 victory points" in RULESET.say(rules, charged)
    assert "5 victory points" in RULESET.say(cast(AcesRules, RULESET.bind()), told)


@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("hand", {"plane": "central", "cards": 1}, "C1 takes 1 card."),
        ("ground-fire", {"plane": "central", "by": "flak", "dice": [5], "hits": 1}, "The flak fires at C1: 1 hit."),
        ("declares", {"plane": "central", "side": "centre"}, "C1 declares: centre, that is its next card takes it"),
        (
            "unjam",
            {"plane": "central", "gun": "front", "die": 5, "total": 7, "cleared": True},
            "C1 rolls 5+2 = 7 to clear the front guns, needs 5: they are clear.",
        ),
        (
            "landing",
            {"plane": "central", "crew": "pilot", "dice": [3, 4], "total": 5, "fate": "dead"},
            "C1, pilot: 3+4-2 = 5 for the landing, dead.",
        ),
        (
            "mission",
            {"side": "allies", "mission": "hunting", "aircraft": ["raf-se5a: Merlin"]},
            "Allies fly the mission hunting with RAF S.E.5a (Merlin).",
        ),
    ],
)
def test_sentences_count_and_add_up(kind: str, facts: dict[str, Any], said: str) -> None:
    assert RULESET.say(cast(AcesRules, RULESET.bind()), Event(1, "fire", kind, "AH-X", facts)).startswith(said)


def test_who_is_out_hears_no_everyday_events() -> None:
    rules = cast(AcesRules, RULESET.bind())
    match = at(rules, "card-selection", {"central": {"at": "0210"}, "allies": {"at": "0218"}})
    view = match.view(0)
    first = [Event(1, "movement", "moves", "AH", {"plane": "central"})]
    gone = Event(2, "movement", "removed", "AH", {"plane": "central"})
    alone = [Event(at, "continue", "alone", "AH", {"flies_on": True}) for at in (3, 5)]
    moves = Event(4, "movement", "moves", "AH", {"plane": "allies"})
    landed = Event(6, "movement", "removed", "AH", {"plane": "allies"})
    events = [*first, gone, alone[0], moves, alone[1], landed]
    assert RULESET.highlights(rules, view, events) == events, "it still flies"
    view["state"]["planes"]["central"]["fate"] = "crashed"
    assert RULESET.highlights(rules, view, events) == [*first, gone, alone[0], landed]
    assert RULESET.highlights(rules, view, events[2:]) == [alone[0], landed], "out of it since before"
    assert RULESET.highlights(rules, {**view, "viewer": "spectator"}, events) == events


def test_the_end_without_a_person_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    """What was left out is counted; l still tells it."""
    planes = {
        "central": {"at": "0210", "fate": "crashed"},
        "allies-1": {"at": "0218", "hand": ["speed"]},
        "allies-2": {"at": "0818"},
    }
    flown = {"central": ["fokker-dr-i"], "allies": ["sopwith-camel", "raf-se5a"]}
    seats = [{"id": side, "team": side, "aircraft": kinds} for side, kinds in flown.items()]
    written = {"id": "test", "ruleset": "aces-high", "title": "test", "seats": seats}
    match = at(RULESET.bind(Scenario.model_validate(written), {"multi-aircraft": True}), "maneuver", planes)
    person = Person(match, 0, console(), lambda _: None)
    match.order(1, "play:speed")
    person.told = 0
    person.show_news()
    said = capsys.readouterr().out
    assert re.match(r"  \d events that passed without you are left out", said)
    assert "A1 plays Speed" not in said, "everyday"
    person._show_log()
    assert "A1 plays Speed" in capsys.readouterr().out


def test_what_means_nothing_at_the_guns_has_one_reason() -> None:
    rules = cast(AcesRules, RULESET.bind("s15-3-1-b"))
    planes = {
        "central-1": {"at": "0710", "facing": 0, "played": ["speed"]},
        "central-2": {"at": "0201", "facing": 3},
        "allies-1": {"at": "0119", "fate": "returned"},
        "allies-2": {"at": "0709", "played": ["speed"]},
    }
    match = at(rules, "fire", planes)
    offered = match.options(0)
    barred = [option for option in rules.table if "fire" in option.facts and option not in offered]
    told: dict[tuple[str, ...], list[str]] = {}
    for option in barred:
        told.setdefault(tuple(reason.clause for reason in match.reasons(0, option)), []).append(option.key)
    clauses = {reason for reasons in told for reason in reasons}
    assert {"AH-EXIT-04", "AH-FIRE-11", "AH-ARC-01"} <= clauses
    assert len(told) <= 5
    assert all(len(reasons) == 1 for reasons, keys in told.items() if len(keys) > 2)


def month() -> Match:
    """A campaign month when its missions are written."""
    match = Match.create(RULESET.bind("campaign-month"), 1)
    assert prompt(match, match.pending[0]) == "which site to place next"
    while match.phase.id == "objectives":
        match.expire(match.pending[0])
    return match


def test_missions_aircraft_and_crews_explain_themselves() -> None:
    match = month()
    assert prompt(match, 0) == "mission"
    for option in match.options(0):
        assert {"flown by", "task"} <= {row.label for row in match.explain(0, option)}
    match.pick(0, "mission:bombing")
    assert prompt(match, 0) == "target"
    match.pick(0, "target:depot")
    assert prompt(match, 0) == "aircraft 1 of at most 1, as there is but one type"
    told = rows(match, 0, "fly:roland-c-ii")
    assert told["maximum speed"] == 2
    assert told["most Rotations of a turn"] == "1 at speed 1, 1 at speed 2"
    assert told["hits it stands"] == "engine 4, wings 7, fuselage 8+, tail 5"
    match.pick(0, "fly:roland-c-ii")
    assert prompt(match, 0) == "pilot of the L.F.G. Roland C.II"
    assert [option.label for option in match.options(0)] == ["Pilot Falke", "Pilot Habicht", "Pilot Sperber"]
    assert rows(match, 0, "pilot:Falke") == {"rank": "rookie"}
    match.pick(0, "pilot:Falke")
    assert prompt(match, 0) == "observer of the L.F.G. Roland C.II"
    match.pick(0, "observer:Uhu")
    assert match.options(0)[-1].key == "done"
    match.pick(0, "done")
    match.seal(0)
    match.pick(1, "mission:hunting")
    assert prompt(match, 1) == "aircraft 1 of at most 2"
    match.pick_all(1, ["fly:raf-se5a", "pilot:Merlin", "done"])
    match.seal(1)
    seen = RULESET.text(cast(AcesRules, match.rules), match.view(1))
    assert "Falke (rookie) and Uhu (rookie)" in seen
    assert "Experience points: Central Powers 0 (bombing) | Allies 0 (hunting)" in seen, "they decide a month"


@pytest.mark.parametrize(("scenario", "most"), [("s15-1-a", 16), ("campaign-month", SCREEN), ("s15-3-2-b", SCREEN)])
def test_the_table_fits_a_screen(scenario: str, most: int) -> None:
    """With four aircraft, too."""
    rules = cast(AcesRules, RULESET.bind(scenario))
    seats = range(len(rules.seats))
    bots, chances = [HeuristicBot() for _ in seats], [Chance.of(1 + seat) for seat in seats]
    match = Match.create(rules, 3)
    longest = 0
    while match.pending:
        for seat in match.pending:
            move(match, seat, bots[seat], chances[seat])
            lines = RULESET.text(rules, match.view(seat)).splitlines()
            assert max(map(len, lines)) <= 80
            longest = max(longest, len(lines) if match.state.turn else 0)
    assert longest <= most


def test_the_legend_explains_each_sign() -> None:
    for sign in ("3→2", "tailed", "C1↓4", "cA", "aD", "aB", "===", "---", "0709", "2/5+"):
        assert sign in RULESET.guide
    for word in ("get home", "10 victory points", "15 before turn 15", "experience points", "leave the map"):
        assert word in RULESET.guide


@pytest.mark.clause("AH-VICT-07", "AH-SPIN-03", "AH-SPIN-04")
def test_the_log_tells_points_of_volleys_and_levels_lost_in_a_spin() -> None:
    planes: dict[str, Any] = {
        "central": {"at": "0710", "altitude": 3, "played": ["speed"]},
        "allies": {"at": "0709", "altitude": 3, "played": ["stall-centre"], "tests": 1},
    }
    match = at(RULESET.bind(), "fire", planes, [1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 6])
    match.order(0, "gun:front+fire:allies")
    told = [(event.kind, event.rule) for event in match.log(SPECTATOR)]
    assert ("points", "AH-VICT-07") in told
    assert told.index(("volley", "AH-FIRE-01")) < told.index(("points", "AH-VICT-07"))
    assert ("altitude", "AH-SPIN-03") in told
    points = sum(cast(int, e.facts["points"]) for e in match.log(SPECTATOR) if e.kind == "points")
    assert points == sum(side.points for side in match.state.sides)
    planes = {"central": {"at": "0710", "altitude": 3, "spin": 1, "card": False}, "allies": {"at": "0203"}}
    match = at(RULESET.bind(), "spin-exit", planes, [1], turn=2)
    assert ("altitude", "AH-SPIN-04") in [(event.kind, event.rule) for event in match.log(SPECTATOR)]


# ---- campaign files


def test_a_month_that_was_left_is_shown_as_adjourned(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, campaign_settings(), RULESET)
    plugins = Plugins.load()

    def shown() -> str:
        return CliRunner().invoke(cli.build(plugins), ["campaign", "show", str(file)], obj=plugins).output

    assert "Next: 1917-04" in shown()
    assert "Central Powers 0 experience points, Allies 0 experience points" in " ".join(shown().split())
    with pytest.raises(AerodromeError, match="not over"):
        CampaignFile.read(file).play_month(RULESET, record.save)
    assert "Adjourned: 1917-04" in shown()


def test_a_campaign_file_is_no_match_file(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, campaign_settings(), RULESET)
    (check,) = record.verify(file, lambda _: RULESET)
    assert not check.holds
    assert "series of matches" in check.detail
    assert "spring-..." in check.detail


@pytest.mark.parametrize("names", [["nameless", "A", "B", "C", "D"], ["A", "A", "B", "C", "D"]])
def test_nobody_shares_a_name(names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"nameless|different names"):
        campaign_settings(names={"central": names, "allies": list("abcde")})


@pytest.mark.clause("AH-VICT-12")
def test_the_heuristic_gives_up_a_mission_that_comes_to_nothing() -> None:
    rules = cast(AcesRules, RULESET.bind("s15-1-a"))
    planes = {"central": {"at": "0210", "fate": "crashed"}, "allies": {"at": "0715", "altitude": 1}}
    bot, said = HeuristicBot(), []
    for _ in range(PATIENCE + 1):
        match = at(rules, "continue", planes, sides={"allies": {"mission": "strafing"}})
        move(match, 1, bot, Chance.of(1))
        said += [event.facts["flies_on"] for event in match.log(SPECTATOR) if event.kind == "alone"]
    assert said == [True] * PATIENCE + [False]
