"""The verbs of the server: tables, seats, orders, what is kept, what two processes do to each other."""

from __future__ import annotations

import random
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from aerodrome.errors import AerodromeError, Illegal, NotNow, Unreadable
from aerodrome.plugins import Plugins
from aerodrome.record import verify
from aerodrome.visibility import SPECTATOR
from aerodrome_web.bots import BotDesk
from aerodrome_web.faults import Conflict, Forbidden, NoSuchLink, NotFound, OutOfOrder
from aerodrome_web.keeper import Keeper
from aerodrome_web.server import FILES, allow_many_files
from aerodrome_web.service import Service
from aerodrome_web.store import Store
from web_tables import BYTES, GAMES, asked, drafted, play, plugins, race, race_to_join, seated, service, step


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Service]:
    with service(tmp_path) as made:
        yield made


def words(error: pytest.ExceptionInfo[AerodromeError]) -> str:
    return str(error.value)


# ---- a match from beginning to end


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_match_of_two_people_ends_and_verifies(table: Service, ruleset: str, tmp_path: Path) -> None:
    made, links = seated(table, ruleset)
    play(table, links, random.Random(1))
    for link in (*links.values(), made.watch, made.host):
        assert all(check.holds for check in table.verified(link))
    file = tmp_path / "match.jsonl"
    file.write_text(table.file(made.watch), encoding="utf-8")
    checks = verify(file, plugins().ruleset)
    assert [check.holds for check in checks] == [True] * 5
    assert checks[1].commitment == made.commitment
    contributed = [seat.contribution for seat in table.store.seats(made.table)]
    assert f'"contributions":["{contributed[0]}",' in file.read_text(encoding="utf-8")
    steps = table.steps(made.watch)
    assert sum(len(step.events) for step in steps) == len(table.store.events(made.table))
    assert steps[-1].view["result"] == table.sight(made.watch)["result"]


def test_what_is_over_is_open_to_all(table: Service) -> None:
    made, links = seated(table, "dogfight")
    with pytest.raises(Conflict, match="the match is not over"):
        table.file(links["entente"])
    with pytest.raises(Conflict, match="the match is not over"):
        table.steps(made.host)
    play(table, links, random.Random(2))
    assert table.sight(made.watch)["view"]["viewer"] == "referee"


def test_the_commitment_is_there_before_anybody_contributes_and_never_changes(table: Service) -> None:
    made = table.create("dogfight", sitting={"central": "random"})
    invite = made.invites["entente"]
    assert table.invitation(invite)["commitment"] == made.commitment
    link = table.join(invite, BYTES)
    assert table.sight(link)["commitment"] == made.commitment


def test_what_a_person_contributes_changes_the_dice(table: Service) -> None:
    """The same secret with other bytes is another match: the server alone cannot choose it."""
    made, _ = seated(table, "dogfight")
    kept = table.store.kept(made.table)
    with table.shelf.open(made.table) as held:
        assert held.match is not None
        assert held.match.seed is not None
        assert held.match.seed.contributions == (BYTES, BYTES)
        assert held.match.seed.secret == kept.secret
        mixed = held.match.seed
    assert mixed.master() != type(mixed)(kept.secret, (BYTES, bytes(16))).master()


# ---- links


def test_the_database_holds_no_link(table: Service, tmp_path: Path) -> None:
    made, links = seated(table, "dogfight")
    given = [made.host, made.watch, *made.invites.values(), *links.values()]
    assert len(set(given)) == 6
    assert all(len(link) == 22 for link in given)
    with sqlite3.connect(tmp_path / "tables.db") as database:
        dump = "\n".join(database.iterdump())
    assert not [link for link in given if link in dump]


def test_an_invitation_serves_once(table: Service) -> None:
    made = table.create("dogfight")
    table.join(made.invites["entente"], BYTES)
    with pytest.raises(NoSuchLink):
        table.join(made.invites["entente"], BYTES)


def test_a_link_is_for_what_it_is_for(table: Service) -> None:
    made, links = seated(table, "dogfight")
    decision = table.sight(made.watch)["decision"]["number"]
    with pytest.raises(Forbidden, match="this link is for spectators"):
        table.pick(made.watch, decision, 0, "pass")
    with pytest.raises(Forbidden, match="this link is for the host"):
        table.seal(made.host, decision)
    with pytest.raises(Forbidden, match="this link is for a seat"):
        table.new_watch_link(links["entente"])
    with pytest.raises(Forbidden, match="only the host"):
        table.hand_over(links["entente"], "central")
    with pytest.raises(NoSuchLink):
        table.sight("A" * 22)


def test_the_host_takes_links_back(table: Service) -> None:
    made, _ = seated(table, "dogfight")
    watch = table.new_watch_link(made.host)
    host = table.new_host_link(made.host)
    for link in (made.watch, made.host):
        with pytest.raises(NoSuchLink):
            table.sight(link)
    assert table.sight(watch)["role"] == "watch"
    assert table.sight(host)["role"] == "host"


def test_a_seat_goes_to_another_person_with_its_secrets(table: Service) -> None:
    made, links = seated(table, "dogfight")
    before = table.sight(links["entente"])
    invite = table.hand_over(made.host, "entente")
    assert invite is not None
    with pytest.raises(NoSuchLink):
        table.sight(links["entente"])
    assert table.sight(links["central"])["seats"][0]["who"] == "open"
    new = table.join(invite, bytes(16), "Zoe")
    after = table.sight(new)
    assert after["view"] == before["view"]
    assert after["seats"][0]["name"] == "Zoe"
    play(table, {**links, "entente": new}, random.Random(3))
    assert all(check.holds for check in table.verified(new))


def test_a_person_hands_his_own_seat_to_a_bot(table: Service) -> None:
    made, links = seated(table, "dogfight")
    desk = BotDesk(table, 1)
    table.bots_wanted = desk.wanted
    assert table.hand_over(links["central"], "central", "random") is None
    del links["central"]
    deadline = time.monotonic() + 60
    while not table.sight(links["entente"])["over"] and time.monotonic() < deadline:
        step(table, links, random.Random(4))
    desk.close()
    assert all(check.holds for check in table.verified(made.watch))


# ---- orders


def test_what_comes_twice_or_late_gets_the_same_words_each_time(table: Service) -> None:
    _, links = seated(table, "blue-max")
    chance = random.Random(5)
    first, second = links.values()
    decision = drafted(table, first, chance)
    table.seal(first, decision)
    said = set()
    for _ in range(3):
        with pytest.raises(Conflict) as error:
            table.seal(first, decision)
        said.add(words(error))
        with pytest.raises(Conflict) as error:
            table.pick(first, decision, 0, "anything")
        said.add(words(error))
        if asked(table.sight(second)):
            table.seal(second, drafted(table, second, chance))
        else:
            step(table, links, chance)
    assert said == {f"the order for decision {decision} is sealed and cannot be changed"}


def test_a_pick_that_comes_twice_is_not_two_picks(table: Service) -> None:
    _, links = seated(table, "wings-of-war")
    link = links["german"]
    sight = table.sight(link)
    decision, key = sight["decision"]["number"], sight["order"]["options"][0]["key"]
    table.pick(link, decision, 0, key)
    for _ in range(2):
        with pytest.raises(Conflict, match="the order has 1 picks, not 0"):
            table.pick(link, decision, 0, key)
    assert len(table.take_back(link, decision, 0)["order"]["picks"]) == 0
    with pytest.raises(Conflict, match="the order has 0 picks, not 1"):
        table.take_back(link, decision, 0)


def test_refusals_are_those_of_the_core(table: Service) -> None:
    _, links = seated(table, "blue-max")
    link = links["allies"]
    sight = table.sight(link)
    decision = sight["decision"]["number"]
    with pytest.raises(Unreadable):
        table.pick(link, decision, 0, "no-such-option")
    with pytest.raises(NotNow, match="the order is not complete"):
        table.seal(link, decision)
    with pytest.raises(NotNow, match=f"decision {decision + 1} is not open yet"):
        table.seal(link, decision + 1)
    offered = {option["key"] for option in sight["order"]["options"]}
    with table.shelf.open(sight["table"]) as held:
        assert held.match is not None
        other = next(option.key for option in held.match.rules.table if option.key not in offered)
    with pytest.raises(Illegal):
        table.order(link, decision, [other])
    assert table.sight(link)["order"] == sight["order"]


def test_an_order_in_one_go_replaces_the_draft_and_a_refused_one_leaves_it(table: Service) -> None:
    _, links = seated(table, "wings-of-war")
    link = links["german"]
    sight = table.sight(link)
    decision = sight["decision"]["number"]
    drafted(table, link, random.Random(6))
    picks = [pick["key"] for pick in table.sight(link)["order"]["picks"]]
    with pytest.raises(NotNow):
        table.order(link, decision, [*picks, picks[0]])
    assert [pick["key"] for pick in table.sight(link)["order"]["picks"]] == picks
    assert table.order(link, decision, picks)["order"]["sealed"]


def test_reasons_stand_beside_what_may_not_be_picked(table: Service) -> None:
    _, links = seated(table, "aces-high")
    step(table, links, random.Random(7))
    found = [barred for link in links.values() if asked(table.sight(link)) for barred in table.barred(link)]
    assert found
    catalogue = plugins().ruleset("aces-high").catalogue
    assert all(reason.clause in catalogue for barred in found for reason in barred.reasons)


def test_the_picture_shows_what_a_pick_would_lead_to(table: Service) -> None:
    made, links = seated(table, "wings-of-war")
    key = table.sight(links["german"])["order"]["options"][0]["key"]
    now = table.scene(links["german"]).svg()
    assert table.scene(links["german"], key).svg() != now
    assert table.scene(links["german"]).svg() == now
    assert table.sight(links["german"])["order"]["picks"] == []
    with pytest.raises(NotNow):
        table.scene(made.watch, key)


# ---- what others may know


def test_others_see_that_a_seat_has_sealed_and_no_more(table: Service) -> None:
    made, links = seated(table, "blue-max")
    before = table.sight(links["central"])
    decision = drafted(table, links["allies"], random.Random(8))
    assert table.sight(links["central"]) == before
    table.seal(links["allies"], decision)
    after = table.sight(links["central"])
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"seats", "seals", "view"}
    assert {name for name in after["view"] if after["view"][name] != before["view"][name]} == {"sealed"}
    assert after["seats"][0] == {**before["seats"][0], "doing": "sealed"}
    assert table.news(made.watch, 0).table["seats"][0]["doing"] == "sealed"


def test_spectators_may_be_behind(tmp_path: Path) -> None:
    with service(tmp_path) as table:
        made, links = seated(table, "dogfight", delay=1)
        play(table, links, random.Random(9), 2)
        assert table.sight(made.watch)["view"] is None
        now = table.sight(made.host)["events"]
        time.sleep(1.05)
        step(table, links, random.Random(9))
        assert table.sight(made.watch)["events"] == now
        assert table.sight(made.host)["events"] > now


# ---- what is kept


@pytest.mark.parametrize("ruleset", GAMES)
def test_another_process_finds_everything(tmp_path: Path, ruleset: str) -> None:
    """Position, log and drafts are made anew from the database, the same to the last letter."""
    with service(tmp_path) as one, service(tmp_path) as two:
        made, links = seated(one, ruleset)
        play(one, links, random.Random(10), 3)
        for link in links.values():
            sight = one.sight(link)
            if asked(sight) and sight["order"]["options"]:
                one.pick(link, sight["decision"]["number"], 0, sight["order"]["options"][-1]["key"])
        for link in (*links.values(), made.watch, made.host):
            assert two.sight(link) == one.sight(link)
            assert two.log(link) == one.log(link)
        play(two, links, random.Random(11), 2)
        for link in links.values():
            assert one.sight(link) == two.sight(link)


def test_a_ruleset_that_plays_otherwise_is_found_out(tmp_path: Path) -> None:
    with service(tmp_path) as table:
        made, links = seated(table, "dogfight")
        step(table, links, random.Random(12))
        before = table.store.events(made.table)
    with sqlite3.connect(tmp_path / "tables.db") as database:
        changed = before[1].replace('"dogfight"', '"cat"').replace('"phase":"', '"phase":"x')
        database.execute("UPDATE events SET record = ? WHERE number = 2", (changed,))
    with service(tmp_path) as table, pytest.raises(OutOfOrder, match="does not lead to what was published"):
        table.sight(made.watch)


def test_a_table_whose_ruleset_is_not_here_says_so_and_takes_nobody_in(tmp_path: Path) -> None:
    with service(tmp_path) as table:
        made = table.create("dogfight", clock=10)
        running, links = seated(table, "dogfight", clock=10)
    without = Plugins.load()
    del without.rulesets["dogfight"]
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    table = Service(without, store)
    invite, *_ = made.invites.values()
    for asks in (lambda: table.join(invite, BYTES), lambda: table.sight(links["entente"])):
        with pytest.raises(OutOfOrder, match="unknown ruleset 'dogfight'"):
            asks()
    store.put_off(running.table, time.time() - 1)
    Keeper(table, BotDesk(table, 1)).look()
    assert store.overdue(time.time()) == []  # it is not tried again at once
    assert store.overdue(time.time() + 61) == [running.table]
    store.close()
    with service(tmp_path) as table:
        assert table.join(invite, BYTES)


def test_bots_and_clocks_wait_for_a_database_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However it fails, and whatever is tried meanwhile: when it is back, they go on."""
    monkeypatch.setattr("aerodrome_web.keeper.LEASE", 0.0)
    tried = threading.Event()

    def away(*_: Any) -> None:
        tried.set()
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))

    with service(tmp_path) as table:
        desk = BotDesk(table, 1)
        table.bots_wanted = desk.wanted
        keeper = Keeper(table, desk)
        with monkeypatch.context() as patch:
            patch.setattr(table.store, "append", away)
            patch.setattr(table.store, "renew_bots", away)
            made, _ = seated(table, "dogfight", sitting={"central": "random"}, clock=3600)
            assert tried.wait(10)
            patch.setattr("aerodrome_web.service.time.time", lambda: LATE)
            table.store.put_off(made.table, 1.0)
            with pytest.raises(OperationalError):
                keeper.look()
        assert table.store.overdue(time.time()) == [made.table]
        table.store.put_off(made.table, time.time() + 3600)
        deadline = time.monotonic() + 10
        while not table.store.orders(made.table) and time.monotonic() < deadline:
            keeper.look()
            time.sleep(0.02)
        assert table.store.orders(made.table)
        desk.close()


LATE = 4e9
"""A time at which every clock has run out."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts no open files")
def test_a_server_may_have_many_connections() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[0] // 2, before[1]))
    allow_many_files()
    after = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert after[0] == max(min(FILES, before[1]), before[0] // 2)


def test_two_processes_order_at_once_and_nobody_sees_both(tmp_path: Path) -> None:
    with service(tmp_path) as one, service(tmp_path) as two:
        race(one, two, random.Random(13))


def test_a_match_that_goes_on_while_it_is_made_anew_is_the_same_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service(tmp_path) as one, service(tmp_path) as two:
        _, links = seated(one, "dogfight")
        chance = random.Random(3)
        for name in ("orders", "events"):
            read = getattr(two.store, name)

            def read_and_late(*asked: Any, read: Callable[..., Any] = read) -> Any:
                found = read(*asked)
                step(one, links, chance)
                return found

            monkeypatch.setattr(two.store, name, read_and_late)
        link = links["central"]
        two.sight(link)
        monkeypatch.undo()
        assert two.sight(link) == one.sight(link)


def test_a_draft_is_told_to_other_servers_and_a_look_changes_nothing(tmp_path: Path) -> None:
    """One seat on two devices at two servers: what is picked at one shows at the other, which is told of a change."""
    with service(tmp_path) as one, service(tmp_path) as two:
        made, links = seated(one, "wings-of-war")
        link, chance = next(iter(links.values())), random.Random(17)
        for at, (here, there) in enumerate([(one, two), (two, one), (one, two)]):
            sight = there.sight(link)
            known = there.store.version(made.table)
            option = chance.choice(sight["order"]["options"])
            here.pick(link, sight["decision"]["number"], at, option["key"])
            assert there.store.version(made.table) == known + 1
            assert [pick["key"] for pick in there.sight(link)["order"]["picks"]][at:] == [option["key"]]
            assert there.store.version(made.table) == known + 1


def test_two_join_with_one_invitation(tmp_path: Path) -> None:
    with service(tmp_path) as one, service(tmp_path) as two:
        race_to_join(one, two)


# ---- clocks


def test_when_time_runs_out_the_default_is_sealed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with service(tmp_path) as one, service(tmp_path) as two:
        made, links = seated(one, "blue-max", clock=60)
        sight = one.sight(links["allies"])
        decision = sight["decision"]["number"]
        one.expire(made.table)
        assert one.store.orders(made.table) == []
        late = sight["decision"]["deadline"] + 0.001
        monkeypatch.setattr(time, "time", lambda: late)
        assert one.store.overdue(late) == [made.table]
        for process in (one, two, one):
            process.expire(made.table)
        orders = one.store.orders(made.table)
        assert [order.by_default for order in orders] == [True, True]
        assert [list(order.picks) for order in orders if order.seat == 0] == [sight["order"]["default"]]
        assert one.sight(links["allies"])["decision"]["deadline"] == late + 60
        with pytest.raises(Conflict, match=f"time for decision {decision} has run out; the default was sealed"):
            one.seal(links["allies"], decision)


# ---- what cannot be


def test_games_and_tables_that_cannot_be(table: Service) -> None:
    with pytest.raises(NotFound, match="unknown ruleset 'dogfite'"):
        table.create("dogfite")
    with pytest.raises(AerodromeError, match="unknown scenario 'x'"):
        table.create("dogfight", "x")
    with pytest.raises(AerodromeError, match="unknown option 'x'"):
        table.create("dogfight", options={"x": True})
    with pytest.raises(AerodromeError, match="there is no bot 'search:9' for dogfight"):
        table.create("dogfight", sitting={"central": "search:9"})
    with pytest.raises(AerodromeError, match="there is no seat 'x'"):
        table.create("dogfight", sitting={"x": "random"})
    with pytest.raises(NotFound, match="dogfight has no clause 'X-1'"):
        table.games.clause("dogfight", "X-1")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "'nonsense' is not the URL of a database"),
        ("mysql://somewhere/x", "matches cannot be kept in 'mysql://somewhere/x'"),
        ("sqlite://", "matches cannot be kept in 'sqlite://'"),
        ("sqlite:///file:x?mode=memory&uri=true", "matches cannot be kept in 'sqlite:///file%3Ax"),
        ("sqlite:///a\0b.db", "matches cannot be kept in 'sqlite:///a"),
        ("sqlite:////no/such/folder/x.db", "the database cannot be opened: unable to open database file"),
        ("postgresql://me:secret@127.0.0.1:1/x", r"postgresql\+psycopg://me:\*\*\*@127.0.0.1:1/x"),
    ],
)
def test_a_database_that_cannot_be(url: str, said: str) -> None:
    with pytest.raises(AerodromeError, match=said) as error:
        Store(url)
    assert "secret" not in words(error)


def test_a_database_of_another_version_is_found_out_before_anything_is_served(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    Store(url).close()
    Store(url).close()  # its own tables are welcome
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("ALTER TABLE matches RENAME COLUMN bots_due TO due")
    with pytest.raises(AerodromeError, match="another table 'matches': it lacks bots_due"):
        Store(url)


def test_a_seat_of_a_match_that_is_over_is_not_handed_over(table: Service) -> None:
    made, links = seated(table, "blue-max", options={"round-limit": 1})
    play(table, links, random.Random(3))
    with pytest.raises(Conflict, match="the match is over"):
        table.hand_over(made.host, "allies", "random")
    assert table.store.claim_bots(time.time() + 60, 5.0) == []


def test_seats_of_spectators_are_no_seats(table: Service) -> None:
    made, _ = seated(table, "dogfight")
    with table.shelf.open(made.table) as held:
        assert held.match is not None
        assert table.sight(made.watch)["view"] == held.match.view(SPECTATOR)
