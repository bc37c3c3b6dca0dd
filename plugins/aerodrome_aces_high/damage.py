"""From hits to consequences (9.4 to 9.8), in the order of AH-DMG-10."""

from __future__ import annotations

from collections.abc import Sequence

from aerodrome.canonical import Json
from aerodrome.umpire import Umpire
from aerodrome_aces_high import removal
from aerodrome_aces_high.dice import Zone
from aerodrome_aces_high.state import Plane, Skies
from aerodrome_aces_high.vocabulary import (
    ENGINE,
    FLAMES,
    NO_FIRE,
    PARTS,
    SHOT_DOWN,
    SMOKE,
    TAIL,
)


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


def tell_critical(plane: Plane, effect: str, rule: str, umpire: Umpire) -> None:
    if umpire.listening:
        umpire.tell("critical", rule, plane=plane.id, effect=effect)


def set_fire(state: Skies, plane: Plane, fire: int, rule: str, umpire: Umpire) -> None:
    """Smoke or flames begin; smoke on a burning aircraft has no effect (AH-SMOKE-01, AH-FLAME-01)."""
    if plane.fire == FLAMES or (fire == SMOKE and plane.fire != NO_FIRE):
        return
    plane.fire = fire
    plane.fire_since = state.turn
    tell_critical(plane, "smoke" if fire == SMOKE else "flames", rule, umpire)
