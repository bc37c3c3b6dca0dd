"""The turn machine: a table that is checked once, with all its faults said at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError, RulesetError
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.phases import Decision, Phase, PhaseGraph, Reveal
from toys import HEALTHY
from toys.healthy import PHASES, PilotPosition, ToyPosition

ASK: Decision[Any] = Decision("everybody", lambda _: (0,), lambda *_: ())


def row(name: str, *then: str, **changes: Any) -> Phase[Any]:
    """A row of the machine: resolves when it goes on, and is an end when it does not."""
    usual: Phase[Any] = Phase(name, name.title(), ("X-01",), then, (lambda *_: then[0]) if then else None)
    return replace(usual, **changes)


FAULTS: dict[str, list[Phase[Any]]] = {
    "it has no phases": [],
    "two phases share an id": [row("a", "b"), row("b"), row("b")],
    "edges lead to phases that do not exist: c, d": [row("a", "b", "d", "c"), row("b")],
    "never reached from a: c, d": [row("a", "b"), row("b"), row("c", "b"), row("d")],
    "it has no end": [row("a", "b"), row("b", "a")],
    "no end can be reached from b, c": [row("a", "b", "d"), row("b", "c"), row("c", "b"), row("d")],
    "a goes on but has nothing that resolves it": [row("a", "b", resolve=None), row("b")],
    "b is an end but decides or resolves something": [row("a", "b"), row("b", resolve=lambda *_: "a")],
    "a goes to b unasked, which its row does not allow": [row("a", "b", unasked="b"), row("b")],
    "a goes to c unasked, which its row does not allow": [row("a", "b", unasked="c", decision=ASK), row("b")],
    "b names no clause": [row("a", "b"), row("b", clauses=())],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_machine_is_said_in_words(fault: str) -> None:
    with pytest.raises(RulesetError) as caught:
        PhaseGraph(FAULTS[fault])
    assert caught.value.what == fault
    assert caught.value.where == "phase graph"


def test_an_end_that_decides_something_is_a_fault_as_well() -> None:
    with pytest.raises(RulesetError, match="b is an end but decides or resolves something"):
        PhaseGraph([row("a", "b"), row("b", decision=ASK)])


def test_all_faults_are_said_at_once() -> None:
    with pytest.raises(RulesetError) as caught:
        PhaseGraph([row("a", "b", resolve=None), row("b", clauses=()), row("c", "b")])
    assert caught.value.what.split("; ") == [
        "never reached from a: c",
        "a goes on but has nothing that resolves it",
        "b names no clause",
    ]


def test_a_sound_machine_has_no_faults() -> None:
    graph = PhaseGraph([row("a", "a", "b", decision=ASK, unasked="b"), row("b")])
    assert graph.faults() == []
    assert graph.start.id == "a"
    assert graph.nodes["a"].unasked is graph.nodes["b"]
    assert list(graph.nodes["a"].after) == ["a", "b"]


@given(st.lists(st.lists(st.sampled_from("abcde"), max_size=3, unique=True), min_size=1, max_size=5))
def test_a_machine_is_taken_when_every_phase_is_on_a_way_from_the_start_to_an_end(edges: list[list[str]]) -> None:
    rows = [row(name, *then) for name, then in zip("abcde", edges, strict=False)]
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(one.id for one in rows)
    graph.add_edges_from((one.id, after) for one in rows for after in one.then)
    ends = {one.id for one in rows if not one.then}
    sound = (
        set(graph) == {one.id for one in rows}
        and all(nx.has_path(graph, "a", name) for name in graph)
        and all(any(nx.has_path(graph, name, end) for end in ends) for name in graph)
    )
    if sound:
        assert set(PhaseGraph(rows).graph.edges) == set(graph.edges)
    else:
        with pytest.raises(RulesetError):
            PhaseGraph(rows)


# ---- house rules


def test_rows_are_replaced_and_added() -> None:
    graph = PhaseGraph([row("a", "b"), row("b")])
    longer = graph.replace(row("b", "c"), row("c"))
    assert [phase.id for phase in longer.phases] == ["a", "b", "c"]
    assert [phase.id for phase in graph.phases] == ["a", "b"]
    assert longer.by_id["b"].then == ("c",)


def test_a_house_rule_that_breaks_the_machine_is_refused() -> None:
    with pytest.raises(RulesetError, match="never reached from load: aim, shoot, refill"):
        PHASES.replace(row("load", "end"))


# ---- showing it


def test_the_machine_as_a_table() -> None:
    load, aim, *_, end = PHASES.rows()
    assert load == {
        "phase": "load",
        "title": "Load",
        "decides": "everybody: up to two cards, face down",
        "reveal": "kept",
        "default": "no card",
        "then": "aim",
        "clauses": "TOY-LOAD-02, TOY-LOAD-01",
    }
    assert aim["reveal"] == Reveal.JOINTLY.name.lower()
    assert (end["decides"], end["reveal"], end["default"], end["then"]) == ("", "", "", "end of the match")


def test_the_machine_as_a_diagram() -> None:
    lines = PhaseGraph([row("first-place", "end", decision=ASK), row("end")]).mermaid().splitlines()
    assert lines == [
        "stateDiagram-v2",
        '  state "First-Place ?" as first_place',
        '  state "End" as end',
        "  [*] --> first_place",
        "  first_place --> end",
        "  end --> [*]",
    ]


def shot_at(phase: str) -> Match:
    pilots = {"red": PilotPosition(hand=[1, 2], belts=2, loaded=[3]), "blue": PilotPosition(hand=[], belts=0)}
    match = Match.at_position(HEALTHY.bind("pair"), ToyPosition(phase=phase, pilots=pilots), Chance.scripted([5]))
    match.order(0, "target:blue")
    match.expire(1)
    return match


def test_a_ruleset_without_words_of_its_own_is_shown_as_an_outline() -> None:
    match = shot_at("aim")
    lines = HEALTHY.text(match.rules, match.view(0)).splitlines()
    assert lines[:2] == ["pilots", "  red"]
    assert "    loaded: 3" in lines
    assert "    belts: 1" in lines
    assert lines[-2:] == ["discard: nothing", "round: 2"]
    assert "\n\n" not in HEALTHY.text(match.rules, match.view(0))
    picture = HEALTHY.scene(match.rules, match.view(0)).svg()
    assert all(f">{line}</text>" in picture for line in lines)


def test_events_are_said_in_sentences_those_of_the_engine_included() -> None:
    match = shot_at("aim")
    said = [HEALTHY.say(match.rules, event) for event in match.log(0)]
    assert said[:4] == [
        "The order of red is sealed.",
        "red chose: shoot at blue.",
        "The order of blue is sealed by default.",
        "Revealed: red: shoot at blue; blue: hold fire.",
    ]
    assert "shot: seat red, target blue, roll 5, hit True" in said
    assert HEALTHY.sentence(match.rules, Event(1, "aim", "dead-calm", "TOY-AIM-01", {})) == "dead calm"
    listed = Event(1, "aim", "seen", "TOY-AIM-01", {"cards": [1, 2], "others": [], "of": {"red": 1}})
    assert HEALTHY.sentence(match.rules, listed) == "seen: cards 1 and 2, others nothing, of red 1"


# ---- binding a ruleset


def test_a_ruleset_is_bound_to_a_scenario_and_options_that_it_has() -> None:
    assert HEALTHY.bind().scenario.id == "trio"
    rules = HEALTHY.bind("pair", {"short": True})
    assert rules.seats == ("red", "blue")
    assert rules.options.written() == rules.options.chosen() == {"short": True}
    assert HEALTHY.bind().options.chosen() == {}


@pytest.mark.parametrize(
    ("scenario", "options", "says"),
    [
        (
            "piar",
            {},
            "unknown scenario 'piar' of toy\n  expected: one of trio, pair\n  to mend it: did you mean 'pair'?",
        ),
        (None, {"shrot": True}, "unknown option 'shrot' of toy\n  expected: one of short"),
        (None, {"short": "perhaps"}, "options (short): this should be true or false"),
    ],
)
def test_what_a_ruleset_does_not_have_is_refused(scenario: str | None, options: dict[str, Any], says: str) -> None:
    with pytest.raises(AerodromeError) as caught:
        HEALTHY.bind(scenario, options)
    assert says in str(caught.value)


def test_a_scenario_of_another_ruleset_is_refused() -> None:
    stranger = HEALTHY.scenarios[0].model_copy(update={"ruleset": "other"})
    with pytest.raises(AerodromeError, match="scenario 'trio' is for 'other', not for 'toy'"):
        HEALTHY.bind(stranger)


def test_options_of_a_scenario_hold_unless_the_players_say_otherwise() -> None:
    short = HEALTHY.scenarios[0].model_copy(update={"options": {"short": True}})
    assert HEALTHY.bind(short).options.written() == {"short": True}
    assert HEALTHY.bind(short, {"short": False}).options.written() == {"short": False}
