"""The data files: planes, maneuvers, charts, damage cards, die, boards; rows with their pedigree, checked when read.

Each file may be replaced by one of the same name in a data pack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from aerodrome.errors import AerodromeError
from aerodrome.packs import DataPack, table, table_file
from aerodrome_blue_max.vocabulary import DECK_SIZES, DECKS, EFFECTS, MARKS, NO_EFFECT, SECTIONS, SPIN_CODE, STALL_CODES

DATA = Path(__file__).parent / "data"

Pedigree = Literal["rulebook", "public", "derived"]


def _split(value: object) -> object:
    return tuple(value.split()) if isinstance(value, str) else value


def _odd(columns: int) -> int:
    if columns % 2 == 0:
        raise ValueError("an odd number, so that both borders are alike (BM-MAP-02)")
    return columns


def _some(numbers: tuple[int, ...]) -> tuple[int, ...]:
    if not numbers:
        raise ValueError("one number or more")
    return numbers


Words = Annotated[tuple[str, ...], BeforeValidator(_split)]
CardNumber = Annotated[int, Field(ge=1, le=999)]
Numbers = Annotated[tuple[CardNumber, ...], BeforeValidator(_split), AfterValidator(_some)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    pedigree: Pedigree
    source: str


class PlaneRow(_Row):
    """A type of plane: the values of its cards (BM-PLANE-03).

    Attributes:
        id: as in the shared register of aircraft.
        numbers: the id numbers of its cards; each may be taken once (BM-SETUP-04).
        lewis: whose guns are Lewis guns (BM-LEWIS-01).
        fuel: value of the reserve at the start.
    """

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    name: str
    team: Literal["allies", "central"]
    numbers: Numbers
    wings: int = Field(ge=1, le=99)
    fuselage: int = Field(ge=1, le=99)
    tail: int = Field(ge=1, le=99)
    engine: int = Field(ge=1, le=99)
    stability: Literal["A", "B", "C"]
    pilot_guns: int = Field(ge=0, le=2)
    observer_guns: int = Field(ge=0, le=2)
    lewis: Literal["", "pilot", "observer", "both"] = ""
    fuel: int = Field(ge=1, le=200)
    max_altitude: int = Field(ge=1, le=5)


class ManeuverRow(_Row):
    """A maneuver: what its diagram shows (BM-CHART-02 to BM-CHART-14).

    Attributes:
        code: number, direction letter, fuel digit.
        path: steps of the diagram: F one hex ahead, SL and SR one hex to the front left or right with the nose held, L
            and R turn by 60 degrees, U by 180 degrees.
        marks: the printed marks.
    """

    code: str = Field(pattern=r"^(0|[1-9][0-9]{0,2})[LSR][0-9]$")
    name: str = ""
    speed: int = Field(ge=1, le=4)
    path: Words = ()
    marks: Words = ()

    @property
    def number(self) -> int:
        return int(self.code[:-2])

    @property
    def letter(self) -> str:
        return self.code[-2]

    @property
    def fuel(self) -> int:
        return int(self.code[-1])


class ScheduleRow(_Row):
    """The chart of one type of plane: its maneuvers by speed (BM-CHART-01)."""

    aircraft: str
    speed_1: Words = ()
    speed_2: Words = ()
    speed_3: Words = ()
    speed_4: Words = ()

    @property
    def codes(self) -> tuple[str, ...]:
        return (*self.speed_1, *self.speed_2, *self.speed_3, *self.speed_4)


class DamageRow(_Row):
    """A damage card: ``5 wings; fire`` in its red and its blue part (BM-DECK-05)."""

    id: str = Field(pattern=r"^[ABCD]-[0-9]{2}$")
    deck: Literal["A", "B", "C", "D"]
    red: str = ""
    blue: str = ""


class DieRow(_Row):
    """A face of the die (BM-DICE-12)."""

    face: int = Field(ge=1, le=6)
    colour: Literal["white", "blue", "red"]


class BoardRow(_Row):
    """A board (BM-MAP-04). Even columns have one complete hex less than ``rows``."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    title: str
    columns: Annotated[int, AfterValidator(_odd)] = Field(ge=3, le=97)
    rows: int = Field(ge=5, le=98)


ROWS: dict[str, type[BaseModel]] = {
    "planes.csv": PlaneRow,
    "maneuvers.csv": ManeuverRow,
    "schedules.csv": ScheduleRow,
    "damage.csv": DamageRow,
    "die.csv": DieRow,
    "boards.csv": BoardRow,
}

Part = tuple[int, int, int, int, int]
"""What one colour of a damage card does: boxes of wings, tail, fuselage and engine, and a special effect."""


@dataclass(frozen=True)
class Tables:
    """All data in force."""

    planes: tuple[PlaneRow, ...]
    maneuvers: tuple[ManeuverRow, ...]
    schedules: tuple[ScheduleRow, ...]
    damage: tuple[DamageRow, ...]
    die: tuple[DieRow, ...]
    boards: tuple[BoardRow, ...]
    files: Mapping[str, str]
    """By name of a table, the file that it comes from."""


def read_tables(packs: Sequence[DataPack]) -> Tables:
    """The plugin's own data files, or those that data packs bring in their place.

    Raises:
        AerodromeError: a row is wrong, or rows do not fit together.
    """
    tables = Tables(
        tuple(table(DATA / "planes.csv", PlaneRow, packs)),
        tuple(table(DATA / "maneuvers.csv", ManeuverRow, packs, key="code")),
        tuple(table(DATA / "schedules.csv", ScheduleRow, packs, key="aircraft")),
        tuple(table(DATA / "damage.csv", DamageRow, packs)),
        tuple(table(DATA / "die.csv", DieRow, packs, key="face")),
        tuple(table(DATA / "boards.csv", BoardRow, packs)),
        {name: str(table_file(DATA / name, packs)) for name in ROWS},
    )
    _check_planes(tables)
    check_maneuvers(tables.maneuvers, tables.files["maneuvers.csv"])
    _check_charts(tables)
    check_damage(tables.damage, tables.files["damage.csv"])
    if len(tables.die) != 6:
        raise AerodromeError(
            f"a die with {len(tables.die)} faces", where=tables.files["die.csv"], expected="six faces (BM-DICE-12)"
        )
    return tables


# ---- planes


def _check_planes(tables: Tables) -> None:
    charts = {row.aircraft for row in tables.schedules}
    taken: dict[tuple[str, int], str] = {}
    for row in tables.planes:
        where = f"{tables.files['planes.csv']} ({row.id})"
        if row.id not in charts:
            raise AerodromeError("the plane has no chart (BM-CHART-01)", where=where, expected="a row in schedules.csv")
        for number in row.numbers:
            other = taken.get((row.team, number))
            if other is not None:
                raise AerodromeError(f"{row.team} number {number} is {other} already (BM-PLANE-02)", where=where)
            taken[row.team, number] = row.id


# ---- maneuvers and charts


MOST_MANEUVERS = 256
"""A plane's situation keeps the maneuver before in eight bits (`charts.PREVIOUS`)."""


def check_maneuvers(rows: Sequence[ManeuverRow], file: str = "maneuvers.csv") -> None:
    """Checks what can be checked of diagrams without seeing them.

    Raises:
        AerodromeError: a speed that is not the number of hexes flown, a fuel digit that is not the speed's, a turn
            without its mirror image, a mark where it cannot be, no spin, stall or start.
    """
    by_code = {row.code: row for row in rows}
    if len(rows) > MOST_MANEUVERS:
        raise AerodromeError(f"{len(rows)} maneuvers", where=file, expected=f"{MOST_MANEUVERS} or fewer")
    for row in rows:
        where = f"{file} ({row.code})"
        for word in (*row.marks, *row.path):
            if word not in MARKS and word not in ("F", "L", "R", "U", "SL", "SR"):
                raise AerodromeError(f"{word!r} is neither a mark nor a step", where=where, expected=", ".join(MARKS))
        if row.code == SPIN_CODE and row.marks:
            raise AerodromeError(f"the spin cannot be marked {row.marks[0]} (BM-PLAN-11)", where=where)
        if row.code != SPIN_CODE:
            steps = sum(step in ("F", "SL", "SR") for step in row.path)
            if steps != row.speed:
                raise AerodromeError(f"{steps} hexes flown at speed {row.speed} (BM-CHART-05)", where=where)
            if row.fuel != row.speed:
                raise AerodromeError(f"fuel {row.fuel} at speed {row.speed} (BM-CHART-04)", where=where)
        if row.letter != "S":
            _check_mirror(row, by_code, where)
        for mark in ("start", "preparatory"):
            if mark in row.marks and row.letter != "S":
                raise AerodromeError(f"a turn cannot be marked {mark} (BM-CHART-06, BM-CHART-07)", where=where)
    for code in (SPIN_CODE, *STALL_CODES):
        if code not in by_code:
            raise AerodromeError(f"there is no {code}", where=file, expected="the spin and the three stalls")


def _check_mirror(row: ManeuverRow, by_code: dict[str, ManeuverRow], where: str) -> None:
    swap = {"L": "R", "R": "L", "SL": "SR", "SR": "SL"}
    twin = by_code.get(f"{row.number}{swap[row.letter]}{row.fuel}")
    if twin is None:
        raise AerodromeError("the turn to the other side is missing", where=where, expected="left and right alike")
    if twin.path != tuple(swap.get(step, step) for step in row.path) or set(twin.marks) != set(row.marks):
        raise AerodromeError(f"it is not the mirror image of {twin.code}", where=where, expected="left and right alike")


def _check_charts(tables: Tables) -> None:
    by_code = {row.code: row for row in tables.maneuvers}
    for chart in tables.schedules:
        where = f"{tables.files['schedules.csv']} ({chart.aircraft})"
        for speed, codes in enumerate((chart.speed_1, chart.speed_2, chart.speed_3, chart.speed_4), 1):
            for code in codes:
                if code not in by_code:
                    raise AerodromeError(f"there is no maneuver {code}", where=where, expected="codes of maneuvers.csv")
                if by_code[code].speed != speed:
                    raise AerodromeError(f"{code} stands among speed {speed}, not {by_code[code].speed}", where=where)
        _check_chart([by_code[code] for code in chart.codes], where)


def _check_chart(rows: list[ManeuverRow], where: str) -> None:
    codes = [row.code for row in rows]
    twice = [code for code, count in Counter(codes).items() if count > 1]
    if twice:
        raise AerodromeError(f"{twice[0]} stands twice", where=where)
    missing = [code for code in (SPIN_CODE, *STALL_CODES) if code not in codes]
    if missing:
        raise AerodromeError(f"the chart lacks {', '.join(missing)} (BM-CHART-12, BM-CHART-13)", where=where)
    for mark in ("start", "preparatory", "forward-slip"):
        if not any(mark in row.marks for row in rows):
            raise AerodromeError(f"no maneuver of the chart is marked {mark}", where=where)
    gliding = {row.letter for row in rows if "gliding" in row.marks}
    if gliding != {"L", "S", "R"}:
        raise AerodromeError("a glide to a side is missing", where=where, expected="gliding maneuvers L, S and R")


# ---- damage cards


def read_part(text: str, colour: str, where: str) -> Part:
    """A part of a damage card.

    Raises:
        AerodromeError: it says something that a part of that colour cannot say.
    """
    boxes = [0, 0, 0, 0]
    effect = NO_EFFECT
    for piece in filter(None, (piece.strip() for piece in text.split(";"))):
        counted = re.fullmatch(r"([1-9][0-9]?) (\w+)", piece)
        if counted and counted[2] in SECTIONS:
            boxes[SECTIONS.index(counted[2])] += int(counted[1])
            continue
        found = [n for n, (name, of, _) in enumerate(EFFECTS) if name == piece and of == colour]
        if not found or effect != NO_EFFECT:
            raise AerodromeError(
                f"{piece!r} cannot stand in the {colour} part",
                where=where,
                expected="boxes such as '5 wings' and at most one of "
                + ", ".join(name for name, of, _ in EFFECTS if of == colour),
            )
        effect = found[0]
    return boxes[0], boxes[1], boxes[2], boxes[3], effect


TENDENCIES = {
    "A": (("wings", "engine"), "fuselage", "", "tail"),
    "B": (("wings", "fuselage"), "engine", "tail", ""),
    "C": (("wings", "fuselage"), "tail", "engine", ""),
    "D": (("tail", "fuselage"), "wings", "", "engine"),
}
"""By deck: mostly, sometimes, rarely, never (BM-DECK-07)."""


def check_damage(rows: Sequence[DamageRow], file: str = "damage.csv") -> None:
    """Counts and tendencies of the four decks.

    Raises:
        AerodromeError: a deck is too large or small (BM-DECK-01), or not as the rulebook describes it (BM-DECK-07).
    """
    for deck, size in zip(DECKS, DECK_SIZES, strict=True):
        cards = [row for row in rows if row.deck == deck]
        where = f"{file} (deck {deck})"
        if len(cards) != size:
            raise AerodromeError(f"{len(cards)} cards", where=where, expected=f"{size} cards (BM-DECK-01)")
        parts = [tuple(read_part(getattr(r, c), c, f"{file} ({r.id})") for c in ("red", "blue")) for r in cards]
        count = {
            name: sum(red[section] > 0 or blue[section] > 0 for red, blue in parts)
            for section, name in enumerate(SECTIONS)
        }
        mostly, some, few, never = TENDENCIES[deck]
        if (
            any(count[name] <= count[some] for name in mostly)
            or (few and not 1 <= count[few] < count[some])
            or (never and count[never])
        ):
            raise AerodromeError(
                f"cards by section: {', '.join(f'{name} {number}' for name, number in count.items())}",
                where=where,
                expected=f"mostly {' and '.join(mostly)}, sometimes {some}"
                + (f", rarely {few}" if few else "")
                + (f", never {never}" if never else "")
                + " (BM-DECK-07)",
            )
