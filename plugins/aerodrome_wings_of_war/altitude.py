"""What levels, ground and floor do to an airplane at the end of its card (WW-ALT-10, WW-LAND, WW-CRASH, WW-HIGH-06)."""

from __future__ import annotations

from collections.abc import Sequence

from aerodrome.umpire import Umpire
from aerodrome_wings_of_war import plans
from aerodrome_wings_of_war.damage import Toll, put_back, remove
from aerodrome_wings_of_war.flight import Flight
from aerodrome_wings_of_war.state import Airplane, WingsOfWar
from aerodrome_wings_of_war.vocabulary import (
    CLOUD,
    CRASH_CARDS,
    CRASHED,
    EXPLODED,
    EXPLOSION,
    FIRE,
    FLYING,
    GROUND,
    IN_PLAY,
    LOST,
    NONE,
    ROLLED,
    STOPPED,
    TAKE_STALL,
    TAKE_STRAIGHT,
    TOUCHED,
    UNBOUND,
)

ROLLING = {TOUCHED: "dive", ROLLED: "straight", STOPPED: "stall", TAKE_STALL: "stall", TAKE_STRAIGHT: "straight"}
"""By the run that a card has led to: the card, which says how many cards a crash off the strip costs."""


def settle_levels(state: WingsOfWar, flights: Sequence[Flight], umpire: Umpire) -> None:
    """Airplanes that hit the ground or sank below the floor are removed; who rolls off the strip crashes."""
    if not state.rules.settings.altitude:
        return
    for flight in flights:
        airplane = flight.airplane
        if airplane.fate != IN_PLAY or not flight.moved:
            continue
        if umpire.listening:
            _tell_level(flight, umpire)
        if flight.gone == plans.HIT_THE_GROUND:
            remove(state, airplane, CRASHED, _why(flight), umpire)
        elif flight.gone == plans.BELOW_THE_FLOOR:
            remove(state, airplane, LOST, "WW-HIGH-06", umpire)
        elif airplane.place == GROUND:
            _rolled(state, airplane, umpire)


def _why(flight: Flight) -> str:
    if flight.before.pending or flight.airplane.pending:
        return "WW-ODIVE-04"
    return "WW-SPLIT-05" if flight.airplane.did & plans.SPLIT else "WW-DIVE-04"


def _tell_level(flight: Flight, umpire: Umpire) -> None:
    airplane, before = flight.airplane, flight.before
    now = (airplane.place, airplane.level, airplane.counters)
    if now == (before.place, before.level, before.counters) or flight.gone:
        return
    if airplane.place == CLOUD:
        umpire.tell("into-cloud", "WW-CLOUD-02", plane=airplane.id, level=airplane.level)
    elif airplane.place == GROUND:
        umpire.tell("touch-down", "WW-LAND-05", plane=airplane.id)
    elif before.place == GROUND:
        umpire.tell("lift-off", "WW-TAKE-03", plane=airplane.id)
    elif before.place == FLYING:
        umpire.tell("level", "WW-ALT-10", plane=airplane.id, level=airplane.level, counters=airplane.counters)


def _rolled(state: WingsOfWar, airplane: Airplane, umpire: Umpire) -> None:
    """On the strip all is well; a landing ends with its stall (WW-LAND-04). Off it the airplane crashes."""
    if state.rules.strip.holds(airplane.x, airplane.y):
        if airplane.run == STOPPED:
            _stop(state, airplane)
            if umpire.listening:
                umpire.tell("landed", "WW-LAND-04", plane=airplane.id, act_from=airplane.act_from)
        return
    card = ROLLING[airplane.run]
    _stop(state, airplane)
    rule = "WW-CRASH-02" if card == "dive" else "WW-CRASH-01"
    if umpire.listening:
        umpire.tell("crash", rule, plane=airplane.id, cards=CRASH_CARDS[card])
    toll = Toll(state, airplane)
    for _ in range(CRASH_CARDS[card]):
        toll.due(0, "crash", umpire, counted=(EXPLOSION, FIRE))  # WW-CRASH-03
    fate = toll.settle(umpire)
    put_back(state, [airplane])
    if fate != IN_PLAY:
        remove(state, airplane, fate if fate == EXPLODED else CRASHED, rule, umpire)


def _stop(state: WingsOfWar, airplane: Airplane) -> None:
    """It stands for the rest of this round and all of the next (WW-LAND-07, WW-CRASH-04)."""
    airplane.run, airplane.last, airplane.bound = STOPPED, NONE, UNBOUND
    airplane.act_from = state.round + 2
