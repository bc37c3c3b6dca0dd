"""What this plugin brings. What its commands need is imported when they run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from aerodrome.bots import Bot
from aerodrome.hookspecs import hookimpl
from aerodrome_lab.metrics import METRICS, Metric
from aerodrome_lab.search import SearchBot

if TYPE_CHECKING:
    import typer


@hookimpl
def aerodrome_metrics() -> Iterable[Metric]:
    return METRICS


@hookimpl
def aerodrome_bots() -> Mapping[str, Mapping[str, type[Bot]]]:
    return {"*": {"search": SearchBot}}


@hookimpl
def aerodrome_commands(app: typer.Typer) -> None:
    from aerodrome_lab import commands

    commands.add_to(app)
