"""The words of the game: sides, parts, ranks, letters of the card language, limits. No logic."""

from __future__ import annotations

from typing import Final, TypeAlias

Kind: TypeAlias = int
"""Cards that are equal in play, such as the four Speed cards: a row of the kind table."""

Letter: TypeAlias = int
"""What the rules of order see of a card: one of the twelve below."""

SPEED, LEFT, RIGHT, STALL, SLIDE, OPENER, STUNT, TURN_LEFT, TURN_RIGHT, FEINT, CLIMB, DIVE = range(12)
"""Speed, Rotation Left and Right, Stall; first cards at speed 1 and at speed 2 or less; aerobatic cards that follow a
Speed card, a Rotation Left, a Rotation Right; Feint; Climb and Dive, which ride on other cards."""

LETTERS: Final = 12
NO_CARD: Final = -1

CENTRAL, ALLIES = 0, 1
SIDES: Final = ("central", "allies")
SIDE_TITLES: Final = ("Central Powers", "Allies")

PARTS: Final = ("engine", "wings", "fuselage", "tail")
ENGINE, WINGS, FUSELAGE, TAIL = range(4)

RANKS: Final = ("rookie", "veteran", "ace")
ROOKIE, VETERAN, ACE = range(3)

GUNS: Final = ("front", "rear")
FRONT, REAR = 0, 1

FATES: Final = ("in play", "returned", "shot down", "forced landing", "crashed", "left the map")
IN_PLAY, RETURNED, SHOT_DOWN, LANDED, CRASHED, LEFT_MAP = range(6)

FIRES: Final = ("none", "smoke", "flames")
NO_FIRE, SMOKE, FLAMES = range(3)

CREW_FATES: Final = ("fit", "out for 1 month", "out for 2 months", "dead", "prisoner")
FIT, OUT_1, OUT_2, DEAD, PRISONER = range(5)

SIDES_OF_AIRCRAFT: Final = ("front", "front-right", "rear-right", "rear", "rear-left", "front-left")

MISSIONS: Final = ("observation", "bombing", "strafing", "balloon", "hunting")
OBSERVATION, BOMBING, STRAFING, BALLOON_ATTACK, HUNTING = range(5)
MISSION_LETTERS: Final = ("O", "B", "MT", "P", "C")

SITES: Final = ("airfield", "depot", "balloon")
AIRFIELD, DEPOT, BALLOON = range(3)

NATIONS: Final = ("great-britain", "france", "usa")
NATION_TITLES: Final = ("Great Britain", "France", "USA")

NAMELESS: Final = "nameless"
"""Who flies when no pilot is fit (AH-CAMP-11); no name for anybody else."""

NOBODY: Final = -1
"""No seat, no aircraft, no mission, no hex."""

MOST_SPEED: Final = 4  # ids 1 to 4
SITE_ROWS: Final = (4, 5, 6)  # AH-SETUP-11
SITE_DISTANCE: Final = 3  # AH-SETUP-12
TRENCH_ROW: Final = 9  # AH-MAP-04
COLUMNS, ROWS = 13, 20  # data.map_proposed
BALLOON_ALTITUDE: Final = 3
BALLOON_RESISTANCE: Final = 20
KILL_SHARE: Final = 840
"""A kill in units that every number of sharers from 1 to 8 divides (AH-EXPER-08)."""
