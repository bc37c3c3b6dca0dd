"""Matches in memory: a cache, which any process makes from the log when it needs a match and drops when it likes.

A match is played again from its orders by `Match.order`, the door through which they came. What comes out must be what
was published: a ruleset that has changed since is found out, and the match is not gone on with.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aerodrome import record
from aerodrome.bots import Bot
from aerodrome.canonical import canonical_json
from aerodrome.chance import Seed
from aerodrome.errors import Refusal
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.ruleset import Rules
from aerodrome_web.faults import OutOfOrder, WebError
from aerodrome_web.frames import Moment
from aerodrome_web.store import Kept, Order, Seat, Store

UNKNOWN = -1
"""No version of a match."""

MOMENTS = 6
"""Decisions whose course a page can be shown phase by phase."""

RulesOf = Callable[[Kept], Rules]


class Held:
    """One match in memory, guarded by ``lock``.

    Attributes:
        kept: its row; read once, when the match is made.
        version: of the match, as far as it is known to stand in here.
        seats: who sits where, in seat order.
        match: the match, ``None`` before it has begun.
        number: of the last order of the log that stands in it.
        opened: when the open decision was opened.
        drafts: by seat, the drafts that stand in it, as they stand in the database; those that have been looked for.
        moments: how its last decisions ended, the newest last.
    """

    def __init__(self, store: Store, rules_of: RulesOf, match: str, delay: float = 0.0) -> None:
        self.lock = threading.RLock()
        self.id = match
        self.delay = delay
        self.bots: dict[tuple[int, str], Bot] = {}
        self._store = store
        self._rules_of = rules_of
        self.forget()

    def forget(self) -> None:
        """What stands in memory may not be what stands in the log: the match is made anew when it is next asked for."""
        self.match: Match | None = None
        self.kept: Kept | None = None
        self.version = UNKNOWN
        self.seats: list[Seat] = []
        self.number = 0
        self.opened = 0.0
        self.drafts: dict[int, tuple[int, tuple[str, ...]] | None] = {}
        self.moments: deque[Moment] = deque(maxlen=MOMENTS)

    def catch_up(self, version: int) -> None:
        """Takes in what this or another process has changed, when ``version`` says that there is something. Of what is
        seen late more may have come in sight without a change."""
        if version == self.version and not self.delay:
            return
        until = time.time() - self.delay if self.delay else None
        if self.match is None:
            self._make(until)
        else:
            self._take_all(self.match, until)
        self.seats = self._store.seats(self.id)
        self.drafts = {}
        self.version = version

    def changed(self, version: int) -> None:
        """This process has made a change, which led to ``version``: nobody else has made one before it, or it is found
        out at the next look."""
        if version == self.version + 1:
            self.version = version

    def _another_match(self) -> OutOfOrder:
        self.forget()
        return OutOfOrder(
            "playing this match again does not lead to what was published",
            remedy="go on with the version of Aerodrome and its plugins that began it",
        )

    def _make(self, until: float | None) -> None:
        kept = self._store.kept(self.id)
        self.kept = kept
        if kept.begun is None or (until is not None and kept.begun > until):
            return
        self.match = begun(kept, self._rules_of(kept), kept.contributions)
        self.number, self.opened, self.drafts = 0, kept.begun, {}
        self._take_all(self.match, until)
        published = self._store.events(self.id)  # read last: the match may have gone on elsewhere in the meantime
        again = lines(self.match.umpire.log or ())
        if again != published[: len(again)]:
            raise self._another_match()

    def _take_all(self, match: Match, until: float | None) -> None:
        for order in self._store.orders(self.id, self.number):
            if until is not None and order.at > until:
                break
            self._take(match, order)

    def _take(self, match: Match, order: Order) -> None:
        """Plays one order of the log."""
        decision, before = match.decision, self.moment(match)
        try:
            match.take_back(order.seat, len(match.picks(order.seat)), order.decision)
            match.order(order.seat, *order.picks, decision=order.decision, by_default=order.by_default)
        except Refusal as refusal:
            raise self._another_match() from refusal
        self.taken(match, order, decision, before)

    def moment(self, match: Match) -> Match | None:
        """A copy of a match that waits for one seat alone, to be handed to `taken` when that seat has sealed."""
        return match.clone(record=True) if len(match.pending) == 1 else None

    def taken(self, match: Match, order: Order, decision: int, before: Match | None) -> None:
        """Notes that ``order`` stands in the match now, which was at ``decision`` before it."""
        self.number = order.number
        if before is not None:
            self.moments.append(Moment(before, order))
        if match.decision != decision or match.over:
            self.opened = order.at
            self.drafts = {}

    def load_draft(self, match: Match, seat: int) -> None:
        """Has the seat's draft in memory be the one of the database, which its other device may have changed."""
        if seat in self.drafts:
            return
        draft = self._store.draft(self.id, seat)
        if seat not in match.pending:
            return
        picks = tuple(option.key for option in match.picks(seat))
        wanted = draft[1] if draft is not None and draft[0] == match.decision else ()
        if picks != wanted:
            match.take_back(seat, len(picks))
            match.pick_all(seat, wanted)
        self.drafts[seat] = draft


def begun(kept: Kept, rules: Rules, contributions: tuple[bytes, ...]) -> Match:
    """The match at its first decision.

    Raises:
        OutOfOrder: the ruleset or its data are not those by which the table was made.
    """
    header = kept.header
    match = Match.create(rules, Seed(kept.secret, contributions), players=tuple(header["players"]))
    match.begun_by = header["aerodrome"]
    if record.commitment_of(match) != header["commitment"]:
        raise OutOfOrder(
            f"this table was made with version {header['version']} of {header['ruleset']}, or with other data",
            remedy=f"go on with it on a server that has version {header['version']} and the same data packs",
        )
    return match


def lines(log: list[Event] | tuple[Event, ...]) -> list[str]:
    """Events as they stand in the log."""
    return [canonical_json(event.to_json()) for event in log]


class Shelf:
    """The matches in memory, the least used of which are dropped.

    Args:
        room: how many stay.
    """

    def __init__(self, store: Store, rules_of: RulesOf, room: int) -> None:
        self._store = store
        self._rules_of = rules_of
        self._room = room
        self._held: OrderedDict[tuple[str, float], Held] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    @contextmanager
    def open(self, match: str, delay: float = 0.0, version: int = UNKNOWN) -> Iterator[Held]:
        """The match as the log has it now, or had it ``delay`` seconds ago, for the caller alone. Whoever knows the
        ``version`` of the match by now saves a query.

        A fault of the ruleset leaves nothing half-done: the match is made anew from the log.
        """
        held = self._get(match, delay)
        with held.lock:
            try:
                held.catch_up(self._store.version(match) if version == UNKNOWN else version)
                yield held
            except (Refusal, WebError):
                raise
            except BaseException:
                held.forget()
                raise

    def _get(self, match: str, delay: float) -> Held:
        with self._lock:
            held = self._held.get((match, delay))
            if held is None:
                held = self._held[match, delay] = Held(self._store, self._rules_of, match, delay)
                while len(self._held) > self._room:
                    self._held.popitem(last=False)
            self._held.move_to_end((match, delay))
        return held
