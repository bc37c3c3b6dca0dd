"""Blue Max keeps the laws of the kit in the cases that `cases_of` does not make: an option with a number, and six
planes with everything that the rulebook offers. Each option alone is among the cases of `test_conformance`."""

from __future__ import annotations

from aerodrome.testing import Case, cases_of, conformance_suite
from aerodrome_blue_max.ruleset import BlueMaxRuleset

RULESET = BlueMaxRuleset()
OPTIONAL_RULES = ("lewis", "observer", "altitude", "fuel")

test_a_round_limit_alone = conformance_suite(Case(RULESET, None, {"round-limit": 6}), examples=4)
test_six_planes = conformance_suite(Case(RULESET, "three-on-three", dict.fromkeys(OPTIONAL_RULES, True)), examples=2)
test_two_seaters = conformance_suite(Case(RULESET, "bristol-halberstadt"), examples=4)


def test_the_other_options_alone_are_among_the_usual_cases() -> None:
    usual = [dict(case.options) for case in cases_of(RULESET)]
    assert all({name: True} in usual for name in (*OPTIONAL_RULES, "written-orders"))
    assert {} in usual
    assert {*RULESET.option_fields()} == {*OPTIONAL_RULES, "written-orders", "round-limit"}
