"""What a player is asked at this moment, and where an option leads, in a few words. All of it from a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aerodrome.geometry.hexes import DIRECTION_NAMES
from aerodrome.orders import Option
from aerodrome_aces_high import movement
from aerodrome_aces_high.fire import shot_words
from aerodrome_aces_high.removal import ceiling_after_descent, early_exit
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.state import AWAY, HOME, Plane, Side, Skies
from aerodrome_aces_high.vocabulary import FATES, FIRES, GUNS, IN_PLAY, NO_CARD, NOBODY, RANKS, Kind

# ---- which aircraft


def called(rules: AcesRules, state: dict[str, Any], name: str) -> str:
    """``C1 Fokker Dr.I``, in a campaign with its pilot."""
    plane = state["planes"][name]
    pilot = f" ({plane['pilot']})" if rules.month is not None else ""
    return f"{rules.marks[name]} {rules.aircraft_called(plane['kind']).name}{pilot}"


def asked_planes(rules: AcesRules, view: dict[str, Any]) -> list[str]:
    """The aircraft for which the viewer decides in this phase, one entry for each order that is wanted."""
    state, phase = view["state"], view["phase"]
    planes = state["planes"] if isinstance(state["planes"], dict) else {}
    seat = rules.seat_number(view["viewer"])
    own = [name for name, plane in planes.items() if plane["seat"] == seat]
    if phase == "place-aircraft":
        return [name for name in own for _ in ("hex", "heading")]
    if phase == "card-selection":
        return [name for name in own if planes[name]["fate"] == FATES[IN_PLAY] and not planes[name]["spin"]]
    if phase == "maneuver":
        return [name for name in state["steps"][state["step"]] if name in own]
    if phase == "correction":
        return [name for name in state["wrong"] if name in own]
    if phase == "push":
        return [name for name in state["pushes"] if rules.sides[planes[name]["seat"]] != rules.sides[seat]]
    if phase == "fire":
        return [name for name, _, _ in (gun.rpartition(" ") for gun in state["guns"]) if name in own]
    return []


def asked_plane(rules: AcesRules, view: dict[str, Any]) -> str:
    """The aircraft that the next pick is for; nothing when it is for none."""
    done = view["picks"].count("done") if view["phase"] == "card-selection" else len(view["picks"])
    planes = asked_planes(rules, view)
    return planes[done] if done < len(planes) else ""


# ---- the words


def prompt(rules: AcesRules, view: dict[str, Any], options: Sequence[Option]) -> str:
    """For which aircraft, and what of it; who only looks on is asked nothing."""
    if view["viewer"] not in rules.seats:
        return ""
    name = asked_plane(rules, view)
    if not name:
        return _asked_of_the_side(rules, view, options)
    words = called(rules, view["state"], name)
    if view["phase"] == "card-selection":
        return f"{words}, {_hand_words(rules, view, name)}"
    if view["phase"] == "place-aircraft":
        where = f"hex, such as {options[0].facts.get('at')}" if options else "hex"
        return f"{words}, {'heading' if len(view['picks']) % 2 else where}"
    return words


def _hand_words(rules: AcesRules, view: dict[str, Any], name: str) -> str:
    """``2 of 4 cards, speed 1 of 2 to 3``: only cards that count are counted (AH-HAND-03)."""
    plane = view["state"]["planes"][name]
    aircraft = rules.aircraft_called(plane["kind"])
    picks = view["picks"]
    begun = len(picks) - picks[::-1].index("done") if "done" in picks else 0
    taken = [rules.kinds[rules.kind_by_id[key.removeprefix("take:")]] for key in picks[begun:]]
    counted = sum(kind.counts for kind in taken)
    speed = sum(kind.number == rules.speed for kind in taken)
    possible = rules.pilot(aircraft.number, RANKS.index(plane["pilot_rank"])).speeds(plane["speed"])
    return f"{counted} of {aircraft.max_cards} cards, speed {speed} of {min(possible)} to {max(possible)}"


def _asked_of_the_side(rules: AcesRules, view: dict[str, Any], options: Sequence[Option]) -> str:
    """Sites and the mission order."""
    facts = options[0].facts if options else {}
    picks = [key.split(":", 1) for key in view["picks"]]
    if view["phase"] == "objectives":
        return f"hex of the {picks[-1][1]}, such as {facts.get('at')}" if picks else "which site to place next"
    if view["phase"] != "mission-order" or rules.month is None:
        return ""
    fly = [value for name, *rest in picks if name == "fly" for value in rest]
    for duty in ("pilot", "observer"):
        if duty in facts:
            return f"{duty} of the {rules.aircraft_called(fly[-1]).name}"
    if "fly" in facts or fly:
        most = rules.month.most[rules.sides[rules.seat_number(view["viewer"])]]
        return _types_words(len(fly), most, sum("fly" in option.facts for option in options)) if facts else ""
    return next(iter(facts), "")


def _types_words(sent: int, most: int, types: int) -> str:
    """How many aircraft a side may send; each type is there once, unless there are more pieces (AH-SETUP-04)."""
    if not types:
        return ""
    if sent + types < most:
        there = "one type" if sent + types == 1 else f"{sent + types} types"
        return f"aircraft {sent + 1} of at most {sent + types}, as there is but {there}"
    return f"aircraft {sent + 1} of at most {most}"


def remark(rules: AcesRules, view: dict[str, Any], option: Option) -> str:
    """Where a card leads; the rank of a pilot; what an aircraft is."""
    if view["viewer"] not in rules.seats:
        return ""
    facts = option.facts
    kind, rider = rules.meaning[option.code]
    if "fire" in facts and view["phase"] == "fire":
        return _shot_words(rules, view, option)
    if kind != NO_CARD and asked_plane(rules, view):
        plane = view["state"]["planes"][asked_plane(rules, view)]
        return _way_words(rules, plane, kind, rider) if "play" in facts else _take_words(rules, plane, kind)
    if "fly" in facts:
        found = rules.aircraft_called(str(facts["fly"]))
        return f"altitude {found.altitude}, speed {found.max_speed}" + (", two seats" if found.two_seater else "")
    if rules.month is not None:
        side = rules.sides[rules.seat_number(view["viewer"])]
        for duty, crew in (("pilot", rules.month.pilots[side]), ("observer", rules.month.observers[side])):
            if duty in facts:
                return next((RANKS[rank] for name, rank, _ in crew if name == facts[duty]), "")
    return ""


def _shot_words(rules: AcesRules, view: dict[str, Any], option: Option) -> str:
    """Range, dice and zone of a shot; the guns are asked in their order."""
    state = view["state"]
    name, gun = asked_plane(rules, view), str(option.facts["gun"])
    seen = _as_seen(rules, state)
    number = seen.plane_called(name)
    return shot_words(seen, number * 2 + GUNS.index(gun), option) if number != NOBODY else ""


def _as_seen(rules: AcesRules, state: dict[str, Any]) -> Skies:
    """What a view shows of aircraft and sites, as far as it matters for dice."""
    planes = [_plane_as_seen(rules, plane, list(state["planes"])) for plane in state["planes"].values()]
    sides = [
        Side(
            name,
            side["seat"],
            sites=[rules.map.at(code) if code else NOBODY for code in side["sites"].values()],
            balloon_down=side["balloon_down"],
        )
        for name, side in state["sides"].items()
    ]
    return Skies(rules, planes, sides)


def _plane_as_seen(rules: AcesRules, plane: dict[str, Any], names: list[str]) -> Plane:
    code, _, facing = plane["pose"].partition("/")
    before = [plane["aimed_before"][gun] for gun in GUNS]
    return Plane(
        id=plane["id"],
        seat=plane["seat"],
        kind=rules.aircraft_called(plane["kind"]).number,
        pilot_rank=RANKS.index(plane["pilot_rank"]),
        observer_rank=RANKS.index(plane["observer_rank"]),
        pilot=plane["pilot"],
        observer=plane["observer"],
        altitude=plane["altitude"],
        ceiling=plane["ceiling"],
        speed=plane["speed"],
        fuel=plane["fuel"],
        ammo=list(plane["ammo"].values()),
        deck=(),
        pose=rules.map.by_code[code] * 6 + int(facing) if code in rules.map.by_code else NOBODY,
        aimed_before=(_number(names, before[0]), _number(names, before[1])),
        card=NO_CARD if plane["card"] is None else rules.kind_by_id[plane["card"]],
        fire=FIRES.index(plane["fire"]),
        fate=FATES.index(plane["fate"]),
    )


def _number(names: list[str], target: str | None) -> int:
    """The number of an aircraft that was fired at; whatever else was, counts for no dice."""
    return names.index(target) if target in names else NOBODY


def _end(rules: AcesRules, plane: dict[str, Any], kind: Kind) -> tuple[int, int]:
    """Where a card leads, and what becomes of the aircraft there, as `movement.way_end` says it."""
    code, _, facing = plane["pose"].partition("/")
    pose = rules.map.by_code[code] * 6 + int(facing)
    return movement.way_end(rules, rules.sides[plane["seat"]], plane["left_home"], pose, kind)


def _levels(rules: AcesRules, kind: Kind, rider: Kind) -> int:
    return sum(rules.kinds[part].altitude for part in (kind, rider) if part != NO_CARD)


def _way_words(rules: AcesRules, plane: dict[str, Any], kind: Kind, rider: Kind) -> str:
    end, going = _end(rules, plane, kind)
    if going == AWAY:
        return "off the map"
    if going == HOME:
        return "home, out of the game"
    words = f"to {rules.map.codes[end // 6]} facing {DIRECTION_NAMES[end % 6]}"
    levels = _levels(rules, kind, rider)
    if not levels:
        return words
    altitude = max(0, min(plane["altitude"] + levels, plane["ceiling"]))
    return f"{words}, altitude {altitude}{_beside(rules, plane, levels)}" if altitude else f"{words}, into the ground"


def _beside(rules: AcesRules, plane: dict[str, Any], levels: int) -> str:
    """What a change of altitude brings with it: a spin test at the ceiling, a ceiling that is lost."""
    if levels > 0:
        return " (ceiling: spin test)" if plane["altitude"] + levels > plane["ceiling"] else ""
    after = ceiling_after_descent(rules.aircraft_called(plane["kind"]), plane["ceiling"])
    return f" (ceiling {after})" if after < plane["ceiling"] else ""


def _take_words(rules: AcesRules, plane: dict[str, Any], kind: Kind) -> str:
    """What a card of a hand does to the altitude, as that stands before the turn."""
    levels = rules.kinds[kind].altitude
    return f"altitude {levels:+d}{_beside(rules, plane, levels)}" if levels else ""


def warning(rules: AcesRules, view: dict[str, Any], option: Option) -> str:
    """That a card ends the flight: off the map, in the ground, or at home before that is free."""
    kind, rider = rules.meaning[option.code]
    if view["viewer"] not in rules.seats or "play" not in option.facts or not asked_plane(rules, view):
        return ""
    name = asked_plane(rules, view)
    plane = view["state"]["planes"][name]
    turn, penalty, clause = early_exit(rules.aircraft_called(plane["kind"]).autonomy)
    spared = "" if rules.month is None else ", but no experience"
    cost = f"; before turn {turn} that costs {-penalty} victory points{spared} ({clause})"
    early = cost if view["state"]["turn"] < turn else ""
    going = _end(rules, plane, kind)[1]
    if going == AWAY:
        return f"{rules.marks[name]} leaves the map and makes a forced landing (AH-EXIT-03){early}"
    if going == HOME:
        return f"{rules.marks[name]} goes home and is out of the game (AH-EXIT-01){early}" if early else ""
    if plane["altitude"] + _levels(rules, kind, rider) <= 0:
        return f"{rules.marks[name]} reaches the ground and makes a forced landing (AH-ALT-06)"
    return ""
