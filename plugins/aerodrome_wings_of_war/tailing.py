"""Tailing: who is close behind whom, the card that is shown, laying cards anew (WW-TAIL, WW-DISR-03, WW-SMOKE-03)."""

from __future__ import annotations

from math import hypot

from aerodrome.errors import Reason
from aerodrome.geometry.table import TOLERANCE, line_between, over_the_end, overlap, touches
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_wings_of_war import plans
from aerodrome_wings_of_war.cards import BASE
from aerodrome_wings_of_war.rules import ORDERS, order_of
from aerodrome_wings_of_war.state import Airplane, WingsOfWar
from aerodrome_wings_of_war.vocabulary import CARDS_IN_A_PLAN, KINDS, NONE

# ---- geometry (WW-TAIL-01, WW-TAIL-10, WW-ALT-09)


def follows(state: WingsOfWar, rear: Airplane, front: Airplane) -> bool:
    """Whether ``rear`` is in a place to tail ``front``."""
    if not (rear.aloft and front.aloft) or rear.level - front.level not in (0, 1):
        return False
    if hypot(front.x - rear.x, front.y - rear.y) > state.rules.ruler + TOLERANCE:
        return False
    if not over_the_end(BASE, rear.pose, front.x, front.y, rear=False):
        return False
    if not over_the_end(BASE, front.pose, rear.x, rear.y, rear=True) or overlap(BASE, rear.pose, front.pose):
        return False
    return rear.level != front.level or not _interrupted(state, rear, front)


def _interrupted(state: WingsOfWar, rear: Airplane, front: Airplane) -> bool:
    """Whether a third base at the same level touches the line between the two."""
    others = [a for a in state.planes if a.solid and a is not rear and a is not front and a.height == rear.level]
    if not others:
        return False
    line = line_between(BASE, rear.pose, front.pose)
    return any(touches(BASE, line, other.pose) for other in others)


def can_tail(state: WingsOfWar, airplane: Airplane) -> list[int]:
    """The enemies that an airplane could tail from now on; none while it smokes or burns (WW-SMOKE-03, WW-FLAME-02)."""
    if airplane.smoke or airplane.flames or not airplane.aloft:
        return []
    return [foe for foe in state.rules.foes[airplane.number] if follows(state, airplane, state.planes[foe])]


# ---- finding pairs before planning (WW-TAIL-02, WW-TAIL-07)


def choosers(state: WingsOfWar, seat: int) -> list[tuple[Airplane, list[int]]]:
    """The airplanes of a seat that could tail two or more enemies."""
    found = []
    for number in state.rules.fleets[seat]:
        quarries = can_tail(state, state.planes[number])
        if len(quarries) > 1:
            found.append((state.planes[number], quarries))
    return found


def tail_asks(state: WingsOfWar) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(state.rules.fleets)) if choosers(state, seat))


def tail_options(state: WingsOfWar, seat: int, picks: Picks) -> tuple[Option, ...]:
    waiting = choosers(state, seat)
    if len(picks) == len(waiting):
        return ()
    airplane, quarries = waiting[len(picks)]
    return tuple(state.rules.by_meaning["tail", airplane.number, foe] for foe in (*quarries, NONE))


def why_not_tail(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Reason]:
    airplane, _ = choosers(state, seat)[len(picks)]
    return [Reason("WW-TAIL-07", f"{airplane.id} picks one of the enemies that it could tail, or none")]


def tail_check(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """Pairs for the round: the one quarry there is, or the one that was picked."""
    meaning = state.rules.meaning
    picked = {meaning[o.code][1]: meaning[o.code][2] for picks in orders.values() for o in picks}
    for airplane in state.planes:
        quarries = can_tail(state, airplane)
        quarry = picked.get(airplane.number, quarries[0] if len(quarries) == 1 else NONE)
        airplane.tails = quarry
        airplane.tailing = quarry != NONE
        if quarry != NONE and umpire.listening:
            umpire.tell("tailing", "WW-TAIL-01", plane=airplane.id, quarry=state.id_of(quarry))
    return "planning"


# ---- showing a card (WW-TAIL-04, WW-TAIL-05, WW-TAIL-12)


def tail_show(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """Before the first and the second reveal: which pairs hold, and who is shown a card first."""
    for airplane in state.planes:
        airplane.peeked = False
        airplane.shown_card = NONE
        if airplane.tailing:
            _check_again(state, airplane, umpire)
    _show(state, umpire)
    return "tail-peek"


def _check_again(state: WingsOfWar, airplane: Airplane, umpire: Umpire) -> None:
    """A pair can end between the phases of a round (WW-TAIL-08, WW-SMOKE-03, WW-INTER-09). Before the first reveal it
    was checked a moment ago; flames were counted then (WW-INTER-08)."""
    quarry = state.planes[airplane.tails]
    holds = airplane.aloft and quarry.aloft
    if holds and state.step:
        holds = not (airplane.smoke or airplane.flames) and follows(state, airplane, quarry)
    if not holds:
        airplane.tailing = False
        if umpire.listening:
            umpire.tell("contact-lost", "WW-TAIL-08", plane=airplane.id, quarry=quarry.id)


def ready(state: WingsOfWar) -> list[Airplane]:
    """Tailing airplanes whose quarry has finished laying its own cards anew: from the front of a chain to its rear.
    In a closed ring nobody is ever ready."""
    found = []
    for airplane in state.planes:
        if airplane.tailing and not airplane.peeked:
            quarry = state.planes[airplane.tails]
            if not quarry.tailing or quarry.peeked:
                found.append(airplane)
    return found


def _show(state: WingsOfWar, umpire: Umpire) -> None:
    for airplane in ready(state):
        if state.disrupted(airplane):
            continue  # it is asked all the same, and sees nothing (WW-DISR-03, WW-SEC-09)
        quarry = state.planes[airplane.tails]
        airplane.shown_card = quarry.plan[state.step] if quarry.plan else NONE
        if umpire.listening and airplane.shown_card != NONE:
            umpire.tell(
                "peek", "WW-TAIL-04" if state.step == 0 else "WW-TAIL-05", to=(airplane.seat,),
                plane=airplane.id, quarry=quarry.id, card=KINDS[airplane.shown_card],
            )  # fmt: skip


def peek_asks(state: WingsOfWar) -> tuple[int, ...]:
    return tuple(sorted({airplane.seat for airplane in ready(state)}))


def _own(state: WingsOfWar, seat: int) -> list[Airplane]:
    return [airplane for airplane in ready(state) if airplane.seat == seat]


def peek_options(state: WingsOfWar, seat: int, picks: Picks) -> tuple[Option, ...]:
    """The present order, and every other one that keeps the rules (WW-TAIL-06); airplane after airplane."""
    waiting = _own(state, seat)
    if len(picks) == len(waiting):
        return ()
    airplane = waiting[len(picks)]
    by_meaning = state.rules.by_meaning
    return tuple(by_meaning["order", airplane.number, order] for order in orders_of(state, airplane))


def orders_of(state: WingsOfWar, airplane: Airplane) -> list[int]:
    left = airplane.plan[state.step :]
    names = range(6) if len(left) == CARDS_IN_A_PLAN else range(6, 8)
    if not airplane.plan:
        return [0 if state.step == 0 else 6]
    if state.disrupted(airplane):
        return [names[0]]
    found, seen = [names[0]], {left}
    for order in names[1:]:
        cards = tuple(left[slot] for slot in order_of(order))
        if cards not in seen and not order_problems(state, airplane, cards):
            found.append(order)
        seen.add(cards)
    return found


def order_problems(state: WingsOfWar, airplane: Airplane, cards: tuple[int, ...]) -> list[Reason]:
    """What speaks against flying the remaining cards in this order."""
    rules = state.rules
    plane = rules.planes[airplane.number]
    stance = airplane.stance
    for slot, kind in enumerate(cards):
        clock = state.clock + slot
        found = plans.problems(
            rules, plane, stance, kind, state.floor, first=state.step + slot == 0,
            no_left=clock < airplane.no_left, no_right=clock < airplane.no_right,
        )  # fmt: skip
        if found:
            return found
        stance = plans.after(rules, plane, stance, kind, state.floor)
    return []


def why_not_order(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Reason]:
    what = state.rules.meaning[option.code]
    airplane = _own(state, seat)[len(picks)]
    if what[0] != "order" or what[1] != airplane.number:
        return [Reason("WW-TAIL-06", f"the cards of {airplane.id} are laid anew now")]
    if state.disrupted(airplane):
        return [Reason("WW-DISR-03", "damage in the step before costs the advantage of tailing")]
    left = airplane.plan[state.step :]
    slots = order_of(what[2])
    if len(slots) != len(left):
        return [Reason("WW-TAIL-05", f"{len(left)} cards are left")]
    found = order_problems(state, airplane, tuple(left[slot] for slot in slots))
    if found:
        return [*found, Reason("WW-TAIL-06", "a new order must keep the planning rules")]
    return [Reason("WW-TAIL-06", "equal cards: another listed order comes to the same")]


def tail_peek(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """Lays the cards in their new order, in secret (WW-SEC-07), and goes on along the chain."""
    meaning = state.rules.meaning
    chosen = {meaning[o.code][1]: meaning[o.code][2] for picks in orders.values() for o in picks}
    for airplane in ready(state):
        if airplane.number in chosen:
            _lay(state, airplane, chosen[airplane.number], umpire)
        airplane.peeked = True
    _show(state, umpire)
    return "tail-peek" if ready(state) else before_move(state)


def _lay(state: WingsOfWar, airplane: Airplane, order: int, umpire: Umpire) -> None:
    flown, left = airplane.plan[: state.step], airplane.plan[state.step :]
    if not left:
        return
    airplane.plan = (*flown, *(left[slot] for slot in order_of(order)))
    if umpire.listening:
        umpire.tell(
            "laid", "WW-TAIL-06", to=(airplane.seat,), plane=airplane.id, order=ORDERS[order],
            cards=[KINDS[kind] for kind in airplane.plan[state.step :]],
        )  # fmt: skip


def before_move(state: WingsOfWar) -> str:
    """A grounded airplane may turn before the second card (WW-GRND-03)."""
    return "pivot" if state.rules.settings.landing and state.step == 1 else "move"
