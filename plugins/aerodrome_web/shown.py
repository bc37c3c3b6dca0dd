"""What a viewer is shown of a table: all of it from `Match.view`, `Match.log` and `Match.options` for that viewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aerodrome.errors import Reason, Unreadable
from aerodrome.events import Event
from aerodrome.match import Match, viewer_name
from aerodrome.orders import Option
from aerodrome.phases import Row
from aerodrome.ruleset import Rules
from aerodrome.visibility import Viewer
from aerodrome_web.links import Role
from aerodrome_web.shelf import Held
from aerodrome_web.store import Kept, Seat


@dataclass(frozen=True)
class Told:
    """One event as a viewer may know of it, and as a sentence."""

    event: Event
    sentence: str

    def to_json(self) -> dict[str, Any]:
        event = self.event
        return {
            "number": event.number,
            "phase": event.phase,
            "kind": event.kind,
            "rule": event.rule,
            "facts": event.facts,
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class Barred:
    """An option of the ruleset that cannot be picked now, and every reason against it."""

    option: Option
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Draft:
    """An order that is not sealed: its picks, each with the rows behind it; options, each with its remark and its
    warning. ``instead``: the options stand for the last pick, not for one more. ``prompt``: the ruleset's words for
    what the next pick is asked for."""

    picks: tuple[tuple[Option, tuple[Row, ...]], ...]
    options: tuple[tuple[Option, str, str], ...]
    complete: bool
    instead: bool
    prompt: str


def draft_of(match: Match, seat: int) -> Draft:
    """The order of a seat that is asked: what was picked, and what may be picked next; of an order that is complete,
    what could stand in place of its last pick."""
    drafted, options = match.picks(seat), match.options(seat)
    wanted = match.phase.decision.picks if match.phase.decision else 0
    trial = match.clone()
    trial.take_back(seat, len(drafted))
    picks = []
    for pick in drafted:
        picks.append((pick, trial.explain(seat, pick)))
        trial.pick(seat, pick)
    instead = bool(drafted) and not options
    if instead:
        trial.take_back(seat)
    rules, view, left = match.rules, trial.view(seat), trial.options(seat)
    ruleset = rules.ruleset
    offered = tuple((o, ruleset.remark(rules, view, o), ruleset.warning(rules, view, o)) for o in left)
    complete = len(drafted) == wanted if wanted else not options
    return Draft(tuple(picks), offered, complete, instead, ruleset.prompt(rules, view, left) if left else "")


def told(match: Match, viewer: Viewer, since: int) -> tuple[Told, ...]:
    """The events after number ``since``, as a viewer may know of them."""
    say = match.rules.ruleset.say
    return tuple(Told(event, say(match.rules, event, viewer)) for event in match.log(viewer, since))


def sign(match: Kept, rules: Rules) -> dict[str, Any]:
    """What stands at the door of a table: public, and the same for everybody."""
    return {
        "table": match.id,
        "ruleset": rules.ruleset.id,
        "title": rules.ruleset.title,
        "scenario": rules.scenario.id,
        "scenario_title": rules.scenario.title,
        "options": rules.options.written(),
        "commitment": match.header["commitment"],
        "clock": match.clock,
        "delay": match.delay,
    }


def sitting(seats: Sequence[Seat], rules: Rules, view: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Who sits where, and whether he is deciding: no more of it than stands in the ``view``, once there is one."""
    asked, sealed = (view["asked"], view["sealed"]) if view else ((), ())
    rows = []
    for seat in seats:
        spec = rules.scenario.seats[seat.number]
        doing = "sealed" if spec.id in sealed else "deciding" if spec.id in asked else ""
        rows.append(
            {
                "seat": spec.id,
                "title": spec.title or spec.id,
                "team": rules.team_name(seat.number),
                "who": seat.who,
                "name": seat.name,
                "doing": doing,
            }
        )
    return rows


def table_of(
    held: Held, row: Kept, rules: Rules, view: dict[str, Any] | None, viewer: Viewer, role: Role
) -> dict[str, Any]:
    """The short state of a table; a ``table`` message of a stream."""
    match = held.match
    table = {
        **sign(row, rules),
        "you": viewer_name(rules, viewer),
        "role": role.value,
        "seats": sitting(held.seats, rules, view),
        "begun": match is not None,
        "over": match is not None and match.over,
        "phase": None,
        "decision": None,
        "seals": {},
        "events": 0,
        "result": None,
    }
    if match is not None:
        phase = match.phase
        table["phase"] = {"id": phase.id, "title": phase.title, "clauses": list(phase.clauses)}
        table["seals"] = match.commitments()
        table["events"] = match.heard(viewer)
        table["result"] = match.result.to_json() if match.result else None
        if phase.decision is not None:
            table["decision"] = {
                "number": match.decision,
                "title": phase.decision.title,
                "request": phase.decision.request,
                "guide": phase.decision.guide,
                "reveal": phase.decision.reveal.name.lower(),
                "picks": phase.decision.picks,
                "default": phase.decision.default_text,
                "deadline": held.opened + row.clock if row.clock and not held.delay else None,
            }
    return table


def order_of(match: Match, seat: int, view: dict[str, Any]) -> dict[str, Any]:
    """The order of a seat that is asked: its picks, and what it may pick next."""
    rules = match.rules
    ruleset, options = rules.ruleset, match.options(seat)
    asked = seat in match.pending
    wanted = match.phase.decision.picks if match.phase.decision else 0
    picks = match.picks(seat)
    return {
        "prompt": ruleset.prompt(rules, view, options) if options else "",
        "picks": [shown(option) for option in picks],
        "options": [
            {**shown(o), "remark": ruleset.remark(rules, view, o), "warning": ruleset.warning(rules, view, o)}
            for o in options
        ],
        "sealed": not asked,
        "complete": len(picks) == wanted if wanted else not options,
        "default": [option.key for option in match.default(seat)] if asked else [],
    }


def barred(match: Match, seat: int) -> list[Barred]:
    """What the seat may not pick now, of an order that is complete: in place of its last pick; as far as the ruleset
    says why."""
    if seat not in match.pending:
        return []
    if not match.options(seat) and match.picks(seat):
        match = match.clone()
        match.take_back(seat)
    found = ((option, _reasons(match, seat, option)) for option in match.rules.table)
    return [Barred(option, reasons) for option, reasons in found if reasons]


def _reasons(match: Match, seat: int, option: Option) -> tuple[Reason, ...]:
    """The ruleset's reasons against an option; none for one that means nothing here: a maneuver of another plane."""
    try:
        return match.reasons(seat, option)
    except Unreadable:
        return ()


def shown(option: Option) -> dict[str, Any]:
    """An option as JSON."""
    return {"key": option.key, "label": option.label, "facts": dict(option.facts)}
