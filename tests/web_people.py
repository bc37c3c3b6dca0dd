"""People with browsers of their own: by mouse, by keyboard, and with a server that is killed while they play."""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import web_lives
from aerodrome_web.service import Service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

BROWSER = shutil.which("chromium")

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

PATIENCE = 15_000
"""Milliseconds for anything to happen on a busy machine."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


class Player:
    """A person with a browser of his own. ``said`` is what the console has to complain of."""

    def __init__(self, browser: Browser, **more: Any) -> None:
        self.said: list[str] = []
        self.context: BrowserContext = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **more})
        self.page = self.opened()

    def opened(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.said.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"{page.url}: {error}"))
        return page

    def sets_up(self, address: str, game: str, options: dict[str, str], other: str) -> None:
        """From the first page to a table of one's own; ``other`` is who takes the last seat."""
        page = self.page
        page.goto(address)
        page.locator(f".game a.button[href='/new/{game}']").click()
        for name, value in options.items():
            field = page.locator(f"[name='option.{name}']")
            field.fill(value)
            with page.expect_response(lambda answer: "/new/" in answer.url):
                field.blur()
        page.locator("select[data-seat]").last.select_option(other)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/table/*")

    def state(self) -> dict[str, Any]:
        """Where the order stands, as the page says."""
        state: dict[str, Any] = self.page.evaluate(
            """() => {
              const order = document.querySelector(".order"), seal = document.getElementById("seal");
              const options = document.querySelectorAll("#pick .option").length;
              const complete = Boolean(seal && !seal.disabled);
              return { over: Boolean(document.querySelector(".end")), options, complete,
                at: order && order.dataset.decision + "|" + order.dataset.picks };
            }"""
        )
        return state

    def hears_again(self) -> None:
        """His page is told once more how the table stands, and shows it."""
        self.page.evaluate(
            """async () => {
              const answer = await fetch(location.href), target = document.getElementById("stream");
              const told = new DOMParser().parseFromString(await answer.text(), "text/html");
              const desk = told.getElementById("desk").innerHTML;
              const text = `<hx-partial hx-target="#desk" hx-swap="innerMorph">${desk}</hx-partial>`;
              await htmx.swap({ sourceElement: target, target, swap: "none", text });
            }"""
        )

    def settle(self, before: dict[str, Any]) -> None:
        """Waits until the page has taken in what was done."""
        self.page.wait_for_function(
            """at => { const order = document.querySelector(".order");
              return !order || order.dataset.decision + "|" + order.dataset.picks !== at; }""",
            arg=before["at"],
        )

    def acts(self, chance: random.Random) -> bool:
        """Picks or seals with the mouse, if he is asked; says whether the match is over."""
        state = self.state()
        if state["at"] is not None:
            if state["complete"]:
                self.page.locator("#seal").click()
            else:
                self.page.locator("#pick .option").nth(chance.randrange(state["options"])).click()
            self.settle(state)
        return bool(state["over"])


class Typist(Player):
    """A person without a mouse."""

    def acts(self, chance: random.Random) -> bool:
        state, keyboard = self.state(), self.page.keyboard
        if state["at"] is not None:
            if state["complete"]:
                keyboard.press("s")
            else:
                keyboard.press("o")
                for _ in range(chance.randrange(min(state["options"], 4))):
                    keyboard.press("ArrowDown")
            keyboard.press("Enter")
            self.settle(state)
        return bool(state["over"])

    def joins(self, invitation: str) -> None:
        self.page.goto(invitation)
        self.page.keyboard.press("Tab")
        while self.page.evaluate("document.activeElement.id") != "name":
            self.page.keyboard.press("Tab")
        self.page.keyboard.type("Bob")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(lambda url: url != invitation)


def play(players: list[Player], chance: random.Random, most: int = 10_000) -> bool:
    """Plays until everybody sees the end, or looks at the table so often; says whether it is over."""
    quiet = 0
    for _ in range(most):
        before = [player.state()["at"] for player in players]
        over = [player.acts(chance) for player in players]
        if all(over):
            return True
        quiet = quiet + 1 if before == [None] * len(players) else 0
        assert quiet < 500, "nobody is asked, and the match does not end"
        if quiet:
            players[0].page.wait_for_timeout(20)
    return False


# ---- a server that is killed while two people play


class Survivor:
    """Somebody who plays on whatever happens to the server. ``sealed``: by decision, what his page called his order
    when it said that it is sealed; ``told``: by number, the events as his page told them."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.sealed: dict[int, list[str]] = {}
        self.told: dict[int, str] = {}
        player.page.set_default_timeout(PATIENCE / 5)

    def acts(self, chance: random.Random) -> bool:
        """Does what he would do; what does not happen while the server is away, he does again."""
        from playwright.sync_api import TimeoutError as Late

        page = self.player.page
        try:
            before, picks = self.player.state(), page.locator(".slot.full b").all_inner_texts()
            over = self.player.acts(chance)
        except Late:
            return False
        if before["complete"]:
            self.sealed[int(before["at"].partition("|")[0])] = picks
        self._reads_the_log()
        return over

    def _reads_the_log(self) -> None:
        lines = self.player.page.evaluate(
            """() => [...document.querySelectorAll("#log li")].map(
                 line => [Number(line.dataset.number), line.querySelector(".said").textContent])"""
        )
        numbers = [number for number, _ in lines]
        assert numbers == sorted(set(numbers), reverse=True), "an event is told twice, or in the wrong order"
        assert all(self.told.setdefault(number, said) == said for number, said in lines), "an event has changed"

    def must_have_seen(self, service: Service) -> None:
        """Each order of which his page said that it is sealed stands in the log, once, as it was; and his page tells
        each event that he may know of once, in their order.

        Raises:
            AssertionError: something was lost, or is there twice.
        """
        link = self.player.page.url.rpartition("/")[2]
        place = service.place(link)
        with service.shelf.open(place.match) as held:
            assert held.match is not None
            called = {option.key: option.label for option in held.match.rules.table}
        orders = [order for order in service.store.orders(place.match) if order.seat == place.seat]
        logged = {order.decision: [called[key] for key in order.picks] for order in orders}
        assert len(logged) == len(orders)
        assert self.sealed == {decision: logged.get(decision) for decision in self.sealed}
        assert self.told == {one.event.number: one.sentence for one in service.log(link)}
        assert all(check.holds for check in service.verified(link))


class Killer(threading.Thread):
    """Kills a server at random moments, at most ``count`` times, and has it served again each time."""

    def __init__(self, url: str, port: int, count: int, chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.done = 0
        self.leaving = threading.Event()
        self._url, self._port, self._count, self._chance = url, port, count, chance
        self._process = web_lives.start(url, port)

    def run(self) -> None:
        while self.done < self._count and not self.leaving.wait(self._chance.uniform(0.0, 0.8)):
            self._process.kill()
            self._process.join()
            self._process = web_lives.start(self._url, self._port)
            web_lives.wait_for(self._port)
            self.done += 1

    def leave(self) -> None:
        self.leaving.set()
        self.join()

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def kills(
    browser: Browser, url: str, ruleset: str, count: int, seed: int, options: dict[str, str] | None = None
) -> dict[str, int]:
    """Two people play in two browsers, one by mouse and one by keyboard, while the server is killed ``count`` times;
    match after match if need be."""
    chance = random.Random(seed)
    port = web_lives.free_port()
    address = f"http://127.0.0.1:{port}"
    seen = {"kills": 0, "matches": 0, "orders": 0}
    while seen["kills"] < count:
        killer = Killer(url, port, count - seen["kills"], chance)
        ann, bob = Player(browser), Typist(browser)
        try:
            web_lives.wait_for(port)
            ann.sets_up(address, ruleset, options or {}, "open")
            bob.joins(ann.page.locator("[data-invites] input").input_value())
            survivors = [Survivor(ann), Survivor(bob)]
            killer.start()
            deadline = time.monotonic() + 600
            over = [False, False]
            while not all(over):
                over = [survivor.acts(chance) for survivor in survivors]
                assert time.monotonic() < deadline, "the match does not go on"
            killer.leave()
            with web_lives.opened(url) as service:
                for survivor in survivors:
                    survivor.must_have_seen(service)
                    seen["orders"] += len(survivor.sealed)
        finally:
            killer.leaving.set()
            killer.end()
            ann.context.close()
            bob.context.close()
        seen["kills"] += killer.done
        seen["matches"] += 1
    return seen
