"""The search bot: it learns what there is to learn, from what its seat may know, within its budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

import pytest

from aerodrome.bots import Perspective, RandomBot, move
from aerodrome.catalogue import Catalogue, Clause
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.orders import Option, Orders, Picks, option_table
from aerodrome.packs import DataPack
from aerodrome.phases import Decision, Phase, PhaseGraph, Reveal
from aerodrome.plugins import Plugins
from aerodrome.record import lines_of
from aerodrome.ruleset import Options, Result, Rules, Ruleset, State
from aerodrome.scenarios import Scenario, SeatSpec
from aerodrome.testing.twins import hidden, redrawn, twin
from aerodrome.umpire import Umpire
from aerodrome.visibility import part, public, sealed
from aerodrome_lab import search
from aerodrome_lab.regret import Regrets
from aerodrome_lab.search import Enough, Search, SearchBot
from toys import HEALTHY

INSTALLED = Plugins.load()
Matrix = Sequence[Sequence[float]]
NO_CARD = -1

# ---- toys: two seats choose, and the row wins as likely as the matrix says


@dataclass(eq=False)
class MatrixRules(Rules):
    choices: tuple[tuple[Option, ...], tuple[Option, ...]]


@part
class Table(State[MatrixRules]):
    """``row`` and ``column`` are what was chosen; ``open`` shows the column's choice before the row chooses."""

    open: bool = public()
    row: int = public(default=NO_CARD)
    column: int = sealed("open", default=NO_CARD)
    winner: int = public(default=NO_CARD)


def asks(*seats: int) -> Callable[[Table], tuple[int, ...]]:
    return lambda _: seats


def offer(state: Table, seat: int, picks: Picks) -> tuple[Option, ...]:
    return state.rules.choices[seat]


def note(state: Table, orders: Orders, umpire: Umpire) -> str:
    state.column = state.rules.choices[1].index(orders[1][0])
    return "row"


class MatrixGame(Ruleset[Table]):
    """Both choose at once; or the column first, closed or open."""

    id = "matrix"
    title = "Matrix"
    version = "1"
    catalogue = Catalogue(
        "matrix", "Matrix", {"MG-01": Clause(id="MG-01", title="M", scope="core", section="1", rule="Choose.")}, {}
    )
    scenarios = (Scenario(id="two", ruleset="matrix", title="Two", seats=(SeatSpec(id="row"), SeatSpec(id="column"))),)

    def __init__(self, matrix: Matrix, order: str = "together") -> None:
        self.matrix = matrix
        self.order = order
        end: Phase[Table] = Phase("end", "End", ("MG-01",))
        if order == "together":
            both: Decision[Table] = Decision("choose", asks(0, 1), offer)
            self.phases = PhaseGraph([Phase("both", "Choose", ("MG-01",), ("end",), self.settle, both), end])
            return
        reveal = Reveal.JOINTLY if order == "open" else Reveal.KEPT
        column: Decision[Table] = Decision("choose", asks(1), offer, reveal=reveal)
        row: Decision[Table] = Decision("choose", asks(0), offer)
        self.phases = PhaseGraph(
            [
                Phase("column", "Column", ("MG-01",), ("row",), note, column),
                Phase("row", "Row", ("MG-01",), ("end",), self.settle, row),
                end,
            ]
        )

    def prepare(self, scenario: Scenario, options: Options, packs: Sequence[DataPack]) -> MatrixRules:
        rows = [(f"row {n}", {"row": n}) for n in range(len(self.matrix))]
        columns = [(f"column {n}", {"column": n}) for n in range(len(self.matrix[0]))]
        table = option_table([*rows, *columns])
        return MatrixRules(self, scenario, options, table, [], choices=(table[: len(rows)], table[len(rows) :]))

    def setup(self, rules: MatrixRules, umpire: Umpire) -> Table:
        return Table(rules=rules, open=self.order == "open")

    def settle(self, state: Table, orders: Orders, umpire: Umpire) -> str:
        if 1 in orders:
            note(state, orders, umpire)
        state.row = state.rules.choices[0].index(orders[0][0])
        wins = self.matrix[state.row][state.column]
        state.winner = 0 if umpire.chance.roll("luck", 1000) <= 1000 * wins else 1
        return "end"

    def result(self, state: Table) -> Result:
        return Result(state.rules.team_names[state.winner], {"row": 0.0, "column": 0.0}, "MG-01", "chosen")

    def determinize(self, state: Table, seat: int, chance: Chance) -> None:
        if seat == 0 and state.column != NO_CARD and not state.open:
            state.column = chance.roll("column", len(self.matrix[0])) - 1


PENNIES = ((1.0, 0.0), (0.0, 1.0))
UNEVEN = ((1.0, 0.2), (0.0, 0.6))
ROSHAMBO = ((0.5, 0.0, 1.0), (1.0, 0.5, 0.0), (0.0, 1.0, 0.5))
WEIGHTED = ((0.5, 0.0, 0.75), (1.0, 0.5, 0.25), (0.25, 0.75, 0.5))
"""Paper beats stone for all, stone beats scissors and scissors beat paper for a half."""

THIRD = 1 / 3
GAMES = {
    "pennies": (PENNIES, (0.5, 0.5), (0.5, 0.5)),
    "uneven": (UNEVEN, (3 / 7, 4 / 7), (2 / 7, 5 / 7)),
    "roshambo": (ROSHAMBO, (THIRD, THIRD, THIRD), (THIRD, THIRD, THIRD)),
    "weighted": (WEIGHTED, (0.25, 0.25, 0.5), (0.25, 0.25, 0.5)),
    "dominated": (((0.9, 0.8), (0.2, 0.1)), (1.0, 0.0), (0.0, 1.0)),
}


def replies(matrix: Matrix, seat: int, mix: Sequence[float]) -> list[float]:
    """What each reply to ``mix`` leaves to its player."""
    if seat == 0:
        return [sum(share * row[n] for share, row in zip(mix, matrix, strict=True)) for n in range(len(matrix[0]))]
    return [1 - sum(share * wins for share, wins in zip(mix, row, strict=True)) for row in matrix]


def value(matrix: Matrix, seat: int, mix: Sequence[float]) -> float:
    return min(replies(matrix, seat, mix))


def thought(match: Match, seat: int, sweeps: int, seed: int = 1) -> Search:
    found = Search(Perspective(match, seat, Chance.of(seed)))
    for _ in range(sweeps):
        found.sweep()
    return found


# ---- it finds equilibria


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_what_it_plays_comes_near_the_equilibrium(game: str, seat: int) -> None:
    matrix, *equilibrium = GAMES[game]
    match = Match.create(MatrixGame(matrix).bind(), 1)
    found = thought(match, seat, 1_200).root.average()
    assert found == pytest.approx(equilibrium[seat], abs=0.1)


@pytest.mark.parametrize("game", ["uneven", "roshambo", "weighted"])
def test_the_more_it_thinks_the_less_it_can_be_exploited(game: str) -> None:
    matrix, *equilibrium = GAMES[game]
    match = Match.create(MatrixGame(matrix).bind(), 1)
    lost = []
    for sweeps in (10, 120, 800):
        shares = [
            (
                value(matrix, seat, equilibrium[seat]),
                value(matrix, seat, thought(match, seat, sweeps, s).root.average()),
            )
            for seat in (0, 1)
            for s in range(2)
        ]
        lost.append(sum(best - got for best, got in shares) / len(shares))
    assert all(late < early for early, late in pairwise(lost)), lost
    assert lost[-1] < 0.06


def test_the_equilibria_of_the_toys_are_equilibria() -> None:
    for matrix, row, column in GAMES.values():
        assert value(matrix, 0, row) + value(matrix, 1, column) == pytest.approx(1.0)


def test_it_mixes_where_it_must_and_only_there() -> None:
    played: dict[str, set[str]] = {"pennies": set(), "dominated": set()}
    for game, keys in played.items():
        match = Match.create(MatrixGame(GAMES[game][0]).bind(), 1)
        keys |= {SearchBot(200).choose(Perspective(match, 0, Chance.of(n))).key for n in range(20)}
    assert played == {"pennies": {"row:0", "row:1"}, "dominated": {"row:0"}}


# ---- it knows what its seat may know


def test_it_cannot_see_what_is_kept_closed() -> None:
    match = Match.create(MatrixGame(PENNIES, "closed").bind(), 1)
    match.order(1, "column:1")
    found = thought(match, 0, 400)
    assert found.root.means == pytest.approx([0.5, 0.5], abs=0.1)
    assert thought(match, 0, 400).root.average() == found.root.average()


def test_an_order_that_another_seat_has_sealed_is_not_looked_at() -> None:
    means = []
    for sealed_order in (None, "column:0", "column:1"):
        match = Match.create(MatrixGame(PENNIES).bind(), 1)
        if sealed_order:
            match.order(1, sealed_order)
        means.append(thought(match, 0, 100).root.means)
    assert means[0] == means[1] == means[2]


def test_nor_does_it_think_that_others_can() -> None:
    """The seat that chooses first is not found out if its choice stays closed, and is if it does not."""
    closed = thought(Match.create(MatrixGame(PENNIES, "closed").bind(), 1), 1, 800)
    assert sum(m * s for m, s in zip(closed.root.means, closed.root.average(), strict=True)) > 0.4
    shown = thought(Match.create(MatrixGame(PENNIES, "open").bind(), 1), 1, 800)
    assert max(shown.root.means) < 0.15


@pytest.mark.parametrize("name", ["toy", *INSTALLED.rulesets])
def test_twins_are_treated_alike(name: str) -> None:
    """Two matches that differ only in what the seat may not see give the same choice."""
    rules = HEALTHY.bind() if name == "toy" else INSTALLED.ruleset(name).bind()
    match = Match.create(rules, 5)
    players = [INSTALLED.bot(name, "random" if name == "toy" else "heuristic") for _ in rules.seats]
    compared = 0
    for _ in range(60):
        for seat in match.pending:
            other = twin(match, seat, Chance.of(9))
            if len(match.options(seat)) > 1 and hidden(match, seat) != hidden(other, seat):
                one, two = (SearchBot(40).choose(Perspective(m, seat, Chance.of(3))).key for m in (match, other))
                assert one == two
                compared += 1
            move(match, seat, players[seat], Chance.of(match.decision))
            if not match.pending:
                break
        if compared >= 4 or not match.pending:
            break
    assert compared >= 2


# ---- it can be repeated, keeps its budget, and leaves the match alone


def test_a_match_of_search_bots_can_be_repeated() -> None:
    def played(bots: int) -> list[str]:
        match = Match.create(HEALTHY.bind(), 4)
        chances = [Chance.of(bots + seat) for seat in range(3)]
        while match.pending:
            for seat in match.pending:
                move(match, seat, SearchBot(80), chances[seat])
        return lines_of(match)

    assert played(1) == played(1)
    assert played(1) != played(7)


def test_thinking_changes_nothing_in_the_match() -> None:
    match = Match.create(HEALTHY.bind(), 4)
    before = match.digest()
    SearchBot(300).choose(Perspective(match, 0, Chance.of(1)))
    assert match.digest() == before


@pytest.mark.parametrize("budget", [1, 17, 500])
@pytest.mark.parametrize("name", ["toy", "dogfight"])
def test_the_budget_is_kept_to_the_node(name: str, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = HEALTHY.bind() if name == "toy" else INSTALLED.ruleset(name).bind()
    match = Match.create(rules, 5)
    made = 0
    pick = Match.pick

    def counted(self: Match, seat: int, choice: Option) -> None:
        nonlocal made
        made += self is not match and len(self.options(seat)) > 1
        pick(self, seat, choice)

    monkeypatch.setattr(Match, "pick", counted)
    found = SearchBot(budget).think(Perspective(match, match.pending[0], Chance.of(1)))
    assert found.nodes == budget == made


def test_what_it_remembers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_KEPT", 20)
    match = Match.create(HEALTHY.bind(), 5)
    found = thought(match, 0, 100)
    reached = 0
    places = [place for first in found._first for place in first.values()]
    while places:
        spot = places.pop()
        reached += 1
        places += [after for spots in spot.after if spots for after in spots.values()]
    assert reached == found.kept == 20


def test_the_end_of_the_budget_spoils_nothing() -> None:
    match = Match.create(HEALTHY.bind(), 5)
    found = Search(Perspective(match, 0, Chance.of(1)), 3)
    with pytest.raises(Enough):
        found.sweep()
    assert found.root.visits == 0
    assert found.root.settled() == [1 / found.root.size] * found.root.size


def test_a_time_can_be_set_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a millisecond whenever it is read."""
    match = Match.create(HEALTHY.bind(), 5)
    bot = INSTALLED.bot("dogfight", "search:250ms")
    assert isinstance(bot, SearchBot)
    monkeypatch.setattr(search, "perf_counter", (n / 1000 for n in count()).__next__)
    found = bot.think(Perspective(match, 0, Chance.of(1)))
    assert found.nodes == 250
    assert found.root.visits > 1


@pytest.mark.parametrize("setting", ["", "0", "-5", "many", "50s", "1.5", "ms", "٣", "5 ms", "9999999999"])
def test_a_wrong_setting_gets_one_clear_message(setting: str) -> None:
    with pytest.raises(AerodromeError, match="cannot be set to") as caught:
        INSTALLED.bot("blue-max", f"search:{setting}")
    assert "search:500" in str(caught.value)
    assert "search:50ms" in str(caught.value)


@pytest.mark.parametrize("name", sorted(INSTALLED.rulesets))
def test_every_ruleset_has_it_and_can_judge_a_position(name: str) -> None:
    assert isinstance(INSTALLED.bot(name, "search:200"), SearchBot)
    assert INSTALLED.bot(name, "search").nodes == search.NODES  # type: ignore[attr-defined]
    ruleset = INSTALLED.ruleset(name)
    match = Match.create(ruleset.bind(), 3, record=False)
    chance = Chance.of(1)
    while match.pending:
        judged = ruleset.prospects(match.state)
        assert judged is not None
        assert len(judged) == len(match.rules.team_names)
        assert sum(judged) == pytest.approx(1.0)
        assert min(judged) >= 0.0
        for seat in match.pending:
            move(match, seat, RandomBot(), chance)
    assert match.result is not None
    if match.result.winner is not None:
        judged = ruleset.prospects(match.state)
        assert judged is not None
        assert judged[match.rules.team_names.index(match.result.winner)] >= 0.5


# ---- advice, and what it takes to give it up


def test_advice_is_followed_until_enough_speaks_against_it() -> None:
    advised = Regrets(3, advised=2)
    assert advised.average() == [0.0, 0.0, 1.0]
    for worth in (0.9, 0.1, 0.9, 0.1) * 10:
        advised.learn([(0, 1.0, worth), (1, 1.0, 1 - worth), (2, 1.0, 0.5)])
    assert advised.settled() == [0.0, 0.0, 1.0], "noise alone"
    for worth in (0.9, 0.3, 0.9, 0.3) * 60:
        advised.learn([(0, 1.0, worth), (1, 1.0, 1 - worth), (2, 1.0, 0.5)])
    assert advised.chances[0] > 0.9
    assert advised.settled()[0] > 0.75


def test_what_was_played_for_want_of_knowledge_does_not_count_in_the_end() -> None:
    advised = Regrets(3, advised=2)
    for _ in range(400):
        advised.learn([(0, 1.0, 0.6), (1, 1.0, 0.5), (2, 1.0, 0.5)])
        if advised.chances[2] == 0.0:
            break
        assert advised.average() == [0.0, 0.0, 1.0]
    advised.learn([(0, 1.0, 0.6), (1, 1.0, 0.5), (2, 1.0, 0.5)])
    assert advised.average() == pytest.approx([1.0, 0.0, 0.0])


def test_the_longer_it_thinks_the_fewer_options_it_tries() -> None:
    """At first all, in the end the two that have done best and what is played; others hardly ever."""
    found = Regrets(16, advised=5)
    found.learn([(index, 1.0, index / 16) for index in range(16)])
    sizes = [len(found.sweep(lambda: 0.99, spent)) for spent in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert sizes == [16, 9, 5, 3, 3]
    assert found.sweep(lambda: 0.99, 1.0) == [(5, 1.0), (14, 1.0), (15, 1.0)]
    assert found.sweep(lambda: 0.0, 1.0)[0] == (0, 0.5 / 13)


@pytest.mark.parametrize("setting", ["2000", "50ms"])
def test_most_of_its_thought_goes_to_what_may_be_best(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "perf_counter", (n / 40_000 for n in count()).__next__)
    match = Match.create(INSTALLED.ruleset("dogfight").bind(), 5)
    bot = INSTALLED.bot("dogfight", f"search:{setting}")
    assert isinstance(bot, SearchBot)
    found = bot.think(Perspective(match, 0, Chance.of(1))).root
    tries = sorted(found._tries)
    assert tries[-1] == found.visits
    assert 2 <= tries[0] < found.visits


def test_unequal_odds_of_being_tried_do_not_bend_what_is_learnt() -> None:
    """An option that is rarely tried is not taken for worse, nor for better, than it is."""
    dice = Chance.of(2)
    found = Regrets(4)
    for _ in range(3_000):
        index, likely = found.explore(lambda: dice.roll("lots", 1 << 30) / (1 << 30))
        found.learn([(index, likely, (0.2, 0.4, 0.6, 0.5)[index] + dice.roll("noise", 5) / 50 - 0.06)])
    assert found.settled() == [0.0, 0.0, 1.0, 0.0]
    assert found.means == pytest.approx([0.2, 0.4, 0.6, 0.5], abs=0.02)


# ---- what it imagines


@pytest.mark.parametrize("name", sorted(INSTALLED.rulesets))
def test_what_is_imagined_fits_the_view_and_varies_all_through_a_real_match(name: str) -> None:
    """As the kit has it for random walks, which are over before much has happened: here the heuristic bots fight."""
    rules = INSTALLED.ruleset(name).bind()
    match = Match.create(rules, 11, record=False)
    players = [INSTALLED.bot(name, "heuristic") for _ in rules.seats]
    values: dict[tuple[str, ...], set[str]] = {}
    redrawn_at: dict[tuple[str, ...], int] = {}
    phases = set()
    while match.pending and match.decision < 60:
        for seat in match.pending:
            phases.add(match.phase.id)
            truth = hidden(match, seat)
            dice = Chance.of(match.decision)
            for _ in range(2):
                imagined = match.imagine(seat, dice)
                assert imagined.view(seat) == match.view(seat)
                assert imagined.options(seat) == match.options(seat)
            for path, drawn in redrawn(match, seat, dice, truth).items():
                kind = tuple("*" if step in rules.seats else step for step in path)
                values.setdefault(kind, set()).add(truth[path])
                redrawn_at[kind] = redrawn_at.get(kind, 0) + (drawn != truth[path])
        for seat in match.pending:
            move(match, seat, players[seat], Chance.of(match.decision))
    assert len(phases) >= 2
    varied = [kind for kind, seen in values.items() if len(seen) > 2]
    assert varied
    assert [kind for kind in varied if not redrawn_at[kind]] == []
