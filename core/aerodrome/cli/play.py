"""``aerodrome play``: a match in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from aerodrome import record
from aerodrome.cli.bound import bound
from aerodrome.cli.easel import Easel, Picture
from aerodrome.cli.faults import blamed_on
from aerodrome.cli.output import AsJson, Data, console, plugins_of, print_wrapped
from aerodrome.cli.screen import Left, number, read
from aerodrome.cli.table import YOU, Table
from aerodrome.documents import target_of
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Rules


def add_to(app: typer.Typer) -> None:
    app.command()(play)


def play(
    context: typer.Context,
    ruleset: Annotated[str | None, typer.Argument(metavar="[RULESET]", help="Asked for when left out.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="[SEAT=]you|BOT", help="Who sits on the next seat, or the seat named: you, random, ..."
        ),
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="Id of a scenario, or a scenario file.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME[=VALUE]", help="Switch an option on. Repeatable.")
    ] = None,
    data: Data = None,
    seed: Annotated[int | None, typer.Option(help="Repeats a match; without it the dice are secret.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the match in this file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="With --save: write over a file that is there.")] = False,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
    svg: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Plays a match. Without a seat option you play the first seat against a bot.

    Examples: `aerodrome play dogfight`, `aerodrome play wings-of-war --svg table.html` and
    `aerodrome play dogfight --seat heuristic --seat random --seed 1`
    """
    plugins = plugins_of(context)
    packs = [plugins.data_pack(name) for name in data or ()]
    _check_place(save, resume, force)
    easel = Easel(svg, save or resume) if svg else None
    if resume is not None:
        _refuse_with_resume(ruleset=ruleset, seat=seat, scenario=scenario, option=option, seed=seed)
        match = record.load(resume, plugins.ruleset, packs)
        if match.over:
            _tell_over(Table(plugins, match, None, as_json, easel=easel), resume)
            return
        save = save or resume
    else:
        found = plugins.ruleset(ruleset or _ask_for_ruleset(plugins))
        with blamed_on(found):
            rules = bound(found, scenario, _options(option), packs)
            match = Match.create(rules, seed, players=_players(plugins, rules, seat))
    Table(plugins, match, save, as_json, easel=easel).play()


def _check_place(save: Path | None, resume: Path | None, force: bool) -> None:
    """A file that is there is not written over unasked."""
    if save is None:
        if force:
            raise AerodromeError("--force goes with --save")
        return
    target = target_of(save)
    if target.exists() and not force and (resume is None or target != target_of(resume)):
        raise AerodromeError(
            "there is such a file already", where=str(save), remedy="name another one, or write over it with --force"
        )


def _tell_over(table: Table, file: Path) -> None:
    if not table.as_json:
        table.out.print(f"The match in {file} is over; there is nothing to go on with.", soft_wrap=True)
    table.show_end()


def _refuse_with_resume(**given: object) -> None:
    for name, value in given.items():
        if value is not None:
            raise AerodromeError(f"--resume goes without {name}: the match file says it already")


def _ask_for_ruleset(plugins: Plugins) -> str:
    names = sorted(plugins.rulesets)
    out = console()
    out.print("[bold]Which game?[/]")
    for at, name in enumerate(names, 1):
        title, summary = plugins.rulesets[name].title, plugins.rulesets[name].summary
        print_wrapped(out, f"[bold]{at}[/]  {escape(title)}: {escape(summary)}", indent=2, hang=3)
    try:
        answer = read(f"1 to {len(names)}: ")
    except Left:
        raise AerodromeError("no game was named", remedy="name one, such as: aerodrome play " + names[0]) from None
    chosen = number(answer, len(names))
    return names[chosen - 1] if chosen else answer


def _options(given: Sequence[str] | None) -> dict[str, Any]:
    """``NAME`` switches on, ``NAME=VALUE`` sets."""
    options: dict[str, Any] = {}
    for word in given or ():
        name, equals, value = word.partition("=")
        options[name] = value if equals else True
    return options


def _players(plugins: Plugins, rules: Rules, given: Sequence[str] | None) -> tuple[str, ...]:
    seats = rules.seats
    if given is not None and len(given) > len(seats):
        raise AerodromeError(f"{len(given)} players for {len(seats)} seats: {', '.join(seats)}")
    bots = plugins.bots(rules.ruleset.id)
    usual = "heuristic" if "heuristic" in bots else "random"
    named = dict(word.split("=", 1) for word in given or () if "=" in word)
    unnamed = [word for word in given or [YOU] if "=" not in word]
    players: list[str] = []
    for seat in seats:
        players.append(named.pop(seat) if seat in named else unnamed.pop(0) if unnamed else usual)
        if players[-1] != YOU:
            plugins.bot(rules.ruleset.id, players[-1])
    if named:
        rules.seat_number(next(iter(named)))
    return tuple(players)
