"""The words of the game: maneuver kinds, places, fates, damage symbols, limits. No logic."""

from __future__ import annotations

from typing import Final, TypeAlias

# ---- maneuvers

Kind: TypeAlias = int
"""A kind of maneuver card: an index into `KINDS`. Cards of one kind in one deck are alike."""

KINDS: Final = (
    "straight", "short-straight", "stall", "turn-left", "turn-right", "sharp-turn-left", "sharp-turn-right",
    "sideslip-left", "sideslip-right", "steep-sideslip-left", "steep-sideslip-right", "wide-sideslip-left",
    "wide-sideslip-right", "stall-turn-left", "stall-turn-right", "immelmann", "climb", "dive",
)  # fmt: skip
STRAIGHT, SHORT_STRAIGHT, STALL = 0, 1, 2
IMMELMANN, CLIMB, DIVE = 15, 16, 17
NONE: Final = -1
"""No card, no airplane, no seat."""

# What is printed on a card, as bits.
STEEP_MARK, STRAIGHT_MARK, STALL_MARK, LEFT_MARK, RIGHT_MARK = 1, 2, 4, 8, 16

MARKS: Final = {
    "straight": STRAIGHT_MARK, "short-straight": STRAIGHT_MARK, "stall": STEEP_MARK | STALL_MARK,
    "turn": 0, "sharp-turn": 0, "sideslip": 0, "steep-sideslip": STEEP_MARK, "wide-sideslip": STEEP_MARK,
    "stall-turn": STEEP_MARK | STALL_MARK, "immelmann": 0, "climb": STEEP_MARK, "dive": STEEP_MARK,
}  # fmt: skip
"""By arrow; sharp turns are steep in some decks (WW-STEEP-05)."""


def arrow_of(kind: str) -> str:
    """``turn`` of ``turn-left``."""
    return kind.removesuffix("-left").removesuffix("-right")


# ---- where an airplane is, and what became of it

FLYING, GROUND, CLOUD = 0, 1, 2
PLACES: Final = ("flying", "ground", "cloud")

IN_PLAY, LEFT, SHOT_DOWN, EXPLODED, CRASHED, ILLEGAL, LOST = range(7)
FATES: Final = ("in play", "left", "shot down", "exploded", "crashed", "illegal maneuver", "below the floor")

NO_RUN, TOUCHED, ROLLED, STOPPED, IDLE, TAKE_STALL, TAKE_STRAIGHT = range(7)
RUNS: Final = ("none", "touched down", "rolled", "stopped", "idle", "take-off stall", "take-off straight")
"""Landing: the dive touched down, the straight rolled, the stall stopped. Take-off: stall and straight rolled."""

UNBOUND, AFTER_IMMELMANN, AFTER_SPLIT, AFTER_OVERDIVE = range(4)
BOUND: Final = ("no", "after an Immelmann turn", "after a Split-S", "after the dive of an overdive")
"""Why the next card must be a straight."""

EDGES: Final = ("south", "north", "west", "east")

# ---- damage

SYMBOLS: Final = (
    "none", "cross-red", "cross-green", "explosion", "rudder-left", "rudder-right", "pilot", "engine", "smoke", "fire",
)  # fmt: skip
NO_SYMBOL, RED, GREEN, EXPLOSION, RUDDER_LEFT, RUDDER_RIGHT, PILOT, ENGINE, SMOKE, FIRE = range(10)
OPEN_SYMBOLS: Final = (RED, GREEN, EXPLOSION)
OPEN_SPECIAL: Final = (RED, GREEN, EXPLOSION, SMOKE, FIRE)
"""Symbols that must be shown: in the basic game, and with special damage (WW-SEC-03, WW-SEC-04)."""

DECKS: Final = ("A", "B")

# ---- limits

CARDS_IN_A_PLAN: Final = 3  # WW-PLAN-01
JAM_PHASES: Final = 3  # WW-JAM-02
RUDDER_PHASES: Final = 3  # WW-RUDDER-01
SMOKE_TOKENS: Final = 3  # WW-SMOKE-01
FLAME_TOKENS: Final = 3  # WW-FLAME-01
SPREAD_TOKENS: Final = 2  # WW-GFIRE-05
TOP_LEVEL: Final = 3  # WW-ALT-01
CEILING_ABOVE_FLOOR: Final = 3  # WW-HIGH-02
PILOT_VALUE: Final = 3  # WW-OBSV-01
CRASH_CARDS: Final = {"dive": 4, "straight": 3, "stall": 2}  # WW-CRASH-01, WW-CRASH-02
HIGHEST_FLOOR: Final = 16

# ---- the things on the table, in mm and degrees (gaps base-dimensions, ruler-length, firing-arcs)

CARD_LENGTH, CARD_WIDTH = 68.0, 44.0
RULER_CM: Final = 20
FRONT_HALF_ANGLE: Final = 32.90524292298788
"""Through the two front corners: atan(22/34)."""
STRIP_LENGTH, STRIP_WIDTH = 270.0, 90.0  # WW-LAND-01
