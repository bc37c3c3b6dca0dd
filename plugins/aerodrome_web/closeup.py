"""A picture of a game for people who choose one: the part of the board on which the pieces stand, large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, hypot, radians, sin

from aerodrome.scene import Circle, Group, Line, Polygon, Rect, Scene, Shape

ASPECT = 16 / 10
"""Width by height."""

MARGIN, LEAST = 1.2, 7.0
"""Space about the pieces, and the width of what is shown at least, in sizes of a piece."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle between two corners."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> float:
        return max(self.right - self.left, self.bottom - self.top)


def around(points: Iterable[Point]) -> Box:
    """The smallest box about some points, of which there is at least one."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def pieces(scene: Scene) -> list[Box]:
    """Where the pieces of a picture lie."""
    return [around(points) for points in _pieces(scene.shapes) if points]


def apart(scene: Scene) -> float:
    """How far apart the pieces lie, in sizes of a piece; 0 when there are fewer than two."""
    found = pieces(scene)
    if len(found) < 2:
        return 0.0
    whole = _union(found)
    return hypot(whole.right - whole.left, whole.bottom - whole.top) / _usual(found)


def close_up(scene: Scene) -> Scene:
    """The part of a picture on which its pieces stand; all of it when it has none."""
    found = pieces(scene)
    if not found:
        return scene
    box, usual = _union(found), _usual(found)
    wide = max(box.right - box.left + 2 * MARGIN * usual, LEAST * usual)
    high = max(box.bottom - box.top + 2 * MARGIN * usual, wide / ASPECT)
    wide, high = min(max(wide, high * ASPECT), scene.width), min(high, scene.height)
    left = _within((box.left + box.right - wide) / 2, scene.width - wide)
    top = _within((box.top + box.bottom - high) / 2, scene.height - high)
    return Scene(wide, high, scene.title, (Group(scene.shapes, move=(-left, -top)),), scene.description)


def _union(boxes: list[Box]) -> Box:
    return around(point for box in boxes for point in ((box.left, box.top), (box.right, box.bottom)))


def _usual(boxes: list[Box]) -> float:
    """The size of the middle one."""
    return sorted(box.size for box in boxes)[len(boxes) // 2] or 1.0


def _within(start: float, room: float) -> float:
    return min(max(start, 0.0), max(room, 0.0))


def _pieces(shapes: Iterable[Shape]) -> Iterator[list[Point]]:
    """By piece, the points of its shapes."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.role:
                yield list(_points(shape))
            else:
                for points in _pieces(shape.shapes):
                    yield [_placed(shape, point) for point in points]


def _points(shape: Shape) -> Iterator[Point]:
    """Corners of a shape; letters do not count."""
    match shape:
        case Rect(x, y, width, height):
            yield from ((x, y), (x + width, y), (x, y + height), (x + width, y + height))
        case Circle(x, y, radius):
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        case Polygon(points) | Line(points):
            yield from points
        case Group():
            yield from (_placed(shape, point) for inner in shape.shapes for point in _points(inner))


def _placed(group: Group, point: Point) -> Point:
    """A point of a group where the group stands."""
    turn = radians(group.turn)
    x, y = point
    return x * cos(turn) - y * sin(turn) + group.move[0], x * sin(turn) + y * cos(turn) + group.move[1]
