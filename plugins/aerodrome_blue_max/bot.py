"""A heuristic player. It looks at its view and at the public charts, and at nothing else.

To plan, it lets every enemy fly every order that the enemy's chart allows (those that fit what it is shown, when it
tails him), and asks of each own order: whom would I have in my sights afterwards, who would have me, and can I stay on
the map next round?
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, TypeAlias, cast

from aerodrome.bots import Perspective
from aerodrome.geometry.hexes import Pose, disc
from aerodrome.orders import Option
from aerodrome_blue_max.rules import SHOTS, TAILS, BlueMaxRules
from aerodrome_blue_max.vocabulary import (
    CLIMB,
    DECKS,
    EDGES,
    LETTERS,
    PILOT,
    REACH,
    STABILITIES,
    STABILITY_DICE,
    STABLE,
    TOKEN_LEVEL,
)

EDGE_WORTH = (1.1, 1.0, 1.05, 1.6)
"""How much a die against each edge is worth: the tail fills soonest."""

SPIN_COST, STALL_COST, OFF_MAP_COST, TRAPPED_COST = 4.0, 1.2, 100.0, 8.0
NEARLY = 0.3
"""How much less than the best, in dice, still counts as good."""

LONG_COST = 0.75
"""What the risk of a jam costs, in dice."""


HOLD_WORTH = 0.05
"""What holding fire is worth, in dice."""


class HeuristicBot:
    """Gets behind enemies, keeps out of their sights and on the map, fires medium bursts and long ones up close."""

    def choose(self, seen: Perspective) -> Option:
        if len(seen.options) == 1:
            return seen.options[0]
        if seen.phase == "planning":
            return _Table(seen).good_order(seen)
        if seen.phase in ("combat", "combat-observers"):
            return max(seen.options, key=lambda option: _fire_worth(seen, option))
        if seen.phase == "setup-entries":
            return _entry(seen)
        return seen.options[0]  # recovery: roll; tailing: the first victim; setup: the first plane


def _entry(seen: Perspective) -> Option:
    """The middle of the border, at the highest level."""
    starts = list(dict.fromkeys(str(option.facts["start"]) for option in seen.options))
    middle = starts[len(starts) // 2]
    return next(option for option in seen.options if option.facts["start"] == middle)


def _fire_worth(seen: Perspective, option: Option) -> float:
    """Dice, weighed by the edge they hit, less what the burst may cost."""
    rows = {row.label: row.value for row in seen.explain(option)}
    if "dice" not in rows:
        return HOLD_WORTH
    worth = float(cast(int, rows["dice"])) * EDGE_WORTH[DECKS.index(str(rows["edge and deck"]))]
    if option.facts["burst"] == "long":
        worth -= LONG_COST
    if "obliges to" in rows:
        worth -= 0.3
    return worth + float(cast(int, rows.get("ammunition", 0))) * 0.1


Foe: TypeAlias = tuple[list[tuple[int, int, float]], int, int]
"""Where an enemy may be after Movement (hex, facing, how likely); his dice for stability; his level."""


@cache
def _worths(mine: int, his: int, armed: bool, in_reach: bool) -> tuple[float, ...]:
    """What it is worth to have an enemy up to three hexes away, by ``(way * 6 + facing) * 6 + facing of the enemy``:
    whose sights are on whom, and who is behind whom. ``mine`` and ``his`` are the dice for stability."""
    ways = disc(REACH)
    found = []
    for q, r in ways:
        way, back = ways.index((q, r)), ways.index((-q, -r))
        for facing in range(6):
            for other in range(6):
                worth = (0.0, 0.5, -0.5)[TAILS[(way * 6 + facing) * 6 + other]]
                shot = SHOTS[way * 6 + facing]
                if in_reach and armed and shot is not None and shot.mounting == PILOT:
                    worth += EDGE_WORTH[EDGES[(shot.direction + 3 - other) % 6]] * max(0, 4 - shot.distance + mine)
                shot = SHOTS[back * 6 + other]
                if in_reach and shot is not None and shot.mounting == PILOT:
                    worth -= EDGE_WORTH[EDGES[(shot.direction + 3 - facing) % 6]] * max(0.0, 3.5 - shot.distance + his)
                found.append(worth)
    return tuple(found)


class _Table:
    """The view, made ready for weighing orders."""

    def __init__(self, seen: Perspective) -> None:
        self.rules = cast(BlueMaxRules, seen.rules)
        state: dict[str, Any] = seen.view["state"]
        planes = state["planes"]
        self.me = planes[seen.name]
        self.pose = self._pose(self.me)
        self.model = self._model(self.me)
        foes = [p for p in planes.values() if p["side"] != self.me["side"] and p["lost"] is None]
        self.foes = [self._foe(foe) for foe in foes]
        self.armed = (
            self.me["guns_destroyed"] < self.rules.plane(self.model).pilot_guns
            and not self.me["jammed"]
            and self.me["flame"] != "fire"
        )

    def _pose(self, plane: dict[str, Any]) -> Pose:
        return self.rules.map.at(plane["pose"]["at"]) * 6 + int(plane["pose"]["facing"])

    def _model(self, plane: dict[str, Any]) -> int:
        return self.rules.charts.ids.index(plane["model"])

    def _foe(self, foe: dict[str, Any]) -> Foe:
        rules = self.rules
        model = self._model(foe)
        here = self._pose(foe)
        spin = rules.charts.spin
        orders = [spin] if foe["spinning"] else list(rules.charts.after(model, rules.charts.by_code[foe["performed"]]))
        shown = foe.get("shown")
        if shown and self.me["tails"] == foe["id"]:
            letter = LETTERS.index(shown["direction"])
            orders = [m for m in orders if rules.charts.letter[m] == letter] or orders
        if len(orders) > 1:
            orders = [m for m in orders if m != spin]
        ends = Counter([rules.moves[m][here] for m in orders])
        ends.pop(-1, None)
        total = sum(ends.values()) or 1
        stability = STABILITY_DICE[STABILITIES.index(rules.plane(model).stability)]
        level = shown["level"] if shown and "level" in shown else foe["level"]
        return [(end // 6, end % 6, count / total) for end, count in ends.items()], stability, level

    # ---- weighing

    def good_order(self, seen: Perspective) -> Option:
        """One of the orders that are nearly as good as the best: a plane that is read is shot down."""
        worths = [self.worth(option) for option in seen.options]
        enough = max(worths) - NEARLY
        return seen.chance.pick("bot", [o for o, worth in zip(seen.options, worths, strict=True) if worth >= enough])

    def worth(self, option: Option) -> float:
        """What an order promises, in dice."""
        rules = self.rules
        charts = rules.charts
        maneuver, token, reload = rules.order(option)
        end = rules.moves[maneuver][self.pose]
        if end < 0 or (rules.altitude and self.me["level"] + TOKEN_LEVEL[token] < 1):
            return -OFF_MAP_COST
        level = self.me["level"] + TOKEN_LEVEL[token]
        worth = -self._trapped(end, maneuver)
        if rules.written and not self._legal(option):
            return worth - SPIN_COST
        if maneuver == charts.spin:
            worth -= SPIN_COST
        elif charts.stall[maneuver]:
            worth -= STALL_COST
        if rules.altitude and token == CLIMB and self.me["level"] >= rules.ceiling(self.model):
            worth -= STALL_COST
        worth -= 0.02 * (token != STABLE) + 0.3 * (reload and self.me["rear_ammunition"] > 1)
        return worth + sum(self._against(end, level, charts.speed[maneuver], foe) for foe in self.foes)

    def _legal(self, option: Option) -> bool:
        maneuver, token, _ = self.rules.order(option)
        previous = self.rules.charts.by_code[self.me["performed"]]
        return token == STABLE and maneuver in self.rules.charts.after(self.model, previous)

    def _against(self, end: Pose, level: int, speed: int, foe: Foe) -> float:
        """My dice less his, and who is behind whom, over all that one enemy may do."""
        rules = self.rules
        ends, stability, foe_level = foe
        mine = STABILITY_DICE[STABILITIES.index(rules.plane(self.model).stability)] - (speed >= 3)
        worths = _worths(mine, stability, self.armed, abs(level - foe_level) < 2)
        near = rules.near
        here, facing = divmod(end, 6)
        far = rules.map.distances(here)
        row = here * rules.hexes
        worth = 0.0
        for other, his, weight in ends:
            way = near[row + other]
            worth += weight * (worths[(way * 6 + facing) * 6 + his] if way else -0.12 * far[other])
        return worth

    def _trapped(self, end: Pose, maneuver: int) -> float:
        """How much fewer ways lead on from there than in the open: none at all is nearly as bad as leaving."""
        rules, charts = self.rules, self.rules.charts
        after = [m for m in charts.after(self.model, maneuver) if m != charts.spin]
        left = sum([rules.moves[m][end] >= 0 for m in after])
        if not left:
            return TRAPPED_COST
        return 1.5 * (1.0 - left / len(after))
