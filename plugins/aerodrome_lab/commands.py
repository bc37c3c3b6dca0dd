"""The commands of the lab. What they need beyond the core is imported when they run."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from aerodrome.cli.output import AsJson, Data, console, plugins_of, print_json, print_table
from aerodrome.documents import read_yaml
from aerodrome.errors import AerodromeError
from aerodrome.extras import need
from aerodrome.plugins import Plugins
from aerodrome.scenarios import Scenario
from aerodrome_lab import jobs
from aerodrome_lab.compare import compare

if TYPE_CHECKING:
    from aerodrome_lab.simulate import Simulation


def add_to(app: typer.Typer) -> None:
    app.command()(simulate)
    app.command()(compare)


def simulate(
    context: typer.Context,
    rulesets: Annotated[list[str], typer.Argument(metavar="RULESET", help="Ids of rulesets, such as dogfight.")],
    matches: Annotated[int, typer.Option(min=1, metavar="N", help="Matches of each ruleset.")] = 1000,
    bots: Annotated[
        str, typer.Option(metavar="BOT[,BOT...]", help="One bot for all teams, or one for each; they change seats.")
    ] = "random",
    scenario: Annotated[
        list[str] | None,
        typer.Option(metavar="[RULESET:]SCENARIO", help="Id of a scenario, or a scenario file. Repeatable."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="[RULESET:]NAME[=VALUE]", help="Switch an option on. Repeatable."),
    ] = None,
    data: Data = None,
    seed: Annotated[int, typer.Option(metavar="K", help="The same seed gives the same matches.")] = 0,
    workers: Annotated[
        int | None, typer.Option("--jobs", min=1, metavar="J", help="Processes.", show_default="one for each processor")
    ] = None,
    scheduler: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on the workers of this Dask scheduler instead.")
    ] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a Parquet file, one row for a match.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was interrupted.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a file that exists; without --resume, start anew.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Plays many matches between bots and says who wins. Matches come in pairs: the same dice, the seats changed.

    Example: `aerodrome simulate dogfight --matches 10000 --bots heuristic,random --seed 1 --out dogfight.parquet`
    """
    need("lab", "pyarrow", "scipy")
    from aerodrome_lab.pool import processors
    from aerodrome_lab.simulate import Simulation

    plugins = plugins_of(context)
    jobs.use(plugins)
    if scheduler and workers is not None:
        raise AerodromeError("--jobs counts processes of this machine, --scheduler uses others", remedy="give one")
    wanted = _jobs(plugins, rulesets, scenario or (), option or (), data or (), bots.split(","), seed)
    simulation = Simulation(wanted, matches, out)
    simulation.check(resume, force)
    workers = min(workers or processors(), simulation.total)
    _play(simulation, simulation.run(workers, scheduler, resume), quiet=as_json)
    if as_json:
        print_json(simulation.to_json())
    else:
        _show(simulation)


def _jobs(
    plugins: Plugins,
    rulesets: Sequence[str],
    scenarios: Iterable[str],
    options: Iterable[str],
    packs: Iterable[str],
    bots: Sequence[str],
    seed: int,
) -> list[jobs.Job]:
    if len(set(rulesets)) < len(rulesets):
        raise AerodromeError("a ruleset stands twice", expected="each ruleset once")
    for name in rulesets:
        plugins.ruleset(name)
    scenario = _scenarios(plugins, rulesets, scenarios)
    option = _options(rulesets, options)
    pack = _packs(plugins, rulesets, packs)
    return [jobs.Job.of(plugins, name, scenario.get(name), option[name], pack[name], bots, seed) for name in rulesets]


def _meant(rulesets: Sequence[str], word: str) -> tuple[Sequence[str], str]:
    """Which rulesets a word is for: the one before its colon, or all."""
    name, colon, rest = word.partition(":")
    return ([name], rest) if colon and name in rulesets else (rulesets, word)


def _scenarios(plugins: Plugins, rulesets: Sequence[str], given: Iterable[str]) -> dict[str, Scenario | str]:
    found: dict[str, Scenario | str] = {}
    for word in given:
        names, rest = _meant(rulesets, word)
        value: Scenario | str = rest
        if rest.endswith((".yaml", ".yml", ".json")):
            value = Scenario.read(read_yaml(rest))
            names = [value.ruleset]
            if value.ruleset not in rulesets:
                raise AerodromeError(f"this scenario is for {value.ruleset!r}, which is not simulated", where=rest)
        for name in names:
            if name in found:
                raise AerodromeError(f"{name} has two scenarios", remedy="write RULESET:SCENARIO to say which is whose")
            found[name] = value
    return found


def _options(rulesets: Sequence[str], given: Iterable[str]) -> dict[str, dict[str, Any]]:
    """``NAME`` switches on, ``NAME=VALUE`` sets."""
    found: dict[str, dict[str, Any]] = {name: {} for name in rulesets}
    for word in given:
        names, rest = _meant(rulesets, word)
        option, equals, value = rest.partition("=")
        for name in names:
            found[name][option] = value if equals else True
    return found


def _packs(plugins: Plugins, rulesets: Sequence[str], given: Iterable[str]) -> dict[str, list[str]]:
    """Each ruleset gets the packs that are for it, or for what it is based on."""
    found: dict[str, list[str]] = {name: [] for name in rulesets}
    for word in given:
        pack = plugins.data_pack(word)
        fitting = [n for n in rulesets if pack.header.ruleset in (n, plugins.ruleset(n).based_on)]
        if not fitting:
            raise AerodromeError(f"this data pack is for {pack.header.ruleset!r}, which is not simulated", where=word)
        for name in fitting:
            found[name].append(word)
    return found


# ---- while it runs


def _play(simulation: Simulation, running: Iterator[int], quiet: bool) -> None:
    """Plays to the end, with a bar for somebody who watches."""
    try:
        with _bar(simulation, quiet) as advance:
            for done in running:
                advance(done)
    except KeyboardInterrupt:
        raise _interrupted(simulation) from None
    except AerodromeError as error:
        if simulation.part is not None and simulation.done:
            raise AerodromeError(f"{error}\n  {_kept(simulation)}") from None
        raise


def _kept(simulation: Simulation) -> str:
    return f"{simulation.done} of {simulation.total} matches are kept in {simulation.part}; --resume goes on with them"


def _interrupted(simulation: Simulation) -> AerodromeError:
    if simulation.part is None:
        return AerodromeError(
            f"interrupted after {simulation.done} of {simulation.total} matches; nothing is kept",
            remedy="next time name a file with --out FILE",
        )
    return AerodromeError(
        f"interrupted; {simulation.done} of {simulation.total} matches are kept in {simulation.part}",
        remedy="go on with the same command and --resume, or start anew with --force",
    )


class _Rate(ProgressColumn):
    """Matches a second, of late."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.1f} a second" if task.speed else "")


@contextmanager
def _bar(simulation: Simulation, quiet: bool) -> Iterator[Any]:
    out = Console(stderr=True)
    columns = [TextColumn("matches"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn()]
    with Progress(*columns, console=out, transient=True, disable=quiet or not sys.stderr.isatty()) as progress:
        task = progress.add_task("matches", total=simulation.total)
        yield lambda done: progress.update(task, completed=done)


# ---- what came out


def _show(simulation: Simulation) -> None:
    found = simulation.to_json()
    out = console()
    for outcome in found["outcome"]:
        shares = [(f"team {team}", share) for team, share in outcome["wins"].items()]
        shares += [(f"bot {bot}", share) for bot, share in outcome["wins_by_bot"].items()]
        shares += [("draw", outcome["draws"]), ("broken off", outcome["unfinished"])]
        lines = [_line(who, share) for who, share in shares if share["count"] or who != "broken off"]
        bots = " against ".join(dict.fromkeys(outcome["bots"]))
        heading = f"{outcome['ruleset']}, {outcome['scenario']}: {outcome['matches']} matches of {bots}"
        out.print(f"[bold]{escape(heading)}[/]", soft_wrap=True)
        print_table("", lines)
    speed = found["decisions_per_cpu_second"]
    seconds = f" in {found['cpu_seconds']:g} CPU seconds: {speed} a second" if speed else ""
    kept = f", {found['resumed']} of them kept from before" if found["resumed"] else ""
    out.print(f"{found['matches']} matches{kept}, {found['decisions']} decisions{seconds}", soft_wrap=True)
    if simulation.out is not None:
        out.print(f"written: {escape(str(simulation.out))}", soft_wrap=True)


def _line(who: str, share: dict[str, Any]) -> dict[str, Any]:
    low, high = share["interval_95"]
    return {
        "who wins": who,
        "matches": share["count"],
        "share": f"{share['share']:.1%}",
        "95 % interval": f"{low:.1%} to {high:.1%}",
    }
