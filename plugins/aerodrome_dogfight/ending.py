"""How the game ends (DF-GOAL, DF-END)."""

from __future__ import annotations

from math import inf

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


VICTORY, INITIATIVE, AIRPLANE, BEST_IN_HAND, BEST_IN_DECK = 0.48, 0.21, 0.46, 0.54, 0.36
UNUSED = (0.19, 0.81, 0.0, 0.78, 0.33)
"""What decides between heuristic players, as found from 3,000 of their matches: a Victory card, the initiative, an
airplane in the hand, each value of it that nobody can beat, such a value in the deck, and by feature a Victory card
that can still be turned."""


def prospects(state: Dogfight) -> tuple[float, float]:
    """From Victory cards and their powers, the initiative, and the best values of the airplanes that are left."""
    if any(p.victories >= VICTORIES_TO_WIN or (p.out_of_airplanes and not p.placed) for p in state.players):
        winner = result(state).winner
        return (0.5, 0.5) if winner is None else odds(inf if winner == state.rules.team_names[0] else -inf)
    standing = [0.0, 0.0]
    values, best = state.rules.values, 0.9 * state.rules.top
    for player in state.players:
        worth = VICTORY * player.victories + INITIATIVE * (state.initiative == player.seat)
        worth += AIRPLANE * len(player.hand)
        for worth_of_one, count in zip(UNUSED, player.unused, strict=True):
            worth += worth_of_one * count
        for feature in values:
            worth += BEST_IN_HAND * sum([feature[card] >= best for card in player.hand + player.placed])
            worth += BEST_IN_DECK * sum([feature[card] >= best for card in player.deck])
        standing[state.rules.teams[player.seat]] += worth
    return odds(standing[0] - standing[1])
