"""The manoeuvre cards: rows of a CSV file with their pedigree, gathered into kinds of equal cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.errors import AerodromeError
from aerodrome.geometry.hexes import Hex, distance
from aerodrome.packs import DataPack, table
from aerodrome_aces_high.vocabulary import (
    CLIMB,
    DIVE,
    FEINT,
    LEFT,
    OPENER,
    RIGHT,
    SLIDE,
    SPEED,
    STALL,
    STUNT,
    TURN_LEFT,
    TURN_RIGHT,
    Kind,
    Letter,
)

DATA = Path(__file__).parent / "data"

MOST_UNCOUNTED = 7
"""Cards of a type that no limit of hands keeps few, as many as three bits count."""

CardType = Literal["speed", "rotation", "stall", "opening", "climb", "dive", "feint", "aerobatic"]


class CardRow(BaseModel):
    """One card of the deck (AH-COMP-03).

    Attributes:
        kind: cards of one kind are equal in play; all their other values agree.
        card_class: maneuver cards are for everybody, aerobatic ones for veterans and aces (AH-AERO-01).
        dq, dr: displacement as seen with the nose at the top; ``turn`` in steps of 60 degrees, clockwise.
        max_speed: highest speed at which an opening card may be taken.
        after: for an aerobatic card, what must lie directly before it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: int = Field(ge=1)
    kind: str = Field(pattern=r"^[a-z]+(-[a-z]+)*$")
    name: str
    card_class: Literal["maneuver", "aerobatic"] = Field(alias="class")
    type: CardType
    dq: int = Field(ge=-3, le=3)
    dr: int = Field(ge=-3, le=3)
    turn: int = Field(ge=-3, le=3)
    altitude: int = Field(ge=-2, le=2)
    max_speed: int | None = Field(default=None, ge=1, le=2)
    after: Literal["speed", "rotation-left", "rotation-right"] | None = None
    clause: str
    pedigree: Literal["rulebook", "public", "derived"]
    source: str


@dataclass(frozen=True, eq=False)
class CardKind:
    """Equal cards.

    Attributes:
        number: its place in the kind table.
        ids: the printed numbers of its cards.
        letter: what the rules of order see of it.
        way, turn, altitude: what it does (AH-CARD-03).
        counts: whether it counts against the maximum hand (AH-HAND-03).
        own_round: whether it fills a round of its own (AH-CARD-04).
        hazel: whether a Dive may ride on it (AH-DIVE-02).
        lateral: -1 left, 0 centre, 1 right: what a tailed pilot declares (AH-TAIL-02).
        steps: the hexes that it enters one after the other, as seen with the nose at the top (AH-MOVE-03).
    """

    number: Kind
    id: str
    name: str
    ids: tuple[int, ...]
    letter: Letter
    way: Hex
    turn: int
    altitude: int
    counts: bool
    own_round: bool
    hazel: bool
    lateral: int
    steps: tuple[Hex, ...]
    clause: str


def read_cards(packs: Sequence[DataPack]) -> list[CardRow]:
    return table(DATA / "cards.csv", CardRow, packs)


def card_kinds(rows: Sequence[CardRow]) -> tuple[CardKind, ...]:
    """The kinds in the order of their lowest card.

    Raises:
        AerodromeError: cards of one kind differ, or a kind that the rules name is missing or stands twice.
    """
    groups: dict[str, list[CardRow]] = {}
    for row in sorted(rows, key=lambda row: row.id):
        groups.setdefault(row.kind, []).append(row)
    kinds = tuple(_kind(number, group) for number, group in enumerate(groups.values()))
    for letter, name in ((SPEED, "speed"), (LEFT, "rotation-left"), (RIGHT, "rotation-right"), (FEINT, "feint")):
        if sum(kind.letter == letter for kind in kinds) != 1:
            raise AerodromeError(f"the cards need exactly one kind {name!r}", where="cards.csv")
    for letter, name in ((CLIMB, "climb"), (DIVE, "dive")):
        if sum(kind.letter == letter for kind in kinds) > 1:
            raise AerodromeError(f"all cards of the type {name!r} are of one kind", where="cards.csv")
    for letter, name in ((STALL, "stall"), (CLIMB, "climb"), (DIVE, "dive")):
        cards = sum(len(kind.ids) for kind in kinds if kind.letter == letter)
        if cards > MOST_UNCOUNTED:
            raise AerodromeError(f"{cards} cards of the type {name!r}, at most {MOST_UNCOUNTED}", where="cards.csv")
    return kinds


_SAME = ("name", "type", "dq", "dr", "turn", "altitude", "max_speed", "after")


def _kind(number: Kind, rows: Sequence[CardRow]) -> CardKind:
    first = rows[0]
    for row in rows[1:]:
        differing = [name for name in _SAME if getattr(row, name) != getattr(first, name)]
        if differing:
            raise AerodromeError(
                f"cards {first.id} and {row.id} of kind {row.kind!r} differ in {', '.join(differing)}",
                where="cards.csv",
            )
    letter = _letter(first)
    rider = letter in (CLIMB, DIVE)
    return CardKind(
        number,
        first.kind,
        first.name,
        tuple(row.id for row in rows),
        letter,
        (first.dq, first.dr),
        first.turn,
        first.altitude,
        counts=not rider and letter != STALL,
        own_round=not rider,
        hazel=first.card_class == "maneuver" and not rider and letter != FEINT,
        lateral=(first.dq > 0) - (first.dq < 0),
        steps=_steps((first.dq, first.dr)),
        clause=first.clause,
    )


def _letter(row: CardRow) -> Letter:
    if row.type == "rotation":
        return LEFT if row.turn < 0 else RIGHT
    if row.type == "opening":
        return SLIDE if row.max_speed == 1 else OPENER
    if row.type == "aerobatic":
        return {"rotation-left": TURN_LEFT, "rotation-right": TURN_RIGHT}.get(row.after or "", STUNT)
    return {"speed": SPEED, "stall": STALL, "climb": CLIMB, "dive": DIVE, "feint": FEINT}[row.type]


def _steps(way: Hex) -> tuple[Hex, ...]:
    """Forward hexes first, then sideways."""
    steps: list[Hex] = []
    here = (0, 0)
    for _ in range(distance(here, way)):
        nearer = [s for s in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)) if _gain(here, s, way)]
        here = here[0] + nearer[0][0], here[1] + nearer[0][1]
        steps.append(here)
    return tuple(steps)


def _gain(here: Hex, step: Hex, way: Hex) -> bool:
    return distance((here[0] + step[0], here[1] + step[1]), way) < distance(here, way)
