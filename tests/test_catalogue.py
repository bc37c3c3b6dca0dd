"""The rule catalogue, the register of aircraft, and what is generated from the models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aerodrome import schemas
from aerodrome.aircraft import aircraft, register
from aerodrome.catalogue import Catalogue
from aerodrome.documents import Document
from aerodrome.errors import AerodromeError, Illegal, NotNow, Reason, Unreadable
from aerodrome.scenarios import Scenario
from toys import HEALTHY

CATALOGUE = """\
ruleset: toy
title: Toy
designer: somebody
clauses:
  - id: TOY-TAIL-03
    title: Tailing
    scope: core
    section: 7.2
    rule: >
      Who tails
      sees.
  - {id: TOY-ALT-01, title: Altitude, scope: "option:altitude", section: A, rule: One may climb., ruling: Or not.}
  - {id: TOY-TAIL-01, title: More, scope: core, section: "7", rule: More.}
"""


def load(tmp_path: Path, text: str) -> Catalogue:
    file = tmp_path / "catalogue.yaml"
    file.write_text(text)
    return Catalogue.load(file)


def fault(tmp_path: Path, text: str) -> str:
    with pytest.raises(AerodromeError) as caught:
        load(tmp_path, text)
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_clauses_stand_in_the_order_of_the_rulebook(tmp_path: Path) -> None:
    catalogue = load(tmp_path, CATALOGUE.replace("section: 7.2", 'section: "7.2"'))
    assert [clause.id for clause in catalogue] == ["TOY-TAIL-03", "TOY-ALT-01", "TOY-TAIL-01"]
    assert len(catalogue) == 3
    assert catalogue["TOY-TAIL-03"].rule == "Who tails sees."
    assert catalogue["TOY-ALT-01"].ruling == "Or not."
    assert catalogue.scopes() == {"core": ["TOY-TAIL-03", "TOY-TAIL-01"], "option:altitude": ["TOY-ALT-01"]}
    assert catalogue.reference == {"designer": "somebody"}


def test_a_clause_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    catalogue = load(tmp_path, CATALOGUE.replace("section: 7.2", 'section: "7.2"'))
    assert "TOY-TAIL-01" in catalogue
    assert "TOY-TAIL-02" not in catalogue
    with pytest.raises(AerodromeError, match="toy has no clause 'TOY-TAIL-02'") as caught:
        catalogue["TOY-TAIL-02"]
    assert caught.value.remedy == "list them with: aerodrome rules toy"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("", "", "catalogue.yaml:8 (clauses.0.section): this should be text, not 7.2"),
        ("id: TOY-TAIL-01", "id: TOY-TAIL-03", "catalogue.yaml:13 (clauses.2.id): clause TOY-TAIL-03 stands twice"),
        ("id: TOY-TAIL-01", "id: tail-1", "catalogue.yaml:13 (clauses.2.id): string should match pattern"),
        ("scope: core, s", "scope: sometimes, s", "catalogue.yaml:13 (clauses.2.scope): string should match pattern"),
        ("title: More, ", "", "catalogue.yaml:13 (clauses.2.title): this is missing"),
        ("rule: More.", "rule: More., page: 3", "catalogue.yaml:13 (clauses.2.page): there is no such field"),
        ("ruleset: toy\n", "", "catalogue.yaml:1 (ruleset): this is missing"),
    ],
)
def test_a_fault_in_a_catalogue_is_pointed_at(tmp_path: Path, old: str, new: str, says: str) -> None:
    sound = CATALOGUE.replace("section: 7.2", 'section: "7.2"') if old else CATALOGUE
    assert says in fault(tmp_path, sound.replace(old, new, 1))


# ---- refusals


def test_a_refusal_says_what_where_why_and_what_to_do() -> None:
    error = AerodromeError("it is wrong", where="f.yaml:3 (a.b)", expected="something else", remedy="change it")
    assert str(error) == "f.yaml:3 (a.b): it is wrong\n  expected: something else\n  to mend it: change it"
    assert str(AerodromeError("it is wrong")) == "it is wrong"


def test_the_kinds_of_refusal_are_told_apart() -> None:
    illegal = Illegal("fire", [Reason("T-1", "too far"), Reason("T-2", "jammed"), Reason("T-1", "too low")], ["pass"])
    assert illegal.clauses == ("T-1", "T-2")
    assert str(illegal) == "fire is not legal: too far; jammed; too low [T-1, T-2]\n  expected: one of pass"
    assert str(illegal.reasons[0]) == "too far [T-1]"
    assert (NotNow("late", clause="T-3").clauses, str(NotNow("late", clause="T-3"))) == (("T-3",), "late [T-3]")
    assert [kind.kind for kind in (Unreadable, NotNow, Illegal)] == ["unreadable", "not now", "illegal"]


# ---- scenarios


def scenario(**changes: Any) -> Scenario:
    usual = {"id": "duel", "ruleset": "toy", "title": "Duel", "seats": [{"id": "red"}, {"id": "blue"}]}
    return Scenario.read(Document("s.yaml", {**usual, **changes}))


def test_a_seat_is_its_own_team_unless_it_says_otherwise() -> None:
    seats = scenario(seats=[{"id": "red"}, {"id": "blue", "team": "entente"}]).seats
    assert [seat.side for seat in seats] == ["red", "entente"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seats": []}, "s.yaml (seats): "),
        ({"seats": [{"id": "red"}, {"id": "red"}]}, "two seats share an id"),
        ({"seats": [{"id": "Red Baron"}]}, "s.yaml (seats.0.id): string should match pattern"),
        ({"weather": "fair"}, "s.yaml (weather): there is no such field"),
    ],
)
def test_a_fault_in_a_scenario_is_pointed_at(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(AerodromeError) as caught:
        scenario(**changes)
    assert says in str(caught.value)


# ---- aircraft


def test_an_aircraft_has_one_id_in_every_ruleset() -> None:
    assert aircraft("fokker-dr-i").wings == 3
    assert all(name == row.id and row.source for name, row in register().items())
    with pytest.raises(AerodromeError, match="the register has no aircraft 'fokker-dr-9'"):
        aircraft("fokker-dr-9")


# ---- schemas


def test_schemas_are_written_when_they_are_stale(tmp_path: Path) -> None:
    names = {f"{name}.json" for name in schemas.models([HEALTHY])}
    assert {"situation.json", "match.header.json", "toy.options.json", "toy.position.json"} <= names
    assert set(schemas.write(tmp_path, [HEALTHY])) == names
    assert schemas.stale(tmp_path, [HEALTHY]) == []
    (tmp_path / "toy.options.json").write_text("{}")
    (tmp_path / "situation.json").unlink()
    assert schemas.write(tmp_path, [HEALTHY]) == ["situation.json", "toy.options.json"]
    schema = json.loads((tmp_path / "toy.situation.json").read_text())
    assert schema["$id"] == "aerodrome/toy.situation"
    assert "ToyPosition" in json.dumps(schema)
