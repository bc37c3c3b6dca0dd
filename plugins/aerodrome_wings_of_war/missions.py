"""What a scenario file of Wings of War says: table, airplanes, start places, target, task, scoring (WW-MISS)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.documents import Document, read_yaml, validated
from aerodrome.errors import AerodromeError
from aerodrome.geometry.table import TOLERANCE, Base, Motion, Pose, Table
from aerodrome.scenarios import Scenario
from aerodrome_wings_of_war.cards import BASE, Letter
from aerodrome_wings_of_war.vocabulary import STRIP_LENGTH, STRIP_WIDTH

FOLDER = Path(__file__).parent / "scenarios"
FIRST = "duel-over-the-trenches"
"""The standard scenario: mission 1, a two-plane duel."""


NOBODY = {"hold", "none"}
"""What orders say in place of an airplane."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Place(_Strict):
    """A place on the table in cm from its south-west corner; headings counter-clockwise from east."""

    x_cm: float
    y_cm: float
    heading: float = 90.0

    @property
    def pose(self) -> Pose:
        return Pose(10 * self.x_cm, 10 * self.y_cm, self.heading % 360.0)


class PlaneSetup(_Strict):
    """One airplane of a mission. Gun letters are given where they differ from the type's (WW-MISS-05)."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    seat: str
    aircraft: str
    pilot: str = ""
    front_gun: Letter | None = None
    rear_gun: Letter | None = None
    start: Literal["middle", "half-ruler", "left-corner", "right-corner", "strip"] | Place = "middle"


class TargetSetup(_Strict):
    """A target card in front of the middle of a side: from its edge to the centre of the card (WW-MISS-42)."""

    front_of: str
    distance_cm: float = Field(gt=0)


class TaskSetup(_Strict):
    """What one airplane has to do with the target card."""

    kind: Literal["photograph", "bombing"]
    plane: str
    needs_observer: bool = True
    points: int = Field(default=2, description="at once for bombs, on coming home for a photograph")


class StripSetup(Place):
    """The landing strip (WW-LAND-01): its centre, its direction, its size."""

    heading: float = 0.0
    length_cm: float = Field(default=STRIP_LENGTH / 10, ge=27)
    width_cm: float = Field(default=STRIP_WIDTH / 10, ge=9)


class Checked(_Strict):
    """A side whose ammunition is checked: crosses of this colour do not jam its guns (WW-MISS-33)."""

    team: str
    colour: Literal["green", "red"] = "green"


class MissionSetup(_Strict):
    """The ``setup`` of a scenario. The first team sits south, the second north."""

    width_cm: float = Field(default=70, ge=30, le=1000, description="along the sides")
    distance_cm: float = Field(default=90, ge=30, le=1000, description="from side to side")
    planes: tuple[PlaneSetup, ...] = Field(min_length=2)
    scoring: Literal["duel", "points", "last-side"] = "last-side"
    target: TargetSetup | None = None
    task: TaskSetup | None = None
    checked: Checked | None = None
    strip: StripSetup | None = None
    required: tuple[str, ...] = ()


@dataclass(frozen=True)
class Strip:
    """A landing strip ready for play."""

    pose: Pose
    base: Base

    def holds(self, x: float, y: float) -> bool:
        """Whether a base centre is on the strip, its edge included."""
        return self.base.covers(self.pose, x, y)


def read_setup(scenario: Scenario) -> MissionSetup:
    """The scenario's setup, checked against its seats.

    Raises:
        AerodromeError: it does not fit.
    """
    setup = validated(MissionSetup, Document(f"scenario {scenario.id}", dict(scenario.setup)))
    seats = [seat.id for seat in scenario.seats]
    teams = list(dict.fromkeys(seat.side for seat in scenario.seats))
    where = f"scenario {scenario.id}"
    if len(teams) != 2:
        raise AerodromeError(f"{len(teams)} teams", where=where, expected="two teams (WW-SETUP-03)")
    names = [plane.id for plane in setup.planes]
    if len(set(names)) < len(names):
        raise AerodromeError("two airplanes share an id", where=where)
    for name in NOBODY & set(names):
        raise AerodromeError(f"an airplane cannot be called {name!r}: orders say so for nobody", where=where)
    for plane in setup.planes:
        if plane.seat not in seats:
            raise AerodromeError(f"{plane.id} belongs to {plane.seat!r}", where=where, expected=_one_of(seats))
    idle = [seat for seat in seats if all(plane.seat != seat for plane in setup.planes)]
    if idle:
        raise AerodromeError(f"{idle[0]} has no airplane", where=where, expected="one or more a seat (WW-SETUP-02)")
    if setup.task and (setup.target is None or setup.task.plane not in names):
        raise AerodromeError("a task needs a target card and an airplane", where=where)
    if setup.checked and setup.checked.team not in teams:
        raise AerodromeError(f"there is no side {setup.checked.team!r}", where=where, expected=_one_of(teams))
    if setup.target and setup.target.distance_cm > setup.distance_cm:
        raise AerodromeError(
            "the target card lies off the table (WW-MISS-42)", where=where, expected=f"at most {setup.distance_cm:g} cm"
        )
    table = Table(10 * setup.width_cm, 10 * setup.distance_cm)
    if setup.strip and not table.holds(*setup.strip.pose[:2]):
        raise AerodromeError("the landing strip lies off the table (WW-LAND-01)", where=where)
    return setup


def _one_of(names: Sequence[str]) -> str:
    return "one of " + ", ".join(names)


def scenarios() -> tuple[Scenario, ...]:
    """The scenario files of this plugin, the standard one first."""
    found = [Scenario.read(read_yaml(file)) for file in sorted(FOLDER.glob("*.yaml"))]
    return tuple(sorted(found, key=lambda scenario: scenario.id != FIRST))


def strip_of(setup: MissionSetup) -> Strip:
    """The strip of a mission; without one of its own, in the middle of the table, lying along the sides."""
    strip = setup.strip or StripSetup(x_cm=setup.width_cm / 2, y_cm=setup.distance_cm / 2)
    return Strip(strip.pose, Base(10 * strip.length_cm, 10 * strip.width_cm))


def target_of(setup: MissionSetup, teams: Sequence[str]) -> Pose | None:
    """The centre of the target card, its long side along the edge."""
    if setup.target is None:
        return None
    if setup.target.front_of not in teams:
        raise AerodromeError(f"there is no side {setup.target.front_of!r}", expected=_one_of(teams))
    south = setup.target.front_of == teams[0]
    y = setup.target.distance_cm if south else setup.distance_cm - setup.target.distance_cm
    return Pose(5 * setup.width_cm, 10 * y, 0.0)


# ---- tasks

TARGET = BASE
"""The target card is as large as a maneuver card; it lies with its long side along the edge."""


def target_distance(target: Pose, pose: Pose) -> float:
    """From a base centre to the nearest point of the target card (WW-MISS-43)."""
    return TARGET.distance(target, pose.x, pose.y)


def succeeds(task: TaskSetup, target: Pose, start: Pose, end: Pose, *, stall: bool, half: float) -> bool:
    """Whether a card flown from ``start`` to ``end`` does the task; ``stall`` says whether it is one (WW-MISS-43)."""
    if task.kind == "photograph":
        return stall and target_distance(target, start) <= half + TOLERANCE
    return bombs(target, start, end)


def bombs(target: Pose, start: Pose, end: Pose) -> bool:
    """Whether the base at the end, or the maneuver card it flew, covers the centre of the target (WW-MISS-63)."""
    card = start.moved(Motion(BASE.length, 0.0, 0.0))
    return BASE.covers(end, target.x, target.y) or BASE.covers(card, target.x, target.y)


# ---- start places (WW-MISS-04, WW-SETUP-08)

Starts = tuple[tuple[str, Pose], ...]
"""Names and poses among which an owner chooses; the first is the default."""

STEP = 25.0
"""Millimetres between the lateral places that an owner is offered."""

ALONE = ((50.0, 34.0), (26.0, 34.0), (78.0, 34.0), (26.0, 60.0), (50.0, 60.0), (78.0, 60.0), (26.0, 90.0))
FIRST_OF_TWO = ((26.0, 34.0), (26.0, 60.0), (26.0, 90.0))
SECOND_OF_TWO = ((78.0, 34.0), (78.0, 60.0))


def start_places(
    setup: MissionSetup, plane: PlaneSetup, team: int, mates: Sequence[PlaneSetup], ruler: float
) -> Starts:
    """Where ``plane`` may start. ``mates`` are the airplanes of its team that start in the same way, and itself."""
    table = Table(10 * setup.width_cm, 10 * setup.distance_cm)
    place, index, count = plane.start, list(mates).index(plane), len(mates)
    if isinstance(place, Place):
        return (("default", place.pose),)
    if place == "strip":
        return _on_the_strip(strip_of(setup), index, count)
    if place == "middle":
        spots = [("default", (index - (count - 1) / 2) * 2 * BASE.width, BASE.half_length)]
    elif place == "half-ruler":
        spots = _lane(table.width, index, count, ruler / 2)
        if not spots:
            raise AerodromeError(
                f"{count} airplanes do not fit beside each other (WW-MISS-04)",
                where="width_cm",
                expected=f"at most {int(table.width // BASE.width)} on {setup.width_cm:g} cm",
            )
    elif count > 2:
        raise AerodromeError(f"{count} airplanes do not fit into one corner (WW-MISS-04)", expected="at most 2")
    else:
        sign = -1.0 if place == "left-corner" else 1.0
        corner = ALONE if count == 1 else FIRST_OF_TWO if index == 0 else SECOND_OF_TWO
        scale = min(1.0, ruler / 200.0)
        spots = [
            (
                _spot_name(n),
                sign * (table.width / 2 - max(x * scale, BASE.half_width)),
                max(y * scale, BASE.half_length),
            )
            for n, (x, y) in enumerate(corner)
        ]
    return tuple((name, _from_own_side(table, team, right, up)) for name, right, up in spots)


def _spot_name(number: int) -> str:
    return f"spot-{number + 1}" if number else "default"


def _from_own_side(table: Table, team: int, right: float, up: float) -> Pose:
    """A place seen from the own side: to the right of its middle, and so far from its edge."""
    if team == 0:
        return Pose(table.width / 2 + right, up, 90.0)
    return Pose(table.width / 2 - right, table.depth - up, 270.0)


def _lane(width: float, index: int, count: int, up: float) -> list[tuple[str, float, float]]:
    """Evenly spaced; an owner may shift within his own lane, so that no two bases can overlap."""
    middle = width * ((index + 0.5) / count - 0.5)
    shifts = _shifts(width / count / 2 - BASE.half_width)
    return [(_shift_name(n, "right", "left"), middle + n * STEP, up) for n in shifts]


def _shifts(room: float) -> list[int]:
    """Steps one way and the other for which there is room, the shortest first."""
    steps = int(room // STEP)
    return sorted(range(-steps, steps + 1), key=lambda n: (abs(n), n < 0))


def _shift_name(steps: int, one: str, other: str) -> str:
    if steps == 0:
        return "default"
    return f"{one if steps > 0 else other}-{abs(steps) * STEP / 10:g}".replace(".", "-")


def _on_the_strip(strip: Strip, index: int, count: int) -> Starts:
    """In line on the runway, each in its own part of it, pointing along it one way or the other (WW-TAKE-01)."""
    room = strip.base.length / count
    if room < BASE.length:
        most = int(strip.base.length // BASE.length)
        raise AerodromeError(f"{count} airplanes do not fit on the landing strip", expected=f"at most {most}")
    middle = room * (index + 0.5) - strip.base.half_length
    found = []
    for turn in (0.0, 180.0):
        for steps in _shifts(room / 2 - BASE.half_length):
            name = _shift_name(steps, "ahead", "back")
            there = strip.pose.moved(Motion(middle + steps * STEP, 0.0, turn))
            found.append((("reversed" if name == "default" else f"reversed-{name}") if turn else name, there))
    return tuple(found)
