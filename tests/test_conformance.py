"""Every installed ruleset keeps the laws of the conformance kit."""

from aerodrome.testing import conformance_suite

test_conformance = conformance_suite()
