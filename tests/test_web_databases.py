"""What both kinds of database must do alike: a server that is killed, two processes at once, news of one another.

A server that is killed in the middle of everything loses no sealed order and no event, and doubles none.
"""

from __future__ import annotations

import asyncio
import random
import runpy
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

import postgresql
from aerodrome_web.database import QUIET
from aerodrome_web.hub import Hub
from aerodrome_web.service import Service
from web_lives import kills
from web_tables import asked, race, race_to_join, seated, service, step


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgresql.server() as url:
        yield url


def test_a_killed_server_on_sqlite(tmp_path: Path) -> None:
    seen = kills(f"sqlite:///{tmp_path / 'tables.db'}", "blue-max", 5, 1)
    assert seen["kills"] == 5
    assert seen["orders"] > 3


def test_a_killed_server_on_postgresql(server: str) -> None:
    seen = kills(server, "wings-of-war", 5, 2)
    assert seen["kills"] == 5
    assert seen["orders"] > 3


def test_matches_of_api_clients_at_two_servers_end_and_verify(server: str) -> None:
    """A small one of those that ``tests/benchmarks/web.py`` measures."""
    bench = runpy.run_path(str(Path(__file__).parent / "benchmarks" / "web.py"))
    seen = bench["matches"](server, 2, 4, 0.0, False)
    assert seen["verified"] == 4
    assert seen["decisions"] > 4


def test_two_processes_order_and_join_at_once_on_postgresql(server: str) -> None:
    with service(server) as one, service(server) as two:
        race(one, two, random.Random(1))
        race_to_join(one, two)


def test_drafts_and_seals_are_found_by_another_process_on_postgresql(server: str) -> None:
    with service(server) as one, service(server) as two:
        _, links = seated(one, "wings-of-war")
        link = links["german"]
        sight = one.sight(link)
        one.pick(link, sight["decision"]["number"], 0, sight["order"]["options"][0]["key"])
        assert two.sight(link) == one.sight(link)
        step(two, links, random.Random(2))
        assert two.sight(link) == one.sight(link)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_changes_of_another_process_ring(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    place = tmp_path if kind == "sqlite" else request.getfixturevalue("server")
    with service(place) as one, service(place) as two:
        made, links = seated(one, "dogfight")

        async def heard() -> list[bool]:
            hub = Hub(two.store)
            hub.start()
            with hub.listening(made.table) as bell, hub.listening("another") as other:
                await asyncio.sleep(0.5)
                bell.clear()
                other.clear()  # to begin with, everybody is woken
                await asyncio.to_thread(step, one, links, random.Random(3))
                await asyncio.wait_for(bell.wait(), 10)
                found = [bell.is_set(), other.is_set()]
                bell.clear()
                await asyncio.to_thread(picked, one, list(links.values()))
                await asyncio.wait_for(bell.wait(), 10)  # the seat's page may be open there
            hub.close()
            return found

        assert asyncio.run(heard()) == [True, False]


def picked(service: Service, links: list[str]) -> None:
    """Whoever is asked drafts a pick."""
    link = next(link for link in links if asked(service.sight(link)))
    sight = service.sight(link)
    service.pick(link, sight["decision"]["number"], 0, sight["order"]["options"][0]["key"])


def test_whoever_asks_first_after_a_restart_of_postgresql_is_answered(server: str) -> None:
    with service(server) as table:
        _, links = seated(table, "dogfight")
        before = {link: table.sight(link) for link in links.values()}
        with psycopg.connect(server, autocommit=True) as connection:  # what a restart does to those who are quiet
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            assert connection.execute(others + " AND datname = current_database()").fetchall()
        time.sleep(2 * QUIET)
        assert {link: table.sight(link) for link in links.values()} == before


def test_bots_that_a_dead_process_has_left_are_moved_by_another(tmp_path: Path) -> None:
    with service(tmp_path) as one:  # nobody is told that a bot is wanted: the process is dead
        made, _ = seated(one, "dogfight", sitting={"central": "random"})
        now = time.time()
        assert one.store.claim_bots(now + 1, 5.0) == []
        assert one.store.claim_bots(now + 6, 5.0) == [made.table]
        assert one.store.claim_bots(now + 6, 5.0) == []
