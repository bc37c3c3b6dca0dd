"""Every installed ruleset keeps the laws of the conformance kit."""

from aerodrome.testing import conformance_suite

test_conformance = conformance_suite(examples=5)  # there are 800 of these tests; an author's own suite walks 12
