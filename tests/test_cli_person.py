"""A person at the terminal: two at one screen, what a newcomer types, the picture beside it, replay."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli_runs import answers, loaded, run, watched

pytestmark = pytest.mark.usefixtures("in_the_root")

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
        assert "Now: " in out
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
