"""Where matches are kept: everything that is read from the database or written to it.

The truth of a match is its **log**: sealed orders, numbered from 1, and the events that came of them. An order and its
events are appended in one transaction, before anybody is told. Their numbers are unique, so of two processes that
append at the same time one is told that it has lost. Everything else (matches in memory, what waits for whom) can be
made anew from here.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, inspect, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from aerodrome.errors import AerodromeError
from aerodrome_web.database import engine_of, reason_of, url_of
from aerodrome_web.links import Role
from aerodrome_web.tables import (
    DRAFT,
    DROP_DRAFT,
    DROP_SAME_DRAFT,
    INSERT_DRAFT,
    INSERT_EVENTS,
    INSERT_ORDER,
    ORDERS,
    PLACE,
    RAISE_AND_TELL,
    RAISE_QUIETLY,
    REDRAFT,
    SEATS,
    TABLES,
    VERSION,
    events,
    links,
    matches,
    orders,
    seats,
)

OPEN, PERSON, BOT = "open", "person", "bot"
"""Who sits on a seat: nobody yet, a person, a bot."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The row of a match."""

    id: str
    header: dict[str, Any]
    secret: bytes
    clock: int | None
    delay: int
    created: float
    begun: float | None
    contributions: tuple[bytes, ...]
    closing: dict[str, Any] | None
    version: int


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits on a seat. ``name``: what a person calls himself, or the bot's; ``contribution`` to the seed, in hex."""

    number: int
    who: str
    name: str
    contribution: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """One sealed order of the log."""

    number: int
    decision: int
    seat: int
    picks: tuple[str, ...]
    by_default: bool
    at: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a link leads: a match, what its holder is there, on which seat, and how many seconds behind; and the number
    that is raised by each change of the match."""

    match: str
    role: Role
    seat: int | None
    delay: int
    version: int


@dataclass(frozen=True, slots=True)
class Next:
    """What a match waits for from now on: when its clock runs out, and since when bots have been due."""

    deadline: float | None
    bots_due: float | None
    closing: dict[str, Any] | None = None


class Store:
    """One database.

    Raises:
        AerodromeError: the URL is not one of a database that we know, it cannot be opened, or its tables are others.
    """

    def __init__(self, url: str) -> None:
        self.url = url_of(url)
        self.engine = engine_of(self.url)
        try:
            self._make_tables()
        except SQLAlchemyError as error:
            self.engine.dispose()
            raise AerodromeError(
                f"the database cannot be opened: {reason_of(error)}",
                where=self.url.render_as_string(hide_password=True),
                expected="a file of SQLite, or a PostgreSQL server that answers",
            ) from None
        except AerodromeError:
            self.engine.dispose()
            raise
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._visits = threading.local()

    @property
    def postgresql(self) -> bool:
        return self.engine.dialect.name == "postgresql"

    def _make_tables(self) -> None:
        with self.engine.begin() as connection:
            if self.postgresql:  # two servers that start together must not make the tables twice
                connection.execute(text("SELECT pg_advisory_xact_lock(4711)"))
            TABLES.create_all(connection)
            self._compare_tables(connection)

    def _compare_tables(self, connection: Connection) -> None:
        """What stood there before may be of another version, or of another program."""
        found = inspect(connection)
        for table in TABLES.sorted_tables:
            missing = set(table.columns.keys()) - {column["name"] for column in found.get_columns(table.name)}
            if missing:
                raise AerodromeError(
                    f"the database has another table {table.name!r}: it lacks {', '.join(sorted(missing))}",
                    where=self.url.render_as_string(hide_password=True),
                    expected="an empty database, or one that this version of Aerodrome has made",
                    remedy="name another one with --database",
                )

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def visit(self) -> Iterator[None]:
        """What this thread reads in here, it reads over one connection: taking one costs more than most queries."""
        if getattr(self._visits, "connection", None) is not None:
            yield
            return
        with self._reading.connect() as connection:
            self._visits.connection = connection
            try:
                yield
            finally:
                self._visits.connection = None

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        connection: Connection | None = getattr(self._visits, "connection", None)
        if connection is not None:
            yield connection
        else:
            with self._reading.connect() as connection:
                yield connection

    def _write(self, change: Callable[[Connection], bool]) -> bool:
        """Runs ``change`` in a transaction; false, and nothing is changed, when it says so itself or somebody else was
        faster."""
        try:
            with self.engine.begin() as connection:
                if not change(connection):
                    connection.rollback()
                    return False
        except IntegrityError:
            return False
        return True

    def _publish(self, match: str, change: Callable[[Connection], bool], next_: Next | None = None) -> int | None:
        """The same with a change that others may want to hear of: they are told. Returns the version of the match
        with it, ``None`` where nothing has changed."""
        version: int | None = None
        raised = RAISE_AND_TELL if self.postgresql else RAISE_QUIETLY

        def publish(connection: Connection) -> bool:
            nonlocal version
            if not change(connection):
                return False
            version = connection.execute(raised, {"of": match, **_values(next_)}).one().version
            return True

        return version if self._write(publish) else None

    # ---- tables and links

    def create(self, match: Kept, sitting: Iterable[Seat], given: Iterable[tuple[str, Role, int | None]]) -> None:
        """A new match, its seats, and its links as triples of digest, role and seat."""

        def change(connection: Connection) -> bool:
            connection.execute(
                insert(matches).values(
                    id=match.id,
                    header=json.dumps(match.header),
                    secret=match.secret.hex(),
                    clock=match.clock,
                    delay=match.delay,
                    created=match.created,
                    version=0,
                )
            )
            rows = [
                {"match": match.id, "seat": s.number, "who": s.who, "name": s.name, "contribution": ""} for s in sitting
            ]
            connection.execute(insert(seats), rows)
            _give(connection, match.id, given)
            return True

        self._write(change)

    def place(self, digest: str) -> Place | None:
        """Where the link with this digest leads."""
        with self._read() as connection:
            row = connection.execute(PLACE, {"link": digest}).one_or_none()
        if row is None:
            return None
        role = Role(row.role)
        return Place(row.match, role, row.seat, row.delay if role is Role.WATCH else 0, row.version)

    def version(self, match: str) -> int:
        """The number that is raised by each change of a match."""
        with self._read() as connection:
            return int(connection.execute(VERSION, {"of": match}).scalar_one())

    def kept(self, match: str) -> Kept:
        with self._read() as connection:
            row = connection.execute(select(matches).where(matches.c.id == match)).one()
        return Kept(
            row.id,
            json.loads(row.header),
            bytes.fromhex(row.secret),
            row.clock,
            row.delay,
            row.created,
            row.begun,
            tuple(map(bytes.fromhex, json.loads(row.contributions or "[]"))),
            json.loads(row.closing) if row.closing else None,
            row.version,
        )

    def seats(self, match: str) -> list[Seat]:
        """Who sits where, in seat order."""
        with self._read() as connection:
            rows = connection.execute(SEATS, {"of": match}).all()
        return [Seat(row.seat, row.who, row.name, row.contribution) for row in rows]

    def take_seat(self, match: str, seat: int, invite: str, name: str, contribution: str, link: str) -> bool:
        """A person takes an open seat: the invitation is used up, the digest ``link`` is his. False: it is taken."""

        def change(connection: Connection) -> bool:
            taken = (
                update(seats)
                .where(seats.c.match == match, seats.c.seat == seat, seats.c.who == OPEN)
                .values(who=PERSON, name=name, contribution=contribution)
            )
            used = delete(links).where(links.c.digest == invite, links.c.role == Role.INVITE.value)
            if not connection.execute(taken).rowcount or not connection.execute(used).rowcount:
                return False
            _give(connection, match, [(link, Role.SEAT, seat)])
            return True

        return self._publish(match, change) is not None

    def reseat(self, match: str, seat: Seat, link: tuple[str, Role] | None, bots_due: float | None) -> None:
        """Another one on a seat. All links to the seat end; ``link`` is the new one."""

        def change(connection: Connection) -> bool:
            here = (seats.c.match == match, seats.c.seat == seat.number)
            connection.execute(update(seats).where(*here).values(who=seat.who, name=seat.name, contribution=""))
            connection.execute(delete(links).where(links.c.match == match, links.c.seat == seat.number))
            if link is not None:
                _give(connection, match, [(link[0], link[1], seat.number)])
            if bots_due is not None:
                connection.execute(update(matches).where(matches.c.id == match).values(bots_due=bots_due))
            return True

        self._publish(match, change)

    def replace_links(self, match: str, role: Role, link: str) -> None:
        """Ends all links of a role and gives a new one, by its digest."""

        def change(connection: Connection) -> bool:
            connection.execute(delete(links).where(links.c.match == match, links.c.role == role.value))
            _give(connection, match, [(link, role, None)])
            return True

        self._publish(match, change)

    # ---- the log

    def begin(self, match: Kept, contributions: Sequence[bytes], at: float, first: Sequence[str], next_: Next) -> bool:
        """The match begins with its ``first`` events. False: the seats have changed meanwhile, or it has begun."""

        def change(connection: Connection) -> bool:
            begun = (
                update(matches)
                .where(matches.c.id == match.id, matches.c.version == match.version, matches.c.begun.is_(None))
                .values(begun=at, contributions=json.dumps([part.hex() for part in contributions]), **_values(next_))
            )
            if not connection.execute(begun).rowcount:
                return False
            _append_events(connection, match.id, 0, first)
            return True

        return self._publish(match.id, change) is not None

    def append(
        self, match: str, order: Order, drafted: bool, since: int, new: Sequence[str], next_: Next
    ) -> int | None:
        """Appends an order and the ``new`` events that came of it, numbered from ``since`` + 1. With ``drafted`` the
        seat's draft must still be what is sealed.

        Returns:
            The version of the match with it. ``None``: another process has appended, or changed the draft.
        """

        def change(connection: Connection) -> bool:
            row = {
                "match": match,
                "number": order.number,
                "decision": order.decision,
                "seat": order.seat,
                "picks": json.dumps(order.picks),
                "by_default": order.by_default,
                "at": order.at,
            }
            connection.execute(INSERT_ORDER, row)
            here = {"of": match, "by": order.seat}
            if drafted:
                same = here | {"for": order.decision, "were": row["picks"]}
                if not connection.execute(DROP_SAME_DRAFT, same).rowcount:
                    return False
            else:
                connection.execute(DROP_DRAFT, here)
            _append_events(connection, match, since, new)
            return True

        return self._publish(match, change, next_)

    def orders(self, match: str, after: int = 0) -> list[Order]:
        """The orders of the log with numbers greater than ``after``."""
        with self._read() as connection:
            return [_order(row) for row in connection.execute(ORDERS, {"of": match, "after": after})]

    def order_of(self, match: str, decision: int, seat: int) -> Order | None:
        """The order that a seat has sealed for a decision."""
        wanted = (orders.c.match == match, orders.c.decision == decision, orders.c.seat == seat)
        with self._read() as connection:
            row = connection.execute(select(orders).where(*wanted)).one_or_none()
        return None if row is None else _order(row)

    def events(self, match: str) -> list[str]:
        """The events of the log, each as a line of JSON."""
        query = select(events.c.record).where(events.c.match == match).order_by(events.c.number)
        with self._read() as connection:
            return list(connection.scalars(query))

    # ---- drafts

    def draft(self, match: str, seat: int) -> tuple[int, tuple[str, ...]] | None:
        """Decision and picks of the draft that a seat has begun."""
        with self._read() as connection:
            row = connection.execute(DRAFT, {"of": match, "by": seat}).one_or_none()
        return None if row is None else (row.decision, tuple(json.loads(row.picks)))

    def write_draft(
        self,
        match: str,
        seat: int,
        decision: int,
        before: tuple[int, tuple[str, ...]] | None,
        picks: Sequence[str],
    ) -> int | None:
        """Replaces the draft that was ``before``. Returns the version of the match with it. ``None``: the draft is
        another one by now."""
        written = {"decision": decision, "picks": json.dumps(picks)}

        def change(connection: Connection) -> bool:
            if before is None:
                connection.execute(INSERT_DRAFT, {"match": match, "seat": seat, **written})
                return True
            same = {"of": match, "by": seat, "for": before[0], "were": json.dumps(before[1])}
            return connection.execute(REDRAFT, same | written).rowcount == 1

        return self._publish(match, change)

    # ---- what is due

    def overdue(self, now: float) -> list[str]:
        """Matches whose clock has run out."""
        query = select(matches.c.id).where(matches.c.deadline <= now).order_by(matches.c.deadline)
        with self._read() as connection:
            return list(connection.scalars(query))

    def claim_bots(self, now: float, lease: float) -> list[str]:
        """Matches in which bots have been due for ``lease`` seconds; from now on the caller's for as long."""
        waiting = select(matches.c.id, matches.c.bots_due).where(matches.c.bots_due <= now - lease)
        with self._read() as connection:
            found = connection.execute(waiting).all()
        return [row.id for row in found if self._claim(row.id, row.bots_due, now)]

    def _claim(self, match: str, due: float, now: float) -> bool:
        mine = update(matches).where(matches.c.id == match, matches.c.bots_due == due).values(bots_due=now)
        return self._write(lambda connection: connection.execute(mine).rowcount == 1)

    def renew_bots(self, match: str, now: float) -> None:
        """Keeps a match in which bots are due for the caller."""
        mine = update(matches).where(matches.c.id == match, matches.c.bots_due.is_not(None)).values(bots_due=now)
        self._write(lambda connection: connection.execute(mine).rowcount == 1)

    def put_off(self, match: str, deadline: float) -> None:
        """Has a clock run out later, because what should happen then has failed."""
        later = update(matches).where(matches.c.id == match).values(deadline=deadline)
        self._write(lambda connection: connection.execute(later).rowcount == 1)

    def versions(self, wanted: Sequence[str]) -> dict[str, int]:
        """By id, the number that is raised with each change, for the matches that are asked for."""
        with self._read() as connection:
            rows = connection.execute(select(matches.c.id, matches.c.version).where(matches.c.id.in_(wanted))).all()
        return {row.id: row.version for row in rows}

    @contextmanager
    def changes(self) -> Iterator[Callable[[], bool]]:
        """Whether anybody has changed a SQLite database since this was last asked."""
        with self._read() as connection:
            known = -1

            def changed() -> bool:
                nonlocal known
                before, known = known, int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())
                return before != known

            yield changed


def _give(connection: Connection, match: str, given: Iterable[tuple[str, Role, int | None]]) -> None:
    rows = [{"digest": digest, "match": match, "role": role.value, "seat": seat} for digest, role, seat in given]
    connection.execute(insert(links), rows)


def _append_events(connection: Connection, match: str, since: int, new: Sequence[str]) -> None:
    rows = [{"match": match, "number": since + at, "record": record} for at, record in enumerate(new, 1)]
    if rows:
        connection.execute(INSERT_EVENTS, rows)


def _values(next_: Next | None) -> dict[str, Any]:
    if next_ is None:
        return {}
    values: dict[str, Any] = {"deadline": next_.deadline, "bots_due": next_.bots_due}
    if next_.closing is not None:
        values["closing"] = json.dumps(next_.closing)
    return values


def _order(row: Any) -> Order:
    return Order(row.number, row.decision, row.seat, tuple(json.loads(row.picks)), row.by_default, row.at)
