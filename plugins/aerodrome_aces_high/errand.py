"""What the heuristic player's aircraft has to do for its mission: where, how high, how fast, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aerodrome_aces_high.dice import BY_RANGE
from aerodrome_aces_high.rules import IN_FRONT, RANGE, AcesRules, trench_side
from aerodrome_aces_high.vocabulary import (
    BALLOON_ALTITUDE,
    BALLOON_ATTACK,
    BOMBING,
    MISSIONS,
    OBSERVATION,
    SIDES,
    STRAFING,
    Kind,
)

ENTERED, COMPLETED = 4.0, 14.0
NEAR = 4
"""Hexes from the goal at which the speed of the mission must be kept."""


@dataclass(slots=True)
class Errand:
    """A mission that is still open, as one aircraft sees it.

    Attributes:
        goals: the hexes that it must cross, or where the balloon stands.
        altitude, speed: what the mission asks for.
        under_way: Speed cards of a run so far, or 1 over a strafed trench.
    """

    rules: AcesRules
    mission: int
    goals: tuple[int, ...]
    altitude: int
    speed: int
    under_way: int

    def distance(self, pose: int) -> int:
        """Hexes to the nearest goal."""
        return min(self.rules.map.distance(pose // 6, goal) for goal in self.goals)

    def place(self, pose: int) -> float:
        """How good it is to stand there at the end of a hand: near the goal, nose toward it."""
        here = self.distance(pose)
        ahead = self.rules.moves[self.rules.speed][0][pose]
        toward = ahead >= 0 and self.distance(ahead) < here
        return -1.2 * here + 2.0 * toward

    def hurry(self, pose: int, speed: int) -> float:
        """What too much speed costs near the goal."""
        return 4.0 * max(0, speed - self.speed) if self.distance(pose) <= NEAR else 0.0

    def gain(self, before: int, kind: Kind, end: int, altitude: int, run: int, first: bool) -> float:
        """What a card is worth for the mission. ``run`` counts the Speed cards right before it as the rules count them;
        ``first`` says that it is the first of a turn."""
        if altitude != self.altitude:
            return 0.0
        if self.mission == BALLOON_ATTACK:
            way = self.rules.near[end // 6 * self.rules.size + self.goals[0]]
            return 0.8 * BY_RANGE[RANGE[way]] if way and IN_FRONT[end % 6 * 37 + way] else 0.0
        speed = kind == self.rules.speed
        enters = ENTERED if speed and end // 6 in self.goals else 0.0
        if self.mission == STRAFING:
            leaves = self.under_way if first else 0
            return leaves * (COMPLETED if speed else -COMPLETED) + enters
        needed = 1 if self.mission == BOMBING else 0
        if speed and before // 6 in self.goals and run > needed:
            return COMPLETED
        return enters if run >= needed else 0.0


def errand_of(rules: AcesRules, state: dict[str, Any], plane: dict[str, Any]) -> Errand | None:
    """The errand of an aircraft of the own side, nothing when its mission is done or has no place."""
    side = rules.sides[plane["seat"]]
    own, enemy = state["sides"][SIDES[side]], state["sides"][SIDES[1 - side]]
    if not own["mission"] or own["mission_done"]:
        return None
    mission = MISSIONS.index(own["mission"])
    two_seater = rules.aircraft_called(plane["kind"]).two_seater
    if mission in (OBSERVATION, BOMBING) and two_seater and plane["observer_alive"] and own.get("target"):
        target = rules.map.at(enemy["sites"][own["target"]])
        return Errand(rules, mission, (target,), 2, 2, plane.get("run", 0))
    if mission == STRAFING and plane["ammo"]["front"] + plane["ammo"]["rear"]:
        done = {rules.map.at(code) for code in own["strafed"]}
        goals = tuple(h for h in range(rules.size) if trench_side(rules, h) == 1 - side and h not in done)
        return Errand(rules, mission, goals, 1, 1, int(plane["trench"] is not None)) if goals else None
    if mission == BALLOON_ATTACK and not two_seater and enemy["sites"]["balloon"] and plane["ammo"]["front"]:
        return Errand(rules, mission, (rules.map.at(enemy["sites"]["balloon"]),), BALLOON_ALTITUDE, 2, 0)
    return None
