"""The healthy toy: up to three pilots with a hidden hand of cards and a hidden number of belts.

Each round they load up to two cards face down (composite picks, kept closed), aim (one pick, shown jointly), and shoot
(dice). After three rounds the pilot with the most hits wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.canonical import Json
from aerodrome.catalogue import Catalogue, Clause
from aerodrome.chance import Chance
from aerodrome.errors import Reason
from aerodrome.orders import Option, Orders, Picks, option_table
from aerodrome.packs import DataPack
from aerodrome.phases import Decision, Phase, PhaseGraph, Reveal, Row
from aerodrome.ruleset import Options, Position, Result, Rules, Ruleset, State
from aerodrome.scenarios import Scenario, SeatSpec
from aerodrome.umpire import Umpire
from aerodrome.visibility import Part, nobody, owner, part, public, sealed

# ---- vocabulary, catalogue, options

NOBODY = -1
CARDS = (1, 2, 3, 4)
COPIES = 4
HAND_SIZE = 3
BELTS = 4
NEEDED = 7

CLAUSES = {
    "TOY-SETUP-01": "Everybody has three cards and one to four belts.",
    "TOY-LOAD-01": "A card is loaded from the own hand.",
    "TOY-LOAD-02": "At most two cards are loaded, face down; then the order is done.",
    "TOY-AIM-01": "One aims at one other pilot, or at nobody.",
    "TOY-AIM-02": "Nobody aims at himself.",
    "TOY-FIRE-01": "A shot takes a belt; without one there is no shot.",
    "TOY-FIRE-02": "A die and the loaded cards of seven or more hit.",
    "TOY-DRAW-01": "Hands are filled up to three.",
    "TOY-SEC-01": "Hand, belts and loaded cards are the pilot's secret; the deck is everybody's.",
    "TOY-END-01": "After the last round the most hits win.",
}

CATALOGUE = Catalogue(
    "toy",
    "Toy",
    {name: Clause(id=name, title=name, scope="core", section="1", rule=rule) for name, rule in CLAUSES.items()},
    {},
)

TRIO = Scenario(
    id="trio",
    ruleset="toy",
    title="Three pilots",
    seats=(SeatSpec(id="red"), SeatSpec(id="blue"), SeatSpec(id="green")),
    clauses=("TOY-SETUP-01",),
)
PAIR = Scenario(id="pair", ruleset="toy", title="Two pilots", seats=(SeatSpec(id="red"), SeatSpec(id="blue")))


class ToyOptions(Options):
    short: bool = Field(default=False, description="one round instead of three")


@dataclass(eq=False)
class ToyRules(Rules):
    rounds: int
    done: Option
    load: tuple[Option, ...]
    hold: Option
    target: tuple[Option, ...]


def _table(seats: Sequence[SeatSpec]) -> tuple[Option, ...]:
    rows: list[tuple[str, dict[str, Json]]] = [("that is all", {"done": True})]
    rows += [(f"load a {card}", {"load": card}) for card in CARDS]
    rows += [("hold fire", {"hold": True})]
    rows += [(f"shoot at {seat.id}", {"target": seat.id}) for seat in seats]
    return option_table(rows)


# ---- state


def _seat_name(seat: int, state: Any) -> str | None:
    return None if seat == NOBODY else str(state.rules.seats[seat])


@part
class Pilot(Part):
    id: str = public()
    seat: int = public()
    belts: int = owner()
    hand: list[int] = owner(count=True)
    loaded: list[int] = sealed("shown", count=True, default_factory=list)
    shown: bool = public(default=False)
    aim: int = public(default=NOBODY, show=_seat_name)
    shots: int = public(default=0)
    hits: int = public(default=0)


@part
class Duel(State[ToyRules]):
    pilots: list[Pilot] = public()
    deck: list[int] = nobody(count=True)
    discard: list[int] = public(default_factory=list)
    round: int = public(default=1)


# ---- phases


def everybody(state: Duel) -> tuple[int, ...]:
    return tuple(range(len(state.pilots)))


def load_options(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
    rules = state.rules
    if picks and picks[-1] is rules.done:
        return ()
    hand = list(state.pilots[seat].hand)
    for option in picks:
        hand.remove(cast(int, option.facts["load"]))
    more = sorted(set(hand)) if len(picks) < 2 else []
    return (rules.done, *(rules.load[card - 1] for card in more))


def why_not_load(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    if len(picks) == 2:
        return (Reason("TOY-LOAD-02", "two cards are loaded"),)
    if "load" in option.facts:
        return (Reason("TOY-LOAD-01", "the card is not in your hand"),)
    return (Reason("TOY-LOAD-02", "cards are loaded now"),)


def load(state: Duel, orders: Orders, umpire: Umpire) -> str:
    for pilot in state.pilots:
        state.discard += pilot.loaded
        cards = [cast(int, option.facts["load"]) for option in orders[pilot.seat] if "load" in option.facts]
        for card in cards:
            pilot.hand.remove(card)
        pilot.loaded = cards
        pilot.shown = False
        if umpire.listening:
            umpire.tell("loads", "TOY-LOAD-02", seat=pilot.id, cards=len(cards))
            umpire.tell("loaded", "TOY-LOAD-01", to=(pilot.seat,), cards=list(cards))
    return "aim"


def aim_options(state: Duel, seat: int, picks: Picks) -> tuple[Option, ...]:
    rules = state.rules
    if not state.pilots[seat].belts:
        return (rules.hold,)
    return (rules.hold, *(option for other, option in enumerate(rules.target) if other != seat))


def why_not_aim(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Reason, ...]:
    if "target" not in option.facts:
        return (Reason("TOY-AIM-01", "one aims now"),)
    reasons = []
    if option.facts["target"] == state.rules.seats[seat]:
        reasons.append(Reason("TOY-AIM-02", "that is yourself"))
    if not state.pilots[seat].belts:
        reasons.append(Reason("TOY-FIRE-01", "no belt is left"))
    return tuple(reasons)


def explain_aim(state: Duel, seat: int, picks: Picks, option: Option) -> tuple[Row, ...]:
    if "target" not in option.facts:
        return ()
    pilot = state.pilots[seat]
    return (
        Row("belts left", pilot.belts, "TOY-FIRE-01"),
        Row("cards", sum(pilot.loaded), "TOY-FIRE-02"),
    )


def aim(state: Duel, orders: Orders, umpire: Umpire) -> str:
    for pilot in state.pilots:
        target = orders[pilot.seat][0].facts.get("target")
        pilot.aim = NOBODY if target is None else state.rules.seats.index(str(target))
    return "shoot"


def shoot(state: Duel, orders: Orders, umpire: Umpire) -> str:
    for pilot in state.pilots:
        pilot.shown = True
        if pilot.aim == NOBODY:
            continue
        pilot.belts -= 1
        pilot.shots += 1
        roll = umpire.chance.roll("hit-dice", 6)
        hit = roll + sum(pilot.loaded) >= NEEDED
        pilot.hits += hit
        if umpire.listening:
            target = state.pilots[pilot.aim].id
            umpire.tell("shot", "TOY-FIRE-02", seat=pilot.id, target=target, roll=roll, hit=hit)
    return "refill"


def refill(state: Duel, orders: Orders, umpire: Umpire) -> str:
    for pilot in state.pilots:
        count = min(HAND_SIZE - len(pilot.hand), len(state.deck))
        drawn = [state.deck.pop() for _ in range(count)]
        pilot.hand += drawn
        pilot.aim = NOBODY
        if umpire.listening and drawn:
            umpire.tell("draws", "TOY-DRAW-01", seat=pilot.id, cards=count)
            umpire.tell("drawn", "TOY-DRAW-01", to=(pilot.seat,), cards=list(drawn))
    if state.round == state.rules.rounds:
        return "end"
    state.round += 1
    return "load"


LOAD: Decision[Duel] = Decision(
    "everybody: up to two cards, face down",
    everybody,
    load_options,
    picks=0,
    reveal=Reveal.KEPT,
    default_text="no card",
    why_not=why_not_load,
)
AIM: Decision[Duel] = Decision(
    "everybody: a target, or nobody",
    everybody,
    aim_options,
    default_text="hold fire",
    why_not=why_not_aim,
    explain=explain_aim,
)
PHASES: PhaseGraph[Duel] = PhaseGraph(
    [
        Phase("load", "Load", ("TOY-LOAD-02", "TOY-LOAD-01"), ("aim",), load, LOAD),
        Phase("aim", "Aim", ("TOY-AIM-01",), ("shoot",), aim, AIM),
        Phase("shoot", "Shoot", ("TOY-FIRE-02",), ("refill",), shoot),
        Phase("refill", "Refill", ("TOY-DRAW-01",), ("load", "end"), refill),
        Phase("end", "Result", ("TOY-END-01",)),
    ]
)


# ---- positions


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PilotPosition(_Strict):
    hand: list[int] | None = None
    loaded: list[int] = []
    belts: int | None = Field(default=None, ge=0, le=BELTS)
    hits: int = Field(default=0, ge=0)


class ToyPosition(Position):
    round: int = Field(default=1, ge=1)
    pilots: dict[str, PilotPosition] = {}


# ---- the ruleset


class Toy(Ruleset[Duel]):
    """The healthy one."""

    id = "toy"
    title = "Toy"
    version = "1.0"
    summary = "Three pilots with hidden cards."
    phases = PHASES
    catalogue = CATALOGUE
    scenarios = (TRIO, PAIR)
    options_model = ToyOptions
    position_model = ToyPosition
    LIMIT = 60

    def prepare(self, scenario: Scenario, options: ToyOptions, packs: Sequence[DataPack]) -> ToyRules:
        table = _table(scenario.seats)
        size = len(CARDS)
        return ToyRules(
            self,
            scenario,
            options,
            table,
            {"cards": list(CARDS)},
            rounds=1 if options.short else 3,
            done=table[0],
            load=table[1 : 1 + size],
            hold=table[1 + size],
            target=table[2 + size :],
        )

    def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
        deck = [card for card in CARDS for _ in range(COPIES)]
        umpire.chance.shuffle("deck", deck)
        pilots = []
        for seat, name in enumerate(rules.seats):
            belts = umpire.chance.roll("belts", BELTS)
            pilots.append(Pilot(name, seat, belts, [deck.pop() for _ in range(HAND_SIZE)]))
            umpire.tell("dealt", "TOY-SETUP-01", to=(seat,), cards=list(pilots[-1].hand), belts=belts)
        return Duel(rules, pilots, deck)

    def result(self, state: Duel) -> Result:
        hits = [pilot.hits for pilot in state.pilots]
        best = max(hits)
        scores = {pilot.id: float(pilot.hits) for pilot in state.pilots}
        winner = state.rules.team_name(hits.index(best)) if hits.count(best) == 1 else None
        return Result(winner, scores, "TOY-END-01", "most hits after the last round")

    def rounds(self, state: Duel) -> int:
        return state.round

    def place(self, state: Duel, position: ToyPosition) -> None:
        state.round = position.round
        for name, written in position.pilots.items():
            pilot = state.pilots[state.rules.seat_number(name)]
            pilot.hand = pilot.hand if written.hand is None else list(written.hand)
            pilot.belts = pilot.belts if written.belts is None else written.belts
            pilot.loaded = list(written.loaded)
            pilot.hits = written.hits

    def determinize(self, state: Duel, seat: int, chance: Chance) -> None:
        """Deck and others' closed cards are dealt again, and others' belts drawn (TOY-SEC-01)."""
        redeal(state, seat, chance)
        redraw_belts(state, seat, chance)


def redeal(state: Duel, seat: int, chance: Chance) -> None:
    others = [pilot for pilot in state.pilots if pilot.seat != seat]
    closed = state.deck + [card for pilot in others for card in pilot.hand + ([] if pilot.shown else pilot.loaded)]
    chance.shuffle("closed", closed)
    state.deck = [closed.pop() for _ in state.deck]
    for pilot in others:
        pilot.hand = [closed.pop() for _ in pilot.hand]
        if not pilot.shown:
            pilot.loaded = [closed.pop() for _ in pilot.loaded]


def redraw_belts(state: Duel, seat: int, chance: Chance) -> None:
    for pilot in state.pilots:
        if pilot.seat != seat:
            fewest = max(1, pilot.shots)  # at the start
            pilot.belts = fewest - 1 + chance.roll("belts", BELTS - fewest + 1) - pilot.shots


# ---- the same with open cards


@part
class OpenPilot(Pilot):
    belts: int = public()
    hand: list[int] = public()
    loaded: list[int] = public(default_factory=list)


@part
class OpenDuel(Duel):
    deck: list[int] = public()


class OpenToy(Toy):
    """Healthy too: nothing is hidden but what is being ordered, and so nothing needs to be imagined."""

    phases = PHASES.replace(replace(PHASES.by_id["load"], decision=replace(LOAD, reveal=Reveal.JOINTLY)))

    def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
        duel = super().setup(rules, umpire)
        pilots: list[Pilot] = [OpenPilot(one.id, one.seat, one.belts, one.hand) for one in duel.pilots]
        return OpenDuel(rules, pilots, duel.deck)

    def determinize(self, state: Duel, seat: int, chance: Chance) -> None:
        Ruleset.determinize(self, state, seat, chance)


HEALTHY = Toy()
OPEN = OpenToy()
