"""Tables for the tests of the server: stores, people who join, matches that are played."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from aerodrome.errors import NotNow
from aerodrome.plugins import Plugins
from aerodrome_web.faults import Conflict, NoSuchLink
from aerodrome_web.service import Created, Service
from aerodrome_web.store import Store

GAMES = ("aces-high", "blue-max", "dogfight", "wings-of-war")

BYTES = bytes(range(16))
"""What everybody contributes to the seed."""


@cache
def plugins() -> Plugins:
    return Plugins.load()


@contextmanager
def service(place: Path | str, **more: Any) -> Iterator[Service]:
    """A service of its own on a database: a folder of SQLite, or a URL."""
    store = Store(f"sqlite:///{place / 'tables.db'}" if isinstance(place, Path) else place)
    try:
        yield Service(plugins(), store, **more)
    finally:
        store.close()


def seated(service: Service, ruleset: str, **more: Any) -> tuple[Created, dict[str, str]]:
    """A table on which a person sits on every open seat: what was created, and the seats' links by seat."""
    made = service.create(ruleset, **more)
    return made, {seat: service.join(invite, BYTES, seat.title()) for seat, invite in made.invites.items()}


def drafted(service: Service, link: str, chance: random.Random) -> int:
    """Completes the order of a seat at random; returns the decision."""
    sight = service.sight(link)
    decision: int = sight["decision"]["number"]
    while not sight["order"]["complete"] and sight["order"]["options"]:
        order = sight["order"]
        sight = service.pick(link, decision, len(order["picks"]), chance.choice(order["options"])["key"])
    return decision


def asked(sight: Mapping[str, Any]) -> bool:
    return sight["order"] is not None and not sight["order"]["sealed"]


def step(service: Service, links: Mapping[str, str], chance: random.Random) -> None:
    """Has every seat that is asked order once."""
    for link in links.values():
        if asked(service.sight(link)):
            service.seal(link, drafted(service, link, chance))


def play(service: Service, links: Mapping[str, str], chance: random.Random, most: int = 10_000) -> None:
    """Plays to the end, or through so many decisions."""
    link = next(iter(links.values()))
    for _ in range(most):
        if service.sight(link)["over"]:
            return
        step(service, links, chance)


# ---- two processes on one database


def race(one: Service, two: Service, chance: random.Random) -> None:
    """Each seat seals in both at the same time, again and again: one order counts, and both see the same."""
    made, links = seated(one, "dogfight")
    with ThreadPoolExecutor(4) as pool:
        for _ in range(12):
            jobs = []
            for link in links.values():
                if asked(one.sight(link)):
                    decision = drafted(one, link, chance)
                    jobs += [pool.submit(_sealed, process, link, decision) for process in (one, two)]
            outcomes = [job.result() for job in jobs]
            assert outcomes.count(True) == len(jobs) // 2
    for link in links.values():
        assert one.sight(link) == two.sight(link)
        assert one.log(link) == two.log(link)
    numbers = [order.number for order in one.store.orders(made.table)]
    assert numbers == list(range(1, len(numbers) + 1))


def _sealed(process: Service, link: str, decision: int) -> bool:
    try:
        process.seal(link, decision)
    except (Conflict, NotNow):
        return False
    return True


def race_to_join(one: Service, two: Service) -> None:
    """Two people use one invitation at the same time: one of them sits, and the match begins once."""
    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            made = one.create("dogfight", sitting={"central": "random"})
            jobs = [pool.submit(_joined, process, made.invites["entente"]) for process in (one, two)]
            assert sorted(job.result() for job in jobs) == [False, True]
            assert two.sight(made.watch)["begun"]
            assert one.log(made.watch) == two.log(made.watch)


def _joined(process: Service, invite: str) -> bool:
    try:
        process.join(invite, BYTES)
    except NoSuchLink:
        return False
    return True
