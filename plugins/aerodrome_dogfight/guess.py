"""What a seat may imagine: airplanes that it cannot see, dealt again in agreement with all that it knows (DF-SEC)."""

from __future__ import annotations

from aerodrome.chance import Chance
from aerodrome_dogfight.fight import may_fight_for
from aerodrome_dogfight.state import Dogfight, Player
from aerodrome_dogfight.vocabulary import FEATURES

TRIES = 6
"""Deals before one is taken that would be odd."""


def redraw(state: Dogfight, seat: int, chance: Chance) -> None:
    """Deals the own deck and all the opponent's closed airplanes again (DF-SEC-01 to DF-SEC-03).

    Every deal is possible; one is sought in which the opponent has a reason for what everybody saw him do.
    """
    own = state.players[seat].deck
    own.sort()
    chance.shuffle("own-deck", own)
    foe = state.players[1 - seat]
    hidden = [] if foe.revealed else foe.placed
    closed = sorted(foe.deck + foe.hand + hidden)
    for _ in range(TRIES):
        chance.shuffle("closed-airplanes", closed)
        at = 0
        for pile in (foe.deck, foe.hand, hidden):
            pile[:] = closed[at : at + len(pile)]
            at += len(pile)
        if state.last_feature < 0 or state.stake < 0 or _in_character(state, foe):
            return


def _in_character(state: Dogfight, foe: Player) -> bool:
    """Whether he fights for what his airplanes are good at, and with one of his best for it."""
    best = [max([row[card] for card in foe.hand + foe.placed], default=0) for row in state.rules.values]
    row = state.rules.values[state.stake]
    if not foe.revealed and foe.placed and row[foe.placed[0]] < best[state.stake] - 1:
        return False
    choice = may_fight_for(state)
    return state.initiative != foe.seat or best[state.stake] >= max(
        [best[feature] for feature in range(len(FEATURES)) if choice >> feature & 1], default=0
    )
