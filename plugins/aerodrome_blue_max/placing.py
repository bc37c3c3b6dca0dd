"""Writes a position of a situation file over a fresh match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError
from aerodrome.umpire import Umpire
from aerodrome_blue_max import impossible, planning, tailing
from aerodrome_blue_max.opening import equip
from aerodrome_blue_max.position import AimPosition, BlueMaxPosition, PlanePosition
from aerodrome_blue_max.state import Aim, BlueMax, Hit, Plane, count_cards, find_contacts
from aerodrome_blue_max.vocabulary import (
    BURSTS,
    CAUSES,
    COLOURS,
    DECKS,
    FLAMES,
    LONG_EFFECT,
    NOBODY,
    RUDDERS,
    TEAMS,
    TOKENS,
    Card,
    Maneuver,
)

SETUP = ("setup-planes", "setup-entries")
"""Phases in which no plane stands on the map."""


def write_position(state: BlueMax, position: BlueMaxPosition) -> None:
    """Writes the position over a fresh match.

    Raises:
        AerodromeError: an unknown name, more boxes or guns than a plane has, a hex off the map, or what else cannot be
            (`impossible`).
    """
    phase = position.phase
    on_map = phase not in (None, *SETUP)
    if not on_map and any(written.model_fields_set - {"aircraft"} for written in position.planes.values()):
        raise AerodromeError("planes stand on the map after setup only", expected="a phase such as tailing or planning")
    if position.borders:
        state.borders = tuple(position.borders.get(team, edge) for team, edge in zip(TEAMS, state.borders, strict=True))  # type: ignore[call-overload]
        for border in state.borders:
            state.rules.map.along(border)
    state.round = position.round if on_map else 0
    impossible.check_phase(state, position)
    for name, written in position.planes.items():
        _fit_out(state, state.planes[state.rules.seat_number(name)], written)
    if phase is None or not on_map:
        return
    for plane in state.planes:
        _write_plane(state, plane, position.planes.get(plane.id, PlanePosition()), phase)
    state.live = tuple(plane.seat for plane in state.planes if plane.lost == NOBODY)
    losses = [sum(plane.side == side and plane.lost != NOBODY for plane in state.planes) for side in range(2)]
    state.losses = losses[0], losses[1]
    impossible.check_sides(state, phase)
    impossible.check_cards(state)
    _write_decks(state, position)
    find_contacts(state)
    impossible.check_aims(state)
    _find_tails(state, position)


# ---- planes


def _fit_out(state: BlueMax, plane: Plane, written: PlanePosition) -> None:
    if written.aircraft is None:
        return
    rows = state.rules.tables.planes
    ids = [row.id for row in rows]
    if written.aircraft not in ids or rows[ids.index(written.aircraft)].team != TEAMS[plane.side]:
        own = ", ".join(row.id for row in rows if row.team == TEAMS[plane.side])
        raise AerodromeError(f"{plane.id} cannot fly a {written.aircraft!r}", expected=f"one of {own}")
    plane.model = ids.index(written.aircraft)
    equip(state, plane, Umpire(Chance.of(0), None))


def _write_plane(state: BlueMax, plane: Plane, written: PlanePosition, phase: str) -> None:
    if plane.model == NOBODY:
        raise AerodromeError(f"{plane.id} has no plane", expected=f"planes.{plane.id}.aircraft")
    _write_place(state, plane, written)
    charts = state.rules.charts
    row = state.rules.plane(plane.model)
    plane.performed = _maneuver(state, plane, written.last, charts.starts[plane.model][0])
    plane.spinning = written.spinning or written.doomed
    spins = phase == "movement" and plane.spinning  # BM-PLAN-15: it has nothing to write
    plane.written = _maneuver(state, plane, written.written, charts.spin if spins else NOBODY)
    plane.token = TOKENS.index(written.token)
    plane.reload = ("", "pilot", "observer", "both").index(written.reload)
    plane.revealed = plane.written == NOBODY
    for name in PLAIN:
        setattr(plane, name, getattr(written, name))
    plane.observer_out_from = max(0, plane.observer_out_until - LONG_EFFECT + 1)
    plane.flame = FLAMES.index(written.flame)
    plane.rudder = RUDDERS.index(written.rudder)
    if written.guns is not None:
        if written.guns > row.pilot_guns:
            raise AerodromeError(f"{plane.id} has {row.pilot_guns} pilot gun(s), not {written.guns}")
        plane.guns_destroyed = row.pilot_guns - written.guns
    for name in ("fuel", "ammunition", "rear_ammunition"):
        value = getattr(written, name)
        if value is not None:
            setattr(plane, name, value)
    plane.aim = _aim(state, written.aim)
    plane.rear_aim = _aim(state, written.rear_aim)
    if written.aiming is not None:
        plane.aiming = state.rules.seat_number(written.aiming.target), BURSTS.index(written.aiming.burst)
    plane.due = TOKENS.index(written.due) if written.due else 0
    plane.due_round = (written.due_round or state.round) if written.due else 0
    plane.hits = tuple(_hit(state, text) for text in written.hits)
    plane.held = tuple(_card(state, text) for text in written.held)
    plane.drawn = tuple(_card(state, text) for text in written.drawn)
    plane.doubt = written.doubt or _marked(written) or plane.guns_destroyed > 0
    plane.rear_doubt = written.rear_doubt or written.rear_jammed
    if written.lost is not None:
        plane.lost = _cause(written.lost)
        plane.pose = -1
        plane.open = True
    plane.open = plane.open or plane.pilot_killed
    if state.rules.fuel and plane.fuel == 0 and not plane.dry:
        plane.dry = max(1, state.round - 1)
        plane.glide_until = plane.glide_until or state.round
    impossible.check_plane(state, plane, written, phase)


PLAIN = (
    "stalled", "doomed", "observer_killed", "pilot_killed", "wings", "tail", "fuselage", "engine", "wings_torn_blue",
    "wings_torn_red", "engine_hit", "jammed", "rear_jammed", "straight_round", "slower_round", "rudder_until",
    "observer_out_until", "dry", "glide_until", "deadline", "reloaded", "rear_reloaded", "burned",
)  # fmt: skip
"""Fields that are written as the state keeps them."""

MARKED = (
    "wings", "tail", "fuselage", "engine", "wings_torn_blue", "wings_torn_red", "engine_hit", "jammed",
    "straight_round", "slower_round", "rudder_until", "deadline", "hits", "held", "drawn", "pilot_killed",
)  # fmt: skip
"""Fields that only a damage card can have set: everybody has seen that one was drawn."""


def _marked(written: PlanePosition) -> bool:
    return any(getattr(written, name) for name in MARKED)


def _write_place(state: BlueMax, plane: Plane, written: PlanePosition) -> None:
    rules = state.rules
    border = state.borders[plane.side]
    along = rules.map.along(border)
    number = along[len(along) // 2] if written.at is None else rules.map.at(written.at)
    away = 3 if border.startswith("north") else 0
    plane.pose = number * 6 + (away if written.facing is None else written.facing)
    if written.level is not None and not rules.altitude:
        raise AerodromeError(f"{plane.id} has a level without option altitude")
    plane.level = (written.level or rules.plane(plane.model).max_altitude) if rules.altitude else 0


def _maneuver(state: BlueMax, plane: Plane, code: str | None, otherwise: Maneuver) -> Maneuver:
    if code is None:
        return otherwise
    charts = state.rules.charts
    found = charts.by_code.get(code, NOBODY)
    if found not in charts.on_chart[plane.model]:
        chart = ", ".join(charts.codes[m] for m in charts.chart[plane.model])
        raise AerodromeError(f"the chart of {plane.id} has no {code!r}", expected=f"one of {chart}")
    return found


def _aim(state: BlueMax, written: AimPosition | None) -> Aim:
    if written is None:
        return NOBODY, 0, 0
    round_ = state.round - 1 if written.round is None else written.round
    return state.rules.seat_number(written.target), BURSTS.index(written.burst), round_


def _hit(state: BlueMax, text: str) -> Hit:
    deck, _, colour = text.partition(" ")
    if deck not in DECKS or colour not in COLOURS[1:]:
        raise AerodromeError(f"{text!r} is no hit", expected="a deck and a colour, such as 'B red'")
    return DECKS.index(deck), COLOURS.index(colour), state.round


def _card(state: BlueMax, text: str) -> tuple[Card, int]:
    name, _, colour = text.partition(" ")
    if colour not in COLOURS[1:]:
        raise AerodromeError(f"{text!r} names no part of a card", expected="a card and a colour, such as 'B-05 red'")
    return _card_number(state, name), COLOURS.index(colour)


def _card_number(state: BlueMax, name: str) -> Card:
    for number, row in enumerate(state.rules.tables.damage):
        if row.id == name:
            return number
    raise AerodromeError(f"there is no damage card {name!r}", expected="an id such as B-05")


def _cause(text: str) -> int:
    names = [name for name, _ in CAUSES]
    if text not in names:
        raise AerodromeError(f"{text!r} does not bring a plane down", expected="one of " + ", ".join(names))
    return names.index(text)


# ---- decks and waves


def _write_decks(state: BlueMax, position: BlueMaxPosition) -> None:
    held = {card for plane in state.planes for card, _ in plane.held}
    decks, discards = [], []
    for letter, all_cards in zip(DECKS, state.rules.deck, strict=True):
        cards = [card for card in all_cards if card not in held]
        named = position.decks.get(letter)  # type: ignore[call-overload]
        left = cards if named is None else _deck(state, letter, named, cards)
        decks.append(tuple(left))
        discards.append(tuple(card for card in cards if card not in left))
    state.decks, state.discards = tuple(decks), tuple(discards)
    count_cards(state)


def _deck(state: BlueMax, letter: str, names: Iterable[str], cards: Sequence[Card]) -> list[Card]:
    found = [_card_number(state, name) for name in names]
    for card in found:
        if card not in cards or found.count(card) > 1:
            name = state.rules.tables.damage[card].id
            raise AerodromeError(f"{name} cannot stand there in deck {letter}")
    return found


def _find_tails(state: BlueMax, position: BlueMaxPosition) -> None:
    """Tails and waves follow from where the planes stand, if the phase needs them."""
    quiet = Umpire(Chance.of(0), None)
    if position.phase in ("tailing-choice", "tailing-graph", "planning"):
        tailing.find_tails(state, {}, quiet)
    if position.phase in ("tailing-graph", "planning"):
        _choose_victims(state, position)
    if position.phase == "planning":
        _open_wave(state, position, quiet)
    else:
        state.waves = (state.live,)


def _choose_victims(state: BlueMax, position: BlueMaxPosition) -> None:
    for plane in state.planes:
        named = position.planes.get(plane.id, PlanePosition()).tails
        if named is not None:
            victim = state.rules.seat_number(named)
            if victim not in plane.victims:
                raise AerodromeError(f"{plane.id} cannot tail {named} from there (BM-TAIL-01)")
            plane.tails = victim
        elif plane.victims:
            plane.tails = plane.victims[0]


def _open_wave(state: BlueMax, position: BlueMaxPosition, quiet: Umpire) -> None:
    """Waves before the open one show what they wrote."""
    tailing.draw_graph(state, {}, quiet)
    if position.wave >= len(state.waves):
        raise AerodromeError(f"there is no wave {position.wave}", expected=f"0 to {len(state.waves) - 1}")
    state.wave = position.wave
    for wave in state.waves[: position.wave]:
        for seat in wave:
            plane = state.planes[seat]
            if plane.spinning and plane.written == NOBODY:
                plane.written, plane.revealed = state.rules.charts.spin, False
            if plane.written == NOBODY:
                raise AerodromeError(f"{plane.id} has committed in an earlier wave", expected="what it has written")
            planning.show(state, plane, quiet)
