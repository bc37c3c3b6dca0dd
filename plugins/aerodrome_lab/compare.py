"""The command that puts systems, or the options of one system, side by side."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from aerodrome.cli.output import AsJson, console, plugins_of, print_json, print_table
from aerodrome.documents import write_atomically
from aerodrome.errors import AerodromeError
from aerodrome.extras import need
from aerodrome_lab import files, jobs

USUAL = "fokker-dr-i:sopwith-camel"


def compare(
    context: typer.Context,
    rulesets: Annotated[list[str], typer.Argument(metavar="RULESET", help="Ids of rulesets, such as dogfight.")],
    duel: Annotated[str, typer.Option(metavar="AIRCRAFT:AIRCRAFT", help="Who meets whom.")] = USUAL,
    matches: Annotated[int, typer.Option(min=2, metavar="N", help="Matches a system and strength of bots.")] = 400,
    bots: Annotated[
        str, typer.Option(metavar="BOT,BOT[,...]", help="Strengths of bots, the weakest first.")
    ] = "random,heuristic",
    options: Annotated[
        list[str] | None,
        typer.Option("--options", metavar="RULESET:NAME[=VALUE],...", help="Options of a ruleset. Repeatable."),
    ] = None,
    option_study: Annotated[
        bool, typer.Option("--option-study", help="Of one ruleset: what each of its options changes.")
    ] = False,
    seed: Annotated[int, typer.Option(metavar="K", help="The same seed gives the same page.")] = 0,
    workers: Annotated[
        int | None, typer.Option("--jobs", min=1, metavar="J", help="Processes.", show_default="one for each processor")
    ] = None,
    scheduler: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on the workers of this Dask scheduler instead.")
    ] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as one HTML page.")] = None,
    table: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write all figures as CSV.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    as_json: AsJson = False,
) -> None:
    """Plays the same duel in several systems and says how they differ, in one page.

    Example: `aerodrome compare blue-max dogfight --duel fokker-dr-i:sopwith-camel --out report.html`
    """
    need("lab", "scipy", "altair", "vl_convert", "jinja2")
    jobs.use(plugins_of(context))
    files.check((out, table), force)
    aircraft = _duel(duel)
    chosen = _options(rulesets, options or ())
    strengths = tuple(bots.split(","))
    if option_study:
        _study_options(
            rulesets, aircraft, matches, strengths[-1], chosen, seed, workers, scheduler, out, table, as_json
        )
        return
    from aerodrome_lab import report
    from aerodrome_lab.pool import processors
    from aerodrome_lab.study import Request, study

    if len(set(rulesets)) < len(rulesets):
        raise AerodromeError("a ruleset stands twice", expected="each ruleset once")
    request = Request(tuple(rulesets), aircraft, matches, strengths, chosen, seed)
    with _bar(as_json) as advance:
        found = study(request, workers=workers or processors(), scheduler=scheduler, advance=advance)
    _write(out, report.page(found) if out else "", table, report.table(found) if table else "")
    if as_json:
        print_json(report.figures(found))
        return
    print_table("In short", report.summary(found))
    _say_written(out, table)


def _study_options(
    rulesets: Sequence[str],
    aircraft: tuple[str, str],
    matches: int,
    bot: str,
    chosen: dict[str, dict[str, Any]],
    seed: int,
    workers: int | None,
    scheduler: str,
    out: Path | None,
    table: Path | None,
    as_json: bool,
) -> None:
    from aerodrome_lab import option_study
    from aerodrome_lab.pool import processors

    if len(rulesets) != 1:
        raise AerodromeError("an option study is of one ruleset", expected="aerodrome compare RULESET --option-study")
    (ruleset,) = rulesets
    request = option_study.OptionRequest(ruleset, aircraft, matches, bot, chosen.get(ruleset, {}), seed)
    with _bar(as_json) as advance:
        found = option_study.study(request, workers=workers or processors(), scheduler=scheduler, advance=advance)
    _write(out, option_study.page(found) if out else "", table, option_study.table(found) if table else "")
    if as_json:
        print_json(found)
        return
    print_table(f"What the options of {ruleset} change", option_study.summary(found))
    _say_written(out, table)


# ---- what is asked


def _duel(text: str) -> tuple[str, str]:
    first, colon, second = text.partition(":")
    if not (colon and first and second) or ":" in second:
        raise AerodromeError(f"{text!r} is not a duel", where="--duel", expected="two aircraft, as in " + USUAL)
    return first, second


def _options(rulesets: Sequence[str], given: Iterable[str]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for word in given:
        ruleset, colon, rest = word.partition(":")
        if not colon or ruleset not in rulesets:
            raise AerodromeError(
                f"{word!r} names no ruleset that is compared",
                where="--options",
                expected="as in blue-max:altitude,fuel",
            )
        for option in rest.split(","):
            name, equals, value = option.removeprefix(f"{ruleset}:").partition("=")
            found.setdefault(ruleset, {})[name] = value if equals else True
    return found


# ---- while it runs, and after


@contextmanager
def _bar(quiet: bool) -> Iterator[Any]:
    """A bar with the time left, for somebody who watches."""
    columns = [
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeRemainingColumn(),
    ]
    out = Console(stderr=True)
    with Progress(*columns, console=out, transient=True, disable=quiet or not sys.stderr.isatty()) as progress:
        task = progress.add_task("comparing", total=None)

        def advance(done: int, total: int, what: str) -> None:
            progress.update(task, completed=done, total=total, description=what)

        yield advance


def _write(out: Path | None, page: str, table: Path | None, figures: str) -> None:
    if out is not None:
        write_atomically(out, page)
    if table is not None:
        write_atomically(table, figures)


def _say_written(*files: Path | None) -> None:
    for file in files:
        if file is not None:
            console().print(f"written: {escape(str(file))}", soft_wrap=True)
