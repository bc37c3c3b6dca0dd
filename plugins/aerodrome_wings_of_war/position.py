"""Positions of Wings of War as situation files write them (see ``docs/situations-wings-of-war.md``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.errors import AerodromeError
from aerodrome.geometry.table import Pose
from aerodrome.ruleset import Position, unknown
from aerodrome_wings_of_war import fire, plans
from aerodrome_wings_of_war.rules import Plane, WingsRules
from aerodrome_wings_of_war.state import Airplane, Hit, WingsOfWar
from aerodrome_wings_of_war.vocabulary import (
    AFTER_IMMELMANN,
    AFTER_OVERDIVE,
    AFTER_SPLIT,
    CARDS_IN_A_PLAN,
    CEILING_ABOVE_FLOOR,
    CLOUD,
    DIVE,
    FATES,
    FLYING,
    GROUND,
    IDLE,
    IMMELMANN,
    IN_PLAY,
    KINDS,
    NO_RUN,
    NO_SYMBOL,
    NONE,
    RUNS,
    STALL_MARK,
    STRAIGHT,
    TOP_LEVEL,
    UNBOUND,
)

KindName = Literal[
    "straight", "short-straight", "stall", "turn-left", "turn-right", "sharp-turn-left", "sharp-turn-right",
    "sideslip-left", "sideslip-right", "steep-sideslip-left", "steep-sideslip-right", "wide-sideslip-left",
    "wide-sideslip-right", "stall-turn-left", "stall-turn-right", "immelmann", "climb", "dive",
]  # fmt: skip
FateName = Literal["in play", "left", "shot down", "exploded", "crashed", "illegal maneuver", "below the floor"]
RunName = Literal["touched down", "rolled", "stopped", "idle", "take-off stall", "take-off straight"]

PLANNED = ("burn", "tail-show", "tail-peek", "pivot", "move", "fire", "phase-end", "round-end")
"""Phases in which every airplane has a plan."""

FLOWN = ("fire", "phase-end")
"""Phases that belong to the card that has just been flown."""

BEFORE_A_CARD = ("tail-show", "tail-peek", "pivot", "move")
"""Phases that come before a card of the round is turned over."""

LONG_AGO = -9
"""The phase of damage that a position begins with: nothing that goes on now began there."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class AimPosition(_Strict):
    """A run of fire of one gun: at whom, and for how many phases up to the last one."""

    target: str
    phases: int = Field(default=1, ge=1)


class PlanePosition(_Strict):
    """One airplane."""

    x: float | None = Field(default=None, description="base centre in cm from the west edge")
    y: float | None = Field(default=None, description="base centre in cm from the south edge, the first team's side")
    heading: float | None = Field(default=None, description="degrees counter-clockwise from east; 90 is north")
    fate: FateName = "in play"
    plan: list[KindName] | None = Field(
        default=None, min_length=3, max_length=3, description="the three cards of the round; straights when left out"
    )
    flown: list[KindName] = Field(default=[], max_length=3, description="cards revealed and flown in this round")
    last: KindName | None = Field(default=None, description="card flown last, before this round or in it")
    after: Literal["split-s", "overdive"] | None = Field(
        default=None, description="what the last card was, when an Immelmann card was a Split-S, a dive an overdive"
    )
    level: int | Literal["ground", "cloud"] | None = Field(default=None, description="with altitude")
    counters: int = Field(default=0, ge=0, description="climb counters")
    run: RunName | None = Field(default=None, description="on the ground: how far landing or take-off has come")
    act_from: int = Field(default=0, ge=0, description="on the ground: the round from which it may act")
    queue: list[KindName] = Field(default=[], description="cards collected in the cloud")
    damage: list[str] | Annotated[int, Field(ge=0)] = Field(
        default=[], description="damage cards by id such as a-3-engine, or just points"
    )
    rudder_left: int = Field(default=0, ge=0, le=3, description="phases to come without left cards")
    rudder_right: int = Field(default=0, ge=0, le=3, description="phases to come without right cards")
    rudder_known: bool = Field(default=True, description="whether the rudder was jammed when the plan was made")
    pilot_wounded: bool = False
    observer_wounded: bool = False
    engine_damaged: bool = False
    smoke: int = Field(default=0, ge=0, le=3)
    flames: int = Field(default=0, ge=0, le=3)
    jams: dict[str, Annotated[int, Field(ge=0, le=3)]] = Field(default={}, description="jam tokens by gun: front, rear")
    hidden_jams: dict[str, bool] = Field(default={}, description="guns that stay jammed a phase longer in secret")
    aims: dict[str, AimPosition] = Field(default={}, description="runs of fire by gun")
    hurt: bool = Field(default=False, description="it suffered a point in the step before this phase")
    tails: str | None = Field(default=None, description="the airplane that it tails")


class WingsPosition(Position):
    """A position of Wings of War. What is left out is as in a fresh match."""

    round: int = Field(default=1, ge=1)
    step: int = Field(
        default=0, ge=0, le=3, description="cards of this round flown so far, the one just flown included"
    )
    floor: int | None = Field(default=None, ge=0, le=16)
    planes: dict[str, PlanePosition] = {}
    decks: dict[Literal["A", "B"], list[str]] = Field(
        default={}, description="the cards in a damage deck, by id, the others being out of the game; left out: all"
    )
    aside: list[str] = Field(default=[], description="damage cards set aside")
    task_done: bool = False
    score: dict[str, float] = Field(default={}, description="points by team")


def write_position(state: WingsOfWar, position: WingsPosition) -> None:
    """Writes the position over a fresh match.

    Raises:
        AerodromeError: an unknown airplane, card or gun; a card twice; a deck that lacks a planned card; what cannot
            come up in play.
    """
    phase = position.phase or "placement"
    rules = state.rules
    if position.step == CARDS_IN_A_PLAN and phase in BEFORE_A_CARD:
        raise AerodromeError(f"after {CARDS_IN_A_PLAN} cards there is no phase {phase}", expected="a step of at most 2")
    state.round = position.round if phase not in ("placement", "round-start") else position.round - 1
    state.step = position.step
    state.clock = CARDS_IN_A_PLAN * (position.round - 1) + position.step - (1 if phase in FLOWN else 0)
    state.floor = state.floor if position.floor is None else position.floor
    state.task_done = position.task_done
    _cards(state, position)
    for name, written in position.planes.items():
        airplane = state.planes[rules.plane_number(name)]
        _place(state, airplane, written)
    for airplane in state.planes:
        written = position.planes.get(airplane.id, PlanePosition())
        _plan(state, airplane, written, phase)
        if airplane.fate == IN_PLAY:
            _check(state, airplane)
    teams = rules.sides
    for side in position.score:
        if side not in teams:
            raise unknown("team", side, teams)
    state.score = (position.score.get(teams[0], 0.0), position.score.get(teams[1], 0.0))
    state.shots = fire.shots(state) if phase == "fire" else ()


def _place(state: WingsOfWar, airplane: Airplane, written: PlanePosition) -> None:
    plane = state.rules.planes[airplane.number]
    x = airplane.x if written.x is None else 10 * written.x
    y = airplane.y if written.y is None else 10 * written.y
    airplane.put(Pose(x, y, airplane.heading if written.heading is None else written.heading % 360.0))
    airplane.fate = FATES.index(written.fate)
    _stance(state, airplane, written)
    clock = state.clock
    airplane.no_left = clock + written.rudder_left if written.rudder_left else 0
    airplane.no_right = clock + written.rudder_right if written.rudder_right else 0
    airplane.pilot_wounded = written.pilot_wounded
    airplane.observer_wounded = written.observer_wounded
    airplane.engine_damaged = written.engine_damaged
    airplane.smoke, airplane.flames = written.smoke, written.flames
    _guns(state, airplane, plane, written)
    if isinstance(written.damage, int):
        airplane.total = written.damage
    if written.hurt:
        hit = Hit(state.rules.damage.decks[0][0], 1, False, 0, False, clock - 1)
        airplane.hits = (*airplane.hits, hit)
        airplane.shown = (*airplane.shown, (0, "burn", NO_SYMBOL))
        airplane.total += 1


def _check(state: WingsOfWar, airplane: Airplane) -> None:
    """What is in play is on the table, at a level that it can have, and not beaten."""
    rules, plane = state.rules, state.rules.planes[airplane.number]
    if not rules.area.holds(airplane.x, airplane.y):
        raise AerodromeError(f"{airplane.id} is in play and off the table (WW-EXIT-01)")
    if airplane.total >= plane.resistance:
        raise AerodromeError(
            f"{airplane.id} is in play with {airplane.total} points of damage (WW-DMG-03)",
            expected=f"fewer than its resistance, {plane.resistance}",
        )
    top = state.floor + CEILING_ABOVE_FLOOR if rules.settings.flying_high else TOP_LEVEL
    if airplane.place == FLYING and not 0 <= airplane.level <= top:
        raise AerodromeError(
            f"{airplane.id} cannot fly at level {airplane.level} (WW-ALT-03, WW-HIGH-02)", expected=f"0 to {top}"
        )


def _stance(state: WingsOfWar, airplane: Airplane, written: PlanePosition) -> None:
    last = written.last or (written.flown[-1] if written.flown else None)
    airplane.last = NONE if last is None else KINDS.index(last)
    usual = AFTER_IMMELMANN if airplane.last == IMMELMANN else UNBOUND
    airplane.bound = {"split-s": AFTER_SPLIT, "overdive": AFTER_OVERDIVE, None: usual}[written.after]
    airplane.pending = written.after == "overdive" and airplane.last == DIVE
    if written.level is None:
        return
    if not state.rules.settings.altitude:
        raise AerodromeError(f"{airplane.id}: levels need the option altitude")
    if written.level == "ground":
        if not state.rules.settings.landing:
            raise AerodromeError(f"{airplane.id}: the ground needs the option landing")
        airplane.place, airplane.level, airplane.counters = GROUND, 0, 0
        airplane.run = RUNS.index(written.run) if written.run else IDLE
        airplane.act_from = written.act_from
    elif written.level == "cloud":
        if state.rules.cloud_level < 0:
            raise AerodromeError(f"{airplane.id}: a cloud needs the option cloud")
        airplane.place, airplane.level, airplane.counters = CLOUD, state.rules.cloud_level, 0
        airplane.in_open = False
        airplane.queue = tuple(KINDS.index(kind) for kind in written.queue)
    else:
        airplane.place, airplane.level = FLYING, written.level
        airplane.run = NO_RUN
        airplane.counters = written.counters or (1 if written.level == 0 else 0)  # WW-ALT-04


def _guns(state: WingsOfWar, airplane: Airplane, plane: Plane, written: PlanePosition) -> None:
    jams, longer, aims = list(airplane.jams), list(airplane.longer), list(airplane.aims)
    for name, tokens in written.jams.items():
        gun = plane.gun_called(name)
        jams[gun] = state.clock + tokens
    for name, needed in written.hidden_jams.items():
        gun = plane.gun_called(name)
        jams[gun], longer[gun] = max(jams[gun], state.clock), int(needed)
    for name, aim in written.aims.items():
        aims[plane.gun_called(name)] = (state.rules.plane_number(aim.target), aim.phases, state.clock - 1)
    airplane.jams, airplane.longer, airplane.aims = tuple(jams), tuple(longer), tuple(aims)


def _plan(state: WingsOfWar, airplane: Airplane, written: PlanePosition, phase: str) -> None:
    """The plan, and from where it was made: the stance at the start of the round as far as it is known."""
    rules = state.rules
    plane = rules.planes[airplane.number]
    flown = tuple(KINDS.index(kind) for kind in written.flown)
    if phase in PLANNED and airplane.fate == IN_PLAY:
        rest = [STRAIGHT] * CARDS_IN_A_PLAN
        names = written.plan
        airplane.plan = tuple(KINDS.index(kind) for kind in names) if names else (*flown, *rest)[:CARDS_IN_A_PLAN]
        for kind in airplane.plan:
            if kind not in plane.kinds or airplane.plan.count(kind) > plane.deck.copies[kind]:
                raise AerodromeError(
                    f"{airplane.id}: deck {plane.deck.letter} has not so many {KINDS[kind]} (WW-PLAN-04)"
                )
        shown = airplane.plan[: state.step]
        airplane.revealed = shown
        airplane.flown = flown or shown
        if not written.last and airplane.flown:
            airplane.last = airplane.flown[-1]
    if written.rudder_known:
        airplane.rudders = (airplane.no_left, airplane.no_right)
    for kind in airplane.flown:
        airplane.did |= plans.STALLED if plane.deck.marks[kind] & STALL_MARK else 0
    plans.begin_round(state, airplane)
    if written.tails is not None:
        airplane.tails = rules.plane_number(written.tails)
        if not rules.settings.tailing or airplane.tails not in rules.foes[airplane.number]:
            raise AerodromeError(
                f"{airplane.id} cannot tail {written.tails}", expected="an enemy, and the option tailing (WW-TAIL-11)"
            )
        airplane.tailing = True


def _cards(state: WingsOfWar, position: WingsPosition) -> None:
    """Where every damage card is."""
    rules = state.rules
    left = [list(deck) for deck in rules.damage.decks]
    for name, written in position.planes.items():
        if isinstance(written.damage, list):
            airplane = state.planes[rules.plane_number(name)]
            for card in _taken(rules, left, written.damage):
                value, deck = rules.damage.values[card], rules.damage.deck_of[card]
                symbol = rules.damage.symbols[card]
                airplane.hits = (*airplane.hits, Hit(card, value, symbol != NO_SYMBOL, 0, False, LONG_AGO))
                airplane.shown = (*airplane.shown, (deck, "before", NO_SYMBOL))
                airplane.kept = (*airplane.kept, card)
                airplane.total += value
    state.aside[:] = _taken(rules, left, position.aside)
    for letter, names in position.decks.items():
        cards = _taken(rules, left, names)
        index = "AB".index(letter)
        if any(rules.damage.deck_of[card] != index for card in cards):
            raise AerodromeError(f"a card of the other deck is in deck {letter}")
        left[index] = sorted(cards)
    state.deck_a[:], state.deck_b[:] = left


def _taken(rules: WingsRules, left: list[list[int]], names: Sequence[str]) -> list[int]:
    """Takes cards out of the decks by their ids."""
    found = []
    for name in names:
        cards = [card for card in rules.damage.named(name) if card in left[rules.damage.deck_of[card]]]
        if not cards:
            known = sorted(set(rules.damage.ids))
            if name not in known:
                raise unknown("damage card", name, known)
            raise AerodromeError(f"there is no further card {name}")
        left[rules.damage.deck_of[cards[0]]].remove(cards[0])
        found.append(cards[0])
    return found
