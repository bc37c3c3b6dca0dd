"""The same matches in processes that differ in what must not matter; see ``independent_of_hash_order``.

To start a process takes longer than to play in it, so each of them plays several cases, one after the other.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

from aerodrome.canonical import canonical_json, digest
from aerodrome.testing.cases import Case

ZONES = ("UTC", "Asia/Tokyo", "America/Lima")
"""Time zones of the processes."""

LIFE = 10
"""Cases that are played in the same processes; those that come after them meet other orders of hashes."""


class Place:
    """A process with an order of hashes, a time zone and a working folder of its own."""

    def __init__(self, path: str, hashes: int, zone: str) -> None:
        self._held = ExitStack()
        folder = self._held.enter_context(tempfile.TemporaryDirectory(prefix="another-working-folder-"))
        self._complaints = self._held.enter_context(tempfile.TemporaryFile("w+"))  # noqa: SIM115
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-m", "aerodrome.testing.elsewhere"],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": str(hashes), "TZ": zone},
            cwd=folder,
            stdin=pipe,
            stdout=pipe,
            stderr=self._complaints,
            text=True,
        )

    def ask(self, case: Case) -> None:
        """Has it begin to play a case."""
        kind = type(case.ruleset)
        asked = {
            "id": case.ruleset.id,
            "origin": case.origin,
            "class": f"{kind.__module__}:{kind.__qualname__}",
            "scenario": case.scenario,
            "options": dict(case.options),
        }
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it has ended; `answer` says why
            print(canonical_json(asked), file=self._process.stdin, flush=True)

    def answer(self) -> list[str]:
        """Fingerprints of the matches.

        Raises:
            AssertionError: they cannot be played there.
        """
        assert self._process.stdout is not None
        said = json.loads(self._process.stdout.readline() or "null")
        failed = self._last_words() if said is None else said["failed"]
        assert not failed, f"the match does not run in a process of its own:\n{failed[-2000:]}"
        found: list[str] = said["found"]
        return found

    def _last_words(self) -> str:
        self._process.wait()
        self._complaints.seek(0)
        return self._complaints.read() or f"it ended with exit code {self._process.returncode}"

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._held.close()


class Places:
    """The processes that are open. Those in which a case came to grief are not asked again."""

    def __init__(self) -> None:
        self._open: list[Place] = []
        self._path = ""
        self._left = 0
        atexit.register(self.close)

    def fingerprints(self, case: Case) -> list[list[str]]:
        """What each process makes of a case."""
        path = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path if entry)
        if not self._left or path != self._path:
            self.close()
            first = int(digest(str(case))[:6], 16)
            self._open = [Place(path, first + number, zone) for number, zone in enumerate(ZONES)]
            self._path, self._left = path, LIFE
        left, self._left = self._left, 0
        for place in self._open:
            place.ask(case)
        found = [place.answer() for place in self._open]
        self._left = left - 1
        return found

    def close(self) -> None:
        for place in self._open:
            place.close()
        self._open = []


PLACES = Places()
