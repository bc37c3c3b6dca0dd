"""Pictures: one renderer, well-formed whatever stands in them."""

from __future__ import annotations

import re
from math import isclose
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aerodrome.scene import Circle, Group, Line, Polygon, Rect, Scene, Shape, Style, Text

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = st.floats(-1e6, 1e6)
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NASTY = """<script>alert("1")</script> & ]]> ' " `"""


def tree(*shapes: Shape, title: str = "Table", description: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(Scene(100, 50, title, shapes, description).svg())


def only(element: ElementTree.Element, name: str) -> ElementTree.Element:
    (found,) = element.iter(SVG + name)
    return found


def without_controls(text: str) -> str:
    """What XML can hold: no control characters; a line break is a line break."""
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", re.sub(r"\r\n?", "\n", text))


# ---- escaping


@pytest.mark.parametrize("text", [NASTY, "</text>", "&amp;", "a < b", "Dr.I »Rote« ✈"])
def test_text_is_escaped_wherever_it_stands(text: str) -> None:
    drawn = tree(Text(1, 2, text), Group((), title=text, id=text), title=text, description=text)
    assert only(drawn, "text").text == text
    assert only(drawn, "desc").text == text
    assert [title.text for title in drawn.iter(SVG + "title")] == [text, text]
    assert only(drawn, "g").get("id") == text
    assert not list(drawn.iter(SVG + "script"))


def test_colours_and_dashes_are_escaped() -> None:
    drawn = tree(Circle(1, 2, 3, Style(fill=NASTY, stroke=NASTY, dash=NASTY)), Text(1, 2, "x", fill=NASTY))
    circle = only(drawn, "circle")
    assert [circle.get("fill"), circle.get("stroke"), circle.get("stroke-dasharray")] == [NASTY] * 3
    assert only(drawn, "text").get("fill") == NASTY


@given(ANY_TEXT)
def test_every_text_gives_a_picture_that_can_be_read(text: str) -> None:
    drawn = tree(Text(1, 2, text), title=text, description=text)
    assert (only(drawn, "text").text or "") == without_controls(text)


@given(ANY_TEXT)
def test_lines_of_text_become_a_picture(text: str) -> None:
    drawn = ElementTree.fromstring(Scene.of_text(text, "Table").svg())
    lines = text.splitlines() or [""]
    assert [found.text or "" for found in drawn.iter(SVG + "text")] == [without_controls(line) for line in lines]


def test_text_keeps_its_columns() -> None:
    drawn = ElementTree.fromstring(Scene.of_text("a   b\n  c d\n\ne", "Table").svg())
    lines = list(drawn.iter(SVG + "text"))
    assert [text.text or "" for text in lines] == ["a   b", "  c d", "", "e"]
    assert {text.get("font-family") for text in lines} == {"monospace"}
    assert {text.get("{http://www.w3.org/XML/1998/namespace}space") for text in lines} == {"preserve"}
    assert [text.get("y") for text in lines] == ["24", "42", "60", "78"]
    assert drawn.get("height") == "96"


# ---- numbers


@given(NUMBERS)
def test_numbers_are_short_and_near(number: float) -> None:
    written = only(tree(Circle(number, 0, 1)), "circle").get("cx")
    assert written is not None
    assert re.fullmatch(r"-?(0|[1-9]\d*)(\.\d{0,2}[1-9])?", written)
    assert isclose(float(written), number, abs_tol=0.000501)
    assert written != "-0"


@pytest.mark.parametrize(
    ("number", "written"), [(0.0, "0"), (-0.0001, "0"), (100.0, "100"), (1.5, "1.5"), (2 / 3, "0.667"), (-20, "-20")]
)
def test_a_number_has_no_needless_digits(number: float, written: str) -> None:
    assert only(tree(Circle(number, 0, 1)), "circle").get("cx") == written


# ---- shapes


def test_shapes_are_drawn_from_back_to_front() -> None:
    point = ((0.0, 0.0), (1.0, 2.5))
    drawn = tree(Rect(1, 2, 3, 4, radius=1), Circle(1, 2, 3), Polygon(point), Line(point), Text(1, 2, "x"), Group(()))
    names = [child.tag.removeprefix(SVG) for child in drawn]
    assert names == ["title", "rect", "circle", "polygon", "polyline", "text", "g"]
    assert only(drawn, "polygon").get("points") == only(drawn, "polyline").get("points") == "0,0 1,2.5"
    assert only(drawn, "rect").attrib == {
        "x": "1",
        "y": "2",
        "width": "3",
        "height": "4",
        "rx": "1",
        "fill": "none",
        "stroke": "currentColor",
    }


def test_a_style_says_only_what_is_not_usual() -> None:
    plain, special = Circle(0, 0, 1), Circle(0, 0, 1, Style("red", "blue", 2.5, "4 2", 0.5))
    assert only(tree(plain), "circle").attrib.keys() == {"cx", "cy", "r", "fill", "stroke"}
    assert only(tree(special), "circle").attrib == {
        "cx": "0",
        "cy": "0",
        "r": "1",
        "fill": "red",
        "stroke": "blue",
        "stroke-width": "2.5",
        "stroke-dasharray": "4 2",
        "opacity": "0.5",
    }


def test_groups_and_texts_are_placed_and_turned() -> None:
    drawn = tree(Group((Text(1, 2, "x", turn=90, anchor="end", bold=True),), id="red", move=(3, 4), turn=45))
    assert only(drawn, "g").attrib == {"id": "red", "transform": "translate(3 4) rotate(45)"}
    text = only(drawn, "text")
    assert text.get("transform") == "rotate(90 1 2)"
    assert (text.get("text-anchor"), text.get("font-weight")) == ("end", "bold")


def test_who_shows_a_picture_may_paint_it_anew() -> None:
    shapes = Group((Circle(0, 0, 1, Style("#fff", "#000")), Text(0, 0, "#fff", fill="#888")))
    drawn = ElementTree.fromstring(
        Scene(9, 9, "Table", (shapes,)).svg({"#fff": "a", "#000": "b", "#888": "c"}.__getitem__)
    )
    assert (only(drawn, "circle").get("fill"), only(drawn, "circle").get("stroke")) == ("a", "b")
    assert (only(drawn, "text").get("fill"), only(drawn, "text").text) == ("c", "#fff")


def test_a_piece_is_marked_as_one() -> None:
    drawn = tree(Group((), id="a", role="own piece"), Group((), id="b"))
    assert [group.get("class") for group in drawn.iter(SVG + "g")] == ["own piece", None]


def test_a_picture_says_how_large_it_is_and_what_it_shows() -> None:
    drawn = tree(title="The table", description="Two aircraft")
    assert drawn.get("viewBox") == "0 0 100 50"
    assert drawn.get("role") == "img"
    assert only(drawn, "title").text == "The table"
    assert only(drawn, "desc").text == "Two aircraft"
    assert not list(tree().iter(SVG + "desc"))
