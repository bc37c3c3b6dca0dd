"""A measured table in the common words of air combat: what `aerodrome.deeds` means here.

A shot is a target within a ruler's length, a hit a damage card with points. Strength is the resistance of the airplane.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from aerodrome.deeds import Deed, What
from aerodrome.events import Event
from aerodrome_wings_of_war.rules import WingsRules


def deeds(rules: WingsRules, log: Sequence[Event]) -> Iterator[Deed]:
    seat_of = {plane.id: plane.seat for plane in rules.planes}
    fired: set[tuple[str, str]] = set()
    shooter = ""
    for event in log:
        facts: dict[str, Any] = event.facts
        seat = seat_of.get(facts.get("plane", ""), -1)
        match event.kind:
            case "card":
                yield Deed(event.number, What.MANOEUVRE, seat, name=facts["card"])
            case "tailing":
                yield Deed(event.number, What.TAIL, seat, seat_of[facts["quarry"]])
            case "fire":
                fired.add((facts["plane"], facts["target"]))
                yield Deed(event.number, What.SHOT, seat, seat_of.get(facts["target"], -1))
            case "hit":
                shooter = facts["by"].partition("/")[0]
            case "damage" if facts["points"]:
                if (shooter, facts["plane"]) in fired:  # of two cards for one shot, one hit
                    fired.remove((shooter, facts["plane"]))
                    yield Deed(event.number, What.HIT, seat_of[shooter], seat)
                yield Deed(event.number, What.DAMAGE, seat, amount=facts["points"] / facts["resistance"])
            case "jam":
                yield Deed(event.number, What.JAM, seat)
            case "destroyed":
                yield Deed(event.number, What.LOSS, seat, name=facts["fate"])
            case "left" | "landed":
                yield Deed(event.number, What.EXIT, seat, name=event.kind)
