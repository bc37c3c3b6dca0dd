"""Bots: who sits on a seat without being a person.

A bot is a seat like any other. It is given a `Perspective` (its view, its options, its own chance) and never the
state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError, Illegal
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.orders import Option, Picks
from aerodrome.phases import Row
from aerodrome.ruleset import Rules


class Perspective:
    """What one seat sees at one moment; the view is made when it is asked for."""

    __slots__ = ("_match", "_view", "chance", "options", "seat")

    def __init__(self, match: Match, seat: int, chance: Chance) -> None:
        self._match = match
        self._view: dict[str, Any] | None = None
        self.seat = seat
        self.chance = chance
        self.options: tuple[Option, ...] = match.options(seat)

    @property
    def view(self) -> dict[str, Any]:
        if self._view is None:
            self._view = self._match.view(self.seat)
        return self._view

    @property
    def rules(self) -> Rules:
        """What is played: options, scenario, tables. Public."""
        return self._match.rules

    @property
    def name(self) -> str:
        """The seat's name in the view."""
        return self._match.rules.seats[self.seat]

    @property
    def phase(self) -> str:
        return self._match.phase.id

    @property
    def picks(self) -> Picks:
        """What the seat has picked in the open decision so far."""
        return self._match.picks(self.seat)

    def log(self) -> list[Event]:
        return self._match.log(self.seat)

    def explain(self, option: Option) -> tuple[Row, ...]:
        return self._match.explain(self.seat, option)

    def imagine(self) -> Match:
        """A match that could be this one, to try things in. Calling it again redraws what is hidden."""
        return self._match.imagine(self.seat, self.chance)


class Bot(Protocol):
    """Chooses one of ``seen.options``, again and again until its order is complete. Who offers bots to people says of a
    class what stands in its ``summary``, or else what its docstring begins with."""

    def choose(self, seen: Perspective) -> Option: ...


class RandomBot:
    """Takes any option, each as likely as the others."""

    summary = "Takes any option, each as likely as the others: no opponent, but good for a first look."

    def choose(self, seen: Perspective) -> Option:
        return seen.chance.pick("bot", seen.options)


GENERAL_BOTS: Mapping[str, type[Bot]] = {"random": RandomBot}
"""Bots that play every ruleset."""


def summary_of(bot: type[Bot]) -> str:
    """What a bot is like, in a line. What its own class says goes before what that class was made from."""
    first = " ".join((bot.__doc__ or "").partition("\n\n")[0].split())
    words = (vars(bot).get("summary"), first, getattr(bot, "summary", ""))
    return next((said for said in words if isinstance(said, str) and said), "A bot that says nothing of itself.")


def move(match: Match, seat: int, bot: Bot, chance: Chance) -> None:
    """Has ``bot`` complete and seal the order of ``seat``.

    Raises:
        AerodromeError: the bot fails, or chooses what is not offered.
    """
    draft(match, seat, bot, chance)
    match.seal(seat)


def draft(match: Match, seat: int, bot: Bot, chance: Chance) -> None:
    """Has ``bot`` complete the order of ``seat``, and leaves it unsealed.

    Raises:
        AerodromeError: the bot fails, or chooses what is not offered.
    """
    while match.options(seat):
        seen = Perspective(match, seat, chance)
        try:
            match.pick(seat, bot.choose(seen))
        except (Exception, SystemExit) as error:
            raise _failed(bot, match, seat, error) from error


def _failed(bot: Bot, match: Match, seat: int, error: BaseException) -> AerodromeError:
    """Which bot failed and how. What it was offered stays a secret of its seat."""
    kind = type(bot)
    if isinstance(error, Illegal):
        reason = "it chose what is not offered"
    else:
        reason = error.what if isinstance(error, AerodromeError) else f"{type(error).__name__}: {error}"
    return AerodromeError(
        f"the bot on seat {match.rules.seats[seat]} failed ({kind.__module__}.{kind.__qualname__}, in phase"
        f" {match.phase.id}): {reason}"
    )


def play_out(match: Match, bots: Mapping[int, Bot], chances: Mapping[int, Chance]) -> None:
    """Plays to the end with a bot on every seat."""
    while match.pending:
        for seat in match.pending:
            move(match, seat, bots[seat], chances[seat])
