"""Who sees what: declared with the field, projected in one place."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aerodrome.match import Match
from aerodrome.testing import Walk
from aerodrome.visibility import (
    REFEREE,
    SPECTATOR,
    Part,
    nobody,
    owner,
    part,
    project,
    public,
    sealed,
    seen_by,
    team,
    undeclared,
)
from toys import HEALTHY

RED, BLUE, GREEN, GOLD = range(4)
TEAMS = (0, 1, 0, 1)
"""Red and green against blue and gold."""


class Mood(Enum):
    CALM = "calm"


@part
class Gun(Part):
    id: str = public()
    rounds: int = owner(default=20)


@part
class Plane(Part):
    id: str = public()
    seat: int = public()
    orders: list[str] = team(count=True, default_factory=list)
    fuel: int = owner(default=9)
    guns: list[Gun] = public(default_factory=list)
    plan: list[int] = sealed("shown", count=True, default_factory=list)
    shown: bool = public(default=False)
    signal: str = seen_by(lambda _, table: table.watchers, default="green flare")
    noted: str = "undeclared"


@part
class Table(Part):
    planes: list[Plane] = public()
    deck: list[int] = nobody(count=True, default_factory=list, show=lambda deck, _: [f"card {n}" for n in deck])
    watchers: tuple[int, ...] = public(default=())
    moods: dict[int, Any] = public(default_factory=dict)
    marks: Any = public(default=())
    alone: list[int] = owner(default_factory=list)


def table(**changes: Any) -> Table:
    planes = [
        Plane("albatros", RED, ["dive"], guns=[Gun("left"), Gun("right")], plan=[3, 1]),
        Plane("bristol", BLUE, ["climb", "turn"]),
        Plane("camel", GREEN),
    ]
    return Table(planes, [5, 6], **changes)


def seen(viewer: int, **changes: Any) -> Any:
    return project(table(**changes), viewer, TEAMS)


# ---- who sees


def test_everybody_sees_what_is_public() -> None:
    for viewer in (SPECTATOR, REFEREE, RED, BLUE, GREEN, GOLD):
        plane = seen(viewer)["planes"]["albatros"]
        assert (plane["id"], plane["seat"], plane["shown"]) == ("albatros", RED, False)


@pytest.mark.parametrize(("viewer", "sees"), [(RED, True), (GREEN, False), (BLUE, False), (SPECTATOR, False)])
def test_the_owner_alone_sees_what_is_the_owners(viewer: int, sees: bool) -> None:
    assert ("fuel" in seen(viewer)["planes"]["albatros"]) is sees


@pytest.mark.parametrize(("viewer", "sees"), [(RED, True), (GREEN, False), (SPECTATOR, False), (REFEREE, True)])
def test_what_hangs_below_a_part_belongs_to_its_seat(viewer: int, sees: bool) -> None:
    gun = seen(viewer)["planes"]["albatros"]["guns"]["left"]
    assert gun == ({"id": "left", "rounds": 20} if sees else {"id": "left"})


@pytest.mark.parametrize(
    ("viewer", "sees"), [(RED, True), (GREEN, True), (BLUE, False), (GOLD, False), (SPECTATOR, False), (REFEREE, True)]
)
def test_the_team_sees_what_is_the_teams(viewer: int, sees: bool) -> None:
    plane = seen(viewer)["planes"]["albatros"]
    assert plane.get("orders") == (["dive"] if sees else None)
    assert plane["orders_count"] == 1


@pytest.mark.parametrize("viewer", [RED, BLUE, GREEN, GOLD, SPECTATOR])
def test_nobody_sees_a_deck_but_everybody_counts_it(viewer: int) -> None:
    assert "deck" not in seen(viewer)
    assert seen(viewer)["deck_count"] == 2


def test_the_referee_sees_every_declared_field_as_a_person_would_say_it() -> None:
    view = seen(REFEREE)
    assert view["deck"] == ["card 5", "card 6"]
    assert set(view["planes"]["bristol"]) == {
        *("id", "seat", "orders", "orders_count", "fuel", "guns", "plan", "plan_count", "shown", "signal")
    }


def test_what_is_sealed_is_seen_once_it_is_opened() -> None:
    state = table()
    assert "plan" not in seen(BLUE)["planes"]["albatros"]
    assert seen(BLUE)["planes"]["albatros"]["plan_count"] == 2
    assert seen(RED)["planes"]["albatros"]["plan"] == [3, 1]
    state.planes[0].shown = True
    for viewer in (BLUE, SPECTATOR):
        planes: Any = project(state, viewer, TEAMS)["planes"]
        assert planes["albatros"]["plan"] == [3, 1]
        assert "plan" not in planes["camel"]


def test_a_field_is_seen_by_those_that_the_state_names() -> None:
    assert "signal" not in seen(BLUE)["planes"]["albatros"]
    assert seen(BLUE, watchers=(BLUE,))["planes"]["albatros"]["signal"] == "green flare"
    assert seen(RED, watchers=(RED,))["planes"]["bristol"]["signal"] == "green flare"
    assert "signal" not in seen(RED, watchers=(BLUE,))["planes"]["albatros"]
    assert "signal" not in seen(SPECTATOR, watchers=(BLUE, SPECTATOR))["planes"]["albatros"]


@pytest.mark.parametrize("viewer", [RED, SPECTATOR, REFEREE])
def test_what_is_not_declared_is_shown_to_nobody(viewer: int) -> None:
    assert undeclared(Plane) == ("noted",)
    assert undeclared(Table) == ()
    assert "noted" not in seen(viewer)["planes"]["albatros"]


@pytest.mark.parametrize("viewer", [RED, SPECTATOR])
def test_what_belongs_to_no_seat_is_seen_by_no_seat(viewer: int) -> None:
    assert "alone" not in seen(viewer)


# ---- as JSON


@given(st.sampled_from([SPECTATOR, REFEREE, RED, BLUE]), st.lists(st.integers()), st.text(), st.sets(st.integers()))
def test_a_projection_comes_back_from_json(viewer: int, plan: list[int], text: str, marks: set[int]) -> None:
    state = table(moods={1: Mood.CALM, 2: (text, [Gun("left")])}, marks=marks)
    state.planes[0].plan = plan
    view = project(state, viewer, TEAMS)
    assert json.loads(json.dumps(view)) == view
    assert view["moods"] == {"1": "calm", "2": [text, {"left": _gun(viewer)}]}
    assert view["marks"] == sorted(marks)


def _gun(viewer: int) -> dict[str, Any]:
    return {"id": "left", "rounds": 20} if viewer == REFEREE else {"id": "left"}


@given(st.integers(0, 2**20), st.integers(0, 8))
def test_a_view_of_a_match_comes_back_from_json(seed: int, decisions: int) -> None:
    walk = Walk(seed)
    match = Match.create(HEALTHY.bind(), seed)
    for _ in range(min(decisions, 5)):
        walk.decide(match)
    for viewer in (SPECTATOR, REFEREE, 0, 1, 2):
        view = match.view(viewer)
        assert json.loads(json.dumps(view)) == view


def test_a_view_is_not_the_state() -> None:
    state = table()
    view: Any = project(state, RED, TEAMS)
    view["planes"]["albatros"]["plan"].append(9)
    view["planes"]["albatros"]["orders"].clear()
    assert state == table()


def test_a_part_within_a_part_is_projected_like_any_other() -> None:
    assert project(nest(), REFEREE, TEAMS)["gun"] == {"id": "right", "rounds": 20}
    assert project(nest(), SPECTATOR, TEAMS)["gun"] == {"id": "right"}


# ---- copies


@part
class Nest(Part):
    flat: list[int] = public(default_factory=list)
    deep: list[list[int]] = public(default_factory=list)
    gaps: list[Gun | None] = public(default_factory=list)
    named: dict[str, list[int]] = public(default_factory=dict)
    kinds: set[int] = public(default_factory=set)
    gun: Gun | None = public(default=None)


def nest() -> Nest:
    return Nest([1], [[1], []], [None, Gun("left")], {"a": [1]}, {1}, Gun("right"))


def test_a_copy_of_a_part_shares_nothing_that_can_change() -> None:
    original = nest()
    copy = original.clone()
    assert copy == original
    copy.flat.append(2)
    copy.deep[1].append(2)
    copy.named["a"].append(2)
    copy.kinds.add(2)
    for gun in (copy.gaps[1], copy.gun):
        assert gun is not None
        gun.rounds = 0
    assert original == nest()
    assert copy != original


def test_a_field_cannot_be_sealed_until_something_that_is_not_there() -> None:
    with pytest.raises(TypeError, match=r"Late\.order is sealed until 'opened', which Late does not have"):

        @part
        class Late(Part):
            order: int = sealed("opened", default=0)
