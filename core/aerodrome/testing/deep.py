"""Everything about a match as text, what no view shows included: for finding what two copies share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aerodrome.canonical import digest
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome.ruleset import Rules
from aerodrome.visibility import Part


def fingerprint(match: Match) -> str:
    """A digest of the match with every attribute of its state, declared or not."""
    return digest([match.digest(), repr(dump(match.state)), match.umpire.chance.position()])


def dump(value: Any, above: tuple[int, ...] = ()) -> Any:
    """A value without identities: equal things are dumped alike."""
    if value is None or isinstance(value, (int, float, str, bytes)):
        return value
    if isinstance(value, (Rules, Option, type)) or callable(value) or id(value) in above:
        return getattr(value, "__qualname__", type(value).__name__)
    inside = (*above, id(value))
    if isinstance(value, (list, tuple)):
        return [dump(item, inside) for item in value]
    if isinstance(value, dict):
        return sorted((repr(key), repr(dump(item, inside))) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return sorted(repr(dump(item, inside)) for item in value)
    names = list(attributes(value))
    if names:
        return [type(value).__name__, *((name, dump(getattr(value, name), inside)) for name in names)]
    return repr(value)


def attributes(value: Any) -> Iterator[str]:
    """Names of what an object holds, in its slots and beside them."""
    slots = (name for kind in type(value).__mro__ for name in _slots(kind))
    yield from (name for name in slots if hasattr(value, name) and name != "__dict__")
    yield from getattr(value, "__dict__", ())


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def parts(value: Any) -> Iterator[Part]:
    """The parts that a state is made of, itself first."""
    if isinstance(value, Part):
        yield value
        for name in attributes(value):
            if name != "rules":
                yield from parts(getattr(value, name))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from parts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from parts(item)
