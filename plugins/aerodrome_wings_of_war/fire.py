"""Firing: arcs, reach, blocking, declarations, the cards they cost (WW-FIRE, WW-BLOCK, WW-TWO, WW-BLIND, WW-AIM)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, inf
from typing import Protocol, TypeVar

from aerodrome.errors import Reason
from aerodrome.geometry.table import ALL_ROUND, TOLERANCE, Arc, Pose, in_sight, over_the_end, overlap, shot_range
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import Row
from aerodrome.umpire import Umpire
from aerodrome_wings_of_war.cards import BASE, Gun
from aerodrome_wings_of_war.damage import Toll, jam, put_back, removal_rule, remove
from aerodrome_wings_of_war.rules import Plane, WingsRules
from aerodrome_wings_of_war.state import Airplane, WingsOfWar
from aerodrome_wings_of_war.vocabulary import (
    CLIMB,
    CLOUD,
    DECKS,
    FLYING,
    GREEN,
    GROUND,
    IMMELMANN,
    IN_PLAY,
    STEEP_MARK,
)

Shot = tuple[int, int, int, int]
"""Shooter, gun, target, cards due."""


# ---- who can fire at whom, by all that can be seen (WW-FIRE-02, WW-FIRE-10)


def shots(state: WingsOfWar) -> tuple[Shot, ...]:
    """Every shot that the table allows now; hidden damage may still forbid one."""
    planes, rules = state.planes, state.rules
    far = rules.ruler + BASE.radius + TOLERANCE
    far *= far
    found: list[Shot] = []
    for number, foe_number in rules.pairs:
        own, foe = planes[number], planes[foe_number]
        dx, dy = foe.x - own.x, foe.y - own.y
        if dx * dx + dy * dy > far or own.fate or foe.fate or own.place or foe.place == CLOUD:
            continue
        if overlap(BASE, own.pose, foe.pose):
            continue  # WW-OVER-08
        for gun in range(len(rules.planes[number].guns)):
            if own.jams[gun] <= state.clock:
                cards = cards_due(state, own, gun, foe)
                if cards:
                    found.append((number, gun, foe_number, cards))
    return tuple(found)


def cards_due(state: WingsOfWar, own: Airplane, gun: int, foe: Airplane) -> int:
    """Two cards at short range, one at long range; over one level one at short range only (WW-FIRE-06, WW-ALT-07)."""
    apart = abs(own.height - foe.height)
    if apart >= 2:
        return 0  # WW-ALT-08
    distance = range_of(state, own, gun, foe)
    if distance > state.rules.ruler + TOLERANCE or in_blind_spot(state, own, gun, foe):
        return 0
    short = distance <= state.rules.half + TOLERANCE
    if apart:
        return 1 if short else 0
    return 2 if short else 1


def range_of(state: WingsOfWar, own: Airplane, gun: int, foe: Airplane) -> float:
    """From the shooter's middle to the nearest visible point of the target inside the gun's arc; infinite if none."""
    rules = state.rules
    arc = arc_of(state, own, gun, foe)
    others = [other.pose for other in between(state.planes, own, foe)] if len(state.planes) > 2 else ()
    return shot_range(BASE, own.pose, arc, foe.pose, rules.ruler, others)


def arc_of(state: WingsOfWar, own: Airplane, gun: int, foe: Airplane) -> Arc:
    """The arc of a gun, which can depend on the target."""
    return ALL_ROUND if all_round(state, own, gun, foe) else state.rules.planes[own.number].guns[gun].arc


def all_round(state: WingsOfWar, own: Airplane, gun: int, foe: Airplane) -> bool:
    """The rear gun of the Roland against a higher target (WW-ROLAND-01)."""
    plane = state.rules.planes[own.number]
    return fires_all_round(state.rules, plane, plane.guns[gun], foe.height - own.height)


def fires_all_round(rules: WingsRules, plane: Plane, gun: Gun, higher: int) -> bool:
    """Whether a gun has no arc against a target that is so many levels higher."""
    return higher > 0 and rules.settings.roland_c2 and plane.row.all_round_rear and gun.name == "rear"


class Standing(Protocol):
    """What blocking asks of an airplane."""

    @property
    def pose(self) -> Pose: ...
    @property
    def solid(self) -> bool: ...
    @property
    def height(self) -> int: ...


A = TypeVar("A", bound=Standing)


def between(planes: Iterable[A], own: A, foe: A) -> list[A]:
    """Airplanes whose bases can hide the target: all others at the level of both (WW-ALT-06), but for those that
    overlap the shooter or the target (WW-OVER-10)."""
    level = own.height
    if level != foe.height:
        return []
    found = []
    for other in planes:
        if other is own or other is foe or not other.solid or other.height != level:
            continue
        pose = other.pose
        if not overlap(BASE, pose, own.pose) and not overlap(BASE, pose, foe.pose):
            found.append(other)
    return found


def in_blind_spot(state: WingsOfWar, own: Airplane, gun: int, foe: Airplane) -> bool:
    """Behind the own tail and close, at the same level or lower (WW-BLIND-01 to WW-BLIND-03)."""
    rules = state.rules
    if not rules.settings.blind_spot or rules.planes[own.number].guns[gun].name != "rear" or foe.height > own.height:
        return False
    if not over_the_end(BASE, own.pose, foe.x, foe.y, rear=True):
        return False
    return _along_the_line(own, foe) <= rules.half + TOLERANCE


def _along_the_line(own: Airplane, foe: Airplane) -> float:
    """From the shooter's middle, along the line to the target's, to where it meets the target's base."""
    ahead, left = own.pose.seen_from(foe.pose)
    size = hypot(ahead, left)
    inside = min(
        BASE.half_length * size / abs(ahead) if ahead else inf, BASE.half_width * size / abs(left) if left else inf
    )
    return max(0.0, size - inside)


# ---- declaring (WW-FIRE-04, WW-FIRE-05, WW-FIRE-09)


def fire_asks(state: WingsOfWar) -> tuple[int, ...]:
    planes = state.rules.planes
    return tuple(sorted({planes[shot[0]].seat for shot in state.shots}))


def guns_of(state: WingsOfWar, seat: int) -> list[tuple[int, int]]:
    """The guns of a seat that have a target, airplane after airplane."""
    planes = state.rules.planes
    return sorted({(n, gun) for n, gun, _, _ in state.shots if planes[n].seat == seat})


def fire_options(state: WingsOfWar, seat: int, picks: Picks) -> tuple[Option, ...]:
    """One of the targets, those that cost most cards first, or hold, gun after gun; a gun that secretly cannot fire
    may only hold."""
    guns = guns_of(state, seat)
    if len(picks) == len(guns):
        return ()
    number, gun = guns[len(picks)]
    by_meaning = state.rules.by_meaning
    hold = by_meaning["fire", number, gun, -1]
    if secret_bars(state, state.planes[number], gun):
        return (hold,)
    found = sorted((-cards, foe) for n, g, foe, cards in state.shots if n == number and g == gun)
    return (*(by_meaning["fire", number, gun, foe] for _, foe in found), hold)


def hold(state: WingsOfWar, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
    """Who does not answer in time holds fire (WW-FIRE-04)."""
    return offered[-1]


def secret_bars(state: WingsOfWar, airplane: Airplane, gun: int) -> list[Reason]:
    """Why a gun cannot fire for reasons that only its owner knows (WW-PILOT-01, WW-PILOT-03, WW-OBSV-02)."""
    if not state.rules.settings.special_damage:
        return []
    plane = state.rules.planes[airplane.number]
    found = []
    hard = airplane.last in (IMMELMANN, CLIMB) or plane.deck.marks[airplane.last] & STEEP_MARK
    if airplane.pilot_wounded and hard:
        found.append(Reason("WW-PILOT-01", "the wounded pilot cannot fire right after this maneuver"))
    if airplane.jams[gun] <= state.clock < airplane.jams[gun] + airplane.longer[gun]:
        found.append(Reason("WW-PILOT-03", "the wounded pilot needs one phase more to clear the jam"))
    if airplane.observer_wounded and plane.guns[gun].name == "rear":
        found.append(Reason("WW-OBSV-02", "the observer is wounded"))
    return found


def why_not_fire(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Reason]:
    """Every reason against a shot."""
    what = state.rules.meaning[option.code]
    guns = guns_of(state, seat)
    number, gun = guns[len(picks)]
    due = f"{state.id_of(number)}'s {state.rules.planes[number].guns[gun].name} gun declares now"
    if what[0] != "fire":
        return [Reason("WW-FIRE-09", due)]
    if (what[1], what[2]) != (number, gun):
        mine = state.rules.planes[what[1]].seat == seat
        turn = [Reason("WW-FIRE-05", due)] if mine else [Reason("WW-FIRE-01", "it is not your airplane")]
        return turn if what[3] < 0 or not mine else [*turn, *_against(state, what[1], what[2], what[3])]
    return _against(state, number, gun, what[3])


def _against(state: WingsOfWar, number: int, gun: int, foe_number: int) -> list[Reason]:
    own, foe = state.planes[number], state.planes[foe_number]
    if foe.fate != IN_PLAY or own.fate != IN_PLAY:
        return [Reason("WW-FIRE-03", f"{(foe if foe.fate else own).id} is out of play")]
    found = secret_bars(state, own, gun)
    if own.jams[gun] > state.clock:
        found.append(Reason("WW-JAM-03", "the gun is jammed"))
    if own.place == GROUND:
        found.append(Reason("WW-GRND-01", "an airplane on the ground cannot fire"))
    if CLOUD in (own.place, foe.place):
        return [*found, Reason("WW-CLOUD-05", "no fire into the cloud or out of it")]
    if overlap(BASE, own.pose, foe.pose):
        found.append(Reason("WW-OVER-08", "the bases overlap"))
    return found + _out_of_reach(state, own, gun, foe)


def _out_of_reach(state: WingsOfWar, own: Airplane, gun: int, foe: Airplane) -> list[Reason]:
    found = []
    apart = abs(own.height - foe.height)
    if apart >= 2:
        found.append(Reason("WW-ALT-08", f"the target is {apart} levels away"))
    if in_blind_spot(state, own, gun, foe):
        found.append(Reason("WW-BLIND-01", "the target is in the blind spot of the rear gun"))
    rules = state.rules
    arc = arc_of(state, own, gun, foe)
    reach = rules.half if apart else rules.ruler
    distance = BASE.distance(foe.pose, own.x, own.y)
    if distance > reach + TOLERANCE:
        found.append(Reason("WW-ALT-07" if apart else "WW-FIRE-06", f"it is {distance:.1f} mm away, beyond {reach:g}"))
    clear = shot_range(BASE, own.pose, arc, foe.pose, 10 * (rules.area.width + rules.area.depth))
    if clear == inf:
        found.append(Reason("WW-FIRE-02", "the target is outside the firing arc"))
    elif range_of(state, own, gun, foe) == inf and clear <= reach + TOLERANCE:
        found.append(Reason("WW-BLOCK-02", f"hidden by {_in_the_way(state, own, gun, foe)}"))
    elif distance <= reach + TOLERANCE < clear:
        found.append(Reason("WW-FIRE-06", f"its part inside the arc is {clear:.1f} mm away, beyond {reach:g}"))
    return found


def explain_fire(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Row]:
    """How a shot was judged, and what it would cost the target: distance, half of the ruler, arc, what is in the way,
    levels, cards, deck, bonus."""
    what = state.rules.meaning[option.code]
    if what[0] != "fire" or what[3] < 0:
        return []
    _, number, gun, foe_number = what
    own, foe = state.planes[number], state.planes[foe_number]
    distance = range_of(state, own, gun, foe)
    if distance == inf:
        return []
    short = distance <= state.rules.half + TOLERANCE
    apart = abs(own.height - foe.height)
    rows = [
        Row("distance", f"{distance:.1f} mm", "WW-FIRE-06"),
        Row("ruler", "first half" if short else "second half", "WW-FIRE-06"),
        Row("inside the arc", _inside_the_arc(state, own, gun, foe), "WW-FIRE-02"),
        Row("in the way", _in_the_way(state, own, gun, foe), "WW-BLOCK-02" if not apart else "WW-ALT-06"),
    ]
    if state.rules.settings.altitude:
        rows.append(Row("levels apart", apart, "WW-ALT-07"))
    rows.append(Row("cards", cards_due(state, own, gun, foe), "WW-ALT-07" if apart else "WW-FIRE-06"))
    rows.append(Row("deck", DECKS[state.rules.planes[number].guns[gun].deck], "WW-FIRE-07"))
    if state.rules.settings.aiming and own.seat == seat:
        rows.append(Row("aim bonus", aim_bonus(state, own, gun, foe_number), "WW-AIM-01"))
    return rows


def _inside_the_arc(state: WingsOfWar, own: Airplane, gun: int, foe: Airplane) -> str:
    """How much of the target's base lies inside the arc."""
    whole = BASE.length * BASE.width
    share = in_sight(BASE, own.pose, arc_of(state, own, gun, foe), foe.pose, state.rules.ruler).area / whole
    return "the whole base" if share > 1.0 - TOLERANCE else f"{max(1, round(100 * share))} % of the base"


def _in_the_way(state: WingsOfWar, own: Airplane, gun: int, foe: Airplane) -> str:
    """Who takes away some of the target's base inside the arc."""
    arc, reach = arc_of(state, own, gun, foe), state.rules.ruler
    clear = in_sight(BASE, own.pose, arc, foe.pose, reach).area - TOLERANCE
    names = [
        other.id for other in between(state.planes, own, foe)
        if in_sight(BASE, own.pose, arc, foe.pose, reach, [other.pose]).area < clear
    ]  # fmt: skip
    return ", ".join(names) or "nothing"


def aim_bonus(state: WingsOfWar, own: Airplane, gun: int, foe: int) -> int:
    """One point a card from the second phase in a row on, unless disrupted (WW-AIM-01, WW-AIM-03, WW-DISR-02)."""
    if not state.rules.settings.aiming or state.disrupted(own):
        return 0
    target, _, clock = own.aims[gun]
    return 1 if target == foe and clock == state.clock - 1 else 0


# ---- firing


def fire(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """All shots at once: cards are drawn, then take effect together (WW-DMG-05, WW-DMG-07)."""
    declared = _declared(state, orders)
    tolls: dict[int, Toll] = {}
    jammed: dict[tuple[int, int], bool] = {}
    for foe, number, gun, cards in sorted(declared):
        own = state.planes[number]
        if umpire.listening:
            name = state.rules.planes[number].guns[gun].name
            umpire.tell("fire", "WW-FIRE-01", plane=own.id, gun=name, target=state.id_of(foe), cards=cards)
        toll = tolls.get(foe) or tolls.setdefault(foe, Toll(state, state.planes[foe]))
        if _draw(state, toll, own, gun, foe, cards, umpire):
            jammed[number, gun] = own.pilot_wounded
    _aim(state, declared)
    fates = [(toll.airplane, toll.settle(umpire)) for toll in tolls.values()]
    for (number, gun), wounded in jammed.items():
        jam(state, state.planes[number], gun, wounded, umpire)
    put_back(state, [airplane for airplane, _ in fates])
    for airplane, fate in fates:
        if fate != IN_PLAY:
            remove(state, airplane, fate, removal_rule(fate), umpire)
    return "phase-end"


def _declared(state: WingsOfWar, orders: Orders) -> list[tuple[int, int, int, int]]:
    """Target, shooter, gun, cards due: the order of the draws (WW-DMG-07)."""
    due = {shot[:3]: shot[3] for shot in state.shots}
    meaning = state.rules.meaning
    chosen = [meaning[option.code] for picks in orders.values() for option in picks]
    return [(foe, number, gun, due[number, gun, foe]) for _, number, gun, foe in chosen if foe >= 0]


def _draw(state: WingsOfWar, toll: Toll, own: Airplane, gun: int, foe: int, cards: int, umpire: Umpire) -> bool:
    """Draws for one shot; true when it jams the gun that fired it (WW-JAM-02, WW-MISS-33)."""
    plane = state.rules.planes[own.number]
    cause = f"{own.id}/{plane.guns[gun].name}"
    bonus = aim_bonus(state, own, gun, foe)
    crosses = [cross for _ in range(cards) for cross in toll.due(plane.guns[gun].deck, cause, umpire, bonus=bonus)]
    if plane.number in state.rules.checked:
        crosses = [cross for cross in crosses if cross != GREEN]
    return bool(crosses)


def _aim(state: WingsOfWar, declared: list[tuple[int, int, int, int]]) -> None:
    """Runs go on, or begin anew (WW-AIM-04)."""
    for foe, number, gun, _ in declared:
        own = state.planes[number]
        target, phases, clock = own.aims[gun]
        going_on = target == foe and clock == state.clock - 1
        run = (foe, phases + 1 if going_on else 1, state.clock)
        own.aims = (*own.aims[:gun], run, *own.aims[gun + 1 :])


assert FLYING == IN_PLAY == 0  # `shots` tests them by truth
