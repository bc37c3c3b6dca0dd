"""Waiting for other processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import psutil


def alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def eventually(holds: Callable[[], Any]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)
