"""Damage cards and what they do (BM-DECK, BM-EFFECT, BM-RESOL-02 to BM-RESOL-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aerodrome.umpire import Umpire
from aerodrome_blue_max.state import BlueMax, Plane, count_cards, values
from aerodrome_blue_max.vocabulary import (
    COLOURS,
    CONTROL_LOST,
    DECKS,
    EFFECTS,
    ENGINE,
    ENGINE_FIRE,
    ENGINE_HIT,
    ENGINE_SMOKE,
    EXPLODED,
    FIRE,
    GUN_DESTROYED,
    GUNS_JAMMED,
    LONG_EFFECT,
    NO_EFFECT,
    NO_FLAME,
    NOBODY,
    OBSERVER_INJURED,
    OBSERVER_KILLED,
    PILOT_INJURED,
    PILOT_INJURED_WHITE,
    PILOT_KILLED,
    RUDDER_LEFT,
    RUDDER_RIGHT,
    RUDDER_STUCK_BLUE,
    RUDDER_STUCK_RED,
    SECTIONS,
    SMOKE,
    SPUN_IN,
    TANK_EXPLOSION,
    TANK_LOSS,
    WINGS_TORN_BLUE,
    WINGS_TORN_RED,
    Card,
)

STREAMS: Final = tuple(f"deck-{deck}" for deck in DECKS)

MARKS: Final = {
    WINGS_TORN_BLUE: "wings_torn_blue",
    WINGS_TORN_RED: "wings_torn_red",
    ENGINE_HIT: "engine_hit",
    GUNS_JAMMED: "jammed",
    PILOT_KILLED: "pilot_killed",
}
"""Effects that last, by the field that notes them."""

BINDS: Final = {PILOT_INJURED: "straight_round", PILOT_INJURED_WHITE: "slower_round"}
"""Effects that bind in the next round (BM-EFFECT-21), by the field that notes which one that is."""

Drawn = tuple[Card, int]
"""A card and the colour of the part that counts (BM-DECK-03)."""

# ---- the decks


def draw(state: BlueMax, plane: Plane, deck: int, colour: int, umpire: Umpire) -> Drawn:
    """The owner of the hit plane draws one card, and keeps it until he has marked it (BM-DECK-03, BM-DECK-06)."""
    if not state.decks[deck]:
        _reshuffle(state, deck, umpire)
    cards = state.decks[deck]
    rows = state.rules.tables.damage
    card = umpire.chance.pick(STREAMS[deck], cards, lambda card: rows[card].id)
    at = cards.index(card)
    _replace(state, deck, cards[:at] + cards[at + 1 :], state.discards[deck])
    plane.held = (*plane.held, (card, colour))
    plane.hits = (*plane.hits, (deck, colour, state.round))
    plane.doubt = True
    if umpire.listening:
        umpire.tell("draw", "BM-DECK-03", seat=plane.id, deck=DECKS[deck], colour=COLOURS[colour])
        umpire.tell("drawn", "BM-DECK-03", to=(plane.seat,), card=rows[card].id, colour=COLOURS[colour])
    return card, colour


def _reshuffle(state: BlueMax, deck: int, umpire: Umpire) -> None:
    """The discard becomes the deck; if it is empty too, the cards that owners still hold (BM-DECK-06)."""
    cards = state.discards[deck]
    if not cards:
        held = {card for plane in state.planes for card, _ in plane.held}
        cards = tuple(sorted(held.intersection(state.rules.deck[deck])))
    _replace(state, deck, cards, ())
    umpire.tell("reshuffle", "BM-DECK-06", deck=DECKS[deck], cards=len(state.decks[deck]))


def _replace(state: BlueMax, deck: int, cards: tuple[Card, ...], discard: tuple[Card, ...]) -> None:
    state.decks = (*state.decks[:deck], cards, *state.decks[deck + 1 :])
    state.discards = (*state.discards[:deck], discard, *state.discards[deck + 1 :])
    count_cards(state)


def lay_off(state: BlueMax, plane: Plane) -> None:
    """Marked cards go face down to the discard (BM-DECK-06)."""
    for card, _ in plane.held:
        deck = next(number for number, cards in enumerate(state.rules.deck) if card in cards)
        if card not in state.decks[deck] and card not in state.discards[deck]:
            _replace(state, deck, state.decks[deck], (*state.discards[deck], card))
    plane.drawn += plane.held
    plane.held = ()


# ---- marking


def strike(state: BlueMax, plane: Plane, umpire: Umpire) -> tuple[bool, int]:
    """Marks all cards that the owner holds: boxes first, then effects in drawing order, then what is full
    (BM-RESOL-02, BM-RESOL-06).

    Returns:
        Whether wings or tail got a box, and the cause for which the plane is lost at the end of the step, if any.
    """
    cards = plane.held
    boxed = _mark_boxes(state, plane, cards, umpire)
    fate = NOBODY
    for card, colour in cards:
        effect = state.rules.parts[card][colour][4]
        if effect == TANK_EXPLOSION:
            fate = EXPLODED
        if effect != NO_EFFECT:
            _suffer(state, plane, effect, umpire)
    lay_off(state, plane)
    doom = _check_sections(state, plane, umpire)
    return boxed, fate if fate != NOBODY else doom


def _mark_boxes(state: BlueMax, plane: Plane, cards: Sequence[Drawn], umpire: Umpire) -> bool:
    """Each point marks one free box of its section; what is over is lost (BM-RESOL-02)."""
    before = plane.boxes()
    marked = list(before)
    most = values(state, plane)
    for card, colour in cards:
        part = state.rules.parts[card][colour]
        for section in range(4):
            marked[section] = min(most[section], marked[section] + part[section])
    plane.wings, plane.tail, plane.fuselage, plane.engine = marked
    if umpire.listening and before != plane.boxes():
        boxes = {name: new - old for name, new, old in zip(SECTIONS, marked, before, strict=True) if new > old}
        umpire.tell("damage", "BM-RESOL-02", to=(plane.seat,), seat=plane.id, **boxes)
    return plane.wings > before[0] or plane.tail > before[1]


def _suffer(state: BlueMax, plane: Plane, effect: int, umpire: Umpire) -> None:
    """A special effect begins, unless it does nothing here (BM-OPT-09, BM-EFFECT-22)."""
    if effect in (ENGINE_SMOKE, ENGINE_FIRE, OBSERVER_KILLED):
        _suffer_openly(state, plane, effect, umpire)
        return
    if not _suffer_unseen(state, plane, effect, umpire) or not umpire.listening:
        return
    name, colour, clause = EFFECTS[effect]
    umpire.tell("effect", clause, to=(plane.seat,), seat=plane.id, effect=f"{name} ({colour})")


def _suffer_openly(state: BlueMax, plane: Plane, effect: int, umpire: Umpire) -> None:
    """Smoke, fire and a killed observer are seen by all (BM-SECR-16)."""
    if effect == ENGINE_SMOKE:
        if plane.flame != NO_FLAME:  # BM-BURN-05
            return
        plane.flame = SMOKE
    elif effect == ENGINE_FIRE:
        if plane.flame == FIRE:
            return
        plane.flame = FIRE
    elif not state.rules.crewed(plane.model) or plane.observer_killed:  # BM-EFFECT-10
        return
    else:
        plane.observer_killed = True
    if umpire.listening:
        umpire.tell("effect", EFFECTS[effect][2], seat=plane.id, effect=EFFECTS[effect][0])


def _suffer_unseen(state: BlueMax, plane: Plane, effect: int, umpire: Umpire) -> bool:
    """Everything else stands on the sheet alone (BM-SECR-06). Returns whether anything changed."""
    now = state.round
    if effect in MARKS:
        setattr(plane, MARKS[effect], True)
    elif effect in BINDS:
        setattr(plane, BINDS[effect], now + 1)
    elif effect == GUN_DESTROYED:
        plane.guns_destroyed = min(state.rules.plane(plane.model).pilot_guns, plane.guns_destroyed + 1)
    elif effect in TANK_LOSS:
        return lose_fuel(state, plane, TANK_LOSS[effect], umpire)
    elif effect == OBSERVER_INJURED:
        if not state.rules.crewed(plane.model) or plane.observer_killed:  # BM-EFFECT-10
            return False
        if now > plane.observer_out_until:  # BM-EFFECT-22: one that is out already does not come back in between
            plane.observer_out_from = now + 1
        plane.observer_out_until = now + LONG_EFFECT
    elif effect in (RUDDER_STUCK_BLUE, RUDDER_STUCK_RED):
        if plane.rudder and now <= plane.rudder_until:  # BM-EFFECT-19
            return False
        plane.rudder = RUDDER_RIGHT if effect == RUDDER_STUCK_BLUE else RUDDER_LEFT
        plane.rudder_until = now + LONG_EFFECT
    return True


def lose_fuel(state: BlueMax, plane: Plane, loss: int, umpire: Umpire) -> bool:
    """A tank hit takes fuel; an emptied reserve rolls for the glide at once (BM-EFFECT-14, BM-FUEL-13)."""
    if not state.rules.fuel or not plane.fuel:
        return False
    plane.fuel = max(0, plane.fuel - loss)
    if not plane.fuel:
        start_glide(state, plane, "BM-FUEL-13", umpire)
    return True


def start_glide(state: BlueMax, plane: Plane, rule: str, umpire: Umpire) -> None:
    """The reserve is empty: one die says for how many rounds the plane still glides (BM-FUEL-04)."""
    rounds = umpire.chance.roll("glide", 6)
    plane.dry = state.round
    plane.glide_until = state.round + rounds
    if umpire.listening:
        umpire.tell("glide", rule, to=(plane.seat,), seat=plane.id, rounds=rounds)


# ---- thresholds


def _check_sections(state: BlueMax, plane: Plane, umpire: Umpire) -> int:
    """Full wings, tail or fuselage and a dead pilot doom the plane (BM-RESOL-03, BM-EFFECT-13), a full engine makes it
    glide to its end (BM-RESOL-04). Returns the cause for which the plane is lost at once, if any."""
    most = values(state, plane)
    if plane.engine >= most[ENGINE] and not plane.deadline:
        plane.deadline = state.round + 1  # BM-GLIDE-04
        if umpire.listening:
            umpire.tell("engine-dead", "BM-RESOL-04", to=(plane.seat,), seat=plane.id, lost_after_round=plane.deadline)
    full = [name for name, marked, value in zip(SECTIONS[:3], plane.boxes(), most, strict=False) if marked >= value]
    eliminated = plane.pilot_killed and not plane.open
    if not eliminated and (plane.doomed or not full):
        return NOBODY
    if eliminated:
        plane.open = True  # BM-SECR-16: his player is eliminated, even if the plane was doomed before
    if umpire.listening:
        if not plane.doomed:
            umpire.tell("unrecoverable", "BM-SPIN-05", seat=plane.id)
        causes = [*full, *(["pilot killed"] if plane.pilot_killed else [])]
        rule = "BM-EFFECT-13" if plane.pilot_killed else "BM-RESOL-03"
        umpire.tell("doom", rule, to=None if plane.open else (plane.seat,), seat=plane.id, cause=[*causes])
    plane.doomed = plane.spinning = True
    return NOBODY if state.rules.altitude else SPUN_IN  # BM-SPIN-06, BM-SPIN-07


def keep_control(state: BlueMax, plane: Plane, umpire: Umpire) -> None:
    """A plane whose wings or tail were damaged rolls, once a phase, and may begin to spin (BM-ALT-13)."""
    if not state.rules.altitude or plane.spinning:
        return
    roll = umpire.chance.roll("control", 6)
    if umpire.listening:
        umpire.tell("control", "BM-ALT-13", to=(plane.seat,), seat=plane.id, roll=roll)
    if roll >= CONTROL_LOST:
        plane.spinning = True
        if umpire.listening:
            umpire.tell("spin", "BM-ALT-13", seat=plane.id)
