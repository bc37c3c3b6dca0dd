"""What this plugin brings. What its commands need is imported when they run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from aerodrome.hookspecs import hookimpl
from aerodrome_lab.metrics import METRICS, Metric

if TYPE_CHECKING:
    import typer


@hookimpl
def aerodrome_metrics() -> Iterable[Metric]:
    return METRICS


@hookimpl
def aerodrome_commands(app: typer.Typer) -> None:
    from aerodrome_lab import commands

    commands.add_to(app)
