"""Phase 2: each plane's order is written in secret, the tailed ones first (BM-PLAN)."""

from __future__ import annotations

from collections.abc import Iterator

from aerodrome.errors import Reason, Unreadable
from aerodrome.orders import Option, Orders, Picks
from aerodrome.phases import Row
from aerodrome.umpire import Umpire
from aerodrome_blue_max import outlook
from aerodrome_blue_max.rules import BlueMaxRules
from aerodrome_blue_max.state import BlueMax, Plane, situation, tailers
from aerodrome_blue_max.vocabulary import CLIMB, LETTERS, NOBODY, RECOVERS, STABLE, STALL_SPINS, TOKEN_LEVEL, Maneuver


def planners(state: BlueMax) -> tuple[int, ...]:
    """The planes of the open wave, but for the spinning ones, which have no choice (BM-PLAN-15). An observer with a
    Lewis gun may reload it even in a spin (BM-OBS-07)."""
    planes = state.planes
    wave = state.waves[state.wave]
    for seat in wave:
        if planes[seat].spinning:
            return tuple(s for s in wave if not planes[s].spinning or _reloads_in_a_spin(state, planes[s]))
    return wave


def _reloads_in_a_spin(state: BlueMax, plane: Plane) -> bool:
    observer = state.rules.lewis_guns(plane.model) & 2
    return bool(observer) and not plane.observer_killed and not plane.doomed


def order_options(state: BlueMax, seat: int, picks: Picks) -> tuple[Option, ...]:
    """The legal orders (BM-PLAN-09); with option written-orders every order of the chart (BM-PLAN-16)."""
    plane = state.planes[seat]
    rules = state.rules
    if rules.plain and not (plane.doubt or plane.flame or plane.spinning):
        free = rules.free[plane.model]
        menu = free[plane.performed]
        if not menu:
            menu = free[plane.performed] = rules.menu(situation(state, plane))
        return menu
    bound = situation(state, plane)
    if rules.written and not plane.spinning:
        return rules.chart_menu(bound)
    return rules.menus.get(bound) or rules.menu(bound)


def order_default(state: BlueMax, seat: int, picks: Picks, offered: tuple[Option, ...]) -> Option:
    """Straight on at the speed flown, if that is legal; else what comes nearest to it; 0S2 last of all."""
    plane = state.planes[seat]
    charts = state.rules.charts
    legal = state.rules.menu(situation(state, plane))
    speed = charts.speed[plane.performed]

    def calm(option: Option) -> tuple[bool, bool, bool, int]:
        maneuver, token, reload = state.rules.order(option)
        aside = token != STABLE or reload > 0
        return maneuver == charts.spin, not charts.plain[maneuver], aside, abs(charts.speed[maneuver] - speed)

    return min(legal, key=calm)


def why_not_order(state: BlueMax, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    """All restrictions that the order breaks (BM-PLAN-14).

    Raises:
        Unreadable: the plane's chart has no such maneuver.
    """
    rules = state.rules
    plane = state.planes[seat]
    number = option.code - rules.first_order
    if not 0 <= number < len(rules.orders):
        return (Reason("BM-PLAN-01", "a maneuver is written now"),)
    order = rules.orders[number]
    if order[0] not in rules.charts.on_chart[plane.model]:
        chart = ", ".join(rules.charts.codes[m] for m in rules.charts.chart[plane.model])
        raise Unreadable(
            f"the chart of the {rules.plane(plane.model).name} has no {rules.charts.codes[order[0]]}",
            clause="BM-PLAN-14",
            expected=f"one of {chart}",
        )
    return tuple(rules.charts.faults(situation(state, plane), order))


def explain_order(state: BlueMax, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    """What an order would do: where it ends, what it risks and costs, and with option written-orders what is wrong
    with it."""
    rules = state.rules
    plane = state.planes[seat]
    number = option.code - rules.first_order
    if not 0 <= number < len(rules.orders):
        return ()
    order = rules.orders[number]
    maneuver, token, _ = order
    rows = [*_way_rows(rules, plane, maneuver), Row("speed", rules.charts.speed[maneuver], "BM-CHART-05")]
    change = outlook.height(rules, plane.model, plane.level, plane.glides_in(state.round), order)
    if change:
        rows.append(Row("level", change.long, change.clause))
    if maneuver == rules.charts.spin:
        rows.append(Row("spins", f"no shots; each Recovery a roll of {RECOVERS} or more ends it", "BM-RECOV-01"))
    if rules.charts.stall[maneuver]:
        rows.append(Row("stalls", f"in Accidents a roll of {STALL_SPINS} or more begins a spin", "BM-STALL-01"))
    if rules.fuel:
        free = plane.gliding
        rows.append(Row("fuel", 0 if free else rules.charts.cost(maneuver, token), "BM-FUEL-02"))
    if rules.written:
        faults = rules.charts.faults(situation(state, plane), order)
        rows += [Row("cannot be flown", reason.text, reason.clause) for reason in faults]
    return tuple(rows)


def _way_rows(rules: BlueMaxRules, plane: Plane, maneuver: Maneuver) -> Iterator[Row]:
    end = rules.moves[maneuver][plane.pose]
    if end < 0:
        yield Row("ends", "off the map: the plane is lost", "BM-MAP-03")
        return
    yield Row("ends", f"in {rules.map.codes[end // 6]}, nose {outlook.NOSES[end % 6]}", "BM-MOVE-03")
    if outlook.is_trapped(rules, plane.model, maneuver, end):
        yield Row("beware", "from there every maneuver but the spin leads off the map", "BM-MAP-03")


def plan(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """The wave has committed (BM-PLAN-12); planes with no choice perform 0S2 (BM-PLAN-15). Who is tailed shows."""
    rules = state.rules
    planes = state.planes
    first = rules.first_order
    written = rules.orders
    waves = state.waves
    for seat in waves[state.wave]:
        plane = planes[seat]
        picks = orders.get(seat)
        if picks:
            plane.written, plane.token, plane.reload = written[picks[0].code - first]
        else:
            plane.written, plane.token, plane.reload = rules.charts.spin, STABLE, 0
        plane.revealed = False
    if len(waves) == 1:
        return "movement"
    for seat in waves[state.wave]:
        show(state, planes[seat], umpire)
    state.wave += 1
    return "planning" if state.wave < len(waves) else "movement"


def show(state: BlueMax, plane: Plane, umpire: Umpire) -> None:
    """A tailed plane shows its tailers the direction letter, and with option altitude the level to come, as written
    (BM-TAIL-07, BM-PLAN-17)."""
    told = tailers(state, plane.seat)
    if not told:
        return
    rules = state.rules
    letter = rules.charts.letter[plane.written]
    level = level_to_come(rules, plane, plane.token)
    plane.shown = letter, level
    if umpire.listening:
        umpire.tell(
            "shown",
            "BM-TAIL-07",
            to=(plane.seat, *told),
            seat=plane.id,
            direction=LETTERS[letter],
            **({"level": level} if rules.altitude else {}),
        )


def level_to_come(rules: BlueMaxRules, plane: Plane, token: int) -> int:
    """The level after a token as written; a climb too high will fail (BM-ALT-10)."""
    if token == CLIMB and plane.level >= rules.ceiling(plane.model):
        return plane.level
    return max(0, plane.level + TOKEN_LEVEL[token])


def forget_shown(state: BlueMax) -> None:
    """At the reveal the cards go back."""
    for seat in state.live:
        state.planes[seat].shown = NOBODY, 0
