"""The airplane cards: rows of a CSV file with their pedigree, and the tables that play looks things up in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.errors import AerodromeError
from aerodrome.orders import Option, option_table
from aerodrome.packs import DataPack, table, table_file
from aerodrome.ruleset import Options, Rules
from aerodrome_dogfight.vocabulary import DECK_SIZE, FEATURES, SIDES, Card

DATA = Path(__file__).parent / "data"


class CardRow(BaseModel):
    """One airplane card. Values are whole numbers from 1 to the top of the scale: 5, or 10 in ``cards_10.csv``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    name: str
    side: Literal["entente", "central"]
    speed: int = Field(ge=1, le=5)
    maneuverability: int = Field(ge=1, le=5)
    range: int = Field(ge=1, le=5)
    firepower: int = Field(ge=1, le=5)
    ceiling: int = Field(ge=1, le=5)
    pedigree: Literal["rulebook", "public", "derived"]
    source: str


class TenPointRow(CardRow):
    """One airplane card of the set with values from 1 to 10."""

    speed: int = Field(ge=1, le=10)
    maneuverability: int = Field(ge=1, le=10)
    range: int = Field(ge=1, le=10)
    firepower: int = Field(ge=1, le=10)
    ceiling: int = Field(ge=1, le=10)


class DogfightOptions(Options):
    """Options of DogFight."""

    ten_point: bool = Field(
        default=False,
        description="airplane values from 1 to 10 instead of 1 to 5",
        json_schema_extra={"clauses": ["DF-SETUP-05", "DF-MAN-02"]},
    )


def read_cards(options: DogfightOptions, packs: Sequence[DataPack]) -> list[CardRow]:
    """The 40 airplane cards in force, Entente first.

    Raises:
        AerodromeError: a side does not have 20 cards (DF-SETUP-02), or a row is wrong.
    """
    own, row = (DATA / "cards_10.csv", TenPointRow) if options.ten_point else (DATA / "cards.csv", CardRow)
    file = table_file(own, packs)
    if packs and file == own:
        raise AerodromeError(
            f"the data pack brings no {own.name}, from which this match would be played",
            where=str(packs[-1].folder),
            expected="cards.csv for values from 1 to 5, cards_10.csv for option ten-point",
        )
    rows: list[CardRow] = list(table(own, row, packs))
    for side in SIDES:
        count = sum(card.side == side for card in rows)
        if count != DECK_SIZE:
            raise AerodromeError(
                f"{count} airplanes of side {side}", where=str(file), expected=f"{DECK_SIZE} of each side (DF-SETUP-02)"
            )
    return sorted(rows, key=lambda card: SIDES.index(card.side))


@dataclass(eq=False)
class DogfightRules(Rules):
    """The tables of a match.

    Attributes:
        cards: the airplanes, Entente first; a `Card` is an index into it.
        values: by feature, then by card, the printed value.
        top: top of the scale, the cap of DF-MAN-02.
        no: the option to pass; ``ceiling``, ``maneuver`` and ``fire`` use a Victory card of that feature.
        fight_for, place, exchange: options by feature, by card, by card.
        fight_for_any: the ``fight_for`` options of a set of features, by its bits.
    """

    cards: tuple[CardRow, ...]
    card_by_id: dict[str, CardRow]
    values: tuple[tuple[int, ...], ...]
    top: int
    no: Option
    ceiling: Option
    maneuver: Option
    fire: Option
    fight_for: tuple[Option, ...]
    fight_for_any: tuple[tuple[Option, ...], ...]
    place: tuple[Option, ...]
    exchange: tuple[Option, ...]

    def card_number(self, name: str) -> Card:
        """The card with this id or printed name.

        Raises:
            AerodromeError: there is none.
        """
        wanted = name.casefold()
        for number, card in enumerate(self.cards):
            if wanted in (card.id, card.name.casefold()):
                return number
        raise AerodromeError(f"there is no airplane card {name!r}", expected="an id such as " + self.cards[0].id)


def card_options(cards: Sequence[CardRow]) -> tuple[Option, ...]:
    """Every option of the game, in the order: pass, the three powers, 5 features, 40 to place, 40 to exchange."""
    rows: list[tuple[str, dict[str, bool | str]]] = [
        ("Pass", {"pass": True}),
        ("Use CEILING: take the initiative", {"use": "ceiling"}),
        ("Use MANEUVERABILITY: one point more", {"use": "maneuverability"}),
        ("Use FIREPOWER: win the tie", {"use": "firepower"}),
    ]
    rows += [(f"Fight for {feature.upper()}", {"fight-for": feature}) for feature in FEATURES]
    rows += [(f"Place {card_line(card)}", {"place": card.id}) for card in cards]
    rows += [(f"Use SPEED: discard {card_line(card)}", {"use": "speed", "discard": card.id}) for card in cards]
    return option_table(rows)


def card_line(card: CardRow) -> str:
    """``Sopwith F.1 Camel (S3 M5 R3 F4 C4)``."""
    values = " ".join(f"{feature[0].upper()}{getattr(card, feature)}" for feature in FEATURES)
    return f"{card.name} ({values})"
