"""How the game ends (DF-GOAL, DF-END)."""

from __future__ import annotations

from aerodrome.ruleset import Result, odds
from aerodrome_dogfight.state import Dogfight
from aerodrome_dogfight.vocabulary import FIREPOWER, SIDES, VICTORIES_TO_WIN


def result(state: Dogfight) -> Result:
    """Eight cards win; else more Victory cards, then more unused FIREPOWER, else it is a draw."""
    one, two = state.players
    counts = one.victories, two.victories
    scores = {SIDES[0]: float(counts[0]), SIDES[1]: float(counts[1])}
    if max(counts) >= VICTORIES_TO_WIN:
        return Result(SIDES[counts.index(max(counts))], scores, "DF-END-05", "eight Victory cards")
    if counts[0] != counts[1]:
        return Result(
            SIDES[counts[0] < counts[1]], scores, "DF-END-02", "more Victory cards when an airplane deck ran out"
        )
    fire = one.unused[FIREPOWER], two.unused[FIREPOWER]
    if fire[0] != fire[1]:
        return Result(SIDES[fire[0] < fire[1]], scores, "DF-END-03", "equal Victory cards, more unused FIREPOWER cards")
    return Result(None, scores, "DF-END-04", "equal Victory cards and equal unused FIREPOWER cards")


POINT = 0.45
BEST_VALUE, ANY_VALUE, UNUSED = 0.12, 0.02, 0.1
"""What a lead of one Victory card is worth, and in such cards: a step of the best value of an airplane in the hand, of
any of its values, and a Victory card that can still be turned."""


def prospects(state: Dogfight) -> tuple[float, float]:
    """From Victory cards and the airplanes in the hands."""
    standing = [0.0, 0.0]
    values = state.rules.values
    for player in state.players:
        worth = player.victories + UNUSED * sum(player.unused)
        for card in player.hand:
            row = [feature[card] for feature in values]
            worth += BEST_VALUE * max(row) + ANY_VALUE * sum(row)
        standing[state.rules.teams[player.seat]] += worth
    return odds(POINT * (standing[0] - standing[1]))
