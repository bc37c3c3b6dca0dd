"""The turn machine: phases are nodes, what may follow are edges, decisions sit on phases.

A ruleset writes its machine as one table of `Phase` rows. It is checked once, when the ruleset is registered: one
start, every phase reachable, an end reachable from every phase. At run time a phase may go only where its row says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar

import networkx as nx

from aerodrome.canonical import Json
from aerodrome.errors import Reason, RulesetError
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire

S = TypeVar("S")


class Reveal(Enum):
    """When the others learn what was sealed."""

    JOINTLY = "together, when the last seat has sealed"
    KEPT = "not by the seal; the ruleset shows it when its rules say so, the record at the end of the match"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an explanation: what counts, how much, and by which clause."""

    label: str
    value: Json
    clause: str


def no_reasons(state: Any, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    """For decisions in which an option that is not offered needs no reason beyond the phase's clauses."""
    return ()


def no_rows(state: Any, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    """For decisions in which an option explains itself."""
    return ()


def first_offered(state: Any, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
    """The default of a decision that declares no other: the first option offered."""
    return offered[0]


@dataclass(frozen=True, slots=True)
class Decision(Generic[S]):
    """What a phase asks.

    Attributes:
        title: what is decided, for people.
        asks: the seats that decide now, from what is public.
        options: what a seat may pick next, after the picks it has made; a tuple of rows of the option table.
        picks: how many picks make an order. 0: as many as it takes until ``options`` offers nothing more.
        reveal: when the others learn of the order.
        quiet: if true, not even that a seat has sealed is told.
        default: the pick made after ``picks`` for a seat whose time runs out, and in words ``default_text``.
        why_not: all reasons against an option that is not offered.
        explain: the rows behind an option, before it is chosen.
        request: what its player is to do, as a sentence: ``Choose the maneuver for this round.``
        guide: what somebody who decides this for the first time should know of it, in a sentence or two.
    """

    title: str
    asks: Callable[[S], tuple[int, ...]]
    options: Callable[[S, int, Picks], tuple[Option, ...]]
    picks: int = 1
    reveal: Reveal = Reveal.JOINTLY
    quiet: bool = False
    default: Callable[[S, int, Picks, tuple[Option, ...]], Option] = first_offered
    default_text: str = "the first option offered"
    why_not: Callable[[S, int, Picks, Option], Sequence[Reason]] = no_reasons
    explain: Callable[[S, int, Picks, Option], Sequence[Row]] = no_rows
    request: str = ""
    guide: str = ""


@dataclass(frozen=True, slots=True)
class Phase(Generic[S]):
    """One row of the turn machine.

    ``resolve`` carries the phase out, with the sealed orders if somebody was asked, and returns the id of the next one.
    A phase with nothing in ``then`` is an end of the match and has no ``resolve``. The first of ``clauses`` is the one
    that the engine cites for what it does itself in this phase. ``unasked`` is where a phase goes when its decision
    asks nobody; without it such a phase resolves without orders.
    """

    id: str
    title: str
    clauses: tuple[str, ...]
    then: tuple[str, ...] = ()
    resolve: Callable[[S, Orders, Umpire], str] | None = None
    decision: Decision[S] | None = None
    unasked: str = ""


class Node(Generic[S]):
    """A phase made ready for playing: what follows it is one lookup away, and only what its row allows."""

    __slots__ = ("after", "asks", "id", "options", "phase", "picks", "resolve", "unasked")

    def __init__(self, phase: Phase[S]) -> None:
        self.id = phase.id
        self.phase = phase
        self.resolve = phase.resolve
        self.asks = phase.decision.asks if phase.decision else None
        self.options = phase.decision.options if phase.decision else None
        self.picks = phase.decision.picks if phase.decision else 0
        self.unasked: Node[S] | None = None
        self.after: dict[str, Node[S]] = {}


@dataclass(frozen=True)
class PhaseGraph(Generic[S]):
    """The checked machine. ``phases[0]`` is the start; ``graph`` is the same as a networkx ``DiGraph``."""

    phases: tuple[Phase[S], ...]
    graph: nx.DiGraph[str] = field(init=False, compare=False, repr=False)
    by_id: dict[str, Phase[S]] = field(init=False, compare=False, repr=False)
    nodes: dict[str, Node[S]] = field(init=False, compare=False, repr=False)

    def __init__(self, phases: Iterable[Phase[S]]) -> None:
        object.__setattr__(self, "phases", tuple(phases))
        object.__setattr__(self, "by_id", {phase.id: phase for phase in self.phases})
        object.__setattr__(self, "graph", self._as_graph())
        faults = self.faults()
        if faults:
            raise RulesetError(
                "; ".join(faults), where="phase graph", expected="one start, all phases on a way to an end"
            )
        object.__setattr__(self, "nodes", {phase.id: Node(phase) for phase in self.phases})
        for node in self.nodes.values():
            node.after = {after: self.nodes[after] for after in node.phase.then}
            node.unasked = node.after.get(node.phase.unasked)

    @property
    def start(self) -> Phase[S]:
        return self.phases[0]

    def replace(self, *changed: Phase[S]) -> PhaseGraph[S]:
        """The same machine with some rows changed and new ones added: how a house rule is made."""
        rows = {phase.id: phase for phase in (*self.phases, *changed)}
        return PhaseGraph(rows.values())

    def _as_graph(self) -> nx.DiGraph[str]:
        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(phase.id for phase in self.phases)
        graph.add_edges_from((phase.id, after) for phase in self.phases for after in phase.then)
        return graph

    def faults(self) -> list[str]:
        """Everything that is wrong with the machine, in words."""
        if not self.phases:
            return ["it has no phases"]
        faults = []
        if len(self.by_id) < len(self.phases):
            faults.append("two phases share an id")
        unknown = sorted(set(self.graph) - set(self.by_id))
        if unknown:
            faults.append(f"edges lead to phases that do not exist: {', '.join(unknown)}")
        reached = {self.start.id} | nx.descendants(self.graph, self.start.id)
        lost = [phase.id for phase in self.phases if phase.id not in reached]
        if lost:
            faults.append(f"never reached from {self.start.id}: {', '.join(lost)}")
        ends = [phase.id for phase in self.phases if not phase.then]
        if not ends:
            faults.append("it has no end")
        closing = set(ends).union(*(nx.ancestors(self.graph, end) for end in ends)) if ends else set()
        stuck = [phase.id for phase in self.phases if ends and phase.id not in closing]
        if stuck:
            faults.append(f"no end can be reached from {', '.join(stuck)}")
        for phase in self.phases:
            if phase.then and phase.resolve is None:
                faults.append(f"{phase.id} goes on but has nothing that resolves it")
            if not phase.then and (phase.resolve or phase.decision):
                faults.append(f"{phase.id} is an end but decides or resolves something")
            if phase.unasked and (phase.decision is None or phase.unasked not in phase.then):
                faults.append(f"{phase.id} goes to {phase.unasked} unasked, which its row does not allow")
            if not phase.clauses:
                faults.append(f"{phase.id} names no clause")
        return faults

    def rows(self) -> list[dict[str, str]]:
        """The machine as a table: phase, what is decided, when it is revealed, default, what may follow, clauses."""
        return [
            {
                "phase": phase.id,
                "title": phase.title,
                "decides": phase.decision.title if phase.decision else "",
                "reveal": phase.decision.reveal.name.lower() if phase.decision else "",
                "default": phase.decision.default_text if phase.decision else "",
                "then": ", ".join(phase.then) or "end of the match",
                "clauses": ", ".join(phase.clauses),
            }
            for phase in self.phases
        ]

    def mermaid(self) -> str:
        """The machine as a Mermaid state diagram; phases that ask somebody are marked with a question mark."""
        names = {phase.id: phase.id.replace("-", "_") for phase in self.phases}
        lines = ["stateDiagram-v2"]
        for phase in self.phases:
            lines.append(f'  state "{phase.title}{" ?" if phase.decision else ""}" as {names[phase.id]}')
        lines.append(f"  [*] --> {names[self.start.id]}")
        for phase in self.phases:
            lines.extend(f"  {names[phase.id]} --> {names[after]}" for after in phase.then)
            if not phase.then:
                lines.append(f"  {names[phase.id]} --> [*]")
        return "\n".join(lines)
