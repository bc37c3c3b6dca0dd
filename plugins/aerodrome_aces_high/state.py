"""What is on the table, and who may see it (AH-SEC)."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from typing import Any

from aerodrome.ruleset import State
from aerodrome.visibility import Part, owner, part, public, seen_by, team
from aerodrome_aces_high.aircraft import AircraftType
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.vocabulary import (
    CREW_FATES,
    FATES,
    FIRES,
    GUNS,
    IN_PLAY,
    KILL_SHARE,
    MISSIONS,
    NO_CARD,
    NOBODY,
    PARTS,
    RANKS,
    SIDES,
    SITES,
    Kind,
)

BALLOON_TARGET, TRENCH_TARGET = 100, 101
NO_TARGETS = (NOBODY, NOBODY)
STAYING, HOME, AWAY = range(3)
"""Where the card of this round leads: on, into the home row, off the map."""
FLAK, TRENCH = 200, 201
"""Marks in ``hit_by`` beside ``plane * 2 + gun``."""

# ---- values as a person would say them


def _aircraft(number: int, state: Any) -> str:
    return str(state.rules.aircraft[number].id)


def _pose(pose: int, state: Any) -> str:
    return "not placed" if pose < 0 else str(state.rules.map.pose_name(pose))


def _hex(here: int, state: Any) -> str | None:
    return None if here == NOBODY else str(state.rules.map.codes[here])


def _hexes(places: tuple[int, ...], state: Any) -> list[str]:
    return [state.rules.map.codes[here] for here in places]


def card_name(rules: AcesRules, card: tuple[Kind, Kind]) -> str:
    """``speed`` or ``speed+dive``."""
    kind, rider = card
    name = rules.kinds[kind].id if kind != NO_CARD else "none"
    return name if rider == NO_CARD else f"{name}+{rules.kinds[rider].id}"


def _cards(kinds: tuple[Kind, ...], state: Any) -> list[str]:
    return [state.rules.kinds[kind].id for kind in kinds]


def _played(cards: tuple[tuple[Kind, Kind], ...], state: Any) -> list[str]:
    return [card_name(state.rules, card) for card in cards]


def _kind(kind: Kind, state: Any) -> str | None:
    return None if kind == NO_CARD else str(state.rules.kinds[kind].id)


def _deck(deck: tuple[int, ...], state: Any) -> dict[str, int]:
    return {kind.id: count for kind, count in zip(state.rules.kinds, deck, strict=True) if count}


def _rank(rank: int, state: Any) -> str:
    return RANKS[rank]


def _fate(fate: int, state: Any) -> str:
    return FATES[fate]


def _crew_fate(fate: int, state: Any) -> str:
    return CREW_FATES[fate]


def _fire(fire: int, state: Any) -> str:
    return FIRES[fire]


def _by_part(hits: list[int], state: Any) -> dict[str, int]:
    return dict(zip(PARTS, hits, strict=True))


def _by_gun(values: list[int], state: Any) -> dict[str, int]:
    return dict(zip(GUNS, values, strict=True))


def _going(going: int, state: Any) -> str:
    return ("on", "home", "off the map")[going]


def _targets(values: tuple[int, int], state: Any) -> dict[str, str | None]:
    return {
        gun: None if value == NOBODY else target_name(state, value) for gun, value in zip(GUNS, values, strict=True)
    }


def _kills(shares: list[int], state: Any) -> list[str]:
    return [str(Fraction(share, KILL_SHARE)) for share in shares]


def _mission(mission: int, state: Any) -> str | None:
    return None if mission == NOBODY else MISSIONS[mission]


def _target(site: int, state: Any) -> str | None:
    return None if site == NOBODY else SITES[site]


def _by_site(places: list[int], state: Any) -> dict[str, str | None]:
    return {name: _hex(here, state) for name, here in zip(SITES, places, strict=True)}


def _site_names(sites: tuple[int, ...], state: Any) -> list[str]:
    return [SITES[site] for site in sites]


def _gun_names(guns: tuple[int, ...], state: Any) -> list[str]:
    return [f"{state.planes[gun // 2].id} {GUNS[gun % 2]}" for gun in guns]


def _gun_name(gun: int, state: Any) -> str:
    return GUNS[gun]


def _side_name(side: int, state: Any) -> str | None:
    return None if side == NOBODY else SIDES[side]


def _plane_steps(steps: tuple[tuple[int, ...], ...], state: Any) -> list[list[str]]:
    return [_plane_names(step, state) for step in steps]


def _plane_names(numbers: tuple[int, ...], state: Any) -> list[str]:
    return [state.planes[number].id for number in numbers]


def target_name(state: Any, target: int) -> str:
    """An aircraft's id, ``balloon`` or ``trench``."""
    if target == BALLOON_TARGET:
        return "balloon"
    return "trench" if target == TRENCH_TARGET else str(state.planes[target].id)


def _marks(marks: tuple[int, ...], state: Any) -> list[str]:
    names = {FLAK: "flak", TRENCH: "trench"}
    return [names.get(mark) or f"{state.planes[mark // 2].id} {GUNS[mark % 2]}" for mark in marks]


def _tailers(plane: Any, state: Any) -> Container[int]:
    """Who hears the declaration: its owner and the seats that tail the aircraft (AH-SEC-05)."""
    return {plane.seat, *(state.planes[number].seat for number in plane.tailed_by)}


def _progress_seers(plane: Any, state: Any) -> Container[int]:
    """A run is its owner's secret until the attack begins (AH-SEC-08)."""
    side = state.sides[state.rules.sides[plane.seat]]
    return range(len(state.rules.seats)) if side.shown_target != NOBODY else {plane.seat}


@part
class Plane(Part):
    """One aircraft with its crew.

    Attributes:
        kind: its type, a row of the aircraft table.
        pose: hex and facing, or nobody before it is placed.
        ceiling: entry altitude, or one less once a non-returnable ceiling was left (AH-ALT-03).
        left_home: whether it has stood outside its home row (AH-EXIT-01).
        speed: speed of the turn before (AH-SPEED-02).
        fuel: the marker; one more than the track before the first turn, 0 when out.
        ammo, jams, aimed: by gun position; ``jams`` is -1 when clear, else the failed attempts to clear it; ``aimed``
            is the target of the volley fired with the last card, ``aimed_before`` with the card before it.
        lewis_fired, lewis_before: whether the front Lewis fired with those cards (AH-LEWIS-01).
        lewis_empty: whether it failed to reload this round (AH-LEWIS-02).
        hits: damage by part (AH-DMG-04).
        hand, chosen: cards in hand and the speed chosen with them, both secret (AH-SEC-01).
        committed: card and rider of this round until the reveal (AH-SEC-03).
        declared: what a tailed pilot declares: left, centre, right (AH-TAIL-02).
        tailed_by: aircraft that tail this one.
        played: cards and riders of this turn, in order (AH-SEC-04).
        card: kind played this round, or none; ``rider`` what rode on it.
        last_card: kind played last in the turn before, or none (AH-AERO-04).
        spin: turn in which a spin began, 0 when flying (AH-SPIN-03).
        fire: nothing, smoke or flames, and ``fire_since`` the turn they began.
        hit_by: who scored a hit on it (AH-VICT-02).
        tests: spin tests owed at the end of the round (AH-STALL-04, AH-ALT-04).
        entered: hexes entered with the card of this round (AH-MOVE-03); ``going`` where they lead.
        pilot, observer: names; crews without a name are called by their duty.
        run: successive Speed cards of a mission run (AH-OBSV-03); ``run_altitude`` and
            ``run_speed`` the altitude it began at and the highest speed in it.
        trench: trench hex strafed and not yet left (AH-STRAFE-05), ``strafed_with`` which gun;
            ``answer`` the trench's hits by part, not yet marked.
        experience, kills: of pilot and observer in this game (AH-EXPER-01).
        short: with error-correction, 1 when a shortage of Speed cards is proved, 2 when it is settled (AH-ERR-04).
        made, erred: with error-correction, Speed cards whose movement was made this turn, and whether there was an
            error (AH-ERR-07).
        shown: cards of the hand that an error has shown to all.
        lost: cards of the last hand that were lost unplayed (AH-SEC-01).
    """

    id: str = public()
    seat: int = public()
    kind: int = public(show=_aircraft)
    pilot_rank: int = public(show=_rank)
    observer_rank: int = public(show=_rank)
    pilot: str = public()
    observer: str = public()
    altitude: int = public()
    ceiling: int = public()
    speed: int = public()
    fuel: int = public()
    ammo: list[int] = public(show=_by_gun)
    deck: tuple[int, ...] = public(show=_deck)
    pose: int = public(default=NOBODY, show=_pose)
    left_home: bool = public(default=False)
    hits: list[int] = public(show=_by_part, default_factory=lambda: [0, 0, 0, 0])
    jams: list[int] = public(show=_by_gun, default_factory=lambda: [-1, -1])
    aimed: tuple[int, int] = public(default=NO_TARGETS, show=_targets)
    aimed_before: tuple[int, int] = public(default=NO_TARGETS, show=_targets)
    guns_destroyed: bool = public(default=False)
    lewis_fired: bool = public(default=False)
    lewis_before: bool = public(default=False)
    lewis_empty: bool = public(default=False)
    burst_used: bool = public(default=False)
    hand: tuple[Kind, ...] = owner(default=(), show=_cards, count=True)
    chosen: int = owner(default=0)
    committed: tuple[tuple[Kind, Kind], ...] = owner(default=(), show=_played)
    declared: str = seen_by(_tailers, default="")
    tailed_by: tuple[int, ...] = public(default=(), show=_plane_names)
    played: tuple[tuple[Kind, Kind], ...] = public(default=(), show=_played)
    card: Kind = public(default=NO_CARD, show=_kind)
    rider: Kind = public(default=NO_CARD, show=_kind)
    last_card: Kind = public(default=NO_CARD, show=_kind)
    spin: int = public(default=0)
    fire: int = public(default=0, show=_fire)
    fire_since: int = public(default=0)
    observer_alive: bool = public(default=True)
    hit_by: tuple[int, ...] = public(default=(), show=_marks)
    tests: int = public(default=0)
    entered: tuple[int, ...] = public(default=(), show=_hexes)
    going: int = public(default=STAYING, show=_going)
    fate: int = public(default=IN_PLAY, show=_fate)
    pilot_fate: int = public(default=0, show=_crew_fate)
    observer_fate: int = public(default=0, show=_crew_fate)
    run: int = seen_by(_progress_seers, default=0)
    run_altitude: int = public(default=0)
    run_speed: int = owner(default=0)
    completed: bool = seen_by(_progress_seers, default=False)
    trench: int = public(default=NOBODY, show=_hex)
    strafed_with: int = public(default=0, show=_gun_name)
    answer: tuple[int, ...] = public(default=())
    experience: list[int] = public(default_factory=lambda: [0, 0])
    kills: list[int] = public(show=_kills, default_factory=lambda: [0, 0])
    short: int = public(default=0)
    made: int = public(default=0)
    erred: bool = public(default=False)
    shown: tuple[Kind, ...] = public(default=(), show=_cards)
    lost: tuple[Kind, ...] = public(default=(), show=_cards)

    @property
    def in_play(self) -> bool:
        return self.fate == IN_PLAY

    @property
    def here(self) -> int:
        return self.pose // 6


@part
class Side(Part):
    """One side.

    Attributes:
        seat: the seat that answers for it (AH-SETUP-19).
        roll: the roll that decides who places first (AH-SETUP-10).
        sites: hexes of airfield, depot and balloon, or nobody.
        to_place: sites still to be placed.
        balloon_hits: damage of its balloon; ``balloon_down`` once it is destroyed.
        mission: what it flies; ``target`` its secret target, ``shown_target`` once the attack has begun (AH-SEC-08).
        mission_done: whether the mission is completed; ``strafed`` the enemy trench hexes already strafed.
        balloon_hit_by: aircraft that hit the enemy balloon.
    """

    id: str = public()
    seat: int = public()
    roll: int = public(default=0)
    points: int = public(default=0)
    sites: list[int] = public(show=_by_site, default_factory=lambda: [NOBODY] * 3)
    to_place: tuple[int, ...] = public(default=(), show=_site_names)
    balloon_hits: int = public(default=0)
    balloon_down: bool = public(default=False)
    mission: int = public(default=NOBODY, show=_mission)
    target: int = team(default=NOBODY, show=_target)
    shown_target: int = public(default=NOBODY, show=_target)
    mission_done: bool = public(default=False)
    strafed: tuple[int, ...] = public(default=(), show=_hexes)
    trenches_paid: int = public(default=0)
    balloon_hit_by: tuple[int, ...] = public(default=(), show=_plane_names)


@part
class Skies(State[AcesRules]):
    """The table.

    Attributes:
        turn, round: counted from 1; 0 before the first.
        placing: the side that places aircraft or a site now.
        steps: aircraft by the order in which they commit this round, the foremost of a tail first (AH-TAIL-06).
        step: how many of the steps have committed.
        guns: gun positions that are asked this round, as ``plane * 2 + gun``.
        wrong: with error-correction, aircraft whose card of this round is to be replaced.
        pushes: with error-correction, aircraft that the opponent may push (AH-ERR-05).
        bursts: gun positions that fired a long burst this round (AH-JAM-01).
        missions_on: whether anybody flies a mission with a site or trench.
    """

    planes: list[Plane] = public()
    sides: list[Side] = public()
    turn: int = public(default=0)
    round: int = public(default=0)
    placing: int = public(default=NOBODY, show=_side_name)
    steps: tuple[tuple[int, ...], ...] = public(default=(), show=_plane_steps)
    step: int = public(default=0)
    guns: tuple[int, ...] = public(default=(), show=_gun_names)
    wrong: tuple[int, ...] = public(default=(), show=_plane_names)
    pushes: tuple[int, ...] = public(default=(), show=_plane_names)
    bursts: tuple[int, ...] = public(default=(), show=_gun_names)
    missions_on: bool = public(default=False)

    def side_of(self, plane: Plane) -> int:
        return self.rules.sides[plane.seat]

    def type_of(self, plane: Plane) -> AircraftType:
        return self.rules.aircraft[plane.kind]

    def flying(self) -> list[Plane]:
        return [plane for plane in self.planes if plane.fate == IN_PLAY]

    def plane_called(self, name: str) -> int:
        """The number of the aircraft called ``name``, nobody if there is none."""
        for number, plane in enumerate(self.planes):
            if plane.id == name:
                return number
        return NOBODY
