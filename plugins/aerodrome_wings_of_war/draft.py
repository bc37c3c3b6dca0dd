"""Plans and start places in the making, from a view: what is picked so far, and where each next option leads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aerodrome.geometry.table import Pose
from aerodrome_wings_of_war import plans
from aerodrome_wings_of_war.plans import Node
from aerodrome_wings_of_war.rules import K, Plane, WingsRules
from aerodrome_wings_of_war.state import Stance
from aerodrome_wings_of_war.vocabulary import CARDS_IN_A_PLAN, FLYING


@dataclass(frozen=True, slots=True)
class Draft:
    """The plan of one airplane, as far as it is picked.

    Attributes:
        before: the pose from which it is flown.
        poses: where the base comes to stand after each of its cards, if nobody is in the way.
        node: what may come next.
    """

    plane: Plane
    before: Pose
    poses: tuple[Pose, ...]
    node: Node

    @property
    def cards(self) -> tuple[int, ...]:
        return self.node.cards

    @property
    def pose(self) -> Pose:
        return self.poses[-1] if self.poses else self.before

    @property
    def flies(self) -> bool:
        """Whether it is in the air above the table when the round begins."""
        return self.node.key[1].place == FLYING

    def kinds(self) -> list[int]:
        """The cards that may come next, in the order in which they are offered."""
        return [option.code % K for option in self.node.options]

    def end(self, kind: int) -> Pose:
        """Where a next card leads."""
        return _end(self.node, self.pose, kind)

    def stance(self, kind: int) -> Stance:
        """What a next card makes of the airplane."""
        return self.node.after(kind).stance


def _end(node: Node, pose: Pose, kind: int) -> Pose:
    return pose.moved(node.plane.deck.motions[node.flown(kind)]) if node.moves(kind) else pose


def drafts(rules: WingsRules, view: Mapping[str, Any]) -> list[Draft]:
    """The viewer's airplanes up to the one that is planned now; none while it plans nothing."""
    if not _decides(view, "planning"):
        return []
    state = view["state"]
    picks = [rules.by_key[key].code % K for key in view["picks"]]
    fleet = [rules.planes[number] for number in rules.fleets[rules.seats.index(view["viewer"])]]
    waiting = [plane for plane in fleet if _plans(state, state["planes"][plane.id])]
    begun = waiting[: len(picks) // CARDS_IN_A_PLAN + 1]
    return [
        _draft(rules, plane, state, picks[index * CARDS_IN_A_PLAN : (index + 1) * CARDS_IN_A_PLAN])
        for index, plane in enumerate(begun)
    ]


def _plans(state: Mapping[str, Any], seen: Mapping[str, Any]) -> bool:
    """As `plans.must_plan`."""
    grounded = seen["place"] == "ground" and seen["act_from"] > state["round"]
    return seen["fate"] == "in play" and not grounded


def _draft(rules: WingsRules, plane: Plane, state: Mapping[str, Any], cards: list[int]) -> Draft:
    seen = state["planes"][plane.id]
    node = plans.tree_seen(rules, plane, seen, state["floor"])
    before = pose = pose_of(seen)
    poses = []
    for kind in cards:
        pose = _end(node, pose, kind)
        node = node.after(kind)
        poses.append(pose)
    return Draft(plane, before, tuple(poses), node)


def pose_of(seen: Mapping[str, Any]) -> Pose:
    """Where an airplane stands."""
    return Pose(seen["x"], seen["y"], seen["heading"])


@dataclass(frozen=True, slots=True)
class Placing:
    """Start places in the making (WW-MISS-04): those picked, and those offered for the next airplane."""

    picked: tuple[tuple[Plane, Pose], ...] = ()
    offered: tuple[Pose, ...] = ()

    @classmethod
    def of(cls, rules: WingsRules, view: Mapping[str, Any]) -> Placing:
        if not _decides(view, "placement"):
            return cls()
        fleet = [rules.planes[number] for number in rules.fleets[rules.seats.index(view["viewer"])]]
        waiting = [plane for plane in fleet if len(plane.starts) > 1]
        places = [rules.meaning[rules.by_key[key].code][2] for key in view["picks"]]
        picked = tuple((plane, plane.starts[place][1]) for plane, place in zip(waiting, places, strict=False))
        following = waiting[len(places) : len(places) + 1]
        return cls(picked, tuple(pose for plane in following for _, pose in plane.starts))


def _decides(view: Mapping[str, Any], phase: str) -> bool:
    """Whether the viewer is asked in this phase and has not sealed."""
    return view["phase"] == phase and view["viewer"] in view["asked"] and view["viewer"] not in view["sealed"]


# ---- the edges of the table (WW-EXIT-01)


def is_off(rules: WingsRules, draft: Draft) -> bool:
    """Whether the cards picked so far lead off the table."""
    return any(not rules.area.holds(pose.x, pose.y) for pose in draft.poses)


def edge_left_over(rules: WingsRules, draft: Draft, kind: int) -> str:
    """The edge over which a next card leads off the table; nothing for one that does not, or comes too late."""
    end = draft.end(kind)
    if rules.area.holds(end.x, end.y) or is_off(rules, draft):
        return ""
    return rules.area.edge_crossed(draft.pose, end, rules.own_edge(draft.plane.team))


def is_last_on_table(rules: WingsRules, draft: Draft, kind: int) -> bool:
    """Whether a next card ends on the table, but none that can follow it does."""
    end, node = draft.end(kind), draft.node.after(kind)
    if is_off(rules, draft) or not rules.area.holds(end.x, end.y):
        return False
    following = [option.code % K for option in node.options] or draft.plane.kinds
    return not any(rules.area.holds(*_end(node, end, other)[:2]) for other in following)
