"""A fight on the hex map in the common words of air combat: what `aerodrome.deeds` means here.

A shot is a volley, a hit one with hits. Strength is the sum of all damage spaces of the aircraft.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from aerodrome.deeds import Deed, What
from aerodrome.events import Event
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.vocabulary import FATES, LANDED, LEFT_MAP, RETURNED

ALIVE = frozenset(FATES[fate] for fate in (RETURNED, LANDED, LEFT_MAP))
"""Fates of an aircraft that is not lost: it went home, came down in one piece or left the map."""


def deeds(rules: AcesRules, log: Sequence[Event]) -> Iterator[Deed]:
    planes = {spec.id: spec for spec in rules.planes}
    for event in log:
        facts: dict[str, Any] = event.facts
        plane = planes.get(facts.get("plane", ""))
        if plane is None:
            continue
        match event.kind:
            case "card":
                yield Deed(event.number, What.MANOEUVRE, plane.seat, name=facts["card"])
            case "tailed":
                for hunter in facts["by"]:
                    yield Deed(event.number, What.TAIL, planes[hunter].seat, plane.seat)
            case "volley":
                foe = planes[facts["target"]].seat if facts["target"] in planes else -1
                yield Deed(event.number, What.SHOT, plane.seat, foe)
                if facts["hits"]:
                    yield Deed(event.number, What.HIT, plane.seat, foe)
            case "damage":
                lost = sum(facts["parts"].values()) / sum(plane.aircraft.tracks)
                yield Deed(event.number, What.DAMAGE, plane.seat, amount=lost)
            case "jam-test" if facts["jams"]:
                yield Deed(event.number, What.JAM, plane.seat)
            case "removed":
                what = What.EXIT if facts["fate"] in ALIVE else What.LOSS
                yield Deed(event.number, what, plane.seat, name=facts["fate"])
