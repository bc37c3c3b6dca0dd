"""What goes wrong, with the HTTP status that says so: mostly what a client did, at the end what the server did."""

from __future__ import annotations

import logging
from typing import ClassVar

import psycopg
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from aerodrome.errors import AerodromeError, RulesetError

LOG = logging.getLogger("aerodrome.web")


class WebError(AerodromeError):
    """A request that is refused."""

    status: ClassVar[int] = 400


class NoSuchLink(WebError):
    """The link is not known, or not any more."""

    status = 404

    def __init__(self) -> None:
        super().__init__(
            "this link leads to no table", expected="a link as it was handed out", remedy="ask the host for a new one"
        )


class NotFound(WebError):
    """There is no such thing."""

    status = 404


class Forbidden(WebError):
    """The link is good, but not for that."""

    status = 403


class Conflict(WebError):
    """Too late, too early, or a second time."""

    status = 409


class OutOfOrder(WebError):
    """The ruleset or the data on this server do not fit the table; nothing was changed."""

    status = 500


class Failed(WebError):
    """What nobody expected."""

    status = 500

    def __init__(self) -> None:
        super().__init__("the server has failed; nothing was changed", remedy="try again")


class NoDatabase(WebError):
    """The database is away, full, or in the hands of somebody else."""

    status = 503

    def __init__(self) -> None:
        super().__init__("the database does not answer; nothing was changed", remedy="try again in a moment")


def tellable(error: Exception) -> AerodromeError:
    """An error as a client may read it. What nobody expected may tell of secrets, so that its text stays in the log."""
    if isinstance(error, AerodromeError) and not isinstance(error, RulesetError):
        return error
    if isinstance(error, OperationalError | NoConnection | psycopg.OperationalError):
        LOG.error("the database does not answer: %s", " ".join(str(getattr(error, "orig", None) or error).split()))
        return NoDatabase()
    LOG.error("something has failed", exc_info=error)
    return Failed()
