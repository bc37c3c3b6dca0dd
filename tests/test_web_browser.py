"""The pages in a real browser: whole matches of two people, by mouse and by keyboard, on the desk and on the phone."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

import test_docs
from aerodrome.plugins import Plugins
from aerodrome_web.app import create_app
from aerodrome_web.store import Store
from web_people import BROWSER, PHONE, Player, Typist, chromium, kills, play
from web_tables import plugins

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.skipif(BROWSER is None and "CI" not in os.environ, reason="there is no Chromium here")

SHORT = {
    "aces-high": {},
    "blue-max": {"round-limit": "2"},
    "dogfight": {},
    "wings-of-war": {"round-limit": "1"},
}
"""What is set so that a match of people who do anything at all ends soon."""


@contextmanager
def served(games: Plugins, folder: Path) -> Iterator[str]:
    """The address of a server of its own."""
    app = create_app(games, Store(f"sqlite:///{folder / 'tables.db'}"), requests=0, bot_threads=1)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        app.state.hub.close()
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(plugins(), tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.mark.parametrize("game", SHORT)
def test_two_people_play_a_whole_match_in_two_browsers(browser: Browser, address: str, game: str) -> None:
    chance = random.Random(5)
    ann, bob = Player(browser), Typist(browser, color_scheme="dark")
    ann.sets_up(address, game, SHORT[game], "open")
    bob.joins(ann.page.locator("[data-invites] input").input_value())
    ann.page.locator("#paper svg").wait_for()
    assert not play([ann, bob], chance, 4)

    # She closes the laptop, and goes on with the link on the phone.
    seat = ann.page.url
    ann.page.close()
    phone = Player(browser, color_scheme="dark", has_touch=True, viewport=PHONE)
    phone.page.goto(seat)
    assert play([phone, bob], chance)

    for player in (phone, bob):
        player.page.locator("#verified .good").wait_for()
        player.hears_again()
        assert player.page.locator("#verified .good").is_visible()
        assert player.page.locator(".result").inner_text()
        player.page.get_by_role("link", name="Watch it again").click()
        player.page.locator("#scrub").focus()
        player.page.keyboard.press("End")
        player.page.locator(".log .ended").wait_for()
        player.context.close()
    ann.context.close()
    assert ann.said + bob.said + phone.said == []


def test_two_people_lose_nothing_when_the_server_is_killed(browser: Browser, tmp_path: Path) -> None:
    seen = kills(browser, f"sqlite:///{tmp_path / 'tables.db'}", "blue-max", 2, 1, SHORT["blue-max"])
    assert seen["kills"] == 2
    assert seen["orders"]


def test_a_ruleset_that_nobody_knows_is_playable(browser: Browser, tmp_path: Path) -> None:
    with test_docs.project(tmp_path / "plugin") as made, served(made.plugins, tmp_path) as address:
        ann = Player(browser)
        ann.sets_up(address, made.ruleset.id, {}, "bot:random")
        assert play([ann], random.Random(1))
        ann.page.locator("#verified .good").wait_for()
        ann.context.close()
    assert ann.said == []


@pytest.fixture(scope="module")
def sitting(browser: Browser, address: str) -> Iterator[Player]:
    """Somebody at a table of Blue Max against a bot."""
    ann = Player(browser)
    ann.sets_up(address, "blue-max", {}, "bot:random")
    yield ann
    ann.context.close()


@pytest.fixture
def table(sitting: Player) -> Iterator[Player]:
    """Her table when she is about to plan a maneuver, nothing picked yet."""
    chance = random.Random(2)
    while not (sitting.state()["options"] >= 20 and sitting.state()["at"].endswith("|0")):
        assert not sitting.acts(chance)
    yield sitting
    assert sitting.said == []


def test_the_board_shows_where_an_option_leads(table: Player) -> None:
    page = table.page
    option = page.locator("#pick .option").nth(4)
    with page.expect_response(lambda answer: "/option?" in answer.url):
        option.focus()
    page.locator("#ghost svg").wait_for()
    assert page.locator("#ghost svg").inner_html() != page.locator("#paper svg").inner_html()
    assert option.locator("span").inner_text() in page.locator("#preview").inner_text()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.locator("#ghost svg").wait_for()
    assert [url for url in asked if f"option={option.get_attribute('value')}" in url] == []
    page.keyboard.press("Escape")
    page.locator("#ghost svg").wait_for(state="detached")


def test_a_phone_shows_the_own_aircraft_large_and_all_of_the_board_at_a_press(table: Player, browser: Browser) -> None:
    phone = Player(browser, viewport=PHONE, has_touch=True, is_mobile=True)
    page = phone.page
    page.goto(table.page.url)
    board, plane = page.locator("#board").bounding_box(), page.locator("#paper .own.piece").first
    box = plane.bounding_box()
    assert board is not None
    assert box is not None
    assert max(box["width"], box["height"]) > 45
    assert board["x"] <= box["x"] <= board["x"] + board["width"] - box["width"]
    assert board["y"] <= box["y"] <= board["y"] + board["height"] - box["height"]
    page.get_by_role("button", name="All of it").tap()
    edges = page.locator("#paper [data-part=map]").bounding_box()
    assert edges is not None
    assert board["y"] <= edges["y"] < edges["y"] + edges["height"] <= board["y"] + board["height"]
    page.get_by_role("button", name="To the pieces").tap()
    assert plane.bounding_box() == pytest.approx(box, abs=0.1)
    for _ in range(6):
        page.get_by_role("button", name="Nearer").tap()
    assert page.locator(".pointer.own").count() == 0, "what one looks at stays in view"
    page.locator(".pointer:not(.own)").first.tap()
    other = page.locator("#paper .piece:not(.own)").first.bounding_box()
    assert other is not None
    assert board["x"] <= other["x"] + other["width"] / 2 <= board["x"] + board["width"]
    assert board["y"] <= other["y"] + other["height"] / 2 <= board["y"] + board["height"]
    phone.context.close()
    assert phone.said == []


def test_a_place_on_the_board_can_be_pressed(browser: Browser, address: str) -> None:
    ann = Player(browser)
    ann.sets_up(address, "blue-max", {}, "bot:random")
    page = ann.page
    while not page.locator(".option[value^='start:']").count():
        ann.acts(random.Random(1))
    option = page.locator(".option[value^='start:']").nth(3)
    code = str(option.get_attribute("value")).partition(":")[2]
    page.locator(f"#paper [data-part='hex-{code}']").click()
    page.locator(f".option.chosen[value='start:{code}']").wait_for()
    ann.context.close()
    assert ann.said == []


def test_an_answer_that_comes_late_does_not_bring_back_what_is_past(browser: Browser, address: str) -> None:
    """The stream has shown the next decision before the answer to the seal is there."""
    ann = Player(browser)
    ann.sets_up(address, "dogfight", {}, "bot:heuristic")
    page, chance = ann.page, random.Random(1)
    while not ann.state()["complete"]:
        assert not ann.acts(chance)
    held: list[Any] = []
    page.route("**/seal", lambda route: held.append((route, route.fetch())))
    before = ann.state()
    page.locator("#seal").click()
    ann.settle(before)
    while (after := ann.state())["at"] is None:
        page.wait_for_timeout(20)
    route, answer = held[0]
    known = page.locator("#known").text_content()
    past = answer.text().replace(f">{known}</hx-partial>", ">1</hx-partial>").replace("data-decision=", "data-past=")
    route.fulfill(response=answer, body=past)
    page.wait_for_timeout(200)
    assert ann.state()["at"] == after["at"]
    ann.context.close()
    assert ann.said == []


def test_who_gives_his_seat_away_sees_the_invitation(browser: Browser, address: str) -> None:
    ann = Player(browser)
    ann.sets_up(address, "dogfight", {}, "bot:random")
    page = ann.page
    page.get_by_role("button", name="Seats and links").click()
    page.get_by_role("button", name="Hand over").click()
    page.locator("#desk [data-left]").wait_for()
    assert page.locator("#stream, .hand-over").count() == 0
    invitation = page.locator("#handed input").input_value()
    bob = Typist(browser)
    bob.joins(invitation)
    bob.page.locator(".order").wait_for()
    bob.context.close()
    ann.context.close()
    assert bob.said == []


def test_enter_goes_to_what_was_found_and_picks_nothing(table: Player) -> None:
    page = table.page
    before = table.state()
    word = page.locator("#pick .option span").last.inner_text()
    page.locator("#find").fill(word)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.innerText").startswith(word)
    page.locator("#find").fill("no such word")
    page.keyboard.press("Enter")
    assert page.locator("#pick .none").is_visible()
    page.locator("#find").fill("")
    assert table.state() == before


def test_on_a_phone_the_options_of_the_next_pick_are_in_sight(browser: Browser, address: str) -> None:
    ann = Player(browser, viewport=PHONE, has_touch=True)
    ann.sets_up(address, "wings-of-war", {}, "bot:random")
    page = ann.page
    page.locator("#pick .option").first.wait_for()
    for _ in range(2):
        state = ann.state()
        page.locator("#pick .option").first.click()
        ann.settle(state)
    covered = page.locator("#teller").bounding_box()
    option, acts = page.locator("#pick .option").first.bounding_box(), page.locator(".acts").bounding_box()
    assert covered
    assert option
    assert acts
    assert covered["y"] + covered["height"] <= option["y"] <= acts["y"] - option["height"]
    arrow = page.locator("#paper .pressable").first
    label = page.locator(f"#pick .option[value$=':{arrow.get_attribute('data-part')}'] span").inner_text()
    state = ann.state()
    arrow.dispatch_event("click")
    ann.settle(state)
    assert page.locator(".slot.full b").last.inner_text() == label
    ann.context.close()
    assert ann.said == []


def test_two_tabs_of_a_seat_show_one_draft(table: Player) -> None:
    other = table.opened()
    other.goto(table.page.url)
    picked = table.page.locator("#pick .option").nth(3)
    name = picked.get_attribute("value")
    picked.click()
    other.locator(f".option.chosen[value='{name}']").wait_for()
    other.locator("#pick .option").nth(5).click()
    table.page.locator(f".option.chosen:not([value='{name}'])").wait_for()
    other.locator("#back").click()
    table.page.locator("#back").wait_for(state="detached")
    other.close()


def test_a_page_that_was_offline_catches_up(table: Player, browser: Browser) -> None:
    page = table.page
    other = Player(browser)
    other.page.goto(page.url)
    before = page.locator("#log li").first.get_attribute("id")
    table.context.set_offline(True)
    page.wait_for_timeout(100)
    while other.page.locator("#log li").first.get_attribute("id") == before:
        other.acts(random.Random(3))
    table.context.set_offline(False)
    page.wait_for_function("before => document.querySelector('#log li').id !== before", arg=before)
    other.context.close()
    assert other.said == []
    table.said[:] = [line for line in table.said if "ERR_INTERNET_DISCONNECTED" not in line and "network" not in line]


def test_a_tab_that_nobody_looks_at_says_whose_turn_it_is(table: Player) -> None:
    page, other = table.page, table.opened()
    other.goto(page.url)
    assert page.title().startswith("● Your turn · ")
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { get: () => true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    other.locator("#pick .option").nth(2).click()
    page.locator(".option.chosen").wait_for()  # it is still told what changes
    other.locator("#back").click()
    page.locator("#back").wait_for(state="detached")
    page.reload()
    other.close()


def test_a_page_whose_first_stream_fails_tries_again(table: Player) -> None:
    other = table.opened()
    other.route("**/stream?*", lambda route: route.abort(), times=1)
    other.goto(table.page.url)
    other.locator("#pick .option").nth(2).wait_for()
    table.page.locator("#pick .option").nth(3).click()
    other.locator("#back").wait_for()
    table.page.locator("#back").click()
    other.locator("#back").wait_for(state="detached")
    other.close()
    table.said[:] = [line for line in table.said if "ERR_FAILED" not in line and "Failed to fetch" not in line]


def test_a_clause_opens_where_it_is_cited(table: Player) -> None:
    link = table.page.locator("#log a.clause").first
    link.click()
    dialog = table.page.locator("#clause")
    dialog.locator("h2").wait_for()
    assert link.inner_text() in dialog.inner_text()
    table.page.keyboard.press("Escape")
    assert not dialog.is_visible()


def test_what_may_not_be_done_is_said_with_its_reasons(table: Player) -> None:
    table.page.locator(".barred summary").click()
    first = table.page.locator(".barred-list li").first
    first.wait_for()
    assert first.locator(".why a.clause").count()


def test_what_happens_is_told_at_the_readers_speed(browser: Browser, address: str) -> None:
    ann = Player(browser, reduced_motion="no-preference")
    ann.sets_up(address, "blue-max", {}, "bot:random")
    page = ann.page
    for _ in range(40):
        if page.locator("#pause").is_visible():
            break
        ann.acts(random.Random(1))
        page.wait_for_timeout(50)
    page.locator("#heard p").wait_for(state="attached")
    page.keyboard.press("p")
    told = page.locator("#told").inner_text()
    assert page.locator("#heard p").last.text_content() == told
    assert page.locator("#log .news .said:visible").first.inner_text() == told
    page.wait_for_timeout(50)
    assert page.locator("#told").inner_text() == told
    assert page.locator("#log .untold").count()
    board = page.locator("#board").bounding_box()
    page.keyboard.press("e")
    page.locator("#pause").wait_for(state="hidden")
    assert page.locator("#log .untold").count() == 0
    assert page.locator("#heard p").last.text_content() == page.locator("#log .news .said").first.inner_text()
    assert page.locator("#board").bounding_box() == board
    ann.context.close()
    assert ann.said == []


def test_options_that_do_not_fit_are_explained_before_the_table_is_made(browser: Browser, address: str) -> None:
    ann = Player(browser)
    page = ann.page
    page.goto(f"{address}/new/wings-of-war")
    page.locator("[name='option.cloud']").check()
    assert "WW-" in page.locator("#kind-fault").inner_text()
    page.locator("[name='option.altitude']").check()
    page.locator("#kind-fault").wait_for(state="detached")
    page.locator("#scenario").select_option("dawn-patrol-four")
    page.locator("select[data-seat]").nth(3).wait_for()
    ann.context.close()
    assert ann.said == []


def test_a_browser_remembers_its_tables(table: Player) -> None:
    seat = table.page.url
    page = table.opened()
    page.goto(seat.rpartition("/table/")[0])
    page.locator("#mine .turn").wait_for()
    page.locator("#mine .table-link").click()
    assert page.url == seat
    page.locator("#seats .me").wait_for()
    page.close()


def test_a_seat_is_handed_over(browser: Browser, address: str) -> None:
    ann = Player(browser)
    ann.sets_up(address, "blue-max", {}, "bot:random")
    page, old = ann.page, ann.opened()
    old.goto(page.url)
    old.locator(".order").wait_for()
    page.get_by_role("button", name="Seats and links").click()
    page.get_by_role("link", name="Your place as the host").click()
    page.get_by_role("button", name="Seats and links").click()
    page.get_by_role("button", name="Hand over").click()
    invitation = page.locator("#handed input").input_value()
    bob = Typist(browser)
    bob.joins(invitation)
    bob.page.locator(".order").wait_for()
    page.locator("#seats", has_text="Bob").wait_for()
    bob.context.close()
    assert bob.said == []
    old.get_by_text("this link leads to no table").wait_for()  # of its own accord
    ann.context.close()
    assert [line for line in ann.said if "404" not in line] == []


def test_what_may_not_be_picked_stays_open_from_pick_to_pick(table: Player) -> None:
    page = table.page
    page.reload()
    with page.expect_response(lambda answer: "/barred" in answer.url):
        page.locator(".barred summary").first.click()
    page.locator(".barred-list").wait_for()
    with page.expect_response(lambda answer: "/barred" in answer.url):
        page.locator("#pick .option").first.click()
    page.locator(".slot.full").wait_for()
    assert page.locator(".barred-list").is_visible()
    page.locator(".barred summary").first.click()
    page.locator("#back").click()
    page.locator(".order[data-picks='0']").wait_for()
    assert not page.locator(".barred-list").is_visible()
