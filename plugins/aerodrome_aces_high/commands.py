"""``aerodrome campaign new|play|show FILE``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from aerodrome.bots import Bot, play_out
from aerodrome.chance import Seed
from aerodrome.cli.easel import Easel, Picture
from aerodrome.cli.output import AsJson, console, plugins_of, print_json, print_table
from aerodrome.cli.table import YOU, Table
from aerodrome.documents import Document, validated
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.visibility import REFEREE
from aerodrome_aces_high.campaign import RULESET, CampaignFile
from aerodrome_aces_high.roster import CALL_SIGNS, SIDE_NAMES, CampaignSettings, MonthOutcome, changes
from aerodrome_aces_high.vocabulary import SIDE_TITLES, SIDES

File = Annotated[Path, typer.Argument(metavar="FILE", help="The campaign file.")]
Names = Annotated[
    str | None,
    typer.Option(metavar="A,B,C,D,E,...", help="3 pilots, 2 observers, then replacements; call-signs if left out."),
]


def add_to(app: typer.Typer) -> None:
    campaign = typer.Typer(
        name="campaign",
        help="A campaign of Aces High: a month a match, a squadron of five a side.",
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    campaign.command()(new)
    campaign.command()(play)
    campaign.command()(show)
    app.add_typer(campaign)


def new(
    context: typer.Context,
    file: File,
    start: Annotated[str, typer.Option(metavar="YYYY-MM", help="First month, from 1916-08 on.")] = "1917-04",
    months: Annotated[int, typer.Option(help="Number of months, at least 4.")] = 4,
    nation: Annotated[str, typer.Option(help="Allied nation: great-britain, france or usa.")] = "great-britain",
    central: Names = None,
    allies: Names = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="you|BOT", help="Who plays the Central Powers, then the Allies."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME", help="prisoners, extra-pieces, large-map, ...")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Repeats a campaign; without it the dice are secret.")] = None,
) -> None:
    """Begins a campaign.

    Example: `aerodrome campaign new spring.jsonl --start 1917-04 --months 4 --seat heuristic --seat heuristic`
    """
    plugins = plugins_of(context)
    given = {
        "start": start,
        "months": months,
        "nation": nation,
        "names": {"central": _names(central, "central"), "allies": _names(allies, "allies")},
        "players": _players(plugins, seat),
        "options": dict.fromkeys(option or (), True),
        "seed": seed,
    }
    settings = validated(CampaignSettings, Document("campaign", given))
    started = CampaignFile.begin(file, settings, plugins.ruleset(RULESET))
    _say(f"{started.series.header.title}: kept in {file}")
    _say(f"Play the first month with: aerodrome campaign play {file}")


def _say(text: str) -> None:
    """A line as it stands: people and files may be called anything."""
    console().print(escape(text), soft_wrap=True)


def _names(given: str | None, side: str) -> list[str]:
    return [name.strip() for name in given.split(",")] if given else list(CALL_SIGNS[side])


def _players(plugins: Plugins, given: list[str] | None) -> list[str]:
    players = [*(given or [YOU])]
    players += ["heuristic"] * (len(SIDES) - len(players))
    for player in players:
        if player != YOU:
            plugins.bot(RULESET, player)
    return players


def play(
    context: typer.Context,
    file: File,
    months: Annotated[int, typer.Option(min=0, help="How many months are played; 0 for all that are left.")] = 1,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="you|BOT", help="Who plays this time; as the campaign began when left out."),
    ] = None,
    trade: Annotated[bool, typer.Option("--trade", help="Both sides agree to exchange prisoners one for one.")] = False,
    svg: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Plays the next month; each is a match file beside the campaign file, and an adjourned one is gone on with.

    Examples: `aerodrome campaign play spring.jsonl --svg table.html` and
    `aerodrome campaign play spring.jsonl --months 0`
    """
    plugins = plugins_of(context)
    easel = Easel(svg, file) if svg else None
    found = CampaignFile.read(file)
    if found.campaign.over:
        raise AerodromeError(
            "the campaign is over", where=str(file), remedy=f"look at it: aerodrome campaign show {file}"
        )
    players = _players(plugins, seat) if seat else None
    sides = _sides_of_people(found, players)
    left = found.settings.months - len(found.campaign.months)
    for _ in range(min(months or left, left)):
        if sides and not as_json:
            _say(f"{found.campaign.month}. {_standing(found, sides)}")
        outcome = found.play_month(
            plugins.ruleset(RULESET),
            lambda match, path: _play(plugins, match, path, as_json, f"aerodrome campaign play {file}", easel),
            trade=trade,
            players=players,
        )
        if not as_json:
            _tell_month(found, outcome, sides)
    if as_json:
        print_json(_summary(found))
    elif found.campaign.over:
        _tell_end(found)
    else:
        _say(f"Play the next month with: aerodrome campaign play {file}")


def _sides_of_people(found: CampaignFile, players: list[str] | None) -> list[str]:
    """The sides that people play, as the seats stand in the file or are taken this time."""
    seats = zip(found.settings.seats.values(), players or found.settings.players, strict=False)
    return list(dict.fromkeys(side for side, player in seats if player == YOU))


def _standing(found: CampaignFile, sides: list[str]) -> str:
    """``Campaign after month 2 of 4: you 280, Allies 250``; without one person's side both by their titles."""
    points = [
        f"{'you' if sides == [side] else title} {found.campaign.squadrons[side].points}"
        for side, title in zip(SIDES, SIDE_TITLES, strict=True)
    ]
    played, months = len(found.campaign.months), found.settings.months
    when = f"after month {played} of {months}" if played else f"of {months} months, the first"
    return f"Campaign {when}: {', '.join(points)} experience points"


def _play(plugins: Plugins, match: Match, file: Path, as_json: bool, again: str, easel: Easel | None) -> None:
    """A person plays at the table as always; bots among themselves play quietly: nothing is kept on the way, and the
    picture shows how it ended."""
    if YOU in match.players:
        Table(plugins, match, file, as_json, again, easel).play()
        return
    seed = match.seed or Seed.fresh()
    bots: dict[int, Bot] = {seat: plugins.bot(RULESET, player) for seat, player in enumerate(match.players)}
    play_out(match, bots, {seat: seed.bot_chance(seat, match.decision) for seat in bots})
    if easel is not None:
        easel.draw(match, REFEREE)


def _tell_month(found: CampaignFile, outcome: MonthOutcome, sides: list[str]) -> None:
    missions = ", ".join(
        f"{_title(side)} {mission}" for side, mission in sorted(outcome.missions.items(), reverse=True)
    )
    _say(f"{outcome.month}: {missions}; won by {_title(outcome.winner)}")
    for member in outcome.flown:
        name = member.name or "a nameless rookie"
        _say(f"  {name} ({_title(member.side)}): {member.experience} experience points, {member.fate}")
    for side, change in changes(found.settings, found.campaign.months):
        _say(f"  {_title(side)}: {change}")
    _say(_standing(found, sides))


def _title(side: str | None) -> str:
    return SIDE_TITLES[SIDES.index(side)] if side else "nobody"


def _tell_end(found: CampaignFile) -> None:
    points = {side: found.campaign.squadrons[side].points for side in SIDES}
    winner = found.campaign.winner
    name = f"{_title(winner)} win" if winner else "A draw"
    console().print(
        f"The campaign is over. {name}: {points['central']} to {points['allies']} experience points.", soft_wrap=True
    )


def _summary(found: CampaignFile) -> dict[str, Any]:
    campaign = found.campaign
    return {
        "title": found.series.header.title,
        "months": [outcome.model_dump(mode="json") for outcome in campaign.months],
        "next": None if campaign.over else campaign.month,
        "adjourned": found.adjourned,
        "points": {side: campaign.squadrons[side].points for side in SIDES},
        "over": campaign.over,
        "winner": campaign.winner if campaign.over else None,
        "squadrons": list(campaign.rows()),
        "changed_files": found.series.changed_files(),
    }


def show(context: typer.Context, file: File, as_json: AsJson = False) -> None:
    """Shows a campaign: months, squadrons, points.

    Example: `aerodrome campaign show spring.jsonl`
    """
    found = CampaignFile.read(file)
    summary = _summary(found)
    if as_json:
        print_json(summary)
        return
    rows = [
        {
            "month": outcome.month,
            **{_title(side): f"{outcome.missions[side]} {outcome.points(side)}" for side in SIDE_NAMES},
            "won by": _title(outcome.winner),
        }
        for outcome in found.campaign.months
    ]
    print_table(found.series.header.title, rows)
    for side in SIDE_NAMES:
        print_table(_title(side), [_told_member(row) for row in summary["squadrons"] if row["side"] == side])
    console().print(", ".join(f"{_title(side)} {n} experience points" for side, n in summary["points"].items()))
    for name in summary["changed_files"]:
        console().print(f"[bold]{escape(name)}[/] is missing or was changed after it was entered", soft_wrap=True)
    if found.campaign.over:
        _tell_end(found)
    else:
        begun = "Adjourned" if found.adjourned else "Next"
        _say(f"{begun}: {found.campaign.month}, with: aerodrome campaign play {file}")
        if found.campaign.may_trade:
            console().print("Both sides hold prisoners; --trade exchanges them one for one.")


def _told_member(row: dict[str, str | int]) -> dict[str, str | int]:
    """One of a squadron for people, below the title of the side; the dead have a cross besides."""
    cross = "† " if row["condition"] == "dead" else ""
    return {"name": f"{cross}{row['name']}", **{key: row[key] for key in row if key not in ("side", "name")}}
