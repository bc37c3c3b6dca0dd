"""A match: the only thing that changes state.

The verbs are few. `Match.pending` says which seats are asked, `Match.options` what a seat may pick next, `Match.pick`
drafts, `Match.take_back` undoes, `Match.seal` binds. When the last seat has sealed, the orders are revealed together,
the phase resolves, and the engine runs on until somebody is asked again or the match ends.

A pick belongs to a *decision* (`Match.decision`, a number), not to a version of the state: two seats that act in the
same instant never race, and a pick that is late or doubled gets one clear answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from aerodrome.canonical import Json, digest
from aerodrome.chance import Chance, Seed
from aerodrome.errors import AerodromeError, Illegal, NotNow, Reason, Refusal, RulesetError, Unreadable
from aerodrome.events import Event, visible
from aerodrome.orders import Option, Orders, Picks, commitment
from aerodrome.phases import Decision, Node, Phase, Reveal, Row
from aerodrome.ruleset import Result, Rules
from aerodrome.umpire import Umpire
from aerodrome.visibility import REFEREE, SPECTATOR, Viewer, project

Choice: TypeAlias = "Option | int | str | Mapping[str, Json]"
"""How a pick may be named: the option itself, its code, its key, or its facts."""

_NO_ORDERS: Orders = MappingProxyType({})

ENDLESS = 10_000
"""Phases in a row without a decision after which a ruleset is called endless."""


class Match:
    """One match of one ruleset.

    Attributes:
        rules: what is played; shared with all clones.
        state: the ruleset's state. Read it only as the engine: everybody else has `view`.
        decision: number of the decision that is open, counted from 1.
        asked: the seats that the open decision asks, in seat order.
        pending: those of them that have not sealed. Empty when the match is over.
        players: who sits on each seat, for the record.
        begun_by: the version of Aerodrome that began it, for the record; empty for this one.
    """

    __slots__ = (
        "_defaulted",
        "_listeners",
        "_node",
        "_offered",
        "_picks",
        "_result",
        "asked",
        "begun_by",
        "decision",
        "pending",
        "players",
        "rules",
        "seed",
        "state",
        "umpire",
    )

    def __init__(self, rules: Rules, umpire: Umpire, seed: Seed | None, players: tuple[str, ...]) -> None:
        self.rules = rules
        self.umpire = umpire
        self.seed = seed
        self.players = players
        self.begun_by = ""
        self.decision = 0
        self.asked: tuple[int, ...] = ()
        self.pending: tuple[int, ...] = ()
        self._picks: dict[int, Picks] = {}
        self._offered: dict[int, tuple[Option, ...]] = {}
        self._defaulted: set[int] = set()
        self._result: Result | None = None
        self._listeners: list[Callable[[Match, Event], None]] = []
        self._node: Node[Any] = rules.ruleset.phases.nodes[rules.ruleset.phases.start.id]
        self.state: Any = None

    # ---- beginnings

    @classmethod
    def create(
        cls,
        rules: Rules,
        seed: Seed | int | None = None,
        *,
        players: tuple[str, ...] = (),
        record: bool = True,
        listeners: tuple[Callable[[Match, Event], None], ...] = (),
        chance: Chance | None = None,
    ) -> Match:
        """A fresh match, run up to its first decision.

        Args:
            seed: a number repeats a match; nothing draws a secret.
            record: without a record a match is faster and cannot be saved: for playouts.
            listeners: called with each event as it happens.
            chance: other dice than those of the seed, for experiments; such a match does not verify.
        """
        source = seed if isinstance(seed, Seed) else Seed.fresh() if seed is None else Seed.of(seed)
        match = cls(rules, Umpire(chance or Chance(source.master()), [] if record else None), source, players)
        for listener in listeners:
            match.listen(listener)
        match._begin()
        return match

    def _begin(self) -> None:
        ruleset = self.rules.ruleset
        self.umpire.phase = self.phase.id
        self.state = ruleset.setup(self.rules, self.umpire)
        self._go(self._node)

    @classmethod
    def at_position(cls, rules: Rules, position: Any, chance: Chance, seed: Seed | None = None) -> Match:
        """A match that stands where ``position`` says, all else as in a fresh one; ``chance`` rolls from there.

        Without a position (``None``) it is a fresh match, its log included.
        """
        match = cls.create(rules, seed or Seed.of(0))
        if position is None:
            match.umpire.chance = chance
            return match
        rules.ruleset.place(match.state, position)
        phase = match._node if position.phase is None else _phase_called(rules, position.phase)
        match.umpire = Umpire(chance, [])
        match.decision = 0
        match._result = None
        match._go(phase)
        return match

    def listen(self, listener: Callable[[Match, Event], None]) -> None:
        """Has ``listener`` called with each event to come. A match without a record has none."""
        self._listeners.append(listener)
        self.umpire.hear(self._heard)

    def _heard(self, event: Event) -> None:
        for listener in self._listeners:
            listener(self, event)

    # ---- asking

    @property
    def phase(self) -> Phase[Any]:
        """The phase that waits for orders, or the end phase."""
        return self._node.phase

    @property
    def over(self) -> bool:
        return self._node.resolve is None

    @property
    def result(self) -> Result | None:
        return self._result

    @property
    def _asking(self) -> Decision[Any]:
        decision = self.phase.decision
        if decision is None:
            raise NotNow("nothing is being decided", clause=self.phase.clauses[0])
        return decision

    def options(self, seat: int) -> tuple[Option, ...]:
        """What ``seat`` may pick next; empty when its order is complete, or when it is not asked."""
        offered = self._offered.get(seat)
        if offered is not None:
            return offered
        if seat not in self.pending:
            return ()
        node = self._node
        picks = self._picks[seat]
        if picks and len(picks) == node.picks:
            return ()
        offered = self._offered[seat] = node.options(self.state, seat, picks)  # type: ignore[misc]
        if not offered and len(picks) < node.picks:
            raise RulesetError(
                f"{self.rules.seats[seat]} is offered nothing after {len(picks)} of {node.picks} picks",
                where=f"phase {node.id}",
                expected="options until the order is complete, or not to be asked",
            )
        return offered

    def picks(self, seat: int) -> Picks:
        """What ``seat`` has picked in the open decision so far, sealed or not. For the seat itself alone."""
        return self._picks.get(seat, ())

    @property
    def defaulted(self) -> tuple[int, ...]:
        """The seats whose order in the open decision was sealed because their time had run out."""
        return tuple(sorted(self._defaulted))

    def default(self, seat: int) -> Picks:
        """The order that will be sealed for ``seat`` if its time runs out now: its picks, completed by the defaults."""
        decision = self._asking
        self.must_wait_for(seat)
        picks = self._picks.get(seat, ())
        while not decision.picks or len(picks) < decision.picks:
            offered = decision.options(self.state, seat, picks)
            if not offered:
                break
            choice = decision.default(self.state, seat, picks, offered)
            if choice not in offered or len(picks) > ENDLESS:
                fault = "is not offered" if choice not in offered else f"comes after {ENDLESS} picks"
                raise RulesetError(f"the default {choice} {fault}", where=f"phase {self.phase.id}")
            picks = (*picks, choice)
        return picks

    def explain(self, seat: int, choice: Choice) -> tuple[Row, ...]:
        """The rows behind an option before it is chosen: dice, modifiers, each with its clause.

        Raises:
            Refusal: as `pick` would.
        """
        self.must_wait_for(seat)
        option = self._read(choice)
        offered = self.options(seat)
        if option not in offered:
            raise self._refusal(seat, option, offered)
        return tuple(self._asking.explain(self.state, seat, self._picks.get(seat, ()), option))

    def reasons(self, seat: int, choice: Choice) -> tuple[Reason, ...]:
        """The ruleset's own reasons against an option as the next pick; none for one that is offered.

        Raises:
            Unreadable: the ruleset has no such option.
            NotNow: the seat is not asked, or has sealed, or its order is complete.
        """
        self.must_wait_for(seat)
        option = self._read(choice)
        offered = self.options(seat)
        if option in offered:
            return ()
        if not offered:
            raise self._complete()
        return tuple(self._asking.why_not(self.state, seat, self._picks.get(seat, ()), option))

    # ---- ordering

    def pick(self, seat: int, choice: Choice, decision: int | None = None) -> None:
        """Drafts one pick. It can be taken back until the seat seals.

        Raises:
            Unreadable: the ruleset has no such option.
            NotNow: the seat is not asked, has sealed, or the pick is for another decision than the open one.
            Illegal: the option is not offered; carries every reason and what would be legal.
        """
        if seat not in self.pending or decision is not None:
            self.must_wait_for(seat, decision)
        offered = self._offered.get(seat)
        if offered is None:
            offered = self.options(seat)
        if choice not in offered:
            choice = self._read(choice)
            if choice not in offered:
                raise self._refusal(seat, choice, offered)
        self._picks[seat] = (*self._picks[seat], choice)
        self._offered.pop(seat, None)

    def pick_all(self, seat: int, choices: Iterable[Choice]) -> None:
        """Drafts several picks in a row."""
        for choice in choices:
            self.pick(seat, choice)

    def take_back(self, seat: int, count: int = 1, decision: int | None = None) -> None:
        """Undoes the last ``count`` picks of an order that is not sealed.

        Raises:
            Unreadable: ``count`` is below 0.
            NotNow: there are not so many picks, the order is sealed, or the seat is not asked.
        """
        self.must_wait_for(seat, decision)
        if count < 0:
            raise Unreadable(
                f"{count} picks cannot be taken back", clause=self.phase.clauses[0], expected="a number from 0 on"
            )
        picks = self._picks.get(seat, ())
        if count > len(picks):
            raise NotNow("there is no pick to take back", clause=self.phase.clauses[0])
        self._picks[seat] = picks[: len(picks) - count]
        self._offered.pop(seat, None)

    def seal(self, seat: int, decision: int | None = None) -> None:
        """Binds the seat's order. With the last seal the phase resolves.

        Raises:
            NotNow: the order is not complete, or the seat is not asked.
        """
        if seat not in self.pending or decision is not None:
            self.must_wait_for(seat, decision)
        wanted = self._node.picks
        if len(self._picks.get(seat, ())) < wanted or (not wanted and self.options(seat)):
            raise NotNow(
                "the order is not complete", clause=self.phase.clauses[0], remedy="pick one of the options first"
            )
        self._bind(seat)

    def order(self, seat: int, *choices: Choice, decision: int | None = None, by_default: bool = False) -> None:
        """Picks and seals in one call. A refusal leaves the draft as it was.

        ``by_default`` marks in the record that the seat did not choose this itself.
        """
        offered = self._offered.get(seat)
        if offered and len(choices) == self._node.picks == 1 and choices[0] in offered and decision is None:
            # One listed option of a decision of one pick: what nearly every order is.
            self._picks[seat] = choices  # type: ignore[assignment]
            del self._offered[seat]
            if by_default:
                self._defaulted.add(seat)
            self._bind(seat)
            return
        before = self._picks.get(seat, ())
        try:
            for choice in choices:
                self.pick(seat, choice, decision)
            if by_default:
                self._defaulted.add(seat)
            self.seal(seat, decision)
        except Refusal:
            if seat in self.pending:
                self._picks[seat] = before
                self._offered.pop(seat, None)
                self._defaulted.discard(seat)
            raise

    def _bind(self, seat: int) -> None:
        """Seals; with the last seal the orders are revealed together and the phase resolves."""
        waiting = self.pending
        if len(waiting) > 1:
            at = waiting.index(seat)
            self.pending = waiting[:at] + waiting[at + 1 :]
            return
        self.pending = ()
        if self.umpire.log is not None:
            self._publish()
        orders = self._picks
        self._picks = {}
        self._offered = {}
        node = self._node
        after = node.resolve(self.state, orders, self.umpire)  # type: ignore[misc]
        if after not in node.after:
            raise _undeclared(node.phase, after)
        self._go(node.after[after])

    def expire(self, seat: int, decision: int | None = None) -> None:
        """The seat's time has run out: its declared default is sealed for it, and logged as such."""
        self.must_wait_for(seat, decision)
        rest = self.default(seat)[len(self._picks[seat]) :]
        self.order(seat, *rest, decision=decision, by_default=True)

    def _read(self, choice: Choice) -> Option:
        table = self.rules.table
        if isinstance(choice, Option):
            found = choice if choice in table else None
        elif isinstance(choice, bool):
            found = None
        elif isinstance(choice, int):
            found = table[choice] if 0 <= choice < len(table) else None
        elif isinstance(choice, str):
            found = self.rules.by_key.get(choice)
        else:
            found = next((option for option in table if option.facts == choice), None)
        if found is None:
            raise Unreadable(
                f"{self.rules.ruleset.id} has no option {_spelled(choice)}",
                clause=self.phase.clauses[0],
                expected="an option as the match lists it",
            )
        return found

    def must_wait_for(self, seat: int, decision: int | None = None) -> None:
        """Does nothing when the open decision waits for an order of ``seat``.

        Raises:
            NotNow: the seat is not asked, has sealed, or ``decision`` is not the open one.
        """
        clause = self.phase.clauses[0]
        if self.over:
            raise NotNow("the match is over", clause=clause)
        if decision is not None and decision != self.decision:
            state = "closed" if decision < self.decision else "not open yet"
            raise NotNow(f"decision {decision} is {state}, decision {self.decision} is open", clause=clause)
        if seat in self.pending:
            return
        if seat in self.asked:
            raise NotNow("this order is sealed already and cannot be changed", clause=clause)
        raise NotNow("this seat is not asked now", clause=clause)

    def _refusal(self, seat: int, option: Option, offered: tuple[Option, ...]) -> Illegal | NotNow:
        if not offered:
            return self._complete()
        reasons = self.reasons(seat, option)
        if not reasons:
            reasons = (Reason(self.phase.clauses[0], "it is not among the options of this decision"),)
        return Illegal(option.key, reasons, (other.key for other in offered))

    def _complete(self) -> NotNow:
        return NotNow(
            "the order is complete", clause=self.phase.clauses[0], remedy="seal it, or take a pick back first"
        )

    # ---- running

    def _go(self, node: Node[Any]) -> None:
        """The playout's inner loop: enters phase after phase until one asks somebody or ends the match."""
        state = self.state
        umpire = self.umpire
        for _ in range(ENDLESS):
            umpire.phase = node.id
            asks = node.asks
            if asks is not None:
                asked = asks(state)
                if asked:
                    self._node = node
                    self.decision += 1
                    self.asked = self.pending = asked
                    self._picks = dict.fromkeys(asked, ())  # in seat order: nobody may see who was first
                    return
                if node.unasked is not None:
                    node = node.unasked
                    continue
            elif node.resolve is None:
                self._node = node
                self._finish()
                return
            after = node.resolve(state, _NO_ORDERS, umpire)  # type: ignore[misc]
            try:
                node = node.after[after]
            except KeyError:
                raise _undeclared(node.phase, after) from None
        raise RulesetError(f"{ENDLESS} phases in a row ask nobody", where=f"phase {node.phase.id}")

    def _finish(self) -> None:
        self.asked = self.pending = ()
        result = self._result = self.rules.ruleset.result(self.state)
        fault = self.rules.fault_of(result)
        if fault:
            raise RulesetError(fault, where=f"result of {self.rules.ruleset.id}")
        if self.umpire.log is not None:
            facts: dict[str, Json] = {"winner": result.winner, "scores": dict(result.scores), "reason": result.reason}
            self.umpire.record("ended", result.rule, facts)

    def _publish(self) -> None:
        """Logs seals and, where the decision says so, the orders: in seat order, whatever order they came in."""
        umpire = self.umpire
        decision = self._asking
        clause = self.phase.clauses[0]
        opened: dict[str, Json] = {}
        for seat in self.asked:
            keys = [option.key for option in self._picks[seat]]
            salt = (self.seed or Seed.of(0)).order_salt(self.decision, seat)
            mark = commitment(salt, self.decision, seat, keys)
            name = self.rules.seats[seat]
            by_default: dict[str, Json] = {"default": True} if seat in self._defaulted else {}
            order: dict[str, Json] = {"picks": list(keys), "salt": salt.hex()}
            named: dict[str, Json] = {"seat": name, "decision": self.decision}
            seal = {**named, "commitment": mark, **by_default}
            umpire.record("sealed", clause, seal, (seat,) if decision.quiet else None)
            umpire.record("order", clause, {**named, **order}, (seat,))
            opened[name] = order
        self._defaulted.clear()
        if decision.reveal is Reveal.JOINTLY:
            umpire.record("revealed", clause, {"decision": self.decision, "orders": opened})

    # ---- looking

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """All that ``viewer`` (a seat, `SPECTATOR`, `REFEREE`) may know of the match as it stands, as JSON data.

        Raises:
            AerodromeError: there is no such viewer.
        """
        seats = self.rules.seats
        decision = self.phase.decision
        hush = decision is not None and decision.quiet and viewer != REFEREE
        sealed = [seat for seat in self.asked if seat not in self.pending and (not hush or seat == viewer)]
        view: dict[str, Any] = {
            "ruleset": self.rules.ruleset.id,
            "scenario": self.rules.scenario.id,
            "options": self.rules.options.written(),
            "viewer": viewer_name(self.rules, viewer),
            "seats": list(seats),
            "phase": self.phase.id,
            "decision": self.decision,
            "asked": [seats[seat] for seat in self.asked],
            "sealed": [seats[seat] for seat in sealed],
            "state": project(self.state, viewer, self.rules.teams),
            "result": self._result.to_json() if self._result else None,
        }
        if viewer >= 0:
            view["picks"] = [option.key for option in self._picks.get(viewer, ())]
        elif viewer == REFEREE:
            view["picks"] = {
                seats[seat]: [o.key for o in picks] for seat, picks in sorted(self._picks.items()) if picks
            }
        return view

    def log(self, viewer: Viewer, after: int = 0) -> list[Event]:
        """The events that ``viewer`` may know of, numbered from 1; those with numbers greater than ``after``.

        Raises:
            AerodromeError: there is no such viewer.
        """
        viewer_name(self.rules, viewer)
        return list(visible(self.umpire.log or (), viewer, after))

    def heard(self, viewer: Viewer) -> int:
        """How many events ``viewer`` knows of: the number of the last one.

        Raises:
            AerodromeError: there is no such viewer.
        """
        viewer_name(self.rules, viewer)
        return sum(event.visible_to(viewer) for event in self.umpire.log or ())

    def opened(self) -> list[Event]:
        """Every event, secret ones too. With the result the secret of the dice is published, and from it anybody can
        work out the rest: a match that is over hides nothing, whatever its ruleset.

        Raises:
            NotNow: the match is not over.
        """
        if not self.over:
            raise NotNow("the match is not over; its secrets are open only then", clause=self.phase.clauses[0])
        return self.log(REFEREE)

    def commitments(self) -> dict[str, str]:
        """The seals on the open decision so far, to be published at once; none for a quiet decision."""
        decision = self.phase.decision
        if decision is None or decision.quiet or self.seed is None:
            return {}
        marks = {}
        for seat in self.asked:
            if seat not in self.pending:
                keys = [option.key for option in self._picks[seat]]
                salt = self.seed.order_salt(self.decision, seat)
                marks[self.rules.seats[seat]] = commitment(salt, self.decision, seat, keys)
        return marks

    def digest(self) -> str:
        """A fingerprint of everything that decides how the match goes on."""
        return digest({"view": self.view(REFEREE), "chance": dict(self.umpire.chance.position())})

    # ---- copies

    def clone(self, *, record: bool = False) -> Match:
        """An independent copy. Without ``record`` it keeps no log: for search and playouts."""
        copy = Match.__new__(Match)
        copy.rules = self.rules
        copy.seed = self.seed
        copy.players = self.players
        copy.begun_by = self.begun_by
        copy._node = self._node
        copy.decision = self.decision
        copy.asked = self.asked
        copy.pending = self.pending
        copy._picks = self._picks.copy()
        copy._offered = self._offered.copy()
        copy._defaulted = set(self._defaulted)
        copy._result = self._result
        copy._listeners = []
        copy.state = self.state.clone()
        log = list(self.umpire.log) if record and self.umpire.log is not None else None
        copy.umpire = Umpire(self.umpire.chance.clone(), log)
        copy.umpire.phase = self.umpire.phase
        return copy

    def forget_offers(self) -> None:
        """Has options listed anew, after the state was changed from outside: by `Ruleset.determinize`."""
        self._offered.clear()

    def imagine(self, seat: int, chance: Chance) -> Match:
        """A match that could be this one for all that ``seat`` knows: hidden facts redrawn, dice to come fresh, what
        other seats drafted or sealed in the open decision forgotten.

        Raises:
            AerodromeError: there is no such seat.
        """
        seat_name(self.rules, seat)
        copy = self.clone()
        copy.seed = None
        copy.umpire = Umpire(chance, None)
        copy.umpire.phase = self.umpire.phase
        copy.pending = self.asked if seat in self.pending else tuple(s for s in self.asked if s != seat)
        copy._picks = dict.fromkeys(self.asked, ())
        if seat in self.asked:
            copy._picks[seat] = self._picks[seat]
        copy._offered = {}
        copy._defaulted = set()
        self.rules.ruleset.determinize(copy.state, seat, chance)
        return copy


def viewer_name(rules: Rules, viewer: Viewer) -> str:
    """The name of a seat, ``spectator`` or ``referee``.

    Raises:
        AerodromeError: there is no such viewer.
    """
    if viewer == SPECTATOR:
        return "spectator"
    if viewer == REFEREE:
        return "referee"
    return seat_name(rules, viewer)


def seat_name(rules: Rules, seat: int) -> str:
    """The name of the seat with this number.

    Raises:
        AerodromeError: there is none; a number below 0 is no seat counted from the end.
    """
    if not isinstance(seat, int) or not 0 <= seat < len(rules.seats):
        seats = ", ".join(f"{number} ({name})" for number, name in enumerate(rules.seats))
        raise AerodromeError(f"there is no seat {seat!r}", expected=f"one of {seats}")
    return rules.seats[seat]


def viewer_called(rules: Rules, name: str) -> Viewer:
    """The viewer called ``name``: a seat, ``spectator`` or ``referee``."""
    if name in ("spectator", "referee"):
        return SPECTATOR if name == "spectator" else REFEREE
    return rules.seat_number(name)


def _phase_called(rules: Rules, name: str) -> Node[Any]:
    nodes = rules.ruleset.phases.nodes
    if name not in nodes:
        raise AerodromeError(f"{rules.ruleset.id} has no phase {name!r}", expected="one of " + ", ".join(nodes))
    return nodes[name]


def _undeclared(phase: Phase[Any], after: str) -> RulesetError:
    return RulesetError(
        f"it went on to {after!r}", where=f"phase {phase.id}", expected="one of " + ", ".join(phase.then)
    )


def _spelled(choice: object) -> str:
    if isinstance(choice, Mapping):
        return " ".join(f"{name}: {value}" for name, value in choice.items())
    return repr(choice)
