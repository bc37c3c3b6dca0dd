"""The ruleset bound to a scenario, options and data: airplanes, tables and the option table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Any, TypeAlias

from aerodrome.aircraft import aircraft
from aerodrome.canonical import Json
from aerodrome.errors import AerodromeError
from aerodrome.geometry.table import Pose, Table, overlap
from aerodrome.orders import Option, option_table
from aerodrome.packs import DataPack
from aerodrome.ruleset import Rules, Ruleset, unknown
from aerodrome.scenarios import Scenario
from aerodrome_wings_of_war.cards import (
    BASE,
    DamageCards,
    Deck,
    Gun,
    PlaneRow,
    WingsOptions,
    guns_of,
    read_damage,
    read_decks,
    read_planes,
)
from aerodrome_wings_of_war.missions import (
    MissionSetup,
    PlaneSetup,
    Starts,
    Strip,
    read_setup,
    start_places,
    strip_of,
    target_of,
)
from aerodrome_wings_of_war.vocabulary import EDGES, HIGHEST_FLOOR, IMMELMANN, KINDS

Number: TypeAlias = int
"""An airplane: its place in the scenario's list."""

K = len(KINDS)
ORDERS = ("1-2-3", "1-3-2", "2-1-3", "2-3-1", "3-1-2", "3-2-1", "1-2", "2-1")
"""How a tailing airplane may lay its cards anew: which of its cards comes first, second, third (WW-TAIL-06)."""
PIVOTS = (
    ("centre", 0.0, 0.0), ("front", 1.0, 0.0), ("rear", -1.0, 0.0), ("left", 0.0, 1.0), ("right", 0.0, -1.0),
    ("front-left", 1.0, 1.0), ("front-right", 1.0, -1.0), ("rear-left", -1.0, 1.0), ("rear-right", -1.0, -1.0),
)  # fmt: skip
"""Points of the base about which a grounded airplane may turn: name, half lengths ahead, half widths to the left."""
PIVOT_STEP = 15


@dataclass(frozen=True, slots=True)
class Plane:
    """One airplane of the match: all that never changes about it."""

    number: Number
    id: str
    seat: int
    team: int
    name: str
    row: PlaneRow
    deck: Deck
    kinds: tuple[int, ...]
    guns: tuple[Gun, ...]
    resistance: int
    starts: Starts
    on_ground: bool

    @property
    def has_immelmann(self) -> bool:
        return self.deck.copies[IMMELMANN] > 0

    @property
    def two_seater(self) -> bool:
        return any(gun.name == "rear" for gun in self.guns)

    def gun_called(self, name: str) -> int:
        """The index of the gun called ``name``.

        Raises:
            AerodromeError: the airplane has none.
        """
        for index, gun in enumerate(self.guns):
            if gun.name == name:
                return index
        raise AerodromeError(f"{self.id} has no {name} gun", expected="one of " + ", ".join(g.name for g in self.guns))


@dataclass(eq=False)
class WingsRules(Rules):
    """The tables of a match. Options by airplane, gun and target; `meaning` gives what a code means.

    Attributes:
        setup: the scenario's own part.
        planes: the airplanes; a `Number` is an index into it.
        fleets: by seat, the numbers of its airplanes.
        area: the table.
        ruler, half: the ruler and its half, in mm.
        cloud_level: level of the cloud; -1 without one.
        plans: what may be planned from where, filled as it is asked for.
    """

    setup: MissionSetup
    planes: tuple[Plane, ...]
    fleets: tuple[tuple[Number, ...], ...]
    foes: tuple[tuple[Number, ...], ...]
    pairs: tuple[tuple[Number, Number], ...]
    damage: DamageCards
    area: Table
    strip: Strip
    target: Pose | None
    ruler: float
    half: float
    cloud_level: int
    meaning: tuple[tuple[Any, ...], ...]
    by_meaning: dict[tuple[Any, ...], Option]
    cards: tuple[tuple[Option, ...], ...]
    plans: dict[Any, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def settings(self) -> WingsOptions:
        assert isinstance(self.options, WingsOptions)
        return self.options

    def plane_number(self, name: str) -> Number:
        """The airplane with this id.

        Raises:
            AerodromeError: there is none.
        """
        for plane in self.planes:
            if plane.id == name:
                return plane.number
        raise unknown("airplane", name, [plane.id for plane in self.planes])

    @cached_property
    def task_team(self) -> int:
        """The team of the airplane with the task; -1 without one."""
        task = self.setup.task
        return self.planes[self.plane_number(task.plane)].team if task else -1

    @cached_property
    def checked(self) -> frozenset[int]:
        """Airplanes whose guns a green cross does not jam (WW-MISS-33)."""
        side = self.setup.checked
        team = self.sides.index(side.team) if side else -1
        return frozenset(plane.number for plane in self.planes if plane.team == team)

    @cached_property
    def plain(self) -> bool:
        """Every card is flown as planned: strict plans, no levels, no special damage, no task."""
        settings = self.settings
        return not (settings.altitude or settings.special_damage or settings.lenient or self.setup.task)

    @cached_property
    def plain_phases(self) -> bool:
        """One card follows another, with nothing in between."""
        return not (self.settings.tailing or self.settings.landing)

    @cached_property
    def after_planning(self) -> str:
        return "burn" if self.settings.special_damage else self.before_cards

    @cached_property
    def before_cards(self) -> str:
        """The phase before the first card of a round is revealed."""
        return "tail-show" if self.settings.tailing else "move"

    def pivots(self, number: Number) -> list[tuple[tuple[Any, ...], Option]]:
        """All turns on the ground of an airplane, staying first."""
        found = self._pivots.get(number)
        if found is None:
            pairs = [(w, o) for w, o in self.by_meaning.items() if w[0] == "pivot" and w[1] == number]
            found = self._pivots[number] = pairs
        return found

    @cached_property
    def _pivots(self) -> dict[Number, list[tuple[tuple[Any, ...], Option]]]:
        return {}

    def own_edge(self, team: int) -> str:
        return EDGES[team]

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The names of the two teams."""
        return tuple(dict.fromkeys(seat.side for seat in self.scenario.seats))


def bind(ruleset: Ruleset[Any], scenario: Scenario, options: WingsOptions, packs: Sequence[DataPack]) -> WingsRules:
    """Everything that a match looks things up in."""
    setup = read_setup(scenario)
    _check_options(scenario, setup, options)
    decks, types = read_decks(packs), read_planes(packs)
    seats = [seat.id for seat in scenario.seats]
    sides = list(dict.fromkeys(seat.side for seat in scenario.seats))
    planes = tuple(
        _plane(scenario, setup, written, number, options, decks, types, seats, sides)
        for number, written in enumerate(setup.planes)
    )
    area = Table(10 * setup.width_cm, 10 * setup.distance_cm)
    _check_starts(scenario, planes, area)
    damage = read_damage(packs, options.no_explosions)
    meaning = tuple(_meanings(planes, options))
    table = option_table(_row(planes, options, what) for what in meaning)
    ruler = 10 * options.ruler_cm
    foes = tuple(tuple(p.number for p in planes if p.team != own.team) for own in planes)
    data: Json = {
        "planes": [plane.row.model_dump() for plane in planes],
        "decks": [_deck_data(plane.deck) for plane in planes],
        "damage": [list(damage.ids), list(damage.values), list(damage.symbols)],
    }  # fmt: skip
    return WingsRules(
        ruleset,
        scenario,
        options,
        table,
        data,
        setup=setup,
        planes=planes,
        fleets=tuple(tuple(p.number for p in planes if p.seat == seat) for seat in range(len(seats))),
        foes=foes,
        pairs=tuple((a.number, b) for a in planes for b in foes[a.number]),
        damage=damage,
        area=area,
        strip=strip_of(setup),
        target=target_of(setup, sides),
        ruler=ruler,
        half=ruler / 2,
        cloud_level=(options.floor if options.flying_high else 0) + 4 if options.cloud else -1,
        meaning=meaning,
        by_meaning=dict(zip(meaning, table, strict=True)),
        cards=tuple(tuple(table[n * K + k] for k in range(K)) for n in range(len(planes))),
    )


def _deck_data(deck: Deck) -> list[Json]:
    return [deck.letter, list(deck.copies), list(deck.marks), [list(motion) for motion in deck.motions]]


def _check_options(scenario: Scenario, setup: MissionSetup, options: WingsOptions) -> None:
    written = options.written()
    for name in setup.required:
        if not written.get(name):
            raise AerodromeError(f"the mission needs the option {name} (WW-INTER-22)", where=f"scenario {scenario.id}")
    if any(plane.start == "strip" for plane in setup.planes) and (not options.landing or options.floor):
        raise AerodromeError(
            "airplanes that take off need the option landing and floor 0 (WW-TAKE-01, WW-INTER-19)",
            where=f"scenario {scenario.id}",
        )


def _check_starts(scenario: Scenario, planes: Sequence[Plane], area: Table) -> None:
    """The usual start places are on the table and apart (WW-MISS-04)."""
    where = f"scenario {scenario.id}"
    for number, plane in enumerate(planes):
        pose = plane.starts[0][1]
        if not area.holds(pose.x, pose.y):
            raise AerodromeError(
                f"{plane.id} starts off the table (WW-MISS-04)", where=where, remedy="move it, or make the table larger"
            )
        for other in planes[:number]:
            if overlap(BASE, pose, other.starts[0][1]):
                raise AerodromeError(
                    f"{other.id} and {plane.id} start in the same place (WW-MISS-04)",
                    where=where,
                    expected="bases that do not overlap",
                )


def _plane(
    scenario: Scenario,
    setup: MissionSetup,
    written: PlaneSetup,
    number: Number,
    options: WingsOptions,
    decks: dict[str, Deck],
    types: dict[str, PlaneRow],
    seats: list[str],
    sides: list[str],
) -> Plane:
    aircraft(written.aircraft)
    row = types.get(written.aircraft)
    if row is None:
        raise unknown("airplane type", written.aircraft, sorted(types), "of wings-of-war")
    if row.deck not in decks:
        raise AerodromeError(f"{row.id} needs maneuver deck {row.deck} (WW-SETUP-04)", where="decks.csv")
    guns = guns_of(row, written.front_gun, written.rear_gun)
    if any(gun.name == "rear" for gun in guns) and not options.two_seaters:
        raise AerodromeError(
            f"{written.id} is a two-seater: it needs the option two-seaters (WW-TWO-01)",
            where=f"scenario {scenario.id}",
        )
    if options.flying_high and options.start_level > row.max_altitude:
        raise AerodromeError(
            f"the {row.name} cannot fly at level {options.start_level} (WW-HIGH-05)",
            expected=f"a start level of at most {row.max_altitude}",
        )
    seat = seats.index(written.seat)
    team = sides.index(scenario.seats[seat].side)
    mates = [
        other
        for other in setup.planes
        if other.start == written.start and scenario.seats[seats.index(other.seat)].side == sides[team]
    ]
    if written.start == "strip":
        mates = [other for other in setup.planes if other.start == "strip"]
    deck = decks[row.deck]
    return Plane(
        number=number,
        id=written.id,
        seat=seat,
        team=team,
        name=row.name + (f" ({written.pilot})" if written.pilot else ""),
        row=row,
        deck=deck,
        kinds=deck.kinds(options.altitude),
        guns=guns,
        resistance=row.resistance,
        starts=start_places(setup, written, team, mates, 10 * options.ruler_cm),
        on_ground=written.start == "strip",
    )


# ---- the option table


def _meanings(planes: Sequence[Plane], options: WingsOptions) -> list[tuple[Any, ...]]:
    """All that can ever be chosen, cards first: code ``number * K + kind`` plans that card."""
    found: list[tuple[Any, ...]] = [("card", p.number, kind) for p in planes for kind in range(K)]
    for plane in planes:
        found += [("start", plane.number, place) for place in range(len(plane.starts))]
        for gun in range(len(plane.guns)):
            found.append(("fire", plane.number, gun, -1))
            found += [("fire", plane.number, gun, foe.number) for foe in planes if foe.team != plane.team]
    for plane in planes if options.tailing else ():
        found.append(("tail", plane.number, -1))
        found += [("tail", plane.number, foe.number) for foe in planes if foe.team != plane.team]
        found += [("order", plane.number, order) for order in range(len(ORDERS))]
    for plane in planes if options.landing else ():
        found.append(("pivot", plane.number, -1, 0))
        turns = range(PIVOT_STEP, 360, PIVOT_STEP)
        found += [("pivot", plane.number, pivot, turn) for pivot in range(len(PIVOTS)) for turn in turns]
    if options.flying_high:
        found += [("floor", floor) for floor in range(-1, HIGHEST_FLOOR + 1)]
    if options.agree_to_stop:
        found += [("stop", False), ("stop", True)]
    return found


def _row(planes: Sequence[Plane], options: WingsOptions, what: tuple[Any, ...]) -> tuple[str, dict[str, Json]]:
    """The label and the facts of an option."""
    match what:
        case ("card", number, kind):
            name = planes[number].id
            return f"{name}: {KINDS[kind].replace('-', ' ')}", {"plane": name, "card": KINDS[kind]}
        case ("start", number, place):
            name, start = planes[number].id, planes[number].starts[place][0]
            return f"{name}: {_start_label(start)}", {"plane": name, "start": start}
        case ("fire", number, gun, foe):
            name, gun_name = planes[number].id, planes[number].guns[gun].name
            at = "hold" if foe < 0 else planes[foe].id
            label = f"{name}: " + ("hold fire" if foe < 0 else f"fire at {at}")
            if len(planes[number].guns) > 1:
                label += f", {gun_name} gun"
            return label, {"plane": name, "gun": gun_name, "fire": at}
        case ("tail", number, foe):
            name, at = planes[number].id, "none" if foe < 0 else planes[foe].id
            return f"{name}: " + ("tail nobody" if foe < 0 else f"tail {at}"), {"plane": name, "tail": at}
        case ("order", number, order):
            name = planes[number].id
            label = "leave the cards as they lie" if order in (0, 6) else f"fly the cards as {ORDERS[order]}"
            return f"{name}: {label}", {"plane": name, "order": ORDERS[order]}
        case ("pivot", number, -1, _):
            return f"{planes[number].id}: stay", {"plane": planes[number].id, "pivot": "none"}
        case ("pivot", number, pivot, turn):
            name, point = planes[number].id, PIVOTS[pivot][0]
            way = f"{turn}° left" if turn <= 180 else f"{360 - turn}° right"
            return f"{name}: turn {way} about its {point}", {"plane": name, "pivot": point, "turn": turn}
        case ("floor", floor):
            return ("keep the floor", {"floor": "keep"}) if floor < 0 else (f"floor {floor}", {"floor": floor})
        case _:
            return ("end the game", {"stop": "agree"}) if what[1] else ("go on", {"stop": "go-on"})


def _start_label(start: str) -> str:
    """``2.5 cm to the right`` for ``right-2-5``."""
    name, _, size = start.removeprefix("reversed").strip("-").partition("-")
    cm = size.replace("-", ".")
    words = {"right": f"{cm} cm to the right", "left": f"{cm} cm to the left", "ahead": f"{cm} cm on along the strip",
             "back": f"{cm} cm back along the strip", "spot": f"place {size}"}  # fmt: skip
    label = words.get(name, "the usual place")
    return f"{label}, facing the other way" if start.startswith("reversed") else label


def order_of(order: int) -> tuple[int, ...]:
    """The slots behind a name of `ORDERS`, counted from 0."""
    return tuple(int(slot) - 1 for slot in ORDERS[order].split("-"))


assert {order_of(n) for n in range(6)} == set(permutations(range(3)))
