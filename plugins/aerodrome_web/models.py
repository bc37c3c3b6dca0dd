"""What goes over the wire, as the OpenAPI document tells it: requests are checked by these, answers described."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.scenarios import ID

DAYS = 24 * 60 * 60

Key = Annotated[str, Field(min_length=1, max_length=500, description="key of an option, as the table lists it")]
Number = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
Name = Annotated[str, Field(pattern=ID, max_length=100)]


Finite = Annotated[float, Field(allow_inf_nan=False)]
Setting = bool | int | Finite | str | None


class Asked(BaseModel):
    """A request: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Asked):
    """A table to be made. Seats that are not named are open: each is taken with an invitation."""

    ruleset: Name
    scenario: Name | None = None
    options: dict[Annotated[str, Field(max_length=100)], Setting] = Field({}, max_length=100)
    seats: dict[Name, Name] = Field({}, max_length=100, description="by seat, the bot that sits there")
    clock: int | None = Field(None, ge=10, le=30 * DAYS, strict=True, description="seconds for a decision")
    delay: int = Field(0, ge=0, le=DAYS, strict=True, description="seconds by which spectators are behind")


class KindOfMatch(Asked):
    """Ruleset options to be looked at before a table is made."""

    scenario: Name | None = None
    options: dict[Annotated[str, Field(max_length=100)], Setting] = Field({}, max_length=100)


class Joining(Asked):
    """Somebody takes a seat."""

    contribution: str = Field(
        pattern=r"^([0-9a-f]{2}){16,64}$", description="random bytes for the seed in hexadecimal, 16 to 64 of them"
    )
    name: str = Field("", max_length=40, description="how the person wants to be called")


class Picking(Asked):
    """One pick of an order."""

    decision: Number
    place: Number = Field(description="place of the pick in the order, from 0")
    option: Key


class TakingBack(Asked):
    """The last pick is taken back."""

    decision: Number
    place: Number = Field(description="place of the pick in the order, from 0")


class Sealing(Asked):
    """The drafted order is bound."""

    decision: Number


class Ordering(Asked):
    """A whole order."""

    decision: Number
    options: list[Key] = Field(max_length=1000)


class HandingOver(Asked):
    """A seat gets another person, or a bot."""

    bot: Name | None = Field(None, description="name of a bot; left out: another person")


# ---- answers


class Reason(BaseModel):
    """A reason against an option."""

    clause: str
    text: str


class Error(BaseModel):
    """What is wrong, where, what was expected, what to do; more of it for a refused order."""

    what: str
    where: str
    expected: str
    do: str
    kind: str | None = None
    clauses: list[str] | None = None
    reasons: list[Reason] | None = None
    legal: list[str] | None = None


class Fault(BaseModel):
    """Every error has this form."""

    error: Error


class ScenarioInfo(BaseModel):
    """One scenario of a ruleset."""

    id: str
    title: str
    summary: str
    seats: list[dict[str, Any]]
    options: dict[str, Any]


class OptionInfo(BaseModel):
    """One option of a ruleset. ``kind``: switch, number, choice, text. ``allowed`` says in words what a number may be,
    ``meanings`` what each choice means."""

    name: str
    kind: str
    default: Any
    choices: list[Any]
    text: str
    clauses: list[str]
    allowed: str
    meanings: dict[str, str]


class RulesetInfo(BaseModel):
    """One game. ``scoring``: what the scores of a result count. ``orders``: how many a player decides on in a usual
    match, 0 where nobody has counted. ``bot_summaries``: what each bot is like."""

    id: str
    title: str
    version: str
    summary: str
    guide: str
    geometry: str
    scoring: str
    orders: int
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    bots: list[str]
    bot_summaries: dict[str, str]


class Preview(BaseModel):
    """Seats and options in force."""

    scenario: str
    seats: list[dict[str, Any]]
    options: dict[str, Any]


class Clause(BaseModel):
    """One clause of a rulebook, in our own words."""

    id: str
    title: str
    scope: str
    section: str
    rule: str
    ruling: str


class Links(BaseModel):
    """A new table, and the links to it, which are told only here."""

    table: str
    commitment: str
    host: str
    watch: str
    invites: dict[str, str]


class SeatState(BaseModel):
    """Who sits on a seat (open, person, bot), and what he is doing: deciding, sealed, or nothing."""

    seat: str
    title: str
    team: str
    who: str
    name: str
    doing: str


class Sign(BaseModel):
    """What stands at the door of a table."""

    table: str
    ruleset: str
    title: str
    scenario: str
    scenario_title: str
    options: dict[str, Any]
    commitment: str
    clock: int | None
    delay: int
    seats: list[SeatState]


class Invitation(Sign):
    """What one is invited to."""

    seat: str


class PhaseState(BaseModel):
    """The phase that waits for orders."""

    id: str
    title: str
    clauses: list[str]


class DecisionState(BaseModel):
    """What is decided; ``picks`` is 0 when it takes as many as it takes, ``deadline`` is in seconds since 1970.
    ``request`` asks a person for it in a sentence, ``guide`` says what to know of it; ``reveal``: jointly, when the
    last seat has sealed, or kept until the rules show it."""

    number: int
    title: str
    request: str
    guide: str
    reveal: str
    picks: int
    default: str
    deadline: float | None


class Table(Sign):
    """The short state of a table: what streams send."""

    you: str
    role: str
    begun: bool
    over: bool
    phase: PhaseState | None
    decision: DecisionState | None
    seals: dict[str, str]
    events: int
    result: dict[str, Any] | None


class Choice(BaseModel):
    """An option; ``remark`` says what it would lead to, ``warning`` what a person may not mean by it."""

    key: str
    label: str
    facts: dict[str, Any]
    remark: str = ""
    warning: str = ""


class OrderState(BaseModel):
    """The order of a seat that is asked. ``prompt``: for what the next pick is, where the ruleset says so."""

    prompt: str
    picks: list[Choice]
    options: list[Choice]
    sealed: bool
    complete: bool
    default: list[str]


class Sight(Table):
    """All that the holder of a link may know of a table."""

    view: dict[str, Any] | None
    order: OrderState | None


class EventLine(BaseModel):
    """One event, as the holder of the link may know of it."""

    number: int
    phase: str
    kind: str
    rule: str
    facts: dict[str, Any]
    sentence: str


class Log(BaseModel):
    """Events."""

    events: list[EventLine]


class RowLine(BaseModel):
    """One row of an explanation."""

    label: str
    value: Any
    clause: str


class Explanation(BaseModel):
    """The rows behind an option."""

    rows: list[RowLine]


class BarredChoice(Choice):
    """An option that cannot be picked now, and why."""

    reasons: list[Reason]


class BarredChoices(BaseModel):
    """Options that cannot be picked now."""

    options: list[BarredChoice]


class SeatLink(BaseModel):
    """The link to a seat."""

    link: str


class NewInvite(BaseModel):
    """The invitation to a seat that was handed over; none when a bot took it."""

    invite: str | None


class StepLine(BaseModel):
    """A finished match after one of its decisions."""

    phase: str
    decision: int
    events: list[EventLine]
    view: dict[str, Any]


class Steps(BaseModel):
    """A finished match, decision by decision."""

    steps: list[StepLine]


class CheckLine(BaseModel):
    """One thing that was verified."""

    name: str
    holds: bool | None
    detail: str
    commitment: str


class Verification(BaseModel):
    """The checks of a finished match, and whether all of them hold."""

    verified: bool
    checks: list[CheckLine]
