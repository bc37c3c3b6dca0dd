"""Before the first turn: sides, sites, missions, aircraft on the map (3.0; of a campaign month also 13.0)."""

from __future__ import annotations

from aerodrome.errors import Reason
from aerodrome.geometry.hexes import distance
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_aces_high.aircraft import AircraftType
from aerodrome_aces_high.lineup import fitting
from aerodrome_aces_high.rules import AcesRules, CrewRow, names_of
from aerodrome_aces_high.state import Plane, Side, Skies
from aerodrome_aces_high.vocabulary import (
    AIRFIELD,
    ALLIES,
    BALLOON,
    BALLOON_ATTACK,
    BOMBING,
    CENTRAL,
    DEPOT,
    MISSIONS,
    NAMELESS,
    NOBODY,
    OBSERVATION,
    ROOKIE,
    SIDES,
    SITE_DISTANCE,
    SITE_ROWS,
    SITES,
)


def set_up(rules: AcesRules, umpire: Umpire) -> Skies:
    """Sheets ready (AH-SETUP-08), one roll a side (AH-SETUP-10), the sites that are wanted (AH-SETUP-09)."""
    planes = [new_plane(spec.id, spec.seat, spec.aircraft, spec.rank, spec.rank) for spec in rules.planes]
    sides = [Side(name, rules.leaders[number]) for number, name in enumerate(SIDES)]
    state = Skies(rules, planes, sides)
    _give_missions(state)
    _roll_for_order(state, umpire)
    first = CENTRAL if sides[CENTRAL].roll > sides[ALLIES].roll else ALLIES
    state.placing = _who_places(state, first)
    return state


def new_plane(name: str, seat: int, aircraft: AircraftType, pilot_rank: int, observer_rank: int) -> Plane:
    """An aircraft with full sheets, not yet placed (AH-SETUP-08, AH-SETUP-16, AH-SETUP-17)."""
    return Plane(
        name,
        seat,
        aircraft.number,
        pilot_rank,
        observer_rank if aircraft.two_seater else ROOKIE,
        pilot="pilot",
        observer="observer" if aircraft.two_seater else "",
        altitude=aircraft.altitude,
        ceiling=aircraft.altitude,
        speed=aircraft.max_speed,
        fuel=aircraft.autonomy + 1,
        ammo=list(aircraft.ammo),
        deck=aircraft.decks[pilot_rank],
        observer_alive=aircraft.two_seater,
    )


def _give_missions(state: Skies) -> None:
    rules = state.rules
    for side in (CENTRAL, ALLIES):
        if rules.month is not None:
            state.sides[side].to_place = (AIRFIELD, DEPOT, BALLOON)
        elif rules.scenario_mission:
            state.sides[side].mission = rules.missions[side]
            state.sides[1 - side].to_place = _attacked_by(rules.missions[side])
    state.missions_on = rules.month is not None or rules.scenario_mission


def _attacked_by(mission: int) -> tuple[int, ...]:
    """The sites that a mission can attack (AH-SETUP-09)."""
    if mission in (OBSERVATION, BOMBING):
        return (AIRFIELD, DEPOT)
    return (BALLOON,) if mission == BALLOON_ATTACK else ()


def _roll_for_order(state: Skies, umpire: Umpire) -> None:
    one, two = state.sides
    while one.roll == two.roll:
        one.roll = umpire.chance.roll("setup", 6)
        two.roll = umpire.chance.roll("setup", 6)
    if umpire.listening:
        umpire.tell("rolls", "AH-SETUP-10", central=one.roll, allies=two.roll)


def _who_places(state: Skies, wanted: int) -> int:
    """The side that places a site next, the other one when it has none left."""
    for side in (wanted, 1 - wanted):
        if state.sides[side].to_place:
            return side
    return NOBODY


# ---- sites


def site_asks(state: Skies) -> tuple[int, ...]:
    return () if state.placing == NOBODY else (state.rules.leaders[state.placing],)


def site_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    """A site, then a hex of the own rows 4 to 6 far enough from the others (AH-SETUP-11, AH-SETUP-12)."""
    rules, side = state.rules, state.placing
    if not picks:
        return tuple(rules.site[site] for site in state.sides[side].to_place)
    return tuple(rules.at[here] for here in rules.plots[side] if _far_from_others(state, side, here))


def _far_from_others(state: Skies, side: int, here: int) -> bool:
    """At least two empty hexes lie between two sites of a side (AH-SETUP-12)."""
    hexes = state.rules.map.hexes
    return all(
        there == NOBODY or distance(hexes[here], hexes[there]) >= SITE_DISTANCE for there in state.sides[side].sites
    )


def place_site(state: Skies, orders: Orders, umpire: Umpire) -> str:
    ((_, (which, where)),) = orders.items()
    side = state.placing
    own = state.sides[side]
    site, code = SITES.index(str(which.facts["site"])), str(where.facts["at"])
    own.sites[site] = state.rules.map.at(code)
    own.to_place = tuple(left for left in own.to_place if left != site)
    if umpire.listening:
        umpire.tell("site", "AH-SETUP-11", side=own.id, site=SITES[site], at=code)
    state.placing = _who_places(state, 1 - side)
    return "objectives"


def why_not_site(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    rules, side = state.rules, state.placing
    if not picks:
        if "site" not in option.facts:
            return (Reason("AH-SETUP-10", "a site is placed now"),)
        return (Reason("AH-SETUP-13", f"your side has no {option.facts['site']} to place"),)
    if "at" not in option.facts:
        return (Reason("AH-SETUP-10", "the hex of the site is named now"),)
    here = rules.map.at(str(option.facts["at"]))
    reasons = []
    if rules.row[side][here] not in SITE_ROWS:
        reasons.append(Reason("AH-SETUP-11", "a site stands in your own rows 4 to 6"))
    if not _far_from_others(state, side, here):
        reasons.append(Reason("AH-SETUP-12", "two sites of a side are at least 3 hexes apart"))
    return tuple(reasons)


# ---- missions and targets


def order_asks(state: Skies) -> tuple[int, ...]:
    """In a campaign month each side writes its mission (AH-CAMP-08, AH-SETUP-19)."""
    return tuple(sorted(state.rules.leaders)) if state.rules.month is not None else ()


def _order_so_far(picks: Picks) -> tuple[int, list[str], list[str], list[str], list[int]]:
    """Mission, aircraft, pilots, observers and targets that the picks name."""
    mission, fly, pilots, observers, targets = NOBODY, [], [], [], []
    for pick in picks:
        for name, value in pick.facts.items():
            if name == "mission":
                mission = MISSIONS.index(str(value))
            elif name == "target":
                targets.append(SITES.index(str(value)))
            elif name == "fly":
                fly.append(str(value))
            elif name == "pilot":
                pilots.append(str(value))
            elif name == "observer":
                observers.append(str(value))
    return mission, fly, pilots, observers, targets


def order_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    """Mission, target if it has one, then aircraft by aircraft with its crew, and at last ``done``."""
    rules = state.rules
    assert rules.month is not None
    key = rules.by_key
    side = rules.sides[seat]
    if picks and picks[-1] is rules.done:
        return ()
    mission, fly, pilots, observers, targets = _order_so_far(picks)
    if mission == NOBODY:
        allowed = [m for m in rules.month.missions[side] if _can_send(rules, side, m, [], [], [])]
        return tuple(key[f"mission:{MISSIONS[m]}"] for m in allowed)
    if mission in (OBSERVATION, BOMBING) and not targets:
        return key["target:depot"], key["target:airfield"]
    if len(fly) > len(pilots):
        return _free_pilots(rules, side, pilots)
    if fly and rules.aircraft_called(fly[-1]).two_seater and _two_seaters(rules, fly) > len(observers):
        return tuple(key[f"observer:{name}"] for name in _free(rules.month.observers[side], observers))
    more = _can_send(rules, side, mission, fly, pilots, observers)
    return (*(key[f"fly:{found.id}"] for found in more), *((rules.done,) if fly else ()))


def _two_seaters(rules: AcesRules, fly: list[str]) -> int:
    return sum(rules.aircraft_called(name).two_seater for name in fly)


def _free(crew: tuple[CrewRow, ...], taken: list[str]) -> list[str]:
    """The fit ones who do not fly yet."""
    return [name for name, _, fit in crew if fit and name not in taken]


def _free_pilots(rules: AcesRules, side: int, taken: list[str]) -> tuple[Option, ...]:
    """The fit pilots; a nameless rookie when there is none (AH-CAMP-11)."""
    assert rules.month is not None
    free = _free(rules.month.pilots[side], taken) or [NAMELESS]
    return tuple(rules.by_key[f"pilot:{name}"] for name in free)


def _can_send(
    rules: AcesRules, side: int, mission: int, fly: list[str], pilots: list[str], observers: list[str]
) -> list[AircraftType]:
    """Types that may be sent besides those already written (AH-CAMP-09)."""
    assert rules.month is not None
    if len(fly) >= rules.month.most[side] or (fly and not _free(rules.month.pilots[side], pilots)):
        return []
    observer_left = bool(_free(rules.month.observers[side], observers))
    twice = rules.extra_pieces  # AH-SETUP-04
    return [
        found
        for found in rules.month.aircraft[side]
        if fitting(found, mission) and (observer_left or not found.two_seater) and (twice or found.id not in fly)
    ]


def shortest_order(state: Skies, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
    """The default: the first of everything, and the end as soon as it is offered."""
    done = state.rules.done
    return done if done in offered else offered[0]


def why_not_order(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    rules = state.rules
    assert rules.month is not None
    side = rules.sides[seat]
    mission, fly, _, observers, _ = _order_so_far(picks)
    facts = option.facts
    reasons = []
    if "mission" in facts:
        wanted = MISSIONS.index(str(facts["mission"]))
        if mission != NOBODY:
            reasons.append(Reason("AH-MISS-02", "one mission binds the whole squadron"))
        if wanted not in rules.month.missions[side]:
            reasons.append(Reason("AH-MISS-03", "this mission comes again only after the other ones"))
            reasons.append(Reason("AH-MISS-04", "a mission is not repeated within a sub-period"))
        if not _can_send(rules, side, wanted, [], [], []):
            reasons.append(Reason("AH-CAMP-09", "no fitting aircraft with a fit crew can be sent"))
    if "target" in facts:
        reasons.append(Reason("AH-MISS-06", "one target for observation or bombing, after the mission"))
    if "fly" in facts:
        reasons += _why_not_fly(rules, side, rules.aircraft_called(str(facts["fly"])), mission, fly, observers)
    if "pilot" in facts or "observer" in facts:
        reasons.append(
            Reason("AH-CAMP-09", "each aircraft needs one fit pilot, a two-seater one fit observer, no one twice")
        )
    if option is rules.done and not fly:
        reasons.append(Reason("AH-CAMP-11", "a side cannot decline a game"))
    return tuple(reasons)


def _why_not_fly(
    rules: AcesRules, side: int, found: AircraftType, mission: int, fly: list[str], observers: list[str]
) -> list[Reason]:
    assert rules.month is not None
    reasons = []
    if found not in rules.month.aircraft[side]:
        reasons.append(Reason("AH-AVAIL-01", "the aircraft is not in service with your side this month"))
    if mission != NOBODY and not fitting(found, mission):
        reasons.append(Reason("AH-MISS-02", "this mission is not for this kind of aircraft"))
    if len(fly) >= rules.month.most[side]:
        reasons.append(Reason("AH-CAMP-09", f"your side may send {rules.month.most[side]} aircraft"))
    if found.id in fly and not rules.extra_pieces:
        reasons.append(Reason("AH-SETUP-04", "the same type is not flown twice"))
    if found.two_seater and not _free(rules.month.observers[side], observers):
        reasons.append(Reason("AH-CAMP-09", "no fit observer is left"))
    return reasons


def write_orders(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Both sides have written; all but the target is shown (AH-SEC-07, AH-SEC-08)."""
    for seat, picks in orders.items():
        _carry_out_order(state, state.rules.sides[seat], picks, umpire)
    return "mission-target"


def _carry_out_order(state: Skies, side: int, picks: Picks, umpire: Umpire) -> None:
    rules = state.rules
    assert rules.month is not None
    mission, fly, pilots, observers, targets = _order_so_far(picks)
    own = state.sides[side]
    own.mission = mission
    own.target = targets[0] if targets else NOBODY
    seats = [seat for seat, of in enumerate(rules.sides) if of == side]
    told: list[str] = []
    for number, name in enumerate(fly):
        aircraft = rules.aircraft_called(name)
        pilot = pilots[number]
        flown = rules.flown_with(aircraft, _acquired(rules, side, pilot))
        pilot_rank = _rank(rules.month.pilots[side], pilot)
        plane = new_plane(f"{own.id}-{number + 1}", seats[number % len(seats)], flown, pilot_rank, ROOKIE)
        plane.pilot = pilot
        if aircraft.two_seater:
            plane.observer = observers.pop(0)
            plane.observer_rank = _rank(rules.month.observers[side], plane.observer)
        state.planes.append(plane)
        told.append(f"{aircraft.id}: {plane.pilot}" + (f", {plane.observer}" if plane.observer else ""))
    if umpire.listening:
        umpire.tell("mission", "AH-CAMP-08", side=own.id, mission=MISSIONS[mission], aircraft=list(told))


def _rank(crew: tuple[CrewRow, ...], name: str) -> int:
    return next((rank for known, rank, _ in crew if known == name), ROOKIE)


def _acquired(rules: AcesRules, side: int, name: str) -> frozenset[int]:
    assert rules.month is not None
    of = dict(zip(names_of(rules.month.pilots[side : side + 1]), rules.month.acquired[side], strict=True))
    return of.get(name, frozenset())


def target_asks(state: Skies) -> tuple[int, ...]:
    """In a scenario the sides with an observation or bombing mission choose their target (AH-MISS-06)."""
    leaders = state.rules.leaders
    return tuple(
        sorted(
            leaders[side]
            for side, own in enumerate(state.sides)
            if state.rules.month is None and own.mission in (OBSERVATION, BOMBING)
        )
    )


def target_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    key = state.rules.by_key
    return key["target:depot"], key["target:airfield"]


def choose_targets(state: Skies, orders: Orders, umpire: Umpire) -> str:
    for seat, (option,) in orders.items():
        state.sides[state.rules.sides[seat]].target = SITES.index(str(option.facts["target"]))
    return "line-up"


# ---- aircraft on the map


def line_up(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """The side with the lower roll places its aircraft first (AH-SETUP-14)."""
    one, two = state.sides
    state.placing = CENTRAL if one.roll < two.roll else ALLIES
    state.planes.sort(key=lambda plane: (plane.seat, plane.id))
    return "place-aircraft"


def own_planes(state: Skies, seat: int) -> list[Plane]:
    return [plane for plane in state.planes if plane.seat == seat]


def place_asks(state: Skies) -> tuple[int, ...]:
    sides = state.rules.sides
    return tuple(sorted({plane.seat for plane in state.planes if sides[plane.seat] == state.placing}))


def place_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    """For each of the seat's aircraft a row-1 hex of the own side, free ones first, then a heading (AH-SETUP-15)."""
    if len(picks) >= 2 * len(own_planes(state, seat)):
        return ()
    rules, side = state.rules, state.placing
    if len(picks) % 2:
        return rules.noses[side]
    hexes = rules.starts[side]
    return tuple(sorted(hexes, key=lambda option: option in picks)) if picks else hexes


def why_not_place(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    wanted = "a heading" if len(picks) % 2 else "a hex of your own home row"
    return (Reason("AH-SETUP-15", f"{wanted} is named now"),)


def place_aircraft(state: Skies, orders: Orders, umpire: Umpire) -> str:
    board = state.rules.map
    for seat, picks in orders.items():
        for plane, where, nose in zip(own_planes(state, seat), picks[::2], picks[1::2], strict=True):
            plane.pose = board.at(str(where.facts["at"])) * 6 + int(str(nose.facts["facing"]))
            if umpire.listening:
                umpire.tell(
                    "placed", "AH-SETUP-15", plane=plane.id, at=board.pose_name(plane.pose), altitude=plane.altitude
                )
    state.placing = 1 - state.placing
    waiting = any(plane.pose < 0 for plane in state.planes)
    if not waiting:
        state.placing = NOBODY
    return "place-aircraft" if waiting else "fuel-and-speed"
