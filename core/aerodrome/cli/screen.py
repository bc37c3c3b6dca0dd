"""The person's side of the terminal: reading a line, and wiping the screen for the next one."""

from __future__ import annotations

import os
import sys

from rich.console import Console

from aerodrome.cli.output import print_wrapped

WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen, then what has scrolled off it, and goes to the top: the order in which terminals take it."""

SCREENFUL = 60
"""Blank lines that push the last screen out of sight where it cannot be wiped."""


class Left(Exception):
    """The person wants to go, or there is nobody to ask any more."""


def read(prompt: str) -> str:
    """A line from the person at the keyboard, without blanks around it. Who breaks off leaves the line of the prompt:
    what is said then begins on the next.

    Raises:
        Left: there is no more input.
    """
    try:
        return input(prompt).strip()
    except KeyboardInterrupt:
        print()
        raise
    except EOFError:
        print()
        raise Left from None
    except (RuntimeError, OSError):  # no standard input at all; a terminal that is gone
        raise Left from None


def number(text: str, most: int) -> int | None:
    """The number from 1 to ``most`` that was typed; nothing for any other text."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        return None
    value = int(text)
    return value if 1 <= value <= most else None


def is_terminal() -> bool:
    """Whether a person can be asked."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def wipe(out: Console) -> None:
    """Leaves nothing of what was shown: not on the screen and, where the terminal can do it, not above it either."""
    if out.is_terminal and not out.is_dumb_terminal and os.environ.get("TERM", "dumb") != "dumb":
        out.file.write(WIPE)
        out.file.flush()
        return
    out.print("\n" * max(SCREENFUL, out.height))
    print_wrapped(out, "This terminal cannot be wiped: what was shown before stands above. Do not scroll back.")
