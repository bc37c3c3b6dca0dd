"""Copies and files: what is cloned or saved is the match, and nobody can forge it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from aerodrome import record
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.testing import deep
from aerodrome.testing.cases import Case, Walk, visits
from aerodrome.testing.checks.base import (
    check,
    drafted,
    played,
)
from aerodrome.testing.forgery import forgeries
from aerodrome.visibility import REFEREE


@check
def clones_are_independent(case: Case, walk: Walk) -> None:
    """Playing one copy changes no other, and a copy plays on as its original does."""
    kept: list[tuple[Match, str]] = []
    for match in visits(case, walk, 16):
        for earlier, fingerprint in kept:
            assert deep.fingerprint(earlier) == fingerprint, "playing on changes an earlier clone"
        before = deep.fingerprint(match)
        copies = [match.clone(record=True), match.clone(record=True)]
        orders = drafted(match, walk)
        for copy in copies:
            assert deep.fingerprint(copy) == before, "a clone is not equal to its original"
            for seat in copy.pending:
                copy.order(seat, *orders[seat])
            assert deep.fingerprint(match) == before, "playing a clone changes its original"
        one, two = copies
        same = deep.fingerprint(one) == deep.fingerprint(two) and one.log(REFEREE) == two.log(REFEREE)
        assert same, "a copy plays on otherwise than its original: two clones, given the same orders, differ"
        kept.append((match.clone(), before))


@check
def saved_matches_come_back(case: Case, walk: Walk) -> None:
    """Saving, loading and saving again gives the same bytes, in the middle of a match, with sealed orders and with
    drafts, and at its end; the end verifies."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        stops = {1, 2 + walk.below(20)}
        match = case.match(walk)
        step = 0
        while match.pending:
            step += 1
            if step in stops:
                _begin_orders(match, walk)
                _saved_and_loaded(case, match, file)
            walk.decide(match)
        _saved_and_loaded(case, match, file)
        failed = [found for found in record.verify(file, finder(case)) if not found.holds]
        assert not failed, f"a finished match does not verify: {failed[0].name}: {failed[0].detail}"


def _begin_orders(match: Match, walk: Walk) -> None:
    """The first seat seals, if others are asked as well; the next one drafts a pick."""
    if len(match.pending) > 1:
        walk.order(match, match.pending[0])
    seat = match.pending[0]
    match.pick(seat, walk.one_of(match.options(seat)))


def finder(case: Case) -> record.FindRuleset:
    return lambda _: case.ruleset


def _saved_and_loaded(case: Case, match: Match, file: Path) -> None:
    record.save(match, file)
    try:
        again = record.load(file, finder(case))
    except AerodromeError as error:
        raise AssertionError(f"a saved match does not load: {error}") from None
    assert record.lines_of(again) == record.lines_of(match), "a loaded match saves to other bytes"


@check
def tampered_logs_do_not_verify(case: Case, walk: Walk) -> None:
    """A changed order, event, secret or result is found, even when the chain of the file is made anew."""
    match = played(case, walk)
    lines = record.lines_of(match)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        number = walk.below(len(lines))
        at = walk.below(len(lines[number]) - 1)
        old = lines[number][at]
        new = "0" if old != "0" else "1"
        changed = [*lines[:number], lines[number][:at] + new + lines[number][at + 1 :], *lines[number + 1 :]]
        file.write_text("\n".join(changed) + "\n", encoding="utf-8")
        assert not _verifies(case, file), f"changing one character of line {number + 1} is not found"
        for forged in forgeries(lines, walk.below):
            file.write_text("\n".join(forged) + "\n", encoding="utf-8")
            assert not _verifies(case, file), "a forged log with a new chain verifies"


def _verifies(case: Case, file: Path) -> bool:
    return all(found.holds for found in record.verify(file, finder(case)))
