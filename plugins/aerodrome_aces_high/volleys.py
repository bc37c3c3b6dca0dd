"""What the volleys of a round come to, all together: damage, critical hits, long bursts, removals (9.4 to 9.8)."""

from __future__ import annotations

from collections.abc import Sequence

from aerodrome.umpire import Umpire
from aerodrome_aces_high import damage, missions, removal
from aerodrome_aces_high.dice import Volley, Zone
from aerodrome_aces_high.state import BALLOON_TARGET, Skies
from aerodrome_aces_high.vocabulary import (
    CRASHED,
    DEAD,
    ENGINE,
    FLAMES,
    FRONT,
    FUSELAGE,
    IN_PLAY,
    SHOT_DOWN,
    SMOKE,
    TAIL,
    WINGS,
)


def settle(state: Skies, volleys: Sequence[Volley], umpire: Umpire) -> None:
    """All volleys of a round: damage, finished parts, critical effects, spin tests, altitude, removals."""
    if not volleys and not state.missions_on:
        return
    finished: set[int] = set()
    tests: list[tuple[int, str]] = []
    killed: set[int] = set()
    for volley in volleys:
        if volley.target != BALLOON_TARGET and volley.hits:
            _mark_volley(state, volley, finished, tests, umpire)
    for volley in volleys:
        if volley.target != BALLOON_TARGET and volley.hits and volley.ones >= 4:
            _critical(state, volley, killed, tests, umpire)
    caught = missions.settle_ground(state, [v for v in volleys if v.target == BALLOON_TARGET], finished, tests, umpire)
    for number, rule in tests:
        if number not in finished and number not in killed and number not in caught:
            removal.spin_test(state, state.planes[number], rule, umpire)
    for volley in volleys:
        if volley.burst and volley.gun == FRONT and volley.shooter not in killed:
            _follow_burst(state, volley, volley.shooter in finished, umpire)
    _remove(state, finished, killed, caught, umpire)


def _mark_volley(
    state: Skies, volley: Volley, finished: set[int], tests: list[tuple[int, str]], umpire: Umpire
) -> None:
    foe = state.planes[volley.target]
    parts = damage.split(volley.zone, volley.fives, volley.sixes, volley.aimed)
    damage.note_hit(foe, volley.shooter * 2 + volley.gun)
    done, due = damage.mark(state, foe, parts)
    if done:
        finished.add(volley.target)
    tests += [(volley.target, "AH-DMG-05")] * due
    if umpire.listening:
        damage.tell(foe, parts, "AH-CONC-02" if volley.aimed else _split_clause(volley.zone), umpire)


def _split_clause(zone: Zone) -> str:
    return {ENGINE: "AH-DMG-02", TAIL: "AH-DMG-03"}.get(zone[0], "AH-DMG-01")


# ---- critical hits


def _critical(state: Skies, volley: Volley, killed: set[int], tests: list[tuple[int, str]], umpire: Umpire) -> None:
    """Four ones or five and more, by the priority part (AH-CRIT-02 to AH-CRIT-09)."""
    foe = state.planes[volley.target]
    part = volley.zone[0]
    five = volley.ones >= 5
    if part == ENGINE:
        damage.set_fire(state, foe, SMOKE, "AH-CRIT-03", umpire)
    elif part == TAIL:
        tests.append((volley.target, "AH-CRIT-04"))
    elif part == WINGS and not five:
        tests.append((volley.target, "AH-CRIT-05"))
    elif part == WINGS:
        killed.add(volley.target)
        damage.tell_critical(foe, "pilot killed", "AH-CRIT-06", umpire)
    elif part == FUSELAGE and not five:
        damage.set_fire(state, foe, FLAMES, "AH-CRIT-07", umpire)
    elif foe.observer_alive:
        foe.observer_alive = False
        foe.observer_fate = DEAD
        damage.tell_critical(foe, "observer killed", "AH-CRIT-08", umpire)
    else:
        foe.guns_destroyed = True
        damage.tell_critical(foe, "front guns destroyed", "AH-CRIT-09", umpire)


# ---- the rest of the step


def _follow_burst(state: Skies, volley: Volley, finished: bool, umpire: Umpire) -> None:
    """A pilot's long burst takes him down or up with the target (AH-BURST-06, AH-BURST-07, AH-BURST-10).

    Who is brought down in the same step makes no test: he plays no further card (AH-DMG-07, AH-EXIT-04).
    """
    shooter = state.planes[volley.shooter]
    if shooter.spin:
        return
    if volley.higher < 0:
        removal.lose_altitude(state, shooter)
    elif volley.higher > 0 and shooter.altitude < shooter.ceiling:
        shooter.altitude += 1
    elif volley.higher > 0 and finished:
        return
    elif volley.higher > 0:
        removal.spin_test(state, shooter, "AH-BURST-07", umpire)
    if umpire.listening and volley.higher:
        rule = "AH-BURST-06" if volley.higher < 0 else "AH-BURST-07"
        umpire.tell("altitude", rule, plane=shooter.id, altitude=shooter.altitude)


def _remove(state: Skies, finished: set[int], killed: set[int], caught: set[int], umpire: Umpire) -> None:
    """Removals of a round are simultaneous (AH-MOVE-04); a dead pilot's aircraft crashes (AH-CRIT-06)."""
    for number, plane in enumerate(state.planes):
        if plane.fate != IN_PLAY:
            continue
        if number in killed or number in caught:
            removal.kill_crew(plane)
            rule = "AH-CRIT-06" if number in killed else "AH-BALLN-10"
            removal.remove(state, plane, CRASHED, rule, umpire, number in caught)
        elif number in finished:
            removal.forced_landing(state, plane, SHOT_DOWN, "AH-DMG-07", umpire)
        elif plane.spin and plane.altitude == 0:
            removal.crash_from_spin(state, plane, umpire)
