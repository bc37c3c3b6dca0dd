"""What this plugin brings. What its commands need is imported when they run."""

from __future__ import annotations

from collections.abc import Iterable

from aerodrome.hookspecs import hookimpl
from aerodrome_lab.metrics import METRICS, Metric


@hookimpl
def aerodrome_metrics() -> Iterable[Metric]:
    return METRICS
