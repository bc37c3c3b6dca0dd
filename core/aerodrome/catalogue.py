"""The rule catalogue of a ruleset: numbered clauses in our own words, which orders, events and tests cite."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.documents import read_yaml, validated
from aerodrome.errors import AerodromeError


class Example(BaseModel):
    """A worked case: a position and what must come of it."""

    model_config = ConfigDict(extra="forbid")
    given: str
    expect: str


class Clause(BaseModel):
    """One numbered rule.

    Attributes:
        id: such as ``BM-TAIL-03``; never reused.
        scope: ``core``, ``setup``, ``secrecy``, ``component``, ``scenario``, ``campaign`` or ``option:NAME``.
        section: where the rulebook treats it.
        rule: the rule in our own words.
        ruling: how we decide where the rulebook is silent or contradicts itself.
    """

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)
    id: str = Field(pattern=r"^[A-Z]{2,6}(-[A-Z0-9]+)+$")
    title: str
    scope: str = Field(pattern=r"^(core|setup|secrecy|component|scenario|campaign|option:[a-z0-9-]+)$")
    section: str
    rule: str
    ruling: str = ""
    examples: list[Example] = []


class CatalogueFile(BaseModel):
    """A catalogue as it is written. Everything but the clauses is for readers."""

    model_config = ConfigDict(extra="allow")
    ruleset: str
    title: str
    summary: str = ""
    clauses: list[Clause]


@dataclass(frozen=True)
class Catalogue:
    """All clauses of a ruleset, by id, in the order of the rulebook."""

    ruleset: str
    title: str
    clauses: dict[str, Clause]
    reference: dict[str, Any]

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Catalogue:
        document = read_yaml(path)
        written = validated(CatalogueFile, document)
        clauses: dict[str, Clause] = {}
        for index, clause in enumerate(written.clauses):
            if clause.id in clauses:
                raise AerodromeError(f"clause {clause.id} stands twice", where=document.where(("clauses", index, "id")))
            clauses[clause.id] = clause
        return cls(written.ruleset, written.title, clauses, dict(written.model_extra or {}))

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses.values())

    def __len__(self) -> int:
        return len(self.clauses)

    def __contains__(self, clause: object) -> bool:
        return clause in self.clauses

    def __getitem__(self, clause: str) -> Clause:
        found = self.clauses.get(clause)
        if found is None:
            raise AerodromeError(
                f"{self.ruleset} has no clause {clause!r}",
                remedy=f"list them with: aerodrome rules {self.ruleset}",
            )
        return found

    def scopes(self) -> dict[str, list[str]]:
        """Ids of the clauses by scope, scopes in the order in which they first appear."""
        scopes: dict[str, list[str]] = {}
        for clause in self:
            scopes.setdefault(clause.scope, []).append(clause.id)
        return scopes
