"""What a match must not listen to: clocks, and generators that its seed does not govern.

Two ways of finding out. Either the outside is changed and the match played again: what differs, depends on it. Or the
calls are watched while a match is played: that finds what shows only once in a while, a clock that was imported under
another name, and dice with a seed of their own, which repeat well and can be predicted by anybody.
"""

from __future__ import annotations

import _random
import datetime
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any
from unittest import mock

from aerodrome.chance import Chance, Stream
from aerodrome.ruleset import Ruleset

Called = Callable[[Any], bool]

_TIMES = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
_CLOCKS = frozenset(
    getattr(time, name)
    for name in (*_TIMES, *(f"{name}_ns" for name in _TIMES), "localtime", "gmtime", "ctime", "strftime")
)
_TODAY = ("now", "utcnow", "today")


@contextmanager
def clock(start: float) -> Iterator[None]:
    """Clocks that begin at ``start`` and go on by a step at each look."""
    looks = iter(range(10**9))

    def seconds() -> float:
        return start + next(looks) * start

    fakes: dict[str, Any] = dict.fromkeys(_TIMES, seconds)
    fakes |= {f"{name}_ns": lambda: int(seconds() * 1e9) for name in _TIMES}
    with mock.patch.multiple(time, **fakes):
        yield


@contextmanager
def generators(seed: int) -> Iterator[None]:
    """Python's own generator, seeded, and a system whose noise is always the same."""
    before = random.getstate()

    def noise(size: int) -> bytes:
        return bytes([seed]) * size

    random.seed(seed)
    try:
        with mock.patch.object(os, "urandom", noise), mock.patch.object(random, "_urandom", noise):
            yield
    finally:
        random.setstate(before)


@contextmanager
def no_foresight() -> Iterator[None]:
    """No chance and no stream can be copied, to roll now what is to come later."""

    def refuse(*_: object) -> None:
        raise AssertionError("the ruleset copies the match's chance: it looks at dice to come")

    with mock.patch.object(Chance, "clone", refuse), mock.patch.object(Stream, "clone", refuse):
        yield


def reads_a_clock(ruleset: Ruleset[Any]) -> tuple[Called, Callable[[FrameType], bool]]:
    """Calls of clocks, from the ruleset's own code."""
    packages = _packages(ruleset)

    def is_clock(called: Any) -> bool:
        return _hashed(called, _CLOCKS) or (
            getattr(called, "__name__", "") in _TODAY
            and isinstance(owner := getattr(called, "__self__", None), type)
            and issubclass(owner, datetime.date)
        )

    return is_clock, lambda frame: frame.f_globals.get("__name__", "").partition(".")[0] in packages


def uses_a_generator() -> tuple[Called, Callable[[FrameType], bool]]:
    """Calls of generators of any kind, by whomever."""

    def is_generator(called: Any) -> bool:
        return isinstance(getattr(called, "__self__", None), _random.Random) or called is os.urandom

    return is_generator, lambda _: True


def first_call(play: Callable[[], object], looked_for: tuple[Called, Callable[[FrameType], bool]]) -> str:
    """Plays, and says which of the calls looked for was made first, and where; empty if none was."""
    is_it, by_whom = looked_for
    found: list[str] = []

    def watch(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and not found and is_it(called) and by_whom(frame):
            place = f"{frame.f_globals.get('__name__')}, line {frame.f_lineno}"
            found.append(f"{getattr(called, '__qualname__', called)} is called in {place}")

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        play()
    finally:
        sys.setprofile(before)
    return found[0] if found else ""


def _hashed(called: Any, known: frozenset[Any]) -> bool:
    try:
        return called in known
    except TypeError:
        return False


def _packages(ruleset: Ruleset[Any]) -> set[str]:
    """The packages, the core apart, that the ruleset's class and the functions of its phases come from."""
    code: list[Any] = list(type(ruleset).__mro__)
    for phase in ruleset.phases.phases:
        code.append(phase.resolve)
        if phase.decision:
            code += [phase.decision.asks, phase.decision.options, phase.decision.default]
            code += [phase.decision.why_not, phase.decision.explain]
    modules = {getattr(one, "__module__", "") or "" for one in code}
    return {module.partition(".")[0] for module in modules} - {"aerodrome", "builtins", "abc", "typing", ""}
