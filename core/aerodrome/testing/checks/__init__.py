"""The checks. Each is a law that every ruleset keeps; its name says what it catches."""

from aerodrome.testing.checks import copies, ordering, repetition, secrecy, telling
from aerodrome.testing.checks.base import CHECKS, ConformanceCheck, run_check, walks

__all__ = ["CHECKS", "ConformanceCheck", "copies", "ordering", "repetition", "run_check", "secrecy", "telling", "walks"]
