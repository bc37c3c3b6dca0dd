"""The JSON API. Each endpoint is one verb of the service; a link stands in the path and says who asks."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Annotated, Any, Literal, get_args, get_origin

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from aerodrome.ruleset import Ruleset
from aerodrome.scenarios import Scenario
from aerodrome_web import models
from aerodrome_web.hub import Hub
from aerodrome_web.service import Service
from aerodrome_web.shown import shown
from aerodrome_web.stream import follow

FAULTS: dict[int | str, dict[str, Any]] = {
    403: {"model": models.Fault, "description": "the link is not for that"},
    404: {"model": models.Fault, "description": "there is no such thing, or the link leads nowhere"},
    409: {"model": models.Fault, "description": "too late, too early, or a second time"},
    413: {"model": models.Fault, "description": "the body is too large"},
    422: {"model": models.Fault, "description": "not readable, or not legal"},
    429: {"model": models.Fault, "description": "too many requests"},
    503: {"model": models.Fault, "description": "the database does not answer"},
}

router = APIRouter(responses=FAULTS)


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


Serving = Annotated[Service, Depends(service_of)]
Link = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$", description="a link as it was handed out")]
Game = Annotated[str, Path(max_length=100)]
Since = Annotated[int, Query(ge=0, le=10_000_000, description="number of the last event that is known")]


# ---- games


@router.get("/rulesets")
def rulesets(service: Serving) -> list[models.RulesetInfo]:
    """The games."""
    return [_ruleset(service, ruleset) for ruleset in service.games.rulesets()]


@router.get("/rulesets/{ruleset}")
def ruleset(service: Serving, ruleset: Game) -> models.RulesetInfo:
    """One game."""
    return _ruleset(service, service.games.ruleset(ruleset))


@router.post("/rulesets/{ruleset}/preview")
def preview(service: Serving, ruleset: Game, kind: models.KindOfMatch) -> models.Preview:
    """Seats and options of a kind of match. Options that do not go together are refused, with the reason."""
    rules = service.games.preview(ruleset, kind.scenario, kind.options)
    scenario = rules.scenario
    return models.Preview(scenario=scenario.id, seats=_seats(scenario), options=rules.options.written())


@router.get("/rulesets/{ruleset}/clauses/{clause}")
def clause(service: Serving, ruleset: Game, clause: Annotated[str, Path(max_length=100)]) -> models.Clause:
    """One clause of a rulebook, as events and refusals cite it."""
    return models.Clause.model_validate(service.games.clause(ruleset, clause), from_attributes=True)


@router.get("/rulesets/{ruleset}/picture", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def picture_of(
    service: Serving, ruleset: Game, scenario: Annotated[str | None, Query(max_length=100)] = None
) -> Response:
    """A moment of the scenario in play, as a spectator sees it: the pieces from near."""
    svg = service.games.picture_of(ruleset, scenario).svg()
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=300"})


# ---- tables


@router.post("/tables", status_code=201)
def create(service: Serving, table: models.NewTable) -> models.Links:
    """A new table. Take a seat with its invitation: `POST /api/table/{link}/join`."""
    made = service.create(
        table.ruleset,
        table.scenario,
        table.options,
        sitting=table.seats,
        clock=table.clock,
        delay=table.delay,
    )
    return models.Links.model_validate(asdict(made))


@router.get("/table/{link}/invitation")
def invitation(service: Serving, link: Link) -> models.Invitation:
    """What one is invited to: note the commitment before you join."""
    return models.Invitation.model_validate(service.invitation(link))


@router.post("/table/{link}/join", status_code=201)
def join(service: Serving, link: Link, joining: models.Joining) -> models.SeatLink:
    """Takes the seat of an invitation. The answer is the link to the seat; the invitation is used up."""
    return models.SeatLink(link=service.join(link, bytes.fromhex(joining.contribution), joining.name))


@router.post("/table/{link}/seats/{seat}/hand-over")
def hand_over(
    service: Serving, link: Link, seat: Annotated[str, Path(max_length=100)], to: models.HandingOver
) -> models.NewInvite:
    """Gives a seat to a bot or to another person. For the host, and for the person who sits there."""
    return models.NewInvite(invite=service.hand_over(link, seat, to.bot))


@router.post("/table/{link}/watch-link", status_code=201)
def new_watch_link(service: Serving, link: Link) -> models.SeatLink:
    """A new link for spectators; the old ones end. For the host."""
    return models.SeatLink(link=service.new_watch_link(link))


@router.post("/table/{link}/host-link", status_code=201)
def new_host_link(service: Serving, link: Link) -> models.SeatLink:
    """A new link for the host; the old one ends. For the host."""
    return models.SeatLink(link=service.new_host_link(link))


# ---- looking


@router.get("/table/{link}")
def sight(service: Serving, link: Link) -> models.Sight:
    """All that the holder of the link may know of the table now."""
    return models.Sight.model_validate(service.sight(link))


@router.get("/table/{link}/log")
def log(service: Serving, link: Link, since: Since = 0) -> models.Log:
    """The events after number ``since``."""
    return models.Log(events=[models.EventLine(**told.to_json()) for told in service.log(link, since)])


@router.get("/table/{link}/picture", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def picture(service: Serving, link: Link, option: Annotated[str | None, Query(max_length=500)] = None) -> Response:
    """The table as a picture; with ``option``, as it would be after that pick."""
    return Response(service.scene(link, option).svg(), media_type="image/svg+xml")


@router.get("/table/{link}/explanation")
def explain(service: Serving, link: Link, option: Annotated[str, Query(max_length=500)]) -> models.Explanation:
    """The rows behind an option before it is picked: dice, modifiers, each with its clause."""
    return models.Explanation(rows=[models.RowLine(**asdict(row)) for row in service.explain(link, option)])


@router.get("/table/{link}/barred")
def barred(service: Serving, link: Link) -> models.BarredChoices:
    """What may not be picked now, with every reason and its clause."""
    return models.BarredChoices(
        options=[
            models.BarredChoice(
                **shown(found.option),
                reasons=[models.Reason(clause=reason.clause, text=reason.text) for reason in found.reasons],
            )
            for found in service.barred(link)
        ]
    )


def _followed(service: Serving, link: Link) -> str:
    """Unknown links are refused before a stream begins."""
    service.place(link)
    return link


Followed = Annotated[str, Depends(_followed)]


@router.get("/table/{link}/stream", response_class=EventSourceResponse)
async def stream(
    request: Request,
    link: Followed,
    since: Since = 0,
    last_event_id: Annotated[int | None, Header(ge=0, le=10_000_000)] = None,
) -> AsyncIterator[ServerSentEvent]:
    """Follows the table. ``event`` messages are events of the log, each with its number as id, so that a client that
    comes back gets the rest; a ``table`` message is the short state of the table, sent when it has changed."""
    known = since if last_event_id is None else last_event_id
    async for news in follow(service_of(request), hub_of(request), link, known):
        for told in news.events:
            yield ServerSentEvent(event="event", id=str(told.event.number), raw_data=_json(told.to_json()))
        yield ServerSentEvent(event="table", raw_data=_json(news.table))


# ---- ordering


@router.post("/table/{link}/picks")
def pick(service: Serving, link: Link, pick: models.Picking) -> models.Sight:
    """Drafts a pick. It can be taken back until the order is sealed."""
    return models.Sight.model_validate(service.pick(link, pick.decision, pick.place, pick.option))


@router.post("/table/{link}/take-back")
def take_back(service: Serving, link: Link, back: models.TakingBack) -> models.Sight:
    """Takes back the last pick."""
    return models.Sight.model_validate(service.take_back(link, back.decision, back.place))


@router.post("/table/{link}/seal")
def seal(service: Serving, link: Link, seal: models.Sealing) -> models.Sight:
    """Binds the order."""
    return models.Sight.model_validate(service.seal(link, seal.decision))


@router.post("/table/{link}/order")
def order(service: Serving, link: Link, order: models.Ordering) -> models.Sight:
    """Picks and seals a whole order in one go."""
    return models.Sight.model_validate(service.order(link, order.decision, order.options))


# ---- after the end


@router.get("/table/{link}/steps")
def steps(service: Serving, link: Link) -> models.Steps:
    """A match that is over, decision by decision, everything open."""
    return models.Steps(
        steps=[
            models.StepLine(
                phase=step.phase,
                decision=step.decision,
                events=[models.EventLine(**told.to_json()) for told in step.events],
                view=step.view,
            )
            for step in service.steps(link)
        ]
    )


@router.get("/table/{link}/file", response_class=Response, responses={200: {"content": {"application/jsonl": {}}}})
def file(service: Serving, link: Link) -> Response:
    """The match file of a match that is over, as `aerodrome verify` reads it."""
    headers = {"content-disposition": 'attachment; filename="match.jsonl"'}
    return Response(service.file(link), media_type="application/jsonl", headers=headers)


@router.get("/table/{link}/verification")
def verification(service: Serving, link: Link) -> models.Verification:
    """Checks a match that is over: log, commitments, dice, result."""
    checks = service.verified(link)
    return models.Verification(
        verified=all(check.holds for check in checks), checks=[models.CheckLine(**asdict(check)) for check in checks]
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _seats(scenario: Scenario) -> list[dict[str, Any]]:
    return [
        {"id": seat.id, "title": seat.title or seat.id, "team": seat.side, "aircraft": list(seat.aircraft)}
        for seat in scenario.seats
    ]


def _ruleset(service: Service, game: Ruleset[Any]) -> models.RulesetInfo:
    return models.RulesetInfo(
        id=game.id,
        title=game.title,
        version=game.version,
        summary=game.summary,
        guide=game.guide,
        geometry=game.geometry,
        scoring=game.scoring,
        orders=game.orders,
        scenarios=[
            models.ScenarioInfo(
                id=scenario.id,
                title=scenario.title,
                summary=scenario.summary,
                seats=_seats(scenario),
                options=scenario.options,
            )
            for scenario in game.scenarios
        ],
        options=option_infos(game),
        bots=service.games.bots(game.id),
        bot_summaries=service.games.bot_summaries(game.id),
    )


def option_infos(game: Ruleset[Any]) -> list[models.OptionInfo]:
    """The options of a ruleset, for whoever offers them to people."""
    return [_option(name, field, game.option_clauses(name)) for name, field in game.option_fields().items()]


def _option(name: str, field: Any, clauses: list[str]) -> models.OptionInfo:
    kinds = get_args(field.annotation) or (field.annotation,)
    choice = get_origin(field.annotation) is Literal
    kind = "choice" if choice else "switch" if bool in kinds else "number" if {int, float} & set(kinds) else "text"
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    meanings = extra.get("meanings")
    return models.OptionInfo(
        name=name,
        kind=kind,
        default=field.default,
        choices=list(kinds) if choice else [],
        text=field.description or "",
        clauses=clauses,
        allowed=_allowed(field, kinds) if kind == "number" else "",
        meanings={str(one): str(words) for one, words in meanings.items()} if isinstance(meanings, dict) else {},
    )


BOUNDS = (("ge", "{} or more"), ("gt", "more than {}"), ("le", "at most {}"), ("lt", "less than {}"))


def _allowed(field: Any, kinds: tuple[Any, ...]) -> str:
    """What a number may be, in words: ``a whole number from 1 to 20``."""
    found = ((name, getattr(one, name, None)) for one in field.metadata for name, _ in BOUNDS)
    bounds = {name: bound for name, bound in found if bound is not None}
    words = "a number" if float in kinds else "a whole number"
    if bounds.keys() == {"ge", "le"}:
        words += f" from {bounds['ge']} to {bounds['le']}"
    elif bounds:
        words += ", " + ", ".join(said.format(bounds[name]) for name, said in BOUNDS if name in bounds)
    return words + (", or nothing for none" if type(None) in kinds else "")
