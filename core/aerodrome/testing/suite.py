"""The checks as a pytest test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aerodrome.ruleset import Ruleset
from aerodrome.testing.cases import Case, cases_of, installed_cases
from aerodrome.testing.checks import CHECKS, ConformanceCheck, run_check


def conformance_suite(*subjects: Ruleset[Any] | Case, examples: int = 12) -> Callable[..., None]:
    """A test function with one test for each case and check.

    Args:
        subjects: rulesets or cases; without any, every installed ruleset.
        examples: walks a check.
    """
    cases = [
        found for subject in subjects for found in (cases_of(subject) if isinstance(subject, Ruleset) else [subject])
    ]
    chosen = cases if subjects else installed_cases()

    @pytest.mark.parametrize("check", CHECKS.values(), ids=list(CHECKS))
    @pytest.mark.parametrize("case", chosen, ids=str)
    def test_conformance(case: Case, check: ConformanceCheck) -> None:
        run_check(check, case, examples)

    return test_conformance
