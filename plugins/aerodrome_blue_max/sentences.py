"""Events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aerodrome.events import Event
from aerodrome_blue_max.outlook import NOSES
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.vocabulary import COLOURS, SECTIONS, TEAM_TITLES, TEAMS, WHITE

SENTENCES = {
    "borders": "Borders: Allies {allies}, Central Powers {central}.",
    "plane": "{seat} flies {plane} number {number}.",
    "placed": "{seat} starts in {at}, nose {facing}, out of {maneuver}.",
    "round": "Round {round}.",
    "tails": "{seat} tails {victim}.",
    "circle": "{planes} tail each other in a circle; {first} is drawn to commit first.",
    "waves": "Planning in waves: {waves}.",
    "shown": "{seat} shows {direction}.",
    "reveal": "{seat} flies {performed}.",
    "replaced": "The order of {seat} could not be flown: {broken}.",
    "move": "{seat} is in {at}, nose {facing}.",
    "spin": "{seat} begins to spin.",
    "stalled": "{seat} is stalled.",
    "level": "{seat} is at level {level}.",
    "collision": "{planes} meet in one hex at one level. {roller} rolls {roll}; with {speed} for speed and {stability}"
    " for stability that makes {total}, and 7 or more is a collision.",
    "reload": "{seat} has reloaded.",
    "fuel": "{seat} burns {paid} fuel, {left} left.",
    "glide": "{seat} is out of fuel and glides on for {rounds}.",
    "fire": "{seat} ({mounting}) fires a {burst} burst at {target}, {edge}: {dice}.",
    "hold": "{seat} ({mounting}) holds fire.",
    "pool": "The pool of {seat} in full: {rows}.",
    "draw": "{seat} draws a damage card of deck {deck}; its {colour} part counts.",
    "drawn": "You draw {card}; its {colour} part counts.",
    "reshuffle": "Deck {deck} is shuffled anew, {cards} cards.",
    "damage": "{seat} marks damage: {boxes}.",
    "effect": "{seat}: {effect}.",
    "engine-dead": "The engine of {seat} is dead; the plane is lost after round {lost_after_round}.",
    "unrecoverable": "{seat} will never recover from its spin.",
    "doom": "{seat} is doomed: {cause}.",
    "control": "{seat} rolls {roll} to keep control; 5 or more loses it.",
    "recovery": "{seat} rolls {roll} to end the spin.",
    "facing": "{seat} comes out of the spin, nose {facing}.",
    "unjam": "{seat} rolls {roll} for the guns of the {mounting}.",
    "jam": "{seat} rolls {roll} against a jam ({mounting}).",
    "burning": "{seat} burns and rolls {roll}.",
    "smoking": "{seat} smokes, and {now}.",
    "stall": "{seat} rolls {roll} in its stall.",
    "shot-down": "{seat} is {cause}.",
}

OUTCOMES = {
    "recovery": ("recovered", "The spin ends.", "In vain."),
    "unjam": ("cleared", "They are clear.", "They stay jammed."),
    "jam": ("jammed", "The guns jam.", "They do not jam."),
    "burning": ("out", "The fire is out.", "It burns on."),
    "stall": ("spins", "It begins to spin.", "It flies on."),
}
"""What a roll led to, by event: the fact that says it, and the words for yes and no."""

LOST = {
    "left the map": "lost: it flew off the map",
    "landed": "lost: it has landed, which counts as shot down",
    "fuel tank explosion": "shot down: its fuel tank exploded",
    "unrecoverable spin": "shot down: it never comes out of its spin",
    "fell below level 1": "lost: it fell to the ground",
    "engine dead": "lost: it came down with a dead engine",
}
"""What has become of a plane, by the cause for which it left play."""

SHOWS = {"L": "a maneuver to the left", "S": "a straight maneuver", "R": "a maneuver to the right"}
"""What a tailed plane lets its tailers know, by the letter of its maneuver."""

SIDES = {"A": "on its nose", "B": "on its side from ahead", "C": "on its side from behind", "D": "on its tail"}
SMOKE = {"none": "the smoke clears", "smoke": "goes on smoking", "fire": "catches fire"}
EFFECTS = {
    "BM-EFFECT-02": "no speed 3 or 4 any more",
    "BM-EFFECT-03": "no acrobatic maneuvers any more",
    "BM-EFFECT-04": "the pilot cannot fire until he has cleared them",
    "BM-EFFECT-05": "one gun less",
    "BM-EFFECT-06": "no speed 3 or 4 any more",
    "BM-EFFECT-07": "no tailing until it clears",
    "BM-EFFECT-08": "no shots of his for three rounds",
    "BM-EFFECT-09": "no shots of his any more",
    "BM-EFFECT-11": "straight maneuvers only next round",
    "BM-EFFECT-12": "one speed slower next round",
    "BM-EFFECT-14": "3 fuel lost",
    "BM-EFFECT-15": "6 fuel lost",
    "BM-EFFECT-17": "maneuvers to the right only for three rounds",
    "BM-EFFECT-18": "maneuvers to the left only for three rounds",
    "BM-EFFECT-20": "no tailing, no acrobatics and no shots of the pilot until it is out; damage each round",
}
"""What a special effect means, by its clause; the others speak for themselves."""

MEETINGS = ("They miss each other.", "They collide: one damage card each.", "They collide: two damage cards each.")


def sentence(rules: BlueMaxRules, event: Event) -> str:
    """An event as a sentence, planes by their seats' titles."""
    template = SENTENCES.get(event.kind)
    words = {name: word(rules, name, value) for name, value in event.facts.items()}
    if event.kind == "damage":
        words["boxes"] = ", ".join(f"{value} {name}" for name, value in words.items() if name != "seat")
    if template is None:
        return f"{event.kind}: {words}"
    text = template.format(**words)
    return text + _more(event)


def _more(event: Event) -> str:
    """What a sentence adds when there is something to add."""
    facts: dict[str, Any] = event.facts
    if event.kind in OUTCOMES:
        fact, yes, no = OUTCOMES[event.kind]
        return f" {yes if facts[fact] else no}"
    if event.kind == "reveal" and facts["written"] != facts["performed"]:
        broken = facts.get("broken")
        why = f" ({', '.join(map(str, broken))})" if isinstance(broken, list) else ""
        return f" Written was {facts['written']}{why}."
    if event.kind == "reveal" and facts.get("token", "stable") != "stable":
        return f" Token: {facts['token']}."
    if event.kind == "collision":
        return f" {MEETINGS[facts['cards']]}"
    if event.kind == "stalled" and event.rule == "BM-ALT-10":
        return " It cannot climb so high."
    if event.kind in ("placed", "shown") and "level" in facts:
        return f" Level {facts['level']}."
    if event.kind == "effect" and event.rule in EFFECTS:
        return f" So: {EFFECTS[event.rule]}."
    return ""


def word(rules: BlueMaxRules, name: str, value: Any) -> str:
    """A fact as a person would say it: seats by their titles, facings by the compass."""
    if name in SAID:
        return SAID[name](value)
    if name == "waves":
        return "; then ".join(word(rules, "", wave) for wave in value)
    if isinstance(value, list):
        return ", ".join(word(rules, "", item) for item in value) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {item:+}" if type(item) is int else f"{key} {item}" for key, item in value.items())
    if value is None:
        return "nobody"
    if name in ("performed", "maneuver"):
        return rules.charts.titles[rules.charts.by_code[value]]
    if value in rules.seats and name not in ("allies", "central"):
        return rules.scenario.seats[rules.seats.index(value)].title or str(value)
    if value in TEAMS:
        return TEAM_TITLES[TEAMS.index(value)]
    for row in rules.tables.planes:
        if row.id == value:
            return row.name
    return str(value)


def edge(letter: str) -> str:
    """Where a shot arrives, as seen from its target."""
    return f"{SIDES[letter]} (edge {letter})"


def dice(colours: Sequence[str]) -> str:
    """A roll for a hit by colours: ``1 red, 2 white: 1 hit``."""
    shown = [f"{colours.count(colour)} {colour}" for colour in reversed(COLOURS) if colour in colours]
    hits = len(colours) - colours.count(COLOURS[WHITE])
    return f"{', '.join(shown) or 'no dice'}: {hits or 'no'} hit{'s' * (hits > 1)}"


def _cause(cause: Any) -> str:
    """Why a plane is lost; what dooms one that still falls is a list."""
    if isinstance(cause, str):
        return LOST.get(cause, cause)
    return ", ".join(f"{name} destroyed" if name in SECTIONS else name for name in cause)


SAID: Mapping[str, Callable[[Any], str]] = {
    "cause": _cause,
    "dice": dice,
    "direction": SHOWS.__getitem__,
    "edge": edge,
    "facing": NOSES.__getitem__,
    "now": SMOKE.__getitem__,
    "rounds": lambda count: f"{count} more round{'s' * (count > 1)}",
}
"""How facts of these names are said."""
