"""Laws of DogFight that no single situation can show; everything else is in ``examples/situations/dogfight``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aerodrome.bots import RandomBot, move
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.packs import DataPack
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Ruleset
from aerodrome.umpire import Umpire
from aerodrome_dogfight.cards import CardRow, DogfightRules
from aerodrome_dogfight.first import set_up
from aerodrome_dogfight.position import DogfightPosition
from aerodrome_dogfight.state import Dogfight
from aerodrome_dogfight.vocabulary import DECK_SIZE, FEATURES, HAND_SIZE, PILE_SIZE, RANGE, SIDES, VICTORIES_TO_WIN

RULESET: Ruleset[Dogfight] = Plugins.load().ruleset("dogfight")
RULES = cast(DogfightRules, RULESET.bind())

law = settings(deadline=None, max_examples=50)
seeds = st.integers(min_value=0, max_value=2**32)


def steps(seed: int) -> Iterator[Match]:
    """One random match, as it stands at each decision and at its end."""
    match = Match.create(RULES, seed, record=False)
    bot, chance = RandomBot(), Chance.of(seed)
    yield match
    while match.pending:
        for seat in match.pending:
            move(match, seat, bot, chance)
        yield match


def own_cards(seat: int) -> set[int]:
    return {number for number, card in enumerate(RULES.cards) if card.side == SIDES[seat]}


def at(position: dict[str, object], chance: Chance | None = None) -> Match:
    return Match.at_position(RULES, DogfightPosition.model_validate(position), chance or Chance.scripted([]))


# ---- setup


@pytest.mark.clause("DF-SETUP-01", "DF-SETUP-02")
@law
@given(seeds)
def test_each_side_has_each_of_its_airplanes_once(seed: int) -> None:
    state: Dogfight = Match.create(RULES, seed).state
    for player in state.players:
        dealt = player.hand + player.deck
        assert len(dealt) == DECK_SIZE
        assert set(dealt) == own_cards(player.seat)


@pytest.mark.clause("DF-SETUP-02")
def test_every_airplane_may_lie_anywhere() -> None:
    places: dict[int, set[int]] = {card: set() for card in range(2 * DECK_SIZE)}
    for seed in range(400):
        for player in Match.create(RULES, seed, record=False).state.players:
            for place, card in enumerate(player.deck + player.hand):
                places[card].add(place)
    assert all(len(seen) == DECK_SIZE for seen in places.values())


@pytest.mark.clause("DF-SETUP-02")
def test_the_two_decks_are_shuffled_apart() -> None:
    orders = {
        tuple(tuple(card % DECK_SIZE for card in player.deck) for player in Match.create(RULES, seed).state.players)
        for seed in range(20)
    }
    assert len({entente for entente, _ in orders}) == len({central for _, central in orders}) == 20
    assert all(entente != central for entente, central in orders)


@pytest.mark.clause("DF-SETUP-03")
def test_the_first_hand_is_the_top_of_the_deck() -> None:
    order = {f"deck-{side}": list(range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE)) for seat, side in enumerate(SIDES)}
    state = set_up(RULES, Umpire(Chance.scripted(order), None))
    for player in state.players:
        top_first = order[f"deck-{player.id}"][::-1]
        assert player.hand == top_first[:HAND_SIZE]
        assert player.deck[::-1] == top_first[HAND_SIZE:]


@pytest.mark.clause("DF-SETUP-03", "DF-SETUP-04")
def test_the_deal_is_announced() -> None:
    told = [(event.kind, event.rule, dict(event.facts)) for event in Match.create(RULES, 1).log(viewer=-1)]
    assert told == [
        ("piles", "DF-SETUP-04", {"cards": PILE_SIZE}),
        ("draw", "DF-SETUP-03", {"seat": "entente", "airplanes": HAND_SIZE}),
        ("draw", "DF-SETUP-03", {"seat": "central", "airplanes": HAND_SIZE}),
    ]


@pytest.mark.clause("DF-SETUP-05")
@pytest.mark.parametrize(("ten_point", "top"), [(False, 5), (True, 10)])
def test_every_airplane_has_five_values(ten_point: bool, top: int) -> None:
    rules = cast(DogfightRules, RULESET.bind(options={"ten-point": ten_point}))
    assert rules.top == top
    assert len(rules.values) == len(FEATURES) == 5
    for feature, column in zip(FEATURES, rules.values, strict=True):
        assert [getattr(card, feature) for card in rules.cards] == list(column)
        assert all(type(value) is int and 1 <= value <= top for value in column)
        assert {1, top} <= set(column)


@pytest.mark.clause("DF-SETUP-05")
@pytest.mark.parametrize("value", ["0", "6", "2.5", ""])
def test_a_data_pack_cannot_bring_other_values(tmp_path: Path, value: str) -> None:
    pack = pack_of(tmp_path, [card if card.id != "spad-vii" else None for card in RULES.cards])
    with (tmp_path / "cards.csv").open("a") as file:
        file.write(f"spad-vii,SPAD S.VII,entente,{value},1,1,1,1,derived,here\n")
    with pytest.raises(AerodromeError, match="speed"):
        RULESET.bind(packs=[pack])


@pytest.mark.clause("DF-SETUP-02")
def test_a_data_pack_needs_twenty_airplanes_a_side(tmp_path: Path) -> None:
    with pytest.raises(AerodromeError, match="19 airplanes of side central"):
        RULESET.bind(packs=[pack_of(tmp_path, list(RULES.cards[:-1]))])


def pack_of(folder: Path, cards: list[CardRow | None]) -> DataPack:
    """A data pack with these airplanes."""
    columns = list(CardRow.model_fields)
    rows = [",".join(str(getattr(card, column)) for column in columns) for card in cards if card]
    (folder / "cards.csv").write_text("\n".join([",".join(columns), *rows]) + "\n")
    (folder / "pack.yaml").write_text("{id: mine, ruleset: dogfight, title: Mine, source: printed cards}\n")
    return DataPack.read(folder)


# ---- laws of every match


@pytest.mark.clause("DF-HAND-04", "DF-RANGE-03", "DF-RANGE-04")
@law
@given(seeds)
def test_no_hand_is_above_its_limit(seed: int) -> None:
    for match in steps(seed):
        one, two = match.state.players
        for player, foe in ((one, two), (two, one)):
            assert len(player.hand) + len(player.placed) <= player.hand_limit
            assert player.hand_limit == HAND_SIZE - foe.used[RANGE] >= 2


@pytest.mark.clause("DF-HAND-03", "DF-FIGHT-07")
@law
@given(seeds)
def test_airplanes_never_come_back(seed: int) -> None:
    out: list[list[int]] = [[], []]
    for match in steps(seed):
        for player, gone in zip(match.state.players, out, strict=True):
            assert player.discard[: len(gone)] == gone
            gone[:] = player.discard
            everywhere = player.hand + player.placed + player.deck + player.discard
            assert sorted(everywhere) == sorted(own_cards(player.seat))


@pytest.mark.clause("DF-SETUP-04", "DF-USE-01", "DF-USE-02", "DF-RANGE-01")
@law
@given(seeds)
def test_victory_cards_are_neither_made_nor_lost(seed: int) -> None:
    used = [[0] * len(FEATURES), [0] * len(FEATURES)]
    for match in steps(seed):
        state: Dogfight = match.state
        for feature, left in enumerate(state.piles):
            owned = sum(player.unused[feature] + player.used[feature] for player in state.players)
            assert left + owned == PILE_SIZE
        for player, before in zip(state.players, used, strict=True):
            assert min(player.unused) >= 0
            assert all(now >= then for now, then in zip(player.used, before, strict=True))
            before[:] = player.used
            assert player.unused[RANGE] == 0 or match.over


@pytest.mark.clause("DF-PICK-01", "DF-PICK-02", "DF-PICK-03", "DF-PICK-04")
@law
@given(seeds)
def test_the_holder_always_has_a_feature_to_choose(seed: int) -> None:
    for match in steps(seed):
        if match.phase.id != "choose-feature":
            continue
        state: Dogfight = match.state
        assert match.pending == (state.initiative,)
        named = [FEATURES.index(str(option.facts["fight-for"])) for option in match.options(state.initiative)]
        left = [feature for feature, cards in enumerate(state.piles) if cards]
        assert named == ([feature for feature in left if feature != state.last_feature] or left)
        assert named


@pytest.mark.clause("DF-END-01", "DF-END-05")
@law
@given(seeds)
def test_a_match_ends_when_it_must(seed: int) -> None:
    for match in steps(seed):
        players = match.state.players
        eight = any(player.victories >= VICTORIES_TO_WIN for player in players)
        out = any(not player.hand and not player.deck for player in players) and not any(p.placed for p in players)
        placing = match.phase.id in ("place", "first-place")
        assert match.over == (eight or out)
        assert not placing or all(player.hand for player in players)


# ---- chance


@pytest.mark.clause("DF-RANGE-02")
@pytest.mark.parametrize("size", [2, 3, 4])
def test_range_takes_each_airplane_as_often(size: int) -> None:
    hand = ["fokker-e-iii", "fokker-d-vii", "rumpler-c-iv", "albatros-d-ii"][:size]
    position: dict[str, object] = {
        "phase": "range-effect",
        "initiative": "entente",
        "stake": "range",
        "winner": "entente",
        "players": {"entente": {"victory": {"range": 1}}, "central": {"hand": hand}},
    }
    draws = 1200
    lost = Counter(RULES.cards[at(position, Chance.of(n)).state.players[1].discard[0]].id for n in range(draws))
    assert set(lost) == set(hand)
    fair = draws / size
    assert all(abs(count - fair) < 5 * fair**0.5 for count in lost.values())


# ---- positions


@pytest.mark.clause("DF-SETUP-01", "DF-SETUP-04")
@pytest.mark.parametrize(
    ("position", "what"),
    [
        ({"players": {"entente": {"hand": ["fokker-dr-i"]}}}, "not an airplane of entente"),
        ({"players": {"entente": {"hand": ["spad-vii", "spad-vii"]}}}, "in two places"),
        ({"players": {"entente": {"hand": ["spad-viii"]}}}, "no airplane card"),
        ({"players": {"entente": {"deck": 21}}}, "left for the deck"),
        ({"players": {"entente": {"victory": {"speed": 2}}, "central": {"victory": {"speed": 2}}}}, "only 3 speed"),
        (
            {"players": {"entente": {"hand": ["spad-vii", "nieuport-11", "raf-re8"], "hand_limit": 2}}},
            "may hold only 2",
        ),
        ({"phase": "place"}, "needs a stake"),
        ({"phase": "reveal", "stake": "speed"}, "needs a placed airplane"),
        ({"phase": "range-effect", "stake": "range"}, "needs a winner"),
        ({"phase": "eight-check", "stake": "speed"}, "needs a winner"),
    ],
)
def test_impossible_positions_are_refused(position: dict[str, object], what: str) -> None:
    with pytest.raises(AerodromeError, match=what):
        at(position)
