"""Hidden facts drawn anew, so that they agree with what one seat knows: damage cards, what they did, plans."""

from __future__ import annotations

from aerodrome.chance import Chance
from aerodrome_wings_of_war import plans
from aerodrome_wings_of_war.damage import hits_observer
from aerodrome_wings_of_war.plans import Node
from aerodrome_wings_of_war.rules import K
from aerodrome_wings_of_war.state import Airplane, Hit, WingsOfWar
from aerodrome_wings_of_war.tailing import ready
from aerodrome_wings_of_war.vocabulary import (
    CARDS_IN_A_PLAN,
    CLIMB,
    CLOUD,
    ENGINE,
    EXPLOSION,
    FIRE,
    GROUND,
    IN_PLAY,
    JAM_PHASES,
    NO_SYMBOL,
    NONE,
    OPEN_SPECIAL,
    OPEN_SYMBOLS,
    PILOT,
    RUDDER_LEFT,
    RUDDER_PHASES,
    RUDDER_RIGHT,
    STOPPED,
    UNBOUND,
)

TRIES = 8


def redraw(state: WingsOfWar, seat: int, chance: Chance) -> None:
    """Draws anew what ``seat`` cannot know: the cards in the decks, the damage and the plans of everybody else."""
    others = [airplane for airplane in state.planes if airplane.seat != seat]
    for tries in range(TRIES + 1):
        if _deal(state, others, seat, chance, gently=tries == TRIES):
            break
    for airplane in others:
        if state.rules.settings.special_damage:
            _work_out(state, airplane)
        if airplane.place == CLOUD and airplane.fate == IN_PLAY:
            _collect_anew(state, airplane, chance)
        _rekey(state, airplane)
    for airplane in others:
        if airplane.plan:
            _plan_anew(state, airplane, _peeked(state, airplane, seat), chance)
    if state.clock == CARDS_IN_A_PLAN * (state.round - 1) + state.step:
        for airplane in others:
            if airplane.peeked or airplane in ready(state):
                _show_anew(state, airplane)


def _show_anew(state: WingsOfWar, airplane: Airplane) -> None:
    """What a tailing airplane has been shown before the coming card, as `tailing.tail_show` does it."""
    plan = state.planes[airplane.tails].plan
    airplane.shown_card = NONE if state.disrupted(airplane) or not plan else plan[state.step]


# ---- damage cards


def _deal(state: WingsOfWar, others: list[Airplane], seat: int, chance: Chance, *, gently: bool) -> bool:
    """New cards for the closed damage of others, out of the same cards; false when they cannot be, since somebody would
    be shot down by them. ``gently`` deals low cards first and always succeeds, so that nobody keeps his true ones."""
    damage = state.rules.damage
    pool = [*state.deck_a, *state.deck_b, *(card for a in others for card in a.kept)]
    pool += [card for card, knower in state.noted if knower != seat]
    pool.sort()  # who holds which of them must not decide what is drawn
    chance.shuffle("hidden-cards", pool)
    if gently:
        pool.sort(key=lambda card: (damage.values[card], damage.symbols[card] == ENGINE))
    dealt: list[tuple[Airplane, tuple[Hit, ...], tuple[int, ...]]] = []
    for airplane in others:
        hits, kept = _new_hits(state, airplane, pool, chance)
        if not gently and _would_be_lost(state, airplane, hits):
            return False
        dealt.append((airplane, hits, kept))
    for airplane, hits, kept in dealt:
        airplane.hits, airplane.kept, airplane.total = hits, kept, sum(hit.points for hit in hits)
    noted = []
    for card, knower in state.noted:
        new = card if knower == seat else next(c for c in pool if damage.deck_of[c] == damage.deck_of[card])
        if knower != seat:
            pool.remove(new)
        noted.append((new, knower))
    state.noted[:] = noted
    state.deck_a[:] = [card for card in pool if damage.deck_of[card] == 0]
    state.deck_b[:] = [card for card in pool if damage.deck_of[card] == 1]
    return True


def _new_hits(
    state: WingsOfWar, airplane: Airplane, pool: list[int], chance: Chance
) -> tuple[tuple[Hit, ...], tuple[int, ...]]:
    """Other cards with the same open symbols; those that lie with the airplane are taken out of the pool."""
    damage = state.rules.damage
    lying = list(airplane.kept)
    hits: list[Hit] = []
    kept: list[int] = []
    for hit, (deck, cause, symbol) in zip(reversed(airplane.hits), reversed(airplane.shown), strict=True):
        here = hit.card in lying
        source = [card for card in pool if damage.deck_of[card] == deck] if here else damage.decks[deck]
        fitting = [card for card in source if _looks(state, card, symbol, cause, hit.second)] or source
        card = fitting[0] if here else chance.pick("hidden-cards", fitting)
        if here:
            pool.remove(card)
            lying.remove(hit.card)
            kept.append(card)
        hits.append(_hit(state, hit, card, cause))
    return tuple(reversed(hits)), tuple(reversed(kept))


def _would_be_lost(state: WingsOfWar, airplane: Airplane, hits: tuple[Hit, ...]) -> bool:
    """Whether an airplane that is in play would be out of it with these cards."""
    if airplane.fate != IN_PLAY:
        return False
    total = sum(hit.points for hit in hits)
    return total >= state.rules.planes[airplane.number].resistance or _engines(state, hits) > 1


def _looks(state: WingsOfWar, card: int, symbol: int, cause: str, second: bool) -> bool:
    """Whether a card drawn for this cause would show this symbol to all."""
    own = state.rules.damage.symbols[card]
    if symbol != NO_SYMBOL:
        return own == symbol
    shown = OPEN_SPECIAL if state.rules.settings.special_damage else OPEN_SYMBOLS
    if second or "/" not in cause:  # not all that is printed counts (WW-FLAME-04, WW-CRASH-03, WW-DECK-03)
        counted = (EXPLOSION, FIRE) if cause == "crash" else (EXPLOSION,)
        return own not in shown or own not in counted
    return own not in shown


def _hit(state: WingsOfWar, hit: Hit, card: int, cause: str) -> Hit:
    value, symbol = state.rules.damage.values[card], state.rules.damage.symbols[card]
    points = (value + 1) // 2 if hit.halved else value
    bonus = hit.aimed if points or hit.second else 0
    acts = symbol == EXPLOSION or (symbol != NO_SYMBOL and "/" in cause and not hit.second)
    return hit._replace(card=card, points=points + bonus, bonus=bonus, acts=acts)


def _engines(state: WingsOfWar, hits: tuple[Hit, ...]) -> int:
    symbols = state.rules.damage.symbols
    return len({hit.clock for hit in hits if hit.acts and symbols[hit.card] == ENGINE})


# ---- what the cards did


def _work_out(state: WingsOfWar, airplane: Airplane) -> None:
    """Secret special damage from the cards (WW-SEC-06)."""
    airplane.no_left = _until(state, airplane, RUDDER_LEFT)
    airplane.no_right = _until(state, airplane, RUDDER_RIGHT)
    wounds = [hit for hit in airplane.hits if _acts(state, hit, PILOT)]
    values = state.rules.damage.values
    pilots = [hit.clock for hit in wounds if not hits_observer(state, airplane, values[hit.card])]
    airplane.pilot_wounded = bool(pilots)
    airplane.observer_wounded = len(wounds) > len(pilots)
    airplane.engine_damaged = any(_acts(state, hit, ENGINE) for hit in airplane.hits)
    airplane.longer = tuple(
        int(bool(pilots) and until > 0 and min(pilots) < until - 1 - JAM_PHASES) for until in airplane.jams
    )


def _acts(state: WingsOfWar, hit: Hit, symbol: int) -> bool:
    return hit.acts and state.rules.damage.symbols[hit.card] == symbol


def _until(state: WingsOfWar, airplane: Airplane, symbol: int, before: int = 10**9) -> int:
    clocks = [hit.clock for hit in airplane.hits if _acts(state, hit, symbol) and hit.clock < before]
    return max(clocks) + 1 + RUDDER_PHASES if clocks else 0


# ---- plans


def _rekey(state: WingsOfWar, airplane: Airplane) -> None:
    """What bound its plan, with the secret damage it has now."""
    if not state.rules.settings.special_damage:
        return
    start = state.clock if state.step == 0 else CARDS_IN_A_PLAN * (state.round - 1)
    left, right = (_until(state, airplane, symbol, start) for symbol in (RUDDER_LEFT, RUDDER_RIGHT))
    airplane.rudders = (left, right) if airplane.plan else airplane.rudders
    airplane.barred = (max(0, left - start), max(0, right - start))
    grounded = airplane.planned_from.place == GROUND
    airplane.duty = not grounded and any(_acts(state, hit, ENGINE) and hit.clock < start for hit in airplane.hits)


def _peeked(state: WingsOfWar, airplane: Airplane, seat: int) -> int:
    """The card of ``airplane`` that ``seat`` has been shown for the coming phase."""
    for tailer in state.planes:
        if tailer.seat == seat and tailer.tails == airplane.number and tailer.shown_card != NONE:
            return tailer.shown_card
    return NONE


def _plan_anew(state: WingsOfWar, airplane: Airplane, peeked: int, chance: Chance) -> None:
    """Another plan that begins with the cards that are known: those of past phases, but for bluff (WW-SEC-11).

    If the secret damage that was drawn anew would have forbidden one of them, it does not bind the plan.
    """
    known = airplane.revealed if airplane.run == STOPPED else airplane.plan[: state.step]
    if peeked != NONE and len(known) < CARDS_IN_A_PLAN:
        known = (*known, peeked)
    free = (airplane.number, airplane.planned_from, False, 0, 0, state.floor)
    for key in (plans.key_of(state, airplane), free):
        cards = _walk(plans.tree(state.rules, key), known, chance)
        if cards is not None:
            airplane.plan = cards
            return
    plane = state.rules.planes[airplane.number]
    rest = [kind for kind in plane.kinds for _ in range(plane.deck.copies[kind] - known.count(kind))]
    chance.shuffle("hidden-plan", rest)
    airplane.plan = (*known, *rest)[:CARDS_IN_A_PLAN]


def _walk(node: Node, known: tuple[int, ...], chance: Chance) -> tuple[int, ...] | None:
    """A plan that begins with the known cards; nothing if none does."""
    for slot in range(CARDS_IN_A_PLAN):
        kinds = [option.code % K for option in node.options]
        kind = known[slot] if slot < len(known) else chance.pick("hidden-plan", kinds)
        if kind not in kinds:
            return None
        node = node.after(kind)
    return node.cards


def _collect_anew(state: WingsOfWar, airplane: Airplane, chance: Chance) -> None:
    """Other cards collected in the cloud, as many as were (WW-SEC-10)."""
    rules, plane = state.rules, state.rules.planes[airplane.number]
    stance = airplane.stance._replace(last=CLIMB, bound=UNBOUND, did=0, pending=False)
    queue: list[int] = []
    flown_now = min(state.step, len(airplane.queue))
    before = len(airplane.queue) - state.step  # collected in earlier rounds; less than none if it came in in this one
    for index in range(len(airplane.queue)):
        if index == before:
            airplane.planned_from = stance._replace(did=0)
        kinds = [
            kind for kind in plane.kinds
            if not plans.problems(rules, plane, stance, kind, state.floor)
            and plans.after(rules, plane, stance, kind, state.floor).place == CLOUD
        ]  # fmt: skip
        kind = chance.pick("hidden-plan", kinds)
        queue.append(kind)
        stance = plans.after(rules, plane, stance, kind, state.floor)
    if before == len(queue):
        airplane.planned_from = stance._replace(did=0)
    airplane.queue = tuple(queue)
    airplane.last, airplane.bound, airplane.did = stance.last, stance.bound, stance.did
    if airplane.plan and flown_now:
        past = tuple(queue[-flown_now:])
        entered = state.step - flown_now
        airplane.plan = (*airplane.plan[:entered], *past, *airplane.plan[state.step :])
