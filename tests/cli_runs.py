"""The command line run within a test: what it prints, what a person types, match files that are forged."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from aerodrome import cli, record
from aerodrome.plugins import Plugins

ROOT = Path(__file__).parent.parent
BOTS = ["play", "dogfight", "--seat", "heuristic", "--seat", "random"]

loaded = cache(Plugins.load)
"""Plugins are found once for all these tests: reading four catalogues takes longer than most of them."""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def answers(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> list[str]:
    """Types these lines, then no more; the list that comes back gathers the prompts."""
    left = iter(lines)
    prompts: list[str] = []

    def answer(prompt: str = "") -> str:
        prompts.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return prompts


def rechained(file: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    change(lines)
    for line in lines:
        del line["chain"]
    file.write_text("\n".join(record.chained(lines)) + "\n", encoding="utf-8")
    return file


def watched(monkeypatch: pytest.MonkeyPatch, picture: Path, lines: Sequence[str]) -> list[tuple[str, str]]:
    """At each question: the question, and what the picture shows as it is asked."""
    seen: list[tuple[str, str]] = []
    left = iter(lines)

    def answer(prompt: str = "") -> str:
        seen.append((prompt, picture.read_text(encoding="utf-8")))
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return seen
