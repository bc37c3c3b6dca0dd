"""A campaign of Aces High: squadrons, months, its file, its commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from aerodrome import cli, record
from aerodrome.chance import Chance, Seed
from aerodrome.documents import read_table
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.series import Series
from aerodrome_aces_high import plugin, removal
from aerodrome_aces_high.campaign import CampaignFile, month_scenario, outcome_of
from aerodrome_aces_high.cards import DATA
from aerodrome_aces_high.lineup import in_service
from aerodrome_aces_high.roster import (
    CALL_SIGNS,
    Campaign,
    CampaignSettings,
    MonthOutcome,
    Squadron,
    changes,
    later,
)
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.ruleset import AcesHighRuleset
from aerodrome_aces_high.setup import AvailabilityRow
from aerodrome_aces_high.state import Skies
from aerodrome_aces_high.vocabulary import DEAD, FIT, KILL_SHARE, LANDED, NATIONS, PRISONER, SIDES, TRENCH_ROW, VETERAN
from laws import stays

RULESET = AcesHighRuleset()
RULES = cast(AcesRules, RULESET.bind())
EXAMPLES = Path(__file__).parent.parent / "examples"


# ---- squadrons and months


def campaign_settings(**changes: Any) -> CampaignSettings:
    given = {
        "start": "1917-04",
        "months": 4,
        "nation": "great-britain",
        "names": {side: list(names) for side, names in CALL_SIGNS.items()},
        "players": ["random", "random"],
        "seed": 1,
    }
    return CampaignSettings.model_validate({**given, **changes})


def month(name: str, mission: str = "hunting", *flown: tuple[str, str, int, float, str]) -> MonthOutcome:
    members = [
        {"side": side, "name": who, "experience": points, "kills": int(kills * KILL_SHARE), "fate": fate}
        for side, who, points, kills, fate in flown
    ]
    return MonthOutcome.model_validate(
        {"month": name, "missions": {"central": mission, "allies": "hunting"}, "winner": None, "flown": members}
    )


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"months": 3}, "months"),
        ({"start": "1916-07"}, "AH-CAMP-01"),
        ({"start": "1918-10"}, "AH-CAMP-02"),
        ({"names": {"central": ["A", "B", "C", "D"], "allies": list("abcde")}}, "AH-CAMP-05"),
    ],
)
@pytest.mark.clause("AH-CAMP-01", "AH-CAMP-02", "AH-CAMP-05")
def test_a_campaign_that_cannot_be_is_refused(changes: dict[str, Any], clause: str) -> None:
    with pytest.raises(ValueError, match=clause):
        campaign_settings(**changes)


@pytest.mark.clause("AH-CAMP-03", "AH-MISS-03", "AH-MISS-04", "AH-MISS-01")
def test_missions_come_again_only_after_the_others() -> None:
    squadron = Squadron("central", [], [])
    assert len(squadron.may_fly()) == 5
    squadron.missions = ["observation", "hunting", "bombing", "hunting"]
    assert squadron.may_fly() == ["strafing", "balloon", "hunting"], "a new sub-period, but two of the four are open"
    squadron.missions += ["strafing", "balloon"]
    assert squadron.may_fly() == ["observation", "bombing", "hunting"], "the four are complete; two were flown lately"
    squadron.missions += ["observation", "hunting"]
    assert squadron.may_fly() == ["bombing", "strafing", "balloon", "hunting"]


@pytest.mark.clause(
    "AH-CAMP-06", "AH-CAMP-07", "AH-CAMP-12", "AH-CAMP-13", "AH-EXPER-01", "AH-EXPER-08", "AH-EXPER-09", "AH-LAND-06"
)
def test_injuries_deaths_and_promotions() -> None:
    campaign = Campaign(campaign_settings())
    campaign.enter(
        month(
            "1917-04",
            "hunting",
            ("central", "Falke", 100, 5.0, "fit"),
            ("central", "Habicht", 40, 1.0, "dead"),
            ("allies", "Kestrel", 100, 0.5, "out for 1 month"),
            ("allies", "Merlin", 0, 0, "out for 2 months"),
        )
    )
    setup = campaign.next_setup()
    central, allies = setup.squadrons["central"], setup.squadrons["allies"]
    assert [(m.name, m.rank) for m in central.pilots] == [
        ("Falke", "ace"),
        ("Bussard", "rookie"),
        ("Sperber", "rookie"),
    ]
    assert (allies.pilots[0].rank, allies.pilots[0].fit) == ("veteran", False)
    assert campaign.squadrons["central"].points == 140
    campaign.enter(month("1917-05"))
    assert [pilot.fit for pilot in campaign.next_setup().squadrons["allies"].pilots] == [True, False, True]
    campaign.enter(month("1917-06"))
    assert campaign.next_setup().squadrons["allies"].pilots[1].fit
    assert campaign.winner == "central"


def test_a_month_tells_promotions_and_replacements() -> None:
    """Nobody replaces the dead of the last month (AH-CAMP-06)."""
    settings = campaign_settings()
    flown = [
        month("1917-04", "hunting", ("central", "Falke", 90, 5.0, "dead"), ("allies", "Hobby", 100, 0, "fit")),
        month("1917-05", "hunting", ("central", "Bussard", 30, 5.0, "fit"), ("allies", "Hobby", 5, 0, "prisoner")),
        month("1917-06", "hunting", ("central", "Bussard", 100, 0, "fit")),
        month("1917-07", "hunting", ("central", "Uhu", 0, 0, "dead")),
    ]
    told = [list(changes(settings, flown[: number + 1])) for number in range(4)]
    assert told == [
        [("central", "Falke is dead and is replaced by Bussard"), ("allies", "Hobby becomes a veteran")],
        [("central", "Bussard becomes an ace")],
        [],
        [("central", "Uhu is dead")],
    ]
    assert flown[0].points("central") == 90


@pytest.mark.clause("AH-CAMP-09", "AH-COMP-05", "AH-OPT-03")
@pytest.mark.parametrize(
    ("sides", "options", "most"),
    [
        ("ca", {}, (2, 2)),
        ("cca", {}, (2, 2)),
        ("ccca", {}, (3, 1)),
        ("caaa", {}, (1, 3)),
        ("ca", {"extra-pieces": True}, (3, 3)),
    ],
)
def test_how_many_aircraft_a_side_may_send(sides: str, options: dict[str, bool], most: tuple[int, int]) -> None:
    seats = {f"seat-{number}": SIDES["ca".index(letter)] for number, letter in enumerate(sides)}
    settings = campaign_settings(seats=seats, options=options, players=["random"] * len(seats))
    rules = cast(AcesRules, RULESET.bind(month_scenario(settings, Campaign(settings).next_setup())))
    assert rules.month is not None
    assert rules.month.most == most


@pytest.mark.clause("AH-LAND-07", "AH-OPT-05")
def test_prisoners_are_traded_one_for_one() -> None:
    campaign = Campaign(campaign_settings(options={"prisoners": True}))
    campaign.enter(
        month(
            "1917-04",
            "hunting",
            ("central", "Falke", 0, 0, "prisoner"),
            ("central", "Habicht", 0, 0, "prisoner"),
            ("allies", "Kestrel", 0, 0, "prisoner"),
        )
    )
    fit = [member.fit for member in campaign.next_setup().squadrons["central"].pilots]
    assert fit == [False, False, True]
    traded = campaign.next_setup(trade=True).squadrons
    assert [member.fit for member in traded["central"].pilots] == [True, False, True]
    assert all(member.fit for member in traded["allies"].pilots)


@pytest.mark.clause("AH-SETUP-07", "AH-SETUP-06", "AH-SETUP-05")
def test_acquired_cards_stay_against_the_sheet() -> None:
    """No rule of the book gives any; a house rule may write them into the campaign file."""
    settings_ = campaign_settings(start="1918-05")
    campaign = Campaign(settings_)
    (flown,) = month("1918-05", "hunting", ("central", "Falke", 100, 0, "fit")).flown
    outcome = month("1918-05").model_copy(update={"flown": [flown.model_copy(update={"acquired": (36, 44)})]})
    campaign.enter(outcome)
    setup = campaign.next_setup()
    assert setup.squadrons["central"].pilots[0].acquired == (36, 44)
    decks = {}
    for pilot in ("Falke", "Habicht"):
        match = Match.create(RULESET.bind(month_scenario(settings_, setup)), 1)
        while match.phase.id == "objectives":
            match.expire(match.pending[0])
        match.order(0, "mission:hunting", "fly:halberstadt-d-ii", f"pilot:{pilot}", "done")
        match.order(1, "mission:hunting", "fly:nieuport-16", "pilot:Kestrel", "done")
        plane = match.state.planes[0]
        decks[pilot] = match.view(1)["state"]["planes"]["central-1"]["deck"]
        assert sum(cast(AcesRules, match.rules).pilot(plane.kind, plane.pilot_rank).deck) == sum(decks[pilot].values())
    removed = RULES.aircraft_called("halberstadt-d-ii").removed
    assert {36, 44} <= removed
    assert decks["Falke"]["immelmann"] == decks["Falke"]["rotating-turn-right"] == 1
    plain = RULES.aircraft_called("halberstadt-d-ii").decks[VETERAN]
    assert sum(decks["Falke"].values()) == sum(plain) + 2
    assert "immelmann" not in decks["Habicht"]


@pytest.mark.clause("AH-CAMP-11")
def test_without_a_fit_pilot_a_nameless_rookie_flies() -> None:
    settings_ = campaign_settings()
    setup = Campaign(settings_).next_setup()
    grounded = [pilot.model_copy(update={"fit": False}) for pilot in setup.squadrons["central"].pilots]
    central = setup.squadrons["central"].model_copy(update={"pilots": tuple(grounded)})
    setup = setup.model_copy(update={"squadrons": {**setup.squadrons, "central": central}})
    match = Match.create(RULESET.bind(month_scenario(settings_, setup)), 1)
    while match.phase.id == "objectives":
        match.expire(match.pending[0])
    match.pick_all(0, ["mission:hunting", "fly:albatros-d-iii"])
    assert [option.key for option in match.options(0)] == ["pilot:nameless"]
    match.pick(0, "pilot:nameless")
    assert [option.key for option in match.options(0)] == ["done"]


def test_the_squadrons_are_shown_until_the_missions_are_written() -> None:
    rules = cast(AcesRules, RULESET.bind("campaign-month"))
    match = Match.create(rules, 1)
    shown = RULESET.text(rules, match.view(0)).splitlines()
    assert "Central Powers, pilots: Falke (rookie), Habicht (rookie), Sperber (rookie)" in shown
    assert max(map(len, shown)) <= 80
    while match.phase.id != "place-aircraft":
        match.expire(match.pending[0])
    assert "pilots:" not in RULESET.text(rules, match.view(0))


FIRST_FLOWN = (
    ("1916-09", "spad-vii", {"france", "usa"}),
    ("1917-05", "spad-xiii", {"france"}),
    ("1917-06", "nieuport-28", {"france"}),
    ("1917-07", "spad-xii", {"france", "usa"}),
    ("1917-09", "nieuport-28", {*NATIONS}),
    ("1917-12", "spad-xiii", {*NATIONS}),
)
"""Rows of the table whose columns the printing has lost, as the ruling fills them."""


@pytest.mark.clause("AH-AVAIL-01", "AH-AVAIL-02", "AH-AVAIL-03", "AH-CAMP-04")
def test_aircraft_enter_service() -> None:
    table = read_table(DATA / "availability.csv", AvailabilityRow)
    for nation in ("great-britain", "france", "usa", "central"):
        before: set[str] = set()
        for number in range(29):
            now = {found.id for found in in_service(table, RULES.aircraft, later("1916-08", number), nation)}
            assert before <= now, "what is in service stays in service"
            assert any(not RULES.aircraft_called(name).two_seater for name in now), "free hunting is always open"
            before = now
    for when, name, nations in FIRST_FLOWN:
        have = {nation for nation in NATIONS if name in {a.id for a in in_service(table, RULES.aircraft, when, nation)}}
        assert have == nations, f"{name} in {when}"
    assert "fokker-d-vii" not in {a.id for a in in_service(table, RULES.aircraft, "1918-04", "central")}
    assert "fokker-d-vii" in {a.id for a in in_service(table, RULES.aircraft, "1918-05", "central")}


@pytest.mark.clause("AH-CAMP-15", "AH-CAMP-14", "AH-CAMP-16", "AH-CAMP-17", "AH-MISS-05")
def test_a_campaign_is_played_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, campaign_settings(options={"prisoners": True}), RULESET)
    digests = []
    for _ in range(4):
        found = CampaignFile.read(file)
        found.play_month(RULESET, _play_at_random, trade=True)
        digests.append(file.read_bytes())
    found = CampaignFile.read(file)
    assert found.campaign.over
    assert not found.series.changed_files()
    assert [entry.label for entry in found.series.entries] == ["1917-04", "1917-05", "1917-06", "1917-07"]
    with pytest.raises(AerodromeError, match="over"):
        found.play_month(RULESET, _play_at_random)
    (tmp_path / "spring-1917-05.jsonl").write_text("something else")
    assert Series.read(file, "campaign").changed_files() == ["spring-1917-05.jsonl"]


def _play_at_random(match: Match, file: Path) -> None:
    chance = Chance.of(1)
    while match.pending:
        for seat in match.pending:
            stays(match, seat, chance)


def test_the_first_player_flies_for_the_central_powers(tmp_path: Path) -> None:
    """Whatever order the file keeps the seats in."""
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, campaign_settings(players=["heuristic", "random"]), RULESET)
    found = CampaignFile.read(file)
    seats: list[tuple[str, str]] = []

    def look(match: Match, _: Path) -> None:
        seats.extend(zip(match.rules.seats, match.players, strict=True))
        _play_at_random(match, file)

    found.play_month(RULESET, look)
    assert seats == [("central", "heuristic"), ("allies", "random")]


@pytest.mark.clause("AH-OPT-05")
def test_without_the_option_there_is_nobody_to_trade(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, campaign_settings(), RULESET)
    with pytest.raises(AerodromeError, match="AH-OPT-05"):
        CampaignFile.read(file).play_month(RULESET, _play_at_random, trade=True)


@pytest.mark.clause("AH-OPT-04")
def test_a_campaign_that_could_not_be_played_is_not_begun(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    with pytest.raises(AerodromeError, match="AH-OPT-04"):
        CampaignFile.begin(file, campaign_settings(options={"scenario-mission": True}), RULESET)
    assert not file.exists()


def test_a_broken_campaign_file_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    CampaignFile.begin(file, campaign_settings(), RULESET)
    text = file.read_text()
    file.write_text(text.replace('"months":4', '"months":2'))
    with pytest.raises(AerodromeError, match=r"spring.jsonl:1.*months"):
        CampaignFile.read(file)
    file.write_text(text.replace('"kind":"campaign"', '"kind":"tournament"'))
    with pytest.raises(AerodromeError, match="not a campaign"):
        CampaignFile.read(file)
    file.write_text(text.replace('"format":1', '"format":0'))
    with pytest.raises(AerodromeError, match=r"spring.jsonl:1 \(format\)"):
        CampaignFile.read(file)


@pytest.mark.parametrize("field", ["title", "ruleset", "label"])
def test_nothing_in_a_campaign_file_colours_the_screen(field: str, tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    file.write_text((EXAMPLES / "campaigns" / "spring.jsonl").read_text())
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    written = lines[1 if field == "label" else 0]
    written[field] = "\x1b[31m" + written[field]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(AerodromeError, match=rf"spring.jsonl:[12] \({field}\): .*no text of one line") as caught:
        CampaignFile.read(file)
    assert "\x1b" not in str(caught.value)


# ---- the recorded campaign


@pytest.mark.clause("AH-CAMP-12", "AH-CAMP-14")
def test_the_recorded_campaign_of_four_months_verifies() -> None:
    """Each month verifies, and what the campaign file says of it is what its match file says."""
    found = CampaignFile.read(EXAMPLES / "campaigns" / "spring.jsonl")
    assert found.campaign.over
    assert len(found.series.entries) == 4
    assert found.series.changed_files() == []
    for outcome in found.campaign.months:
        file = found.series.match_file(outcome.month)
        assert all(check.holds for check in record.verify(file, lambda _: RULESET))
        assert outcome_of(record.load(file, lambda _: RULESET), outcome.month, outcome.traded) == outcome
    assert {side: found.campaign.squadrons[side].points for side in SIDES} == {"central": 275, "allies": 333}
    assert found.campaign.winner == "allies"


# ---- command line


def _plugins() -> Plugins:
    found = Plugins.load()
    return found if "aces-high" in found.rulesets else Plugins.load(extra=[("aces-high", plugin)])


def _run(*arguments: str) -> str:
    plugins = _plugins()
    done = CliRunner().invoke(cli.build(plugins), list(arguments), obj=plugins, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_the_campaign_command(tmp_path: Path) -> None:
    file = str(tmp_path / "spring.jsonl")
    assert "4 months from 1917-04" in " ".join(
        _run("campaign", "new", file, "--seat", "random", "--seat", "random", "--seed", "5").split()
    )
    said = " ".join(_run("campaign", "play", file).split())
    assert said.startswith("1917-04: Central Powers ")
    assert "(Allies): " in said
    score = re.search(r"Campaign after month 1 of 4: Central Powers (\d+), Allies (\d+) experience points", said)
    assert score
    assert said.endswith(f"Play the next month with: aerodrome campaign play {file}")
    points = json.loads(_run("campaign", "show", file, "--json"))["points"]
    assert [str(points[side]) for side in SIDES] == [*score.groups()]
    played = json.loads(
        _run("campaign", "play", file, "--months", "0", "--seat", "random", "--seat", "random", "--json")
    )
    assert played["over"]
    assert len(played["months"]) == 4
    shown = json.loads(_run("campaign", "show", file, "--json"))
    assert shown == played
    told = _run("campaign", "show", file)
    assert "Kestrel" in told
    assert "central" not in told, "sides by their titles"
    assert told.count("† ") == sum(row["condition"] == "dead" for row in shown["squadrons"]) > 0
    with pytest.raises(AerodromeError, match="over"):
        _run("campaign", "play", file)


def test_a_person_sees_the_score_before_a_month(tmp_path: Path) -> None:
    file = str(tmp_path / "spring.jsonl")
    plugins = Plugins.load()
    CampaignFile.begin(Path(file), campaign_settings(players=["random", "you"]), RULESET)
    done = CliRunner().invoke(cli.build(plugins), ["campaign", "play", file], obj=plugins, input="q\n")
    assert "1917-04. Campaign of 4 months, the first: Central Powers 0, you 0 experience points" in " ".join(
        done.output.split()
    )


def test_a_campaign_is_repeatable(tmp_path: Path) -> None:
    results = []
    for name in ("one", "two"):
        file = str(tmp_path / f"{name}.jsonl")
        _run("campaign", "new", file, "--seat", "random", "--seat", "random", "--seed", "8", "--nation", "france")
        _run("campaign", "play", file)
        results.append(json.loads(_run("campaign", "show", file, "--json"))["months"])
    assert results[0] == results[1]


# ---- what a month is worth


def _month_in_the_air(**options: bool) -> tuple[Match, Skies]:
    """A month in which everybody has placed his aircraft, by default."""
    match = Match.create(RULESET.bind("campaign-month", options), Seed.of(1))
    while match.umpire.phase != "card-selection":
        match.expire(match.pending[0])
    assert isinstance(match.state, Skies)
    return match, match.state


@pytest.mark.clause("AH-CAMP-12")
def test_penalties_are_no_experience() -> None:
    """Who went home early loses points of the game, not of the campaign."""
    _, state = _month_in_the_air()
    state.sides[0].points = -10
    drawn = RULESET.result(state)
    assert (drawn.winner, drawn.rule) == (None, "AH-CAMP-12")
    state.planes[0].experience = [5, 0]
    won = RULESET.result(state)
    assert (won.winner, won.scores) == ("central", {"central": 5.0, "allies": 0.0})


@pytest.mark.clause("AH-LAND-07")
@pytest.mark.parametrize(("behind", "die", "fate"), [(True, 6, PRISONER), (False, 6, FIT), (True, 3, DEAD)])
def test_the_living_are_prisoners_behind_enemy_lines_only(behind: bool, die: int, fate: int) -> None:
    match, state = _month_in_the_air(prisoners=True)
    plane = state.planes[0]
    row = TRENCH_ROW - 1
    enemy, own = state.rules.row[1 - state.side_of(plane)], state.rules.row[state.side_of(plane)]
    plane.pose = 6 * (enemy if behind else own).index(row)
    match.umpire.chance = Chance.scripted([die] * 4)
    removal.forced_landing(state, plane, LANDED, "AH-FUEL-05", match.umpire)
    assert plane.pilot_fate == fate
