"""Situations: a position, orders, dice, and what must come out, as a file.

A situation is how a dispute is settled and how a rule is tested. ``docs/situations.md`` describes the format field by
field; ``schemas/`` holds it as JSON Schema.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, Strict, model_validator

from aerodrome.canonical import Json
from aerodrome.chance import Chance, ScriptedChance, Seed
from aerodrome.documents import Document, read_yaml, reason_of, validated
from aerodrome.errors import AerodromeError, Refusal
from aerodrome.events import ENGINE_KINDS, Event
from aerodrome.match import Match, viewer_called
from aerodrome.ruleset import Position, Rules, Ruleset
from aerodrome.visibility import REFEREE


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


Choose = Annotated[int, Strict()] | str | dict[str, Any]


class Refused(_Strict):
    """The refusal that the last order must meet: its clause (or all its clauses) and its kind."""

    clause: str | None = None
    clauses: list[str] | None = None
    kind: Literal["illegal", "not now", "unreadable"] | None = None


class Sees(_Strict):
    """What a viewer's projection must show, by path, and what must not be in it."""

    shows: dict[str, Any] = {}
    hides: list[str] = []
    events: list[dict[str, Any]] = []
    no_events: list[dict[str, Any]] = []


class Expect(_Strict):
    """What must come out. What is left out is not looked at.

    Attributes:
        dice_rolled: how many results were taken from ``dice``.
        events: events that must happen in this order, each by ``kind``, ``rule`` and any of its facts.
        no_events: events that must not happen.
        state: paths into the referee's view and their values.
        phase: the phase that the match must be in at the end.
        pending: the seats that are asked then.
        options: by seat, the keys of exactly the options that it is offered then.
        explains: by seat, then by option, the rows behind it as ``label: value``.
        views: by viewer, what it sees and does not see.
        result: fields of the result.
        refused: the refusal that the last order meets; ``null`` when none may be refused.
    """

    dice_rolled: int | None = None
    events: list[dict[str, Any]] = []
    no_events: list[dict[str, Any]] = []
    state: dict[str, Any] = {}
    phase: str | None = None
    pending: list[str] | None = None
    options: dict[str, list[str]] = {}
    explains: dict[str, dict[str, dict[str, Any]]] = {}
    views: dict[str, Sees] = {}
    result: dict[str, Any] | None = None
    refused: Refused | None = None


class SituationOrder(_Strict):
    """One order.

    Attributes:
        seat: who orders.
        choose: an option by its key (``place:spad-vii``) or facts (``{place: spad-vii}``), or a list of them.
        seal: false leaves the picks a draft.
        take_back: how many picks of the draft are taken back first.
        expire: true instead of ``choose`` when the seat's time runs out.
        expect: what must have come out by now, before the next order; counted from the start of the situation.
    """

    seat: str
    choose: Choose | list[Choose] | None = None
    seal: bool = True
    take_back: int = Field(default=0, ge=0)
    expire: bool = False
    expect: Expect | None = None

    @model_validator(mode="after")
    def _one_way(self) -> SituationOrder:
        if self.expire and self.choose is not None:
            raise ValueError("an order has either choose or expire")
        if self.expect is not None and self.expect.refused is not None:
            raise ValueError("a refusal is expected at the end: the refused order is the last one")
        return self


class Situation(_Strict):
    """A situation file.

    Attributes:
        clauses: the clauses that it shows.
        note: where it comes from and what it decides.
        seed: of the fresh match from which everything is taken that the position leaves out.
        position: what stands where; the ruleset's own model says how it is written. Without one the situation is a
            fresh match, what happened in its setup included.
        dice: the next results, in order, or a list for each stream; asking for more is an error, as is one left over.
    """

    title: str
    ruleset: str
    clauses: list[str] = Field(min_length=1)
    note: str = ""
    scenario: str | None = None
    options: dict[str, Any] = {}
    seed: int = 0
    position: dict[str, Any] = {}
    dice: list[Any] | dict[str, list[Any]] = []
    orders: list[SituationOrder] = []
    expect: Expect


@dataclass(frozen=True)
class Report:
    """What running a situation showed: nothing in ``differences`` when all is as expected."""

    path: str
    situation: Situation
    differences: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.differences


def read(path: str | Path) -> tuple[Situation, Document]:
    """A situation file, checked against the model (not yet against its ruleset)."""
    document = read_yaml(path)
    return validated(Situation, document), document


def files(places: list[Path]) -> list[Path]:
    """The situation files in files and folders.

    Raises:
        AerodromeError: a place does not exist or holds none.
    """
    found: list[Path] = []
    for place in places:
        if not place.exists():
            raise AerodromeError("there is no such file or folder", where=str(place))
        here = sorted(place.rglob("*.yaml")) if place.is_dir() else [place]
        if not here:
            raise AerodromeError("no situation files here", where=str(place), expected="files that end in .yaml")
        found.extend(here)
    return found


def prepare(path: str | Path, find: Callable[[str], Ruleset[Any]]) -> Situation:
    """Checks a situation file against its ruleset without running it.

    Raises:
        AerodromeError: the file is not a situation, or its position is not one of its ruleset.
    """
    situation, document = read(path)
    ruleset = _ruleset(situation, document, find)
    _check_clauses(situation, document, ruleset)
    _prepare(situation, document, ruleset)
    return situation


def run(path: str | Path, find: Callable[[str], Ruleset[Any]]) -> Report:
    """Runs a situation file.

    Raises:
        AerodromeError: the file is not a situation, or its position cannot be.
    """
    situation, document = read(path)
    ruleset = _ruleset(situation, document, find)
    _check_clauses(situation, document, ruleset)
    rules, position = _prepare(situation, document, ruleset)
    chance = Chance.scripted(situation.dice)
    assert isinstance(chance, ScriptedChance)
    with _playable(document.where(("position",))):
        match = Match.at_position(rules, position if situation.position else None, chance, Seed.of(situation.seed))
    differences: list[str] = []
    refusal = None
    left = len(situation.orders)
    while left and refusal is None:
        index = len(situation.orders) - left
        order = situation.orders[index]
        left -= 1
        with _playable(document.where(("orders", index))):
            refusal = _give(match, order)
            if order.expect is not None:
                found = _differences(order.expect, match, chance)
                differences += [f"after order {index + 1}: {difference}" for difference in found]
    differences += _refusal_differences(situation.expect, refusal, left)
    with _playable(document.where(("expect",))):
        differences += _differences(situation.expect, match, chance)
    if chance.left:
        differences.append(f"{len(chance.left)} dice were not rolled: {', '.join(map(str, chance.left))}")
    return Report(str(path), situation, tuple(differences))


@contextmanager
def _playable(where: str) -> Iterator[None]:
    """Errors say where in the file they come from; a position that trips the ruleset is the file's error."""
    try:
        yield
    except AerodromeError as error:
        raise error.at(where) from None
    except Exception as error:
        raise AerodromeError(
            f"the ruleset cannot play on from this position ({reason_of(error)})",
            where=where,
            expected="a position that can come up in play: say what the phase needs",
        ) from error


def _ruleset(situation: Situation, document: Document, find: Callable[[str], Ruleset[Any]]) -> Ruleset[Any]:
    try:
        return find(situation.ruleset)
    except AerodromeError as error:
        raise error.at(document.where(("ruleset",))) from None


def _check_clauses(situation: Situation, document: Document, ruleset: Ruleset[Any]) -> None:
    for index, clause in enumerate(situation.clauses):
        if clause not in ruleset.catalogue:
            raise AerodromeError(f"{ruleset.id} has no clause {clause!r}", where=document.where(("clauses", index)))


def _prepare(situation: Situation, document: Document, ruleset: Ruleset[Any]) -> tuple[Rules, Position]:
    with _playable(document.where(("scenario",))):
        scenario = ruleset.scenario(situation.scenario)
    with _playable(document.where(faulty_option(ruleset, situation.options))):
        rules = ruleset.bind(scenario, situation.options)
    written = document.part("position") if situation.position else Document(document.path, {})
    here = Document(document.path, written.data, {k or (): line for k, line in written.lines.items()})
    return rules, validated(ruleset.position_model, here)


def faulty_option(ruleset: Ruleset[Any], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Where in a file the option stands that the ruleset does not take; the top of the file if each is taken."""
    for name, value in options.items():
        try:
            ruleset.read_options({name: value})
        except AerodromeError:
            return ("options", name)
    return ()


def _give(match: Match, order: SituationOrder) -> Refusal | None:
    seat = match.rules.seat_number(order.seat)
    chosen = order.choose if isinstance(order.choose, list) else [] if order.choose is None else [order.choose]
    try:
        if order.take_back:
            match.take_back(seat, order.take_back)
        if order.expire:
            match.expire(seat)
        elif order.seal:
            match.order(seat, *chosen)
        else:
            for choice in chosen:
                match.pick(seat, choice)
    except Refusal as refusal:
        return refusal
    return None


# ---- comparing


def _refusal_differences(expect: Expect, refusal: Refusal | None, left: int) -> Iterator[str]:
    wanted = expect.refused
    if refusal is None:
        if wanted is not None:
            yield "no order was refused"
        return
    if wanted is None:
        yield f"an order was refused: {refusal}"
        return
    if left:
        yield f"the refused order is not the last one: {refusal}"
    if wanted.kind and wanted.kind != refusal.kind:
        yield f"refused as {refusal.kind!r}, expected {wanted.kind!r}"
    if wanted.clause and wanted.clause not in refusal.clauses:
        yield f"refused by {', '.join(refusal.clauses)}, expected {wanted.clause}"
    if wanted.clauses is not None and sorted(wanted.clauses) != sorted(refusal.clauses):
        yield f"refused by {', '.join(refusal.clauses)}, expected {', '.join(wanted.clauses)}"


def _differences(expect: Expect, match: Match, chance: ScriptedChance) -> Iterator[str]:
    if expect.dice_rolled is not None and expect.dice_rolled != chance.used:
        yield f"{chance.used} dice were rolled, expected {expect.dice_rolled}"
    events = match.log(REFEREE)
    yield from _missing_events(expect.events, events)
    yield from _forbidden_events(expect.no_events, events)
    yield from _path_differences(expect.state, match.view(REFEREE))
    if expect.phase is not None and expect.phase != match.phase.id:
        yield f"phase is {match.phase.id}, expected {expect.phase}"
    seats = match.rules.seats
    pending = [seats[seat] for seat in match.pending]
    if expect.pending is not None and sorted(expect.pending) != sorted(pending):
        yield f"asked are {', '.join(pending) or 'none'}, expected {', '.join(expect.pending) or 'none'}"
    yield from _option_differences(expect, match)
    for name, sees in expect.views.items():
        yield from (f"view of {name}: {text}" for text in _view_differences(sees, match, name))
    yield from _result_differences(expect.result, match)


def _option_differences(expect: Expect, match: Match) -> Iterator[str]:
    for name, keys in expect.options.items():
        offered = [option.key for option in match.options(match.rules.seat_number(name))]
        if sorted(offered) != sorted(keys):
            yield f"{name} is offered {', '.join(offered) or 'nothing'}, expected {', '.join(keys) or 'nothing'}"
    for name, explained in expect.explains.items():
        for key, wanted in explained.items():
            rows = {row.label: row.value for row in match.explain(match.rules.seat_number(name), key)}
            if rows != wanted:
                yield f"{key} is explained to {name} as {rows}, expected {wanted}"


def _view_differences(sees: Sees, match: Match, name: str) -> Iterator[str]:
    viewer = viewer_called(match.rules, name)
    view = match.view(viewer)
    yield from _path_differences(sees.shows, view)
    everything = match.view(REFEREE)
    for path in sees.hides:
        found, value = _at(view, path)
        if found:
            yield f"{path} is seen: {value!r}"
        elif path.partition(".")[0] not in everything and not _at(everything, path)[0]:
            yield f"{path} is not even there for the referee: is it misspelt?"
    log = match.log(viewer)
    yield from _missing_events(sees.events, log)
    yield from _forbidden_events(sees.no_events, log)


def _result_differences(wanted: dict[str, Any] | None, match: Match) -> Iterator[str]:
    if wanted is None:
        return
    if match.result is None:
        yield "the match is not over"
        return
    for name, value in wanted.items():
        found = match.result.to_json().get(name)
        if found != value:
            yield f"result: {name} is {found!r}, expected {value!r}"


def _missing_events(wanted: list[dict[str, Any]], events: list[Event]) -> Iterator[str]:
    rest = iter(events)
    for pattern in wanted:
        if not any(_fits(pattern, event) for event in rest):
            happened = (
                "; ".join(f"{e.kind} [{e.rule}] {e.facts}" for e in events if e.kind not in ENGINE_KINDS) or "nothing"
            )
            yield f"no event {pattern} at its place; what happened: {happened}"
            return


def _forbidden_events(patterns: list[dict[str, Any]], events: list[Event]) -> Iterator[str]:
    for pattern in patterns:
        for event in events:
            if _fits(pattern, event):
                yield f"an event {pattern} happened: {event.facts}"
                break


def _fits(pattern: dict[str, Any], event: Event) -> bool:
    known: dict[str, Json] = {**event.facts, "kind": event.kind, "rule": event.rule, "phase": event.phase}
    return all(name in known and known[name] == value for name, value in pattern.items())


def _path_differences(wanted: dict[str, Any], view: dict[str, Any]) -> Iterator[str]:
    for path, value in wanted.items():
        found, there = _at(view, path)
        if not found:
            yield f"{path} is not there, expected {value!r}"
        elif there != value:
            yield f"{path} is {there!r}, expected {value!r}"


def _at(view: dict[str, Any], path: str) -> tuple[bool, Any]:
    """The value at a dotted path, looked up in the state first, then in the view around it."""
    for root in (view["state"], view):
        here: Any = root
        for step in path.split("."):
            if isinstance(here, dict) and step in here:
                here = here[step]
            elif isinstance(here, list) and step.isdecimal() and len(step) < 10 and int(step) < len(here):
                here = here[int(step)]
            else:
                break
        else:
            return True, here
    return False, None
