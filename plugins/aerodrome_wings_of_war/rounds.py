"""What begins and ends a round and a phase: start places, floor votes, burning, pivots, tokens (WW-ROUND)."""

from __future__ import annotations

from aerodrome.errors import Reason
from aerodrome.geometry.table import Motion, Pose, in_the_way, overlap
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_wings_of_war import plans
from aerodrome_wings_of_war.cards import BASE
from aerodrome_wings_of_war.damage import Toll, draw, put_back, remove
from aerodrome_wings_of_war.rules import PIVOTS, WingsRules
from aerodrome_wings_of_war.state import Airplane, WingsOfWar
from aerodrome_wings_of_war.tailing import before_move
from aerodrome_wings_of_war.vocabulary import (
    CARDS_IN_A_PLAN,
    CEILING_ABOVE_FLOOR,
    CLOUD,
    EXPLOSION,
    GROUND,
    HIGHEST_FLOOR,
    IDLE,
    IN_PLAY,
    NONE,
    SPREAD_TOKENS,
    STOPPED,
    UNBOUND,
)

# ---- setting up (WW-SETUP)


def set_up(rules: WingsRules, umpire: Umpire) -> WingsOfWar:
    """Airplanes at their start places, both damage decks (WW-SETUP-06, WW-SETUP-08, WW-ALT-01, WW-TAKE-01)."""
    settings = rules.settings
    level = settings.start_level if settings.altitude else 0
    planes = []
    for plane in rules.planes:
        x, y, heading = plane.starts[0][1]
        guns = len(plane.guns)
        airplane = Airplane(plane.id, plane.seat, plane.number, plane.row.id, x, y, heading, level=level)
        airplane.jams = airplane.longer = (0,) * guns
        airplane.aims = ((NONE, 0, -2),) * guns
        if plane.on_ground:
            airplane.place, airplane.level, airplane.run = GROUND, 0, IDLE
        planes.append(airplane)
    deck_a, deck_b = rules.damage.decks
    state = WingsOfWar(rules, planes, settings.floor, deck_a=list(deck_a), deck_b=list(deck_b))
    if umpire.listening:
        umpire.tell("setup", "WW-SETUP-01", width=rules.area.width, depth=rules.area.depth, ruler=rules.ruler)
    return state


def placers(state: WingsOfWar, seat: int) -> list[int]:
    """The airplanes of a seat whose start place is its owner's choice (WW-MISS-04)."""
    return [n for n in state.rules.fleets[seat] if len(state.rules.planes[n].starts) > 1]


def place_asks(state: WingsOfWar) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(state.rules.fleets)) if placers(state, seat))


def place_options(state: WingsOfWar, seat: int, picks: Picks) -> tuple[Option, ...]:
    waiting = placers(state, seat)
    if len(picks) == len(waiting):
        return ()
    number = waiting[len(picks)]
    places = range(len(state.rules.planes[number].starts))
    return tuple(state.rules.by_meaning["start", number, place] for place in places)


def why_not_place(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Reason]:
    number = placers(state, seat)[len(picks)]
    return [Reason("WW-MISS-04", f"{state.id_of(number)} is placed now, within its own stretch")]


def place_planes(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    for picks in orders.values():
        for option in picks:
            _, number, place = state.rules.meaning[option.code]
            state.planes[number].put(state.rules.planes[number].starts[place][1])
    return start(state, orders, umpire)


def start(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    return "round-start"


# ---- the start of a round


def round_start(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    state.round += 1
    state.step = 0
    if umpire.listening:
        umpire.tell("round", "WW-ROUND-01", round=state.round)
    settings = state.rules.settings
    for airplane in state.planes:
        if airplane.fate == IN_PLAY:
            _new_round(state, airplane)
    if settings.landing and settings.special_damage:
        _fight_fires(state, umpire)
    if settings.flying_high:
        return "floor-vote"
    return "tail-check" if settings.tailing else "planning"


def _new_round(state: WingsOfWar, airplane: Airplane) -> None:
    airplane.did = 0
    if airplane.run == STOPPED:
        airplane.run, airplane.last, airplane.bound = IDLE, NONE, UNBOUND
    plans.begin_round(state, airplane)


def _fight_fires(state: WingsOfWar, umpire: Umpire) -> None:
    """A card of value 0 puts a flame out on the ground (WW-GFIRE-02, WW-GFIRE-03, WW-DECK-07)."""
    damage = state.rules.damage
    for airplane in state.planes:
        if airplane.fate != IN_PLAY or airplane.place != GROUND or not airplane.flames:
            continue
        cards = [drawn.card for drawn in draw(state, 0, umpire)]
        state.aside += cards
        zero = all(damage.values[card] == 0 and damage.symbols[card] != EXPLOSION for card in cards)
        if zero and cards:
            airplane.flames -= 1
        if umpire.listening:
            ids = [damage.ids[card] for card in cards]
            umpire.tell("fire-fought", "WW-GFIRE-02", plane=airplane.id, cards=list(ids), flames=airplane.flames)


# ---- moving floor and ceiling (WW-HIGH-08 to WW-HIGH-10)


def floors(state: WingsOfWar) -> list[int]:
    """The floors that keep every airplane between floor and ceiling, other than the present one."""
    levels = [_level_for_floor(state, airplane) for airplane in state.planes if airplane.fate == IN_PLAY]
    lowest, highest = max(0, max(levels) - CEILING_ABOVE_FLOOR), min(*levels, HIGHEST_FLOOR)
    return [floor for floor in range(lowest, highest + 1) if floor != state.floor]


def _level_for_floor(state: WingsOfWar, airplane: Airplane) -> int:
    """The cloud counts as one level below it, the ground as level 0 (WW-CLOUD-09, WW-INTER-19)."""
    if airplane.place == CLOUD:
        return state.rules.cloud_level - 1
    return airplane.height


def vote_asks(state: WingsOfWar) -> tuple[int, ...]:
    if not floors(state):
        return ()
    fleets = state.rules.fleets
    return tuple(s for s in range(len(fleets)) if any(state.planes[n].fate == IN_PLAY for n in fleets[s]))


def vote_options(state: WingsOfWar, seat: int, picks: Picks) -> tuple[Option, ...]:
    return tuple(state.rules.by_meaning["floor", floor] for floor in (-1, *floors(state)))


def why_not_vote(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Reason]:
    if state.rules.meaning[option.code][0] != "floor":
        return [Reason("WW-HIGH-08", "a proposal about the floor is made now")]
    return [Reason("WW-HIGH-10", "every airplane must stay between floor and ceiling")]


def floor_vote(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """The floor changes when all name the same new one (WW-HIGH-09)."""
    named = {state.rules.meaning[picks[0].code][1] for picks in orders.values()}
    if len(named) == 1 and -1 not in named:
        (state.floor,) = named
        if umpire.listening:
            umpire.tell("floor", "WW-HIGH-09", floor=state.floor, ceiling=state.floor + CEILING_ABOVE_FLOOR)
    return "tail-check" if state.rules.settings.tailing else "planning"


# ---- fire on board (WW-FLAME-03 to WW-FLAME-06)


def burn(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """Each burning airplane loses a flame and draws an A card; all at once."""
    tolls = []
    for airplane in state.planes:
        if airplane.fate == IN_PLAY and airplane.flames:
            airplane.flames -= 1
            if umpire.listening:
                umpire.tell("burn", "WW-FLAME-03", plane=airplane.id, flames=airplane.flames)
            toll = Toll(state, airplane)
            # For disruption the burn is the step before the first phase (WW-DISR-04).
            toll.due(0, "burn", umpire, counted=(EXPLOSION,), clock=state.clock - 1)
            tolls.append(toll)
    fates = [(toll.airplane, toll.settle(umpire)) for toll in tolls]
    put_back(state, [airplane for airplane, _ in fates])
    for airplane, fate in fates:
        if fate != IN_PLAY:
            remove(state, airplane, fate, "WW-FLAME-06", umpire)
    if fates and finished(state):
        return "game-end"
    return state.rules.before_cards


# ---- turning on the ground (WW-GRND-03)


def pivoters(state: WingsOfWar, seat: int) -> list[Airplane]:
    """Airplanes that may act and have not begun their stall."""
    found = []
    for number in state.rules.fleets[seat]:
        airplane = state.planes[number]
        idle = airplane.place == GROUND and airplane.run == IDLE and airplane.act_from <= state.round
        if airplane.fate == IN_PLAY and idle:
            found.append(airplane)
    return found


def pivot_asks(state: WingsOfWar) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(state.rules.fleets)) if pivoters(state, seat))


def pivot_options(state: WingsOfWar, seat: int, picks: Picks) -> tuple[Option, ...]:
    waiting = pivoters(state, seat)
    if len(picks) == len(waiting):
        return ()
    number = waiting[len(picks)].number
    options = [option for what, option in state.rules.pivots(number) if can_pivot(state, what)]
    return tuple(options)


def pivoted(pose: Pose, pivot: int, turn: int) -> Pose:
    """The pose after a turn about a point of the base."""
    _, ahead, left = PIVOTS[pivot]
    arm = Motion(ahead * BASE.half_length, left * BASE.half_width, 0.0)
    return pose.moved(arm.then(Motion(0.0, 0.0, float(turn))).then(Motion(-arm.forward, -arm.left, 0.0)))


def can_pivot(state: WingsOfWar, what: tuple[str, int, int, int]) -> bool:
    """The centre must stay on the table and nobody be in the way."""
    _, number, pivot, turn = what
    if pivot < 0:
        return True
    there = pivoted(state.planes[number].pose, pivot, turn)
    if not state.rules.area.holds(there.x, there.y):
        return False
    return not any(in_the_way(BASE, there, a.pose) for a in state.planes if a.solid and a.number != number)


def why_not_pivot(state: WingsOfWar, seat: int, picks: Picks, option: Option) -> list[Reason]:
    what = state.rules.meaning[option.code]
    airplane = pivoters(state, seat)[len(picks)]
    if what[0] != "pivot" or what[1] != airplane.number:
        return [Reason("WW-GRND-03", f"{airplane.id} may turn now")]
    there = pivoted(airplane.pose, what[2], what[3])
    if not state.rules.area.holds(there.x, there.y):
        return [Reason("WW-GRND-03", "its centre must stay on the table")]
    return [Reason("WW-OVER-02", "another airplane is in the way")]


def pivot(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """All turn; one that another has got in the way of stays as it is."""
    for _, picks in sorted(orders.items()):
        for option in picks:
            what = state.rules.meaning[option.code]
            if what[2] >= 0 and can_pivot(state, what):
                airplane = state.planes[what[1]]
                airplane.put(pivoted(airplane.pose, what[2], what[3]))
                if umpire.listening:
                    umpire.tell(
                        "pivot", "WW-GRND-03", plane=airplane.id, x=airplane.x, y=airplane.y, heading=airplane.heading
                    )
    return "move"


# ---- the end of a phase and of a round


def phase_end(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """The clock goes on; victory is checked after every removal (WW-WIN-06)."""
    state.clock += 1
    if state.shots:
        state.shots = ()
    if finished(state):
        return "game-end"
    if state.step == CARDS_IN_A_PLAN:
        return "round-end"
    if state.rules.plain_phases:
        return "move"
    if state.rules.settings.tailing and state.step == 1:
        return "tail-show"
    return before_move(state)


def finished(state: WingsOfWar) -> bool:
    """At most one side in play (WW-WIN-01, WW-WIN-05); in a duel, somebody out of play (WW-MISS-06)."""
    if state.rules.setup.scoring == "duel":
        return any(airplane.fate != IN_PLAY for airplane in state.planes)
    return not (state.in_play(0) and state.in_play(1))


def round_end(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """Smoke thins, fire spreads on the ground, the round limit (WW-SMOKE-02, WW-GFIRE-05, WW-WIN-05)."""
    settings = state.rules.settings
    if settings.special_damage:
        for airplane in state.planes:
            if airplane.smoke and airplane.fate == IN_PLAY:
                airplane.smoke -= 1
        if settings.landing:
            _spread(state, umpire)
    if settings.round_limit and state.round >= settings.round_limit:
        return "game-end"
    return "stop-vote" if settings.agree_to_stop else "round-start"


def _spread(state: WingsOfWar, umpire: Umpire) -> None:
    grounded = [a for a in state.planes if a.fate == IN_PLAY and a.place == GROUND]
    burning = [airplane for airplane in grounded if airplane.flames]
    caught = [a for a in grounded if not a.flames and any(overlap(BASE, a.pose, b.pose) for b in burning)]
    for airplane in caught:
        airplane.flames = SPREAD_TOKENS
        if umpire.listening:
            umpire.tell("fire-spreads", "WW-GFIRE-05", plane=airplane.id, flames=SPREAD_TOKENS)


def everybody(state: WingsOfWar) -> tuple[int, ...]:
    return tuple(range(len(state.rules.fleets)))


def stop_options(state: WingsOfWar, seat: int, picks: Picks) -> tuple[Option, ...]:
    return state.rules.by_meaning["stop", False], state.rules.by_meaning["stop", True]


def stop_vote(state: WingsOfWar, orders: Orders, umpire: Umpire) -> str:
    """The game ends here when all agree (WW-WIN-05)."""
    meaning = state.rules.meaning
    state.stopped = all(meaning[picks[0].code][1] for picks in orders.values())
    return "game-end" if state.stopped else "round-start"
