"""Events as sentences."""

from __future__ import annotations

from typing import Any

from aerodrome.events import Event
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.vocabulary import TEAM_TITLES, TEAMS

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
    "collision": "{planes} meet: {roll} + speed {speed} + stability {stability} = {total}, {cards} card(s) each.",
    "reload": "{seat} has reloaded.",
    "fuel": "{seat} burns {paid} fuel, {left} left.",
    "glide": "{seat} is out of fuel and glides for {rounds} more round(s).",
    "fire": "{seat} ({mounting}) fires a {burst} burst at {target}, edge {edge}: {dice}.",
    "hold": "{seat} ({mounting}) holds fire.",
    "pool": "The pool of {seat} in full: {rows}.",
    "draw": "{seat} draws a card of deck {deck} for a {colour} die.",
    "drawn": "You draw {card}, {colour} part.",
    "reshuffle": "Deck {deck} is shuffled anew, {cards} cards.",
    "damage": "{seat} marks damage.",
    "effect": "{seat}: {effect}.",
    "engine-dead": "The engine of {seat} is dead; the plane is lost after round {lost_after_round}.",
    "unrecoverable": "{seat} will never recover from its spin.",
    "doom": "{seat} is doomed: {cause}.",
    "control": "{seat} rolls {roll} to keep control.",
    "recovery": "{seat} rolls {roll} to end the spin.",
    "facing": "{seat} comes out of the spin, nose {facing}.",
    "unjam": "{seat} rolls {roll} for the guns of the {mounting}.",
    "jam": "{seat} rolls {roll} against a jam ({mounting}).",
    "burning": "{seat} burns and rolls {roll}.",
    "smoking": "{seat} smokes; now {now}.",
    "stall": "{seat} rolls {roll} in its stall.",
    "shot-down": "{seat} is shot down: {cause}.",
}

OUTCOMES = {
    "recovery": ("recovered", "The spin ends.", "In vain."),
    "unjam": ("cleared", "They are clear.", "They stay jammed."),
    "jam": ("jammed", "The guns jam.", "They do not jam."),
    "burning": ("out", "The fire is out.", "It burns on."),
    "stall": ("spins", "It begins to spin.", "It flies on."),
}
"""What a roll led to, by event: the fact that says it, and the words for yes and no."""

NOSES = ("north", "north-east", "south-east", "south", "south-west", "north-west")


def sentence(rules: BlueMaxRules, event: Event) -> str:
    """An event as a sentence, planes by their seats' titles."""
    template = SENTENCES.get(event.kind)
    words = {name: word(rules, name, value) for name, value in event.facts.items()}
    if template is None:
        return f"{event.kind}: {words}"
    text = template.format(**words)
    return text + _more(event)


def _more(event: Event) -> str:
    """What a sentence adds when there is something to add."""
    facts = event.facts
    if event.kind in OUTCOMES:
        fact, yes, no = OUTCOMES[event.kind]
        return f" {yes if facts[fact] else no}"
    if event.kind == "reveal" and facts["written"] != facts["performed"]:
        broken = facts.get("broken")
        why = f" ({', '.join(map(str, broken))})" if isinstance(broken, list) else ""
        return f" Written was {facts['written']}{why}."
    if event.kind == "reveal" and facts.get("token", "stable") != "stable":
        return f" Token: {facts['token']}."
    if event.kind in ("placed", "shown") and "level" in facts:
        return f" Level {facts['level']}."
    if event.kind == "damage":
        return " " + ", ".join(f"{name} {value}" for name, value in facts.items() if name != "seat") + "."
    return ""


def word(rules: BlueMaxRules, name: str, value: Any) -> str:
    """A fact as a person would say it: seats by their titles, facings by the compass."""
    if isinstance(value, list):
        return ", ".join(word(rules, "", item) for item in value) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {item:+}" if type(item) is int else f"{key} {item}" for key, item in value.items())
    if value is None:
        return "nobody"
    if name in ("performed", "maneuver"):
        return rules.charts.titles[rules.charts.by_code[value]]
    if name == "facing":
        return NOSES[value]
    if value in rules.seats and name not in ("cause", "allies", "central"):
        return rules.scenario.seats[rules.seats.index(value)].title or str(value)
    if value in TEAMS:
        return TEAM_TITLES[TEAMS.index(value)]
    for row in rules.tables.planes:
        if row.id == value:
            return row.name
    return str(value)
