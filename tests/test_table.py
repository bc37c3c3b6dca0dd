"""The continuous table: motions, bases, arcs, sight. Fast answers are held against shapely's."""

from __future__ import annotations

from math import atan2, degrees, hypot, inf, isclose
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from aerodrome.chance import Chance
from aerodrome.geometry.table import (
    ALL_ROUND,
    ANGLE_TOLERANCE,
    TOLERANCE,
    Arc,
    Base,
    Motion,
    Pose,
    Table,
    card_motion,
    exact_range,
    in_the_way,
    line_between,
    nearest_free,
    over_the_end,
    overlap,
    shot_range,
    touches,
    turned,
    unit,
)

BASE = Base(68.0, 44.0)
FRONT = Arc(0.0, degrees(atan2(22, 34)))
REAR = Arc(180.0, 73.0)
RULER = 200.0

lengths = st.floats(-300, 300).map(lambda x: round(x, 3)) | st.sampled_from(
    [0.0, 34.0, 44.0, 68.0, 100.0, 200.0, 234.0]
)
headings = st.integers(0, 359).map(float) | st.sampled_from([0.0, 30.0, 60.0, 90.0, 180.0, 270.0])
poses = st.builds(Pose, lengths, lengths, headings)
motions = st.builds(Motion, lengths, lengths, headings)
arcs = st.sampled_from([FRONT, REAR, ALL_ROUND, Arc(0.0, 120.0)])


def same(one: Pose, two: Pose) -> bool:
    around = abs((one.heading - two.heading + 180.0) % 360.0 - 180.0)
    return hypot(one.x - two.x, one.y - two.y) < 1e-6 and around < 1e-9


# ---- directions and motions


@given(headings)
def test_directions_mirror_to_the_last_bit(heading: float) -> None:
    along, across = unit(heading)
    assert unit(turned(180.0, -heading)) == (-along, across)
    assert unit(turned(heading, 90.0)) == (-across, along)
    assert isclose(along * along + across * across, 1.0)


@given(poses, motions, motions)
def test_motions_compose(pose: Pose, one: Motion, two: Motion) -> None:
    assert same(pose.moved(one).moved(two), pose.moved(one.then(two)))
    assert same(pose.moved(one).moved(one.inverse()), pose)


@given(poses, motions, lengths)
def test_motions_mirror(pose: Pose, motion: Motion, axis: float) -> None:
    assert same(pose.moved(motion).mirrored(axis), pose.mirrored(axis).moved(motion.mirrored()))


@given(poses, motions, motions)
def test_turning_the_whole_table_changes_nothing(pose: Pose, motion: Motion, table: Motion) -> None:
    at = Pose(table.forward, table.left, table.turn)
    there = at.moved(Motion(pose.x, pose.y, pose.heading))
    after = pose.moved(motion)
    assert same(there.moved(motion), at.moved(Motion(after.x, after.y, after.heading)))


@pytest.mark.clause("WW-MOVE-02", "WW-MOVE-03", "WW-MOVE-04", "WW-MOVE-05", "WW-MOVE-06")
def test_a_card_is_a_rigid_motion() -> None:
    here = Pose(0.0, 0.0, 0.0)
    straight = card_motion(66.2, 0.0, 0.0, front=34.0, mark=-27.8)
    assert same(here.moved(straight), Pose(128.0, 0.0, 0.0))
    left = card_motion(66.6, 38.369, 60.0, front=34.0, mark=-27.8)
    landed = here.moved(left)
    assert hypot(landed.x - 114.5, landed.y - 62.445) < 0.01
    assert landed.heading == 60.0
    immelmann = card_motion(53.8, 0.0, 180.0, front=34.0, mark=-27.8)
    assert same(here.moved(immelmann), Pose(60.0, 0.0, 180.0))


# ---- bases


@given(poses, poses)
def test_overlap_is_what_shapely_says(one: Pose, two: Pose) -> None:
    area = BASE.polygon(one).intersection(BASE.polygon(two)).area
    if overlap(BASE, one, two):
        assert area > 0.0
    else:
        assert area < 0.01
    assert overlap(BASE, one, two) == overlap(BASE, two, one)
    assert overlap(BASE, one, two) == overlap(BASE, one.mirrored(), two.mirrored())


def test_touching_is_not_overlapping() -> None:
    assert not overlap(BASE, Pose(0, 0, 0), Pose(68, 0, 0))
    assert not overlap(BASE, Pose(0, 0, 0), Pose(68, 44, 0))
    assert overlap(BASE, Pose(0, 0, 0), Pose(67.9, 0, 0))
    assert not in_the_way(BASE, Pose(0, 0, 0), Pose(34, 0, 0))
    assert in_the_way(BASE, Pose(0, 0, 0), Pose(33.9, 0, 0))


near = st.floats(-60, 60).map(lambda x: round(x, 2))
crowds = st.lists(st.builds(Pose, near, near, headings), min_size=1, max_size=4)


@given(st.builds(Pose, near, near, headings), crowds)
def test_the_nearest_free_place_is_free_and_near(planned: Pose, placed: list[Pose]) -> None:
    found = nearest_free(BASE, planned, placed)
    assert found.heading == planned.heading
    assert not any(in_the_way(BASE, found, other) for other in placed)
    way = hypot(found.x - planned.x, found.y - planned.y)
    chance = Chance.of(1)
    for _ in range(30):  # nothing nearer is free
        share = chance.roll("share", 999) / 1000 * way
        c, s = unit(float(chance.roll("way", 360)))
        tried = Pose(planned.x + share * c, planned.y + share * s, planned.heading)
        assert any(in_the_way(BASE, tried, other) for other in placed) or way - share < 1e-3


def test_of_two_nearest_places_the_one_behind_or_to_the_left() -> None:
    planned = Pose(0.0, 0.0, 90.0)
    assert same(nearest_free(BASE, planned, [Pose(0.0, 0.0, 90.0)]), Pose(-22.0, 0.0, 90.0))


# ---- sight


@settings(max_examples=100)
@given(poses, poses, arcs, st.lists(poses, max_size=3))
def test_the_fast_range_is_the_exact_one(apex: Pose, target: Pose, arc: Arc, others: list[Pose]) -> None:
    fast, exact = (f(BASE, apex, arc, target, RULER, others) for f in (shot_range, exact_range))
    assert fast == exact or abs(fast - exact) < 1e-6


Numbers: TypeAlias = npt.NDArray[np.floating[Any]]
Places: TypeAlias = npt.NDArray[np.floating[Any]]
"""Rows of x, y, heading."""


def rows_of(heading: Numbers, x: Numbers, y: Numbers) -> Places:
    return np.column_stack([x, y, heading])


def corners_of(places: Places, base: Base) -> Numbers:
    """The four corners of a base on every place: an array of places by corners by (x, y)."""
    angle = np.radians(places[:, 2])
    ahead = np.array([1.0, -1.0, -1.0, 1.0]) * base.half_length
    left = np.array([1.0, 1.0, -1.0, -1.0]) * base.half_width
    x = places[:, :1] + ahead * np.cos(angle)[:, None] - left * np.sin(angle)[:, None]
    y = places[:, 1:2] + ahead * np.sin(angle)[:, None] + left * np.cos(angle)[:, None]
    return np.stack([x, y], axis=2)


def ranges_by_shapely(arc: Arc, targets: Places, others: Places) -> Numbers:
    """As `shot_range` from the origin, heading east, with one base that may hide the target: all of it in shapely."""
    rays = np.radians(arc.axis + np.linspace(-1.0, 1.0, 9) * (arc.half_angle + ANGLE_TOLERANCE))
    wedge = shapely.polygons(np.vstack([[0.0, 0.0], 4000.0 * np.column_stack([np.cos(rays), np.sin(rays)])]))
    hiding = corners_of(others, BASE.shrunk(TOLERANCE))
    beyond = 4000.0 * hiding / np.linalg.norm(hiding, axis=2, keepdims=True)
    middle = 4000.0 * others[:, None, :2] / np.linalg.norm(others[:, None, :2], axis=2, keepdims=True)
    shadows = shapely.convex_hull(shapely.multipoints(np.concatenate([hiding, beyond, middle], axis=1)))
    seen = shapely.difference(shapely.intersection(shapely.polygons(corners_of(targets, BASE)), wedge), shadows)
    ranges = np.nan_to_num(np.asarray(shapely.distance(seen, shapely.Point(0.0, 0.0))), nan=inf)
    ranges[ranges > RULER + TOLERANCE] = inf
    return ranges


def at_the_edges(random: np.random.Generator, count: int, arc: Arc) -> Places:
    """Targets that touch the half or the end of the ruler, or whose corner lies on an edge of the arc."""
    turn = 30.0 * random.integers(0, 12, count)
    bearing = np.radians(arc.axis + arc.half_angle * random.choice([-1.0, 0.0, 1.0], count))
    away = random.uniform(60.0, 210.0, count)
    away = np.where(random.random(count) < 0.5, random.choice([100.0, 200.0], count), away)
    corner = corners_of(np.column_stack([np.zeros(count), np.zeros(count), turn]), BASE)[
        np.arange(count), random.integers(0, 4, count)
    ]
    flat = random.random(count) < 0.3  # the middle of the rear edge towards the apex, square to the ruler
    x, y = away * np.cos(bearing), away * np.sin(bearing)
    turn = np.where(flat, np.degrees(bearing), turn)
    x = np.where(flat, x + BASE.half_length * np.cos(bearing), x - corner[:, 0])
    y = np.where(flat, y + BASE.half_length * np.sin(bearing), y - corner[:, 1])
    return rows_of(turn, x, y)


@pytest.mark.parametrize("arc", [FRONT, REAR], ids=["front", "rear"])
def test_the_fast_range_is_what_shapely_says_of_many_places(arc: Arc) -> None:
    """50,000 targets for each arc, a third of them at the very edges, each with a base that may hide it."""
    random = np.random.default_rng(7)
    free, edge = 33_000, 17_000
    anywhere = rows_of(random.uniform(0, 360, free), random.uniform(-260, 260, free), random.uniform(-260, 260, free))
    targets = np.vstack([anywhere, at_the_edges(random, edge, arc)])
    bearing = np.arctan2(targets[:, 1], targets[:, 0]) + random.normal(0.0, 0.5, free + edge)
    away = random.uniform(60, 220, free + edge)
    others = rows_of(30.0 * random.integers(0, 12, free + edge), away * np.cos(bearing), away * np.sin(bearing))
    expected = ranges_by_shapely(arc, targets, others)
    here = Pose(0.0, 0.0, 0.0)
    found = np.array([
        shot_range(BASE, here, arc, Pose(*target), RULER, [Pose(*other)])
        for target, other in zip(targets.tolist(), others.tolist(), strict=True)
    ])  # fmt: skip
    assert 5_000 < np.isfinite(found).sum() < 45_000
    wrong = ~np.isclose(found, expected, rtol=0.0, atol=1e-6)
    assert not wrong.any(), [(targets[n], others[n], found[n], expected[n]) for n in np.flatnonzero(wrong)[:3]]


@settings(max_examples=200)
@given(poses, poses, arcs, st.lists(poses, max_size=2))
def test_sight_mirrors(apex: Pose, target: Pose, arc: Arc, others: list[Pose]) -> None:
    one = exact_range(BASE, apex, arc, target, RULER, others)
    two = exact_range(BASE, apex.mirrored(), arc, target.mirrored(), RULER, [other.mirrored() for other in others])
    assert one == two or abs(one - two) < 1e-6


@settings(max_examples=200)
@given(poses, poses, arcs, motions)
def test_sight_turns_with_the_table(apex: Pose, target: Pose, arc: Arc, table: Motion) -> None:
    at = Pose(table.forward, table.left, table.turn)
    one = shot_range(BASE, apex, arc, target, RULER)
    two = shot_range(BASE, at.moved(Motion(*apex)), arc, at.moved(Motion(*target)), RULER)
    assert one == two or abs(one - two) < 1e-6 or RULER - min(one, two) < 1e-4


def test_the_edges_of_arc_and_ruler_count() -> None:
    here = Pose(0.0, 0.0, 0.0)
    assert shot_range(BASE, here, FRONT, Pose(134.0, 0.0, 0.0), RULER) == pytest.approx(100.0)
    assert shot_range(BASE, here, FRONT, Pose(234.0, 0.0, 0.0), RULER) == pytest.approx(200.0)
    assert shot_range(BASE, here, FRONT, Pose(234.1, 0.0, 0.0), RULER) == inf
    corner = Pose(68.0 + 34.0, 44.0 + 22.0, 0.0)  # its rear right corner lies on the edge of the arc
    for arc_range in (shot_range, exact_range):
        assert arc_range(BASE, here, FRONT, corner, RULER) < hypot(102, 66)
    beside = Pose(0.0, 60.0, 0.0)
    assert shot_range(BASE, here, FRONT, beside, RULER) == inf
    assert shot_range(BASE, here, ALL_ROUND, beside, RULER) == pytest.approx(38.0)


@pytest.mark.clause("WW-BLOCK-01", "WW-BLOCK-02")
def test_a_base_hides_what_is_behind_it() -> None:
    here, target = Pose(0.0, 0.0, 0.0), Pose(180.0, 0.0, 0.0)
    assert shot_range(BASE, here, FRONT, target, RULER, [Pose(90.0, 0.0, 90.0)]) == inf
    partly = shot_range(BASE, here, FRONT, target, RULER, [Pose(90.0, -30.0, 0.0)])
    assert 146.0 <= partly < RULER
    grazing = [Pose(90.0, 22.0, 0.0)]
    assert shot_range(BASE, here, FRONT, target, RULER, grazing) == pytest.approx(146.0)


def test_lines_between_bases() -> None:
    rear, front = Pose(0.0, 0.0, 0.0), Pose(120.0, 50.0, 0.0)
    assert over_the_end(BASE, rear, front.x, front.y, rear=False)
    assert over_the_end(BASE, front, rear.x, rear.y, rear=True)
    assert not over_the_end(BASE, rear, 120.0, 90.0, rear=False)
    line = line_between(BASE, rear, Pose(150.0, 0.0, 0.0))
    assert line.length == pytest.approx(150.0 - 68.0)
    assert touches(BASE, line, Pose(75.0, 22.0, 0.0))
    assert not touches(BASE, line, Pose(75.0, 22.1, 0.0))


# ---- the table


@pytest.mark.clause("WW-EXIT-02", "WW-EXIT-04")
def test_the_edge_belongs_to_the_table() -> None:
    table = Table(700.0, 900.0)
    assert table.holds(0.0, 900.0)
    assert not table.holds(-0.1, 450.0)
    assert table.edge_crossed(Pose(20.0, 450.0, 0.0), Pose(-20.0, 460.0, 0.0)) == "west"
    assert table.edge_crossed(Pose(20.0, 30.0, 0.0), Pose(-20.0, -60.0, 0.0)) == "south"
    assert table.edge_crossed(Pose(20.0, 20.0, 0.0), Pose(-20.0, -20.0, 0.0), "south") == "south"
    assert table.edge_crossed(Pose(20.0, 20.0, 0.0), Pose(-20.0, -20.0, 0.0), "north") in ("south", "west")
    assert TOLERANCE < 1e-3
