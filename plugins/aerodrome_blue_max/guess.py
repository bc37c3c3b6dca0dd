"""What a seat may imagine of the others' sheets: hidden facts redrawn from what that seat knows, and from nothing else.

Known are the positions, the dice that hit (deck, colour, round), smoke, fire and killed observers, the bursts fired and
the maneuvers flown. Redrawn are the cards behind the hits, and with them damage, effects, jams, fuel and ammunition;
the decks; and orders that are written but not yet revealed.
"""

from __future__ import annotations

from aerodrome.chance import Chance
from aerodrome.umpire import Umpire
from aerodrome_blue_max.combat import fire_options
from aerodrome_blue_max.damage import BINDS, MARKS
from aerodrome_blue_max.planning import level_to_come, show
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.state import HOLD, NO_ORDER, BlueMax, Plane, count_cards, situation, values
from aerodrome_blue_max.vocabulary import (
    AMMUNITION,
    ENGINE,
    ENGINE_FIRE,
    ENGINE_SMOKE,
    FUSELAGE,
    GUN_DESTROYED,
    GUNS_JAMMED,
    LONG,
    LONG_EFFECT,
    NO_FLAME,
    NOBODY,
    OBSERVER_INJURED,
    OBSERVER_KILLED,
    PILOT,
    PILOT_KILLED,
    RUDDER_FREE,
    RUDDER_LEFT,
    RUDDER_RIGHT,
    RUDDER_STUCK_BLUE,
    RUDDER_STUCK_RED,
    STABLE,
    TANK_EXPLOSION,
    TANK_LOSS,
    Card,
)

TRIES = 40
"""Draws of one plane's cards before boxes that cannot be are cut to what can."""


def determinize(state: BlueMax, seat: int, chance: Chance) -> None:
    """Redraws in place all that ``seat`` cannot know."""
    if state.over:
        return
    for plane in state.planes:
        if plane.seat == seat or plane.model == NOBODY:
            continue
        if plane.lost == NOBODY and not plane.open:
            _redraw_sheet(state, plane, chance)
        if plane.aiming != NO_ORDER and plane.lost == NOBODY:
            _redraw_aim(state, plane, chance)
        if not plane.revealed and plane.lost == NOBODY:
            _redraw_order(state, plane, seat, chance)
    _redraw_decks(state, seat, chance)


# ---- decks


def _redraw_decks(state: BlueMax, seat: int, chance: Chance) -> None:
    """Which cards lie in a deck and which on its discard; the own cards on the discard stay there (BM-SECR-11)."""
    own = {card for card, _ in state.planes[seat].drawn}
    decks, discards = [], []
    for deck, discard in zip(state.decks, state.discards, strict=True):
        known = [card for card in discard if card in own]
        rest = sorted(card for card in (*deck, *discard) if card not in known)
        chance.shuffle("decks", rest)
        decks.append(tuple(sorted(rest[: len(deck)])))
        discards.append(tuple(sorted([*known, *rest[len(deck) :]])))
    state.decks, state.discards = tuple(decks), tuple(discards)
    count_cards(state)


# ---- sheets


def _redraw_sheet(state: BlueMax, plane: Plane, chance: Chance) -> None:
    drawn = _draw_cards(state, plane, chance)
    _clear(plane)
    plane.drawn = tuple((card, hit[1]) for card, hit in zip(drawn, plane.hits, strict=True))
    boxes = _boxes(state.rules, plane.drawn)
    most = values(state, plane)
    plane.wings, plane.tail, plane.fuselage, plane.engine = (
        min(marked, value - 1) for marked, value in zip(boxes, most, strict=True)
    )
    if boxes[ENGINE] >= most[ENGINE] and plane.hits[-1][2] + 1 >= state.round:
        plane.engine = most[ENGINE]
        plane.deadline = plane.hits[-1][2] + 1
    tank = 0
    for card, (_, colour, round_) in zip(drawn, plane.hits, strict=True):
        effect = state.rules.parts[card][colour][4]
        tank += TANK_LOSS.get(effect, 0)
        _apply(plane, effect, round_, chance)
    if plane.doomed:
        full = chance.pick("doom", range(FUSELAGE + 1))
        setattr(plane, ("wings", "tail", "fuselage")[full], most[full])
    _redraw_guns(state, plane, chance)
    if state.rules.fuel:
        _redraw_fuel(state, plane, tank, chance)


def _draw_cards(state: BlueMax, plane: Plane, chance: Chance) -> list[Card]:
    """Cards for the dice that hit, such that the plane still flies."""
    rules = state.rules
    drawn: list[Card] = []
    most = values(state, plane)
    for _ in range(TRIES):
        drawn = [
            chance.pick("cards", [card for card in rules.deck[deck] if _fits(rules, plane, card, colour)])
            for deck, colour, _ in plane.hits
        ]
        boxes = _boxes(rules, [(card, hit[1]) for card, hit in zip(drawn, plane.hits, strict=True)])
        if all(marked < value for marked, value in zip(boxes, most, strict=True)):
            break
    return drawn


def _fits(rules: BlueMaxRules, plane: Plane, card: Card, colour: int) -> bool:
    """Whether what everybody saw allows that this card was drawn (BM-SECR-16)."""
    effect = rules.parts[card][colour][4]
    if effect in (PILOT_KILLED, TANK_EXPLOSION):
        return False
    if effect in (ENGINE_SMOKE, ENGINE_FIRE):
        return plane.flame != NO_FLAME
    return effect != OBSERVER_KILLED or plane.observer_killed or not rules.crewed(plane.model)


def _boxes(rules: BlueMaxRules, drawn: list[tuple[Card, int]] | tuple[tuple[Card, int], ...]) -> list[int]:
    boxes = [0, 0, 0, 0]
    for card, colour in drawn:
        for section in range(4):
            boxes[section] += rules.parts[card][colour][section]
    return boxes


def _clear(plane: Plane) -> None:
    for name in MARKS.values():
        setattr(plane, name, False)
    plane.straight_round = plane.slower_round = plane.rudder_until = 0
    plane.observer_out_from = plane.observer_out_until = 0
    plane.dry = plane.glide_until = plane.deadline = plane.reloaded = plane.rear_reloaded = 0
    plane.rear_jammed = False
    plane.rudder = RUDDER_FREE
    plane.guns_destroyed = 0


def _apply(plane: Plane, effect: int, round_: int, chance: Chance) -> None:
    """An effect that the plane got in an earlier round, as far as it still lasts."""
    if effect == GUNS_JAMMED:
        plane.jammed = chance.roll("jam", 2) == 1  # it may have been cleared since
    elif effect in MARKS:
        setattr(plane, MARKS[effect], True)
    elif effect in BINDS:
        setattr(plane, BINDS[effect], round_ + 1)
    elif effect == GUN_DESTROYED:
        plane.guns_destroyed = min(2, plane.guns_destroyed + 1)
    elif effect == OBSERVER_INJURED:
        if round_ > plane.observer_out_until:
            plane.observer_out_from = round_ + 1
        plane.observer_out_until = round_ + LONG_EFFECT
    elif effect in (RUDDER_STUCK_BLUE, RUDDER_STUCK_RED) and round_ > plane.rudder_until:
        plane.rudder = RUDDER_RIGHT if effect == RUDDER_STUCK_BLUE else RUDDER_LEFT
        plane.rudder_until = round_ + LONG_EFFECT


def _redraw_guns(state: BlueMax, plane: Plane, chance: Chance) -> None:
    """Jams of long bursts, ammunition, reloads."""
    if plane.aim[1] == LONG and plane.aim[2] >= state.round - 1:
        plane.jammed = chance.roll("jam", 3) == 1
    if plane.rear_aim[1] == LONG and plane.rear_aim[2] >= state.round - 1:
        plane.rear_jammed = chance.roll("jam", 3) == 1
    lewis = state.rules.lewis_guns(plane.model)
    if lewis & 1:
        plane.ammunition = chance.roll("ammunition", AMMUNITION)
    if lewis & 2:
        plane.rear_ammunition = chance.roll("ammunition", AMMUNITION)


def _redraw_fuel(state: BlueMax, plane: Plane, tank: int, chance: Chance) -> None:
    """The value of the card, less what everybody saw flown, less the tank hits that were redrawn; a little more or
    less, since nobody but the owner keeps that book (BM-SECR-07)."""
    full = state.rules.plane(plane.model).fuel
    left = full - plane.burned - tank
    if left > 0:
        plane.fuel = min(full, max(1, left + chance.roll("fuel", 5) - 3))
        return
    plane.fuel = 0
    plane.dry = max(1, state.round - 1)
    plane.glide_until = max(plane.dry + chance.roll("glide", 6), state.round)


# ---- orders not yet revealed


def _redraw_aim(state: BlueMax, plane: Plane, chance: Chance) -> None:
    """A pilot who has committed while the observers decide (BM-SECR-04)."""
    option = chance.pick("aims", fire_options(PILOT)(state, plane.seat, ()))
    plane.aiming = state.rules.aim(option, PILOT) or HOLD


def _redraw_order(state: BlueMax, plane: Plane, seat: int, chance: Chance) -> None:
    """A legal order that agrees with what the plane shows, if it shows it to ``seat`` (BM-SECR-02, BM-SECR-03)."""
    rules = state.rules
    told = plane.shown[0] != NOBODY and state.planes[seat].tails == plane.seat and seat not in state.uninformed
    menu = [rules.order(option) for option in rules.menu(situation(state, plane))]
    if told:
        letter, level = plane.shown
        fitting = [order for order in menu if rules.charts.letter[order[0]] == letter]
        if rules.altitude:
            fitting = [order for order in fitting if level_to_come(rules, plane, order[1]) == level] or fitting
        menu = fitting or [(rules.charts.spin, STABLE, 0)]
    plane.written, plane.token, plane.reload = chance.pick("orders", menu)
    if not told and plane.shown[0] != NOBODY:
        show(state, plane, Umpire(chance, None))
