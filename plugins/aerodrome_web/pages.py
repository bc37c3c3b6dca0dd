"""The pages. They speak through the same service as the API, and know no ruleset.

A page is rendered whole once. From then on its *live parts* (``_live.html``) are sent, each made anew from what the
link may know: after a form was posted, and over a stream whenever something has changed. The browser morphs them in, so
that what comes twice changes nothing.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from fastapi.sse import EventSourceResponse, ServerSentEvent

from aerodrome.errors import AerodromeError, Refusal, RulesetError
from aerodrome_web import looks
from aerodrome_web.api import Followed, Link, Serving, Since, hub_of, option_infos, service_of
from aerodrome_web.ended import Step
from aerodrome_web.faults import NotFound, WebError, tellable
from aerodrome_web.frames import changes as changes_of
from aerodrome_web.links import Role
from aerodrome_web.models import OptionInfo
from aerodrome_web.service import Service
from aerodrome_web.stream import changes

REPLAYS = 8
"""Finished matches whose steps stay in memory while somebody looks through them."""


WHOLE = re.compile("-?[0-9]{1,9}")
"""A number as people write it in the form; anything else is told to the ruleset as it stands."""


class Page(APIRoute):
    """A route that says its errors in HTML: a page of its own, or a notice on the page that asked."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            try:
                return await handler(request)
            except RequestValidationError:
                return await _sorry(request, NotFound("there is no such page", remedy="go to the first page"))
            except HTTPException:
                raise
            except Exception as error:
                return await _sorry(request, tellable(error))

        return handle


async def _sorry(request: Request, error: AerodromeError) -> HTMLResponse:
    status = error.status if isinstance(error, WebError) else 409 if isinstance(error, Refusal) else 422
    if "hx-request" not in request.headers:
        return HTMLResponse(looks.page("error.html", error=error), status)
    news = await run_in_threadpool(_news, request) if status == 409 else ""
    return HTMLResponse(news + looks.page("_notice.html", error=error), status)


def _news(request: Request) -> str:
    """The table as it is now, for a page that has asked for what is past."""
    link = request.path_params.get("link")
    try:
        return looks.page("_live.html", **looks.live(service_of(request), link)[0]) if link else ""
    except AerodromeError:
        return ""


async def _form(request: Request) -> dict[str, str]:
    """The fields of a posted form."""
    return dict(parse_qsl((await request.body()).decode(errors="replace"), keep_blank_values=True))


Form = Annotated[dict[str, str], Depends(_form)]
Key = Annotated[str, Query(max_length=500)]
Name = Annotated[str, Path(max_length=100)]
IsPart = Annotated[str | None, Header(alias="hx-request")]

router = APIRouter(route_class=Page, include_in_schema=False)


def _html(template: str, **shown: Any) -> HTMLResponse:
    return HTMLResponse(looks.page(template, **shown))


# ---- choosing


@router.get("/")
def home(service: Serving) -> HTMLResponse:
    """The games that can be played here, and this browser's tables."""
    games = [(ruleset, looks.players_of(ruleset)) for ruleset in service.games.rulesets()]
    return _html("home.html", games=games)


@router.get("/new/{ruleset}")
def new(request: Request, service: Serving, ruleset: Name, part: IsPart = None) -> HTMLResponse:
    """The form for a new table; as a part, what depends on what was chosen in it so far."""
    game = service.games.ruleset(ruleset)
    chosen = dict(request.query_params)
    scenario = game.scenario(chosen.get("scenario") or None)
    infos = option_infos(game)
    moved = chosen.get("shown") != scenario.id  # another scenario brings its own options and seats
    written = scenario.options if moved else options_of(infos, chosen)
    fault, rules = None, None
    try:
        rules = service.games.preview(ruleset, scenario.id, written)
    except RulesetError:
        raise
    except AerodromeError as error:
        fault = error
    return _html(
        "_kind.html" if part else "new.html",
        game=game,
        scenario=scenario,
        infos=infos,
        written={**{info.name: info.default for info in infos}, **written},
        fault=fault,
        seats=rules.scenario.seats if rules else scenario.seats,
        sitting={} if moved else chosen,
        bots=service.games.bot_summaries(ruleset),
        clocks=looks.CLOCKS,
        delays=looks.DELAYS,
        defaults=[row for row in game.phases.rows() if row["decides"]],
    )


def options_of(infos: Sequence[OptionInfo], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Options as the form spells them: a switch that is off is not sent at all."""
    written: dict[str, Any] = {}
    for info in infos:
        value = chosen.get(f"option.{info.name}")
        if info.kind == "switch":
            written[info.name] = value is not None
        elif value is not None and value.strip():
            spelled = value.strip()
            whole = info.kind == "number" and WHOLE.fullmatch(spelled)
            named = (one for one in info.choices if str(one) == spelled)  # a choice may be a number
            written[info.name] = int(spelled) if whole else next(named, spelled)
    return written


@router.get("/rules/{ruleset}")
def rulebook(service: Serving, ruleset: Name) -> HTMLResponse:
    """How to play a game, and its clauses."""
    return _html("rules.html", game=service.games.ruleset(ruleset))


@router.get("/rules/{ruleset}/{clause}")
def clause(service: Serving, ruleset: Name, clause: Name, part: IsPart = None) -> HTMLResponse:
    """One clause of a rulebook."""
    found = service.games.clause(ruleset, clause)
    return _html("_clause.html" if part else "clause.html", game=service.games.ruleset(ruleset), clause=found)


# ---- the table


@router.get("/table/{link}")
def table(service: Serving, link: Link) -> HTMLResponse:
    """What a link leads to: a table as a player, a spectator or the host sees it, or an invitation."""
    if service.place(link).role is Role.INVITE:
        return _html("join.html", link=link, sign=service.invitation(link))
    shown, _ = looks.live(service, link)
    bots = service.games.bot_summaries(shown["sight"]["ruleset"])
    return _html("table.html", bots=bots, **shown)


@router.get("/table/{link}/stream", response_class=EventSourceResponse)
async def stream(
    request: Request, link: Followed, since: Since = 0, last_event_id: Annotated[int | None, Header(ge=0)] = None
) -> AsyncIterator[ServerSentEvent]:
    """The live parts whenever they have changed for the holder of the link. The id of a message is the number of
    events that the page then knows; who comes back with it misses none."""
    service, hub = service_of(request), hub_of(request)
    known = since if last_event_id is None else last_event_id

    def look(since: int) -> tuple[tuple[str, int], Any, int]:
        shown, events = looks.live(service, link, since)
        return (looks.page("_live.html", **shown), events), (shown["sight"], shown["desk"]), events

    async for parts, events in changes(service, hub, link, known, look):
        yield ServerSentEvent(raw_data=parts, id=str(events))


@router.get("/table/{link}/frames")
def frames(service: Serving, link: Link, since: Since = 0) -> HTMLResponse:
    """How the board stood after each phase since an event, for a page that tells the events one after the other."""
    return _html("_frames.html", frames=changes_of(service.frames(link, since)))


@router.get("/table/{link}/option")
def option(service: Serving, link: Link, option: Key) -> Response:
    """An option before it is picked: where it leads, and the rows behind it."""
    try:
        picture, rows = service.outlook(link, option)
    except Refusal:
        return Response(status_code=204)  # it was picked or sealed in the meantime
    return _html("_option.html", ruleset=service.sight(link)["ruleset"], picture=picture, rows=rows)


@router.get("/table/{link}/barred")
def barred(service: Serving, link: Link) -> HTMLResponse:
    """What may not be picked now, with every reason and its clause."""
    return _html(
        "_barred.html",
        ruleset=service.sight(link)["ruleset"],
        barred=looks.by_reason(service.barred(link)),
        few=looks.FEW,
    )


@router.get("/table/{link}/log")
def log(service: Serving, link: Link) -> HTMLResponse:
    """All that has happened, as the holder of the link may know of it."""
    return _html("log.html", link=link, sight=service.sight(link), log=service.log(link))


# ---- ordering


@router.post("/table/{link}/pick")
def pick(service: Serving, link: Link, form: Form, part: IsPart = None) -> Response:
    """Drafts a pick at a place of the order; what stands there is taken back first."""
    decision, place = _number(form, "decision"), _number(form, "place")
    order = service.sight(link)["order"]
    if order is not None and len(order["picks"]) == place + 1:
        service.take_back(link, decision, place)
    service.pick(link, decision, place, form.get("option", ""))
    return _done(service, link, part)


@router.post("/table/{link}/take-back")
def take_back(service: Serving, link: Link, form: Form, part: IsPart = None) -> Response:
    """Takes back the last pick."""
    service.take_back(link, _number(form, "decision"), _number(form, "place"))
    return _done(service, link, part)


@router.post("/table/{link}/seal")
def seal(service: Serving, link: Link, form: Form, part: IsPart = None) -> Response:
    """Binds the order."""
    service.seal(link, _number(form, "decision"))
    return _done(service, link, part)


def _number(form: Mapping[str, str], name: str) -> int:
    written = form.get(name, "")
    if not (written.isascii() and written.isdecimal() and len(written) < 8):
        raise NotFound(f"the form has no {name}", expected="a form as the page sends it")
    return int(written)


def _done(service: Service, link: str, part: str | None) -> Response:
    if part is None:
        return RedirectResponse(f"/table/{link}", 303)
    return _html("_live.html", **looks.live(service, link)[0])


# ---- seats


@router.post("/table/{link}/join")
def join(service: Serving, link: Link, form: Form) -> Response:
    """Takes the seat of an invitation, with random bytes of the browser's own."""
    try:
        contribution = bytes.fromhex(form.get("contribution", ""))[:64]
    except ValueError:
        contribution = b""
    if len(contribution) < 16:
        raise AerodromeError("your browser has added nothing to the dice", remedy="let scripts run on this page")
    mine = service.join(link, contribution, form.get("name", ""))
    return RedirectResponse(f"/table/{mine}", 303)


@router.post("/table/{link}/hand-over")
def hand_over(service: Serving, link: Link, form: Form) -> HTMLResponse:
    """Gives a seat to a bot, or to another person by a new invitation, which is told once."""
    seat, bot = form.get("seat", ""), form.get("bot") or None
    table, role = service.place(link).match, service.place(link).role
    titles = {one["seat"]: one["title"] for one in service.sight(link)["seats"]}
    invite = service.hand_over(link, seat, bot)
    left = role is Role.SEAT
    return _html("_handed.html", table=table, seat=seat, title=titles[seat], bot=bot, invite=invite, left=left)


@router.post("/table/{link}/watch-link")
def watch_link(service: Serving, link: Link) -> HTMLResponse:
    """A new link for spectators; the old ones end."""
    table = service.place(link).match
    return _html("_new_link.html", table=table, name="watch", made=service.new_watch_link(link))


@router.post("/table/{link}/host-link")
def host_link(service: Serving, link: Link) -> HTMLResponse:
    """A new link for the host; the old one ends."""
    table = service.place(link).match
    return _html("_new_link.html", table=table, name="host", made=service.new_host_link(link))


# ---- after the end

_replays: OrderedDict[str, list[Step]] = OrderedDict()


def _steps(service: Service, link: str, over: bool) -> list[Step]:
    """The steps of a finished match; they never change. For a spectator who is behind it may not be ``over`` yet."""
    match = service.place(link).match
    steps = _replays.get(match) if over else None
    if steps is None:
        steps = _replays[match] = service.steps(link)
        while len(_replays) > REPLAYS:
            _replays.popitem(last=False)
    return steps


@router.get("/table/{link}/replay")
def replay(service: Serving, link: Link, step: Annotated[int, Query(ge=0)] = 0, part: IsPart = None) -> HTMLResponse:
    """A finished match, decision by decision, everything open."""
    sight = service.sight(link)
    steps = _steps(service, link, sight["over"])
    at = min(step, len(steps) - 1)
    rules = service.games.preview(sight["ruleset"], sight["scenario"], sight["options"])
    view = steps[at].view
    return _html(
        "_step.html" if part else "replay.html",
        link=link,
        sight=sight,
        at=at,
        last=len(steps) - 1,
        step=steps[at],
        picture=rules.ruleset.scene(rules, view),
        words=rules.ruleset.text(rules, view),
    )


@router.get("/table/{link}/verified")
def verified(service: Serving, link: Link) -> HTMLResponse:
    """Whether a finished match was played as its file says."""
    return _html("_verified.html", checks=service.verified(link))


# ---- anything else


@router.get("/{path:path}")
def nowhere(path: str) -> HTMLResponse:
    """An address that leads nowhere, said to a person in words; below ``/api`` and ``/static`` programs ask."""
    if path.startswith(("api/", "static/")):
        raise HTTPException(404)
    raise NotFound("there is no such page", remedy="go to the first page")
