"""The shared register of aircraft: one id for a type in every ruleset, with history and sources.

A Fokker Dr.I is ``fokker-dr-i`` everywhere; that is what lets people compare systems.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from aerodrome.documents import read_table
from aerodrome.errors import AerodromeError

REGISTER = Path(__file__).parent / "data" / "aircraft.csv"


def _split(value: object) -> object:
    return [word.strip() for word in value.split(";")] if isinstance(value, str) else value


Words = Annotated[list[str], BeforeValidator(_split)]


class Aircraft(BaseModel):
    """One type. Speeds in km/h, lengths in m, areas in m², masses in kg, power in hp, times in minutes or hours.

    ``approx`` names the columns whose figure is an estimate, ``second_values`` what other sources give.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    name: str
    side: Literal["Entente", "Central"]
    nation: str
    role: str
    crew: int = Field(ge=1, le=5)
    wings: int = Field(ge=1, le=3)
    max_speed_kmh: float | None = None
    speed_at_alt_m: float | None = None
    climb_to_m: float | None = None
    climb_time_min: float | None = None
    climb_rate_m_min: float | None = None
    ceiling_m: float | None = None
    endurance_h: float | None = None
    range_km: float | None = None
    wing_area_m2: float | None = None
    loaded_kg: float | None = None
    wing_loading_kg_m2: float | None = None
    power_loading_kg_hp: float | None = None
    mean_chord_m: float | None = None
    climb_mean_m_min: float | None = None
    empty_kg: float | None = None
    engine: str = ""
    power_hp: float | None = None
    engine_type: str = ""
    fwd_guns: int = Field(default=0, ge=0)
    rear_guns: int = Field(default=0, ge=0)
    fwd_lewis: int = Field(default=0, ge=0)
    rear_lewis: int = Field(default=0, ge=0)
    armament: str = ""
    length_m: float | None = None
    span_m: float | None = None
    entry_month: str = Field(default="", pattern=r"^(\d{4}(-\d{2})?)?$")
    in_rulebooks: Words = []
    approx: Words = []
    second_values: str = ""
    source: str
    second_source: str = ""


@cache
def register() -> dict[str, Aircraft]:
    """All known types by id."""
    return {row.id: row for row in read_table(REGISTER, Aircraft)}


def aircraft(type_id: str) -> Aircraft:
    """The type behind an id.

    Raises:
        AerodromeError: the register has no such id.
    """
    found = register().get(type_id)
    if found is None:
        raise AerodromeError(
            f"the register has no aircraft {type_id!r}", expected="an id such as fokker-dr-i or sopwith-camel"
        )
    return found
