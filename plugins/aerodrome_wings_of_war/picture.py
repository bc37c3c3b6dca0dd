"""The table as a picture, drawn from a view: from above, north up, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any, NamedTuple

from aerodrome.geometry.table import ALL_ROUND, Motion, Pose, nearest_in_sight, unit
from aerodrome.scene import Anchor, Circle, Group, Line, Polygon, Rect, Role, Scene, Shape, Style, Text
from aerodrome_wings_of_war import fire
from aerodrome_wings_of_war.cards import BASE, Gun
from aerodrome_wings_of_war.draft import Draft, Placing, drafts, edge_left_over, pose_of
from aerodrome_wings_of_war.missions import TARGET
from aerodrome_wings_of_war.rules import Plane, WingsRules
from aerodrome_wings_of_war.text import counted, drawn, heading, jammed, lines, plain, text, wrapped
from aerodrome_wings_of_war.vocabulary import CARDS_IN_A_PLAN, FATES, IN_PLAY, KINDS

INK, PAPER, TABLE, GHOST, SHOT = "#1b1b1b", "#ffffff", "#f3efe3", "#5f5f5f", "#8a1c1c"
SIDES = (Style("#c9dcf2", INK, 1.6), Style("#f6dcc4", INK, 1.6))
"""The first team's bases are blue with a plain edge, the second's orange with a double one."""

MARGIN, PANEL, LINE = 46.0, 350.0, 15.0
NARROW = 50
"""Letters in a line beside the table."""
USUAL = 700.0
"""A table of this width and depth is drawn with letters of the sizes given here; on a larger one they grow with it."""


class _Sheet:
    """Where things come to lie on the paper: millimetres from the upper left corner.

    Attributes:
        large: how much larger than usual the letters beside the table are; ``small`` those on it, which need room.
    """

    def __init__(self, rules: WingsRules) -> None:
        self.rules = rules
        self.width, self.depth = rules.area.width, rules.area.depth
        self.large = max(1.0, max(self.width, self.depth) / USUAL)
        self.small = sqrt(self.large)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return MARGIN + x, MARGIN + self.depth - y

    def outline(self, pose: Pose) -> tuple[tuple[float, float], ...]:
        return tuple(self.at(x, y) for x, y in BASE.corners(pose))

    def point(self, pose: Pose, ahead: float, left: float = 0.0) -> tuple[float, float]:
        """A point given from a base's middle."""
        there = pose.moved(Motion(ahead, left, 0.0))
        return self.at(there.x, there.y)

    def within(self, x: float, y: float) -> tuple[float, float]:
        """The nearest point on the table or its margin."""
        far = MARGIN - 12.0
        return min(max(x, 12.0), MARGIN + self.width + far), min(max(y, 12.0), MARGIN + self.depth + far)


def scene(rules: WingsRules, view: dict[str, Any]) -> Scene:
    """Bases, arcs with the ruler's halves, cards just flown, own plans, shots; while planning, where the next card of
    the own airplane would lead."""
    sheet = _Sheet(rules)
    state = view["state"]
    planes = [plane for plane in rules.planes if state["planes"][plane.id]["fate"] == FATES[IN_PLAY]]
    alive = [(plane, state["planes"][plane.id]) for plane in planes]
    planned = drafts(rules, view)
    panel = _panel(rules, view, planned)
    width = sheet.width + 2 * MARGIN + PANEL * sheet.large
    height = max(sheet.depth + 2 * MARGIN, 2 * MARGIN + LINE * sheet.large * len(panel))
    shots = [(shot, _line_of_fire(sheet, state, shot)) for shot in state["shots"]]
    bases = [_box_around(sheet.outline(pose_of(seen))) for _, seen in alive]
    labels = _Labels(sheet, [*bases, *(box for _, line in shots for box in _boxes_along(*line))])
    names = [_name(sheet, labels, plane, seen) for plane, seen in alive]
    shapes: list[Shape] = [Rect(0, 0, width, height, Style(PAPER, "none")), *_table(sheet), *_ground(sheet)]
    shapes += [_reach(sheet, plane, seen) for plane, seen in alive]
    shapes += [_track(sheet, plane, seen) for plane, seen in alive]
    shapes += [_base(sheet, plane, seen, _role(rules, view, plane)) for plane, seen in alive]
    shapes += [_shot(sheet, labels, shot, *line) for shot, line in shots]
    shapes += _placed(sheet, labels, view)
    for draft in planned:
        shapes += _drafted(sheet, labels, draft)
    shapes += [_plan(sheet, labels, plane, seen, state["step"]) for plane, seen in alive]
    shapes += [*_side_titles(sheet, labels), *names, _written(sheet, panel, 2 * MARGIN + sheet.width)]
    return Scene(width, height, f"Wings of War: {heading(rules, view)}", tuple(shapes), text(rules, view))


# ---- texts among the bases


class _Box(NamedTuple):
    """A rectangle on the paper."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: _Box) -> float:
        """The area that two boxes have in common."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def _box_around(points: Sequence[tuple[float, float]]) -> _Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return _Box(min(xs), min(ys), max(xs), max(ys))


def _boxes_along(start: tuple[float, float], end: tuple[float, float]) -> Iterator[_Box]:
    """Small boxes all along a line."""
    steps = 1 + int(hypot(end[0] - start[0], end[1] - start[1]) / 6)
    for step in range(steps + 1):
        x, y = _along(start, end, step / steps)
        yield _Box(x - 2, y - 2, x + 2, y + 2)


def _along(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    """The point of a line after a share of its length."""
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


class _Label:
    """Lines of text on a strip of paper, so that what lies behind them does not spoil them."""

    def __init__(self, sheet: _Sheet, words: Sequence[str], size: float, *, bold: bool = False, fill: str = INK):
        self.words = words
        self.size = size * sheet.small
        self.bold = bold
        self.fill = fill
        self.width = 0.6 * self.size * max(map(len, words)) + 4
        self.height = (self.size + 2) * len(words)

    def half(self, across: float, down: float) -> float:
        """Half of its size along a unit vector."""
        return (abs(across) * self.width + abs(down) * self.height) / 2

    def box(self, x: float, y: float) -> _Box:
        return _Box(x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2)

    def shapes(self, x: float, y: float) -> Iterator[Shape]:
        box = self.box(x, y)
        yield Rect(box.left, box.top, self.width, self.height, Style(PAPER, "none", opacity=0.8), 2)
        for number, words in enumerate(self.words):
            baseline = box.top + (self.size + 2) * (number + 0.5) + 0.35 * self.size
            yield Text(x, baseline, words, self.size, "middle", self.bold and number == 0, self.fill)


class _Labels:
    """Labels keep clear of the bases, of lines of fire and of each other: each takes the first of its places that is
    free, or the one where it covers least."""

    def __init__(self, sheet: _Sheet, taken: Iterable[_Box]) -> None:
        self.sheet = sheet
        self.taken = list(taken)

    def put(self, label: _Label, places: Sequence[tuple[float, float]]) -> list[Shape]:
        """The label at one of the places for its middle, the best one first."""
        within = [self.sheet.within(*place) for place in places]
        covered = [sum(map(label.box(x, y).shared, self.taken)) for x, y in within]
        x, y = within[covered.index(min(covered))]
        self.taken.append(label.box(x, y))
        return list(label.shapes(x, y))


AROUND = ((-1, 0), (0, 1), (0, -1), (1, 0))
"""Behind a base, to its left, to its right, ahead of it."""


def _around(sheet: _Sheet, pose: Pose, label: _Label) -> list[tuple[float, float]]:
    """Places for a label around a base: close to it, then further away."""
    places = []
    for gap in (4.0, 4.0 + label.height, 4.0 + 2 * label.height):
        for ahead, left in AROUND:
            c, s = unit(pose.heading)
            across, up = ahead * c - left * s, ahead * s + left * c
            way = gap + label.half(across, up) + (BASE.half_length if ahead else BASE.half_width)
            places.append(sheet.point(pose, ahead * way, left * way))
    return places


# ---- table and ground


def _table(sheet: _Sheet) -> list[Shape]:
    """The table with a mark every hundred millimetres."""
    right, bottom = MARGIN + sheet.width, MARGIN + sheet.depth
    shapes: list[Shape] = [Rect(MARGIN, MARGIN, sheet.width, sheet.depth, Style(TABLE, INK, 2))]
    for x in range(100, int(sheet.width), 100):
        shapes += [
            Line(((MARGIN + x, bottom), (MARGIN + x, bottom + 6))),
            _mark(sheet, MARGIN + x, bottom + 18, x, "middle"),
        ]
    for y in range(100, int(sheet.depth), 100):
        shapes += [
            Line(((MARGIN - 6, bottom - y), (MARGIN, bottom - y))),
            _mark(sheet, MARGIN - 9, bottom - y + 4, y, "end"),
        ]
    shapes.append(Text(right, bottom + 18, "mm", 10 * sheet.small, "end", fill=GHOST))
    return shapes


def _side_titles(sheet: _Sheet, labels: _Labels) -> Iterator[Shape]:
    """Whose side is which, along the edges where there is room."""
    south, north = map(sheet.rules.side_title, sheet.rules.sides)
    for title, up in ((south, -36.0), (north, sheet.depth + 18.0)):
        label = _Label(sheet, [f"{title} side"], 12)
        yield from labels.put(label, [sheet.at(share * sheet.width, up) for share in (0.92, 0.08, 0.75, 0.25, 0.5)])


def _mark(sheet: _Sheet, x: float, y: float, mm: int, anchor: Anchor) -> Text:
    return Text(x, y, str(mm), 10 * sheet.small, anchor, fill=GHOST)


def _ground(sheet: _Sheet) -> list[Shape]:
    """The landing strip and the target card."""
    rules = sheet.rules
    shapes: list[Shape] = []
    if rules.settings.landing:
        corners = tuple(sheet.at(x, y) for x, y in rules.strip.base.corners(rules.strip.pose))
        x, y = sheet.at(rules.strip.pose.x, rules.strip.pose.y)
        strip = Polygon(corners, Style("#e2e7d3", INK, 1.2, "8 4"))
        label = Text(x, y + 40, "landing strip", 11 * sheet.small, "middle", fill=GHOST)
        shapes.append(Group((strip, label), title="landing strip", id="strip"))
    if rules.target is not None:
        corners = tuple(sheet.at(x, y) for x, y in TARGET.corners(rules.target))
        x, y = sheet.at(rules.target.x, rules.target.y)
        label = Text(x, y + 34, "target", 11 * sheet.small, "middle")
        card = Polygon(corners, Style("#ddd3e8", INK, 1.2))
        shapes.append(Group((card, *_cross(x, y, 6, INK), label), title="target card", id="target"))
    return shapes


def _cross(x: float, y: float, arm: float, ink: str) -> tuple[Line, Line]:
    style = Style("none", ink, 1.8)
    return (
        Line(((x - arm, y - arm), (x + arm, y + arm)), style),
        Line(((x - arm, y + arm), (x + arm, y - arm)), style),
    )


# ---- airplanes


def _reach(sheet: _Sheet, plane: Plane, seen: dict[str, Any]) -> Group:
    """Each gun's arc out to the end of the ruler, its first half shaded."""
    shapes: list[Shape] = []
    if seen["place"] == "flying":
        for gun in plane.guns:
            shapes += _arc(sheet, pose_of(seen), gun)
    return Group(tuple(shapes), title=f"arcs of {plane.id}", id=f"arcs-{plane.id}")


def _arc(sheet: _Sheet, pose: Pose, gun: Gun) -> list[Shape]:
    rules = sheet.rules
    axis = pose.moved(Motion(0.0, 0.0, gun.arc.axis))
    halves = Text(*sheet.point(axis, rules.half - 4.0), "½", 10 * sheet.small, "middle", fill=GHOST)
    return [
        Polygon(_sector(sheet, axis, gun, rules.half), Style("#000000", "none", opacity=0.07)),
        *_arc_lines(sheet, axis, gun, GHOST),
        halves,
    ]


def _arc_lines(sheet: _Sheet, axis: Pose, gun: Gun, ink: str, dash: str = "") -> list[Shape]:
    rules = sheet.rules
    return [
        Polygon(_sector(sheet, axis, gun, rules.ruler), Style("none", ink, 0.9, dash)),
        Line(_sector(sheet, axis, gun, rules.half)[1:], Style("none", ink, 0.9, "5 3")),
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
    now = pose_of(seen)
    before = now.moved(plane.deck.motions[KINDS.index(flown[-1])].inverse())
    outline = Polygon(sheet.outline(before), Style("none", GHOST, 0.8, "2 3"))
    path = _path(sheet, before, now)
    return Group((outline, path), title=f"{plane.id} flew {plain(flown[-1])}", id=f"track-{plane.id}")


def _path(sheet: _Sheet, before: Pose, now: Pose) -> Line:
    """From the front mark of the base before, along the card, to the rear edge of the base now."""
    points = (sheet.point(before, BASE.half_length), sheet.point(now, -BASE.half_length))
    return Line(points, Style("none", GHOST, 1.6, "2 3"))


def _role(rules: WingsRules, view: dict[str, Any], plane: Plane) -> Role:
    own = rules.seats[plane.seat] == view["viewer"]
    return "own piece" if own else "piece"


def _base(sheet: _Sheet, plane: Plane, seen: dict[str, Any], role: Role) -> Group:
    """The base with its peg and an arrow to its front edge."""
    pose = pose_of(seen)
    shapes: list[Shape] = [Polygon(sheet.outline(pose), SIDES[plane.team])]
    if plane.team == 1:
        corners = BASE.shrunk(3).corners(pose)
        shapes.append(Polygon(tuple(sheet.at(*corner) for corner in corners), Style("none", INK, 0.8)))
    shapes.append(Circle(*sheet.at(pose.x, pose.y), 3, Style(INK, INK, 1)))
    shapes += _arrow(sheet, pose, BASE.half_length - 3.0, 14.0)
    return Group(tuple(shapes), title=plane.name, id=f"plane-{plane.id}", role=role)


def _arrow(sheet: _Sheet, pose: Pose, length: float, head: float) -> list[Shape]:
    """An arrow from a base's middle along its heading."""
    tip, neck = sheet.point(pose, length), sheet.point(pose, length - head)
    wings = (sheet.point(pose, length - head, head / 3), sheet.point(pose, length - head, -head / 3))
    return [Line((sheet.at(pose.x, pose.y), neck), Style("none", INK, 1.6)), Polygon((tip, *wings), Style(INK, INK, 1))]


def _name(sheet: _Sheet, labels: _Labels, plane: Plane, seen: dict[str, Any]) -> Group:
    """Beside the base, behind its tail if there is room: the name; altitude and counters, jams and fire."""
    marks = _marks(sheet.rules, plane, seen)
    label = _Label(sheet, [plane.id, marks] if marks else [plane.id], 12, bold=True)
    shapes = labels.put(label, _around(sheet, pose_of(seen), label))
    return Group(tuple(shapes), title=f"{plane.id} {marks}".strip(), id=f"name-{plane.id}")


def _marks(rules: WingsRules, plane: Plane, seen: dict[str, Any]) -> str:
    marks = []
    if rules.settings.altitude:
        flying = seen["place"] == "flying"
        marks.append(f"level {seen['level']} +{seen['counters']}" if flying else seen["place"])
    several = len(plane.guns) > 1
    marks += [f"{gun.name if several else 'gun'} {jammed(left)}"
              for gun, left in zip(plane.guns, seen["jams"], strict=True) if left]  # fmt: skip
    marks += [f"{word} {seen[key]}" for word, key in (("smoke", "smoke"), ("fire", "flames")) if seen[key]]
    return ", ".join(marks)


# ---- plans


def _plan(sheet: _Sheet, labels: _Labels, plane: Plane, seen: dict[str, Any], step: int) -> Group:
    """Where the planned cards that are still to come would lead; the view holds them for their owner alone."""
    if seen["place"] != "flying":
        return Group(())
    cards = list(enumerate(seen.get("plan") or [], 1))[step:]
    shapes, pose = [], pose_of(seen)
    for slot, card in cards:
        before, pose = pose, pose.moved(plane.deck.motions[KINDS.index(card)])
        shapes += _ghost(sheet, labels, before, pose, f"{slot} {plain(card)}")
    return Group(tuple(shapes), title=f"plan of {plane.id}", id=f"plan-{plane.id}")


def _ghost(sheet: _Sheet, labels: _Labels, before: Pose, pose: Pose, words: str) -> list[Shape]:
    """The base after a card that is not flown yet."""
    label = _Label(sheet, [words], 10)
    places = [sheet.at(pose.x, pose.y), sheet.point(pose, -20.0), sheet.point(pose, 20.0), *_around(sheet, pose, label)]
    outline = Polygon(sheet.outline(pose), Style("none", INK, 1.2, "6 3"))
    return [outline, _path(sheet, before, pose), *labels.put(label, places)]


def _drafted(sheet: _Sheet, labels: _Labels, draft: Draft) -> list[Shape]:
    """The cards picked so far as ghosts, the arcs at their end, and where each card that may come next would lead."""
    if not draft.flies:
        return []
    shapes: list[Shape] = []
    for gun in draft.plane.guns if draft.cards else ():
        shapes += _arc_lines(sheet, draft.pose.moved(Motion(0.0, 0.0, gun.arc.axis)), gun, INK, "1 4")
    ways = zip((draft.before, *draft.poses), draft.poses, draft.cards, strict=False)
    for slot, (before, pose, kind) in enumerate(ways, 1):
        shapes += _ghost(sheet, labels, before, pose, f"{slot} {plain(KINDS[kind])}")
    ends = [draft.end(kind) for kind in draft.kinds()]
    off = {end for end, kind in zip(ends, draft.kinds(), strict=True) if edge_left_over(sheet.rules, draft, kind)}
    return [*shapes, *_fan(sheet, labels, ends, off, [KINDS[kind] for kind in draft.kinds()])]


def _placed(sheet: _Sheet, labels: _Labels, view: dict[str, Any]) -> list[Shape]:
    """Before the first round: the start places picked so far, and those offered for the next airplane."""
    placing = Placing.of(sheet.rules, view)
    shapes: list[Shape] = []
    for plane, pose in placing.picked:
        label = _Label(sheet, [plane.id], 10)
        shapes.append(Polygon(sheet.outline(pose), Style("none", INK, 1.2, "6 3")))
        shapes += labels.put(label, [sheet.at(pose.x, pose.y), *_around(sheet, pose, label)])
    return [*shapes, *_fan(sheet, labels, placing.offered, set(), ["" for _ in placing.offered])]


def _fan(sheet: _Sheet, labels: _Labels, ends: Sequence[Pose], off: set[Pose], names: Sequence[str]) -> Iterator[Shape]:
    """Small arrows where each option would put the base, with its number in the list; a cross for one that leads off
    the table. A page finds them by the names of the options."""
    numbers: dict[Pose, list[int]] = {}
    for number, end in enumerate(ends):
        numbers.setdefault(end, []).append(number)
    for end, options in numbers.items():
        label = _Label(sheet, [" ".join(str(option + 1) for option in options)], 9, bold=True)
        if end in off:
            x, y = sheet.within(*sheet.at(end.x, end.y))
            sign: list[Shape] = [*_cross(x, y, 5, SHOT)]
            places = [(x, y - 14), (x, y + 14), (x + 14, y), (x - 14, y)]
        else:
            sign = [Circle(*sheet.at(end.x, end.y), 2, Style(INK, INK, 1)), *_arrow(sheet, end, 16.0, 7.0)]
            places = [sheet.point(end, 23.0), sheet.point(end, 6.0, 13.0), sheet.point(end, 6.0, -13.0)]
        name = names[options[0]] if len(options) == 1 else ""
        yield Group((*sign, *labels.put(label, places)), id=name)


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
        return cls(pose_of(seen), seen["fate"] == FATES[IN_PLAY] and seen["place"] != "cloud", height)


def _line_of_fire(
    sheet: _Sheet, state: dict[str, Any], shot: dict[str, Any]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """From the shooter's peg to where the ruler touches the target."""
    stands = {name: _Stand.of(seen) for name, seen in state["planes"].items()}
    own, foe = stands[shot["plane"]].pose, stands[shot["target"]].pose
    return sheet.at(own.x, own.y), sheet.at(*(_touched(sheet.rules, stands, shot) or (foe.x, foe.y)))


def _shot(
    sheet: _Sheet, labels: _Labels, shot: dict[str, Any], start: tuple[float, float], end: tuple[float, float]
) -> Group:
    """The ruler laid along a line of fire, its first half thick; what the shot costs, and how long it is."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    middle = _along(start, end, min(1.0, sheet.rules.half / length))
    words = f"{shot['plane']} ▸ {shot['target']}: {counted(shot['cards'], 'card')}, {length:.0f} mm"
    label = _Label(sheet, [words], 10, fill=SHOT)
    shapes = (
        Line((start, middle), Style("none", SHOT, 2.6)),
        Line((middle, end), Style("none", SHOT, 1.1)),
        Circle(*end, 3, Style(PAPER, SHOT, 1.4)),
        *labels.put(label, list(_beside(start, end, label))),
    )
    return Group(shapes, title=f"{shot['plane']} ▸ {shot['target']}: {drawn(shot)}")


def _beside(start: tuple[float, float], end: tuple[float, float], label: _Label) -> Iterator[tuple[float, float]]:
    """Places for a label beside a line, seen along it on the left, then on the right, ever further from it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    across, down = dy / length, -dx / length
    for gap in (4.0, 4.0 + label.height, BASE.half_width + 4.0):
        way = gap + label.half(across, down)
        for share in (0.5, 0.3, 0.7):
            x, y = _along(start, end, share)
            for side in (1, -1):
                yield x + side * way * across, y + side * way * down


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
    "Heavy line: a possible shot, thick for the first half of the ruler; what it costs, and how long it is.",
    "Dotted: the card just flown. Dashed: your planned cards.",
)


def _panel(rules: WingsRules, view: dict[str, Any], planned: Sequence[Draft]) -> list[str]:
    south, north = map(rules.side_title, rules.sides)
    legend = [line.format(south=south, north=north) for line in LEGEND]
    if Placing.of(rules, view).offered:
        legend.append("Small arrows: the start places, with their numbers in the list. Dashed: those you have picked.")
    for draft in planned[-1:]:
        legend += _choices(rules, draft)
    if rules.settings.altitude:
        legend.append("level 2 +1: at level 2 with one climb counter.")
    return [part for line in (*lines(rules, view), *legend) for part in wrapped(line, NARROW)]


def _choices(rules: WingsRules, draft: Draft) -> Iterator[str]:
    """What the small arrows mean."""
    kinds = draft.kinds()
    if not kinds:
        return
    slot, name = len(draft.cards) + 1, draft.plane.id
    numbers = ", ".join(f"{number} {plain(KINDS[kind])}" for number, kind in enumerate(kinds, 1))
    yield f"Small arrows: where card {slot} of {CARDS_IN_A_PLAN} would take {name}: {numbers}."
    if draft.cards:
        yield f"Dotted fan: the arc of {name} after card {slot - 1}."
    if any(edge_left_over(rules, draft, kind) for kind in kinds):
        yield f"Crosses: cards that take {name} off the table, and out of the game."


def _written(sheet: _Sheet, panel: Sequence[str], x: float) -> Group:
    line, size = LINE * sheet.large, 11 * sheet.large
    shapes = tuple(
        Text(x, MARGIN + 12 + line * number, words, size, bold=number == 0, columns=True)
        for number, words in enumerate(panel)
    )
    return Group(shapes, title="state of the game", id="panel")
