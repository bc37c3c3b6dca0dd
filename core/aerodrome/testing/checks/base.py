"""What checks are made of: the table of them, how one is run, and how they walk through a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from aerodrome import record
from aerodrome.canonical import digest
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.orders import Picks
from aerodrome.testing.cases import Case, Walk
from aerodrome.visibility import REFEREE, SPECTATOR

Body = Callable[[Case, Walk], None]


@dataclass(frozen=True)
class ConformanceCheck:
    """A check: ``body`` raises an `AssertionError` that says what is wrong. ``once``: one walk is enough."""

    name: str
    body: Body
    once: bool = False


CHECKS: dict[str, ConformanceCheck] = {}


def check(body: Body) -> Body:
    CHECKS[body.__name__] = ConformanceCheck(body.__name__, body)
    return body


def check_once(body: Body) -> Body:
    CHECKS[body.__name__] = ConformanceCheck(body.__name__, body, once=True)
    return body


def walks() -> st.SearchStrategy[Walk]:
    """Walks for hypothesis: short lists of choices shrink to readable matches."""
    return st.builds(Walk, st.integers(0, 2**32 - 1), st.lists(st.integers(0, 255), max_size=30))


def run_check(wanted: ConformanceCheck | str, case: Case, examples: int = 12) -> None:
    """Runs one check over several walks.

    Raises:
        AssertionError: the ruleset does not keep the law.
    """
    found = CHECKS[wanted] if isinstance(wanted, str) else wanted
    if found.once:
        _run(found, case, Walk(1))
        return
    failures: list[AssertionError] = []

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )
    @given(walks())
    def over_walks(walk: Walk) -> None:
        try:
            _run(found, case, walk)
        except AssertionError as error:
            error.add_note(f"in {walk!r}")
            failures.append(error)
            raise

    try:
        over_walks()
    except Exception:
        if failures:  # hypothesis has another error for what does not fail twice, and such are the ones we look for
            raise failures[0] from None
        raise


def _run(wanted: ConformanceCheck, case: Case, walk: Walk) -> None:
    """What the engine itself finds wrong with a ruleset is a failure too, whichever check came upon it."""
    try:
        wanted.body(case, walk)
    except AerodromeError as error:
        raise AssertionError(f"the engine refuses the ruleset: {error}") from error


def played(case: Case, walk: Walk, *, record: bool = True) -> Match:
    """A whole match."""
    match = case.match(walk, record=record)
    while match.pending:
        assert match.decision <= case.ruleset.LIMIT, f"no end after {case.ruleset.LIMIT} decisions"
        walk.decide(match)
    return match


def fingerprint(case: Case, walk: Walk) -> str:
    return digest(record.lines_of(played(case, walk.again())))


def seats(match: Match) -> range:
    return range(len(match.rules.seats))


def viewers(match: Match) -> tuple[int, ...]:
    return (SPECTATOR, REFEREE, *seats(match))


def drafted(match: Match, walk: Walk) -> dict[int, Picks]:
    """A complete order for each seat that is asked; the match itself is left alone."""
    scratch = match.clone()
    for seat in match.pending:
        walk.draft(scratch, seat)
    return {seat: scratch.picks(seat) for seat in match.pending}


def named(match: Match, viewer: int) -> str:
    return {SPECTATOR: "the spectator", REFEREE: "the referee"}.get(viewer) or match.rules.seats[viewer]
