"""What a client did wrong, with the HTTP status that says so."""

from __future__ import annotations

from typing import ClassVar

from aerodrome.errors import AerodromeError


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
