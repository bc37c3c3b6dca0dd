"""What stands on the table and on the sheets, and who may see it (BM-SECR)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final

from aerodrome.canonical import Json
from aerodrome.geometry.hexes import OFF, Pose
from aerodrome.ruleset import State
from aerodrome.visibility import Part, owner, part, public, sealed, seen_by
from aerodrome_blue_max.charts import (
    AT_LEVEL_1,
    DUE,
    GLIDES,
    HIT_ENGINE,
    LEFT_ONLY,
    MODEL,
    ON_FIRE,
    PLENTY,
    PREVIOUS,
    RELOADS,
    RESERVE,
    RIGHT_ONLY,
    SLOWER_ONLY,
    SPINS,
    STRAIGHT_ONLY,
    TORN_BLUE,
    TORN_RED,
    Situation,
)
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.vocabulary import (
    BURSTS,
    CAUSES,
    COLOURS,
    DECK_SIZES,
    DECKS,
    DIVE,
    FIRE,
    FLAMES,
    LETTERS,
    NOBODY,
    RUDDER_FREE,
    RUDDER_RIGHT,
    RUDDERS,
    SECTIONS,
    STABLE,
    TEAMS,
    TOKENS,
    Card,
    Maneuver,
    Model,
)

Aim = tuple[int, int, int]
"""The last shot of a mounting: target, burst, round."""

Hit = tuple[int, int, int]
"""A die that hit: deck, colour, round."""

NO_ORDER: Final = (NOBODY, 0)
HOLD: Final = (NOBODY, 1)
"""Fire orders that name no target: none given, and to hold fire."""

NO_AIM: Final[Aim] = (NOBODY, 0, 0)

# ---- values as a person would say them


def _team(side: int, state: Any) -> str:
    return TEAMS[side]


def _model(model: Model, state: Any) -> str | None:
    return None if model == NOBODY else state.rules.tables.planes[model].id


def _code(maneuver: Maneuver, state: Any) -> str | None:
    return None if maneuver == NOBODY else state.rules.charts.codes[maneuver]


def _pose(pose: Pose, state: Any) -> dict[str, Json] | None:
    return None if pose == OFF else {"at": state.rules.map.codes[pose // 6], "facing": pose % 6}


def _hex(number: int, state: Any) -> str | None:
    return None if number == NOBODY else state.rules.map.codes[number]


def _seat(seat: int, state: Any) -> str | None:
    return None if seat == NOBODY else state.rules.seats[seat]


def _seats(seats: Sequence[int], state: Any) -> list[str]:
    return [state.rules.seats[seat] for seat in seats]


def _waves(waves: Sequence[Sequence[int]], state: Any) -> list[list[str]]:
    return [_seats(wave, state) for wave in waves]


def _contacts(contacts: Sequence[tuple[int, int, int]], state: Any) -> list[list[str]]:
    return [_seats(contact[:2], state) for contact in contacts]


def _token(token: int, state: Any) -> str:
    return TOKENS[token]


def _due(token: int, state: Any) -> str | None:
    return TOKENS[token] if token else None


def _flame(flame: int, state: Any) -> str:
    return FLAMES[flame]


def _rudder(rudder: int, state: Any) -> str:
    return RUDDERS[rudder]


def _aim(aim: Aim, state: Any) -> dict[str, Json] | None:
    target, burst, round_ = aim
    return None if target == NOBODY else {"target": _seat(target, state), "burst": BURSTS[burst], "round": round_}


def _fire_order(order: tuple[int, int], state: Any) -> dict[str, Json] | str | None:
    target, burst = order
    if target == NOBODY:
        return "hold" if order == HOLD else None
    return {"target": _seat(target, state), "burst": BURSTS[burst]}


def _roll(roll: tuple[int, int], state: Any) -> dict[str, Json] | None:
    return {"round": roll[0], "roll": roll[1]} if roll[0] else None


def _shown(shown: tuple[int, int], state: Any) -> dict[str, Json] | None:
    letter, level = shown
    if letter == NOBODY:
        return None
    return {"direction": LETTERS[letter], **({"level": level} if state.rules.altitude else {})}


def _drawn(drawn: Sequence[tuple[Card, int]], state: Any) -> list[str]:
    return [f"{state.rules.tables.damage[card].id} {COLOURS[colour]}" for card, colour in drawn]


def _cause(cause: int, state: Any) -> str | None:
    return None if cause == NOBODY else CAUSES[cause][0]


def _decks(decks: Sequence[Sequence[Card]], state: Any) -> dict[str, list[str]]:
    return {
        DECKS[deck]: sorted(state.rules.tables.damage[card].id for card in cards) for deck, cards in enumerate(decks)
    }


def _counts(counts: Sequence[int], state: Any) -> dict[str, int]:
    return dict(zip(DECKS, counts, strict=True))


def _losses(losses: Sequence[int], state: Any) -> dict[str, int]:
    return {TEAMS[0]: losses[1], TEAMS[1]: losses[0]}


def _hits(hits: Sequence[Hit], state: Any) -> list[str]:
    return [f"{DECKS[deck]} {COLOURS[colour]} in round {round_}" for deck, colour, round_ in hits]


def _tailers(plane: Any, state: Any) -> tuple[int, ...]:
    """Who sees what a tailed plane shows: itself and its tailers, but for a plane that a circle's draw left without
    information (BM-TAIL-07, BM-TAIL-10, BM-SECR-03)."""
    return (plane.seat, *tailers(state, plane.seat))


def tailers(state: Any, seat: int) -> tuple[int, ...]:
    """The seats whose planes tail the plane of ``seat`` and are told by it."""
    return tuple(p.seat for p in state.planes if p.tails == seat and p.seat not in state.uninformed)


# ---- parts


@part
class Plane(Part):
    """One plane and the sheet of its player.

    Attributes:
        side: the team, as an index of ``TEAMS``.
        open: whether the sheet is open to all: the player is eliminated or the game is over (BM-SECR-22, BM-SECR-27).
        entry: the starting hex, and ``entry_level`` the level, until all are placed (BM-SETUP-12).
        performed: the maneuver of the last Movement; before the first one, the starting maneuver.
        written: the maneuver written last; ``token`` and ``reload`` go with it. ``revealed`` opens the first two.
        tails: the seat whose plane is tailed; ``shown`` is what the own plane shows to its tailers: letter and level.
        aim, rear_aim: the last shot of pilot and observer.
        aiming, rear_aiming: their fire orders, until all have committed.
        recovery_roll: round and result of the last die rolled to end a spin.
        doubt, rear_doubt: whether for all that is public the guns may be jammed (BM-SECR-25).
        guns_destroyed: guns of the pilot that are gone for good.
        straight_round, slower_round: the round in which a pilot's injury binds; ``rudder_until`` and
            ``observer_out_until`` the last round in which those effects do; ``observer_out_from`` the first one.
        fuel: the reserve; ``dry`` is the round in which it emptied, ``glide_until`` the last one of the glide.
        deadline: the round at whose end a dead engine brings the plane down.
        due, due_round: the altitude token that a burst obliges to, and when (BM-ALT-16).
        hits: the dice that hit, in order; ``drawn`` the cards drawn for them.
        burned: fuel that the performed maneuvers cost together; everybody can add it up.
        lost: why the plane left play, as an index of ``CAUSES``.
    """

    id: str = public()
    seat: int = public()
    side: int = public(show=_team)
    model: Model = public(show=_model)
    number: int = public(default=0)
    open: bool = public(default=False)
    pose: Pose = public(default=OFF, show=_pose)
    level: int = public(default=0)
    entry: int = owner(default=NOBODY, show=_hex)  # BM-SECR-12
    entry_level: int = owner(default=0)
    performed: Maneuver = public(default=NOBODY, show=_code)
    written: Maneuver = sealed("revealed", default=NOBODY, show=_code)  # BM-SECR-02
    token: int = sealed("revealed", default=STABLE, show=_token)  # BM-SECR-15
    reload: int = sealed("open", default=0)  # BM-SECR-10
    revealed: bool = public(default=True)
    tails: int = public(default=NOBODY, show=_seat)  # BM-SECR-17
    victims: tuple[int, ...] = public(default=(), show=_seats)
    shown: tuple[int, int] = seen_by(_tailers, default=(NOBODY, 0), show=_shown)  # BM-SECR-03
    spinning: bool = public(default=False)
    doomed: bool = public(default=False)  # BM-SECR-16
    stalled: bool = public(default=False)
    flame: int = public(default=0, show=_flame)
    observer_killed: bool = public(default=False)
    aim: Aim = public(default=NO_AIM, show=_aim)
    rear_aim: Aim = public(default=NO_AIM, show=_aim)
    aiming: tuple[int, int] = owner(default=NO_ORDER, show=_fire_order)  # BM-SECR-04
    rear_aiming: tuple[int, int] = owner(default=NO_ORDER, show=_fire_order)
    recovery_roll: tuple[int, int] = public(default=(0, 0), show=_roll)  # BM-SECR-21
    doubt: bool = public(default=False)
    rear_doubt: bool = public(default=False)
    due: int = public(default=0, show=_due)  # BM-SECR-18
    due_round: int = public(default=0)
    burned: int = public(default=0)
    hits: tuple[Hit, ...] = public(default=(), show=_hits)
    lost: int = public(default=NOBODY, show=_cause)
    # the sheet (BM-SECR-01)
    wings: int = sealed("open", default=0)
    tail: int = sealed("open", default=0)
    fuselage: int = sealed("open", default=0)
    engine: int = sealed("open", default=0)
    wings_torn_blue: bool = sealed("open", default=False)
    wings_torn_red: bool = sealed("open", default=False)
    engine_hit: bool = sealed("open", default=False)
    guns_destroyed: int = sealed("open", default=0)
    jammed: bool = sealed("open", default=False)  # BM-SECR-09
    rear_jammed: bool = sealed("open", default=False)
    pilot_killed: bool = sealed("open", default=False)
    straight_round: int = sealed("open", default=0)
    slower_round: int = sealed("open", default=0)
    rudder: int = sealed("open", default=RUDDER_FREE, show=_rudder)
    rudder_until: int = sealed("open", default=0)
    observer_out_from: int = sealed("open", default=0)
    observer_out_until: int = sealed("open", default=0)
    fuel: int = sealed("open", default=0)  # BM-SECR-07
    dry: int = sealed("open", default=0)  # BM-SECR-08
    glide_until: int = sealed("open", default=0)
    deadline: int = sealed("open", default=0)
    ammunition: int = sealed("open", default=0)  # BM-SECR-10
    rear_ammunition: int = sealed("open", default=0)
    reloaded: int = sealed("open", default=0)
    rear_reloaded: int = sealed("open", default=0)
    held: tuple[tuple[Card, int], ...] = sealed("open", default=(), show=_drawn)  # BM-SECR-11
    drawn: tuple[tuple[Card, int], ...] = sealed("open", default=(), show=_drawn)

    @property
    def gliding(self) -> bool:
        """The reserve is empty or the engine dead (BM-GLIDE-01)."""
        return self.dry > 0 or self.deadline > 0

    def glides_in(self, round_: int) -> bool:
        """Whether the plane was gliding when Planning of that round began (BM-GLIDE-02)."""
        return 0 < self.dry < round_ or 0 < self.deadline <= round_

    def clone(self) -> Plane:
        """A copy; every field is immutable, so this is faster than copying field by field."""
        return Plane(*_plane_fields(self))

    def boxes(self) -> tuple[int, int, int, int]:
        return self.wings, self.tail, self.fuselage, self.engine


_plane_fields: Callable[[Plane], tuple[Any, ...]] = attrgetter(*(f.name for f in fields(Plane)))


@part
class BlueMax(State[BlueMaxRules]):
    """The table.

    Attributes:
        planes: one a seat, in seat order.
        live: seats of the planes in play.
        round: 0 in setup.
        borders: the border of each team.
        contacts: pairs of enemies within three hexes of each other since the last Movement, with the way between them.
        waves: who commits when in Planning; ``wave`` is the one that is open.
        uninformed: planes that a circle's draw lets commit first, and that are told nothing (BM-TAIL-10).
        decks: the cards not yet drawn. Their order is settled by the draw: any card is as likely as the others.
        discards: face down beside each deck.
        losses: planes that each team has lost (BM-WIN-04).
        over: the game has ended, all is open (BM-SECR-27).
    """

    planes: list[Plane] = public()
    live: tuple[int, ...] = public(show=_seats)
    round: int = public(default=0)
    borders: tuple[str, ...] = public(default=())
    contacts: tuple[tuple[int, int, int], ...] = public(default=(), show=_contacts)
    waves: tuple[tuple[int, ...], ...] = public(default=(), show=_waves)
    wave: int = public(default=0)
    uninformed: tuple[int, ...] = public(default=(), show=_seats)
    decks: tuple[tuple[Card, ...], ...] = sealed("over", default=(), show=_decks)  # BM-SECR-11
    discards: tuple[tuple[Card, ...], ...] = sealed("over", default=((), (), (), ()), show=_decks)
    deck_sizes: tuple[int, ...] = public(default=DECK_SIZES, show=_counts)
    discard_sizes: tuple[int, ...] = public(default=(0, 0, 0, 0), show=_counts)
    losses: tuple[int, int] = public(default=(0, 0), show=_losses)
    over: bool = public(default=False)


# ---- what binds a plane (BM-PLAN-09)


def situation(state: BlueMax, plane: Plane) -> Situation:
    """Everything that restricts the plane's next order, packed as `charts` wants it."""
    rules = state.rules
    key = plane.model << MODEL | plane.performed << PREVIOUS | plane.spinning * SPINS
    if plane.doubt or plane.flame:
        key |= _wounds(plane, state.round)
    if plane.dry or plane.deadline:
        key |= GLIDES
    if rules.fuel and plane.fuel < PLENTY and not plane.deadline:
        key |= plane.fuel << RESERVE
    else:
        key |= PLENTY << RESERVE
    if rules.altitude:
        if plane.level == 1:
            key |= AT_LEVEL_1
        key |= obligation(state, plane) << DUE
    if rules.lewis:
        reloads = rules.lewis_guns(plane.model)
        if plane.observer_killed:
            reloads &= ~2  # BM-LEWIS-10
        key |= reloads << RELOADS
    return key


def _wounds(plane: Plane, round_: int) -> int:
    bits = 0
    if plane.wings_torn_blue:
        bits |= TORN_BLUE
    if plane.wings_torn_red:
        bits |= TORN_RED
    if plane.engine_hit:
        bits |= HIT_ENGINE
    if plane.flame == FIRE:
        bits |= ON_FIRE
    if plane.straight_round == round_:
        bits |= STRAIGHT_ONLY
    if plane.slower_round == round_:
        bits |= SLOWER_ONLY
    if plane.rudder and round_ <= plane.rudder_until:
        bits |= RIGHT_ONLY if plane.rudder == RUDDER_RIGHT else LEFT_ONLY
    return bits


def obligation(state: BlueMax, plane: Plane) -> int:
    """The token that is due now, unless the obligation has lapsed (BM-ALT-16, BM-ALT-18)."""
    if not plane.due or plane.due_round != state.round or plane.spinning or plane.gliding:
        return 0
    if plane.due == DIVE and plane.level == 1:
        return 0
    return plane.due


# ---- looking around


def find_contacts(state: BlueMax) -> None:
    """Notes which enemies are within three hexes of each other: nobody else can tail or be fired at (BM-TAIL-13,
    BM-SHOT-02)."""
    planes = state.planes
    near, size = state.rules.near, state.rules.hexes
    found: tuple[tuple[int, int, int], ...] = ()
    for one, other in state.rules.pairs:
        here, there = planes[one].pose, planes[other].pose
        if here >= 0 <= there:
            way = near[here // 6 * size + there // 6]
            if way:
                found = (*found, (one, other, way))
    state.contacts = found


def count_cards(state: BlueMax) -> None:
    """Notes the sizes of decks and discards, which are public (BM-SECR-11)."""
    state.deck_sizes = tuple(map(len, state.decks))
    state.discard_sizes = tuple(map(len, state.discards))


def values(state: BlueMax, plane: Plane) -> tuple[int, int, int, int]:
    """The boxes that each section of the plane has, in the order of ``SECTIONS``."""
    row = state.rules.tables.planes[plane.model]
    return row.wings, row.tail, row.fuselage, row.engine


def working_guns(state: BlueMax, plane: Plane) -> int:
    """The pilot's guns that are not destroyed (BM-EFFECT-05)."""
    return max(0, state.rules.tables.planes[plane.model].pilot_guns - plane.guns_destroyed)


def sheet(state: BlueMax, plane: Plane) -> dict[str, Json]:
    """The damage of a plane as an event tells it when the sheet is opened."""
    boxes: dict[str, Json] = {}
    for name, marked, value in zip(SECTIONS, plane.boxes(), values(state, plane), strict=True):
        boxes[name] = f"{marked}/{value}"
    return boxes
