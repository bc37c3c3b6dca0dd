"""The table as a picture, from a view."""

from __future__ import annotations

from math import cos, pi, radians, sin, sqrt
from typing import Any

from aerodrome.geometry.hexes import Hex, Pose, centre, corners, ray, wedge
from aerodrome.scene import Circle, Group, Line, Polygon, Rect, Role, Scene, Shape, Style, Text
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.text import marks, plane_lines, pose_of, text, wrapped
from aerodrome_blue_max.vocabulary import DECKS, EDGES, REACH, TEAMS

SIZE = 26.0
"""Length of a hex edge in scene units."""

INK, FAINT, ALLIED, CENTRAL, AHEAD, BEHIND = "#1b1b1b", "#b9b29c", "#8a5a2b", "#555b66", "#e8c98f", "#c9d3de"
PANEL = 330.0
PANEL_LETTERS = 52
"""Width of the panel beside the map, and how many letters fit into it."""

OUTLINE = (
    (0.0, -0.62), (0.1, -0.3), (0.62, -0.26), (0.62, -0.04), (0.1, 0.0), (0.07, 0.38), (0.24, 0.42), (0.24, 0.56),
    (-0.24, 0.56), (-0.24, 0.42), (-0.07, 0.38), (-0.1, 0.0), (-0.62, -0.04), (-0.62, -0.26), (-0.1, -0.3),
)  # fmt: skip
"""An aeroplane seen from above, nose up, in edges of a hex."""


def scene(rules: BlueMaxRules, view: dict[str, Any]) -> Scene:
    """The whole map with hex codes; the viewer's arcs and line of fire; planes with facing and edge letters; and where
    the order that the viewer has picked would lead."""
    state = view["state"]
    tall = SIZE * sqrt(3)
    width = SIZE * (1.5 * rules.map.columns + 1.5)
    height = tall * (rules.map.rows + 0.5)
    signs = marks(rules, state)
    own = state["planes"].get(view["viewer"])
    shapes: list[Shape] = [Rect(0, 0, width + PANEL, height + 20, Style("#f6f3ea", "none"))]
    board: list[Shape] = []
    if own and own["pose"]:
        board += _arcs(rules, own)
    board += _hexes(rules)
    if own and own["pose"]:
        board += _ghosts(rules, own, view["picks"])
    board += _planes(rules, [plane for plane in state["planes"].values() if plane["pose"]], signs, view["viewer"])
    shapes.append(Group(tuple(board), title="Map", id="map", move=(SIZE * 1.25, tall / 2 + 10)))
    shapes.append(_panel(rules, view, signs, width + 10))
    title = f"Blue Max: round {state['round']}, {rules.ruleset.phases.nodes[view['phase']].phase.title}"
    return Scene(width + PANEL, height + 20, title, tuple(shapes), text(rules, view))


def _hexes(rules: BlueMaxRules) -> list[Shape]:
    return [_hex(here, code) for here, code in zip(rules.map.hexes, rules.map.codes, strict=True)]


def _hex(here: Hex, code: str) -> Shape:
    """One hex, by its code: where an option names it, it can be pressed."""
    x, y = centre(here, SIZE)
    outline = Polygon(corners(here, SIZE), Style("none", FAINT, 0.8))
    return Group((outline, Text(x, y - SIZE * 0.62, code, SIZE * 0.27, "middle", fill="#8d866f")), id=f"hex-{code}")


def _arcs(rules: BlueMaxRules, plane: dict[str, Any]) -> list[Shape]:
    """Front arc filled, rear arc with a dashed border, the pilot's line of fire with a dot in each hex."""
    pose = pose_of(rules, plane)
    shapes: list[Shape] = []
    for number in rules.map.seen_from(pose, wedge(0, REACH)):
        shapes.append(Polygon(_outline(rules, number, 0.94), Style(AHEAD, "none", opacity=0.45)))
    for number in rules.map.seen_from(pose, wedge(3, REACH)):
        shapes.append(Polygon(_outline(rules, number, 0.86), Style("none", INK, 0.7, "3 3")))
    for number in rules.map.seen_from(pose, ray(0, REACH)):
        x, y = centre(rules.map.hexes[number], SIZE)
        shapes.append(Circle(x, y + SIZE * 0.6, 2.5, Style(INK, "none")))
    return shapes


def _outline(rules: BlueMaxRules, number: int, scale: float) -> tuple[tuple[float, float], ...]:
    """A hex drawn smaller than it is, about its own middle."""
    x, y = centre(rules.map.hexes[number], SIZE)
    return tuple((x + px, y + py) for px, py in corners((0, 0), SIZE * scale))


def _ghosts(rules: BlueMaxRules, own: dict[str, Any], picks: list[str]) -> list[Shape]:
    """The plane where the picked maneuver ends, in dashes, with a dashed line to it."""
    shapes: list[Shape] = []
    here = pose_of(rules, own)
    for option in (rules.by_key[key] for key in picks):
        if "maneuver" not in option.facts or "start" in option.facts:
            continue
        end = rules.moves[rules.order(option)[0]][here]
        if end < 0:
            continue
        x, y = centre(rules.map.hexes[end // 6], SIZE)
        dashed = Style("none", INK, 1.2, "3 2")
        shapes.append(Line((centre(rules.map.hexes[here // 6], SIZE), (x, y)), dashed))
        shapes.append(
            Group((_body(end, SIZE, dashed),), f"after {option.label}", f"ghost-{own['id']}", (x, y), role="own piece")
        )
    return shapes


def _body(pose: Pose, size: float, style: Style) -> Group:
    """The outline of a plane, nose where the pose has it."""
    return Group((Polygon(tuple((x * size, y * size) for x, y in OUTLINE), style),), turn=60.0 * (pose % 6))


def _planes(rules: BlueMaxRules, planes: list[dict[str, Any]], signs: dict[str, str], viewer: str) -> list[Shape]:
    """Each plane in its hex; several in one hex stand smaller beside each other."""
    stacks: dict[int, list[dict[str, Any]]] = {}
    for plane in planes:
        stacks.setdefault(rules.map.at(plane["pose"]["at"]), []).append(plane)
    shapes: list[Shape] = []
    for number, stack in stacks.items():
        x, y = centre(rules.map.hexes[number], SIZE)
        for place, plane in enumerate(stack):
            angle = 2 * pi * place / len(stack) + pi
            apart, size = (0.45 * SIZE, 0.6 * SIZE) if len(stack) > 1 else (0.0, SIZE)
            at = x + apart * cos(angle), y + apart * sin(angle)
            role: Role = "own piece" if plane["id"] == viewer else "piece"
            shapes.append(_plane(rules, plane, signs[plane["id"]], size, at, role))
    return shapes


def _plane(
    rules: BlueMaxRules, plane: dict[str, Any], mark: str, s: float, at: tuple[float, float], role: Role
) -> Group:
    """An aeroplane seen from above: allied wings filled, central ones white with a cross-stroke."""
    allied = plane["side"] == TEAMS[0]
    facing = plane["pose"]["facing"]
    turning: list[Shape] = [_body(0, s, Style(ALLIED if allied else "#ffffff", INK, 1.4))]
    if not allied:
        turning.append(Line(((-0.5 * s, -0.15 * s), (-0.3 * s, -0.15 * s)), Style("none", INK, 3)))
        turning.append(Line(((0.3 * s, -0.15 * s), (0.5 * s, -0.15 * s)), Style("none", INK, 3)))
    shapes: list[Shape] = [Group(tuple(turning), turn=60.0 * facing)]
    for direction, letter in enumerate(DECKS[edge] for edge in EDGES):
        angle = radians(60.0 * (direction + facing) - 90)
        ex, ey = 0.8 * s * cos(angle), 0.8 * s * sin(angle)
        shapes.append(Text(ex, ey + s * 0.09, letter, s * 0.25, "middle", letter == "A"))
    signs = mark + (f" L{plane['level']}" if rules.altitude else "")
    signs += {"smoke": " ~", "fire": " !!"}.get(plane["flame"], "") + (" @" if plane["spinning"] else "")
    half = max(0.3, 0.085 * len(signs)) * s
    shapes.append(Rect(-half, -0.08 * s, 2 * half, 0.34 * s, Style("#ffffff", INK, 0.6), 2))
    shapes.append(Text(0, 0.18 * s, signs, s * 0.28, "middle", bold=True))
    title = rules.scenario.seats[plane["seat"]].title or plane["id"]
    words = f"{title}: {plane['model']} at {plane['pose']['at']}"
    return Group(tuple(shapes), words, f"plane-{plane['id']}", at, role=role)


def _panel(rules: BlueMaxRules, view: dict[str, Any], signs: dict[str, str], left: float) -> Group:
    state = view["state"]
    phase = rules.ruleset.phases.nodes[view["phase"]].phase.title
    own = state["planes"].get(view["viewer"])
    shapes: list[Shape] = [Text(left, 26, f"Round {state['round']}: {phase}", 15, bold=True)]
    y = 50.0
    for plane in state["planes"].values():
        for line in plane_lines(rules, plane, signs[plane["id"]], own):
            for piece in wrapped(line.strip(), PANEL_LETTERS):
                shapes.append(Text(left, y, piece, 11, bold=piece[:1] == signs[plane["id"]] and piece[1:2] == " "))
                y += 15
        y += 8
    legend = ("A to D: edges of a plane, A is the nose", "@ spins, ~ smoke, !! fire, L altitude level")
    arcs = ("shaded: your front arc, dots: your line of fire", "dashed: your rear arc, and the order you picked")
    for line in (*legend, *(arcs if own else ())):
        shapes.append(Text(left, y + 10, line, 10, fill="#5b5540"))
        y += 14
    return Group(tuple(shapes), title="Planes", id="panel")
