"""Positions as situation files write them: aircraft and sites by hex code, cards by name or number, the rest fresh."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.errors import AerodromeError
from aerodrome.ruleset import Position
from aerodrome_aces_high import tailing
from aerodrome_aces_high.fire import ready_guns
from aerodrome_aces_high.hands import ILLEGAL
from aerodrome_aces_high.selection import play_table, plays
from aerodrome_aces_high.setup import MissionName, RankName, SideName
from aerodrome_aces_high.state import BALLOON_TARGET, FLAK, TRENCH, TRENCH_TARGET, Plane, Skies
from aerodrome_aces_high.vocabulary import (
    AIRFIELD,
    BALLOON,
    BALLOON_RESISTANCE,
    BOMBING,
    DEPOT,
    FATES,
    FIRES,
    GUNS,
    IN_PLAY,
    MISSIONS,
    NO_CARD,
    NOBODY,
    OBSERVATION,
    PARTS,
    RANKS,
    SIDES,
    SITES,
    Kind,
)

PartName = Literal["engine", "wings", "fuselage", "tail"]
GunName = Literal["front", "rear"]
Count = Annotated[int, Field(ge=0)]
Card = str | int
"""A card by its kind (``rotation-left``), printed name or number; ``speed+dive`` when something rides on it."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PlanePosition(_Strict):
    """One aircraft. What is left out is as on a fresh sheet."""

    aircraft: str | None = Field(default=None, description="another type than the scenario's, by id or code")
    at: str | None = Field(default=None, description="hex code")
    facing: int = Field(default=0, ge=0, le=5, description="0 north, then clockwise")
    altitude: int | None = Field(default=None, ge=1, description="entry altitude when left out")
    pilot: RankName | None = None
    observer: RankName | None = Field(default=None, description="the pilot's rank when left out")
    speed: int | None = Field(
        default=None, ge=1, le=4, description="speed of the turn before; the maximum when left out"
    )
    fuel: int | None = Field(default=None, ge=1, description="marker; by the turn when left out")
    ammo: dict[GunName, Count] = {}
    hits: dict[PartName, Count] = {}
    jammed: dict[GunName, Count] = Field(default={}, description="failed attempts to clear the jam so far")
    hand: list[Card] = Field(default=[], description="cards not yet played")
    played: list[Card] = Field(
        default=[], description="cards of this turn so far; the last one is this round's in fire"
    )
    commits: Card | None = Field(default=None, description="the card that lies face down, for the phase movement")
    card: bool = Field(default=True, description="false: nothing was played this round")
    last_card: Card | None = Field(default=None, description="last card of the turn before")
    aimed: dict[GunName, str] = Field(
        default={}, description="target of the volley fired with the card before this one"
    )
    lewis_fired: bool = Field(default=False, description="the front Lewis fired with the card before this one")
    burst_used: bool = False
    guns_destroyed: bool = False
    observer_alive: bool = True
    spin: int = Field(default=0, ge=0, description="turn in which a spin began")
    fire: Literal["none", "smoke", "flames"] = "none"
    fire_since: int = Field(default=1, ge=0)
    left_home: bool | None = Field(default=None, description="true outside the home row when left out")
    hit_by: list[str] = Field(default=[], description="such as 'allies front', 'flak' or 'trench'")
    tests: int = Field(default=0, ge=0, description="spin tests owed at the end of the round")
    run: int = Field(default=0, ge=0, le=2, description="Speed cards of a mission run so far")
    run_speed: int = Field(default=1, ge=1, le=4, description="highest speed in the run so far")
    trench: str | None = Field(default=None, description="trench hex strafed and not yet left")
    fate: Literal["in play", "returned", "shot down", "forced landing", "crashed", "left the map"] = "in play"


class SidePosition(_Strict):
    """One side: its points, sites and mission."""

    points: int = 0
    mission: MissionName | None = None
    target: Literal["airfield", "depot"] | None = None
    airfield: str | None = None
    depot: str | None = None
    balloon: str | None = None
    balloon_hits: int = Field(default=0, ge=0, lt=BALLOON_RESISTANCE)
    strafed: list[str] = []
    trenches_paid: int = Field(default=0, ge=0, le=3)


class AcesPosition(Position):
    """A moment of a match. ``turn`` is the running turn; for the phase fuel-and-speed the one that begins."""

    turn: int = Field(default=1, ge=1)
    round: int = Field(default=1, ge=0)
    planes: dict[str, PlanePosition] = {}
    sides: dict[SideName, SidePosition] = {}


BEFORE_PLAY = ("objectives", "mission-order", "mission-target", "line-up", "place-aircraft")
COMMITTED = ("movement", "errors")
CARD_LIES_OPEN = ("fire", "push", "after-move", "ground-fire", "round-end")


def write_position(state: Skies, position: AcesPosition) -> None:
    """Writes the position over a fresh match.

    Raises:
        AerodromeError: an unknown aircraft, hex or card, or a hand that the deck does not hold.
    """
    phase = position.phase or "objectives"
    if state.rules.month is not None and (position.planes or phase not in BEFORE_PLAY[:2]):
        raise AerodromeError(
            "a month of a campaign has no aircraft before its missions are written (AH-CAMP-08)",
            expected="the phase objectives or mission-order, no planes",
            remedy="show the rest in a scenario with the option scenario-mission",
        )
    for side, placed in position.sides.items():
        _place_side(state, SIDES.index(side), placed)
    unknown = [name for name in position.planes if state.plane_called(name) == NOBODY]
    if unknown:
        raise AerodromeError(
            f"there is no aircraft {unknown[0]!r}", expected="one of " + ", ".join(plane.id for plane in state.planes)
        )
    for name, written in position.planes.items():
        plane = state.planes[state.plane_called(name)]
        _place_plane(state, plane, written, position, phase)
        _place_cards(state, plane, written, phase)
    _finish(state, position, phase)


def _place_side(state: Skies, number: int, written: SidePosition) -> None:
    side, board = state.sides[number], state.rules.map
    side.points = written.points
    side.mission = MISSIONS.index(written.mission) if written.mission else side.mission
    side.target = SITES.index(written.target) if written.target else side.target
    for site, code in ((AIRFIELD, written.airfield), (DEPOT, written.depot), (BALLOON, written.balloon)):
        if code:
            side.sites[site] = board.at(code)
            side.to_place = tuple(left for left in side.to_place if left != site)
    side.balloon_hits = written.balloon_hits
    side.strafed = tuple(board.at(code) for code in written.strafed)
    side.trenches_paid = written.trenches_paid
    if len(set(side.strafed)) < len(side.strafed):
        raise AerodromeError(f"{side.id} strafes a hex twice (AH-STRAFE-02)")
    state.missions_on = state.missions_on or side.mission != NOBODY or any(here != NOBODY for here in side.sites)


def _check_target(state: Skies, number: int) -> None:
    """A side that observes or bombs has a target, and it stands on the map (AH-MISS-06)."""
    side, enemy = state.sides[number], state.sides[1 - number]
    if side.mission in (OBSERVATION, BOMBING) and (side.target == NOBODY or enemy.sites[side.target] == NOBODY):
        raise AerodromeError(
            f"{side.id} flies {MISSIONS[side.mission]} without a target (AH-MISS-06)",
            expected=f"target: airfield or depot, and its hex in the sites of {enemy.id}",
        )


def _place_plane(state: Skies, plane: Plane, written: PlanePosition, position: AcesPosition, phase: str) -> None:
    rules = state.rules
    aircraft = rules.aircraft_called(written.aircraft) if written.aircraft else state.type_of(plane)
    if aircraft.side != state.side_of(plane):
        raise AerodromeError(f"{aircraft.id} is not an aircraft of {SIDES[state.side_of(plane)]} (AH-SETUP-04)")
    plane.kind = aircraft.number
    plane.pilot_rank = RANKS.index(written.pilot) if written.pilot else plane.pilot_rank
    plane.observer_rank = RANKS.index(written.observer) if written.observer else plane.pilot_rank
    plane.observer = "observer" if aircraft.two_seater else ""
    plane.observer_alive = aircraft.two_seater and written.observer_alive
    plane.deck = aircraft.decks[plane.pilot_rank]
    plane.altitude = written.altitude if written.altitude is not None else aircraft.altitude
    if plane.altitude > aircraft.altitude:
        raise AerodromeError(f"{aircraft.id} never flies above {aircraft.altitude} (AH-ALT-01)")
    lost = plane.altitude < aircraft.altitude and not aircraft.returnable
    plane.ceiling = aircraft.altitude - 1 if lost else aircraft.altitude
    plane.speed = written.speed or aircraft.max_speed
    begins = phase == "fuel-and-speed"
    plane.fuel = written.fuel if written.fuel is not None else aircraft.autonomy - position.turn + 1 + begins
    if plane.fuel < 1 and written.fate == "in play":
        raise AerodromeError(f"{plane.id} is out of fuel before turn {position.turn}: say how much it has (fuel)")
    plane.ammo = [written.ammo.get(gun, aircraft.ammo[at]) for at, gun in enumerate(GUNS)]  # type: ignore[call-overload]
    plane.hits = [written.hits.get(part, 0) for part in PARTS]
    plane.jams = [written.jammed.get(gun, -1) for gun in GUNS]
    plane.burst_used = written.burst_used
    plane.guns_destroyed = written.guns_destroyed
    plane.spin = written.spin
    plane.fire = FIRES.index(written.fire)
    plane.fire_since = written.fire_since if plane.fire else 0
    plane.tests = written.tests
    plane.run, plane.run_speed, plane.run_altitude = written.run, written.run_speed, plane.altitude
    plane.trench = rules.map.at(written.trench) if written.trench else NOBODY
    plane.fate = FATES.index(written.fate)
    if written.at is not None:
        plane.pose = rules.map.at(written.at) * 6 + written.facing
    elif phase not in BEFORE_PLAY:
        raise AerodromeError(f"aircraft {plane.id} needs a hex (at) in phase {phase}")
    _check_sheet(state, plane, position.turn)
    away = plane.pose >= 0 and rules.home[plane.here] != state.side_of(plane)
    plane.left_home = away if written.left_home is None else written.left_home


def _check_sheet(state: Skies, plane: Plane, turn: int) -> None:
    """What no sheet of an aircraft in play can show."""
    aircraft = state.type_of(plane)
    if plane.speed > aircraft.max_speed:
        raise AerodromeError(f"{aircraft.id} never flies faster than {aircraft.max_speed} (AH-SPEED-05)")
    if plane.fuel > aircraft.autonomy + 1:
        raise AerodromeError(f"{aircraft.id} has fuel for {aircraft.autonomy} turns (AH-FUEL-03)")
    if max(plane.spin, plane.fire_since) > turn:
        raise AerodromeError(f"a spin or fire of {plane.id} begins after turn {turn}")
    for gun, dice in enumerate((aircraft.dice_front, aircraft.dice_rear)):
        if plane.ammo[gun] > aircraft.ammo[gun]:
            raise AerodromeError(f"{aircraft.id} has {aircraft.ammo[gun]} {GUNS[gun]} ammunition (AH-FIRE-16)")
        if plane.jams[gun] >= 0 and dice is None:
            raise AerodromeError(f"{aircraft.id} has no {GUNS[gun]} guns that could jam (AH-FIRE-12)")
    for part, name in enumerate(PARTS):
        most = aircraft.tracks[part] + aircraft.last_hit[part]
        if plane.in_play and plane.hits[part] > most:
            raise AerodromeError(f"{plane.id} is down with more than {most} hits on its {name} (AH-DMG-06)")


def _place_cards(state: Skies, plane: Plane, written: PlanePosition, phase: str) -> None:
    rules = state.rules
    plane.hand = tuple(sorted(rules.kind_called(card) for card in written.hand))
    plane.played = tuple(_card(state, card) for card in written.played)
    plane.last_card = NO_CARD if written.last_card is None else rules.kind_called(written.last_card)
    if written.commits is not None:
        plane.committed = (_card(state, written.commits),)
        for kind in plane.committed[0]:
            if kind != NO_CARD and kind not in plane.hand:
                plane.hand = tuple(sorted((*plane.hand, kind)))
    _check_deck(state, plane)
    if plane.spin and plane.hand:
        raise AerodromeError(f"{plane.id} has no cards in a spin (AH-SPIN-05)")
    plane.chosen = (*plane.hand, *(kind for kind, _ in plane.played)).count(rules.speed)
    plane.made = sum(kind == rules.speed for kind, _ in plane.played)
    if plane.played and written.card and phase in CARD_LIES_OPEN:
        plane.card, plane.rider = plane.played[-1]
        plane.entered = (plane.here,) if rules.kinds[plane.card].way != (0, 0) else ()
    if not rules.error_correction:
        _check_order(state, plane)
    aimed = tuple(_target(state, written.aimed[gun]) if gun in written.aimed else NOBODY for gun in ("front", "rear"))
    if phase in CARD_LIES_OPEN:
        plane.aimed_before = aimed  # type: ignore[assignment]
        plane.lewis_before = written.lewis_fired
    else:
        plane.aimed = aimed  # type: ignore[assignment]
        plane.lewis_fired = written.lewis_fired
    plane.hit_by = tuple(_mark(state, word) for word in written.hit_by)


def _card(state: Skies, card: Card) -> tuple[Kind, Kind]:
    name, _, rider = str(card).partition("+")
    found = state.rules.kind_called(name), state.rules.kind_called(rider) if rider else NO_CARD
    if found not in state.rules.play:
        raise AerodromeError(
            f"{card!r} is not played so (AH-CARD-04)", expected="a card, a Climb or Dive only together with another one"
        )
    return found


def _check_deck(state: Skies, plane: Plane) -> None:
    rules = state.rules
    held = [*plane.hand, *(kind for card in plane.played for kind in card if kind != NO_CARD)]
    for kind in held:
        if held.count(kind) > plane.deck[kind]:
            raise AerodromeError(
                f"the deck of {plane.id} has {plane.deck[kind]} {rules.kinds[kind].name},"
                f" not {held.count(kind)} (AH-HAND-08)"
            )


def _check_order(state: Skies, plane: Plane) -> None:
    """The cards played so far could be played, and the rest can be."""
    after = play_table(state, plane).state_after(plane.played, plane.hand)
    if after == ILLEGAL:
        raise AerodromeError(f"{plane.id} cannot have played these cards in this order (AH-HAND-12)")
    if plane.hand and not plays(state, plane).options:
        raise AerodromeError(f"{plane.id} could not play out its hand (AH-HAND-11)")


def _target(state: Skies, name: str) -> int:
    if name in ("balloon", "trench"):
        return BALLOON_TARGET if name == "balloon" else TRENCH_TARGET
    number = state.plane_called(name)
    if number == NOBODY:
        raise AerodromeError(f"there is no aircraft {name!r} to aim at")
    return number


def _mark(state: Skies, word: str) -> int:
    if word in ("flak", "trench"):
        return FLAK if word == "flak" else TRENCH
    name, _, gun = word.partition(" ")
    number = state.plane_called(name)
    if number == NOBODY or gun not in GUNS:
        raise AerodromeError(
            f"{word!r} cannot have hit anything", expected="such as 'allies front', 'flak' or 'trench'"
        )
    return number * 2 + GUNS.index(gun)


def _finish(state: Skies, position: AcesPosition, phase: str) -> None:
    if phase in BEFORE_PLAY:
        return
    _check_placed(state, state.planes)
    for side in range(len(SIDES)):
        _check_target(state, side)
    _check_round(state, phase)
    state.placing = NOBODY
    state.turn = position.turn - (phase == "fuel-and-speed")
    state.round = position.round - (phase == "tailing")
    if phase in ("maneuver", *COMMITTED):
        tailing.arrange(state)
    if phase == "fire":
        state.guns = ready_guns(state)


def _check_round(state: Skies, phase: str) -> None:
    """Somebody has a card to play, and in a round that is revealed everybody with cards has committed one."""
    ready = [plane for plane in state.planes if plane.fate == IN_PLAY and plane.hand]
    if phase in ("maneuver", *COMMITTED) and not ready:
        raise AerodromeError(f"nobody has a card in phase {phase}: say who holds what (hand, commits)")
    for plane in ready:
        if phase in COMMITTED and not plane.committed:
            raise AerodromeError(f"{plane.id} has cards and plays none in phase {phase}: say which one (commits)")
        if phase == "maneuver" and not plays(state, plane).options:
            raise AerodromeError(f"{plane.id} could not play out its hand (AH-HAND-11)")


def _check_placed(state: Skies, planes: Sequence[Plane]) -> None:
    for plane in planes:
        if plane.pose < 0:
            raise AerodromeError(f"aircraft {plane.id} is not placed: say where it is (at)")
