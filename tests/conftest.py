"""For all tests: hypothesis does not watch the clock, since a busy machine is no fault, and no test hangs on luck."""

import signal
import threading
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from aerodrome.chance import Seed
from cli_runs import BOTS, ROOT, loaded, run

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


@pytest.fixture
def in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line as if called in the folder of the project, on a wide terminal."""
    monkeypatch.setattr("aerodrome.cli.Plugins.load", loaded)
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "160")


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The file of a match that is over."""
    file = tmp_path / "m.jsonl"
    assert run(capsys, *BOTS, "--seed", "1", "--save", str(file))[0] == 0
    return file
