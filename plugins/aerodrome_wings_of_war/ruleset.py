"""Wings of War as a ruleset: the description and the functions that the engine calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from aerodrome.catalogue import Catalogue
from aerodrome.chance import Chance
from aerodrome.deeds import Deed
from aerodrome.events import Event
from aerodrome.orders import Option
from aerodrome.packs import DataPack
from aerodrome.ruleset import Result, Rules, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.scene import Scene
from aerodrome.umpire import Umpire
from aerodrome_wings_of_war import deeds, ending, guess, missions, picture, rounds, text
from aerodrome_wings_of_war.cards import TABLES, WingsOptions
from aerodrome_wings_of_war.machine import PHASES
from aerodrome_wings_of_war.position import WingsPosition, write_position
from aerodrome_wings_of_war.rules import WingsRules, bind
from aerodrome_wings_of_war.state import WingsOfWar


class WingsOfWarRuleset(Ruleset[WingsOfWar]):
    """Two teams, one or more airplanes a seat, three hidden cards a round, a ruler on a free table."""

    id = "wings-of-war"
    title = "Wings of War - Miniatures"
    version = "1.0"
    summary = "Miniatures on a gridless table: three hidden maneuver cards a round, firing arcs and a ruler."
    guide = (
        "Shoot down the enemy before he gets you: the side that alone has airplanes left wins. Each round you plan"
        " three cards face down; all fly them one by one, at once, each card a phase, and after each of them you may"
        " fire at what is before your guns within the ruler. Places are x and y in millimetres, headings in degrees. An"
        " airplane is lost when its damage points reach its resistance, and when its middle leaves the table. With"
        " option altitude each airplane flies at a level, 0 to 3. A climb card gives a counter, and as many counters as"
        " the airplane needs become a level; level 2 +1 is level 2 with one counter. A dive card takes a level and all"
        " counters; flown at level 0 it leads to the ground. Guns reach half the ruler at an enemy one level higher or"
        " lower, for one damage card, and none that is farther up or down. Play with --svg table.html and keep the page"
        " open in a browser: it shows all this as a picture."
    )
    geometry = "a table without a grid, measured in mm and degrees"
    scoring = (
        "points, 1 for an enemy that left the table, 2 for one shot down, -1 for an own one shot down, and those of the"
        " mission"
    )
    orders = 15
    phases = PHASES
    options_model = WingsOptions
    position_model = WingsPosition
    rows = TABLES

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        return missions.scenarios()

    @cached_property
    def catalogue(self) -> Catalogue:  # type: ignore[override]
        return Catalogue.load(Path(__file__).parent / "catalogue.yaml")

    def prepare(self, scenario: Scenario, options: WingsOptions, packs: Sequence[DataPack]) -> Rules:
        return bind(self, scenario, options, packs)

    def setup(self, rules: WingsRules, umpire: Umpire) -> WingsOfWar:
        return rounds.set_up(rules, umpire)

    def result(self, state: WingsOfWar) -> Result:
        return ending.result(state)

    def prospects(self, state: WingsOfWar) -> tuple[float, float]:
        return ending.prospects(state)

    def rounds(self, state: WingsOfWar) -> int:
        return state.round

    def place(self, state: WingsOfWar, position: WingsPosition) -> None:
        write_position(state, position)

    def determinize(self, state: WingsOfWar, seat: int, chance: Chance) -> None:
        guess.redraw(state, seat, chance)

    # ---- what people see

    def text(self, rules: WingsRules, view: dict[str, Any]) -> str:
        return text.text(rules, view)

    def scene(self, rules: WingsRules, view: dict[str, Any]) -> Scene:
        return picture.scene(rules, view)

    def sentence(self, rules: WingsRules, event: Event) -> str:
        return text.sentence(rules, event)

    def remark(self, rules: WingsRules, view: dict[str, Any], option: Option) -> str:
        return text.remark(rules, view, option)

    def warning(self, rules: WingsRules, view: dict[str, Any], option: Option) -> str:
        return text.warning(rules, view, option)

    def prompt(self, rules: WingsRules, view: dict[str, Any], options: Sequence[Option]) -> str:
        return text.prompt(rules, view) or super().prompt(rules, view, options)

    # ---- beside other systems

    def deeds(self, rules: WingsRules, log: Sequence[Event]) -> Iterator[Deed]:
        return deeds.deeds(rules, log)

    def duel(self, first: str, second: str) -> Scenario:
        scenario = super().duel(first, second)
        planes = [
            {"id": f"{seat.id}-plane", "seat": seat.id, "aircraft": aircraft}
            for seat, aircraft in zip(scenario.seats, (first, second), strict=True)
        ]
        return scenario.model_copy(update={"setup": {**scenario.setup, "planes": planes}})
