"""What a system is, told from the registry and the catalogue; and one match of it to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aerodrome.bots import move
from aerodrome.events import ENGINE_KINDS
from aerodrome.match import Match
from aerodrome.phases import Decision
from aerodrome.visibility import REFEREE, SPECTATOR, project
from aerodrome_lab.diagram import machine
from aerodrome_lab.duels import Duel, begin
from aerodrome_lab.jobs import rules_of

MOST_FRAMES = 24
"""Pictures of the match on the page; a longer match is shown at evenly spread decisions."""


def describe(duel: Duel, bot: str) -> dict[str, Any]:
    """What the page says of a system before a match is played."""
    job = duel.jobs[0]
    rules = rules_of(job)
    ruleset = rules.ruleset
    fields = ruleset.option_fields()
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "summary": ruleset.summary,
        "geometry": ruleset.geometry,
        "data": rules.data_digest,
        "scenario": rules.scenario.title,
        "sides": [rules.team_names[team] for team in duel.teams[0]],
        "aircraft": list(duel.aircraft),
        "options": rules.options.written(),
        "option_texts": {name: info.description or "" for name, info in fields.items()},
        "chosen": rules.options.chosen(),
        "clauses": {scope: len(ids) for scope, ids in ruleset.catalogue.scopes().items()},
        "decisions": [_decision(phase.title, phase.decision) for phase in ruleset.phases.phases if phase.decision],
        "phases": len(ruleset.phases.phases),
        "machine": machine(ruleset.phases),
        "sight": sight(begin(duel, 0, (bot, bot))[0]),
    }


def _decision(title: str, decision: Decision[Any]) -> dict[str, str]:
    return {"phase": title, "title": decision.title, "reveal": decision.reveal.value, "default": decision.default_text}


def sight(match: Match) -> dict[str, list[str]]:
    """Which parts of the state who sees at the start: everybody, the seat itself, nobody."""
    teams, seats = match.rules.teams, match.rules.seats
    everything = _paths(project(match.state, REFEREE, teams), seats)
    everybody = _paths(project(match.state, SPECTATOR, teams), seats)
    own = set().union(*(_paths(project(match.state, seat, teams), seats) for seat in range(len(seats))))
    return {
        "everybody": sorted(everybody),
        "some": sorted(own - everybody),
        "nobody": sorted(everything - own),
    }


def _paths(view: Mapping[str, Any], seats: tuple[str, ...], above: str = "") -> set[str]:
    """The names of a view's fields, one for all seats."""
    found: set[str] = set()
    for name, value in view.items():
        path = f"{above}{'…' if name in seats else name.replace('_', ' ')}"
        if isinstance(value, dict) and value:
            found |= _paths(value, seats, f"{path} › ")
        else:
            found.add(path)
    return found


# ---- one match to look at


def sample_match(duel: Duel, bot: str) -> list[dict[str, Any]]:
    """Match 0 as a spectator sees it: at each decision a picture, and what has happened since the one before."""
    match, bots, chances = begin(duel, 0, (bot, bot), record=True)
    frames = []
    told = 0
    while True:
        news = match.log(SPECTATOR)[told:]
        told += len(news)
        frames.append(_frame(match, news))
        if not match.pending:
            return _spread(frames)
        for seat in match.pending:
            move(match, seat, bots[seat], chances[seat])


def _frame(match: Match, news: Any) -> dict[str, Any]:
    rules, ruleset = match.rules, match.rules.ruleset
    sentences = [
        {"text": ruleset.say(rules, event), "clause": event.rule}
        for event in news
        if event.kind not in ENGINE_KINDS or event.kind == "ended"
    ]
    view = match.view(SPECTATOR)
    return {"phase": match.phase.title, "said": sentences, "picture": ruleset.scene(rules, view).svg()}


def _spread(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """At most so many frames; what was said between two of them is kept with the later one."""
    if len(frames) <= MOST_FRAMES:
        return frames
    last = len(frames) - 1
    kept = sorted({round(at * last / (MOST_FRAMES - 1)) for at in range(MOST_FRAMES)})
    shown, start = [], 0
    for at in kept:
        said = [line for frame in frames[start : at + 1] for line in frame["said"]]
        shown.append({**frames[at], "said": said})
        start = at + 1
    return shown
