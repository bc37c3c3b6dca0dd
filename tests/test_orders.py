"""The verbs of a match: draft, take back, seal, and the answers to what comes late, twice or in no language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import permutations
from math import nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aerodrome.chance import Chance, Seed
from aerodrome.errors import AerodromeError, Illegal, NotNow, Refusal, RulesetError, Unreadable
from aerodrome.events import Event
from aerodrome.match import Match, viewer_called
from aerodrome.orders import Option, commitment, option_key, option_table
from aerodrome.phases import Reveal, Row
from aerodrome.ruleset import Result, Rules, Ruleset
from aerodrome.scenarios import SeatSpec
from aerodrome.testing import Walk
from aerodrome.visibility import REFEREE, SPECTATOR
from toys import HEALTHY, Toy, with_decision, with_phase
from toys.healthy import AIM, PilotPosition, ToyPosition

RED, BLUE, GREEN = range(3)
RULES = HEALTHY.bind()
QUIET = with_decision("load", quiet=True).bind()
OPENED = with_decision("load", reveal=Reveal.JOINTLY).bind()
TWO_PICKS = with_decision("aim", picks=2).bind()
SEEDS = st.integers(0, 2**32)


def at(phase: str, rules: Rules = RULES, **pilots: PilotPosition) -> Match:
    """A match in which everybody has the cards 1, 2, 3 and two belts."""
    usual = {name: PilotPosition(hand=[1, 2, 3], belts=2) for name in rules.seats}
    return Match.at_position(rules, ToyPosition(phase=phase, pilots={**usual, **pilots}), Chance.of(1), Seed.of(1))


def to_the_end(match: Match) -> None:
    while match.pending:
        Walk(1).decide(match)


def keys(options: Iterable[Option]) -> list[str]:
    return [option.key for option in options]


def kinds(match: Match, viewer: int) -> list[str]:
    return [event.kind for event in match.log(viewer)]


def events(match: Match, kind: str, viewer: int = REFEREE) -> list[Event]:
    return [event for event in match.log(viewer) if event.kind == kind]


def everything(match: Match) -> tuple[object, ...]:
    views = [match.view(viewer) for viewer in (SPECTATOR, REFEREE, RED, BLUE, GREEN)]
    return match.digest(), match.pending, match.decision, views, match.log(REFEREE)


# ---- drafting


def test_a_seat_drafts_pick_by_pick_and_is_offered_what_is_left() -> None:
    match = at("load")
    assert keys(match.options(RED)) == ["done", "load:1", "load:2", "load:3"]
    match.pick(RED, "load:2")
    assert keys(match.options(RED)) == ["done", "load:1", "load:3"]
    match.pick(RED, "load:3")
    assert keys(match.options(RED)) == ["done"]
    match.pick(RED, "done")
    assert match.options(RED) == ()
    assert keys(match.picks(RED)) == ["load:2", "load:3", "done"]


def test_a_pick_may_be_named_in_four_ways() -> None:
    option = RULES.by_key["load:2"]
    ways: tuple[Any, ...] = (option, option.code, "load:2", {"load": 2})
    for way in ways:
        match = at("load")
        match.pick(RED, way)
        assert match.picks(RED) == (option,)


def test_picks_are_taken_back_one_by_one_or_several_at_once() -> None:
    match = at("load")
    match.pick_all(RED, ["load:1", "load:2", "done"])
    match.take_back(RED)
    assert keys(match.picks(RED)) == ["load:1", "load:2"]
    match.take_back(RED, 2)
    assert match.picks(RED) == ()
    assert keys(match.options(RED)) == ["done", "load:1", "load:2", "load:3"]


def test_there_is_no_more_to_take_back_than_was_picked() -> None:
    match = at("load")
    match.pick(RED, "load:1")
    with pytest.raises(NotNow, match="no pick to take back"):
        match.take_back(RED, 2)
    assert keys(match.picks(RED)) == ["load:1"]


def test_less_than_nothing_is_not_taken_back() -> None:
    match = at("load")
    match.pick(RED, "load:1")
    with pytest.raises(Unreadable, match="-1 picks cannot be taken back"):
        match.take_back(RED, -1)
    match.take_back(RED, 0)
    assert keys(match.picks(RED)) == ["load:1"]


def test_a_draft_is_seen_by_its_seat_and_the_referee_alone() -> None:
    match = at("load")
    others = [match.view(viewer) for viewer in (BLUE, GREEN, SPECTATOR)]
    match.pick(RED, "load:1")
    assert match.view(RED)["picks"] == ["load:1"]
    assert match.view(REFEREE)["picks"]["red"] == ["load:1"]
    assert [match.view(viewer) for viewer in (BLUE, GREEN, SPECTATOR)] == others


@pytest.mark.parametrize("picks", [[], ["load:1"], ["load:1", "load:2"]])
def test_an_order_that_is_not_complete_cannot_be_sealed(picks: list[str]) -> None:
    match = at("load")
    match.pick_all(RED, picks)
    with pytest.raises(NotNow, match="the order is not complete"):
        match.seal(RED)
    assert RED in match.pending


def test_an_order_of_two_picks_is_complete_after_two() -> None:
    match = at("aim", TWO_PICKS)
    match.pick(RED, "hold")
    with pytest.raises(NotNow, match="not complete"):
        match.seal(RED)
    match.pick(RED, "target:blue")
    with pytest.raises(NotNow, match="the order is complete"):
        match.pick(RED, "hold")
    with pytest.raises(NotNow, match="the order is complete"):
        match.reasons(RED, "hold")
    match.seal(RED)
    assert match.pending == (BLUE, GREEN)


# ---- sealing


@pytest.mark.parametrize("way", [lambda option: option, lambda option: option.key], ids=["option", "key"])
@pytest.mark.parametrize("by_default", [False, True])
def test_an_order_of_one_pick_is_picked_and_sealed_in_one_call(way: Callable[[Option], Any], by_default: bool) -> None:
    match = at("aim")
    option = match.options(RED)[1]
    match.order(RED, way(option), by_default=by_default)
    assert match.pending == (BLUE, GREEN)
    assert match.picks(RED) == (option,)
    for seat in (BLUE, GREEN):
        match.order(seat, match.options(seat)[0])
    assert match.phase.id == "load"
    assert [event.facts.get("default", False) for event in events(match, "sealed")] == [by_default, False, False]


def test_a_draft_is_not_sealed_by_an_order_of_one_pick_more() -> None:
    match = at("aim")
    match.pick(RED, match.options(RED)[0])
    with pytest.raises(NotNow, match="the order is complete"):
        match.order(RED, match.options(BLUE)[0])
    assert RED in match.pending


def sealed(match: Match, *orders: tuple[int, str]) -> Match:
    for seat, choice in orders:
        match.order(seat, choice)
    return match


def test_that_a_seat_has_sealed_is_seen_and_what_it_sealed_is_not() -> None:
    one, two = sealed(at("aim"), (RED, "hold")), sealed(at("aim"), (RED, "target:blue"))
    for viewer in (BLUE, GREEN, SPECTATOR):
        assert one.view(viewer) == two.view(viewer)
        assert one.log(viewer) == two.log(viewer)
        assert one.view(viewer)["sealed"] == ["red"]
    assert one.view(RED)["picks"] == ["hold"]
    assert one.options(BLUE) == two.options(BLUE)


def test_orders_are_revealed_together_when_the_last_seat_has_sealed() -> None:
    match = sealed(at("aim"), (GREEN, "hold"), (RED, "target:green"))
    assert kinds(match, REFEREE) == []
    match.order(BLUE, "hold")
    assert kinds(match, REFEREE)[:7] == ["sealed", "order"] * 3 + ["revealed"]
    (revealed,) = events(match, "revealed", SPECTATOR)
    orders: Any = revealed.facts["orders"]
    picks = {name: order["picks"] for name, order in orders.items()}
    assert picks == {"red": ["target:green"], "blue": ["hold"], "green": ["hold"]}
    assert list(picks) == ["red", "blue", "green"]


def test_kept_orders_are_told_to_nobody_else() -> None:
    match = at("load")
    for seat in (RED, BLUE, GREEN):
        match.order(seat, "load:1", "done")
    assert [event.facts["seat"] for event in events(match, "sealed", BLUE)] == ["red", "blue", "green"]
    assert [event.facts["seat"] for event in events(match, "order", BLUE)] == ["blue"]
    assert not events(match, "revealed", REFEREE)
    assert events(match, "order", SPECTATOR) == []


def test_the_same_decision_may_be_opened_jointly() -> None:
    match = at("load", OPENED)
    for seat in (RED, BLUE, GREEN):
        match.order(seat, "load:1", "done")
    (revealed,) = events(match, "revealed", SPECTATOR)
    assert set(revealed.facts) == {"decision", "orders"}


def test_of_a_quiet_decision_not_even_the_seal_is_told() -> None:
    match = at("load", QUIET)
    others = [match.view(viewer) for viewer in (BLUE, GREEN, SPECTATOR)]
    match.order(RED, "load:1", "done")
    assert [match.view(viewer) for viewer in (BLUE, GREEN, SPECTATOR)] == others
    assert match.view(RED)["sealed"] == ["red"]
    assert match.view(REFEREE)["sealed"] == ["red"]
    assert match.commitments() == {}
    match.order(BLUE, "done")
    match.order(GREEN, "done")
    assert [event.facts["seat"] for event in events(match, "sealed", BLUE)] == ["blue"]
    assert events(match, "sealed", SPECTATOR) == []


@given(SEEDS, st.permutations([RED, BLUE, GREEN]))
@settings(max_examples=25)
def test_the_order_of_arrival_shows_nowhere(seed: int, arrival: list[int]) -> None:
    def played(order: Iterable[int]) -> Match:
        match = Match.create(RULES, seed)
        walk = Walk(seed)
        while match.pending:
            orders = {}
            draft = match.clone()
            for seat in match.pending:
                walk.draft(draft, seat)
                orders[seat] = draft.picks(seat)
            for seat in order:
                match.order(seat, *orders[seat])
        return match

    one, two = played([RED, BLUE, GREEN]), played(arrival)
    assert one.digest() == two.digest()
    assert one.log(REFEREE) == two.log(REFEREE)
    assert one.result == two.result


@pytest.mark.parametrize("arrival", list(permutations([RED, BLUE, GREEN])))
def test_a_ruleset_is_handed_orders_in_seat_order(arrival: tuple[int, ...]) -> None:
    handed: list[list[int]] = []

    def note(state: Any, orders: Mapping[int, Any], umpire: Any) -> str:
        handed.append(list(orders))
        return "shoot"

    phases = HEALTHY.phases
    rules = HEALTHY.variant(phases=phases.replace(replace(phases.by_id["aim"], resolve=note))).bind()
    match = sealed(at("aim", rules), *[(seat, "hold") for seat in arrival])
    assert handed == [[RED, BLUE, GREEN]]
    assert match.phase.id == "load"


def test_no_ruleset_can_write_into_orders_that_nobody_gave() -> None:
    def write(state: Any, orders: Any, umpire: Any) -> str:
        orders[0] = ()
        return "refill"

    phases = HEALTHY.phases
    rules = HEALTHY.variant(phases=phases.replace(replace(phases.by_id["shoot"], resolve=write))).bind()
    with pytest.raises(TypeError, match="does not support item assignment"):
        sealed(at("aim", rules), (RED, "hold"), (BLUE, "hold"), (GREEN, "hold"))


# ---- seals that open


def test_the_published_seals_open_against_the_log() -> None:
    match = at("aim")
    assert match.commitments() == {}
    match.order(RED, "target:blue")
    early = match.commitments()
    match.order(GREEN, "hold")
    published = match.commitments()
    assert list(published) == ["red", "green"]
    assert published["red"] == early["red"]
    decision = match.decision
    match.order(BLUE, "hold")
    told = {event.facts["seat"]: event.facts["commitment"] for event in events(match, "sealed", SPECTATOR)}
    assert {name: told[name] for name in published} == published
    (revealed,) = events(match, "revealed", SPECTATOR)
    orders: Any = revealed.facts["orders"]
    for seat, name in enumerate(RULES.seats):
        salt, picks = bytes.fromhex(orders[name]["salt"]), orders[name]["picks"]
        assert commitment(salt, decision, seat, picks) == told[name]
        assert commitment(salt, decision, seat, [*picks, "hold"]) != told[name]
        assert commitment(salt, decision + 1, seat, picks) != told[name]
        assert commitment(salt, decision, seat + 1, picks) != told[name]


def test_equal_orders_have_different_seals() -> None:
    match = sealed(at("aim"), (RED, "hold"), (BLUE, "hold"))
    assert len(set(match.commitments().values())) == 2


# ---- late, early, doubled, for another decision


def late(match: Match) -> dict[str, Callable[[], object]]:
    """All that red can try."""
    return {
        "pick": lambda: match.pick(RED, "hold"),
        "take back": lambda: match.take_back(RED),
        "seal": lambda: match.seal(RED),
        "order": lambda: match.order(RED, "hold"),
        "expire": lambda: match.expire(RED),
        "nonsense": lambda: match.pick(RED, "nonsense"),
    }


VERBS = ["pick", "take back", "seal", "order", "expire", "nonsense"]


@pytest.mark.parametrize("verb", VERBS)
def test_a_sealed_order_cannot_be_changed(verb: str) -> None:
    match = sealed(at("aim"), (RED, "target:blue"))
    before = everything(match)
    with pytest.raises(NotNow, match="this order is sealed already and cannot be changed") as caught:
        late(match)[verb]()
    assert caught.value.clauses == ("TOY-AIM-01",)
    assert everything(match) == before
    assert match.options(RED) == ()


@pytest.mark.parametrize("verb", VERBS)
def test_after_the_end_nothing_is_taken(verb: str) -> None:
    match = Match.create(HEALTHY.bind(options={"short": True}), 1)
    while match.pending:
        Walk(1).decide(match)
    assert match.over
    before = everything(match)
    with pytest.raises(NotNow, match="the match is over"):
        late(match)[verb]()
    assert everything(match) == before


@pytest.mark.parametrize("verb", VERBS)
def test_a_seat_that_is_not_asked_is_told_so(verb: str) -> None:
    rules = with_decision("aim", asks=lambda _: (BLUE,)).bind()
    match = at("aim", rules)
    for act in (late(match)[verb], lambda: match.default(RED), lambda: match.explain(RED, "hold")):
        with pytest.raises(NotNow, match="this seat is not asked now"):
            act()
    assert match.options(RED) == ()


@pytest.mark.parametrize("seat", [-1, 3, 99, "red", None])
def test_a_seat_that_is_not_there_is_not_asked(seat: Any) -> None:
    with pytest.raises(NotNow, match="this seat is not asked now"):
        at("aim").pick(seat, "hold")


@pytest.mark.parametrize("viewer", [-7, -3, 3, 99, "red", None, 1.0])
def test_who_is_not_there_sees_and_hears_nothing(viewer: Any) -> None:
    """-3 is no seat counted from the end, and no spectator either."""
    match = at("aim")
    for look in (match.view, match.log, match.heard, lambda seat: match.imagine(seat, Chance.of(1))):
        with pytest.raises(AerodromeError, match=r"there is no seat .*\n  expected: one of 0 \(red\), 1 \(blue\)"):
            look(viewer)


@pytest.mark.parametrize("viewer", [SPECTATOR, REFEREE])
def test_only_a_seat_imagines(viewer: int) -> None:
    with pytest.raises(AerodromeError, match="there is no seat"):
        at("aim").imagine(viewer, Chance.of(1))


def with_number(match: Match, seat: int, decision: int) -> list[Callable[[], object]]:
    return [
        lambda: match.pick(seat, "hold", decision),
        lambda: match.take_back(seat, 1, decision),
        lambda: match.seal(seat, decision),
        lambda: match.order(seat, "hold", decision=decision),
        lambda: match.order(seat, match.options(seat)[0] if match.options(seat) else "hold", decision=decision),
        lambda: match.expire(seat, decision),
    ]


@pytest.mark.parametrize("seat", [RED, BLUE, GREEN], ids=["sealed", "drafted", "undecided"])
@pytest.mark.parametrize("verb", range(6))
def test_what_is_meant_for_another_decision_is_refused(verb: int, seat: int) -> None:
    match = at("aim")
    for one in (RED, BLUE, GREEN):
        match.order(one, "hold", decision=1)
    match.order(RED, "load:1", "done")
    match.pick_all(BLUE, ["load:1", "done"])
    before = everything(match)
    with pytest.raises(NotNow, match="decision 1 is closed, decision 2 is open"):
        with_number(match, seat, 1)[verb]()
    assert everything(match) == before


def test_what_is_meant_for_a_decision_to_come_is_told_so() -> None:
    with pytest.raises(NotNow, match="decision 2 is not open yet, decision 1 is open"):
        at("aim").order(RED, "hold", decision=2)


def test_a_pick_that_comes_after_the_last_seal_does_not_count_for_the_next_decision() -> None:
    match = sealed(at("aim"), (RED, "hold"), (BLUE, "hold"))
    decision = match.decision
    match.order(GREEN, "hold", decision=decision)
    with pytest.raises(NotNow):
        match.order(GREEN, "hold", decision=decision)
    assert match.picks(GREEN) == ()
    assert match.pending == (RED, BLUE, GREEN)


# ---- in no language


NONSENSE: list[Any] = [
    *("", "nonsense", "hold ", "HOLD", "target:nobody", "target", "load:9", "\ud800", "x" * 10_000),
    *(-1, 9, 10**30, True, False, 1.0, float("nan"), 1j, None, b"hold", ..., NotImplemented),
    *((), [], ["hold"], {}, {"hold"}, {"hold": False}, {"hold": 1, "more": 2}, {"target": None}, {1: 2}),
    *(object(), Option, len, Option(0, "hold", "hold", {"hold": True}), Option(-1, "", "", {})),
]


@pytest.mark.parametrize("choice", NONSENSE, ids=lambda choice: ascii(choice)[:20])
def test_nonsense_of_every_type_is_unreadable(choice: Any) -> None:
    match = at("aim")
    before = everything(match)
    for act in (match.pick, match.order, match.explain):
        with pytest.raises(Unreadable, match="toy has no option") as caught:
            act(RED, choice)
        assert caught.value.kind == "unreadable"
        assert caught.value.clauses == ("TOY-AIM-01",)
    assert everything(match) == before


@given(
    st.recursive(st.none() | st.floats() | st.text() | st.integers(100), st.lists)
    | st.dictionaries(st.text(), st.text())
)
def test_whatever_is_said_either_names_an_option_or_is_unreadable(choice: Any) -> None:
    match = at("aim")
    with pytest.raises((Unreadable, Illegal)):
        match.pick(RED, choice)


def test_an_option_of_another_ruleset_is_unreadable() -> None:
    stranger = HEALTHY.bind().by_key["hold"]
    with pytest.raises(Unreadable):
        at("aim").pick(RED, stranger)


# ---- forbidden


def test_an_illegal_order_is_told_all_reasons_and_what_would_be_legal() -> None:
    match = at("aim", red=PilotPosition(hand=[1, 2, 3], belts=0))
    with pytest.raises(Illegal) as caught:
        match.order(RED, "target:red")
    refusal = caught.value
    assert refusal.kind == "illegal"
    assert refusal.clauses == ("TOY-AIM-02", "TOY-FIRE-01")
    assert [reason.text for reason in refusal.reasons] == ["that is yourself", "no belt is left"]
    assert refusal.legal == ("hold",)
    assert str(refusal) == (
        "target:red is not legal: that is yourself; no belt is left [TOY-AIM-02, TOY-FIRE-01]\n  expected: one of hold"
    )


def test_an_illegal_order_without_a_reason_of_its_own_cites_the_phase() -> None:
    rules = with_decision("aim", why_not=lambda *_: ()).bind()
    with pytest.raises(Illegal) as caught:
        at("aim", rules).pick(RED, "target:red")
    assert caught.value.clauses == ("TOY-AIM-01",)
    assert [reason.text for reason in caught.value.reasons] == ["it is not among the options of this decision"]


def test_after_the_last_pick_every_other_one_comes_too_late() -> None:
    match = at("aim")
    match.pick(RED, "hold")
    with pytest.raises(NotNow, match="the order is complete") as caught:
        match.pick(RED, "target:blue")
    assert "take a pick back" in caught.value.remedy
    match.take_back(RED)
    match.pick(RED, "target:blue")


# ---- all or nothing

CHOICES = st.lists(st.sampled_from(["load:1", "load:2", "load:4", "done", "hold", "nonsense"]), max_size=5)


@given(CHOICES, CHOICES)
def test_an_order_is_taken_whole_or_leaves_the_draft_as_it_was(draft: list[str], choices: list[str]) -> None:
    match = at("load")
    for choice in draft:
        try_to(lambda choice=choice: match.pick(RED, choice))  # type: ignore[misc]
    before = everything(match)
    offered = match.options(RED)
    if try_to(lambda: match.order(RED, *choices)) is None:
        assert RED not in match.pending
        assert keys(match.picks(RED))[-1] == "done"
    else:
        assert everything(match) == before
        assert match.options(RED) == offered


def try_to(act: Callable[[], object]) -> Refusal | None:
    try:
        act()
    except Refusal as refusal:
        return refusal
    return None


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["pick", "take back", "seal", "order", "expire"]),
        st.sampled_from([RED, BLUE]),
        st.sampled_from(["done", "load:1", "load:2", "load:4", "hold", "?"]),
    ),
    max_size=25,
)


@given(STEPS)
@settings(max_examples=150)
def test_whatever_is_tried_what_is_sealed_stays_and_what_is_refused_changes_nothing(
    steps: list[tuple[str, int, str]],
) -> None:
    match = at("load")  # green never seals, so that the decision stays open
    kept: dict[int, tuple[Option, ...]] = {}
    for verb, seat, choice in steps:
        before = everything(match)
        verbs: dict[str, Callable[[], object]] = {
            "pick": lambda seat=seat, choice=choice: match.pick(seat, choice),  # type: ignore[misc]
            "take back": lambda seat=seat: match.take_back(seat),  # type: ignore[misc]
            "seal": lambda seat=seat: match.seal(seat),  # type: ignore[misc]
            "order": lambda seat=seat, choice=choice: match.order(seat, choice, "done"),  # type: ignore[misc]
            "expire": lambda seat=seat: match.expire(seat),  # type: ignore[misc]
        }
        refusal = try_to(verbs[verb])
        assert refusal is not None or seat not in kept, f"{verb} of a sealed seat was taken"
        assert refusal is None or everything(match) == before
        if seat not in match.pending:
            kept.setdefault(seat, match.picks(seat))
        assert {one: match.picks(one) for one in kept} == kept
        assert match.pending == tuple(one for one in (RED, BLUE, GREEN) if one not in kept)


# ---- time that runs out


def test_when_time_runs_out_the_declared_default_is_sealed_and_logged_as_such() -> None:
    match = at("load")
    shown = match.default(RED)
    assert keys(shown) == ["done"]
    match.expire(RED)
    assert match.picks(RED) == shown
    match.order(BLUE, "done")
    match.expire(GREEN)
    by_default = {event.facts["seat"]: event.facts.get("default") for event in events(match, "sealed", SPECTATOR)}
    assert by_default == {"red": True, "blue": None, "green": True}


def test_a_draft_is_completed_by_the_default() -> None:
    match = at("load")
    match.pick(RED, "load:2")
    assert keys(match.default(RED)) == ["load:2", "done"]
    match.expire(RED)
    assert keys(match.picks(RED)) == ["load:2", "done"]


def test_a_mark_of_default_does_not_stay_for_the_next_decision() -> None:
    match = at("aim")
    for seat in (RED, BLUE, GREEN):
        match.expire(seat)
    for seat in (RED, BLUE, GREEN):
        match.order(seat, "done")
    assert [event.facts.get("default") for event in events(match, "sealed")] == [True] * 3 + [None] * 3


def test_a_refused_order_by_default_leaves_no_mark() -> None:
    match = at("aim")
    with pytest.raises(Illegal):
        match.order(RED, "target:red", by_default=True)
    for seat in (RED, BLUE, GREEN):
        match.order(seat, "hold")
    assert all("default" not in event.facts for event in events(match, "sealed"))


def test_a_default_that_is_not_offered_is_the_rulesets_fault() -> None:
    rules = with_decision("aim", default=lambda state, seat, *_: state.rules.target[seat]).bind()
    match = at("aim", rules)
    for act in (match.default, match.expire):
        with pytest.raises(RulesetError, match="the default target:red is not offered"):
            act(RED)


def test_a_default_that_never_completes_is_found_out() -> None:
    with pytest.raises(RulesetError, match="comes after 10000 picks"):
        at("aim", with_decision("aim", picks=0).bind()).default(RED)


# ---- explaining


def test_an_option_is_explained_before_it_is_chosen() -> None:
    match = at("aim", red=PilotPosition(hand=[1], belts=2, loaded=[2, 4]))
    rows = [(row.label, row.value, row.clause) for row in match.explain(RED, "target:blue")]
    assert rows == [("belts left", 2, "TOY-FIRE-01"), ("cards", 6, "TOY-FIRE-02")]
    assert match.explain(RED, "hold") == ()


@pytest.mark.parametrize("verb", ["explain", "pick"])
def test_what_is_not_offered_is_not_explained_either(verb: str) -> None:
    told = with_decision("aim", explain=lambda state, *_: (Row("secret", state.pilots[1].belts, "TOY-SEC-01"),)).bind()
    match = at("aim", told)
    with pytest.raises(Illegal, match="that is yourself"):
        getattr(match, verb)(RED, "target:red")
    match.pick(RED, "hold")
    with pytest.raises(NotNow, match="the order is complete"):
        getattr(match, verb)(RED, "hold")


# ---- copies, imagined matches, listeners


@given(SEEDS, st.integers(0, 5))
@settings(max_examples=25)
def test_a_clone_goes_its_own_way(seed: int, decisions: int) -> None:
    walk = Walk(seed)
    match = Match.create(RULES, seed)
    for _ in range(decisions):
        walk.decide(match)
    walk.order(match, RED)
    before = everything(match)
    copy = match.clone(record=True)
    assert everything(copy) == before
    while copy.pending:
        walk.decide(copy)
    assert everything(match) == before
    assert copy.over


def test_a_clone_without_a_record_tells_nothing() -> None:
    match = Match.create(RULES, 1)
    copy = match.clone()
    Walk(1).decide(copy)
    assert copy.log(REFEREE) == []
    assert match.log(REFEREE) != []


def test_an_imagined_match_knows_nothing_of_others_orders_and_of_dice_to_come() -> None:
    match = at("aim")
    match.order(RED, "target:blue")
    match.pick(BLUE, "hold")
    imagined = match.imagine(BLUE, Chance.of(5))
    assert imagined.pending == (RED, BLUE, GREEN)
    assert keys(imagined.picks(BLUE)) == ["hold"]
    assert imagined.picks(RED) == ()
    assert imagined.seed is None
    assert imagined.commitments() == {}
    mine = match.imagine(RED, Chance.of(5))
    assert mine.pending == (BLUE, GREEN)
    assert keys(mine.picks(RED)) == ["target:blue"]


def test_listeners_hear_each_event_as_it_happens() -> None:
    heard: list[Event] = []
    match = Match.create(RULES, 1, listeners=(lambda _, event: heard.append(event),))
    later: list[Event] = []
    since = len(match.log(REFEREE))
    match.listen(lambda _, event: later.append(event))
    Walk(1).decide(match)
    assert heard == match.log(REFEREE)
    assert later == heard[since:]


def test_viewers_are_called_by_name() -> None:
    assert [viewer_called(RULES, name) for name in ("spectator", "referee", "blue")] == [SPECTATOR, REFEREE, BLUE]
    assert at("aim").view(SPECTATOR)["viewer"] == "spectator"
    assert at("aim").view(BLUE)["viewer"] == "blue"
    with pytest.raises(AerodromeError, match="there is no seat 'grey'"):
        viewer_called(RULES, "grey")


# ---- what a ruleset may not do


def test_a_match_cannot_stand_in_a_phase_that_is_not_there() -> None:
    with pytest.raises(AerodromeError, match="toy has no phase 'tea'") as caught:
        at("tea")
    assert caught.value.expected == "one of load, aim, shoot, refill, end"


@pytest.mark.parametrize("phase", ["aim", "shoot"])
def test_a_phase_goes_only_where_its_row_says(phase: str) -> None:
    phases = HEALTHY.phases
    lost = replace(phases.by_id[phase], resolve=lambda *_: "end")
    rules = HEALTHY.variant(phases=phases.replace(lost)).bind()
    match = at("aim", rules)
    with pytest.raises(RulesetError, match="it went on to 'end'") as caught:
        sealed(match, (RED, "hold"), (BLUE, "hold"), (GREEN, "hold"))
    assert caught.value.where == f"phase {phase}"


def test_a_circle_of_phases_that_ask_nobody_is_found_out() -> None:
    phases = HEALTHY.phases
    back = replace(phases.by_id["refill"], then=("shoot", "end"), resolve=lambda *_: "shoot")
    rules = HEALTHY.variant(phases=phases.replace(back)).bind()
    with pytest.raises(RulesetError, match="10000 phases in a row ask nobody"):
        sealed(at("aim", rules), (RED, "hold"), (BLUE, "hold"), (GREEN, "hold"))


@pytest.mark.parametrize("kind", ["sealed", "order", "revealed", "ended"])
def test_a_ruleset_cannot_tell_the_engines_events(kind: str) -> None:
    match = at("aim")
    with pytest.raises(RulesetError, match="are the engine's own"):
        match.umpire.tell(kind, "TOY-AIM-01")


def test_where_nobody_is_asked_a_phase_goes_on_by_itself() -> None:
    rules = with_phase("aim", decision=replace(AIM, asks=lambda _: ()), unasked="shoot")
    match = Match.create(rules.bind(), 1)
    for seat in (RED, BLUE, GREEN):
        match.order(seat, "done")
    assert match.phase.id == "load"
    assert match.decision == 2


# ---- the option table


def test_keys_say_what_an_option_means() -> None:
    assert option_key({"pass": True}) == "pass"
    assert option_key({"target": "blue", "burst": "medium"}) == "target:blue+burst:medium"


def test_two_options_may_not_mean_the_same() -> None:
    with pytest.raises(RulesetError, match="options listed twice: pass"):
        option_table([("pass", {"pass": True}), ("do nothing", {"pass": True}), ("go", {"go": True})])


def test_an_options_code_is_its_row() -> None:
    table = option_table([("a", {"a": True}), ("b", {"b": True})])
    assert [option.code for option in table] == [0, 1]
    assert str(table[1]) == "b"


def test_variants_of_a_ruleset_need_attributes_that_are_there() -> None:
    with pytest.raises(AerodromeError, match="a ruleset has no 'phasen'"):
        HEALTHY.variant(phasen=None)
    made: Ruleset[Any] = HEALTHY.variant(title="Other")
    assert (made.title, HEALTHY.title) == ("Other", "Toy")


# ---- what the ruleset answers


@pytest.mark.parametrize(
    ("result", "says"),
    [
        (None, "it is None, not a Result"),
        (Result("purple", {"red": 0.0, "blue": 0.0, "green": 0.0}, "TOY-END-01", "x"), "'purple' is no team"),
        (Result(None, {"red": 0.0}, "TOY-END-01", "x"), "it gives scores to red, not to red, blue, green"),
        (Result(None, {"red": nan, "blue": 0.0, "green": 0.0}, "TOY-END-01", "x"), "a score is not a finite number"),
        (Result(None, {"red": 0.0, "blue": 0.0, "green": 0.0}, "TOY-NO-01", "x"), "it cites 'TOY-NO-01'"),
    ],
)
def test_a_result_that_cannot_be_is_the_rulesets_fault(result: Any, says: str) -> None:
    class Wrong(Toy):
        def result(self, state: Any) -> Any:
            return result

    match = Match.create(Wrong().bind(options={"short": True}), 1)
    with pytest.raises(RulesetError, match=says):
        to_the_end(match)


def test_an_order_that_nobody_can_complete_is_the_rulesets_fault() -> None:
    match = Match.create(with_decision("aim", picks=2, options=lambda *_: ()).bind(), 1)
    while match.phase.id != "aim":
        Walk(1).decide(match)
    with pytest.raises(RulesetError, match="red is offered nothing after 0 of 2 picks"):
        match.options(RED)


@pytest.mark.parametrize("name", ["spectator", "referee", "you"])
def test_no_seat_has_the_name_of_a_viewer(name: str) -> None:
    with pytest.raises(ValueError, match=f"a seat cannot be called '{name}'"):
        SeatSpec(id=name)
