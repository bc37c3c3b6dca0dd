"""How strong a bot is: mirrored matches against another, each seed played twice with the seats swapped.

python tests/benchmarks/bots.py dogfight [--bots heuristic,random] [--matches 2000] [--json]
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


def mirrored(plugins: Plugins, ruleset: str, scenario: str | None, bots: list[str], matches: int) -> dict[str, Any]:
    """Plays ``matches`` matches between two teams of bots; draws count half."""
    rules = plugins.ruleset(ruleset).bind(scenario)
    points = 0.0
    for number in track(range(matches), "matches"):
        seed = Seed.of(number // 2)
        first = number % 2
        players = {seat: bots[(rules.teams[seat] + first) % 2] for seat in range(len(rules.seats))}
        match = Match.create(rules, seed, record=False)
        made = {seat: plugins.bot(ruleset, name) for seat, name in players.items()}
        play_out(match, made, {seat: seed.bot_chance(seat, number) for seat in players})
        assert match.result is not None
        mine = {rules.team_name(seat) for seat, name in players.items() if rules.teams[seat] == first}
        points += 0.5 if match.result.winner is None else float(match.result.winner in mine)
    low, high = _wilson(points / matches, matches)
    return {
        "ruleset": ruleset,
        "scenario": rules.scenario.id,
        "bots": bots,
        "matches": matches,
        "share": round(points / matches, 4),
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
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    found = mirrored(Plugins.load(), wanted.ruleset, wanted.scenario, wanted.bots.split(","), wanted.matches)
    if wanted.json:
        print(json.dumps(found, indent=2))
    else:
        print(f"{found['bots'][0]} against {found['bots'][1]}: {found['share']:.1%} {found['interval_95']}")


if __name__ == "__main__":
    main()
