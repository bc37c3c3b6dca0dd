"""The pages without a browser: what stands in them, what they weigh, what forms do, how the board stood in between."""

from __future__ import annotations

import html
import random
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from html.parser import HTMLParser
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Interval
from fastapi.testclient import TestClient
from pydantic import Field

from aerodrome.aircraft import register
from aerodrome.bots import Perspective, RandomBot, move, summary_of
from aerodrome.chance import Chance
from aerodrome.listing import MANY, sections
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome.ruleset import Options, Rules
from aerodrome.scene import Group, Polygon, Rect, Scene, Shape, Style, Text
from aerodrome_web import closeup
from aerodrome_web.api import option_infos
from aerodrome_web.app import create_app
from aerodrome_web.colours import by_day_and_night, by_night
from aerodrome_web.frames import SAME, changes
from aerodrome_web.games import Games, board_of
from aerodrome_web.looks import TAIL, inline, live
from aerodrome_web.pages import options_of
from aerodrome_web.service import Service
from aerodrome_web.store import Store
from web_tables import GAMES, asked, drafted, play, plugins, seated, step

WEIGHT = 200_000
"""Bytes that a page and all that it loads may weigh, pictures apart."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(plugins(), Store(f"sqlite:///{tmp_path / 'tables.db'}"), requests=0, bot_threads=1)
    with TestClient(app, follow_redirects=False) as client:
        yield client


def service_of(client: TestClient) -> Service:
    service: Service = client.app.state.service  # type: ignore[attr-defined]
    return service


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text outside pictures."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.pictures = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def paths(client: TestClient, ruleset: str) -> list[str]:
    """An address of every kind of page; of a match that is over in the shortest game alone."""
    service = service_of(client)
    made, links = seated(service, ruleset)
    ended, seats = seated(service, "wings-of-war")
    if ruleset == "wings-of-war":
        play(service, seats, random.Random(1))
    step(service, links, random.Random(1))
    open_table = service.create(ruleset)
    clause = next(iter(service.games.ruleset(ruleset).catalogue)).id
    (mine, *_), (over, *_) = links.values(), seats.values()
    tables = [mine, made.watch, made.host, over, ended.watch, open_table.host, *open_table.invites.values()]
    games = ["/", f"/new/{ruleset}", f"/rules/{ruleset}", f"/rules/{ruleset}/{clause}", "/table/nowhere", "/nowhere"]
    replay = [f"/table/{over}/replay?step=3"] if ruleset == "wings-of-war" else []
    return games + [f"/table/{link}" for link in tables] + [f"/table/{mine}/log"] + replay


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_page_needs_more_than_its_own_files(client: TestClient, ruleset: str) -> None:
    """No inline script or style, nothing from elsewhere, every name once; light enough for a telephone."""
    for path in paths(client, ruleset):
        answer = client.get(path)
        page = Elements(answer.text)
        assert answer.headers["content-type"].startswith("text/html"), path
        for tag, attributes in page.found:
            assert not {name for name in attributes if name.startswith("on") or name == "style"}, (path, tag)
            assert "http" not in (attributes.get("src") or attributes.get("href") or ""), (path, tag)
        assert all(script.get("src") for script in page.all("script"))
        assert not page.all("style")
        names = [str(attributes["id"]) for _, attributes in page.found if "id" in attributes]
        assert sorted(names) == sorted(set(names)), path
        loaded = [one["src"] for one in page.all("script")] + ["/static/aerodrome.css"]
        loaded += [f"/static/{name}.js" for name in ("links", "clauses", "setup", "board", "table", "story", "replay")]
        files = [client.get(str(name)) for name in loaded]
        assert {file.status_code for file in files} == {200}
        picture = answer.text.partition("<svg xmlns")[2].partition("</svg>")[0]
        assert len(answer.content) - len(picture.encode()) + sum(len(file.content) for file in files) < WEIGHT, path


def test_a_name_cannot_break_out_of_a_page(client: TestClient) -> None:
    service = service_of(client)
    made = service.create("dogfight", sitting={"central": "random"})
    nasty = "</b><script>alert(1)</script>"
    seat = service.join(made.invites["entente"], bytes(16), nasty)
    for link in (seat, made.watch):
        page = client.get(f"/table/{link}").text
        assert nasty[:40] not in page
        assert "&lt;script&gt;" in page


def test_a_stream_whose_link_was_taken_back_is_not_there(client: TestClient) -> None:
    service = service_of(client)
    made, links = seated(service, "dogfight")
    service.hand_over(made.host, "entente")
    for path in ("", "/api"):
        assert client.get(f"{path}/table/{links['entente']}/stream").status_code == 404


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_card_says_how_long_a_match_is(client: TestClient, ruleset: str) -> None:
    """As long as two matches of bots are, give or take as much again."""
    game = plugins().rulesets[ruleset]
    assert f"about {game.orders} orders each" in client.get("/").text
    rules, orders = game.bind(), 0
    for seed in range(2):
        match = Match.create(rules, seed, record=False)
        while not match.over:
            for seat in match.pending:
                orders += len(match.options(seat)) > 1
                move(match, seat, plugins().bot(ruleset, "heuristic"), Chance.of(1000 * seed + match.decision))
    assert game.orders / 2 < orders / 2 / len(rules.seats) < game.orders * 2


def test_a_page_that_is_not_there_says_so_in_words(client: TestClient) -> None:
    answer = client.get(f"/table/{'x' * 22}")
    assert answer.status_code == 404
    assert "leads to no table" in answer.text
    assert client.get("/new/checkers").status_code == 404
    assert client.get("/rules/dogfight/DF-NO-99").status_code == 404
    assert client.get("/new/dogfight?scenario=checkers").status_code == 422


@pytest.mark.parametrize("written", ["--5", "9" * 5000, "1.5"])
def test_what_is_no_number_is_said_to_be_none(client: TestClient, written: str) -> None:
    scenario = plugins().rulesets["blue-max"].scenarios[0].id
    chosen = {"option.round-limit": written, "shown": scenario, "scenario": scenario}
    answer = client.get("/new/blue-max", params=chosen)
    assert answer.status_code == 200
    assert "options (round-limit):" in answer.text


def test_a_spectator_who_is_behind_sees_no_end_that_others_look_at(client: TestClient) -> None:
    service = service_of(client)
    made, links = seated(service, "blue-max", options={"round-limit": 1}, delay=60)
    play(service, links, random.Random(3))
    assert client.get(f"/table/{links['allies']}/replay").status_code == 200
    for part in ("replay", "verified"):
        assert client.get(f"/table/{made.watch}/{part}").status_code == 409


def test_the_forms_of_a_seat_work_without_scripts(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "blue-max")
    link = links["allies"]
    keys = [option["key"] for option in service.sight(link)["order"]["options"]]
    for key in keys[:2]:
        form = {"decision": "1", "place": "0", "option": key}
        answer = client.post(f"/table/{link}/pick", data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{link}")
        assert [pick["key"] for pick in service.sight(link)["order"]["picks"]] == [key]
    client.post(f"/table/{link}/take-back", data={"decision": "1", "place": "0"})
    assert service.sight(link)["order"]["picks"] == []
    early = client.post(f"/table/{link}/seal", data={"decision": "1"}, headers={"hx-request": "true"})
    assert early.status_code == 409
    assert "not complete" in early.text
    assert "<html" not in early.text
    client.post(f"/table/{link}/pick", data={"decision": "1", "place": "0", "option": keys[0]})
    assert client.post(f"/table/{link}/seal", data={"decision": "1"}).status_code == 303
    assert service.sight(link)["order"]["sealed"]
    for wrong in ({}, {"decision": "x"}, {"decision": "-1"}):
        assert client.post(f"/table/{link}/seal", data=wrong).status_code == 404


def test_a_complete_order_shows_what_could_stand_in_place_of_its_last_pick(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "wings-of-war")
    link = links["german"]
    drafted(service, link, random.Random(1))
    shown, _ = live(service, link)
    desk = shown["desk"]
    choices = [choice for _, stems in desk.sections for stem in stems for choice in stem.choices]
    assert desk.complete
    assert desk.place == 2
    assert [choice.option for choice in choices if choice.chosen] == [desk.picks[-1][0]]
    assert all(rows for _, rows in desk.picks)
    other = next(choice.option.key for choice in choices if not choice.chosen)
    answer = client.get(f"/table/{link}/option", params={"option": other})
    assert answer.status_code == 200
    form = {"decision": str(desk.decision), "place": "2", "option": other}
    client.post(f"/table/{link}/pick", data=form, headers={"hx-request": "true"})
    assert service.sight(link)["order"]["picks"][-1]["key"] == other


def test_who_asks_for_what_is_past_is_told_and_shown_what_is(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "dogfight")
    link = links["entente"]
    past = {"decision": "1", "place": "0", "option": service.sight(link)["order"]["options"][0]["key"]}
    step(service, links, random.Random(1))
    answer = client.post(f"/table/{link}/pick", data=past, headers={"hx-request": "true"})
    assert answer.status_code == 409
    shown, _ = live(service, link)
    assert f'<hx-partial hx-target="#known" hx-swap="innerHTML">{shown["events"]}</hx-partial>' in answer.text
    assert answer.text.index('hx-target="#desk"') < answer.text.index("is sealed and cannot be changed")


def test_an_option_that_is_dangerous_says_so(client: TestClient) -> None:
    """Straight on until the edge of the map is near: the page warns as the terminal does."""
    service = service_of(client)
    _, links = seated(service, "blue-max")
    warned: list[str] = []
    for _ in range(12):
        for link in links.values():
            sight = service.sight(link)
            if sight["order"] is not None:
                options = sight["order"]["options"]
                warned = [option["warning"] for option in options if option["warning"]]
                if warned and len(warned) < len(options):
                    break
                straight = next((o["key"] for o in options if "straight" in o["label"]), options[0]["key"])
                service.order(link, sight["decision"]["number"], [straight])
        if warned:
            break
    assert "map" in warned[0]
    page = client.get(f"/table/{link}").text
    assert page.count(f"beware: {warned[0]}</small>") == warned.count(warned[0])


def test_an_option_that_is_looked_at_too_late_shows_nothing(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "blue-max")
    link = links["allies"]
    key = service.sight(link)["order"]["options"][0]["key"]
    assert client.get(f"/table/{link}/option", params={"option": key}).status_code == 200
    service.seal(link, drafted(service, link, random.Random(1)))
    assert client.get(f"/table/{link}/option", params={"option": key}).status_code == 204


def test_a_page_leaves_out_no_event_that_it_does_not_have(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "blue-max")
    link = links["allies"]
    while len(service.log(link)) < TAIL + 5 and not service.sight(link)["over"]:
        step(service, links, random.Random(4))
    many = len(service.log(link))
    numbers = [told.event.number for told in live(service, link)[0]["log"]]
    assert numbers == list(range(many - TAIL + 1, many + 1))
    numbers = [told.event.number for told in live(service, link, 2)[0]["log"]]
    assert numbers[0] == 3


SEALS = {
    "aces-high": "When the order is complete, seal it: all see it at once.",
    "blue-max": "Then seal it: nobody sees it before all have sealed.",
    "dogfight": "Then seal it: nobody sees it before all have sealed.",
    "wings-of-war": "When the order is complete, seal it: nobody sees it before the rules show it.",
}
"""What the page says of the first seal of a match: of one order alone, of two at once, of one that is kept."""


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_page_says_what_to_do_now(client: TestClient, ruleset: str) -> None:
    """Each decision asks for something in a sentence; how many there are to choose from, and what the seal does."""
    phases = [phase.decision for phase in plugins().rulesets[ruleset].phases.phases if phase.decision]
    assert all(decision.request.endswith(".") for decision in phases)
    service = service_of(client)
    _, links = seated(service, ruleset)
    link = next(link for link in links.values() if asked(service.sight(link)))
    sight = service.sight(link)
    page = client.get(f"/table/{link}").text
    assert f'<h2 id="order-title">{sight["decision"]["request"][:-1]}</h2>' in page
    count = len(sight["order"]["options"])
    assert f"<b>Choose 1 of {count}" in page
    assert sight["order"]["prompt"] in page
    assert SEALS[ruleset] in page
    drafted(service, link, random.Random(1))
    assert "<b>Complete: seal it now" in client.get(f"/table/{link}").text


def test_a_newcomer_is_told_which_of_several_cards_he_plans(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "wings-of-war")
    link = links["german"]
    while service.sight(link)["phase"]["id"] != "planning":
        step(service, links, random.Random(1))
    decision, key = service.sight(link)["decision"]["number"], service.sight(link)["order"]["options"][0]["key"]
    service.pick(link, decision, 0, key)
    desk = live(service, link)[0]["desk"]
    assert desk.now == f"Choose 1 of {len(service.sight(link)['order']['options'])}: dr1, card 2 of 3."
    assert desk.then == "When the order is complete, seal it: nobody sees it before the rules show it."


@pytest.mark.parametrize("ruleset", GAMES)
def test_setting_up_explains_options_and_bots(client: TestClient, ruleset: str) -> None:
    """Every option has its clauses, a number what it may be, a choice what each means, a bot what it is like."""
    page = html.unescape(client.get(f"/new/{ruleset}").text)
    info = client.get(f"/api/rulesets/{ruleset}").json()
    for option in info["options"]:
        assert option["clauses"], option["name"]
        assert all(f'href="/rules/{ruleset}/{clause}"' in page for clause in option["clauses"])
        assert (option["allowed"] != "") == (option["kind"] == "number")
        assert option["allowed"] in page
        assert list(option["meanings"]) == option["choices"]
        assert all(words in page for words in option["meanings"].values())
    flown = [one for seat in info["scenarios"][0]["seats"] for one in seat["aircraft"]]
    assert all(register()[one].name in page for one in flown)
    assert list(info["bot_summaries"]) == info["bots"]
    assert all(f"<dt>{name}</dt><dd>{words}</dd>" in page for name, words in info["bot_summaries"].items())


def test_what_a_number_may_be_is_said_in_words(client: TestClient) -> None:
    options = client.get("/api/rulesets/wings-of-war").json()["options"]
    allowed = {option["name"]: option["allowed"] for option in options if option["allowed"]}
    assert allowed["start-level"] == "a whole number from 1 to 20"
    assert allowed["ruler-cm"] == "a number, more than 0, at most 100"
    assert allowed["round-limit"] == "a whole number, 0 or more"
    options = client.get("/api/rulesets/blue-max").json()["options"]
    assert "a whole number, 1 or more, or nothing for none" in [option["allowed"] for option in options]


def test_options_that_say_what_they_mean_in_other_ways_are_offered_all_the_same() -> None:
    numbers: dict[str, Any] = {"meanings": {1: "one", 2: "two"}}

    class Odd(Options):
        count: Literal[1, 2] = Field(default=1, json_schema_extra=numbers)
        listed: Literal["a"] = Field(default="a", json_schema_extra={"meanings": ["first"], "clauses": None})
        called: int = Field(default=1, json_schema_extra=dict.clear)
        within: Annotated[int, Interval(ge=1, le=4)] = 2

    game = copy(plugins().rulesets["dogfight"])
    game.options_model = Odd
    infos = {info.name: info for info in option_infos(game)}
    assert [info.meanings for info in infos.values()] == [{"1": "one", "2": "two"}, {}, {}, {}]
    assert infos["within"].allowed == "a whole number from 1 to 4"
    chosen = {"option.count": "2", "option.listed": "b", "option.within": " 3 ", "option.called": "9" * 5000}
    assert options_of(list(infos.values()), chosen) == {"count": 2, "listed": "b", "within": 3, "called": "9" * 5000}


def test_a_bot_that_says_nothing_of_itself_is_offered_all_the_same() -> None:
    class Silent:
        def choose(self, seen: Perspective) -> Option:
            return seen.options[0]

    class Talkative(Silent):
        def summary(self) -> str:
            return "what it has seen"

    class Better(RandomBot):
        """Takes the best option."""

    assert summary_of(Silent) == summary_of(Talkative) == "A bot that says nothing of itself."
    assert summary_of(Better) == "Takes the best option."
    assert summary_of(plugins().bots("dogfight")["heuristic"]).startswith("Fights for what its hand is best at")


def test_the_end_says_who_has_won_and_why(client: TestClient) -> None:
    service = service_of(client)
    made, links = seated(service, "dogfight")
    play(service, links, random.Random(1))
    result = service.sight(made.watch)["result"]
    clause = service.games.clause("dogfight", result["rule"])
    title = {"entente": "Entente", "central": "Central Powers"}[result["winner"]]
    pages = {seat: html.unescape(client.get(f"/table/{link}").text) for seat, link in links.items()}
    for seat, page in pages.items():
        assert ("You have won" in page) == (seat == result["winner"])
        assert ("You have lost" in page) == (seat != result["winner"])
    pages["watch"] = html.unescape(client.get(f"/table/{made.watch}").text)
    assert f"<h2>Winner: {title}</h2>" in pages["watch"]
    for page in pages.values():
        assert clause.rule in page
        assert f"Counted: {service.games.ruleset('dogfight').scoring}." in page


def test_with_everything_open_a_line_says_whom_it_speaks_to(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "dogfight")
    play(service, links, random.Random(1))
    told = [one for at in service.steps(links["entente"]) for one in at.events if one.event.kind == "drawn"]
    said = {one.sentence.partition(":")[0] for one in told}
    assert said == {"Entente, in secret", "Central Powers, in secret"}
    own = [one.sentence for one in service.log(links["entente"]) if one.event.kind == "drawn"]
    assert all(sentence.startswith("You draw ") for sentence in own)


def test_a_reason_stands_once_over_all_that_it_is_against(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "dogfight")
    barred = service.barred(links["entente"])
    text = html.unescape(client.get(f"/table/{links['entente']}/barred").text)
    reasons = {reason for one in barred for reason in one.reasons}
    assert len(reasons) < len(barred)
    assert text.count('<p class="why">') == len(reasons)
    for one in barred:
        assert 1 <= text.count(f"<s>{one.option.label}</s>") <= len(set(one.reasons))


def test_an_order_that_is_complete_still_has_what_cannot_stand_in_its_place(client: TestClient) -> None:
    service = service_of(client)
    _, links = seated(service, "dogfight")
    barred = service.barred(links["entente"])
    drafted(service, links["entente"], random.Random(1))
    assert service.barred(links["entente"]) == barred != []


# ---- lists


def test_a_short_list_stands_as_it_is_and_a_long_one_under_headings() -> None:
    rows = [(f"{letter} left, speed {speed}", "0101") for speed in range(3) for letter in "abcdefg"]
    assert [len(entries) for _, entries in sections(rows[:MANY])] == [MANY]
    found = sections(rows)
    assert sorted(place for _, entries in found for entry in entries for place in entry.places) == list(range(21))
    assert all(entry.remark == "0101" for _, entries in found for entry in entries)


# ---- pictures


def test_a_picture_on_a_page_has_no_style_and_no_name_of_its_own() -> None:
    scene = Scene(10, 10, "A", (Group((), "<i>", 'panel" style="x'),))
    (picture,), (group,) = (Elements(inline(scene)).all(tag) for tag in ("svg", "g"))
    assert set(picture) == {"xmlns", "role", "viewbox", "width", "height", "font-family"}
    assert group == {"data-part": 'panel" style="x'}


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_picture_can_be_read_by_night(client: TestClient, ruleset: str) -> None:
    service = service_of(client)
    _, links = seated(service, ruleset)
    picture = service.scene(next(iter(links.values())))
    ground = next(style.fill for shape, style in styled(picture.shapes) if isinstance(shape, (Rect, Polygon)))
    letters = {shape.fill for shape in flat(picture.shapes) if isinstance(shape, Text)}
    for letter in letters - {"currentColor"}:
        assert contrast(by_night(letter), by_night(ground)) >= min(4.5, contrast(letter, ground)), letter
    assert f'fill="light-dark({ground},{by_night(ground)})"' in inline(picture)
    assert "light-dark" not in picture.svg()


def test_colours_that_are_not_written_in_numbers_are_left_to_the_browser() -> None:
    assert [by_day_and_night(colour) for colour in ("none", "currentColor", "red")] == ["none", "currentColor", "red"]


def flat(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from flat(shape.shapes)


def styled(shapes: Iterable[Shape]) -> Iterator[tuple[Shape, Style]]:
    for shape in flat(shapes):
        if not isinstance(shape, (Text, Group)) and shape.style.fill != "none":
            yield shape, shape.style


def contrast(one: str, other: str) -> float:
    """How much two colours differ, as WCAG counts it: 1 to 21."""
    parts = ([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)] for colour in (one, other))
    linear = ([p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in three] for three in parts)
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in linear)
    return (high + 0.05) / (low + 0.05)


def test_a_small_picture_leaves_the_panel_of_texts_out(client: TestClient) -> None:
    service = service_of(client)
    for ruleset in ("aces-high", "blue-max", "wings-of-war"):
        _, links = seated(service, ruleset)
        whole = service.scene(next(iter(links.values())))
        board = board_of(whole)
        assert board.width < whole.width
        assert board_of(board) == board


def test_a_game_is_shown_by_its_pieces_from_near() -> None:
    piece = Group((Group((Rect(-2, -1, 4, 2),)), Text(50, 50, "far")), move=(30, 40), turn=90, role="piece")
    scene = Scene(400, 300, "", (Rect(0, 0, 400, 300), Group((piece,), move=(100, 100))))
    (at,) = closeup.pieces(scene)
    assert (at.left, at.top, at.right, at.bottom) == pytest.approx((129, 138, 131, 142))
    near = closeup.close_up(scene)
    (box,) = closeup.pieces(near)
    assert near.width / near.height == pytest.approx(closeup.ASPECT)
    assert (box.left + box.right) / 2 == pytest.approx(near.width / 2)
    assert near.width < 40
    bare = Scene(400, 300, "", (Rect(0, 0, 400, 300),))
    assert closeup.close_up(bare) == bare
    games = Games(plugins())
    for ruleset in ("aces-high", "blue-max", "wings-of-war"):
        picture = games.picture_of(ruleset)
        assert len(closeup.pieces(picture)) == 2
        assert all(box.left >= 0 and box.right <= picture.width for box in closeup.pieces(picture))
        assert picture.width / picture.height == pytest.approx(closeup.ASPECT)


def test_many_who_come_at_once_wait_for_one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    games, drawn = Games(plugins()), []

    def slowly(rules: Rules) -> Scene:
        drawn.append(rules)
        time.sleep(0.05)
        return Scene(1, 1, rules.ruleset.id, ())

    monkeypatch.setattr(games, "_picture", slowly)
    with ThreadPoolExecutor(4) as pool:
        assert len({id(scene) for scene in pool.map(games.picture_of, ["dogfight"] * 4)}) == 1
    assert len(drawn) == 1


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_board_is_shown_as_it_stood_after_each_phase(client: TestClient, ruleset: str) -> None:
    service = service_of(client)
    made, links = seated(service, ruleset)
    chance = random.Random(3)
    pictures: dict[str, int] = dict.fromkeys((*links.values(), made.watch), 0)
    for _ in range(4):
        since = {link: len(service.log(link)) for link in pictures}
        decision = service.sight(made.watch)["decision"]["number"]
        while service.sight(made.watch)["decision"]["number"] == decision:
            seat = next(link for link in links.values() if asked(service.sight(link)))
            service.seal(seat, drafted(service, seat, chance))
            if service.sight(made.watch)["over"]:
                break
        for link in pictures:
            frames = service.frames(link, since[link])
            numbers = [frame.number for frame in frames]
            assert numbers == sorted(set(numbers))
            assert all(since[link] < number <= len(service.log(link)) for number in numbers)
            assert whole(changes(frames)) == [frame.scene for frame in frames]
            pictures[link] += len(frames)
        if service.sight(made.watch)["over"]:
            break
    assert all(pictures.values())
    assert service.frames(made.watch, len(service.log(made.watch))) == []


def whole(thinned: list[Any]) -> list[Scene]:
    """The pictures again, as a page puts them together; those that did not change are missing."""
    found: list[Scene] = []
    for frame in thinned:
        before = {shape.id: shape for shape in found[-1].shapes if isinstance(shape, Group)} if found else {}
        shapes = tuple(
            before[shape.id.removeprefix(SAME)] if isinstance(shape, Group) and shape.id.startswith(SAME) else shape
            for shape in frame.scene.shapes
        )
        found.append(Scene(frame.scene.width, frame.scene.height, frame.scene.title, shapes, frame.scene.description))
    return found
