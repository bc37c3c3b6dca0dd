"""The server over HTTP: answers, errors, streams, limits, headers."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from aerodrome_web.app import create_app
from aerodrome_web.limits import HEADERS, LARGEST, household
from aerodrome_web.service import Service
from aerodrome_web.store import Store
from aerodrome_web.stream import follow
from web_tables import BYTES, GAMES, plugins


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(plugins(), Store(f"sqlite:///{tmp_path / 'tables.db'}"), requests=0, bot_threads=1)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def table(client: TestClient, ruleset: str = "dogfight", **more: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """A table with people on its open seats: the answer of its creation, and the links to the seats."""
    made = client.post("/api/tables", json={"ruleset": ruleset, **more}).json()
    joining = {"contribution": BYTES.hex(), "name": "Ann"}
    joined = {seat: client.post(f"/api/table/{link}/join", json=joining) for seat, link in made["invites"].items()}
    return made, {seat: answer.json()["link"] for seat, answer in joined.items()}


def act(client: TestClient, link: str, chance: random.Random) -> dict[str, Any]:
    """The seat picks or seals, if it is asked; returns what it sees then."""
    sight: dict[str, Any] = client.get(f"/api/table/{link}").json()
    order = sight["order"]
    if order is None or order["sealed"]:
        return sight
    decision = sight["decision"]["number"]
    if order["options"] and not order["complete"]:
        key = chance.choice(order["options"])["key"]
        pick = {"decision": decision, "place": len(order["picks"]), "option": key}
        answer = client.post(f"/api/table/{link}/picks", json=pick)
    else:
        answer = client.post(f"/api/table/{link}/seal", json={"decision": decision})
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()
    return after


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_match_against_a_bot_over_http(client: TestClient, ruleset: str) -> None:
    seats = client.get(f"/api/rulesets/{ruleset}").json()["scenarios"][0]["seats"]
    made, links = table(client, ruleset, seats={seat["id"]: "random" for seat in seats[1:]})
    (link,) = links.values()
    chance = random.Random(1)
    while not act(client, link, chance)["over"]:
        pass
    verification = client.get(f"/api/table/{link}/verification").json()
    assert verification["verified"]
    assert verification["checks"][1]["commitment"] == made["commitment"]
    file = client.get(f"/api/table/{made['watch']}/file")
    assert file.headers["content-disposition"] == 'attachment; filename="match.jsonl"'
    assert len(file.text.splitlines()) == len(client.app.state.service.store.events(made["table"])) + 2  # type: ignore[attr-defined]


def test_games_are_told_with_their_options_and_clauses(client: TestClient) -> None:
    games = client.get("/api/rulesets").json()
    assert [game["id"] for game in games] == sorted(plugins().rulesets)
    (blue,) = (game for game in games if game["id"] == "blue-max")
    altitude = next(option for option in blue["options"] if option["name"] == "altitude")
    assert altitude["kind"] == "switch"
    clause = client.get(f"/api/rulesets/blue-max/clauses/{altitude['clauses'][0]}").json()
    assert clause["scope"] == "option:altitude"
    assert blue["bots"][0] == "heuristic"
    (wings,) = (game for game in games if game["id"] == "wings-of-war")
    kinds = {option["name"]: option["kind"] for option in wings["options"]}
    assert kinds["plan-validation"] == "choice"
    assert kinds["ruler-cm"] == "number"
    assert client.get("/api/rulesets/blue-max/picture").text.startswith("<svg")


def test_options_that_do_not_go_together_are_refused_with_the_reason(client: TestClient) -> None:
    answer = client.post("/api/rulesets/wings-of-war/preview", json={"options": {"flying-high": True}})
    assert answer.status_code == 422
    assert "altitude" in answer.json()["error"]["what"]
    assert client.post("/api/rulesets/wings-of-war/preview", json={"options": {"altitude": True}}).status_code == 200


def test_errors_have_one_form(client: TestClient) -> None:
    made, links = table(client)
    link, watch = links["entente"], made["watch"]
    pick = {"decision": 1, "place": 0, "option": "no-such-option"}
    answers = {
        404: client.get(f"/api/table/{'A' * 22}"),
        403: client.post(f"/api/table/{watch}/picks", json=pick),
        409: client.get(f"/api/table/{link}/file"),
        422: client.post(f"/api/table/{link}/picks", json=pick),
        405: client.put("/api/tables"),
    }
    answers |= {
        1404: client.get("/api/nowhere"),
        1422: client.post("/api/tables", json={"ruleset": "dogfight", "x": 1}),
    }
    for status, answer in answers.items():
        assert answer.status_code == status % 1000, answer.text
        assert {"what", "where", "expected", "do"} <= set(answer.json()["error"])
        assert answer.json()["error"]["what"]
    assert answers[422].json()["error"]["kind"] == "unreadable"
    assert answers[1422].json()["error"]["where"] == "body.x"


def test_an_illegal_pick_gets_all_reasons_and_what_would_be_legal(client: TestClient) -> None:
    _, links = table(client, "aces-high")
    for link in links.values():
        barred = client.get(f"/api/table/{link}/barred").json()["options"]
        sight = client.get(f"/api/table/{link}").json()
        for option in barred[:3]:
            pick = {"decision": sight["decision"]["number"], "place": 0, "option": option["key"]}
            error = client.post(f"/api/table/{link}/picks", json=pick).json()["error"]
            assert error["kind"] == "illegal"
            assert error["reasons"] == option["reasons"]
            assert error["legal"] == [offered["key"] for offered in sight["order"]["options"]]


def test_a_fault_of_the_server_tells_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made, _ = table(client)

    def fail(link: str) -> None:
        raise RuntimeError("the deck is 1, 2, 3")

    monkeypatch.setattr(client.app.state.service, "sight", fail)  # type: ignore[attr-defined]
    answer = client.get(f"/api/table/{made['watch']}")
    assert answer.status_code == 500
    assert answer.json()["error"]["what"] == "the server has failed; nothing was changed"
    assert "deck" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_a_database_that_is_away_or_full_is_said_to_be_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """To programs and to people; what was to be written stays here."""
    _, links = table(client, "dogfight")
    (link, other) = links.values()
    before = client.get(f"/api/table/{link}").json()
    service: Service = client.app.state.service  # type: ignore[attr-defined]
    order = {"decision": 1, "options": [before["order"]["options"][0]["key"]]}
    with monkeypatch.context() as patch:
        patch.setattr(service.store, "append", full)
        for answer in (client.post(f"/api/table/{link}/order", json=order),) * 2:
            assert answer.status_code == 503
            assert answer.json()["error"]["what"] == "the database does not answer; nothing was changed"
            assert "disk" not in answer.text
        patch.setattr(service.store, "place", full)
        page = client.get(f"/table/{link}")
        assert page.status_code == 503
        assert "<h1>" in page.text
        assert "The database does not answer" in page.text
    assert client.get(f"/api/table/{link}").json() == before
    assert client.get(f"/api/table/{other}").json()["seals"] == {}


def full(*_: Any) -> None:
    raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_a_number_that_is_none_is_no_option(client: TestClient, number: str) -> None:
    body = f'{{"ruleset": "blue-max", "options": {{"round-limit": {number}}}}}'
    answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert "options.round-limit" in answer.json()["error"]["where"]


def test_pages_of_other_sites_change_nothing(client: TestClient) -> None:
    body = {"ruleset": "dogfight"}
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 201), ("none", 201)):
        answer = client.post("/api/tables", json=body, headers={"sec-fetch-site": site})
        assert answer.status_code == status
    assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


def test_every_answer_has_the_safe_headers(client: TestClient) -> None:
    for path in ("/", "/api/rulesets", "/static/htmx.js", "/nowhere", f"/api/table/{'A' * 22}"):
        headers = client.get(path).headers
        assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["content-security-policy"]
    assert client.get("/api/rulesets").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "aerodrome.css/../../app.py"]
)
def test_no_other_file_is_served(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


def test_a_body_that_is_too_large_is_refused(client: TestClient) -> None:
    answer = client.post("/api/tables", content=b"x" * (LARGEST + 1))
    assert answer.status_code == 413
    pieces = (b"x" * 1024 for _ in range(LARGEST // 1024 + 1))
    assert client.post("/api/tables", content=pieces).status_code == 413


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    app = create_app(plugins(), Store(f"sqlite:///{tmp_path / 'tables.db'}"), requests=1)
    with TestClient(app) as client:
        answers = [client.get("/static/htmx.js").status_code for _ in range(15)]
    assert answers[:10] == [200] * 10
    assert answers[-1] == 429


@pytest.mark.parametrize(
    ("address", "other", "shared"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
    ],
)
def test_a_network_of_addresses_is_one_who_asks(address: str, other: str, shared: bool) -> None:
    assert (household(address) == household(other)) is shared


def test_a_stream_begins_where_the_client_left_it_and_tells_each_change_once(client: TestClient) -> None:
    made, links = table(client)
    service, hub = client.app.state.service, client.app.state.hub  # type: ignore[attr-defined]
    chance = random.Random(2)
    for _ in range(12):
        for link in links.values():
            act(client, link, chance)
    told = [event["number"] for event in client.get(f"/api/table/{made['watch']}/log").json()["events"]]
    since = told[-4]

    async def listen() -> list[Any]:
        news = follow(service, hub, made["watch"], since)
        first = await anext(news)
        waiting = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        await asyncio.to_thread(lambda: [act(client, link, chance) for _ in range(12) for link in links.values()])
        return [first, await waiting]

    assert client.portal is not None
    first, second = client.portal.call(listen)
    assert [told.event.number for told in first.events] == told[-3:]
    assert second.events == () or second.events[0].event.number == told[-1] + 1


def test_the_stream_over_http_sends_numbered_events_and_the_table(client: TestClient) -> None:
    made, links = table(client)
    act(client, links["entente"], random.Random(3))
    client.post(f"/api/table/{made['host']}/watch-link")
    answer = client.get(f"/api/table/{made['watch']}/stream")
    assert answer.status_code == 404
    client.app.state.hub.close()  # type: ignore[attr-defined]
    stream = client.get(f"/api/table/{links['entente']}/stream")
    assert stream.headers["content-type"].startswith("text/event-stream")


def test_openapi_names_every_endpoint_of_the_api(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    assert json.dumps(document)
    assert all(path.startswith("/api/") for path in document["paths"])
    assert "/api/table/{link}/order" in document["paths"]
