"""What leaves the server tells a seat nothing that it may not know: over HTTP, byte by byte, errors included."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from aerodrome.bots import draft, move
from aerodrome.chance import Chance
from aerodrome.errors import Refusal
from aerodrome.match import Match
from aerodrome.testing.twins import hidden, spread, strangers, twin
from aerodrome_web.app import create_app
from aerodrome_web.frames import Moment, frames
from aerodrome_web.service import Service
from aerodrome_web.shelf import Held
from aerodrome_web.store import Order, Store
from aerodrome_web.stream import follow
from web_tables import GAMES, asked, drafted, plugins, seated, step


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(plugins(), Store(f"sqlite:///{tmp_path / 'tables.db'}"), requests=0, bot_threads=1)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def service_of(client: TestClient) -> Service:
    service: Service = client.app.state.service  # type: ignore[attr-defined]
    return service


def held_by(service: Service, table: str) -> tuple[Held, Match]:
    """The match in the memory of the server, which may be put another one in place of."""
    with service.shelf.open(table) as held:
        assert held.match is not None
        return held, held.match


def answers(client: TestClient, link: str, match: Match, seat: int) -> dict[str, bytes]:
    """Everything that the holder of a link to a seat can get out of the server now, each answer with its headers."""
    base = f"/api/table/{link}"
    asking = ["", "/log", "/log?since=2", "/picture", "/barred", "/steps", "/file", "/verification", "/invitation"]
    for option in spread(match.options(seat), 6):
        asking += [f"/explanation?option={option.key}", f"/picture?option={option.key}"]
    other = [option.key for option in strangers(match, seat, 12)]
    asking += [f"/explanation?option={key}" for key in other[:4]]
    found = {path: client.get(base + path) for path in asking}
    decision = match.decision
    for key in other:
        pick = {"decision": decision, "place": len(match.picks(seat)), "option": key}
        found[f"pick {key}"] = client.post(f"{base}/picks", json=pick)
        found[f"order {key}"] = client.post(f"{base}/order", json={"decision": decision, "options": [key]})
    found |= pages(client, link, match, seat, other)
    late = {"decision": decision + 1, "place": 0, "option": "x"}
    found |= {"late": client.post(f"{base}/picks", json=late), "early": client.post(f"{base}/seal", json=late)}
    whole = {name: f"{one.status_code} {one.headers}".encode() + one.content for name, one in found.items()}
    return whole | {"stream": streamed(client, link)}


def pages(client: TestClient, link: str, match: Match, seat: int, other: list[str]) -> dict[str, Any]:
    """The same for the pages and their parts."""
    options = [option.key for option in spread(match.options(seat), 2)] + other[:1]
    asking = ["", "/barred", "/log", "/replay", "/verified", *(f"/option?option={key}" for key in options)]
    found: dict[str, Any] = {f"page {path}": client.get(f"/table/{link}{path}") for path in asking}
    for key in other[:1]:
        form = {"decision": str(match.decision), "place": str(len(match.picks(seat))), "option": key}
        for headers in ({}, {"hx-request": "true"}):
            found[f"form {key} {len(headers)}"] = client.post(f"/table/{link}/pick", data=form, headers=headers)
    return found


def streamed(client: TestClient, link: str) -> bytes:
    """What a stream begins with."""
    service, hub = service_of(client), client.app.state.hub  # type: ignore[attr-defined]

    async def first() -> Any:
        stream = follow(service, hub, link, 0)
        news = await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]
        return news

    assert client.portal is not None
    news = client.portal.call(first)
    return json.dumps([[told.to_json() for told in news.events], news.table]).encode()


@pytest.mark.parametrize("ruleset", GAMES)
def test_twins_give_the_same_answers(client: TestClient, ruleset: str) -> None:
    """Beside each match, one in which all that a seat may not know is drawn again: the seat cannot tell them apart."""
    service = service_of(client)
    dice = Chance.of(1)
    compared = 0
    for seed in range(20):
        made, links = seated(service, ruleset)
        for _ in range(12):
            for seat, link in enumerate(links.values()):
                compared += _alike(client, made.table, seat, link, dice)
            _, match = held_by(service, made.table)
            fly(service, links, match.clone(record=True), seed)
            if service.sight(made.watch)["over"] or compared >= 4:
                break
        if compared >= 4:
            break
    assert compared >= 4


def fly(service: Service, links: dict[str, str], copy: Match, seed: int) -> None:
    """Has every seat that is asked order as the heuristic bot does: so that somebody is hit."""
    decision = copy.decision
    for seat in copy.pending:
        draft(copy, seat, plugins().bot(copy.rules.ruleset.id, "heuristic"), Chance.of(seed))
        service.order(list(links.values())[seat], decision, [option.key for option in copy.picks(seat)])


def _alike(client: TestClient, table: str, seat: int, link: str, dice: Chance) -> bool:
    """Compares match and twin; false when there is nothing to compare."""
    held, match = held_by(service_of(client), table)
    copy = twin(match, seat, dice)
    if seat not in match.pending or hidden(copy, seat) == hidden(match, seat):
        return False
    seen = answers(client, link, match, seat)
    held.match = copy
    assert answers(client, link, copy, seat) == seen
    assert held.match is copy
    held.match = match
    return True


MANY = 12
"""Pairs of twins whose boards are compared in each game."""


@pytest.mark.parametrize("ruleset", GAMES)
def test_twins_are_shown_the_same_boards_in_between(ruleset: str) -> None:
    """Match and twin are ordered alike; where a seat is told the same, it is shown the same, phase by phase."""
    dice, compared = Chance.of(1), 0
    for seed in range(10):
        match = Match.create(plugins().rulesets[ruleset].bind(), seed)
        while not match.over and compared < MANY:
            for viewer in range(len(match.rules.seats)):
                copy = twin(match, viewer, dice)
                if hidden(copy, viewer) != hidden(match, viewer):
                    compared += _shown_alike(match.clone(record=True), copy, viewer)
            for seat in match.pending:
                move(match, seat, plugins().bot(ruleset, "heuristic"), Chance.of(seed))
    assert compared >= MANY


def _shown_alike(match: Match, copy: Match, viewer: int) -> bool:
    """Compares what is shown on the way to the next decision; false when one is told something else, too."""
    since = match.heard(viewer)
    shown = []
    while match.pending:
        seat, decision, alone = match.pending[0], match.decision, len(match.pending) == 1
        before = match.clone(record=True), copy.clone(record=True)
        picks = match.default(seat)
        try:
            match.order(seat, *picks)
            copy.order(seat, *picks)
        except Refusal:
            return False
        if alone:
            order = Order(1, decision, seat, tuple(option.key for option in picks), False, 0.0)
            shown = [frames([Moment(one, order)], viewer, since) for one in before]
            break
    alike = match.log(viewer) == copy.log(viewer) and match.view(viewer) == copy.view(viewer)
    if alike:
        assert shown[0] == shown[1]
    return alike and bool(shown[0])


@pytest.mark.parametrize("ruleset", GAMES)
def test_what_another_seat_drafts_and_seals_shows_nowhere(client: TestClient, ruleset: str) -> None:
    """Whatever the other one picks, and whichever order he seals: nobody else's answers change but by the seal."""
    service = service_of(client)
    made, links = seated(service, ruleset)
    chance = random.Random(2)
    compared = 0
    for _ in range(8):
        if compared > 2 or service.sight(made.watch)["over"]:
            break
        asking = [seat for seat, link in enumerate(links.values()) if asked(service.sight(link))]
        if len(asking) < 2:  # one alone: whoever begins is drawn
            alone = list(links.values())[asking[0]]
            service.seal(alone, drafted(service, alone, chance))
            continue
        mine, other = (list(links.values())[seat] for seat in asking[:2])
        _, match = held_by(service, made.table)
        looks = [answers(client, mine, match, asking[0])]
        decision = drafted(service, other, chance)
        looks.append(answers(client, mine, match, asking[0]))
        assert looks[0] == looks[1]
        service.seal(other, decision)
        sealed = client.get(f"/api/table/{mine}").json()
        mark = sealed["seals"].values()
        quiet = match.phase.decision is not None and match.phase.decision.quiet
        assert len(mark) == (0 if quiet else 1)
        if quiet:
            assert answers(client, mine, match, asking[0]) == looks[0]
        compared += 1
        step(service, links, chance)
    assert compared


def test_a_seal_is_as_long_whatever_is_sealed_and_says_nothing_of_it(client: TestClient) -> None:
    """Two tables that differ in the order alone: the answers to the others are equal but for the commitment."""
    service = service_of(client)
    made, links = seated(service, "blue-max")
    options = service.sight(links["allies"])["order"]["options"]
    looks = set()
    held, match = held_by(service, made.table)
    for option in (options[0], options[-1]):
        held.match = match.clone(record=True)
        held.match.order(0, option["key"])
        look = client.get(f"/api/table/{links['central']}").text
        (mark,) = json.loads(look)["seals"].values()
        assert len(mark) == 64
        looks.add(look.replace(mark, "·" * 64))
    assert len(looks) == 1


def test_errors_do_not_repeat_a_link(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "dogfight")
    link = links["entente"]
    for answer in (
        client.get(f"/api/table/{link}/explanation?option=nothing"),
        client.get(f"/api/table/{link}/nothing"),
        client.post(f"/api/table/{link}/seal", json={"decision": "x"}),
        client.post(f"/api/table/{link}/watch-link"),
        client.put(f"/api/table/{link}"),
    ):
        assert answer.status_code >= 400
        assert link not in answer.text
