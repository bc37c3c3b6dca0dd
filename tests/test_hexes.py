"""Hex geometry: the laws of the coordinates, and the tables of bounded maps."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aerodrome.errors import AerodromeError
from aerodrome.geometry.hexes import (
    DIRECTIONS,
    OFF,
    Board,
    Hex,
    HexMap,
    added,
    axial,
    centre,
    column_row,
    corners,
    disc,
    distance,
    facing_of,
    from_cube,
    hex_map,
    hex_of,
    line,
    mirrored,
    mirrored_turn,
    neighbour,
    offset,
    pose,
    ray,
    ring,
    rotated,
    scaled,
    straight_direction,
    to_cube,
    wedge,
)

numbers = st.integers(-40, 40)
hexes: st.SearchStrategy[Hex] = st.tuples(numbers, numbers)
directions = st.integers(0, 5)
turns = st.integers(-12, 12)
boards = st.builds(Board, st.integers(1, 8).map(lambda n: 2 * n + 1), st.integers(2, 14))
maps = st.builds(HexMap, boards, st.integers(1, 3), st.integers(1, 2))


@given(hexes)
def test_cube_coordinates_round_trip(here: Hex) -> None:
    cube = to_cube(here)
    assert sum(cube) == 0
    assert from_cube(*cube) == here


def test_cube_coordinates_must_sum_to_zero() -> None:
    with pytest.raises(ValueError, match="do not sum to 0"):
        from_cube(1, 1, 1)


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(one: Hex, two: Hex, three: Hex) -> None:
    assert distance(one, two) == distance(two, one)
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, three) <= distance(one, two) + distance(two, three)
    x, y, z = to_cube(offset(one, two))
    assert distance(one, two) == (abs(x) + abs(y) + abs(z)) // 2


@given(hexes, hexes)
def test_offset_undoes_added(here: Hex, way: Hex) -> None:
    assert offset(here, added(here, way)) == way


@given(hexes, directions)
def test_neighbours_are_one_away_and_face_each_other(here: Hex, direction: int) -> None:
    there = neighbour(here, direction)
    assert distance(here, there) == 1
    assert neighbour(there, direction + 3) == here


@given(hexes, turns, turns)
def test_turns_add_up(way: Hex, one: int, two: int) -> None:
    assert rotated(rotated(way, one), two) == rotated(way, one + two)
    assert rotated(way, 6) == way
    assert distance((0, 0), rotated(way, one)) == distance((0, 0), way)


@given(directions, turns)
def test_a_turn_moves_directions_clockwise(direction: int, steps: int) -> None:
    assert rotated(DIRECTIONS[direction], steps) == DIRECTIONS[(direction + steps) % 6]


@given(hexes, turns)
def test_mirrors(way: Hex, steps: int) -> None:
    assert mirrored(mirrored(way)) == way
    assert mirrored(rotated(way, steps)) == rotated(mirrored(way), -steps)
    assert mirrored_turn(mirrored_turn(steps)) == steps % 6


@given(directions)
def test_mirrors_keep_direction_zero_and_swap_the_others(direction: int) -> None:
    assert mirrored(DIRECTIONS[direction]) == DIRECTIONS[mirrored_turn(direction)]


def test_distances_from_a_hex_are_those_to_each_hex() -> None:
    board = hex_map(Board(15, 22))
    for one in (0, 100, board.size - 1):
        assert board.distances(one) == tuple(board.distance(one, other) for other in range(board.size))


@given(directions, st.integers(1, 30))
def test_rays_are_straight(direction: int, reach: int) -> None:
    for steps, here in enumerate(ray(direction, reach), 1):
        assert distance((0, 0), here) == steps
        assert straight_direction(here) == direction
        assert scaled(DIRECTIONS[direction], steps) == here


@given(hexes)
def test_straight_direction_knows_what_is_straight(way: Hex) -> None:
    found = straight_direction(way)
    on_an_axis = way != (0, 0) and 0 in to_cube(way)
    assert (found is not None) == on_an_axis


@given(st.integers(0, 6), directions)
def test_wedges_turn_with_the_facing_and_never_meet_behind(reach: int, facing: int) -> None:
    front = set(wedge(facing, reach))
    assert front == {rotated(here, facing) for here in wedge(0, reach)}
    assert len(front) == reach * (reach + 2)
    assert front.isdisjoint(wedge(facing + 3, reach))
    assert {mirrored(here) for here in wedge(0, reach)} == set(wedge(0, reach))
    assert set(ray(facing, reach)) | set(ray(facing + 1, reach)) | set(ray(facing - 1, reach)) <= front


@given(st.integers(0, 8))
def test_rings_and_discs(radius: int) -> None:
    assert len(ring(radius)) == max(1, 6 * radius)
    assert all(distance((0, 0), here) == radius for here in ring(radius))
    assert len(set(disc(radius))) == len(disc(radius)) == 3 * radius * (radius + 1) + 1
    assert disc(radius)[0] == (0, 0)


@given(hexes, hexes)
def test_lines_go_step_by_step(start: Hex, end: Hex) -> None:
    path = line(start, end)
    assert path[0] == start
    assert path[-1] == end
    assert len(path) == distance(start, end) + 1
    assert all(distance(one, other) == 1 for one, other in pairwise(path))


@given(st.integers(0, 500), directions)
def test_poses_round_trip(number: int, facing: int) -> None:
    here = pose(number, facing)
    assert (hex_of(here), facing_of(here)) == (number, facing)


@given(hexes)
def test_columns_and_rows_round_trip(here: Hex) -> None:
    assert axial(*column_row(here)) == here


@given(hexes, directions)
def test_neighbours_share_an_edge_in_the_drawing(here: Hex, direction: int) -> None:
    def rounded(points: tuple[tuple[float, float], ...]) -> set[tuple[float, float]]:
        return {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in points}

    shared = rounded(corners(here, 1.0)) & rounded(corners(neighbour(here, direction), 1.0))
    assert len(shared) == 2
    (x, y), (nx, ny) = centre(here, 1.0), centre(neighbour(here, direction), 1.0)
    assert (nx - x) ** 2 + (ny - y) ** 2 == pytest.approx(3.0)


# ---- maps


def test_the_standard_board() -> None:
    board = hex_map(Board(15, 22))
    assert board.size == 8 * 22 + 7 * 21
    assert board.hexes[board.at("0208")] == (1, 7)  # BM-GEO-01
    assert [board.codes[n] for n in board.along("north")][:3] == ["0101", "0201", "0301"]
    assert [board.codes[n] for n in board.along("south")][:3] == ["0122", "0221", "0322"]
    assert hex_map(Board(15, 22)) is board


def test_joined_boards_have_letters_and_complete_seams() -> None:
    across = HexMap(Board(15, 22), 2, 1)
    assert across.size == 2 * (8 * 22 + 7 * 21) + 21
    assert across.codes[across.numbers[axial(16, 1)]] == "1601A"
    assert across.codes[across.numbers[axial(17, 1)]] == "0101B"
    assert across.edges() == ("north-a", "north-b", "south-a", "south-b")
    down = HexMap(Board(15, 22), 1, 2)
    assert down.size == 2 * (8 * 22 + 7 * 21) + 7
    assert down.codes[down.numbers[axial(2, 22)]] == "0222A"
    assert down.codes[down.numbers[axial(1, 23)]] == "0101B"
    assert down.edges() == ("north", "south")
    assert [down.codes[n] for n in down.along("south")][:2] == ["0122B", "0221B"]


@given(maps)
def test_codes_name_each_hex_once(board: HexMap) -> None:
    assert len(set(board.codes)) == board.size
    assert all(board.at(code) == number for number, code in enumerate(board.codes))
    assert all(board.numbers[here] == number for number, here in enumerate(board.hexes))


@given(maps)
def test_maps_are_alike_from_both_short_edges(board: HexMap) -> None:
    """Turned by half, the same hexes are on the map: both borders are alike."""
    places = {centre(here, 1.0) for here in board.hexes}
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    turned = {(round(left + right - x, 4), round(top + bottom - y, 4)) for x, y in places}
    assert turned == {(round(x, 4), round(y, 4)) for x, y in places}


@given(boards, hexes.filter(lambda way: distance((0, 0), way) < 6), turns)
def test_moves_are_a_lookup_of_what_the_coordinates_say(board: Board, way: Hex, turn: int) -> None:
    map_ = HexMap(board)
    table = map_.moved(way, turn)
    assert len(table) == map_.size * 6
    for here in range(0, len(table), 17):
        end = added(map_.hexes[here // 6], rotated(way, here % 6))
        expected = map_.numbers[end] * 6 + (here % 6 + turn) % 6 if end in map_.numbers else OFF
        assert table[here] == expected


@given(boards)
def test_moving_there_and_back(board: Board) -> None:
    map_ = HexMap(board)
    ahead, about = map_.moved((0, -1), 0), map_.moved((0, 0), 3)
    for here, end in enumerate(ahead):
        if end != OFF:
            assert about[ahead[about[end]]] == here


@given(boards, st.integers(1, 4))
def test_ways_between_hexes(board: Board, reach: int) -> None:
    map_ = HexMap(board)
    near, ways = map_.near(reach), disc(reach)
    for one in range(0, map_.size, 7):
        for other in range(map_.size):
            way = near[one * map_.size + other]
            far = map_.distance(one, other)
            assert (way > 0) == (0 < far <= reach)
            if way:
                assert added(map_.hexes[one], ways[way]) == map_.hexes[other]


def test_what_a_pose_sees() -> None:
    board = hex_map(Board(15, 22))
    here = pose(board.at("0708"), 1)
    seen = [board.codes[number] for number in board.seen_from(here, ray(0, 3))]
    assert seen == ["0807", "0907", "1006"]
    assert board.seen_from(pose(board.at("0101"), 0), ray(0, 3)) == ()
    assert board.pose_name(here) == "0708/1"
    assert board.pose_name(OFF) == "off the map"


@pytest.mark.parametrize(("columns", "rows"), [(4, 10), (0, 10), (5, 1), (99, 10)])
def test_boards_that_cannot_be(columns: int, rows: int) -> None:
    with pytest.raises(AerodromeError, match="cannot be"):
        Board(columns, rows)


def test_what_a_map_does_not_have() -> None:
    board = hex_map(Board(11, 16))
    with pytest.raises(AerodromeError, match="no hex '9901'"):
        board.at("9901")
    with pytest.raises(AerodromeError, match="no short edge 'east'"):
        board.along("east")
    with pytest.raises(AerodromeError, match="1 to 8"):
        board.near(9)
    with pytest.raises(AerodromeError, match="cannot be joined"):
        HexMap(Board(11, 16), 6, 6)
