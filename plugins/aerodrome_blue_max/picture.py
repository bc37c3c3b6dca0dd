"""What people see: the map as text and as a picture, events as sentences. All of it from a view."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import Any

from aerodrome.events import Event
from aerodrome.geometry.hexes import centre, corners, ray, wedge
from aerodrome.scene import Circle, Group, Line, Polygon, Rect, Scene, Shape, Style, Text
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.vocabulary import REACH, TEAM_TITLES, TEAMS

SENTENCES = {
    "borders": "Borders: Allies {allies}, Central Powers {central}.",
    "plane": "{seat} flies {plane} number {number}.",
    "placed": "{seat} starts in {at}, nose {facing}, out of {maneuver}.",
    "round": "Round {round}.",
    "tails": "{seat} tails {victim}.",
    "circle": "{planes} tail each other in a circle; {first} is drawn to commit first.",
    "waves": "Planning in waves: {waves}.",
    "shown": "{seat} shows {direction}.",
    "reveal": "{seat} flies {performed}.",
    "replaced": "The order of {seat} could not be flown: {broken}.",
    "move": "{seat} is in {at}, nose {facing}.",
    "spin": "{seat} begins to spin.",
    "stalled": "{seat} is stalled.",
    "level": "{seat} is at level {level}.",
    "collision": "{planes} meet: {roll} + speed {speed} + stability {stability} = {total}, {cards} card(s) each.",
    "reload": "{seat} has reloaded.",
    "fuel": "{seat} burns {paid} fuel, {left} left.",
    "glide": "{seat} is out of fuel and glides for {rounds} more round(s).",
    "fire": "{seat} ({mounting}) fires a {burst} burst at {target}, edge {edge}: {dice}.",
    "hold": "{seat} ({mounting}) holds fire.",
    "pool": "The pool of {seat} in full: {rows}.",
    "draw": "{seat} draws a card of deck {deck} for a {colour} die.",
    "drawn": "You draw {card}, {colour} part.",
    "reshuffle": "Deck {deck} is shuffled anew, {cards} cards.",
    "damage": "{seat} marks damage.",
    "effect": "{seat}: {effect}.",
    "engine-dead": "The engine of {seat} is dead; the plane is lost after round {lost_after_round}.",
    "unrecoverable": "{seat} will never recover from its spin.",
    "doom": "{seat} is doomed: {cause}.",
    "control": "{seat} rolls {roll} to keep control.",
    "recovery": "{seat} rolls {roll} to end the spin.",
    "facing": "{seat} comes out of the spin, nose {facing}.",
    "unjam": "{seat} rolls {roll} for the guns of the {mounting}.",
    "jam": "{seat} rolls {roll} against a jam ({mounting}).",
    "burning": "{seat} burns and rolls {roll}.",
    "smoking": "{seat} smokes; now {now}.",
    "stall": "{seat} rolls {roll} in its stall.",
    "shot-down": "{seat} is shot down: {cause}.",
    "sealed": "{seat} has committed.",
    "order": "You chose {picks}.",
    "revealed": "All choices are shown.",
    "ended": "The game is over: {reason}. Winner: {winner}.",
}

OUTCOMES = {
    "recovery": ("recovered", "The spin ends.", "In vain."),
    "unjam": ("cleared", "They are clear.", "They stay jammed."),
    "jam": ("jammed", "The guns jam.", "They do not jam."),
    "burning": ("out", "The fire is out.", "It burns on."),
    "stall": ("spins", "It begins to spin.", "It flies on."),
}
"""What a roll led to, by event: the fact that says it, and the words for yes and no."""

ARROWS = "↑↗↘↓↙↖"
NOSES = ("north", "north-east", "south-east", "south", "south-west", "north-west")


def sentence(rules: BlueMaxRules, event: Event) -> str:
    """An event as a sentence, planes by their seats' titles."""
    template = SENTENCES.get(event.kind)
    words = {name: _word(rules, name, value) for name, value in event.facts.items()}
    if template is None:
        return f"{event.kind}: {words}"
    text = template.format(**words)
    return text + _more(event)


def _more(event: Event) -> str:
    """What a sentence adds when there is something to add."""
    facts = event.facts
    if event.kind in OUTCOMES:
        fact, yes, no = OUTCOMES[event.kind]
        return f" {yes if facts[fact] else no}"
    if event.kind == "reveal" and facts["written"] != facts["performed"]:
        broken = facts.get("broken")
        why = f" ({', '.join(map(str, broken))})" if isinstance(broken, list) else ""
        return f" Written was {facts['written']}{why}."
    if event.kind == "reveal" and facts.get("token", "stable") != "stable":
        return f" Token: {facts['token']}."
    if event.kind in ("placed", "shown") and "level" in facts:
        return f" Level {facts['level']}."
    if event.kind == "damage":
        return " " + ", ".join(f"{name} {value}" for name, value in facts.items() if name != "seat") + "."
    return ""


def _word(rules: BlueMaxRules, name: str, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_word(rules, "", item) for item in value) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {item:+}" if type(item) is int else f"{key} {item}" for key, item in value.items())
    if value is None:
        return "nobody"
    if name == "facing":
        return NOSES[value]
    if value in rules.seats and name not in ("cause", "allies", "central"):
        return rules.scenario.seats[rules.seats.index(value)].title or str(value)
    if value in TEAMS:
        return TEAM_TITLES[TEAMS.index(value)]
    option = rules.by_key.get(str(value))
    if option is not None:
        return option.label
    for row in rules.tables.planes:
        if row.id == value:
            return row.name
    return str(value)


# ---- text


def text(rules: BlueMaxRules, view: dict[str, Any]) -> str:
    """The part of the map on which there are planes, and a line for each plane."""
    state = view["state"]
    tally = state["losses"]
    score = f"shot down by Allies {tally['allies']}, by Central {tally['central']}"
    lines = [f"Round {state['round']}, {view['phase']}   {score}"]
    marks = _marks(rules, state)
    placed = [plane for plane in state["planes"].values() if plane["pose"]]
    if placed:
        lines += ["", *_map_lines(rules, placed, marks)]
    lines.append("")
    lines += (line for plane in state["planes"].values() for line in _plane_lines(rules, plane, marks[plane["id"]]))
    return "\n".join(lines)


def _marks(rules: BlueMaxRules, state: dict[str, Any]) -> dict[str, str]:
    """One sign a plane: a digit for Allies, a letter for the Central Powers."""
    marks = {}
    counts = [0, 0]
    for plane in state["planes"].values():
        side = TEAMS.index(plane["side"])
        marks[plane["id"]] = ("123456789", "abcdefghijkl")[side][counts[side]]
        counts[side] += 1
    return marks


def _map_lines(rules: BlueMaxRules, placed: list[dict[str, Any]], marks: dict[str, str]) -> list[str]:
    """Columns side by side, even ones half a line lower; a dot for a hex, sign and arrow for a plane."""
    places = {}
    for plane in placed:
        column, line = _cell(rules, plane["pose"]["at"])
        sign = marks[plane["id"]] + ARROWS[plane["pose"]["facing"]]
        places[column, line] = "**" if (column, line) in places else sign
    cells = {_cell(rules, code): code for code in rules.map.codes}
    left, right = min(c for c, _ in places) - 2, max(c for c, _ in places) + 2
    top, bottom = min(line for _, line in places) - 3, max(line for _, line in places) + 3
    left, right = max(1, left), min(rules.map.columns, right)
    lines = ["    " + "".join(f"{cells.get((c, 2 - c % 2), '  ')[:2]:>3}" for c in range(left, right + 1))]
    for line in range(max(1, top), min(2 * rules.map.rows, bottom) + 1):
        row = "".join(
            f" {places.get((c, line)) or (' ·' if (c, line) in cells else '  ')}" for c in range(left, right + 1)
        )
        lines.append(f"{(line + 1) // 2:>3} " + row if line % 2 else "    " + row)
    return [line.rstrip() for line in lines]


def _cell(rules: BlueMaxRules, code: str) -> tuple[int, int]:
    """Column and half row, both from 1, of a hex on the whole map."""
    q, r = rules.map.hexes[rules.map.by_code[code]]
    return q + 1, 2 * r + q + 1


def _plane_lines(rules: BlueMaxRules, plane: dict[str, Any], mark: str) -> list[str]:
    title = rules.scenario.seats[plane["seat"]].title or plane["id"]
    if plane["model"] is None:
        return [f"{mark} {title}: no plane yet"]
    row = rules.tables.planes[rules.charts.ids.index(plane["model"])]
    words = [f"{mark} {title}: {row.name} #{plane['number']}"]
    if plane["lost"]:
        words.append(f"shot down ({plane['lost']})")
    elif plane["pose"]:
        words.append(f"at {plane['pose']['at']} {ARROWS[plane['pose']['facing']]}")
        if rules.altitude:
            words.append(f"level {plane['level']}")
        words.append(f"last {plane['performed']}")
    words += [name for name in ("spinning", "stalled") if plane[name] and not plane["lost"]]
    words += [plane["flame"]] if plane["flame"] != "none" else []
    words += ["observer killed"] if plane["observer_killed"] else []
    words += [f"tails {_word(rules, '', plane['tails'])}"] if plane["tails"] else []
    words += [f"{plane['due']} due"] if plane["due"] else []
    words += [f"hit by {len(plane['hits'])} dice"] if plane["hits"] else []
    lines = [", ".join(words)]
    if plane.get("shown"):
        lines.append("    shows " + " ".join(str(value) for value in plane["shown"].values()))
    if "wings" in plane:
        lines.append("    " + _sheet_line(rules, plane, row))
    return lines


def _sheet_line(rules: BlueMaxRules, plane: dict[str, Any], row: Any) -> str:
    """What stands on a sheet that the viewer may read."""
    words = [f"{name} {plane[name]}/{getattr(row, name)}" for name in ("wings", "tail", "fuselage", "engine")]
    words.append(f"guns {row.pilot_guns - plane['guns_destroyed']}")
    flags = {
        "jammed": "guns jammed",
        "rear_jammed": "observer's guns jammed",
        "wings_torn_blue": "wings torn (no speed 3-4)",
        "wings_torn_red": "wings torn (no acrobatics)",
        "engine_hit": "engine hit (no speed 3-4)",
        "pilot_killed": "pilot killed",
    }
    words += [says for name, says in flags.items() if plane[name]]
    if plane["rudder"] != "free":
        words.append(f"rudder stuck {plane['rudder']} until round {plane['rudder_until']}")
    if rules.fuel:
        words.append(f"fuel {plane['fuel']}")
    if plane["dry"]:
        words.append(f"gliding until round {plane['glide_until']}")
    if plane["deadline"]:
        words.append(f"engine dead, lost after round {plane['deadline']}")
    lewis = rules.lewis_guns(rules.charts.ids.index(plane["model"]))
    words += [f"ammunition {plane['ammunition']}"] if lewis & 1 else []
    words += [f"observer's ammunition {plane['rear_ammunition']}"] if lewis & 2 else []
    return ", ".join(words)


# ---- picture

SIZE = 26.0
"""Length of a hex edge in scene units."""

INK, FAINT, ALLIED, CENTRAL, AHEAD, BEHIND = "#1b1b1b", "#b9b29c", "#8a5a2b", "#555b66", "#e8c98f", "#c9d3de"
PANEL = 330.0

OUTLINE = (
    (0.0, -0.62), (0.1, -0.3), (0.62, -0.26), (0.62, -0.04), (0.1, 0.0), (0.07, 0.38), (0.24, 0.42), (0.24, 0.56),
    (-0.24, 0.56), (-0.24, 0.42), (-0.07, 0.38), (-0.1, 0.0), (-0.62, -0.04), (-0.62, -0.26), (-0.1, -0.3),
)  # fmt: skip
"""An aeroplane seen from above, nose up, in edges of a hex."""


def scene(rules: BlueMaxRules, view: dict[str, Any]) -> Scene:
    """The whole map with hex codes; the viewer's arcs and line of fire; planes with facing and edge letters."""
    state = view["state"]
    tall = SIZE * sqrt(3)
    width = SIZE * (1.5 * rules.map.columns + 1.5)
    height = tall * (rules.map.rows + 0.5)
    marks = _marks(rules, state)
    own = state["planes"].get(view["viewer"])
    shapes: list[Shape] = [Rect(0, 0, width + PANEL, height + 20, Style("#f6f3ea", "none"))]
    board: list[Shape] = []
    if own and own["pose"]:
        board += _arcs(rules, own)
    board += _hexes(rules)
    board += [_plane(rules, plane, marks[plane["id"]]) for plane in state["planes"].values() if plane["pose"]]
    shapes.append(Group(tuple(board), title="Map", id="map", move=(SIZE * 1.25, tall / 2 + 10)))
    shapes.append(_panel(rules, view, marks, width + 10))
    title = f"Blue Max: round {state['round']}, {view['phase']}"
    return Scene(width + PANEL, height + 20, title, tuple(shapes), text(rules, view))


def _hexes(rules: BlueMaxRules) -> list[Shape]:
    shapes: list[Shape] = []
    for here, code in zip(rules.map.hexes, rules.map.codes, strict=True):
        x, y = centre(here, SIZE)
        shapes.append(Polygon(corners(here, SIZE), Style("none", FAINT, 0.8)))
        shapes.append(Text(x, y - SIZE * 0.62, code, SIZE * 0.27, "middle", fill="#8d866f"))
    return shapes


def _arcs(rules: BlueMaxRules, plane: dict[str, Any]) -> list[Shape]:
    """Front arc filled, rear arc with a dashed border, the pilot's line of fire with a dot in each hex."""
    pose = rules.map.at(plane["pose"]["at"]) * 6 + plane["pose"]["facing"]
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


def _plane(rules: BlueMaxRules, plane: dict[str, Any], mark: str) -> Group:
    """An aeroplane seen from above in its hex: allied wings filled, central ones white with a cross-stroke."""
    x, y = centre(rules.map.hexes[rules.map.at(plane["pose"]["at"])], SIZE)
    allied = plane["side"] == TEAMS[0]
    style = Style(ALLIED if allied else "#ffffff", INK, 1.4)
    s = SIZE
    body = tuple((x_ * s, y_ * s) for x_, y_ in OUTLINE)
    turning: list[Shape] = [Polygon(body, style)]
    if not allied:
        turning.append(Line(((-0.5 * s, -0.15 * s), (-0.3 * s, -0.15 * s)), Style("none", INK, 3)))
        turning.append(Line(((0.3 * s, -0.15 * s), (0.5 * s, -0.15 * s)), Style("none", INK, 3)))
    shapes: list[Shape] = [Group(tuple(turning), turn=60.0 * plane["pose"]["facing"])]
    for direction, letter in enumerate("ABCDCB"):
        angle = radians(60.0 * (direction + plane["pose"]["facing"]) - 90)
        ex, ey = 0.8 * s * cos(angle), 0.8 * s * sin(angle)
        shapes.append(Text(ex, ey + s * 0.09, letter, s * 0.25, "middle", letter == "A"))
    signs = mark + (f" L{plane['level']}" if rules.altitude else "")
    signs += {"smoke": " ~", "fire": " !!"}.get(plane["flame"], "") + (" @" if plane["spinning"] else "")
    shapes.append(Rect(-0.3 * s, -0.08 * s, 0.6 * s, 0.34 * s, Style("#ffffff", INK, 0.6), 2))
    shapes.append(Text(0, 0.18 * s, signs, s * 0.28, "middle", bold=True))
    title = rules.scenario.seats[plane["seat"]].title or plane["id"]
    return Group(tuple(shapes), f"{title}: {plane['model']} at {plane['pose']['at']}", f"plane-{plane['id']}", (x, y))


def _panel(rules: BlueMaxRules, view: dict[str, Any], marks: dict[str, str], left: float) -> Group:
    state = view["state"]
    shapes: list[Shape] = [Text(left, 26, f"Round {state['round']}: {view['phase']}", 16, bold=True)]
    y = 50.0
    for plane in state["planes"].values():
        for line in _plane_lines(rules, plane, marks[plane["id"]]):
            for piece in _wrapped(line.strip()):
                shapes.append(Text(left, y, piece, 11, bold=piece[:1] == marks[plane["id"]] and piece[1:2] == " "))
                y += 15
        y += 8
    legend = ("A to D: edges of a plane, A is the nose", "@ spins, ~ smoke, !! fire, L altitude level")
    arcs = ("shaded: your front arc, dots: your line of fire", "dashed: your rear arc")
    for line in (*legend, *(arcs if view["viewer"] in state["planes"] else ())):
        shapes.append(Text(left, y + 10, line, 10, fill="#5b5540"))
        y += 14
    return Group(tuple(shapes), title="Planes", id="panel")


def _wrapped(line: str, most: int = 52) -> list[str]:
    """A line cut at commas so that it fits the panel."""
    pieces = [""]
    for word in line.split(", "):
        joined = f"{pieces[-1]}, {word}" if pieces[-1] else word
        if len(joined) > most and pieces[-1]:
            pieces[-1] += ","
            pieces.append(word)
        else:
            pieces[-1] = joined
    return pieces
