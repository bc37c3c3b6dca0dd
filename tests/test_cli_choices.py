"""What is asked at the terminal, and what goes without asking: orders with one way to give them, several answers on a
line, numbers, the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer

from aerodrome.cli.choices import Numbers
from aerodrome.cli.screen import Left
from aerodrome.cli.table import Table as Terminal
from aerodrome.match import Match
from aerodrome.orders import Option, Orders, Picks, option_table
from aerodrome.packs import DataPack
from aerodrome.phases import Decision, Phase, PhaseGraph
from aerodrome.ruleset import Options, Rules
from aerodrome.scenarios import Scenario
from aerodrome.umpire import Umpire
from cli_runs import loaded
from toys.contest import Contest, Table, everybody

ROUNDS = 2


class Asking(Contest):
    """The same order in each round: ``asks`` holds, pick by pick, for whom and what is offered; what ends in
    an exclamation mark is warned of."""

    def __init__(self, *asks: tuple[str, str], last: int = ROUNDS) -> None:
        super().__init__("asking", True)
        self.last = last
        self.asks = [(whose, words.split()) for whose, words in asks]
        decision: Decision[Table] = Decision("each: cards", everybody, self.offered, picks=len(asks))
        self.phases = PhaseGraph(
            [
                Phase("pick", "Pick", ("CT-1",), ("pick", "end"), self.resolve, decision),
                Phase("end", "End", ("CT-1",)),
            ]
        )

    def prepare(self, scenario: Scenario, options: Options, packs: Sequence[DataPack]) -> Rules:
        names = dict.fromkeys(name for _, offered in self.asks for name in offered)
        return Rules(self, scenario, options, option_table([(name, {"card": name}) for name in names]), None)

    def offered(self, state: Table, seat: int, picks: Picks) -> tuple[Option, ...]:
        return tuple(option for option in state.rules.table if option.label in self.asks[len(picks)][1])

    def resolve(self, state: Table, orders: Orders, umpire: Umpire) -> str:
        state.picked.append(1)
        state.winner = 0
        umpire.tell("round", "CT-1", number=len(state.picked))
        return "pick" if len(state.picked) < self.last else "end"

    def rounds(self, state: Table) -> int:
        return 1 + len(state.picked)

    def sentence(self, rules: Any, event: Any) -> str:
        return f"Round {event.facts['number']} is over."

    def prompt(self, rules: Any, view: dict[str, Any], options: Sequence[Option]) -> str:
        return self.asks[len(view["picks"])][0]

    def warning(self, rules: Any, view: dict[str, Any], option: Option) -> str:
        return "it hurts" if option.label.endswith("!") else ""


class Sitting:
    """A match at the terminal: the answers that were typed in it, by prompt, and what was printed."""

    def __init__(self, ruleset: Asking, *people: str) -> None:
        self.match = Match.create(ruleset.bind(ruleset.scenarios[0]), 1, players=people)
        self.prompts: list[str] = []
        self.out = ""

    @property
    def orders(self) -> list[list[str]]:
        """What the first seat has sealed."""
        return [
            [key.removeprefix("card:") for key in event.facts["picks"]]  # type: ignore[union-attr]
            for event in self.match.log(0)
            if event.kind == "order"
        ]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("COLUMNS", "100")

    def sit(
        *asks: tuple[str, str],
        lines: Sequence[str] = (),
        people: Sequence[str] = ("you", "random"),
        rounds: int = ROUNDS,
    ) -> Sitting:
        sitting = Sitting(Asking(*asks, last=rounds), *people)
        left = iter(lines)

        def answer(prompt: str = "") -> str:
            sitting.prompts.append(prompt)
            print(prompt)
            try:
                return next(left)
            except StopIteration:
                raise Left from None

        monkeypatch.setattr("builtins.input", answer)
        with suppress(typer.Exit):  # left before the end
            Terminal(loaded(), sitting.match, tmp_path / "m.jsonl", False).play()
        sitting.out = capsys.readouterr().out
        return sitting

    return sit


# ---- one way only


def test_an_order_with_one_way_to_give_it_is_given_and_told_in_a_line(play: Any) -> None:
    sitting = play(("C1, card 1 of 2", "Climb"), ("C1, card 2 of 2", "Done"), ("C2", "Dive"))
    assert sitting.prompts == []
    assert sitting.match.over
    assert sitting.orders == [["Climb", "Done", "Dive"]] * ROUNDS
    assert sitting.out.count("C1: Climb, Done; C2: Dive (the only choice)\n") == ROUNDS


def test_the_only_choice_of_somebody_the_ruleset_does_not_name_is_the_seats(play: Any) -> None:
    assert "\none: Climb (the only choice)\n" in play(("", "Climb")).out


@pytest.mark.parametrize(
    "asks",
    [
        (("C1", "Climb"), ("C1", "Left Right"), ("C1", "Done")),
        (("C1", "Left Right"), ("C1", "Climb"), ("C1", "Done")),
        (("C1", "Climb"), ("C1", "Done"), ("C1", "Left Right")),
    ],
)
def test_one_pick_without_a_choice_is_made_and_shown_and_the_order_is_sealed_by_the_person(
    asks: Any, play: Any
) -> None:
    sitting = play(*asks, lines=["Left", "1", "Left", "1"])
    assert sitting.prompts == ["C1, pick " + str(1 + ["Left" in n for _, n in asks].index(True)) + " of 3> ", "> "] * 2
    assert sitting.match.over
    whole = [names.split()[0] for _, names in asks]
    assert sitting.orders == [whole] * ROUNDS
    assert sitting.out.count(f"Your order: {', '.join(whole)}\n") == ROUNDS
    before = whole[: whole.index("Left")]
    assert ("So far: " + ", ".join(before) + "\n" in sitting.out) is bool(before)
    assert "only choice" not in sitting.out


def test_what_is_warned_of_is_asked_for_even_if_there_is_nothing_else(play: Any) -> None:
    sitting = play(("C1", "Climb"), ("C1", "Crash!"), ("C1", "Done"), lines=["1", "1"])
    assert sitting.prompts[:3] == ["C1, pick 2 of 3> ", "> ", "C1, pick 2 of 3> "]
    assert sitting.orders[0] == ["Climb", "Crash!", "Done"]


@pytest.mark.parametrize("asks", [[("C1", "Climb")], [("C1", "Climb"), ("C1", "Done")]])
def test_of_two_people_at_the_screen_each_is_asked_whatever_there_is_to_choose(asks: Any, play: Any) -> None:
    """Else the other one would see, by a prompt that does not come, that there was nothing to choose."""
    sitting = play(*asks, lines=["1"] * 99, people=("you", "you"))
    own = [prompt for prompt in sitting.prompts if "take the screen" not in prompt]
    assert sitting.match.over
    assert len(own) == ROUNDS * 2 * (len(asks) + (len(asks) > 1))
    assert "only choice" not in sitting.out


def test_taking_back_goes_to_the_last_pick_that_was_ones_own(play: Any) -> None:
    asks = (("C1", "Climb"), ("C1", "Left Right"), ("C1", "Done"), ("C1", "Hold Fire"))
    sitting = play(*asks, lines=["b", "Left", "b", "Right", "Hold", "2", "Fire", "1", "q"])
    assert sitting.orders == [["Climb", "Right", "Done", "Fire"]]
    assert sitting.out.count("there is no pick to take back") == 1
    asked = [re.findall(r"pick (\d)", prompt) for prompt in sitting.prompts]
    assert asked == [["2"], ["2"], ["4"], ["2"], ["4"], [], ["4"], [], ["2"]]


# ---- several answers on one line


CARDS = (("C1", "Climb Left Right"), ("C1", "Climb Left Done"), ("C2", "Dive"), ("C2", "Left Right"))


def test_numbers_on_one_line_pick_in_turn_and_seal_nothing(play: Any) -> None:
    """Each number is what its own pick lists: 4 is Done, which the first pick did not offer."""
    sitting = play(*CARDS, lines=["3 4 2", "1", "q"])
    assert sitting.prompts[:3] == ["C1, pick 1 of 4> ", "> ", "C1, pick 1 of 4> "]
    assert sitting.orders == [["Right", "Done", "Dive", "Right"]]


def test_numbers_beyond_the_order_answer_nothing_else(play: Any) -> None:
    sitting = play(*CARDS, lines=["1 2 1 1 1", "q"])
    assert "The order is complete; 1 1 at the end of your line picks nothing." in sitting.out
    assert "Your order: Climb, Left, Dive, Left\n" in sitting.out
    assert sitting.orders == []
    sitting = play(("C1", "Climb Left"), lines=["2 1", "q"])
    assert sitting.orders == [["Left"]]
    assert "The order is complete; 1 at the end of your line picks nothing." in sitting.out


@pytest.mark.parametrize(
    ("line", "why", "rest", "kept"),
    [
        ("2 3 1", "Refused: Right cannot be chosen now", "3 1; what you picked before them stays", "Left"),
        ("1 9", "Type a number from 1 to 4", "9; what you picked before it stays", "Climb"),
        ("0 1", "Type a number from 1 to 3", "0 1", ""),
    ],
)
def test_the_first_number_that_cannot_be_taken_ends_the_line(
    line: str, why: str, rest: str, kept: str, play: Any
) -> None:
    sitting = play(*CARDS, lines=[line, "q"])
    assert why in sitting.out
    assert f"Not picked from your line: {rest}.\n" in sitting.out
    assert [option.label for option in sitting.match.picks(0)] == [kept] * bool(kept)


def test_numbers_that_stand_in_a_name_in_a_row_are_that_name() -> None:
    """There is no such thing as the numbers of two options within a word, as in a hex."""
    terminal = Sitting(Asking(("", "Hex,05,12 Hex,05,13"), ("", "Left Right")), "you", "random")
    person = Terminal(loaded(), terminal.match, None, False).people[0]
    assert person._several("05 12") == []
    assert person._several("2 1") == ["2", "1"]
    assert person._several("2") == person._several("Hex 2") == person._several("² 2") == []


# ---- numbers


def test_numbers_begin_anew_for_another_aircraft_though_it_may_do_the_same(play: Any) -> None:
    sitting = play(
        ("C1, 1 of 9", "Climb Left"), ("C1, 2 of 9", "Left Done"), ("C2, 1 of 9", "Left Done"), lines=["1 2", "q"]
    )
    lists = sitting.out.split("So far: ")
    assert "   1 Left\n   2 Done\n" in lists[-1]
    sitting = play(("C1, 1 of 9", "Climb Left"), ("C1, 2 of 9", "Left Done"), lines=["1", "q"])
    assert "   2 Left\n   3 Done\n" in sitting.out


def test_a_counter_in_a_prompt_is_no_other_aircraft(play: Any) -> None:
    sitting = play(("card 1 of 2", "Climb Left"), ("card 2 of 2", "Left Done"), lines=["1", "q"])
    assert "   2 Left\n   3 Done\n" in sitting.out


def test_numbers_stay_where_nobody_is_named() -> None:
    one, two, three = option_table([(name, {name: True}) for name in ("one", "two", "three")])
    numbers = Numbers()
    numbers.take_in([one, two], "C1")
    numbers.take_in([two, three], "")
    assert numbers.options == [one, two, three]
    numbers.take_in([two, three], "C1")
    assert numbers.options == [one, two, three]
    numbers.take_in([two, three], "C2")
    assert numbers.options == [two, three]


# ---- what has happened


def test_the_log_shows_the_round_and_with_all_the_whole_match(play: Any) -> None:
    """A round that began before one's eyes, from what has happened since one was asked in the round before."""
    sitting = play(("C1", "Climb Left"), rounds=3, lines=["1", "1", "l", "L ALL", "q"])
    since, everything = sitting.out.split("C1> ")[3:5]
    ends = [f"Round {number} is over. CT-1\n" for number in (1, 2)]
    assert [end in since for end in ends] == [False, True]
    assert [end in everything for end in ends] == [True, True]
    assert "l all shows the 5 events before these, too" in since
    assert "l all" not in everything


def test_where_no_round_has_begun_the_log_shows_what_happened_lately(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aerodrome.cli.person.LATELY", 3)
    monkeypatch.setattr(Asking, "rounds", lambda *_: 0)
    sitting = play(("C1", "Climb Left"), rounds=3, lines=["1", "1", "l", "q"])
    shown = sitting.out.split("C1> ")[3]
    assert "l all shows the 7 events before these, too" in shown
    assert "Round 2 is over" in shown
    assert "Round 1 is over" not in shown
