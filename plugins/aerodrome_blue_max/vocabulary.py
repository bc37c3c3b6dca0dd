"""The words of the game: teams, sections, bursts, tokens, effects. No logic."""

from __future__ import annotations

from typing import Final, TypeAlias

Maneuver: TypeAlias = int
"""A maneuver: its row in the maneuver table."""

Card: TypeAlias = int
"""A damage card: its row in the damage table."""

Model: TypeAlias = int
"""A type of plane: its row in the plane table."""

NOBODY: Final = -1
"""No seat, no model, no maneuver."""

TEAMS: Final = ("allies", "central")
TEAM_TITLES: Final = ("Allies", "Central Powers")
ALLIES, CENTRAL = range(2)

# ---- maneuvers (BM-CHART)

LETTERS: Final = ("L", "S", "R")
LEFT, STRAIGHT, RIGHT = range(3)

SPIN_CODE: Final = "0S2"  # BM-CHART-13
STALL_CODES: Final = ("1L1", "1S1", "1R1")  # BM-CHART-12
SPEEDS: Final = (1, 2, 3, 4)  # BM-CHART-05

MARKS: Final = ("start", "preparatory", "acrobatic", "non-repeatable", "gliding", "forward-slip")

# ---- altitude (BM-ALT-03)

TOKENS: Final = ("stable", "climb", "dive", "land")
STABLE, CLIMB, DIVE, LAND = range(4)
TOKEN_FUEL: Final = (0, 1, -1, 0)  # BM-FUEL-11
TOKEN_LEVEL: Final = (0, 1, -1, -1)

# ---- fire (BM-SHOT, BM-DICE)

BURSTS: Final = ("none", "short", "medium", "long")
NO_BURST, SHORT, MEDIUM, LONG = range(4)
BURST_DICE: Final = (0, 0, 1, 2)  # BM-DICE-02
BURST_AMMUNITION: Final = (0, 1, 2, 3)  # BM-LEWIS-03
AMMUNITION: Final = 5  # BM-LEWIS-02

MOUNTINGS: Final = ("pilot", "observer")
PILOT, OBSERVER = range(2)

REACH: Final = 3  # BM-GEO-04, BM-GEO-07
MOST_DICE: Final = 6  # BM-DICE-09
BASE_DICE: Final = 3  # BM-DICE-01

STABILITIES: Final = ("A", "B", "C")
STABILITY_DICE: Final = (1, 0, -1)  # BM-DICE-03

COLOURS: Final = ("white", "blue", "red")
WHITE, BLUE, RED = range(3)

# ---- damage (BM-PLANE-04, BM-DECK, BM-EFFECT)

SECTIONS: Final = ("wings", "tail", "fuselage", "engine")
WINGS, TAIL, FUSELAGE, ENGINE = range(4)

DECKS: Final = ("A", "B", "C", "D")
DECK_SIZES: Final = (24, 44, 44, 24)  # BM-DECK-01
EDGES: Final = (0, 1, 2, 3, 2, 1)
"""By direction as seen from the plane's facing, the letter of its edge as a deck (BM-GEO-02)."""

FLAMES: Final = ("none", "smoke", "fire")  # BM-BURN-05
NO_FLAME, SMOKE, FIRE = range(3)

RUDDERS: Final = ("free", "right", "left")  # BM-EFFECT-17, BM-EFFECT-18
RUDDER_FREE, RUDDER_RIGHT, RUDDER_LEFT = range(3)

EFFECTS: Final = (
    ("wings torn", "blue", "BM-EFFECT-02"),
    ("wings torn", "red", "BM-EFFECT-03"),
    ("machine gun jammed", "blue", "BM-EFFECT-04"),
    ("machine gun destroyed", "red", "BM-EFFECT-05"),
    ("engine hit", "blue", "BM-EFFECT-06"),
    ("smoke", "blue", "BM-EFFECT-07"),
    ("observer injured", "blue", "BM-EFFECT-08"),
    ("observer killed", "red", "BM-EFFECT-09"),
    ("pilot injured", "blue", "BM-EFFECT-11"),
    ("pilot injured (white border)", "blue", "BM-EFFECT-12"),
    ("pilot killed", "red", "BM-EFFECT-13"),
    ("fuel tank hit", "blue", "BM-EFFECT-14"),
    ("fuel tank hit", "red", "BM-EFFECT-15"),
    ("fuel tank explosion", "red", "BM-EFFECT-16"),
    ("rudder stuck", "blue", "BM-EFFECT-17"),
    ("rudder stuck", "red", "BM-EFFECT-18"),
    ("fire", "red", "BM-EFFECT-20"),
)
"""Every special effect: what the card says, the colour of the part that can say it, the clause."""

(
    WINGS_TORN_BLUE,
    WINGS_TORN_RED,
    GUNS_JAMMED,
    GUN_DESTROYED,
    ENGINE_HIT,
    ENGINE_SMOKE,
    OBSERVER_INJURED,
    OBSERVER_KILLED,
    PILOT_INJURED,
    PILOT_INJURED_WHITE,
    PILOT_KILLED,
    TANK_HIT_BLUE,
    TANK_HIT_RED,
    TANK_EXPLOSION,
    RUDDER_STUCK_BLUE,
    RUDDER_STUCK_RED,
    ENGINE_FIRE,
) = range(17)
NO_EFFECT: Final = -1

TANK_LOSS: Final = {TANK_HIT_BLUE: 3, TANK_HIT_RED: 6}  # BM-EFFECT-14, BM-EFFECT-15
LONG_EFFECT: Final = 3  # rounds, BM-EFFECT-08, BM-EFFECT-17

# ---- d6 results, "at least" (BM-RECOV, BM-JAM, BM-BURN, BM-SMOKE, BM-STALL, BM-ALT-13)

RECOVERS: Final = 3
UNJAMS: Final = 4
JAMS: Final = 5
EXTINGUISHES: Final = 5
EXTINGUISHES_SLIPPING: Final = 4
SMOKE_CLEARS: Final = 6
SMOKE_FLARES: Final = 1
STALL_SPINS: Final = 5
CONTROL_LOST: Final = 5

COLLISION_ONE_CARD: Final = 7  # BM-COLL-04
COLLISION_TWO_CARDS: Final = 11

TOP_LEVEL: Final = 5  # BM-ALT-01
PLAYERS_PER_BOARD: Final = 6  # BM-SETUP-13

# ---- why a plane leaves play (BM-DOWN-01)

CAUSES: Final = (
    ("left the map", "BM-MAP-03"),
    ("landed", "BM-DOWN-03"),
    ("fuel tank explosion", "BM-EFFECT-16"),
    ("unrecoverable spin", "BM-SPIN-06"),
    ("fell below level 1", "BM-ALT-14"),
    ("engine dead", "BM-GLIDE-04"),
)
LEFT_MAP, LANDED, EXPLODED, SPUN_IN, FELL, ENGINE_DEAD = range(6)
