"""What an event means in any system: the common words of air combat, for tools that compare rulesets.

One ruleset rolls dice by range in hexes, another turns damage cards, a third lays a ruler. Each translates its own log
by `Ruleset.deeds`; whoever measures shots or losses then needs one definition for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

NO_SEAT: Final = -1


class What(Enum):
    """Kinds of deed, with what seat, foe, amount and name mean in each."""

    MANOEUVRE = "an aircraft of the seat flew the manoeuvre ``name``"
    TAIL = "an aircraft of the seat came to tail one of the foe's"
    SHOT = "an aircraft of the seat fired at one of the foe's"
    HIT = "such a shot did, or may have done, damage"
    DAMAGE = "an aircraft of the seat lost ``amount`` of its strength, 1 being all of it"
    JAM = "a gun of the seat jammed"
    LOSS = "an aircraft of the seat was lost, by ``name``"
    EXIT = "an aircraft of the seat left the fight unharmed by it, by ``name``"


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done or suffered. ``event`` is the number of the event that tells of it, in the referee's log."""

    event: int
    what: What
    seat: int
    foe: int = NO_SEAT
    amount: float = 1.0
    name: str = ""
