"""DogFight as a ruleset: the description and the functions that the engine calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from aerodrome.catalogue import Catalogue
from aerodrome.chance import Chance
from aerodrome.deeds import Deed
from aerodrome.errors import AerodromeError
from aerodrome.events import Event
from aerodrome.packs import DataPack
from aerodrome.ruleset import Result, Rules, Ruleset
from aerodrome.scenarios import Scenario, SeatSpec
from aerodrome.scene import Scene
from aerodrome.umpire import Umpire
from aerodrome_dogfight import deeds, ending, first, guess, picture
from aerodrome_dogfight.cards import CardRow, DogfightOptions, DogfightRules, TenPointRow, card_options, read_cards
from aerodrome_dogfight.machine import PHASES
from aerodrome_dogfight.position import DogfightPosition, write_position
from aerodrome_dogfight.state import Dogfight
from aerodrome_dogfight.vocabulary import FEATURES, SIDE_TITLES, SIDES

STANDARD = Scenario(
    id="standard",
    ruleset="dogfight",
    title="The standard game",
    summary="Twenty airplanes a side; eight of the fifteen Victory cards win.",
    seats=tuple(SeatSpec(id=side, title=title) for side, title in zip(SIDES, SIDE_TITLES, strict=True)),
    clauses=("DF-SETUP-01", "DF-SETUP-02"),
)


def _check_scenario(scenario: Scenario) -> None:
    """Two players, one a side; the cards say which airplanes fly (DF-SETUP-01, DF-SETUP-02).

    Raises:
        AerodromeError: other seats, or words that the game has no use for.
    """
    where = f"scenario {scenario.id}"
    if tuple(seat.id for seat in scenario.seats) != SIDES or scenario.seats[0].side == scenario.seats[1].side:
        raise AerodromeError(
            f"the seats are {', '.join(seat.id for seat in scenario.seats)}",
            where=where,
            expected=f"{' and '.join(SIDES)}, in this order, each a side of its own",
        )
    if scenario.setup or any(seat.aircraft for seat in scenario.seats):
        raise AerodromeError(
            "DogFight scenarios have no setup and name no aircraft",
            where=where,
            remedy="write a data pack with cards.csv",
        )


class DogfightRuleset(Ruleset[Dogfight]):
    """Two seats, hidden hands, simultaneous placing, open Victory cards."""

    id = "dogfight"
    title = "DogFight"
    version = "1.0"
    summary = "A card battle for two flight commanders: hidden airplanes, open Victory cards with powers."
    guide = (
        "Both sides place an airplane face down; the higher value of the feature fought for wins a Victory card, and"
        " eight of the fifteen win the game. Letters behind an airplane are its values: S speed, M maneuverability,"
        " R range, F firepower, C ceiling. Equal values are a tie, and nobody gets the card."
    )
    scoring = "Victory cards won, used ones too"
    orders = 20
    phases = PHASES
    scenarios = (STANDARD,)
    options_model = DogfightOptions
    position_model = DogfightPosition
    rows = {"cards.csv": CardRow, "cards_10.csv": TenPointRow}

    @cached_property
    def catalogue(self) -> Catalogue:  # type: ignore[override]
        return Catalogue.load(Path(__file__).parent / "catalogue.yaml")

    def prepare(self, scenario: Scenario, options: DogfightOptions, packs: Sequence[DataPack]) -> Rules:
        _check_scenario(scenario)
        cards = tuple(read_cards(options, packs))
        table = card_options(cards)
        no, ceiling, maneuver, fire, *rest = table
        size = len(cards)
        return DogfightRules(
            self,
            scenario,
            options,
            table,
            [card.model_dump() for card in cards],
            cards=cards,
            card_by_id={card.id: card for card in cards},
            values=tuple(tuple(getattr(card, feature) for card in cards) for feature in FEATURES),
            top=10 if options.ten_point else 5,
            no=no,
            ceiling=ceiling,
            maneuver=maneuver,
            fire=fire,
            fight_for=tuple(rest[:5]),
            fight_for_any=tuple(tuple(rest[f] for f in range(5) if bits >> f & 1) for bits in range(32)),
            place=tuple(rest[5 : 5 + size]),
            exchange=tuple(rest[5 + size :]),
        )

    def setup(self, rules: DogfightRules, umpire: Umpire) -> Dogfight:
        return first.set_up(rules, umpire)

    def result(self, state: Dogfight) -> Result:
        return ending.result(state)

    def prospects(self, state: Dogfight) -> tuple[float, float]:
        return ending.prospects(state)

    def rounds(self, state: Dogfight) -> int:
        return state.dogfight

    def place(self, state: Dogfight, position: DogfightPosition) -> None:
        write_position(state, position)

    def determinize(self, state: Dogfight, seat: int, chance: Chance) -> None:
        guess.redraw(state, seat, chance)

    # ---- what people see

    def text(self, rules: DogfightRules, view: dict[str, Any]) -> str:
        return picture.text(rules, view)

    def scene(self, rules: DogfightRules, view: dict[str, Any]) -> Scene:
        return picture.scene(rules, view)

    def sentence(self, rules: DogfightRules, event: Event) -> str:
        return picture.sentence(rules, event)

    # ---- beside other systems

    def deeds(self, rules: DogfightRules, log: Sequence[Event]) -> Iterator[Deed]:
        return deeds.deeds(log)
