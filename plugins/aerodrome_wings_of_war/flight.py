"""A card, from its reveal to where it leads (WW-MOVE-01, WW-ILLEG, WW-TAKE, WW-CLOUD)."""

from __future__ import annotations

from aerodrome.umpire import Umpire
from aerodrome_wings_of_war import plans
from aerodrome_wings_of_war.state import Airplane, Stance, WingsOfWar
from aerodrome_wings_of_war.vocabulary import (
    CARDS_IN_A_PLAN,
    CLOUD,
    GROUND,
    IDLE,
    KINDS,
    NONE,
    STALL,
    STALL_MARK,
    STOPPED,
    STRAIGHT,
    TAKE_STRAIGHT,
)


def tell_card(airplane: Airplane, kind: int, umpire: Umpire) -> None:
    umpire.tell("card", "WW-MOVE-01", plane=airplane.id, card=KINDS[kind])


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
