"""What people see of Wings of War: remarks, questions, points and the end in words, pictures in which nothing covers
anything."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest

from aerodrome.chance import Chance
from aerodrome.match import Match
from aerodrome.scene import Group, Rect, Shape, Text
from aerodrome.visibility import REFEREE, SPECTATOR
from aerodrome_wings_of_war.ruleset import WingsOfWarRuleset

RULESET = WingsOfWarRuleset()


def at(position: dict[str, Any], scenario: str | None = None, **options: Any) -> Match:
    rules = RULESET.bind(scenario, options)
    return Match.at_position(rules, RULESET.position_model(**position), Chance.of(3))


def duel(phase: str, dr1: dict[str, Any], camel: dict[str, Any] | None = None, **more: Any) -> Match:
    planes = {"dr1": dr1, "camel": camel or {"x": 60, "y": 60, "heading": 270}}
    return at({"phase": phase, "round": 2, "planes": planes, **more})


def remarks(match: Match) -> dict[str, str]:
    """By what the label says after whom it is for."""
    view = match.view(0)
    found = {option.label: RULESET.remark(match.rules, view, option) for option in match.options(0)}  # type: ignore[arg-type]
    return {label.partition(": ")[2]: remark for label, remark in found.items()}


def warnings(match: Match) -> dict[str, str]:
    view = match.view(0)
    found = {option.label: RULESET.warning(match.rules, view, option) for option in match.options(0)}  # type: ignore[arg-type]
    return {label.partition(": ")[2]: warning for label, warning in found.items()}


def prompt(match: Match) -> str:
    return RULESET.prompt(match.rules, match.view(0), match.options(0))  # type: ignore[arg-type]


def told(match: Match, viewer: int = 0) -> str:
    return RULESET.text(match.rules, match.view(viewer))  # type: ignore[arg-type]


def pictured(match: Match, viewer: int = 0) -> list[Shape]:
    def flat(shapes: Sequence[Shape]) -> Iterator[Shape]:
        for shape in shapes:
            yield from flat(shape.shapes) if isinstance(shape, Group) else (shape,)

    return list(flat(RULESET.scene(match.rules, match.view(viewer)).shapes))  # type: ignore[arg-type]


# ---- planning


def test_a_card_says_where_it_leads_and_which_of_the_three_it_is() -> None:
    match = duel("planning", {"x": 35, "y": 30, "heading": 90})
    motion = match.rules.planes[0].deck.motions[0]  # type: ignore[attr-defined]
    for slot in (1, 2, 3):
        there = f"{300 + slot * motion.forward:.0f}"
        assert prompt(match) == f"dr1, card {slot} of 3"
        assert remarks(match)["straight"] == f"card {slot}: to 350, {there}, 90°"
        match.pick(0, match.options(0)[0])
    assert prompt(match) == ""


@pytest.mark.clause("WW-MOVE-05")
def test_a_card_is_explained_by_its_sides_not_by_signs() -> None:
    match = duel("planning", {"x": 35, "y": 30, "heading": 90})
    kinds = {str(option.label).rpartition(": ")[2]: option for option in match.options(0)}
    rows = {name: {row.label: row.value for row in match.explain(0, option)} for name, option in kinds.items()}
    assert {"to the right", "turn to the right"} <= set(rows["turn right"])
    assert {"to the left", "turn to the left"} <= set(rows["turn left"])
    assert rows["turn right"]["to the right"] == rows["turn left"]["to the left"]
    assert set(rows["straight"]) >= {"forward"}
    assert not any("left" in label or "right" in label for label in rows["straight"])
    assert all(re.fullmatch(r"\d+\.\d mm", str(row["forward"])) for row in rows.values() if row)


@pytest.mark.clause("WW-EXIT-01")
def test_cards_off_the_table_are_marked() -> None:
    match = duel("planning", {"x": 35, "y": 60, "heading": 90, "last": "straight"})
    first = remarks(match)
    assert first["straight"].endswith("OFF THE TABLE (north)")
    assert "TABLE" not in first["stall"]
    assert "TABLE" not in first["immelmann"]
    assert warnings(match)["straight"] == "with card 1 the middle of dr1 leaves the table, and dr1 is lost"
    assert warnings(match)["stall"] != warnings(match)["straight"]
    assert "Crosses: cards that take dr1 off the table" in _panel(match)
    match.pick(0, next(o for o in match.options(0) if o.label == "dr1: straight"))
    assert remarks(match)["straight"].endswith("too late: off the table")
    sideways = duel("planning", {"x": 3, "y": 35, "heading": 120})
    assert remarks(sideways)["turn left"].endswith("OFF THE TABLE (west)")
    assert "TABLE" not in remarks(duel("planning", {"x": 35, "y": 30, "heading": 90}))["straight"]


def test_the_last_card_on_the_table_is_marked_too() -> None:
    match = duel("planning", {"x": 35, "y": 57, "heading": 90})
    assert remarks(match)["straight"].endswith("then no way to stay on the table")
    assert "way" not in remarks(match)["sharp turn right"]


def test_with_altitude_a_card_says_to_which_level_it_leads() -> None:
    planes = {"dr1": {"x": 35, "y": 30, "level": 1}, "camel": {"level": 2}}
    match = at({"phase": "planning", "round": 2, "planes": planes}, altitude=True)
    assert remarks(match)["dive"].endswith("level 0 +1")
    assert remarks(match)["straight"].endswith("level 1 +0")
    planes["dr1"]["level"] = 0
    match = at({"phase": "planning", "round": 2, "planes": planes}, altitude=True)
    assert remarks(match)["dive"].endswith("hits the ground")
    assert warnings(match)["dive"] == "with card 1 dr1 hits the ground"
    assert not warnings(match)["straight"]
    assert all(word in RULESET.guide for word in ("climb card", "dive card", "one level higher"))


@pytest.mark.clause("WW-LAND-04", "WW-TAKE-04", "WW-CLOUD-03")
def test_a_card_that_moves_nobody_says_so() -> None:
    planes: dict[str, Any] = {"dr1": {"x": 35, "y": 30, "heading": 90, "level": 0}, "camel": {"level": 2}}
    match = at({"phase": "planning", "round": 2, "planes": planes}, altitude=True, landing=True)
    for card in ("dive", "straight"):
        match.pick(0, next(o for o in match.options(0) if o.label == f"dr1: {card}"))
    planes["dr1"] |= {"level": "ground", "run": "rolled"}
    match = at({"phase": "planning", "round": 2, "planes": planes}, altitude=True, landing=True)
    match.pick(0, next(o for o in match.options(0) if o.label == "dr1: stall"))
    assert remarks(match)["straight"] == "card 2: stays where it is, on the ground"
    planes["dr1"] = {"x": 35, "y": 58, "heading": 90, "level": 3, "counters": 1}
    match = at({"phase": "planning", "round": 2, "planes": planes}, altitude=True, cloud=True)
    match.pick(0, next(o for o in match.options(0) if o.label == "dr1: climb"))
    assert remarks(match)["straight"] == "card 2, in the cloud"


@pytest.mark.clause("WW-ILLEG-01")
def test_a_card_that_will_be_found_out_says_where_its_straight_leads() -> None:
    planes = {"dr1": {"x": 35, "y": 30, "heading": 90, "last": "stall"}, "camel": {"x": 60, "y": 60}}
    match = at({"phase": "planning", "round": 2, "planes": planes}, **{"plan-validation": "lenient"})
    assert remarks(match)["stall"] == remarks(match)["straight"]


def test_a_shot_says_what_it_draws() -> None:
    match = duel("fire", {"x": 35, "y": 30, "heading": 90}, {"x": 35, "y": 40, "heading": 270})
    assert remarks(match) == {"fire at camel": "2 cards of deck A", "hold fire": ""}
    assert prompt(match) == "dr1"


@pytest.mark.clause("WW-MISS-04")
def test_start_places_are_drawn_and_told_as_they_are_picked() -> None:
    match = Match.create(RULESET.bind("wings-over-flanders"), 3)
    assert remarks(match)["2.5 cm to the right"] == "to 192, 100, 90°"
    drawn = []
    for _ in range(3):
        drawn.append([s.text for s in pictured(match) if isinstance(s, Text) and (s.text.isdecimal() and s.size < 14)])
        match.pick(0, match.options(0)[1])
    ghosts = RULESET.scene(match.rules, match.view(0)).svg().count('stroke-dasharray="6 3"')  # type: ignore[arg-type]
    others = RULESET.scene(match.rules, match.view(1)).svg().count('stroke-dasharray="6 3"')  # type: ignore[arg-type]
    assert all({"1", "11"} <= set(words) for words in drawn)
    assert (ghosts, others) == (3, 0)


def test_a_new_order_says_how_the_cards_would_lie() -> None:
    dr1 = {"x": 35, "y": 30, "heading": 90, "plan": ["straight", "stall", "turn-left"], "tails": "camel"}
    planes = {"dr1": dr1, "camel": {"x": 35, "y": 42, "heading": 90}}
    found = remarks(at({"phase": "tail-peek", "round": 2, "planes": planes}, tailing=True))
    assert found["leave the cards as they lie"] == "straight, stall, turn left"
    assert found["fly the cards as 3-1-2"] == "turn left, straight, stall"


def test_while_planning_all_see_what_was_flown_last() -> None:
    match = Match.create(RULESET.bind("scramble"), 3)
    seen: list[list[str]] = []
    while match.phase.id != "planning" or match.state.round < 2:
        for seat in match.pending:
            match.order(seat, *match.default(seat))
    view = match.view(SPECTATOR)["state"]["planes"]
    seen = [view[plane]["revealed"] for plane in ("albatros-one", "spad")]
    assert [len(cards) for cards in seen] == [3, 3]
    assert view["spad"]["flown"] == [None, None, None]  # what it showed on the ground was never flown


# ---- points and the end


def _panel(match: Match) -> str:
    words = [shape.text for shape in pictured(match) if isinstance(shape, Text) and shape.columns]
    return " ".join(" ".join(words).split())


def test_points_say_what_they_came_from() -> None:
    chance = random.Random(5)
    sides = 0
    for scenario in ("duel-over-the-trenches", "wings-over-flanders", "istrian-raid", "melee", "dawn-patrol"):
        match = Match.create(RULESET.bind(scenario, {"two-seaters": True}), chance.randrange(10**6))
        while not match.over:
            for seat in match.pending:
                while match.options(seat):
                    match.pick(seat, chance.choice(match.options(seat)))
                match.seal(seat)
        (line,) = re.findall(r"Points: (.*(?:\n    .*)*)", told(match))
        for _, points, gains in re.findall(r"(\w+) (-?\d+)(?: \(([^)]*)\))?", " ".join(line.split())):
            assert sum(int(gain.split()[0]) for gain in gains.split(", ") if gain) == int(points), line
            sides += 1
    assert sides == 10


@pytest.mark.clause("WW-MISS-06")
def test_the_end_says_who_was_lost_and_how() -> None:
    flown = {"flown": ["straight"], "plan": ["straight"] * 3}
    match = duel("move", {"x": 35, "y": 65, "heading": 90, **flown}, step=1)
    while not match.over:
        for seat in match.pending:
            match.order(seat, *match.default(seat))
    assert match.result
    assert match.result.reason == "dr1 left the table over the north edge"
    end = " ".join(told(match, REFEREE).split())
    assert end.startswith("Round 2, card 2 of 3 flown: Victory and scoring Points: German 0, Allied 1 (+1 dr1 left) ")
    assert "dr1 Fokker Dr.I, German: left over the north edge; damage cards 0, points 0 of 13 " in end
    assert "damage cards 0, points 0 of 15" in end


# ---- the picture


def test_a_jam_says_for_how_long() -> None:
    match = duel("fire", {"x": 35, "y": 30, "heading": 90}, {"x": 35, "y": 45, "heading": 270, "jams": {"front": 2}})
    assert "front gun jammed for 2 phases" in told(match)
    assert "gun jammed for 2 phases" in [shape.text for shape in pictured(match) if isinstance(shape, Text)]
    match = duel("fire", {"x": 35, "y": 30, "heading": 90}, {"x": 35, "y": 45, "heading": 270, "jams": {"front": 1}})
    assert "front gun jammed for 1 phase\n" in told(match)


@pytest.mark.parametrize("way", [80, 100, 135, 160, 210])
@pytest.mark.parametrize("turn", [0, 25, 90])
def test_head_on_no_label_covers_another_or_a_base(way: int, turn: int) -> None:
    flown = {"flown": ["straight", "straight"]}
    camel = {"x": 36, "y": 30 + way / 10, "heading": 270 - turn / 5, "jams": {"front": 2} if way == 80 else {}, **flown}
    match = duel("fire", {"x": 35, "y": 30, "heading": 90 + turn / 5, **flown}, camel, step=2)
    strips = [shape for shape in pictured(match) if isinstance(shape, Rect) and shape.radius]
    words = [shape.text for shape in pictured(match) if isinstance(shape, Text)]
    assert len(strips) == 5 + len(match.state.shots)  # sides, names, the card to come, shots
    assert sum(" ▸ " in text for text in words) == len(match.state.shots) >= 1
    for one, two in combinations(strips, 2):
        apart = (
            one.x + one.width <= two.x
            or two.x + two.width <= one.x
            or one.y + one.height <= two.y
            or two.y + two.height <= one.y
        )
        assert apart


def test_the_draft_has_its_arcs_at_its_end() -> None:
    match = duel("planning", {"x": 35, "y": 30, "heading": 90})
    before = len(pictured(match))
    match.pick(0, match.options(0)[0])
    svg = RULESET.scene(match.rules, match.view(0)).svg()  # type: ignore[arg-type]
    assert svg.count('stroke-dasharray="1 4"') == 1
    assert len(pictured(match)) > before
    assert "where card 2 of 3 would take dr1" in _panel(match)
    assert "Dotted fan: the arc of dr1 after card 1." in _panel(match)
    assert 'stroke-dasharray="1 4"' not in RULESET.scene(match.rules, match.view(1)).svg()  # type: ignore[arg-type]
