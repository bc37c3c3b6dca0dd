"""Faults of a program: whose they are, in one message. AERODROME_DEBUG=1 shows where they come from."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

from aerodrome.cli.output import complain
from aerodrome.cli.screen import Left
from aerodrome.errors import AerodromeError, RulesetError
from aerodrome.ruleset import Ruleset

DEBUG = "AERODROME_DEBUG"
"""Environment variable: with it every message is followed by its traceback."""


@contextmanager
def blamed_on(ruleset: Ruleset[Any], phase: Callable[[], str] = str) -> Iterator[None]:
    """What fails in here is a fault of the ruleset's code: it is named, with the phase as far as that is known."""
    try:
        yield
    except RulesetError as error:
        raise error.at(f"ruleset {ruleset.id}") from error
    except (AerodromeError, OSError, Left, typer.Exit, typer.Abort):
        raise
    except Exception as error:
        place = f" in phase {phase()}" if phase() else ""
        raise fault(f"ruleset {ruleset.id} failed{place}", error) from error


def fault(what: str, error: BaseException) -> AerodromeError:
    """The message for an error that nobody expected."""
    return AerodromeError(
        f"{what}: {type(error).__name__}: {error}", remedy=f"tell its author; {DEBUG}=1 shows where it comes from"
    )


def report(error: BaseException) -> None:
    """Prints an error for a person, and for whoever mends the program its traceback."""
    if not isinstance(error, AerodromeError):
        error = fault("aerodrome failed", error).with_traceback(error.__traceback__)
    complain(str(error))
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
