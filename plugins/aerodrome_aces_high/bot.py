"""A heuristic player. It looks at its view and at the public tables, and at nothing else.

It flies in thought: every order of cards that its aircraft could play, a few rounds far, against enemies that fly
straight on or keep their place. A place is good where the guns bear, where no enemy's guns do, and inside the map; with
a mission to fly, on the way to its goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from aerodrome.bots import Perspective
from aerodrome.orders import Option
from aerodrome_aces_high.dice import BY_RANGE
from aerodrome_aces_high.errand import Errand, errand_of
from aerodrome_aces_high.hands import DONE_BIT, ILLEGAL, ONE, START, OrderRules, riders_fit
from aerodrome_aces_high.rules import IN_A, IN_FRONT, RANGE, AcesRules
from aerodrome_aces_high.vocabulary import ACE, CENTRAL, CLIMB, DIVE, FEINT, NO_CARD, NOBODY, RANKS, SIDES, STALL, Kind

DEPTH = 4
"""Cards of a hand that the bot considers at most."""
FLAK = 4.0
"""What the dice of a balloon's flak are worth in those of a shot."""
MIDDLE = 5
"""Hexes in the middle of its rows, among which it takes any."""
FAR = 6
"""Hexes from the nearest enemy beyond which it only wants to come nearer."""
LAST_FUEL = 5
"""With so much fuel it goes home, once that costs no points."""
PATIENCE = 12
"""Turns alone in the air after which a mission is given up that is still open: it circles, and comes to nothing."""
SLACK = 1.0
"""In a fight hands that are worth so much less than the best are as good to it; else two bots would circle for ever."""


@dataclass(slots=True)
class Seen:
    """An aircraft as the view shows it. ``guns``: it has front guns that can fire."""

    id: str
    side: int
    number: int
    pose: int
    altitude: int
    ceiling: int
    speed: int
    rank: int
    fuel: int
    left_home: bool
    spinning: bool
    guns: bool
    last_card: str
    played: list[str]
    hand: list[str]
    errand: Errand | None = None


class HeuristicBot:
    """Plans its cards, fires whenever it can, and does not leave the map."""

    def __init__(self) -> None:
        self._plan: tuple[Any, list[Kind]] = (None, [])
        self._alone = 0

    def choose(self, seen: Perspective) -> Option:
        if len(seen.options) == 1:
            return seen.options[0]
        if seen.phase == "card-selection":
            return self._take(seen)
        if seen.phase in ("maneuver", "correction"):
            return _play(seen)
        if seen.phase == "fire":
            return max(seen.options, key=lambda option: _worth(seen, option))
        if seen.phase == "mission-order":
            return _write(seen)
        if seen.phase == "continue":
            self._alone += 1
            return _fly_on(seen, self._alone)
        if "at" in seen.options[0].facts:
            return _start(seen) if seen.phase == "place-aircraft" else seen.chance.pick("bot", seen.options[:MIDDLE])
        return seen.options[0]

    def _take(self, seen: Perspective) -> Option:
        """The cards of the plan, as far as they still fit what was taken, then the end of the hand."""
        rules = cast(AcesRules, seen.rules)
        picks: list[str] = seen.view["picks"]
        hands = picks.count("done")
        taken = picks[len(picks) - picks[::-1].index("done") :] if hands else picks
        kinds = Counter([rules.kind_by_id[name.removeprefix("take:")] for name in taken])
        key = seen.view["decision"], hands
        if self._plan[0] != key or not kinds <= Counter(self._plan[1]):
            own = [plane for plane in _planes(seen) if plane.id in _own_ids(seen) and not plane.spinning]
            self._plan = key, _planned_hand(seen, own[hands], kinds)
        left = list(self._plan[1])
        for kind in kinds.elements():
            if kind in left:
                left.remove(kind)
        wanted = [*(rules.take[kind] for kind in left), rules.done]
        return next((option for option in wanted if option in seen.options), seen.options[0])


# ---- reading the view


def _planes(seen: Perspective) -> list[Seen]:
    rules = cast(AcesRules, seen.rules)
    state = seen.view["state"]
    if not isinstance(state["planes"], dict):
        return []
    own = rules.sides[seen.seat]
    return [
        _plane(rules, state, plane, rules.sides[plane["seat"]] == own)
        for plane in state["planes"].values()
        if plane["fate"] == "in play"
    ]


def _plane(rules: AcesRules, state: dict[str, Any], plane: dict[str, Any], mine: bool) -> Seen:
    code, _, facing = plane["pose"].partition("/")
    aircraft = rules.aircraft_called(plane["kind"])
    return Seen(
        plane["id"],
        rules.sides[plane["seat"]],
        aircraft.number,
        rules.map.by_code[code] * 6 + int(facing) if facing else NOBODY,
        plane["altitude"],
        plane["ceiling"],
        plane["speed"],
        RANKS.index(plane["pilot_rank"]),
        plane["fuel"],
        plane["left_home"],
        plane["spin"] > 0,
        aircraft.dice_front is not None and plane["ammo"]["front"] > 0 and plane["jams"]["front"] < 0,
        plane["last_card"] or "",
        plane["played"],
        plane.get("hand", []),
        errand_of(rules, state, plane) if mine else None,
    )


def _own_ids(seen: Perspective) -> list[str]:
    return [p["id"] for p in seen.view["state"]["planes"].values() if p["seat"] == seen.seat]


# ---- the worth of a place


class Flight:
    """One aircraft's way through the next rounds, and what it is worth against where enemies may be."""

    def __init__(self, rules: AcesRules, me: Seen, planes: list[Seen], state: dict[str, Any]) -> None:
        self.rules = rules
        self.me = me
        turn = state["turn"]
        self.foes = [plane for plane in planes if plane.side != me.side]
        forward = rules.moves[rules.speed][0]
        self.ahead: list[list[int]] = []
        for foe in self.foes:
            way = [foe.pose]
            for _ in range(DEPTH + 2):
                way.append(way[-1] if foe.spinning or forward[way[-1]] < 0 else forward[way[-1]])
            self.ahead.append(way)
        aircraft = rules.aircraft[me.number]
        late = turn > (15 if aircraft.autonomy >= 20 else 10) and me.fuel <= LAST_FUEL
        self.going_home = late and bool(self.foes)
        self.flak = _ring(rules, state["sides"][SIDES[1 - me.side]])
        self.far = all(rules.map.distance(me.pose // 6, foe.pose // 6) > FAR for foe in self.foes)

    def step(self, pose: int, kind: Kind) -> int:
        """Where a card leads, or off the map."""
        for table in self.rules.moves[kind]:
            if table[pose] < 0:
                return NOBODY
        return self.rules.moves[kind][-1][pose]

    def exchange(self, pose: int, altitude: int, rounds: int) -> float:
        """Shots given less shots taken after so many rounds, the enemy half staying, half flying on."""
        total = 0.0
        rules = self.rules
        for foe, ahead in zip(self.foes, self.ahead, strict=True):
            if abs(foe.altitude - altitude) > 1:
                continue
            for there in (ahead[0], ahead[min(rounds, len(ahead) - 1)]):
                way = rules.near[pose // 6 * rules.size + there // 6]
                if not way:
                    continue
                back = rules.near[there // 6 * rules.size + pose // 6]
                if self.me.guns and IN_FRONT[pose % 6 * 37 + way]:
                    total += BY_RANGE[RANGE[way]]
                if foe.guns and not foe.spinning and IN_FRONT[there % 6 * 37 + back]:
                    total -= 0.8 * BY_RANGE[RANGE[way]]
                if IN_A[there % 6 * 37 + back]:
                    total += 2.0
        return total

    def place(self, pose: int, altitude: int) -> float:
        """How good it is to stand there at the end: near the enemy, nose toward it, away from the edges."""
        rules = self.rules
        here = pose // 6
        own_row, rows = rules.row[self.me.side][here], 20
        if self.going_home:
            toward = pose % 6 in ((5, 0, 1) if self.me.side == CENTRAL else (2, 3, 4))
            return -3.0 * own_row + 2.0 * toward
        worth = -self._edge(pose)
        errand = self.me.errand
        if errand is not None:
            return worth + errand.place(pose) - (4.0 if altitude < errand.altitude else 0.0)
        if own_row >= rows - 2:
            worth -= 8.0
        for ahead, foe in zip(self.ahead, self.foes, strict=True):
            distance = rules.map.distance(here, ahead[2] // 6)
            worth -= 0.8 * abs(distance - 2) + 1.5 * max(0, abs(foe.altitude - altitude) - 1)
            worth += 1.5 * self._faces(pose, ahead[2] // 6)
        return worth - (4.0 if altitude <= 1 else 0.0)

    def _edge(self, pose: int) -> float:
        """The cost of having the edge ahead, or the own home row."""
        forward = self.rules.moves[self.rules.speed][0]
        cost, at = 0.0, pose
        for hexes in range(3):
            at = forward[at]
            if at < 0 or (self.me.left_home and self.rules.home[at // 6] == self.me.side):
                return cost + (9.0, 4.0, 1.5)[hexes]
        return cost

    def _faces(self, pose: int, there: int) -> bool:
        """Whether flying on comes nearer."""
        at = self.rules.moves[self.rules.speed][0][pose]
        board = self.rules.map
        return at >= 0 and board.distance(at // 6, there) < board.distance(pose // 6, there)

    def duty(self, before: int, hand: list[Kind], kind: Kind, end: int, altitude: int) -> float:
        """What a card is worth for the mission, after the cards of ``hand`` that were flown before it, less flak."""
        errand = self.me.errand
        flak = FLAK if end // 6 in self.flak and end // 6 != before // 6 else 0.0
        if errand is None:
            return -flak
        speeds = 0
        for card in reversed(hand):
            if card != self.rules.speed:
                break
            speeds += 1
        begun = errand.under_way if speeds == len(hand) else 0
        return errand.gain(before, kind, end, altitude, speeds + begun, first=not hand) - flak

    def forbidden(self, pose: int) -> bool:
        """Off the map, or home too early."""
        if pose < 0:
            return True
        at_home = self.rules.home[pose // 6] == self.me.side
        return at_home and self.me.left_home and not self.going_home


def _ring(rules: AcesRules, enemy: dict[str, Any]) -> frozenset[int]:
    """The hexes next to the enemy balloon, where flak fires."""
    code = enemy["sites"]["balloon"]
    if not code or enemy["balloon_down"]:
        return frozenset()
    there = rules.map.at(code)
    return frozenset(here for here in range(rules.size) if rules.map.distance(here, there) == 1)


# ---- the start


def _start(seen: Perspective) -> Option:
    """The hex of the home row that is nearest to the goal, or to the enemy; in the middle if neither is known."""
    rules = cast(AcesRules, seen.rules)
    planes = _planes(seen)
    me = [plane for plane in planes if plane.id in _own_ids(seen)][len(seen.picks) // 2]
    goals = me.errand.goals if me.errand else [foe.pose // 6 for foe in planes if foe.side != me.side and foe.pose >= 0]
    if not goals:
        return seen.chance.pick("bot", seen.options[:MIDDLE])
    free = [option for option in seen.options if option not in seen.picks]
    ways = [min(rules.map.distance(rules.map.at(str(o.facts["at"])), goal) for goal in goals) for o in free]
    return seen.chance.pick("bot", [o for o, way in zip(free, ways, strict=True) if way == min(ways)])


# ---- hands


def _planned_hand(seen: Perspective, me: Seen, taken: Counter[Kind]) -> list[Kind]:
    """The best hand of at most four cards that flies somewhere good, with a Climb or Dive if the enemy asks for it.
    Cards that somebody else has ``taken`` for it are in it, if any hand has them."""
    rules = cast(AcesRules, seen.rules)
    pilot = rules.pilot(me.number, me.rank)
    opening = me.rank == ACE and me.last_card == rules.kinds[rules.speed].id
    more = pilot.hands(me.speed, opening).more
    flight = Flight(rules, me, _planes(seen), seen.view["state"])
    kinds = [
        kind.number
        for kind in rules.kinds
        if pilot.deck[kind.number] and kind.own_round and kind.letter not in (STALL, FEINT)
    ]
    found = [(-1e9, [rules.speed] * min(pilot.speeds(me.speed)))]
    for speed in pilot.speeds(me.speed):
        late = me.errand.hurry(me.pose, speed) if me.errand is not None else 0.0
        for worth, hand in _flights(flight, pilot.orders(speed, opening), kinds, pilot.deck, speed, more):
            found.append((worth - late, hand))
    rounds = Counter({kind: count for kind, count in taken.items() if rules.kinds[kind].own_round})
    found = [(worth, hand) for worth, hand in found if rounds <= Counter(hand)] or found if rounds else found
    best = max(worth for worth, _ in found)
    slack = SLACK if me.errand is None and not flight.far else 0.0
    good = [hand for worth, hand in found if worth >= best - slack]
    return _with_rider(rules, flight, seen.chance.pick("bot", good), more)


def _flights(
    flight: Flight, orders: OrderRules, kinds: list[Kind], deck: tuple[int, ...], speed: int, more: dict[int, int]
) -> Iterator[tuple[float, list[Kind]]]:
    """Whole hands at one speed, by the worth of flying them in that order."""
    rules, me = flight.rules, flight.me
    letters = [kind.letter for kind in rules.kinds]
    stack: list[tuple[int, int, int, float, list[Kind]]] = [(START, me.pose, 0, 0.0, [])]
    while stack:
        order, pose, cards, worth, hand = stack.pop()
        made = hand.count(rules.speed)
        if made == speed and more.get(cards, 0) & DONE_BIT and orders.can(order, 0):
            yield worth + flight.place(pose, me.altitude), hand
        if len(hand) == DEPTH:
            continue
        for kind in kinds:
            after = cards + ONE[letters[kind]]
            if after not in more or hand.count(kind) >= deck[kind] or (kind == rules.speed and made == speed):
                continue
            rest = (speed - made - (kind == rules.speed)) * ONE[0]
            following = orders.step(order, letters[kind], rest)
            end = flight.step(pose, kind)
            if following == ILLEGAL or flight.forbidden(end):
                continue
            gain = flight.exchange(end, me.altitude, len(hand) + 1) + flight.duty(pose, hand, kind, end, me.altitude)
            stack.append((following, end, after, worth + gain, [*hand, kind]))


def _with_rider(rules: AcesRules, flight: Flight, hand: list[Kind], more: dict[int, int]) -> list[Kind]:
    """Adds a Climb or Dive when that brings the nearest enemy's altitude within reach."""
    me = flight.me
    if flight.going_home or not (flight.foes or me.errand):
        return hand
    if me.errand is not None:
        higher = me.errand.altitude - me.altitude
        rider = rules.climb if higher > 0 and me.altitude < me.ceiling else rules.dive if higher < 0 else NO_CARD
        return _with_card(rules, hand, rider, more)
    foe = min(flight.foes, key=lambda other: rules.map.distance(me.pose // 6, other.pose // 6))
    higher = foe.altitude - foe.spinning - me.altitude
    rider = rules.climb if higher > 0 and me.altitude < me.ceiling else rules.dive if higher < -1 else NO_CARD
    return hand if rider == rules.dive and me.altitude <= 2 else _with_card(rules, hand, rider, more)


def _with_card(rules: AcesRules, hand: list[Kind], rider: Kind, more: dict[int, int]) -> list[Kind]:
    """The hand with a Climb or Dive, if it fits."""
    if rider == NO_CARD:
        return hand
    letter = CLIMB if rider == rules.climb else DIVE
    cards = sum(ONE[rules.kinds[kind].letter] for kind in hand)
    fits = riders_fit(cards, int(letter == CLIMB), int(letter == DIVE))
    return [*hand, rider] if fits and more.get(cards + ONE[letter], 0) & DONE_BIT else hand


# ---- cards


def _play(seen: Perspective) -> Option:
    """The first card of the best way to play what is left, judged by where the enemies stand now."""
    rules = cast(AcesRules, seen.rules)
    planes = _planes(seen)
    moving = [plane for plane in planes if plane.id in _own_ids(seen) and plane.hand]
    me = moving[min(len(seen.view["picks"]), len(moving) - 1)]
    flight = Flight(rules, me, planes, seen.view["state"])
    rounds = [kind for kind in (rules.kind_by_id[name] for name in me.hand) if rules.kinds[kind].own_round]
    return max(seen.options, key=lambda option: _option_worth(rules, flight, option, rounds))


def _option_worth(rules: AcesRules, flight: Flight, option: Option, rounds: list[Kind]) -> float:
    kind, rider = rules.meaning[option.code]
    me = flight.me
    altitude = me.altitude + rules.kinds[kind].altitude
    altitude += rules.kinds[rider].altitude if rider != NO_CARD else 0
    end = flight.step(me.pose, kind)
    if flight.forbidden(end) or altitude < 1:
        return -1e6
    rest = list(rounds)
    if kind in rest:
        rest.remove(kind)
    before = [rules.kind_by_id[name.partition("+")[0]] for name in me.played]
    worth = flight.exchange(end, altitude, 1) + flight.duty(me.pose, before, kind, end, altitude)
    return worth + _rest_worth(flight, end, altitude, rest, [*before, kind])


def _rest_worth(flight: Flight, pose: int, altitude: int, rest: list[Kind], flown: list[Kind]) -> float:
    """The best that the other cards promise, in any order; the rules of order are seen to when they are played."""
    rounds = len(flown) - len(flight.me.played) + 1
    if not rest or rounds > DEPTH:
        return flight.place(pose, altitude)
    best = -1e5
    for kind in dict.fromkeys(rest):
        end = flight.step(pose, kind)
        if flight.forbidden(end):
            continue
        left = list(rest)
        left.remove(kind)
        worth = 0.7 * flight.exchange(end, altitude, rounds) + flight.duty(pose, flown, kind, end, altitude)
        best = max(best, worth + _rest_worth(flight, end, altitude, left, [*flown, kind]))
    return best


# ---- fire and the rest


def _fly_on(seen: Perspective, turns: int) -> Option:
    """Alone in the air for so many turns: on, as long as an aircraft has something to do and fuel for one turn more;
    the end of the game brings all home."""
    rules = cast(AcesRules, seen.rules)
    busy = any(plane.errand is not None and plane.fuel > 1 for plane in _planes(seen))
    return rules.fly_on if busy and turns <= PATIENCE else rules.end_game


def _worth(seen: Perspective, option: Option) -> float:
    """Dice of the shot; a long burst costs ammunition and may jam the guns."""
    if "unjam" in option.facts or "strafe" in option.facts:
        return 5.0
    if "fire" not in option.facts:
        return 0.0
    dice = next((row.value for row in seen.explain(option) if row.label == "dice"), 1)
    assert isinstance(dice, int)
    return dice - (6.5 if "burst" in option.facts else 0.0) - (0.5 if "aim" in option.facts else 0.0)


def _write(seen: Perspective) -> Option:
    """Any mission and target; one aircraft or two, the last types that came into service, with the first crews."""
    first = seen.options[0]
    if "mission" in first.facts or "target" in first.facts:
        return seen.chance.pick("bot", seen.options)
    may_end = seen.options[-1].key == "done"
    if may_end and (len(seen.options) == 1 or seen.chance.roll("bot", 2) == 1):
        return seen.options[-1]
    types = [option for option in seen.options if "fly" in option.facts]
    return types[-1] if types else first
