"""A heuristic player. It looks at its view and at the public tables, and at nothing else.

It flies its own plans in mind against plans that its enemies may have made, counts the damage cards that would be
drawn on both sides, and takes care not to leave the table. The airplane with the task of a mission makes for its
target.
"""

from __future__ import annotations

from math import hypot
from typing import Any, cast

from aerodrome.bots import Perspective
from aerodrome.geometry.table import Pose, shot_range, unit
from aerodrome.orders import Option
from aerodrome_wings_of_war import missions, plans
from aerodrome_wings_of_war.cards import BASE
from aerodrome_wings_of_war.draft import drafts, pose_of
from aerodrome_wings_of_war.plans import Node
from aerodrome_wings_of_war.rules import K, Plane, WingsRules, order_of
from aerodrome_wings_of_war.vocabulary import CARDS_IN_A_PLAN, DIVE, GROUND, IMMELMANN, KINDS, STALL, STALL_MARK

SAMPLES = 8
"""Plans that an enemy is credited with."""

OFF_THE_TABLE, TOWARDS_THE_EDGE, AHEAD = -30.0, -2.5, 230.0
CAUTION = 0.8
"""What a card drawn by the own side weighs against one drawn by the enemy."""

TASK, WAY = 12.0, 60.0
"""What the task of a mission is worth, and the millimetres of way to it that count as one card drawn."""

Track = tuple[Pose, ...]


class HeuristicBot:
    """Plans for shots, fires whenever it can at whoever draws most, keeps away from edges and from the ground."""

    def choose(self, seen: Perspective) -> Option:
        if len(seen.options) == 1:
            return seen.options[0]
        rules = cast(WingsRules, seen.rules)
        what = rules.meaning[seen.options[0].code]
        if what[0] == "card":
            return _Mind(seen, rules).card(what[1])
        if what[0] == "fire":
            return _shoot(seen, rules)
        if what[0] == "order":
            return _Mind(seen, rules).order(what[1])
        return seen.options[0]


def _shoot(seen: Perspective, rules: WingsRules) -> Option:
    """At the target that draws most cards, of several the most battered one."""
    shots = {(s["plane"], s["gun"], s["target"]): s["cards"] for s in seen.view["state"]["shots"]}
    planes = seen.view["state"]["planes"]

    def worth(option: Option) -> tuple[int, int]:
        facts = option.facts
        cards = shots.get((facts["plane"], facts["gun"], facts["fire"]), 0)
        return cards, planes[facts["fire"]]["hits_count"] if cards else 0

    return max(seen.options, key=worth)


class _Mind:
    """The view made ready for flying plans in mind."""

    def __init__(self, seen: Perspective, rules: WingsRules) -> None:
        self.seen = seen
        self.rules = rules
        self.state: dict[str, Any] = seen.view["state"]
        self.width, self.depth = rules.area.width, rules.area.depth
        self.reach = rules.ruler + BASE.radius + 1.0

    def about(self, plane: Plane) -> dict[str, Any]:
        found: dict[str, Any] = self.state["planes"][plane.id]
        return found

    def pose(self, plane: Plane) -> Pose:
        return pose_of(self.about(plane))

    def root(self, plane: Plane) -> Node:
        return plans.tree_seen(self.rules, plane, self.about(plane), self.state["floor"])

    # ---- the enemies

    def foes(self, plane: Plane) -> list[Plane]:
        """The two nearest enemies in play."""
        here = self.pose(plane)
        alive = [self.rules.planes[n] for n in self.rules.foes[plane.number]]
        alive = [foe for foe in alive if self.about(foe)["fate"] == "in play" and self.about(foe)["place"] != "cloud"]
        return sorted(alive, key=lambda foe: hypot(self.pose(foe).x - here.x, self.pose(foe).y - here.y))[:2]

    def tracks(self, foe: Plane) -> list[Track]:
        """Ways that an enemy may fly, those that stay on the table."""
        if self.about(foe)["place"] == "ground":
            return [(self.pose(foe),) * CARDS_IN_A_PLAN]
        found = [self._track(foe) for _ in range(2 * SAMPLES)]
        inside = [track for track in found if all(self.rules.area.holds(p.x, p.y) for p in track)]
        return (inside or found)[:SAMPLES]

    def _track(self, foe: Plane) -> Track:
        node, pose, track = self.root(foe), self.pose(foe), []
        for _ in range(CARDS_IN_A_PLAN):
            option = self.seen.chance.pick("foe", node.options) if node.options else None
            kind = option.code % K if option else 0
            node = node.after(kind)
            pose = pose.moved(foe.deck.motions[kind])
            track.append(pose)
        return tuple(track)

    # ---- own plans

    def card(self, number: int) -> Option:
        """The next card of the best plan that begins as picked."""
        plane = self.rules.planes[number]
        draft = drafts(self.rules, self.seen.view)[-1]
        node, pose, slot = draft.node, draft.pose, len(draft.cards)
        if node.stance.place == GROUND:
            return max(self.seen.options, key=lambda option: option.code % K == STALL)
        foes = [(foe, self.tracks(foe)) for foe in self.foes(plane)]
        worth = {o: self._best(plane, node, pose, o.code % K, slot, foes) for o in self.seen.options}
        return max(worth, key=worth.__getitem__)

    def _best(
        self, plane: Plane, node: Node, pose: Pose, kind: int, slot: int, foes: list[tuple[Plane, list[Track]]]
    ) -> float:
        """The worth of a card and of the best that may follow it."""
        after = pose.moved(plane.deck.motions[kind])
        if not self.rules.area.holds(after.x, after.y):
            return TASK if self._brings_home(plane, pose, after) else OFF_THE_TABLE * (3 - slot)
        worth = self._worth(plane, after, slot, foes) - (0.6 if kind in (DIVE, IMMELMANN) else 0.0)
        worth += self._task(plane, pose, after, kind)
        following = node.after(kind)
        if following.stance.gone or following.stance.place == GROUND:
            return OFF_THE_TABLE * (3 - slot)
        rest = [self._best(plane, following, after, option.code % K, slot + 1, foes) for option in following.options]
        return worth + 0.9 * max(rest, default=0.0)

    def _worth(self, plane: Plane, pose: Pose, slot: int, foes: list[tuple[Plane, list[Track]]]) -> float:
        """Cards to be drawn by the enemy less own ones, the way to the edge, and whom it faces."""
        c, s = unit(pose.heading)
        worth = 0.0
        if not self.rules.area.holds(pose.x + AHEAD * c, pose.y + AHEAD * s):
            worth += TOWARDS_THE_EDGE / (3 - slot)
        for foe, tracks in foes:
            there = tracks[0][slot]
            dx, dy = there.x - pose.x, there.y - pose.y
            size = hypot(dx, dy) or 1.0
            facing = (dx * c + dy * s) / size
            worth += 0.5 * facing - size / 2500.0
            if slot == CARDS_IN_A_PLAN - 1:
                continue
            places = [track[slot] for track in tracks]
            near = [there for there in places if hypot(there.x - pose.x, there.y - pose.y) < self.reach]
            gain = sum([self._cards(plane, pose, foe, there) for there in near])
            loss = sum([self._cards(foe, there, plane, pose) for there in near])
            worth += (gain - CAUTION * loss) / len(tracks)
        return worth

    # ---- the task of a mission

    def _task(self, plane: Plane, start: Pose, end: Pose, kind: int) -> float:
        """What a card is worth for the task: doing it, coming nearer to the target, and then home with the picture."""
        task, target = self.rules.setup.task, self.rules.target
        if task is None or target is None or task.plane != plane.id or self.about(plane).get("observer_wounded"):
            return 0.0
        if self.state["task_done"]:
            away = end.y if plane.team == 0 else self.depth - end.y
            return -away / WAY if task.kind == "photograph" else 0.0
        stall = bool(plane.deck.marks[kind] & STALL_MARK)
        if missions.succeeds(task, target, start, end, stall=stall, half=self.rules.half):
            return TASK
        return -hypot(target.x - end.x, target.y - end.y) / WAY

    def _brings_home(self, plane: Plane, start: Pose, end: Pose) -> bool:
        """Whether a way off the table is the one home with the picture (WW-MISS-46)."""
        task, own = self.rules.setup.task, self.rules.own_edge(plane.team)
        if task is None or task.kind != "photograph" or task.plane != plane.id or not self.state["task_done"]:
            return False
        return self.rules.area.edge_crossed(start, end, own) == own

    def _cards(self, own: Plane, pose: Pose, foe: Plane, target: Pose) -> int:
        """Damage cards that the guns of ``own`` would cost ``foe``."""
        total = 0
        for gun in own.guns:
            distance = shot_range(BASE, pose, gun.arc, target, self.rules.ruler)
            if distance <= self.rules.ruler:
                total += 2 if distance <= self.rules.half else 1
        return total

    # ---- tailing

    def order(self, number: int) -> Option:
        """Of the orders offered the one that is best against the card that was shown."""
        plane = self.rules.planes[number]
        seen = self.about(plane)
        shown = seen.get("shown_card")
        if not shown:
            return self.seen.options[0]
        quarry = self.rules.planes[self.rules.plane_number(seen["tails"])]
        there = self.pose(quarry).moved(quarry.deck.motions[KINDS.index(shown)])
        left = [KINDS.index(kind) for kind in seen["plan"][self.state["step"] :]]

        def worth(option: Option) -> float:
            first = left[order_of(self.rules.meaning[option.code][2])[0]]
            pose = self.pose(plane).moved(plane.deck.motions[first])
            return self._worth(plane, pose, 0, [(quarry, [(there,)])])

        return max(self.seen.options, key=worth)
