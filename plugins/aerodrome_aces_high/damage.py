"""From hits to consequences (9.4 to 9.8), in the order of AH-DMG-10."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aerodrome.canonical import Json
from aerodrome.umpire import Umpire
from aerodrome_aces_high import missions, removal
from aerodrome_aces_high.dice import Zone
from aerodrome_aces_high.state import BALLOON_TARGET, Plane, Skies
from aerodrome_aces_high.vocabulary import (
    CRASHED,
    DEAD,
    ENGINE,
    FLAMES,
    FRONT,
    FUSELAGE,
    IN_PLAY,
    NO_FIRE,
    PARTS,
    SHOT_DOWN,
    SMOKE,
    TAIL,
    WINGS,
)

if TYPE_CHECKING:
    from aerodrome_aces_high.fire import Volley


def split(zone: Zone, fives: int, sixes: int, aimed: bool = False, ground: bool = False) -> list[int]:
    """Hits by part (AH-DMG-01 to AH-DMG-03, AH-DMG-08, AH-CONC-02, AH-CONC-03)."""
    priority, secondary = zone
    hits = fives + sixes
    hard = priority in (ENGINE, TAIL) and not ground
    parts = [0, 0, 0, 0]
    if aimed:
        parts[priority] = sixes if hard else hits
        return parts
    half = (hits + 1) // 2
    parts[priority] = min(sixes, half) if hard else half
    parts[secondary] += hits - parts[priority]
    return parts


def mark(state: Skies, plane: Plane, parts: Sequence[int]) -> tuple[bool, int]:
    """Marks damage; says whether a part is finished, and how many last-hit tests are due (AH-DMG-04 to -06)."""
    aircraft = state.rules.aircraft[plane.kind]
    finished, tests = False, 0
    for part, hits in enumerate(parts):
        if not hits:
            continue
        plane.hits[part] += hits
        beyond = plane.hits[part] - aircraft.tracks[part]
        if beyond > aircraft.last_hit[part]:
            finished = True
        elif beyond == 1:
            tests += 1
    return finished, tests


def note_hit(plane: Plane, mark: int) -> None:
    """Remembers who scored a hit on the aircraft (AH-VICT-02, AH-EXPER-02)."""
    if mark not in plane.hit_by:
        plane.hit_by += (mark,)


def apply(state: Skies, volleys: Sequence[Volley], umpire: Umpire) -> None:
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
    parts = split(volley.zone, volley.fives, volley.sixes, volley.aimed)
    note_hit(foe, volley.shooter * 2 + volley.gun)
    done, due = mark(state, foe, parts)
    if done:
        finished.add(volley.target)
    tests += [(volley.target, "AH-DMG-05")] * due
    if umpire.listening:
        tell(foe, parts, "AH-CONC-02" if volley.aimed else _split_clause(volley.zone), umpire)


def _split_clause(zone: Zone) -> str:
    return {ENGINE: "AH-DMG-02", TAIL: "AH-DMG-03"}.get(zone[0], "AH-DMG-01")


def tell(plane: Plane, parts: Sequence[int], rule: str, umpire: Umpire) -> None:
    """Where the hits went."""
    if umpire.listening:
        shown: dict[str, Json] = {name: hits for name, hits in zip(PARTS, parts, strict=True) if hits}
        umpire.tell("damage", rule, plane=plane.id, parts=shown)


def hurt(state: Skies, plane: Plane, parts: Sequence[int], rule: str, umpire: Umpire) -> None:
    """Damage outside a volley, with its consequences at once: flak, flames, play errors (AH-DMG-07)."""
    finished, tests = mark(state, plane, parts)
    tell(plane, parts, rule, umpire)
    if finished:
        removal.forced_landing(state, plane, SHOT_DOWN, "AH-DMG-07", umpire)
        return
    for _ in range(tests):
        removal.spin_test(state, plane, "AH-DMG-05", umpire)
    if plane.spin and plane.altitude == 0:
        removal.crash_from_spin(state, plane, umpire)


# ---- critical hits


def _critical(state: Skies, volley: Volley, killed: set[int], tests: list[tuple[int, str]], umpire: Umpire) -> None:
    """Four ones or five and more, by the priority part (AH-CRIT-02 to AH-CRIT-09)."""
    foe = state.planes[volley.target]
    part = volley.zone[0]
    five = volley.ones >= 5
    if part == ENGINE:
        set_fire(state, foe, SMOKE, "AH-CRIT-03", umpire)
    elif part == TAIL:
        tests.append((volley.target, "AH-CRIT-04"))
    elif part == WINGS and not five:
        tests.append((volley.target, "AH-CRIT-05"))
    elif part == WINGS:
        killed.add(volley.target)
        _tell_critical(foe, "pilot killed", "AH-CRIT-06", umpire)
    elif part == FUSELAGE and not five:
        set_fire(state, foe, FLAMES, "AH-CRIT-07", umpire)
    elif foe.observer_alive:
        foe.observer_alive = False
        foe.observer_fate = DEAD
        _tell_critical(foe, "observer killed", "AH-CRIT-08", umpire)
    else:
        foe.guns_destroyed = True
        _tell_critical(foe, "front guns destroyed", "AH-CRIT-09", umpire)


def _tell_critical(plane: Plane, effect: str, rule: str, umpire: Umpire) -> None:
    if umpire.listening:
        umpire.tell("critical", rule, plane=plane.id, effect=effect)


def set_fire(state: Skies, plane: Plane, fire: int, rule: str, umpire: Umpire) -> None:
    """Smoke or flames begin; smoke on a burning aircraft has no effect (AH-SMOKE-01, AH-FLAME-01)."""
    if plane.fire == FLAMES or (fire == SMOKE and plane.fire != NO_FIRE):
        return
    plane.fire = fire
    plane.fire_since = state.turn
    _tell_critical(plane, "smoke" if fire == SMOKE else "flames", rule, umpire)


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
