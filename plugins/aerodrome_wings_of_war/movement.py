"""Revealing and flying a card, overlap, leaving the table (WW-MOVE, WW-OVER, WW-EXIT, WW-ILLEG)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aerodrome.geometry.table import TOLERANCE, Pose, in_the_way, nearest_free, turned, unit
from aerodrome.orders import Orders
from aerodrome.umpire import Umpire
from aerodrome_wings_of_war import altitude, fire, missions, plans
from aerodrome_wings_of_war.cards import BASE
from aerodrome_wings_of_war.damage import end_tailing, recycle, remove, score, take
from aerodrome_wings_of_war.rules import K
from aerodrome_wings_of_war.state import Airplane, Stance, WingsOfWar
from aerodrome_wings_of_war.vocabulary import (
    AFTER_IMMELMANN,
    CARDS_IN_A_PLAN,
    CLOUD,
    FLYING,
    GROUND,
    IDLE,
    ILLEGAL,
    IMMELMANN,
    IN_PLAY,
    KINDS,
    LEFT,
    NONE,
    STALL,
    STALL_MARK,
    STOPPED,
    STRAIGHT,
    TAKE_STRAIGHT,
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


def tell_card(airplane: Airplane, kind: int, umpire: Umpire) -> None:
    umpire.tell("card", "WW-MOVE-01", plane=airplane.id, card=KINDS[kind])


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


class Flight:
    """One airplane in one phase.

    Attributes:
        planned, kind: the card as planned, and what is executed in its place; `NONE` when nothing is.
        start, before: pose and stance at the start of the phase.
        crashes: an illegal maneuver that destroys the airplane at its end (WW-ILLEG-04).
        moved: whether it changed its pose.
        gone: whether the card led into the ground or below the floor, as in `Stance`.
    """

    __slots__ = ("airplane", "before", "crashes", "gone", "kind", "moved", "planned", "start", "state")

    def __init__(self, state: WingsOfWar, airplane: Airplane) -> None:
        self.state = state
        self.airplane = airplane
        self.planned = NONE
        self.kind = NONE
        self.start = airplane.pose
        self.before = airplane.stance
        self.crashes = False
        self.moved = False
        self.gone = 0

    @property
    def marks(self) -> int:
        """What is printed on the card that is executed."""
        return self.state.rules.planes[self.airplane.number].deck.marks[self.kind]

    # ---- revealing

    def reveal(self, umpire: Umpire) -> None:
        """Turns the card over and judges it against the cards really executed before it (WW-ILLEG-02)."""
        airplane, before, state = self.airplane, self.before, self.state
        if before.place == GROUND and (airplane.act_from > state.round or before.run == STOPPED):
            airplane.flown = (*airplane.flown, NONE)
            return  # it stands still, or bluffs (WW-LAND-07, WW-SEC-11)
        self.planned = self.kind = airplane.plan[state.step - 1]
        self._judge(umpire)
        if before.place == CLOUD:
            return
        airplane.revealed = (*airplane.revealed, self.planned)
        if umpire.listening:
            tell_card(airplane, self.planned, umpire)
            if self.kind != self.planned:
                umpire.tell("replaced", "WW-ILLEG-01", plane=airplane.id, card=KINDS[self.planned], by=KINDS[self.kind])

    def _judge(self, umpire: Umpire) -> None:
        state, airplane, before = self.state, self.airplane, self.before
        rules, clock = state.rules, state.clock
        plane = rules.planes[airplane.number]
        reasons = plans.problems(
            rules, plane, before, self.kind, state.floor,
            first=state.step == 1, no_left=clock < airplane.no_left, no_right=clock < airplane.no_right, strict=False,
        )  # fmt: skip
        if before.place == GROUND:
            if reasons:
                due = plans.due_on_the_run(before)
                self.kind = STRAIGHT if due == NONE else due
            return
        stalls = plane.deck.marks[self.kind] & STALL_MARK or before.did & plans.STALLED
        lazy = state.step == CARDS_IN_A_PLAN and airplane.duty and rules.settings.lenient and not stalls
        if not reasons and not lazy:
            return
        own_fault = lazy or any(not self._too_late(reason.clause) for reason in reasons)
        if rules.settings.illegal_crash and own_fault:
            self.crashes = True  # WW-ILLEG-04, WW-INTER-01
            return
        self.kind = STRAIGHT
        if lazy and not plans.problems(rules, plane, before, STALL, state.floor, strict=False):
            self.kind = STALL

    def _too_late(self, clause: str) -> bool:
        """Barred by rudder damage that was not known when the card was planned (WW-INTER-01)."""
        known_left, known_right = self.airplane.rudders
        clock = self.state.clock
        return (clause == "WW-RUDDER-01" and known_left <= clock) or (clause == "WW-RUDDER-02" and known_right <= clock)

    # ---- flying

    def fly(self, umpire: Umpire) -> None:
        """New pose and new stance; what the ground does to it comes later in the phase."""
        airplane, before = self.airplane, self.before
        if self.kind == NONE:
            return
        if before.place == GROUND and self._stays(umpire):
            airplane.flown = (*airplane.flown, NONE)
            return
        rules = self.state.rules
        plane = rules.planes[airplane.number]
        now = plans.after(rules, plane, before, self.kind, self.state.floor)
        self.gone = now.gone
        if before.place == CLOUD:
            self._collect(now, umpire)
            return
        airplane.put(self.start.moved(plane.deck.motions[self.kind]))
        airplane.stand(now)
        airplane.flown = (*airplane.flown, self.kind)
        airplane.in_open = now.place != CLOUD
        self.moved = True

    def _stays(self, umpire: Umpire) -> bool:
        """Ignored cards before a take-off, and a climb with flames on board (WW-TAKE-04, WW-TAKE-05, WW-GFIRE-01)."""
        airplane, run = self.airplane, self.before.run
        if run == IDLE:
            return not self.state.rules.planes[airplane.number].deck.marks[self.kind] & STALL_MARK
        if run == TAKE_STRAIGHT and airplane.flames:
            airplane.run, airplane.last = IDLE, NONE
            if umpire.listening:
                umpire.tell("no-take-off", "WW-GFIRE-01", plane=airplane.id)
            return True
        return False

    def _collect(self, now: Stance, umpire: Umpire) -> None:
        """A card in the cloud is kept; the one that leads out has all of them flown at once (WW-CLOUD-04, -07)."""
        airplane = self.airplane
        airplane.queue = (*airplane.queue, self.kind)
        airplane.stand(now)
        if now.place == CLOUD and not self.crashes:
            if umpire.listening:
                umpire.tell("collected", "WW-CLOUD-04", to=(airplane.seat,), plane=airplane.id, card=KINDS[self.kind])
            return
        motions = self.state.rules.planes[airplane.number].deck.motions
        if umpire.listening:
            umpire.tell(
                "out-of-cloud", "WW-CLOUD-07", plane=airplane.id, cards=[KINDS[kind] for kind in airplane.queue]
            )
        for kind in airplane.queue:
            self.start = airplane.pose
            airplane.put(self.start.moved(motions[kind]))
            if not self.state.rules.area.holds(airplane.x, airplane.y):
                break
        airplane.flown = (*airplane.flown, *airplane.queue)
        airplane.queue = ()
        airplane.in_open = self.moved = True


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
