"""Which clauses of a catalogue have a situation or a test that passes."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from aerodrome import situations
from aerodrome.errors import AerodromeError
from aerodrome.ruleset import Ruleset


@dataclass
class Coverage:
    """The clauses of one ruleset, and what shows them.

    Attributes:
        by_situation: files of passing situations, by clause.
        by_test: names of passing tests, by clause.
        failed: situations that do not pass, with what differs.
        tests_run: whether tests could be run at all.
    """

    ruleset: Ruleset[Any]
    by_situation: dict[str, list[str]] = field(default_factory=dict)
    by_test: dict[str, list[str]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    tests_run: bool = False

    def covered(self, clause: str) -> bool:
        return clause in self.by_situation or clause in self.by_test

    def to_json(self) -> dict[str, Any]:
        """By scope, how many clauses there are and how many are covered; the ids of the others."""
        scopes = self.ruleset.catalogue.scopes()
        return {
            "ruleset": self.ruleset.id,
            "by_scope": {
                scope: {"clauses": len(ids), "covered": sum(map(self.covered, ids))} for scope, ids in scopes.items()
            },
            "uncovered": [clause.id for clause in self.ruleset.catalogue if not self.covered(clause.id)],
        }


def folders(ruleset: Ruleset[Any], given: Path | None) -> list[Path]:
    """Where the situations of a ruleset lie: the folder that was named, or ``examples/situations/ID`` here and the
    folder that travels with the plugin."""
    if given is not None:
        return [given]
    usual = [Path("examples/situations") / ruleset.id, ruleset.situations]
    return [folder for folder in usual if folder is not None and folder.is_dir()]


def measure(
    ruleset: Ruleset[Any],
    find: Callable[[str], Ruleset[Any]],
    situation_folder: Path | None = None,
    tests: Path | None = None,
) -> Coverage:
    """Runs the situations and the tests that cite clauses of ``ruleset``, and notes which pass."""
    coverage = Coverage(ruleset)
    for folder in folders(ruleset, situation_folder):
        for file in situations.files([folder]):
            _run(file, find, coverage)
    place = tests or Path("tests")
    if place.is_dir() and find_spec("pytest") is not None:
        _run_tests(coverage, place)
    return coverage


def _run(file: Path, find: Callable[[str], Ruleset[Any]], coverage: Coverage) -> None:
    try:
        report = situations.run(file, find)
    except AerodromeError as error:
        coverage.failed[str(file)] = str(error)
        return
    if report.situation.ruleset != coverage.ruleset.id:
        return
    if not report.passed:
        coverage.failed[str(file)] = "; ".join(report.differences)
        return
    for clause in report.situation.clauses:
        coverage.by_situation.setdefault(clause, []).append(str(file))


def _run_tests(coverage: Coverage, tests: Path) -> None:
    """Runs, in a process of their own, the tests marked with a clause of this ruleset."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "clauses.json"
        asked = Path(folder) / "asked.json"
        asked.write_text(json.dumps(list(coverage.ruleset.catalogue.clauses)))
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "aerodrome.testing.clauses"]
        command += ["-p", "no:cacheprovider", f"--clauses-asked={asked}", f"--clauses-passed={out}", str(tests)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not out.is_file():
            raise AerodromeError(
                "the tests could not be run:\n" + (done.stdout + done.stderr).strip()[-2000:], where=str(tests)
            )
        coverage.by_test = json.loads(out.read_text())
        coverage.tests_run = True
