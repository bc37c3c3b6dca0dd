"""What people see: the map as text and as a picture, events as sentences. All of it from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from aerodrome.events import Event
from aerodrome.geometry.hexes import DIRECTION_NAMES, centre, column_row, corners
from aerodrome.scene import Circle, Group, Polygon, Rect, Role, Scene, Shape, Style, Text
from aerodrome_aces_high.drafted import INK, SIZE, ghosts, outline
from aerodrome_aces_high.rules import AcesRules, trench_side
from aerodrome_aces_high.vocabulary import (
    ALLIES,
    BALLOON_RESISTANCE,
    CENTRAL,
    NOBODY,
    PARTS,
    RANKS,
    SIDE_TITLES,
    SIDES,
)

ARROWS = "↑↗↘↓↙↖"
SITE_LETTERS = {"airfield": "A", "depot": "D", "balloon": "B"}

# ---- sentences

SENTENCES = {
    "rolls": "For placing, the Central Powers roll {central}, the Allies {allies}.",
    "site": "{side} place their {site} in {at}.",
    "mission": "{side} fly the mission {mission} with {aircraft}.",
    "placed": "{plane} starts in {at} at altitude {altitude}.",
    "turn": "Turn {turn}. Speeds: {speed}. Fuel: {fuel}.",
    "hand": "{plane} takes {cards}.",
    "tailed": "{plane} is tailed by {by}.",
    "declares": "{plane} declares: {side}, that is {meant}.",
    "card": "{plane} plays {card}.",
    "moves": "{plane} is in {at} at altitude {altitude}.",
    "damage": "{plane} is damaged: {parts}.",
    "altitude": "{plane} is at altitude {altitude}.",
    "out-of-fuel": "{plane} is out of fuel and glides to {at}.",
    "lost-cards": "{plane} loses its cards: {cards}.",
    "removed": "{plane} is out of the game: {fate}, in {at}.",
    "landing": "{plane}, {crew}: {total} for the landing, {fate}.",
    "spin-test": "{plane} tests for a spin: it rolls {die} and {spins}.",
    "spin-exit": "{plane} tries to leave the spin: it rolls {die} and {recovers}.",
    "flies-out": "{plane} leaves the spin and flies to {at}.",
    "volley": "{plane} fires the {gun} guns at {target} ({mode}): {hits}, {ones}, on {zone}.",
    "no-shot": "{plane} cannot fire the {gun} guns: not loaded.",
    "reload": "{plane} rolls {die} to reload the Lewis: {loaded}.",
    "unjam": "{plane} rolls {total} to clear the {gun} guns, needs 5: {cleared}.",
    "jam-test": "{plane} rolls {die} for a jam of the {gun} guns: {jams}.",
    "critical": "Critical hit on {plane}: {effect}.",
    "smoke": "{plane} rolls {die} for its smoke.",
    "flames": "{plane} rolls {die} to put out the flames: {out}.",
    "points": "{side}: {points} {unit} ({why}).",
    "target": "The target of {side} is the {target}.",
    "run": "{plane} has completed its run: {paid} {unit}.",
    "strafes": "{plane} strafes the trench in {at}.",
    "trench": "The strafed trench in {at} is worth {paid} {unit}.",
    "ground-fire": "The {by} fires at {plane}: {hits}.",
    "balloon": "{side} bring the balloon down: 30 {unit}.",
    "explosion": "{plane} is near the exploding balloon: {caught}.",
    "error": "{plane}: {card} was an error ({why}).",
    "replaced": "{plane} plays {card} instead.",
    "push": "{plane} broke the speed rule; {by} decides about a push: {pushed}.",
    "alone": "The last side in the air {flies_on}.",
    "sealed": "{seat} has decided.",
    "order": "You ordered {picks}.",
    "revealed": "The orders are shown.",
    "ended": "The game is over: {reason}. Winner: {winner}.",
}


def sentence(rules: AcesRules, event: Event) -> str:
    """An event as a sentence, cards by their names."""
    words = {
        name: _side(name, value)
        or _told(event.kind, name, value)
        or _counted(name, value)
        or _sum(name, event.facts)
        or _word(rules, value)
        for name, value in event.facts.items()
    }
    template = SENTENCES.get(event.kind)
    if template is None:
        return f"{event.kind}: {words}"
    meant = DECLARED.get(words.get("side", ""), "")
    return template.format(**words, unit=_unit_of(rules, event), meant=meant)


COUNTED = {"hits": "hit", "ones": "one", "cards": "card"}
"""What stands behind a number in a sentence, one of it."""

DECLARED = {
    "left": "its next card takes it to its left",
    "right": "its next card takes it to its right",
    "centre": "its next card takes it to neither side",
}
"""What a tailed pilot says (AH-TAIL-02)."""

CHARGES = ("AH-VICT-08", "AH-VICT-09")
"""What costs victory points and no experience."""


def _counted(name: str, value: Any) -> str:
    if name not in COUNTED or not isinstance(value, int):
        return ""
    return f"{value} {COUNTED[name]}{'' if value == 1 else 's'}"


def _sum(name: str, facts: Mapping[str, Any]) -> str:
    """``5+2 = 7``: the dice of a total and what was added to them."""
    thrown = facts.get("dice", [facts["die"]] if "die" in facts else None)
    if name != "total" or not thrown:
        return ""
    more = facts["total"] - sum(thrown)
    spelled = "+".join(map(str, thrown)) + (f"{more:+d}" if more else "")
    return spelled if spelled == str(facts["total"]) else f"{spelled} = {facts['total']}"


def _unit_of(rules: AcesRules, event: Event) -> str:
    """What an event pays: in a month of a campaign it is the experience that decides (AH-CAMP-12)."""
    return "victory points" if event.rule in CHARGES else _unit(rules)


EVERYDAY = frozenset(("turn", "hand", "tailed", "declares", "card", "moves", "altitude"))
"""What every turn of somebody else brings, and nobody asks about who is out of the game."""


def highlights(rules: AcesRules, view: dict[str, Any], events: Sequence[Event]) -> Sequence[Event]:
    """All events as long as the viewer flies; then what happens to others, and once that a side flies on alone."""
    planes = _planes(view["state"])
    if view["viewer"] not in rules.seats or not planes:
        return events
    seat = rules.seat_number(view["viewer"])
    own = {name for name, plane in planes.items() if plane["seat"] == seat}
    if any(planes[name]["fate"] == "in play" for name in own):
        return events
    removals = [at for at, event in enumerate(events) if event.kind == "removed" and event.facts["plane"] in own]
    since = removals[-1] if removals else 0
    told = [event for event in events[since:] if event.kind not in EVERYDAY]
    alone = [event for event in told if event.kind == "alone"]
    return [*events[:since], *(event for event in told if event not in alone[1:])]


YES_OR_NO = {
    ("spin-test", "spins"): ("spins", "flies on"),
    ("spin-exit", "recovers"): ("recovers", "falls on"),
    ("flames", "out"): ("they are out", "they burn on"),
    ("jam-test", "jams"): ("they jam", "they hold"),
    ("reload", "loaded"): ("it is loaded", "it is empty"),
    ("unjam", "cleared"): ("they are clear", "they stay jammed"),
    ("explosion", "caught"): ("it is caught", "it escapes"),
    ("push", "pushed"): ("a hex forward", "none"),
    ("alone", "flies_on"): ("flies on", "ends the game"),
}
"""What yes and no mean, by kind of event and fact."""


def _side(name: str, value: Any) -> str:
    """A side by its title; an aircraft may have the same name as its side."""
    return SIDE_TITLES[SIDES.index(value)] if name == "side" and value in SIDES else ""


def _told(kind: str, name: str, value: Any) -> str:
    return YES_OR_NO[kind, name][not value] if (kind, name) in YES_OR_NO else ""


VOLLEY = "a volley of "
"""What volleys are scored for, before the name of the aircraft."""


def _word(rules: AcesRules, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_word(rules, item) for item in value) or "nothing"
    if isinstance(value, dict):
        return (
            ", ".join(f"{rules.marks.get(name, name)} {_word(rules, item)}" for name, item in value.items()) or "none"
        )
    if value is None:
        return "nobody"
    text = str(value)
    if text in rules.marks:
        return rules.marks[text]
    if text in SIDES:
        return SIDE_TITLES[SIDES.index(text)]
    if len(text) > 5 and text[-2] == "/" and text[:-2] in rules.map.by_code:
        return f"{text[:-2]} facing {DIRECTION_NAMES[int(text[-1])]}"
    option = rules.by_key.get(text)
    if option is not None:
        return option.label
    kind, colon, crew = text.partition(": ")
    if colon and (found := next((found.name for found in rules.aircraft if found.id == kind), "")):
        return f"{found} ({crew})"
    if text.startswith(VOLLEY):
        return VOLLEY + _word(rules, text.removeprefix(VOLLEY))
    kinds = [rules.kind_by_id.get(part) for part in text.split("+")]
    if all(kind is not None for kind in kinds):
        return " with ".join(rules.kinds[kind].name for kind in kinds if kind is not None)
    return text


# ---- text

WIDTH = 80
MOST_LINES, LEAST_LINES = 23, 8
"""Lines of head, map and sheets together, as far as the map can give way, and those that the map may always have."""

MOST_WHOLE_SHEETS = 2
"""Aircraft whose sheets are shown in full; more of them would push the map off a screen."""

BESIDE = 36
"""Columns that the sheets need beside the map; with fewer they stand below it."""


def text(rules: AcesRules, view: dict[str, Any]) -> str:
    """The part of the map where something is, and a few lines for each aircraft."""
    state = view["state"]
    sheets = _squadron_lines(rules, state)
    lines = _plane_lines if len(_planes(state)) <= MOST_WHOLE_SHEETS else _short_lines
    sheets += [lines(rules, plane) for plane in _planes(state).values()]
    below = sum(len(_fitted(sheet, WIDTH)) for sheet in sheets)
    head = _head(rules, state)
    board = _map_lines(rules, state, max(LEAST_LINES, MOST_LINES - below - len(head)))
    return "\n".join([*head, *_side_by_side(board, sheets)])


def _points(rules: AcesRules, state: dict[str, Any], side: str) -> int:
    """What a side has of that by which it wins: in a month of a campaign, what its crews have earned (AH-CAMP-12)."""
    if rules.month is None:
        return int(state["sides"][side]["points"])
    own = [plane for plane in _planes(state).values() if SIDES[rules.sides[plane["seat"]]] == side]
    return sum(sum(plane["experience"]) for plane in own)


def _unit(rules: AcesRules) -> str:
    return "victory points" if rules.month is None else "experience points"


def _head(rules: AcesRules, state: dict[str, Any]) -> list[str]:
    when = f"Turn {state['turn']}" if state["turn"] else "Before the first turn"
    when += f", round {state['round']}" if state["round"] else ""
    points = " | ".join(
        f"{SIDE_TITLES[SIDES.index(name)]} {_points(rules, state, name)}{_mission(side)}"
        for name, side in state["sides"].items()
    )
    points = f"{_unit(rules).capitalize()}: {points}"
    line = f"{when} | {points}"
    lines = [line] if len(line) <= WIDTH else [when, *wrap(points, WIDTH)]
    sites = [
        f"{name[0]}{SITE_LETTERS[site]} {code}{_balloon(side) if site == 'balloon' else ''}"
        for name, side in state["sides"].items()
        for site, code in side["sites"].items()
        if code
    ]
    return [*lines, *(["Sites: " + ", ".join(sites)] if sites else [])]


def _balloon(side: dict[str, Any]) -> str:
    """What has become of a balloon (AH-BALLN-08)."""
    if side["balloon_down"]:
        return " down"
    return f" hits {side['balloon_hits']} of {BALLOON_RESISTANCE}" if side["balloon_hits"] else ""


def _side_by_side(board: list[str], sheets: list[list[str]]) -> list[str]:
    """The sheets at the right of the map if there is room and it saves lines, else below it."""
    below = [*board, *(line for sheet in sheets for line in _fitted(sheet, WIDTH))]
    left = max(map(len, board), default=0) + 3
    if WIDTH - left < BESIDE:
        return below
    right = [line for sheet in sheets for line in _fitted(sheet, WIDTH - left)]
    beside = [f"{one:{left}}{two}".rstrip() for one, two in zip_longest(board, right, fillvalue="")]
    return beside if len(beside) < len(below) else below


def _fitted(sheet: list[str], width: int) -> list[str]:
    """A sheet within so many columns: its title, the rest set in."""
    title, *rest = sheet
    lines = wrap(title, width, subsequent_indent="     ")
    for line in rest:
        lines += wrap(line, width, initial_indent="   ", subsequent_indent="     ")
    return lines


def _squadron_lines(rules: AcesRules, state: dict[str, Any]) -> list[list[str]]:
    """Before the mission of a month is written: who there is to fly it."""
    if rules.month is None or _planes(state):
        return []
    sheets = []
    for side, title in enumerate(SIDE_TITLES):
        for duty, crew in (("pilots", rules.month.pilots[side]), ("observers", rules.month.observers[side])):
            people = (f"{name} ({RANKS[rank]}{'' if fit else ', out'})" for name, rank, fit in crew)
            sheets.append([f"{title}, {duty}: {', '.join(people)}"])
    return sheets


def _planes(state: dict[str, Any]) -> dict[str, dict[str, Any]]:
    planes = state["planes"]
    return planes if isinstance(planes, dict) else {}


def _mission(side: dict[str, Any]) -> str:
    if not side["mission"]:
        return ""
    target = side.get("target") or side["shown_target"]
    done = ", done" if side["mission_done"] else ""
    return f" ({side['mission']}{': ' + target if target else ''}{done})"


def _place(rules: AcesRules, plane: dict[str, Any]) -> tuple[int, int] | None:
    """Hex and facing of an aircraft in play on the map."""
    code, _, facing = str(plane["pose"]).partition("/")
    here = rules.map.by_code.get(code)
    return None if here is None or plane["fate"] != "in play" else (here, int(facing))


def _map_lines(rules: AcesRules, state: dict[str, Any], most: int) -> list[str]:
    """Two lines a row, even columns half a hex lower: what is on the map, and around it as much as there is room."""
    sites, flying = _site_cells(rules, state), _plane_cells(rules, state)
    everything = {**sites, **flying}
    lines: list[str] = []
    for shown, margin in ((everything, 2), (everything, 1), (flying, 2), (flying, 1), (flying or sites, 0)):
        if shown:
            lines = _part_of_map(rules, everything, list(shown), margin)
            if len(lines) <= most:
                break
    return lines


def _part_of_map(rules: AcesRules, cells: dict[int, str], around: list[int], margin: int) -> list[str]:
    """The rows of the hexes ``around``, and so many more on each side."""
    board = rules.map
    where = [column_row(board.hexes[here]) for here in around]
    west, east = max(1, min(c for c, _ in where) - 2), min(board.columns, max(c for c, _ in where) + 2)
    shown = {row for _, at in where for row in range(at - margin, at + margin + 1)}
    rows = [row for row in range(1, board.rows + 1) if row in shown or {row - 1, row + 1} <= shown]
    lines = ["      " + "".join(f"{column:02}  " for column in range(west, east + 1)).rstrip()]
    for number, row in enumerate(rows):
        if number and row > rows[number - 1] + 1:
            lines.append(_gap(rows[number - 1] + 1, row - 1))
        for half in (1, 0):
            marks = [_cell(rules, cells, column, row) for column in range(west, east + 1) if column % 2 == half]
            start = "" if west % 2 == half else "    "
            line = start + "".join(f"{text:8}" for text in marks)
            lines.append((f"  {row:02}  " if half else "      ") + line.rstrip())
    return [line for line in lines if line.strip()]


def _gap(first: int, last: int) -> str:
    """Rows that are left out."""
    return f"      . . .  row {first}" if first == last else f"      . . .  rows {first} to {last}"


def _site_cells(rules: AcesRules, state: dict[str, Any]) -> dict[int, str]:
    """``aD`` for the depot of the Allies."""
    return {
        rules.map.at(code): f"{name[0]}{SITE_LETTERS[site]}"
        for name, side in state["sides"].items()
        for site, code in side["sites"].items()
        if code
    }


def _plane_cells(rules: AcesRules, state: dict[str, Any]) -> dict[int, str]:
    """``C1\u21983``: aircraft, heading, altitude; ``C1\u2198A2\u2191`` for two in a hex."""
    cells: dict[int, str] = {}
    flying: dict[int, list[tuple[str, str, int]]] = {}
    for plane in _planes(state).values():
        place = _place(rules, plane)
        if place:
            here, facing = place
            flying.setdefault(here, []).append((rules.marks[plane["id"]], ARROWS[facing], plane["altitude"]))
    for here, planes in flying.items():
        if len(planes) == 1:
            name, arrow, altitude = planes[0]
            cells[here] = f"{name}{arrow}{altitude}"
        elif len(planes) == 2:
            cells[here] = "".join(name + arrow for name, arrow, _ in planes)
        else:
            cells[here] = f"{planes[0][0]}{planes[1][0]}+{len(planes) - 2}"
    return cells


def _cell(rules: AcesRules, cells: dict[int, str], column: int, row: int) -> str:
    here = rules.map.numbers.get((column - 1, row - 1 - (column - 1) // 2))
    if here is None:
        return ""
    if here in cells:
        return cells[here]
    if trench_side(rules, here) != NOBODY:
        return "==="
    return "---" if rules.home[here] != NOBODY else " . "


def _plane_lines(rules: AcesRules, plane: dict[str, Any]) -> list[str]:
    """Who and where, the sheet, damage and hand."""
    title, *sheet = _sheet_lines(rules, plane)
    return [title, *sheet, *filter(None, [_cards(rules, plane)])] if sheet else [title]


def _short_lines(rules: AcesRules, plane: dict[str, Any]) -> list[str]:
    """The same in fewer words: of the sheet only what is hit, of the cards played only the last."""
    title, *sheet = _sheet_lines(rules, plane)
    if not sheet:
        return [title]
    where = (
        f"{_word(rules, plane['pose'])}, altitude {plane['altitude']}/{plane['ceiling']},"
        f" {_speed(plane, briefly=True)}{_way_home(rules, plane, briefly=True)}"
    )
    hits = " ".join(part for part in _hits(rules, plane) if " 0/" not in part)
    told = [
        f"hits {hits}" if hits else "no hits",
        f"fuel {_fuel(rules, plane)}",
        f"ammo {_ammunition(rules, plane)}",
    ]
    cards = _cards(rules, {**plane, "played": plane["played"][-1:]})
    return [f"{title}: {where}", ", ".join(filter(None, [*told, cards]))]


def _cards(rules: AcesRules, plane: dict[str, Any]) -> str:
    """The hand as far as the viewer may know it, and what was played."""
    played = f"played {_word(rules, plane['played'])}" if plane["played"] else ""
    size = plane["hand_count"]
    cards = f"hand {_word(rules, plane['hand'])}" if plane.get("hand") else ""
    if size and not cards:
        cards = f"{size} card{'s' if size > 1 else ''} in hand"
    return "; ".join(filter(None, (cards, played)))


def _sheet_lines(rules: AcesRules, plane: dict[str, Any]) -> list[str]:
    aircraft = rules.aircraft_called(plane["kind"])
    name = f"{rules.marks[plane['id']]} {aircraft.name}"
    if plane["fate"] != "in play":
        return [f"{name}, {plane['fate']}"]
    return [
        f"{name}{_crew(rules, plane)}{_troubles(plane)}",
        f"{_word(rules, plane['pose'])}, altitude {plane['altitude']} of {plane['ceiling']},"
        f" last {_speed(plane)}, fuel {_fuel(rules, plane)}{_way_home(rules, plane)},"
        f" ammunition {_ammunition(rules, plane)}",
        f"hits {' '.join(_hits(rules, plane))}",
    ]


def _speed(plane: dict[str, Any], briefly: bool = False) -> str:
    """The speed of the turn before; beside it that of the own hand, as far as the viewer may know it."""
    flown = plane.get("chosen") if plane.get("hand") or plane["played"] else 0
    now = f"→{flown}" if briefly else f", now {flown}"
    return f"speed {plane['speed']}" + (now if flown else "")


def _fuel(rules: AcesRules, plane: dict[str, Any]) -> int:
    """Turns of fuel; the marker begins beside the track (AH-FUEL-01)."""
    return int(min(plane["fuel"], rules.aircraft_called(plane["kind"]).autonomy))


def _way_home(rules: AcesRules, plane: dict[str, Any], briefly: bool = False) -> str:
    """How far home is, briefly only if the fuel does not last so far at the speed that the aircraft last had."""
    place = _place(rules, plane)
    if place is None or not plane["left_home"]:
        return ""
    side = rules.sides[plane["seat"]]
    far = min(rules.map.distance(place[0], here) for here in range(rules.size) if rules.home[here] == side)
    if _fuel(rules, plane) * plane["speed"] < far:
        return f", home {far}!" if briefly else f", home {far}: too far at this speed"
    return "" if briefly else f", home {far}"


def _hits(rules: AcesRules, plane: dict[str, Any]) -> list[str]:
    aircraft = rules.aircraft_called(plane["kind"])
    return [
        f"{part} {plane['hits'][part]}/{track}{'+' if last else ''}"
        for part, track, last in zip(PARTS, aircraft.tracks, aircraft.last_hit, strict=True)
    ]


def _ammunition(rules: AcesRules, plane: dict[str, Any]) -> str:
    """Rounds of the pilot, in a two-seater also those of the observer."""
    both = rules.aircraft_called(plane["kind"]).two_seater
    return "/".join(map(str, plane["ammo"].values())) if both else str(plane["ammo"]["front"])


def _crew(rules: AcesRules, plane: dict[str, Any]) -> str:
    """Ranks, in a campaign with the names."""
    crew = [(plane["pilot"], plane["pilot_rank"])]
    if plane["observer"]:
        crew.append((plane["observer"], plane["observer_rank"]))
    if rules.month is None:
        return f" ({' + '.join(rank for _, rank in crew)})"
    return ", " + " and ".join(f"{name} ({rank})" for name, rank in crew)


def _troubles(plane: dict[str, Any]) -> str:
    words = []
    if plane["spin"]:
        words.append("spinning")
    if plane["fire"] != "none":
        words.append(plane["fire"])
    words += [f"{gun} guns jammed" for gun, tries in plane["jams"].items() if tries >= 0]
    if plane["guns_destroyed"]:
        words.append("front guns destroyed")
    if plane.get("declared"):
        words.append(f"declared {plane['declared']}")
    return "".join(f", {word}" for word in words)


# ---- picture

PAPER, GROUND, HOME, TRENCH = "#ffffff", "#f2efe4", "#dfe8d6", "#cfc4ae"
COLOURS = ("#e3c7c0", "#c5d7ee")
PANEL = 330.0


def scene(rules: AcesRules, view: dict[str, Any]) -> Scene:
    """The whole map, and beside it each aircraft with its cards. Sides differ by letter and outline besides colour."""
    state = view["state"]
    board = rules.map
    middles = [centre(here, SIZE) for here in board.hexes]
    left = min(x for x, _ in middles) - SIZE - 6
    top = min(y for _, y in middles) - SIZE - 6
    width = max(x for x, _ in middles) + SIZE + 6 - left
    height = max(y for _, y in middles) + SIZE + 6 - top
    shapes: list[Shape] = [_hex_shape(rules, here) for here in range(board.size)]
    shapes += _site_shapes(rules, state)
    whole = (
        Group(tuple(shapes), "map", "map", (-left, -top)),
        Group((*_plane_shapes(rules, view), *ghosts(rules, view)), "", "aircraft", (-left, -top)),
        Group(_panel(rules, state), "aircraft", "panel", (width + 10, 0)),
    )
    return Scene(width + PANEL + 20, height, "Aces High", whole, text(rules, view))


def _hex_shape(rules: AcesRules, here: int) -> Shape:
    """One hex, by its code: where an option names it, it can be pressed."""
    trench = trench_side(rules, here)
    fill = TRENCH if trench != NOBODY else HOME if rules.home[here] != NOBODY else GROUND
    x, y = centre(rules.map.hexes[here], SIZE)
    outline = Style(fill, "#8a8a8a", 0.7)
    shapes: list[Shape] = [Polygon(corners(rules.map.hexes[here], SIZE), outline)]
    shapes.append(Text(x, y + SIZE * 0.75, rules.map.codes[here], 6.5, "middle", fill="#565656"))
    if trench != NOBODY:
        shapes.append(Text(x, y - SIZE * 0.55, "xxx" if trench == CENTRAL else "vvv", 8, "middle", fill="#5b4a2a"))
    return Group(tuple(shapes), id=f"hex-{rules.map.codes[here]}")


def _site_shapes(rules: AcesRules, state: dict[str, Any]) -> list[Shape]:
    shapes: list[Shape] = []
    for name, side in state["sides"].items():
        for site, code in side["sites"].items():
            if not code:
                continue
            x, y = centre(rules.map.hexes[rules.map.at(code)], SIZE)
            gone = site == "balloon" and side["balloon_down"]
            style = Style(COLOURS[SIDES.index(name)], INK, 1.4, dash="3 2" if gone else "")
            box: Shape = Circle(x, y, 11, style) if site == "balloon" else Rect(x - 10, y - 10, 20, 20, style)
            label = Text(x, y + 4, SITE_LETTERS[site] + name[0].upper(), 10, "middle", bold=True)
            shapes.append(Group((box, label), f"{site} of {SIDE_TITLES[SIDES.index(name)]}"))
    return shapes


def _plane_shapes(rules: AcesRules, view: dict[str, Any]) -> list[Shape]:
    """Aircraft in one hex are drawn a little apart, their tags one below the other."""
    shapes: list[Shape] = []
    tags: list[Shape] = []
    stacked: dict[int, int] = {}
    for plane in _planes(view["state"]).values():
        place = _place(rules, plane)
        if place is None:
            continue
        here, facing = place
        x, y = centre(rules.map.hexes[here], SIZE)
        above = stacked.get(here, 0)
        stacked[here] = above + 1
        shapes.append(_plane_shape(rules, plane, x + 7 * above, y - 3 * above, facing, view["viewer"]))
        tags.append(_tag(f"{rules.marks[plane['id']]} {plane['altitude']}", plane["id"], x, y + 7 + 11 * above))
    return [*shapes, *tags]


def _plane_shape(rules: AcesRules, plane: dict[str, Any], x: float, y: float, facing: int, viewer: str) -> Shape:
    side = rules.sides[plane["seat"]]
    style = Style(COLOURS[side], INK, 2.0 if side == ALLIES else 1.2, dash="" if side == ALLIES else "4 1.5")
    aircraft = rules.aircraft_called(plane["kind"])
    title = (
        f"{rules.marks[plane['id']]} {aircraft.name}, altitude {plane['altitude']}, facing {DIRECTION_NAMES[facing]}"
    )
    role: Role = "own piece" if rules.seats[plane["seat"]] == viewer else "piece"
    return Group((Polygon(outline(x, y, facing), style),), title, plane["id"], role=role)


def _tag(label: str, plane: str, x: float, y: float) -> Shape:
    box = Rect(x - 13, y, 26, 11, Style(PAPER, INK, 0.6), 2)
    return Group((box, Text(x, y + 9, label, 9, "middle", bold=True)), id=f"tag-{plane}")


LEGEND = (
    "C1 3: first aircraft, Central Powers, at altitude 3.",
    "Broken outline: Central Powers. Full outline: Allies.",
    "Squares: airfield A, depot D. Circle: balloon B.",
    "Brown hexes: trenches, xxx Central Powers, vvv Allies.",
    "Dark cards are played, ? are hidden.",
    "Dashed aircraft: where your picks lead, in their order.",
    "Hits 2/5: two of five; a sixth brings it down, with + a seventh.",
)


def _panel(rules: AcesRules, state: dict[str, Any]) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    y = 22.0
    for name, side in state["sides"].items():
        line = f"{SIDE_TITLES[SIDES.index(name)]}: {_points(rules, state, name)} {_unit(rules)}{_mission(side)}"
        for piece in _wrapped(line, 46):
            shapes.append(Text(0, y, piece, 12, bold=True))
            y += 18
    for plane in _planes(state).values():
        y += 8
        for at, line in enumerate(_sheet_lines(rules, plane)):
            for piece in _wrapped(line, 54):
                shapes.append(Text(0, y, piece, 10.5, bold=at == 0))
                y += 14
        y = _card_row(rules, plane, y, shapes)
    for at, line in enumerate(LEGEND):
        shapes.append(Text(0, y + 22 + 13 * at, line, 9.5, fill="#4a4a4a"))
    return tuple(shapes)


def _wrapped(line: str, width: int) -> list[str]:
    pieces = [""]
    for word in line.split(" "):
        if len(pieces[-1]) + len(word) >= width:
            pieces.append("")
        pieces[-1] = f"{pieces[-1]} {word}".strip()
    return pieces


def _card_row(rules: AcesRules, plane: dict[str, Any], y: float, shapes: list[Shape]) -> float:
    """Played cards filled, cards in hand open, unknown cards with their back."""
    if plane["fate"] != "in play":
        return y
    cards = [(_word(rules, card), TRENCH) for card in plane["played"]]
    hand = plane.get("hand")
    cards += [(_word(rules, card), PAPER) for card in hand] if hand else [("?", "#d9d4c5")] * plane["hand_count"]
    for number, (name, fill) in enumerate(cards):
        x, row = number % 5 * 64.0, y + number // 5 * 34.0
        shapes.append(Rect(x, row, 60, 30, Style(fill, INK, 0.8), 3))
        pieces = _wrapped(name, 13)[:2]
        for at, piece in enumerate(pieces):
            shapes.append(Text(x + 30, row + (13 if len(pieces) > 1 else 18.5) + 11 * at, piece, 8.5, "middle"))
    return y + (len(cards) + 4) // 5 * 34.0 + (8.0 if cards else 0.0)
