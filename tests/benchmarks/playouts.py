"""How fast random playouts are: decisions per CPU second through the public Match API, beside a plain loop.

    python tests/benchmarks/playouts.py --json [--ruleset ID] [--seconds S]

Options are listed at every decision, nobody listens. Playouts and plain loop take turns in short slices, so that a
change of the machine's speed meets both; quote the ratio.
"""

from __future__ import annotations

import argparse
import json
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

from plain import LOOPS, card_game

from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Rules

SLICES = 40


def playout(rules: Rules, number: int, random: Random) -> int:
    """Plays one match at random and returns how many decisions were made."""
    match = Match.create(rules, number, record=False)
    chance = random.random
    decisions = 0
    while pending := match.pending:
        for seat in pending:
            while options := match.options(seat):
                match.pick(seat, options[int(chance() * len(options))])
                decisions += 1
            match.seal(seat)
    return decisions


def quick_playout(rules: Rules, number: int, random: Random) -> int:
    """As `playout`, for rulesets whose orders are one pick each."""
    match = Match.create(rules, number, record=False)
    chance = random.random
    decisions = 0
    while pending := match.pending:
        for seat in pending:
            options = match.options(seat)
            match.order(seat, options[int(chance() * len(options))])
            decisions += 1
    return decisions


def playout_for(rules: Rules) -> Callable[[Rules, int, Random], int]:
    picks = {phase.decision.picks for phase in rules.ruleset.phases.phases if phase.decision}
    return quick_playout if picks == {1} else playout


def measure(rules: Rules, seconds: float) -> dict[str, Any]:
    """One row: playouts of ``rules`` and the plain loop, in turns."""
    play = playout_for(rules)
    loop = LOOPS.get(rules.ruleset.id, card_game)
    random = Random(1)
    for number in range(5):
        play(rules, number, random)
        loop(random)
    mine, other = [0, 0.0], [0, 0.0]
    for _ in range(SLICES):
        _slice(mine, seconds / SLICES, lambda number: play(rules, number, random))
        _slice(other, seconds / SLICES / 2, lambda _: loop(random))
    rate, plain = mine[0] / mine[1], other[0] / other[1]
    return {
        "ruleset": rules.ruleset.id,
        "scenario": rules.scenario.id,
        "options": sorted(rules.options.chosen()),
        "aircraft": sum(len(seat.aircraft) or 1 for seat in rules.scenario.seats),
        "decisions": mine[0],
        "cpu_seconds": round(mine[1], 3),
        "decisions_per_cpu_second": round(rate),
        "plain_loop_per_cpu_second": round(plain),
        "ratio_to_plain_loop": round(rate / plain, 4),
        "clone_us": round(_clone_us(rules), 2),
        "peak_mib": round(_peak_mib(rules, play), 3),
    }


def _slice(total: list[Any], seconds: float, play: Callable[[int], int]) -> None:
    start = process_time()
    end = start + seconds
    while (now := process_time()) < end:
        total[0] += play(total[0])
    total[1] += now - start


def _middle(rules: Rules) -> Match:
    """A match after some random decisions."""
    random = Random(2)
    match = Match.create(rules, 2, record=False)
    for _ in range(10):
        for seat in match.pending:
            while options := match.options(seat):
                match.pick(seat, random.choice(options))
            match.seal(seat)
    return match


def _clone_us(rules: Rules) -> float:
    match = _middle(rules)
    best = float("inf")
    for _ in range(5):
        start = process_time()
        for _ in range(500):
            match.clone()
        best = min(best, (process_time() - start) / 500)
    return best * 1e6


def _peak_mib(rules: Rules, play: Callable[[Rules, int, Random], int]) -> float:
    """Peak of memory taken by playing ten matches one after the other, the rules apart."""
    random = Random(3)
    tracemalloc.start()
    for number in range(10):
        play(rules, number, random)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


MORE: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "blue-max": [("three-on-three", dict.fromkeys(("lewis", "observer", "altitude", "fuel"), True))],
}
"""Further scenarios, with their options, by ruleset."""


def cases(plugins: Plugins, wanted: str | None) -> Iterator[Rules]:
    """What is measured: the standard scenario of each ruleset without options, and what `MORE` names."""
    for name in [wanted] if wanted else sorted(plugins.rulesets):
        ruleset = plugins.ruleset(name)
        yield ruleset.bind()
        for scenario, options in MORE.get(name, []):
            yield ruleset.bind(scenario, options)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures random playouts beside a plain loop.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--ruleset", help="only this ruleset")
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU seconds for the playouts of each case")
    arguments = parser.parse_args()
    results = [measure(rules, arguments.seconds) for rules in cases(Plugins.load(), arguments.ruleset)]
    if arguments.json:
        print(json.dumps({"results": results}, indent=2))
        return
    for row in results:
        print("  ".join(f"{name} {value}" for name, value in row.items()))


if __name__ == "__main__":
    main()
