"""Aces High as a ruleset: the description and the functions that the engine calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from aerodrome.catalogue import Catalogue
from aerodrome.chance import Chance
from aerodrome.deeds import Deed
from aerodrome.documents import read_yaml
from aerodrome.events import Event
from aerodrome.orders import Option
from aerodrome.packs import DataPack, table
from aerodrome.ruleset import Result, Rules, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.scene import Scene
from aerodrome.umpire import Umpire
from aerodrome_aces_high import asking, deeds, ending, guess, opening, picture
from aerodrome_aces_high.aircraft import (
    AircraftRow,
    AircraftType,
    SheetRow,
    aircraft_types,
    read_aircraft,
    with_acquired,
)
from aerodrome_aces_high.cards import DATA, CardKind, CardRow, card_kinds, read_cards
from aerodrome_aces_high.lineup import campaign_month, check_service, plane_specs, read_setup, seat_sides
from aerodrome_aces_high.machine import PHASES
from aerodrome_aces_high.position import AcesPosition, write_position
from aerodrome_aces_high.rules import AcesRules, aces_options, marks_of, the_map
from aerodrome_aces_high.setup import AcesOptions, AvailabilityRow
from aerodrome_aces_high.state import Skies
from aerodrome_aces_high.vocabulary import MISSIONS, NOBODY, SIDES

SCENARIOS = Path(__file__).parent / "scenarios"


def read_scenarios() -> tuple[Scenario, ...]:
    """The match-ups of chapter 15 in their order (AH-SCEN-01), and a month to look at."""
    return tuple(Scenario.read(read_yaml(file)) for file in sorted(SCENARIOS.glob("*.yaml")))


@dataclass(frozen=True, eq=False)
class Tables:
    """The data files, read and joined."""

    cards: list[CardRow]
    kinds: tuple[CardKind, ...]
    limits: list[AircraftRow]
    sheets: list[SheetRow]
    types: tuple[AircraftType, ...]
    service: list[AvailabilityRow]


def read_tables(packs: Sequence[DataPack]) -> Tables:
    cards = read_cards(packs)
    kinds = card_kinds(cards)
    limits, sheets = read_aircraft(packs)
    types = aircraft_types(limits, sheets, cards, kinds)
    service = table(DATA / "availability.csv", AvailabilityRow, packs)
    check_service(service, types)
    return Tables(cards, kinds, limits, sheets, types, service)


@cache
def printed_tables() -> Tables:
    """Those of the plugin, read once."""
    return read_tables(())


class AcesHighRuleset(Ruleset[Skies]):
    """Two to four seats on a hex map, hidden hands, one card each a round, fire after every card."""

    id = "aces-high"
    title = "Aces High"
    version = "1.0"
    summary = "Dogfights on a hex map: secret hands of manoeuvre cards, altitude, fire after every card, a campaign."
    guide = (
        "Shoot down the enemy and bring your own home: the side with more victory points wins; in a month of a"
        " campaign it is the experience points of the crews that count. Each turn you take a hand of cards in secret,"
        " then all play them one by one, and may fire after each. Stall, Climb and Dive do not count for the size of"
        " a hand; Climb and Dive are played together with another card. On the map C1↓4 is aircraft C1 of the Central"
        " Powers, nose south, altitude 4; A is one of the Allies. cA, cD and cB are airfield, depot and balloon of"
        " the Central Powers, aA, aD and aB those of the Allies; === are trench lines, --- home rows. Hex 0709 is"
        " column 07, row 09. In hits such as wings 2/5+ the second number is what the part stands: one hit more"
        " brings the aircraft down, or with + a hit more than that. Speed 3→2 was 3 in the last turn and is 2 in this"
        " one; home 9 is the way home in hexes, and home 9! too far for the fuel at the last speed. Who has a veteran"
        " or an ace behind him is tailed: he lays down his card first and tells the one behind whether it takes him"
        " to his left, to his right or to the centre, that is to neither side. To get home, fly into any hex of your"
        " own home row again: the aircraft is safe, and out of the game. Before turn 10 that costs 10 victory points,"
        " or 15 before turn 15 if its fuel lasts for 20 turns or more; experience points are not lost by it. To leave"
        " the map costs the same, and the crew lands as best it can, as it does without fuel or at altitude 0: two"
        " dice for each man, 9 or more leave him unharmed, 6 or less kill him. Fuel goes down by one a turn, so turn"
        " back in time. The game ends with the turn in which only one side is left in the air; whoever still flies is"
        " home, which then costs nothing."
    )
    geometry = "a map of hexes, six facings, altitude"
    scoring = "victory points; in a month of a campaign the experience points of the crews"
    orders = 20
    phases = PHASES
    options_model = AcesOptions
    position_model = AcesPosition
    rows = {
        "cards.csv": CardRow,
        "aircraft.csv": AircraftRow,
        "sheets.csv": SheetRow,
        "availability.csv": AvailabilityRow,
    }

    @cached_property
    def catalogue(self) -> Catalogue:  # type: ignore[override]
        return Catalogue.load(Path(__file__).parent / "catalogue.yaml")

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        return read_scenarios()

    def prepare(self, scenario: Scenario, options: AcesOptions, packs: Sequence[DataPack]) -> Rules:
        setup = read_setup(scenario, options)
        tables = read_tables(packs) if packs else printed_tables()
        cards, kinds, types, service = tables.cards, tables.kinds, tables.types, tables.service
        sides = seat_sides(scenario)
        month = campaign_month(setup.month, sides, options, types, service) if setup.month else None
        specs = () if month else plane_specs(scenario, setup, options, types)
        marks = marks_of(
            ((f"{name}-{n}", side) for side, name in enumerate(SIDES) for n in (1, 2, 3))
            if month
            else ((spec.id, sides[spec.seat]) for spec in specs)
        )
        board = the_map(options.large_map)
        return AcesRules(
            self,
            scenario,
            options,
            aces_options(board, kinds, types, marks, month),
            {
                "cards": [card.model_dump(mode="json", by_alias=True) for card in cards],
                "aircraft": [row.model_dump(mode="json") for row in tables.limits],
                "sheets": [row.model_dump(mode="json") for row in tables.sheets],
                "availability": [row.model_dump(mode="json") for row in service] if month else [],
            },
            map=board,
            kinds=kinds,
            aircraft=with_acquired(types, chain.from_iterable(month.acquired if month else ()), cards, kinds),
            planes=specs,
            plane_ids=tuple(marks),
            marks=marks,
            missions=(_mission(setup.missions.get("central")), _mission(setup.missions.get("allies"))),
            sides=sides,
            month=month,
            error_correction=options.error_correction,
            scenario_mission=options.scenario_mission,
            prisoners=options.prisoners,
            extra_pieces=options.extra_pieces,
        )

    def setup(self, rules: AcesRules, umpire: Umpire) -> Skies:
        return opening.set_up(rules, umpire)

    def result(self, state: Skies) -> Result:
        return ending.result(state)

    def prospects(self, state: Skies) -> tuple[float, float]:
        return ending.prospects(state)

    def rounds(self, state: Skies) -> int:
        """Turns begun."""
        return state.turn

    def place(self, state: Skies, position: AcesPosition) -> None:
        write_position(state, position)

    def determinize(self, state: Skies, seat: int, chance: Chance) -> None:
        guess.redraw(state, seat, chance)

    # ---- what people see

    def text(self, rules: AcesRules, view: dict[str, Any]) -> str:
        return picture.text(rules, view)

    def scene(self, rules: AcesRules, view: dict[str, Any]) -> Scene:
        return picture.scene(rules, view)

    def prompt(self, rules: AcesRules, view: dict[str, Any], options: Sequence[Option]) -> str:
        return asking.prompt(rules, view, options)

    def remark(self, rules: AcesRules, view: dict[str, Any], option: Option) -> str:
        return asking.remark(rules, view, option)

    def warning(self, rules: AcesRules, view: dict[str, Any], option: Option) -> str:
        return asking.warning(rules, view, option)

    def sentence(self, rules: AcesRules, event: Event) -> str:
        return picture.sentence(rules, event)

    def highlights(self, rules: AcesRules, view: dict[str, Any], events: Sequence[Event]) -> Sequence[Event]:
        return picture.highlights(rules, view, events)

    # ---- beside other systems

    def deeds(self, rules: AcesRules, log: Sequence[Event]) -> Iterator[Deed]:
        return deeds.deeds(rules, log)


def _mission(name: str | None) -> int:
    return NOBODY if name is None else MISSIONS.index(name)
