"""Positions of Blue Max as situation files write them (``docs/situations-blue-max.md`` describes each field)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.ruleset import Position
from aerodrome_blue_max.vocabulary import (
    AMMUNITION,
    TOP_LEVEL,
)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AimPosition(_Strict):
    """The last shot of a mounting: whom at, how long, in which round (left out: the round before)."""

    target: str
    burst: Literal["short", "medium", "long"] = "short"
    round: int | None = Field(default=None, ge=1)


class OrderPosition(_Strict):
    """A fire order."""

    target: str
    burst: Literal["short", "medium", "long"] = "short"


class PlanePosition(_Strict):
    """One plane and its sheet. Rounds are numbers of rounds, 0 means never."""

    aircraft: str | None = Field(default=None, description="type of plane; left out: as in the scenario")
    at: str | None = Field(default=None, description="code of the hex; left out: the middle of the own border")
    facing: int | None = Field(default=None, ge=0, le=5, description="direction of the nose, clockwise from north")
    level: int | None = Field(default=None, ge=1, le=TOP_LEVEL, description="altitude; left out: the maximum")
    last: str | None = Field(default=None, description="maneuver performed last; left out: the starting maneuver")
    written: str | None = Field(default=None, description="maneuver written, for the phases planning and movement")
    token: Literal["stable", "climb", "dive", "land"] = "stable"
    reload: Literal["", "pilot", "observer", "both"] = ""
    spinning: bool = False
    doomed: bool = Field(default=False, description="the spin is unrecoverable")
    stalled: bool = False
    flame: Literal["none", "smoke", "fire"] = "none"
    observer_killed: bool = False
    pilot_killed: bool = False
    wings: int = Field(default=0, ge=0, description="boxes marked")
    tail: int = Field(default=0, ge=0)
    fuselage: int = Field(default=0, ge=0)
    engine: int = Field(default=0, ge=0)
    wings_torn_blue: bool = False
    wings_torn_red: bool = False
    engine_hit: bool = False
    guns: int | None = Field(default=None, ge=0, description="working guns of the pilot; left out: all")
    jammed: bool = Field(default=False, description="the pilot's guns are jammed")
    rear_jammed: bool = Field(default=False, description="the observer's guns are jammed")
    doubt: bool = Field(default=False, description="for all that is public the pilot's guns may be jammed")
    rear_doubt: bool = False
    straight_round: int = Field(default=0, ge=0, description="round in which a pilot's injury binds to straights")
    slower_round: int = Field(default=0, ge=0, description="round in which it binds to a lower speed")
    rudder: Literal["free", "right", "left"] = "free"
    rudder_until: int = Field(default=0, ge=0, description="last round of a stuck rudder")
    observer_out_until: int = Field(default=0, ge=0, description="last round of an observer's injury")
    fuel: int | None = Field(default=None, ge=0, description="fuel left; left out: all")
    dry: int = Field(default=0, ge=0, description="round in which the reserve emptied")
    glide_until: int = Field(default=0, ge=0, description="last round of the glide without fuel")
    deadline: int = Field(default=0, ge=0, description="round at whose end a dead engine brings the plane down")
    ammunition: int | None = Field(default=None, ge=0, le=AMMUNITION)
    rear_ammunition: int | None = Field(default=None, ge=0, le=AMMUNITION)
    reloaded: int = Field(default=0, ge=0, description="round of the pilot's last reload")
    rear_reloaded: int = Field(default=0, ge=0)
    aim: AimPosition | None = None
    rear_aim: AimPosition | None = None
    aiming: OrderPosition | None = Field(default=None, description="the pilot's fire order, for combat-observers")
    due: Literal["climb", "dive"] | None = Field(default=None, description="token that a burst obliges to")
    due_round: int | None = Field(default=None, ge=1, description="when it is due; left out: this round")
    tails: str | None = Field(default=None, description="whom it tails, where it could be several; for planning")
    burned: int = Field(default=0, ge=0)
    hits: list[str] = Field(default=[], description="dice that hit, such as 'B red'")
    held: list[str] = Field(default=[], description="cards drawn and not yet marked, such as 'B-05 red'")
    drawn: list[str] = Field(default=[], description="cards drawn and marked")
    lost: str | None = Field(default=None, description="why the plane has left play, such as 'left the map'")


class BlueMaxPosition(Position):
    """A position of Blue Max. What is left out is as in a fresh match."""

    round: int = Field(default=1, ge=1)
    borders: dict[Literal["allies", "central"], str] = {}
    planes: dict[str, PlanePosition] = {}
    wave: int = Field(default=0, ge=0, description="the planning wave that is open")
    decks: dict[Literal["A", "B", "C", "D"], list[str]] = Field(
        default={}, description="the cards left in a deck; the others lie on its discard"
    )
