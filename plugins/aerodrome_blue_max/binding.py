"""A scenario made ready for play: what is checked about it, the map, and the table of all options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from aerodrome.canonical import Json
from aerodrome.documents import Document, validated
from aerodrome.errors import AerodromeError
from aerodrome.geometry.hexes import Board, HexMap, hex_map
from aerodrome.orders import Option, option_table
from aerodrome.packs import DataPack
from aerodrome.ruleset import Ruleset, unknown
from aerodrome.scenarios import Scenario
from aerodrome_blue_max.charts import Charts, Order
from aerodrome_blue_max.rules import BlueMaxOptions, BlueMaxRules, BlueMaxSetup
from aerodrome_blue_max.tables import BoardRow, PlaneRow, Tables, read_tables
from aerodrome_blue_max.vocabulary import BURSTS, MOUNTINGS, NOBODY, PLAYERS_PER_BOARD, TEAMS, TOKENS, TOP_LEVEL, Model

MOST_HEXES = 10_000
"""The largest map. The way from each hex to each other one is looked up in a table, which grows with the square."""


@cache
def own_tables() -> Tables:
    """The plugin's own data, read once."""
    return read_tables(())


@cache
def _own_charts() -> Charts:
    return Charts(own_tables())


def make_rules(
    ruleset: Ruleset[Any], scenario: Scenario, switches: BlueMaxOptions, packs: Sequence[DataPack]
) -> BlueMaxRules:
    """Rules for one scenario.

    Raises:
        AerodromeError: too many seats, unequal teams, an unknown plane or board.
    """
    tables = read_tables(packs) if packs else own_tables()
    charts = Charts(tables) if packs else _own_charts()
    setup = validated(BlueMaxSetup, Document(f"scenario {scenario.id} (setup)", dict(scenario.setup)))
    side = _sides(scenario)
    map_ = _map(scenario, setup, tables.boards)
    borders = _borders(setup, map_, scenario)
    flown = _flown(scenario, tables.planes)
    orders = tuple(_orders(charts, switches, tables.planes))
    blocks, table = _option_rows(scenario, switches, charts, map_, orders, tables.planes)
    data: Json = {
        name: [row.model_dump(mode="json") for row in getattr(tables, name)]
        for name in ("planes", "maneuvers", "schedules", "damage", "die", "boards")
    }
    return BlueMaxRules(
        ruleset, scenario, switches, table, data, switches, tables, map_, charts, side, borders, flown, orders, blocks
    )


# ---- what is checked about a scenario


def _sides(scenario: Scenario) -> tuple[int, ...]:
    where = f"scenario {scenario.id}"
    teams = [seat.side for seat in scenario.seats]
    strangers = [team for team in teams if team not in TEAMS]
    if strangers:
        raise AerodromeError(
            f"a seat of team {strangers[0]!r} (BM-SETUP-02)", where=where, expected="allies or central"
        )
    counts = [teams.count(team) for team in TEAMS]
    if len(teams) < 2 or abs(counts[0] - counts[1]) != len(teams) % 2:
        raise AerodromeError(
            f"{counts[0]} allies against {counts[1]} central (BM-SETUP-01)",
            where=where,
            expected="two players or more in teams of equal size, one more on a side when the number is odd",
        )
    return tuple(TEAMS.index(team) for team in teams)


def _map(scenario: Scenario, setup: BlueMaxSetup, boards: Sequence[BoardRow]) -> HexMap:
    row = next((row for row in boards if row.id == setup.board), None)
    if row is None:
        raise unknown("board", setup.board, [row.id for row in boards], "of blue-max")
    needed = -(-len(scenario.seats) // PLAYERS_PER_BOARD)
    across = setup.across or -(-needed // setup.down)
    if across * setup.down < needed:
        raise AerodromeError(
            f"{len(scenario.seats)} players on {across * setup.down} board(s) (BM-SETUP-13)",
            where=f"scenario {scenario.id} (setup)",
            expected=f"{needed} boards or more",
        )
    if row.columns * row.rows * across * setup.down > MOST_HEXES:
        raise AerodromeError(
            f"{across * setup.down} boards of {row.columns} by {row.rows} hexes",
            where=f"scenario {scenario.id} (setup)",
            expected=f"at most {MOST_HEXES} hexes in all",
        )
    return hex_map(Board(row.columns, row.rows), across, setup.down)


def _borders(setup: BlueMaxSetup, map_: HexMap, scenario: Scenario) -> tuple[str, ...]:
    if not setup.borders:
        return ()
    where = f"scenario {scenario.id} (setup.borders)"
    borders = tuple(setup.borders.get(team, "") for team in TEAMS)
    if "" in borders or borders[0] == borders[1]:
        raise AerodromeError("each team needs a border of its own (BM-SETUP-03)", where=where)
    for border in borders:
        if border not in map_.edges():
            raise AerodromeError(
                f"{border!r} is no outer short edge (BM-MAP-07)", where=where, expected=" or ".join(map_.edges())
            )
    return borders


def _flown(scenario: Scenario, planes: Sequence[PlaneRow]) -> tuple[Model, ...]:
    ids = [row.id for row in planes]
    flown: list[Model] = []
    for team in TEAMS:
        players = sum(seat.side == team for seat in scenario.seats)
        cards = sum(len(row.numbers) for row in planes if row.team == team)
        if players > cards:
            raise AerodromeError(
                f"{players} players of team {team} for {cards} plane cards, each taken once (BM-SETUP-04)",
                where=f"scenario {scenario.id}",
            )
    for seat in scenario.seats:
        where = f"scenario {scenario.id} (seat {seat.id})"
        if not seat.aircraft:
            flown.append(NOBODY)
            continue
        if len(seat.aircraft) > 1:
            raise AerodromeError("a player flies one plane (BM-SETUP-04)", where=where)
        if seat.aircraft[0] not in ids:
            raise unknown("plane", seat.aircraft[0], ids, "of blue-max")
        model = ids.index(seat.aircraft[0])
        if planes[model].team != seat.side:
            raise AerodromeError(f"{planes[model].id} is a plane of the other team (BM-SETUP-04)", where=where)
        flown.append(model)
        if flown.count(model) > len(planes[model].numbers):
            raise AerodromeError(
                f"{planes[model].id} has {len(planes[model].numbers)} card(s), each taken once (BM-SETUP-04)",
                where=where,
            )
    return tuple(flown)


# ---- the option table


def _orders(charts: Charts, switches: BlueMaxOptions, planes: Sequence[PlaneRow]) -> Iterable[Order]:
    tokens = range(len(TOKENS)) if switches.altitude else range(1)
    lewis = {plane.lewis for plane in planes} if switches.lewis else set()
    pilots = bool(lewis & {"pilot", "both"})
    observers = bool(lewis & {"observer", "both"}) and switches.observer
    reloads = [n for n in range(4) if not (n & 1 and not pilots) and not (n & 2 and not observers)]
    for maneuver in range(len(charts.codes)):
        for token in tokens:
            for reload in reloads:
                yield maneuver, token, reload


def _option_rows(
    scenario: Scenario,
    switches: BlueMaxOptions,
    charts: Charts,
    map_: HexMap,
    orders: Sequence[Order],
    planes: Sequence[PlaneRow],
) -> tuple[dict[str, int], tuple[Option, ...]]:
    rows: list[tuple[str, dict[str, Json]]] = []
    blocks: dict[str, int] = {}

    def block(name: str, made: Iterable[tuple[str, dict[str, Json]]]) -> None:
        blocks[name] = len(rows)
        rows.extend(made)

    seats = [(seat.id, seat.title or seat.id) for seat in scenario.seats]
    block("planes", ((f"Fly a {row.name}", {"plane": row.id}) for row in planes))
    block("entries", _entry_rows(switches, charts, map_))
    block("tails", ((f"Tail {title}", {"tail": seat}) for seat, title in seats))
    block("orders", (_order_row(charts, switches, order) for order in orders))
    for mounting, name in enumerate(MOUNTINGS):
        who: dict[str, Json] = {"observer": True} if mounting else {}
        hold: dict[str, Json] = {**who, "hold": True}
        block(name, [("Hold the observer's fire" if mounting else "Hold fire", hold)])
        whose = "Observer's fire" if mounting else "Fire"
        rows.extend(
            (f"{whose} at {title}, {BURSTS[burst]} burst", {**who, "target": seat, "burst": BURSTS[burst]})
            for seat, title in seats
            for burst in (1, 2, 3)
        )
    block(
        "recovery",
        [
            ("Try to end the spin", {"recover": True}),
            ("Stay in the spin", {"spin-on": True}),
            ("Try to clear the pilot's guns", {"unjam": "pilot"}),
            ("Leave the pilot's guns", {"leave": "pilot"}),
            ("Try to clear the observer's guns", {"unjam": "observer"}),
            ("Leave the observer's guns", {"leave": "observer"}),
        ],
    )
    return blocks, option_table(rows)


def _entry_rows(switches: BlueMaxOptions, charts: Charts, map_: HexMap) -> Iterable[tuple[str, dict[str, Json]]]:
    levels = range(TOP_LEVEL, 0, -1) if switches.altitude else (0,)
    starts = sorted({charts.codes[m] for chart in charts.starts for m in chart})
    numbers = dict.fromkeys(number for edge in map_.edges() for number in map_.along(edge))
    for number in numbers:
        for level in levels:
            for start in starts:
                facts: dict[str, Json] = {"start": map_.codes[number]}
                if level:
                    facts["level"] = level
                if len(starts) > 1:
                    facts["maneuver"] = start
                out_of = f" out of {start}" if len(starts) > 1 else ""
                yield f"Start in {map_.codes[number]}{out_of}" + (f", level {level}" if level else ""), facts


def _order_row(charts: Charts, switches: BlueMaxOptions, order: Order) -> tuple[str, dict[str, Json]]:
    """What comes after the last comma tells orders of one maneuver apart."""
    maneuver, token, reload = order
    facts: dict[str, Json] = {"maneuver": charts.codes[maneuver]}
    label = f"{charts.titles[maneuver]}, speed {charts.speed[maneuver]}"
    if switches.altitude:
        facts["token"] = TOKENS[token]
        label += f", {TOKENS[token]}"
    if reload:
        facts["reload"] = ("", "pilot", "observer", "both")[reload]
        label += f" and reload ({facts['reload']})"
    return label, facts
