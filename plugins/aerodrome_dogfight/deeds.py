"""A card battle in the common words of air combat: what `aerodrome.deeds` means here.

An airplane that is compared with another fires at it; the better one hits. Strength is the way to defeat: each Victory
card that the foe wins is an eighth of it (DF-END-05).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aerodrome.deeds import Deed, What
from aerodrome.events import Event
from aerodrome_dogfight.vocabulary import SIDES

ENOUGH = 8
"""Victory cards that end the game."""


def deeds(log: Sequence[Event]) -> Iterator[Deed]:
    for event in log:
        facts = event.facts
        if event.kind == "compare":
            for seat, side in enumerate(SIDES):
                yield Deed(event.number, What.SHOT, seat, 1 - seat)
                if facts["winner"] == side:
                    yield Deed(event.number, What.HIT, seat, 1 - seat)
        elif event.kind == "award":
            foe = 1 - SIDES.index(str(facts["seat"]))
            yield Deed(event.number, What.DAMAGE, foe, amount=1 / ENOUGH)
