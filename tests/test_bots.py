"""Bots: seats like any other, with a view, options and a chance of their own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aerodrome.bots import GENERAL_BOTS, Bot, Perspective, RandomBot, move, play_out
from aerodrome.chance import Chance, Seed
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome.phases import Row
from aerodrome.record import lines_of
from aerodrome.visibility import REFEREE
from toys import HEALTHY
from toys.healthy import ToyPosition

RULES = HEALTHY.bind()
SEEDS = st.integers(0, 2**32)


def chances(seed: int) -> dict[int, Chance]:
    return {seat: Seed.of(seed).bot_chance(seat) for seat in range(3)}


def played(seed: int, bot_seed: int) -> Match:
    match = Match.create(RULES, seed)
    play_out(match, dict.fromkeys(range(3), RandomBot()), chances(bot_seed))
    return match


class Curious:
    """Looks at everything that it is given, and takes the last option."""

    def __init__(self) -> None:
        self.seen: list[Perspective] = []

    def choose(self, seen: Perspective) -> Option:
        self.seen.append(seen)
        return seen.options[-1]


@given(SEEDS)
@settings(max_examples=20)
def test_random_bots_play_a_match_to_its_end_and_can_be_repeated(seed: int) -> None:
    match = played(seed, seed)
    assert match.over
    assert lines_of(match) == lines_of(played(seed, seed))


def test_bots_do_not_touch_the_dice() -> None:
    """The same match with other bot seeds: until the orders differ, nothing else does."""
    dealt = [[event for event in played(7, bot).log(REFEREE) if event.kind == "dealt"] for bot in range(5)]
    assert all(one == dealt[0] for one in dealt)
    assert len({tuple(lines_of(played(7, bot))) for bot in range(5)}) == 5
    assert "bot" not in played(7, 1).umpire.chance.position()


def test_a_random_bot_takes_every_option_at_times() -> None:
    match = Match.create(RULES, 1)
    chance = Chance.of(1)
    taken = {RandomBot().choose(Perspective(match, 0, chance)).key for _ in range(100)}
    assert taken == {option.key for option in match.options(0)}
    assert GENERAL_BOTS["random"] is RandomBot


def test_a_bot_completes_and_seals_an_order_of_several_picks() -> None:
    match = Match.create(RULES, 1)
    bot = Curious()
    move(match, 1, bot, Chance.of(1))
    assert match.pending == (0, 2)
    assert [option.facts.get("load") is not None for option in match.picks(1)] == [True, True, False]
    assert [len(seen.options) for seen in bot.seen][-1] == 1


def test_a_bot_is_given_what_its_seat_may_see_and_no_more() -> None:
    match = Match.create(RULES, 1)
    seen = Perspective(match, 1, Chance.of(1))
    assert seen.view == match.view(1)
    assert (seen.name, seen.phase, seen.rules) == ("blue", "load", RULES)
    assert seen.options == match.options(1)
    assert seen.log() == match.log(1)
    assert "hand" not in seen.view["state"]["pilots"]["red"]
    assert not [name for name in dir(seen) if not name.startswith("_") and hasattr(getattr(seen, name), "umpire")]


def test_a_bot_may_ask_for_explanations() -> None:
    match = Match.at_position(RULES, ToyPosition(phase="aim"), Chance.of(1))
    seen = Perspective(match, 0, Chance.of(1))
    assert all(isinstance(row, Row) for option in seen.options for row in seen.explain(option))
    assert seen.explain(seen.options[-1])[0].label == "belts left"


def test_what_a_bot_imagines_varies_and_leaves_the_match_alone() -> None:
    match = Match.create(RULES, 1)
    before = match.digest()
    seen = Perspective(match, 0, Chance.of(1))
    imagined = [seen.imagine() for _ in range(8)]
    hands: list[Any] = [one.view(REFEREE)["state"]["pilots"]["blue"]["hand"] for one in imagined]
    assert len({tuple(hand) for hand in hands}) > 1
    assert all(one.view(0) == match.view(0) for one in imagined)
    for one in imagined:
        play_out(one, dict.fromkeys(range(3), RandomBot()), chances(1))
        assert one.over
    assert match.digest() == before


def test_a_bot_that_says_nonsense_is_refused_like_anybody() -> None:
    class Odd:
        def choose(self, seen: Perspective) -> Any:
            return "nonsense"

    match = Match.create(RULES, 1)
    with pytest.raises(Exception, match="toy has no option 'nonsense'"):
        move(match, 0, Odd(), Chance.of(1))
    assert match.picks(0) == ()


def test_a_bot_that_fails_is_named_and_tells_nothing_of_its_options() -> None:
    class Raises:
        def choose(self, seen: Perspective) -> Any:
            raise KeyError("no such key")

    class Leaves:
        def choose(self, seen: Perspective) -> Any:
            raise SystemExit(3)

    class Cheats:
        def choose(self, seen: Perspective) -> Any:
            return next(option for option in seen.rules.table if option not in seen.options)

    match = Match.create(RULES, 1)
    bots: list[tuple[Bot, str]] = [
        (Raises(), "KeyError: 'no such key'"),
        (Leaves(), "SystemExit: 3"),
        (Cheats(), "it chose what is not offered"),
    ]
    for bot, says in bots:
        with pytest.raises(AerodromeError, match="the bot on seat red failed") as caught:
            move(match, 0, bot, Chance.of(1))
        assert f"{type(bot).__name__}, in phase load): {says}" in str(caught.value)
        assert not any(option.key in str(caught.value) for option in match.options(0))
