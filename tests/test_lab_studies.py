"""Luck, tension, skill and their statistics: by hand, and on games of which the answer is known."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

import numpy as np
import pytest

from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome_lab import jobs, statistics, value
from aerodrome_lab.duels import Duel, begin, seat
from aerodrome_lab.luck import Dice, HeldChance, points_with
from aerodrome_lab.samples import Batch, play_batch
from aerodrome_lab.skill import Habits, Meeting, habits, points_of_first
from test_plugins import brings
from toys import HEALTHY
from toys.contest import LUCK, SKILL

TWO = ("fokker-dr-i", "sopwith-camel")


@pytest.fixture(scope="module", autouse=True)
def plugins() -> Iterator[Plugins]:
    before = jobs.plugins()
    found = Plugins.load([("toys", brings(LUCK, SKILL, HEALTHY))])
    jobs.use(found)
    yield found
    jobs.use(before)


def duel(plugins: Plugins, ruleset: str) -> Duel:
    return seat(plugins, ruleset, TWO)


# ---- statistics


def test_a_share_has_the_interval_of_wilson() -> None:
    """For 8 of 10 it is 0.490 to 0.943."""
    found = statistics.share(8, 10)
    assert found is not None
    assert (found.value, found.n) == (0.8, 10)
    assert [found.low, found.high] == pytest.approx([0.490, 0.943], abs=1e-3)
    assert statistics.share(0, 0) is None


def test_a_mean_has_an_interval_around_it_that_is_always_the_same() -> None:
    values = [0.0, 0.5, 1.0, 1.0, 0.5, 0.5]
    one, two = statistics.mean(values), statistics.mean(values)
    assert one == two
    assert one is not None
    assert one.value == pytest.approx(7 / 12)
    assert one.low < one.value < one.high
    assert statistics.mean([2.0]) == statistics.Estimate(2.0, 2.0, 2.0, 1)
    assert statistics.mean([]) is None


def test_points_that_are_all_alike_are_not_certain() -> None:
    """None of 5 is 0 to 0.434 after Wilson: so often at most another pair may end otherwise."""
    won, lost = statistics.points([1.0] * 5), statistics.points([0.0] * 5)
    assert won is not None
    assert lost is not None
    assert (won.value, won.low, won.high) == pytest.approx((1.0, 1 - 0.4345, 1.0), abs=1e-4)
    assert (lost.value, lost.low, lost.high) == pytest.approx((0.0, 0.0, 0.4345), abs=1e-4)
    half = statistics.points([0.5] * 5)
    assert half is not None
    assert (half.low, half.high) == pytest.approx((0.5 - 0.2172, 0.5 + 0.2172), abs=1e-4)
    assert statistics.points([0.0, 1.0, 0.5]) == statistics.mean([0.0, 1.0, 0.5])
    assert statistics.points([]) is None


def test_intervals_of_a_mean_of_estimates_add_up_like_variances() -> None:
    """Gaps of 3 and 4 below make 5, of 6 and 8 above 10; the mean of two has half of that."""
    one, other = statistics.Estimate(10, 7, 16, 30), statistics.Estimate(20, 16, 28, 20)
    assert statistics.average([one, other]) == statistics.Estimate(15, 12.5, 20, 20)
    assert statistics.average([]) is None


def test_a_rating_has_the_interval_of_its_points() -> None:
    """Three quarters are 191 Elo points, one half none, nine tenths 382."""
    found = statistics.rating(statistics.Estimate(0.75, 0.5, 0.9, 40))
    assert (found.value, found.low, found.high) == pytest.approx((190.85, 0, 381.70), abs=0.01)


def test_differences_are_paired() -> None:
    found = statistics.difference([3.0, 5.0, None, 9.0], [1.0, 2.0, 4.0, None])
    assert found is not None
    assert (found.value, found.n) == (2.5, 2)


def test_false_discoveries_are_held_down() -> None:
    """0.01, 0.02, 0.03 and 0.04 of four tests all become 0.04."""
    assert statistics.false_discoveries([0.01, 0.02, 0.03, 0.04]) == pytest.approx([0.04] * 4)
    assert statistics.differ([[1, 1, 1], [1, 1]]) == 1.0
    assert statistics.differ([[1.0, 2.0] * 20, [5.0, 6.0] * 20]) < 0.001


def test_luck_share_by_hand() -> None:
    """3 and 1 of four plays: 4 · 1/8 = 1/2 between dice, 1/4 within; (1/2 − 1/4) / (1/2 + 3 · 1/4) is 1/5."""
    found = statistics.luck([(1, 1, 1, 0), (0, 1, 0, 0)])
    assert found is not None
    assert found.value == pytest.approx(0.2)
    # F = 2 with 1 and 6 degrees of freedom; its quantiles at 97.5 percent are 8.813 and, the other way round, 937.1.
    assert found.low == pytest.approx((2 / 8.813 - 1) / (2 / 8.813 + 3), abs=1e-4)
    assert found.high == pytest.approx((2 * 937.1 - 1) / (2 * 937.1 + 3), abs=1e-4)
    assert statistics.luck([(1, 1, 1, 1), (0, 0, 0, 0)]) == statistics.Estimate(1.0, 1.0, 1.0, 2)
    assert statistics.luck([(1, 1), (1, 1)]) is None


def test_draws_do_not_make_luck_negative() -> None:
    """Half of 200 dice end with half a point each, whatever is played; the rest are open."""
    rng = Random(1)
    points = [(0.5, 0.5) if dice % 2 else (float(rng.random() < 0.5), float(rng.random() < 0.5)) for dice in range(200)]
    found = statistics.luck(points)
    assert found is not None
    assert found.low < 0 < found.high


def test_elo_of_three_quarters_is_191() -> None:
    assert statistics.elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert statistics.elo(0.5) == 0
    assert statistics.elo(1.0) == pytest.approx(statistics.elo(0.995))


def test_stone_paper_scissors_take_a_mix_of_three() -> None:
    assert statistics.nash_mix([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]) == pytest.approx([1 / 3] * 3, abs=1e-4)
    found = statistics.diversity({(1, 0): [1, 1], (2, 0): [0, 0], (2, 1): [1, 1]}, 3)
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((1.585, 1.585, 1.585), abs=1e-3)


def test_who_beats_all_needs_no_mix_and_equals_mix_evenly() -> None:
    """The third takes three of four points from both others, who are equal: alone he cannot be beaten. Without him the
    two are one bit."""
    assert statistics.nash_mix([[0.5, 0.5, 0.25], [0.5, 0.5, 0.25], [0.75, 0.75, 0.5]]) == pytest.approx(
        [0, 0, 1], abs=1e-4
    )
    equal = statistics.diversity({(1, 0): [1, 0]}, 2)
    assert equal is not None
    assert equal.value == pytest.approx(1, abs=1e-3)
    assert equal.low < 0.01
    assert statistics.diversity({(1, 0): [1, 0]}, 3) is None


def test_a_mix_need_not_be_even() -> None:
    """Stone is worth twice as much: paper, which beats it, is played half of the time, stone and scissors a quarter."""
    points = [[0.5, 0.25, 1], [0.75, 0.5, 0.25], [0, 0.75, 0.5]]
    assert statistics.nash_mix(points) == pytest.approx([0.25, 0.5, 0.25], abs=1e-3)


# ---- luck


def test_a_game_of_pure_luck_is_all_luck_and_one_of_pure_skill_none(plugins: Plugins) -> None:
    shares = {}
    for ruleset in (LUCK, SKILL):
        points = [points_with(Dice(duel(plugins, ruleset.id), "random", dice, 6)) for dice in range(120)]
        shares[ruleset.id] = statistics.luck(points)
    luck, skill = shares["contest-luck"], shares["contest-skill"]
    assert luck is not None
    assert luck.value == pytest.approx(1.0, abs=0.05)
    assert skill is not None
    assert skill.value == pytest.approx(0.0, abs=0.12)
    assert skill.low < 0 < skill.high


def test_one_source_can_be_held_while_the_others_change(plugins: Plugins) -> None:
    held = [points_with(Dice(duel(plugins, "contest-luck"), "random", dice, 5, ("coin",))) for dice in range(12)]
    assert set(held) == {(0.0,) * 5, (1.0,) * 5}
    other = [points_with(Dice(duel(plugins, "contest-luck"), "random", dice, 5, ("cards",))) for dice in range(12)]
    assert any(len(set(points)) > 1 for points in other)


def test_held_dice_survive_a_copy() -> None:
    chance = HeldChance(b"one", b"two", frozenset({"coin"}))
    chance.roll("coin", 6)
    copy = chance.clone()
    assert [copy.roll(name, 100) for name in ("coin", "die")] == [chance.roll(name, 100) for name in ("coin", "die")]
    assert Chance(b"two").roll("coin", 1000) == HeldChance(b"x", b"two", frozenset({"coin"})).roll("coin", 1000)


# ---- series of values


def test_drama_by_hand() -> None:
    """The winner was behind twice: by 0.6 and by 0.2."""
    assert value.drama([0.2, 0.4, 0.7], 1.0) == pytest.approx((sqrt(0.6) + sqrt(0.2)) / 2)
    assert value.drama([0.8, 0.6, 0.3], 0.0) == pytest.approx((sqrt(0.6) + sqrt(0.2)) / 2)
    assert value.drama([0.6, 0.9], 1.0) == 0.0
    assert value.drama([0.6], 0.5) is None


def test_lead_changes_by_hand() -> None:
    """Leads: first, nobody (within the dead band), first, second: one change in three steps."""
    assert value.lead_changes([0.6, 0.51, 0.7, 0.3]) == pytest.approx(1 / 3)
    assert value.lead_changes([0.6]) is None


def test_uncertainty_by_hand() -> None:
    """One half is wholly open, 1 is settled, 0.25 has 0.8113 bits."""
    assert value.uncertainty([0.5, 1.0, 0.25]) == pytest.approx((1 + 0 + 0.8112781) / 3)


def test_the_error_of_the_judge_by_hand() -> None:
    assert value.brier([0.5, 0.5], 1.0) == 0.25
    assert value.brier([0.9, 0.6], 1.0) == pytest.approx((0.01 + 0.16) / 2)


def test_curves_turned_round_say_the_same() -> None:
    curve = [0.3, 0.55, 0.52, 0.8, 0.1]
    turned = [1 - v for v in curve]
    assert value.drama(curve, 1.0) == pytest.approx(value.drama(turned, 0.0))
    assert value.lead_changes(curve) == value.lead_changes(turned)
    assert value.uncertainty(curve) == pytest.approx(value.uncertainty(turned))
    assert value.brier(curve, 1.0) == pytest.approx(value.brier(turned, 0.0))


# ---- one decision

PENNIES = np.array([[1.0, 0.0], [0.0, 1.0]])
"""The row side wins when both show the same."""


def test_an_equilibrium_by_hand() -> None:
    """In matching pennies, one half each. Where one penny gains 3 to 1, the row side shows it less often."""
    assert value.equilibrium(PENNIES) == pytest.approx([0.5, 0.5])
    assert value.equilibrium(np.array([[3.0, 0.0], [0.0, 1.0]])) == pytest.approx([0.25, 0.75])
    assert value.equilibrium(np.array([[1.0, 1.0], [0.0, 0.0]])) == pytest.approx([1.0, 0.0])


def test_information_is_worth_half_a_point_in_matching_pennies_and_nothing_where_one_order_is_best() -> None:
    assert value.information(PENNIES, PENNIES) == pytest.approx(0.5)
    dominant = np.array([[1.0, 1.0], [0.0, 0.0]])
    assert value.information(dominant, dominant) == pytest.approx(0.0)


def test_stakes_by_hand() -> None:
    """The row side's orders are worth 0.75 and 0.25 on the mean; the column side's 0.5 and 0.5."""
    payoffs = np.array([[1.0, 0.5], [0.0, 0.5]])
    assert value.stakes(payoffs, payoffs) == pytest.approx((0.5 + 0.0) / 2)


def test_who_chooses_by_noise_does_not_count_as_wise() -> None:
    noise = np.array([[0.9, 0.9], [0.1, 0.1]])
    truth = np.full((2, 2), 0.5)
    assert value.stakes(noise, truth) == 0.0
    assert value.information(noise, truth) == pytest.approx(0.0)


def test_the_judge_sees_who_has_all_but_won(plugins: Plugins) -> None:
    found = duel(plugins, "contest-luck")
    match, _, _ = begin(found, 0, ("random", "random"))
    assert value.value(match, 0, 200, Random(1)) == pytest.approx(0.5, abs=0.1)
    assert match.decision == 1
    assert match.picks(0) == ()


def test_bits_by_hand() -> None:
    assert value.bits([1, 1, 1, 1]) == 2.0
    assert value.bits([8]) == 0.0
    assert value.bits([3, 1]) == pytest.approx(0.8112781)


def test_hidden_cards_are_bits_and_a_share_of_the_state() -> None:
    match = Match.create(HEALTHY.bind("pair"), 1)
    bits, share = value.hidden(match, 0)
    assert 2 < bits <= 6
    assert 0 < share < 1
    opened, nothing = value.hidden(Match.create(SKILL.bind(), 1), 0)
    assert (opened, nothing) == (0.0, 0.0)


def test_a_random_bot_is_as_hard_to_read_as_it_can_be(plugins: Plugins) -> None:
    match, bots, _ = begin(duel(plugins, "contest-luck"), 0, ("random", "random"))
    assert 1 < value.order_bits(match, 0, bots[0]) <= 2


def test_a_watched_match_has_a_value_at_every_decision(plugins: Plugins) -> None:
    seen = value.watch(value.Watched(duel(plugins, "contest-skill"), "random", 0))
    assert len(seen.curve) == 1
    assert seen.information == pytest.approx(0.5, abs=0.01)  # who knows the other's number wins
    assert seen.lead_changes is None


# ---- duels, skill


def test_the_seats_change_from_one_match_to_the_next(plugins: Plugins) -> None:
    for ruleset in ("blue-max", "aces-high", "wings-of-war"):
        found = duel(plugins, ruleset)
        assert found.teams[0] == found.teams[1][::-1], ruleset
        assert found.dice(6) == found.dice(7) == 3
    assert duel(plugins, "dogfight").dice(7) == 7  # one seating only: other dice instead


def test_an_aircraft_that_nobody_knows_is_refused(plugins: Plugins) -> None:
    with pytest.raises(AerodromeError, match="zeppelin"):
        seat(plugins, "blue-max", ("zeppelin", "sopwith-camel"))


def test_samples_are_the_same_however_they_are_cut(plugins: Plugins) -> None:
    found = duel(plugins, "dogfight")
    whole = play_batch(Batch(found, "random", 0, 6))
    assert whole == [*play_batch(Batch(found, "random", 0, 2)), *play_batch(Batch(found, "random", 2, 4))]
    for sample in whole:
        assert sample.points in (0.0, 0.5, 1.0)
        assert all(later <= earlier for earlier, later in zip(sample.strength, sample.strength[1:], strict=False))


def test_the_better_bot_takes_more_whatever_it_flies(plugins: Plugins) -> None:
    found = duel(plugins, "dogfight")
    points = [points_of_first(Meeting(found, ("heuristic", "random"), index)) for index in range(8)]
    assert sum(points) >= 7
    assert [points_of_first(Meeting(found, ("random", "heuristic"), index)) for index in range(4)].count(1.0) <= 1


def test_who_may_not_say_an_odd_number_is_read(plugins: Plugins) -> None:
    found = duel(plugins, "contest-skill")
    said = habits(Habits(found, "random", 1))
    assert set(said) <= {f"say:{number}" for number in range(4)}
    assert said.total() == 2
    full = [points_of_first(Meeting(found, ("random", "random"), index)) for index in range(40)]
    bound = [points_of_first(Meeting(found, ("random", "random"), index, "say:1")) for index in range(40)]
    assert full != bound
