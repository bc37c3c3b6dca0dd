"""Blue Max, audited: what others may see of a plane, field by field, and who is asked."""

from __future__ import annotations

import random
from typing import Any

import pytest

from aerodrome.chance import Chance, Seed
from aerodrome.match import Match
from aerodrome.visibility import SPECTATOR
from aerodrome_blue_max import combat, planning, recovery
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.ruleset import BlueMaxRuleset

RULESET = BlueMaxRuleset()
clause = pytest.mark.clause

ON_THE_TABLE = {
    "id", "seat", "side", "model", "number", "open", "pose", "level", "performed", "revealed", "tails", "victims",
    "spinning", "doomed", "stalled", "flame", "observer_killed", "aim", "rear_aim", "recovery_roll", "doubt",
    "rear_doubt", "due", "due_round", "burned", "hits", "lost",
}  # fmt: skip
"""What everybody may know of a plane in play (BM-SECR-05, BM-SECR-13 to BM-SECR-18, BM-SECR-21)."""

ASKED = {
    "planning": planning.planners,
    "combat": combat.pilots,
    "combat-observers": combat.observers,
    "recovery-observers": recovery.observers,
    "recovery": recovery.pilots,
}


def bound(scenario: str, **options: Any) -> BlueMaxRules:
    rules = RULESET.bind(scenario, {name.replace("_", "-"): value for name, value in options.items()})
    assert isinstance(rules, BlueMaxRules)
    return rules


def at(rules: BlueMaxRules, position: dict[str, Any], seed: int = 0) -> Match:
    written = RULESET.position_model.model_validate(position)
    return Match.at_position(rules, written, Chance.of(seed), Seed.of(seed))


TAILED = {
    "phase": "tailing",
    "planes": {
        "central-1": {"at": "0812", "facing": 0, "last": "2S2", "level": 4},
        "central-2": {"at": "0101", "facing": 3},
        "allies-1": {"at": "0810", "facing": 0, "last": "3S3", "level": 4},
        "allies-2": {"at": "1520", "facing": 0},
        "allies-3": {"at": "1501", "facing": 3},
    },
}


@clause("BM-SECR-01", "BM-SECR-02", "BM-SECR-03", "BM-SECR-06", "BM-SECR-07", "BM-SECR-08", "BM-SECR-09", "BM-SECR-10")
def test_others_see_the_table_and_a_tailer_one_card_more() -> None:
    match = at(bound("three-on-two", altitude=True, fuel=True, lewis=True, observer=True), TAILED)
    for seat, order in (("allies-1", "14L3+token:dive"), ("allies-2", "2S2+token:stable"),
                        ("allies-3", "2S2+token:stable"), ("central-2", "2S2+token:stable")):  # fmt: skip
        match.order(match.rules.seats.index(seat), f"maneuver:{order}")
    for viewer in (*range(5), SPECTATOR):
        name = "spectator" if viewer == SPECTATOR else match.rules.seats[viewer]
        for other, plane in match.view(viewer)["state"]["planes"].items():
            if other == name:
                continue
            told = {"shown"} if (name, other) == ("central-1", "allies-1") else set()
            committed = set() if other in match.rules.seats and not plane["revealed"] else {"written", "token"}
            assert set(plane) == ON_THE_TABLE | told | committed
    shown = match.view(match.rules.seats.index("central-1"))["state"]["planes"]["allies-1"]["shown"]
    assert shown == {"direction": "L", "level": 3}
    told_to = [event for event in match.log(match.rules.seats.index("central-1")) if event.kind == "shown"]
    assert [dict(event.facts) for event in told_to] == [{"seat": "allies-1", "direction": "L", "level": 3}]


def _close(rules: BlueMaxRules, choose: random.Random, seed: int) -> Match:
    """A match in which all planes stand close to each other."""
    columns = choose.sample(range(5, 11), len(rules.seats))
    planes = {
        name: {"at": f"{column:02}{choose.randrange(9, 13):02}", "facing": choose.randrange(6), "last": "2S2"}
        for name, column in zip(rules.seats, columns, strict=True)
    }
    return at(rules, {"phase": "tailing", "planes": planes}, seed)


@clause("BM-SECR-25", "BM-SECR-01")
def test_who_is_asked_follows_from_what_is_public() -> None:
    """Whatever a seat may imagine of the other sheets, the same seats are asked."""
    choose = random.Random(25)
    seen: set[str] = set()
    for seed in range(12):
        match = _close(bound("dawn-patrol", fuel=True), choose, seed)
        for _ in range(60):
            if not match.pending:
                break
            asked = ASKED.get(match.phase.id)
            if asked is not None:
                seen.add(match.phase.id)
                viewer = choose.randrange(6)
                imagined = match.imagine(viewer, Chance.of(choose.randrange(1000)))
                assert asked(imagined.state) == asked(match.state)
                assert imagined.view(viewer) == match.view(viewer)
            for seat in match.pending:
                options = match.options(seat)
                wanted = [o for o in options if "target" in o.facts or o.facts.get("maneuver") in ("2S2", "8L2", "8R2")]
                match.order(seat, choose.choice(wanted or options))
    assert seen == set(ASKED)


def test_a_roll_is_told_with_what_it_led_to() -> None:
    planes = {
        "central": {"at": "0812", "facing": 0, "last": "1S1", "stalled": True, "flame": "fire"},
        "allies": {"at": "0821", "facing": 0},
    }
    match = Match.at_position(
        bound("duel"),
        RULESET.position_model.model_validate({"phase": "accidents", "planes": planes}),
        Chance.scripted(["B-16", 4, 5]),
        Seed.of(0),
    )
    told = [RULESET.say(match.rules, event) for event in match.log(SPECTATOR)]
    assert "Central Powers burns and rolls 4. It burns on." in told
    assert "Central Powers rolls 5 in its stall. It begins to spin." in told
