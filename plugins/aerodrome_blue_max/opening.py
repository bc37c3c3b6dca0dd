"""Setup: borders, planes, secret entries, joint placement (BM-SETUP)."""

from __future__ import annotations

from itertools import permutations

from aerodrome.canonical import Json
from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.state import BlueMax, Plane, find_contacts
from aerodrome_blue_max.vocabulary import ALLIES, AMMUNITION, CENTRAL, NOBODY, TEAMS, Model


def set_up(rules: BlueMaxRules, umpire: Umpire) -> BlueMax:
    """Borders, decks and planes, as far as the scenario settles them (BM-SETUP-05)."""
    borders = rules.borders or umpire.chance.pick("borders", [*permutations(rules.map.edges(), 2)], "/".join)
    planes = [Plane(*who) for who in rules.who]
    state = BlueMax(rules, planes, rules.everybody, borders=borders, decks=rules.deck)
    if umpire.listening:
        umpire.tell("borders", "BM-SETUP-03", allies=borders[ALLIES], central=borders[CENTRAL], drawn=not rules.borders)
    if umpire.listening or rules.fuel or rules.lewis:
        for plane in planes:
            if plane.model != NOBODY:
                equip(state, plane, umpire)
    return state


def equip(state: BlueMax, plane: Plane, umpire: Umpire) -> None:
    """The lowest free card of the model, and a fresh sheet (BM-SETUP-06, BM-SETUP-07)."""
    rules = state.rules
    row = rules.tables.planes[plane.model]
    plane.number = row.numbers[0]
    if len(row.numbers) > 1:
        taken = {other.number for other in state.planes if other is not plane and other.model == plane.model}
        plane.number = next(number for number in row.numbers if number not in taken)
    if rules.fuel:
        plane.fuel = row.fuel  # BM-FUEL-01
    if rules.lewis:
        plane.ammunition = AMMUNITION if row.lewis in ("pilot", "both") else 0  # BM-LEWIS-02
        plane.rear_ammunition = AMMUNITION if row.lewis in ("observer", "both") else 0
    if umpire.listening:
        umpire.tell("plane", "BM-SETUP-04", seat=plane.id, plane=row.id, number=plane.number)


# ---- picking planes


def next_picker(state: BlueMax) -> tuple[int, ...]:
    """Players pick in seat order (BM-SETUP-04)."""
    if NOBODY not in state.rules.flown:
        return ()
    return next(((plane.seat,) for plane in state.planes if plane.model == NOBODY), ())


def plane_options(state: BlueMax, seat: int, picks: Picks) -> tuple[Option, ...]:
    """Planes of the own team of which a card is left (BM-SETUP-04)."""
    rows = state.rules.tables.planes
    team = TEAMS[state.planes[seat].side]
    return tuple(o for m, o in enumerate(state.rules.block("planes")) if rows[m].team == team and _left(state, m))


def _left(state: BlueMax, model: Model) -> int:
    return len(state.rules.tables.planes[model].numbers) - sum(plane.model == model for plane in state.planes)


def why_not_plane(state: BlueMax, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    model = option.code - state.rules.blocks["planes"]
    rows = state.rules.tables.planes
    if not 0 <= model < len(rows):
        return (Reason("BM-SETUP-05", "planes are picked now"),)
    reasons = []
    if rows[model].team != TEAMS[state.planes[seat].side]:
        reasons.append(Reason("BM-SETUP-04", f"the {rows[model].name} flies for the other team"))
    if not _left(state, model):
        reasons.append(Reason("BM-SETUP-04", f"every {rows[model].name} is taken"))
    return tuple(reasons)


def pick_plane(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    for seat, (option,) in orders.items():
        plane = state.planes[seat]
        plane.model = option.code - state.rules.blocks["planes"]
        equip(state, plane, umpire)
    return "setup-planes"


# ---- entries


def everybody(state: BlueMax) -> tuple[int, ...]:
    return state.rules.everybody


def entry_options(state: BlueMax, seat: int, picks: Picks) -> tuple[Option, ...]:
    """Hexes next to the own border, with option altitude any level up to the maximum (BM-SETUP-08, BM-SETUP-09)."""
    plane = state.planes[seat]
    return state.rules.entries(state.borders[plane.side], plane.model)


def entry_default(state: BlueMax, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
    """The middle of the border; at the maximum altitude, which is the recommended start (BM-SETUP-09)."""
    border = state.rules.map.along(state.borders[state.planes[seat].side])
    middle = state.rules.map.codes[border[len(border) // 2]]
    return next(option for option in offered if option.facts["start"] == middle)


def why_not_entry(state: BlueMax, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    plane = state.planes[seat]
    rules = state.rules
    facts = option.facts
    if "start" not in facts:
        return (Reason("BM-SETUP-05", "the starting hex is chosen now"),)
    reasons = []
    if rules.map.at(str(facts["start"])) not in rules.map.along(state.borders[plane.side]):
        reasons.append(Reason("BM-SETUP-08", f"{facts['start']} is not next to your border"))
    top = rules.plane(plane.model).max_altitude
    if int(str(facts.get("level", 0))) > top:
        reasons.append(Reason("BM-SETUP-09", f"the maximum altitude of the plane is {top}"))
    starts = [rules.charts.codes[m] for m in rules.charts.starts[plane.model]]
    if facts.get("maneuver", starts[0]) not in starts:
        reasons.append(Reason("BM-SETUP-10", f"{facts['maneuver']} is no starting maneuver of your chart"))
    return tuple(reasons)


def enter(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """The entries stand on the sheets (BM-SECR-12)."""
    rules = state.rules
    first = rules.blocks["entries"]
    for seat, (option,) in orders.items():
        plane = state.planes[seat]
        plane.entry, plane.entry_level, start = rules.starts[option.code - first]
        plane.written = rules.charts.starts[plane.model][0] if start == NOBODY else start
        plane.revealed = False
    return "setup-placement"


def place_all(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """All planes are set on the map at once, noses away from their borders (BM-SETUP-11, BM-SETUP-12)."""
    for plane in state.planes:
        north = state.borders[plane.side].startswith("north")
        plane.performed = plane.written
        plane.revealed = True
        plane.pose = plane.entry * 6 + (3 if north else 0)
        plane.level = plane.entry_level
        plane.entry, plane.entry_level = NOBODY, 0
        if umpire.listening:
            tell_placed(state, plane, umpire)
    find_contacts(state)
    state.round = 1
    return "tailing"


def tell_placed(state: BlueMax, plane: Plane, umpire: Umpire) -> None:
    rules = state.rules
    facts: dict[str, Json] = {
        "at": rules.map.codes[plane.pose // 6],
        "facing": plane.pose % 6,
        "maneuver": rules.charts.codes[plane.performed],
    }
    if rules.altitude:
        facts["level"] = plane.level
    umpire.tell("placed", "BM-SETUP-12", to=None, seat=plane.id, **facts)
