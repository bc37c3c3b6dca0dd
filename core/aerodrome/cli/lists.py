"""Commands that list: ``rulesets``, ``plugins``, ``rules``, ``phases``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from aerodrome.cli.output import AsJson, console, plugins_of, print_json, print_table, print_wrapped, warn_of_failures
from aerodrome.coverage import Coverage, folders, measure
from aerodrome.errors import AerodromeError
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Ruleset

RulesetName = Annotated[str, typer.Argument(metavar="RULESET", help="Id of a ruleset, such as dogfight.")]


def add_to(app: typer.Typer) -> None:
    app.command()(rulesets)
    app.command()(plugins)
    app.command()(rules)
    app.command()(phases)


def rulesets(context: typer.Context, as_json: AsJson = False) -> None:
    """Lists the games that can be played.

    Example: `aerodrome rulesets --json`
    """
    plugins = plugins_of(context)
    warn_of_failures(plugins)
    rows = [_ruleset_row(plugins, ruleset) for _, ruleset in sorted(plugins.rulesets.items())]
    if as_json:
        print_json(rows)
        return
    print_table("Rulesets", rows, ("id", "title", "version", "seats", "clauses", "plugin"))
    out = console()
    for row in rows:
        out.print()
        print_wrapped(out, f"[bold]{row['id']}[/]  {escape(row['summary'])}", hang=2)
        for name in ("scenarios", "options", "bots", "packs"):
            if row[name]:
                print_wrapped(out, f"{name}: {escape(', '.join(row[name]))}", indent=2, hang=2)


def _ruleset_row(plugins: Plugins, ruleset: Ruleset[Any]) -> dict[str, Any]:
    counts = sorted({len(scenario.seats) for scenario in ruleset.scenarios})
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "summary": ruleset.summary,
        "seats": counts,
        "scenarios": [scenario.id for scenario in ruleset.scenarios],
        "options": list(ruleset.option_fields()),
        "bots": sorted(plugins.bots(ruleset.id)),
        "packs": [name for name, pack in plugins.data_packs().items() if pack.header.ruleset == ruleset.id],
        "clauses": len(ruleset.catalogue),
        "plugin": plugins.brought_by[ruleset.id],
    }


def plugins(context: typer.Context, as_json: AsJson = False) -> None:
    """Lists the plugins: what is loaded, its hooks, and what failed and why. Exits with 2 if one failed.

    Example: `aerodrome plugins`
    """
    found = plugins_of(context)
    rows = [
        {"plugin": r.name, "source": r.source, "hooks": r.hooks, "failures": r.failures} for r in found.reports.values()
    ]
    if as_json:
        print_json(rows)
    else:
        print_table("Plugins", [{**row, "failures": "; ".join(row["failures"]) or "none"} for row in rows])
    if found.failures:
        warn_of_failures(found)
        raise typer.Exit(2)


def rules(
    context: typer.Context,
    ruleset: RulesetName,
    clause: Annotated[str | None, typer.Argument(help="Id of one clause, such as DF-TIE-01.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Say which clauses a situation or test shows.")] = False,
    situations: Annotated[
        Path | None, typer.Option(help="Folder of situations.", show_default="examples/situations/RULESET")
    ] = None,
    tests: Annotated[Path | None, typer.Option(help="Folder of tests.", show_default="tests")] = None,
    as_json: AsJson = False,
) -> None:
    """Shows the rule catalogue of a ruleset, one clause of it with its situations, or what is covered.

    Example: `aerodrome rules dogfight DF-TIE-01`
    """
    plugins = plugins_of(context)
    found = plugins.ruleset(ruleset)
    _check_rules_arguments(clause, coverage, situations, tests)
    if coverage:
        _show_coverage(measure(found, plugins.ruleset, situations, tests), as_json)
    elif clause is not None:
        _show_clause(plugins, found, clause, situations, as_json)
    else:
        rows = [{"id": c.id, "scope": c.scope, "title": c.title} for c in found.catalogue]
        if as_json:
            print_json([c.model_dump() for c in found.catalogue])
        else:
            print_table(f"{found.title}: {len(rows)} clauses", rows)


def _check_rules_arguments(clause: str | None, coverage: bool, situations: Path | None, tests: Path | None) -> None:
    """Nothing that was typed is passed over."""
    if clause is not None and coverage:
        raise AerodromeError("--coverage is for the whole catalogue, not for one clause", remedy=f"leave out {clause}")
    if situations is not None and not coverage and clause is None:
        raise AerodromeError("--situations goes with a clause or with --coverage")
    if tests is not None and not coverage:
        raise AerodromeError("--tests goes with --coverage")
    for folder in (situations, tests):
        if folder is not None and not folder.is_dir():
            raise AerodromeError("there is no such folder", where=str(folder))


def _show_clause(plugins: Plugins, ruleset: Ruleset[Any], clause: str, given: Path | None, as_json: bool) -> None:
    from aerodrome import situations as files

    found = ruleset.catalogue[clause]
    shown = []
    for folder in folders(ruleset, given):
        for file in files.files([folder]):
            situation, _ = files.read(file)
            if clause in situation.clauses and situation.ruleset == ruleset.id:
                report = files.run(file, plugins.ruleset)
                shown.append({"title": situation.title, "file": str(file), "passes": report.passed})
    if as_json:
        print_json({**found.model_dump(), "situations": shown})
        return
    out = console()
    out.print(f"[bold]{found.id}  {escape(found.title)}[/]  ({found.scope}; rulebook: {escape(found.section)})\n")
    out.print(escape(found.rule))
    if found.ruling:
        out.print(f"\n[bold]Ruling[/]  {escape(found.ruling)}")
    for example in found.examples:
        out.print(f"\n[bold]Given[/]   {escape(example.given)}\n[bold]Expect[/]  {escape(example.expect)}")
    out.print()
    print_table("Situations", shown)


def _show_coverage(coverage: Coverage, as_json: bool) -> None:
    report = coverage.to_json()
    if as_json:
        print_json(report)
    else:
        rows = [{"scope": scope, **counts} for scope, counts in report["by_scope"].items()]
        print_table(f"Clauses of {coverage.ruleset.title} with a passing situation or test", rows)
        console().print("Not covered: " + (", ".join(report["uncovered"]) or "none"))
        if not coverage.tests_run:
            console().print("No tests were run: there is no folder of tests here, or pytest is not installed.")
    for file, difference in coverage.failed.items():
        typer.echo(f"{file}: {difference}", err=True)


def phases(
    context: typer.Context,
    ruleset: RulesetName,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print a Mermaid state diagram.")] = False,
    as_json: AsJson = False,
) -> None:
    """Shows the turn machine of a ruleset.

    Example: `aerodrome phases dogfight --mermaid`
    """
    found = plugins_of(context).ruleset(ruleset)
    if mermaid and as_json:
        raise AerodromeError("--mermaid and --json exclude each other")
    if mermaid:
        typer.echo(found.phases.mermaid())
    elif as_json:
        print_json(found.phases.rows())
    else:
        print_table(f"The turn machine of {found.title}", [_phase_row(row) for row in found.phases.rows()])


def _phase_row(row: dict[str, str]) -> dict[str, str]:
    """A phase in three columns, for a narrow terminal: what happens stands below its name."""
    asked = f"\n{row['decides']}\n(revealed: {row['reveal']}; default: {row['default']})" if row["decides"] else ""
    return {
        "phase": f"{row['phase']}\n{row['title']}{asked}",
        "then": row["then"].replace(", ", "\n"),
        "clauses": row["clauses"].replace(", ", "\n"),
    }
