"""Blue Max: data, tables, setup, secrecy and random play. Worked cases stand in ``examples/situations/blue-max``."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from aerodrome import record
from aerodrome.bots import RandomBot, play_out
from aerodrome.chance import Chance, Seed
from aerodrome.errors import AerodromeError, Illegal, Unreadable
from aerodrome.geometry.hexes import distance, mirrored, ray, rotated, wedge
from aerodrome.match import Match
from aerodrome.packs import DataPack
from aerodrome.plugins import Plugins
from aerodrome.scenarios import Scenario, SeatSpec
from aerodrome.situations import files, run
from aerodrome.visibility import REFEREE, SPECTATOR
from aerodrome_blue_max import tables
from aerodrome_blue_max.bot import HeuristicBot
from aerodrome_blue_max.charts import Charts, dead_ends, diagram
from aerodrome_blue_max.combat import attacked_edge, silenced
from aerodrome_blue_max.rules import AHEAD, SHOTS, TAILS, BlueMaxRules
from aerodrome_blue_max.ruleset import BlueMaxRuleset
from aerodrome_blue_max.state import find_contacts, values
from aerodrome_blue_max.text import marks
from aerodrome_blue_max.vocabulary import DECKS, NOBODY, OBSERVER, PILOT, TOKENS
from laws import blue_max_law

RULESET = BlueMaxRuleset()
SITUATIONS = Path(__file__).parent.parent / "examples" / "situations" / "blue-max"
CATALOGUE = RULESET.catalogue.reference["data"]
SWITCHES = ("lewis", "observer", "altitude", "fuel", "written-orders")
clause = pytest.mark.clause


def rules_of(scenario: str | None = None, **options: Any) -> BlueMaxRules:
    rules = RULESET.bind(scenario, {name.replace("_", "-"): value for name, value in options.items()})
    assert isinstance(rules, BlueMaxRules)
    return rules


def at(rules: BlueMaxRules, position: dict[str, Any], *dice: object) -> Match:
    written = RULESET.position_model.model_validate(position)
    return Match.at_position(rules, written, Chance.scripted(dice), Seed.of(0))


# ---- situations


@pytest.mark.parametrize("path", files([SITUATIONS]), ids=lambda path: path.stem)
def test_situation(path: Path) -> None:
    report = run(path, lambda _: RULESET)
    assert report.passed, "\n".join(report.differences)


# ---- geometry (BM-GEO)


@clause("BM-GEO-02", "BM-GEO-04", "BM-GEO-05")
@pytest.mark.parametrize("facing", range(6))
def test_arcs_are_those_of_the_catalogue(facing: int) -> None:
    front = {tuple(here) for here in CATALOGUE["front_arc_by_facing"][facing]}
    rear = {tuple(here) for here in CATALOGUE["rear_arc_by_facing"][facing]}
    assert front == set(wedge(facing, 3))
    assert rear == set(wedge(facing + 3, 3))
    assert front == {rotated(here, facing) for here in wedge(0, 3)}


@clause("BM-GEO-06", "BM-GEO-03")
def test_arcs_leave_six_side_hexes_and_nobody_tails_his_tailer() -> None:
    front, rear = set(wedge(0, 3)), set(wedge(3, 3))
    near = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if 0 < distance((0, 0), (q, r)) <= 3}
    assert not front & rear
    assert near - front - rear == {tuple(here) for here in CATALOGUE["neither_arc_facing_0"]}
    assert set(TAILS) == {0, 1, 2}


@clause("BM-GEO-07", "BM-GEO-08", "BM-OBS-04")
def test_lines_of_fire() -> None:
    from aerodrome.geometry.hexes import disc

    pilot = {way for n, way in enumerate(disc(3)) if (s := SHOTS[n * 6]) and s.mounting == PILOT}
    observer = {way for n, way in enumerate(disc(3)) if (s := SHOTS[n * 6]) and s.mounting == OBSERVER}
    assert pilot == set(ray(0, 3))
    assert observer == {*ray(2, 3), *ray(4, 3), *ray(3, 3, first=2)}


@clause("BM-GEO-09", "BM-GEO-02")
@pytest.mark.parametrize(
    ("reach", "facing", "edge"), [(1, 0, "D"), (2, 3, "A"), (2, 2, "B"), (2, 4, "B"), (3, 1, "C"), (3, 5, "C")]
)
def test_attacked_edge(reach: int, facing: int, edge: str) -> None:
    match = at(rules_of(), {"phase": "combat", "planes": {
        "central": {"at": "0812", "facing": 0, "last": "14L3"},
        "allies": {"at": f"08{12 - reach:02}", "facing": facing, "last": "14L3"},
    }})  # fmt: skip
    key = {row.label: row.value for row in match.explain(1, "target:allies+burst:short")}
    assert key["edge and deck"] == edge
    shot = SHOTS[1 * 6]
    assert shot is not None
    assert DECKS[attacked_edge(shot, facing)] == edge


# ---- data (BM-PLANE, BM-CHART, BM-DECK, BM-DICE)


@clause("BM-PLANE-01", "BM-PLANE-02", "BM-PLANE-03", "BM-PLANE-05", "BM-OBS-01", "BM-LEWIS-01")
def test_planes() -> None:
    planes = {row.id: row for row in tables.read_tables(()).planes}
    assert len(planes) == 19
    assert planes["fokker-dr-i"].stability == "A"
    assert planes["albatros-d-iii"].stability == "B"
    assert {row.id for row in planes.values() if row.observer_guns} == {"bristol-f2b", "halberstadt-cl-ii"}
    assert [row.id for row in planes.values() if row.lewis] == ["bristol-f2b"]
    assert planes["bristol-f2b"].numbers == (13, 14, 15)
    assert planes["halberstadt-cl-ii"].numbers == (8, 9, 10)


@clause("BM-CHART-01", "BM-CHART-02", "BM-CHART-05", "BM-CHART-06", "BM-CHART-12", "BM-CHART-13", "BM-SPIN-09")
def test_charts() -> None:
    charts = Charts(tables.read_tables(()))
    printed = {row["code"]: row for row in CATALOGUE["printed_maneuvers"]}
    for code, row in printed.items():
        assert charts.speed[charts.by_code[code]] == row["speed"]
        assert charts.preparatory[charts.by_code[code]] == ("preparatory" in row["marks"])
        assert charts.acrobatic[charts.by_code[code]] == ("acrobatic" in row["marks"])
    assert all(len(starts) == 1 and charts.codes[starts[0]] == "2S2" for starts in charts.starts)
    spin = charts.diagrams[charts.spin]
    assert (spin.way, spin.turn) == ((0, 0), 0)


def test_diagrams() -> None:
    assert (diagram(["F", "L", "F"]).way, diagram(["F", "L", "F"]).turn) == ((-1, -1), 5)
    assert (diagram(["F", "U", "F"]).way, diagram(["F", "U", "F"]).turn) == ((0, 0), 3)
    left, right = diagram(["F", "F", "L", "F"]), diagram(["F", "F", "R", "F"])
    assert mirrored(left.way) == right.way
    assert left.turn == -right.turn % 6


@clause("BM-EFFECT-23", "BM-PLAN-09")
def test_dead_ends() -> None:
    """Which restrictions leave only the spin: at top speed an engine hit, and contradicting injuries."""
    charts = Charts(tables.read_tables(()))
    graph = dead_ends(charts, charts.ids.index("fokker-dr-i"))
    assert graph.has_edge("4S4", "engine hit")
    assert graph.has_edge("4S4", "wings torn (blue)")
    assert graph.has_edge("2S2", "pilot injured and rudder stuck right")
    alone = {restriction for _, restriction in graph.edges if " and " not in restriction}
    assert alone == {"engine hit", "wings torn (blue)", "1 fuel left", "2 fuel left"}
    assert set(graph.predecessors("engine hit")) == set(graph.predecessors("2 fuel left")) == {"4S4"}
    assert {charts.speed[charts.by_code[code]] for code in graph.predecessors("1 fuel left")} == {3, 4}
    pairs = {restriction for _, restriction in graph.edges} - alone
    assert "climb due and 2 fuel left" in pairs  # a climb at speed 2 costs 3
    assert not any("gliding" in pair and ("due" in pair or "fuel" in pair) for pair in pairs)
    assert not graph.has_edge("4S4", "engine hit and on fire")  # the engine alone is enough


@clause("BM-DECK-01", "BM-DECK-05", "BM-DECK-07", "BM-DICE-12")
def test_decks_and_die() -> None:
    rules = rules_of()
    assert [len(deck) for deck in rules.deck] == [24, 44, 44, 24]
    assert len(rules.faces) == 6
    effects = {part[4] for card in rules.parts for part in card} - {NOBODY}
    assert effects == set(range(17))  # every special effect can be drawn


@clause("BM-DECK-07")
def test_a_deck_against_its_tendency_is_refused() -> None:
    rows = [
        row.model_copy(update={"red": "1 engine"}) if row.id == "D-01" else row for row in tables.read_tables(()).damage
    ]
    with pytest.raises(AerodromeError, match="BM-DECK-07"):
        tables.check_damage(rows)


@pytest.mark.parametrize(
    ("code", "change", "says"),
    [
        ("14L3", {"path": ("F", "F", "L")}, "2 hexes flown at speed 3"),
        ("14L3", {"path": ("F", "L", "F", "F")}, "mirror image"),
        ("3S3", {"path": ("F", "X", "F")}, "neither a mark nor a step"),
        ("3S3", {"speed": 2, "path": ("F", "F")}, "fuel 3 at speed 2"),
        ("8L2", {"marks": ("start",)}, "mirror image"),
        ("0S2", {"marks": ("preparatory",)}, "BM-PLAN-11"),
    ],
)
def test_wrong_maneuvers_are_refused(code: str, change: dict[str, Any], says: str) -> None:
    rows = [row.model_copy(update=change) if row.code == code else row for row in tables.read_tables(()).maneuvers]
    with pytest.raises(AerodromeError, match=says):
        tables.check_maneuvers(rows)


def test_no_more_maneuvers_than_a_situation_can_tell_apart() -> None:
    rows = tables.read_tables(()).maneuvers
    more = [row.model_copy(update={"code": f"{number}S1"}) for row in rows[3:4] for number in range(100, 356)]
    with pytest.raises(AerodromeError, match="256 or fewer"):
        tables.check_maneuvers([*rows, *more])


@pytest.mark.parametrize(
    ("text", "colour"),
    [("fire", "blue"), ("smoke; engine hit", "blue"), ("5 propeller", "red"), ("0 wings", "red"), ("100 wings", "red")],
)
def test_wrong_card_parts_are_refused(text: str, colour: str) -> None:
    with pytest.raises(AerodromeError, match="cannot stand in"):
        tables.read_part(text, colour, "A-01")


@pytest.fixture
def pack(tmp_path: Path) -> Callable[[str, Callable[[str], str]], DataPack]:
    """A data pack with one of the plugin's own tables, changed."""

    def make(name: str, change: Callable[[str], str]) -> DataPack:
        (tmp_path / "pack.yaml").write_text("id: mine\nruleset: blue-max\ntitle: Mine\nsource: my box\n")
        (tmp_path / name).write_text(change((tables.DATA / name).read_text()))
        return DataPack.read(tmp_path)

    return make


@clause("BM-LEWIS-08", "BM-LEWIS-09", "BM-LEWIS-02")
def test_a_pilot_with_a_lewis_gun(pack: Callable[..., DataPack]) -> None:
    """Printed for planes added later: a data pack gives the Nieuport 17 its gun on the upper wing."""
    mine = pack("planes.csv", lambda text: text.replace("C,1,0,,60,4,derived,", "C,1,0,pilot,60,4,public,"))
    rules = RULESET.bind("nieuport-17-albatros-d-iii", {"lewis": True}, [mine])
    match = at(rules, {"phase": "planning", "planes": {"allies": {"last": "2S2", "ammunition": 1}}})  # type: ignore[arg-type]
    with pytest.raises(Illegal) as refused:
        match.order(0, "maneuver:8L2+reload:pilot")
    assert refused.value.clauses == ("BM-LEWIS-08",)
    with pytest.raises(Illegal):
        match.order(0, "maneuver:0S2+reload:pilot")
    match.order(0, "maneuver:2S2+reload:pilot")
    match.order(1, "maneuver:2S2")
    assert match.state.planes[0].ammunition == 5


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("planes.csv", ",central,1,20,", ",central,1,none,", r"planes\.csv:2 \(wings\)"),
        ("planes.csv", ",central,1,20,", ",central,1 1,20,", r"\(fokker-dr-i\).*BM-PLANE-02"),
        ("planes.csv", ",central,1,20,", ",central,0,20,", r"planes\.csv:2 \(numbers"),
        ("planes.csv", ",central,1,20,", ",central, ,20,", r"planes\.csv:2 \(numbers"),
        ("maneuvers.csv", "5S1,", "05S1,", r"maneuvers\.csv:5 \(code\)"),
        ("maneuvers.csv", "1L1,", "9" * 5000 + "L1,", r"maneuvers\.csv:2 \(code\)"),
        ("boards.csv", ",15,22,", ",14,22,", r"boards\.csv:2 \(columns\).*odd"),
    ],
)
def test_a_pack_with_a_wrong_value_says_where(
    pack: Callable[..., DataPack], name: str, old: str, new: str, says: str
) -> None:
    mine = pack(name, lambda text: text.replace(old, new, 1))
    with pytest.raises(AerodromeError, match=says):
        RULESET.bind(None, {}, [mine])


@clause("BM-EFFECT-22", "BM-EFFECT-21")
def test_an_observer_injured_again_in_a_collision_does_not_fire_in_between(pack: Callable[..., DataPack]) -> None:
    mine = pack("damage.csv", lambda text: text.replace("A-01,A,5 wings,1 wings", "A-01,A,5 wings,observer injured", 1))
    rules = RULESET.bind("bristol-halberstadt", {"altitude": True}, [mine])
    planes = {
        "allies": {"at": "0812", "facing": 0, "level": 3, "written": "2S2", "observer_out_until": 5},
        "central": {"at": "0808", "facing": 3, "level": 3, "written": "2S2"},
    }
    match = at(rules, {"phase": "movement", "round": 4, "planes": planes}, "central", 5, "A-01", "A-02", 1, 1)  # type: ignore[arg-type]
    allies = match.state.planes[0]
    assert (allies.observer_out_from, allies.observer_out_until) == (3, 7)
    assert silenced(match.state, allies, OBSERVER)[0].clause == "BM-EFFECT-08"


def test_more_players_than_planes_or_hexes_than_a_table_holds(pack: Callable[..., DataPack]) -> None:
    with pytest.raises(AerodromeError, match="13 players of team allies for 12 plane cards"):
        RULESET.bind(_scenario(13, 13))
    wide = pack("boards.csv", lambda text: text.replace(",15,22,", ",97,98,"))
    RULESET.bind(None, {}, [wide])
    with pytest.raises(AerodromeError, match="at most 10000 hexes"):
        RULESET.bind(_scenario(1, 1, down=2), {}, [wide])


def test_every_plane_of_a_large_match_has_its_sign() -> None:
    rules = RULESET.bind(_scenario(12, 11))
    match = Match.create(rules, 1, record=False)
    signs = marks(rules, match.view(0)["state"])  # type: ignore[arg-type]
    assert "".join(signs.values()) == "123456789ABCabcdefghijk"
    assert RULESET.text(rules, match.view(0))  # type: ignore[arg-type]


# ---- setup and map (BM-SETUP, BM-MAP, BM-OPT)


def _scenario(allies: int, central: int, **setup: Any) -> Scenario:
    seats = [SeatSpec(id=f"a{n}", team="allies") for n in range(allies)]
    seats += [SeatSpec(id=f"c{n}", team="central") for n in range(central)]
    return Scenario(id="made", ruleset="blue-max", title="Made", seats=tuple(seats), setup=setup)


@clause("BM-SETUP-01", "BM-SETUP-02")
@pytest.mark.parametrize(("allies", "central"), [(3, 1), (1, 0), (4, 2), (0, 2), (4, 1)])
def test_unequal_teams_are_refused(allies: int, central: int) -> None:
    with pytest.raises(AerodromeError, match="BM-SETUP-01"):
        RULESET.bind(_scenario(allies, central))


@clause("BM-SETUP-01", "BM-SETUP-13", "BM-MAP-05", "BM-MAP-06")
def test_odd_numbers_and_more_boards() -> None:
    assert RULESET.bind(_scenario(3, 2)).seats == ("a0", "a1", "a2", "c0", "c1")
    large = RULESET.bind(_scenario(4, 3))
    assert isinstance(large, BlueMaxRules)
    assert large.map.across == 2
    assert {"0208A", "0208B", "1608A"} <= set(large.map.by_code)
    with pytest.raises(AerodromeError, match="BM-SETUP-13"):
        RULESET.bind(_scenario(4, 3, across=1, down=1))


@clause("BM-SETUP-02")
def test_a_stranger_to_both_teams_is_refused() -> None:
    seats = (SeatSpec(id="a", team="allies"), SeatSpec(id="b", team="neutral"))
    with pytest.raises(AerodromeError, match="BM-SETUP-02"):
        RULESET.bind(Scenario(id="made", ruleset="blue-max", title="Made", seats=seats))


@clause("BM-SETUP-03", "BM-MAP-07", "BM-MAP-08", "BM-SECR-21")
def test_borders_are_drawn_unless_agreed() -> None:
    drawn = {Match.create(rules_of("open-duel"), seed).state.borders for seed in range(20)}
    assert drawn == {("north", "south"), ("south", "north")}
    with pytest.raises(AerodromeError, match="BM-SETUP-03"):
        RULESET.bind(_scenario(1, 1, borders={"allies": "north", "central": "north"}))
    with pytest.raises(AerodromeError, match="BM-MAP-07"):
        RULESET.bind(_scenario(1, 1, borders={"allies": "north", "central": "east"}))


@clause("BM-SETUP-04", "BM-COMP-01")
def test_each_card_is_taken_once() -> None:
    match = Match.create(RULESET.bind(_scenario(2, 2)), 1)
    match.order(0, "plane:sopwith-camel")
    with pytest.raises(Illegal, match="is taken"):
        match.order(1, "plane:sopwith-camel")
    match.order(1, "plane:bristol-f2b")
    match.order(2, "plane:halberstadt-cl-ii")
    match.order(3, "plane:halberstadt-cl-ii")
    assert [plane.number for plane in match.state.planes] == [1, 13, 8, 9]
    assert match.phase.id == "setup-entries"


@clause("BM-SETUP-06", "BM-SETUP-07", "BM-PLANE-03", "BM-LEWIS-02", "BM-FUEL-01")
def test_equipment_of_the_options() -> None:
    everything = Match.create(rules_of("bristol-halberstadt", fuel=True, altitude=True), 1).state
    assert [plane.fuel for plane in everything.planes] == [70, 70]
    assert [plane.rear_ammunition for plane in everything.planes] == [5, 0]
    nothing = Match.create(rules_of(), 1).state
    assert [plane.fuel for plane in nothing.planes] == [0, 0]
    assert all(plane.boxes() == (0, 0, 0, 0) for plane in nothing.planes)
    assert values(nothing, nothing.planes[1]) == (20, 4, 19, 6)


@clause("BM-SETUP-08", "BM-MAP-01", "BM-MAP-02", "BM-MAP-04")
@pytest.mark.parametrize(("scenario", "columns"), [("duel", 15), ("small-duel", 11)])
def test_one_starting_hex_a_column(scenario: str, columns: int) -> None:
    match = Match.create(rules_of(scenario), 1)
    starts = [str(option.facts["start"]) for option in match.options(0)]
    assert len(starts) == columns
    assert [start[:2] for start in starts] == [f"{column:02}" for column in range(1, columns + 1)]


@clause("BM-OPT-01", "BM-OPT-02")
def test_every_set_of_options_is_a_game() -> None:
    for chosen in product((False, True), repeat=len(SWITCHES)):
        for limit in (None, 20):
            rules = RULESET.bind(None, {**dict(zip(SWITCHES, chosen, strict=True)), "round-limit": limit})
            assert set(rules.options.chosen()) == {n for n, on in zip(SWITCHES, chosen, strict=True) if on} | (
                {"round-limit"} if limit else set()
            )


# ---- secrecy (BM-SECR)


def _played(rules: BlueMaxRules, seed: int, decisions: int) -> Match:
    match = Match.create(rules, seed)
    choose = random.Random(seed)
    for _ in range(decisions):
        for seat in match.pending:
            while options := match.options(seat):
                flying = [o for o in options if o.facts.get("maneuver") in ("2S2", "8L2", "8R2", "9L2", "12S2")]
                match.pick(seat, choose.choice(flying or options))
            match.seal(seat)
    return match


@clause("BM-SECR-01", "BM-SECR-06", "BM-SECR-13", "BM-SECR-24")
def test_sheets_are_private_even_from_team_mates() -> None:
    match = _played(rules_of("dawn-patrol", fuel=True), 3, 6)
    for viewer in (*match.rules.seats, "spectator"):
        number = SPECTATOR if viewer == "spectator" else match.rules.seats.index(viewer)
        for name, plane in match.view(number)["state"]["planes"].items():
            open_to_all = plane["open"]
            assert ("wings" in plane) == ("fuel" in plane) == (open_to_all or name == viewer)
            assert plane["model"]


@clause("BM-SECR-27", "BM-SECR-22")
def test_after_the_game_everything_is_open() -> None:
    match = Match.create(rules_of("three-on-three"), 5)
    play_out(match, dict.fromkeys(range(6), RandomBot()), {seat: Chance.of(seat) for seat in range(6)})
    assert match.result is not None
    view = match.view(SPECTATOR)["state"]
    assert all("wings" in plane for plane in view["planes"].values())
    assert "decks" in view
    assert "decks" not in Match.create(rules_of(), 1).view(0)["state"]


@clause("BM-SECR-19", "BM-SECR-20")
def test_no_order_speaks_to_others() -> None:
    """The option table holds the game's own decisions and nothing that could carry a message."""
    facts = {name for option in rules_of("dawn-patrol", fuel=True).table for name in option.facts}
    assert facts == {
        "plane", "start", "level", "tail", "maneuver", "token", "reload", "observer", "hold", "target", "burst",
        "recover", "spin-on", "unjam", "leave",
    }  # fmt: skip


@clause("BM-SECR-25")
@pytest.mark.parametrize("jammed", [False, True])
def test_a_jam_leaves_no_trace_in_other_views(jammed: bool) -> None:
    """Two games that differ only in whether the guns are jammed look alike to all but the owner."""
    planes = {
        "central": {"at": "0812", "facing": 0, "last": "2S2", "jammed": jammed, "doubt": True},
        "allies": {"at": "0811", "facing": 0, "last": "14L3"},
    }
    match = at(rules_of(), {"phase": "combat", "planes": planes})
    looks = []
    for order in ("hold", "leave:pilot"):
        looks.append((match.pending, match.view(0), match.view(SPECTATOR), match.commitments()))
        match.order(1, order)
    looks.append((match.pending, match.view(0), match.view(SPECTATOR), match.commitments()))
    told = [event.to_json() for event in match.log(0)]
    _LOOKS.setdefault("looks", (looks, told))
    assert _LOOKS["looks"] == (looks, told)


_LOOKS: dict[str, Any] = {}


@clause("BM-PLAN-14", "BM-SECR-26")
def test_a_code_of_another_chart_is_unreadable() -> None:
    match = at(rules_of(), {"phase": "planning"})
    before = match.view(0), match.log(0)
    with pytest.raises(Unreadable):
        match.order(1, "maneuver:38S4")
    assert (match.view(0), match.log(0)) == before


# ---- play


@clause("BM-OPT-02", "BM-ROUND-01", "BM-WIN-01", "BM-DOWN-01")
@pytest.mark.parametrize("scenario", [scenario.id for scenario in RULESET.scenarios])
def test_random_matches_end_and_verify(scenario: str, tmp_path: Path) -> None:
    choose = random.Random(scenario)
    for number in range(8):
        options: dict[str, Any] = {name: choose.random() < 0.5 for name in SWITCHES}
        options["round-limit"] = choose.choice((None, 12))
        match = Match.create(RULESET.bind(scenario, options), number)
        while match.pending:
            for seat in match.pending:
                match.order(seat, choose.choice(match.options(seat)))
            blue_max_law(match)
        assert match.result is not None
        assert all(event.rule in RULESET.catalogue for event in match.log(REFEREE))
        if number % 4 == 0:
            record.save(match, tmp_path / "match.jsonl")
            assert all(check.holds for check in record.verify(tmp_path / "match.jsonl", lambda _: RULESET))


def test_prospects_see_damage_jams_and_who_is_on_whose_tail() -> None:
    ruleset = BlueMaxRuleset()
    match = Match.create(ruleset.bind("duel"), 3, record=False)
    while match.phase.id != "planning":
        for seat in match.pending:
            match.order(seat, match.options(seat)[0])
    state = match.state
    board = state.rules.map
    mine, his = state.planes
    middle = board.size // 2
    mine.pose, his.pose = middle * 6, next(hex_ for hex_ in range(board.size) if board.distance(middle, hex_) == 1) * 6
    find_contacts(state)
    assert state.contacts
    way = state.contacts[0][2]
    best = max(range(6), key=lambda facing: AHEAD[way * 6 + facing])
    assert AHEAD[way * 6 + best] == pytest.approx(1.0)
    assert AHEAD[way * 6 + (best + 3) % 6] == 0.0
    mine.pose, his.pose = mine.pose + best, his.pose + best
    behind = ruleset.prospects(state)[0]
    assert behind > 0.5
    mine.jammed = True
    assert ruleset.prospects(state)[0] < behind
    mine.jammed, mine.wings = False, 3
    assert ruleset.prospects(state)[0] < behind
    mine.doomed = True
    assert ruleset.prospects(state)[0] < 0.1


@pytest.mark.parametrize("options", [{}, {"altitude": True, "fuel": True}])
def test_the_heuristic_bot_beats_random(options: dict[str, Any]) -> None:
    rules = RULESET.bind("duel", options)
    won = 0
    for number in range(20):
        mine = number % 2
        match = Match.create(rules, number // 2, record=False)
        play_out(
            match, {mine: HeuristicBot(), 1 - mine: RandomBot()}, {0: Chance.of(number), 1: Chance.of(-number - 1)}
        )
        assert match.result is not None
        won += match.result.winner == ("allies", "central")[mine]
    assert won >= 17


def test_imagined_matches_vary_and_agree_with_the_view() -> None:
    match = _played(rules_of("dawn-patrol", fuel=True), 8, 8)
    for seat in range(6):
        imagined = [match.imagine(seat, Chance.of(number)) for number in range(12)]
        assert all(other.view(seat) == match.view(seat) for other in imagined)
        hurt = [p for p in match.state.planes if p.hits and not p.open and p.seat != seat]
        if hurt:
            assert len({tuple(other.state.planes[hurt[0].seat].boxes()) for other in imagined}) > 1


@clause("BM-ALT-10", "BM-SECR-03")
def test_a_tailer_imagines_climbs_that_will_fail() -> None:
    """At the ceiling a climb shows the level that stays, and so does what is imagined behind it."""
    planes = {
        "central": {"at": "0812", "facing": 0, "last": "2S2", "level": 3},
        "allies": {
            "at": "0810",
            "facing": 0,
            "last": "2S2",
            "level": 4,
            "due": "climb",
            "written": "2S2",
            "token": "climb",
        },
    }
    match = at(rules_of(None, altitude=True), {"phase": "planning", "wave": 1, "planes": planes})
    assert match.view(1)["state"]["planes"]["allies"]["shown"] == {"direction": "S", "level": 4}
    tokens = [match.imagine(1, Chance.of(number)).state.planes[0].token for number in range(12)]
    assert TOKENS.index("climb") in tokens


def test_what_people_see() -> None:
    rules = rules_of("dawn-patrol", fuel=True)
    match = _played(rules, 8, 8)
    for viewer in (*range(6), SPECTATOR, REFEREE):
        view = match.view(viewer)
        text = RULESET.text(rules, view)
        assert all(seat.title in text for seat in rules.scenario.seats)
        svg = RULESET.scene(rules, view).svg()
        assert svg.startswith("<svg")
        assert "0708" in svg
    for event in match.log(REFEREE):
        words = RULESET.say(rules, event)
        assert words
        assert "{" not in words


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"planes": {"central": {"at": "0812"}}}, "after setup only"),
        ({"phase": "planning", "planes": {"nobody": {}}}, "no seat 'nobody'"),
        ({"phase": "planning", "planes": {"central": {"at": "9999"}}}, "no hex '9999'"),
        ({"phase": "planning", "planes": {"central": {"last": "38S4"}}}, "no '38S4'"),
        ({"phase": "planning", "planes": {"central": {"wings": 21}}}, "20 boxes of wings"),
        ({"phase": "planning", "planes": {"central": {"level": 2}}}, "without option altitude"),
        ({"phase": "planning", "planes": {"central": {"guns": 3}}}, "2 pilot gun"),
        ({"phase": "planning", "planes": {"central": {"aircraft": "sopwith-camel"}}}, "cannot fly"),
        ({"phase": "planning", "planes": {"central": {"tails": "allies"}}}, "BM-TAIL-01"),
        ({"phase": "resolution", "planes": {"central": {"held": ["B-99 red"]}}}, "no damage card"),
        ({"phase": "resolution", "planes": {"central": {"held": ["B-09"]}}}, "no part of a card"),
        ({"phase": "planning", "wave": 3}, "no wave 3"),
        ({"phase": "combat", "wave": 1}, "no wave is open"),
        ({"phase": "lunch"}, "no phase 'lunch'"),
        ({"phase": "fuel-depletion"}, "without option fuel"),
        ({"phase": "glide-descent"}, "without option altitude"),
        ({"phase": "setup-placement"}, "cannot be written"),
        ({"phase": "setup-entries", "planes": {"central": {"wings": 2}}}, "after setup only"),
        ({"phase": "planning", "borders": {"allies": "north", "central": "north"}}, "BM-SETUP-03"),
        ({"phase": "planning", "planes": {"central": {"lost": "landed"}}}, "BM-WIN-01"),
        ({"phase": "game-over"}, "BM-WIN-01"),
        ({"phase": "planning", "planes": {"central": {"wings": 20}}}, "must be doomed"),
        ({"phase": "planning", "planes": {"central": {"doomed": True}}}, "BM-SPIN-06"),
        ({"phase": "planning", "planes": {"central": {"engine": 6}}}, "needs a deadline"),
        ({"phase": "planning", "round": 5, "planes": {"central": {"deadline": 2}}}, "deadline is over"),
        ({"phase": "planning", "planes": {"central": {"dry": 1}}}, "dry without option fuel"),
        ({"phase": "planning", "planes": {"central": {"fuel": 1}}}, "fuel without option fuel"),
        ({"phase": "planning", "planes": {"central": {"due": "climb"}}}, "owes a token"),
        ({"phase": "planning", "planes": {"central": {"rear_jammed": True}}}, "no observer"),
        ({"phase": "planning", "planes": {"central": {"held": ["B-01 red"]}}}, "holds cards"),
        ({"phase": "combat", "planes": {"central": {"written": "2S2"}}}, "has written nothing"),
        ({"phase": "combat", "planes": {"central": {"aiming": {"target": "allies"}}}}, "that is for combat-observers"),
        ({"phase": "combat-observers", "planes": {"central": {"aiming": {"target": "allies"}}}}, "BM-GEO-07"),
        ({"phase": "combat", "planes": {"central": {"aim": {"target": "central"}}}}, "names an enemy"),
        ({"phase": "combat", "planes": {"central": {"aim": {"target": "allies", "round": 2}}}}, "a round that was"),
        ({"phase": "movement", "planes": {"central": {"written": "2S2"}}}, "has written no maneuver"),
        ({"phase": "planning", "planes": {"central": {"written": "4S4"}}}, "BM-PLAN-02"),
        ({"phase": "planning", "planes": {"central": {"written": "2S2", "spinning": True}}}, "BM-PLAN-15"),
        ({"phase": "planning", "planes": {"central": {"written": "2S2", "token": "climb"}}}, "token climb without"),
        ({"phase": "planning", "planes": {"central": {"written": "2S2", "reload": "both"}}}, "BM-LEWIS-01"),
        ({"phase": "resolution", "planes": {"central": {"held": ["A-01 red", "A-01 blue"]}}}, "held 2 times"),
    ],
)
def test_positions_that_cannot_be(position: dict[str, Any], says: str) -> None:
    with pytest.raises(AerodromeError, match=says):
        at(rules_of(), position)


def test_a_position_beyond_the_last_round_cannot_be() -> None:
    with pytest.raises(AerodromeError, match="BM-WIN-06"):
        at(rules_of(None, round_limit=2), {"phase": "planning", "round": 3})


def test_a_spinning_plane_needs_nothing_written() -> None:
    """It performs 0S2, whichever wave it plans in."""
    planes: dict[str, Any] = {"central": {"at": "0812", "facing": 0}, "allies": {"at": "0810", "facing": 0}}
    planes["allies"]["spinning"] = True
    match = at(rules_of(), {"phase": "planning", "wave": 1, "planes": planes})
    assert match.view(1)["state"]["planes"]["allies"]["shown"] == {"direction": "S"}
    planes["central"]["written"] = "2S2"
    match = at(rules_of(), {"phase": "movement", "planes": planes}, 1, 1)
    assert match.log(REFEREE)[0].facts == {"seat": "allies", "written": "0S2", "performed": "0S2"}


@clause("BM-TAIL-04")
def test_a_position_begins_with_the_choice_of_a_victim() -> None:
    planes = {
        "central-1": {"at": "0812", "facing": 0},
        "allies-1": {"at": "0810", "facing": 0},
        "allies-2": {"at": "0911", "facing": 0},
    }
    match = at(rules_of("two-on-two"), {"phase": "tailing-choice", "planes": planes})
    assert [option.key for option in match.options(2)] == ["tail:allies-1", "tail:allies-2"]
    planes["central-1"]["tails"] = "allies-2"
    match = at(rules_of("two-on-two"), {"phase": "tailing-graph", "planes": planes})
    assert match.state.planes[2].tails == 1


def test_the_plugin_is_installed() -> None:
    plugins = Plugins.load()
    assert plugins.reports["blue-max"].failures == []
    assert plugins.ruleset("blue-max").scenarios[0].id == "duel"
    assert "heuristic" in plugins.bots("blue-max")
