"""A fight on the hex board in the common words of air combat: what `aerodrome.deeds` means here.

A shot is a burst, a hit one of which a damage card was drawn. Strength is the sum of the four sections of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from aerodrome.deeds import Deed, What
from aerodrome.events import Event
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.vocabulary import COLOURS, WHITE

SECTIONS = ("wings", "fuselage", "tail", "engine")


def deeds(rules: BlueMaxRules, log: Sequence[Event]) -> Iterator[Deed]:
    number = {name: seat for seat, name in enumerate(rules.seats)}
    strength: dict[int, int] = {}
    striker: int | None = None  # whose shot the next card is drawn for
    for event in log:
        facts: dict[str, Any] = event.facts
        seat = number.get(facts.get("seat", ""), -1)
        match event.kind:
            case "plane":
                row = next(plane for plane in rules.tables.planes if plane.id == facts["plane"])
                strength[seat] = sum(getattr(row, section) for section in SECTIONS)
            case "reveal":
                yield Deed(event.number, What.MANOEUVRE, seat, name=facts["performed"])
            case "tails":
                yield Deed(event.number, What.TAIL, seat, number[facts["victim"]])
            case "fire":
                foe = number[facts["target"]]
                yield Deed(event.number, What.SHOT, seat, foe)
                striker = seat if any(colour != COLOURS[WHITE] for colour in facts["dice"]) else None
            case "draw" if striker is not None:
                yield Deed(event.number, What.HIT, striker, seat)
                striker = None
            case "damage":
                lost = sum(facts.get(section, 0) for section in SECTIONS)
                if lost:
                    yield Deed(event.number, What.DAMAGE, seat, amount=lost / strength[seat])
            case "jam" if facts["jammed"]:
                yield Deed(event.number, What.JAM, seat)
            case "shot-down":
                yield Deed(event.number, What.LOSS, seat, name=facts["cause"])
