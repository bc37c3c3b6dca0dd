"""Planning three cards: what may follow what (WW-PLAN, WW-STEEP, WW-IMMEL, WW-RUDDER, WW-ENGINE, altitude, landing).

The same `problems` judge a card when it is planned and when it is revealed (WW-ILLEG-02), and the same `after` says
what a card makes of an airplane. What may be planned from a stance is a tree of `Node`, made once and shared by all
matches of one `WingsRules`: listing options is two lookups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aerodrome.errors import Reason
from aerodrome.orders import Option, Picks
from aerodrome.phases import Row
from aerodrome_wings_of_war.rules import K, Plane, WingsRules
from aerodrome_wings_of_war.state import Airplane, Key, Stance, WingsOfWar
from aerodrome_wings_of_war.vocabulary import (
    AFTER_IMMELMANN,
    AFTER_OVERDIVE,
    AFTER_SPLIT,
    BOUND,
    CARDS_IN_A_PLAN,
    CEILING_ABOVE_FLOOR,
    CLIMB,
    CLOUD,
    DIVE,
    FLYING,
    GROUND,
    IDLE,
    IMMELMANN,
    IN_PLAY,
    KINDS,
    LEFT_MARK,
    NO_RUN,
    NONE,
    PLACES,
    RIGHT_MARK,
    ROLLED,
    RUNS,
    STALL,
    STALL_MARK,
    STEEP_MARK,
    STOPPED,
    STRAIGHT,
    STRAIGHT_MARK,
    TAKE_STALL,
    TAKE_STRAIGHT,
    TOP_LEVEL,
    TOUCHED,
    UNBOUND,
)

# What was done in a round, as bits.
CLIMBED, TURNED, SPLIT, STALLED = 1, 2, 4, 8

HIT_THE_GROUND, BELOW_THE_FLOOR = 1, 2

RUN_NEEDS = {
    TOUCHED: (STRAIGHT_MARK, "WW-LAND-03", "a landing goes on with a straight"),
    ROLLED: (STALL_MARK, "WW-LAND-03", "a landing ends with a stall"),
    TAKE_STALL: (STRAIGHT_MARK, "WW-TAKE-02", "a take-off goes on with a straight"),
}


# ---- what a card makes of an airplane


def is_overdive(rules: WingsRules, plane: Plane, stance: Stance, kind: int) -> bool:
    """A dive that follows a stall, with the option overdive (WW-ODIVE-01)."""
    return kind == DIVE and rules.settings.overdive and bool(plane.deck.marks[stance.last] & STALL_MARK)


def is_split(rules: WingsRules, plane: Plane, stance: Stance, kind: int) -> bool:
    """The Immelmann card after a stall (WW-SPLIT-01)."""
    return kind == IMMELMANN and rules.settings.altitude and bool(plane.deck.marks[stance.last] & STALL_MARK)


def after(rules: WingsRules, plane: Plane, stance: Stance, kind: int, floor: int) -> Stance:
    """The stance after a card has been executed; pose and landing strip play no part in it."""
    if stance.gone or stance.run == STOPPED:
        return stance
    if stance.place == GROUND:
        return _after_on_the_ground(plane, stance, kind)
    did = stance.did | _deed(rules, plane, stance, kind)
    bound = _binds(rules, plane, stance, kind)
    if not rules.settings.altitude:
        return stance._replace(last=kind, bound=bound, did=did)
    risen = _levels(rules, plane, stance, kind)
    if risen.place == FLYING and risen.level < floor:
        risen = risen._replace(gone=BELOW_THE_FLOOR)
    return risen._replace(last=kind, bound=bound, did=did)


def _deed(rules: WingsRules, plane: Plane, stance: Stance, kind: int) -> int:
    if kind == CLIMB:
        return CLIMBED
    if kind == IMMELMANN:
        return SPLIT if is_split(rules, plane, stance, kind) else TURNED
    return STALLED if plane.deck.marks[kind] & STALL_MARK else 0


def _binds(rules: WingsRules, plane: Plane, stance: Stance, kind: int) -> int:
    if kind == IMMELMANN:
        return AFTER_SPLIT if is_split(rules, plane, stance, kind) else AFTER_IMMELMANN
    return AFTER_OVERDIVE if is_overdive(rules, plane, stance, kind) else UNBOUND


def _levels(rules: WingsRules, plane: Plane, stance: Stance, kind: int) -> Stance:
    """Levels and climb counters (WW-CLIMB, WW-DIVE, WW-SPLIT, WW-ODIVE, WW-CLOUD)."""
    if stance.place == CLOUD:
        return _in_the_cloud(rules, plane, stance, kind)
    if kind == DIVE:
        return _dive(rules, plane, stance, is_overdive(rules, plane, stance, kind))
    if is_split(rules, plane, stance, kind):
        return _split(plane, stance)
    if kind in (CLIMB, IMMELMANN):
        return _climb(rules, plane, stance)
    if stance.pending:
        return _lower(stance)._replace(pending=False)
    return stance


def _lower(stance: Stance) -> Stance:
    """One level down and all counters off; at level 0 one counter stays (WW-DIVE-02, WW-ODIVE-03)."""
    if stance.level == 0:
        return stance._replace(gone=HIT_THE_GROUND)
    level = stance.level - 1
    return stance._replace(level=level, counters=1 if level == 0 else 0)


def _dive(rules: WingsRules, plane: Plane, stance: Stance, overdive: bool) -> Stance:
    if stance.level == 0 and not overdive and rules.settings.landing:
        return stance._replace(place=GROUND, run=TOUCHED, counters=0)  # WW-DIVE-04, WW-LAND-05
    return _lower(stance)._replace(pending=overdive)


def _split(plane: Plane, stance: Stance) -> Stance:
    """WW-SPLIT-03 to WW-SPLIT-05; flying at level 0 keeps a counter (WW-CLIMB-04)."""
    if stance.counters:
        left = stance.counters - 1
        gone = HIT_THE_GROUND if stance.level == 0 and not left else 0
        return stance._replace(counters=left, gone=gone)
    level, counters = stance.level - 1, plane.row.climb_value - 1
    return stance._replace(level=level, counters=counters or (1 if level == 0 else 0))


def _climb(rules: WingsRules, plane: Plane, stance: Stance) -> Stance:
    """A counter, and a level when they are enough (WW-CLIMB-01, WW-CLIMB-02, WW-CLIMB-06)."""
    if stance.counters + 1 < plane.row.climb_value:
        return stance._replace(counters=stance.counters + 1)
    level = stance.level + 1
    return stance._replace(level=level, counters=0, place=CLOUD if level == rules.cloud_level else FLYING)


def _in_the_cloud(rules: WingsRules, plane: Plane, stance: Stance, kind: int) -> Stance:
    """No counters inside; a dive or a Split-S comes out one level lower (WW-CLOUD-06, WW-CLOUD-07)."""
    if kind == DIVE:
        below = stance._replace(place=FLYING, level=stance.level - 1, counters=0)
        return below._replace(pending=is_overdive(rules, plane, stance, kind))
    if is_split(rules, plane, stance, kind):
        return stance._replace(place=FLYING, level=stance.level - 1, counters=plane.row.climb_value - 1)
    return stance


def _after_on_the_ground(plane: Plane, stance: Stance, kind: int) -> Stance:
    """WW-LAND-03, WW-TAKE-02 to WW-TAKE-05."""
    marks = plane.deck.marks[kind]
    run = stance.run
    if run == TOUCHED:
        return stance._replace(run=ROLLED, last=kind)
    if run == ROLLED:
        return stance._replace(run=STOPPED, last=NONE, bound=UNBOUND, did=stance.did | STALLED)
    if run == IDLE and marks & STALL_MARK:
        return stance._replace(run=TAKE_STALL, last=kind, did=stance.did | STALLED)
    if run == TAKE_STALL:
        return stance._replace(run=TAKE_STRAIGHT, last=kind)
    if run == TAKE_STRAIGHT:
        return stance._replace(
            place=FLYING, run=NO_RUN, level=0, counters=1, last=kind, bound=UNBOUND, did=stance.did | CLIMBED
        )
    return stance


# ---- what speaks against a card


def problems(
    rules: WingsRules,
    plane: Plane,
    stance: Stance,
    kind: int,
    floor: int,
    *,
    first: bool = False,
    no_left: bool = False,
    no_right: bool = False,
    strict: bool = True,
) -> list[Reason]:
    """Every rule that executing ``kind`` now would break; ``first`` in slot 1 of a round.

    Without ``strict``, only what makes a maneuver illegal (WW-ILLEG-02), not what hits the ground or the floor.
    """
    if stance.gone or stance.run == STOPPED:
        return []
    marks = plane.deck.marks[kind]
    if stance.place == GROUND:
        return _on_the_ground(stance, kind, marks) + _barred(stance, marks, no_left, no_right)
    found = _steep(rules, plane, stance, kind, first)
    if stance.bound and not marks & STRAIGHT_MARK:
        found.append(_unstraight(stance.bound, first))
    if kind == IMMELMANN:
        found += _immelmann(rules, plane, stance, first)
    if kind in (CLIMB, IMMELMANN):
        found += _rising(rules, plane, stance, kind, floor)
    if kind == DIVE and stance.did & SPLIT:
        found.append(Reason("WW-SPLIT-06", "no dive in a round with a Split-S"))
    if strict and rules.settings.altitude:
        found += _sinking(rules, plane, stance, kind, floor)
    return found + _barred(stance, marks, no_left, no_right)


def _steep(rules: WingsRules, plane: Plane, stance: Stance, kind: int, first: bool) -> list[Reason]:
    marks = plane.deck.marks
    if not (marks[kind] & STEEP_MARK and marks[stance.last] & STEEP_MARK):
        return []
    if is_overdive(rules, plane, stance, kind):
        if plane.has_immelmann:
            return []
        return [Reason("WW-ODIVE-05", "without an Immelmann card it cannot overdive")]
    last = KINDS[stance.last]
    return [Reason("WW-STEEP-03" if first else "WW-STEEP-02", f"two steep maneuvers in a row: {last}, {KINDS[kind]}")]


def _unstraight(bound: int, first: bool) -> Reason:
    if bound == AFTER_IMMELMANN:
        return Reason("WW-IMMEL-04" if first else "WW-IMMEL-02", "after an Immelmann turn only a straight may follow")
    if bound == AFTER_SPLIT:
        return Reason("WW-SPLIT-02", "after a Split-S only a straight may follow")
    return Reason("WW-ODIVE-01", "after the dive of an overdive only a straight may follow")


def _immelmann(rules: WingsRules, plane: Plane, stance: Stance, first: bool) -> list[Reason]:
    marks = plane.deck.marks[stance.last]
    if marks & STRAIGHT_MARK:
        if stance.did & CLIMBED:
            return [Reason("WW-CLIMB-07", "no Immelmann turn in a round with a climb")]
        return []
    if is_split(rules, plane, stance, IMMELMANN):
        return []  # WW-SPLIT-06: a dive and a stall before it would be two steep maneuvers in a row
    found = [Reason("WW-IMMEL-03" if first else "WW-IMMEL-01", "before an Immelmann turn a straight must be flown")]
    if marks & STALL_MARK:
        found.append(Reason("WW-SPLIT-07", "without altitude there is no Split-S"))
    return found


def _rising(rules: WingsRules, plane: Plane, stance: Stance, kind: int, floor: int) -> list[Reason]:
    """WW-CLIMB-05, WW-CLIMB-07, WW-ALT-03, WW-HIGH-02, WW-HIGH-05, WW-CLOUD-02, WW-INTER-15."""
    found = []
    if kind == CLIMB and stance.did & TURNED:
        found.append(Reason("WW-CLIMB-07", "no climb in a round with an Immelmann turn"))
    settings = rules.settings
    if not settings.altitude or stance.place == CLOUD or is_split(rules, plane, stance, kind):
        return found
    if stance.counters + 1 < plane.row.climb_value:
        return found
    level = stance.level + 1
    top = floor + CEILING_ABOVE_FLOOR if settings.flying_high else TOP_LEVEL
    if level > top and level != rules.cloud_level:
        text = f"it would rise to level {level}, above {top}"
        found.append(Reason("WW-HIGH-02" if settings.flying_high else "WW-CLIMB-05", text))
        if not settings.flying_high:
            found.append(Reason("WW-ALT-03", text))
    if settings.flying_high and level > plane.row.max_altitude:
        text = f"the {plane.row.name} cannot rise above level {plane.row.max_altitude}"
        found.append(Reason("WW-INTER-15" if level == rules.cloud_level else "WW-HIGH-05", text))
    return found


def _sinking(rules: WingsRules, plane: Plane, stance: Stance, kind: int, floor: int) -> list[Reason]:
    """What strict validation refuses although it is no illegal maneuver (WW-ODIVE-04, WW-HIGH-06)."""
    if is_overdive(rules, plane, stance, kind):
        if floor and stance.level - 2 < floor:
            return [Reason("WW-HIGH-06", f"an overdive from level {stance.level} would end below the floor")]
        if stance.level < 2:
            return [Reason("WW-ODIVE-04", f"level {stance.level} is too low for an overdive")]
        return []
    if floor and kind in (DIVE, IMMELMANN):
        below = after(rules, plane, stance, kind, floor)
        if below.gone:
            return [Reason("WW-HIGH-06", f"it would fall below the floor, level {floor}")]
    return []


def _on_the_ground(stance: Stance, kind: int, marks: int) -> list[Reason]:
    if stance.run in RUN_NEEDS:
        mark, clause, text = RUN_NEEDS[stance.run]
        return [] if marks & mark else [Reason(clause, text)]
    if stance.run == TAKE_STRAIGHT:
        return [] if kind == CLIMB else [Reason("WW-TAKE-02", "a take-off ends with a climb")]
    if marks & STEEP_MARK and not marks & STALL_MARK:
        text = "on the ground only cards that are not steep, and a stall to begin the take-off"
        return [Reason("WW-GRND-04", text), Reason("WW-TAKE-04", text)]
    return []


def _barred(stance: Stance, marks: int, no_left: bool, no_right: bool) -> list[Reason]:
    """The rudder (WW-RUDDER-01, WW-RUDDER-02); ignored cards are never barred (WW-INTER-13)."""
    if stance.run == IDLE and not marks & STALL_MARK:
        return []
    if no_left and marks & LEFT_MARK:
        return [Reason("WW-RUDDER-01", "the rudder is jammed: no left cards")]
    if no_right and marks & RIGHT_MARK:
        return [Reason("WW-RUDDER-02", "the rudder is jammed: no right cards")]
    return []


# ---- the tree of plans


class Node:
    """A plan begun: what may come next, and what comes of that."""

    __slots__ = ("_options", "cards", "key", "known", "plane", "rules", "stance")

    def __init__(self, rules: WingsRules, plane: Plane, key: Key, stance: Stance, cards: tuple[int, ...]) -> None:
        self.rules = rules
        self.plane = plane
        self.key = key
        self.stance = stance
        self.cards = cards
        self._options: tuple[Option, ...] | None = None
        self.known: dict[int, Node] = {}

    @property
    def options(self) -> tuple[Option, ...]:
        """The cards that may come next, each the beginning of a plan that can be completed."""
        found = self._options
        if found is None:
            row = self.rules.cards[self.plane.number]
            found = self._options = tuple(row[kind] for kind in self._kinds())
        return found

    def after(self, kind: int) -> Node:
        found = self.known.get(kind)
        if found is None:
            stance = self._next(kind)
            found = self.known[kind] = Node(self.rules, self.plane, self.key, stance, (*self.cards, kind))
        return found

    def _next(self, kind: int) -> Stance:
        """The stance after a card, illegal ones included (WW-ILLEG-03)."""
        if self.rules.settings.illegal_crash and self._found_out(kind):
            return self.stance._replace(gone=HIT_THE_GROUND)
        return after(self.rules, self.plane, self.stance, self.flown(kind), self.key[5])

    def flown(self, kind: int) -> int:
        """The card that is flown for a next one: a straight for one that will be found out (WW-ILLEG-01)."""
        return STRAIGHT if not self.rules.settings.illegal_crash and self._found_out(kind) else kind

    def _found_out(self, kind: int) -> bool:
        """Whether a card is taken now and turns out to be illegal at its reveal."""
        return self.rules.settings.lenient and self.stance.place != GROUND and bool(self.reasons(kind, strict=False))

    def moves(self, kind: int) -> bool:
        """Whether a next card changes the pose: not bluff, not an ignored card, and not yet in the cloud (WW-LAND-04,
        WW-TAKE-04, WW-CLOUD-04)."""
        stance = self.stance
        if stance.gone or stance.place == CLOUD or stance.run == STOPPED:
            return False
        return stance.run != IDLE or bool(self.plane.deck.marks[kind] & STALL_MARK)

    def reasons(self, kind: int, strict: bool = True) -> list[Reason]:
        slot = len(self.cards)
        return problems(
            self.rules,
            self.plane,
            self.stance,
            kind,
            self.key[5],
            first=slot == 0,
            no_left=slot < self.key[3],
            no_right=slot < self.key[4],
            strict=strict,
        )

    def allowed(self, kind: int) -> bool:
        """Whether the card may be planned now, whatever follows."""
        if self.cards.count(kind) >= self.plane.deck.copies[kind]:
            return False  # WW-PLAN-04
        if self.rules.settings.lenient and self.stance.place != GROUND:
            return True
        return not self.reasons(kind)

    def _kinds(self) -> Iterator[int]:
        if len(self.cards) < CARDS_IN_A_PLAN:
            for kind in self.plane.kinds:
                if self._leads_on(kind):
                    yield kind

    def completable(self) -> bool:
        if len(self.cards) == CARDS_IN_A_PLAN:
            return self._complete()
        return any(self._leads_on(kind) for kind in self.plane.kinds)

    def _leads_on(self, kind: int) -> bool:
        """Whether a plan can go on with a card to its end."""
        if not self.allowed(kind):
            return False
        last = len(self.cards) == CARDS_IN_A_PLAN - 1
        return (last and not self.key[2]) or self.after(kind).completable()

    def _complete(self) -> bool:
        """The duty to stall binds the plan as a whole (WW-ENGINE-01, WW-ENGINE-02)."""
        if not self.key[2] or self.rules.settings.lenient or self.stance.gone:
            return True
        return bool(self.stance.did & STALLED)


def tree(rules: WingsRules, key: Key) -> Node:
    """The plans of an airplane from a stance."""
    found = rules.plans.get(key)
    if found is None:
        found = rules.plans[key] = Node(rules, rules.planes[key[0]], key, key[1], ())
    assert isinstance(found, Node)
    return found


def tree_seen(rules: WingsRules, plane: Plane, seen: Mapping[str, Any], floor: int) -> Node:
    """The plans of an airplane before a round, as far as a view of it tells."""
    last, bound = seen.get("last"), seen.get("bound", BOUND[0])
    stance = Stance(
        NONE if last is None else KINDS.index(last), BOUND.index(bound), PLACES.index(seen["place"]),
        seen["level"], seen["counters"], RUNS.index(seen["run"]), seen["pending"],
    )  # fmt: skip
    duty = bool(seen.get("engine_damaged")) and stance.place != GROUND
    return tree(rules, (plane.number, stance, duty, seen.get("no_left", 0), seen.get("no_right", 0), floor))


def begin_round(state: WingsOfWar, airplane: Airplane) -> None:
    """Notes from where an airplane plans in the round that begins."""
    airplane.planned_from = Stance(
        airplane.last, airplane.bound, airplane.place, airplane.level, airplane.counters, airplane.run, airplane.pending
    )
    airplane.duty = airplane.engine_damaged and airplane.place != GROUND  # WW-INTER-12
    if airplane.no_left or airplane.no_right:
        airplane.barred = max(0, airplane.no_left - state.clock), max(0, airplane.no_right - state.clock)


def key_of(state: WingsOfWar, airplane: Airplane) -> Key:
    """From where an airplane plans in this round."""
    left, right = airplane.barred
    return (airplane.number, airplane.planned_from, airplane.duty, left, right, state.floor)


# ---- the decision


def must_plan(state: WingsOfWar, airplane: Airplane) -> bool:
    """Everybody in play, but for who must stand still (WW-PLAN-01, WW-LAND-07)."""
    return airplane.fate == IN_PLAY and (airplane.place != GROUND or airplane.act_from <= state.round)


def planners(state: WingsOfWar, seat: int) -> list[Airplane]:
    planes = state.planes
    return [planes[n] for n in state.rules.fleets[seat] if must_plan(state, planes[n])]


def plan_asks(state: WingsOfWar) -> tuple[int, ...]:
    return tuple(sorted({airplane.seat for airplane in state.planes if must_plan(state, airplane)}))


def plan_options(state: WingsOfWar, seat: int, picks: Picks) -> tuple[Option, ...]:
    """What may come next, airplane after airplane; every partial plan can be completed."""
    count = len(picks)
    fleet = state.rules.fleets[seat]
    if len(fleet) == 1:
        return _node(state, state.planes[fleet[0]], picks).options if count < CARDS_IN_A_PLAN else ()
    done, slot = divmod(count, CARDS_IN_A_PLAN)
    waiting = planners(state, seat)
    if done == len(waiting):
        return ()
    return _node(state, waiting[done], picks[count - slot :]).options


def _node(state: WingsOfWar, airplane: Airplane, picks: Picks) -> Node:
    key = key_of(state, airplane)
    node: Node = state.rules.plans.get(key) or tree(state.rules, key)
    for option in picks:
        kind = option.code % K
        node = node.known.get(kind) or node.after(kind)
    return node


def why_not_plan(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Reason]:
    """Every rule against a card; if there is none, what can no longer be fulfilled after it."""
    what = state.rules.meaning[option.code]
    done, slot = divmod(len(picks), CARDS_IN_A_PLAN)
    airplane = planners(state, seat)[done]
    if what[0] != "card":
        return [Reason("WW-PLAN-01", f"three cards for {airplane.id} are planned now")]
    _, number, kind = what
    if number != airplane.number:
        owner = state.rules.planes[number].seat
        text = f"the cards of {airplane.id} are planned now"
        return [Reason("WW-PLAN-01", text if owner == seat else "it is not your airplane")]
    node = _node(state, airplane, picks[len(picks) - slot :])
    return _against(node, kind)


def _against(node: Node, kind: int) -> list[Reason]:
    plane = node.plane
    found = []
    if kind not in plane.kinds:
        altitude = kind in (CLIMB, DIVE)
        text = (
            "climb and dive cards need the option altitude"
            if altitude
            else f"deck {plane.deck.letter} has no such card"
        )
        clause = "WW-SETUP-05" if altitude else "WW-IMMEL-06" if kind == IMMELMANN else "WW-PLAN-04"
        return [Reason(clause, text)]
    if node.cards.count(kind) >= plane.deck.copies[kind]:
        found.append(Reason("WW-PLAN-04", f"the deck has only {plane.deck.copies[kind]} of this card"))
    if not node.rules.settings.lenient or node.stance.place == GROUND:
        found += node.reasons(kind)
    if not found and node.key[2]:
        found.append(Reason("WW-ENGINE-01", "the damaged engine needs a stall in every round"))
    return found or [Reason("WW-PLAN-01", "no legal plan begins with these cards")]


def explain_plan(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Row]:
    """Where the card takes the airplane and what it is for the rules."""
    what = state.rules.meaning[option.code]
    if what[0] != "card":
        return []
    _, number, kind = what
    plane = state.rules.planes[number]
    marks, motion = plane.deck.marks[kind], plane.deck.motions[kind]
    turn = (motion.turn + 180) % 360 - 180
    rows = [Row("forward", f"{motion.forward:.1f} mm", "WW-MOVE-05")]
    if motion.left:
        rows.append(Row(f"to the {_hand(motion.left)}", f"{abs(motion.left):.1f} mm", "WW-MOVE-05"))
    if turn:
        rows.append(Row(f"turn to the {_hand(turn)}", f"{abs(turn):g}°", "WW-MOVE-05"))
    rows.append(Row("copies in the deck", plane.deck.copies[kind], "WW-PLAN-04"))
    if marks & STEEP_MARK:
        rows.append(Row("steep", True, "WW-STEEP-05"))
    if marks & STALL_MARK:
        rows.append(Row("counts as a stall", True, "WW-STEEP-01"))
    if marks & STRAIGHT_MARK:
        rows.append(Row("counts as a straight", True, "WW-IMMEL-05"))
    return rows + _level_row(state, seat, picks, number, kind)


def _hand(amount: float) -> str:
    """The side of a sidestep or a turn, counted to the left."""
    return "left" if amount >= 0 else "right"


def _level_row(state: WingsOfWar, seat: int, picks: Picks, number: int, kind: int) -> list[Row]:
    slot = len(picks) % CARDS_IN_A_PLAN
    airplane = state.planes[number]
    if not state.rules.settings.altitude or airplane.seat != seat or kind not in state.rules.planes[number].kinds:
        return []
    stance = _node(state, airplane, picks[len(picks) - slot :]).after(kind).stance
    return [Row("level after it", stance.level, "WW-ALT-10"), Row("climb counters", stance.counters, "WW-CLIMB-01")]


def due_on_the_run(stance: Stance) -> int:
    """The card that a landing or take-off run asks for now."""
    return {TOUCHED: STRAIGHT, ROLLED: STALL, TAKE_STALL: STRAIGHT, TAKE_STRAIGHT: CLIMB}.get(stance.run, NONE)
