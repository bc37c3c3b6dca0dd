"""Pictures as data: shapes on a board, drawn to SVG by one renderer.

A ruleset builds a `Scene` from a view, so a picture can show nothing that its viewer may not see. Colours come with a
pattern, a letter or a line style beside them: nothing is told by colour alone. Units are the scene's own; y points
down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

Anchor: TypeAlias = Literal["start", "middle", "end"]
Role: TypeAlias = Literal["", "piece", "own piece"]
Paint: TypeAlias = Callable[[str], str]
"""Gives the colour that is drawn for one that a shape names."""

_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold, not even as a reference."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a shape is drawn. Empty strings mean: as SVG does it."""

    fill: str = "none"
    stroke: str = "currentColor"
    width: float = 1.0
    dash: str = ""
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with its upper left corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float
    style: Style = Style()
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline through its points."""

    points: tuple[tuple[float, float], ...]
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through its points."""

    points: tuple[tuple[float, float], ...]
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class Text:
    """Text whose baseline starts, is centred or ends at (x, y); ``size`` in scene units, ``turn`` in degrees. In
    ``columns`` all letters are equally wide and every space is kept."""

    x: float
    y: float
    text: str
    size: float = 12.0
    anchor: Anchor = "start"
    bold: bool = False
    fill: str = "currentColor"
    turn: float = 0.0
    columns: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together. ``title`` is read out by screen readers and shown on hover; ``id`` lets a page
    find the group, ``turn`` (degrees, clockwise) and ``move`` place it. What people look for first is a ``piece``, the
    viewer's an ``own piece``: a page brings it into view."""

    shapes: tuple[Shape, ...]
    title: str = ""
    id: str = ""
    move: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    role: Role = ""


Shape: TypeAlias = "Rect | Circle | Polygon | Line | Text | Group"


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: size, shapes from back to front, a title, and ``description`` for those who cannot see it."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]
    description: str = ""

    @classmethod
    def of_text(cls, text: str, title: str) -> Scene:
        """Lines of text as a picture."""
        lines = text.splitlines() or [""]
        shapes = tuple(Text(12, 24 + 18 * index, line, 14, columns=True) for index, line in enumerate(lines))
        return cls(24 + 8.5 * max(map(len, lines)), 24 + 18 * len(lines), title, shapes, text)

    def svg(self, paint: Paint = str) -> str:
        """The picture as a self-contained SVG document, its shapes in the colours that ``paint`` gives."""
        size = f'viewBox="0 0 {_n(self.width)} {_n(self.height)}" width="{_n(self.width)}" height="{_n(self.height)}"'
        described = f"<desc>{escape(self.description)}</desc>" if self.description else ""
        drawn = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} style="color:#1b1b1b;background:#fbfaf5"'
            f' font-family="system-ui, sans-serif"><title>{escape(self.title)}</title>{described}'
            f"{_drawn(self.shapes, paint)}</svg>\n"
        )
        return _NOT_XML.sub("", drawn)


def _drawn(shapes: Iterable[Shape], paint: Paint) -> str:
    return "".join(_shape(shape, paint) for shape in shapes)


def _shape(shape: Shape, paint: Paint) -> str:
    match shape:
        case Rect(x, y, width, height, style, radius):
            corner = f' rx="{_n(radius)}"' if radius else ""
            box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
            return f"<rect {box}{corner}{_style(style, paint)}/>"
        case Circle(x, y, radius, style):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{_style(style, paint)}/>'
        case Polygon(points, style):
            return f'<polygon points="{_points(points)}"{_style(style, paint)}/>'
        case Line(points, style):
            return f'<polyline points="{_points(points)}"{_style(style, paint)}/>'
        case Text():
            return _text(shape, paint)
        case Group():
            return _group(shape, paint)


def _text(text: Text, paint: Paint) -> str:
    weight = ' font-weight="bold"' if text.bold else ""
    turn = f' transform="rotate({_n(text.turn)} {_n(text.x)} {_n(text.y)})"' if text.turn else ""
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    place = f'x="{_n(text.x)}" y="{_n(text.y)}" font-size="{_n(text.size)}"'
    if text.columns:
        place += ' font-family="monospace" xml:space="preserve"'
    return f"<text {place}{anchor}{weight}{turn} fill={quoteattr(paint(text.fill))}>{escape(text.text)}</text>"


def _group(group: Group, paint: Paint) -> str:
    steps = []
    if group.move != (0.0, 0.0):
        steps.append(f"translate({_n(group.move[0])} {_n(group.move[1])})")
    if group.turn:
        steps.append(f"rotate({_n(group.turn)})")
    place = f' transform="{" ".join(steps)}"' if steps else ""
    name = f" id={quoteattr(group.id)}" if group.id else ""
    role = f' class="{group.role}"' if group.role else ""
    title = f"<title>{escape(group.title)}</title>" if group.title else ""
    return f"<g{name}{place}{role}>{title}{_drawn(group.shapes, paint)}</g>"


def _style(style: Style, paint: Paint) -> str:
    parts = [f" fill={quoteattr(paint(style.fill))}", f" stroke={quoteattr(paint(style.stroke))}"]
    if style.width != 1.0:
        parts.append(f' stroke-width="{_n(style.width)}"')
    if style.dash:
        parts.append(f" stroke-dasharray={quoteattr(style.dash)}")
    if style.opacity != 1.0:
        parts.append(f' opacity="{_n(style.opacity)}"')
    return "".join(parts)


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(number: float) -> str:
    """A number with at most three decimals, without a trailing zero and never ``-0``."""
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
