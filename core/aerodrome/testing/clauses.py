"""A pytest plugin that notes which clauses have a passing test: tests say so with ``@pytest.mark.clause("DF-...")``.

``aerodrome rules RULESET --coverage`` runs the tests with it; only those that cite an asked clause are run.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("aerodrome")
    group.addoption("--clauses-asked", help="JSON file with the ids of the clauses to look for")
    group.addoption("--clauses-passed", help="JSON file to write: names of passing tests by clause")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of a rule catalogue that the test shows")
    if config.getoption("--clauses-passed"):
        config.pluginmanager.register(_Notes(config), "aerodrome-clause-notes")


def cited(item: pytest.Item) -> set[str]:
    """The clauses that a test says it shows."""
    return {clause for mark in item.iter_markers("clause") for clause in mark.args}


class _Notes:
    def __init__(self, config: pytest.Config) -> None:
        self.out = Path(config.getoption("--clauses-passed"))
        self.asked = set(json.loads(Path(config.getoption("--clauses-asked")).read_text()))
        self.cited: dict[str, set[str]] = {}
        self.passed: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if cited(item) & self.asked]
        config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
        items[:] = wanted
        self.cited = {item.nodeid: cited(item) & self.asked for item in wanted}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for clause in sorted(self.cited.get(report.nodeid, ())):
                self.passed.setdefault(clause, []).append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.out.write_text(json.dumps(self.passed))
