"""What a written position cannot be: it would be played by no rule, or be passed over in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from aerodrome.errors import AerodromeError
from aerodrome_blue_max import combat
from aerodrome_blue_max.ending import END, decided
from aerodrome_blue_max.position import BlueMaxPosition, PlanePosition
from aerodrome_blue_max.state import BlueMax, Plane, situation, values
from aerodrome_blue_max.vocabulary import ENGINE, NOBODY, PILOT, SECTIONS, STABLE, TOKENS

UNREVEALED = ("planning", "movement")
"""Phases in which written orders are still secret."""

HOLDING = ("combat", "combat-observers", "resolution")
"""Phases in which cards are drawn and not yet marked."""

NEEDS = {"fuel-depletion": "fuel", "glide-descent": "altitude"}
"""Phases that are played with an option only."""

OF_OBSERVERS = (
    "rear_jammed", "rear_doubt", "rear_aim", "rear_ammunition", "rear_reloaded", "observer_out_until",
    "observer_killed",
)  # fmt: skip
"""Fields of planes that carry an observer in this game."""


def check_phase(state: BlueMax, position: BlueMaxPosition) -> None:
    """What does not fit the phase.

    Raises:
        AerodromeError: an option that is off, a side without planes, a wave or a round that cannot be.
    """
    phase, rules = position.phase, state.rules
    option = NEEDS.get(phase or "")
    if option and not getattr(rules, option):
        raise AerodromeError(f"there is no phase {phase} without option {option}")
    if phase == "setup-placement":
        raise AerodromeError("the entries of setup-placement cannot be written", expected="setup-entries, and orders")
    if position.wave and phase != "planning":
        raise AerodromeError(f"no wave is open in phase {phase}", expected="wave for phase planning only")
    if rules.limit and state.round > rules.limit:
        raise AerodromeError(f"round {state.round} is not played (BM-WIN-06)", expected=f"1 to {rules.limit}")
    if len({*state.borders}) < len(state.borders):
        raise AerodromeError("both teams have one border (BM-SETUP-03)", expected="a border of its own for each")


def check_sides(state: BlueMax, phase: str) -> None:
    """Whether there is still a match, or none any more.

    Raises:
        AerodromeError: a side without planes before the end, an end with planes on both sides.
    """
    if phase != END and decided(state):
        raise AerodromeError("a side has no plane in play, so the game is over (BM-WIN-01)", expected=f"phase {END}")
    if phase == END and not decided(state) and not state.rules.limit:
        raise AerodromeError("both sides have planes in play, so the game goes on (BM-WIN-01)")


def check_plane(state: BlueMax, plane: Plane, written: PlanePosition, phase: str) -> None:
    """Whether the sheet of one plane can be so.

    Raises:
        AerodromeError: it cannot, and why.
    """
    if plane.lost != NOBODY:
        return
    for says in (
        *_sheet_faults(state, plane),
        *_unused(state, plane, written, phase),
        *_order_faults(state, plane, phase),
    ):
        raise AerodromeError(f"{plane.id} {says}")


def _sheet_faults(state: BlueMax, plane: Plane) -> Iterator[str]:
    """Numbers that are too high, and losses that would have had consequences."""
    rules = state.rules
    row, most = rules.plane(plane.model), values(state, plane)
    for name, marked, value in zip(SECTIONS, plane.boxes(), most, strict=True):
        if marked > value:
            yield f"has {value} boxes of {name}, not {marked}"
    if plane.fuel > row.fuel:
        yield f"holds {row.fuel} fuel, not {plane.fuel}"
    if plane.level > row.max_altitude:
        yield f"cannot fly at level {plane.level}: its maximum altitude is {row.max_altitude}"
    full = any(marked >= value for marked, value in zip(plane.boxes()[:ENGINE], most, strict=False))
    if (full or plane.pilot_killed) and not plane.doomed:
        yield "is past help (BM-SPIN-05), so it must be doomed: true"
    if plane.doomed and not rules.altitude:
        yield "is doomed, so it is shot down: only with option altitude does it fall for a while (BM-SPIN-06)"
    if plane.engine >= most[ENGINE] and not plane.deadline:
        yield "has no engine left, so it needs a deadline (BM-GLIDE-04)"
    if 0 < plane.deadline < state.round:
        yield f"came down in round {plane.deadline}: its deadline is over (BM-GLIDE-04)"
    if plane.dry and plane.fuel:
        yield f"has {plane.fuel} fuel, so it is not dry"


def _unused(state: BlueMax, plane: Plane, written: PlanePosition, phase: str) -> Iterator[str]:
    """What is written and would be read by nothing."""
    rules = state.rules
    if written.fuel and not rules.fuel:
        yield "has fuel without option fuel"
    if written.dry and not rules.fuel:
        yield "is dry without option fuel"
    if written.due and not rules.altitude:
        yield "owes a token without option altitude"
    if not rules.crewed(plane.model):
        for name in OF_OBSERVERS:
            if getattr(written, name):
                yield f"has no observer in this game, so {name} means nothing (BM-OBS-01)"
    if written.written and phase not in UNREVEALED:
        yield f"has written nothing in phase {phase}: that is for {' and '.join(UNREVEALED)}"
    if written.aiming and phase != "combat-observers":
        yield f"aims in phase {phase}: that is for combat-observers"
    if written.held and phase not in HOLDING:
        yield f"holds cards in phase {phase}: that is for {', '.join(HOLDING)}"
    for name, aim in (("aim", plane.aim), ("rear_aim", plane.rear_aim)):
        if aim[0] != NOBODY and (state.planes[aim[0]].side == plane.side or aim[2] > state.round):
            yield f"cannot have fired so: {name} names an enemy and a round that was"


def _order_faults(state: BlueMax, plane: Plane, phase: str) -> Iterator[str]:
    """Orders that could not have been given."""
    rules = state.rules
    if phase == "movement" and plane.written == NOBODY:
        yield "has written no maneuver, and moves now"
    if plane.written == NOBODY:
        return
    if plane.token != STABLE and not rules.altitude:
        yield f"has the token {TOKENS[plane.token]} without option altitude"
    order = plane.written, plane.token, plane.reload
    for reason in rules.charts.faults(situation(state, plane), order):
        if not rules.written or plane.spinning or reason.clause == "BM-LEWIS-01":
            yield f"could not have written that: {reason.text} ({reason.clause})"


def check_aims(state: BlueMax) -> None:
    """Whether pilots aim at what they can hit.

    Raises:
        AerodromeError: one does not.
    """
    for plane in state.planes:
        target, burst = plane.aiming
        if target == NOBODY:
            continue
        option = state.rules.fire(PILOT, target, burst)
        if option not in combat.fire_options(PILOT)(state, plane.seat, ()):
            reasons = combat.why_not_fire(PILOT)(state, plane.seat, (), option)
            says = "; ".join(f"{reason.text} ({reason.clause})" for reason in reasons)
            raise AerodromeError(f"{plane.id} cannot aim so: {says}")


def check_cards(state: BlueMax) -> None:
    """Whether every card is held once at most.

    Raises:
        AerodromeError: two planes hold one card, or one holds it twice.
    """
    held = Counter(card for plane in state.planes for card, _ in plane.held)
    for card, count in held.items():
        if count > 1:
            raise AerodromeError(f"{state.rules.tables.damage[card].id} is held {count} times")
