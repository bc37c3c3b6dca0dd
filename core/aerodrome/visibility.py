"""Who sees what: declared where a field is declared, projected in one place.

State is made of *parts*: slotted dataclasses whose fields each say who sees them::

    @part
    class Player(Part):
        id: str = public()
        seat: int = public()
        hand: list[int] = owner(count=True, show=card_names)
        deck: list[int] = nobody(count=True, show=card_names)

A field that does not say so is shown to nobody. A part with a field ``seat`` belongs to that seat, and so does all that
hangs below it. `project` is the only way from state to anything that leaves the kernel: views, saves' digests,
situations, replays and pictures all derive from it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Container, Sequence
from dataclasses import MISSING, dataclass
from enum import Enum
from typing import Any, Final, Self, TypeAlias, TypeVar, dataclass_transform

from aerodrome.canonical import Json

Viewer: TypeAlias = int
"""A seat's number, or one of the two below."""

SPECTATOR: Final = -1
"""Sees what is public, and nothing else."""

REFEREE: Final = -2
"""Sees every declared field. Only the engine, situations and finished matches use it."""


class Sight(Enum):
    """Who sees a field."""

    PUBLIC = "public"
    TEAM = "team"
    OWNER = "owner"
    NOBODY = "nobody"


Seers: TypeAlias = Callable[[Any, Any], Container[int]]
"""Given the part and the state, the seats that see a field."""

Show: TypeAlias = Callable[[Any, Any], Any]
"""Given the value and the state, the value as a person would say it (ids, codes, names)."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The declaration behind a field."""

    by: Sight | Seers
    show: Show | None
    count: bool
    until: str | None


def _declare(by: Sight | Seers, default: Any, factory: Any, show: Show | None, count: bool, until: str | None) -> Any:
    metadata = {"seen": Seen(by, show, count, until)}
    if factory is not MISSING:
        return dataclasses.field(default_factory=factory, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def public(*, default: Any = MISSING, default_factory: Any = MISSING, show: Show | None = None) -> Any:
    """Everybody sees the field."""
    return _declare(Sight.PUBLIC, default, default_factory, show, False, None)


def team(
    *, default: Any = MISSING, default_factory: Any = MISSING, show: Show | None = None, count: bool = False
) -> Any:
    """The owner's team sees the field. With ``count`` everybody sees how many items it has, as ``NAME_count``."""
    return _declare(Sight.TEAM, default, default_factory, show, count, None)


def owner(
    *, default: Any = MISSING, default_factory: Any = MISSING, show: Show | None = None, count: bool = False
) -> Any:
    """The owning seat alone sees the field. With ``count`` everybody sees how many items it has."""
    return _declare(Sight.OWNER, default, default_factory, show, count, None)


def nobody(
    *, default: Any = MISSING, default_factory: Any = MISSING, show: Show | None = None, count: bool = False
) -> Any:
    """No seat sees the field, its owner neither: the order of a deck."""
    return _declare(Sight.NOBODY, default, default_factory, show, count, None)


def sealed(
    until: str, *, default: Any = MISSING, default_factory: Any = MISSING, show: Show | None = None, count: bool = False
) -> Any:
    """The owner sees the field; everybody once the attribute named ``until`` of the same part is true."""
    return _declare(Sight.OWNER, default, default_factory, show, count, until)


def seen_by(
    seers: Seers,
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    show: Show | None = None,
    count: bool = False,
) -> Any:
    """The seats that ``seers(part, state)`` returns see the field: what a tailing aircraft is shown."""
    return _declare(seers, default, default_factory, show, count, None)


class Part:
    """A piece of state. Copying one copies its lists, dicts and sets and the parts below it; the rest is shared."""

    __slots__ = ()

    def clone(self) -> Self:
        cls = type(self)
        copy = cls.__new__(cls)
        for name in _field_names(cls):
            value = getattr(self, name)
            if type(value) not in _SHARED:
                value = _copied(value)
            setattr(copy, name, value)
        return copy


_SHARED: Final = frozenset({int, str, bool, float, tuple, frozenset, type(None), bytes})

_PLAIN: Final = _SHARED - {type(None)}
"""A list that begins with one of these holds nothing that needs copying; one that begins with ``None`` may."""

C = TypeVar("C", bound=Part)


@dataclass_transform(field_specifiers=(public, team, owner, nobody, sealed, seen_by, dataclasses.field))
def part(cls: type[C]) -> type[C]:
    """Makes a class a part: a slotted dataclass, compared by value.

    Raises:
        TypeError: a field is sealed until something that the part does not have.
    """
    made = dataclass(slots=True)(cls)
    for name, seen in _declarations(made):
        if seen.until is not None and not hasattr(made, seen.until):
            raise TypeError(f"{cls.__name__}.{name} is sealed until {seen.until!r}, which {cls.__name__} does not have")
    return made


_NAMES: dict[Any, tuple[str, ...]] = {}


def _field_names(cls: Any) -> tuple[str, ...]:
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = tuple(field.name for field in dataclasses.fields(cls))
    return names


def _copied(value: Any) -> Any:
    if isinstance(value, Part):
        return value.clone()
    if type(value) is list:
        if not value or type(value[0]) in _PLAIN:
            return value.copy()
        return [_copied(item) for item in value]
    if type(value) is dict:
        return {key: _copied(item) for key, item in value.items()}
    if type(value) is set:
        return value.copy()
    return value


_DECLARED: dict[Any, tuple[tuple[str, Seen], ...]] = {}


def _declarations(cls: Any) -> tuple[tuple[str, Seen], ...]:
    declared = _DECLARED.get(cls)
    if declared is None:
        fields = dataclasses.fields(cls)
        declared = _DECLARED[cls] = tuple((f.name, f.metadata["seen"]) for f in fields if "seen" in f.metadata)
    return declared


def undeclared(cls: type[Part]) -> tuple[str, ...]:
    """Names of the fields that say nothing of who sees them, and so are shown to nobody."""
    return tuple(name for name in _field_names(cls) if name not in dict(_declarations(cls)))


def project(state: Part, viewer: Viewer, teams: Sequence[int]) -> dict[str, Json]:
    """What ``viewer`` may see of ``state``, as plain JSON data. ``teams`` gives each seat's team."""
    return _projected(state, viewer, teams, state, None)


def _projected(item: Part, viewer: Viewer, teams: Sequence[int], state: Part, holder: int | None) -> dict[str, Json]:
    holder = getattr(item, "seat", holder)
    out: dict[str, Json] = {}
    for name, seen in _declarations(type(item)):
        value = getattr(item, name)
        if seen.count:
            out[f"{name}_count"] = len(value)
        if seen.by is Sight.PUBLIC or viewer == REFEREE or _may_see(seen, viewer, teams, item, state, holder):
            if seen.show is not None:
                value = seen.show(value, state)
            out[name] = value if type(value) in _ATOMS else _plain(value, viewer, teams, state, holder)
    return out


def _may_see(seen: Seen, viewer: Viewer, teams: Sequence[int], item: Part, state: Part, holder: int | None) -> bool:
    by = seen.by
    if by is Sight.PUBLIC or (seen.until is not None and getattr(item, seen.until)):
        return True
    if by is Sight.OWNER:
        return viewer == holder and viewer >= 0
    if by is Sight.TEAM:
        return viewer >= 0 and holder is not None and teams[viewer] == teams[holder]
    if by is Sight.NOBODY:
        return False
    return viewer >= 0 and viewer in by(item, state)


_ATOMS: Final = frozenset({int, str, bool, float, type(None)})
"""What is JSON data as it stands."""


def _plain(value: Any, viewer: Viewer, teams: Sequence[int], state: Part, holder: int | None) -> Json:
    if isinstance(value, Part):
        return _projected(value, viewer, teams, state, holder)
    if isinstance(value, (list, tuple)):
        if value and isinstance(value[0], Part) and hasattr(value[0], "id"):
            return {item.id: _projected(item, viewer, teams, state, holder) for item in value}
        return [item if type(item) in _ATOMS else _plain(item, viewer, teams, state, holder) for item in value]
    if isinstance(value, dict):
        return {
            str(key): item if type(item) in _ATOMS else _plain(item, viewer, teams, state, holder)
            for key, item in value.items()
        }
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(item, viewer, teams, state, holder) for item in value)  # type: ignore[type-var]
    return value  # type: ignore[no-any-return]
