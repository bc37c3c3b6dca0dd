"""Phase 3: all orders are revealed and flown at once (BM-MOVE); altitude, exits, collisions, reloads."""

from __future__ import annotations

from collections.abc import Collection

from aerodrome.canonical import Json
from aerodrome.errors import Reason
from aerodrome.orders import Orders
from aerodrome.umpire import Umpire
from aerodrome_blue_max import damage
from aerodrome_blue_max.ending import decided, end, remove
from aerodrome_blue_max.fuel import to_combat
from aerodrome_blue_max.planning import forget_shown
from aerodrome_blue_max.state import BlueMax, Plane, find_contacts, situation
from aerodrome_blue_max.vocabulary import (
    AMMUNITION,
    BLUE,
    CLIMB,
    COLLISION_ONE_CARD,
    COLLISION_TWO_CARDS,
    LAND,
    LANDED,
    LEFT_MAP,
    NOBODY,
    STABILITIES,
    STABLE,
    TOKEN_LEVEL,
    TOKENS,
)

PUBLIC_FAULTS = frozenset(
    ("BM-PLAN-02", "BM-PLAN-03", "BM-PLAN-04", "BM-ALT-06", "BM-ALT-07", "BM-ALT-09", "BM-ALT-12", "BM-ALT-16")
)
"""Restrictions whose breach follows from public data (BM-SECR-23)."""


def move(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """Reveal, check, move, altitude, exits and landings, collisions, reloads (BM-MOVE-05)."""
    rules = state.rules
    replaced: Collection[int] = ()
    if rules.written:
        replaced = _find_unflyable(state, umpire)
    elif umpire.listening:
        for seat in state.live:
            _tell_reveal(state, state.planes[seat], (), umpire)
    if len(state.waves) > 1:
        forget_shown(state)
    off = _fly(state, replaced, umpire)
    if rules.altitude:
        _change_levels(state, umpire)
        off = off or any(state.planes[seat].level == 0 for seat in state.live)
    if off:
        remove(state, _leaving(state), umpire)
    find_contacts(state)
    if rules.altitude:
        _collide(state, umpire)
        off = True
    if rules.lewis:
        _reload(state, umpire)
    if off and decided(state):
        return end(state)
    return "fuel-depletion" if rules.fuel else "glide-descent" if rules.altitude else to_combat(state)


# ---- the reveal


def _tell_reveal(state: BlueMax, plane: Plane, reasons: tuple[Reason, ...], umpire: Umpire) -> None:
    """Written and performed code and the token are public, and which public restriction was broken (BM-SECR-05)."""
    charts = state.rules.charts
    performed = charts.spin if reasons else plane.written
    open_: list[Json] = [reason.clause for reason in reasons if reason.clause in PUBLIC_FAULTS]
    facts: dict[str, Json] = {"written": charts.codes[plane.written], "performed": charts.codes[performed]}
    if state.rules.altitude:
        facts["token"] = TOKENS[plane.token]
    if open_:
        facts["broken"] = open_
    umpire.tell("reveal", "BM-PLAN-08" if reasons else "BM-MOVE-01", to=None, seat=plane.id, **facts)
    if len(open_) < len(reasons):
        broken: list[Json] = [reason.clause for reason in reasons]
        umpire.tell("replaced", "BM-SECR-23", to=(plane.seat,), seat=plane.id, broken=broken)


def _find_unflyable(state: BlueMax, umpire: Umpire) -> set[int]:
    """The seats whose order breaks a restriction and becomes 0S2 (BM-PLAN-08); one that is only too dear empties the
    tank as well (BM-FUEL-03)."""
    replaced = set()
    for seat in state.live:
        plane = state.planes[seat]
        order = plane.written, plane.token, plane.reload
        reasons = tuple(state.rules.charts.faults(situation(state, plane), order))
        if umpire.listening:
            _tell_reveal(state, plane, reasons, umpire)
        if reasons:
            replaced.add(seat)
            plane.reload &= ~1  # BM-LEWIS-08
            if all(reason.clause == "BM-PLAN-06" for reason in reasons):
                plane.fuel = 0
    return replaced


# ---- moving


def _fly(state: BlueMax, replaced: Collection[int], umpire: Umpire) -> bool:
    """Sets every plane to its finishing pose (BM-MOVE-03). Returns whether one is off the map."""
    rules = state.rules
    moves = rules.moves
    stall = rules.charts.stall
    spin = rules.charts.spin
    planes = state.planes
    listening = umpire.listening
    off = False
    for seat in state.live:
        plane = planes[seat]
        maneuver = plane.written if seat not in replaced else spin
        plane.revealed = True
        plane.performed = maneuver
        plane.stalled = stall[maneuver]
        plane.pose = moves[maneuver][plane.pose]
        if plane.pose < 0:
            off = True
        if maneuver == spin and not plane.spinning:
            plane.spinning = True  # BM-SPIN-02
            if listening:
                umpire.tell("spin", "BM-SPIN-02", seat=plane.id)
        if listening and plane.pose >= 0:
            codes = rules.map.codes
            umpire.tell("move", "BM-MOVE-03", seat=plane.id, at=codes[plane.pose // 6], facing=plane.pose % 6)
        if listening and plane.stalled:
            umpire.tell("stalled", "BM-STALL-02", seat=plane.id)
    return off


def _change_levels(state: BlueMax, umpire: Umpire) -> None:
    """Tokens take effect (BM-ALT-05); a climb above the maximum less one fails and stalls (BM-ALT-08, BM-ALT-10)."""
    for seat in state.live:
        plane = state.planes[seat]
        if plane.performed == state.rules.charts.spin:  # BM-ALT-19
            continue
        if plane.token == CLIMB and plane.level >= state.rules.ceiling(plane.model):
            plane.stalled = True
            if umpire.listening:
                umpire.tell("stalled", "BM-ALT-10", seat=plane.id)
            continue
        plane.level += TOKEN_LEVEL[plane.token]
        if umpire.listening and plane.token != STABLE:
            rule = "BM-ALT-09" if plane.token == LAND else "BM-ALT-05"
            umpire.tell("level", rule, seat=plane.id, level=plane.level)


def _leaving(state: BlueMax) -> list[tuple[int, int]]:
    """Planes off the map and planes that have landed (BM-MAP-03, BM-ALT-09)."""
    fates = []
    for seat in state.live:
        plane = state.planes[seat]
        if plane.pose < 0:
            fates.append((seat, LEFT_MAP))
        elif state.rules.altitude and plane.level == 0:
            fates.append((seat, LANDED))
    return fates


# ---- collisions


def _collide(state: BlueMax, umpire: Umpire) -> None:
    """Every group in one hex at one level is checked once (BM-COLL-01, BM-COLL-05)."""
    groups: dict[tuple[int, int], list[int]] = {}
    for seat in state.live:
        plane = state.planes[seat]
        groups.setdefault((plane.pose // 6, plane.level), []).append(seat)
    if len(groups) == len(state.live):
        return
    struck: list[int] = []
    hexes = state.rules.map.hexes
    for place in sorted(groups, key=lambda place: (hexes[place[0]], place[1])):
        if len(groups[place]) > 1:
            struck += _check_group(state, groups[place], umpire)
    fates = []
    for seat in struck:
        plane = state.planes[seat]
        boxed, fate = damage.strike(state, plane, umpire)  # BM-COLL-06
        if fate != NOBODY:
            fates.append((seat, fate))
        elif boxed:
            damage.keep_control(state, plane, umpire)
    remove(state, fates, umpire)


def _check_group(state: BlueMax, group: list[int], umpire: Umpire) -> list[int]:
    """The least steady plane rolls; the planes that draw cards are returned (BM-COLL-02 to BM-COLL-04)."""
    rules = state.rules
    steady = {seat: STABILITIES.index(rules.plane(state.planes[seat].model).stability) for seat in group}
    worst = [seat for seat in group if steady[seat] == max(steady.values())]
    roller = worst[0]
    if len(worst) > 1:
        roller = umpire.chance.pick("collision-roller", worst, lambda seat: state.planes[seat].id)
    speed = max(rules.charts.speed[state.planes[seat].performed] for seat in group)
    roll = umpire.chance.roll("collision", 6)
    total = roll + speed + steady[roller]
    cards = (total >= COLLISION_ONE_CARD) + (total >= COLLISION_TWO_CARDS)
    if umpire.listening:
        names = [state.planes[seat].id for seat in group]
        umpire.tell(
            "collision",
            "BM-COLL-04",
            planes=[*names],
            roller=state.planes[roller].id,
            roll=roll,
            speed=speed,
            stability=steady[roller],
            total=total,
            cards=cards,
        )
    for seat in group:
        for _ in range(cards):
            damage.draw(state, state.planes[seat], 0, BLUE, umpire)  # BM-COLL-07
    return group if cards else []


# ---- reloads


def _reload(state: BlueMax, umpire: Umpire) -> None:
    """Reloaded pools are full, and silent this round (BM-LEWIS-06, BM-LEWIS-07)."""
    for seat in state.live:
        plane = state.planes[seat]
        if plane.reload & 1:
            plane.ammunition, plane.reloaded = AMMUNITION, state.round
        if plane.reload & 2 and not plane.observer_killed:
            plane.rear_ammunition, plane.rear_reloaded = AMMUNITION, state.round
        if plane.reload and umpire.listening:
            umpire.tell("reload", "BM-LEWIS-06", to=(plane.seat,), seat=plane.id)
