"""Commands on files: ``verify``, ``situation``, ``validate``, ``schemas``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel

from aerodrome import record, schemas, situations
from aerodrome.catalogue import Catalogue
from aerodrome.cli.bound import bound_file
from aerodrome.cli.faults import blamed_on
from aerodrome.cli.output import AsJson, Data, console, plugins_of, print_json, print_table, print_wrapped
from aerodrome.documents import Document, read_table, read_text, read_yaml
from aerodrome.errors import AerodromeError
from aerodrome.packs import DataPack
from aerodrome.plugins import Plugins

FileName = Annotated[Path, typer.Argument(metavar="FILE", help="A match file.")]


def add_to(app: typer.Typer) -> None:
    app.command()(verify)
    app.command()(situation)
    app.command()(validate)
    app.command(name="schemas")(write_schemas)


def verify(context: typer.Context, file: FileName, data: Data = None, as_json: AsJson = False) -> None:
    """Checks a match file: log, seals, dice and result. Exits with 0 only if all of it holds.

    Example: `aerodrome verify match.jsonl`
    """
    plugins = plugins_of(context)
    read_text(file)  # a file that is not there is no file whose log does not check
    checks = record.verify(file, plugins.ruleset, [plugins.data_pack(name) for name in data or ()])
    holds = {True: "yes", False: "no", None: "not yet"}
    rows = [{"check": check.name, "holds": check.holds, "detail": check.detail} for check in checks]
    commitment = next((check.commitment for check in checks if check.commitment), "")
    if as_json:
        print_json([{**row, "commitment": commitment} if row["check"] == "seed" else row for row in rows])
    else:
        print_table(str(file), [{**row, "holds": holds[check.holds]} for row, check in zip(rows, checks, strict=True)])
        if all(check.holds is not False for check in checks):
            _say_what_is_proved(commitment)
    failed = [check for check in checks if check.holds is False]
    if failed:
        raise AerodromeError(f"{failed[0].name} does not check: {failed[0].detail}")
    if any(check.holds is None for check in checks):
        raise AerodromeError("the match is not over; so far everything checks", where=str(file))


def _say_what_is_proved(commitment: str) -> None:
    """A file proves no more than that it agrees with its commitment, and the reader should know it."""
    out = console()
    print_wrapped(
        out,
        "The file agrees with its commitment. That alone does not prove that it is the match you played: compare the"
        " commitment with the one that was shown when the match began:",
    )
    out.print(f"  {commitment}", soft_wrap=True)


def situation(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Situation files, or folders of them.")],
    as_json: AsJson = False,
) -> None:
    """Runs situation files and prints what differs. Exits with 1 if anything does.

    Example: `aerodrome situation examples/situations/dogfight`
    """
    find = plugins_of(context).ruleset
    reports = [situations.run(file, find) for file in situations.files(files)]
    failed = [report for report in reports if not report.passed]
    if as_json:
        print_json(
            [
                {
                    "file": report.path,
                    "title": report.situation.title,
                    "ruleset": report.situation.ruleset,
                    "clauses": report.situation.clauses,
                    "passed": report.passed,
                    "differences": list(report.differences),
                }
                for report in reports
            ]
        )
    else:
        for report in failed:
            typer.echo(f"{report.path}: {report.situation.title}")
            for difference in report.differences:
                typer.echo(f"  - {difference}")
        console().print(f"{len(reports)} situations, {len(reports) - len(failed)} as expected, {len(failed)} differ")
    if failed:
        raise typer.Exit(1)


def validate(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="What to check.")],
    ruleset: Annotated[str | None, typer.Option(help="For a table: the ruleset that it is for.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Checks a data pack, table, scenario, situation, catalogue or match file against its model.

    Example: `aerodrome validate my-pack/ my-scenario.yaml match.jsonl`
    """
    plugins = plugins_of(context)
    packs = [plugins.data_pack(name) for name in data or ()]
    if ruleset is not None:
        plugins.ruleset(ruleset)
        if not any(file.suffix == ".csv" for file in files):
            raise AerodromeError("--ruleset is for tables, and none of the files is one", expected="a file .csv")
    rows = [{"file": str(file), "is": _validated(plugins, file, ruleset, packs)} for file in files]
    if as_json:
        print_json(rows)
    else:
        print_table("Valid", rows)


def _validated(plugins: Plugins, file: Path, ruleset: str | None, packs: Sequence[DataPack]) -> str:
    """Says what the file is, or raises an error that says what is wrong with it."""
    if file.is_dir() or file.name == "pack.yaml":
        return _validated_pack(plugins, file if file.is_dir() else file.parent)
    if file.suffix == ".csv":
        return _validated_table(plugins, file, ruleset)
    if file.suffix == ".jsonl":
        recording = record.Recording.read(file)
        recording.rules(plugins.ruleset, packs)
        return f"a match file of {recording.header.ruleset} with {len(recording.events)} events"
    return _validated_yaml(plugins, read_yaml(file), packs)


def _validated_pack(plugins: Plugins, folder: Path) -> str:
    pack = DataPack.read(folder)
    ruleset = plugins.ruleset(pack.header.ruleset)
    for table, row in ruleset.rows.items():
        if (folder / table).is_file():
            _read(folder / table, row)
    with blamed_on(ruleset):
        ruleset.bind(packs=[pack])
    return f"data pack {pack.header.id!r} for {ruleset.id}"


def _validated_table(plugins: Plugins, file: Path, ruleset: str | None) -> str:
    candidates = [plugins.ruleset(ruleset)] if ruleset else list(plugins.rulesets.values())
    owners = [found for found in candidates if file.name in found.rows]
    if not owners:
        names = sorted({table for found in candidates for table in found.rows})
        raise AerodromeError(f"no ruleset reads a table {file.name}", where=str(file), expected=", ".join(names))
    if len(owners) > 1:
        raise AerodromeError(
            f"several rulesets read a table {file.name}",
            where=str(file),
            remedy="say which with --ruleset: " + ", ".join(sorted(found.id for found in owners)),
        )
    rows = _read(file, owners[0].rows[file.name])
    return f"table {file.name} of {owners[0].id} with {len(rows)} rows"


def _read(file: Path, row: type[BaseModel]) -> Sequence[BaseModel]:
    """The rows of a table, each id once; tables with another key are looked over by their ruleset."""
    return read_table(file, row, key="id" if "id" in row.model_fields else "")


def _validated_yaml(plugins: Plugins, document: Document, packs: Sequence[DataPack]) -> str:
    fields = document.data if isinstance(document.data, dict) else {}
    if "expect" in fields:
        checked = situations.prepare(Path(document.path), plugins.ruleset)
        return f"a situation of {checked.ruleset}"
    if "seats" in fields:
        return f"a scenario of {bound_file(plugins, document, packs).ruleset.id}"
    if "clauses" in fields:
        catalogue = Catalogue.load(document.path)
        return f"a catalogue of {catalogue.ruleset} with {len(catalogue)} clauses"
    raise AerodromeError(
        "this is neither a situation, nor a scenario, nor a catalogue",
        where=document.path,
        expected="a situation (with expect), a scenario (with seats) or a catalogue (with clauses)",
    )


def write_schemas(
    context: typer.Context,
    folder: Annotated[Path, typer.Option(help="Where the schemas go.")] = Path("schemas"),
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit with 1 if one is stale.")] = False,
    as_json: AsJson = False,
) -> None:
    """Writes the JSON Schemas of everything that people write.

    Example: `aerodrome schemas --check`
    """
    if folder.exists() and not folder.is_dir():
        raise AerodromeError("this is a file", where=str(folder), expected="a folder")
    if check and not folder.is_dir():
        raise AerodromeError("there is no such folder", where=str(folder))
    rulesets: list[Any] = list(plugins_of(context).rulesets.values())
    changed = schemas.stale(folder, rulesets) if check else schemas.write(folder, rulesets)
    if as_json:
        print_json(changed)
    else:
        for line in _schema_lines(changed, check):
            typer.echo(line)
    if check and changed:
        raise typer.Exit(1)


def _schema_lines(changed: list[str], check: bool) -> Iterator[str]:
    for name in changed:
        yield f"{'stale' if check else 'written'}: {name}"
    if not changed:
        yield "all schemas are up to date"
    elif check:
        yield "write them anew with: aerodrome schemas"
