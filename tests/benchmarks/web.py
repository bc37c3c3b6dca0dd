"""How many tables two servers hold: matches of API clients, each seat at another server, all to their end.

    python tests/benchmarks/web.py --tables 100 --think 5 --seconds 60
    python tests/benchmarks/web.py --tables 100 --think 0 --database sqlite --json
    python tests/benchmarks/web.py --kills 50
    python tests/benchmarks/web.py --kills 50 --browsers

A client follows the stream of its seat. When it is asked it thinks, picks at random and seals. Measured is the time
from sending the last seal of a decision to the moment in which the other seat's stream says that the next one is open.
With ``--kills`` no speed is measured: servers are killed at random moments, and nothing may be lost. With
``--browsers`` two people play through the pages meanwhile, one by mouse and one by keyboard.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))

import postgresql
import web_lives
import web_people

GAMES = ("dogfight", "blue-max", "wings-of-war", "aces-high")


@dataclass
class Table:
    """One match: when its last seal was sent, by decision, and when each seat heard of the next decision."""

    ruleset: str
    watch: str
    sent: dict[int, float] = field(default_factory=dict)
    heard: list[float] = field(default_factory=list)
    verified: bool = False


@dataclass
class Seat:
    """One client: at which server, and where."""

    http: httpx2.AsyncClient
    link: str
    table: Table
    think: float
    chance: random.Random
    decision: int = 0

    async def play(self) -> None:
        async with self.http.stream("GET", f"/api/table/{self.link}/stream", timeout=None) as stream:
            kind = ""
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: ") and kind == "table":
                    state = json.loads(line[6:])
                    self._note(state)
                    if state["over"]:
                        return
                    mine = next(seat for seat in state["seats"] if seat["seat"] == state["you"])
                    if mine["doing"] == "deciding" and state["decision"]["number"] > self.decision:
                        self.decision = state["decision"]["number"]
                        await self._order()

    def _note(self, state: dict[str, Any]) -> None:
        """How long after the last seal of a decision this seat hears that it is closed."""
        now = time.perf_counter()
        open_ = state["decision"]["number"] if state["decision"] else 10**9
        for decision in [number for number in self.table.sent if number < open_]:
            self.table.heard.append(now - self.table.sent.pop(decision))

    async def _order(self) -> None:
        await asyncio.sleep(self.chance.expovariate(1 / self.think) if self.think else 0)
        sight = await self._ask("GET", "")
        if sight is None or sight["over"] or sight["order"] is None:
            return
        decision = self.decision = sight["decision"]["number"]
        while sight["order"]["options"] and not sight["order"]["complete"]:
            key = self.chance.choice(sight["order"]["options"])["key"]
            pick = {"decision": decision, "place": len(sight["order"]["picks"]), "option": key}
            sight = await self._ask("POST", "/picks", pick) or await self._ask("GET", "")
            assert sight is not None
        sent = time.perf_counter()
        sealed = await self._ask("POST", "/seal", {"decision": decision})
        if sealed and (sealed["decision"] is None or sealed["decision"]["number"] > decision):  # it was the last one
            self.table.sent.setdefault(decision, sent)

    async def _ask(self, method: str, path: str, body: Any = None) -> dict[str, Any] | None:
        """Asks until there is an answer: what is sent twice counts once. ``None`` when it had arrived before."""
        while True:
            try:
                answer = await self.http.request(method, f"/api/table/{self.link}{path}", json=body)
            except httpx2.TransportError:  # the server has closed a connection that was idle
                continue
            if answer.status_code == 409:
                return None
            found: dict[str, Any] = answer.raise_for_status().json()
            return found


@dataclass
class Crowd:
    """Clients at so many tables. When a match is over and there is time left, its table is set up anew."""

    servers: Sequence[httpx2.AsyncClient]
    think: float
    bots: bool
    chance: random.Random
    again: bool
    tables: list[Table] = field(default_factory=list)

    async def at(self, number: int) -> None:
        """Plays at one table: one match, or match after match."""
        while True:
            table, seats = await self._set_up(number)
            self.tables.append(table)
            await asyncio.gather(*(seat.play() for seat in seats))
            if not self.again:
                return

    async def _set_up(self, number: int) -> tuple[Table, list[Seat]]:
        server, ruleset = self.servers[0], GAMES[number % len(GAMES)]
        game = (await server.get(f"/api/rulesets/{ruleset}")).json()
        second = game["scenarios"][0]["seats"][1]["id"]
        asked = {"ruleset": ruleset, "seats": {second: "heuristic"} if self.bots else {}}
        made = (await server.post("/api/tables", json=asked)).raise_for_status().json()
        table, seats = Table(ruleset, made["watch"]), []
        for at, invite in enumerate(made["invites"].values()):
            joining = {"contribution": self.chance.randbytes(16).hex()}
            link = (await server.post(f"/api/table/{invite}/join", json=joining)).raise_for_status().json()["link"]
            http = self.servers[(number + at) % len(self.servers)]
            seats.append(Seat(http, link, table, self.think, random.Random(self.chance.random())))
        return table, seats

    async def check(self) -> None:
        """Has every match that is over verified.

        Raises:
            AssertionError: one does not verify.
        """
        for table in self.tables:
            if (await self.servers[0].get(f"/api/table/{table.watch}")).raise_for_status().json()["over"]:
                answer = await self.servers[-1].get(f"/api/table/{table.watch}/verification")
                assert answer.raise_for_status().json()["verified"], answer.text
                table.verified = True


async def _run(
    ports: Sequence[int], count: int, think: float, bots: bool, seconds: float = 0, warm: float = 0, seed: int = 1
) -> list[Table]:
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    servers = [httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", limits=limits, timeout=120) for port in ports]
    crowd = Crowd(servers, think, bots, random.Random(seed), bool(seconds))
    playing = asyncio.gather(*(crowd.at(number) for number in range(count)))
    if seconds:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(playing), warm)
        for table in crowd.tables:
            table.heard.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(playing, seconds)
    else:
        await playing
    await crowd.check()
    for server in servers:
        await server.aclose()
    return crowd.tables


@contextmanager
def _database(kind: str) -> Iterator[str]:
    if kind == "postgresql":
        with postgresql.server() as url:
            yield url
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/tables.db"


def matches(
    url: str, servers: int, count: int, think: float, bots: bool, seconds: float = 0, warm: float = 0
) -> dict[str, Any]:
    """Plays ``count`` matches at once, to the end or for so many seconds, and says what was measured; what comes in the
    ``warm`` seconds before does not count."""
    ports = [web_lives.free_port() for _ in range(servers)]
    processes = [web_lives.start(url, port) for port in ports]
    try:
        for port in ports:
            web_lives.wait_for(port)
        before = sum(_memory(process) for process in processes)
        begun = time.perf_counter()
        tables = asyncio.run(_run(ports, count, think, bots, seconds, warm))
        seconds = time.perf_counter() - begun
        grown = sum(_memory(process) for process in processes) - before
        cpu = sum(sum(psutil.Process(process.pid).cpu_times()[:2]) for process in processes)
    finally:
        for process in processes:
            process.kill()
            process.join()
    heard = sorted(late for table in tables for late in table.heard)
    return {
        "database": url.partition(":")[0],
        "servers": servers,
        "tables": count,
        "bots": bots,
        "think_s": think,
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu, 1),
        "decisions": len(heard),
        "median_ms": round(1000 * statistics.median(heard), 1),
        "p95_ms": round(1000 * heard[int(0.95 * len(heard))], 1),
        "p99_ms": round(1000 * heard[int(0.99 * len(heard))], 1),
        "kib_a_table": round(grown / count / 1024),
        "matches": len(tables),
        "verified": sum(table.verified for table in tables),
    }


def _memory(process: Any) -> int:
    return int(psutil.Process(process.pid).memory_info().rss)


def kills(count: int, browsers: bool) -> list[dict[str, Any]]:
    """Kills servers ``count`` times on each kind of database, in matches of all games."""
    found = []
    with web_people.chromium() if browsers else contextlib.nullcontext() as browser:
        for kind in ("sqlite", "postgresql"):
            with _database(kind) as url:
                for at, ruleset in enumerate(GAMES):
                    share = count // len(GAMES) + (at < count % len(GAMES))
                    if browser is None:
                        seen = web_lives.kills(url, ruleset, share, share + at)
                    else:
                        seen = web_people.kills(browser, url, ruleset, share, share + at)
                    found.append({"database": kind, "ruleset": ruleset, "browsers": browsers, **seen})
                    print(found[-1], file=sys.stderr)
    return found


def main() -> None:
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("--tables", type=int, default=100)
    asking.add_argument("--servers", type=int, default=2)
    asking.add_argument("--think", type=float, default=5.0, help="seconds that a client thinks, on the average")
    asking.add_argument("--seconds", type=float, default=0, help="stop after so many; 0 plays each match to the end")
    asking.add_argument("--warm", type=float, default=20, help="seconds before them that do not count")
    asking.add_argument("--bots", action="store_true", help="a heuristic bot on the second seat")
    asking.add_argument("--database", choices=["postgresql", "sqlite"], default="postgresql")
    asking.add_argument("--kills", type=int, default=0)
    asking.add_argument("--browsers", action="store_true", help="kill servers while two people play in browsers")
    asking.add_argument("--json", action="store_true")
    chosen = asking.parse_args()
    if chosen.kills:
        rows = kills(chosen.kills, chosen.browsers)
    else:
        with _database(chosen.database) as url:
            rows = [matches(url, chosen.servers, chosen.tables, chosen.think, chosen.bots, chosen.seconds, chosen.warm)]
    if chosen.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print(", ".join(f"{name} {value}" for name, value in row.items()))


if __name__ == "__main__":
    main()
