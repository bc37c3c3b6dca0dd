"""``aerodrome play``: a match in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.markup import escape
from rich.text import Text

from aerodrome import record
from aerodrome.bots import Bot, move
from aerodrome.chance import Chance, Seed
from aerodrome.cli.output import AsJson, Data, console, plugins_of, print_json, warn_of_failures
from aerodrome.documents import read_yaml
from aerodrome.errors import AerodromeError, Refusal
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.orders import Option
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Rules
from aerodrome.scenarios import Scenario

YOU = "you"
HELP = (
    "a number, a key or a part of the label picks; Enter lists the options again, b takes back,"
    " e N explains option N, l shows the log, q leaves the match"
)
MANY = 16
"""Options beyond this number are listed in columns."""


class Left(Exception):
    """The person wants to go; the match is adjourned."""


def add_to(app: typer.Typer) -> None:
    app.command()(play)


def play(
    context: typer.Context,
    ruleset: Annotated[str | None, typer.Argument(metavar="[RULESET]", help="Asked for when left out.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="[SEAT=]you|BOT", help="Who sits on the next seat, or the seat named: you, random, ..."
        ),
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="Id of a scenario, or a scenario file.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME[=VALUE]", help="Switch an option on. Repeatable.")
    ] = None,
    data: Data = None,
    seed: Annotated[int | None, typer.Option(help="Repeats a match; without it the dice are secret.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the match in this file.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
    as_json: AsJson = False,
) -> None:
    """Plays a match. Without a seat option you play the first seat against a bot.

    Examples: `aerodrome play dogfight` and `aerodrome play dogfight --seat heuristic --seat random --seed 1`
    """
    plugins = plugins_of(context)
    packs = [plugins.data_pack(name) for name in data or ()]
    if resume is not None:
        _refuse_with_resume(ruleset=ruleset, seat=seat, scenario=scenario, option=option, seed=seed)
        match = record.load(resume, plugins.ruleset, packs)
        save = save or resume
    else:
        found = plugins.ruleset(ruleset or _ask_for_ruleset(plugins))
        rules = found.bind(_scenario(scenario), _options(option), packs)
        players = _players(plugins, rules, seat)
        match = Match.create(rules, seed, players=players)
    Table(plugins, match, save, as_json).play()


def _refuse_with_resume(**given: object) -> None:
    for name, value in given.items():
        if value is not None:
            raise AerodromeError(f"--resume goes without {name}: the match file says it already")


def _ask_for_ruleset(plugins: Plugins) -> str:
    names = sorted(plugins.rulesets)
    out = console()
    out.print("[bold]Which game?[/]")
    for number, name in enumerate(names, 1):
        out.print(f"  {number}  {escape(plugins.rulesets[name].title)}: {escape(plugins.rulesets[name].summary)}")
    answer = _read(f"1 to {len(names)}: ").strip()
    if answer.isdigit() and 1 <= int(answer) <= len(names):
        return names[int(answer) - 1]
    return answer


def _scenario(given: str | None) -> Scenario | str | None:
    if given is not None and given.endswith((".yaml", ".yml", ".json")):
        return Scenario.read(read_yaml(given))
    return given


def _options(given: Sequence[str] | None) -> dict[str, Any]:
    """``NAME`` switches on, ``NAME=VALUE`` sets."""
    options: dict[str, Any] = {}
    for word in given or ():
        name, equals, value = word.partition("=")
        options[name] = value if equals else True
    return options


def _players(plugins: Plugins, rules: Rules, given: Sequence[str] | None) -> tuple[str, ...]:
    seats = rules.seats
    if given is not None and len(given) > len(seats):
        raise AerodromeError(f"{len(given)} players for {len(seats)} seats: {', '.join(seats)}")
    bots = plugins.bots(rules.ruleset.id)
    usual = "heuristic" if "heuristic" in bots else "random"
    named = dict(word.split("=", 1) for word in given or () if "=" in word)
    unnamed = [word for word in given or [YOU] if "=" not in word]
    players: list[str] = []
    for seat in seats:
        players.append(named.pop(seat) if seat in named else unnamed.pop(0) if unnamed else usual)
        if players[-1] != YOU:
            plugins.bot(rules.ruleset.id, players[-1])
    if named:
        rules.seat_number(next(iter(named)))
    return tuple(players)


def _read(prompt: str) -> str:
    """A line from the person at the keyboard.

    Raises:
        Left: there is no more input.
    """
    try:
        return input(prompt)
    except EOFError:
        raise Left from None


class Table:
    """One match at one terminal: who sits where, what is shown to whom, where it is kept."""

    def __init__(self, plugins: Plugins, match: Match, save: Path | None, as_json: bool) -> None:
        self.plugins = plugins
        self.match = match
        self.save = save
        self.as_json = as_json
        self.out = console()
        self.people = [seat for seat, player in enumerate(match.players) if player == YOU]
        self.bots: dict[int, Bot] = {}
        self.chances: dict[int, Chance] = {}
        seed = match.seed or Seed.fresh()
        for seat, player in enumerate(match.players):
            if player != YOU:
                self.bots[seat] = plugins.bot(match.rules.ruleset.id, player)
                self.chances[seat] = seed.bot_chance(seat, match.decision)
        self.told = dict.fromkeys(self.people, 0)
        self.at_screen: int | None = None
        if as_json and self.people:
            raise AerodromeError("--json prints a result and asks nobody", remedy="give each --seat a bot")

    def play(self) -> None:
        """Plays to the end, or until the person leaves; keeps the match in its file all the while."""
        self._start_observers()
        try:
            while not self.match.over:
                self._decide()
                if self.people:
                    self._keep()
        except (Left, KeyboardInterrupt):
            self._adjourn()
        self._keep()
        self.plugins.match_ended(self.match)
        self._show_end()
        failures = [failure for failure in self.plugins.failures if "aerodrome_match" in failure]
        if failures:
            raise AerodromeError("the match is over and kept, but " + "; ".join(failures))

    def _start_observers(self) -> None:
        if not self.as_json:
            warn_of_failures(self.plugins)
            if self.people and self.match.seed is not None:
                sealed = f"The dice are cast and sealed: commitment {self.match.seed.commitment}"
                self.out.print(f"[dim]{sealed}[/]", soft_wrap=True)
        self.plugins.match_started(self.match)
        for event in self.match.umpire.log or ():
            self.plugins.match_event(self.match, event)
        self.match.listen(self.plugins.match_event)

    def _decide(self) -> None:
        """Everybody who is asked decides, bots first: what they seal stays hidden anyway."""
        match = self.match
        decision = match.decision
        for seat in match.pending:
            if seat in self.bots and match.decision == decision:
                move(match, seat, self.bots[seat], self.chances[seat])
        for seat in match.pending if match.decision == decision else ():
            self._ask(seat)

    def _keep(self) -> None:
        if self.save is not None:
            record.save(self.match, self.save)

    def _adjourn(self) -> None:
        self._keep()
        if self.save is None:
            raise AerodromeError("the match was left and not kept", remedy="next time name a file with --save FILE")
        raise AerodromeError(
            f"the match was left and is kept in {self.save}", remedy=f"go on with: {_resume(self.save)}"
        )

    # ---- a person's turn

    def _ask(self, seat: int) -> None:
        self._hand_over_screen(seat)
        self._show_news(seat)
        self.out.print("\n" + escape(self.match.rules.ruleset.text(self.match.rules, self.match.view(seat))))
        shown: tuple[Option, ...] | None = None
        while True:
            options = self.match.options(seat)
            if not options:
                if self._seals(seat):
                    return
                continue
            if options is not shown:  # not again after an aside, or the answer would scroll away
                self._show_options(seat, options)
                shown = options
            if self._take(seat, _read("> ").strip()) and self._is_single():
                self.match.seal(seat)
                return

    def _is_single(self) -> bool:
        decision = self.match.phase.decision
        return decision is not None and decision.picks == 1

    def _seals(self, seat: int) -> bool:
        """A composite order is shown once more before it binds."""
        picks = ", ".join(option.label for option in self.match.picks(seat))
        answer = _read(f"{picks}\nEnter seals, b takes back > ").strip().lower()
        if answer == "q":
            raise Left
        if answer == "b":
            self.match.take_back(seat)
            return False
        self.match.seal(seat)
        return True

    def _show_options(self, seat: int, options: Sequence[Option]) -> None:
        """The options with their numbers in the whole list. Of a long list, those whose labels differ only after the
        last comma share a line; what is still long stands in columns."""
        decision = self.match.phase.decision
        title = decision.title if decision else ""
        self.out.print(f"\n[bold]{escape(self._name(seat))}[/]  {escape(title)}  (? helps)")
        numbers = {option: number for number, option in enumerate(self.match.options(seat), 1)}
        view = self.match.view(seat)
        groups: dict[str, list[Option]] = {}
        for option in options:
            groups.setdefault(_stem(option) if len(options) > MANY else option.key, []).append(option)
        rows = []
        for stem, group in groups.items():
            alone = len(group) == 1
            remark = self.match.rules.ruleset.remark(self.match.rules, view, group[0])
            picks = [f"[bold]{numbers[o]:>2}[/] {escape(o.label if alone else _variant(o))}" for o in group]
            rows.append((picks[0] if alone else escape(stem), escape(remark), "" if alone else " ".join(picks)))
        self._show_rows(rows)

    def _show_rows(self, rows: Sequence[tuple[str, str, str]]) -> None:
        widest = max(Text.from_markup(row[0]).cell_len for row in rows)
        remarks = max(Text.from_markup(row[1]).cell_len for row in rows)
        lines = []
        for first, remark, more in rows:
            line = Text.from_markup(f"  {first}")
            if remark or more:
                line.pad_right(widest + 2 - line.cell_len)
                line.append_text(Text.from_markup(f"  {remark}"))
            if more:
                line.pad_right(widest + remarks + 4 - line.cell_len)
                line.append_text(Text.from_markup(f"  {more}"))
            lines.append(line)
        if len(lines) > MANY and not any(row[2] for row in rows):
            self.out.print(Columns(lines, column_first=True))
        else:
            for line in lines:
                self.out.print(line, soft_wrap=True)

    def _take(self, seat: int, answer: str) -> bool:
        """Does what the person typed; true when it picked something."""
        word, _, rest = answer.partition(" ")
        asides: dict[str, Callable[[], None]] = {
            "?": lambda: self.out.print(HELP),
            "": lambda: self._show_options(seat, self.match.options(seat)),
            "l": lambda: self._show_log(seat),
            "b": lambda: self._take_back(seat),
            "e": lambda: self._explain(seat, rest),
        }
        if word == "q":
            raise Left
        try:
            if word in asides and not (word == "b" and rest):
                asides[word]()
                return False
            named = self._named(seat, answer)
            if len(named) > 1:
                self._show_options(seat, named)
                return False
            self.match.pick(seat, named[0] if named else answer)
        except Refusal as refusal:
            self.out.print(f"[bold]Refused:[/] {escape(refusal.what)}", soft_wrap=True)
            return False
        return True

    def _named(self, seat: int, answer: str) -> list[Option]:
        """The offered options that an answer can mean: by number, by key, or by a part of the label."""
        options = self.match.options(seat)
        if answer.isdigit():
            return [options[int(answer) - 1]] if 1 <= int(answer) <= len(options) else []
        exact = [option for option in options if answer in (option.key, option.label)]
        return exact or [option for option in options if answer.casefold() in option.label.casefold()]

    def _take_back(self, seat: int) -> None:
        self.match.take_back(seat)

    def _explain(self, seat: int, answer: str) -> None:
        rows = self.match.explain(seat, next(iter(self._named(seat, answer)), answer))
        for row in rows:
            self.out.print(f"  {escape(row.label)}: {escape(str(row.value))} [dim]({row.clause})[/]")
        if not rows:
            self.out.print("  there is nothing to work out for this option")

    def _hand_over_screen(self, seat: int) -> None:
        """With two people at one screen, the next one finds it empty."""
        if len(self.people) > 1 and self.at_screen != seat:
            self.out.clear()
            _read(f"{self._name(seat)}, take the screen and press Enter. ")
        self.at_screen = seat

    def _name(self, seat: int) -> str:
        spec = self.match.rules.scenario.seats[seat]
        return spec.title or spec.id

    def _show_news(self, seat: int) -> None:
        log = self.match.log(seat)
        self._tell([event for event in log[self.told[seat] :] if _is_news(event)])
        self.told[seat] = len(log)

    def _show_log(self, seat: int) -> None:
        self._tell(self.match.log(seat))

    def _tell(self, events: Sequence[Event]) -> None:
        rules = self.match.rules
        for event in events:
            sentence = rules.ruleset.say(rules, event)
            if sentence:
                self.out.print(f"  {escape(sentence)} [dim]{event.rule}[/]", soft_wrap=True)

    # ---- the end

    def _show_end(self) -> None:
        match = self.match
        if self.as_json:
            print_json(outcome(match))
            return
        for seat in self.people[:1]:
            self._show_news(seat)
        viewer = self.people[0] if len(self.people) == 1 else -1
        self.out.print("\n" + escape(match.rules.ruleset.text(match.rules, match.view(viewer))))
        result = outcome(match)
        winner = "A draw" if result["winner"] is None else f"{result['winner']} wins"
        scores = ", ".join(f"{seat} {_plain(score)}" for seat, score in result["scores"].items())
        self.out.print(f"\n[bold]{escape(winner)}[/]: {escape(result['reason'])} [dim]{result['rule']}[/]  ({scores})")
        if self.save is not None:
            self.out.print(f"Kept in {self.save}; check it with: aerodrome verify {self.save}", soft_wrap=True)


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


def _is_news(event: Event) -> bool:
    """Seals and openings go without saying while one plays, but for what was done by default."""
    return event.kind not in ("sealed", "order", "revealed") or "default" in event.facts


def _stem(option: Option) -> str:
    """What a label says before its last comma; all of it when it has none."""
    return option.label.rpartition(", ")[0] or option.label


def _variant(option: Option) -> str:
    return option.label.rpartition(", ")[2]


def _plain(score: float) -> str:
    return f"{score:g}"


def _resume(file: Path) -> str:
    return f"aerodrome play --resume {file}"


def is_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()
