"""What people see: the table as text and as a picture, events as sentences. All of it from a view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from textwrap import wrap
from typing import Any

from aerodrome.events import Event
from aerodrome.geometry.table import ALL_ROUND, Motion, Pose, nearest_in_sight, unit
from aerodrome.scene import Circle, Group, Line, Polygon, Rect, Scene, Shape, Style, Text
from aerodrome_wings_of_war import fire, plans
from aerodrome_wings_of_war.cards import BASE, Gun
from aerodrome_wings_of_war.missions import TARGET
from aerodrome_wings_of_war.rules import K, Plane, WingsRules
from aerodrome_wings_of_war.vocabulary import CARDS_IN_A_PLAN, KINDS

SENTENCES = {
    "setup": "The table is {width} by {depth} mm, the ruler {ruler} mm.",
    "round": "Round {round} begins.",
    "planned": "All plans of round {round} are made.",
    "card": "{plane} reveals {card}.",
    "replaced": "{plane} cannot fly {card} and flies {by} instead.",
    "moved": "{plane} stands at {x}, {y}, heading {heading}°.",
    "pushed": "{plane} has to make way, to {x}, {y}.",
    "move-order": "They move one after the other: {planes} (numbers {numbers}).",
    "chance-order": "They move one after the other: {planes}.",
    "left": "{plane} leaves over the {edge} edge.",
    "picture-home": "{plane} brings the photograph home: {points}.",
    "task": "{plane} has done its task: {task}.",
    "task-failed": "{plane} cannot do its task: the observer is wounded.",
    "fire": "{plane} fires its {gun} gun at {target}: {cards}.",
    "hit": "{plane} draws a card of deck {deck} ({by}){shown}.",
    "damage": "Your {plane} takes {points} ({card}): {total} of {resistance}.",
    "special": "Special damage on {plane}: {symbol}.",
    "jam": "The {gun} gun of {plane} jams for {phases}.",
    "destroyed": "{plane} is destroyed: {fate}.",
    "recycled": "{cards} back into deck {deck}.",
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
    "level": "{plane} is at level {level} with {counters}.",
    "landed": "{plane} has landed; it may act from round {act_from}.",
    "crash": "{plane} crashes: {cards}.",
    "no-take-off": "{plane} burns and cannot take off.",
    "sealed": "{seat} has decided.",
    "revealed": "All choices are shown.",
    "ended": "The game is over: {reason}. Winner: {winner}.",
}

COUNTED = {"cards": "card", "points": "point", "phases": "phase", "counters": "climb counter"}
"""Facts that count something, and what."""

INK, PAPER, TABLE, GHOST, SHOT = "#1b1b1b", "#ffffff", "#f3efe3", "#5f5f5f", "#8a1c1c"
SIDES = (Style("#c9dcf2", INK, 1.6), Style("#f6dcc4", INK, 1.6))
"""The first team's bases are blue with a plain edge, the second's orange with a double one."""

MARGIN, PANEL, LINE = 46.0, 350.0, 15.0
WIDE, NARROW = 78, 50
"""Letters in a line of text in a terminal, and beside the picture."""


def sentence(rules: WingsRules, event: Event) -> str:
    """An event as a sentence, airplanes by their names."""
    words = {name: _word(rules, value, name) for name, value in event.facts.items()}
    words["shown"] = "" if words.get("symbol") == "none" else f" and shows: {words.get('symbol')}"
    template = "You chose {picks}." if event.kind == "order" and "picks" in words else SENTENCES.get(event.kind)
    if template is None:
        return f"{event.kind}: {words}"
    return template.format(**words)


def _word(rules: WingsRules, value: Any, name: str = "") -> str:
    if isinstance(value, list):
        return ", ".join(_word(rules, item) for item in value) or "nothing"
    if value is None:
        return "nobody"
    if isinstance(value, int | float) and name in COUNTED:
        return f"{value:g} {COUNTED[name]}{'' if value == 1 else 's'}"
    if isinstance(value, float):
        return f"{value:g}" if value == int(value) else f"{value:.1f}"
    option = rules.by_key.get(str(value))
    if option is not None:
        return option.label
    for plane in rules.planes:
        if plane.id == value:
            return plane.name if sum(p.name == plane.name for p in rules.planes) == 1 else f"{plane.name} {plane.id}"
    return _plain(value) if value in KINDS else str(value)


def _plain(kind: str) -> str:
    return kind.replace("-", " ")


# ---- text


def text(rules: WingsRules, view: dict[str, Any]) -> str:
    """Round and phase, a line or two an airplane, the nearest enemies, and who can fire at whom."""
    return "\n".join(part for line in _lines(rules, view) for part in _wrapped(line, WIDE))


def _lines(rules: WingsRules, view: dict[str, Any]) -> list[str]:
    state = view["state"]
    lines = [_where(state, view["phase"]), _scores(state)]
    if rules.settings.flying_high:
        lines.append(f"Floor {state['floor']}, ceiling {state['floor'] + 3}.")
    for plane in rules.planes:
        lines += _plane_lines(rules, plane, state["planes"][plane.id])
    lines += _nearest(rules, state)
    return lines + [f"{shot['plane']} can fire at {shot['target']}: {_drawn(shot)}." for shot in state["shots"]]


def _where(state: dict[str, Any], phase: str) -> str:
    step = f", card {state['step']} of {CARDS_IN_A_PLAN} flown" if state["step"] else ""
    return f"Round {max(1, state['round'])}{step}: {phase}"


def _scores(state: dict[str, Any]) -> str:
    return "Points: " + ", ".join(f"{side} {points:g}" for side, points in state["score"].items())


def _drawn(shot: dict[str, Any]) -> str:
    return f"{shot['gun']} gun, {shot['cards']} card{'' if shot['cards'] == 1 else 's'}"


def _plane_lines(rules: WingsRules, plane: Plane, seen: dict[str, Any]) -> list[str]:
    head = f"{plane.id}  {plane.name}, {rules.team_name(plane.seat)}"
    if seen["fate"] != "in play":
        return [f"{head}: {seen['fate']}" + (f" over the {seen['edge']} edge" if seen["edge"] else "")]
    place = f"x {seen['x']:.1f}, y {seen['y']:.1f} mm, heading {seen['heading']:.1f}°{_height(rules, seen)}"
    return [f"{head}: {place}", "    " + "; ".join(_notes(plane, seen))]


def _height(rules: WingsRules, seen: dict[str, Any]) -> str:
    if not rules.settings.altitude:
        return ""
    if seen["place"] == "cloud":
        return ", in the cloud"
    if seen["place"] == "ground":
        return f", on the ground ({seen['run']})"
    return f", level {seen['level']} +{seen['counters']}"


def _notes(plane: Plane, seen: dict[str, Any]) -> list[str]:
    notes = [f"damage cards {seen['hits_count']}"]
    if "total" in seen:
        notes[0] += f", points {seen['total']} of {plane.resistance}"
    if seen["flown"]:
        notes.append("flew " + ", ".join(_plain(kind) if kind else "nothing" for kind in seen["flown"]))
    if seen.get("plan"):
        notes.append("plan " + ", ".join(map(_plain, seen["plan"])))
    if seen.get("shown_card"):
        notes.append(f"{seen['tails']} shows {_plain(seen['shown_card'])}")
    notes += [f"{gun.name} gun jammed {left}" for gun, left in zip(plane.guns, seen["jams"], strict=True) if left]
    notes += [f"{word} {seen[word]}" for word in ("smoke", "flames") if seen[word]]
    if seen["tails"] and seen["tailing"]:
        notes.append(f"tails {seen['tails']}")
    return notes


def _nearest(rules: WingsRules, state: dict[str, Any]) -> list[str]:
    """From each airplane to the nearest enemy, middle to middle; every pair once."""
    found: dict[tuple[str, str], float] = {}
    alive = [plane for plane in rules.planes if state["planes"][plane.id]["fate"] == "in play"]
    for plane in alive:
        own = state["planes"][plane.id]
        ways = [(hypot(own["x"] - foe["x"], own["y"] - foe["y"]), foe["number"], foe["id"])
                for foe in (state["planes"][p.id] for p in alive if p.team != plane.team)]  # fmt: skip
        if ways:
            way, number, name = min(ways)
            found[(plane.id, name) if plane.number < number else (name, plane.id)] = way
    between = ", ".join(f"{one} - {two} {way:.1f}" for (one, two), way in found.items())
    return [f"Middle to middle, mm: {between}"] if found else []


def _wrapped(line: str, most: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    return wrap(line, most, subsequent_indent=indent + "    ") or [""]


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

    def point(self, pose: Pose, ahead: float, left: float = 0.0) -> tuple[float, float]:
        """A point given from a base's middle."""
        there = pose.moved(Motion(ahead, left, 0.0))
        return self.at(there.x, there.y)


def scene(rules: WingsRules, view: dict[str, Any]) -> Scene:
    """The table from above, in millimetres: bases, arcs with the ruler's halves, cards just flown, own plans, shots;
    while planning, where the next card of the own airplane would lead."""
    sheet = _Sheet(rules)
    state = view["state"]
    alive = [plane for plane in rules.planes if state["planes"][plane.id]["fate"] == "in play"]
    panel = _panel(rules, view)
    width = sheet.width + 2 * MARGIN + PANEL
    height = max(sheet.depth + 2 * MARGIN, 2 * MARGIN + LINE * len(panel))
    shapes: list[Shape] = [Rect(0, 0, width, height, Style(PAPER, "none")), *_table(sheet), *_ground(sheet)]
    for draw in (_reach, _track, _ghosts, _base):
        shapes += [draw(sheet, plane, state["planes"][plane.id]) for plane in alive]
    shapes += _draft(sheet, view)
    shapes += [_shot(sheet, state, shot) for shot in state["shots"]]
    shapes += [_name(sheet, plane, state["planes"][plane.id]) for plane in alive]
    shapes.append(_written(panel, 2 * MARGIN + sheet.width))
    return Scene(width, height, f"Wings of War: {_where(state, view['phase'])}", tuple(shapes), text(rules, view))


def _table(sheet: _Sheet) -> list[Shape]:
    """The table with a mark every ten centimetres, and whose side is which."""
    right, bottom = MARGIN + sheet.width, MARGIN + sheet.depth
    shapes: list[Shape] = [Rect(MARGIN, MARGIN, sheet.width, sheet.depth, Style(TABLE, INK, 2))]
    for x in range(100, int(sheet.width), 100):
        shapes += [Line(((MARGIN + x, bottom), (MARGIN + x, bottom + 6))), _mark(MARGIN + x, bottom + 17, x)]
    for y in range(100, int(sheet.depth), 100):
        shapes += [Line(((MARGIN - 6, bottom - y), (MARGIN, bottom - y))), _mark(MARGIN - 16, bottom - y + 4, y)]
    south, north = sheet.rules.sides
    shapes.append(Text(right, bottom + 34, f"{south} side; marks in cm", 12, "end"))
    shapes.append(Text(right, MARGIN - 12, f"{north} side", 12, "end"))
    return shapes


def _mark(x: float, y: float, mm: int) -> Text:
    return Text(x, y, str(mm // 10), 10, "middle", fill=GHOST)


def _ground(sheet: _Sheet) -> list[Shape]:
    """The landing strip and the target card."""
    rules = sheet.rules
    shapes: list[Shape] = []
    if rules.settings.landing:
        corners = tuple(sheet.at(x, y) for x, y in rules.strip.base.corners(rules.strip.pose))
        x, y = sheet.at(rules.strip.pose.x, rules.strip.pose.y)
        strip = Polygon(corners, Style("#e2e7d3", INK, 1.2, "8 4"))
        label = Text(x, y + 40, "landing strip", 11, "middle", fill=GHOST)
        shapes.append(Group((strip, label), title="landing strip", id="strip"))
    if rules.target is not None:
        corners = tuple(sheet.at(x, y) for x, y in TARGET.corners(rules.target))
        x, y = sheet.at(rules.target.x, rules.target.y)
        cross = (Line(((x - 6, y - 6), (x + 6, y + 6)), Style("none", INK, 1.5)),
                 Line(((x - 6, y + 6), (x + 6, y - 6)), Style("none", INK, 1.5)))  # fmt: skip
        label = Text(x, y + 34, "target", 11, "middle")
        card = Polygon(corners, Style("#ddd3e8", INK, 1.2))
        shapes.append(Group((card, *cross, label), title="target card", id="target"))
    return shapes


def _pose(seen: dict[str, Any]) -> Pose:
    return Pose(seen["x"], seen["y"], seen["heading"])


def _reach(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """Each gun's arc out to the end of the ruler, its first half shaded."""
    shapes: list[Shape] = []
    if seen["place"] == "flying":
        for gun in plane.guns:
            shapes += _arc(sheet, _pose(seen), gun)
    return Group(tuple(shapes), title=f"arcs of {plane.id}", id=f"arcs-{plane.id}")


def _arc(sheet: _Sheet, pose: Pose, gun: Gun) -> list[Shape]:
    rules = sheet.rules
    axis = pose.moved(Motion(0.0, 0.0, gun.arc.axis))
    halves = Text(*sheet.point(axis, rules.half - 4.0), "½", 10, "middle", fill=GHOST)
    return [
        Polygon(_sector(sheet, axis, gun, rules.half), Style("#000000", "none", opacity=0.07)),
        Polygon(_sector(sheet, axis, gun, rules.ruler), Style("none", GHOST, 0.9)),
        Line(_sector(sheet, axis, gun, rules.half)[1:], Style("none", GHOST, 0.9, "5 3")),
        halves,
    ]


def _sector(sheet: _Sheet, axis: Pose, gun: Gun, radius: float) -> tuple[tuple[float, float], ...]:
    """The apex, and the points of the arc."""
    points = [sheet.at(axis.x, axis.y)]
    for step in range(25):
        c, s = unit((axis.heading + gun.arc.half_angle * (step / 12 - 1)) % 360.0)
        points.append(sheet.at(axis.x + radius * c, axis.y + radius * s))
    return tuple(points)


def _track(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """The card just flown: from the base before it to the base now, as far as nobody made way."""
    flown = seen["flown"]
    if not flown or flown[-1] is None or seen["place"] == "cloud":
        return Group(())
    now = _pose(seen)
    before = now.moved(plane.deck.motions[KINDS.index(flown[-1])].inverse())
    outline = Polygon(sheet.outline(before), Style("none", GHOST, 0.8, "2 3"))
    return Group(
        (outline, _path(sheet, before, now)), title=f"{plane.id} flew {_plain(flown[-1])}", id=f"track-{plane.id}"
    )


def _path(sheet: _Sheet, before: Pose, now: Pose) -> Line:
    """From the front mark of the base before, along the card, to the rear edge of the base now."""
    points = (sheet.point(before, BASE.half_length), sheet.point(now, -BASE.half_length))
    return Line(points, Style("none", GHOST, 1.6, "2 3"))


def _ghosts(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """Where the planned cards that are still to come would lead; the view holds them for their owner alone."""
    if seen["place"] != "flying":
        return Group(())
    shapes, _ = _planned(sheet, plane, _pose(seen), seen.get("plan") or [], len(seen["flown"]))
    return Group(tuple(shapes), title=f"plan of {plane.id}", id=f"plan-{plane.id}")


def _planned(sheet: _Sheet, plane: Plane, pose: Pose, cards: Sequence[str], first: int = 0) -> tuple[list[Shape], Pose]:
    """The bases after each card from ``first`` on, and where the last one ends."""
    shapes: list[Shape] = []
    for slot, card in list(enumerate(cards))[first:]:
        before, pose = pose, pose.moved(plane.deck.motions[KINDS.index(card)])
        shapes += [Polygon(sheet.outline(pose), Style("none", INK, 1.2, "6 3")), _path(sheet, before, pose)]
        shapes += _label(*sheet.at(pose.x, pose.y), f"{slot + 1} {_plain(card)}", 10)
    return shapes, pose


def _base(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """The base with its peg and an arrow to its front edge."""
    pose = _pose(seen)
    shapes: list[Shape] = [Polygon(sheet.outline(pose), SIDES[plane.team])]
    if plane.team == 1:
        corners = BASE.shrunk(3).corners(pose)
        shapes.append(Polygon(tuple(sheet.at(*corner) for corner in corners), Style("none", INK, 0.8)))
    shapes.append(Circle(*sheet.at(pose.x, pose.y), 3, Style(INK, INK, 1)))
    shapes += _arrow(sheet, pose, BASE.half_length - 3.0, 14.0)
    return Group(tuple(shapes), title=plane.name, id=f"plane-{plane.id}")


def _arrow(sheet: _Sheet, pose: Pose, length: float, head: float) -> list[Shape]:
    """An arrow from a base's middle along its heading."""
    tip, neck = sheet.point(pose, length), sheet.point(pose, length - head)
    wings = (sheet.point(pose, length - head, head / 3), sheet.point(pose, length - head, -head / 3))
    return [Line((sheet.at(pose.x, pose.y), neck), Style("none", INK, 1.6)), Polygon((tip, *wings), Style(INK, INK, 1))]


def _name(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """Behind the tail: the name; altitude and counters, jams and fire."""
    pose, marks = _pose(seen), _marks(sheet.rules, plane, seen)
    x, y = sheet.point(pose, -BASE.half_length - 14.0)
    if marks and unit(pose.heading)[1] < 0:  # the tail is above: both lines go up
        y -= 13
    shapes = _label(x, y, plane.id, 12, bold=True)
    if marks:
        shapes += _label(x, y + 13, marks, 11)
    return Group(tuple(shapes), title=f"{plane.id} {marks}".strip(), id=f"name-{plane.id}")


def _label(x: float, y: float, words: str, size: float, *, bold: bool = False, fill: str = INK) -> list[Shape]:
    """Text on a strip of paper, so that lines behind it do not spoil it."""
    width = 0.62 * size * len(words) + 4
    paper = Rect(x - width / 2, y - size / 2 - 1, width, size + 2, Style(PAPER, "none", opacity=0.8), 2)
    return [paper, Text(x, y + 0.35 * size, words, size, "middle", bold, fill)]


def _marks(rules: WingsRules, plane: Plane, seen: dict[str, Any]) -> str:
    marks = []
    if rules.settings.altitude:
        flying = seen["place"] == "flying"
        marks.append(f"level {seen['level']} +{seen['counters']}" if flying else seen["place"])
    several = len(plane.guns) > 1
    marks += [f"jam {gun.name if several else ''} {left}".replace("  ", " ")
              for gun, left in zip(plane.guns, seen["jams"], strict=True) if left]  # fmt: skip
    marks += [f"{word} {seen[key]}" for word, key in (("smoke", "smoke"), ("fire", "flames")) if seen[key]]
    return ", ".join(marks)


# ---- while planning


def _drafts(rules: WingsRules, view: dict[str, Any]) -> list[tuple[Plane, list[str]]]:
    """The viewer's airplanes with the cards picked for each so far, up to the one that is planned now."""
    if view["phase"] != "planning" or view["viewer"] not in view["asked"] or view["viewer"] in view["sealed"]:
        return []
    state = view["state"]
    picks = [KINDS[rules.by_key[key].code % K] for key in view["picks"]]
    fleet = [rules.planes[number] for number in rules.fleets[rules.seats.index(view["viewer"])]]
    waiting = [plane for plane in fleet if _plans(state, state["planes"][plane.id])]
    return [
        (plane, picks[index * CARDS_IN_A_PLAN : (index + 1) * CARDS_IN_A_PLAN])
        for index, plane in enumerate(waiting[: len(picks) // CARDS_IN_A_PLAN + 1])
    ]


def _draft(sheet: _Sheet, view: dict[str, Any]) -> list[Shape]:
    """The cards picked so far as ghosts, and where each card that may come next would lead."""
    shapes: list[Shape] = []
    for plane, cards in _drafts(sheet.rules, view):
        seen = view["state"]["planes"][plane.id]
        if seen["place"] == "flying":
            ghosts, pose = _planned(sheet, plane, _pose(seen), cards)
            shapes += [*ghosts, *_fan(sheet, plane, _next_cards(sheet.rules, view, plane, cards), pose)]
    return shapes


def _next_cards(rules: WingsRules, view: dict[str, Any], plane: Plane, cards: Sequence[str]) -> list[int]:
    """The cards that may come next, in the order in which they are offered."""
    node = plans.tree_seen(rules, plane, view["state"]["planes"][plane.id], view["state"]["floor"])
    for card in cards:
        node = node.after(KINDS.index(card))
    return [option.code % K for option in node.options]


def _plans(state: dict[str, Any], seen: dict[str, Any]) -> bool:
    """As `plans.must_plan`."""
    grounded = seen["place"] == "ground" and seen["act_from"] > state["round"]
    return seen["fate"] == "in play" and not grounded


def _fan(sheet: _Sheet, plane: Plane, kinds: Sequence[int], pose: Pose) -> Iterable[Shape]:
    """Small arrows where the next card would put the base, each with its number in the list of options."""
    ends: dict[Pose, list[str]] = {}
    for number, kind in enumerate(kinds, 1):
        ends.setdefault(pose.moved(plane.deck.motions[kind]), []).append(str(number))
    for end, numbers in ends.items():
        yield Circle(*sheet.at(end.x, end.y), 2, Style(INK, INK, 1))
        yield from _arrow(sheet, end, 16.0, 7.0)
        yield from _label(*sheet.point(end, 23.0), " ".join(numbers), 9, bold=True)


# ---- lines of fire


@dataclass(frozen=True, slots=True)
class _Stand:
    """What a view tells of an airplane, as far as a line of fire needs it."""

    pose: Pose
    solid: bool
    height: int

    @classmethod
    def of(cls, seen: dict[str, Any]) -> _Stand:
        height = 0 if seen["place"] == "ground" else seen["level"]
        return cls(_pose(seen), seen["fate"] == "in play" and seen["place"] != "cloud", height)


def _shot(sheet: _Sheet, state: dict[str, Any], shot: dict[str, Any]) -> Group:
    """The ruler from the shooter's peg to where it touches the target, its first half thick; and what it costs."""
    stands = {name: _Stand.of(seen) for name, seen in state["planes"].items()}
    own, foe = stands[shot["plane"]], stands[shot["target"]]
    touched = _touched(sheet.rules, stands, shot) or (foe.pose.x, foe.pose.y)
    dx, dy = touched[0] - own.pose.x, touched[1] - own.pose.y
    length = hypot(dx, dy) or 1.0
    share = min(1.0, sheet.rules.half / length)
    start, end = sheet.at(own.pose.x, own.pose.y), sheet.at(*touched)
    middle = sheet.at(own.pose.x + share * dx, own.pose.y + share * dy)
    x, y = sheet.at(own.pose.x + 0.5 * dx - 20 * dy / length, own.pose.y + 0.5 * dy + 20 * dx / length)
    title = f"{shot['plane']} ▸ {shot['target']}: {_drawn(shot)}"
    return Group(
        (
            Line((start, middle), Style("none", SHOT, 2.6)),
            Line((middle, end), Style("none", SHOT, 1.1)),
            Circle(*end, 3, Style(PAPER, SHOT, 1.4)),
            *_label(x, y, f"{shot['plane']} ▸ {shot['target']}: {shot['cards']}", 10, fill=SHOT),
        ),
        title=title,
    )


def _touched(rules: WingsRules, stands: dict[str, _Stand], shot: dict[str, Any]) -> tuple[float, float] | None:
    own, foe = stands[shot["plane"]], stands[shot["target"]]
    plane = rules.planes[rules.plane_number(shot["plane"])]
    gun = plane.guns[plane.gun_called(shot["gun"])]
    all_round = fire.fires_all_round(rules, plane, gun, foe.height - own.height)
    others = [other.pose for other in fire.between(stands.values(), own, foe)]
    return nearest_in_sight(BASE, own.pose, ALL_ROUND if all_round else gun.arc, foe.pose, rules.ruler, others)


# ---- what is written beside it

LEGEND = (
    "",
    "{south}: bases with a single edge; {north}: with a double one.",
    "Fan: firing arc, its shaded part the first half of the ruler (½).",
    "Heavy line: a possible shot, thick for the first half of the ruler; its number says how many cards.",
    "Dotted: the card just flown. Dashed: your planned cards.",
)


def _panel(rules: WingsRules, view: dict[str, Any]) -> list[str]:
    south, north = rules.sides
    legend = [line.format(south=south, north=north) for line in LEGEND]
    for plane, cards in _drafts(rules, view)[-1:]:
        kinds = _next_cards(rules, view, plane, cards)
        numbers = [f"{number} {_plain(KINDS[kind])}" for number, kind in enumerate(kinds, 1)]
        if numbers:
            legend.append(f"Small arrows: where a card would take {plane.id}: {', '.join(numbers)}.")
    if rules.settings.altitude:
        legend.append("level 2 +1: at level 2 with one climb counter.")
    return [part for line in (*_lines(rules, view), *legend) for part in _wrapped(line, NARROW)]


def _written(lines: Sequence[str], x: float) -> Group:
    shapes = tuple(Text(x, MARGIN + 12 + LINE * n, line, 11, bold=n == 0, columns=True) for n, line in enumerate(lines))
    return Group(shapes, title="state of the game", id="panel")
