"""The verbs of the table in the browser. The JSON API and the pages both speak through them, and through nothing else.

Most verbs begin with a *link*, a capability as `links` describes it. What comes back is what its holder may know: all
of it is made from `Match.view`, `Match.log`, `Match.options` and `Match.explain` for that viewer, never from the state.
What can be played at all is told by `Service.games` (see `games`).

=====================  =======================  ==================================================================
verb                   for                      does
=====================  =======================  ==================================================================
`create`               everybody                a new table: its commitment, and the links to it
`invitation`           invite                   what one is invited to
`join`                 invite                   takes the seat, contributes to the seed; the last one begins the match
`sight`                seat, watch, host        everything its holder may know of the table now
`news`                 seat, watch, host        events after a number, and the short state of the table
`log`                  seat, watch, host        events after a number, as sentences
`scene`                seat, watch, host        the picture; with an option, as it would be after that pick
`explain`              seat                     the rows behind an option
`barred`               seat                     what may not be picked now, with every reason and its clause
`pick`, `take_back`    seat                     change the draft, which outlives the connection
`seal`, `order`        seat                     bind the order (``order``: picks and all)
`hand_over`            host, seat               gives a seat to a bot, or to another person by a new invitation
`new_watch_link`       host                     a new link for spectators; the old ones end
`new_host_link`        host                     a new link for the host; the old one ends
`steps`                all, after the end       the match decision by decision, everything open
`file`, `verified`     all, after the end       the match file; its checks
=====================  =======================  ==================================================================

An order names its decision, and a pick its place in the order, so that what is sent twice or too late is recognised and
gets one answer: `Conflict`, or the core's `NotNow`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from aerodrome import record
from aerodrome.chance import Seed
from aerodrome.errors import Refusal
from aerodrome.events import Event
from aerodrome.match import Choice, Match
from aerodrome.phases import Row
from aerodrome.plugins import Plugins
from aerodrome.record import Check
from aerodrome.ruleset import Rules
from aerodrome.scene import Scene
from aerodrome.visibility import REFEREE, SPECTATOR, Viewer
from aerodrome_web import ended
from aerodrome_web.faults import Conflict, Forbidden, NoSuchLink, WebError
from aerodrome_web.frames import Frame, frames
from aerodrome_web.games import Games
from aerodrome_web.links import Role, kept, new_link
from aerodrome_web.shelf import Held, Shelf, begun, lines
from aerodrome_web.shown import Barred, Draft, Told, barred, draft_of, order_of, sign, sitting, table_of, told
from aerodrome_web.store import BOT, OPEN, Kept, Next, Order, Place, Seat, Store

YOU = "you"
"""A person in the header of a match file. Names of people are for the table and stand in no file."""

ATTEMPTS = 20
"""How often a change is tried when other processes change the same match; each time one of them gets on."""


def nobody(match: str) -> None:
    """For a service whose changes nobody waits for."""


@dataclass(frozen=True)
class News:
    """What has happened since the holder of a link last asked, and how the table stands (see `Service.news`)."""

    events: tuple[Told, ...]
    table: dict[str, Any]


@dataclass(frozen=True)
class Created:
    """A new table and the links to it. The links are told here and never again."""

    table: str
    commitment: str
    host: str
    watch: str
    invites: dict[str, str]


@dataclass(frozen=True)
class Seen:
    """A table as a page shows it: its `Service.sight`, the log as sentences, picture and words for the viewer, and the
    order of a seat that is asked and has not sealed."""

    sight: dict[str, Any]
    log: tuple[Told, ...]
    scene: Scene | None
    words: str
    draft: Draft | None


@dataclass(frozen=True)
class _Chair:
    """A match as the holder of a link sees it."""

    held: Held
    viewer: Viewer
    role: Role

    @property
    def match(self) -> Match:
        """The match.

        Raises:
            Conflict: it has not begun.
        """
        if self.held.match is None:
            raise Conflict("the match has not begun", expected="every seat to be taken")
        return self.held.match

    def told(self, since: int) -> tuple[Told, ...]:
        return told(self.held.match, self.viewer, since) if self.held.match else ()

    def view(self, match: Match) -> dict[str, Any]:
        """After the end everything is open."""
        return match.view(REFEREE if match.over else self.viewer)

    def now(self) -> dict[str, Any] | None:
        """The view of the match as it stands, if it has begun."""
        return self.view(self.held.match) if self.held.match else None


class Service:
    """The verbs, on one store. Safe to use from many threads, and beside other processes on the same store.

    Args:
        published: called with the id of a match after each change that somebody may want to hear of.
        bots_wanted: called with the id of a match in which a bot is to move.
        room: matches that stay in memory.
    """

    def __init__(
        self,
        plugins: Plugins,
        store: Store,
        *,
        published: Callable[[str], None] = nobody,
        bots_wanted: Callable[[str], None] = nobody,
        room: int = 500,
    ) -> None:
        self.plugins = plugins
        self.games = Games(plugins)
        self.store = store
        self.published = published
        self.bots_wanted = bots_wanted
        self.shelf = Shelf(store, self.games.rules_of, room)
        self._observing = threading.Lock()

    # ---- tables

    def create(
        self,
        ruleset: str,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        sitting: Mapping[str, str] | None = None,
        clock: int | None = None,
        delay: int = 0,
    ) -> Created:
        """A new table. Nobody sits at it yet but bots; persons, the host too, take a seat with an invitation.

        The secret of the seed is drawn here and committed to, before anybody contributes to it.

        Args:
            sitting: by seat, the name of a bot; the other seats are open.
            clock: seconds for a decision, after which the declared default is sealed; ``None``: no limit.
            delay: seconds by which spectators are behind.
        """
        rules = self.games.preview(ruleset, scenario, options)
        bots = dict(sitting or {})
        for seat, bot in bots.items():
            rules.seat_number(seat)
            self.games.check_bot(ruleset, bot)
        seed = Seed.fresh()
        players = tuple(bots.get(seat, YOU) for seat in rules.seats)
        header = json.loads(record.lines_of(Match.create(rules, seed, players=players))[0])
        del header["chain"], header["contributions"]
        match = Kept(new_link(), header, seed.secret, clock, delay, time.time(), None, (), None, 0)
        seats = [
            Seat(number, BOT if seat in bots else OPEN, bots.get(seat, "")) for number, seat in enumerate(rules.seats)
        ]
        invites = {rules.seats[seat.number]: new_link() for seat in seats if seat.who == OPEN}
        host, watch = new_link(), new_link()
        given: list[tuple[str, Role, int | None]] = [(kept(host), Role.HOST, None), (kept(watch), Role.WATCH, None)]
        given += [(kept(link), Role.INVITE, rules.seat_number(seat)) for seat, link in invites.items()]
        self.store.create(match, seats, given)
        self._begin_if_full(match.id)
        return Created(match.id, header["commitment"], host, watch, invites)

    def place(self, link: str) -> Place:
        """Where a link leads.

        Raises:
            NoSuchLink: nowhere, or not any more.
        """
        place = self.store.place(kept(link))
        if place is None:
            raise NoSuchLink
        return place

    def _place(self, link: str, *roles: Role) -> Place:
        place = self.place(link)
        if place.role not in roles:
            raise Forbidden(
                f"this link is for {_MEANT[place.role]}", expected="a link for " + " or ".join(_MEANT[r] for r in roles)
            )
        return place

    def invitation(self, link: str) -> dict[str, Any]:
        """The table as somebody sees it who is invited: what is played, who sits there, which seat is his."""
        place = self._place(link, Role.INVITE)
        match = self.store.kept(place.match)
        rules = self.games.rules_of(match)
        seat = rules.seats[place.seat or 0]
        return {
            **sign(match, rules),
            "seats": sitting(self.store.seats(match.id), rules, None),
            "seat": seat,
        }

    def join(self, link: str, contribution: bytes, name: str = "") -> str:
        """Takes the seat of an invitation, which is used up. The last one to come begins the match.

        Args:
            contribution: random bytes of the person's own; with those of the others and the server's secret they make
                the dice. Once the match has begun they change nothing.
            name: how the person wants to be called.

        Returns:
            The link to the seat, for the person alone.

        Raises:
            OutOfOrder: the match could not begin on this server. The invitation still holds.
        """
        place = self._place(link, Role.INVITE)
        row = self.store.kept(place.match)
        begun(row, self.games.rules_of(row), ())
        seat = place.seat or 0
        mine = new_link()
        if not self.store.take_seat(place.match, seat, kept(link), spoken(name), contribution.hex(), kept(mine)):
            raise NoSuchLink  # somebody else has used it in the same moment
        self.published(place.match)
        self._begin_if_full(place.match)
        return mine

    def _begin_if_full(self, match: str) -> None:
        for _ in range(ATTEMPTS):
            row = self.store.kept(match)
            seats = self.store.seats(match)
            if row.begun is not None or any(seat.who == OPEN for seat in seats):
                return
            contributions = tuple(bytes.fromhex(seat.contribution) for seat in seats)
            first = begun(row, self.games.rules_of(row), contributions)
            now = time.time()
            events = lines(first.umpire.log or ())
            if self.store.begin(row, contributions, now, events, _next(first, row, seats, now)):
                self._tell_observers(first, first.umpire.log or (), started=True)
                self._after(match, first, seats)
                return

    def hand_over(self, link: str, seat: str, bot: str | None = None) -> str | None:
        """Gives a seat to another: to ``bot``, or to whoever takes the invitation that is returned. Whoever sat there
        has no link to it any more. The host may do so with every seat, a person with his own.

        Raises:
            Forbidden: the link is for another seat.
            Conflict: the match is over.
        """
        place = self._place(link, Role.HOST, Role.SEAT)
        match = self.store.kept(place.match)
        if match.closing is not None:
            raise Conflict("the match is over; its seats stay as they are")
        rules = self.games.rules_of(match)
        number = rules.seat_number(seat)
        if place.role is Role.SEAT and place.seat != number:
            raise Forbidden("only the host hands over other people's seats", expected=rules.seats[place.seat or 0])
        if bot is not None:
            self.games.check_bot(rules.ruleset.id, bot)
        invite = None if bot else new_link()
        self.store.reseat(
            match.id,
            Seat(number, BOT if bot else OPEN, bot or ""),
            (kept(invite), Role.INVITE) if invite else None,
            time.time() if bot and match.begun else None,
        )
        self.published(match.id)
        self._begin_if_full(match.id)
        if bot:
            self.bots_wanted(match.id)
        return invite

    def new_watch_link(self, link: str) -> str:
        """A new link for spectators. The old ones end."""
        return self._new_link(link, Role.WATCH)

    def new_host_link(self, link: str) -> str:
        """A new link for the host. The old one ends."""
        return self._new_link(link, Role.HOST)

    def _new_link(self, link: str, role: Role) -> str:
        place = self._place(link, Role.HOST)
        made = new_link()
        self.store.replace_links(place.match, role, kept(made))
        self.published(place.match)
        return made

    # ---- looking

    @contextmanager
    def _at(self, link: str, *roles: Role) -> Iterator[_Chair]:
        """The table as the holder of a link sees it, for the caller alone.

        Raises:
            Forbidden: the link is for none of the ``roles``; without any, it is an invitation.
        """
        with self.store.visit():
            place = self._place(link, *(roles or (Role.SEAT, Role.WATCH, Role.HOST)))
            with self.shelf.open(place.match, place.delay, place.version) as held:
                viewer = place.seat if place.seat is not None else SPECTATOR
                if held.match is not None and viewer in held.match.pending:
                    held.load_draft(held.match, viewer)
                yield _Chair(held, viewer, place.role)

    def sight(self, link: str) -> dict[str, Any]:
        """Everything that the holder of a link may know of the table now: the answer of ``GET /api/table/LINK``."""
        with self._at(link) as chair:
            return self._sight(chair)

    def seen(self, link: str) -> Seen:
        """All that a page shows of a table, at one moment."""
        with self._at(link) as chair:
            sight, log, match = self._sight(chair), chair.told(0), chair.held.match
            if match is None:
                return Seen(sight, log, None, "", None)
            ruleset, view = match.rules.ruleset, sight["view"]
            scene, words = ruleset.scene(match.rules, view), ruleset.text(match.rules, view)
            return Seen(
                sight, log, scene, words, draft_of(match, chair.viewer) if chair.viewer in match.pending else None
            )

    def news(self, link: str, since: int) -> News:
        """What has happened after event ``since``, and the short state of the table, as streams send it: who sits
        where, who decides, until when; without view and options."""
        with self._at(link) as chair:
            return News(chair.told(since), self._table(chair, chair.now()))

    def frames(self, link: str, since: int) -> list[Frame]:
        """The pictures between event ``since`` and now, phase by phase, as far as this process remembers them."""
        with self._at(link) as chair:
            return frames(chair.held.moments, chair.viewer, since)

    def log(self, link: str, since: int = 0) -> tuple[Told, ...]:
        """The events after number ``since``, as the holder of the link may know of them."""
        with self._at(link) as chair:
            return chair.told(since)

    def scene(self, link: str, option: Choice | None = None) -> Scene:
        """The picture as the holder of a link sees it; with an ``option``, as it would be after that pick.

        Raises:
            Refusal: the option cannot be picked.
        """
        with self._at(link) as chair:
            match = chair.match
            if option is not None:
                match = match.clone()
                match.pick(chair.viewer, option)
            return match.rules.ruleset.scene(match.rules, chair.view(match))

    def explain(self, link: str, option: Choice) -> tuple[Row, ...]:
        """The rows behind an option before it is picked."""
        with self._at(link, Role.SEAT) as chair:
            return chair.match.explain(chair.viewer, option)

    def outlook(self, link: str, option: Choice) -> tuple[Scene, tuple[Row, ...]]:
        """An option before it is picked: the picture with it, and the rows behind it. Of an order that is complete, as
        if it stood in place of the last pick.

        Raises:
            Refusal: the option cannot be picked.
        """
        with self._at(link, Role.SEAT) as chair:
            match, seat = chair.match, chair.viewer
            match.must_wait_for(seat)
            trial = match.clone()
            if match.picks(seat) and not match.options(seat):
                trial.take_back(seat)
            rows = trial.explain(seat, option)
            trial.pick(seat, option)
            return match.rules.ruleset.scene(match.rules, trial.view(seat)), rows

    def barred(self, link: str) -> list[Barred]:
        """What the seat may not pick now, as far as the ruleset says why: each with every reason and its clause."""
        with self._at(link, Role.SEAT) as chair:
            return barred(chair.match, chair.viewer)

    def _table(self, chair: _Chair, view: dict[str, Any] | None) -> dict[str, Any]:
        held = chair.held
        row = held.kept or self.store.kept(held.id)
        rules = held.match.rules if held.match else self.games.rules_of(row)
        return table_of(held, row, rules, view, chair.viewer, chair.role)

    def _sight(self, chair: _Chair) -> dict[str, Any]:
        match = chair.held.match
        if match is None:
            return {**self._table(chair, None), "view": None, "order": None}
        view = chair.view(match)
        order = order_of(match, chair.viewer, view) if chair.viewer in match.asked else None
        return {**self._table(chair, view), "view": view, "order": order}

    # ---- ordering

    def pick(self, link: str, decision: int, place: int, option: Choice) -> dict[str, Any]:
        """Drafts the pick at ``place`` (from 0) of the order for ``decision``; returns the new `sight`."""
        return self._draft(link, decision, place, lambda match, seat: match.pick(seat, option, decision))

    def take_back(self, link: str, decision: int, place: int) -> dict[str, Any]:
        """Takes back the last pick of the draft, which is the one at ``place`` (from 0); returns the new `sight`."""
        return self._draft(link, decision, place + 1, lambda match, seat: match.take_back(seat, 1, decision))

    def _draft(self, link: str, decision: int, length: int, change: Callable[[Match, int], None]) -> dict[str, Any]:
        for _ in range(ATTEMPTS):
            with self._at(link, Role.SEAT) as chair:
                held, match, seat = chair.held, chair.match, chair.viewer
                self._must_be_open(held, match, seat, decision)
                if len(match.picks(seat)) != length:
                    raise Conflict(
                        f"the order has {len(match.picks(seat))} picks, not {length}", remedy="look at the order again"
                    )
                change(match, seat)
                picks = tuple(option.key for option in match.picks(seat))
                version = self.store.write_draft(held.id, seat, decision, held.drafts.get(seat), picks)
                if version is not None:
                    held.drafts[seat] = (decision, picks)
                    held.changed(version)
                    self.published(held.id)  # the seat's other devices show the same draft
                    return self._sight(chair)
        raise _contended()

    def seal(self, link: str, decision: int) -> dict[str, Any]:
        """Binds the drafted order for ``decision``; returns the new `sight`."""
        return self._bind(link, decision, None)

    def order(self, link: str, decision: int, options: Sequence[Choice]) -> dict[str, Any]:
        """Picks and seals the whole order for ``decision``, whatever was drafted; returns the new `sight`."""
        return self._bind(link, decision, options)

    def _bind(self, link: str, decision: int, options: Sequence[Choice] | None) -> dict[str, Any]:
        for _ in range(ATTEMPTS):
            with self._at(link, Role.SEAT) as chair:
                self._must_be_open(chair.held, chair.match, chair.viewer, decision)
                if self._append(chair.held, chair.match, chair.viewer, options):
                    return self._sight(chair)
        raise _contended()

    def order_for_bot(self, match: str, seat: int, decision: int, options: Sequence[Choice] | None) -> None:
        """Seals what the bot on ``seat`` has chosen, unless it is too late or somebody else sits there by now. Without
        ``options`` the bot has failed, and the declared default is sealed."""
        for _ in range(ATTEMPTS):
            with self.shelf.open(match) as held:
                now = held.match
                if now is None or now.decision != decision or seat not in now.pending:
                    return
                if held.seats[seat].who != BOT:
                    return
                failed = options is None
                if self._append(held, now, seat, now.default(seat) if options is None else options, by_default=failed):
                    return
        raise _contended()

    def expire(self, match: str) -> None:
        """The clock of a match may have run out: then the declared defaults are sealed. Any process may do so."""
        for _ in range(ATTEMPTS):
            with self.shelf.open(match) as held:
                now = held.match
                if now is None or held.kept is None or held.kept.clock is None or not now.pending:
                    return
                if held.opened + held.kept.clock > time.time():
                    return
                seat = now.pending[0]
                held.load_draft(now, seat)
                self._append(held, now, seat, now.default(seat), by_default=True)

    def _must_be_open(self, held: Held, match: Match, seat: int, decision: int) -> None:
        """What comes twice or too late gets the same words each time, however far the match has gone on."""
        if decision == match.decision and seat in match.pending:
            return
        sealed = self.store.order_of(held.id, decision, seat)
        if sealed is None:
            match.must_wait_for(seat, decision)
        elif sealed.by_default:
            raise Conflict(f"time for decision {decision} has run out; the default was sealed")
        raise Conflict(f"the order for decision {decision} is sealed and cannot be changed")

    def _append(
        self, held: Held, match: Match, seat: int, options: Sequence[Choice] | None, *, by_default: bool = False
    ) -> bool:
        """Seals in memory, then in the log. False: another process was faster; memory is forgotten, to be made anew.

        Raises:
            Refusal: the order is not complete, or not legal. Nothing has changed.
        """
        decision, before = match.decision, held.moment(match)
        log = match.umpire.log or []
        since = len(log)
        picks = self._seal(match, seat, options, by_default)
        now = max(time.time(), held.opened)
        order = Order(held.number + 1, decision, seat, picks, by_default, now)
        opened = now if match.decision != decision or match.over else held.opened
        row = held.kept or self.store.kept(held.id)
        drafted = options is None and bool(picks)
        new = log[since:]
        next_ = _next(match, row, held.seats, opened)
        version = self.store.append(held.id, order, drafted, since, lines(new), next_)
        if version is None:
            held.forget()
            return False
        held.taken(match, order, decision, before)
        held.changed(version)
        self._tell_observers(match, new)
        self._after(held.id, match, held.seats)
        return True

    def _seal(self, match: Match, seat: int, options: Sequence[Choice] | None, by_default: bool) -> tuple[str, ...]:
        before = match.picks(seat)
        if options is None:
            match.seal(seat)
            return tuple(option.key for option in before)
        match.take_back(seat, len(before))
        try:
            match.pick_all(seat, options)
            picks = tuple(option.key for option in match.picks(seat))
            match.order(seat, by_default=by_default)
        except Refusal:
            match.take_back(seat, len(match.picks(seat)))
            match.pick_all(seat, before)
            raise
        return picks

    def _after(self, match: str, now: Match, sitting: Sequence[Seat]) -> None:
        self.published(match)
        if _bots_pending(now, sitting):
            self.bots_wanted(match)

    def _tell_observers(self, match: Match, new: Sequence[Event], *, started: bool = False) -> None:
        """Plugins that look on hear of what this process has appended, one match at a time."""
        with self._observing:
            if started:
                self.plugins.match_started(match)
            for event in new:
                self.plugins.match_event(match, event)
            if match.over:
                self.plugins.match_ended(match)

    # ---- after the end

    def _finished(self, link: str) -> tuple[Kept, Rules]:
        """The row of a match that is over for the holder of the link.

        Raises:
            Conflict: it is not over.
        """
        with self._at(link) as chair:
            if not chair.match.over:
                raise Conflict("the match is not over", expected="the end of the match, which opens everything")
            return self.store.kept(chair.held.id), chair.match.rules

    def file(self, link: str) -> str:
        """The match file of a match that is over, as ``aerodrome verify`` reads it."""
        row, _ = self._finished(link)
        return ended.file_of(row, self.store.events(row.id))

    def verified(self, link: str) -> list[Check]:
        """The checks of a match that is over: log, commitments, dice, result; played again from its file."""
        return ended.verified(self.file(link), self.plugins.ruleset)

    def steps(self, link: str) -> list[ended.Step]:
        """A match that is over, decision by decision, everything open."""
        _, rules = self._finished(link)
        return ended.steps(self.file(link), rules)


_MEANT = {
    Role.HOST: "the host",
    Role.INVITE: "somebody who is invited",
    Role.SEAT: "a seat",
    Role.WATCH: "spectators",
}


def spoken(name: str) -> str:
    """A person's name on one line, without control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in name).strip()[:40]


def _bots_pending(match: Match, sitting: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in sitting if seat.who == BOT and seat.number in match.pending]


def _next(match: Match, row: Kept, sitting: Sequence[Seat], opened: float) -> Next:
    """What the match waits for."""
    if match.over:
        return Next(None, None, _closing(match))
    deadline = opened + row.clock if row.clock else None
    return Next(deadline, time.time() if _bots_pending(match, sitting) else None)


def _closing(match: Match) -> dict[str, Any]:
    """The last line of the match file."""
    closing: dict[str, Any] = json.loads(record.lines_of(match)[-1])
    del closing["chain"]
    return closing


def _contended() -> WebError:
    return Conflict("too many changes came at once", remedy="try again")
