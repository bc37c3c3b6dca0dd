"""The tables of a match: map, geometry of fire, options, aircraft. Made once, looked up afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from aerodrome.canonical import Json
from aerodrome.errors import AerodromeError
from aerodrome.geometry.hexes import (
    DIRECTION_NAMES,
    Board,
    Hex,
    HexMap,
    Pose,
    column_row,
    disc,
    hex_map,
    rotated,
    straight_direction,
)
from aerodrome.orders import Option, option_table
from aerodrome.ruleset import Rules
from aerodrome_aces_high.aircraft import AircraftType
from aerodrome_aces_high.cards import CardKind
from aerodrome_aces_high.hands import ONE, Pilot, pilot_of
from aerodrome_aces_high.vocabulary import (
    ALLIES,
    CENTRAL,
    CLIMB,
    COLUMNS,
    DIVE,
    GUNS,
    MISSIONS,
    NAMELESS,
    NO_CARD,
    NOBODY,
    ROWS,
    SITE_ROWS,
    SITES,
    SPEED,
    TRENCH_ROW,
    Kind,
)

if TYPE_CHECKING:
    from aerodrome_aces_high.selection import HandTable, PlayTable

Facts = dict[str, Json]
Rows = list[tuple[str, Facts]]
CrewRow = tuple[str, int, bool]
"""Name, rank and whether he is fit."""

WAYS: Final = disc(3)
"""Ways of at most three hexes; a way is known by its index here."""

FRONT_ARC: Final = ((0, -1), (0, -2), (0, -3))  # AH-FIRE-04
A_HEXES: Final = ((0, 1), (-1, 1), (1, 0), (0, 2))  # AH-ARC-03, AH-TAIL-01
B_HEXES: Final = ((0, 3), (-1, 2), (1, 1), (-1, 3), (1, 2))  # AH-ARC-04
C_HEXES: Final = ((-2, 2), (-3, 3), (2, 0), (3, 0), (-2, 3), (2, 1))  # AH-ARC-05


def _by_facing(hexes: Sequence[Hex]) -> bytes:
    """By ``facing * 37 + way``: 1 if the way leads to one of ``hexes``, given as seen facing direction 0."""
    turned = [{rotated(here, facing) for here in hexes} for facing in range(6)]
    return bytes(way in turned[facing] for facing in range(6) for way in WAYS)


IN_FRONT: Final = _by_facing(FRONT_ARC)
IN_A: Final = _by_facing(A_HEXES)
IN_B: Final = _by_facing(B_HEXES)
IN_C: Final = _by_facing(C_HEXES)
RANGE: Final = tuple(max(abs(q), abs(r), abs(q + r)) for q, r in WAYS)
HEADING: Final = tuple(NOBODY if (d := straight_direction(way)) is None else d for way in WAYS)
"""By way: the direction of a straight one."""


@dataclass(frozen=True, slots=True)
class PlaneSpec:
    """An aircraft as the scenario brings it."""

    id: str
    seat: int
    aircraft: AircraftType
    rank: int


@dataclass(frozen=True)
class FireOptions:
    """Rows of the option table for one gun position: by target, normal, with a long burst, concentrated."""

    hold: Option
    unjam: Option
    strafe: Option
    balloon: Option
    normal: tuple[Option, ...]
    burst: tuple[Option, ...]
    aimed: tuple[Option, ...]


@dataclass(eq=False)
class AcesRules(Rules):
    """The tables of a match.

    Attributes:
        planes: the scenario's aircraft in seat order; none in a campaign month.
        plane_ids: names that aircraft can have, those of a campaign month included.
        marks: by these names, what people call them: ``C1`` for the first aircraft of the Central Powers.
        missions: by side, its printed mission, or nobody.
        leaders: by side, the seat that answers for it (AH-SETUP-19).
        row: by side, then by hex, the row counted from its own edge (AH-MAP-03).
        home: by hex, the side whose home row it is in, or nobody.
        moves: by kind, tables from pose to pose for each hex that the card enters, the last with the turn.
        near: way from hex to hex, see `HexMap.near`.
        take, play, guns, site, target, mission, fly, pilot, observer: options; ``play`` by kind and rider.
        at: by hex, the option to put something there.
        starts, noses: by side, options: hexes of the home row from the middle outwards, headings from the enemy's on.
        plots: by side, hexes of the rows for sites, from the middle outwards.
    """

    map: HexMap
    kinds: tuple[CardKind, ...]
    aircraft: tuple[AircraftType, ...]
    planes: tuple[PlaneSpec, ...]
    plane_ids: tuple[str, ...]
    marks: dict[str, str]
    missions: tuple[int, int]
    sides: tuple[int, ...]
    month: CampaignMonth | None
    error_correction: bool
    scenario_mission: bool
    prisoners: bool
    extra_pieces: bool
    leaders: tuple[int, int] = field(init=False)
    kind_by_id: dict[str, Kind] = field(init=False, repr=False)
    speed: Kind = field(init=False)
    climb: Kind = field(init=False)
    dive: Kind = field(init=False)
    row: tuple[bytes, bytes] = field(init=False, repr=False)
    home: tuple[int, ...] = field(init=False, repr=False)
    moves: tuple[tuple[tuple[Pose, ...], ...], ...] = field(init=False, repr=False)
    near: bytes = field(init=False, repr=False)
    size: int = field(init=False)
    done: Option = field(init=False)
    take: tuple[Option, ...] = field(init=False, repr=False)
    play: dict[tuple[Kind, Kind], Option] = field(init=False, repr=False)
    guns: tuple[FireOptions, ...] = field(init=False, repr=False)
    at: tuple[Option, ...] = field(init=False, repr=False)
    starts: tuple[tuple[Option, ...], ...] = field(init=False, repr=False)
    noses: tuple[tuple[Option, ...], ...] = field(init=False, repr=False)
    plots: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    site: tuple[Option, ...] = field(init=False, repr=False)
    push: Option = field(init=False)
    leave: Option = field(init=False)
    fly_on: Option = field(init=False)
    end_game: Option = field(init=False)
    weight: list[int] = field(init=False, repr=False)
    meaning: list[tuple[Kind, Kind]] = field(init=False, repr=False)
    hand_tables: dict[tuple[int, int, int, bool], HandTable] = field(init=False, repr=False, default_factory=dict)
    play_tables: dict[tuple[int, int, int, bool], PlayTable] = field(init=False, repr=False, default_factory=dict)
    guesses: dict[Any, list[tuple[int, int]]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.kind_by_id = {kind.id: kind.number for kind in self.kinds}
        self.speed = next(kind.number for kind in self.kinds if kind.letter == SPEED)
        self.climb = next((kind.number for kind in self.kinds if kind.letter == CLIMB), NO_CARD)
        self.dive = next((kind.number for kind in self.kinds if kind.letter == DIVE), NO_CARD)
        self.leaders = self.sides.index(CENTRAL), self.sides.index(ALLIES)
        self._measure_map()
        self._name_options()

    def _measure_map(self) -> None:
        board = self.map
        self.size = board.size
        self.near = board.near(3)
        central, allies = rows_of(board)
        self.row = bytes(central), bytes(allies)
        self.home = tuple(
            CENTRAL if own == 1 else ALLIES if other == 1 else NOBODY
            for own, other in zip(central, allies, strict=True)
        )
        self.moves = tuple(_move_tables(board, kind) for kind in self.kinds)

    def _name_options(self) -> None:
        """Finds each row of the table again by its key, and marks what a card option means."""
        key = self.by_key
        self.done = key["done"]
        self.take = tuple(key[f"take:{kind.id}"] for kind in self.kinds)
        self.play = {}
        self.weight = [0] * len(self.table)
        self.meaning = [(NO_CARD, NO_CARD)] * len(self.table)
        for kind in self.kinds:
            self.weight[self.take[kind.number].code] = ONE[kind.letter] | 1 << (36 + 3 * kind.number)
            self.meaning[self.take[kind.number].code] = kind.number, NO_CARD
            for rider in (NO_CARD, self.climb, self.dive):
                name = f"play:{kind.id}" + (f"+with:{self.kinds[rider].id}" if rider != NO_CARD else "")
                if name in key:
                    self.play[kind.number, rider] = key[name]
                    self.meaning[key[name].code] = kind.number, rider
        self.guns = tuple(self._fire_options(gun) for gun in GUNS)
        self.at = tuple(key[f"at:{code}"] for code in self.map.codes)
        self.starts = tuple(
            tuple(self.at[here] for here in self._middle_first(side, (1,))) for side in (CENTRAL, ALLIES)
        )
        self.plots = tuple(self._middle_first(side, SITE_ROWS) for side in (CENTRAL, ALLIES))
        self.noses = tuple(
            tuple(key[f"facing:{(toward + turn) % 6}"] for turn in (0, 1, 5, 2, 4, 3)) for toward in (3, 0)
        )
        self.site = tuple(key[f"site:{site}"] for site in SITES)
        self.push, self.leave = key["push"], key["leave"]
        self.fly_on, self.end_game = key["fly-on"], key["end-game"]

    def _middle_first(self, side: int, rows: Sequence[int]) -> tuple[int, ...]:
        """The hexes of some rows of a side, those in the middle of the map first."""
        middle_row, middle_column = rows[len(rows) // 2], (self.map.columns + 1) // 2
        return tuple(
            sorted(
                (here for here in range(self.size) if self.row[side][here] in rows),
                key=lambda here: (
                    abs(self.row[side][here] - middle_row),
                    abs(column_row(self.map.hexes[here])[0] - middle_column),
                ),
            )
        )

    def _fire_options(self, gun: str) -> FireOptions:
        key = self.by_key
        shots = [f"gun:{gun}+fire:{plane}" for plane in self.plane_ids]
        return FireOptions(
            key[f"gun:{gun}+hold"],
            key[f"gun:{gun}+unjam"],
            key[f"gun:{gun}+strafe"],
            key[f"gun:{gun}+fire:balloon"],
            tuple(key[shot] for shot in shots),
            tuple(key[f"{shot}+burst:long"] for shot in shots),
            tuple(key[f"{shot}+aim:concentrated"] for shot in shots),
        )

    def pilot(self, aircraft: int, rank: int) -> Pilot:
        """The hand rules of an aircraft with a pilot of that rank."""
        return pilot_of(self.aircraft[aircraft], rank, self.kinds)

    def aircraft_called(self, name: str) -> AircraftType:
        """The aircraft with this id or printed code.

        Raises:
            AerodromeError: there is none.
        """
        for found in self.aircraft:
            if name in (found.id, found.code):
                return found
        raise AerodromeError(
            f"there is no aircraft {name!r}", expected="one of " + ", ".join(found.id for found in self.aircraft)
        )

    def flown_with(self, aircraft: AircraftType, acquired: frozenset[int]) -> AircraftType:
        """The same type with the deck of a pilot who has acquired these cards (AH-SETUP-07)."""
        return next(found for found in self.aircraft if found.id == aircraft.id and found.acquired == acquired)

    def kind_called(self, name: str | int) -> Kind:
        """The kind with this id, printed name or card number.

        Raises:
            AerodromeError: there is none.
        """
        wanted = str(name).casefold()
        for kind in self.kinds:
            if wanted in (kind.id, kind.name.casefold()) or wanted in map(str, kind.ids):
                return kind.number
        raise AerodromeError(
            f"there is no card {name!r}", expected="a card number, or one of " + ", ".join(k.id for k in self.kinds)
        )


@dataclass(frozen=True, eq=False)
class CampaignMonth:
    """A month ready for play: what each side may choose.

    Attributes:
        aircraft: by side, the types in service (AH-AVAIL-01).
        missions: by side, the missions that may be chosen.
        pilots, observers: by side, name, rank and whether he is fit.
        acquired: by side, the acquired aerobatic cards of each pilot (AH-SETUP-07).
        most: aircraft that a side may send (AH-CAMP-09).
    """

    month: str
    nation: str
    aircraft: tuple[tuple[AircraftType, ...], ...]
    missions: tuple[tuple[int, ...], ...]
    pilots: tuple[tuple[CrewRow, ...], ...]
    observers: tuple[tuple[CrewRow, ...], ...]
    acquired: tuple[tuple[frozenset[int], ...], ...]
    most: tuple[int, int]


def marks_of(planes: Iterable[tuple[str, int]]) -> dict[str, str]:
    """What people call aircraft, from names and sides: each side counts its own."""
    made = [0, 0]
    marks: dict[str, str] = {}
    for plane, side in planes:
        made[side] += 1
        marks[plane] = f"{'CA'[side]}{made[side]}"
    return marks


def the_map(large: bool) -> HexMap:
    """The map of the box, or two of them joined along the long side (AH-MAP-05, AH-OPT-06)."""
    return hex_map(Board(COLUMNS, ROWS), 2 if large else 1)


def rows_of(board: HexMap) -> tuple[list[int], list[int]]:
    """By hex, its row as the Central Powers (north) and as the Allies (south) count (AH-MAP-03)."""
    depth: dict[int, int] = {}
    for q, _ in board.hexes:
        depth[q] = depth.get(q, 0) + 1
    central = [r + q // 2 + 1 for q, r in board.hexes]
    allies = [depth[q] + 1 - row for (q, _), row in zip(board.hexes, central, strict=True)]
    return central, allies


def trench_side(rules: AcesRules, here: int) -> int:
    """The side whose main trench line a hex belongs to, or nobody (AH-MAP-04)."""
    for side in (CENTRAL, ALLIES):
        if rules.row[side][here] == TRENCH_ROW:
            return side
    return NOBODY


def _move_tables(board: HexMap, kind: CardKind) -> tuple[tuple[Pose, ...], ...]:
    on_the_way = [board.moved(step, 0) for step in kind.steps[:-1]]
    return (*on_the_way, board.moved(kind.way, kind.turn))


# ---- the option table


def aces_options(
    board: HexMap,
    kinds: Sequence[CardKind],
    aircraft: Sequence[AircraftType],
    marks: Mapping[str, str],
    month: CampaignMonth | None,
) -> tuple[Option, ...]:
    """Every option of the game: hands, cards, fire, and the choices before play and at its end."""
    rows: Rows = [("That is all", {"done": True})]
    rows += [(f"Take {kind.name}", {"take": kind.id}) for kind in kinds]
    rows += _plays(kinds)
    for gun in GUNS:
        rows += _shots(gun, marks)
    rows += [("Push it one hex forward", {"push": True}), ("Leave it where it is", {"leave": True})]
    rows += [("Fly on for the mission", {"fly-on": True}), ("End the game", {"end-game": True})]
    rows += _places(board)
    rows += [(f"Target: the {site}", {"target": site}) for site in SITES[:2]]
    rows += [(f"Mission: {name}", {"mission": name}) for name in MISSIONS]
    rows += [(f"Send the {found.name}", {"fly": found.id}) for found in aircraft]
    if month is not None:
        rows += [(f"Pilot {name}", {"pilot": name}) for name in names_of(month.pilots)]
        rows += [("A nameless rookie", {"pilot": NAMELESS})]
        rows += [(f"Observer {name}", {"observer": name}) for name in names_of(month.observers)]
    return option_table(rows)


def names_of(crews: Sequence[Sequence[CrewRow]]) -> list[str]:
    """The names of both sides; a name that both have is one option."""
    return list(dict.fromkeys(name for crew in crews for name, _, _ in crew))


def _plays(kinds: Sequence[CardKind]) -> Rows:
    rows: Rows = []
    climb = next((kind for kind in kinds if kind.letter == CLIMB), None)
    dive = next((kind for kind in kinds if kind.letter == DIVE), None)
    for kind in kinds:
        if kind.own_round:
            rows.append((f"Play {kind.name}", {"play": kind.id}))
        if kind.letter == SPEED and climb:
            rows.append((f"Play {kind.name} with {climb.name}", {"play": kind.id, "with": climb.id}))
        if kind.hazel and dive:
            rows.append((f"Play {kind.name} with {dive.name}", {"play": kind.id, "with": dive.id}))
    return rows


def _shots(gun: str, marks: Mapping[str, str]) -> Rows:
    who = "Pilot" if gun == "front" else "Observer"
    rows: Rows = [
        (f"{who}: hold fire", {"gun": gun, "hold": True}),
        (f"{who}: try to clear the jam", {"gun": gun, "unjam": True}),
        (f"{who}: strafe the trench", {"gun": gun, "strafe": True}),
        (f"{who}: fire at the balloon", {"gun": gun, "fire": "balloon"}),
    ]
    for plane, mark in marks.items():
        rows.append((f"{who}: fire at {mark}", {"gun": gun, "fire": plane}))
        rows.append((f"{who}: long burst at {mark}", {"gun": gun, "fire": plane, "burst": "long"}))
        rows.append((f"{who}: concentrated fire at {mark}", {"gun": gun, "fire": plane, "aim": "concentrated"}))
    return rows


def _places(board: HexMap) -> Rows:
    rows: Rows = [(f"Hex {code}", {"at": code}) for code in board.codes]
    rows += [(f"Nose to {name}", {"facing": facing}) for facing, name in enumerate(DIRECTION_NAMES)]
    rows += [(f"Place the {site}", {"site": site}) for site in SITES]
    return rows
