"""Servers that are killed: processes that serve until then, and clients that note what they were told.

A process is forked from one that has loaded the plugins already, so that a life begins in a few hundredths of a second.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import httpx2
import pytest

from aerodrome.plugins import Plugins
from aerodrome_web import server
from aerodrome_web.service import Service
from aerodrome_web.store import Store

PLUGINS = Plugins.load()

_FORK = multiprocessing.get_context("forkserver")
_FORK.set_forkserver_preload(["web_lives"])


@cache
def _nursery() -> None:
    """Starts the process that others are forked from; it finds this module by the path that it is given."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent))
        forkserver.ensure_running()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


def _serve(url: str, port: int) -> None:
    server.serve(PLUGINS, "127.0.0.1", port, url, False, 0)


def start(url: str, port: int) -> Any:
    """A process that serves; ``kill`` ends it without a warning."""
    _nursery()
    process = _FORK.Process(target=_serve, args=(url, port), daemon=True)
    process.start()
    return process


def wait_for(port: int) -> None:
    """Returns when the server answers."""
    deadline = time.monotonic() + 60
    while True:
        try:
            httpx2.get(f"http://127.0.0.1:{port}/static/htmx.js").raise_for_status()
        except httpx2.TransportError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


class Client(threading.Thread, ABC):
    """Something that is done over and over, however often the server dies."""

    def __init__(self, port: int, link: str) -> None:
        super().__init__(daemon=True)
        self.address = f"http://127.0.0.1:{port}/api/table/{link}"
        self.leaving = threading.Event()
        self.faults: list[str] = []
        self.answers = 0

    def run(self) -> None:
        with httpx2.Client(timeout=20) as http:
            while not self.leaving.is_set():
                try:
                    self.act(http)
                    self.answers += 1
                except httpx2.TransportError:
                    time.sleep(0.01)
                except Exception as error:
                    self.faults.append(repr(error))
                    return

    @abstractmethod
    def act(self, http: httpx2.Client) -> None:
        """One round of what the client does."""

    def leave(self) -> None:
        self.leaving.set()
        self.join(30)
        assert not self.is_alive()
        assert self.faults == []


class Player(Client):
    """Orders at random for a seat. ``sealed``: the orders of which the server has said that they are sealed."""

    def __init__(self, port: int, link: str, seed: int) -> None:
        super().__init__(port, link)
        self.chance = random.Random(seed)
        self.sealed: dict[int, list[str]] = {}

    def act(self, http: httpx2.Client) -> None:
        sight = http.get(self.address).raise_for_status().json()
        if sight["over"]:
            self.leaving.set()
            return
        order = sight["order"]
        if order is None or order["sealed"]:
            time.sleep(0.01)
            return
        decision = sight["decision"]["number"]
        if order["options"] and not order["complete"]:
            key = self.chance.choice(order["options"])["key"]
            pick = {"decision": decision, "place": len(order["picks"]), "option": key}
            http.post(f"{self.address}/picks", json=pick).raise_for_status()
        else:
            http.post(f"{self.address}/seal", json={"decision": decision}).raise_for_status()
            self.sealed[decision] = [pick["key"] for pick in order["picks"]]


class Follower(Client):
    """Follows a table and comes back where it was. ``told``: the events by number, each as the server sent it."""

    def __init__(self, port: int, link: str) -> None:
        super().__init__(port, link)
        self.told: dict[int, dict[str, Any]] = {}

    def act(self, http: httpx2.Client) -> None:
        headers = {"last-event-id": str(len(self.told))}
        with http.stream("GET", f"{self.address}/stream", headers=headers, timeout=2) as answer:
            answer.raise_for_status()
            kind = ""
            for line in answer.iter_lines():
                if self.leaving.is_set():
                    return
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: ") and kind == "event":
                    event = json.loads(line[6:])
                    assert event["number"] == len(self.told) + 1, "an event was lost or doubled"
                    self.told[event["number"]] = event
                elif line.startswith("data: ") and json.loads(line[6:])["over"]:
                    self.leaving.set()
                    return


@contextmanager
def opened(url: str) -> Iterator[Service]:
    """A service beside the servers, to look at what they have left."""
    store = Store(url)
    try:
        yield Service(PLUGINS, store)
    finally:
        store.close()


def kills(url: str, ruleset: str, count: int, seed: int) -> dict[str, int]:
    """Two people play while the server is killed at random moments, ``count`` times; match after match if need be.
    Whatever either was told must stand in the log, once."""
    chance = random.Random(seed)
    port = free_port()
    seen = {"kills": 0, "matches": 0, "orders": 0, "events": 0}
    process = start(url, port)
    try:
        while seen["kills"] < count:
            with opened(url) as service:
                made = service.create(ruleset)
                links = {seat: service.join(invite, bytes(16)) for seat, invite in made.invites.items()}
            players = {seat: Player(port, link, chance.randrange(10**6)) for seat, link in links.items()}
            follower = Follower(port, next(iter(links.values())))
            clients: list[Client] = [*players.values(), follower]
            for client in clients:
                client.start()
            while seen["kills"] < count and any(player.is_alive() for player in players.values()):
                wait_for(port)
                _let_play(list(players.values()), chance.randrange(12))
                time.sleep(chance.uniform(0.0, 0.03))
                process.kill()
                process.join()
                process = start(url, port)
                seen["kills"] += 1
            wait_for(port)
            _finish(clients)
            with opened(url) as service:
                _check(service, made.table, links, players, follower)
                seen["orders"] += len(service.store.orders(made.table))
                seen["events"] += len(service.store.events(made.table))
            seen["matches"] += 1
    finally:
        process.kill()
        process.join()
    return seen


def _let_play(players: list[Player], answers: int) -> None:
    """Returns when the players have had so many answers more, or have finished."""
    before = sum(player.answers for player in players)
    while any(player.is_alive() for player in players):
        if sum(player.answers for player in players) - before >= answers:
            return
        time.sleep(0.001)


def _finish(clients: list[Client], most: float = 120.0) -> None:
    """The match goes on to its end with a server that lives."""
    deadline = time.monotonic() + most
    for client in clients:
        client.join(max(0.1, deadline - time.monotonic()))
    for client in clients:
        client.leave()


def _check(service: Service, table: str, links: dict[str, str], players: dict[str, Player], follower: Follower) -> None:
    seats = list(links)
    logged = [(order.decision, seats[order.seat], list(order.picks)) for order in service.store.orders(table)]
    assert len({order[:2] for order in logged}) == len(logged)
    for seat, player in players.items():
        for decision, picks in player.sealed.items():
            assert (decision, seat, picks) in logged, f"{seat} was told that {decision} is sealed, and it is not"
    link = next(iter(links.values()))
    log = {told.event.number: told.to_json() for told in service.log(link)}
    assert follower.told == {number: event for number, event in log.items() if number in follower.told}
    assert all(check.holds for check in service.verified(link))
    assert follower.told == log
