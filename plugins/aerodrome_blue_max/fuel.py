"""Phase 4: fuel is paid, gliding planes sink (BM-FUEL, BM-GLIDE-05)."""

from __future__ import annotations

from aerodrome.orders import Orders
from aerodrome.umpire import Umpire
from aerodrome_blue_max.damage import start_glide
from aerodrome_blue_max.ending import decided, end, remove
from aerodrome_blue_max.state import BlueMax
from aerodrome_blue_max.vocabulary import LANDED, STABLE


def pay(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """Each plane pays for the maneuver it performed; an empty reserve rolls for its glide (BM-FUEL-02, BM-FUEL-04).
    A dry or dead engine burns nothing (BM-FUEL-09, BM-FUEL-14)."""
    charts = state.rules.charts
    for seat in state.live:
        plane = state.planes[seat]
        cost = charts.cost(plane.performed, STABLE if plane.performed == charts.spin else plane.token)
        plane.burned += cost
        if not plane.dry and not plane.deadline:
            paid = min(plane.fuel, cost)  # BM-FUEL-10
            plane.fuel -= paid
            if umpire.listening and paid:
                umpire.tell("fuel", "BM-FUEL-02", to=(seat,), seat=plane.id, paid=paid, left=plane.fuel)
        if not plane.fuel and not plane.dry:
            start_glide(state, plane, "BM-FUEL-04", umpire)
    return "glide-descent" if state.rules.altitude else to_combat(state)


def sink(state: BlueMax, orders: Orders, umpire: Umpire) -> str:
    """A plane that was gliding when Planning began and flew a gliding maneuver loses a level; on the ground it has
    landed (BM-GLIDE-05, BM-FUEL-12)."""
    gliding = state.rules.charts.gliding
    fates = []
    for seat in state.live:
        plane = state.planes[seat]
        if plane.spinning or not gliding[plane.performed] or not plane.glides_in(state.round):
            continue
        plane.level -= 1
        if umpire.listening:
            umpire.tell("level", "BM-SECR-08", seat=plane.id, level=plane.level)
        if plane.level < 1:
            fates.append((seat, LANDED))
    if not fates:
        return to_combat(state)
    remove(state, fates, umpire)
    return end(state) if decided(state) else to_combat(state)


def to_combat(state: BlueMax) -> str:
    """What follows. Phases in which nothing can happen are passed over: most rounds of most matches are flown with no
    enemies near each other and nothing amiss."""
    rules = state.rules
    if state.contacts:
        return "combat"
    if rules.altitude:
        return "resolution"
    if rules.observer:
        return "recovery-observers"
    planes = state.planes
    following = "tailing" if not rules.limit else "end-of-round"
    for seat in state.live:
        plane = planes[seat]
        if plane.spinning or plane.doubt:
            return "recovery"
        if plane.stalled or plane.flame or plane.dry or plane.deadline or plane.due:
            following = "accidents"
    if following == "tailing":
        state.round += 1
    return following
