"""The words of the game: features, sides, limits. No logic."""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = int
"""An airplane card: its row in the card table."""

Feature: TypeAlias = int
"""One of the five below."""

FEATURES: Final = ("speed", "maneuverability", "range", "firepower", "ceiling")
SPEED, MANEUVERABILITY, RANGE, FIREPOWER, CEILING = range(5)

SIDES: Final = ("entente", "central")
SIDE_TITLES: Final = ("Entente", "Central Powers")

NOBODY: Final = -1
"""No seat, or no feature."""

DECK_SIZE: Final = 20  # DF-SETUP-02
HAND_SIZE: Final = 5  # DF-SETUP-03
PILE_SIZE: Final = 3  # DF-SETUP-04
VICTORIES_TO_WIN: Final = 8  # DF-END-05
