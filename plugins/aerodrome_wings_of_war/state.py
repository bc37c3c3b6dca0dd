"""What stands on the table, and who may see it (WW-SEC)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, NamedTuple, TypeAlias

from aerodrome.geometry.table import Pose
from aerodrome.ruleset import State
from aerodrome.visibility import Part, Show, nobody, owner, part, public, sealed, seen_by
from aerodrome_wings_of_war.rules import WingsRules
from aerodrome_wings_of_war.vocabulary import (
    BOUND,
    CLOUD,
    DECKS,
    FATES,
    FLYING,
    GROUND,
    IN_PLAY,
    KINDS,
    NO_RUN,
    NONE,
    PLACES,
    RUNS,
    SYMBOLS,
    UNBOUND,
)


class Stance(NamedTuple):
    """What the planning rules ask about an airplane.

    Attributes:
        last: the kind flown last, or `NONE`.
        bound: why the next card must be a straight, if it must.
        place: flying, on the ground or in the cloud.
        run: how far a landing or take-off has come.
        pending: the second level of an overdive is still to be lost (WW-ODIVE-02).
        did: what was done in this round, as bits.
        gone: whether it has hit the ground or fallen below the floor: 1 or 2.
    """

    last: int = NONE
    bound: int = UNBOUND
    place: int = FLYING
    level: int = 0
    counters: int = 0
    run: int = NO_RUN
    pending: bool = False
    did: int = 0
    gone: int = 0


Key: TypeAlias = tuple[int, Stance, bool, int, int, int]
"""From where a plan is made: airplane, stance, duty to stall, phases without left and without right, floor."""


class Hit(NamedTuple):
    """A damage card that an airplane has drawn.

    Attributes:
        points: what it counts, bonus and halving included.
        acts: whether its symbol counts.
        bonus: the point for aiming that is in it.
        halved: drawn in place of a B card (WW-DECK-04).
        clock: the phase in which it was drawn; a burn counts for the phase before.
        second: the second of two B cards in place of an A card (WW-DECK-03).
        aimed: the point for aiming that it had due, whether or not there were points to add it to (WW-AIM-02).
    """

    card: int
    points: int
    acts: bool
    bonus: int
    halved: bool
    clock: int
    second: bool = False
    aimed: int = 0


def _kind(kind: int, state: Any) -> str | None:
    return None if kind == NONE else KINDS[kind]


def _kinds(kinds: Sequence[int], state: Any) -> list[str | None]:
    return [_kind(kind, state) for kind in kinds]


def _plane(number: int, state: Any) -> str | None:
    return None if number == NONE else state.rules.planes[number].id


def _word(words: Sequence[str]) -> Show:
    """Shows a number as the word that it stands for."""

    def show(number: int, state: Any) -> str:
        return words[number]

    return show


def _hits(hits: Sequence[Hit], state: Any) -> list[dict[str, Any]]:
    ids = state.rules.damage.ids
    return [{"card": ids[hit.card], "points": hit.points, "bonus": hit.bonus, "halved": hit.halved} for hit in hits]


def _shown(shown: Sequence[tuple[int, str, int]], state: Any) -> list[dict[str, str]]:
    return [{"deck": DECKS[deck], "by": cause, "symbol": SYMBOLS[symbol]} for deck, cause, symbol in shown]


def _tokens(until: Sequence[int], state: Any) -> list[int]:
    return [max(0, phase - state.clock) for phase in until]


def _left(until: int, state: Any) -> int:
    left: int = until - state.clock
    return max(0, left)


def _aims(aims: Sequence[tuple[int, int, int]], state: Any) -> list[dict[str, Any] | None]:
    """Runs that are still going on (WW-AIM-04)."""
    planes = state.rules.planes
    return [
        {"target": planes[target].id, "phases": phases} if target >= 0 and clock >= state.clock - 1 else None
        for target, phases, clock in aims
    ]


def _cards(cards: Sequence[int], state: Any) -> list[str]:
    return [state.rules.damage.ids[card] for card in cards]


def _noted(noted: Sequence[tuple[int, int]], state: Any) -> list[str]:
    return [state.rules.damage.ids[card] for card, _ in noted]


def _shots(shots: Sequence[tuple[int, int, int, int]], state: Any) -> list[dict[str, Any]]:
    planes = state.rules.planes
    return [
        {"plane": planes[n].id, "gun": planes[n].guns[gun].name, "target": planes[foe].id, "cards": cards}
        for n, gun, foe, cards in shots
    ]


def _sides(values: Sequence[float], state: Any) -> dict[str, float]:
    return dict(zip(state.rules.sides, values, strict=True))


def _stance(stance: Stance, state: Any) -> list[int]:
    return [int(value) for value in stance]


def _who_peeks(airplane: Any, state: Any) -> Container[int]:
    """The tailing player alone: the owner of the card may not even learn whether it was shown (WW-SEC-09)."""
    return (airplane.seat,)


@part
class Airplane(Part):
    """One airplane.

    Attributes:
        plan: the three cards of the round, until the last of them is revealed.
        revealed: the cards turned over in this round, while planning those of the last one; ``flown`` what was executed
            in their place, nothing for a card that moved nobody.
        in_open: false in the cloud, where even what it flew last is hidden (WW-SEC-10).
        act_from: the round from which an airplane on the ground may act (WW-LAND-07).
        queue: cards collected in the cloud.
        hits: damage cards drawn; ``shown`` is what all may know of each of them, in the same order.
        kept: the cards that still lie with it, and not back in the decks.
        no_left, no_right: the phase up to which the rudder bars such cards.
        jams: by gun, the phase up to which it is jammed; ``longer`` the phases that a wounded pilot needs beyond that
            (WW-PILOT-03).
        aims: by gun, its last target, the phases in a row, and the phase of the last shot.
        tails: the airplane that it tails; ``tailing`` while the pair holds, ``shown_card`` what it was shown.
        peeked: it has seen a card in this phase and finished laying its own anew.
        planned_from: the stance in which the round began.
        duty: whether its plan of this round needs a stall (WW-ENGINE-01).
        barred: phases of this round without left and without right cards, as known when it plans.
        rudders: the phases up to which its rudder was barred when it planned, left and right.
    """

    id: str = public()
    seat: int = public()
    number: int = public()
    aircraft: str = public()
    x: float = public()
    y: float = public()
    heading: float = public()
    fate: int = public(default=IN_PLAY, show=_word(FATES))
    edge: str = public(default="")
    plan: tuple[int, ...] = owner(default=(), show=_kinds)  # WW-SEC-01
    revealed: tuple[int, ...] = public(default=(), show=_kinds)
    flown: tuple[int, ...] = public(default=(), show=_kinds)
    in_open: bool = public(default=True)
    last: int = sealed("in_open", default=NONE, show=_kind)
    bound: int = sealed("in_open", default=UNBOUND, show=_word(BOUND))
    did: int = sealed("in_open", default=0)
    place: int = public(default=FLYING, show=_word(PLACES))
    level: int = public(default=0)
    counters: int = public(default=0)
    pending: bool = public(default=False)
    run: int = public(default=NO_RUN, show=_word(RUNS))
    act_from: int = public(default=0)
    queue: tuple[int, ...] = owner(default=(), show=_kinds, count=True)  # WW-SEC-10
    hits: tuple[Hit, ...] = owner(default=(), show=_hits, count=True)  # WW-SEC-02
    shown: tuple[tuple[int, str, int], ...] = public(default=(), show=_shown)  # WW-SEC-03, WW-SEC-04
    kept: tuple[int, ...] = owner(default=(), show=_cards, count=True)
    total: int = owner(default=0)
    no_left: int = owner(default=0, show=_left)  # WW-SEC-06
    no_right: int = owner(default=0, show=_left)
    pilot_wounded: bool = owner(default=False)
    observer_wounded: bool = owner(default=False)
    engine_damaged: bool = owner(default=False)
    smoke: int = public(default=0)
    flames: int = public(default=0)
    jams: tuple[int, ...] = public(default=(), show=_tokens)
    longer: tuple[int, ...] = owner(default=())
    aims: tuple[tuple[int, int, int], ...] = public(default=(), show=_aims)
    tails: int = public(default=NONE, show=_plane)
    tailing: bool = public(default=False)
    peeked: bool = public(default=False)
    shown_card: int = seen_by(_who_peeks, default=NONE, show=_kind)  # WW-SEC-05, WW-SEC-09
    planned_from: Stance = sealed("in_open", default=Stance(), show=_stance)
    duty: bool = owner(default=False)
    barred: tuple[int, int] = owner(default=(0, 0))
    rudders: tuple[int, int] = owner(default=(0, 0))

    @property
    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.heading)

    def put(self, pose: Pose) -> None:
        self.x, self.y, self.heading = pose

    @property
    def stance(self) -> Stance:
        return Stance(self.last, self.bound, self.place, self.level, self.counters, self.run, self.pending, self.did, 0)

    def stand(self, stance: Stance) -> None:
        """Takes over what a card has changed."""
        self.last, self.bound, self.place, self.level, self.counters, self.run, self.pending, self.did, _ = stance

    @property
    def aloft(self) -> bool:
        """In play, neither on the ground nor in the cloud."""
        return self.fate == IN_PLAY and self.place == FLYING

    @property
    def solid(self) -> bool:
        """In play and on the table: it can be met, hit and seen."""
        return self.fate == IN_PLAY and self.place != CLOUD

    @property
    def height(self) -> int:
        """The level that counts for fire (WW-GRND-02)."""
        return 0 if self.place == GROUND else self.level


@part
class WingsOfWar(State[WingsRules]):
    """The table.

    Attributes:
        round, step: the running round, from 1, and its phase, 1 to 3; 0 while planning.
        clock: phases that have been finished since the start.
        deck_a, deck_b: the damage decks. Cards are drawn from anywhere in them, which is what shuffling does.
        aside: cards that were drawn for all to see and lie beside the decks.
        noted: cards that went back closed, each with the seat that knows it (WW-DECK-08).
        score: points by team (WW-WIN-02).
        task_done: the photograph is taken, the target bombed.
        stopped: all agreed to end the game.
        shots: who could fire at whom now, by all that can be seen: shooter, gun, target, cards due (WW-FIRE-10).
    """

    planes: list[Airplane] = public()
    floor: int = public(default=0)
    round: int = public(default=0)
    step: int = public(default=0)
    clock: int = public(default=0)
    deck_a: list[int] = nobody(default_factory=list, count=True, show=_cards)  # WW-SEC-08
    deck_b: list[int] = nobody(default_factory=list, count=True, show=_cards)
    aside: list[int] = public(default_factory=list, show=_cards)
    noted: list[tuple[int, int]] = nobody(default_factory=list, count=True, show=_noted)
    score: tuple[float, ...] = public(default=(0.0, 0.0), show=_sides)
    task_done: bool = public(default=False)
    stopped: bool = public(default=False)
    shots: tuple[tuple[int, int, int, int], ...] = public(default=(), show=_shots)

    def id_of(self, number: int) -> str:
        return self.rules.planes[number].id

    def in_play(self, team: int) -> bool:
        """Whether a team still has an airplane in play (WW-WIN-01)."""
        planes = self.rules.planes
        return any(airplane.fate == IN_PLAY and planes[airplane.number].team == team for airplane in self.planes)

    def disrupted(self, airplane: Airplane) -> bool:
        """Whether it suffered a point in the step before this phase (WW-DISR-01, WW-DISR-04)."""
        before = self.clock - 1
        return self.rules.settings.disruption and any(hit.clock == before and hit.points for hit in airplane.hits)
