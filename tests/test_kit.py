"""The conformance kit is tested itself: a healthy toy passes every check, each broken one is caught by its check."""

from __future__ import annotations

import pytest

from aerodrome.testing import CHECKS, Case, run_check
from toys import BROKEN, HEALTHY, OPEN


HEALTHY_CASES = [
    Case(HEALTHY, origin="toys.healthy:Toy"),
    Case(HEALTHY, "pair", {"short": True}),
    Case(OPEN),
]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("case", HEALTHY_CASES, ids=["trio", "pair", "open"])
def test_a_healthy_toy_passes_every_check(check: str, case: Case) -> None:
    run_check(check, case)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_toy_is_caught_by_the_check_that_is_named_for_it(name: str) -> None:
    broken = BROKEN[name]
    with pytest.raises(AssertionError) as caught:
        run_check(broken.check, Case(broken.toy, origin=broken.origin))
    assert broken.says in str(caught.value)


def test_every_check_catches_some_toy() -> None:
    proved = {broken.check for broken in BROKEN.values()}
    assert proved | {"tampered_logs_do_not_verify"} == set(CHECKS)
