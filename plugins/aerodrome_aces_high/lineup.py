"""From a scenario to the aircraft and sides of a match, with the limits of 2.7, 3.0 and 3.1."""

from __future__ import annotations

from collections.abc import Sequence

from aerodrome.documents import Document, validated
from aerodrome.errors import AerodromeError
from aerodrome.scenarios import Scenario
from aerodrome_aces_high.aircraft import AircraftType
from aerodrome_aces_high.rules import CampaignMonth, CrewRow, PlaneSpec
from aerodrome_aces_high.setup import AcesOptions, AcesSetup, AvailabilityRow, CrewMember, MonthSetup
from aerodrome_aces_high.vocabulary import (
    ALLIES,
    BOMBING,
    CENTRAL,
    MISSIONS,
    NATIONS,
    OBSERVATION,
    RANKS,
    SIDES,
    STRAFING,
)

MOST_AIRCRAFT, MOST_WITH_EXTRA_PIECES = 4, 8  # AH-COMP-05, AH-COMP-06


def read_setup(scenario: Scenario, options: AcesOptions) -> AcesSetup:
    """The scenario's setup, checked against the options.

    Raises:
        AerodromeError: options that exclude each other or that the scenario cannot serve.
    """
    where = f"scenario {scenario.id}"
    setup = validated(AcesSetup, Document(where, dict(scenario.setup)))
    if options.campaign and options.scenario_mission:
        raise AerodromeError("campaign and scenario-mission exclude each other (AH-OPT-04)", where=where)
    if options.prisoners and not options.campaign:
        raise AerodromeError("prisoners needs a campaign (AH-OPT-05)", where=where)
    if options.campaign != (setup.month is not None):
        raise AerodromeError(
            "the option campaign goes with a scenario that is a month of a campaign, and only with one",
            where=where,
            remedy="such scenarios are written by: aerodrome campaign",
        )
    if setup.month is not None and (setup.ranks or setup.missions or any(seat.aircraft for seat in scenario.seats)):
        raise AerodromeError(
            "a month of a campaign has squadrons; aircraft, ranks and missions are chosen in play (AH-CAMP-08)",
            where=where,
            remedy="leave out the aircraft of the seats, ranks and missions",
        )
    if options.scenario_mission and not setup.missions:
        raise AerodromeError("this scenario has no printed mission (AH-SCEN-03)", where=where)
    return setup


def seat_sides(scenario: Scenario) -> tuple[int, ...]:
    """By seat, its side (AH-SETUP-01).

    Raises:
        AerodromeError: a seat's team is neither side, or a side has no seat.
    """
    for seat in scenario.seats:
        if seat.side not in SIDES:
            raise AerodromeError(
                f"seat {seat.id!r} belongs to {seat.side!r}",
                where=f"scenario {scenario.id}",
                expected="team: central or team: allies (AH-SETUP-01)",
            )
    sides = tuple(SIDES.index(seat.side) for seat in scenario.seats)
    if set(sides) != {CENTRAL, ALLIES}:
        raise AerodromeError("both sides need a seat (AH-SETUP-01, AH-SETUP-02)", where=f"scenario {scenario.id}")
    return sides


def plane_specs(
    scenario: Scenario, setup: AcesSetup, options: AcesOptions, types: Sequence[AircraftType]
) -> tuple[PlaneSpec, ...]:
    """The aircraft of a dogfight.

    Raises:
        AerodromeError: too many aircraft, one of the other side, one twice, several for a seat without the option.
    """
    where = f"scenario {scenario.id}"
    sides = seat_sides(scenario)
    specs: list[PlaneSpec] = []
    ranks = dict(setup.ranks)
    for number, seat in enumerate(scenario.seats):
        if not seat.aircraft:
            raise AerodromeError(f"seat {seat.id!r} has no aircraft (AH-SETUP-04)", where=where)
        if len(seat.aircraft) > 1 and not options.multi_aircraft:
            raise AerodromeError(
                f"seat {seat.id!r} flies several aircraft (AH-SETUP-18)",
                where=where,
                remedy="switch the option multi-aircraft on",
            )
        for at, name in enumerate(seat.aircraft, 1):
            plane = seat.id if len(seat.aircraft) == 1 else f"{seat.id}-{at}"
            found = _own_type(types, name, sides[number], seat.id, where)
            rank = ranks.pop(plane, None) or setup.ranks.get(seat.id, "rookie")
            specs.append(PlaneSpec(plane, number, found, RANKS.index(rank)))
        ranks.pop(seat.id, None)
    if ranks:
        raise AerodromeError(f"ranks names {', '.join(ranks)}, which is no seat and no aircraft", where=where)
    _check_number(specs, sides, options, where)
    if options.scenario_mission:
        _check_missions(specs, sides, setup, where)
    return tuple(specs)


def _check_missions(specs: Sequence[PlaneSpec], sides: Sequence[int], setup: AcesSetup, where: str) -> None:
    """Somebody can fly the mission; the others escort him (AH-MISS-02, AH-SCEN-04)."""
    for side, mission in setup.missions.items():
        own = [spec.aircraft for spec in specs if SIDES[sides[spec.seat]] == side]
        if not any(fitting(aircraft, MISSIONS.index(mission)) for aircraft in own):
            raise AerodromeError(f"no aircraft of {side} can fly the mission {mission} (AH-MISS-02)", where=where)


def fitting(aircraft: AircraftType, mission: int) -> bool:
    """Whether a mission may be flown by that type (AH-MISS-02)."""
    if mission in (OBSERVATION, BOMBING):
        return aircraft.two_seater
    return mission == STRAFING or not aircraft.two_seater


def _own_type(types: Sequence[AircraftType], name: str, side: int, seat: str, where: str) -> AircraftType:
    for found in types:
        if name in (found.id, found.code):
            if found.side != side:
                raise AerodromeError(
                    f"{found.id} is not an aircraft of {SIDES[side]}, which {seat!r} belongs to (AH-SETUP-04)",
                    where=where,
                )
            return found
    raise AerodromeError(
        f"there is no aircraft {name!r}", where=where, expected="one of " + ", ".join(found.id for found in types)
    )


def _check_number(specs: Sequence[PlaneSpec], sides: Sequence[int], options: AcesOptions, where: str) -> None:
    most = MOST_WITH_EXTRA_PIECES if options.extra_pieces else MOST_AIRCRAFT
    if len(specs) > most:
        clause = "AH-COMP-06" if options.extra_pieces else "AH-COMP-05"
        raise AerodromeError(f"{len(specs)} aircraft, and at most {most} are in play ({clause})", where=where)
    ids = [spec.aircraft.id for spec in specs]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice and not options.extra_pieces:
        raise AerodromeError(
            f"{twice[0]} is flown twice (AH-SETUP-04)", where=where, remedy="switch the option extra-pieces on"
        )
    plane_ids = [spec.id for spec in specs]
    if len(set(plane_ids)) < len(plane_ids):
        raise AerodromeError("two aircraft share a name", where=where, remedy="give the seats other ids")
    taken = sorted({"balloon", "trench", "flak"} & set(plane_ids))
    if taken:
        raise AerodromeError(
            f"no aircraft can be called {taken[0]!r}: that is a target", where=where, remedy="give the seat another id"
        )


def campaign_month(
    month: MonthSetup,
    sides: Sequence[int],
    options: AcesOptions,
    types: Sequence[AircraftType],
    table: Sequence[AvailabilityRow],
) -> CampaignMonth:
    """What each side may choose this month (AH-CAMP-09, AH-AVAIL-01)."""
    squadrons = month.squadrons
    missing = [side for side in SIDES if side not in squadrons]
    if missing:
        raise AerodromeError(f"the month has no squadron for {missing[0]}", where="setup.month.squadrons")
    aircraft = tuple(in_service(table, types, month.month, nation) for nation in ("central", month.nation))
    for side, own in zip(SIDES, aircraft, strict=True):
        if all(found.two_seater for found in own):
            raise AerodromeError(
                f"{side} has no single-seater in {month.month}: it may be unable to fly at all (AH-CAMP-11)",
                where="availability.csv",
            )
    return CampaignMonth(
        month.month,
        month.nation,
        aircraft,
        tuple(tuple(MISSIONS.index(m) for m in squadrons[side].missions) for side in ("central", "allies")),
        tuple(_crew(squadrons[side].pilots) for side in ("central", "allies")),
        tuple(_crew(squadrons[side].observers) for side in ("central", "allies")),
        tuple(tuple(frozenset(pilot.acquired) for pilot in squadrons[side].pilots) for side in ("central", "allies")),
        _most(sides, options),
    )


def _crew(members: Sequence[CrewMember]) -> tuple[CrewRow, ...]:
    return tuple((member.name, RANKS.index(member.rank), member.fit) for member in members)


def _most(sides: Sequence[int], options: AcesOptions) -> tuple[int, int]:
    """Two a side; three players against one may send three and meet one; three with extra-pieces (AH-CAMP-09)."""
    if options.extra_pieces:
        return 3, 3
    central, allies = sides.count(CENTRAL), sides.count(ALLIES)
    if {central, allies} == {3, 1}:
        return central, allies
    return 2, 2


def in_service(
    table: Sequence[AvailabilityRow], types: Sequence[AircraftType], month: str, nation: str
) -> tuple[AircraftType, ...]:
    """The types that a nation has had by ``month``, never fewer later (AH-AVAIL-01)."""
    column = nation.replace("-", "_")
    if nation not in (*NATIONS, "central"):
        raise AerodromeError(f"there is no nation {nation!r}", expected="one of central, " + ", ".join(NATIONS))
    names = {name for row in table if row.id <= month for name in getattr(row, column)}
    return tuple(found for found in types if found.id in names)


def check_service(table: Sequence[AvailabilityRow], types: Sequence[AircraftType]) -> None:
    """Each type stands in a column of its own side (Appendix A).

    Raises:
        AerodromeError: there is no such aircraft, or it is one of the enemy's.
    """
    sides = {found.id: found.side for found in types}
    for row in table:
        for column in ("central", "great_britain", "france", "usa"):
            for name in getattr(row, column):
                if sides.get(name) != (CENTRAL if column == "central" else ALLIES):
                    raise AerodromeError(
                        f"{name!r} is no aircraft of {column.replace('_', '-')}", where=f"availability.csv ({row.id})"
                    )
