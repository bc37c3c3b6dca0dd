"""What scenario files say beyond seats: ranks, missions, and for a campaign month the two squadrons."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from aerodrome.ruleset import Options
from aerodrome_aces_high.aircraft import Pedigree
from aerodrome_aces_high.vocabulary import NAMELESS

RankName = Literal["rookie", "veteran", "ace"]
SideName = Literal["central", "allies"]
MissionName = Literal["observation", "bombing", "strafing", "balloon", "hunting"]
NationName = Literal["great-britain", "france", "usa"]

MOST_LETTERS = 60


def _as_a_name(name: str) -> str:
    if not 0 < len(name) <= MOST_LETTERS or not name.isprintable() or name != name.strip():
        shown = name if len(name) <= MOST_LETTERS else name[:MOST_LETTERS] + "..."
        raise ValueError(f"{shown!r} is no name: 1 to {MOST_LETTERS} letters in one line, no space around them")
    return name


PersonName = Annotated[str, AfterValidator(_as_a_name)]
AcquiredCard = Annotated[int, Field(ge=30, le=44)]
"""An aerobatic card by its number."""

MONTH_PATTERN = r"^19(16-(08|09|1[0-2])|1[78]-(0[1-9]|1[0-2]))$"
"""August 1916 to December 1918 (AH-CAMP-01)."""


class AcesOptions(Options):
    """Options of Aces High."""

    error_correction: bool = Field(default=False, description="play errors are accepted and corrected with penalties")
    prisoners: bool = Field(default=False, description="crews that come down behind enemy lines are prisoners")
    scenario_mission: bool = Field(default=False, description="play the mission printed with the scenario")
    large_map: bool = Field(default=False, description="a second map joined along the long side")
    multi_aircraft: bool = Field(default=False, description="a player may fly several aircraft")
    extra_pieces: bool = Field(default=False, description="more than four aircraft, types more than once")
    campaign: bool = Field(default=False, description="the match is one month of a campaign")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CrewMember(_Strict):
    """One of the squadron for this month.

    Attributes:
        fit: false for the injured and for prisoners (AH-CAMP-07).
        acquired: aerobatic cards that he keeps against the sheet; no rule gives any, house rules may (AH-SETUP-07).
    """

    name: PersonName
    rank: RankName = "rookie"
    fit: bool = True
    acquired: tuple[AcquiredCard, ...] = ()


class SquadronSetup(_Strict):
    """A side's squadron for one month (AH-CAMP-05); ``missions`` are those that it may still choose (AH-MISS-03)."""

    pilots: tuple[CrewMember, ...] = Field(min_length=3, max_length=3)
    observers: tuple[CrewMember, ...] = Field(min_length=2, max_length=2)
    missions: tuple[MissionName, ...] = ("observation", "bombing", "strafing", "balloon", "hunting")

    @model_validator(mode="after")
    def _everybody_has_a_name(self) -> SquadronSetup:
        names = [member.name for member in (*self.pilots, *self.observers)]
        if len(set(names)) < len(names) or NAMELESS in names:
            raise ValueError(f"the five need names of their own, and none is called {NAMELESS!r} (AH-CAMP-05)")
        return self


class MonthSetup(_Strict):
    """One month of a campaign."""

    month: str = Field(pattern=MONTH_PATTERN)
    nation: NationName
    squadrons: dict[SideName, SquadronSetup]


class AcesSetup(_Strict):
    """The ``setup`` of a scenario.

    Attributes:
        ranks: by seat, or by aircraft where a seat has several; rookie when nothing is said (AH-SCEN-02).
        missions: printed optional missions by side (AH-SCEN-03).
        month: for a campaign month; seats then bring no aircraft.
    """

    ranks: dict[str, RankName] = {}
    missions: dict[SideName, MissionName] = {}
    month: MonthSetup | None = None


def _ids(value: object) -> object:
    return value.split() if isinstance(value, str) else value


Ids = Annotated[list[str], BeforeValidator(_ids)]


class AvailabilityRow(BaseModel):
    """The aircraft that enter service in a month, by nation (Appendix A, AH-AVAIL-02). ``id`` is the month."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=MONTH_PATTERN)
    great_britain: Ids = []
    france: Ids = []
    usa: Ids = []
    central: Ids = []
    pedigree: Pedigree
    source: str
