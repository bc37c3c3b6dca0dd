"""Who waits for news of which match. Streams sleep here until something has been committed, by whichever process.

Changes of this process wake them at once. Those of others come over PostgreSQL's LISTEN and NOTIFY; a SQLite database
is asked for its change counter, which costs a few millionths of a second, some twenty times a second.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from aerodrome_web.faults import tellable
from aerodrome_web.store import Store

POLL = 0.04
"""Seconds between two looks at a SQLite database."""

LISTEN = 1.0
"""Seconds after which a listener looks whether it is time to leave."""


class Hub:
    """Bells by match. `ring` may be called from any thread, the rest from the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: dict[str, set[asyncio.Event]] = {}
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="hub", daemon=True)

    @property
    def closed(self) -> bool:
        return self._leaving.is_set()

    def start(self) -> None:
        """Begins to listen, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Wakes all who wait, so that they leave."""
        self._leaving.set()
        self._everybody()

    def ring(self, match: str) -> None:
        """Something has changed in this match."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ring, match)

    def _everybody(self) -> None:
        for match in list(self._bells):
            self.ring(match)

    def _ring(self, match: str) -> None:
        for bell in self._bells.get(match, ()):
            bell.set()

    @contextmanager
    def listening(self, match: str) -> Iterator[asyncio.Event]:
        """A bell that is set after each change of the match."""
        bell = asyncio.Event()
        self._bells.setdefault(match, set()).add(bell)
        try:
            yield bell
        finally:
            self._bells[match].discard(bell)
            if not self._bells[match]:
                del self._bells[match]

    # ---- what other processes do

    def _follow(self) -> None:
        while not self.closed:
            try:
                if self._store.postgresql:
                    self._listen()
                else:
                    self._poll()
            except Exception as error:
                tellable(error)
                self._leaving.wait(LISTEN)  # then it is tried again

    def _listen(self) -> None:
        url = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("LISTEN aerodrome")
            self._everybody()  # what was missed while nobody listened
            while not self.closed:
                for notice in connection.notifies(timeout=LISTEN):
                    self.ring(notice.payload)
                    if self.closed:
                        break

    def _poll(self) -> None:
        with self._store.changes() as changed:
            known: dict[str, int] = {}
            while not self._leaving.wait(POLL):
                watched = list(self._bells)
                if not changed() and watched == list(known):
                    continue
                now = dict.fromkeys(watched, -1) | (self._store.versions(watched) if watched else {})
                for match in watched:
                    if known.get(match) != now[match]:
                        self.ring(match)
                known = now
