"""A PostgreSQL server of the tests' own, in a folder that is thrown away."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_ON_PATH = shutil.which("initdb")
PROGRAMS = [Path(_ON_PATH)] if _ON_PATH else sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def _run(*words: str | Path) -> None:
    """Runs a program of PostgreSQL, which refuses to be run by root: then as nobody."""
    user = "nobody" if os.geteuid() == 0 else None
    done = subprocess.run(
        [str(word) for word in words], user=user, group=None, capture_output=True, text=True, cwd="/", check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout


@contextmanager
def server() -> Iterator[str]:
    """A running server that listens on a socket in a folder of its own; gives the URL of its database. Where there is
    none, the tests are skipped; under CI they fail."""
    if not PROGRAMS and "CI" not in os.environ:
        pytest.skip("there is no PostgreSQL server here")
    assert PROGRAMS, "the tests need PostgreSQL: apt-get install postgresql"
    programs = PROGRAMS[-1].parent
    home = Path(tempfile.mkdtemp(prefix="aerodrome-pg-"))
    if os.geteuid() == 0:
        shutil.chown(home, "nobody")
    data = home / "data"
    control = (programs / "pg_ctl", "-D", data, "-w", "-s")
    try:
        _run(programs / "initdb", "-D", data, "-A", "trust", "-U", "aerodrome", "--no-sync")
        settings = f"-k {home} -c listen_addresses= -c max_connections=200"
        _run(*control, "-l", home / "log", "-o", settings, "start")
        try:
            yield f"postgresql://aerodrome@/postgres?host={home}"
        finally:
            _run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)
