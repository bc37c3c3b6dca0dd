"""The conformance kit: what a plugin's author runs against his own ruleset.

One import and one line in a test module give every check for every ruleset that is installed::

    from aerodrome.testing import conformance_suite

    test_conformance = conformance_suite()

or for a ruleset at hand: ``conformance_suite(HighNoon())``. Each check is also a function of its own in `CHECKS`.
The kit needs pytest and hypothesis, which the extra ``testing`` brings.
"""

from aerodrome.testing.cases import Case, Walk, cases_of, installed_cases, visits, walks
from aerodrome.testing.checks import CHECKS, run_check
from aerodrome.testing.suite import conformance_suite

__all__ = [
    "CHECKS",
    "Case",
    "Walk",
    "cases_of",
    "conformance_suite",
    "installed_cases",
    "run_check",
    "visits",
    "walks",
]
