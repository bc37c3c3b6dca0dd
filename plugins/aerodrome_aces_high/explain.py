"""What an option means, row by row: cards, missions, aircraft, crews. A shot is explained by `fire`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from aerodrome.geometry.hexes import DIRECTION_NAMES, Hex
from aerodrome.orders import Option, Picks
from aerodrome.phases import Row
from aerodrome_aces_high import movement, removal, selection
from aerodrome_aces_high.aircraft import AircraftType
from aerodrome_aces_high.hands import count
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.state import AWAY, HOME, Plane, Skies
from aerodrome_aces_high.vocabulary import (
    BALLOON_RESISTANCE,
    CLIMB,
    FEINT,
    NO_CARD,
    OPENER,
    PARTS,
    RANKS,
    SIDES_OF_AIRCRAFT,
    SLIDE,
    SPEED,
    STALL,
    STUNT,
    TURN_LEFT,
    TURN_RIGHT,
    Kind,
)

# ---- cards

WAYS_OUT: Final[tuple[Hex, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The neighbours of a hex in the order of `SIDES_OF_AIRCRAFT`."""


def explain_hand(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    """What a card does; at the end of a hand the speed that it makes."""
    rules = state.rules
    hands, taken = selection.begun_hand(rules, picks)
    planes = selection.choosing(state, seat)
    if hands >= len(planes):
        return ()
    if option is rules.done:
        return (Row("speed of this turn", count(taken, SPEED), "AH-SPEED-01"),)
    kind = rules.meaning[option.code][0]
    return _card_rows(rules, planes[hands], kind, NO_CARD) if kind != NO_CARD else ()


def explain_card(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    """Where a card leads, and what it does."""
    return _explain_play(state, movement.committing(state, seat), len(picks), option)


def explain_correction(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    planes = [state.planes[number] for number in state.wrong if state.planes[number].seat == seat]
    return _explain_play(state, planes, len(picks), option)


FOLLOWS: Final[dict[int, tuple[str, str]]] = {
    STUNT: ("directly after a Speed card", "AH-AERO-03"),
    TURN_LEFT: ("directly after a Rotation Left", "AH-ATURN-01"),
    TURN_RIGHT: ("directly after a Rotation Right", "AH-ATURN-01"),
}
"""What an aerobatic card must follow, and the clause, by letter."""


def _explain_play(state: Skies, planes: Sequence[Plane], at: int, option: Option) -> tuple[Row, ...]:
    rules = state.rules
    kind, rider = rules.meaning[option.code]
    if at >= len(planes) or kind == NO_CARD:
        return ()
    plane = planes[at]
    end, going = movement.way_end(rules, state.side_of(plane), plane.left_home, plane.pose, kind)
    if going == AWAY:
        leads = Row("leads", "off the map, to a forced landing", "AH-EXIT-03")
    elif going == HOME:
        leads = Row("leads", "home, out of the game", "AH-EXIT-01")
    else:
        facing = DIRECTION_NAMES[end % 6]
        leads = Row("leads to", f"{rules.map.codes[end // 6]} facing {facing}", "AH-CARD-03")
    return leads, *_card_rows(rules, plane, kind, rider)


def _card_rows(rules: AcesRules, plane: Plane, kind: Kind, rider: Kind) -> tuple[Row, ...]:
    """What a card does, with what rides on it."""
    card = rules.kinds[kind]
    rows = []
    if card.own_round:
        rows.append(Row("moves", way_words(card.steps), card.clause))
        rows.append(Row("nose", turn_words(card.turn), card.clause))
    else:
        climb = card.letter == CLIMB
        rides_on = "a Speed card" if climb else "a maneuver card"
        rows.append(Row("is played with", rides_on, "AH-CLIMB-02" if climb else "AH-DIVE-02"))
    parts = (card, *([rules.kinds[rider]] if rider != NO_CARD else []))
    for part in parts:
        if part.altitude:
            rows.append(Row("altitude", f"{part.altitude:+d}", part.clause))
    rows += _level_rows(rules, plane, sum(part.altitude for part in parts))
    if card.letter in (SLIDE, OPENER):
        rows.append(Row("is played", "as the first card of the turn, or not at all", "AH-CARD-06"))
    if card.letter == FEINT:
        rows.append(Row("is played", "as the last card of the turn", "AH-FEINT-01"))
    if card.letter in FOLLOWS:
        rows.append(Row("is played", *FOLLOWS[card.letter]))
    if card.letter == STALL:
        rows.append(Row("spin test", f"a spin on {removal.spins_from(plane)} to 6", "AH-STALL-04"))
    if card.letter == FEINT:
        rows.append(Row("fire", "none in this round", "AH-FEINT-02"))
    if not card.counts:
        rows.append(Row("counts for the size of the hand", "no", "AH-HAND-03"))
    return tuple(rows)


def _level_rows(rules: AcesRules, plane: Plane, levels: int) -> Iterator[Row]:
    """What a change of altitude brings with it: a spin test at the ceiling, a lower ceiling, the ground."""
    if levels > 0 and plane.altitude + levels > plane.ceiling:
        said = f"at the ceiling of {plane.ceiling}, instead of a climb: a spin on {removal.spins_from(plane)} to 6"
        yield Row("spin test above the ceiling", said, "AH-ALT-04")
    if levels < 0:
        yield from removal.ceiling_rows(rules.aircraft[plane.kind], plane)
        if plane.altitude + levels <= 0:
            yield Row("reaches the ground", "a forced landing", "AH-ALT-06")


def way_words(steps: Sequence[Hex]) -> str:
    """``forward, then front-left``: the hexes that a card enters."""
    ways = [SIDES_OF_AIRCRAFT[WAYS_OUT.index((q - p, s - r))] for (p, r), (q, s) in pairwise([(0, 0), *steps])]
    return ", then ".join("forward" if way == "front" else way for way in ways) or "stays in its hex"


def turn_words(turn: int) -> str:
    """A change of heading in degrees."""
    if not turn:
        return "as it is"
    return f"{60 * abs(turn)} degrees" + ("" if abs(turn) == 3 else " to the left" if turn < 0 else " to the right")


# ---- the mission order of a month

SINGLE, DOUBLE = "single-seaters", "two-seaters with an observer"
MISSION_ROWS: Final[dict[str, tuple[Row, ...]]] = {
    "observation": (
        Row("flown by", DOUBLE, "AH-OBSV-01"),
        Row("speed and altitude", "speed 1 or 2, altitude 2; veterans and aces also 3", "AH-OBSV-02"),
        Row("task", "a Speed card into the target hex, the next one out of it", "AH-OBSV-03"),
        Row("experience points", "20, half of it for the observer", "AH-EXPER-04"),
    ),
    "bombing": (
        Row("flown by", DOUBLE, "AH-BOMB-01"),
        Row("speed and altitude", "speed 1 or 2, altitude 2 all the time; veterans and aces also 3", "AH-BOMB-02"),
        Row("task", "3 Speed cards in a row within two turns, the second into the target hex", "AH-BOMB-03"),
        Row("experience points", "20, half of it for the observer", "AH-EXPER-05"),
    ),
    "strafing": (
        Row("flown by", "all", "AH-STRAFE-01"),
        Row("speed and altitude", "speed 1, altitude 1", "AH-STRAFE-04"),
        Row("task", "a Speed card into an enemy trench hex, fire, a Speed card out of it", "AH-STRAFE-05"),
        Row("danger", "the trench answers with 4 dice", "AH-STRAFE-07"),
        Row("experience points", "10 a hex, for 3 at most", "AH-EXPER-06"),
    ),
    "balloon": (
        Row("flown by", SINGLE, "AH-BALLN-02"),
        Row("speed and altitude", "speed 1 or 2, altitude 3; veterans and aces also 2 or 4", "AH-BALLN-03"),
        Row("task", f"{BALLOON_RESISTANCE} hits on the enemy balloon", "AH-BALLN-08"),
        Row("danger", "6 dice of flak in each hex next to it", "AH-BALLN-04"),
        Row("experience points", 30, "AH-EXPER-03"),
    ),
    "hunting": (
        Row("flown by", SINGLE, "AH-MISS-02"),
        Row("task", "shoot down enemies, 30 experience points each", "AH-EXPER-02"),
        Row("may be chosen", "any month", "AH-MISS-03"),
    ),
}


def explain_order(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    """What a mission asks, what an aircraft can do, who a pilot is."""
    rules, facts = state.rules, option.facts
    assert rules.month is not None
    if "mission" in facts:
        return MISSION_ROWS[str(facts["mission"])]
    if "fly" in facts:
        return _aircraft_rows(rules.aircraft_called(str(facts["fly"])))
    side = rules.sides[seat]
    crews = {"pilot": rules.month.pilots[side], "observer": rules.month.observers[side]}
    for duty, crew in crews.items():
        if duty in facts:
            rank = next((rank for name, rank, _ in crew if name == facts[duty]), 0)
            return (Row("rank", RANKS[rank], "AH-RANK-01"),)
    return ()


def _aircraft_rows(found: AircraftType) -> tuple[Row, ...]:
    rows = [
        Row("altitude", found.altitude, "AH-ALT-01"),
        Row("maximum speed", found.max_speed, "AH-SPEED-05"),
        Row("cards of a hand", found.max_cards, "AH-HAND-02"),
        Row("turns in the air", found.autonomy, "AH-FUEL-03"),
    ]
    guns = zip(("front", "rear"), (found.dice_front, found.dice_rear), found.ammo, strict=True)
    rows += [
        Row(f"{gun} guns", f"{dice:+d} dice, {ammo} volleys", "AH-DICE-02")
        for gun, dice, ammo in guns
        if dice is not None
    ]
    spaces = ", ".join(
        f"{part} {hits}{'+' if last else ''}"
        for part, hits, last in zip(PARTS, found.tracks, found.last_hit, strict=True)
    )
    return (*rows, Row("hits it stands", spaces, "AH-DMG-04"), *_handling_rows(found))


def _handling_rows(found: AircraftType) -> Iterator[Row]:
    """What the sheet allows and forbids by speed (AH-ROT-06 and the clause of the aircraft)."""
    speeds = range(1, found.max_speed + 1)
    limits = ", ".join(f"{found.rotations[speed]} at speed {speed}" for speed in speeds)
    yield Row("most Rotations of a turn", limits, found.clause)
    if found.free_rotations_at:
        yield Row("Rotations may share a Speed card", f"at speed {_listed(found.free_rotations_at)}", "AH-ROT-06")
    rules = (
        ("the first card is a Speed card", found.speed_first_at),
        ("a Rotation is the last card", found.rotation_last_at),
        ("a Rotation is not the last card", found.rotation_not_last_at),
        ("no two Rotations to one side", found.no_pair_at),
    )
    for said, at in rules:
        if at:
            yield Row(said, f"at speed {_listed(at)}", found.clause)
    for speed, sides in sorted(found.pair_last.items()):
        which = " or ".join(side.capitalize() for side in sorted(sides))
        yield Row(f"two Rotations {which}", f"at speed {speed} they are the last two cards", "AH-ROT-07")
    for speed, which in sorted(found.pair_may_end.items()):
        same = " to the same side" if which == "same" else ""
        yield Row(f"two Rotations{same}", f"at speed {speed} they may be the last two cards", "AH-ROT-07")


def _listed(speeds: Iterable[int]) -> str:
    return " and ".join(map(str, sorted(speeds)))
