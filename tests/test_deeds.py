"""Every ruleset in the common words of air combat."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from aerodrome.bots import play_out
from aerodrome.chance import Seed
from aerodrome.deeds import Deed, What
from aerodrome.errors import AerodromeError
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Ruleset
from aerodrome.visibility import REFEREE
from toys import HEALTHY

PLUGINS = Plugins.load()
RULESETS = sorted(PLUGINS.rulesets)


def duel(ruleset: Ruleset[Any]) -> Any:
    """The Camel against the Triplane, whichever seat may fly which."""
    try:
        return ruleset.bind(ruleset.duel("sopwith-camel", "fokker-dr-i"))
    except AerodromeError:
        return ruleset.bind(ruleset.duel("fokker-dr-i", "sopwith-camel"))


def played(name: str, number: int) -> Match:
    source = Seed.of(number)
    match = Match.create(duel(PLUGINS.ruleset(name)), source)
    seats = range(len(match.rules.seats))
    play_out(match, {s: PLUGINS.bot(name, "heuristic") for s in seats}, {s: source.bot_chance(s) for s in seats})
    return match


def told(match: Match) -> list[Deed]:
    return list(match.rules.ruleset.deeds(match.rules, match.log(REFEREE)))


@pytest.mark.parametrize("name", RULESETS)
def test_deeds_follow_from_the_log_and_from_each_other(name: str) -> None:
    for number in range(2):
        match = played(name, number)
        deeds = told(match)
        seats = range(len(match.rules.seats))
        shots: Counter[tuple[int, int]] = Counter()
        last = 0
        for deed in deeds:
            assert last <= deed.event <= len(match.log(REFEREE))
            last = deed.event
            assert deed.seat in seats
            if deed.what is What.SHOT:
                shots[deed.seat, deed.foe] += 1
            elif deed.what is What.HIT:
                shots[deed.seat, deed.foe] -= 1
                assert shots[deed.seat, deed.foe] >= 0, "a hit without a shot"
            elif deed.what is What.DAMAGE:
                assert 0 < deed.amount <= 1
        whats = Counter(deed.what for deed in deeds)
        assert whats[What.SHOT] >= whats[What.HIT] > 0
        assert whats[What.DAMAGE] > 0
        if name != "dogfight":
            assert whats[What.MANOEUVRE] > 0
            assert whats[What.LOSS] <= len(seats)


@pytest.mark.parametrize("name", RULESETS)
def test_a_duel_seats_the_two_aircraft(name: str) -> None:
    flown = [seat.aircraft for seat in duel(PLUGINS.ruleset(name)).scenario.seats]
    assert sorted(flown) in ([("fokker-dr-i",), ("sopwith-camel",)], [(), ()])


def test_a_game_without_scenarios_for_two_aircraft_has_no_duel() -> None:
    seats = tuple(seat.model_copy(update={"aircraft": ("spad-vii",)}) for seat in HEALTHY.scenarios[0].seats)
    crowd = HEALTHY.scenarios[0].model_copy(update={"seats": seats})
    with pytest.raises(AerodromeError, match="toy has no scenario for two aircraft"):
        HEALTHY.variant(scenarios=(crowd,)).duel("spad-vii", "spad-xiii")
    assert HEALTHY.duel("spad-vii", "spad-xiii") is HEALTHY.scenarios[0]


def event(count: int, kind: str, /, **facts: Any) -> Event:
    return Event(count, "phase", kind, "X-1", facts)


def test_dogfight_awards_are_eighths_of_the_way_to_defeat() -> None:
    ruleset = PLUGINS.ruleset("dogfight")
    log = [event(1, "compare", winner="central"), event(2, "award", seat="central"), event(3, "compare", winner=None)]
    assert list(ruleset.deeds(ruleset.bind(), log)) == [
        Deed(1, What.SHOT, 0, 1),
        Deed(1, What.SHOT, 1, 0),
        Deed(1, What.HIT, 1, 0),
        Deed(2, What.DAMAGE, 0, amount=1 / 8),
        Deed(3, What.SHOT, 0, 1),
        Deed(3, What.SHOT, 1, 0),
    ]


def test_wings_of_war_counts_points_against_resistance() -> None:
    rules = duel(PLUGINS.ruleset("wings-of-war"))
    one, two = (plane.id for plane in rules.planes)
    log = [
        event(1, "card", plane=one, card="stall"),
        event(2, "fire", plane=one, gun="front", target=two, cards=1),
        event(3, "hit", plane=two, by=f"{one}/front", deck="A", symbol="none"),
        event(4, "damage", plane=two, card="a-3", points=3, total=3, resistance=12),
        event(5, "hit", plane=two, by=f"{one}/front", deck="A", symbol="none"),
        event(6, "damage", plane=two, card="a-0", points=0, total=3, resistance=12),
        event(7, "jam", plane=one, gun="front", phases=3),
        event(8, "destroyed", plane=two, fate="shot down"),
        event(9, "left", plane=one, edge="north"),
    ]
    assert list(rules.ruleset.deeds(rules, log)) == [
        Deed(1, What.MANOEUVRE, 0, name="stall"),
        Deed(2, What.SHOT, 0, 1),
        Deed(4, What.HIT, 0, 1),
        Deed(4, What.DAMAGE, 1, amount=0.25),
        Deed(7, What.JAM, 0),
        Deed(8, What.LOSS, 1, name="shot down"),
        Deed(9, What.EXIT, 0, name="left"),
    ]


def test_aces_high_counts_spaces_of_the_sheet() -> None:
    rules = duel(PLUGINS.ruleset("aces-high"))
    spaces = sum(rules.planes[1].aircraft.tracks)
    log = [
        event(1, "card", plane="central", card="speed"),
        event(2, "tailed", plane="allies", by=["central"]),
        event(3, "volley", plane="central", target="allies", hits=0),
        event(4, "volley", plane="central", target="allies", hits=2),
        event(5, "damage", plane="allies", parts={"engine": 2, "wings": 1}),
        event(6, "jam-test", plane="central", gun="front", die=5, jams=True),
        event(7, "jam-test", plane="central", gun="front", die=1, jams=False),
        event(8, "removed", plane="allies", fate="shot down"),
        event(9, "removed", plane="central", fate="returned"),
    ]
    assert list(rules.ruleset.deeds(rules, log)) == [
        Deed(1, What.MANOEUVRE, 0, name="speed"),
        Deed(2, What.TAIL, 0, 1),
        Deed(3, What.SHOT, 0, 1),
        Deed(4, What.SHOT, 0, 1),
        Deed(4, What.HIT, 0, 1),
        Deed(5, What.DAMAGE, 1, amount=3 / spaces),
        Deed(6, What.JAM, 0),
        Deed(8, What.LOSS, 1, name="shot down"),
        Deed(9, What.EXIT, 0, name="returned"),
    ]


def test_blue_max_counts_the_sections_of_the_sheet() -> None:
    rules = duel(PLUGINS.ruleset("blue-max"))
    camel = next(plane for plane in rules.tables.planes if plane.id == "sopwith-camel")
    spaces = camel.wings + camel.fuselage + camel.tail + camel.engine
    log = [
        event(1, "plane", seat="allies", plane="sopwith-camel", number=1),
        event(2, "reveal", seat="allies", written="2S2", performed="1S1"),
        event(3, "tails", seat="central", victim="allies"),
        event(4, "fire", seat="central", target="allies", dice=["red", "white", "blue"]),
        event(5, "draw", seat="allies", deck="A", colour="red"),
        event(6, "draw", seat="allies", deck="A", colour="blue"),
        event(7, "damage", seat="allies", wings=3, engine=1),
        event(8, "jam", seat="central", jammed=True),
        event(9, "jam", seat="central", jammed=False),
        event(10, "shot-down", seat="allies", cause="wings"),
    ]
    assert list(rules.ruleset.deeds(rules, log)) == [
        Deed(2, What.MANOEUVRE, 0, name="1S1"),
        Deed(3, What.TAIL, 1, 0),
        Deed(4, What.SHOT, 1, 0),
        Deed(5, What.HIT, 1, 0),
        Deed(7, What.DAMAGE, 0, amount=4 / spaces),
        Deed(8, What.JAM, 1),
        Deed(10, What.LOSS, 0, name="wings"),
    ]


def test_a_card_of_blue_max_is_the_hit_of_the_shot_it_is_drawn_for() -> None:
    """Not of a miss at the same plane before, and cards for fire are nobody's hits."""
    rules = duel(PLUGINS.ruleset("blue-max"))
    miss, hit = ["white", "white"], ["white", "blue"]
    log = [
        event(1, "fire", seat="central", target="allies", mounting="pilot", dice=miss),
        event(2, "fire", seat="allies", target="central", dice=hit),
        event(3, "draw", seat="central", deck="A", colour="blue"),
        event(4, "draw", seat="allies", deck="B", colour="blue"),
    ]
    hits = [deed for deed in rules.ruleset.deeds(rules, log) if deed.what is What.HIT]
    assert hits == [Deed(3, What.HIT, 0, 1)]
