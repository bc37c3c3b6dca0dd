"""For all tests: hypothesis does not watch the clock, since a busy machine is no fault, and no test hangs on luck."""

import signal
import threading
from itertools import count

import pytest
from hypothesis import settings

from aerodrome.chance import Seed

settings.register_profile("aerodrome", deadline=None)
settings.load_profile("aerodrome")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    # A shell has started us in the background. What tests start and interrupt would ignore Ctrl-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a fresh seed within a test gets the same ones each time the test is run."""
    numbers = count()
    monkeypatch.setattr(Seed, "fresh", lambda: Seed.of(next(numbers)))
