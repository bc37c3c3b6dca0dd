"""Forged match files: one thing changed, the chain made anew, as somebody would who knows the format."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from aerodrome.record import chained

Below = Callable[[int], int]


def forgeries(lines: Sequence[str], below: Below) -> Iterator[list[str]]:
    """Variants of a finished match file. ``below(n)`` chooses a number from 0 to ``n - 1``."""
    for forge in (_order, _fact, _dropped, _secret, _result):
        records = [{k: v for k, v in json.loads(line).items() if k != "chain"} for line in lines]
        forge(records, below)
        yield chained(records)


def _order(records: list[dict[str, Any]], below: Below) -> None:
    orders = [record for record in records if record.get("kind") == "order"]
    order = orders[below(len(orders))]
    keys = sorted({key for other in orders for key in other["facts"]["picks"]} | {"another"})
    picks = order["facts"]["picks"]
    others = [key for key in keys if key != picks[0]]
    order["facts"]["picks"] = [others[below(len(others))], *picks[1:]]


def _fact(records: list[dict[str, Any]], below: Below) -> None:
    events = [record for record in records if record["record"] == "event" and record["facts"]]
    facts = events[below(len(events))]["facts"]
    name = sorted(facts)[below(len(facts))]
    facts[name] = "another" if facts[name] != "another" else "yet another"


def _dropped(records: list[dict[str, Any]], below: Below) -> None:
    del records[1 + below(len(records) - 2)]


def _secret(records: list[dict[str, Any]], below: Below) -> None:
    secret = records[-1]["secret"]
    records[-1]["secret"] = ("0" if secret[0] != "0" else "1") + secret[1:]


def _result(records: list[dict[str, Any]], below: Below) -> None:
    scores = records[-1]["result"]["scores"]
    seat = sorted(scores)[below(len(scores))]
    scores[seat] += 1
