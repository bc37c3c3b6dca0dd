"""What the pages show, made ready for the templates: all of it from what the service says to the holder of a link."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from aerodrome.aircraft import register
from aerodrome.catalogue import Clause
from aerodrome.errors import Reason
from aerodrome.events import ENGINE_KINDS
from aerodrome.listing import MANY, sections
from aerodrome.orders import Option
from aerodrome.phases import Row
from aerodrome.ruleset import Ruleset
from aerodrome.scene import Scene
from aerodrome_web.colours import by_day_and_night
from aerodrome_web.service import Service
from aerodrome_web.shown import Barred, Draft, Told

TAIL = 40
"""Events that a page shows of its own accord; the whole log is a page of its own."""

FEW = 4
"""Options out of reach for one reason that are named at once; the others unfold."""

CLOCKS = (
    (0, "no clock"),
    (60, "1 minute"),
    (180, "3 minutes"),
    (600, "10 minutes"),
    (86_400, "1 day"),
    (259_200, "3 days"),
    (604_800, "a week"),
)
"""What a table offers as time for a decision, in seconds."""

DELAYS = ((0, "live"), (60, "a minute behind"), (600, "10 minutes behind"))
"""What a table offers its spectators."""


@dataclass(frozen=True)
class Choice:
    """One option as a button. ``warning``: what a person may not mean by it."""

    option: Option
    words: str
    chosen: bool
    warning: str

    @property
    def names(self) -> str:
        """What the option names; parts of the board that are called so belong to it."""
        return " ".join(str(value) for value in self.option.facts.values() if isinstance(value, str))


@dataclass(frozen=True)
class Stem:
    """Options that stand together. One that stands alone has neither name nor remark but its own."""

    name: str
    remark: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Desk:
    """The order of a seat as a form: what was picked with the rows behind it, and what may be picked at ``place``.
    ``request`` and ``guide`` say what is wanted, ``now`` and ``then`` what to do next and what comes of it."""

    decision: int
    request: str
    guide: str
    now: str
    then: str
    picks: tuple[tuple[Option, tuple[Row, ...]], ...]
    wanted: int
    place: int
    complete: bool
    sections: tuple[tuple[str, tuple[Stem, ...]], ...]
    default: str
    many: bool


def desk(sight: dict[str, Any], draft: Draft) -> Desk:
    """The desk of a seat that is asked and has not sealed; the options stand under the same headings as in the
    terminal."""
    chosen = draft.picks[-1][0] if draft.instead else None
    found = []
    for heading, entries in sections([(option.label, remark) for option, remark, _ in draft.options]):
        stems = []
        for entry in entries:
            options = [draft.options[place] for place in entry.places]
            words = entry.variants if len(options) > 1 else (entry.name,)
            choices = tuple(
                Choice(option, word, option is chosen, warning)
                for (option, _, warning), word in zip(options, words, strict=True)
            )
            stems.append(Stem(entry.name, entry.remark, choices))
        found.append((heading, tuple(stems)))
    decision = sight["decision"]
    return Desk(
        decision["number"],
        (decision["request"] or decision["title"]).removesuffix("."),
        decision["guide"],
        _now(draft, decision["picks"]),
        _then(sight, decision["picks"] == 1),
        draft.picks,
        decision["picks"],
        len(draft.picks) - draft.instead,
        draft.complete,
        tuple(found),
        decision["default"],
        len(draft.options) > MANY,
    )


def by_reason(barred: Sequence[Barred]) -> list[tuple[list[Reason], tuple[str, ...]]]:
    """What may not be picked: each reason once, with the labels of all options that it stands against. Reasons against
    the same options stand together."""
    found: dict[Reason, list[str]] = {}
    for one in barred:
        for reason in dict.fromkeys(one.reasons):
            found.setdefault(reason, []).append(one.option.label)
    against: dict[tuple[str, ...], list[Reason]] = {}
    for reason, labels in found.items():
        against.setdefault(tuple(labels), []).append(reason)
    return [(reasons, labels) for labels, reasons in against.items()]


def _now(draft: Draft, wanted: int) -> str:
    """What to do next, in a line: how many to choose of how many, and for what."""
    if draft.complete:
        return "Complete: seal it now" + (", or choose another instead." if len(draft.options) > 1 else ".")
    count, at = len(draft.options), len(draft.picks) + 1
    words = "Take the one choice that there is" if count == 1 else f"Choose 1 of {count}"
    of = f" ({at} of {wanted} choices)" if wanted > 1 else ""
    return words + of + (f": {draft.prompt}." if draft.prompt else ".")


def _then(sight: dict[str, Any], one: bool) -> str:
    """What the seal does, and when the others learn of the order, which is one choice or several."""
    others = any(seat["doing"] and seat["seat"] != sight["you"] for seat in sight["seats"])
    when = "nobody sees it before all have sealed" if others else "all see it at once"
    if sight["decision"]["reveal"] == "kept":
        when = "nobody sees it before the rules show it"
    return f"Then seal it: {when}." if one else f"When the order is complete, seal it: {when}."


@dataclass(frozen=True)
class Ending:
    """How a match ended, in words. ``clause`` is the one that decides it, ``scores`` by seat: title, score, won."""

    words: str
    reason: str
    clause: Clause
    scoring: str
    scores: tuple[tuple[str, float, bool], ...]


def _ending(service: Service, sight: dict[str, Any]) -> Ending:
    """Who has won a match that is over, why, and by which clause."""
    rules, result = service.games.preview(sight["ruleset"], sight["scenario"], sight["options"]), sight["result"]
    winner, ruleset = result["winner"], rules.ruleset
    own = next((seat["team"] for seat in sight["seats"] if seat["seat"] == sight["you"]), None)
    words = "A draw" if winner is None else f"Winner: {rules.side_title(winner)}"
    if own is not None and winner is not None:
        words = "You have won" if own == winner else "You have lost"
    rows = tuple((seat["title"], result["scores"][seat["seat"]], seat["team"] == winner) for seat in sight["seats"])
    return Ending(words, result["reason"], ruleset.catalogue[result["rule"]], ruleset.scoring, rows)


def live(service: Service, link: str, since: int | None = None) -> tuple[dict[str, Any], int]:
    """All that changes on the page of a table, and how many events its holder knows with it.

    Args:
        since: number of the last event that the page has, if it has any; what is newer is never left out.
    """
    seen = service.seen(link)
    sight, log = seen.sight, seen.log
    ruleset = service.games.ruleset(sight["ruleset"])
    tail = max(len(log) - TAIL, 0)
    shown = tail if since is None else min(tail, since)
    return {
        "link": link,
        "sight": sight,
        "me": next((seat for seat in sight["seats"] if seat["seat"] == sight["you"]), None),
        "teams": dict.fromkeys(seat["team"] for seat in sight["seats"]),
        "picture": inline(seen.scene) if seen.scene else None,
        "words": seen.words,
        "desk": desk(sight, seen.draft) if seen.draft else None,
        "log": log[shown:],
        "earlier": shown,
        "events": len(log),
        "ending": _ending(service, sight) if sight["over"] else None,
        "guide": ruleset.guide,
        "summary": ruleset.summary,
    }, len(log)


def inline(scene: Scene) -> Markup:
    """A picture as a part of a page: colours come from the page's own style sheet, since it allows no others, and
    names of parts do not meet the names of the page."""
    svg = scene.svg(by_day_and_night).replace("<g id=", "<g data-part=")
    start, _, rest = svg.partition(' style="')
    return Markup(start + rest.partition('"')[2])


def players_of(ruleset: Ruleset[Any]) -> str:
    """How many play, in words."""
    sizes = sorted({len(scenario.seats) for scenario in ruleset.scenarios})
    if len(sizes) == 1:
        return f"{sizes[0]} players" if sizes[0] > 1 else "1 player"
    return f"{sizes[0]} to {sizes[-1]} players"


def is_engine(told: Told) -> bool:
    """Seals and openings go without saying while one plays, but for what was done by default."""
    return told.event.kind in ENGINE_KINDS and told.event.kind != "ended" and "default" not in told.event.facts


def spell(value: Any) -> str:
    """A value of a row as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(spell, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {spell(item)}" for name, item in value.items())
    return str(value)


def when(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")


def span(seconds: int) -> str:
    """A time span in the unit that fits it."""
    for unit, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            return f"{seconds // unit} {name}{'s' if seconds > unit else ''}"
    return f"{seconds} seconds"


def plain(number: float) -> str:
    """A number with at most two decimals, and none that say nothing."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def sentences(text: str) -> list[str]:
    """A long text in its sentences, which people read one by one."""
    return re.split(r"(?<=[.!?]) (?=[A-Z])", text)


def craft(name: str) -> str:
    """An aircraft as people call it."""
    known = register().get(name)
    return known.name if known else name.replace("-", " ")


def plainly(value: Any) -> Any:
    """A value of an option as people write it: 20, not 20.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters |= {
    "plain": plain,
    "plainly": plainly,
    "craft": craft,
    "sentences": sentences,
    "spell": spell,
    "when": when,
    "span": span,
    "inline": inline,
}
TEMPLATES.tests |= {"engine": is_engine}


def page(template: str, **shown: Any) -> str:
    """A page, or a part of one."""
    return TEMPLATES.get_template(template).render(shown)
