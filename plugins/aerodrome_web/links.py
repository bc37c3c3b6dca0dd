"""Links: whoever holds one may do what it stands for. 128 random bits, of which the server keeps a digest alone.

A digest without salt is enough: nobody can guess 128 random bits, and a database that is stolen opens no seat.
"""

from __future__ import annotations

import hashlib
import secrets
from enum import Enum


class Role(Enum):
    """What a link lets its holder do."""

    HOST = "host"
    """Decide who sits where; look on as a spectator, without delay."""
    INVITE = "invite"
    """Take an open seat, once."""
    SEAT = "seat"
    """See what the seat sees, and order for it."""
    WATCH = "watch"
    """Look on as a spectator."""


def new_link() -> str:
    """A link that nobody can guess: 22 letters, digits, ``-`` and ``_``."""
    return secrets.token_urlsafe(16)


def kept(link: str) -> str:
    """What the server keeps of a link: its SHA-256."""
    return hashlib.sha256(link.encode()).hexdigest()
