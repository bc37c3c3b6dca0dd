"""What a match looks things up in: options of the game, the map, the planes, and the table of all options."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, sqrt
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.geometry.hexes import DIRECTIONS, HexMap, Pose, disc, distance, wedge
from aerodrome.orders import Option
from aerodrome.ruleset import Options, Rules
from aerodrome_blue_max.charts import MODEL, RELOADS, Charts, Order, Situation
from aerodrome_blue_max.tables import PlaneRow, Tables, read_part
from aerodrome_blue_max.vocabulary import (
    COLOURS,
    DECKS,
    NOBODY,
    OBSERVER,
    REACH,
    SHORT,
    Card,
    Maneuver,
    Model,
)


class BlueMaxOptions(Options):
    """Options of Blue Max (BM-OPT-02)."""

    lewis: bool = Field(default=False, description="Lewis guns count their ammunition and are reloaded")
    observer: bool = Field(default=False, description="two-seaters have an observer who fires from edges C and D")
    altitude: bool = Field(default=False, description="five altitude levels; brings collisions and loss of control")
    fuel: bool = Field(default=False, description="maneuvers cost fuel; an empty reserve leaves gliding")
    written_orders: bool = Field(
        default=False, description="any order may be written; one that cannot be flown becomes a spin at the reveal"
    )
    round_limit: int | None = Field(default=None, ge=1, description="the game stops after so many rounds")


class BlueMaxSetup(BaseModel):
    """What a scenario says beside who flies what.

    Attributes:
        board: id of a board.
        across, down: boards joined; left out, one board for each started group of six players, side by side.
        borders: the border of each team; left out, drawn by lot (BM-SETUP-03).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    board: str = "standard"
    across: int = Field(default=0, ge=0, le=26)
    down: int = Field(default=1, ge=1, le=26)
    borders: dict[Literal["allies", "central"], str] = {}


@dataclass(frozen=True, slots=True)
class Shot:
    """How one hex lies in the lines of fire of a plane (BM-GEO-07, BM-GEO-08)."""

    mounting: int
    distance: int
    direction: int


def _shots() -> tuple[Shot | None, ...]:
    """By ``way * 6 + facing``, a way as its index in ``disc(REACH)``."""
    table: list[Shot | None] = []
    for way in disc(REACH):
        for facing in range(6):
            found = None
            length = distance((0, 0), way)
            for turn in (0, 2, 3, 4):
                q, r = DIRECTIONS[(facing + turn) % 6]
                blind = turn == 3 and length == 1  # BM-OBS-04
                if length and (q * length, r * length) == way and not blind:
                    found = Shot(OBSERVER if turn else 0, length, (facing + turn) % 6)
            table.append(found)
    return tuple(table)


def _tails() -> bytes:
    """By ``(way * 6 + facing) * 6 + facing of the other``: 1 if the plane tails the other, 2 if it is tailed by the
    other, else 0 (BM-TAIL-01)."""
    ways = disc(REACH)
    fronts = [frozenset(wedge(facing, REACH)) for facing in range(6)]
    table = bytearray()
    for q, r in ways:
        back = (-q, -r)
        for mine in range(6):
            for other in range(6):
                ahead = (q, r) in fronts[mine] and back in fronts[(other + 3) % 6]
                behind = back in fronts[other] and (q, r) in fronts[(mine + 3) % 6]
                table.append(1 if ahead else 2 if behind else 0)
    return bytes(table)


def _ahead() -> tuple[float, ...]:
    """By ``way * 6 + facing``: how straight ahead a hex lies, 1 on the nose and 0 from abeam to behind."""
    nose = [(q + r / 2, r * sqrt(3) / 2) for q, r in DIRECTIONS]
    found = []
    for q, r in disc(REACH):
        x, y = q + r / 2, r * sqrt(3) / 2
        found += [max(0.0, (x * u + y * v) / (hypot(x, y) or 1.0)) for u, v in nose]
    return tuple(found)


AHEAD = _ahead()
SHOTS = _shots()
TAILS = _tails()

RECOVERY = ("recover", "spin-on", "unjam-pilot", "leave-pilot", "unjam-observer", "leave-observer")
"""The options of Recovery, in the order in which the table has them."""


@dataclass(eq=False)
class BlueMaxRules(Rules):
    """The tables of a match.

    Attributes:
        switches: the options of the game.
        tables: the data in force.
        map: the board or boards.
        charts: maneuvers and restrictions.
        side: by seat, its team as an index of ``TEAMS``.
        borders: the edge of each team, or nothing while it is drawn.
        flown: by seat, the model that the scenario gives it, `NOBODY` when its player picks one.
        who: by seat, its name, number, team, model and the number of its plane card (0 while it has none).
        pairs: all pairs of enemies, the lower seat first.
        near: the ways between hexes up to three apart; ``hexes`` the number of hexes, for reading it.
        moves: by maneuver, then by pose, the pose after it.
        parts: by damage card, then by colour, what the part does.
        deck: by deck, its cards.
        faces: the colours of the die.
        plain: whether no option of the game bears on orders; ``free`` then holds, by model and previous maneuver, the
            orders of a plane that nothing restricts.
        starts: by entry option, its hex, level and maneuver (`NOBODY` when there is only one).
        recoveries: the options of Recovery by name.
        orders: by planning option, counted from ``first_order``, what it orders.
    """

    switches: BlueMaxOptions
    tables: Tables
    map: HexMap
    charts: Charts
    side: tuple[int, ...]
    borders: tuple[str, ...]
    flown: tuple[Model, ...]
    orders: tuple[Order, ...]
    blocks: dict[str, int]
    hexes: int = field(init=False)
    pairs: tuple[tuple[int, int], ...] = field(init=False)
    near: bytes = field(init=False, repr=False)
    moves: tuple[tuple[Pose, ...], ...] = field(init=False, repr=False)
    parts: tuple[tuple[tuple[int, int, int, int, int], ...], ...] = field(init=False, repr=False)
    deck: tuple[tuple[Card, ...], ...] = field(init=False, repr=False)
    faces: tuple[int, ...] = field(init=False)
    everybody: tuple[int, ...] = field(init=False)
    who: tuple[tuple[str, int, int, Model, int], ...] = field(init=False)
    first_order: int = field(init=False)
    altitude: bool = field(init=False)
    fuel: bool = field(init=False)
    observer: bool = field(init=False)
    lewis: bool = field(init=False)
    written: bool = field(init=False)
    limit: int = field(init=False)
    menus: dict[Situation, tuple[Option, ...]] = field(init=False, repr=False)
    plain: bool = field(init=False)
    free: list[list[tuple[Option, ...]]] = field(init=False, repr=False)
    starts: tuple[tuple[int, int, Maneuver], ...] = field(init=False, repr=False)
    recoveries: dict[str, Option] = field(init=False, repr=False)
    _entries: dict[tuple[str, Model], tuple[Option, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        switches, tables = self.switches, self.tables
        self.hexes = self.map.size
        self.near = self.map.near(REACH)
        self.moves = tuple(self.map.moved(d.way, d.turn) for d in self.charts.diagrams)
        self.parts = tuple(
            ((0, 0, 0, 0, NOBODY), read_part(r.blue, "blue", r.id), read_part(r.red, "red", r.id))
            for r in tables.damage
        )
        self.deck = tuple(tuple(n for n, row in enumerate(tables.damage) if row.deck == deck) for deck in DECKS)
        self.faces = tuple(COLOURS.index(row.colour) for row in sorted(tables.die, key=lambda row: row.face))
        self.everybody = tuple(range(len(self.seats)))
        self.who = tuple((name, n, self.side[n], self.flown[n], self._card(n)) for n, name in enumerate(self.seats))
        self.pairs = tuple(
            (one, other)
            for one in self.everybody
            for other in self.everybody[one:]
            if self.side[one] != self.side[other]
        )
        self.first_order = self.blocks["orders"]
        self.altitude, self.fuel = switches.altitude, switches.fuel
        self.observer, self.lewis = switches.observer, switches.lewis
        self.written = switches.written_orders
        self.limit = switches.round_limit or 0
        self.menus = {}
        self._entries = {}
        self.recoveries = dict(zip(RECOVERY, self.block("recovery"), strict=True))
        self.plain = not (self.altitude or self.fuel or self.lewis or self.written)
        self.free = [[()] * len(self.charts.codes) for _ in self.charts.chart]
        self.starts = tuple(self._start(option) for option in self.block("entries"))

    # ---- planes

    def _card(self, seat: int) -> int:
        """The lowest card that is left of the model that the scenario gives a seat."""
        model = self.flown[seat]
        return 0 if model == NOBODY else self.tables.planes[model].numbers[self.flown[:seat].count(model)]

    def plane(self, model: Model) -> PlaneRow:
        return self.tables.planes[model]

    def ceiling(self, model: Model) -> int:
        """The highest level to which a plane can climb (BM-ALT-08)."""
        return self.tables.planes[model].max_altitude - 1

    def crewed(self, model: Model) -> bool:
        """Whether the plane has an observer in this game (BM-OBS-01, BM-PLANE-05)."""
        return self.observer and self.tables.planes[model].observer_guns > 0

    def lewis_guns(self, model: Model) -> int:
        """Whose guns are counted in this game: bit 1 the pilot's, bit 2 the observer's (BM-LEWIS-01, BM-LEWIS-09)."""
        if not self.lewis:
            return 0
        mine = self.tables.planes[model].lewis
        return (mine in ("pilot", "both")) | (mine in ("observer", "both") and self.crewed(model)) << 1

    # ---- options

    def menu(self, situation: Situation) -> tuple[Option, ...]:
        """The orders that are legal in a situation, in the order of the chart; the spin is first only if alone."""
        found = self.menus.get(situation)
        if found is None:
            faults = self.charts.faults
            legal = (o for o in self.chart_menu(situation) if next(faults(situation, self.order(o)), None) is None)
            found = self.menus[situation] = self._spin_behind(tuple(legal))
        return found

    def _spin_behind(self, menu: tuple[Option, ...]) -> tuple[Option, ...]:
        """A menu that begins with the spin, with it behind the maneuvers of the lowest speed instead."""
        maneuvers = [self.order(option)[0] for option in menu]
        spins = maneuvers.count(self.charts.spin)
        if maneuvers[0] != self.charts.spin or spins == len(menu):
            return menu
        speeds = [self.charts.speed[maneuver] for maneuver in maneuvers[spins:]]
        behind = spins + speeds.count(speeds[0])
        return (*menu[spins:behind], *menu[:spins], *menu[behind:])

    def chart_menu(self, situation: Situation) -> tuple[Option, ...]:
        """Every order that can be written in a situation, legal or not (BM-PLAN-16): maneuvers of the own chart."""
        key = -1 - (situation >> MODEL << 2 | situation >> RELOADS & 3)
        found = self.menus.get(key)
        if found is None:
            chart = self.charts.chart[situation >> MODEL]
            place = {maneuver: at for at, maneuver in enumerate(chart)}
            if self.written:  # who takes the last option again and again can always fly it, and off the map in the end
                place[next(m for m in chart if self.charts.plain[m])] = len(chart)
            reloads = situation >> RELOADS & 3
            written = [
                (place[order[0]], order[1], order[2], self.table[self.first_order + number])
                for number, order in enumerate(self.orders)
                if order[0] in place and not order[2] & ~reloads
            ]
            found = self.menus[key] = tuple(row[3] for row in sorted(written, key=lambda row: row[:3]))
        return found

    def order(self, option: Option) -> Order:
        """What a planning option orders.

        Raises:
            IndexError: it is no planning option.
        """
        number = option.code - self.first_order
        if number < 0:
            raise IndexError(number)
        return self.orders[number]

    def entries(self, edge: str, model: Model) -> tuple[Option, ...]:
        """The starts from a border: hex, level with option altitude, maneuver if there are several (BM-SETUP-08)."""
        found = self._entries.get((edge, model))
        if found is None:
            codes = {self.map.codes[number] for number in self.map.along(edge)}
            top = self.tables.planes[model].max_altitude
            starts = {self.charts.codes[m] for m in self.charts.starts[model]}
            found = self._entries[edge, model] = tuple(
                option
                for option in self.block("entries")
                if option.facts["start"] in codes
                and (not self.altitude or int(str(option.facts["level"])) <= top)
                and option.facts.get("maneuver", None) in (*starts, None)
            )
        return found

    def _start(self, option: Option) -> tuple[int, int, Maneuver]:
        facts = option.facts
        start = facts.get("maneuver")
        maneuver = NOBODY if start is None else self.charts.by_code[str(start)]
        return self.map.by_code[str(facts["start"])], int(str(facts.get("level", 0))), maneuver

    def block(self, name: str) -> tuple[Option, ...]:
        """A stretch of the option table."""
        starts = [*sorted(self.blocks.values()), len(self.table)]
        start = self.blocks[name]
        return self.table[start : starts[starts.index(start) + 1]]

    def fire(self, mounting: int, target: int, burst: int) -> Option:
        first = self.blocks["observer" if mounting else "pilot"]
        return self.table[first + 1 + 3 * target + burst - SHORT]

    def hold(self, mounting: int) -> Option:
        return self.table[self.blocks["observer" if mounting else "pilot"]]

    def aim(self, option: Option, mounting: int) -> tuple[int, int] | None:
        """Target and burst of a fire option of a mounting; ``None`` for holding fire and for other options."""
        number = option.code - self.blocks["observer" if mounting else "pilot"] - 1
        if not 0 <= number < 3 * len(self.seats):
            return None
        return number // 3, number % 3 + SHORT
