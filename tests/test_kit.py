"""The conformance kit is tested itself: healthy toys pass every check, each broken one is caught by its check."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aerodrome import record
from aerodrome.match import Match
from aerodrome.record import Check, Recording, lines_of
from aerodrome.testing import CHECKS, Case, Walk, cases_of, conformance_suite, elsewhere, outside, run_check, visits
from aerodrome.testing.forgery import forgeries
from toys import BROKEN, HEALTHY, OPEN, Toy
from toys.healthy import Duel

ELSEWHERE = "independent_of_hash_order"
"""It starts processes, and so takes its time."""


@pytest.mark.parametrize("check", CHECKS)
def test_a_healthy_toy_passes_every_check(check: str) -> None:
    run_check(check, Case(HEALTHY, origin="toys.healthy:Toy"))


@pytest.mark.parametrize("check", [check for check in CHECKS if check != ELSEWHERE])
def test_a_toy_that_hides_nothing_passes_every_check(check: str) -> None:
    run_check(check, Case(OPEN, "pair", {"short": True}))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_toy_is_caught_by_the_check_that_is_named_for_it(name: str) -> None:
    broken = BROKEN[name]
    with pytest.raises(AssertionError) as caught:
        run_check(broken.check, Case(broken.toy, origin=broken.origin))
    assert broken.says in str(caught.value)


def test_a_process_that_dies_is_told_and_replaced() -> None:
    with pytest.raises(AssertionError, match="does not run in a process of its own:\nit ended with exit code"):
        run_check(ELSEWHERE, Case(HEALTHY, origin="os:abort"))
    run_check(ELSEWHERE, Case(HEALTHY, origin="toys.healthy:Toy"))


def test_every_check_catches_some_toy() -> None:
    proved = {broken.check for broken in BROKEN.values()}
    assert proved | {"tampered_logs_do_not_verify"} == set(CHECKS)


# ---- tampering: here it is the engine that may be broken


def believes_everything(*_: object) -> list[Check]:
    return []


def believes_every_chain(path: Path, *_: object) -> list[Check]:
    try:
        Recording.read(path)
    except Exception as error:
        return [Check("log", False, str(error))]
    return []


@pytest.mark.parametrize(
    ("verify", "says"),
    [(believes_everything, "changing one character"), (believes_every_chain, "a forged log with a new chain verifies")],
)
def test_an_engine_that_believes_a_changed_log_is_caught(
    monkeypatch: pytest.MonkeyPatch, verify: Callable[..., list[Check]], says: str
) -> None:
    monkeypatch.setattr(record, "verify", verify)
    with pytest.raises(AssertionError, match=says):
        run_check("tampered_logs_do_not_verify", Case(HEALTHY))


def test_an_engine_that_believes_a_changed_result_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "_check_result", lambda *_: Check("result", True, "fine"))
    with pytest.raises(AssertionError, match="a forged log with a new chain verifies"):
        run_check("tampered_logs_do_not_verify", Case(HEALTHY))


def finished(seed: int = 1) -> Match:
    walk = Walk(seed)
    match = Case(HEALTHY).match(walk)
    while match.pending:
        walk.decide(match)
    return match


def test_forgeries_differ_from_the_original_and_have_a_sound_chain(tmp_path: Path) -> None:
    lines = lines_of(finished())
    forged = list(forgeries(lines, Walk(2).below))
    assert len(forged) == 5
    for number, forgery in enumerate(forged):
        assert forgery != lines
        file = tmp_path / f"{number}.jsonl"
        file.write_text("\n".join(forgery) + "\n")
        Recording.read(file)


# ---- running a check


def test_a_failure_says_which_walk_came_to_it() -> None:
    with pytest.raises(AssertionError) as caught:
        run_check("views_leak_nothing", Case(BROKEN["leaks_through_the_view"].toy))
    (note,) = caught.value.__notes__
    assert note.startswith("in Walk(")
    walk = eval(note.removeprefix("in "), {"Walk": Walk})
    with pytest.raises(AssertionError):
        CHECKS["views_leak_nothing"].body(Case(BROKEN["leaks_through_the_view"].toy), walk)


def test_a_check_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        run_check("views_leak_something", Case(HEALTHY))


def test_an_error_of_the_ruleset_comes_out_as_it_is() -> None:
    class Crashing(Toy):
        def rounds(self, state: Duel) -> int:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_check("looking_changes_nothing", Case(Crashing()))


def test_the_suite_has_a_test_for_each_case_and_check() -> None:
    suite = conformance_suite(HEALTHY, Case(OPEN))
    marks: Any = suite.pytestmark  # type: ignore[attr-defined]
    by_name = {mark.args[0]: list(mark.args[1]) for mark in marks}
    assert [str(case) for case in by_name["case"]] == ["toy", "toy/short", "toy"]
    assert by_name["check"] == list(CHECKS.values())
    suite(case=by_name["case"][0], check=CHECKS["every_match_ends"])
    with pytest.raises(AssertionError):
        suite(case=Case(BROKEN["never_ends"].toy), check=CHECKS["every_match_ends"])


def test_cases_are_made_of_switches_and_of_the_largest_scenario() -> None:
    turned = HEALTHY.variant(scenarios=HEALTHY.scenarios[::-1])
    assert [str(case) for case in cases_of(turned)] == ["toy", "toy/short", "toy/trio"]


# ---- walks


def test_a_walk_can_be_repeated() -> None:
    walk = Walk(3, [1, 2])
    first = [walk.below(6) for _ in range(20)]
    assert first[:2] == [1, 2]
    again = walk.again()
    assert [again.below(6) for _ in range(20)] == first
    assert repr(walk) == "Walk(3, [1, 2])"


def test_visits_see_the_first_decisions_and_then_fewer() -> None:
    seen = [match.decision for match in visits(Case(HEALTHY), Walk(1))]
    assert seen == [1, 2, 3, 4, 5, 6]
    long = HEALTHY.variant(phases=BROKEN["never_ends"].toy.phases)
    seen = [match.decision for match in visits(Case(long), Walk(1), 20)]
    assert seen[:8] == list(range(1, 9))
    assert len(seen) == 20
    assert seen[-1] > 20


# ---- a process elsewhere


def asked(**changes: str) -> dict[str, Any]:
    return {"id": "toy", "origin": "", "class": "toys.healthy:Toy", "scenario": None, "options": {}, **changes}


def test_another_process_finds_the_ruleset_by_its_origin_or_its_class() -> None:
    assert type(elsewhere._ruleset(asked())) is Toy
    assert type(elsewhere._ruleset(asked(origin="toys.healthy:OpenToy"))) is type(OPEN)
    assert elsewhere._ruleset(asked(id="dogfight")).title == "DogFight"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"class": "toys.broken:leaks.<locals>.Gossip"}, "name an origin that does"),
        ({"origin": "no_such_module:Toy"}, "name an origin that does"),
        ({"id": "another"}, "name an origin that makes it"),
    ],
)
def test_a_ruleset_that_is_not_found_elsewhere_needs_an_origin(changes: dict[str, str], says: str) -> None:
    with pytest.raises(SystemExit, match=says):
        elsewhere._ruleset(asked(**changes))


# ---- the outside


def test_the_outside_is_put_back_after_it_was_changed() -> None:
    clock, state, profile = time.time, random.getstate(), sys.getprofile()
    with outside.clock(5.0):
        assert time.time() < time.time() < 100
        assert time.monotonic_ns() > 10**9
    with outside.generators(3):
        one = random.random()
    with outside.generators(3):
        assert random.random() == one
    outside.first_call(lambda: None, outside.uses_a_generator())
    assert time.time is clock
    assert random.getstate() == state
    assert sys.getprofile() is profile


def test_a_call_is_found_with_its_place() -> None:
    found = outside.first_call(lambda: random.random(), outside.uses_a_generator())
    assert found.startswith("Random.random is called in ")
    assert "test_kit" in found
    assert outside.first_call(lambda: time.time(), outside.uses_a_generator()) == ""


def test_only_the_rulesets_own_code_is_asked_about_clocks() -> None:
    own = Case(BROKEN["reads_the_clock"].toy)
    assert "toys.broken" in outside.first_call(lambda: played(own), outside.reads_a_clock(own.ruleset))
    assert outside.first_call(lambda: time.time(), outside.reads_a_clock(HEALTHY)) == ""


def played(case: Case) -> None:
    walk = Walk(1)
    match = case.match(walk)
    while match.pending:
        walk.decide(match)
