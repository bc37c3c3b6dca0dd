"""What must hold at every decision of a match, ruleset by ruleset, and the kinds of match to look at it in.

The tests play a few matches of each kind; ``python tests/soak.py RULESET`` plays as many as you like.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, cast, get_args, get_origin

from aerodrome.bots import Bot, Perspective, RandomBot, move
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError
from aerodrome.geometry.table import in_the_way
from aerodrome.match import Match
from aerodrome.ruleset import Rules, Ruleset
from aerodrome.scenarios import Scenario
from aerodrome_aces_high.bot import HeuristicBot as AcesHighBot
from aerodrome_aces_high.rules import AcesRules
from aerodrome_aces_high.ruleset import AcesHighRuleset
from aerodrome_aces_high.state import Skies
from aerodrome_aces_high.vocabulary import RANKS, SIDES
from aerodrome_blue_max.bot import HeuristicBot as BlueMaxBot
from aerodrome_blue_max.ruleset import BlueMaxRuleset
from aerodrome_blue_max.state import BlueMax, values
from aerodrome_blue_max.vocabulary import NOBODY
from aerodrome_dogfight.bot import HeuristicBot as DogfightBot
from aerodrome_dogfight.ruleset import DogfightRuleset
from aerodrome_dogfight.state import Dogfight
from aerodrome_dogfight.vocabulary import DECK_SIZE, PILE_SIZE
from aerodrome_wings_of_war.bot import HeuristicBot as WingsOfWarBot
from aerodrome_wings_of_war.cards import BASE
from aerodrome_wings_of_war.ruleset import WingsOfWarRuleset
from aerodrome_wings_of_war.vocabulary import FLYING, GROUND, IN_PLAY

LONGEST = 5_000
"""Decisions after which a match counts as one that does not end."""

LOT = 20
"""Matches in a row that share scenario and options, since binding a ruleset takes as long as playing some matches."""

Pilot = Callable[[Match, int, Chance], None]
"""Completes and seals one order."""


@dataclass(frozen=True)
class Trial:
    """How one ruleset is tried at random.

    Attributes:
        rules: draws a scenario and options.
        law: raises AssertionError where the position is one that the rules do not allow.
        pilot: draws who sits on a seat.
    """

    ruleset: Ruleset[Any]
    rules: Callable[[Chance], Rules]
    law: Callable[[Match], None]
    pilot: Callable[[Chance], Pilot]


@lru_cache(maxsize=4)
def rules_of_lot(ruleset: str, lot: int) -> Rules:
    return TRIALS[ruleset].rules(Chance.of(lot))


def play(ruleset: str, number: int, *, record: bool = True) -> Match:
    """Plays match ``number`` of a ruleset to its end and looks at it at every decision.

    Raises:
        AssertionError: the law is broken, or the match does not end.
    """
    trial = TRIALS[ruleset]
    chance = Chance.of(number)
    match = Match.create(rules_of_lot(ruleset, number // LOT), number, record=record)
    pilots = [trial.pilot(chance) for _ in match.rules.seats]
    while match.pending:
        trial.law(match)
        for seat in match.pending:
            pilots[seat](match, seat, chance)
        assert match.decision < LONGEST, "it does not end"
    trial.law(match)
    assert match.result is not None
    assert all(event.rule in trial.ruleset.catalogue for event in match.umpire.log or ())
    return match


def at_random(match: Match, seat: int, chance: Chance) -> None:
    move(match, seat, RandomBot(), chance)


def wavering(bot: Bot, hundredths: int = 25) -> Pilot:
    """Knows what it does, but for one pick in four: random pilots are off the map or down before they fight."""

    def order(match: Match, seat: int, chance: Chance) -> None:
        while options := match.options(seat):
            chosen = (
                chance.pick("waver", options) if likely(chance, 25) else bot.choose(Perspective(match, seat, chance))
            )
            match.pick(seat, chosen)
        match.seal(seat)

    return order


def pilots_of(bot: type[Bot]) -> Callable[[Chance], Pilot]:
    """One in four wavers, which takes far longer; the others are random."""
    return lambda chance: wavering(bot()) if likely(chance, 25) else at_random


def likely(chance: Chance, hundredths: int) -> bool:
    return chance.roll("likely", 100) <= hundredths


def any_options(ruleset: Ruleset[Any], chance: Chance) -> dict[str, Any]:
    """Few switches on, or many; one of a list's values; numbers as they stand."""
    options: dict[str, Any] = {}
    often = chance.pick("often", (20, 50, 80))
    for name, field in ruleset.option_fields().items():
        if field.annotation is bool:
            options[name] = likely(chance, often)
        elif get_origin(field.annotation) is Literal:
            options[name] = chance.pick("option", get_args(field.annotation))
    return options


def first_that_binds(ruleset: Ruleset[Any], draw: Callable[[], tuple[str | Scenario, dict[str, Any]]]) -> Rules:
    """Options that contradict each other are drawn again."""
    while True:
        try:
            return ruleset.bind(*draw())
        except AerodromeError:
            continue


# ---- DogFight


DOGFIGHT = DogfightRuleset()


def dogfight_rules(chance: Chance) -> Rules:
    return first_that_binds(
        DOGFIGHT, lambda: (chance.pick("scenario", DOGFIGHT.scenarios), any_options(DOGFIGHT, chance))
    )


def dogfight_law(match: Match) -> None:
    state = cast(Dogfight, match.state)
    for player in state.players:
        everywhere = player.hand + player.placed + player.deck + player.discard
        assert sorted(everywhere) == list(range(player.seat * DECK_SIZE, (player.seat + 1) * DECK_SIZE))
        assert len(player.hand) + len(player.placed) <= player.hand_limit
        assert min(player.unused) >= 0
    for feature, left in enumerate(state.piles):
        assert left + sum(p.unused[feature] + p.used[feature] for p in state.players) == PILE_SIZE


# ---- Blue Max


BLUE_MAX = BlueMaxRuleset()


def blue_max_rules(chance: Chance) -> Rules:
    def draw() -> tuple[Scenario, dict[str, Any]]:
        options = any_options(BLUE_MAX, chance)
        options["round-limit"] = chance.pick("round-limit", (None, None, 12))
        return chance.pick("scenario", BLUE_MAX.scenarios), options

    return first_that_binds(BLUE_MAX, draw)


def blue_max_law(match: Match) -> None:
    state: BlueMax = match.state
    rules = state.rules
    for plane in state.planes:
        if plane.model == NOBODY:
            continue
        row = rules.plane(plane.model)
        assert (plane.seat in state.live) == (plane.lost == NOBODY)
        assert all(0 <= marked <= value for marked, value in zip(plane.boxes(), values(state, plane), strict=True))
        assert 0 <= plane.fuel <= row.fuel
        assert not plane.doomed or plane.spinning
        assert plane.lost == NOBODY or plane.open
        if plane.lost == NOBODY and not state.over:  # who leaves play in Movement may have emptied its tank there
            assert (plane.dry > 0) == (rules.fuel and plane.fuel == 0)
        if plane.lost == NOBODY and state.round:
            assert 0 <= plane.pose < rules.map.size * 6
            assert plane.level == 0 if not rules.altitude else 1 <= plane.level <= row.max_altitude
    for deck, cards in enumerate(rules.deck):
        assert sorted(state.decks[deck] + state.discards[deck]) == list(cards)


# ---- Wings of War


WINGS_OF_WAR = WingsOfWarRuleset()


def wings_of_war_rules(chance: Chance) -> Rules:
    def draw() -> tuple[Scenario, dict[str, Any]]:
        options = any_options(WINGS_OF_WAR, chance)
        options["agree-to-stop"] = likely(chance, 5)
        options["short-deck"] = likely(chance, 80)
        if options["flying-high"]:
            options["floor"] = chance.pick("floor", (0, 2))
            options["start-level"] = options["floor"] + chance.roll("start-level", 3)
        return chance.pick("scenario", WINGS_OF_WAR.scenarios), options

    return first_that_binds(WINGS_OF_WAR, draw)


def wings_of_war_law(match: Match) -> None:
    state, rules = match.state, cast(Any, match.rules)
    cards = [*state.deck_a, *state.deck_b, *state.aside, *(card for card, _ in state.noted)]
    cards += [card for airplane in state.planes for card in airplane.kept]
    assert sorted(cards) == list(range(len(rules.damage.ids)))
    solid = [airplane for airplane in state.planes if airplane.solid]
    for airplane in state.planes:
        assert 0.0 <= airplane.heading < 360.0
        assert len(airplane.hits) == len(airplane.shown)
        assert airplane.total == sum(hit.points for hit in airplane.hits)
        if airplane.fate == IN_PLAY:
            assert rules.area.holds(airplane.x, airplane.y)
            assert airplane.total < rules.planes[airplane.number].resistance
            _level_holds(state, rules, airplane)
    if not rules.options.exact_overlap:
        assert not any(in_the_way(BASE, a.pose, b.pose) for a in solid for b in solid if a is not b)


def _level_holds(state: Any, rules: Any, airplane: Any) -> None:
    if not rules.options.altitude:
        return
    if airplane.place == GROUND:
        assert airplane.level == airplane.counters == 0
    elif airplane.place == FLYING:
        assert airplane.level > 0 or airplane.counters >= 1
        assert state.floor <= airplane.level <= (state.floor + 3 if rules.options.flying_high else 3)
        assert airplane.counters <= max(1, rules.planes[airplane.number].row.climb_value - 1)
    else:
        assert airplane.level == rules.cloud_level


# ---- Aces High


ACES_HIGH = AcesHighRuleset()

LINE_UPS = ((1, 1), (1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (3, 1))

MISSIONS = ("observation", "bombing", "strafing", "balloon", "hunting")


def aces_high_rules(chance: Chance) -> Rules:
    """A third of them printed scenarios and campaign months, the rest line-ups, ranks and missions at random."""

    def draw() -> tuple[str | Scenario, dict[str, Any]]:
        scenario = chance.pick("printed", ACES_HIGH.scenarios) if likely(chance, 35) else any_line_up(chance)
        options = {name: likely(chance, 30) for name in ("error-correction", "large-map", "extra-pieces")}
        options["campaign"] = scenario.id == "campaign-month"
        options["scenario-mission"] = bool(scenario.setup.get("missions"))
        return scenario, options

    return first_that_binds(ACES_HIGH, draw)


@cache
def _types(side: str) -> tuple[str, ...]:
    rules = cast(AcesRules, ACES_HIGH.bind())
    return tuple(found.id for found in rules.aircraft if found.side == SIDES.index(side))


def any_line_up(chance: Chance) -> Scenario:
    seats: list[dict[str, Any]] = []
    for side, count in zip(SIDES, chance.pick("line-up", LINE_UPS), strict=True):
        fleet = list(_types(side))
        chance.shuffle("fleet", fleet)
        fleet = fleet[:count]
        seats += [{"id": f"{side}-{n}", "team": side, "aircraft": [plane]} for n, plane in enumerate(fleet, 1)]
    setup = {
        "ranks": {seat["id"]: chance.pick("rank", RANKS) for seat in seats},
        "missions": {side: chance.pick("mission", MISSIONS) for side in SIDES if likely(chance, 70)},
    }
    written = {"id": "any", "ruleset": "aces-high", "title": "any", "seats": seats, "setup": setup}
    return Scenario.model_validate(written)


def aces_high_law(match: Match) -> None:
    state = cast(Skies, match.state)
    for plane in state.planes:
        aircraft = state.type_of(plane)
        assert 0 <= plane.altitude <= plane.ceiling <= aircraft.altitude
        assert min(plane.ammo) >= 0
        if not plane.in_play:
            assert not plane.hand
            continue
        assert 1 <= plane.speed <= aircraft.max_speed
        assert not (plane.spin and plane.hand)
        for hits, track, last in zip(plane.hits, aircraft.tracks, aircraft.last_hit, strict=True):
            assert hits <= track + last
        if state.turn:
            assert plane.fuel == aircraft.autonomy - state.turn + 1
    for side in state.sides:
        assert side.trenches_paid <= 3


def stays(match: Match, seat: int, chance: Chance) -> None:
    """An order at random that keeps aircraft on the map where it can, and fires when it can."""
    rules = cast(AcesRules, match.rules)
    while options := match.options(seat):
        kept = list(options)
        if match.phase.id == "maneuver":
            state = cast(Skies, match.state)
            number = [n for n in state.steps[state.step] if state.planes[n].seat == seat][len(match.picks(seat))]
            pose = state.planes[number].pose
            kept = [o for o in options if rules.moves[rules.meaning[o.code][0]][-1][pose] >= 0] or kept
        if match.phase.id == "fire" and len(kept) > 1:
            kept = kept[:-1]
        match.pick(seat, chance.pick("walk", kept))
    match.seal(seat)


def aces_high_pilot(chance: Chance) -> Pilot:
    return chance.pick("pilot", (at_random, stays, stays, wavering(AcesHighBot())))


def campaign_pilot(chance: Chance) -> Pilot:
    """Squadrons that never meet earn nothing, so most know their way to the enemy."""
    return chance.pick("pilot", (stays, wavering(AcesHighBot()), wavering(AcesHighBot(), 0)))


TRIALS = {
    trial.ruleset.id: trial
    for trial in (
        Trial(DOGFIGHT, dogfight_rules, dogfight_law, pilots_of(DogfightBot)),
        Trial(BLUE_MAX, blue_max_rules, blue_max_law, pilots_of(BlueMaxBot)),
        Trial(WINGS_OF_WAR, wings_of_war_rules, wings_of_war_law, pilots_of(WingsOfWarBot)),
        Trial(ACES_HIGH, aces_high_rules, aces_high_law, aces_high_pilot),
    )
}
"""By ruleset."""
