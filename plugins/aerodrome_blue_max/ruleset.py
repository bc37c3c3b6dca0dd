"""Blue Max as a ruleset: the description and the functions that the engine calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from aerodrome.catalogue import Catalogue
from aerodrome.chance import Chance
from aerodrome.deeds import Deed
from aerodrome.documents import read_yaml
from aerodrome.events import Event
from aerodrome.orders import Option
from aerodrome.packs import DataPack
from aerodrome.ruleset import Result, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.scene import Scene
from aerodrome.umpire import Umpire
from aerodrome_blue_max import deeds, ending, guess, opening, picture, sentences, text
from aerodrome_blue_max.binding import make_rules
from aerodrome_blue_max.machine import PHASES
from aerodrome_blue_max.placing import write_position
from aerodrome_blue_max.position import BlueMaxPosition
from aerodrome_blue_max.rules import BlueMaxOptions, BlueMaxRules
from aerodrome_blue_max.state import BlueMax
from aerodrome_blue_max.tables import DATA, ROWS


def _scenarios() -> tuple[Scenario, ...]:
    document = read_yaml(DATA / "scenarios.yaml")
    return tuple(Scenario.read(document.part(index)) for index in range(len(document.data)))


class BlueMaxRuleset(Ruleset[BlueMax]):
    """Two to six seats in two teams (more on joined boards), one plane each; simultaneous secret planning."""

    id = "blue-max"
    title = "Blue Max"
    version = "1.0"
    summary = "Fighter combat over a hex map: maneuvers planned in secret, flown together, dice pools and damage decks."
    guide = (
        "Shoot down the other team, and stay on the map: whoever flies off it is lost. Each round all choose a"
        " maneuver in secret, fly, and fire at what stands in front of them. Who has an enemy ahead and stands behind"
        " him tails him, without being asked: the tailed plane plans first and shows the letter of its maneuver, with"
        " option altitude also its level; who tails plans when he has seen it. In a maneuver such as 9L2 the 9 is its"
        " number, L its side (left, right, straight) and 2 its speed; beside it stands where it ends and which way the"
        " nose then points (N, NE, SE, S, SW, NW). A ! warns: from there every maneuver leads off the map. For a shot"
        " dice are rolled: white misses, blue and red hit, red harder; each hit draws a damage card from the deck of"
        " the side that is hit, A the nose to D the tail. In damage such as wings 3/23 the second number is the limit."
        " On the map a digit is a plane of the Allies, a letter one of the Central Powers, and the arrow its nose."
        " With option altitude each maneuver goes with a token: stable keeps the level, climb and dive change it by"
        " one, land ends the flight and counts as shot down. You shoot at most one level up or down; with a medium or"
        " long burst you must follow the target to its level next round. Who climbs to the highest level of his plane"
        " stalls, and who spins falls a level a round."
    )
    geometry = "a board of hexes, six facings"
    scoring = "planes of the other team that were lost"
    orders = 40
    phases = PHASES
    options_model = BlueMaxOptions
    position_model = BlueMaxPosition
    rows = ROWS

    def __init__(self) -> None:
        self.scenarios = _scenarios()

    @cached_property
    def catalogue(self) -> Catalogue:  # type: ignore[override]
        return Catalogue.load(Path(__file__).parent / "catalogue.yaml")

    def prepare(self, scenario: Scenario, options: BlueMaxOptions, packs: Sequence[DataPack]) -> BlueMaxRules:
        return make_rules(self, scenario, options, packs)

    def setup(self, rules: BlueMaxRules, umpire: Umpire) -> BlueMax:
        return opening.set_up(rules, umpire)

    def result(self, state: BlueMax) -> Result:
        return ending.result(state)

    def prospects(self, state: BlueMax) -> tuple[float, float]:
        return ending.prospects(state)

    def rounds(self, state: BlueMax) -> int:
        return state.round

    def place(self, state: BlueMax, position: BlueMaxPosition) -> None:
        write_position(state, position)

    def determinize(self, state: BlueMax, seat: int, chance: Chance) -> None:
        guess.determinize(state, seat, chance)

    # ---- what people see

    def text(self, rules: BlueMaxRules, view: dict[str, Any]) -> str:
        return text.text(rules, view)

    def scene(self, rules: BlueMaxRules, view: dict[str, Any]) -> Scene:
        return picture.scene(rules, view)

    def remark(self, rules: BlueMaxRules, view: dict[str, Any], option: Option) -> str:
        return text.remark(rules, view, option)

    def warning(self, rules: BlueMaxRules, view: dict[str, Any], option: Option) -> str:
        return text.warning(rules, view, option)

    def sentence(self, rules: BlueMaxRules, event: Event) -> str:
        return sentences.sentence(rules, event)

    # ---- beside other systems

    def deeds(self, rules: BlueMaxRules, log: Sequence[Event]) -> Iterator[Deed]:
        return deeds.deeds(rules, log)
