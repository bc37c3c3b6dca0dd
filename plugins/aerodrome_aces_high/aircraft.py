"""The aircraft: printed limits (Appendix B) and sheet values, two CSV files joined by aircraft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from aerodrome.errors import AerodromeError
from aerodrome.packs import DataPack, table
from aerodrome_aces_high.cards import DATA, CardKind, CardRow
from aerodrome_aces_high.vocabulary import ACE, MOST_SPEED, PARTS, ROOKIE, SIDES, SPEED, VETERAN


def _words(value: object) -> object:
    return value.split() if isinstance(value, str) else value


def _yes(value: object) -> object:
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


Speeds = Annotated[list[Annotated[int, Field(ge=1, le=MOST_SPEED)]], BeforeValidator(_words)]
Ids = Annotated[list[int], BeforeValidator(_words)]
PairLast = Annotated[list[Annotated[str, Field(pattern=r"^[1-4]:(left|right)$")]], BeforeValidator(_words)]
PairMayEnd = Annotated[list[Annotated[str, Field(pattern=r"^[1-4]:(any|same)$")]], BeforeValidator(_words)]
PartNames = Annotated[list[Literal["engine", "wings", "fuselage", "tail"]], BeforeValidator(_words)]
GunDice = Annotated[int | None, Field(ge=-9, le=20)]
Pedigree = Literal["rulebook", "public", "derived"]


class AircraftRow(BaseModel):
    """The printed limits of an aircraft. A list of speeds says at which speeds of the turn a rule holds.

    Attributes:
        crew: 2 for a two-seater (AH-PLANE-27), 3 for a bomber, of which there is none (AH-EXPER-05).
        rotations_1: Rotation limit at speed 1, and so on (AH-HAND-07).
        free_rotations_at: a Speed card may serve two Rotations (AH-ROT-06).
        speed_first_at: the first card must be a Speed card (AH-SPEED-09).
        rotation_last_at: a Rotation must be the last card.
        rotation_not_last_at: a Rotation must not be the last card.
        pair_last: two Rotations of that side must be the last two cards, such as ``2:right`` (AH-ROT-07).
        pair_may_end: two consecutive Rotations may end the turn, ``3:any`` or ``3:same`` (AH-ROT-07).
        no_pair_at: no two Rotations of one side.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    code: str
    name: str
    side: Literal["central", "allies"]
    crew: int = Field(ge=1, le=3)
    altitude: int = Field(ge=1, le=9)
    returnable: Annotated[bool, BeforeValidator(_yes)]
    max_cards: int = Field(ge=1, le=7)
    rotations_1: int = Field(ge=0, le=6)
    rotations_2: int = Field(ge=0, le=6)
    rotations_3: int = Field(ge=0, le=6)
    rotations_4: int = Field(ge=0, le=6)
    free_rotations_at: Speeds = []
    speed_first_at: Speeds = []
    rotation_last_at: Speeds = []
    rotation_not_last_at: Speeds = []
    pair_last: PairLast = []
    pair_may_end: PairMayEnd = []
    no_pair_at: Speeds = []
    clause: str
    pedigree: Pedigree
    source: str


class SheetRow(BaseModel):
    """The other values of an aircraft sheet (AH-COMP-04); an empty dice cell means: no such gun position."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    max_speed: int = Field(ge=1, le=MOST_SPEED)
    engine: int = Field(ge=1, le=20)
    wings: int = Field(ge=1, le=20)
    fuselage: int = Field(ge=1, le=20)
    tail: int = Field(ge=1, le=20)
    last_hit_parts: PartNames = []
    ammo_front: int = Field(ge=0, le=40)
    ammo_rear: int = Field(ge=0, le=40)
    autonomy: int = Field(ge=1, le=60)
    dice_front: GunDice = None
    dice_front_both: GunDice = None
    dice_rear: GunDice = None
    lewis: int = Field(ge=0, le=2)
    removed: Ids = []
    removed_aerobatic: Ids = []
    notes: str = ""
    pedigree: Pedigree
    source: str


@dataclass(frozen=True, eq=False)
class AircraftType:
    """An aircraft ready for play.

    Attributes:
        side: whose it is: 0 Central Powers, 1 Allies.
        rotations: Rotation limit by speed, from 0 to 4.
        pair_last: by speed, the letters of which two must end the turn.
        pair_may_end: by speed, ``any`` or ``same``.
        tracks: spaces by part; ``last_hit`` says which parts survive one hit more.
        ammo: front and rear.
        removed: cards that the sheet takes out of the deck.
        decks: by rank, how many cards of each kind (AH-SETUP-05, AH-SETUP-06).
        acquired: aerobatic cards that its pilot keeps against the sheet (AH-SETUP-07).
    """

    number: int
    id: str
    code: str
    name: str
    side: int
    crew: int
    altitude: int
    returnable: bool
    max_cards: int
    max_speed: int
    rotations: tuple[int, ...]
    free_rotations_at: frozenset[int]
    speed_first_at: frozenset[int]
    rotation_last_at: frozenset[int]
    rotation_not_last_at: frozenset[int]
    pair_last: Mapping[int, frozenset[str]]
    pair_may_end: Mapping[int, str]
    no_pair_at: frozenset[int]
    tracks: tuple[int, ...]
    last_hit: tuple[bool, ...]
    ammo: tuple[int, int]
    autonomy: int
    dice_front: int | None
    dice_front_both: int | None
    dice_rear: int | None
    lewis: int
    removed: frozenset[int]
    decks: tuple[tuple[int, ...], ...]
    clause: str
    acquired: frozenset[int] = frozenset()

    @property
    def two_seater(self) -> bool:
        """Whether it carries an observer with a rear gun."""
        return self.crew > 1


def read_aircraft(packs: Sequence[DataPack]) -> tuple[list[AircraftRow], list[SheetRow]]:
    return table(DATA / "aircraft.csv", AircraftRow, packs), table(DATA / "sheets.csv", SheetRow, packs)


def aircraft_types(
    limits: Sequence[AircraftRow], sheets: Sequence[SheetRow], cards: Sequence[CardRow], kinds: Sequence[CardKind]
) -> tuple[AircraftType, ...]:
    """Both tables joined.

    Raises:
        AerodromeError: an aircraft stands in one table only, or its sheet contradicts itself.
    """
    by_id = {sheet.id: sheet for sheet in sheets}
    alone = sorted({row.id for row in limits} ^ set(by_id))
    if alone:
        raise AerodromeError(
            f"aircraft in one of the two tables only: {', '.join(alone)}", where="aircraft.csv, sheets.csv"
        )
    return tuple(_type(number, row, by_id[row.id], cards, kinds) for number, row in enumerate(limits))


def _type(
    number: int, row: AircraftRow, sheet: SheetRow, cards: Sequence[CardRow], kinds: Sequence[CardKind]
) -> AircraftType:
    removed = frozenset((*sheet.removed, *sheet.removed_aerobatic))
    decks = _decks(removed, cards, kinds)
    _check_sheet(row, sheet, decks, cards, kinds)
    by_speed: dict[int, set[str]] = {}
    for word in row.pair_last:
        by_speed.setdefault(int(word[0]), set()).add(word[2:])
    return AircraftType(
        number,
        row.id,
        row.code,
        row.name,
        SIDES.index(row.side),
        row.crew,
        row.altitude,
        row.returnable,
        row.max_cards,
        sheet.max_speed,
        (0, row.rotations_1, row.rotations_2, row.rotations_3, row.rotations_4),
        frozenset(row.free_rotations_at),
        frozenset(row.speed_first_at),
        frozenset(row.rotation_last_at),
        frozenset(row.rotation_not_last_at),
        {speed: frozenset(sides) for speed, sides in by_speed.items()},
        {int(word[0]): word[2:] for word in row.pair_may_end},
        frozenset(row.no_pair_at),
        tuple(getattr(sheet, part) for part in PARTS),
        tuple(part in sheet.last_hit_parts for part in PARTS),
        (sheet.ammo_front, sheet.ammo_rear),
        sheet.autonomy,
        sheet.dice_front,
        sheet.dice_front_both,
        sheet.dice_rear if row.crew > 1 else None,
        sheet.lewis,
        removed,
        decks,
        row.clause,
    )


def with_acquired(
    types: Sequence[AircraftType],
    acquired: Iterable[frozenset[int]],
    cards: Sequence[CardRow],
    kinds: Sequence[CardKind],
) -> tuple[AircraftType, ...]:
    """The types, and behind them each once more for every set of acquired cards (AH-SETUP-07)."""
    found = list(types)
    for kept in sorted({kept for kept in acquired if kept}, key=sorted):
        for base in types:
            decks = _decks(base.removed - kept, cards, kinds)
            found.append(replace(base, number=len(found), decks=decks, acquired=kept))
    return tuple(found)


def _decks(removed: frozenset[int], cards: Sequence[CardRow], kinds: Sequence[CardKind]) -> tuple[tuple[int, ...], ...]:
    return tuple(_deck(removed, rank, cards, kinds) for rank in (ROOKIE, VETERAN, ACE))


def _deck(removed: frozenset[int], rank: int, cards: Sequence[CardRow], kinds: Sequence[CardKind]) -> tuple[int, ...]:
    kept = {c.id for c in cards if c.id not in removed and (rank != ROOKIE or c.card_class == "maneuver")}
    return tuple(sum(card in kept for card in kind.ids) for kind in kinds)


def _check_sheet(
    row: AircraftRow,
    sheet: SheetRow,
    decks: Sequence[Sequence[int]],
    cards: Sequence[CardRow],
    kinds: Sequence[CardKind],
) -> None:
    known = {card.id: card for card in cards}
    unknown = [card for card in (*sheet.removed, *sheet.removed_aerobatic) if card not in known]
    if unknown:
        raise AerodromeError(f"{row.id} removes card {unknown[0]}, which does not exist", where="sheets.csv")
    for column, listed, own in (
        ("removed", sheet.removed, "maneuver"),
        ("removed_aerobatic", sheet.removed_aerobatic, "aerobatic"),
    ):
        wrong = [card for card in listed if known[card].card_class != own]
        if wrong:
            raise AerodromeError(f"{row.id}: card {wrong[0]} is no {own} card", where=f"sheets.csv ({column})")
    if sheet.dice_front is None and (sheet.dice_front_both is not None or sheet.lewis):
        raise AerodromeError(f"{row.id}: a Lewis goes with dice for the front guns", where="sheets.csv (dice_front)")
    speed = next(kind.number for kind in kinds if kind.letter == SPEED)
    if decks[ROOKIE][speed] != sheet.max_speed:
        raise AerodromeError(
            f"{row.id} keeps {decks[ROOKIE][speed]} Speed cards and has a maximum speed of {sheet.max_speed}",
            where="sheets.csv",
            expected="as many (AH-SPEED-05)",
        )
    if sheet.max_speed > row.max_cards:
        raise AerodromeError(f"{row.id} cannot hold its {sheet.max_speed} Speed cards", where="sheets.csv")
    if (sheet.dice_rear is not None) != (row.crew > 1):
        raise AerodromeError(f"{row.id}: a rear gun goes with two seats (AH-FIRE-12)", where="sheets.csv (dice_rear)")
