"""The two kinds of database: SQLite in a file, and PostgreSQL. How they are named, opened and kept in order."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, InvalidatePoolError, NoSuchModuleError, SQLAlchemyError

from aerodrome.errors import AerodromeError

QUIET = 0.1
"""Seconds after which a connection that nobody has used is asked whether PostgreSQL is still there."""


def url_of(written: str) -> URL:
    """The URL of a database, as a person writes it.

    Raises:
        AerodromeError: it is none of SQLite or PostgreSQL, or of nothing that lasts.
    """
    try:
        url = make_url(written)
    except ArgumentError:
        raise AerodromeError(
            f"{written!r} is not the URL of a database", expected="sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    file = url.database or ""
    plain = file.isprintable() and not file.startswith((":memory:", "file:")) and not url.query
    if url.get_backend_name() == "sqlite" and file and plain:
        return url.set(drivername="sqlite")
    shown = url.render_as_string(hide_password=True)
    raise AerodromeError(
        f"matches cannot be kept in {shown!r}", expected="sqlite:///FILE or postgresql://USER@HOST/NAME"
    )


def engine_of(url: URL) -> Engine:
    """What connects to a database; nothing is opened yet.

    Raises:
        AerodromeError: the driver is not installed.
    """
    # Requests run in a pool of 40 threads; each may hold one connection. What goes wrong is logged without what was to
    # be written: secrets are among it.
    pool: dict[str, Any] = {"pool_size": 10, "max_overflow": 40, "hide_parameters": True}
    try:
        if url.get_backend_name() != "sqlite":
            engine = create_engine(url, pool_use_lifo=True, **pool)
            _ask_quiet_connections(engine)
            return engine
        engine = create_engine(url, connect_args={"timeout": 30}, **pool)
    except (NoSuchModuleError, ImportError) as error:
        raise AerodromeError(
            f"the database driver is missing: {error}", remedy="pip install 'aerodrome[web]'"
        ) from None
    event.listen(engine, "connect", _tune_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _ask_quiet_connections(engine: Engine) -> None:
    """PostgreSQL may be restarted while nobody asks. To ask before each use whether it is alive takes a third of a
    seal; to ask a connection that has been quiet costs nobody anything."""

    def left(connection: Any, record: Any) -> None:
        record.info["left"] = time.monotonic()

    def taken(connection: Any, record: Any, proxy: Any) -> None:
        if time.monotonic() - record.info.get("left", time.monotonic()) < QUIET:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:  # then all are made anew
            raise InvalidatePoolError from error

    event.listen(engine, "checkin", left)
    event.listen(engine, "checkout", taken)


def _tune_sqlite(connection: Any, record: Any) -> None:
    """Readers do not wait for a writer (WAL); what is committed outlives a power cut (FULL)."""
    connection.isolation_level = None  # transactions are begun by us alone
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """A transaction takes its write lock at once: one that reads first could not wait for another writer later."""
    if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def reason_of(error: SQLAlchemyError) -> str:
    """What the driver says, in one line."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split())
