"""The README's commands do what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from aerodrome import cli
from aerodrome.plugins import Plugins

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[list[str]]:
    """The lines of the README's shell blocks, as words."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines() if line]


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """From setting up to replaying, in order; pip and pytest are left to the script that judges a checkout."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda _="": "1")
    served: list[bool] = []
    monkeypatch.setattr("aerodrome_web.server.usual_database", lambda: "sqlite://")
    monkeypatch.setattr("aerodrome_web.server.serve", lambda *arguments: served.append(arguments[4]))
    ran = 0
    for program, *arguments in commands():
        if program != ".venv/bin/aerodrome":
            continue
        with monkeypatch.context() as patch:
            begins = "--save" in arguments and "--seat" not in arguments
            if begins or arguments[:2] == ["campaign", "play"]:  # a reader stops in the middle to go on later
                answers = iter(["1", "q"])
                patch.setattr("builtins.input", lambda _="", answers=answers: next(answers))
            assert cli.run(arguments) == 0, capsys.readouterr().err
        ran += 1
    assert ran == 11
    assert served == [True]  # with the browser; that it serves, test_web_browser.py shows
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bots.html",
        "bots.jsonl",
        "mine.jsonl",
        "spring-1917-04.jsonl",
        "spring.jsonl",
        "table.html",
    ]


def test_two_commands_set_up_and_one_tests() -> None:
    lines = [" ".join(words) for words in commands()]
    assert lines[:2] == ["python3 -m venv .venv", ".venv/bin/pip install -e .[dev]"]
    assert ".venv/bin/pytest -n auto" in lines


def test_every_ruleset_and_command_is_in_the_readme() -> None:
    plugins = Plugins.load()
    for name in plugins.rulesets:
        assert f"| `{name}` |" in README
    for command in cli.build(plugins).registered_commands:
        name = command.name or (command.callback.__name__ if command.callback else "")
        assert f"| `aerodrome {name}" in README
