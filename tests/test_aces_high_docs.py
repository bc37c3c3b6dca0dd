"""The pages on Aces High say what the code does: their lists are complete, their examples run."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from pydantic import BaseModel

from aces_high_encounters import Encounters
from aerodrome import cli, situations
from aerodrome.chance import Chance
from aerodrome.match import Match
from aerodrome.visibility import REFEREE
from aerodrome_aces_high import picture
from aerodrome_aces_high.position import AcesPosition, PlanePosition, SidePosition
from aerodrome_aces_high.roster import CampaignSettings, MemberOutcome, MonthOutcome
from aerodrome_aces_high.ruleset import AcesHighRuleset
from test_docs import Block, first_cells, of_language, rows_of, section

PAGE, CAMPAIGNS = "situations-aces-high.md", "campaigns.md"
RULESET = AcesHighRuleset()
OF_THE_ENGINE = {"sealed", "order", "revealed", "ended"}


@pytest.mark.parametrize(
    ("page", "model"),
    [
        *((PAGE, model) for model in (AcesPosition, PlanePosition, SidePosition)),
        *((CAMPAIGNS, model) for model in (CampaignSettings, MonthOutcome, MemberOutcome)),
    ],
    ids=lambda found: found if isinstance(found, str) else found.__name__,
)
def test_every_field_is_explained(page: str, model: type[BaseModel]) -> None:
    assert first_cells(section(page, f"### {model.__name__}")) == list(model.model_fields)


@pytest.mark.parametrize("block", of_language(PAGE, "yaml"), ids=str)
def test_a_situation_on_the_page_passes(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "situation.yaml"
    file.write_text(block.text, encoding="utf-8")
    assert situations.run(file, lambda _: RULESET).differences == ()


def test_every_phase_is_listed() -> None:
    assert first_cells(section(PAGE, "## Phases of Aces High")) == [phase.id for phase in RULESET.phases.phases]


LEFT_OPEN = {
    r"\b(take|play|with):[a-z-]+": r"\1:CARD",
    r"gun:(front|rear)": "gun:GUN",
    r"fire:(?!balloon)[a-z0-9-]+": "fire:PLANE",
    r"at:\d+": "at:HEX",
    r"facing:\d": "facing:N",
    r"(pilot|observer):(?!nameless).*": r"\1:NAME",
    r"(site|target):[a-z]+": r"\1:SITE",
    r"mission:[a-z]+": "mission:MISSION",
    r"fly:.*": "fly:AIRCRAFT",
}


def test_every_option_is_listed() -> None:
    keys = []
    for option in RULESET.bind("campaign-month").table:
        key = option.key
        for pattern, name in LEFT_OPEN.items():
            key = "fly-on" if key == "fly-on" else re.sub(pattern, name, key)
        keys.append(key)
    assert first_cells(section(PAGE, "## Options of Aces High")) == list(dict.fromkeys(keys))


def test_every_stream_of_chance_is_listed() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in Path(picture.__file__).parent.glob("*.py"))
    rolled = set(re.findall(r'umpire\.chance\.roll\("([a-z-]+)"', code)) | {"trench", "flak"}
    assert set(first_cells(section(PAGE, "## Dice of Aces High"))) == rolled


@cache
def played() -> tuple[Match, ...]:
    """Some matches from the middle of a fight."""
    matches = []
    ruleset = Encounters()
    for number, scenario in enumerate(ruleset.scenarios):
        for seed in range(3):
            chance = Chance.of(seed)
            match = Match.create(ruleset.bind(scenario, {"error-correction": (number + seed) % 3 == 0}), seed)
            while match.pending:
                for seat in match.pending:
                    while options := match.options(seat):
                        match.pick(seat, chance.pick("walk", options))
                    match.seal(seat)
            matches.append(match)
    return tuple(matches)


def test_every_event_is_listed_with_its_facts() -> None:
    listed = {
        row[0]: set(re.findall(r"`([a-z_]+)`", row[1])) for row in rows_of(section(PAGE, "## Events of Aces High"))
    }
    assert set(listed) | OF_THE_ENGINE == set(picture.SENTENCES)
    for match in played():
        for event in match.log(REFEREE):
            if event.kind not in OF_THE_ENGINE:
                assert listed[event.kind] == set(event.facts), event.kind


def test_every_path_of_the_view_is_listed() -> None:
    state = played()[0].view(REFEREE)["state"]
    plane, side = state["planes"]["central-1"], state["sides"]["central"]
    wanted = {name for name in state if name not in ("planes", "sides")}
    wanted |= {f"planes.PLANE.{name}" for name in plane} | {f"sides.SIDE.{name}" for name in side}
    assert set(first_cells(section(PAGE, "## Paths of Aces High"))) == wanted


def test_the_commands_of_the_campaign_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = of_language(CAMPAIGNS, "sh")
    for line in block.text.splitlines():
        _, *arguments = shlex.split(line)
        assert cli.run(arguments) == 0, capsys.readouterr().err
    assert "The campaign is over" in capsys.readouterr().out
    assert len(list(tmp_path.iterdir())) == 5
