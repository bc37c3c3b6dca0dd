"""Tailing: who sits behind whom, and who must commit first (12.7)."""

from __future__ import annotations

from aerodrome_aces_high.rules import IN_A
from aerodrome_aces_high.state import Plane, Skies
from aerodrome_aces_high.vocabulary import IN_PLAY, VETERAN

DECLARED = {-1: "left", 0: "centre", 1: "right"}


def tails(state: Skies, hunter: Plane, prey: Plane) -> bool:
    """Whether ``hunter`` sits in an A hex behind an enemy and may see its intention (AH-TAIL-01, AH-TAIL-04)."""
    if hunter.pilot_rank < VETERAN or hunter.spin or prey.spin or prey.fire or not hunter.in_play or not prey.in_play:
        return False
    rules = state.rules
    if rules.sides[hunter.seat] == rules.sides[prey.seat]:
        return False
    way = rules.near[prey.pose // 6 * rules.size + hunter.pose // 6]
    return bool(way and IN_A[prey.pose % 6 * 37 + way])


def arrange(state: Skies) -> bool:
    """Sets who is tailed and the steps in which aircraft commit; false when nobody has a card left."""
    ready = [n for n, plane in enumerate(state.planes) if plane.hand and plane.fate == IN_PLAY]
    if not ready:
        return False
    hunted = _hunters(state, ready)
    for number, plane in enumerate(state.planes):
        if plane.tailed_by:
            plane.tailed_by = ()
        if number in hunted:
            plane.tailed_by = hunted[number]
    state.steps = _steps(ready, hunted) if hunted else (tuple(ready),)
    state.step = 0
    return True


def _hunters(state: Skies, ready: list[int]) -> dict[int, tuple[int, ...]]:
    """By tailed aircraft, those that tail it; closed rings cancel each other (AH-TAIL-06)."""
    planes = state.planes
    hunters = [n for n, plane in enumerate(planes) if plane.pilot_rank >= VETERAN and plane.fate == IN_PLAY]
    if not hunters:
        return {}
    found = {prey: tuple(n for n in hunters if tails(state, planes[n], planes[prey])) for prey in ready}
    edges = {prey: by for prey, by in found.items() if by}
    return {
        prey: kept
        for prey, by in edges.items()
        for kept in (tuple(n for n in by if not _leads(edges, n, prey)),)
        if kept
    }


def _leads(edges: dict[int, tuple[int, ...]], start: int, end: int) -> bool:
    """Whether the chain of hunters of ``start`` comes to ``end``."""
    seen: set[int] = set()
    left = [start]
    while left:
        here = left.pop()
        if here == end:
            return True
        if here not in seen:
            seen.add(here)
            left += edges.get(here, ())
    return False


def _steps(ready: list[int], hunted: dict[int, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The foremost commit first, each hunter after all that it tails."""
    level = dict.fromkeys(ready, 0)
    for _ in ready:
        for prey, hunters in hunted.items():
            for hunter in hunters:
                if hunter in level:
                    level[hunter] = max(level[hunter], level[prey] + 1)
    return tuple(tuple(n for n in ready if level[n] == step) for step in range(max(level.values()) + 1))
