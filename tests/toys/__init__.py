"""A small healthy ruleset, and relatives of it that each break one law: the conformance kit is tried on them."""

from toys.broken import BROKEN
from toys.broken.base import Broken, with_decision, with_phase
from toys.healthy import HEALTHY, OPEN, Toy

__all__ = ["BROKEN", "HEALTHY", "OPEN", "Broken", "Toy", "with_decision", "with_phase"]
