"""Plays many random matches over all scenarios and options and looks at each position of them.

    python tests/soak.py blue-max [--matches 10000] [--first 0] [--jobs 2] [--json]
    python tests/soak.py campaigns --matches 100

One match in ten is written to a file and verified. Prints what went wrong, with the number of the match: ``--first
NUMBER --matches 1`` plays it alone. Exit code 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from rich.progress import Progress

from aerodrome import record
from aerodrome.chance import Chance
from aerodrome.match import Match
from aerodrome_aces_high.campaign import CampaignFile
from aerodrome_aces_high.roster import CALL_SIGNS, CampaignSettings, later
from aerodrome_aces_high.vocabulary import SIDES
from laws import ACES_HIGH, LOT, TRIALS, Pilot, aces_high_law, campaign_pilot, likely, play

CAMPAIGNS = "campaigns"

VERIFIED = 10
"""One match in so many is saved and verified."""


def soak_match(what: str, number: int, folder: Path) -> Counter[str]:
    kept = number % VERIFIED == 0
    match = play(what, number, record=kept)
    assert match.result is not None
    if kept:
        _verify(record.save, match, folder / "match.jsonl")
    return Counter({"matches": 1, "decisions": match.decision, "verified": kept, f"ended {match.result.rule}": 1})


def _verify(save: Any, match: Match, file: Path) -> None:
    save(match, file)
    wrong = [check for check in record.verify(file, lambda name: TRIALS[name].ruleset) if not check.holds]
    assert not wrong, wrong


def soak_campaign(number: int, folder: Path) -> Counter[str]:
    """A campaign of 4 to 8 months, each month flown by pilots of one kind a side, and every month verified."""
    chance = Chance.of(number)
    months = chance.roll("months", 5) + 3
    optional = ("prisoners", "extra-pieces", "large-map", "error-correction")
    options = {name: True for name in optional if likely(chance, 33)}
    settings = {
        "start": later("1916-08", chance.roll("start", 30 - months) - 1),
        "months": months,
        "nation": chance.pick("nation", ("great-britain", "france", "usa")),
        "names": {side: list(names) for side, names in CALL_SIGNS.items()},
        "players": ["random", "random"],
        "options": options,
        "seed": number,
    }
    file = folder / f"campaign-{number}.jsonl"
    CampaignFile.begin(file, CampaignSettings.model_validate(settings), ACES_HIGH)
    pilots = [campaign_pilot(chance) for _ in SIDES]
    for month in range(months):
        outcome = CampaignFile.read(file).play_month(
            ACES_HIGH, lambda match, _: _fly(match, pilots, chance), trade="prisoners" in options and month % 2 == 1
        )
        played = CampaignFile.read(file).series.match_file(outcome.month)
        wrong = [check for check in record.verify(played, lambda _: ACES_HIGH) if not check.holds]
        assert not wrong, wrong
    found = CampaignFile.read(file)
    assert found.campaign.over
    assert not found.series.changed_files()
    for side in SIDES:
        earned = sum(flown.experience for m in found.campaign.months for flown in m.flown if flown.side == side)
        assert earned == found.campaign.squadrons[side].points
    return Counter({"campaigns": 1, "months": months, f"won by {found.campaign.winner}": 1})


def _fly(match: Match, pilots: list[Pilot], chance: Chance) -> None:
    while match.pending:
        aces_high_law(match)
        for seat in match.pending:
            pilots[seat](match, seat, chance)
    aces_high_law(match)


def soak(what: str, numbers: Iterable[int]) -> tuple[Counter[str], list[str]]:
    """Plays the matches (or campaigns) with these numbers; what was seen, and what went wrong."""
    seen: Counter[str] = Counter()
    wrong = []
    start = process_time()
    for number in numbers:
        with TemporaryDirectory() as folder:
            try:
                one = (
                    soak_campaign(number, Path(folder)) if what == CAMPAIGNS else soak_match(what, number, Path(folder))
                )
            except Exception:  # whatever it is, it is what we look for
                wrong.append(f"{what} {number}\n{traceback.format_exc(limit=-6)}")
            else:
                seen += one
    seen["cpu_milliseconds"] = round(1000 * (process_time() - start))
    return seen, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays many random matches and looks at each position of them.")
    parser.add_argument("what", choices=(*TRIALS, CAMPAIGNS))
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    end = wanted.first + wanted.matches
    size = 1 if wanted.what == CAMPAIGNS else LOT
    lots = [range(first, min(first + size, end)) for first in range(wanted.first, end, size)]
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with Progress() as progress, ProcessPoolExecutor(wanted.jobs) as pool:
        bar = progress.add_task(wanted.what, total=wanted.matches)
        for lot, (counted, errors) in zip(lots, pool.map(soak, [wanted.what] * len(lots), lots), strict=True):
            seen += counted
            wrong += errors
            progress.update(bar, advance=len(lot))
    if wanted.json:
        print(json.dumps({"seen": dict(sorted(seen.items())), "wrong": wrong}, indent=2))
    else:
        print(
            "\n".join(
                [
                    *wrong,
                    *(f"{count:>12,}  {name}" for name, count in sorted(seen.items())),
                    f"{len(wrong):>12,}  went wrong",
                ]
            )
        )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
