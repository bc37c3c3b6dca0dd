"""What can go wrong in a way that a person can mend, and how it is said.

Every message answers four questions: what is wrong, where (file, line or path), what was expected, what to do.
Refused orders come in three kinds, told apart by class: unreadable, not now, illegal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar


class AerodromeError(Exception):
    """Bad input of any kind. The command line prints it as one message and exits with 2."""

    def __init__(self, what: str, *, where: str = "", expected: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.expected = expected
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        if self.expected:
            text += f"\n  expected: {self.expected}"
        if self.remedy:
            text += f"\n  to mend it: {self.remedy}"
        return text

    def at(self, where: str) -> AerodromeError:
        """The same, with a place put before the one that it names itself."""
        place = f"{where}: {self.where}" if self.where else where
        return AerodromeError(self.what, where=place, expected=self.expected, remedy=self.remedy)


class RulesetError(AerodromeError):
    """A ruleset broke its own word: an undeclared edge, an endless loop, a clause that does not exist."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason against an order, with the clause that gives it."""

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]"


class Refusal(AerodromeError):
    """An order that was not taken. Nothing has changed, and nobody but the seat itself is told."""

    kind: ClassVar[str] = "refused"

    def __init__(self, what: str, *, clause: str, expected: str = "", remedy: str = "") -> None:
        self.clause = clause
        super().__init__(f"{what} [{clause}]", expected=expected, remedy=remedy)

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.clause,)


class Unreadable(Refusal):
    """The order is not in this ruleset's language."""

    kind = "unreadable"


class NotNow(Refusal):
    """The order comes too late, too early, twice, or from a seat that is not asked."""

    kind = "not now"


class Illegal(Refusal):
    """The order is understood and forbidden; all reasons that apply, and what would be legal."""

    kind = "illegal"

    def __init__(self, order: str, reasons: Iterable[Reason], legal: Iterable[str]) -> None:
        self.order = order
        self.reasons = tuple(reasons)
        self.legal = tuple(legal)
        why = "; ".join(reason.text for reason in self.reasons)
        cited = ", ".join(dict.fromkeys(reason.clause for reason in self.reasons))
        super().__init__(f"{order} is not legal: {why}", clause=cited, expected="one of " + ", ".join(self.legal))

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(reason.clause for reason in self.reasons))
