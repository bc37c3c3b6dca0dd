"""Where the order that a viewer is making would lead, drawn in dashes. All of it from a view."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

from aerodrome.geometry.hexes import DIRECTION_NAMES, Pose, centre
from aerodrome.orders import Option
from aerodrome.scene import Group, Line, Polygon, Shape, Style
from aerodrome_aces_high import movement
from aerodrome_aces_high.asking import asked_planes
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.state import STAYING
from aerodrome_aces_high.vocabulary import NO_CARD, Kind

SIZE = 24.0
"""Length of a hex edge in scene units."""

INK = "#1b1b1b"
DASHED = Style("none", INK, 1.3, "3 2")
OUTLINE = (
    (0, -17), (5, -4), (17, 0), (17, 5), (4, 5), (3, 13), (-3, 13), (-4, 5), (-17, 5), (-17, 0), (-5, -4),
)  # fmt: skip
"""An aircraft seen from above, nose up, in scene units."""


def outline(x: float, y: float, facing: int) -> tuple[tuple[float, float], ...]:
    """An aircraft around (x, y)."""
    turn = facing * pi / 3
    return tuple((x + px * cos(turn) - py * sin(turn), y + px * sin(turn) + py * cos(turn)) for px, py in OUTLINE)


def ghosts(rules: AcesRules, view: dict[str, Any]) -> list[Shape]:
    """Aircraft where the picks put them: on the start hex; after the card to be played; after each card of a new hand,
    one after the other as they were taken."""
    if view["viewer"] not in rules.seats or not view["picks"]:
        return []
    picks = [rules.by_key[key] for key in view["picks"]]
    if view["phase"] == "place-aircraft":
        return list(_placed(rules, view, picks))
    if view["phase"] == "card-selection":
        return list(_flown(rules, view, _hands(rules, picks)))
    if view["phase"] in ("maneuver", "correction"):
        return list(_flown(rules, view, [[rules.meaning[option.code][0]] for option in picks]))
    return []


def _placed(rules: AcesRules, view: dict[str, Any], picks: list[Option]) -> Iterator[Shape]:
    """A start hex without its heading looks the way that is offered first."""
    names = asked_planes(rules, view)
    nose = rules.noses[rules.sides[rules.seat_number(view["viewer"])]][0]
    for place in range(0, len(picks), 2):
        heading = picks[place + 1] if place + 1 < len(picks) else nose
        here = rules.map.at(str(picks[place].facts["at"]))
        yield _ghost(rules, names[place], here * 6 + int(str(heading.facts["facing"])))


def _hands(rules: AcesRules, picks: list[Option]) -> list[list[Kind]]:
    """The cards taken so far, by aircraft; those that ride on others do not move it."""
    hands: list[list[Kind]] = [[]]
    for option in picks:
        kind = rules.meaning[option.code][0]
        if option is rules.done:
            hands.append([])
        elif kind != NO_CARD and rules.kinds[kind].own_round:
            hands[-1].append(kind)
    return hands


def _flown(rules: AcesRules, view: dict[str, Any], cards: list[list[Kind]]) -> Iterator[Shape]:
    for name, hand in zip(asked_planes(rules, view), cards, strict=False):
        plane = view["state"]["planes"][name]
        code, _, facing = plane["pose"].partition("/")
        pose = rules.map.by_code[code] * 6 + int(facing)
        left_home = plane["left_home"]
        for kind in hand:
            if kind == NO_CARD:
                break
            end, going = movement.way_end(rules, rules.sides[plane["seat"]], left_home, pose, kind)
            if going != STAYING:
                break
            yield Line((_middle(rules, pose), _middle(rules, end)), DASHED)
            yield _ghost(rules, name, end)
            left_home = left_home or rules.home[end // 6] != rules.sides[plane["seat"]]
            pose = end


def _middle(rules: AcesRules, pose: Pose) -> tuple[float, float]:
    return centre(rules.map.hexes[pose // 6], SIZE)


def _ghost(rules: AcesRules, name: str, pose: Pose) -> Group:
    body = Polygon(outline(*_middle(rules, pose), pose % 6), DASHED)
    words = f"{rules.marks[name]} in {rules.map.codes[pose // 6]} facing {DIRECTION_NAMES[pose % 6]}"
    return Group((body,), words, f"ghost-{name}", role="own piece")
