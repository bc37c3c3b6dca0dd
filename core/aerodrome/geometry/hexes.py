"""Hexes: coordinates, directions, arcs, and bounded maps whose tables are made once and looked up afterwards.

Hexes are flat-topped. A hex is a pair of axial coordinates ``(q, r)``; the six directions are numbered clockwise from
north. A turn is counted in steps of 60 degrees, clockwise positive; distances are counted in hexes.

A `HexMap` numbers its hexes. There a **pose** is one int, ``hex * 6 + facing``, and a movement is a table from pose to
pose (`HexMap.moved`), so that flying is one lookup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import Final, TypeAlias

from aerodrome.errors import AerodromeError

Hex: TypeAlias = tuple[int, int]
"""Axial coordinates ``(q, r)``: q grows to the south-east, r to the south."""

Direction: TypeAlias = int
"""0 north, 1 north-east, 2 south-east, 3 south, 4 south-west, 5 north-west."""

Pose: TypeAlias = int
"""A hex of a map and a facing: ``hex * 6 + facing``."""

DIRECTIONS: Final[tuple[Hex, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
DIRECTION_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")

OFF: Final = -1
"""In tables: not on the map."""

# ---- coordinates


def added(one: Hex, other: Hex) -> Hex:
    return one[0] + other[0], one[1] + other[1]


def offset(start: Hex, end: Hex) -> Hex:
    """The way from ``start`` to ``end``."""
    return end[0] - start[0], end[1] - start[1]


def scaled(way: Hex, times: int) -> Hex:
    return way[0] * times, way[1] * times


def neighbour(here: Hex, direction: Direction) -> Hex:
    return added(here, DIRECTIONS[direction % 6])


def to_cube(here: Hex) -> tuple[int, int, int]:
    """Cube coordinates ``(x, y, z)`` with sum 0."""
    q, r = here
    return q, -q - r, r


def from_cube(x: int, y: int, z: int) -> Hex:
    """Raises ``ValueError`` if the three do not sum to 0."""
    if x + y + z:
        raise ValueError(f"cube coordinates {(x, y, z)} do not sum to 0")
    return x, z


def distance(one: Hex, other: Hex) -> int:
    """Hexes from one to the other: 0 for the same, 1 for neighbours."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def rotated(way: Hex, steps: int) -> Hex:
    """``way`` turned clockwise about the origin by ``steps`` of 60 degrees."""
    q, r = way
    for _ in range(steps % 6):
        q, r = -r, q + r
    return q, r


def mirrored(way: Hex) -> Hex:
    """``way`` with left and right exchanged, seen along direction 0."""
    q, r = way
    return -q, q + r


def mirrored_turn(steps: int) -> int:
    """A turn or direction with left and right exchanged, from 0 to 5."""
    return -steps % 6


def straight_direction(way: Hex) -> Direction | None:
    """The direction along which ``way`` leads in a straight row of hexes; ``None`` if it does not."""
    length = distance((0, 0), way)
    for direction, step in enumerate(DIRECTIONS):
        if length and scaled(step, length) == way:
            return direction
    return None


# ---- sets of hexes


def ray(direction: Direction, reach: int, first: int = 1) -> tuple[Hex, ...]:
    """The hexes ``first`` to ``reach`` steps away in one direction."""
    return tuple(scaled(DIRECTIONS[direction % 6], steps) for steps in range(first, reach + 1))


def wedge(facing: Direction, reach: int) -> tuple[Hex, ...]:
    """The arc between the two rays that flank ``facing``, rays included, nearest hexes first: what can be reached
    through the front edge and its two neighbours alone."""
    sides = DIRECTIONS[(facing - 1) % 6], DIRECTIONS[facing % 6], DIRECTIONS[(facing + 1) % 6]
    found: set[Hex] = set()
    edge: set[Hex] = {(0, 0)}
    for _ in range(reach):
        edge = {added(here, side) for here in edge for side in sides}
        found |= edge
    near = (here for here in found if distance((0, 0), here) <= reach)
    return tuple(sorted(near, key=lambda here: (distance((0, 0), here), here)))


def ring(radius: int) -> tuple[Hex, ...]:
    """The hexes exactly ``radius`` away, clockwise from direction 0."""
    if radius == 0:
        return ((0, 0),)
    found: list[Hex] = []
    for direction in range(6):
        corner = scaled(DIRECTIONS[direction], radius)
        found += (added(corner, scaled(DIRECTIONS[(direction + 2) % 6], step)) for step in range(radius))
    return tuple(found)


@cache
def disc(radius: int) -> tuple[Hex, ...]:
    """The hexes at most ``radius`` away, the own hex first."""
    return tuple(here for distance_ in range(radius + 1) for here in ring(distance_))


def line(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes that the straight line between two centres passes through, both ends included. A line along an edge
    takes the hexes of one side of it."""
    steps = distance(start, end)
    if steps == 0:
        return (start,)
    q, r = offset(start, end)
    return tuple(
        _rounded(start[0] + q * step / steps + 1e-6, start[1] + r * step / steps + 2e-6) for step in range(steps + 1)
    )


def _rounded(q: float, r: float) -> Hex:
    """The hex in which fractional coordinates lie."""
    s = -q - r
    near = [round(q), round(r), round(s)]
    off = [abs(near[0] - q), abs(near[1] - r), abs(near[2] - s)]
    worst = off.index(max(off))
    near[worst] -= sum(near)
    return near[0], near[1]


# ---- drawing


def centre(here: Hex, size: float) -> tuple[float, float]:
    """The middle of a hex with edges of length ``size``, as ``(x, y)`` with y pointing down."""
    q, r = here
    return 1.5 * size * q, sqrt(3) * size * (r + q / 2)


def corners(here: Hex, size: float) -> tuple[tuple[float, float], ...]:
    """The six corners of a hex, clockwise from the left end of its northern edge."""
    x, y = centre(here, size)
    half, tall = size / 2, size * sqrt(3) / 2
    return (
        (x - half, y - tall),
        (x + half, y - tall),
        (x + size, y),
        (x + half, y + tall),
        (x - half, y + tall),
        (x - size, y),
    )


# ---- poses


def pose(number: int, facing: Direction) -> Pose:
    return number * 6 + facing


def hex_of(pose: Pose) -> int:
    return pose // 6


def facing_of(pose: Pose) -> Direction:
    return pose % 6


# ---- maps


@dataclass(frozen=True)
class Board:
    """The measure of one printed board: odd columns hold ``rows`` complete hexes, even ones, half a hex lower, one less
    and a half hex at both ends. Columns and rows are counted from 1; the number of columns is odd."""

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if self.columns % 2 == 0 or not 1 <= self.columns <= 97 or not 2 <= self.rows <= 98:
            raise AerodromeError(
                f"a board of {self.columns} columns and {self.rows} rows cannot be",
                expected="an odd number of columns from 1 to 97, 2 to 98 rows",
            )


@dataclass(frozen=True, eq=False)
class HexMap:
    """One board, or several joined ones, as numbered hexes.

    Boards lie ``across`` beside each other and ``down`` below each other. Where two meet, the half hexes along the seam
    become complete ones; each is coded by the first of the boards that share it. A code is column and row of the
    board in two digits each, with the board's letter behind it when there are several: ``0708``, ``0708B``.

    Attributes:
        hexes: axial coordinates by number; hex 0101 of the first board is (0, 0).
        codes: printed codes by number.
        numbers: numbers by axial coordinates.
        by_code: numbers by printed code.
    """

    board: Board
    across: int = 1
    down: int = 1
    hexes: tuple[Hex, ...] = field(init=False, repr=False)
    codes: tuple[str, ...] = field(init=False, repr=False)
    numbers: dict[Hex, int] = field(init=False, repr=False)
    by_code: dict[str, int] = field(init=False, repr=False)
    _moved: dict[tuple[int, int, int], tuple[Pose, ...]] = field(init=False, repr=False, default_factory=dict)
    _near: dict[int, bytes] = field(init=False, repr=False, default_factory=dict)
    _far: dict[int, tuple[int, ...]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        if not 1 <= self.across * self.down <= 26:
            raise AerodromeError(f"{self.across * self.down} boards cannot be joined", expected="1 to 26 boards")
        cells = [(here, self._code(column, row)) for column, row, here in self._cells()]
        object.__setattr__(self, "hexes", tuple(here for here, _ in cells))
        object.__setattr__(self, "codes", tuple(code for _, code in cells))
        object.__setattr__(self, "numbers", {here: number for number, here in enumerate(self.hexes)})
        object.__setattr__(self, "by_code", {code: number for number, code in enumerate(self.codes)})

    @property
    def columns(self) -> int:
        """Columns of the whole map, seams included."""
        return (self.board.columns + 1) * self.across - 1

    @property
    def rows(self) -> int:
        """Rows of its odd columns."""
        return self.board.rows * self.down

    @property
    def size(self) -> int:
        return len(self.hexes)

    def _cells(self) -> Iterator[tuple[int, int, Hex]]:
        for column in range(1, self.columns + 1):
            for row in range(1, self.rows + column % 2):
                yield column, row, axial(column, row)

    def _code(self, column: int, row: int) -> str:
        right, own_column = divmod(column - 1, self.board.columns + 1)
        below, own_row = divmod(row - 1, self.board.rows)
        letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[below * self.across + right] if self.across * self.down > 1 else ""
        return f"{own_column + 1:02}{own_row + 1:02}{letter}"

    def at(self, code: str) -> int:
        """The number of the hex with a printed code.

        Raises:
            AerodromeError: the map has no such hex.
        """
        found = self.by_code.get(code)
        if found is None:
            raise AerodromeError(
                f"the map has no hex {code!r}", expected=f"a code from {self.codes[0]} to {self.codes[-1]}"
            )
        return found

    def pose_name(self, pose: Pose) -> str:
        """``0708/3``, and ``off the map`` for `OFF`."""
        return "off the map" if pose == OFF else f"{self.codes[pose // 6]}/{pose % 6}"

    def moved(self, way: Hex, turn: int) -> tuple[Pose, ...]:
        """By pose, the pose after moving ``way`` (as seen facing direction 0) and turning ``turn`` steps clockwise;
        `OFF` where that leads off the map."""
        key = (*way, turn % 6)
        table = self._moved.get(key)
        if table is None:
            ways = [rotated(way, facing) for facing in range(6)]
            table = self._moved[key] = tuple(
                OFF if end is None else end * 6 + (facing + turn) % 6
                for q, r in self.hexes
                for facing, (dq, dr) in enumerate(ways)
                for end in (self.numbers.get((q + dq, r + dr)),)
            )
        return table

    def near(self, reach: int) -> bytes:
        """By ``one * size + other``: the way from one hex to the other as its index in ``disc(reach)``, 0 when they are
        the same hex or more than ``reach`` (at most 8) apart."""
        table = self._near.get(reach)
        if table is None:
            if not 1 <= reach <= 8:
                raise AerodromeError(f"no table of ways for a reach of {reach} hexes", expected="1 to 8")
            made = bytearray(self.size * self.size)
            ways = disc(reach)
            for one, (q, r) in enumerate(self.hexes):
                base = one * self.size
                for index in range(1, len(ways)):
                    other = self.numbers.get((q + ways[index][0], r + ways[index][1]))
                    if other is not None:
                        made[base + other] = index
            table = self._near[reach] = bytes(made)
        return table

    def distance(self, one: int, other: int) -> int:
        """Hexes between two numbered hexes."""
        return distance(self.hexes[one], self.hexes[other])

    def distances(self, one: int) -> tuple[int, ...]:
        """Hexes from a numbered hex to each, by number."""
        row = self._far.get(one)
        if row is None:
            here = self.hexes[one]
            row = self._far[one] = tuple(distance(here, other) for other in self.hexes)
        return row

    def seen_from(self, pose: Pose, ways: Iterable[Hex]) -> tuple[int, ...]:
        """The numbers of the hexes at ``ways`` (as seen facing direction 0) from a pose, those off the map left out."""
        here, facing = self.hexes[pose // 6], pose % 6
        found = (self.numbers.get(added(here, rotated(way, facing))) for way in ways)
        return tuple(number for number in found if number is not None)

    def edges(self) -> tuple[str, ...]:
        """Names of the outer short edges: ``north`` and ``south``, with the board's letter when several lie across."""
        if self.across == 1:
            return ("north", "south")
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        last = (self.down - 1) * self.across
        north = (f"north-{letters[right].lower()}" for right in range(self.across))
        south = (f"south-{letters[last + right].lower()}" for right in range(self.across))
        return (*north, *south)

    def along(self, edge: str) -> tuple[int, ...]:
        """The hexes next to an outer short edge: the first complete hex of each of its columns, from west to east.

        Raises:
            AerodromeError: the map has no such edge.
        """
        names = self.edges()
        if edge not in names:
            raise AerodromeError(f"the map has no short edge {edge!r}", expected="one of " + ", ".join(names))
        first = names.index(edge) % self.across * (self.board.columns + 1) + 1
        north = edge.startswith("north")
        return tuple(
            self.numbers[axial(column, 1 if north else self.rows - 1 + column % 2)]
            for column in range(first, first + self.board.columns)
        )


def axial(column: int, row: int) -> Hex:
    """The axial coordinates of a column and row, both counted from 1; even columns lie half a hex lower."""
    return column - 1, row - 1 - (column - 1) // 2


def column_row(here: Hex) -> tuple[int, int]:
    """The column and row of axial coordinates: the inverse of `axial`."""
    q, r = here
    return q + 1, r + 1 + q // 2


@cache
def hex_map(board: Board, across: int = 1, down: int = 1) -> HexMap:
    """The map of a board or of several; made once, so that its tables are too."""
    return HexMap(board, across, down)
