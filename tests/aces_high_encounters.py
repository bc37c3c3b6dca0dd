"""Aces High from the middle of a fight, for tests: random pilots that start on their own edges seldom meet."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from aerodrome.chance import Chance
from aerodrome.phases import PhaseGraph
from aerodrome.scenarios import Scenario
from aerodrome.umpire import Umpire
from aerodrome_aces_high.machine import PHASES
from aerodrome_aces_high.opening import set_up
from aerodrome_aces_high.position import AcesPosition, write_position
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.ruleset import AcesHighRuleset
from aerodrome_aces_high.state import Skies

BEFORE_THE_FIRST_TURN = ("objectives", "mission-order", "mission-target", "line-up", "place-aircraft")

SITES = {
    "central": {"airfield": "0510", "depot": "0810", "balloon": "0709"},
    "allies": {"airfield": "0511", "depot": "0811", "balloon": "0711"},
}
"""All within reach of everybody."""

LINE_UPS: dict[str, tuple[list[str], list[str], str, str]] = {
    "rookies": (["fokker-dr-i"], ["sopwith-camel"], "rookie", ""),
    "aces": (["albatros-d-va"], ["raf-se5a"], "ace", ""),
    "four": (["albatros-d-va", "roland-c-ii"], ["bristol-f2b", "nieuport-16"], "veteran", ""),
    "observation": (["roland-c-ii"], ["raf-re8"], "veteran", "observation"),
    "bombing": (["halberstadt-cl-ii"], ["bristol-f2b"], "rookie", "bombing"),
    "strafing": (["roland-c-ii"], ["nieuport-16"], "rookie", "strafing"),
    "balloon": (["fokker-d-vii"], ["raf-se5a"], "veteran", "balloon"),
    "hunting": (["pfalz-d-iii"], ["spad-xiii"], "veteran", "hunting"),
}
"""By scenario: aircraft of both sides, rank of all crews, mission of both sides."""


def line_up(name: str) -> Scenario:
    central, allies, rank, mission = LINE_UPS[name]
    seats = [
        {"id": f"{side}-{number}", "team": side, "aircraft": [plane]}
        for side, own in (("central", central), ("allies", allies))
        for number, plane in enumerate(own, 1)
    ]
    missions = dict.fromkeys(("central", "allies"), mission) if mission else {}
    setup = {"ranks": {seat["id"]: rank for seat in seats}, "missions": missions}
    written = {"id": name, "ruleset": "aces-high", "title": name, "seats": seats, "setup": setup}
    return Scenario.model_validate(written)


class Encounters(AcesHighRuleset):
    """The same rules, line-ups and starts of our own. The place of each aircraft comes from the match's dice."""

    phases = PhaseGraph(
        replace(phase, then=tuple(after for after in phase.then if after not in BEFORE_THE_FIRST_TURN))
        for phase in PHASES.phases
        if phase.id not in BEFORE_THE_FIRST_TURN
    )

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        return tuple(line_up(name) for name in LINE_UPS)

    def setup(self, rules: AcesRules, umpire: Umpire) -> Skies:
        state = set_up(rules, umpire)
        mission = LINE_UPS[rules.scenario.id][3]
        level = {"observation": 2, "bombing": 2, "strafing": 1, "balloon": 3}.get(mission, 0)
        planes = {spec.id: _somewhere(umpire.chance, level) for spec in rules.planes}
        sides: dict[str, Any] = {}
        if mission:
            sides = {side: {"mission": mission, "target": "depot", **sites} for side, sites in SITES.items()}
        written = {"phase": "fuel-and-speed", "planes": planes, "sides": sides}
        write_position(state, AcesPosition.model_validate(written))
        return state


def _somewhere(chance: Chance, level: int) -> dict[str, Any]:
    return {
        "at": f"{chance.roll('setup', 4) + 4:02}{chance.roll('setup', 5) + 8:02}",
        "facing": chance.roll("setup", 6) - 1,
        "altitude": level or chance.roll("setup", 3) + 1,
        "speed": 1 if level else chance.roll("setup", 2),
    }
