"""The plots of the page: Altair describes them, vl-convert draws them to SVG. Text takes the colour of the page, so
they are read in light and in dark; systems differ by shape and dash as well as by colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import altair as alt
import vl_convert

Study: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = list[dict[str, Any]]

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9")
"""Okabe and Ito's, which those who confuse red and green can tell apart; the yellow is darker, to be seen on white."""

DASHES = ((1, 0), (6, 3), (2, 2), (8, 2, 2, 2), (4, 4), (1, 3))
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
WIDTH = 520
INK = "currentColor"
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""Letters of one width wherever the page is read: with wider ones than the plot was measured with, labels are cut."""


def svg(chart: Any) -> str:
    """A chart as SVG."""
    styled = (
        chart.configure(background="transparent", font=FONT, padding={"left": 28, "right": 20, "top": 5, "bottom": 5})
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK, titleColor=INK, domainColor=INK, tickColor=INK, gridColor=INK, gridOpacity=0.15,
            labelFontSize=12, titleFontSize=12, titleFontWeight="normal", labelLimit=340,
        )
        .configure_axisQuantitative(tickCount=6)
        .configure_legend(
            labelColor=INK, titleColor=INK, labelFontSize=12, titleFontSize=12, orient="top", columnPadding=28
        )
        .configure_header(labelColor=INK, titleColor=INK, labelFontSize=12, labelLimit=260)
    )  # fmt: skip
    drawn: str = vl_convert.vegalite_to_svg(styled.to_dict())
    return drawn


def all_of(study: Study) -> dict[str, str]:
    """Every plot that has something to show, by its name on the page."""
    titles = [system["title"] for system in study["systems"]]
    makers = {
        "outcome": outcome,
        "length": length,
        "attrition": attrition,
        "firsts": firsts,
        "luck": luck,
        "sources": sources,
        "ladder": ladder,
        "information": information,
        "branching": branching,
        "value": value_curves,
        "without": without,
    }
    drawn = {name: make(study, titles) for name, make in makers.items()}
    return {name: svg(chart) for name, chart in drawn.items() if chart}


def _colour(titles: Sequence[str]) -> alt.Color:
    return alt.Color("system:N", scale=alt.Scale(domain=list(titles), range=list(COLOURS)), title=None)


def _shape(titles: Sequence[str]) -> alt.Shape:
    return alt.Shape("system:N", scale=alt.Scale(domain=list(titles), range=list(SHAPES)), title=None)


def _dash(titles: Sequence[str]) -> alt.StrokeDash:
    dashes = [list(dash) for dash in DASHES]
    return alt.StrokeDash("system:N", scale=alt.Scale(domain=list(titles), range=dashes), title=None)


def _data(rows: Iterable[dict[str, Any]]) -> Any:
    return alt.Data(values=list(rows))  # type: ignore[no-untyped-call]


def _intervals(rows: Rows, titles: Sequence[str], title: str, line: float, y: str = "system") -> Any:
    """Points with their intervals, one row a system (or another ``y``), and a line where nothing is to be seen."""
    base = alt.Chart(_data(rows)).encode(y=alt.Y(f"{y}:N", title=None, sort=None))
    bars = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", title=title), x2="high:Q", color=_colour(titles).legend(None)
    )
    points = base.mark_point(filled=True, size=90, opacity=1).encode(
        x="value:Q", color=_colour(titles).legend(None), shape=_shape(titles).legend(None)
    )
    nothing = alt.Chart(_data([{"x": line}])).mark_rule(color=INK, strokeDash=[3, 3]).encode(x="x:Q")
    return alt.layer(nothing, bars, points).properties(width=WIDTH)


def _panels(rows: Rows, titles: Sequence[str], title: str, line: float) -> Any:
    """`_intervals` once for each strength of bots."""
    if not rows:
        return None
    panels = []
    for name in dict.fromkeys(row["name"] for row in rows):
        heading = alt.TitleParams(f"{name} bots", color=INK, anchor="start", fontSize=13, fontWeight="normal")
        chosen = [row for row in rows if row["name"] == name]
        panels.append(_intervals(chosen, titles, title, line).properties(title=heading))
    return alt.vconcat(*panels).resolve_scale(x="shared")


def _rows(study: Study, pick: Any) -> Rows:
    """Estimates by system and by what ``pick`` names in it."""
    rows = []
    for system in study["systems"]:
        for name, estimate in pick(system).items():
            if estimate is not None and "value" in estimate:
                rows.append({"system": system["title"], "name": name, **estimate})
    return rows


def outcome(study: Study, titles: Sequence[str]) -> Any:
    rows = _rows(study, lambda system: system["first_aircraft"])
    return _panels(rows, titles, "share of the points", 0.5)


def length(study: Study, titles: Sequence[str]) -> Any:
    best = study["request"]["bots"][-1]
    rows = [
        {"system": system["title"], "decisions": decisions}
        for system in study["systems"]
        for decisions in system["plots"]["bots"][best]["decisions"]
    ]
    return (
        alt.Chart(_data(rows))
        .mark_boxplot(extent=1.5, size=18, rule={"color": INK}, median={"color": "white"})
        .encode(
            y=alt.Y("system:N", title=None, sort=list(titles)),
            x=alt.X("decisions:Q", title="decisions a match"),
            color=_colour(titles).legend(None),
        )
        .properties(width=WIDTH)
    )


def _lines(study: Study, titles: Sequence[str], curve: str, x: str, y: str, log: bool = False) -> Any:
    best = study["request"]["bots"][-1]
    rows = [
        {"system": system["title"], "at": at + 1, "value": value}
        for system in study["systems"]
        for at, value in enumerate(system["plots"]["bots"][best][curve])
    ]
    if not rows:
        return None
    scale = alt.Scale(type="log") if log else alt.Scale(zero=True)
    return (
        alt.Chart(_data(rows))
        .mark_line(strokeWidth=2.2)
        .encode(
            x=alt.X("at:Q", title=x),
            y=alt.Y("value:Q", title=y, scale=scale),
            color=_colour(titles),
            strokeDash=_dash(titles),
        )
        .properties(width=WIDTH, height=260)
    )


def attrition(study: Study, titles: Sequence[str]) -> Any:
    return _lines(study, titles, "attrition", "round", "mean strength left")


def branching(study: Study, titles: Sequence[str]) -> Any:
    return _lines(study, titles, "widths", "decision", "options a pick", log=True)


def firsts(study: Study, titles: Sequence[str]) -> Any:
    best = study["request"]["bots"][-1]
    rows = [
        {"system": system["title"], "round": number, "what": what}
        for system in study["systems"]
        for key, what in (("first-shot", "first shot"), ("first-loss", "first loss"))
        for number in system["plots"]["bots"][best][key]
    ]
    if not rows:
        return None
    return (
        alt.Chart(_data(rows))
        .mark_tick(thickness=2, opacity=0.35)
        .encode(
            x=alt.X("round:Q", title="round"),
            y=alt.Y("system:N", title=None, sort=list(titles)),
            color=_colour(titles).legend(None),
            row=alt.Row("what:N", title=None, sort=["first shot", "first loss"], header=alt.Header(labelAngle=0)),
        )
        .properties(width=WIDTH - 80)
    )


def luck(study: Study, titles: Sequence[str]) -> Any:
    rows = _rows(study, lambda system: system["luck"]["total"])
    return _panels(rows, titles, "share of the outcome that the dice decide", 0.0)


def sources(study: Study, titles: Sequence[str]) -> Any:
    rows = _rows(study, lambda system: system["luck"]["sources"])
    for row in rows:
        row["source"] = f"{row['system']}: {row['name']}"
    return rows and _intervals(rows, titles, "share that one source of chance decides alone", 0.0, "source")


def ladder(study: Study, titles: Sequence[str]) -> Any:
    rows = [
        {"system": system["title"], **rung}
        for system in study["systems"]
        for rung in system["skill"]["ladder"]
        if "value" in rung
    ]
    if not rows:
        return None
    budgets = alt.X("budget:O", title="nodes a choice, against half as many", axis=alt.Axis(labelAngle=0))
    beside = alt.XOffset("system:N", sort=list(titles))
    base = alt.Chart(_data(rows)).encode(x=budgets, xOffset=beside)
    half = alt.Chart(_data([{"y": 0.5}])).mark_rule(color=INK, strokeDash=[3, 3]).encode(y="y:Q")
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y("low:Q", title="share of the points", scale=alt.Scale(domain=[0, 1])),
        y2="high:Q",
        color=_colour(titles),
    )
    points = base.mark_point(filled=True, size=80, opacity=1).encode(
        y="value:Q", color=_colour(titles), shape=_shape(titles)
    )
    return alt.layer(half, bars, points).properties(width=WIDTH, height=220)


def information(study: Study, titles: Sequence[str]) -> Any:
    rows = _rows(study, lambda system: {"information": system["tension"]["information"]})
    return rows and _intervals(rows, titles, "share of a win gained by seeing the other's sealed order", 0.0)


def value_curves(study: Study, titles: Sequence[str]) -> Any:
    rows = [
        {"system": system["title"], "match": f"{number}", "at": at / max(1, len(curve) - 1), "value": value}
        for system in study["systems"]
        for number, curve in enumerate(system["plots"]["curves"])
        for at, value in enumerate(curve)
    ]
    if not rows:
        return None
    return (
        alt.Chart(_data(rows))
        .mark_line(strokeWidth=1.2, opacity=0.7)
        .encode(
            x=alt.X("at:Q", title="part of the match", axis=alt.Axis(format="%", values=[0, 0.5, 1])),
            y=alt.Y("value:Q", title="value", scale=alt.Scale(domain=[0, 1])),
            detail="match:N",
            color=alt.Color("system:N", scale=alt.Scale(domain=list(titles), range=list(COLOURS)), legend=None),
            facet=alt.Facet("system:N", columns=2, title=None, sort=list(titles)),
        )
        .properties(width=WIDTH / 2 - 40, height=120)
    )


def without(study: Study, titles: Sequence[str]) -> Any:
    rows = _rows(study, lambda system: system["skill"]["without"])
    for row in rows:
        row["what"] = f"{row['system']}: without {row['name']}"
    return rows and _intervals(rows, titles, "share of the points against the bot that does without", 0.5, "what")


def tornado(rows: Rows, title: str) -> str:
    """The effect of each option on one metric, the strongest first."""
    ordered = sorted(rows, key=lambda row: -abs(row["value"]))
    base = alt.Chart(_data(ordered)).encode(y=alt.Y("option:N", title=None, sort=None))
    zero = alt.Chart(_data([{"x": 0}])).mark_rule(color=INK).encode(x="x:Q")
    bars = base.mark_bar(height=12, color=COLOURS[0], opacity=0.75).encode(x=alt.X("value:Q", title=title))
    rules = base.mark_rule(strokeWidth=2, color=INK).encode(x="low:Q", x2="high:Q")
    return svg(alt.layer(zero, bars, rules).properties(width=WIDTH))
