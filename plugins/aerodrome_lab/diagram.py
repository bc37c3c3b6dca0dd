"""A turn machine as a picture: phases from top to bottom, ways onward to the right, ways back to the left."""

from __future__ import annotations

from typing import Any

from aerodrome.phases import PhaseGraph
from aerodrome.scene import Group, Line, Polygon, Rect, Scene, Shape, Style, Text

BOX = 230.0
ROW = 40.0
HIGH = 28.0
STEP = 7.0
"""Distance between two arcs that lie beside each other."""


def machine(graph: PhaseGraph[Any]) -> str:
    """The machine as SVG. Phases that ask somebody have a heavy frame and a question mark."""
    place = {phase.id: number for number, phase in enumerate(graph.phases)}
    ways = [(place[one], place[other]) for one, other in graph.graph.edges]
    onward = _lanes([way for way in ways if way[1] > way[0] + 1])
    back = _lanes([way for way in ways if way[1] <= way[0]])
    left = 24 + STEP * (1 + max(back.values(), default=0))
    right = left + BOX + 24 + STEP * (1 + max(onward.values(), default=0))
    shapes: list[Shape] = []
    for one, other in ways:
        if other == one + 1:
            shapes += _arrow([(left + BOX / 2, _top(one) + HIGH), (left + BOX / 2, _top(other))])
        elif other > one:
            x = left + BOX + 14 + STEP * onward[one, other]
            shapes += _arrow(_bend(left + BOX, x, one, other))
        else:
            x = left - 14 - STEP * back[one, other]
            shapes += _arrow(_bend(left, x, one, other))
    for phase in graph.phases:
        asks = phase.decision is not None
        box = Rect(left, _top(place[phase.id]), BOX, HIGH, Style("var(--paper, #fff)", width=2.2 if asks else 1.0), 6)
        words = f"{phase.title}{' ?' if asks else ''}"
        label = Text(left + BOX / 2, _top(place[phase.id]) + 18, _short(words), 12, "middle", bold=asks)
        shapes.append(Group((box, label), f"{phase.title}: {', '.join(phase.clauses)}"))
    lines = [f"{phase.title} then {', '.join(phase.then) or 'the end'}" for phase in graph.phases]
    return Scene(right, _top(len(place)) + 4, "Turn machine", tuple(shapes), "; ".join(lines)).svg()


def _top(row: int) -> float:
    return 8 + ROW * row


def _short(words: str) -> str:
    return words if len(words) <= 36 else words[:35] + "…"


def _bend(side: float, x: float, one: int, other: int) -> list[tuple[float, float]]:
    leaves, enters = _top(one) + HIGH * 0.7, _top(other) + HIGH * 0.3
    return [(side, leaves), (x, leaves), (x, enters), (side, enters)]


def _arrow(points: list[tuple[float, float]]) -> list[Shape]:
    x0, (x, y) = points[-2][0], points[-1]
    if x == x0:
        head = ((x - 4, y - 6), (x, y), (x + 4, y - 6))
    else:
        back = 6 if x0 > x else -6
        head = ((x + back, y - 4), (x, y), (x + back, y + 4))
    thin = Style(width=1.0, opacity=0.75)
    return [Line(tuple(points), thin), Polygon(head, Style("currentColor", opacity=0.75))]


def _lanes(ways: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """A lane for each way, short ways inside long ones, so that no two lie on each other."""
    taken: list[list[tuple[int, int]]] = []
    found = {}
    for way in sorted(ways, key=lambda way: abs(way[0] - way[1])):
        low, high = min(way), max(way)
        lane = next((n for n, lane in enumerate(taken) if all(high < a or low > b for a, b in lane)), len(taken))
        if lane == len(taken):
            taken.append([])
        taken[lane].append((low, high))
        found[way] = lane
    return found
