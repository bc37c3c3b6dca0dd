"""Games of which one knows how much is luck: two seats name a number at once, and a coin decides, or the numbers do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aerodrome.catalogue import Catalogue, Clause
from aerodrome.orders import Option, Orders, Picks, option_table
from aerodrome.packs import DataPack
from aerodrome.phases import Decision, Phase, PhaseGraph
from aerodrome.ruleset import Options, Result, Rules, Ruleset, State
from aerodrome.scenarios import Scenario, SeatSpec
from aerodrome.umpire import Umpire
from aerodrome.visibility import part, public

NUMBERS = 4


@part
class Table(State[Rules]):
    picked: list[int] = public(default_factory=list)
    winner: int = public(default=-1)


def pick(state: Table, orders: Orders, umpire: Umpire) -> str:
    ruleset: Contest = state.rules.ruleset  # type: ignore[assignment]
    state.picked = [order[0].code for order in orders.values()]
    state.winner = ruleset.decide(state.picked, umpire.chance.roll("coin", 2) - 1)
    umpire.tell("decided", "CT-1", winner=state.winner)
    return "end"


def everybody(state: Table) -> tuple[int, ...]:
    return (0, 1)


def numbers(state: Table, seat: int, picks: Picks) -> tuple[Option, ...]:
    return state.rules.table


NAME: Decision[Table] = Decision("both: a number", everybody, numbers)


class Contest(Ruleset[Table]):
    """``luck``: the coin decides; else the sum of both numbers does, which neither side can steer alone."""

    version = "1"
    catalogue = Catalogue(
        "contest", "Contest", {"CT-1": Clause(id="CT-1", title="", scope="core", section="", rule="")}, {}
    )
    phases: PhaseGraph[Table] = PhaseGraph(
        [Phase("pick", "Pick", ("CT-1",), ("end",), pick, NAME), Phase("end", "End", ("CT-1",))]
    )

    def __init__(self, name: str, luck: bool) -> None:
        self.id = self.title = name
        self.luck = luck
        seats = (SeatSpec(id="one"), SeatSpec(id="two"))
        self.scenarios = (Scenario(id="standard", ruleset=name, title="Standard", seats=seats),)

    def decide(self, picked: list[int], coin: int) -> int:
        return coin if self.luck else sum(picked) % 2

    def prepare(self, scenario: Scenario, options: Options, packs: Sequence[DataPack]) -> Rules:
        table = option_table([(f"say {number}", {"say": number}) for number in range(NUMBERS)])
        return Rules(self, scenario, options, table, None)

    def setup(self, rules: Any, umpire: Umpire) -> Table:
        return Table(rules)

    def result(self, state: Table) -> Result:
        seats = state.rules.seats
        scores = {name: float(number == state.winner) for number, name in enumerate(seats)}
        return Result(seats[state.winner], scores, "CT-1", "decided")


LUCK = Contest("contest-luck", True)
SKILL = Contest("contest-skill", False)
