"""Planes, maneuver decks, arrows and damage cards: rows of CSV files with their pedigree; and the options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from aerodrome.errors import AerodromeError
from aerodrome.geometry.table import Arc, Base, Motion, card_motion
from aerodrome.packs import DataPack, table
from aerodrome.ruleset import Options
from aerodrome_wings_of_war.vocabulary import (
    CARD_LENGTH,
    CARD_WIDTH,
    DECKS,
    EXPLOSION,
    FRONT_HALF_ANGLE,
    KINDS,
    LEFT_MARK,
    MARKS,
    RIGHT_MARK,
    STEEP_MARK,
    SYMBOLS,
    arrow_of,
)

DATA = Path(__file__).parent / "data"
BASE = Base(CARD_LENGTH, CARD_WIDTH)

Pedigree = Literal["rulebook", "public", "derived"]
Letter = Literal["A", "B", "none"]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PlaneRow(_Row):
    """One type of airplane. ``deck`` is the blue letter, the guns' the red ones, ``resistance`` the green number."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    name: str
    side: Literal["Entente", "Central"]
    deck: str = Field(pattern=r"^[A-Z]{1,2}$")
    deck_pedigree: Pedigree
    front_gun: Letter
    rear_gun: Letter
    guns_pedigree: Pedigree
    rear_half_angle: float = Field(ge=0, lt=90)
    resistance: int = Field(ge=1)
    resistance_pedigree: Pedigree
    climb_value: int = Field(ge=1, le=9)
    climb_pedigree: Pedigree
    max_altitude: int = Field(ge=1)
    altitude_pedigree: Pedigree
    all_round_rear: bool = False
    source: str
    note: str = ""


class DeckRow(_Row):
    """One maneuver deck: how many cards of each kind."""

    id: str = Field(pattern=r"^[A-Z]{1,2}$")
    speed_class: str
    straight: int = Field(ge=1)
    short_straight: int = Field(ge=0)
    stall: int = Field(ge=1)
    turn_left: int = Field(ge=0)
    turn_right: int = Field(ge=0)
    sharp_turn_left: int = Field(ge=0)
    sharp_turn_right: int = Field(ge=0)
    sideslip_left: int = Field(ge=0)
    sideslip_right: int = Field(ge=0)
    steep_sideslip_left: int = Field(ge=0)
    steep_sideslip_right: int = Field(ge=0)
    wide_sideslip_left: int = Field(ge=0)
    wide_sideslip_right: int = Field(ge=0)
    stall_turn_left: int = Field(ge=0)
    stall_turn_right: int = Field(ge=0)
    immelmann: int = Field(ge=0, le=1)
    climb: int = Field(ge=1, le=1)
    dive: int = Field(ge=1, le=1)
    sharp_turns_steep: bool
    pedigree: Pedigree
    source: str
    note: str = ""

    @field_validator("short_straight")
    @classmethod
    def _enough_straights(cls, short: int, info: ValidationInfo) -> int:
        """Whatever binds a plan, a straight, a stall and a straight can be planned (WW-PLAN-01)."""
        if info.data.get("straight", 2) + short < 2:
            raise ValueError("a deck needs two straights, short ones included, to plan three cards (WW-PLAN-01)")
        return short

    def copies(self, kind: str) -> int:
        return int(getattr(self, kind.replace("-", "_")))

    def marks(self, kind: str) -> int:
        """What is printed on the cards of a kind (WW-STEEP-05, WW-MOVE-06)."""
        arrow = arrow_of(kind)
        marks = MARKS[arrow]
        if arrow == "sharp-turn" and self.sharp_turns_steep:
            marks |= STEEP_MARK
        return marks | (LEFT_MARK if kind.endswith("-left") else RIGHT_MARK if kind.endswith("-right") else 0)


class ArrowRow(_Row):
    """The arrow of a right-hand card: where the middle of the rear edge comes to lie, from the middle of the front edge
    before. ``id`` is the speed class and the arrow; the left-hand card is the mirror image."""

    id: str = Field(pattern=r"^[0-9]\.[0-9]-[a-z]+(-[a-z]+)*$")
    forward_mm: float
    right_mm: float
    turn_right_deg: float
    pedigree: Pedigree
    source: str
    note: str = ""


class DamageRow(_Row):
    """Damage cards that are alike. ``count`` is how many of them the deck has."""

    id: str
    deck: Literal["A", "B"]
    value: int = Field(ge=0)
    symbol: Literal[
        "none", "cross-red", "cross-green", "explosion", "rudder-left", "rudder-right", "pilot", "engine", "smoke",
        "fire",
    ]  # fmt: skip
    count: int = Field(ge=1, le=500)
    pedigree: Pedigree
    source: str
    note: str = ""


TABLES: dict[str, type[BaseModel]] = {
    "planes.csv": PlaneRow, "decks.csv": DeckRow, "arrows.csv": ArrowRow, "damage.csv": DamageRow,
}  # fmt: skip


# ---- options

NEEDS: dict[str, tuple[str, ...]] = {
    "blind_spot": ("two_seaters",),
    "roland_c2": ("two_seaters", "altitude"),
    "landing": ("altitude",),
    "overdive": ("altitude",),
    "flying_high": ("altitude",),
    "cloud": ("altitude",),
}
"""Options that stand on others (WW-SETUP-09)."""


class WingsOptions(Options):
    """Options of Wings of War: the seventeen of the rulebook, and what a table agrees on besides."""

    special_damage: bool = Field(default=False, description="symbols on damage cards act: rudder, pilot, engine, …")
    aiming: bool = Field(default=False, description="a point more a card for firing on at the same enemy")
    illegal_crash: bool = Field(default=False, description="an illegal maneuver crashes the airplane")
    tailing: bool = Field(default=False, description="who is close behind sees the next card and may reorder")
    no_explosions: bool = Field(default=False, description="explosion cards are taken out")
    exact_overlap: bool = Field(default=False, description="overlapping bases keep their exact places")
    disruption: bool = Field(default=False, description="damage costs the advantages of tailing and aiming")
    short_deck: bool = Field(default=True, description="cards of lost airplanes are recycled, then substituted")
    note_damage: bool = Field(default=False, description="damage is written down and the cards go back")
    two_seaters: bool = Field(default=False, description="two-seaters with a rear gun")
    blind_spot: bool = Field(default=False, description="rear guns do not reach close behind the tail")
    roland_c2: bool = Field(default=False, description="the Roland's rear gun fires all round at higher targets")
    altitude: bool = Field(default=False, description="levels, climb and dive cards, Split-S")
    landing: bool = Field(default=False, description="landing, take-off, crashes, airplanes on the ground")
    overdive: bool = Field(default=False, description="stall, dive, straight: two levels down")
    flying_high: bool = Field(default=False, description="a floor and a ceiling that can move, maximum altitudes")
    cloud: bool = Field(default=False, description="a cloud above the ceiling to hide in")
    plan_validation: Literal["strict", "lenient"] = Field(
        default="strict",
        description="what becomes of a plan with an illegal maneuver",
        json_schema_extra={
            "clauses": ["WW-ILLEG-01", "WW-ILLEG-02", "WW-STEEP-03"],
            "meanings": {
                "strict": "it is refused while you plan",
                "lenient": "it is taken, and found out when its card is revealed",
            },
        },
    )
    start_level: int = Field(
        default=2,
        ge=1,
        le=20,
        description="level at which all airplanes start, with altitude",
        json_schema_extra={"clauses": ["WW-ALT-01", "WW-HIGH-03"]},
    )
    floor: int = Field(
        default=0,
        ge=0,
        le=16,
        description="lowest level, with flying-high",
        json_schema_extra={"clauses": ["WW-HIGH-01"]},
    )
    ruler_cm: float = Field(
        default=20.0,
        gt=0,
        le=100,
        description="length of the ruler in cm: how far guns reach",
        json_schema_extra={"clauses": ["WW-FIRE-02", "WW-FIRE-06"]},
    )
    round_limit: int = Field(
        default=0,
        ge=0,
        description="rounds after which the game ends; 0 for none",
        json_schema_extra={"clauses": ["WW-WIN-05"]},
    )
    agree_to_stop: bool = Field(
        default=False,
        description="after each round all are asked whether to end the game",
        json_schema_extra={"clauses": ["WW-WIN-05"]},
    )

    @model_validator(mode="after")
    def _consistent(self) -> WingsOptions:
        for name, needed in NEEDS.items():
            missing = [other for other in needed if getattr(self, name) and not getattr(self, other)]
            if missing:
                raise ValueError(f"{name.replace('_', '-')} needs {missing[0].replace('_', '-')} (WW-SETUP-09)")
        if self.disruption and not (self.tailing or self.aiming):
            raise ValueError("disruption needs tailing or aiming (WW-SETUP-09)")
        if self.floor and not self.flying_high:
            raise ValueError("a floor needs flying-high (WW-HIGH-01)")
        if self.altitude and not self.lowest_start <= self.start_level <= self.floor + 3:
            raise ValueError(
                f"the start level must lie between {self.lowest_start} and {self.floor + 3} (WW-ALT-01, WW-HIGH-03)"
            )
        return self

    @property
    def lowest_start(self) -> int:
        return max(1, self.floor)

    @property
    def lenient(self) -> bool:
        """Bad plans are taken and found out later; illegal-crash would be empty otherwise (WW-ILLEG-04)."""
        return self.plan_validation == "lenient" or self.illegal_crash


# ---- what the tables make


@dataclass(frozen=True, slots=True)
class Gun:
    """A gun of an airplane: its name, the damage deck its shots draw from, its arc."""

    name: str
    deck: int
    arc: Arc


@dataclass(frozen=True, slots=True)
class Deck:
    """A maneuver deck ready for play: by kind, copies, marks and motions.

    ``marks`` has one more item, 0, so that `NONE` as an index means no marks.
    """

    letter: str
    copies: tuple[int, ...]
    marks: tuple[int, ...]
    motions: tuple[Motion, ...]

    def kinds(self, altitude: bool) -> tuple[int, ...]:
        """The kinds that can be planned; without altitude the last two cards stay in the box (WW-SETUP-05)."""
        return tuple(
            k for k, name in enumerate(KINDS) if self.copies[k] and (altitude or name not in ("climb", "dive"))
        )


@dataclass(frozen=True, slots=True)
class DamageCards:
    """The damage decks ready for play. A card is a number; by number: its deck, value, symbol, serial and id."""

    decks: tuple[tuple[int, ...], tuple[int, ...]]
    deck_of: tuple[int, ...]
    values: tuple[int, ...]
    symbols: tuple[int, ...]
    serials: tuple[int, ...]
    ids: tuple[str, ...]

    def named(self, name: str) -> list[int]:
        """The cards with this id, such as ``a-3-engine``."""
        return [card for card, known in enumerate(self.ids) if known == name]


def read_planes(packs: Sequence[DataPack]) -> dict[str, PlaneRow]:
    return {row.id: row for row in table(DATA / "planes.csv", PlaneRow, packs)}


def read_decks(packs: Sequence[DataPack]) -> dict[str, Deck]:
    """The maneuver decks by letter.

    Raises:
        AerodromeError: a deck has cards for which there is no arrow.
    """
    arrows = {row.id: row for row in table(DATA / "arrows.csv", ArrowRow, packs)}
    return {row.id: _deck(row, arrows) for row in table(DATA / "decks.csv", DeckRow, packs)}


def _deck(row: DeckRow, arrows: dict[str, ArrowRow]) -> Deck:
    copies = tuple(row.copies(kind) for kind in KINDS)
    motions = []
    for kind, count in zip(KINDS, copies, strict=True):
        arrow = arrows.get(f"{row.speed_class}-{arrow_of(kind)}")
        if count and arrow is None:
            raise AerodromeError(
                f"deck {row.id} has {kind} cards, but there is no arrow {row.speed_class}-{arrow_of(kind)}",
                where="arrows.csv",
            )
        motions.append(_motion(arrow, kind) if arrow else Motion(0.0, 0.0, 0.0))
    return Deck(row.id, copies, (*(row.marks(kind) for kind in KINDS), 0), tuple(motions))


def _motion(arrow: ArrowRow, kind: str) -> Motion:
    """The rows give the rear edge of the moved base, so the base's mark is its rear edge (WW-MOVE-03, WW-MOVE-04)."""
    half = CARD_LENGTH / 2
    motion = card_motion(arrow.forward_mm, -arrow.right_mm, -arrow.turn_right_deg, front=half, mark=-half)
    return motion.mirrored() if kind.endswith("-left") else motion


def read_damage(packs: Sequence[DataPack], no_explosions: bool) -> DamageCards:
    """The damage cards; serial numbers are counted in file order (WW-OVER-04), explosions can be left out
    (WW-COMP-01)."""
    rows = [row for row in table(DATA / "damage.csv", DamageRow, packs) for _ in range(row.count)]
    rows.sort(key=lambda row: row.deck)
    in_a = sum(row.deck == "A" for row in rows)
    serials = [number + 1 if number < in_a else number + 1 - in_a for number in range(len(rows))]
    kept = [n for n, row in enumerate(rows) if not (no_explosions and SYMBOLS.index(row.symbol) == EXPLOSION)]
    deck_of = tuple(DECKS.index(rows[n].deck) for n in kept)
    return DamageCards(
        decks=(
            tuple(card for card, deck in enumerate(deck_of) if deck == 0),
            tuple(card for card, deck in enumerate(deck_of) if deck == 1),
        ),
        deck_of=deck_of,
        values=tuple(rows[n].value for n in kept),
        symbols=tuple(SYMBOLS.index(rows[n].symbol) for n in kept),
        serials=tuple(serials[n] for n in kept),
        ids=tuple(rows[n].id for n in kept),
    )


def guns_of(row: PlaneRow, front: str | None, rear: str | None) -> tuple[Gun, ...]:
    """The guns of one airplane; the letters of the individual airplane win over those of its type (WW-MISS-05)."""
    guns = []
    letter = front or row.front_gun
    if letter != "none":
        guns.append(Gun("front", DECKS.index(letter), Arc(0.0, FRONT_HALF_ANGLE)))
    letter = rear or row.rear_gun
    if letter != "none":
        guns.append(Gun("rear", DECKS.index(letter), Arc(180.0, row.rear_half_angle or 73.0)))
    return tuple(guns)
