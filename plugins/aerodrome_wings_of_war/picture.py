"""What people see: the table as text and as a picture, events as sentences. All of it from a view."""

from __future__ import annotations

from math import hypot
from typing import Any

from aerodrome.events import Event
from aerodrome.geometry.table import Motion, Pose, unit
from aerodrome.scene import Circle, Group, Line, Polygon, Rect, Scene, Shape, Style, Text
from aerodrome_wings_of_war.cards import BASE, Gun
from aerodrome_wings_of_war.missions import TARGET
from aerodrome_wings_of_war.rules import Plane, WingsRules
from aerodrome_wings_of_war.vocabulary import KINDS

SENTENCES = {
    "setup": "The table is {width} by {depth} mm, the ruler {ruler} mm.",
    "round": "Round {round} begins.",
    "planned": "All plans of round {round} are made.",
    "card": "{plane} reveals {card}.",
    "replaced": "{plane} cannot fly {card} and flies {by} instead.",
    "moved": "{plane} stands at {x}, {y}, heading {heading}°.",
    "pushed": "{plane} has to make way, to {x}, {y}.",
    "move-order": "They move one after the other: {planes} (numbers {numbers}).",
    "order": "They move one after the other: {planes}.",
    "left": "{plane} leaves over the {edge} edge.",
    "picture-home": "{plane} brings the photograph home: {points} points.",
    "task": "{plane} has done its task: {task}.",
    "task-failed": "{plane} cannot do its task: the observer is wounded.",
    "fire": "{plane} fires its {gun} gun at {target}: {cards} cards.",
    "hit": "{plane} draws a card of deck {deck} ({by}), open symbol: {symbol}.",
    "damage": "Your {plane} takes {points} points ({card}): {total} of {resistance}.",
    "special": "Special damage on {plane}: {symbol}.",
    "jam": "The {gun} gun of {plane} jams for {phases} phases.",
    "destroyed": "{plane} is destroyed: {fate}.",
    "recycled": "{cards} cards go back into deck {deck}.",
    "tailing": "{plane} tails {quarry}.",
    "contact-lost": "{plane} loses contact with {quarry}.",
    "peek": "{quarry} shows you its next card: {card}.",
    "laid": "You lay the cards of {plane} as {cards}.",
    "fire-fought": "The fire on {plane} is fought ({cards}); flames left: {flames}.",
    "floor": "The floor is now {floor}, the ceiling {ceiling}.",
    "burn": "{plane} burns; flames left: {flames}.",
    "pivot": "{plane} turns on the ground to {heading}°.",
    "fire-spreads": "The fire spreads to {plane}.",
    "into-cloud": "{plane} disappears in the cloud at level {level}.",
    "out-of-cloud": "{plane} comes out of the cloud: {cards}.",
    "collected": "Your {plane} keeps {card} in the cloud.",
    "touch-down": "{plane} touches down.",
    "lift-off": "{plane} takes off.",
    "level": "{plane} is at level {level} with {counters} climb counters.",
    "landed": "{plane} has landed; it may act from round {act_from}.",
    "crash": "{plane} crashes: {cards} cards.",
    "no-take-off": "{plane} burns and cannot take off.",
    "sealed": "{seat} has decided.",
    "revealed": "All choices are shown.",
    "ended": "The game is over: {reason}. Winner: {winner}.",
}

INK, PAPER, TABLE, GHOST = "#1b1b1b", "#ffffff", "#f3efe3", "#6b6b6b"
SIDES = (Style("#c9dcf2", INK, 1.6), Style("#f6dcc4", INK, 1.6))
"""The first team's bases are blue with a plain edge, the second's orange with a double one."""

MARGIN, PANEL = 40.0, 330.0


def sentence(rules: WingsRules, event: Event) -> str:
    """An event as a sentence, airplanes by their names."""
    words = {name: _word(rules, value) for name, value in event.facts.items()}
    template = "You chose {picks}." if event.kind == "order" and "picks" in words else SENTENCES.get(event.kind)
    if template is None:
        return f"{event.kind}: {words}"
    return template.format(**words)


def _word(rules: WingsRules, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_word(rules, item) for item in value) or "nothing"
    if value is None:
        return "nobody"
    if isinstance(value, float):
        return f"{value:g}" if value == int(value) else f"{value:.1f}"
    option = rules.by_key.get(str(value))
    if option is not None:
        return option.label
    for plane in rules.planes:
        if plane.id == value:
            return plane.name if sum(p.name == plane.name for p in rules.planes) == 1 else f"{plane.name} {plane.id}"
    return str(value)


# ---- text


def text(rules: WingsRules, view: dict[str, Any]) -> str:
    """Round and phase, a line or two an airplane, ranges, and who can fire at whom."""
    state = view["state"]
    lines = [f"Round {state['round']}, card {state['step']} of 3  |  {view['phase']}  |  {_scores(state)}"]
    if rules.settings.flying_high:
        lines.append(f"floor {state['floor']}, ceiling {state['floor'] + 3}")
    for plane in rules.planes:
        lines += _plane_lines(rules, plane, state["planes"][plane.id])
    lines += _ranges(rules, state)
    return "\n".join(lines)


def _scores(state: dict[str, Any]) -> str:
    return "points: " + ", ".join(f"{side} {points:g}" for side, points in state["score"].items())


def _plane_lines(rules: WingsRules, plane: Plane, seen: dict[str, Any]) -> list[str]:
    head = f"{plane.id:12} {plane.name} ({rules.team_name(plane.seat)})"
    if seen["fate"] != "in play":
        edge = f" over the {seen['edge']} edge" if seen["edge"] else ""
        return [f"{head}: {seen['fate']}{edge}"]
    lines = [f"{head}  x {seen['x']:.1f} y {seen['y']:.1f} heading {seen['heading']:.1f}°{_height(rules, seen)}"]
    notes = _notes(plane, seen)
    return lines + ([f"{'':13}{'; '.join(notes)}"] if notes else [])


def _height(rules: WingsRules, seen: dict[str, Any]) -> str:
    if not rules.settings.altitude:
        return ""
    if seen["place"] != "flying":
        return f"  in the {seen['place']}" if seen["place"] == "cloud" else f"  on the ground ({seen['run']})"
    return f"  level {seen['level']} +{seen['counters']}"


def _notes(plane: Plane, seen: dict[str, Any]) -> list[str]:
    notes = [f"damage cards {seen['hits_count']}"]
    if "total" in seen:
        notes[0] += f", {seen['total']} of {plane.resistance} points"
    if seen["flown"]:
        notes.append("flew " + ", ".join(kind or "nothing" for kind in seen["flown"]))
    if seen.get("plan"):
        notes.append("plan " + ", ".join(seen["plan"]))
    if seen.get("shown_card"):
        notes.append(f"{seen['tails']} shows {seen['shown_card']}")
    notes += [f"{gun.name} gun jammed {left}" for gun, left in zip(plane.guns, seen["jams"], strict=True) if left]
    notes += [f"{word} {seen[word]}" for word in ("smoke", "flames") if seen[word]]
    if seen["tails"] and seen["tailing"]:
        notes.append(f"tails {seen['tails']}")
    return notes


def _ranges(rules: WingsRules, state: dict[str, Any]) -> list[str]:
    """Distances between enemies' middles, and the shots that the table allows."""
    lines = []
    for one, two in rules.pairs:
        a, b = state["planes"][rules.planes[one].id], state["planes"][rules.planes[two].id]
        if one < two and a["fate"] == b["fate"] == "in play":
            lines.append(f"{a['id']} - {b['id']}: {hypot(a['x'] - b['x'], a['y'] - b['y']):.1f} mm between the middles")
    for shot in state["shots"]:
        cards = "2 cards" if shot["cards"] == 2 else "1 card"
        lines.append(f"{shot['plane']} ({shot['gun']} gun) can fire at {shot['target']}: {cards}")
    return lines


# ---- picture


class _Sheet:
    """The table drawn with north up: millimetres from the upper left corner."""

    def __init__(self, rules: WingsRules) -> None:
        self.rules = rules
        self.width, self.depth = rules.area.width, rules.area.depth

    def at(self, x: float, y: float) -> tuple[float, float]:
        return MARGIN + x, MARGIN + self.depth - y

    def outline(self, pose: Pose) -> tuple[tuple[float, float], ...]:
        return tuple(self.at(x, y) for x, y in BASE.corners(pose))


def scene(rules: WingsRules, view: dict[str, Any]) -> Scene:
    """The table from above, in millimetres: bases, arcs with the ruler's halves, cards just flown, own plans."""
    sheet = _Sheet(rules)
    state = view["state"]
    width, height = sheet.width + 2 * MARGIN + PANEL, sheet.depth + 2 * MARGIN
    shapes: list[Shape] = [
        Rect(0, 0, width, height, Style(PAPER, "none")),
        Rect(MARGIN, MARGIN, sheet.width, sheet.depth, Style(TABLE, INK, 2)),
        *_ground(sheet),
    ]
    alive = [plane for plane in rules.planes if state["planes"][plane.id]["fate"] == "in play"]
    for draw in (_reach, _track, _ghosts, _base):
        shapes += [draw(sheet, plane, state["planes"][plane.id]) for plane in alive]
    shapes += [_shot(sheet, state, shot) for shot in state["shots"]]
    shapes.append(_panel(sheet, view))
    title = f"Wings of War: round {state['round']}, {view['phase']}"
    return Scene(width, height, title, tuple(shapes), text(rules, view))


def _ground(sheet: _Sheet) -> list[Shape]:
    """The landing strip, the target card, and a scale of ten centimetres."""
    rules = sheet.rules
    shapes: list[Shape] = []
    if rules.settings.landing:
        corners = tuple(sheet.at(x, y) for x, y in rules.strip.base.corners(rules.strip.pose))
        shapes.append(Group((Polygon(corners, Style("#e2e7d3", INK, 1.2, "8 4")),), title="landing strip", id="strip"))
    if rules.target is not None:
        corners = tuple(sheet.at(x, y) for x, y in TARGET.corners(rules.target))
        x, y = sheet.at(rules.target.x, rules.target.y)
        cross = Text(x, y + 5, "✕ target", 14, "middle")
        shapes.append(Group((Polygon(corners, Style("#ddd3e8", INK, 1.2)), cross), title="target card", id="target"))
    y = MARGIN + sheet.depth + 16
    shapes += [Line(((MARGIN, y), (MARGIN + 100, y)), Style(width=2)), Text(MARGIN + 106, y + 4, "10 cm", 12)]
    return shapes


def _pose(seen: dict[str, Any]) -> Pose:
    return Pose(seen["x"], seen["y"], seen["heading"])


def _reach(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """Each gun's arc, with the first and the second half of the ruler."""
    shapes: list[Shape] = []
    if seen["place"] == "flying":
        for gun in plane.guns:
            shapes += [_sector(sheet, _pose(seen), gun, sheet.rules.ruler, "6 4"),
                       _sector(sheet, _pose(seen), gun, sheet.rules.half, "2 3")]  # fmt: skip
    return Group(tuple(shapes), title=f"arcs of {plane.id}", id=f"arcs-{plane.id}")


def _sector(sheet: _Sheet, pose: Pose, gun: Gun, radius: float, dash: str) -> Polygon:
    middle, wide = pose.heading + gun.arc.axis, gun.arc.half_angle
    points = [sheet.at(pose.x, pose.y)]
    for step in range(25):
        c, s = unit((middle - wide + wide * step / 12) % 360.0)
        points.append(sheet.at(pose.x + radius * c, pose.y + radius * s))
    return Polygon(tuple(points), Style("none", GHOST, 0.8, dash))


def _track(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """The card just flown: from the base before it to the base now, as far as nobody made way."""
    flown = seen["flown"]
    if not flown or flown[-1] is None or seen["place"] == "cloud":
        return Group(())
    now = _pose(seen)
    before = now.moved(plane.deck.motions[KINDS.index(flown[-1])].inverse())
    path = _path(sheet, before, now)
    shapes: tuple[Shape, ...] = (Polygon(sheet.outline(before), Style("none", GHOST, 0.8, "3 3")), path)
    return Group(shapes, title=f"{plane.id} flew {flown[-1]}", id=f"track-{plane.id}")


def _path(sheet: _Sheet, before: Pose, now: Pose) -> Line:
    front = before.moved(Motion(BASE.half_length, 0.0, 0.0))
    rear = now.moved(Motion(-BASE.half_length, 0.0, 0.0))
    points = (before, front, rear, now)
    return Line(tuple(sheet.at(p.x, p.y) for p in points), Style("none", GHOST, 1.2, "5 3"))


def _ghosts(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """Where the planned cards that are still to come would lead; the view holds them for their owner alone."""
    plan = seen.get("plan") or []
    shapes: list[Shape] = []
    pose = _pose(seen)
    if seen["place"] != "flying":
        return Group(())
    for slot in range(len(seen["flown"]), len(plan)):
        before, pose = pose, pose.moved(plane.deck.motions[KINDS.index(plan[slot])])
        x, y = sheet.at(pose.x, pose.y)
        shapes += [Polygon(sheet.outline(pose), Style("none", INK, 1, "4 3", 0.7)), _path(sheet, before, pose)]
        shapes.append(Text(x, y + 4, f"{slot + 1} {plan[slot]}", 10, "middle", fill=GHOST))
    return Group(tuple(shapes), title=f"plan of {plane.id}", id=f"plan-{plane.id}")


def _base(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """The base with its nose, its peg, its name; altitude and counters, jams and fire beside it."""
    pose = _pose(seen)
    x, y = sheet.at(pose.x, pose.y)
    style = SIDES[plane.team]
    shapes: list[Shape] = [Polygon(sheet.outline(pose), style)]
    if plane.team == 1:
        inner = BASE.shrunk(3)
        shapes.append(Polygon(tuple(sheet.at(*corner) for corner in inner.corners(pose)), Style("none", INK, 0.8)))
    nose = [pose.moved(Motion(ahead, left, 0.0)) for ahead, left in ((30.0, 0.0), (20.0, 6.0), (20.0, -6.0))]
    shapes.append(Polygon(tuple(sheet.at(p.x, p.y) for p in nose), Style(INK, INK, 1)))
    shapes.append(Circle(x, y, 2.5, Style(INK, INK, 1)))
    shapes.append(Text(x, y + 18, plane.id, 12, "middle", bold=True))
    marks = _marks(sheet.rules, plane, seen)
    if marks:
        shapes.append(Text(x, y - 10, marks, 11, "middle"))
    return Group(tuple(shapes), title=plane.name, id=f"plane-{plane.id}")


def _marks(rules: WingsRules, plane: Plane, seen: dict[str, Any]) -> str:
    marks = []
    if rules.settings.altitude:
        place = {"ground": "ground", "cloud": "cloud"}.get(seen["place"])
        marks.append(place or f"L{seen['level']}+{seen['counters']}")
    marks += [f"jam{left}" for left in seen["jams"] if left]
    marks += [f"{word}{seen[key]}" for word, key in (("smoke", "smoke"), ("fire", "flames")) if seen[key]]
    return " ".join(marks)


def _shot(sheet: _Sheet, state: dict[str, Any], shot: dict[str, Any]) -> Group:
    """A line of fire that the table allows, with the cards that it would cost."""
    own, foe = state["planes"][shot["plane"]], state["planes"][shot["target"]]
    start, end = sheet.at(own["x"], own["y"]), sheet.at(foe["x"], foe["y"])
    x, y = 0.6 * start[0] + 0.4 * end[0], 0.6 * start[1] + 0.4 * end[1]  # nearer to the shooter
    label = Text(x + 4, y, f"{shot['plane']} ▸ {shot['target']}: {shot['cards']}", 11, fill="#8a1c1c")
    line = Line((start, end), Style("none", "#8a1c1c", 1.5, "1 3"))
    return Group((line, label), title=f"{shot['plane']} can fire at {shot['target']}")


def _panel(sheet: _Sheet, view: dict[str, Any]) -> Group:
    lines = text(sheet.rules, view).splitlines()
    x = 2 * MARGIN + sheet.width
    shapes = []
    row = 0
    for line in lines:
        for part in _wrapped(line):
            shapes.append(Text(x, MARGIN + 12 + 16 * row, part, 11, bold=row == 0))
            row += 1
    return Group(tuple(shapes), title="state of the game", id="panel")


def _wrapped(line: str, most: int = 54) -> list[str]:
    parts = [""]
    for word in line.split():
        if len(parts[-1]) + len(word) > most:
            parts.append("  ")
        parts[-1] += ("" if parts[-1].strip() == "" else " ") + word
    return parts
