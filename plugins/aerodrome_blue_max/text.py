"""The table as text for a terminal: the part of the map on which there are planes, a line or two for each plane, and
what an option would lead to. All of it from a view."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final

from aerodrome.geometry.hexes import Pose, centre, offset, rotated
from aerodrome.orders import Option
from aerodrome_blue_max.charts import Order
from aerodrome_blue_max.combat import attacked_edge
from aerodrome_blue_max.outlook import COMPASS, NOSES, Height, height, is_trapped
from aerodrome_blue_max.rules import SHOTS, BlueMaxRules, Shot
from aerodrome_blue_max.sentences import LOST, SHOWS, edge, word
from aerodrome_blue_max.vocabulary import DECKS, MOUNTINGS, OBSERVER, RECOVERS, TEAMS, UNJAMS

ARROWS: Final = "↑↗↘↓↙↖"
BEARINGS: Final = ("ahead", "ahead to the right", "behind to the right", "behind", "behind to the left",
                   "ahead to the left")  # fmt: skip
SIGNS: Final = ("123456789" + ascii_uppercase, ascii_lowercase)
WIDTH: Final = 78
"""Characters of a line."""


def text(rules: BlueMaxRules, view: dict[str, Any]) -> str:
    """The map as far as there are planes on it, and what is known of each plane."""
    state = view["state"]
    tally = state["losses"]
    phase = rules.ruleset.phases.nodes[view["phase"]].phase.title
    shot_down = f"shot down by Allies {tally['allies']}, by Central Powers {tally['central']}"
    lines = [f"Round {state['round']}, {phase}   {shot_down}"]
    signs = marks(rules, state)
    own = state["planes"].get(view["viewer"])
    placed = [plane for plane in state["planes"].values() if plane["pose"]]
    if placed:
        lines += _map_lines(rules, placed, signs, own if own in placed else None)
    else:
        lines.append("")
    for plane in state["planes"].values():
        for line in plane_lines(rules, plane, signs[plane["id"]], own):
            first, *rest = wrapped(line, WIDTH)
            lines += [first, *("    " + piece for piece in rest)]
    return "\n".join(lines)


def marks(rules: BlueMaxRules, state: dict[str, Any]) -> dict[str, str]:
    """One sign a plane: a digit for Allies (from the tenth on a capital), a small letter for the Central Powers."""
    found = {}
    counts = [0, 0]
    for plane in state["planes"].values():
        side = TEAMS.index(plane["side"])
        found[plane["id"]] = SIGNS[side][counts[side] % len(SIGNS[side])]
        counts[side] += 1
    return found


def pose_of(rules: BlueMaxRules, plane: dict[str, Any]) -> Pose:
    return rules.map.at(plane["pose"]["at"]) * 6 + int(plane["pose"]["facing"])


# ---- the map


def _map_lines(
    rules: BlueMaxRules, placed: list[dict[str, Any]], signs: dict[str, str], own: dict[str, Any] | None
) -> list[str]:
    """Columns side by side, even ones half a line lower. Stretches without planes are left out."""
    cells = {_cell(rules, number): code for number, code in enumerate(rules.map.codes)}
    stacks: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for plane in placed:
        stacks.setdefault(_cell(rules, rules.map.at(plane["pose"]["at"])), []).append(plane)
    aimed = {_cell(rules, number) for number in _in_sight(rules, own)} if own else set()
    columns = _stretch((column for column, _ in stacks), 3, rules.map.columns)
    near = {line + n for _, line in stacks for n in (-1, 1)}
    rows = _stretch(near | {line for _, line in aimed}, 1, 2 * rules.map.rows)
    lines = [_heading(columns, cells)]
    for line in rows:
        if line is None:
            lines.append("  ⋮")
            continue
        row = ""
        for column in columns:
            here = (column or 0, line)
            empty = "+" if here in aimed else "·" if here in cells else " "
            row += " " + (_sign(stacks[here], signs) if here in stacks else f" {empty}")
        lines.append((f"{(line + 1) // 2:>3} " if line % 2 else "    ") + row)
    return [line.rstrip() for line in lines] + list(_notes(stacks, cells, signs, own))


def _stretch(needed: Iterable[int], margin: int, last: int) -> list[int | None]:
    """The numbers from 1 to ``last`` that are near a needed one; ``None`` where some are left out."""
    wanted = {n for near in needed for n in range(max(1, near - margin), min(last, near + margin) + 1)}
    found: list[int | None] = []
    for number in sorted(wanted):
        if found and number - 1 not in wanted:
            gap = number - (found[-1] or 0)
            found.append(number - 1 if gap == 2 else None)
        found.append(number)
    return found


def _heading(columns: list[int | None], cells: dict[tuple[int, int], str]) -> str:
    """The columns as the codes have them."""
    return "    " + "".join("  …" if c is None else f"{cells[c, 2 - c % 2][:2]:>3}" for c in columns)


def _sign(stack: list[dict[str, Any]], signs: dict[str, str]) -> str:
    """A plane with its nose; two planes in one hex by their signs, more by the first one's."""
    first = signs[stack[0]["id"]]
    if len(stack) == 1:
        return first + ARROWS[stack[0]["pose"]["facing"]]
    return first + (signs[stack[1]["id"]] if len(stack) == 2 else "+")


def _notes(
    stacks: dict[tuple[int, int], list[dict[str, Any]]],
    cells: dict[tuple[int, int], str],
    signs: dict[str, str],
    own: dict[str, Any] | None,
) -> Iterable[str]:
    for here, stack in sorted(stacks.items()):
        if len(stack) > 1:
            names = " ".join(signs[plane["id"]] + ARROWS[plane["pose"]["facing"]] for plane in stack)
            yield f"together in {cells[here]}: {names}"
    yield "arrow: the nose" + ("   +: where your guns can reach" if own else "")


def _cell(rules: BlueMaxRules, number: int) -> tuple[int, int]:
    """Column and half row, both from 1, of a hex on the whole map."""
    q, r = rules.map.hexes[number]
    return q + 1, 2 * r + q + 1


def _in_sight(rules: BlueMaxRules, plane: dict[str, Any]) -> list[int]:
    """The hexes in the lines of fire of a plane (BM-GEO-07, BM-GEO-08)."""
    pose = pose_of(rules, plane)
    return [n for n in range(rules.map.size) if _shot(rules, plane, pose, n) is not None]


def _shot(rules: BlueMaxRules, plane: dict[str, Any], pose: Pose, target: int) -> Shot | None:
    """How a hex lies in a line of fire of a plane that stands at ``pose``, if it does."""
    way = rules.near[pose // 6 * rules.hexes + target]
    shot = SHOTS[way * 6 + pose % 6] if way else None
    if shot is None or (shot.mounting == OBSERVER and not _has_observer(rules, plane)):
        return None
    return shot


def _has_observer(rules: BlueMaxRules, plane: dict[str, Any]) -> bool:
    return rules.crewed(rules.charts.ids.index(plane["model"])) and not plane["observer_killed"]


# ---- planes


def plane_lines(rules: BlueMaxRules, plane: dict[str, Any], mark: str, own: dict[str, Any] | None = None) -> list[str]:
    """What everybody sees of a plane, where it is as seen from the own one, and the sheet if the viewer may read it."""
    title = rules.scenario.seats[plane["seat"]].title or plane["id"]
    if plane["model"] is None:
        return [f"{mark} {title}: no plane yet"]
    row = rules.tables.planes[rules.charts.ids.index(plane["model"])]
    words = [f"{mark} {title}: {row.name} #{plane['number']}"]
    if plane["lost"]:
        words.append(LOST[plane["lost"]])
    elif plane["pose"]:
        words.append(f"in {plane['pose']['at']} {ARROWS[plane['pose']['facing']]} {NOSES[plane['pose']['facing']]}")
        if rules.altitude:
            words.append(f"level {plane['level']}")
        words.append(f"flew {rules.charts.titles[rules.charts.by_code[plane['performed']]]}")
    words += [name for name in ("spinning", "stalled") if plane[name] and not plane["lost"]]
    words += [plane["flame"]] if plane["flame"] != "none" else []
    words += ["observer killed"] if plane["observer_killed"] else []
    words += [f"tails {word(rules, '', plane['tails'])}"] if plane["tails"] else []
    words += [f"must {plane['due']} in round {plane['due_round']}"] if plane["due"] else []
    words += [f"hit by {len(plane['hits'])} dice"] if plane["hits"] else []
    lines = [", ".join(words)]
    if own and own["pose"] and plane["pose"] and plane is not own:
        lines.append("    " + _as_seen(rules, own, plane))
    if plane.get("shown"):
        shown = plane["shown"]
        lines.append(f"    shows {SHOWS[shown['direction']]}" + (f", level {shown['level']}" if rules.altitude else ""))
    if "wings" in plane:
        lines.append("    " + _sheet_line(rules, plane, row))
    return lines


def _as_seen(rules: BlueMaxRules, own: dict[str, Any], other: dict[str, Any]) -> str:
    """Distance and bearing from the own plane, and who has whom in his sights."""
    here, there = pose_of(rules, own), pose_of(rules, other)
    length = rules.map.distance(here // 6, there // 6)
    if not length:
        return "in your hex"
    x, y = centre(rotated(offset(rules.map.hexes[here // 6], rules.map.hexes[there // 6]), -(here % 6)), 1)
    sixth = round(degrees(atan2(x, -y)) / 60) % 6
    words = [f"{_hexes(length)} {BEARINGS[sixth]}"]
    if own["side"] != other["side"] and abs(own["level"] - other["level"]) <= 1:
        words += ["in your line of fire"] if _shot(rules, own, here, there // 6) else []
        words += ["has you in its line of fire"] if _shot(rules, other, there, here // 6) else []
    return ", ".join(words)


def _hexes(count: int) -> str:
    return f"{count} hex" if count == 1 else f"{count} hexes"


def _sheet_line(rules: BlueMaxRules, plane: dict[str, Any], row: Any) -> str:
    """What stands on a sheet that the viewer may read."""
    words = [f"{name} {plane[name]}/{getattr(row, name)}" for name in ("wings", "tail", "fuselage", "engine")]
    words.append(f"guns {row.pilot_guns - plane['guns_destroyed']}")
    flags = {
        "jammed": "guns jammed",
        "rear_jammed": "observer's guns jammed",
        "wings_torn_blue": "wings torn (no speed 3-4)",
        "wings_torn_red": "wings torn (no acrobatics)",
        "engine_hit": "engine hit (no speed 3-4)",
        "pilot_killed": "pilot killed",
    }
    words += [says for name, says in flags.items() if plane[name]]
    if plane["rudder"] != "free":
        words.append(f"rudder stuck {plane['rudder']} until round {plane['rudder_until']}")
    if rules.fuel:
        words.append(f"fuel {plane['fuel']}")
    if plane["dry"]:
        words.append(f"gliding until round {plane['glide_until']}")
    if plane["deadline"]:
        words.append(f"engine dead, lost after round {plane['deadline']}")
    lewis = rules.lewis_guns(rules.charts.ids.index(plane["model"]))
    words += [f"ammunition {plane['ammunition']}"] if lewis & 1 else []
    words += [f"observer's ammunition {plane['rear_ammunition']}"] if lewis & 2 else []
    return ", ".join(words)


def wrapped(line: str, most: int) -> list[str]:
    """A line cut at commas so that no piece is longer than ``most``, if that can be."""
    pieces = [""]
    for word_ in line.split(", "):
        joined = f"{pieces[-1]}, {word_}" if pieces[-1] else word_
        if len(joined) > most and pieces[-1]:
            pieces[-1] += ","
            pieces.append(word_)
        else:
            pieces[-1] = joined
    return pieces


# ---- options


def remark(rules: BlueMaxRules, view: dict[str, Any], option: Option) -> str:
    """Where a maneuver ends and what it does to the level, at what range and on which side a burst hits, what a roll
    must show, and why there is nothing to roll for."""
    plane = view["state"]["planes"].get(view["viewer"])
    facts = option.facts
    if "maneuver" in facts and "start" not in facts and plane and plane["pose"]:
        return _way(rules, view["state"]["round"], plane, option)
    if "target" in facts and plane and plane["pose"]:
        return _aim(rules, plane, view["state"]["planes"][facts["target"]])
    if "recover" in facts:
        return f"on {RECOVERS} or more"
    if "leave" in facts and plane:
        clear = not _is_jammed(plane, facts["leave"] == MOUNTINGS[OBSERVER])
        return "not jammed; you are asked so that nobody learns who is" if clear else ""  # BM-SECR-25
    if "hold" in facts and plane:
        return "the guns are jammed" if _is_jammed(plane, "observer" in facts) else ""
    return f"on {UNJAMS} or more" if "unjam" in facts else ""


def _is_jammed(plane: dict[str, Any], rear: bool) -> bool:
    return bool(plane["rear_jammed" if rear else "jammed"])


def _way(rules: BlueMaxRules, round_: int, plane: dict[str, Any], option: Option) -> str:
    """``0708 NW``, with ``!`` where every maneuver that can follow leads off the map."""
    order = rules.order(option)
    model = rules.charts.ids.index(plane["model"])
    end = rules.moves[order[0]][pose_of(rules, plane)]
    where = "off map"
    if end >= 0:
        beware = "!" if is_trapped(rules, model, order[0], end) else ""
        where = f"{rules.map.codes[end // 6]} {COMPASS[end % 6]}{beware}"
    change = _height(rules, round_, plane, order)
    return f"{where}, {change.short}" if change else where


def _height(rules: BlueMaxRules, round_: int, plane: dict[str, Any], order: Order) -> Height | None:
    sinks = 0 < plane["dry"] < round_ or 0 < plane["deadline"] <= round_
    return height(rules, rules.charts.ids.index(plane["model"]), plane["level"], sinks, order)


def warning(rules: BlueMaxRules, view: dict[str, Any], option: Option) -> str:
    """That a maneuver loses the plane now, or leaves nothing else for the next round."""
    plane = view["state"]["planes"].get(view["viewer"])
    if "maneuver" not in option.facts or "start" in option.facts or not (plane and plane["pose"]):
        return ""
    order = rules.order(option)
    model = rules.charts.ids.index(plane["model"])
    end = rules.moves[order[0]][pose_of(rules, plane)]
    if end < 0:
        return "the plane flies off the map and is lost (BM-MAP-03)"
    change = _height(rules, view["state"]["round"], plane, order)
    if change and change.fatal:
        return f"{change.long} ({change.clause})"
    return "from there every maneuver leads off the map" if is_trapped(rules, model, order[0], end) else ""


def _aim(rules: BlueMaxRules, plane: dict[str, Any], foe: dict[str, Any]) -> str:
    if not foe["pose"]:
        return ""
    there = pose_of(rules, foe)
    shot = _shot(rules, plane, pose_of(rules, plane), there // 6)
    return f"{_hexes(shot.distance)}, {edge(DECKS[attacked_edge(shot, there % 6)])}" if shot else ""
