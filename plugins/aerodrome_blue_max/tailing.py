"""Phase 1: who tails whom, and who therefore plans after whom (BM-TAIL)."""

from __future__ import annotations

import networkx as nx

from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks
from aerodrome.umpire import Umpire
from aerodrome_blue_max.rules import TAILS
from aerodrome_blue_max.state import BlueMax
from aerodrome_blue_max.vocabulary import NOBODY


def find_tails(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """Every possible tailing, from what stands on the map now (BM-TAIL-12). One victim is tailed, of several one is
    chosen (BM-TAIL-04)."""
    planes = state.planes
    if umpire.listening:
        umpire.tell("round", "BM-ROUND-01", round=state.round)
    if len(state.waves) > 1:
        _forget_tails(state)
    found: list[tuple[int, int]] = []
    for one, other, way in state.contacts:
        plane, foe = planes[one], planes[other]
        if plane.pose < 0 or foe.pose < 0:
            continue
        tails = TAILS[(way * 6 + plane.pose % 6) * 6 + foe.pose % 6]
        if tails and abs(plane.level - foe.level) < 2:  # BM-TAIL-05
            found.append((one, other) if tails == 1 else (other, one))
    if found:
        return _note_victims(state, found)
    state.waves = (state.live,)
    state.wave = 0
    return "planning"


def _forget_tails(state: BlueMax) -> None:
    state.uninformed = ()
    for seat in state.live:
        state.planes[seat].tails = NOBODY
        state.planes[seat].victims = ()


def _note_victims(state: BlueMax, found: list[tuple[int, int]]) -> str:
    several = False
    for tailer, victim in sorted(found):
        plane = state.planes[tailer]
        if plane.flame or plane.doomed:  # BM-TAIL-03, BM-TAIL-14
            continue
        plane.victims = (*plane.victims, victim)
        plane.tails = plane.victims[0]
        if len(plane.victims) > 1:
            several = True
            plane.tails = NOBODY
    return "tailing-choice" if several else "tailing-graph"


# ---- choosing a victim


def choosers(state: BlueMax) -> tuple[int, ...]:
    return tuple(seat for seat in state.live if len(state.planes[seat].victims) > 1)


def victim_options(state: BlueMax, seat: int, picks: Picks) -> tuple[Option, ...]:
    """One of the possible victims; he may not decline (BM-TAIL-04)."""
    tails = state.rules.block("tails")
    return tuple(tails[victim] for victim in state.planes[seat].victims)


def why_not_victim(state: BlueMax, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    number = option.code - state.rules.blocks["tails"]
    if not 0 <= number < len(state.planes):
        return (Reason("BM-TAIL-04", "the plane to tail is chosen now"),)
    plane, other = state.planes[seat], state.planes[number]
    if plane.side == other.side:
        return (Reason("BM-TAIL-02", "only enemies are tailed"),)
    return (Reason("BM-TAIL-01", f"{other.id} does not stand in your front arc with you in its rear arc"),)


def choose_victims(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    for seat, (option,) in orders.items():
        state.planes[seat].tails = option.code - state.rules.blocks["tails"]
    return "tailing-graph"


# ---- the graph and the waves


def draw_graph(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """Planning waves from the tailing graph (BM-TAIL-11)."""
    planes = state.planes
    victims = [planes[seat].tails for seat in state.live]
    state.wave = 0
    if umpire.listening:
        for seat in state.live:
            if planes[seat].tails != NOBODY:
                umpire.tell("tails", "BM-TAIL-01", seat=planes[seat].id, victim=planes[planes[seat].tails].id)
    if any(victim != NOBODY and planes[victim].tails != NOBODY for victim in victims):
        state.waves = _waves(state, umpire)
    else:
        behind = tuple(seat for seat in state.live if planes[seat].tails != NOBODY)
        ahead = tuple(seat for seat in state.live if planes[seat].tails == NOBODY)
        state.waves = (ahead, behind) if behind else (ahead,)
    if umpire.listening and len(state.waves) > 1:
        umpire.tell("waves", "BM-TAIL-11", waves=[[planes[seat].id for seat in wave] for wave in state.waves])
    return "planning"


def tail_graph(state: BlueMax) -> nx.DiGraph[int]:
    """The planes in play, with an edge from each tailer to its victim."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(state.live)
    graph.add_edges_from((s, state.planes[s].tails) for s in state.live if state.planes[s].tails != NOBODY)
    return graph


def _waves(state: BlueMax, umpire: Umpire) -> tuple[tuple[int, ...], ...]:
    """Circles are cut at a plane drawn by lot (BM-TAIL-10); then each plane follows its victim (BM-TAIL-09)."""
    graph = tail_graph(state)
    for circle in sorted(sorted(circle) for circle in nx.simple_cycles(graph)):
        drawn = umpire.chance.pick("tail-circle", circle, lambda seat: state.planes[seat].id)
        graph.remove_edge(drawn, state.planes[drawn].tails)
        state.uninformed = (*state.uninformed, drawn)
        if umpire.listening:
            names: list[str] = [state.planes[seat].id for seat in circle]
            umpire.tell("circle", "BM-TAIL-10", planes=[*names], first=state.planes[drawn].id)
    return tuple(tuple(sorted(wave)) for wave in nx.topological_generations(graph.reverse(copy=False)))
