"""What people read, from a view: the table, what is asked, what a card leads to; and events as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from textwrap import wrap
from typing import Any

from aerodrome.events import Event
from aerodrome.geometry.table import Pose
from aerodrome.orders import Option
from aerodrome_wings_of_war.draft import Draft, drafts, edge_left_over, is_last_on_table, is_off
from aerodrome_wings_of_war.plans import HIT_THE_GROUND
from aerodrome_wings_of_war.rules import Plane, WingsRules, order_of
from aerodrome_wings_of_war.state import Stance
from aerodrome_wings_of_war.vocabulary import CARDS_IN_A_PLAN, CLOUD, DECKS, FATES, FLYING, IN_PLAY, KINDS, LEFT

SENTENCES = {
    "setup": "The table is {width} by {depth} mm, the ruler {ruler} mm.",
    "round": "Round {round} begins.",
    "planned": "All plans of round {round} are made.",
    "card": "{plane} reveals {card}.",
    "replaced": "{plane} cannot fly {card} and flies {by} instead.",
    "moved": "{plane} stands at {x}, {y}, heading {heading}°.",
    "pushed": "{plane} has to make way, to {x}, {y}.",
    "move-order": "They move one after the other: {planes} (numbers {numbers}).",
    "chance-order": "They move one after the other: {planes}.",
    "left": "{plane} leaves over the {edge} edge.",
    "picture-home": "{plane} brings the photograph home: {points}.",
    "task": "{plane} has done its task: {task}.",
    "task-failed": "{plane} cannot do its task: the observer is wounded.",
    "fire": "{plane} fires its {gun} gun at {target}: {cards}.",
    "hit": "{plane} draws a card of deck {deck} ({by}){shown}.",
    "damage": "Your {plane} takes {points} ({card}): {total} of {resistance}.",
    "special": "Special damage on {plane}: {symbol}.",
    "jam": "The {gun} gun of {plane} jams for {phases}.",
    "destroyed": "{plane} is destroyed: {fate}.",
    "recycled": "{cards} back into deck {deck}.",
    "tailing": "{plane} tails {quarry}.",
    "contact-lost": "{plane} loses contact with {quarry}.",
    "peek": "{quarry} shows you its next card: {card}.",
    "laid": "You lay the cards of {plane} as {cards}.",
    "fire-fought": "The fire on {plane} is fought ({cards}); flames left: {flames}.",
    "floor": "The floor is now {floor}, the ceiling {ceiling}.",
    "burn": "{plane} burns; flames left: {flames}.",
    "pivot": "{plane} turns on the ground to {heading}°.",
    "fire-spreads": "The fire spreads to {plane}.",
    "into-cloud": "{plane} disappears in the cloud at level {level}.",
    "out-of-cloud": "{plane} comes out of the cloud: {cards}.",
    "collected": "Your {plane} keeps {card} in the cloud.",
    "touch-down": "{plane} touches down.",
    "lift-off": "{plane} takes off.",
    "level": "{plane} is at level {level} with {counters}.",
    "landed": "{plane} has landed; it may act from round {act_from}.",
    "crash": "{plane} crashes: {cards}.",
    "no-take-off": "{plane} burns and cannot take off.",
}

COUNTED = {"cards": "card", "points": "point", "phases": "phase", "counters": "climb counter"}
"""Facts that count something, and what."""

WIDE = 78
"""Letters in a line of a terminal."""


def sentence(rules: WingsRules, event: Event) -> str:
    """An event as a sentence, airplanes by their names."""
    words = {name: _word(rules, value, name) for name, value in event.facts.items()}
    words["shown"] = "" if words.get("symbol") == "none" else f" and shows: {words.get('symbol')}"
    return SENTENCES[event.kind].format(**words)


def _word(rules: WingsRules, value: Any, name: str = "") -> str:
    if isinstance(value, list):
        return ", ".join(_word(rules, item) for item in value) or "nothing"
    if value is None:
        return "nobody"
    if isinstance(value, int | float) and name in COUNTED:
        return counted(value, COUNTED[name])
    if isinstance(value, float):
        return f"{value:g}" if value == int(value) else f"{value:.1f}"
    option = rules.by_key.get(str(value))
    if option is not None:
        return option.label
    for plane in rules.planes:
        if plane.id == value:
            return plane.name if sum(p.name == plane.name for p in rules.planes) == 1 else f"{plane.name} {plane.id}"
    return plain(value) if value in KINDS else str(value)


def counted(number: float, what: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number:g} {what}{'' if number == 1 else 's'}"


def plain(kind: str) -> str:
    """A kind of card as people say it."""
    return kind.replace("-", " ")


# ---- the table


def text(rules: WingsRules, view: dict[str, Any]) -> str:
    """Round and phase, points, a line or two an airplane, the nearest enemies, and who can fire at whom."""
    return "\n".join(part for line in lines(rules, view) for part in wrapped(line, WIDE))


def lines(rules: WingsRules, view: dict[str, Any]) -> list[str]:
    """The table in lines that are not broken yet."""
    state = view["state"]
    found = [heading(rules, view), _points(rules, state)]
    if rules.settings.flying_high:
        found.append(f"Floor {state['floor']}, ceiling {state['floor'] + 3}.")
    for plane in rules.planes:
        found += _plane_lines(rules, plane, state)
    found += _nearest(rules, state)
    return found + [f"{shot['plane']} can fire at {shot['target']}: {drawn(shot)}." for shot in state["shots"]]


def heading(rules: WingsRules, view: dict[str, Any]) -> str:
    """How far the game has come."""
    state = view["state"]
    step = f", card {state['step']} of {CARDS_IN_A_PLAN} flown" if state["step"] else ""
    return f"Round {max(1, state['round'])}{step}: {rules.ruleset.phases.by_id[view['phase']].title}"


# ---- points (WW-WIN-02, WW-WIN-03, WW-MISS-08, WW-MISS-46, WW-MISS-66)


def _points(rules: WingsRules, state: dict[str, Any]) -> str:
    """The points of each side, and what they came from."""
    gains = list(_gains(rules, state))
    found = []
    for team, (side, points) in enumerate(state["score"].items()):
        own = [(gain, why) for whose, gain, why in gains if whose == team]
        whence = ", ".join(f"{gain:+g} {why}" for gain, why in own)
        told = whence and sum(gain for gain, _ in own) == points  # a position may begin with points of its own
        found.append(f"{rules.side_title(side)} {points:g}" + (f" ({whence})" if told else ""))
    return f"Points: {', '.join(found)}"


def _gains(rules: WingsRules, state: dict[str, Any]) -> Iterator[tuple[int, float, str]]:
    """Whose points, how many, what for."""
    task = rules.setup.task
    for plane in rules.planes:
        seen = state["planes"][plane.id]
        if seen["fate"] == FATES[IN_PLAY]:
            continue
        if seen["fate"] != FATES[LEFT]:
            yield plane.team, -1, f"{plane.id} lost"
            yield 1 - plane.team, 2, f"{plane.id} {seen['fate']}"
            continue
        home = seen["edge"] == rules.own_edge(plane.team)
        if not (home and state["task_done"] and rules.task_team == plane.team):
            yield 1 - plane.team, 1, f"{plane.id} left"
        if home and state["task_done"] and task and task.kind == "photograph" and task.plane == plane.id:
            yield plane.team, task.points, "photograph brought home"
    if task and task.kind == "bombing" and state["task_done"]:
        yield rules.task_team, task.points, "target bombed"


# ---- airplanes


def drawn(shot: dict[str, Any]) -> str:
    """The gun and the damage cards of a shot."""
    return f"{shot['gun']} gun, {counted(shot['cards'], 'card')}"


def _plane_lines(rules: WingsRules, plane: Plane, state: dict[str, Any]) -> list[str]:
    seen = state["planes"][plane.id]
    head = f"{plane.id}  {plane.name}, {rules.side_title(rules.team_name(plane.seat))}"
    if seen["fate"] != FATES[IN_PLAY]:
        over = f" over the {seen['edge']} edge" if seen["edge"] else ""
        return [f"{head}: {seen['fate']}{over}; {_damage(plane, seen)}"]
    place = f"x {seen['x']:.1f}, y {seen['y']:.1f} mm, heading {seen['heading']:.1f}°{_height(rules, seen)}"
    return [f"{head}: {place}", "    " + "; ".join(_notes(plane, seen, state["step"]))]


def _damage(plane: Plane, seen: dict[str, Any]) -> str:
    points = f", points {seen['total']} of {plane.resistance}" if "total" in seen else ""
    return f"damage cards {seen['hits_count']}{points}"


def jammed(phases: int) -> str:
    """For how long a gun is still silent, the running phase included."""
    return f"jammed for {counted(phases, 'phase')}"


def _height(rules: WingsRules, seen: dict[str, Any]) -> str:
    if not rules.settings.altitude:
        return ""
    if seen["place"] == "cloud":
        return ", in the cloud"
    if seen["place"] == "ground":
        return f", on the ground ({seen['run']})"
    return f", level {seen['level']} +{seen['counters']}"


def _notes(plane: Plane, seen: dict[str, Any], step: int) -> list[str]:
    notes = [_damage(plane, seen)]
    if seen["flown"]:
        notes.append("flew " + ", ".join(plain(kind) if kind else "nothing" for kind in seen["flown"]))
    if seen.get("plan", ())[step:]:
        notes.append("planned " + ", ".join(map(plain, seen["plan"][step:])))
    if seen.get("shown_card"):
        notes.append(f"{seen['tails']} shows {plain(seen['shown_card'])}")
    notes += [f"{gun.name} gun {jammed(left)}" for gun, left in zip(plane.guns, seen["jams"], strict=True) if left]
    notes += [f"{word} {seen[word]}" for word in ("smoke", "flames") if seen[word]]
    if seen["tails"] and seen["tailing"]:
        notes.append(f"tails {seen['tails']}")
    return notes


def _nearest(rules: WingsRules, state: dict[str, Any]) -> list[str]:
    """From each airplane to the nearest enemy, middle to middle; every pair once."""
    found: dict[tuple[str, str], float] = {}
    alive = [plane for plane in rules.planes if state["planes"][plane.id]["fate"] == "in play"]
    for plane in alive:
        own = state["planes"][plane.id]
        ways = [(hypot(own["x"] - foe["x"], own["y"] - foe["y"]), foe["number"], foe["id"])
                for foe in (state["planes"][p.id] for p in alive if p.team != plane.team)]  # fmt: skip
        if ways:
            way, number, name = min(ways)
            found[(plane.id, name) if plane.number < number else (name, plane.id)] = way
    between = ", ".join(f"{one} - {two} {way:.1f}" for (one, two), way in found.items())
    return [f"Middle to middle, mm: {between}"] if found else []


def wrapped(line: str, most: int) -> list[str]:
    """A line broken between words, what goes on further in than it began."""
    indent = line[: len(line) - len(line.lstrip())]
    return wrap(line, most, subsequent_indent=indent + "    ") or [""]


# ---- what is asked, and what comes of it


def prompt(rules: WingsRules, view: dict[str, Any]) -> str:
    """Which card of which airplane is planned now; nothing in other phases."""
    planned = drafts(rules, view)
    if not planned or len(planned[-1].cards) == CARDS_IN_A_PLAN:
        return ""
    return f"{planned[-1].plane.id}, card {len(planned[-1].cards) + 1} of {CARDS_IN_A_PLAN}"


def remark(rules: WingsRules, view: dict[str, Any], option: Option) -> str:
    """Where a card or a start place leads, whether off the table; damage cards of a shot; the cards in a new order."""
    match rules.meaning[option.code]:
        case ("card", number, kind):
            planned = drafts(rules, view)
            if planned and planned[-1].plane.number == number:
                return ", ".join(_consequences(rules, planned[-1], kind))
        case ("start", number, place):
            return _place(rules.planes[number].starts[place][1])
        case ("order", number, order):
            left = view["state"]["planes"][rules.planes[number].id].get("plan", ())[view["state"]["step"] :]
            if len(left) == len(order_of(order)):
                return ", ".join(plain(left[slot]) for slot in order_of(order))
        case ("fire", number, gun, foe) if foe >= 0:
            plane, target = rules.planes[number], rules.planes[foe].id
            due = (plane.id, plane.guns[gun].name, target)
            for shot in view["state"]["shots"]:
                if (shot["plane"], shot["gun"], shot["target"]) == due:
                    return f"{counted(shot['cards'], 'card')} of deck {DECKS[plane.guns[gun].deck]}"
    return ""


def _consequences(rules: WingsRules, draft: Draft, kind: int) -> Iterator[str]:
    end, slot = draft.end(kind), len(draft.cards) + 1
    inside = draft.node.stance.place == CLOUD  # it stays there, or all cards kept so far are flown with this one
    yield f"card {slot}" + ("" if inside else f": {_place(end)}" if draft.node.moves(kind) else ": stays where it is")
    if rules.settings.altitude:
        yield _level_after(draft.stance(kind))
    if is_off(rules, draft):
        yield "too late: off the table"
    elif edge := edge_left_over(rules, draft, kind):
        yield f"OFF THE TABLE ({edge})"
    elif is_last_on_table(rules, draft, kind):
        yield "then no way to stay on the table"


def warning(rules: WingsRules, view: dict[str, Any], option: Option) -> str:
    """That a card leads off the table or to the ground, or leaves no other way."""
    match rules.meaning[option.code]:
        case ("card", number, kind):
            planned = drafts(rules, view)
            if planned and planned[-1].plane.number == number:
                return _danger(rules, planned[-1], kind)
    return ""


def _danger(rules: WingsRules, draft: Draft, kind: int) -> str:
    name = draft.plane.id
    if edge_left_over(rules, draft, kind):
        return f"with card {len(draft.cards) + 1} the middle of {name} leaves the table, and {name} is lost"
    if rules.settings.altitude and draft.stance(kind).gone:
        return f"with card {len(draft.cards) + 1} {name} {_level_after(draft.stance(kind))}"
    if is_last_on_table(rules, draft, kind):
        return f"after card {len(draft.cards) + 1} {name} has no way to stay on the table"
    return ""


def _place(pose: Pose) -> str:
    return f"to {pose.x:.0f}, {pose.y:.0f}, {pose.heading:.0f}°"


def _level_after(stance: Stance) -> str:
    if stance.gone:
        return "hits the ground" if stance.gone == HIT_THE_GROUND else "falls below the floor"
    if stance.place == FLYING:
        return f"level {stance.level} +{stance.counters}"
    return "in the cloud" if stance.place == CLOUD else "on the ground"
