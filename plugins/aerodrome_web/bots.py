"""Bots at the table. They think in threads of their own, each over a copy, so that nobody waits for them.

What a bot chooses goes through the same door as a person's order. Who thinks for a match holds a lease in the
database: when a process dies, another one takes over after `LEASE` seconds.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from aerodrome.bots import Bot, draft
from aerodrome.chance import Chance, Seed
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome_web.faults import LOG, tellable
from aerodrome_web.service import Service
from aerodrome_web.store import BOT

LEASE = 5.0
"""Seconds after which a match whose bot has not moved is anybody's."""

PUT_OFF = 3600.0
"""Seconds for which a match is left alone whose bots cannot move: its ruleset has changed, or fails."""


@dataclass(frozen=True)
class _Turn:
    """One order that a bot owes, and all that it needs to find it."""

    match: Match
    seat: int
    decision: int
    bot: Bot
    chance: Chance


class BotDesk:
    """Has bots move, in ``threads`` threads; the bots of one match one after the other."""

    def __init__(self, service: Service, threads: int) -> None:
        self._service = service
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._lock = threading.Lock()
        self._closed = False
        self._busy: dict[str, bool] = {}  # the matches that are being thought about; true: look again afterwards

    def wanted(self, match: str) -> None:
        """A bot is to move in this match."""
        with self._lock:
            if match in self._busy:
                self._busy[match] = True
                return
            if self._closed:
                return
            self._busy[match] = False
            self._pool.submit(self._serve, match)

    def renew(self) -> None:
        """Keeps the leases of what is being thought about here."""
        with self._lock:
            busy = list(self._busy)
        for match in busy:
            self._service.store.renew_bots(match, time.time())

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _serve(self, match: str) -> None:
        try:
            while True:
                self._move_all(match)
                with self._lock:
                    if not self._busy[match]:
                        del self._busy[match]
                        return
                    self._busy[match] = False
        except SQLAlchemyError as error:
            tellable(error)
            with self._lock:
                del self._busy[match]  # its lease runs out, and the keeper comes back to it

    def _move_all(self, match: str) -> None:
        try:
            while turn := self._next(match):
                self._move(match, turn)
        except SQLAlchemyError:
            raise
        except Exception:
            LOG.exception("the bots of a match have failed; they are tried again in an hour")
            self._service.store.renew_bots(match, time.time() + PUT_OFF)

    def _next(self, match: str) -> _Turn | None:
        service = self._service
        with service.shelf.open(match) as held:
            now = held.match
            if now is None:
                return None
            sitting = {seat.number: seat.name for seat in held.seats if seat.who == BOT}
            for seat in now.pending:
                if seat in sitting:
                    key = (seat, sitting[seat])
                    if key not in held.bots:
                        held.bots[key] = service.plugins.bot(now.rules.ruleset.id, key[1])
                    chance = (now.seed or Seed.fresh()).bot_chance(seat, now.decision)
                    return _Turn(now.clone(record=True), seat, now.decision, held.bots[key], chance)
        return None

    def _move(self, match: str, turn: _Turn) -> None:
        copy = turn.match
        copy.take_back(turn.seat, len(copy.picks(turn.seat)))
        try:
            draft(copy, turn.seat, turn.bot, turn.chance)
        except AerodromeError as error:
            LOG.error("%s; its default is sealed", error.what)
            self._service.order_for_bot(match, turn.seat, turn.decision, None)
            return
        self._service.order_for_bot(match, turn.seat, turn.decision, copy.picks(turn.seat))
