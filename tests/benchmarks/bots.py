"""How strong a bot is: mirrored matches against another, each seed played twice with the seats swapped.

python tests/benchmarks/bots.py dogfight [--bots heuristic,random] [--matches 2000] [--first 0] [--json]

A long measurement can be made in parts: ``--first 40`` goes on where one of 40 matches has ended. Matches, wins and
draws of the parts add up.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from typing import Any

from rich.progress import track

from aerodrome.bots import play_out
from aerodrome.chance import Seed
from aerodrome.match import Match
from aerodrome.plugins import Plugins


def mirrored(plugins: Plugins, ruleset: str, scenario: str | None, bots: list[str], numbers: range) -> dict[str, Any]:
    """Plays matches between two teams of bots; draws count half."""
    rules = plugins.ruleset(ruleset).bind(scenario)
    wins = draws = 0
    for number in track(numbers, "matches"):
        seed = Seed.of(number // 2)
        first = number % 2
        players = {seat: bots[(rules.teams[seat] + first) % 2] for seat in range(len(rules.seats))}
        match = Match.create(rules, seed, record=False)
        made = {seat: plugins.bot(ruleset, name) for seat, name in players.items()}
        play_out(match, made, {seat: seed.bot_chance(seat, number) for seat in players})
        assert match.result is not None
        mine = {rules.team_name(seat) for seat, name in players.items() if rules.teams[seat] == first}
        wins += match.result.winner in mine
        draws += match.result.winner is None
    matches = len(numbers)
    share = (wins + draws / 2) / matches
    low, high = _wilson(share, matches)
    return {
        "ruleset": ruleset,
        "scenario": rules.scenario.id,
        "bots": bots,
        "matches": matches,
        "wins": wins,
        "draws": draws,
        "share": round(share, 4),
        "interval_95": [round(low, 4), round(high, 4)],
    }


def _wilson(share: float, count: int) -> tuple[float, float]:
    """The Wilson interval of a share at 95 percent."""
    z = 1.96
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures one bot against another in mirrored matches.")
    parser.add_argument("ruleset")
    parser.add_argument("--scenario", help="the standard one when left out")
    parser.add_argument("--bots", default="heuristic,random", help="the bot to measure, and its opponent")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    numbers = range(wanted.first, wanted.first + wanted.matches)
    found = mirrored(Plugins.load(), wanted.ruleset, wanted.scenario, wanted.bots.split(","), numbers)
    if wanted.json:
        print(json.dumps(found, indent=2))
    else:
        low, high = found["interval_95"]
        print(
            f"{' against '.join(found['bots'])}: {found['share']:.1%}, between {low:.1%} and {high:.1%}, "
            f"in {found['matches']} matches, {found['draws']} of them drawn"
        )


if __name__ == "__main__":
    main()
