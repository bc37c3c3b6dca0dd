"""Options, orders and the seal on them.

A ruleset lists every option that can ever be chosen in one table, made once: an `Option` is a row of it, its code the
row's number. What a seat may choose now is a tuple of such rows, so that listing options builds nothing.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from aerodrome.canonical import Json, canonical_json
from aerodrome.errors import RulesetError


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One thing that a seat can choose.

    ``code`` is its number in the ruleset's table, ``facts`` what it means in the ruleset's words
    (``{"target": "blue", "burst": "medium"}``), ``key`` the same as one word of text, ``label`` a line for people.
    """

    code: int
    key: str
    label: str
    facts: Mapping[str, Json]

    def __str__(self) -> str:
        return self.key


Picks: TypeAlias = tuple[Option, ...]
"""What one seat chose in one decision, in the order in which it chose."""

Orders: TypeAlias = Mapping[int, Picks]
"""Sealed picks by seat, handed to the ruleset when the last seat has sealed."""


def option_key(facts: Mapping[str, Json]) -> str:
    """``place:spad-vii``, ``pass``, ``target:blue+burst:medium``."""
    return "+".join(name if value is True else f"{name}:{value}" for name, value in facts.items())


def option_table(rows: Iterable[tuple[str, Mapping[str, Json]]]) -> tuple[Option, ...]:
    """The table of all options from rows of a label and facts; no two rows may mean the same."""
    table = tuple(Option(code, option_key(facts), label, facts) for code, (label, facts) in enumerate(rows))
    if len({option.key for option in table}) < len(table):
        twice = sorted({option.key for option in table if sum(o.key == option.key for o in table) > 1})
        raise RulesetError(f"options listed twice: {', '.join(twice)}", where="option table")
    return table


def commitment(salt: bytes, decision: int, seat: int, keys: Iterable[str]) -> str:
    """The seal on an order: HMAC-SHA256 of its canonical JSON under a salt that is shown when it is opened."""
    message = canonical_json({"decision": decision, "seat": seat, "picks": list(keys)})
    return hmac.digest(salt, message.encode(), "sha256").hex()
