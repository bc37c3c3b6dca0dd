"""A continuous table: poses, rigid motions, rectangular bases, arcs, rulers and lines of sight.

Lengths are in millimetres, headings in degrees, counter-clockwise from the x axis; left is positive. Nothing is ever
rounded to a grid. Every comparison is inclusive and uses one of the two tolerances below in favour of "touches".

What lies in sight of a base is computed with shapely (`exact_range`). `shot_range` gives the same answer faster: a
circle test throws away what is out of reach, arithmetic on the four corners decides the common cases, and shapely the
rest. The functions are symmetric under mirror images and turns of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, hypot, inf, radians, sin
from typing import Final, NamedTuple

import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

TOLERANCE: Final = 1e-5
"""Millimetres within which two lengths count as equal."""

ANGLE_TOLERANCE: Final = 1e-6
"""Degrees by which an arc is widened, so that what lies on its edge is inside."""

_HALF: Final = 0.5
_ROOT: Final = 0.7071067811865476
_UNITS: dict[float, tuple[float, float]] = {}


def unit(heading: float) -> tuple[float, float]:
    """The direction of ``heading`` as (cosine, sine): exact for quarter turns, the same to the last bit in mirror
    images."""
    found = _UNITS.get(heading)
    if found is None:
        if len(_UNITS) > 4096:
            _UNITS.clear()
        found = _UNITS[heading] = _unit(heading)
    return found


def _unit(heading: float) -> tuple[float, float]:
    """Folded into the first eighth of the circle, where sine and cosine are taken."""
    angle = heading % 360.0
    quarter, rest = divmod(angle, 90.0)
    folded = 90.0 - rest if rest > 45.0 else rest
    along, across = _eighth(folded)
    if rest > 45.0:
        along, across = across, along
    for _ in range(int(quarter) % 4):
        along, across = -across, along
    return along + 0.0, across + 0.0


def _eighth(angle: float) -> tuple[float, float]:
    if angle == 0.0:
        return 1.0, 0.0
    if angle == 30.0:
        return 0.8660254037844386, _HALF
    if angle == 45.0:
        return _ROOT, _ROOT
    return cos(radians(angle)), sin(radians(angle))


def turned(heading: float, by: float) -> float:
    """``heading`` after a turn, from 0 up to but not including 360."""
    new = (heading + by) % 360.0
    return 0.0 if new == 360.0 else new


class Motion(NamedTuple):
    """A rigid motion in the frame of whatever moves: forward, to the left, then a turn to the left."""

    forward: float
    left: float
    turn: float

    def then(self, after: Motion) -> Motion:
        """This motion and ``after`` it another."""
        along, across = unit(self.turn)
        return Motion(
            self.forward + after.forward * along - after.left * across,
            self.left + after.forward * across + after.left * along,
            turned(self.turn, after.turn),
        )

    def inverse(self) -> Motion:
        """The motion that undoes this one."""
        along, across = unit(self.turn)
        return Motion(
            -self.forward * along - self.left * across, self.forward * across - self.left * along, -self.turn % 360.0
        )

    def mirrored(self) -> Motion:
        """Left and right exchanged."""
        return Motion(self.forward, -self.left, -self.turn % 360.0)


STILL: Final = Motion(0.0, 0.0, 0.0)


class Pose(NamedTuple):
    """Where something stands and points."""

    x: float
    y: float
    heading: float

    def moved(self, motion: Motion) -> Pose:
        along, across = unit(self.heading)
        return Pose(
            self.x + motion.forward * along - motion.left * across,
            self.y + motion.forward * across + motion.left * along,
            turned(self.heading, motion.turn),
        )

    def mirrored(self, axis: float = 0.0) -> Pose:
        """The image in the upright line at x = ``axis``."""
        return Pose(2.0 * axis - self.x, self.y, turned(180.0, -self.heading))

    def seen_from(self, other: Pose) -> tuple[float, float]:
        """How far ahead of ``other``, and how far to its left."""
        along, across = unit(other.heading)
        dx, dy = self.x - other.x, self.y - other.y
        return dx * along + dy * across, dy * along - dx * across


def card_motion(forward: float, left: float, turn: float, *, front: float, mark: float) -> Motion:
    """The motion of a base that is put on a card's arrow.

    The card lies with the start of its arrow on the front mark, ``front`` ahead of the centre; its arrow ends
    ``forward`` and ``left`` of that, turned by ``turn``. The base's own mark, ``mark`` ahead of the centre (negative:
    behind), comes to lie on the arrow's end.
    """
    start = Motion(front, 0.0, 0.0).then(Motion(forward, left, turn))
    return start.then(Motion(-mark, 0.0, 0.0))


# ---- bases


@dataclass(frozen=True)
class Base:
    """A rectangle that stands with its middle on a pose, its length along the heading."""

    length: float
    width: float
    half_length: float = field(init=False)
    half_width: float = field(init=False)
    radius: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "half_length", self.length / 2)
        object.__setattr__(self, "half_width", self.width / 2)
        object.__setattr__(self, "radius", hypot(self.length, self.width) / 2)

    def corners(self, pose: Pose) -> tuple[tuple[float, float], ...]:
        """Front left, rear left, rear right, front right."""
        along, across = unit(pose.heading)
        ax, ay = self.half_length * along, self.half_length * across
        bx, by = -self.half_width * across, self.half_width * along
        x, y = pose.x, pose.y
        return (
            (x + ax + bx, y + ay + by),
            (x - ax + bx, y - ay + by),
            (x - ax - bx, y - ay - by),
            (
                x + ax - bx,
                y + ay - by,
            ),
        )

    def polygon(self, pose: Pose) -> Polygon:
        return Polygon(self.corners(pose))

    def shrunk(self, by: float) -> Base:
        return Base(self.length - 2 * by, self.width - 2 * by)

    def distance(self, pose: Pose, x: float, y: float) -> float:
        """From a point to the nearest point of the base at ``pose``; 0 inside."""
        ahead, left = Pose(x, y, 0.0).seen_from(pose)
        return hypot(max(abs(ahead) - self.half_length, 0.0), max(abs(left) - self.half_width, 0.0))

    def covers(self, pose: Pose, x: float, y: float) -> bool:
        """Whether the base at ``pose`` lies on a point; its edge does."""
        return self.distance(pose, x, y) <= TOLERANCE

    def bars(self, pose: Pose, x: float, y: float) -> bool:
        """Whether a point is inside the base, and not on its edge."""
        ahead, left = Pose(x, y, 0.0).seen_from(pose)
        return abs(ahead) < self.half_length - TOLERANCE and abs(left) < self.half_width - TOLERANCE


def overlap(base: Base, one: Pose, two: Pose) -> bool:
    """Whether two bases share area; bases that only touch do not."""
    dx, dy = two.x - one.x, two.y - one.y
    if dx * dx + dy * dy >= 4 * base.radius * base.radius:
        return False
    a, b = unit(one.heading)
    c, d = unit(two.heading)
    along, across = abs(a * c + b * d), abs(a * d - b * c)
    reach_length = base.half_length + base.half_length * along + base.half_width * across - TOLERANCE
    reach_width = base.half_width + base.half_length * across + base.half_width * along - TOLERANCE
    return (
        abs(dx * a + dy * b) < reach_length
        and abs(dy * a - dx * b) < reach_width
        and abs(dx * c + dy * d) < reach_length
        and abs(dy * c - dx * d) < reach_width
    )


def in_the_way(base: Base, one: Pose, two: Pose) -> bool:
    """Whether the middle of either base is inside the other."""
    dx, dy = two.x - one.x, two.y - one.y
    if dx * dx + dy * dy >= base.radius * base.radius:
        return False
    return base.bars(one, two.x, two.y) or base.bars(two, one.x, one.y)


def nearest_free(base: Base, planned: Pose, placed: Sequence[Pose]) -> Pose:
    """The pose nearest to ``planned``, with its heading, at which none of ``placed`` is in the way.

    Of several as near, the one further back along the heading, then the one further to the left.
    """
    if not any(in_the_way(base, planned, other) for other in placed):
        return planned
    near = [other for other in placed if hypot(other.x - planned.x, other.y - planned.y) < 64 * base.radius]
    # A middle may not lie in a placed base, nor where this base would lie on a placed middle.
    barred = [base.polygon(other) for other in near]
    barred += [base.polygon(Pose(other.x, other.y, planned.heading)) for other in near]
    rim = shapely.union_all(barred).boundary
    found = [_nearest_on(start, end, planned) for start, end in _edges(rim)]
    least = min(hypot(x - planned.x, y - planned.y) for x, y in found)
    best = [Pose(x, y, planned.heading) for x, y in found if hypot(x - planned.x, y - planned.y) <= least + TOLERANCE]
    return min(best, key=lambda pose: _back_then_left(pose, planned))


def _back_then_left(pose: Pose, planned: Pose) -> tuple[float, float]:
    ahead, left = pose.seen_from(planned)
    return round(ahead, 4), -left


def _edges(rim: BaseGeometry) -> Iterable[tuple[tuple[float, float], tuple[float, float]]]:
    for line in shapely.get_parts(rim):
        points = [(x, y) for x, y in line.coords]
        yield from pairwise(points)


def _nearest_on(start: tuple[float, float], end: tuple[float, float], pose: Pose) -> tuple[float, float]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = dx * dx + dy * dy
    share = ((pose.x - start[0]) * dx + (pose.y - start[1]) * dy) / size if size else 0.0
    share = min(1.0, max(0.0, share))
    return start[0] + share * dx, start[1] + share * dy


# ---- arcs, rulers, sight


@dataclass(frozen=True)
class Arc:
    """A closed sector whose apex is a base's middle. ``axis`` is turned from the heading; a ``half_angle`` of 180 is
    all round."""

    axis: float
    half_angle: float
    along: float = field(init=False)
    across: float = field(init=False)

    def __post_init__(self) -> None:
        wide = radians(self.half_angle + ANGLE_TOLERANCE)
        object.__setattr__(self, "along", cos(wide))
        object.__setattr__(self, "across", sin(wide))

    @property
    def all_round(self) -> bool:
        return self.half_angle >= 180.0

    def wedge(self, pose: Pose, reach: float) -> Polygon:
        """The sector out to at least ``reach``, with straight outer edges."""
        wide = self.half_angle + ANGLE_TOLERANCE
        middle = turned(pose.heading, self.axis)
        far = 2.0 * reach
        rays = [unit(turned(middle, wide * share)) for share in (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)]
        return Polygon([(pose.x, pose.y), *((pose.x + far * c, pose.y + far * s) for c, s in rays)])

    def holds(self, pose: Pose, x: float, y: float) -> bool:
        """Whether a point is in the sector, its edges included."""
        if self.all_round:
            return True
        along, across = unit(turned(pose.heading, self.axis))
        dx, dy = x - pose.x, y - pose.y
        ahead, left = dx * along + dy * across, abs(dy * along - dx * across)
        if self.half_angle > 90.0:
            return left * self.along <= ahead * self.across or ahead >= 0.0
        return left * self.along <= ahead * self.across


ALL_ROUND: Final = Arc(0.0, 180.0)


def shadow(base: Base, pose: Pose, apex: Pose, reach: float) -> Polygon:
    """What a base hides from ``apex`` out to ``reach``, itself included; a line along its edge is not hidden."""
    corners = base.shrunk(TOLERANCE).corners(pose)
    far = 8.0 * (reach + base.radius)
    points = [*corners, (pose.x, pose.y)]
    beyond = []
    for x, y in points:
        size = hypot(x - apex.x, y - apex.y) or 1.0
        beyond.append((apex.x + (x - apex.x) * far / size, apex.y + (y - apex.y) * far / size))
    hull = shapely.multipoints([*corners, *beyond]).convex_hull
    assert isinstance(hull, Polygon)
    return hull


def in_sight(base: Base, apex: Pose, arc: Arc, target: Pose, reach: float, others: Sequence[Pose] = ()) -> BaseGeometry:
    """The part of the target's base inside the arc that none of the bases of ``others`` hides."""
    seen: BaseGeometry = base.polygon(target)
    far = reach + 2 * base.radius + hypot(target.x - apex.x, target.y - apex.y)
    if not arc.all_round:
        seen = seen.intersection(arc.wedge(apex, far))
    for other in others:
        if base.shrunk(TOLERANCE).distance(other, apex.x, apex.y) == 0.0:
            return Polygon()
        seen = seen.difference(shadow(base, other, apex, far))
    return seen


def nearest_in_sight(
    base: Base, apex: Pose, arc: Arc, target: Pose, reach: float, others: Sequence[Pose] = ()
) -> tuple[float, float] | None:
    """The point of the target's base in sight that is nearest to ``apex``: where the ruler touches it."""
    seen = in_sight(base, apex, arc, target, reach, others)
    if seen.is_empty:
        return None
    x, y = shapely.shortest_line(seen, Point(apex.x, apex.y)).coords[0]
    return x, y


def exact_range(base: Base, apex: Pose, arc: Arc, target: Pose, reach: float, others: Sequence[Pose] = ()) -> float:
    """From ``apex`` to the nearest point of the target's base in sight; infinite when none is within ``reach``.

    All of it is done by shapely; `shot_range` gives the same answer.
    """
    seen = in_sight(base, apex, arc, target, reach, others)
    if seen.is_empty:
        return inf
    distance = seen.distance(Point(apex.x, apex.y))
    return distance if distance <= reach + TOLERANCE else inf


def shot_range(base: Base, apex: Pose, arc: Arc, target: Pose, reach: float, others: Sequence[Pose] = ()) -> float:
    """From ``apex`` to the nearest point of the target's base in sight; infinite when none is within ``reach``."""
    ax, ay, heading = apex
    tx, ty, facing = target
    dx, dy = tx - ax, ty - ay
    far = reach + base.radius + TOLERANCE
    if dx * dx + dy * dy > far * far:
        return inf
    # The apex in the target's frame gives the nearest point of the whole base.
    c, s = unit(facing)
    ahead, left = -(dx * c + dy * s), dx * s - dy * c
    half_length, half_width = base.half_length, base.half_width
    near_ahead = half_length if ahead > half_length else -half_length if ahead < -half_length else ahead
    near_left = half_width if left > half_width else -half_width if left < -half_width else left
    distance = hypot(ahead - near_ahead, left - near_left)
    if distance > reach + TOLERANCE:
        return inf
    if arc.half_angle < 90.0:
        u, v = unit(turned(heading, arc.axis))
        front, side = dx * u + dy * v, dy * u - dx * v
        across, along = arc.across, arc.along
        if front * across - abs(side) * along < -base.radius:
            return inf
        # The nearest point, seen from the apex along the arc's axis.
        px, py = dx + near_ahead * c - near_left * s, dy + near_ahead * s + near_left * c
        if abs(py * u - px * v) * along > (px * u + py * v) * across:
            if _beside(base, front, side, c * u + s * v, s * u - c * v, along, across):
                return inf
            return exact_range(base, apex, arc, target, reach, _hiders(base, dx, dy, ax, ay, others))
    elif not arc.all_round:
        return exact_range(base, apex, arc, target, reach, others)
    if others:
        hiders = _hiders(base, dx, dy, ax, ay, others)
        if hiders:
            return exact_range(base, apex, arc, target, reach, hiders)
    return distance


def _beside(base: Base, front: float, side: float, c: float, s: float, along: float, across: float) -> bool:
    """Whether all four corners lie beyond the same edge of the arc; the target's middle and direction are given in the
    arc's frame."""
    # How far a corner can come back over an edge: the base's extent square to that edge.
    left_extent = base.half_length * abs(c * across - s * along) + base.half_width * abs(s * across + c * along)
    if front * across - side * along < -left_extent:
        return True
    right_extent = base.half_length * abs(c * across + s * along) + base.half_width * abs(s * across - c * along)
    return front * across + side * along < -right_extent


def _hiders(base: Base, dx: float, dy: float, ax: float, ay: float, others: Sequence[Pose]) -> list[Pose]:
    """Those of ``others`` that come near the lines from the apex to the target's base."""
    size = dx * dx + dy * dy
    near = 4 * base.radius * base.radius
    found = []
    for other in others:
        ox, oy = other.x - ax, other.y - ay
        share = min(1.0, max(0.0, (ox * dx + oy * dy) / size)) if size else 0.0
        ox, oy = ox - share * dx, oy - share * dy
        if ox * ox + oy * oy <= near:
            found.append(other)
    return found


def over_the_end(base: Base, pose: Pose, x: float, y: float, *, rear: bool) -> bool:
    """Whether the line from the middle of a base to a point outside it leaves over its front (or rear) edge; corners
    count."""
    ahead, left = Pose(x, y, 0.0).seen_from(pose)
    if rear:
        ahead = -ahead
    return ahead >= base.half_length - TOLERANCE and abs(left) * base.half_length <= ahead * (
        base.half_width + TOLERANCE
    )


def line_between(base: Base, one: Pose, two: Pose) -> LineString:
    """The part of the line between two middles that lies between the two bases."""
    line = LineString([(one.x, one.y), (two.x, two.y)])
    rest = line.difference(base.polygon(one)).difference(base.polygon(two))
    return rest if isinstance(rest, LineString) else LineString()


def touches(base: Base, line: LineString, other: Pose) -> bool:
    """Whether a line touches the base of ``other``."""
    return not line.is_empty and line.distance(base.polygon(other)) <= TOLERANCE


# ---- the table


@dataclass(frozen=True, slots=True)
class Table:
    """A rectangle from (0, 0) to (width, depth); its edge belongs to it."""

    width: float
    depth: float

    def holds(self, x: float, y: float) -> bool:
        return -TOLERANCE <= x <= self.width + TOLERANCE and -TOLERANCE <= y <= self.depth + TOLERANCE

    def edge_crossed(self, start: Pose, end: Pose, own: str = "") -> str:
        """The edge (``south``, ``north``, ``west`` or ``east``) that the straight way out crosses first; in a corner
        ``own``, if it is one of the two."""
        dx, dy = end.x - start.x, end.y - start.y
        shares = {
            "south": _share(-start.y, dy) if end.y < -TOLERANCE else inf,
            "north": _share(self.depth - start.y, dy) if end.y > self.depth + TOLERANCE else inf,
            "west": _share(-start.x, dx) if end.x < -TOLERANCE else inf,
            "east": _share(self.width - start.x, dx) if end.x > self.width + TOLERANCE else inf,
        }
        least = min(shares.values())
        size = hypot(dx, dy) or 1.0
        first = [edge for edge, share in shares.items() if share * size <= least * size + TOLERANCE]
        return own if own in first else first[0]


def _share(way: float, step: float) -> float:
    return way / step if step else 0.0
