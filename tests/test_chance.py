"""Dice, draws and shuffles: fair, apart from each other, repeatable, and not to be foreseen."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, permutations
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aerodrome import chance as chance_module
from aerodrome.chance import Chance, ScriptedChance, Seed, Stream
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.testing import Walk
from toys import HEALTHY

SEEDS = st.integers(0, 2**32)
NAMES = st.sampled_from(["hit-dice", "damage-deck", "jam", "", "hit-dice/2"])


def fits(counts: Iterable[int], ways: int) -> bool:
    """Whether counts may come from ``ways`` equally likely results: chi-square, with room for bad luck."""
    observed = list(counts) + [0] * ways
    expected = sum(observed) / ways
    statistic = sum((count - expected) ** 2 / expected for count in observed[:ways])
    return statistic < ways - 1 + 6 * sqrt(2 * (ways - 1)) + 10


@pytest.fixture(autouse=True)
def known_dice() -> None:
    """Here fresh seeds are drawn as they are for players: the drawing itself is tested."""


# ---- fair


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20, 100, 255, 256, 257, 300])
def test_a_die_shows_each_side_as_often(sides: int) -> None:
    chance = Chance.of(sides)
    rolls = Counter(chance.roll("die", sides) for _ in range(20 * sides))
    assert set(rolls) <= set(range(1, sides + 1))
    assert fits(rolls.values(), sides)


def test_the_measure_of_fairness_notices_a_loaded_die() -> None:
    chance = Chance.of(1)
    loaded = Counter(max(chance.roll("a", 6), chance.roll("b", 6)) for _ in range(600))
    assert not fits(loaded.values(), 6)
    assert not fits([200, 200, 200, 200, 200], 6), "a side that never comes"


def test_rolls_that_follow_each_other_do_not_depend_on_each_other() -> None:
    chance = Chance.of(2)
    rolls = [chance.roll("die", 6) for _ in range(7200)]
    assert fits(Counter(pairwise(rolls)).values(), 36)


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    chance = Chance.of(3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        items = [1, 2, 3, 4]
        chance.shuffle("deck", items)
        orders[tuple(items)] += 1
    assert set(orders) == set(permutations([1, 2, 3, 4]))
    assert fits(orders.values(), 24)


def test_every_card_of_a_big_deck_may_come_to_every_place() -> None:
    chance = Chance.of(4)
    first: Counter[int] = Counter()
    last: Counter[int] = Counter()
    for _ in range(1500):
        deck = list(range(300))
        chance.shuffle("deck", deck)
        first[deck[0] // 30] += 1
        last[deck[-1] // 30] += 1
    assert fits(first.values(), 10)
    assert fits(last.values(), 10)


def test_a_pick_takes_each_item_as_often() -> None:
    chance = Chance.of(5)
    assert fits(Counter(chance.pick("card", "abcde") for _ in range(1000)).values(), 5)


@given(SEEDS, st.integers(257, 2**70))
def test_wide_numbers_stay_in_range(seed: int, sides: int) -> None:
    chance = Chance.of(seed)
    assert all(1 <= chance.roll("wide", sides) <= sides for _ in range(5))


def test_wide_numbers_reach_both_halves() -> None:
    chance = Chance.of(6)
    high = sum(chance.roll("wide", 2**40) > 2**39 for _ in range(400))
    assert 130 < high < 270


@given(SEEDS, st.lists(st.integers(), max_size=300))
def test_a_shuffle_keeps_all_items(seed: int, items: list[int]) -> None:
    shuffled = list(items)
    Chance.of(seed).shuffle("deck", shuffled)
    assert sorted(shuffled) == sorted(items)


@pytest.mark.parametrize("draw", [lambda c: c.pick("empty", []), lambda c: c.roll("empty", 0)])
def test_there_is_no_choice_out_of_nothing(draw: Callable[[Chance], object]) -> None:
    with pytest.raises(ZeroDivisionError):
        draw(Chance.of(1))


# ---- streams are apart


@given(SEEDS, st.lists(st.tuples(NAMES, st.integers(1, 400)), max_size=40))
def test_drawing_from_one_stream_never_shifts_another(seed: int, rolls: list[tuple[str, int]]) -> None:
    mixed, alone = Chance.of(seed), Chance.of(seed)
    together = [mixed.roll(name, sides) for name, sides in rolls]
    names = dict.fromkeys(name for name, _ in rolls)
    by_stream = {name: [alone.roll(name, sides) for other, sides in rolls if other == name] for name in names}
    taken: dict[str, Iterator[int]] = {name: iter(results) for name, results in by_stream.items()}
    assert together == [next(taken[name]) for name, _ in rolls]


@given(SEEDS)
def test_streams_of_other_names_and_seeds_differ(seed: int) -> None:
    def twenty(chance: Chance, name: str) -> list[int]:
        return [chance.roll(name, 256) for _ in range(20)]

    chance = Chance.of(seed)
    drawn = [twenty(chance, "a"), twenty(chance, "b"), twenty(Chance.of(seed + 1), "a")]
    assert len({tuple(numbers) for numbers in drawn}) == 3


@given(SEEDS, st.lists(st.integers(2, 400), max_size=50), st.lists(st.integers(2, 400), min_size=1, max_size=50))
def test_a_clone_goes_on_alike_and_alone(seed: int, before: list[int], after: list[int]) -> None:
    chance = Chance.of(seed)
    for sides in before:
        chance.roll("die", sides)
    copy, reference = chance.clone(), chance.clone()
    mine = [chance.roll("die", sides) for sides in after]
    position = copy.position()
    assert [copy.roll("die", sides) for sides in after] == mine
    assert position == reference.position() != copy.position()
    assert chance.position() == copy.position()


@given(SEEDS, st.integers(1, 40), st.integers(0, 3))
def test_a_clone_shuffles_alike(seed: int, size: int, rolled: int) -> None:
    chance = Chance.of(seed)
    for _ in range(rolled):
        chance.roll("deck", 6)
    copy = chance.clone()
    mine, other = list(range(size)), list(range(size))
    chance.shuffle("deck", mine)
    copy.shuffle("deck", other)
    assert mine == other
    assert [chance.roll("deck", 6) for _ in range(40)] == [copy.roll("deck", 6) for _ in range(40)]


@given(SEEDS, st.integers(0, 80))
def test_a_die_of_256_sides_uses_one_byte(seed: int, rolls: int) -> None:
    chance = Chance.of(seed)
    chance.stream("die")
    for _ in range(rolls):
        chance.roll("die", 256)
    assert chance.position() == {"die": rolls}


@given(SEEDS, st.lists(st.integers(1, 300), max_size=30))
def test_the_position_counts_what_was_used(seed: int, rolls: list[int]) -> None:
    chance = Chance.of(seed)
    counts = [0]
    for sides in rolls:
        chance.roll("die", sides)
        counts.append(chance.position()["die"])
    assert counts == sorted(counts)
    assert counts[-1] >= len(rolls)


def test_a_seed_repeats_and_its_parts_all_count() -> None:
    seed = Seed(b"s" * 32, (b"red", b"blue"))
    others = [
        Seed(b"t" * 32, (b"red", b"blue")),
        Seed(b"s" * 32, (b"blue", b"red")),
        Seed(b"s" * 32, (b"redb", b"lue")),
        Seed(b"s" * 32, (b"red",)),
        Seed(b"s" * 32, (b"red", b"blue", b"")),
        Seed(b"s" * 32),
    ]
    assert Seed(b"s" * 32, (b"red", b"blue")).master() == seed.master()
    assert len({one.master() for one in [seed, *others]}) == 1 + len(others)


def test_fresh_seeds_differ_and_numbered_ones_repeat() -> None:
    assert Seed.fresh().secret != Seed.fresh().secret
    assert Seed.of(7) == Seed.of(7) != Seed.of(8)
    assert len(Seed.fresh().secret) == 32


def test_bots_draw_apart_from_each_other_and_from_the_dice() -> None:
    seed = Seed.of(1)
    chances = [seed.bot_chance(0), seed.bot_chance(1), seed.bot_chance(0, 1), Chance(seed.master())]
    drawn = {tuple(chance.roll("bot", 256) for _ in range(16)) for chance in chances}
    assert len(drawn) == 4
    assert seed.bot_chance(1).roll("bot", 2**60) == seed.bot_chance(1).roll("bot", 2**60)


# ---- the same for ever: old match files must roll the same dice


def test_anybody_can_roll_again_with_a_secret_and_this_recipe() -> None:
    seed = Seed(b"s" * 32, (b"red", b""))
    mixed = b"\x00\x00\x00\x03red\x00\x00\x00\x00"
    master = hmac.digest(seed.secret, b"aerodrome/match/" + mixed, "sha256")
    key = hashlib.sha256(b"aerodrome/stream/" + master + b"hit-dice").digest()
    noise = b"".join(hmac.digest(key, block.to_bytes(8, "big"), "sha256") for block in range(10))
    stream = Chance(seed.master()).stream("hit-dice")
    assert bytes(stream.below(256) for _ in range(320)) == noise
    again = Chance(seed.master())
    six = [byte % 6 + 1 for byte in noise if byte < 252]
    assert [again.roll("hit-dice", 6) for _ in range(300)] == six[:300]
    assert seed.commitment == hashlib.sha256(b"aerodrome/commitment/" + seed.secret).hexdigest()


def test_the_dice_of_a_seed_never_change() -> None:
    chance = Chance.of(1918)
    assert [chance.roll("die", 6) for _ in range(12)] == DICE
    assert [chance.roll("wide", 10**9) for _ in range(3)] == WIDE
    assert Seed.of(1918).bot_chance(1, 2).roll("bot", 10**6) == BOT
    assert [shuffled(chance, size) for size in (5, 60, 300)] == SHUFFLES


def shuffled(chance: Chance, size: int) -> str:
    items = list(range(size))
    chance.shuffle("deck", items)
    return hashlib.sha256(str(items).encode()).hexdigest()[:16]


DICE = [6, 6, 5, 3, 4, 3, 6, 1, 4, 2, 6, 6]
WIDE = [544917068, 341261946, 747811520]
BOT = 483803
SHUFFLES = ["b11d64ce45f0cbbb", "9014017e27d014c0", "b14e5f6947fda564"]


# ---- scripts


def test_a_script_gives_what_it_was_told() -> None:
    chance = Chance.scripted([3, "spad", 2, 1, 3])
    assert chance.roll("hit-dice", 6) == 3
    assert chance.pick("deck", ["fokker", "spad"]) == "spad"
    items = [1, 2, 3]
    chance.shuffle("deck", items)
    assert items == [2, 1, 3]
    assert chance.position() == {"script": 5}


def test_a_script_names_items_as_people_do() -> None:
    assert Chance.scripted(["two"]).pick("deck", [1, 2], {1: "one", 2: "two"}.__getitem__) == 2


def test_a_script_by_stream_keeps_streams_apart() -> None:
    chance = Chance.scripted({"hit-dice": [6, 5], "jam": [1]})
    assert isinstance(chance, ScriptedChance)
    assert [chance.roll("jam", 6), chance.roll("hit-dice", 6)] == [1, 6]
    assert chance.left == [5]
    with pytest.raises(AerodromeError, match="the script has no more results for 'jam'"):
        chance.roll("jam", 6)
    with pytest.raises(AerodromeError, match="the script has no more results for 'damage'"):
        chance.roll("damage", 6)


@pytest.mark.parametrize("result", [0, 7, "six", 2.0, True, None, [1]])
def test_a_script_refuses_what_no_die_shows(result: object) -> None:
    with pytest.raises(AerodromeError) as caught:
        Chance.scripted([result]).roll("hit-dice", 6)
    assert repr(result) in caught.value.what
    assert caught.value.expected == "a number from 1 to 6"
    assert caught.value.where == "dice, result 1"


def test_a_script_refuses_what_no_deck_holds() -> None:
    with pytest.raises(AerodromeError, match="'bat' cannot come from 'deck'") as caught:
        Chance.scripted(["bat"]).pick("deck", ["fokker", "spad"])
    assert caught.value.expected == "one of fokker, spad"


def test_a_script_says_after_how_many_results_it_ended_and_what_was_wanted() -> None:
    chance = Chance.scripted([1, 2])
    chance.roll("hit-dice", 6)
    chance.roll("hit-dice", 6)
    with pytest.raises(AerodromeError) as caught:
        chance.roll("hit-dice", 6)
    assert caught.value.where == "dice, after 2 results"
    assert caught.value.expected == "a number from 1 to 6"


def test_a_clone_of_a_script_is_its_own() -> None:
    chance = Chance.scripted([1, 2, 3])
    copy = chance.clone()
    assert [copy.roll("die", 6), copy.roll("die", 6)] == [1, 2]
    assert [chance.roll("die", 6) for _ in range(3)] == [1, 2, 3]
    named = Chance.scripted({"die": [1, 2]})
    named.clone().roll("die", 6)
    assert named.roll("die", 6) == 1


# ---- the commit attack

LABELS = [value for name, value in vars(chance_module).items() if name.endswith("_LABEL")]


def published(match: Match) -> list[bytes]:
    """Everything that a player gets to see before the end and that comes from the secret, and what can be made of it
    in one step."""
    assert match.seed is not None
    values = [match.seed.commitment, *match.commitments().values()]
    for event in match.log(0):
        values += _digests(event.facts)
    known = [bytes.fromhex(value) for value in dict.fromkeys(values)]
    known += [value.encode() for value in dict.fromkeys(values)]
    return known + [bytes(a ^ b for a, b in zip(known[0], other, strict=False)) for other in known[1:]]


def _digests(facts: Any) -> list[str]:
    if isinstance(facts, dict):
        return [found for value in facts.values() for found in _digests(value)]
    if isinstance(facts, str) and len(facts) == 64 and set(facts) <= set("0123456789abcdef"):
        return [facts]
    return []


def guesses(known: Iterable[bytes]) -> Iterator[bytes]:
    """Keys that one may try: what is published, hashed and keyed with every label that the code knows."""
    names = [b"", b"deck", b"hit-dice", b"belts", b"1/0", b"9/0", b"9/1", b"walk"]
    for value in known:
        yield value
        yield hashlib.sha256(value).digest()
        for label in LABELS:
            yield hashlib.sha256(label + value).digest()
            for name in names:
                yield hmac.digest(value, label + name, "sha256")
                yield hmac.digest(label + name, value, "sha256")
                yield hashlib.sha256(label + value + name).digest()


def played(decisions: int) -> Match:
    walk = Walk(11)
    match = Match.create(HEALTHY.bind(), Seed(hashlib.sha256(b"attack").digest(), (b"red", b"blue", b"green")))
    for _ in range(decisions):
        walk.decide(match)
    walk.order(match, 0)
    return match


def test_the_labels_are_all_there_and_all_different() -> None:
    assert len(LABELS) == len(set(LABELS)) >= 6
    assert not any(one != other and other.startswith(one) for one in LABELS for other in LABELS)


def test_nothing_that_is_published_opens_what_comes_later() -> None:
    match = played(4)
    seed = match.seed
    assert seed is not None
    tried = set(guesses(published(match)))
    assert len(tried) > 1000
    secrets = {seed.secret, seed.master()}
    secrets |= {seed.order_salt(decision, seat) for decision in range(match.decision, 20) for seat in range(3)}
    secrets |= {seed.order_salt(match.decision, seat) for seat in match.pending}
    assert not tried & secrets


def test_no_stream_can_be_rolled_from_what_is_published() -> None:
    match = played(4)
    future = match.umpire.chance.clone()
    assert match.seed is not None
    whole = Chance(match.seed.master())
    streams = {eight(source.stream(name)) for name in ("deck", "hit-dice", "belts") for source in (future, whole)}
    for key in set(guesses(published(match))):
        assert eight(Stream(key)) not in streams
        assert eight(Chance(key).stream("hit-dice")) not in streams


def eight(stream: Stream) -> tuple[int, ...]:
    return tuple(stream.below(256) for _ in range(8))


def test_the_attack_would_find_a_secret_that_is_published() -> None:
    match = played(2)
    assert match.seed is not None
    master = match.seed.master()
    key = hashlib.sha256(chance_module.STREAM_LABEL + master + b"hit-dice").digest()
    assert key in set(guesses([master]))
    assert match.seed.order_salt(9, 1) in set(guesses([match.seed.secret]))


def test_salts_are_not_used_twice() -> None:
    seed = Seed.of(1)
    salts = {seed.order_salt(decision, seat) for decision in range(1, 30) for seat in range(12)}
    assert len(salts) == 29 * 12


@settings(max_examples=20)
@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_the_commitment_binds(one: bytes, other: bytes) -> None:
    assert (Seed(one).commitment == Seed(other).commitment) == (one == other)
    assert Seed(one).commitment == Seed(one, (b"joined later",)).commitment
