"""What happens at a table by itself: clocks run out, bots move that another process has left behind."""

from __future__ import annotations

import threading
import time

from sqlalchemy.exc import SQLAlchemyError

from aerodrome_web.bots import LEASE, BotDesk
from aerodrome_web.faults import LOG, WebError, tellable
from aerodrome_web.service import Service

EVERY = 0.5
"""Seconds from one look to the next."""


LATER = 2.0
"""Seconds until the next look when one has failed."""


class Keeper:
    """Looks at the clocks of all matches of the database. Each server has one; what two do at once counts once."""

    def __init__(self, service: Service, desk: BotDesk) -> None:
        self._service = service
        self._desk = desk
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._leaving.set()
        self._thread.join()

    def _run(self) -> None:
        renewed = 0.0
        while not self._leaving.wait(EVERY):
            try:
                self.look()
                if time.monotonic() - renewed > LEASE / 3:
                    self._desk.renew()
                    renewed = time.monotonic()
            except Exception as error:
                tellable(error)
                self._leaving.wait(LATER)  # then it is tried again

    def look(self) -> None:
        """Seals the defaults of those whose time has run out, and has bots move that nobody cares for."""
        now = time.time()
        store = self._service.store
        for match in store.overdue(now):
            try:
                self._service.expire(match)
            except WebError as error:
                LOG.error("a clock has run out, but %s", error.what)
                store.put_off(match, now + 60.0)
            except SQLAlchemyError:
                raise
            except Exception:
                LOG.exception("a clock has run out, but the default cannot be sealed")
                store.put_off(match, now + 60.0)
        for match in store.claim_bots(now, LEASE):
            self._desk.wanted(match)
