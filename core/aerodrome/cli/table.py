"""One match at one terminal: who sits where, what is shown to whom, where it is kept."""

from __future__ import annotations

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Any

import typer
from rich.markup import escape

from aerodrome import record
from aerodrome.bots import Bot, move
from aerodrome.chance import Chance, Seed
from aerodrome.cli.easel import Easel
from aerodrome.cli.faults import blamed_on
from aerodrome.cli.output import console, print_json, print_wrapped, warn_of_failures
from aerodrome.cli.person import Person, news, show_table, tell
from aerodrome.cli.screen import Left, read, wipe
from aerodrome.documents import read_text, target_of
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.visibility import REFEREE, SPECTATOR, Viewer

YOU = "you"


class Table:
    """A match that is played here and now.

    Args:
        save: the match file, written after each decision of a person and at the end; not any more once another run
            has written it.
        as_json: prints the result as JSON and nothing else.
        again: the command that goes on with a match that was left, without ``--svg``; ``play --resume`` when left out.
        easel: where the table is drawn for whoever is at the screen.
    """

    def __init__(
        self,
        plugins: Plugins,
        match: Match,
        save: Path | None,
        as_json: bool,
        again: str = "",
        easel: Easel | None = None,
    ) -> None:
        self.plugins = plugins
        self.match = match
        self.save = save
        self.again = (again or f"aerodrome play --resume {save}") + (f" --svg {easel.file}" if easel else "")
        self.as_json = as_json
        self.easel = easel
        self.out = console()
        if len(match.players) != len(match.rules.seats):
            raise AerodromeError(
                f"the match names {len(match.players)} players for {len(match.rules.seats)} seats: nobody can go on"
            )
        people = [seat for seat, who in enumerate(match.players) if who == YOU]
        alone = len(people) == 1
        self.people = {seat: Person(match, seat, self.out, self._draw, alone) for seat in people}
        self.bots: dict[int, Bot] = {}
        self.chances: dict[int, Chance] = {}
        seed = match.seed or Seed.fresh()
        for seat, player in enumerate(match.players):
            if player != YOU:
                self.bots[seat] = plugins.bot(match.rules.ruleset.id, player)
                self.chances[seat] = seed.bot_chance(seat, match.decision)
        self.at_screen: int | None = None
        self.kept = ""  # what the match file holds if nobody else has written it
        self.public = 0  # events that all knew of before the last decision
        if as_json and self.people and not match.over:
            raise AerodromeError("--json prints a result and asks nobody", remedy="give each --seat a bot")

    def play(self) -> None:
        """Plays to the end, or until the person leaves; keeps the match in its file all the while."""
        if self.save is not None:
            target_of(self.save)  # a bad place is told before anybody has made a move
        try:
            with redirect_stdout(sys.stderr) if self.as_json else nullcontext(), self._blamed():
                self._play()
        except Left:
            self._adjourn()
        except KeyboardInterrupt:
            self._interrupted()
        self.show_end()
        failures = [failure for failure in self.plugins.failures if "aerodrome_match" in failure]
        if failures:
            kept = " and kept" if self.save else ""
            raise AerodromeError(f"the match is over{kept}, but " + "; ".join(failures))

    def _play(self) -> None:
        self._start()
        while not self.match.over:
            self._decide()
            if self.people:
                self._keep()
        self._keep()
        self.plugins.match_ended(self.match)

    def _blamed(self) -> Any:
        return blamed_on(self.match.rules.ruleset, lambda: self.match.umpire.phase)

    def _start(self) -> None:
        warn_of_failures(self.plugins)
        if self.people:
            print_wrapped(
                self.out, "[dim]The dice are cast and sealed. Whoever notes this can check the match later:[/]"
            )
            self.out.print(f"[dim]  {record.commitment_of(self.match)}[/]", soft_wrap=True)
            self._tell_of_pictures()
            self._keep()
        self.plugins.match_started(self.match)
        for event in self.match.umpire.log or ():
            self.plugins.match_event(self.match, event)
        self.match.listen(self.plugins.match_event)

    def _decide(self) -> None:
        """Has everybody who is asked decide, bots first: what they seal stays hidden anyway."""
        match = self.match
        decision = match.decision
        if len(self.people) > 1:
            self.public = len(match.log(SPECTATOR))
        for seat in match.pending:
            if seat in self.bots and match.decision == decision:
                move(match, seat, self.bots[seat], self.chances[seat])
        for seat in match.pending if match.decision == decision else ():
            self._hand_over_screen(seat)
            self.people[seat].decide()

    def _hand_over_screen(self, seat: int) -> None:
        """With two people at one screen, the next one finds it empty."""
        if len(self.people) > 1 and self.at_screen != seat:
            self._hide()
            read(f"{self.people[seat].name}, take the screen and press Enter. ")
        self.at_screen = seat

    def _hide(self) -> None:
        """Wipes what was shown to one of several people."""
        if len(self.people) > 1 and self.at_screen is not None:
            wipe(self.out)
            self._draw(SPECTATOR)

    # ---- pictures

    def _tell_of_pictures(self) -> None:
        if self.easel is not None:
            self._draw(SPECTATOR)  # nothing of an earlier match
            print_wrapped(self.out, f"The table is drawn in {escape(str(self.easel.file))}: keep it open beside this.")

    def _draw(self, viewer: Viewer) -> None:
        if self.easel is not None:
            self.easel.draw(self.match, viewer)

    # ---- keeping and leaving

    def _keep(self) -> None:
        """Writes the match file.

        Raises:
            AerodromeError: another run has written it since: what stands there may be a match that was played to its
                end.
        """
        if self.save is None:
            return
        if self.kept and self.save.exists() and read_text(self.save) != self.kept:
            raise AerodromeError(
                "another run went on with this match; its file is left as it is, and this run ends",
                where=str(self.save),
                remedy=f"go on from what the file says now: {self.again}",
            )
        self.kept = record.save(self.match, self.save)

    def _adjourn(self) -> None:
        """The person has left."""
        self._hide()
        self._keep()
        if self.save is None:
            raise AerodromeError("the match was left and not kept", remedy="next time name a file with --save FILE")
        self.out.print(f"You have left the match. It is kept in {self.save}; go on with:", soft_wrap=True)
        self.out.print(f"  {self.again}", soft_wrap=True)
        raise typer.Exit(0)

    def _interrupted(self) -> None:
        self._hide()
        self._keep()
        if self.save is None:
            raise AerodromeError("interrupted; the match was not kept", remedy="next time name a file with --save FILE")
        raise AerodromeError(f"interrupted; the match is kept in {self.save}", remedy=f"go on with: {self.again}")

    # ---- the end

    def show_end(self) -> None:
        """Prints how the match ended, to everybody at the screen alike: a match that is over hides nothing."""
        match = self.match
        if self.as_json:
            print_json(outcome(match))
            return
        viewer = next(iter(self.people)) if len(self.people) == 1 else SPECTATOR
        with self._blamed():
            if viewer != SPECTATOR:
                self.people[viewer].show_news()
            elif self.people:
                self._hide()
                tell(self.out, match, news(match.log(SPECTATOR)[self.public :]))
            show_table(self.out, match, REFEREE)
            self._draw(REFEREE)
        result = outcome(match)
        rules = match.rules
        winner = "A draw" if result["winner"] is None else f"Winner: {rules.side_title(result['winner'])}"
        titles = [spec.title or spec.id for spec in rules.scenario.seats]
        scores = ", ".join(
            f"{title} {result['scores'][seat]:g}"
            for title, seat in zip(titles, rules.seats, strict=True)
            if seat in result["scores"]
        )
        why = f"({escape(result['reason'])}) [dim]{result['rule']}[/]"
        print_wrapped(self.out, f"\n[bold]{escape(winner)}[/] {why}  {escape(scores)}")
        if self.save is not None:
            self.out.print(f"Kept in {self.save}; check it with:", soft_wrap=True)
            self.out.print(f"  aerodrome verify {self.save}", soft_wrap=True)


def outcome(match: Match) -> dict[str, Any]:
    """The result of a finished match, as ``play --json`` prints it.

    Raises:
        AerodromeError: the match is not over.
    """
    if match.result is None:
        raise AerodromeError("the match is not over")
    return {
        "ruleset": match.rules.ruleset.id,
        "scenario": match.rules.scenario.id,
        "options": match.rules.options.written(),
        "players": dict(zip(match.rules.seats, match.players, strict=True)),
        **match.result.to_json(),
        "rounds": match.rules.ruleset.rounds(match.state),
        "decisions": sum(event.kind == "order" for event in match.umpire.log or ()),
        "digest": match.digest(),
    }
