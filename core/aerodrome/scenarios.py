"""Scenarios: who sits where, what they fly, and what a ruleset wants to know besides. Files that people write."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from aerodrome.documents import Document, validated

ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"
"""How ids of rulesets, scenarios and seats are written."""

RESERVED = ("spectator", "referee", "you")
"""Names that mean a viewer or a person everywhere, and so can be no seat's."""


class SeatSpec(BaseModel):
    """One seat: who decides. ``team`` is the seat's own id when nothing else is said."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=ID)
    title: str = ""
    team: str = ""
    aircraft: tuple[str, ...] = ()

    @field_validator("id")
    @classmethod
    def _not_reserved(cls, name: str) -> str:
        if name in RESERVED:
            raise ValueError(f"a seat cannot be called {name!r}: the name is reserved")
        return name

    @property
    def side(self) -> str:
        return self.team or self.id


class Scenario(BaseModel):
    """A start of a match.

    Attributes:
        options: options that this scenario switches on, unless the players say otherwise.
        setup: what else the ruleset needs; it has its own model for that.
        clauses: clauses of the catalogue that the scenario comes from.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=ID)
    ruleset: str
    title: str
    summary: str = ""
    seats: tuple[SeatSpec, ...] = Field(min_length=1)
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    clauses: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _distinct_seats(self) -> Scenario:
        ids = [seat.id for seat in self.seats]
        if len(set(ids)) < len(ids):
            raise ValueError("two seats share an id")
        return self

    @classmethod
    def read(cls, document: Document) -> Scenario:
        return validated(cls, document)
