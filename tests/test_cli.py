"""The command line: what it prints, and that bad input ends in one message and exit code 2."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aerodrome import cli, record
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from cli_runs import BOTS, ROOT, answers, loaded, rechained, run, watched

pytestmark = pytest.mark.usefixtures("in_the_root")


# ---- what it does


def test_rulesets_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rulesets", "--json")
    (row,) = [row for row in json.loads(out) if row["id"] == "dogfight"]
    assert code == 0
    assert row["seats"] == [2]
    assert row["options"] == ["ten-point"]
    assert row["clauses"] == len(Plugins.load().ruleset("dogfight").catalogue)
    assert row["plugin"] == "dogfight"


def test_every_listing_has_a_table_too(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, word in [
        (["rulesets"], "DogFight"),
        (["plugins"], "aerodrome_bots"),
        (["rules", "dogfight"], "DF-TIE-02"),
        (["rules", "dogfight", "DF-TIE-02"], "Tie passes the initiative"),
        (["phases", "dogfight"], "firepower-window"),
    ]:
        code, out, _ = run(capsys, *arguments)
        assert code == 0
        assert word in out


def test_phases_as_mermaid(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "phases", "dogfight", "--mermaid")
    assert code == 0
    assert out.startswith("stateDiagram-v2")
    assert "speed_window --> place" in out


def test_play_prints_its_result_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *BOTS, "--seed", "1", "--json")
    result = json.loads(out)
    assert code == 0
    assert result["winner"] in ("entente", "central", None)
    assert set(result["scores"]) == {"entente", "central"}
    assert result["rounds"] > 3
    assert result["decisions"] > 10
    assert len(result["digest"]) == 64


def test_the_same_seed_gives_the_same_bytes(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = tmp_path / "again.jsonl"
    run(capsys, *BOTS, "--seed", "1", "--save", str(again))
    assert again.read_bytes() == saved.read_bytes()
    assert run(capsys, "verify", str(saved))[0] == 0


def test_another_seed_or_none_gives_another_match(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, extra in (("2", ["--seed", "2"]), ("none", [])):
        other = tmp_path / name
        assert run(capsys, *BOTS, *extra, "--save", str(other))[0] == 0
        assert other.read_bytes() != saved.read_bytes()
        assert run(capsys, "verify", str(other))[0] == 0


def test_any_changed_character_is_found(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = saved.read_text(encoding="utf-8")
    for at in range(3, len(text), len(text) // 60):
        for new in "0x":
            if text[at] != new:
                saved.write_text(text[:at] + new + text[at + 1 :], encoding="utf-8")
                code, _, err = run(capsys, "verify", str(saved))
                assert code == 2, f"character {at}: {text[at]!r} as {new!r}"
                assert "does not check" in err


def test_a_person_plays_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.jsonl"
    answers(monkeypatch, ["?", "e 1", "l", "b", "nonsense", *["1"] * 500])
    code, out, _ = run(capsys, "play", "dogfight", "--seed", "3", "--save", str(file))
    assert code == 0
    assert "Refused" in out
    assert "lists the options again" in out
    assert run(capsys, "verify", str(file))[0] == 0


def test_who_breaks_off_is_told_on_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is said last stands below the prompt, not on it."""
    for ending in (KeyboardInterrupt, EOFError):

        def answer(prompt: str = "", ending: type[BaseException] = ending) -> str:
            print(prompt, end="")
            raise ending

        monkeypatch.setattr("builtins.input", answer)
        assert run(capsys, "play", "dogfight", "--seed", "3")[1].endswith("> \n")


def test_a_match_that_is_kept_says_how_to_check_it_in_a_line_that_can_be_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.jsonl"
    out = run(capsys, *BOTS, "--seed", "1", "--save", str(file))[1]
    assert out.endswith(f"Kept in {file}; check it with:\n  aerodrome verify {file}\n")


def test_who_leaves_is_told_how_to_go_on_with_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, ["q"])
    kept, picture = tmp_path / "m.jsonl", tmp_path / "t.svg"
    _, out, err = run(capsys, "play", "dogfight", "--seed", "3", "--save", str(kept), "--svg", str(picture))
    assert f"aerodrome play --resume {kept} --svg {picture}" in out + err


def test_a_match_left_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.jsonl"
    answers(monkeypatch, ["1", "1", "q"])
    code, out, err = run(capsys, "play", "dogfight", "--seed", "3", "--save", str(file))
    assert (code, err) == (0, "")
    assert f"  aerodrome play --resume {file}\n" in out
    before = record.Recording.read(file)
    answers(monkeypatch, ["1"] * 500)
    assert run(capsys, "play", "--resume", str(file))[0] == 0
    after = record.Recording.read(file)
    assert after.lines[: len(before.lines) - 1] == before.lines[:-1]
    assert run(capsys, "verify", str(file))[0] == 0


def test_two_people_hide_the_screen_from_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prompts: list[str] = []

    def answer(prompt: str = "") -> str:
        prompts.append(prompt)
        return "1"

    monkeypatch.setattr("builtins.input", answer)
    code, _, _ = run(capsys, "play", "dogfight", "--seat", "you", "--seat", "you", "--seed", "5")
    assert code == 0
    assert any("Central Powers, take the screen" in prompt for prompt in prompts)
    assert any("Entente, take the screen" in prompt for prompt in prompts)


def test_without_a_ruleset_it_asks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    names = sorted(Plugins.load().rulesets)
    answers(monkeypatch, [str(names.index("dogfight") + 1), *["1"] * 500])
    code, out, _ = run(capsys, "play", "--seed", "3")
    assert code == 0
    assert "Which game?" in out


def test_replay_shows_a_seat_only_what_it_saw(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = {}
    for viewer in ("entente", "central", "spectator", "referee"):
        code, out, _ = run(capsys, "replay", str(saved), "--as", viewer, "--json")
        assert code == 0
        assert ("Entente, in secret: You draw " in out) == ("Central Powers, in secret: You draw " in out)
        assert ("Entente, in secret: You draw " in out) == (viewer == "referee")
        steps = json.loads(out)
        hands[viewer] = [
            sorted(n for n, p in step["view"]["state"]["players"].items() if "hand" in p) for step in steps
        ]
    assert set(map(tuple, hands["entente"])) == {("entente",)}
    assert set(map(tuple, hands["central"])) == {("central",)}
    assert set(map(tuple, hands["spectator"])) == {()}
    assert set(map(tuple, hands["referee"])) == {("central", "entente")}


def test_replay_draws_pictures_and_a_page(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "replay", str(saved), "--svg", str(tmp_path / "pictures"))[0] == 0
    pictures = sorted((tmp_path / "pictures").glob("*.svg"))
    assert len(pictures) > 10
    assert pictures[0].read_text(encoding="utf-8").startswith("<svg")
    page = tmp_path / "match.html"
    assert run(capsys, "replay", str(saved), "--as", "entente", "--html", str(page))[0] == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == len(pictures)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_replay_prints_sentences(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", str(saved))
    assert code == 0
    assert "DF-FIGHT-04" in out
    assert "You draw" not in out


def test_an_unfinished_match_is_not_shown_to_a_referee(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.jsonl"
    answers(monkeypatch, ["1", "q"])
    run(capsys, "play", "dogfight", "--save", str(file))
    assert run(capsys, "replay", str(file), "--as", "referee")[0] == 2
    code, _, err = run(capsys, "verify", str(file))
    assert code == 2
    assert "the match is not over" in err


def test_validate_says_what_a_file_is(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    situation = next((ROOT / "examples/situations/dogfight").glob("*.yaml"))
    catalogue = ROOT / "plugins/aerodrome_dogfight/catalogue.yaml"
    table = ROOT / "plugins/aerodrome_dogfight/data/cards.csv"
    code, out, _ = run(
        capsys, "validate", str(saved), str(situation), str(catalogue), str(table), "--ruleset", "dogfight", "--json"
    )
    assert code == 0
    said = [row["is"].split()[1] for row in json.loads(out)]
    assert said == ["match", "situation", "catalogue", "cards.csv"]


def test_schemas_are_up_to_date(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "schemas", "--check")[0] == 0
    code, out, _ = run(capsys, "schemas", "--check", "--folder", str(tmp_path))
    assert code == 1
    assert "stale: situation.json" in out
    assert run(capsys, "schemas", "--folder", str(tmp_path))[0] == 0
    assert run(capsys, "schemas", "--check", "--folder", str(tmp_path))[0] == 0


def test_a_situation_that_differs_exits_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(
        "title: T\nruleset: dogfight\nclauses: [DF-SETUP-03]\nexpect: {state: {players.entente.deck_count: 14}}\n"
    )
    code, out, _ = run(capsys, "situation", str(file))
    assert code == 1
    assert "players.entente.deck_count is 15, expected 14" in out


def test_coverage_has_no_gap_in_core_setup_and_secrecy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "rules", "dogfight", "--coverage", "--json", "--tests", str(tmp_path))
    report = json.loads(out)
    assert code == 0
    assert set(report) == {"ruleset", "by_scope", "uncovered"}
    assert set(report["by_scope"]) == {"setup", "core", "secrecy", "component"}
    counted = sum(scope["clauses"] - scope["covered"] for scope in report["by_scope"].values())
    assert counted == len(report["uncovered"])


# ---- keeping a match


def test_a_file_that_is_there_is_written_over_only_by_force(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = saved.read_bytes()
    code, _, err = run(capsys, *BOTS, "--seed", "2", "--save", str(saved))
    assert code == 2
    assert "there is such a file already" in err
    assert saved.read_bytes() == before
    assert run(capsys, *BOTS, "--seed", "2", "--save", str(saved), "--force")[0] == 0
    assert saved.read_bytes() != before
    assert "--force goes with --save" in run(capsys, *BOTS, "--force")[2]


@pytest.mark.parametrize(
    ("place", "says"),
    [("none/m.jsonl", "there is no folder"), ("", "it is a folder"), (os.devnull, "not a regular file")],
)
def test_a_bad_place_is_told_before_the_first_question(
    place: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked: list[str] = []

    def answer(prompt: str = "") -> str:
        asked.append(prompt)
        return "q"

    monkeypatch.setattr("builtins.input", answer)
    code, _, err = run(capsys, "play", "dogfight", "--save", place)
    assert code == 2
    assert says in err
    assert asked == []


def test_the_match_is_kept_before_the_first_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.jsonl"

    def answer(prompt: str = "") -> str:
        assert file.exists()
        return "Q"

    monkeypatch.setattr("builtins.input", answer)
    assert run(capsys, "play", "dogfight", "--save", str(file))[0] == 0
    assert run(capsys, "play", "--resume", str(file))[0] == 0


def test_who_leaves_a_campaign_is_told_how_to_go_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "spring.jsonl"
    assert run(capsys, "campaign", "new", str(file), "--seat", "you", "--seat", "random", "--seed", "3")[0] == 0
    for _ in range(2):
        answers(monkeypatch, ["q"])
        code, out, err = run(capsys, "campaign", "play", str(file))
        assert (code, err) == (0, "")
        assert f"  aerodrome campaign play {file}\n" in out


def test_a_campaign_is_played_beside_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, picture = tmp_path / "spring.jsonl", tmp_path / "table.html"
    assert run(capsys, "campaign", "new", str(file), "--seat", "you", "--seat", "random", "--seed", "3")[0] == 0
    seen = watched(monkeypatch, picture, ["1", "q"])
    code, out, err = run(capsys, "campaign", "play", str(file), "--svg", str(picture))
    assert (code, err) == (0, "")
    assert f"  aerodrome campaign play {file} --svg {picture}\n" in out
    assert len(seen) == 2
    assert all("<svg" in text and 'http-equiv="refresh"' in text for _, text in seen)


def test_a_month_of_bots_leaves_the_picture_of_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, picture = tmp_path / "spring.jsonl", tmp_path / "table.html"
    run(capsys, "campaign", "new", str(file), "--seat", "random", "--seat", "random", "--seed", "3")
    assert run(capsys, "campaign", "play", str(file), "--svg", str(picture))[0] == 0
    text = picture.read_text(encoding="utf-8")
    assert "<svg" in text
    assert "refresh" not in text


def test_a_picture_is_not_drawn_over_a_campaign(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "spring.svg"
    run(capsys, "campaign", "new", str(file), "--seat", "random", "--seat", "random", "--seed", "3")
    before = file.read_bytes()
    code, _, err = run(capsys, "campaign", "play", str(file), "--svg", str(file))
    assert code == 2
    assert "over what is kept there" in err
    assert file.read_bytes() == before


def test_of_two_runs_on_one_match_file_one_goes_on_and_the_other_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was written by the run that goes on stays."""
    file = tmp_path / "m.jsonl"
    kept: list[bytes] = []

    def first(prompt: str = "") -> str:
        """Whoever began plays on after somebody else has picked something."""
        if not kept:
            answers(monkeypatch, ["1", "q"])
            assert cli.run(["play", "--resume", str(file)]) == 0
            kept.append(file.read_bytes())
            monkeypatch.setattr("builtins.input", first)
        return "1"

    monkeypatch.setattr("builtins.input", first)
    code, _, err = run(
        capsys, "play", "dogfight", "--seed", "2", "--seat", "you", "--seat", "random", "--save", str(file)
    )
    assert code == 2
    assert f"{file}: another run went on with this match; its file is left as it is" in err
    assert f"aerodrome play --resume {file}" in err
    assert file.read_bytes() == kept[0]


def test_a_match_file_that_is_gone_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.jsonl"

    def answer(prompt: str = "") -> str:
        file.unlink()
        return "q"

    monkeypatch.setattr("builtins.input", answer)
    assert run(capsys, "play", "dogfight", "--save", str(file))[0] == 0
    assert file.is_file()


def test_an_interrupt_keeps_the_match_and_exits_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    file = tmp_path / "m.jsonl"
    code, _, err = run(capsys, "play", "dogfight", "--save", str(file))
    assert code == 2
    assert f"interrupted; the match is kept in {file}" in err
    code, _, err = run(capsys, "play", "dogfight")
    assert code == 2
    assert "interrupted; the match was not kept" in err


def test_a_match_that_is_over_is_not_gone_on_with(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = saved.stat().st_mtime_ns
    code, out, _ = run(capsys, "play", "--resume", str(saved), "--save", str(tmp_path / "other"))
    assert code == 0
    assert "is over; there is nothing to go on with" in out
    assert "Winner: " in out
    assert saved.stat().st_mtime_ns == before
    assert list(tmp_path.iterdir()) == [saved]
    forged = rechained(saved, lambda lines: lines[-1]["result"].update(reason="bribes"))
    code, _, err = run(capsys, "play", "--resume", str(forged))
    assert code == 2
    assert "the result in the file is" in err


def test_a_file_without_players_is_not_gone_on_with(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match.create(loaded().ruleset("dogfight").bind(), 1)
    record.save(match, tmp_path / "nobody.jsonl")
    code, _, err = run(capsys, "play", "--resume", str(tmp_path / "nobody.jsonl"))
    assert code == 2
    assert "0 players for 2 seats" in err
    forged = rechained(saved, lambda lines: lines[0].update(players=["random"]))
    code, _, err = run(capsys, "play", "--resume", str(forged))
    assert code == 2
    assert "it names 1 players for 2 seats" in err


def test_verify_says_what_it_proves(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commitment = record.Recording.read(saved).header.commitment
    code, out, _ = run(capsys, "verify", str(saved))
    assert code == 0
    assert "compare the commitment with the one that was shown when the match began" in out
    assert f"  {commitment}\n" in out
    rows = {row["check"]: row for row in json.loads(run(capsys, "verify", str(saved), "--json")[1])}
    assert rows["seed"]["commitment"] == commitment


# ---- bad input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "dogfigt"], "did you mean 'dogfight'?"),
        (["play", "dogfight", "--option", "tenpoint"], "did you mean 'ten-point'?"),
        (["play", "dogfight", "--option", "ten-point=perhaps"], "(ten-point)"),
        (["play", "dogfight", "--seat", "houristic"], "did you mean 'heuristic'?"),
        (["play", "dogfight", "--seat", "random", "--seat", "random", "--seat", "random"], "3 players for 2 seats"),
        (["play", "dogfight", "--scenario", "other"], "unknown scenario 'other'"),
        (["play", "dogfight", "--scenario", "no.yaml"], "there is no such file"),
        (["play", "dogfight", "--data", "no-such-pack"], "there is no such folder"),
        (["play", "dogfight", "--seed", "one"], "Invalid value for"),
        (["play", "dogfight", "--json"], "asks nobody"),
        (["play", "--resume", "no.jsonl"], "there is no such file"),
        (["play", "dogfight", "--resume", "no.jsonl"], "--resume goes without ruleset"),
        (["replay", "no.jsonl"], "there is no such file"),
        (["verify", "no.jsonl"], "there is no such file"),
        (["verify", "README.md"], "not a match file"),
        (["rules", "dogfight", "DF-NONE-01"], "has no clause"),
        (["rules", "chess"], "unknown ruleset 'chess'"),
        (["situation", "no.yaml"], "there is no such file"),
        (["situation", "core/aerodrome/data"], "no situation files here"),
        (["validate", "README.md"], "not readable as YAML"),
        (["validate", "schemas/pack.json"], "neither a situation"),
        (["validate", "no.csv"], "no ruleset reads a table"),
        (["phases", "dogfight", "--mermaid", "--json"], "exclude each other"),
        (["no-such-command"], "No such command"),
        (["verify", "examples"], "it cannot be read: Is a directory"),
        (["schemas", "--folder", "README.md"], "this is a file"),
        (["schemas", "--check", "--folder", "README.md"], "this is a file"),
        (["schemas", "--check", "--folder", "no-such-folder"], "there is no such folder"),
        (["rules", "dogfight", "--coverage", "--tests", "/nope"], "/nope: there is no such folder"),
        (["rules", "dogfight", "--coverage", "--situations", "/nope"], "/nope: there is no such folder"),
        (["rules", "dogfight", "DF-TIE-01", "--coverage"], "not for one clause"),
        (["rules", "dogfight", "--tests", "tests"], "--tests goes with --coverage"),
        (["rules", "dogfight", "--situations", "examples"], "--situations goes with"),
        (["validate", "examples/matches/dogfight-standard.jsonl", "--ruleset", "nope"], "unknown ruleset 'nope'"),
        (["validate", "examples/matches/dogfight-standard.jsonl", "--ruleset", "dogfight"], "is for tables"),
        (["rules", "do:100:g"], "do:100:g"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *arguments)
    assert code == 2
    assert message in " ".join(err.split())
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("victory: {speed: 4}", ":6 (players.entente.victory.speed): this should be a mapping"),
        ("deck: -1", ":6 (players.entente.deck): this should be a list; or this should be greater than or equal to 0"),
        ("deck: true", ":6 (players.entente.deck): "),
    ],
)
def test_a_wrong_number_in_a_position_is_told_in_plain_words(
    written: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "s.yaml"
    head = "title: T\nruleset: dogfight\nclauses: [DF-SETUP-03]\nposition:\n  players:\n"
    file.write_text(head + f"    entente: {{{written}}}\nexpect: {{}}\n")
    code, _, err = run(capsys, "situation", str(file))
    assert code == 2
    assert f"{file}{says}" in err
    assert "pydantic" not in err


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("ruleset: dogfight", "ruleset: dogfigt"), ":2 (ruleset): unknown ruleset 'dogfigt'"),
        (("ten-point: true", "ten-points: true"), ":7 (options.ten-points): unknown option 'ten-points'"),
        (
            ("ten-point: true", "ten-point: often"),
            ":7 (options.ten-point): options (ten-point): this should be true or",
        ),
        (("{id: central}", "{id: entente}"), ": two seats share an id"),
    ],
)
def test_a_faulty_scenario_is_pointed_at(
    change: tuple[str, str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "s.yaml"
    sound = (
        "id: mine\nruleset: dogfight\ntitle: Mine\nseats:\n  - {id: entente}\n  - {id: central}\n"
        "options: {ten-point: true}\n"
    )
    file.write_text(sound)
    assert run(capsys, "validate", str(file))[0] == 0
    file.write_text(sound.replace(*change))
    code, _, err = run(capsys, "validate", str(file))
    assert code == 2
    assert says in err
    assert str(file) in err
    assert run(capsys, "play", "dogfight", "--scenario", str(file))[0] == 2


def test_a_pack_with_a_folder_for_a_table_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pack.yaml").write_text("id: mine\nruleset: dogfight\ntitle: Mine\nsource: me\n")
    (tmp_path / "cards.csv").mkdir()
    code, _, err = run(capsys, "validate", str(tmp_path))
    assert code == 2
    assert "cards.csv: this should be a table" in err


def test_match_files_cut_edited_foreign_and_from_the_future(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = saved.read_text(encoding="utf-8")
    for changed, message in [
        (text[: len(text) // 2], "cut short"),
        (text.replace("\n", "\r\n"), "CR LF"),
        ("{}\n{}\n{}\n", "not a match file"),
        ("", "not a match file"),
        (text.replace('"format":2', '"format":99'), "update Aerodrome"),
        (text.replace('"picks":["pass"]', '"picks":["fire"]', 1), "was changed"),
    ]:
        saved.write_bytes(changed.encode())
        for command in ("verify", "replay"):
            code, _, err = run(capsys, command, str(saved))
            assert code == 2, message
            assert message in err
    saved.write_bytes(b"\xff\xfe\x00")
    assert run(capsys, "play", "--resume", str(saved))[0] == 2


def test_a_full_disk_leaves_the_old_file(
    saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = saved.read_bytes()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    code, _, err = run(capsys, *BOTS, "--seed", "2", "--save", str(saved), "--force")
    assert code == 2
    assert "No space left" in err
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_an_interrupt_while_saving_leaves_the_old_file(
    saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = saved.read_bytes()

    def interrupt(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupt)
    code, _, err = run(capsys, *BOTS, "--seed", "2", "--save", str(saved), "--force")
    assert code == 2
    assert "interrupted" in err
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_help_of_every_command_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        "play",
        "replay",
        "verify",
        "situation",
        "validate",
        "schemas",
        "rulesets",
        "plugins",
        "rules",
        "phases",
    ):
        code, out, _ = run(capsys, command, "--help")
        assert code == 0
        assert "Example" in out


def test_it_runs_as_a_program(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from aerodrome.cli import main; main()", "play", "dogfight"]
    done = subprocess.run(command, input="1\n", capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert "the match was left and not kept" in done.stderr
    assert "Traceback" not in done.stderr
