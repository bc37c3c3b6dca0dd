"""What an order leads to, from what its player knows: for the remarks in a list and for explanations."""

from __future__ import annotations

from dataclasses import dataclass

from aerodrome.geometry.hexes import Pose
from aerodrome_blue_max.charts import Order
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.vocabulary import CLIMB, DIVE, LAND, Maneuver, Model

COMPASS = ("N", "NE", "SE", "S", "SW", "NW")
NOSES = ("north", "north-east", "south-east", "south", "south-west", "north-west")
"""The six facings, as a list and as a sentence name them."""


@dataclass(frozen=True, slots=True)
class Height:
    """What an order does to the level of a plane: in few words, in more, by which clause, and whether that loses it."""

    short: str
    long: str
    clause: str
    fatal: bool = False


def height(rules: BlueMaxRules, model: Model, level: int, sinks: bool, order: Order) -> Height | None:
    """With option altitude, what becomes of the level; nothing when it stays.

    Args:
        sinks: whether the plane was gliding when Planning began (BM-GLIDE-05).
    """
    maneuver, token, _ = order
    if not rules.altitude:
        return None
    if maneuver == rules.charts.spin:
        return _fallen(level - 1, "falls", "BM-SPIN-08")
    if token == LAND:
        return Height("lands: shot down", "the plane lands, which counts as shot down", "BM-DOWN-03", fatal=True)
    if token == CLIMB and level >= rules.ceiling(model):
        return Height("stalls, too high", f"too high to climb: stays at {level}, stalled, may spin", "BM-ALT-10")
    if token == CLIMB:
        return Height(f"to level {level + 1}", f"{level}, then {level + 1}", "BM-ALT-05")
    if token == DIVE:
        return _fallen(level - 1, "dives", "BM-ALT-05")
    if sinks and rules.charts.gliding[maneuver]:
        return _fallen(level - 1, "glides down", "BM-GLIDE-05")
    return None


def _fallen(level: int, verb: str, clause: str) -> Height:
    if level < 1:
        said = f"the plane {verb} to the ground, which counts as shot down"
        return Height("to the ground: shot down", said, clause, fatal=True)
    return Height(f"to level {level}", f"{level + 1}, then {level}", clause)


def is_trapped(rules: BlueMaxRules, model: Model, maneuver: Maneuver, end: Pose) -> bool:
    """Whether every maneuver that could follow at ``end``, but for a spin, leads off the map."""
    charts = rules.charts
    return all(rules.moves[m][end] < 0 for m in charts.after(model, maneuver) if m != charts.spin)
