"""Match files: what was cut, changed, foreign or of another time is told so; what is whole comes back."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from aerodrome.chance import Seed
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.packs import DataPack
from aerodrome.record import Recording, chained, commitment_of, lines_of, load, migrated, save, verify
from aerodrome.ruleset import Options, Result, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.testing import Walk
from aerodrome.umpire import Umpire
from aerodrome.visibility import REFEREE, part, public
from toys import HEALTHY, Toy
from toys.healthy import Duel, ToyOptions, ToyRules

RED, BLUE, GREEN = range(3)


def find(name: str) -> Ruleset[Any]:
    if name != "toy":
        raise AerodromeError(f"unknown ruleset {name!r}")
    return HEALTHY


def fresh(seed: int = 1, *, short: bool = True) -> Match:
    source = Seed(Seed.of(seed).secret, (b"red", b"", b"green"))
    return Match.create(HEALTHY.bind(options={"short": short}), source, players=("Manfred", "Roy", "René"))


def finished(seed: int = 1) -> Match:
    match, walk = fresh(seed), Walk(seed)
    while match.pending:
        walk.decide(match)
    return match


def adjourned() -> Match:
    """Red has sealed, blue has drafted one card, green thinks."""
    match = fresh()
    match.order(RED, "done")
    match.pick(BLUE, match.options(BLUE)[-1])
    return match


@cache
def finished_lines() -> tuple[str, ...]:
    return tuple(lines_of(finished()))


def records(lines: Sequence[str]) -> list[dict[str, Any]]:
    return [{name: value for name, value in json.loads(line).items() if name != "chain"} for line in lines]


def written(folder: Path, lines: Sequence[str], end: str = "\n") -> Path:
    file = folder / "match.jsonl"
    file.write_bytes(("\n".join(lines) + end).encode(errors="surrogatepass"))
    return file


def forged(folder: Path, change: Callable[[list[dict[str, Any]]], object], lines: Sequence[str] = ()) -> Path:
    """A finished match with something changed and the chain made anew."""
    all_of_it = records(lines or finished_lines())
    change(all_of_it)
    return written(folder, chained(all_of_it))


def fault(act: Callable[[], object]) -> AerodromeError:
    with pytest.raises(AerodromeError) as caught:
        act()
    return caught.value


def failed(file: Path) -> dict[str, str]:
    return {check.name: check.detail for check in verify(file, find) if not check.holds}


# ---- coming back


def test_a_finished_match_verifies(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    save(finished(), file)
    checks = verify(file, find)
    assert [check.name for check in checks] == ["log", "seed", "seals", "dice and moves", "result"]
    assert failed(file) == {}
    details = {check.name: check.detail for check in checks}
    assert details["log"] == f"{len(finished_lines())} lines, unbroken"
    assert details["seals"] == "6 sealed orders open"
    assert details["dice and moves"] == f"{len(finished_lines()) - 2} events, the same when played again"


def test_an_adjourned_match_comes_back_with_what_was_sealed_and_what_was_drafted(tmp_path: Path) -> None:
    match = adjourned()
    file = tmp_path / "match.jsonl"
    save(match, file)
    again = load(file, find)
    assert again.pending == (BLUE, GREEN)
    assert [again.picks(seat) for seat in range(3)] == [
        tuple(again.rules.by_key[option.key] for option in match.picks(seat)) for seat in range(3)
    ]
    assert (again.digest(), again.players, again.decision) == (match.digest(), match.players, match.decision)
    assert again.commitments() == match.commitments()
    assert failed(file) == {"result": "the match is adjourned; it has no result yet"}


def test_a_match_that_comes_back_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    match = adjourned()
    save(match, tmp_path / "match.jsonl")
    again = load(tmp_path / "match.jsonl", find)
    for one in (match, again):
        walk = Walk(5)
        while one.pending:
            walk.decide(one)
    assert lines_of(again) == lines_of(match)


@pytest.mark.parametrize("decisions", range(6))
def test_a_match_comes_back_at_every_decision(tmp_path: Path, decisions: int) -> None:
    match, walk = fresh(short=False), Walk(3)
    for _ in range(decisions):
        walk.decide(match)
    match.expire(GREEN)
    save(match, tmp_path / "match.jsonl")
    assert lines_of(load(tmp_path / "match.jsonl", find)) == lines_of(match)


def test_a_default_is_a_default_still_when_it_comes_back(tmp_path: Path) -> None:
    match = fresh()
    for seat in range(3):
        match.expire(seat)
    save(match, tmp_path / "match.jsonl")
    again = load(tmp_path / "match.jsonl", find)
    marks = [event.facts.get("default") for event in again.log(REFEREE) if event.kind == "sealed"]
    assert marks == [True, True, True]


def test_a_default_that_was_sealed_before_the_adjournment_is_one_still(tmp_path: Path) -> None:
    match = fresh()
    match.expire(BLUE)
    match.order(RED, "done")
    save(match, tmp_path / "match.jsonl")
    again = load(tmp_path / "match.jsonl", find)
    assert again.defaulted == match.defaulted == (BLUE,)
    for one in (match, again):
        one.order(GREEN, "done")
        assert one.defaulted == ()
    assert lines_of(again) == lines_of(match)
    marks = {event.facts["seat"]: event.facts.get("default") for event in again.log(REFEREE) if event.kind == "sealed"}
    assert marks == {"red": None, "blue": True, "green": None}


def test_a_file_without_its_events_is_read_and_refused(tmp_path: Path) -> None:
    lines = records(lines_of(adjourned()))
    file = written(tmp_path, chained([lines[0], lines[-1]]))
    assert Recording.read(file).events == ()
    assert "0 events stand in the file" in fault(lambda: load(file, find)).what


def test_a_match_is_stepped_through_decision_by_decision(tmp_path: Path) -> None:
    recording = Recording.read(written(tmp_path, finished_lines()))
    rules = recording.rules(find)
    assert [step.phase.id for step in recording.steps(rules)] == ["load", "aim", "end"]
    assert recording.last(rules).result == finished().result


def test_a_match_without_a_record_cannot_be_saved(tmp_path: Path) -> None:
    match = Match.create(HEALTHY.bind(), 1, record=False)
    assert fault(lambda: save(match, tmp_path / "m")).what == "this match keeps no record and cannot be saved"
    assert not (tmp_path / "m").exists()


def test_a_finished_file_opens_its_seed(tmp_path: Path) -> None:
    recording = Recording.read(written(tmp_path, finished_lines()))
    assert recording.seed == finished().seed
    assert recording.header.commitment == commitment_of(finished())
    assert finished_lines()[0].count(recording.closing.secret) == 0


# ---- cut


@pytest.mark.parametrize("count", range(len(finished_lines())))
def test_a_file_that_is_cut_after_any_line_is_refused(tmp_path: Path, count: int) -> None:
    file = written(tmp_path, finished_lines()[:count], end="\n" if count else "")
    found = fault(lambda: Recording.read(file))
    assert "cut short" in found.what if count else found.what == "this is not a match file"
    assert [check.name for check in verify(file, find)] == ["log"]
    assert not verify(file, find)[0].holds


@given(st.integers(0, 10**9))
def test_a_file_that_is_cut_in_the_middle_of_a_line_is_refused(at: int) -> None:
    whole = ("\n".join(finished_lines()) + "\n").encode()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cut.jsonl"
        file.write_bytes(whole[: at % (len(whole) - 1)])
        assert "cut.jsonl" in str(fault(lambda: Recording.read(file)))


# ---- changed


def swapped(lines: list[str]) -> None:
    lines[3], lines[4] = lines[4], lines[3]


CHANGES: dict[str, Callable[[list[str]], object]] = {
    "a line is missing": lambda lines: lines.pop(3),
    "a line stands twice": lambda lines: lines.insert(3, lines[3]),
    "two lines are swapped": swapped,
    "a line is added at the end": lambda lines: lines.append(lines[-1]),
    "an empty line is added": lambda lines: lines.insert(3, ""),
    "a space is added": lambda lines: lines.__setitem__(3, lines[3] + " "),
    "a line break of another system": lambda lines: lines.__setitem__(3, lines[3] + "\r"),
    "other spacing": lambda lines: lines.__setitem__(3, json.dumps(json.loads(lines[3]), sort_keys=True)),
    "other order of names": lambda lines: lines.__setitem__(
        3, json.dumps(dict(reversed(json.loads(lines[3]).items())), separators=(",", ":"))
    ),
    "an escaped letter": lambda lines: lines.__setitem__(3, lines[3].replace("event", "\\u0065vent", 1)),
    "half a pair": lambda lines: lines.__setitem__(3, lines[3].replace('"rule":"', '"rule":"\\ud800', 1)),
    "no number": lambda lines: lines.__setitem__(3, lines[3].replace('"number":3', '"number":NaN', 1)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_file_is_refused_at_its_line(tmp_path: Path, change: str) -> None:
    lines = list(finished_lines())
    CHANGES[change](lines)
    assert lines != list(finished_lines())
    file = written(tmp_path, lines)
    found = fault(lambda: Recording.read(file))
    first = next(number for number, line in enumerate(lines, 1) if line not in finished_lines()[number - 1 : number])
    assert found.where == f"{file}:{first}"
    assert failed(file) == {"log": str(found)}


def test_forged_seals_are_found(tmp_path: Path) -> None:
    def other_order(lines: list[dict[str, Any]]) -> None:
        order = next(line for line in lines if line.get("kind") == "order")
        order["facts"]["picks"] = ["hold"]

    file = forged(tmp_path, other_order)
    line = next(number for number, text in enumerate(finished_lines(), 1) if '"kind":"order"' in text)
    assert failed(file)["seals"] == f"{file}:{line}: the order of red does not open its seal"
    says = failed(file)["dice and moves"]
    assert says.startswith(f"{file}:{line}: the order of red is refused: hold is not legal: cards are loaded now")


def test_a_forged_secret_is_found(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[-1].update(secret="0" * 64))
    found = failed(file)
    fault = "the secret of the last line does not open the commitment of the header, or the header was changed"
    assert found["seed"] == fault
    assert "dice and moves" in found


def test_forged_dice_are_found_and_named(tmp_path: Path) -> None:
    def better(lines: list[dict[str, Any]]) -> None:
        shot = next(line for line in lines if line.get("kind") == "dealt")
        shot["facts"]["belts"] = 9

    file = forged(tmp_path, better)
    assert "belts is 9, played again it is" in failed(file)["dice and moves"]
    assert failed(file)["result"] == "not reached"


HEADER: dict[str, Callable[[dict[str, Any]], object]] = {
    "players": lambda header: header.update(players=["Oswald", "Roy", "René"]),
    "packs": lambda header: header.update(packs=["late-war"]),
    "the title of a seat": lambda header: header["scenario"]["seats"][0].update(title="Baron"),
    "a team": lambda header: header["scenario"]["seats"][0].update(team="nobody"),
    "the setup": lambda header: header["scenario"].update(setup={"weather": "fair"}),
    "the clauses": lambda header: header["scenario"].update(clauses=["TOY-1"]),
    "the program": lambda header: header.update(aerodrome="9.9.9"),
}


@pytest.mark.parametrize("change", HEADER)
def test_a_header_that_is_forged_with_a_new_chain_is_found(tmp_path: Path, change: str) -> None:
    file = forged(tmp_path, lambda lines: HEADER[change](lines[0]))
    assert failed(file)["seed"].endswith("or the header was changed")
    assert str(file) in str(fault(lambda: load(file, find)))


def test_too_few_players_are_told(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[0].update(players=["Manfred"]))
    assert failed(file)["rules"].startswith(f"{file}:1 (players): it names 1 players for 3 seats")


def test_a_match_file_without_players_is_one(tmp_path: Path) -> None:
    save(Match.create(HEALTHY.bind(), 1), tmp_path / "match.jsonl")
    assert load(tmp_path / "match.jsonl", find).players == ()


def test_the_commitment_stays_when_another_program_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = adjourned()
    save(match, tmp_path / "match.jsonl")
    noted = commitment_of(match)
    monkeypatch.setattr("aerodrome.record.__version__", "9.9.9")
    assert commitment_of(load(tmp_path / "match.jsonl", find)) == noted
    assert commitment_of(adjourned()) != noted


def in_format_1(lines: list[dict[str, Any]]) -> None:
    lines[0].update(format=1, commitment=Seed.of(1).commitment)


def test_a_file_of_format_1_is_verified_by_its_own_commitment(tmp_path: Path) -> None:
    file = forged(tmp_path, in_format_1)
    checks = {check.name: check for check in verify(file, find)}
    assert all(check.holds for check in checks.values())
    assert checks["seed"].detail.endswith("which binds the dice alone (format 1)")
    assert load(file, find).result == finished().result


def test_the_verdict_names_the_commitment(tmp_path: Path) -> None:
    file = written(tmp_path, finished_lines())
    (seed,) = [check for check in verify(file, find) if check.name == "seed"]
    assert seed.commitment == commitment_of(finished())


def test_a_forged_result_is_not_taken_up(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[-1]["result"].update(winner="green"))
    assert "the result in the file is" in fault(lambda: load(file, find)).what


def test_forged_events_are_not_taken_up(tmp_path: Path) -> None:
    def better(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines if line.get("kind") == "dealt")["facts"]["belts"] = 9

    file = forged(tmp_path, better)
    assert "belts is 9, played again it is" in fault(lambda: load(file, find)).what


OPEN: dict[str, dict[str, Any]] = {
    "a seat that is not there has sealed": {"sealed": ["red", "zork"]},
    "a seat has sealed twice": {"sealed": ["red", "red"]},
    "a default that was not sealed": {"defaulted": ["blue"]},
    "another draft": {"picks": {"red": ["done"]}},
}


@pytest.mark.parametrize("change", OPEN)
def test_a_forged_open_decision_is_found(tmp_path: Path, change: str) -> None:
    file = forged(tmp_path, lambda lines: lines[-1].update(OPEN[change]), lines_of(adjourned()))
    assert set(failed(file)) & {"result", "dice and moves"}
    assert any(check.holds is False for check in verify(file, find))
    assert str(file) in str(fault(lambda: load(file, find)))


def test_a_draw_is_called_a_draw(tmp_path: Path) -> None:
    class Draws(Toy):
        def result(self, state: Duel) -> Result:
            return replace(super().result(state), winner=None, reason="nobody is better")

    match, walk = Match.create(Draws().bind(options={"short": True}), 1), Walk(1)
    while match.pending:
        walk.decide(match)
    save(match, tmp_path / "m.jsonl")
    assert verify(tmp_path / "m.jsonl", lambda _: Draws())[-1].detail == "a draw: nobody is better"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: "\ufeff" + text, "byte order mark"),
        (lambda text: text.replace("\n", "\r\n"), "CR LF"),
        (lambda text: text.replace('"Manfred"', '"\\u001b[2J"'), "a control character"),
    ],
)
def test_what_an_editor_does_to_a_file_is_told(tmp_path: Path, change: Callable[[str], str], says: str) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(change("\n".join(finished_lines()) + "\n").encode())
    found = fault(lambda: Recording.read(file))
    assert says in found.what
    assert found.where == f"{file}:1"


def test_a_forged_contribution_is_found(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[0]["contributions"].__setitem__(1, "ff"))
    assert "dice and moves" in failed(file)


def test_an_added_event_is_found(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines.insert(-1, {**lines[-2], "number": lines[-2]["number"] + 1}))
    assert "events stand in the file, playing it again gives" in failed(file)["dice and moves"]


def test_a_forged_result_is_found(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[-1]["result"].update(winner="green", reason="bribes"))
    assert failed(file)["result"].startswith("the result in the file is")


def test_a_forged_digest_is_found(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[-1].update(digest="0" * 64))
    assert failed(file) == {"result": "the digest of the final position is not that of the file"}
    assert "does not lead to the recorded match" in fault(lambda: load(file, find)).what


JUNK: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just([]) | st.just({}) | st.just([{}])
)


@given(st.data())
@settings(max_examples=150)
def test_whatever_is_forged_the_answer_is_a_verdict(data: st.DataObject) -> None:
    """Any value anywhere in a finished or an adjourned file, with a sound chain: never a crash, and no pass either."""
    lines = records(data.draw(st.sampled_from([finished_lines(), tuple(lines_of(adjourned()))])))
    before = deepcopy(lines)
    holder: Any = lines
    place: Any = data.draw(st.integers(0, len(lines) - 1))
    while isinstance(holder[place], (dict, list)) and holder[place] and data.draw(st.integers(0, 3)):
        holder = holder[place]
        place = data.draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
    holder[place] = data.draw(JUNK)
    if lines == before or not all(isinstance(line, dict) for line in lines):
        return
    with tempfile.TemporaryDirectory() as folder:
        passes = all(check.holds for check in verify(written(Path(folder), chained(lines)), find))
    assert not passes


# ---- foreign


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\n", b"\n\n\n", b"title: Dr.I\nruleset: toy\nclauses: []\n", b"[]\n[]\n[]\n", b"1\n2\n3\n"),
        *(b'{"record": "event"}\n{}\n{}\n', b'{"record": []}\n{}\n{}\n', b"{}\n{}\n{}\n", b"\xff\xfe\x00a\nb\nc\n"),
        *(b"\x1f\x8b\x08\x00", b'{"record":"header"}\n{}\n{}\n', b"[" * 100_000 + b"\n\n\n"),
    ],
    ids=range(13),
)
def test_what_is_no_match_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "foreign"
    file.write_bytes(content)
    assert str(file) in str(fault(lambda: Recording.read(file)))
    assert [check.name for check in verify(file, find)] == ["log"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert fault(lambda: load(tmp_path / "none", find)).what == "there is no such file"


@pytest.mark.parametrize("kind", ["header", "remark", [], {}, None, 1])
def test_a_line_of_another_kind_is_refused(tmp_path: Path, kind: object) -> None:
    file = forged(tmp_path, lambda lines: lines[2].update(record=kind))
    assert f"{file}:3" in str(fault(lambda: Recording.read(file)))


# ---- of another time


def test_a_file_of_a_format_to_come_says_so(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[0].update(format=3, weather="fair"))
    found = fault(lambda: load(file, find))
    assert found.what == "the file has format 3, this Aerodrome reads up to 2"
    assert (found.where, found.remedy) == (f"{file}:1", "update Aerodrome")


def test_another_version_is_told_in_words(tmp_path: Path) -> None:
    later = HEALTHY.variant(version="2.0")
    file = written(tmp_path, finished_lines())
    found = fault(lambda: load(file, lambda _: later))
    assert found.what == "it was played by version 1.0 of toy, this is version 2.0"
    assert "rules" in {check.name: check for check in verify(file, lambda _: later) if not check.holds}


def test_other_data_are_told_in_words(tmp_path: Path) -> None:
    class Heavier(Toy):
        def prepare(self, scenario: Scenario, options: Any, packs: Sequence[DataPack]) -> ToyRules:
            rules = super().prepare(scenario, options, packs)
            rules.data_digest = "f" * 64
            return rules

    file = written(tmp_path, finished_lines())
    found = fault(lambda: load(file, lambda _: Heavier()))
    assert found.what.startswith("it was played by other data than are in force now (digest ")
    assert "ffffffffffff" in found.what
    assert found.remedy == "name the same data packs with --data"


def test_the_data_packs_that_are_missing_are_named(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[0].update(packs=["late-war"], data="0" * 64))
    assert "with the data packs late-war by other data" in fault(lambda: load(file, find)).what


def test_a_ruleset_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = forged(tmp_path, lambda lines: lines[0].update(ruleset="chess"))
    assert fault(lambda: load(file, find)).what == "unknown ruleset 'chess'"
    assert failed(file)["rules"] == "unknown ruleset 'chess'"


# ---- migration


@part
class WeatherDuel(Duel):
    weather: str = public(default="fair")


class WeatherOptions(Options):
    rounds: int = Field(default=3)
    fog: bool = False


class Toy2(Toy):
    """The next version: an option has another name, there is a new one, and the table shows the weather."""

    version = "2.0"
    options_model = WeatherOptions  # type: ignore[assignment]

    def prepare(self, scenario: Scenario, options: Any, packs: Sequence[DataPack]) -> ToyRules:
        rules = super().prepare(scenario, ToyOptions(short=options.rounds == 1), packs)
        rules.options = options
        return rules

    def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
        duel = super().setup(rules, umpire)
        return WeatherDuel(rules, duel.pilots, duel.deck)

    def migrate(self, version: str, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        header = records[0]
        short = header["options"].pop("short")
        header["options"]["rounds"] = 1 if short else 3
        header["version"] = self.version
        return records


def test_a_file_of_an_older_version_is_migrated_and_played_on(tmp_path: Path) -> None:
    for match in (adjourned(), finished()):
        file = tmp_path / "old.jsonl"
        save(match, file)
        again = load(file, lambda _: Toy2())
        assert again.rules.options.written() == {"rounds": 1, "fog": False}
        assert again.pending == match.pending
        assert (again.result and again.result.to_json()) == (match.result and match.result.to_json())
        assert again.view(RED)["state"]["weather"] == "fair"
        save(again, tmp_path / "new.jsonl")
        assert lines_of(load(tmp_path / "new.jsonl", lambda _: Toy2())) == lines_of(again)


def test_a_file_of_this_version_is_not_migrated(tmp_path: Path) -> None:
    recording = Recording.read(written(tmp_path, finished_lines()))
    assert migrated(recording, find) is recording


def test_a_migration_that_leaves_no_match_file_is_refused(tmp_path: Path) -> None:
    class Sloppy(Toy2):
        def migrate(self, version: str, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
            del records[0]["players"]
            return records

    file = written(tmp_path, finished_lines())
    assert "(players): this is missing" in str(fault(lambda: load(file, lambda _: Sloppy())))
