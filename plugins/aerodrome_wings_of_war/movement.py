"""Revealing and flying a card, overlap, leaving the table (WW-MOVE, WW-OVER, WW-EXIT, WW-ILLEG)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aerodrome.geometry.table import TOLERANCE, Pose, in_the_way, nearest_free, turned, unit
from aerodrome.orders import Orders
from aerodrome.umpire import Umpire
from aerodrome_wings_of_war import altitude, fire, missions, plans
from aerodrome_wings_of_war.cards import BASE
from aerodrome_wings_of_war.damage import end_tailing, recycle, remove, score, take
from aerodrome_wings_of_war.flight import Flight, tell_card
from aerodrome_wings_of_war.rules import K
from aerodrome_wings_of_war.state import Airplane, WingsOfWar
from aerodrome_wings_of_war.vocabulary import (
    AFTER_IMMELMANN,
    CARDS_IN_A_PLAN,
    CLOUD,
    FLYING,
    ILLEGAL,
    IMMELMANN,
    IN_PLAY,
    LEFT,
    NONE,
    STALL_MARK,
    UNBOUND,
)

# ---- planning is closed


def close_plans(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """Lays the three cards of each airplane face down (WW-PLAN-02, WW-PLAN-05)."""
    special = state.rules.settings.special_damage
    for airplane in state.planes:
        if airplane.fate == IN_PLAY:
            airplane.revealed = airplane.flown = ()  # until now all may still see what was flown in the last round
    for seat, picks in orders.items():
        for index, airplane in enumerate(plans.planners(state, seat)):
            one, two, three = picks[index * CARDS_IN_A_PLAN : index * CARDS_IN_A_PLAN + CARDS_IN_A_PLAN]
            airplane.plan = (one.code % K, two.code % K, three.code % K)
            if special:
                airplane.rudders = (airplane.no_left, airplane.no_right)
    if umpire.listening:
        umpire.tell("planned", "WW-PLAN-05", round=state.round)
    return state.rules.after_planning


# ---- a movement phase


def move(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """Reveals a card of every airplane and flies all of them at once (WW-MOVE-01, WW-MOVE-07)."""
    state.step += 1
    if state.rules.settings.tailing:
        for airplane in state.planes:
            airplane.shown_card = NONE  # it is turned over now, for all to see
    if state.rules.plain:
        _fly_plainly(state, umpire)
    else:
        _fly(state, umpire)
    if state.step == CARDS_IN_A_PLAN:
        for airplane in state.planes:
            airplane.plan = ()  # nothing of it is hidden any more; bluff cards are never shown (WW-SEC-11)
    state.shots = fire.shots(state)
    return "fire" if state.shots else "phase-end"


def _fly_plainly(state: WingsOfWar, umpire: Umpire) -> None:
    """Strict plans without levels, special damage or tasks: every card is flown as planned."""
    slot = state.step - 1
    planes = state.rules.planes
    flying = [airplane for airplane in state.planes if airplane.fate == IN_PLAY]
    starts = [(airplane.x, airplane.y) for airplane in flying]
    for airplane in flying:
        kind = airplane.plan[slot]
        forward, left, turn = planes[airplane.number].deck.motions[kind]
        c, s = unit(airplane.heading)
        airplane.x += forward * c - left * s
        airplane.y += forward * s + left * c
        if turn:
            airplane.heading = turned(airplane.heading, turn)
        airplane.last = kind
        airplane.bound = AFTER_IMMELMANN if kind == IMMELMANN else UNBOUND
        airplane.revealed = airplane.flown = (*airplane.flown, kind)
    if umpire.listening:
        for airplane in flying:
            tell_card(airplane, airplane.last, umpire)
    settle_overlap(state, flying, umpire)
    if umpire.listening:
        tell_places(flying, umpire)
    leave(state, flying, starts, umpire)


def tell_places(airplanes: Iterable[Airplane], umpire: Umpire) -> None:
    for airplane in airplanes:
        if airplane.place != CLOUD and airplane.fate == IN_PLAY:
            umpire.tell("moved", "WW-MOVE-04", plane=airplane.id, x=airplane.x, y=airplane.y, heading=airplane.heading)


def _fly(state: WingsOfWar, umpire: Umpire) -> None:
    """A phase with everything: cards judged at their reveal, levels, the ground, the cloud, mission tasks."""
    flights = [Flight(state, airplane) for airplane in state.planes if airplane.fate == IN_PLAY]
    for flight in flights:
        flight.reveal(umpire)
    for flight in flights:
        flight.fly(umpire)
    movers = [flight.airplane for flight in flights if flight.moved]
    settle_overlap(state, movers, umpire)
    if umpire.listening:
        tell_places(movers, umpire)
    for flight in flights:
        if flight.crashes:
            remove(state, flight.airplane, ILLEGAL, "WW-ILLEG-04", umpire)
    moved = [flight for flight in flights if flight.moved]
    leave(state, [f.airplane for f in moved], [(f.start.x, f.start.y) for f in moved], umpire)
    altitude.settle_levels(state, flights, umpire)
    if state.rules.setup.task is not None and not state.task_done:
        _tasks(state, [flight for flight in moved if flight.airplane.fate == IN_PLAY], umpire)


# ---- overlap (WW-OVER)


def settle_overlap(state: WingsOfWar, movers: Sequence[Airplane], umpire: Umpire) -> None:
    """Finds end positions that are impossible and has the airplanes involved move one after the other."""
    if state.rules.settings.exact_overlap:
        return  # WW-COMP-02
    reach = BASE.radius * BASE.radius
    everybody = movers if len(movers) == len(state.planes) else [a for a in state.planes if a.solid]
    close: list[tuple[Airplane, Airplane]] = []
    for index, one in enumerate(everybody):
        x, y = one.x, one.y
        for two in everybody[index + 1 :]:
            dx, dy = two.x - x, two.y - y
            if dx * dx + dy * dy < reach and one.solid and two.solid and in_the_way(BASE, one.pose, two.pose):
                close.append((one, two))
    if close:
        _in_turn(state, close, movers, umpire)


def _in_turn(
    state: WingsOfWar, close: list[tuple[Airplane, Airplane]], movers: Sequence[Airplane], umpire: Umpire
) -> None:
    """Group after group (WW-OVER-02): who stands still is placed first, then in the order of the cards drawn."""
    moving = {airplane.number for airplane in movers}
    groups = _groups(close)
    waiting = {airplane.number for group in groups for airplane in group if airplane.number in moving}
    for group in groups:
        for airplane in _drawn_order(state, [a for a in group if a.number in moving], umpire):
            waiting.discard(airplane.number)
            placed = [
                other.pose for other in state.planes
                if other.solid and other is not airplane and other.number not in waiting
            ]  # fmt: skip
            planned = airplane.pose
            airplane.put(nearest_free(BASE, planned, placed))
            if umpire.listening and airplane.pose != planned:
                umpire.tell("pushed", "WW-OVER-06", plane=airplane.id, x=airplane.x, y=airplane.y)


def _groups(close: list[tuple[Airplane, Airplane]]) -> list[list[Airplane]]:
    """Airplanes connected by impossible pairs, each group and the groups in the order of the scenario."""
    groups: list[dict[int, Airplane]] = []
    for one, two in close:
        joined = {one.number: one, two.number: two}
        for group in [g for g in groups if one.number in g or two.number in g]:
            joined |= group
            groups.remove(group)
        groups.append(joined)
    return sorted(([g[n] for n in sorted(g)] for g in groups), key=lambda group: group[0].number)


def _drawn_order(state: WingsOfWar, airplanes: list[Airplane], umpire: Umpire) -> list[Airplane]:
    """One B card each, shown to all and set aside; the lowest serial number first (WW-OVER-04, WW-OVER-07)."""
    if len(state.deck_b) < len(airplanes):
        recycle(state, 1, umpire)
    if len(state.deck_b) < len(airplanes):
        order = list(airplanes)
        umpire.chance.shuffle("overlap-order", order, lambda airplane: airplane.id)
        if umpire.listening:
            umpire.tell("chance-order", "WW-OVER-07", planes=[airplane.id for airplane in order])
        return order
    cards = [take(state, 1, umpire) for _ in airplanes]
    state.aside += cards
    damage = state.rules.damage
    ranked = sorted(zip(cards, airplanes, strict=True), key=lambda pair: damage.serials[pair[0]])
    if umpire.listening:
        umpire.tell(
            "move-order", "WW-OVER-04", planes=[airplane.id for _, airplane in ranked],
            numbers=[damage.serials[card] for card, _ in ranked],
        )  # fmt: skip
    return [airplane for _, airplane in ranked]


# ---- leaving (WW-EXIT)


def leave(
    state: WingsOfWar, airplanes: Sequence[Airplane], starts: Sequence[tuple[float, float]], umpire: Umpire
) -> None:
    """Airplanes whose base centre is outside are out of the game (WW-EXIT-01)."""
    width, depth = state.rules.area.width + TOLERANCE, state.rules.area.depth + TOLERANCE
    for index, airplane in enumerate(airplanes):
        if -TOLERANCE <= airplane.x <= width and -TOLERANCE <= airplane.y <= depth:
            continue
        if airplane.fate == IN_PLAY:
            x, y = starts[index]
            _left(state, airplane, Pose(x, y, 0.0), umpire)


def _left(state: WingsOfWar, airplane: Airplane, start: Pose, umpire: Umpire) -> None:
    """Notes the edge (WW-EXIT-04) and the point for the enemy (WW-WIN-02), unless a task forgives it (WW-MISS-08)."""
    rules = state.rules
    team = rules.planes[airplane.number].team
    own = rules.own_edge(team)
    airplane.fate = LEFT
    airplane.edge = rules.area.edge_crossed(start, airplane.pose, own)
    end_tailing(state, airplane)
    if umpire.listening:
        umpire.tell("left", "WW-EXIT-01", plane=airplane.id, edge=airplane.edge)
    home = airplane.edge == own
    if not (home and state.task_done and rules.task_team == team):
        score(state, 1 - team, 1)
    task = rules.setup.task
    if task and task.kind == "photograph" and state.task_done and home and task.plane == airplane.id:
        score(state, team, task.points)  # WW-MISS-46
        if umpire.listening:
            umpire.tell("picture-home", "WW-MISS-46", plane=airplane.id, points=task.points)


# ---- mission tasks (WW-MISS-43, WW-MISS-63)


def _tasks(state: WingsOfWar, flights: Sequence[Flight], umpire: Umpire) -> None:
    task, target = state.rules.setup.task, state.rules.target
    assert task is not None
    assert target is not None
    for flight in flights:
        airplane = flight.airplane
        if airplane.id != task.plane or airplane.place != FLYING:  # WW-INTER-21
            continue
        stall = flight.kind == flight.planned and bool(flight.marks & STALL_MARK)
        half = state.rules.half
        if not missions.succeeds(task, target, flight.start, airplane.pose, stall=stall, half=half):
            continue
        clause = "WW-MISS-43" if task.kind == "photograph" else "WW-MISS-63"
        if airplane.observer_wounded and task.needs_observer:
            failed = "WW-MISS-44" if task.kind == "photograph" else "WW-MISS-64"
            if umpire.listening:
                umpire.tell("task-failed", failed, to=(airplane.seat,), plane=airplane.id, task=task.kind)
            continue
        state.task_done = True
        if umpire.listening:
            umpire.tell("task", clause, plane=airplane.id, task=task.kind)
        if task.kind == "bombing":
            score(state, state.rules.planes[airplane.number].team, task.points)  # WW-MISS-66
