"""Who can fire at whom, the sealed fire orders, and the volleys (9.0, 9.1, 10.4, 11.2 to 11.4, 12.3)."""

from __future__ import annotations

from collections.abc import Iterator

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import Row
from aerodrome.umpire import Umpire
from aerodrome_aces_high import missions, removal
from aerodrome_aces_high.dice import RANDOM_ZONES, ZONES, Volley, Zone, pool, pool_rows, side_hit, way_to
from aerodrome_aces_high.removal import ceiling_rows
from aerodrome_aces_high.rules import IN_A, IN_B, IN_C, IN_FRONT, RANGE
from aerodrome_aces_high.state import BALLOON_TARGET, TRENCH_TARGET, Plane, Skies, target_name
from aerodrome_aces_high.vocabulary import (
    ACE,
    BALLOON_RESISTANCE,
    FEINT,
    FRONT,
    GUNS,
    IN_PLAY,
    NO_CARD,
    NOBODY,
    PARTS,
    REAR,
    SIDES_OF_AIRCRAFT,
    SPEED,
)
from aerodrome_aces_high.volleys import settle

VOLLEY_POINTS = 5
CLEARS = 5
"""Least total that clears a jam."""

# ---- who can fire


def has_gun(state: Skies, plane: Plane, gun: int) -> bool:
    """A position with gun dice, its guns not destroyed, its gunner alive (AH-FIRE-12, AH-ARC-01, AH-CRIT-09)."""
    aircraft = state.rules.aircraft[plane.kind]
    if gun == FRONT:
        return aircraft.dice_front is not None and not plane.guns_destroyed
    return aircraft.dice_rear is not None and plane.observer_alive


def can_unjam(state: Skies, plane: Plane, gun: int) -> bool:
    """A pilot with a Speed card and nothing riding on it, an observer with any card (AH-UNJAM-01, -03, -05)."""
    if plane.jams[gun] < 0 or plane.card == NO_CARD or plane.spin or not has_gun(state, plane, gun):
        return False
    return gun == REAR or (state.rules.kinds[plane.card].letter == SPEED and plane.rider == NO_CARD)


def may_fire(state: Skies, plane: Plane, gun: int) -> bool:
    """What the shooter itself needs, whatever the target."""
    if plane.card == NO_CARD or plane.spin or plane.fate != IN_PLAY:
        return False
    rules = state.rules
    if rules.kinds[plane.card].letter == FEINT or rules.home[plane.pose // 6] == rules.sides[plane.seat]:
        return False
    return plane.jams[gun] < 0 and plane.ammo[gun] > 0 and has_gun(state, plane, gun)


def in_arc(state: Skies, shooter: Plane, gun: int, there: int, altitude: int) -> bool:
    """Whether a target in a hex at an altitude stands in the arc (AH-FIRE-04 to AH-FIRE-07, AH-ARC-02 to -05)."""
    way = way_to(state, shooter, there)
    higher = altitude - shooter.altitude
    if not way or not -1 <= higher <= 1:
        return False
    at = shooter.pose % 6 * 37 + way
    if gun == FRONT:
        return bool(IN_FRONT[at])
    return (bool(IN_B[at]) and higher == 1) or (bool(IN_C[at]) and higher >= 0)


def friends_at(state: Skies, shooter: Plane, there: int) -> list[Plane]:
    side = state.side_of(shooter)
    return [
        plane
        for plane in state.planes
        if plane is not shooter and plane.fate == IN_PLAY and plane.pose // 6 == there and state.side_of(plane) == side
    ]


def blocked(state: Skies, shooter: Plane, there: int, altitude: int) -> bool:
    """A friend in the target hex at the altitude of target and shooter alike (AH-FIRE-10)."""
    return altitude == shooter.altitude and any(
        friend.altitude == altitude for friend in friends_at(state, shooter, there)
    )


def targets(state: Skies, shooter: Plane, gun: int) -> Iterator[int]:
    """The enemy aircraft that the position can fire at, a long burst included."""
    rules = state.rules
    side = rules.sides[shooter.seat]
    for number, foe in enumerate(state.planes):
        if rules.sides[foe.seat] == side or foe.fate != IN_PLAY:
            continue
        there = foe.pose // 6
        if (
            in_arc(state, shooter, gun, there, foe.altitude)
            and rules.home[there] != 1 - side
            and not blocked(state, shooter, there, foe.altitude)
            and (pool(state, shooter, gun, number, False) > 0 or _burst_possible(state, shooter, gun, number))
        ):
            yield number


def _burst_possible(state: Skies, shooter: Plane, gun: int, target: int) -> bool:
    """A long burst: one a turn, two ammunition, no friend in the target hex (AH-BURST-02, -03, -09)."""
    return (
        not shooter.burst_used
        and shooter.ammo[gun] > 1
        and not friends_at(state, shooter, state.planes[target].pose // 6)
        and pool(state, shooter, gun, target, True) > 0
    )


def ready_guns(state: Skies) -> tuple[int, ...]:
    """The gun positions that have something to do this round, from what is public."""
    found: list[int] = []
    rules = state.rules
    near, size = rules.near, rules.size
    for number, plane in enumerate(state.planes):
        if plane.card == NO_CARD or plane.fate != IN_PLAY or plane.spin:
            continue
        base = plane.pose // 6 * size
        close = state.missions_on
        for foe in state.planes:
            if near[base + foe.pose // 6] and foe is not plane:
                close = True
                break
        if not close and plane.jams[0] < 0 and plane.jams[1] < 0:
            continue
        for gun in (FRONT, REAR):
            if can_unjam(state, plane, gun) or (may_fire(state, plane, gun) and _finds_work(state, plane, gun)):
                found.append(number * 2 + gun)
    return tuple(found)


def _finds_work(state: Skies, plane: Plane, gun: int) -> bool:
    return (
        next(targets(state, plane, gun), NOBODY) != NOBODY
        or missions.may_attack_balloon(state, plane, gun)
        or missions.may_strafe(state, plane)
    )


# ---- orders


def fire_asks(state: Skies) -> tuple[int, ...]:
    if not state.guns:
        return ()
    return tuple(sorted({state.planes[gun // 2].seat for gun in state.guns}))


def own_guns(state: Skies, seat: int) -> list[int]:
    return [gun for gun in state.guns if state.planes[gun // 2].seat == seat]


def fire_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    """For each position in turn: a target with or without a long burst or concentrated, strafe, unjam; hold."""
    guns = own_guns(state, seat)
    if len(picks) >= len(guns):
        return ()
    number, gun = divmod(guns[len(picks)], 2)
    shooter = state.planes[number]
    table = state.rules.guns[gun]
    if can_unjam(state, shooter, gun):
        return table.unjam, table.hold
    options: list[Option] = []
    burst_taken = _burst_taken(guns, picks, number)
    for target in targets(state, shooter, gun):
        options += _shots_at(state, shooter, gun, target, burst_taken)
    if missions.can_attack_balloon(state, shooter, gun):
        options.append(table.balloon)
    if missions.can_strafe(state, shooter) and not _strafes(guns, picks, number):
        options.append(table.strafe)
    return (*options, table.hold)


def hold_fire(state: Skies, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
    """What is ordered for a seat whose time runs out."""
    return offered[-1]


def _shots_at(state: Skies, shooter: Plane, gun: int, target: int, burst_taken: bool) -> Iterator[Option]:
    table = state.rules.guns[gun]
    name = state.rules.plane_ids.index(state.planes[target].id)
    if pool(state, shooter, gun, target, False) > 0:
        yield table.normal[name]
        if (shooter.observer_rank if gun else shooter.pilot_rank) == ACE:
            yield table.aimed[name]  # AH-CONC-01
    if not burst_taken and _burst_possible(state, shooter, gun, target):
        yield table.burst[name]


def _burst_taken(guns: list[int], picks: Picks, number: int) -> bool:
    """Whether the aircraft's other position was given the long burst in this order (AH-BURST-02)."""
    return any("burst" in pick.facts and gun // 2 == number for gun, pick in zip(guns, picks, strict=False))


def _strafes(guns: list[int], picks: Picks, number: int) -> bool:
    return any("strafe" in pick.facts and gun // 2 == number for gun, pick in zip(guns, picks, strict=False))


def explain_fire(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    """The dice of a shot, each with its clause, their sum, the zone, and what the shot costs."""
    guns = own_guns(state, seat)
    target = _target(state, option)
    if len(picks) >= len(guns):
        return ()
    number, gun = divmod(guns[len(picks)], 2)
    shooter = state.planes[number]
    if "unjam" in option.facts:
        return (_unjam_row(shooter, gun),)
    if "strafe" in option.facts:
        return (_ammunition_row(shooter, gun, False), Row("the trench answers", "with 4 dice", "AH-STRAFE-07"))
    if target == NOBODY or not _reaches(state, shooter, target):
        return ()
    rows = list(pool_rows(state, shooter, gun, target, "burst" in option.facts))
    rows.append(Row("dice", sum(row.value for row in rows), "AH-DICE-18"))  # type: ignore[misc]
    if target != BALLOON_TARGET:
        rows.append(_zone_row(state, shooter, target))
    else:
        hits = state.sides[1 - state.side_of(shooter)].balloon_hits
        rows.append(Row("hits on the balloon so far", f"{hits} of {BALLOON_RESISTANCE}", "AH-BALLN-08"))
    rows += _cost_rows(state, shooter, gun, target, "burst" in option.facts)
    return tuple(rows)


def _cost_rows(state: Skies, shooter: Plane, gun: int, target: int, burst: bool) -> Iterator[Row]:
    """Ammunition; of a long burst the danger of a jam, and where it takes the aircraft."""
    yield _ammunition_row(shooter, gun, burst)
    if gun == FRONT and state.type_of(shooter).lewis and shooter.lewis_before:
        yield Row("the Lewis is not loaded", "on a 1", "AH-LEWIS-01")
    if burst:
        yield Row("the guns jam", "on 4 to 6, afterwards", "AH-JAM-01")
        yield Row("long bursts a turn", "this one alone", "AH-BURST-02")
    if burst and gun == FRONT:  # AH-BURST-10
        yield from _follow_rows(state, shooter, state.planes[target].altitude - shooter.altitude)


def _ammunition_row(shooter: Plane, gun: int, burst: bool) -> Row:
    spent, clause = (2, "AH-BURST-03") if burst else (1, "AH-FIRE-16")
    return Row("ammunition", f"{spent} of {shooter.ammo[gun]}", clause)


def _follow_rows(state: Skies, shooter: Plane, higher: int) -> Iterator[Row]:
    """The altitude after a long burst at a lower or higher target."""
    if higher < 0:
        yield Row("own altitude afterwards", shooter.altitude - 1, "AH-BURST-06")
        yield from ceiling_rows(state.type_of(shooter), shooter)
    elif higher > 0 and shooter.altitude < shooter.ceiling:
        yield Row("own altitude afterwards", shooter.altitude + 1, "AH-BURST-07")
    elif higher > 0:
        said = f"at the ceiling of {shooter.ceiling}: a spin on {removal.spins_from(shooter)} to 6"
        yield Row("spin test", said, "AH-BURST-07")


def _unjam_row(plane: Plane, gun: int) -> Row:
    """What clears a jam; each attempt that failed makes it easier."""
    least = CLEARS - plane.jams[gun]
    said = "for certain" if least < 2 else "on a 6" if least == 6 else f"on {least} to 6"
    return Row("clears the jam", said, "AH-UNJAM-05" if gun else "AH-UNJAM-01")


def _reaches(state: Skies, shooter: Plane, target: int) -> bool:
    """Whether anything can be worked out: a target within three hexes."""
    if target == BALLOON_TARGET:
        there = missions.balloon_hex(state, shooter)
        return there != NOBODY and way_to(state, shooter, there) > 0
    foe = state.planes[target]
    return foe is not shooter and way_to(state, shooter, foe.pose // 6) > 0


def _zone_row(state: Skies, shooter: Plane, target: int) -> Row:
    side = side_hit(state, shooter, state.planes[target])
    if side == NOBODY:
        return Row("zone", "drawn at random", "AH-ARC-07")
    priority, secondary = ZONES[side]
    return Row("zone", f"{PARTS[priority]}/{PARTS[secondary]} from the {SIDES_OF_AIRCRAFT[side]}", "AH-ZONE-05")


def shot_words(state: Skies, code: int, option: Option) -> str:
    """``range 1, 10 dice, engine/wings``: a shot of the gun position ``code`` in a few words, from what is public."""
    number, gun = divmod(code, 2)
    shooter, target = state.planes[number], _target(state, option)
    if target == NOBODY or not _reaches(state, shooter, target):
        return ""
    dice = pool(state, shooter, gun, target, "burst" in option.facts)
    there = missions.balloon_hex(state, shooter) if target == BALLOON_TARGET else state.planes[target].here
    words = [f"range {RANGE[way_to(state, shooter, there)]}", f"{dice} {'die' if dice == 1 else 'dice'}"]
    if target == BALLOON_TARGET:
        return ", ".join(words)
    side = side_hit(state, shooter, state.planes[target])
    if side == NOBODY:
        return ", ".join([*words, "random zone"])
    parts = [PARTS[part] for part in ZONES[side]]
    return ", ".join([*words, f"all on {parts[0]}" if "aim" in option.facts else "/".join(parts)])


def _target(state: Skies, option: Option) -> int:
    name = option.facts.get("fire")
    if name is None:
        return NOBODY
    return BALLOON_TARGET if name == "balloon" else state.plane_called(str(name))


def why_not_fire(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    """Every reason against a fire order."""
    guns = own_guns(state, seat)
    number, gun = divmod(guns[min(len(picks), len(guns) - 1)], 2)
    shooter = state.planes[number]
    facts = option.facts
    if "gun" not in facts:
        return (Reason("AH-FIRE-01", "fire orders are given now"),)
    asked: tuple[Reason, ...] = ()
    if (other := GUNS.index(str(facts["gun"]))) != gun:
        if not has_gun(state, shooter, other):
            clause = "AH-ARC-01" if other == REAR else "AH-FIRE-18"
            return (Reason(clause, "the aircraft has no such gun that can fire"),)
        asked = (Reason("AH-FIRE-12", f"the {GUNS[gun]} guns of {state.rules.marks[shooter.id]} are asked now"),)
        if number * 2 + other in guns:
            return asked
        gun = other
    if "unjam" in facts:
        return (*asked, *_why_not_unjam(state, shooter, gun))
    if "strafe" in facts:
        return (*asked, *missions.why_not_strafe(state, shooter))
    if "fire" not in facts:
        return asked
    if senseless := _senseless(state, shooter, option):
        return senseless
    burst_taken = _burst_taken(guns, picks, number)
    faults = _target_faults(state, shooter, gun, option, burst_taken)
    return (*asked, *_shooter_faults(state, shooter, gun), *faults)


def _senseless(state: Skies, shooter: Plane, option: Option) -> tuple[Reason, ...]:
    """What bars a target whoever fires at it; nothing else need be said then."""
    target = _target(state, option)
    if target == BALLOON_TARGET:
        return ()
    if target == NOBODY or not state.planes[target].in_play:
        return (Reason("AH-EXIT-04", "there is no such aircraft in play"),)
    if state.side_of(state.planes[target]) == state.side_of(shooter):
        return (Reason("AH-FIRE-11", "only enemies are fired at"),)
    return ()


def _why_not_unjam(state: Skies, plane: Plane, gun: int) -> Iterator[Reason]:
    if plane.jams[gun] < 0:
        yield Reason("AH-JAM-02", "these guns are not jammed")
    if gun == FRONT and (plane.card == NO_CARD or state.rules.kinds[plane.card].letter != SPEED):
        yield Reason("AH-UNJAM-01", "the pilot clears a jam in a round with a Speed card")
    if gun == FRONT and plane.rider != NO_CARD:
        yield Reason("AH-UNJAM-03", "not with a Climb or Dive on the Speed card")


def _shooter_faults(state: Skies, plane: Plane, gun: int) -> Iterator[Reason]:
    if plane.card == NO_CARD:
        yield Reason("AH-FIRE-02", "the aircraft played no card this round")
    elif state.rules.kinds[plane.card].letter == FEINT:
        yield Reason("AH-FIRE-03", "no fire with the Feint")
    if plane.spin:
        yield Reason("AH-FIRE-14", "no fire in a spin")
    if not has_gun(state, plane, gun):
        yield Reason("AH-ARC-01" if gun == REAR else "AH-FIRE-18", "the aircraft has no such gun that can fire")
    if plane.jams[gun] >= 0:
        yield Reason("AH-FIRE-18", "the guns are jammed")
    if plane.ammo[gun] < 1:
        yield Reason("AH-FIRE-16", "there is no ammunition left")
    if state.rules.home[plane.here] == state.side_of(plane):
        yield Reason("AH-EXIT-02", "no fire from the own home row")


def _target_faults(state: Skies, shooter: Plane, gun: int, option: Option, burst_taken: bool) -> Iterator[Reason]:
    target = _target(state, option)
    if target == BALLOON_TARGET:
        yield from missions.why_not_balloon(state, shooter, gun)
        return
    foe = state.planes[target]
    yield from _arc_faults(state, shooter, gun, foe)
    if state.rules.home[foe.here] == state.side_of(foe):
        yield Reason("AH-EXIT-02", "an aircraft in its own home row cannot be attacked")
    if blocked(state, shooter, foe.here, foe.altitude):
        yield Reason("AH-FIRE-10", "a friend in the target hex is at the altitude of shooter and target")
    if _reaches(state, shooter, target) and pool(state, shooter, gun, target, "burst" in option.facts) < 1:
        yield Reason("AH-FIRE-15", "no dice are left for this shot")
    yield from _mode_faults(state, shooter, gun, foe, option, burst_taken)


def _arc_faults(state: Skies, shooter: Plane, gun: int, foe: Plane) -> Iterator[Reason]:
    way = way_to(state, shooter, foe.here)
    higher = foe.altitude - shooter.altitude
    if shooter.here == foe.here:
        yield Reason("AH-FIRE-07", "aircraft in one hex cannot fire at each other")
    elif not way:
        yield Reason("AH-FIRE-05", "the target is more than 3 hexes away")
    if abs(higher) > 1:
        yield Reason("AH-FIRE-06", "shooter and target differ by more than 1 altitude")
    if not way:
        return
    at = shooter.pose % 6 * 37 + way
    if gun == FRONT:
        if not IN_FRONT[at]:
            yield Reason("AH-FIRE-04", "the target is not straight ahead of the nose")
    elif IN_A[at]:
        yield Reason("AH-ARC-03", "the own tail hides all targets in this hex")
    elif IN_B[at]:
        if higher < 1:
            yield Reason("AH-ARC-04", "in this hex only a higher target can be fired at")
    elif IN_C[at]:
        if higher < 0:
            yield Reason("AH-ARC-05", "a lower target cannot be fired at from the rear seat")
    else:
        yield Reason("AH-ARC-02", "the target is outside the rear arc")


def _mode_faults(
    state: Skies, shooter: Plane, gun: int, foe: Plane, option: Option, burst_taken: bool
) -> Iterator[Reason]:
    if "burst" in option.facts:
        if shooter.burst_used or burst_taken:
            yield Reason("AH-BURST-02", "one long burst a turn")
        if shooter.ammo[gun] == 1:
            yield Reason("AH-BURST-03", "a long burst needs 2 ammunition")
        if friends_at(state, shooter, foe.here):
            yield Reason("AH-BURST-09", "no long burst with a friend in the target hex")
    if "aim" in option.facts and (shooter.observer_rank if gun else shooter.pilot_rank) != ACE:
        yield Reason("AH-CONC-01", "concentrated fire is for aces")


# ---- resolving


def resolve_fire(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Jams are tried, volleys rolled, trenches strafed; then all damage together (AH-FIRE-09, AH-DMG-10)."""
    volleys: list[Volley] = []
    strafers: list[tuple[int, int]] = []
    given = {seat: iter(picks) for seat, picks in orders.items()}
    for code in state.guns:
        number, gun = divmod(code, 2)
        plane = state.planes[number]
        option = next(given[plane.seat])
        if "unjam" in option.facts:
            _unjam(plane, gun, umpire)
        elif "strafe" in option.facts:
            strafers.append((number, gun))
        elif "fire" in option.facts:
            volley = _fire(state, number, gun, option, umpire)
            if volley is not None:
                volleys.append(volley)
    for number, gun in strafers:
        if _loaded(state, state.planes[number], gun, umpire) is not None:
            missions.strafe(state, number, gun, umpire)
            spend(state, state.planes[number], gun, 1, TRENCH_TARGET, umpire)
    state.guns = ()
    settle(state, volleys, umpire)
    return "jam-check"


def _unjam(plane: Plane, gun: int, umpire: Umpire) -> None:
    """5 or more clears, each failed attempt adds one (AH-UNJAM-01, AH-UNJAM-02)."""
    die = umpire.chance.roll("unjam", 6)
    total = die + plane.jams[gun]
    plane.jams[gun] = -1 if total >= CLEARS else plane.jams[gun] + 1
    if umpire.listening:
        rule = "AH-UNJAM-05" if gun else "AH-UNJAM-01"
        umpire.tell("unjam", rule, plane=plane.id, gun=GUNS[gun], die=die, total=total, cleared=total >= CLEARS)


def spend(state: Skies, plane: Plane, gun: int, rounds: int, target: int, umpire: Umpire) -> None:
    """Ammunition, the mark on the target, and the points of a volley (AH-FIRE-16, AH-VICT-07, AH-EXPER-07)."""
    plane.ammo[gun] -= rounds
    plane.aimed = (target, plane.aimed[1]) if gun == FRONT else (plane.aimed[0], target)
    side = state.sides[state.side_of(plane)]
    side.points += VOLLEY_POINTS
    plane.experience[gun] += VOLLEY_POINTS
    if umpire.listening:
        umpire.tell("points", "AH-VICT-07", side=side.id, points=VOLLEY_POINTS, why=f"a volley of {plane.id}")


def _lewis_ready(state: Skies, plane: Plane, umpire: Umpire) -> bool:
    """The reload test of a front Lewis that fired with the card before (AH-LEWIS-01 to AH-LEWIS-03)."""
    if not state.rules.aircraft[plane.kind].lewis or not plane.lewis_before:
        return True
    die = umpire.chance.roll("lewis", 6)
    plane.lewis_empty = die == 1
    if umpire.listening:
        umpire.tell("reload", "AH-LEWIS-01", plane=plane.id, die=die, loaded=die != 1)
    return die != 1


def _loaded(state: Skies, shooter: Plane, gun: int, umpire: Umpire) -> bool | None:
    """Whether the Lewis fires with the volley; nothing if it is not loaded and there is no other gun (AH-LEWIS-02)."""
    loaded = gun == REAR or _lewis_ready(state, shooter, umpire)
    aircraft = state.rules.aircraft[shooter.kind]
    if not loaded and aircraft.dice_front_both is None:
        _tell_no_shot(shooter, gun, "AH-LEWIS-02", umpire)
        return None
    if gun == FRONT:
        shooter.lewis_fired = aircraft.lewis > 0 and loaded
    return loaded


def _tell_no_shot(shooter: Plane, gun: int, rule: str, umpire: Umpire) -> None:
    if umpire.listening:
        umpire.tell("no-shot", rule, plane=shooter.id, gun=GUNS[gun])


def _fire(state: Skies, number: int, gun: int, option: Option, umpire: Umpire) -> Volley | None:
    """One volley: Lewis test, dice, zone if blind (AH-FIRE-17); nothing if no gun or no dice are left."""
    shooter = state.planes[number]
    target = _target(state, option)
    burst = "burst" in option.facts
    loaded = _loaded(state, shooter, gun, umpire)
    if loaded is None:
        return None
    dice = pool(state, shooter, gun, target, burst, loaded)
    if dice <= 0:  # too few without the Lewis
        _tell_no_shot(shooter, gun, "AH-FIRE-17", umpire)
        return None
    if burst:
        shooter.burst_used = True
        state.bursts += (number * 2 + gun,)
    rows = list(pool_rows(state, shooter, gun, target, burst, loaded)) if umpire.listening else []
    volley = _roll(state, number, gun, option, dice, rows, umpire)
    spend(state, shooter, gun, 2 if burst else 1, target, umpire)
    return volley


def _roll(state: Skies, number: int, gun: int, option: Option, dice: int, rows: list[Row], umpire: Umpire) -> Volley:
    shooter = state.planes[number]
    target = _target(state, option)
    thrown = [umpire.chance.roll("fire", 6) for _ in range(dice)]
    fives, sixes, ones = thrown.count(5), thrown.count(6), thrown.count(1)
    zone, clause, higher = ZONES[0], "AH-BALLN-06", 0
    if target != BALLOON_TARGET:
        foe = state.planes[target]
        higher = foe.altitude - shooter.altitude
        side = side_hit(state, shooter, foe)
        clause = "AH-FIRE-01"
        zone = ZONES[side]
        if side == NOBODY:
            zone = draw_zone(umpire) if fives + sixes else ZONES[0]
    volley = Volley(
        number, gun, target, zone, fives, sixes, ones, "aim" in option.facts, "burst" in option.facts, higher
    )
    if umpire.listening:
        umpire.tell(
            "volley",
            clause,
            plane=shooter.id,
            gun=GUNS[gun],
            target=target_name(state, target),
            mode="long burst" if volley.burst else "concentrated" if volley.aimed else "normal",
            dice=list(thrown),
            pool=[[row.label, row.value, row.clause] for row in rows],
            hits=volley.hits,
            ones=ones,
            zone="balloon" if target == BALLOON_TARGET else f"{PARTS[zone[0]]}/{PARTS[zone[1]]}",
        )
    return volley


def draw_zone(umpire: Umpire) -> Zone:
    """The random damage table (AH-ZONE-06)."""
    return RANDOM_ZONES[umpire.chance.roll("zone", 6) - 1]


def jam_check(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Every position that fired a long burst jams on 4 to 6 (AH-JAM-01, AH-JAM-02)."""
    for code in state.bursts:
        plane = state.planes[code // 2]
        if plane.fate != IN_PLAY:
            continue
        die = umpire.chance.roll("jam", 6)
        if die >= 4:
            plane.jams[code % 2] = 0
        if umpire.listening:
            umpire.tell("jam-test", "AH-JAM-01", plane=plane.id, gun=GUNS[code % 2], die=die, jams=die >= 4)
    state.bursts = ()
    return "round-end"
