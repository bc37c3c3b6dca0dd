"""Work for a pool, in a module that other processes find."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def wait_and_square(number: int) -> int:
    """Early numbers take longer, so that workers end out of order."""
    time.sleep(0.05 if number % 2 == 0 else 0)
    return number * number


def die_once(marker: str) -> str:
    """The first worker that comes here dies; the marker says that it was here."""
    if marker and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return marker


def die(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(number: int) -> int:
    if number == 2:
        raise KeyError("two")
    return number


def pid_and_wait(number: int) -> int:
    if number:
        time.sleep(60)
    return os.getpid()
