"""The command line: what it prints, and that bad input ends in one message and exit code 2."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from aerodrome import cli, record
from aerodrome.match import Match
from aerodrome.plugins import Plugins

ROOT = Path(__file__).parent.parent
BOTS = ["play", "dogfight", "--seat", "heuristic", "--seat", "random"]


loaded = cache(Plugins.load)


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plugins are found once for all these tests: reading four catalogues takes longer than most of them."""
    monkeypatch.setattr("aerodrome.cli.Plugins.load", loaded)
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "160")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def answers(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> list[str]:
    """Types these lines, then no more; the list that comes back gathers the prompts."""
    left = iter(lines)
    prompts: list[str] = []

    def answer(prompt: str = "") -> str:
        prompts.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return prompts


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    file = tmp_path / "m.jsonl"
    assert run(capsys, *BOTS, "--seed", "1", "--save", str(file))[0] == 0
    return file


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


def rechained(file: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    change(lines)
    for line in lines:
        del line["chain"]
    file.write_text("\n".join(record.chained(lines)) + "\n", encoding="utf-8")
    return file


def test_verify_says_what_it_proves(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commitment = record.Recording.read(saved).header.commitment
    code, out, _ = run(capsys, "verify", str(saved))
    assert code == 0
    assert "compare the commitment with the one that was shown when the match began" in out
    assert f"  {commitment}\n" in out
    rows = {row["check"]: row for row in json.loads(run(capsys, "verify", str(saved), "--json")[1])}
    assert rows["seed"]["commitment"] == commitment


# ---- two people at one screen


def two_people(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    def answer(prompt: str = "") -> str:
        print(prompt)
        return "1"

    monkeypatch.setattr("builtins.input", answer)
    code, out, _ = run(capsys, "play", "dogfight", "--seat", "you", "--seat", "you", "--seed", "5")
    assert code == 0
    return out


def test_a_terminal_is_wiped_with_all_that_has_scrolled_by(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = two_people(monkeypatch, capsys)
    turns = out.split(", take the screen and press Enter. ")
    assert len(turns) > 10
    assert all("\x1b[2J\x1b[3J\x1b[H" in turn for turn in turns[1:])


def test_a_terminal_that_cannot_be_wiped_is_filled_and_its_reader_warned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    out = two_people(monkeypatch, capsys)
    turns = out.split(", take the screen and press Enter. ")
    assert all("\n" * 60 in turn and "cannot be wiped" in turn for turn in turns[1:])


def test_the_end_tells_two_people_what_a_spectator_may_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    end = two_people(monkeypatch, capsys).split("cannot be wiped")[-1]
    assert "Winner: " in end or "A draw" in end
    assert "The match is over" in end
    assert "You draw" not in end


# ---- what a newcomer types


def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str, game: str = "dogfight"
) -> str:
    answers(monkeypatch, [*lines, "q"])
    return run(capsys, "play", game, "--seed", "3")[1]


def test_help_tells_what_the_game_is_about(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for game, ruleset in loaded().rulesets.items():
        out = typed(monkeypatch, capsys, "?", game=game)
        assert ruleset.guide, game
        assert f"{ruleset.title}  {ruleset.summary}" in out
        assert ruleset.guide in out
        assert f"aerodrome rules {game}" in out
    assert "S speed" in loaded().ruleset("dogfight").guide


@pytest.mark.parametrize("wrong", ["²", "9" * 5000, "0", "6", "-1", "nonsense", "١"])
def test_wrong_input_is_told_what_is_right(
    wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Type a number from 1 to 5, or ? for help." in typed(monkeypatch, capsys, wrong)


def test_which_game_takes_no_odd_numbers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("²", "9" * 5000, "0"):
        answers(monkeypatch, [wrong])
        assert run(capsys, "play")[0] == 2
    answers(monkeypatch, [])
    code, _, err = run(capsys, "play")
    assert code == 2
    assert "no game was named" in err


def test_capital_letters_do_as_well(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = typed(monkeypatch, capsys, "L", "B", "E", "E 1", "T")
    assert out.count("You draw") == 2
    assert out.count("Dogfight 1 for") == 2
    assert "Refused: there is no pick to take back" in out
    assert "Type e and the number of an option" in out
    assert "there is nothing to work out" in out


def test_long_lines_are_broken_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = re.sub(r"\x1b\[[0-9;]*m", "", typed(monkeypatch, capsys, "?"))
    guide = loaded().ruleset("dogfight").guide
    assert guide not in out
    assert guide in " ".join(out.split())


def test_an_order_of_several_picks_is_shown_as_it_grows_and_asked_for_once_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = typed(monkeypatch, capsys, "1", "2", "3", "2", "1", "what", "", "?", "1", game="wings-of-war")
    assert out.count("Type 1 to seal the order") == 3  # what, Enter and ? seal nothing
    assert "takes your last pick back" in out
    assert "So far: dr1: straight\n" in out
    assert "So far: dr1: straight, dr1: stall\n" in out
    assert out.count("Your order: dr1: straight, dr1: stall, ") == 2  # taken back once, then sealed
    assert "Type 1 to seal the order, 2 to take the last pick back, or q to leave." in out
    assert "All plans of round 1 are made" in out


@pytest.mark.parametrize(
    ("typed_", "told"),
    [
        ("9L9", "No option is called '9L9'; the nearest is: 9L2. Type a number from 1 to 112, or ? for help."),
        ("lfet", "No option is called 'lfet'; the nearest is: left. Type"),
        ("xyzzy" * 50, f"No option is called '{'xyzzy' * 8}...'. Type a number"),
        ("land", "No option that can be chosen now is called 'land'. Type a number"),
        ("2S2 straight, speed 2, land", "Refused: "),
        ("loop", "3 options are called so. Type the number of one:"),
    ],
)
def test_a_word_that_is_no_option_is_told_as_such(
    typed_: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, ["8", typed_, "q"])
    out = run(capsys, "play", "blue-max", "--option", "altitude", "--seed", "3")[1]
    assert told in out
    assert "is in 02" not in out  # nothing was picked


def test_an_option_keeps_its_number_within_an_order_and_what_cannot_be_chosen_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["1", "1", "1", "1", "1", "7", "8", "e 9", "w", "w 2", "w zeppelin", "b"]  # placed, then a hand
    out = typed(monkeypatch, capsys, *lines, game="aces-high")
    first, opener = (out.split(f"So far: {picks}\n")[1] for picks in (
        "Take Speed", "Take Speed, Take Speed, Take Half Reverse Left"))  # fmt: skip
    assert "   1 Take Speed\n   2 Take Rotation Left\n" in first
    assert "   2 Take Rotation Left\n   3 " in opener.split("Not now")[0]
    assert "Not now: 1 Take Speed, 7 Take Half Reverse Left, 8 Take Half Reverse Right, " in opener
    assert "14 That is all" in opener.split("Not now")[0]
    only = "only one card can be the first of the turn (AH-CARD-06)"
    assert f"Refused: Take Half Reverse Right cannot be chosen now: {only}. Enter lists what can." in opener
    answered = opener.split("Refused: ")[1].splitlines()
    assert f"  Take Back Flip Left: {only}" in answered
    assert f"  Take Half Reverse Right, Take Back Flip Left, Take Back Flip Right: {only}" in answered
    assert any(line.startswith("  Take Speed: the speed of this turn ") or "Take Speed: " in line for line in answered)
    assert "  Take Rotation Left can be chosen now." in answered
    assert "  nothing is called so" in answered
    assert "   7 Take Half Reverse Left\n" in opener.split("Not now")[-1], "it comes back under its number"


def test_what_a_plane_cannot_fly_at_all_is_a_reason_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = typed(monkeypatch, capsys, "8", "w", "w loop", "w 34S3", game="blue-max")
    assert "38S4 Immelmann, speed 4: speed 4 after speed 2 (BM-PLAN-02)" in out
    assert "  27S2 loop, speed 2 can be chosen now." in out
    assert "  34S3 loop, speed 3: the chart of the Sopwith Camel has no 34S3 (BM-PLAN-14)" in out


@pytest.mark.parametrize("watched_by_a_person", [True, False])
def test_a_warning_is_repeated_before_its_order_is_sealed_at_once(
    watched_by_a_person: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of answers is asked nothing more than ever."""
    monkeypatch.setattr("aerodrome.cli.person.is_terminal", lambda: watched_by_a_person)
    answers(monkeypatch, ["8", "77", "2", "q"] if watched_by_a_person else ["8", "77", "q"])
    out = run(capsys, "play", "blue-max", "--option", "altitude", "--seed", "3")[1]
    asked = out.count("Beware: the plane flies off the map and is lost (BM-MAP-03)")
    assert asked == watched_by_a_person
    assert ("flew off the map" in out) is not watched_by_a_person


def test_a_warning_stands_beside_an_order_of_several_picks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = ["straight", "straight", "turn left"]
    out = typed(monkeypatch, capsys, *plan, "1", "hold fire", *plan, "2", game="wings-of-war")
    asked = out.split("Your order: ")
    assert "Beware" not in asked[1]
    assert "  Beware: after card 3 dr1 has no way to stay on the table\n" in asked[2]


def test_words_of_a_name_pick_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers(monkeypatch, ["8", "9l2 cl", "q"])
    assert "Allies flies 9L2 turn left. Token: climb." in run(
        capsys, "play", "blue-max", "--option", "altitude", "--seed", "3"
    )[1]  # fmt: skip


@pytest.mark.parametrize(("typed_", "hex_"), [("0922", "0922"), ("in 0922", "0922"), ("5", "0522")])
def test_a_number_in_a_name_picks_it_and_the_number_of_an_option_goes_first(
    typed_: str, hex_: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, [typed_, "q"])
    out = run(capsys, "play", "blue-max", "--seed", "3")[1]
    assert f"Allies starts in {hex_}" in out


def test_whole_words_go_before_parts_of_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """ "All" is a part of "Take Stall Left", too."""
    answers(monkeypatch, ["1", "1", "1", "1", "1", "all", "q"])
    out = run(capsys, "play", "aces-high", "--seed", "3")[1]
    assert "Your order: Take Speed, Take Speed, That is all" in out


def test_a_long_list_takes_little_room(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """112 orders of a Camel, under a heading for each speed, in two columns; the numbers in between as they stand."""
    monkeypatch.setenv("COLUMNS", "80")
    answers(monkeypatch, ["8", "", "q"])
    out = run(capsys, "play", "blue-max", "--option", "altitude", "--seed", "3")[1]
    lines = out.split("a maneuver for this round")[-1].splitlines()[1:]
    assert len(lines) <= 28
    assert max(map(len, lines)) <= 80
    assert " speed 2: stable, climb (to level 4), dive (to level 2)" in lines
    assert "  11 12 13 2S2 straight          0219 N    38 39 40 12S2 forward slip    0219 N" in lines
    assert "  77-79 16L3 early turn left  off map  104-106 33L3 Immelmann left    0220 SE" in lines


@pytest.mark.parametrize(("height", "pushed"), [(24, [True, True]), (25, [False, True]), (99, [False, False])])
def test_a_list_that_pushes_the_map_away_says_how_to_see_it_again(
    height: int, pushed: list[bool], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It does when the table and the list together are longer than the screen."""
    for name, value in (("FORCE_COLOR", "1"), ("LINES", str(height)), ("COLUMNS", "80")):
        monkeypatch.setenv(name, value)
    answers(monkeypatch, ["8", "q"])
    lists = run(capsys, "play", "blue-max", "--option", "altitude", "--seed", "3")[1].split("? helps")[1:]
    assert ["t shows the table again" in shown for shown in lists] == pushed


def test_the_line_to_answer_on_says_for_whom_and_how_many_picks_are_to_come(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stays in sight where the list above it does not."""
    prompts = answers(monkeypatch, ["1", "q"])
    run(capsys, "play", "wings-of-war", "--scenario", "dawn-patrol", "--seed", "3")
    assert len(prompts) == 2
    assert all(re.fullmatch(r"dr1\b.*> ", prompt) for prompt in prompts)
    prompts = answers(monkeypatch, ["1", "q"])
    run(capsys, "play", "aces-high", "--scenario", "s15-2-a", "--option", "scenario-mission", "--seed", "3")
    assert prompts == ["which site to place next, pick 1 of 2> ", "hex of the airfield, such as 0705, pick 2 of 2> "]


def test_a_name_that_is_one_options_own_picks_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is a sharp turn right as well as a turn right; a part that fits both lists both."""
    out = typed(monkeypatch, capsys, "straight", "turn", "Turn right", game="wings-of-war")
    assert "options are called so. Type the number of one:" in out
    assert "So far: dr1: straight, dr1: turn right\n" in out


# ---- the picture beside the screen


def watched(monkeypatch: pytest.MonkeyPatch, picture: Path, lines: Sequence[str]) -> list[tuple[str, str]]:
    """At each question: the question, and what the picture shows as it is asked."""
    seen: list[tuple[str, str]] = []
    left = iter(lines)

    def answer(prompt: str = "") -> str:
        seen.append((prompt, picture.read_text(encoding="utf-8")))
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return seen


def test_a_picture_shows_the_draft_and_where_the_next_card_would_lead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "table.svg"
    seen = watched(monkeypatch, picture, ["1", "stall", "b", "turn left", "1", "1", "q"])
    code, out, _ = run(
        capsys, "play", "wings-of-war", "--seed", "3", "--svg", str(picture), "--save", str(tmp_path / "m.jsonl")
    )
    assert (code, str(picture) in out) == (0, True)
    assert [prompt for prompt, _ in seen][:3] == [f"dr1, card {number} of 3> " for number in (1, 2, 3)]
    pictures = [text for _, text in seen]
    assert all(text.startswith("<svg") for text in pictures)
    picked = [re.findall(r">([123] [a-z ]+)</text>", text) for text in pictures]
    straight, stall, turn = "1 straight", "2 stall", "2 turn left"
    assert picked[:6] == [
        [],
        [straight],
        [straight, stall],
        [straight],
        [straight, turn],
        [straight, turn, "3 straight"],
    ]
    led = [text.count("Small arrows") for text in pictures]
    assert led[:6] == [1, 1, 1, 1, 1, 0]


def test_when_the_match_is_over_the_table_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "table.svg"
    answers(monkeypatch, ["1"] * 500)
    _, out, _ = run(capsys, "play", "wings-of-war", "--seed", "3", "--svg", str(picture))
    end = out.rpartition("Victory and scoring")[2]
    for shown in (end, picture.read_text(encoding="utf-8")):
        words = " ".join(re.sub(r"<[^>]+>", " ", shown).split())
        assert re.search(r"points \d+ of 13", words)
        assert re.search(r"points \d+ of 15", words)
    assert "game-end" not in out


def test_a_page_loads_itself_anew_until_the_match_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "table.html"
    seen = watched(monkeypatch, page, ["1"] * 500)
    assert run(capsys, "play", "dogfight", "--seed", "3", "--svg", str(page))[0] == 0
    refresh = '<meta http-equiv="refresh"'
    assert all(refresh in text and "<svg" in text for _, text in seen)
    assert len({text for _, text in seen}) > 10
    assert "<svg" in page.read_text(encoding="utf-8")
    assert refresh not in page.read_text(encoding="utf-8")


def test_the_picture_at_a_hand_over_is_what_all_may_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "table.svg"
    seen = watched(monkeypatch, picture, ["", "1", "2", "1", "1", "", "1", "1"])
    code, _, _ = run(
        capsys, "play", "wings-of-war", "--seat", "you", "--seat", "you", "--seed", "3", "--svg", str(picture)
    )
    seen.append(("left", picture.read_text(encoding="utf-8")))
    drafts = [(prompt.partition(",")[0], len(re.findall(r">[123] [a-z ]+</text>", text))) for prompt, text in seen]
    owns = [("dr1" in text, "Small arrows" in text) for _, text in seen]
    assert code == 2  # left, and not kept
    assert [number for _, number in drafts] == [0, 0, 1, 2, 3, 0, 0, 1, 2, 0]
    assert [arrows for _, arrows in owns] == [False, *[True] * 3, False, False, *[True] * 3, False]
    hands = [text for prompt, text in seen if "take the screen" in prompt]
    assert len(hands) == 2
    assert all("points 0 of" not in text for text in hands)  # nobody's own view of the damage


def test_a_place_for_pictures_that_is_lost_ends_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()

    def answer(prompt: str = "") -> str:
        if folder.exists():
            (folder / "table.svg").unlink()
            folder.rmdir()
        return "1"

    monkeypatch.setattr("builtins.input", answer)
    code, out, err = run(capsys, "play", "dogfight", "--seed", "3", "--svg", str(folder / "table.svg"))
    assert code == 0
    assert "Winner" in out
    assert err.count("there are no more pictures") == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("table.png", "expected: a name that ends in .svg or .html"),
        ("nowhere/table.svg", "there is no folder"),
        ("folder.svg", "it is a folder"),
        ("kept.svg", "over what is kept there"),
    ],
)
def test_a_bad_place_for_pictures_is_told_before_anything_is_asked(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder.svg").mkdir()
    monkeypatch.setattr("builtins.input", lambda _="": pytest.fail("asked"))
    code, out, err = run(
        capsys, "play", "dogfight", "--svg", str(tmp_path / name), "--save", str(tmp_path / "kept.svg")
    )
    assert (code, out) == (2, "")
    assert err.count("aerodrome:") == 1
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


# ---- stepping through a match


def test_replay_goes_on_and_back(
    saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("aerodrome.cli.replay.is_terminal", lambda: True)
    for ending in (["q"], []):  # the end of the input ends it, too
        answers(monkeypatch, ["", "b", "b", "what", "", "", *ending])
        code, out, err = run(capsys, "replay", str(saved))
        assert (code, err) == (0, "")
        steps = [int(number) for number in re.findall(r"Step (\d+) of \d+", out)]
        assert steps == [1, 2, 1, 1, 2, 3]


def test_replay_writes_all_that_was_asked_for(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, pictures = tmp_path / "m.html", tmp_path / "pictures"
    code, out, _ = run(capsys, "replay", str(saved), "--svg", str(pictures), "--html", str(page), "--json")
    steps = json.loads(out)
    assert code == 0
    assert len(list(pictures.iterdir())) == len(steps)
    text = page.read_text(encoding="utf-8")
    assert f"Step 1 of {len(steps)}: " in text
    assert f"Step {len(steps)} of {len(steps)}: " in text
    code, _, err = run(capsys, "replay", str(saved), "--html", str(saved))
    assert code == 2
    assert "over the match file" in err


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
