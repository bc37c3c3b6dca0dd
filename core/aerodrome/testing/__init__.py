"""The conformance kit: what a plugin's author runs against his own ruleset.

One import and one line in a test module give every check for every ruleset that is installed::

    from aerodrome.testing import conformance_suite

    test_conformance = conformance_suite()

or for a ruleset at hand: ``conformance_suite(HighNoon())``. Each check is also a function of its own in `CHECKS`.
The kit needs pytest and hypothesis, which the extra ``testing`` brings.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from aerodrome.testing.cases import Case, Walk, cases_of, installed_cases, visits

if TYPE_CHECKING:
    from aerodrome.testing.checks import CHECKS, run_check, walks
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


def __getattr__(name: str) -> Any:
    """What needs pytest or hypothesis is imported when it is asked for: matches in other processes do without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "suite" if name == "conformance_suite" else "checks"
    return getattr(import_module(f"{__name__}.{home}"), name)
