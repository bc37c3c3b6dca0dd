"""How fast random playouts are: decisions per CPU second through the public Match API, beside a plain loop.

    python tests/benchmarks/playouts.py --json [--ruleset ID] [--seconds S]

Options are listed at every decision, nobody listens. Playouts and plain loop take turns in short slices, so that a
change of the machine's speed meets both; quote the ratio. Beside that: what a clone and a match in memory cost, what
the lab adds to a match, what a second process brings, and where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import signal
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from types import FrameType
from typing import Any

from plain import LOOPS, card_game

from aerodrome.bots import RandomBot, play_out
from aerodrome.chance import Seed
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Rules
from aerodrome_lab import jobs, pool
from aerodrome_lab.jobs import Job
from aerodrome_lab.simulate import PIECE_SECONDS, Piece, play_piece

SLICES = 40
LOOK = 0.01
"""Seconds of CPU time between two looks at where the program is."""
TURNS = 4
"""How often one process and two are measured."""


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
        "share_in_shapely": _share_in_shapely(rules, seconds, play),
        "clone_us": round(_clone_us(rules), 2),
        "match_kib": round(_match_kib(rules), 1),
        "peak_mib": round(_peak_mib(rules, play), 3),
        "costliest": _costliest(rules, play),
    }


def _slice(total: list[Any], seconds: float, play: Callable[[int], int]) -> None:
    start = process_time()
    end = start + seconds
    while (now := process_time()) < end:
        total[0] += play(total[0])
    total[1] += now - start


def _share_in_shapely(rules: Rules, seconds: float, play: Callable[[Rules, int, Random], int]) -> float | None:
    """The share of a playout's CPU time that is spent inside shapely, by looking a hundred times a second where the
    program is; nothing where the system has no such clock."""
    if not hasattr(signal, "setitimer"):
        return None
    seen = [0, 0]

    def look(_: int, frame: FrameType | None) -> None:
        seen[0] += 1
        while frame is not None:
            if frame.f_globals.get("__name__", "").partition(".")[0] == "shapely":
                seen[1] += 1
                return
            frame = frame.f_back

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, LOOK, LOOK)
    random = Random(4)
    end = process_time() + seconds
    number = 0
    while process_time() < end:
        play(rules, number, random)
        number += 1
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)
    return round(seen[1] / seen[0], 4) if seen[0] else None


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


def _match_kib(rules: Rules) -> float:
    """Memory that a match in the middle of play holds, the rules apart."""
    count = 50
    _middle(rules)
    tracemalloc.start()
    kept = [_middle(rules) for _ in range(count)]
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return held / len(kept) / 1024


def _peak_mib(rules: Rules, play: Callable[[Rules, int, Random], int]) -> float:
    """Peak of memory taken by playing ten matches one after the other, the rules apart."""
    random = Random(3)
    tracemalloc.start()
    for number in range(10):
        play(rules, number, random)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def _costliest(rules: Rules, play: Callable[[Rules, int, Random], int]) -> dict[str, float]:
    """The three functions with the most time of their own, as shares of all; what they call that is not written in
    Python is counted to them."""
    random = Random(4)
    profile = cProfile.Profile(process_time, builtins=False)
    profile.enable()
    for number in range(200):
        play(rules, number, random)
    profile.disable()
    stats = pstats.Stats(profile)
    total = stats.total_tt  # type: ignore[attr-defined]
    own = {
        where: numbers[2] / total
        for where, numbers in stats.stats.items()  # type: ignore[attr-defined]
        if where[0] != __file__
    }
    top = sorted(own.items(), key=lambda pair: -pair[1])[:3]
    return {f"{Path(file).parent.name}/{Path(file).stem}.{name}": round(part, 3) for (file, _, name), part in top}


# ---- the lab


def lab(job: Job, seconds: float) -> dict[str, Any]:
    """What a match costs with random bots, bare and with all that the lab does; what a second process brings."""
    size = max(2, int(min(PIECE_SECONDS, seconds / TURNS / 10) / _seconds(lambda: play_piece(Piece(job, 0, 20))) * 20))
    bare = full = 0.0
    count = 0
    while bare + full < seconds:
        piece = Piece(job, count, count + size)
        bare += _seconds(lambda piece=piece: _bare(piece))  # type: ignore[misc]
        full += _seconds(lambda piece=piece: play_piece(piece))  # type: ignore[misc]
        count += size
    one, two, gathering = _throughput(job, size, seconds)
    return {
        "bare_ms_a_match": round(1000 * bare / count, 3),
        "lab_ms_a_match": round(1000 * full / count, 3),
        "lab_overhead_ms_a_match": round(1000 * (full - bare) / count, 3),
        "matches_a_second_1_process": round(one),
        "matches_a_second_2_processes": round(two),
        "scaling": round(two / one, 2),
        "gathering_share": round(gathering, 3),
    }


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _bare(piece: Piece) -> None:
    """The same matches without a record and without the lab."""
    rules = jobs.rules_of(piece.job)
    seats = range(len(rules.seats))
    for index in range(piece.first, piece.last):
        seed = Seed.of(piece.job.match_seed(index))
        match = Match.create(rules, seed, record=False)
        play_out(match, dict.fromkeys(seats, RandomBot()), {seat: seed.bot_chance(seat, 1) for seat in seats})


def _throughput(job: Job, size: int, seconds: float) -> tuple[float, float, float]:
    """Matches a second by the clock with one process and with two, in turns; and the CPU time of the process that
    gathers the rows of the two, as a share of theirs."""
    matches, clock, own, work = [0, 0], [0.0, 0.0], 0.0, 0.0
    pieces = (Piece(job, number * size, number * size + size) for number in range(10_000_000))
    with closing(pool.run(play_piece, pieces, jobs=2)) as both:
        for _ in range(TURNS):
            for number, running in enumerate((map(play_piece, pieces), both)):
                for _ in islice(running, number * 2 * pool.AHEAD):
                    pass  # what was done while the other one was measured
                start, mine = perf_counter(), process_time()
                while (now := perf_counter()) - start < seconds / TURNS:
                    played = next(running)
                    matches[number] += played.batch.num_rows
                    work += number * played.cpu_seconds
                clock[number] += now - start
                own += number * (process_time() - mine)
    return matches[0] / clock[0], matches[1] / clock[1], own / work


MORE: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "wings-of-war": [("dawn-patrol", {})],
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
    plugins = Plugins.load()
    jobs.use(plugins)
    results = []
    for rules in cases(plugins, arguments.ruleset):
        job = Job.of(plugins, rules.ruleset.id, rules.scenario, rules.options.written())
        results.append({**measure(rules, arguments.seconds), **lab(job, arguments.seconds)})
    if arguments.json:
        print(json.dumps({"results": results}, indent=2))
        return
    for row in results:
        print("  ".join(f"{name} {value}" for name, value in row.items()))


if __name__ == "__main__":
    main()
