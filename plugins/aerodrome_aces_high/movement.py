"""A round: cards are committed, revealed together and carried out (8.1)."""

from __future__ import annotations

from aerodrome.errors import Reason
from aerodrome.geometry.hexes import Pose
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_aces_high import corrections, missions, removal, tailing
from aerodrome_aces_high.faults import play_faults
from aerodrome_aces_high.fire import ready_guns
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.selection import play_table, plays
from aerodrome_aces_high.state import AWAY, HOME, NO_TARGETS, STAYING, Plane, Skies, card_name
from aerodrome_aces_high.vocabulary import IN_PLAY, LANDED, LEFT_MAP, NO_CARD, NOBODY, RETURNED, STALL, Kind

# ---- committing


def begin_round(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """A round for all that have cards left; none, and the turn goes on to spins (AH-TURN-02, AH-TURN-05)."""
    if state.rules.error_correction:
        corrections.discard_stranded(state, umpire)
    if not tailing.arrange(state):
        return "spin-exit"
    state.round += 1
    if umpire.listening and len(state.steps) > 1:
        for plane in state.planes:
            if plane.tailed_by:
                hunters = [state.planes[number].id for number in plane.tailed_by]
                umpire.tell("tailed", "AH-TAIL-01", plane=plane.id, by=list(hunters))
    return "maneuver"


def committing(state: Skies, seat: int) -> list[Plane]:
    """The seat's aircraft that commit in this step, in their order (AH-OPT-02)."""
    planes = state.planes
    return [planes[number] for number in state.steps[state.step] if planes[number].seat == seat]


def card_asks(state: Skies) -> tuple[int, ...]:
    planes = state.planes
    step = state.steps[state.step]
    if len(step) == 2:
        one, two = planes[step[0]].seat, planes[step[1]].seat
        return (one, two) if one < two else (two, one) if two < one else (one,)
    return tuple(sorted({planes[number].seat for number in step}))


def card_options(state: Skies, seat: int, picks: Picks) -> tuple[Option, ...]:
    done = len(picks)
    planes = state.planes
    for number in state.steps[state.step]:
        plane = planes[number]
        if plane.seat == seat:
            if not done:
                return play_table(state, plane).plays(plane.played, plane.hand).options
            done -= 1
    return ()


def why_not_card(state: Skies, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    kind, rider = state.rules.meaning[option.code]
    if kind == NO_CARD or "play" not in option.facts:
        return (Reason("AH-TURN-03", "a card of the hand is played now"),)
    planes = committing(state, seat)
    return play_faults(state, planes[min(len(picks), len(planes) - 1)], kind, rider)


def commit(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Cards lie face down; a tailed pilot's declaration is shown to those behind him (AH-TAIL-02, AH-TAIL-03)."""
    meaning = state.rules.meaning
    planes = state.planes
    taken: dict[int, int] = {}
    for number in state.steps[state.step]:
        plane = planes[number]
        at = taken.get(plane.seat, 0)
        taken[plane.seat] = at + 1
        plane.committed = (meaning[orders[plane.seat][at].code],)
        if plane.tailed_by:
            _declare(state, plane, umpire)
    state.step += 1
    if state.step < len(state.steps):
        return "maneuver"
    return "errors" if state.rules.error_correction else "movement"


def _declare(state: Skies, plane: Plane, umpire: Umpire) -> None:
    kind = plane.committed[0][0]
    plane.declared = tailing.DECLARED[state.rules.kinds[kind].lateral]
    if umpire.listening:
        seats = {plane.seat, *(state.planes[number].seat for number in plane.tailed_by)}
        umpire.tell("declares", "AH-TAIL-02", to=seats, plane=plane.id, side=plane.declared)


# ---- reveal and movement


def carry_out(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """All cards of the round are revealed and carried out at the same time (AH-MOVE-01)."""
    special = state.missions_on
    for plane in state.planes:
        if plane.committed:
            reveal(state, plane, umpire)
            if fly_card(state, plane, plane.card, plane.rider, umpire):
                special = True
        elif plane.fate == IN_PLAY:
            plane.card = plane.rider = NO_CARD
            if plane.entered:
                plane.entered = ()
    if state.rules.error_correction:
        corrections.count_speed(state)
        if state.pushes:
            return "push"
    if special:
        return "after-move"
    state.guns = ready_guns(state)
    return "fire"


def reveal(state: Skies, plane: Plane, umpire: Umpire) -> None:
    """The committed card leaves the hand and lies open (AH-SEC-04)."""
    kind, rider = card = plane.committed[0]
    found = plays(state, plane)
    plane.hand = found.after[state.rules.play[card].code]
    if kind in plane.shown:
        plane.shown = tuple(known for known in plane.shown if known != kind)
    lay_open(plane, kind, rider)
    if umpire.listening:
        umpire.tell("card", "AH-MOVE-01", plane=plane.id, card=card_name(state.rules, card))


def lay_open(plane: Plane, kind: Kind, rider: Kind) -> None:
    plane.committed = ()
    plane.declared = ""
    plane.played += ((kind, rider),)
    plane.card = kind
    plane.rider = rider
    plane.aimed_before = plane.aimed
    plane.aimed = NO_TARGETS
    plane.lewis_before = plane.lewis_fired
    plane.lewis_fired = plane.lewis_empty = False


def fly_card(state: Skies, plane: Plane, kind: Kind, rider: Kind, umpire: Umpire) -> bool:
    """Moves the aircraft by a card and what rides on it; true if it comes home, leaves the map or lands."""
    rules = state.rules
    tables = rules.moves[kind]
    start = plane.pose
    end = tables[-1][start]
    if end < 0 or len(tables) > 1:
        _enter_hexes(state, plane, [table[start] for table in tables])
    elif end // 6 != start // 6:
        plane.pose = end
        plane.entered = (end // 6,)
        at_home = rules.home[end // 6] == rules.sides[plane.seat]
        if not plane.left_home:
            plane.left_home = not at_home
        elif at_home:
            plane.going = HOME
    else:
        plane.pose = end
        plane.entered = ()
    card = rules.kinds[kind]
    if card.altitude or rider != NO_CARD:
        change_altitude(state, plane, card.altitude + (rules.kinds[rider].altitude if rider != NO_CARD else 0))
    if card.letter == STALL:
        plane.tests += 1  # AH-STALL-04
    if umpire.listening:
        where = rules.map.pose_name(plane.pose)
        umpire.tell("moves", card.clause, plane=plane.id, at=where, altitude=plane.altitude)
    return plane.going != STAYING or plane.altitude == 0


def _enter_hexes(state: Skies, plane: Plane, poses: list[int]) -> None:
    """Hex after hex; the first home-row hex or the edge ends the move (AH-MOVE-03)."""
    entered = []
    for pose in poses:
        if pose < 0:
            plane.going = AWAY
            break
        plane.pose = pose
        entered.append(pose // 6)
        at_home = state.rules.home[pose // 6] == state.side_of(plane)
        if at_home and plane.left_home:
            plane.going = HOME
            break
        plane.left_home = plane.left_home or not at_home
    plane.entered = tuple(entered)


def way_end(rules: AcesRules, side: int, left_home: bool, pose: Pose, kind: Kind) -> tuple[Pose, int]:
    """Where a card would lead an aircraft, and what becomes of it there: on, home or off the map."""
    for table in rules.moves[kind]:
        if table[pose] < 0:
            return NOBODY, AWAY
        end = table[pose]
        at_home = rules.home[end // 6] == side
        if at_home and left_home and end // 6 != pose // 6:
            return end, HOME
        left_home = left_home or not at_home
    return end, STAYING


def change_altitude(state: Skies, plane: Plane, levels: int) -> None:
    """Up to the ceiling, where a spin test is owed instead; down to the ground (AH-ALT-04, AH-ALT-06)."""
    while levels > 0:
        levels -= 1
        if plane.altitude < plane.ceiling:
            plane.altitude += 1
        else:
            plane.tests += 1
    while levels < 0 and plane.altitude:
        levels += 1
        removal.lose_altitude(state, plane)


# ---- checks after movement


def after_move(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Return home, leaving the map, ground reached, mission progress (AH-MOVE-04)."""
    for plane in state.planes:
        if plane.fate != IN_PLAY:
            continue
        if plane.going == HOME:
            removal.remove(state, plane, RETURNED, "AH-EXIT-01", umpire)
        elif plane.going == AWAY:
            removal.forced_landing(state, plane, LEFT_MAP, "AH-EXIT-03", umpire)
        elif plane.altitude == 0:
            removal.forced_landing(state, plane, LANDED, "AH-ALT-06", umpire)
    if state.missions_on:
        missions.progress(state, umpire)
        return "ground-fire"
    state.guns = ready_guns(state)
    return "fire"


def ground_fire(state: Skies, orders: Orders, umpire: Umpire) -> str:
    """Flak at all that entered the ring of an enemy balloon (AH-BALLN-04)."""
    for plane in state.planes:
        if plane.fate == IN_PLAY and plane.entered:
            missions.flak(state, plane, umpire)
    state.guns = ready_guns(state)
    return "fire"
