"""Maneuvers and the restrictions on them (BM-CHART, BM-PLAN, BM-ALT, BM-EFFECT).

All that a restriction reads of a plane is packed into one int, its *situation*: the fields below. Two planes in the
same situation may fly the same orders, so the list of them is made once and looked up afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import xor
from typing import Final, TypeAlias

import networkx as nx

from aerodrome.errors import Reason
from aerodrome.geometry.hexes import DIRECTIONS, Hex, added
from aerodrome_blue_max.tables import ManeuverRow, PlaneRow, ScheduleRow, Tables
from aerodrome_blue_max.vocabulary import (
    CLIMB,
    DIVE,
    LAND,
    LEFT,
    LETTERS,
    RIGHT,
    SPIN_CODE,
    STABLE,
    STALL_CODES,
    STRAIGHT,
    TOKEN_FUEL,
    TOKENS,
    Maneuver,
    Model,
)

Situation: TypeAlias = int
"""What binds a plane in Planning, packed into the fields below."""

TORN_BLUE: Final = 1
TORN_RED: Final = 2
HIT_ENGINE: Final = 4
ON_FIRE: Final = 8
GLIDES: Final = 16
STRAIGHT_ONLY: Final = 32
SLOWER_ONLY: Final = 64
RIGHT_ONLY: Final = 128
LEFT_ONLY: Final = 256
SPINS: Final = 512
AT_LEVEL_1: Final = 1024
DUE: Final = 11  # two bits from here: the altitude token that an obligation demands
RESERVE: Final = 13  # three bits: fuel left, at most `PLENTY`
RELOADS: Final = 16  # two bits: whose Lewis guns may be reloaded
PREVIOUS: Final = 18  # eight bits: the maneuver performed last round
MODEL: Final = 26

PLENTY: Final = 7
"""More fuel than any order costs."""

FREE: Final = PLENTY << RESERVE
"""The situation of a plane that nothing binds but its previous maneuver, which is to be added."""

Order: TypeAlias = tuple[Maneuver, int, int]
"""Maneuver, altitude token, and whose Lewis guns are reloaded (bit 1 the pilot's, bit 2 the observer's)."""

FANCY: Final = {"acrobatic", "forward-slip"}
NOT_FLOWN: Final = (SPIN_CODE, *STALL_CODES)
"""What makes a maneuver with the letter S something else than straight on."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """What flying a maneuver does: the way and the turn as seen facing direction 0."""

    way: Hex
    turn: int


def diagram(path: Sequence[str]) -> Diagram:
    """The displacement and turn of the steps of a path (BM-CHART-14)."""
    here, facing = (0, 0), 0
    for step in path:
        if step in ("L", "R", "U"):
            facing = (facing + {"L": 5, "R": 1, "U": 3}[step]) % 6
        else:
            here = added(here, DIRECTIONS[(facing + {"F": 0, "SL": 5, "SR": 1}[step]) % 6])
    return Diagram(here, facing)


class Charts:
    """The maneuvers as columns to look up, by `Maneuver`, and the chart of each `Model`.

    Attributes:
        codes, speed, letter, fuel: what the code and the diagram say; ``titles`` code and name.
        preparatory, acrobatic, once, gliding, slip, stall: the marks.
        plain: whether it is straight on and nothing else.
        by_code: the number of a code.
        chart: by model, its maneuvers, by speed, the plain ones first.
        top_speed: by model, the highest speed of its chart (BM-ALT-07).
        starts: by model, the maneuvers with the triangle (BM-CHART-06).
        spin: the number of 0S2.
    """

    def __init__(self, tables: Tables) -> None:
        rows = tables.maneuvers
        self.rows = rows
        self.codes = tuple(row.code for row in rows)
        self.titles = tuple(_title(row) for row in rows)
        self.by_code = {code: number for number, code in enumerate(self.codes)}
        self.speed = tuple(row.speed for row in rows)
        self.letter = tuple(LETTERS.index(row.letter) for row in rows)
        self.fuel = tuple(row.fuel for row in rows)
        self.preparatory = _marked(rows, "preparatory")
        self.acrobatic = _marked(rows, "acrobatic")
        self.once = _marked(rows, "non-repeatable")
        self.gliding = _marked(rows, "gliding")
        self.slip = _marked(rows, "forward-slip")
        self.stall = tuple(row.code in STALL_CODES for row in rows)
        self.plain = tuple(row.letter == "S" and not {*row.marks} & FANCY and row.code not in NOT_FLOWN for row in rows)
        self.diagrams = tuple(diagram(row.path) for row in rows)
        self.spin = self.by_code[SPIN_CODE]
        self.ids = tuple(plane.id for plane in tables.planes)
        self.chart = tuple(self._chart(plane, tables.schedules) for plane in tables.planes)
        self.on_chart = tuple(frozenset(chart) for chart in self.chart)
        self.top_speed = tuple(max(self.speed[m] for m in chart) for chart in self.chart)
        start = _marked(rows, "start")
        self.starts = tuple(tuple(m for m in chart if start[m]) for chart in self.chart)
        self._after: dict[Situation, tuple[Maneuver, ...]] = {}

    def _chart(self, plane: PlaneRow, schedules: Sequence[ScheduleRow]) -> tuple[Maneuver, ...]:
        schedule = next(row for row in schedules if row.aircraft == plane.id)
        numbers = (self.by_code[code] for code in schedule.codes)
        return tuple(sorted(numbers, key=self._place))

    def _place(self, maneuver: Maneuver) -> tuple[int, int, Maneuver]:
        """By speed as on the printed chart; in each group straight on, turns and slips, acrobatics, stall, spin."""
        kind = 2 * self.acrobatic[maneuver] or 3 * self.stall[maneuver] or 4 * (maneuver == self.spin)
        return self.speed[maneuver], kind or not self.plain[maneuver], maneuver

    # ---- restrictions

    def after(self, model: Model, previous: Maneuver, bound: Situation = FREE) -> tuple[Maneuver, ...]:
        """The maneuvers of a chart that may follow ``previous`` under the restrictions ``bound``, 0S2 included."""
        situation = model << MODEL | previous << PREVIOUS | bound
        found = self._after.get(situation)
        if found is None:
            token = bound >> DUE & 3 or STABLE
            legal = (
                m for m in self.chart[model]
                if m == self.spin or next(self.faults(situation, (m, token, 0)), None) is None
            )  # fmt: skip
            found = self._after[situation] = tuple(legal)
        return found

    def faults(self, situation: Situation, order: Order) -> Iterator[Reason]:
        """Every restriction that an order breaks (BM-PLAN-09)."""
        maneuver, token, reload = order
        if reload & ~(situation >> RELOADS & 3):
            yield Reason("BM-LEWIS-01", "there is no such Lewis gun to reload, or nobody to reload it")
        if reload & 1 and (maneuver == self.spin or self.letter[maneuver] != STRAIGHT):
            yield Reason("BM-LEWIS-08", "a pilot who reloads flies a straight maneuver")
        if maneuver == self.spin:
            if token != STABLE:
                yield Reason("BM-PLAN-07", "the spin 0S2 goes with the token stable only")
            return
        if situation & SPINS:
            yield Reason("BM-PLAN-15", "a spinning plane performs 0S2")
            return
        yield from self._history_faults(situation, maneuver)
        yield from self._damage_faults(situation, maneuver)
        if situation & GLIDES:
            if not self.gliding[maneuver]:
                yield Reason("BM-PLAN-05", "the plane is gliding and the maneuver is no gliding maneuver")
        elif self.cost(maneuver, token) > (situation >> RESERVE & 7):
            yield Reason(
                "BM-PLAN-06", f"it costs {self.cost(maneuver, token)} fuel, {situation >> RESERVE & 7} is left"
            )
        broken = tuple(self._token_faults(situation, maneuver, token))
        yield from broken
        if broken:
            yield Reason("BM-ALT-11", f"so the maneuver does not go with {TOKENS[token]}")

    def cost(self, maneuver: Maneuver, token: int) -> int:
        """Fuel for a maneuver with an altitude token (BM-FUEL-02, BM-FUEL-11)."""
        return max(0, self.fuel[maneuver] + TOKEN_FUEL[token])

    def _history_faults(self, situation: Situation, maneuver: Maneuver) -> Iterator[Reason]:
        previous = situation >> PREVIOUS & 255
        last, speed = self.speed[previous], self.speed[maneuver]
        if abs(speed - last) > 1:
            yield Reason("BM-PLAN-02", f"speed {speed} after speed {last}")
        if self.acrobatic[maneuver] and not self.preparatory[previous]:
            yield Reason("BM-PLAN-03", f"acrobatic, and {self.codes[previous]} was not preparatory")
        if self.once[maneuver] and self.once[previous]:
            yield Reason("BM-PLAN-04", f"non-repeatable, as was {self.codes[previous]}")

    def _damage_faults(self, situation: Situation, maneuver: Maneuver) -> Iterator[Reason]:
        speed, letter = self.speed[maneuver], self.letter[maneuver]
        if speed >= 3 and situation & TORN_BLUE:
            yield Reason("BM-EFFECT-02", f"wings torn: speed {speed} cannot be flown")
        if speed >= 3 and situation & HIT_ENGINE:
            yield Reason("BM-EFFECT-06", f"engine hit: speed {speed} cannot be flown")
        if self.acrobatic[maneuver] and situation & TORN_RED:
            yield Reason("BM-EFFECT-03", "wings torn: no acrobatic maneuver")
        if self.acrobatic[maneuver] and situation & ON_FIRE:
            yield Reason("BM-EFFECT-20", "on fire: no acrobatic maneuver")
        if letter != STRAIGHT and situation & STRAIGHT_ONLY:
            yield Reason("BM-EFFECT-11", "pilot injured: straight maneuvers only")
        wanted = max(1, self.speed[situation >> PREVIOUS & 255] - 1)
        if speed != wanted and situation & SLOWER_ONLY:
            yield Reason("BM-EFFECT-12", f"pilot injured: speed {wanted} only")
        if letter != RIGHT and situation & RIGHT_ONLY:
            yield Reason("BM-EFFECT-17", "rudder stuck: right maneuvers only")
        if letter != LEFT and situation & LEFT_ONLY:
            yield Reason("BM-EFFECT-18", "rudder stuck: left maneuvers only")

    def _token_faults(self, situation: Situation, maneuver: Maneuver, token: int) -> Iterator[Reason]:
        speed = self.speed[maneuver]
        if token == DIVE and speed < 2:
            yield Reason("BM-ALT-06", "a dive needs speed 2 or more")
        if token == CLIMB and not 2 <= speed < self.top_speed[situation >> MODEL]:
            yield Reason("BM-ALT-07", f"a climb needs a speed from 2 to {self.top_speed[situation >> MODEL] - 1}")
        if token == LAND and not (situation & AT_LEVEL_1 and self.letter[maneuver] == STRAIGHT):
            yield Reason("BM-ALT-09", "landing needs level 1 and a straight maneuver")
        if token == DIVE and situation & AT_LEVEL_1:
            yield Reason("BM-ALT-12", "no dive at level 1")
        if token in (CLIMB, DIVE) and situation & GLIDES:
            yield Reason("BM-GLIDE-06", "a gliding plane neither climbs nor dives")
        due = situation >> DUE & 3
        if due and token != due:
            yield Reason("BM-ALT-16", f"the burst of last round obliges to {TOKENS[due]}")


def _title(row: ManeuverRow) -> str:
    aside = {"L": "left", "R": "right"}.get(row.letter, "")
    return " ".join(filter(None, (row.code, row.name, aside)))


def _marked(rows: Sequence[ManeuverRow], mark: str) -> tuple[bool, ...]:
    return tuple(mark in row.marks for row in rows)


WOUNDS: Final[tuple[tuple[Situation, str], ...]] = (
    (TORN_BLUE, "wings torn (blue)"),
    (TORN_RED, "wings torn (red)"),
    (HIT_ENGINE, "engine hit"),
    (ON_FIRE, "on fire"),
    (GLIDES, "gliding"),
    (STRAIGHT_ONLY, "pilot injured"),
    (SLOWER_ONLY, "pilot injured (white border)"),
    (RIGHT_ONLY, "rudder stuck right"),
    (LEFT_ONLY, "rudder stuck left"),
    (CLIMB << DUE, "climb due"),
    (DIVE << DUE, "dive due"),
    (FREE ^ 1 << RESERVE, "1 fuel left"),
    (FREE ^ 2 << RESERVE, "2 fuel left"),
    (FREE ^ 3 << RESERVE, "3 fuel left"),
)
"""The restrictions by which a plane can be bound beside its previous maneuver, as changes to `FREE`."""

DUES: Final = 3 << DUE
RUDDER: Final = RIGHT_ONLY | LEFT_ONLY


def _can_be_together(bits: Sequence[Situation]) -> bool:
    """One rudder effect, one obligation and one reserve at a time (BM-EFFECT-19, BM-ALT-17); a gliding plane owes
    nothing and pays nothing (BM-ALT-18, BM-FUEL-09)."""
    kinds = [sum(bool(bit & kind) for bit in bits) for kind in (RUDDER, DUES, FREE)]
    return max(kinds) < 2 and not (GLIDES in bits and kinds[1] + kinds[2])


def dead_ends(charts: Charts, model: Model, at_once: int = 2) -> nx.DiGraph[str]:
    """Which restrictions leave a plane nothing but 0S2 (BM-EFFECT-23).

    A node is a maneuver of the chart that can be performed at all, or a set of at most ``at_once`` restrictions; an
    edge leads from a maneuver to each set that, after it, leaves only the spin, while no smaller set does.
    """
    flown: nx.DiGraph[Maneuver] = nx.DiGraph()
    flown.add_edges_from((one, after) for one in charts.chart[model] for after in charts.after(model, one))
    reached = set(charts.starts[model]).union(*(nx.descendants(flown, start) for start in charts.starts[model]))
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(charts.codes[maneuver] for maneuver in sorted(reached))
    found: set[tuple[Maneuver, frozenset[str]]] = set()
    for count in range(1, at_once + 1):
        for chosen in combinations(WOUNDS, count):
            if not _can_be_together([bit for bit, _ in chosen]):
                continue
            bound = reduce(xor, (bit for bit, _ in chosen), FREE)
            names = frozenset(name for _, name in chosen)
            for previous in sorted(reached):
                smaller = any((previous, frozenset(part)) in found for part in combinations(names, count - 1))
                if not smaller and charts.after(model, previous, bound) == (charts.spin,):
                    found.add((previous, names))
                    graph.add_edge(charts.codes[previous], " and ".join(name for _, name in chosen))
    return graph
