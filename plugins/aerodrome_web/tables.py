"""The tables of the database, and the statements on them that are run most."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

TABLES = MetaData()

_ID = String(22)


def _match(**more: Any) -> Column[str]:
    return Column("match", _ID, ForeignKey("matches.id", ondelete="CASCADE"), **more)


matches = Table(
    "matches",
    TABLES,
    Column("id", _ID, primary_key=True),
    Column("header", Text, nullable=False),  # of the match file, without contributions
    Column("secret", String(64), nullable=False),
    Column("clock", Integer),  # seconds a decision
    Column("delay", Integer, nullable=False),  # seconds by which spectators are behind
    Column("created", Double, nullable=False),
    Column("begun", Double),
    Column("contributions", Text),
    Column("closing", Text),  # last line of the match file, once it is over
    Column("deadline", Double, index=True),
    Column("bots_due", Double, index=True),
    Column("version", Integer, nullable=False),  # raised by everything that somebody may want to hear of
)
seats = Table(
    "seats",
    TABLES,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("who", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("contribution", Text, nullable=False),
)
links = Table(
    "links",
    TABLES,
    Column("digest", String(64), primary_key=True),
    _match(nullable=False, index=True),
    Column("role", String(8), nullable=False),
    Column("seat", Integer),
)
orders = Table(
    "orders",
    TABLES,
    _match(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("decision", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("picks", Text, nullable=False),
    Column("by_default", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("match", "decision", "seat"),
)
events = Table(
    "events",
    TABLES,
    _match(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
)
drafts = Table(
    "drafts",
    TABLES,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("decision", Integer, nullable=False),
    Column("picks", Text, nullable=False),
)

# What is asked and written most. Building a statement costs more than running it: these are built once.
PLACE = select(links, matches.c.delay, matches.c.version).join(matches).where(links.c.digest == bindparam("link"))
SEATS = select(seats).where(seats.c.match == bindparam("of")).order_by(seats.c.seat)
ORDERS = (
    select(orders)
    .where(orders.c.match == bindparam("of"), orders.c.number > bindparam("after"))
    .order_by(orders.c.number)
)
VERSION = select(matches.c.version).where(matches.c.id == bindparam("of"))
INSERT_ORDER, INSERT_EVENTS, INSERT_DRAFT = insert(orders), insert(events), insert(drafts)
DRAFT = select(drafts).where(drafts.c.match == bindparam("of"), drafts.c.seat == bindparam("by"))
_SAME_DRAFT = (drafts.c.decision == bindparam("for"), drafts.c.picks == bindparam("were"))
REDRAFT = update(drafts).where(drafts.c.match == bindparam("of"), drafts.c.seat == bindparam("by"), *_SAME_DRAFT)
DROP_DRAFT = delete(drafts).where(drafts.c.match == bindparam("of"), drafts.c.seat == bindparam("by"))
DROP_SAME_DRAFT = DROP_DRAFT.where(*_SAME_DRAFT)
_RAISE = update(matches).where(matches.c.id == bindparam("of")).values(version=matches.c.version + 1)
RAISE_QUIETLY = _RAISE.returning(matches.c.version)
RAISE_AND_TELL = _RAISE.returning(matches.c.version, func.pg_notify("aerodrome", matches.c.id))
