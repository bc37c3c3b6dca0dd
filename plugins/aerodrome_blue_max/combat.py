"""Phase 5: fire orders in secret, dice in the open, cards drawn and kept (BM-SHOT, BM-DICE, BM-OBS, BM-LEWIS)."""

from __future__ import annotations

from collections.abc import Callable

from aerodrome.canonical import Json
from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import Row
from aerodrome.umpire import Umpire
from aerodrome_blue_max.damage import draw
from aerodrome_blue_max.rules import SHOTS, Shot
from aerodrome_blue_max.state import HOLD, NO_ORDER, BlueMax, Plane, working_guns
from aerodrome_blue_max.vocabulary import (
    BASE_DICE,
    BLUE,
    BURST_AMMUNITION,
    BURST_DICE,
    BURSTS,
    CLIMB,
    COLOURS,
    DECKS,
    DIVE,
    EDGES,
    FIRE,
    LONG,
    MEDIUM,
    MOST_DICE,
    MOUNTINGS,
    NOBODY,
    OBSERVER,
    PILOT,
    RED,
    SHORT,
    STABILITIES,
    STABILITY_DICE,
    TOKENS,
)

# ---- who may fire, for all that is public (BM-SECR-25)


def pilots(state: BlueMax) -> tuple[int, ...]:
    """The seats whose pilot has a target, whether or not something secret keeps his guns silent."""
    if not state.contacts:
        return ()
    return tuple(seat for seat in state.live if targets(state, seat, PILOT))


def observers(state: BlueMax) -> tuple[int, ...]:
    """The seats whose observer has a target (BM-OBS-03)."""
    if not state.contacts or not state.rules.observer:
        return ()
    return tuple(seat for seat in state.live if targets(state, seat, OBSERVER))


def targets(state: BlueMax, seat: int, mounting: int) -> list[int]:
    """The targets of a mounting, none if it is silent for all that others know (BM-SHOT-02, BM-SHOT-05)."""
    planes = state.planes
    plane = planes[seat]
    if plane.spinning or not _manned(state, plane, mounting):  # BM-SPIN-04
        return []
    found = []
    for one, other, _ in state.contacts:
        foe = other if one == seat else one if other == seat else NOBODY
        if foe != NOBODY and planes[foe].lost == NOBODY:
            shot = line_of_fire(state, plane, planes[foe])
            if shot is not None and shot.mounting == mounting:
                found.append(foe)
    return found


def _manned(state: BlueMax, plane: Plane, mounting: int) -> bool:
    if mounting == PILOT:
        return plane.flame != FIRE and state.rules.tables.planes[plane.model].pilot_guns > 0  # BM-EFFECT-20
    return not plane.observer_killed and state.rules.crewed(plane.model)


def line_of_fire(state: BlueMax, plane: Plane, foe: Plane) -> Shot | None:
    """How ``foe`` lies in a line of fire of ``plane``: an enemy, one to three hexes away, at most one level apart
    (BM-SHOT-02, BM-SHOT-03, BM-ALT-15)."""
    rules = state.rules
    way = rules.near[plane.pose // 6 * rules.hexes + foe.pose // 6]
    if not way or plane.side == foe.side or abs(plane.level - foe.level) > 1:
        return None
    return SHOTS[way * 6 + plane.pose % 6]


# ---- what keeps a mounting silent in secret


def silenced(state: BlueMax, plane: Plane, mounting: int) -> list[Reason]:
    """The reasons on the own sheet for which a mounting cannot fire (BM-SHOT-05)."""
    reasons = []
    round_ = state.round
    if plane.rear_jammed if mounting else plane.jammed:
        reasons.append(Reason("BM-SHOT-05", "the guns are jammed"))
    if mounting == PILOT and not working_guns(state, plane):
        reasons.append(Reason("BM-EFFECT-05", "no gun of the pilot works"))
    if mounting == OBSERVER and plane.observer_out_from <= round_ <= plane.observer_out_until:  # BM-EFFECT-21
        reasons.append(Reason("BM-EFFECT-08", "the observer is injured"))
    if state.rules.lewis_guns(plane.model) >> mounting & 1:
        if (plane.rear_reloaded if mounting else plane.reloaded) == round_:
            reasons.append(Reason("BM-LEWIS-07", "the gun was reloaded this round"))
        if not ammunition(plane, mounting):
            reasons.append(Reason("BM-LEWIS-04", "the ammunition is used up"))
    return reasons


def ammunition(plane: Plane, mounting: int) -> int:
    return plane.rear_ammunition if mounting else plane.ammunition


def obliges(state: BlueMax, plane: Plane, target: int, burst: int) -> int:
    """The token that a burst obliges to next round, 0 for none (BM-ALT-16)."""
    if burst < MEDIUM or not state.rules.altitude:
        return 0
    difference = state.planes[target].level - plane.level
    return CLIMB if difference > 0 else DIVE if difference < 0 else 0


def fire_options(mounting: int) -> Callable[[BlueMax, int, Picks], tuple[Option, ...]]:
    """Hold, or a target and a burst (BM-SHOT-07, BM-SHOT-12)."""

    def options(state: BlueMax, seat: int, picks: Picks) -> tuple[Option, ...]:
        rules = state.rules
        plane = state.planes[seat]
        hold = rules.hold(mounting)
        if silenced(state, plane, mounting):
            return (hold,)
        offered = [
            rules.fire(mounting, target, burst)
            for target in targets(state, seat, mounting)
            for burst in (SHORT, MEDIUM, LONG)
            if not _burst_faults(state, plane, mounting, target, burst)
        ]
        return (hold, *offered)

    return options


def _burst_faults(state: BlueMax, plane: Plane, mounting: int, target: int, burst: int) -> list[Reason]:
    reasons = []
    rules = state.rules
    pool = ammunition(plane, mounting)
    if rules.lewis_guns(plane.model) >> mounting & 1 and 0 < pool < BURST_AMMUNITION[burst]:
        text = f"a {BURSTS[burst]} burst needs {BURST_AMMUNITION[burst]} tokens of {pool}"
        reasons.append(Reason("BM-LEWIS-04", text))
    if mounting == OBSERVER and plane.aiming[0] != NOBODY:
        own = obliges(state, plane, target, burst)
        other = obliges(state, plane, *plane.aiming)
        if own and other and own != other:
            text = f"the pilot's burst obliges to {TOKENS[other]}, this one to {TOKENS[own]}"
            reasons.append(Reason("BM-ALT-17", text))
    return reasons


def why_not_fire(mounting: int) -> Callable[[BlueMax, int, Picks, Option], tuple[Reason, ...]]:
    """Every reason against a fire order: who it is aimed at, from where, and what the own sheet says."""

    def why_not(state: BlueMax, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
        plane = state.planes[seat]
        aim = state.rules.aim(option, mounting)
        if aim is None:
            return (Reason("BM-SHOT-07", f"the {MOUNTINGS[mounting]} holds fire, or names a target and a burst"),)
        reasons = silenced(state, plane, mounting)
        if aim[0] in targets(state, seat, mounting):
            return (*reasons, *_burst_faults(state, plane, mounting, *aim))
        return (_no_target(state, plane, aim[0], mounting), *reasons)

    return why_not


def _no_target(state: BlueMax, plane: Plane, target: int, mounting: int) -> Reason:
    foe = state.planes[target]
    if target not in state.live:
        return Reason("BM-ROUND-03", f"{foe.id} is no longer in play")
    if foe.side == plane.side:
        return Reason("BM-SHOT-02", f"{foe.id} is no enemy")
    if foe.pose // 6 == plane.pose // 6:
        return Reason("BM-SHOT-03", f"{foe.id} is in your hex")
    if abs(foe.level - plane.level) > 1:
        return Reason("BM-ALT-15", f"{foe.id} is {abs(foe.level - plane.level)} levels away")
    rule = "BM-GEO-08" if mounting else "BM-GEO-07"
    return Reason(rule, f"{foe.id} is not in the line of fire of the {MOUNTINGS[mounting]}")


# ---- the pool


def pool_rows(state: BlueMax, plane: Plane, shot: Shot, target: int, burst: int) -> list[Row]:
    """Every modifier of a shot that applies (BM-DICE-01 to BM-DICE-08)."""
    rules = state.rules
    foe = state.planes[target]
    row = rules.tables.planes[plane.model]
    rows = [
        Row("base", BASE_DICE, "BM-DICE-01"),
        Row(f"distance {shot.distance}", -shot.distance, "BM-DICE-01"),
    ]
    if BURST_DICE[burst]:
        rows.append(Row(f"{BURSTS[burst]} burst", BURST_DICE[burst], "BM-DICE-02"))
    steadiness = STABILITY_DICE[STABILITIES.index(row.stability)]
    if steadiness:
        rows.append(Row(f"stability {row.stability}", steadiness, "BM-DICE-03"))
    if foe.stalled:
        rows.append(Row("stalled target", 1, "BM-DICE-04"))
    last_target, _, last_round = plane.rear_aim if shot.mounting else plane.aim
    if last_target == target and last_round == state.round - 1:
        rows.append(Row("same target as last round", 1, "BM-DICE-05"))
    if foe.level < plane.level:
        rows.append(Row("lower target", 1, "BM-DICE-06"))
    speed = rules.charts.speed[plane.performed]
    if speed >= 3:
        rows.append(Row(f"speed {speed}", -1, "BM-DICE-07"))
    if (row.observer_guns if shot.mounting else working_guns(state, plane)) == 1:
        rows.append(Row("single gun", -1, "BM-DICE-08"))
    return rows


def pool_size(rows: list[Row]) -> int:
    """The sum of the rows, at least 0 and at most 6 (BM-DICE-09 to BM-DICE-11)."""
    return max(0, min(MOST_DICE, sum(row.value for row in rows)))  # type: ignore[misc]


def explain_fire(mounting: int) -> Callable[[BlueMax, int, Picks, Option], tuple[Row, ...]]:
    """The dice pool of a shot row by row, the edge that it would hit, and what it costs; for holding fire, what keeps
    the mounting silent."""

    def explain(state: BlueMax, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
        aim = state.rules.aim(option, mounting)
        if option is state.rules.hold(mounting):
            reasons = silenced(state, state.planes[seat], mounting)
            return tuple(Row("cannot fire", reason.text, reason.clause) for reason in reasons)
        if aim is None or aim[0] not in targets(state, seat, mounting):
            return ()
        return tuple(_shot_rows(state, state.planes[seat], *aim))

    return explain


def _shot_rows(state: BlueMax, plane: Plane, target: int, burst: int) -> list[Row]:
    shot = line_of_fire(state, plane, state.planes[target])
    assert shot is not None
    rows = pool_rows(state, plane, shot, target, burst)
    edge = DECKS[attacked_edge(shot, state.planes[target].pose % 6)]
    rows += [Row("dice", pool_size(rows), "BM-DICE-11"), Row("edge and deck", edge, "BM-GEO-09")]
    if state.rules.lewis_guns(plane.model) >> shot.mounting & 1:
        rows.append(Row("ammunition", -BURST_AMMUNITION[burst], "BM-LEWIS-03"))
    if burst == LONG:
        rows.append(Row("jams on", "5 or 6", "BM-JAM-01"))
    due = obliges(state, plane, target, burst)
    if due:
        rows.append(Row("obliges to", TOKENS[due], "BM-ALT-16"))
    return rows


def attacked_edge(shot: Shot, facing: int) -> int:
    """The edge of a target with that facing over which a shot arrives, as its deck (BM-GEO-09)."""
    return EDGES[(shot.direction + 3 - facing) % 6]


# ---- firing


def aim_pilots(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """The pilots have committed; nothing is shown before the observers have too (BM-SHOT-07)."""
    for seat, (option,) in orders.items():
        state.planes[seat].aiming = state.rules.aim(option, PILOT) or HOLD
    return "combat-observers"


def fire(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """Joint reveal, pools, dice, cards, upkeep: all from the state before any shot (BM-SHOT-07, BM-SHOT-09)."""
    if not state.contacts:
        return "resolution"
    rules = state.rules
    for seat, (option,) in orders.items():
        state.planes[seat].rear_aiming = rules.aim(option, OBSERVER) or HOLD
    shots = []
    for seat in state.live:  # BM-DECK-04
        plane = state.planes[seat]
        for target, burst in (plane.aiming, plane.rear_aiming):
            if target != NOBODY:
                shot = line_of_fire(state, plane, state.planes[target])
                assert shot is not None
                shots.append((plane, shot, target, burst, pool_rows(state, plane, shot, target, burst)))
    if umpire.listening:
        _tell_holds(state, umpire)
    for plane, shot, target, burst, rows in shots:
        dice = [umpire.chance.pick("hit-dice", rules.faces, COLOURS.__getitem__) for _ in range(pool_size(rows))]
        foe = state.planes[target]
        deck = attacked_edge(shot, foe.pose % 6)
        if umpire.listening:
            _tell_fire(plane, foe, shot, burst, rows, dice, umpire)
        for colour in (RED, BLUE):
            for _ in range(dice.count(colour)):
                draw(state, foe, deck, colour, umpire)
    for plane, shot, target, burst, _ in shots:
        _upkeep(state, plane, shot.mounting, target, burst)
    for seat in state.live:
        state.planes[seat].aiming = state.planes[seat].rear_aiming = NO_ORDER
    return "resolution"


def _tell_holds(state: BlueMax, umpire: Umpire) -> None:
    for seat in state.live:
        plane = state.planes[seat]
        for mounting, order in zip(MOUNTINGS, (plane.aiming, plane.rear_aiming), strict=True):
            if order == HOLD:
                umpire.tell("hold", "BM-SHOT-12", seat=plane.id, mounting=mounting)


def _tell_fire(
    plane: Plane,
    foe: Plane,
    shot: Shot,
    burst: int,
    rows: list[Row],
    dice: list[int],
    umpire: Umpire,
) -> None:
    """Target, burst, dice and rows are public; a single gun that was two is not (BM-SECR-04)."""
    destroyed = shot.mounting == PILOT and plane.guns_destroyed > 0
    shown: dict[str, Json] = {r.label: r.value for r in rows if not (destroyed and r.clause == "BM-DICE-08")}
    results: list[Json] = [COLOURS[colour] for colour in dice]
    umpire.tell(
        "fire",
        "BM-SHOT-07",
        seat=plane.id,
        mounting=MOUNTINGS[shot.mounting],
        target=foe.id,
        burst=BURSTS[burst],
        edge=DECKS[attacked_edge(shot, foe.pose % 6)],
        rows=shown,
        dice=results,
    )
    if len(shown) < len(rows):
        every: dict[str, Json] = {r.label: r.value for r in rows}
        umpire.tell("pool", "BM-DICE-08", to=(plane.seat,), seat=plane.id, rows=every)


def _upkeep(state: BlueMax, plane: Plane, mounting: int, target: int, burst: int) -> None:
    """Ammunition, obligation, last target (BM-LEWIS-03, BM-ALT-16, BM-DICE-05)."""
    aim = target, burst, state.round
    if mounting:
        plane.rear_aim = aim
    else:
        plane.aim = aim
    if state.rules.lewis_guns(plane.model) >> mounting & 1:
        if mounting:
            plane.rear_ammunition -= BURST_AMMUNITION[burst]
        else:
            plane.ammunition -= BURST_AMMUNITION[burst]
    due = obliges(state, plane, target, burst)
    if due:
        plane.due, plane.due_round = due, state.round + 1
