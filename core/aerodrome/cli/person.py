"""A person's turn at the terminal: what the seat sees, what it is offered, what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from rich.console import Console
from rich.markup import escape

from aerodrome.cli.choices import Numbers, show_options
from aerodrome.cli.output import print_text, print_wrapped
from aerodrome.cli.screen import Left, is_terminal, read
from aerodrome.errors import Illegal, Reason, Refusal, Unreadable
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.orders import Option, Picks
from aerodrome.visibility import Viewer

LONGEST_WORD = 40
"""Characters of an answer that are read or repeated when no option is called so."""

AROUND = 3
"""Lines of a screen that stand around a list: an empty one, what is asked, and the line to answer on."""

LATELY = 30
"""Events that are told where a game has no rounds, or the round has not begun before this person's eyes."""

KEYS = (
    ("2", "picks option 2; words of its name do, too, or list all that have them"),
    ("Enter", "lists the options again; nothing is sealed by it"),
    ("1 3 2", "picks in turn, by the numbers that each pick lists"),
    ("e 2", "explains option 2 before you pick it"),
    ("w", "says why things are not listed; w 2, or w and words: of these alone"),
    ("t", "shows the table again"),
    ("b", "takes your last pick back"),
    ("l", "shows what has happened lately; l all: since the beginning"),
    ("q", "leaves the match"),
)


MOST_NAMES, MOST_REASONS, MOST_BARRED = 4, 12, 500
"""Names that share their reasons, lines of reasons, options that are looked through, when all reasons are asked for."""


class Person:
    """One person on one seat.

    Args:
        draw: draws the table as the seat sees it, before each question.
        alone: nobody else sits at this terminal. Only then is what can be answered in one way alone done without
            asking: anybody else would see that there was nothing to choose.
    """

    def __init__(
        self, match: Match, seat: int, out: Console, draw: Callable[[Viewer], None], alone: bool = False
    ) -> None:
        self.match = match
        self.seat = seat
        self.out = out
        self.draw = draw
        self.alone = alone
        self.numbers = Numbers()
        self.warnings: list[str] = []  # by pick
        self.forced: dict[int, str] = {}  # of the picks that nobody was asked for: whom or what each was for
        self.table_lines = 0  # of the table as it was shown last
        self.round = -1
        self.round_begins: int | None = None  # its first event in the log
        self.told = 0 if match.decision <= 1 else len(match.log(seat))

    @property
    def name(self) -> str:
        spec = self.match.rules.scenario.seats[self.seat]
        return spec.title or spec.id

    def decide(self) -> None:
        """Shows what is new and has the person complete and seal the order.

        Raises:
            Left: the person wants to go.
        """
        self.show_news()
        self.numbers, self.warnings, self.forced = Numbers(), [], {}
        options = self._offer()
        if self.alone and not options and len(self.forced) == len(self.match.picks(self.seat)):
            self._tell_forced()
            self.match.seal(self.seat)
            return
        self.show_table()
        shown: Picks | None = None
        while True:
            options = self._offer()
            self.draw(self.seat)
            if not options:
                if self._seals():
                    return
                continue
            if self.match.picks(self.seat) is not shown:  # not again after an aside, or the answer would scroll away
                self._show_options(options)
                shown = self.match.picks(self.seat)
            if not self._take(read(self._prompt(options))):
                continue
            if self._is_complete_at_once():
                self.match.seal(self.seat)
                return

    def _offer(self) -> Sequence[Option]:
        """What there is to choose from, numbered. What is the only option is picked on the way, if nobody else looks on
        and the ruleset does not warn of it."""
        rules = self.match.rules
        while options := self.match.options(self.seat):
            whose = self._whose(options)
            if not self.alone or len(options) > 1:
                break
            if rules.ruleset.warning(rules, self.match.view(self.seat), options[0]):
                break
            self.forced[len(self.match.picks(self.seat))] = whose
            self._pick(options[0])
        if options:
            self.numbers.take_in(options, whose)
        return options

    def _tell_forced(self) -> None:
        """One line for an order that could be given in one way only."""
        said: dict[str, list[str]] = {}
        for number, option in enumerate(self.match.picks(self.seat)):
            whose, _, what = option.label.rpartition(": ")
            said.setdefault(whose or self.forced[number] or self.name, []).append(what)
        words = "; ".join(f"{whose}: {', '.join(labels)}" for whose, labels in said.items()) or f"{self.name}: nothing"
        print_wrapped(self.out, f"{escape(words)} [dim](the only choice)[/]", hang=2)

    def _is_complete_at_once(self) -> bool:
        """An order of one pick needs no second question, unless a warning goes with it and somebody reads it."""
        if len(self.match.picks(self.seat)) > 1 or self.match.options(self.seat):
            return False
        return not (self.warnings[0] and is_terminal())

    def _seals(self) -> bool:
        """A composite order is shown once more before it binds."""
        print_wrapped(self.out, f"\n[bold]{escape(self.name)}[/]  Your order: {escape(self._order())}")
        for warning in dict.fromkeys(filter(None, self.warnings[: len(self.match.picks(self.seat))])):
            print_wrapped(self.out, f"[bold]Beware:[/] {escape(warning)}", indent=2, hang=2)
        self.out.print("  [bold] 1[/]  Seal it\n  [bold] 2[/]  Take the last pick back")
        while True:
            answer = read("> ").lower()
            if answer == "q":
                raise Left
            if answer == "?":
                self._help()
            if answer == "1":
                self.match.seal(self.seat)
                return True
            if answer in ("b", "2") and self.match.picks(self.seat):
                self._take_back()
                return False
            print_wrapped(self.out, "Type 1 to seal the order, 2 to take the last pick back, or q to leave.")

    def _order(self) -> str:
        return ", ".join(option.label for option in self.match.picks(self.seat)) or "nothing"

    # ---- showing

    def show_news(self) -> None:
        log, rules = self.match.log(self.seat), self.match.rules
        fresh = news(log[self.told :])
        told = rules.ruleset.highlights(rules, self.match.view(self.seat), fresh)
        if left := len(fresh) - len(told):
            all_of_it = "" if self.match.over else "; l all tells them"
            print_wrapped(self.out, f"[dim]{left} events that passed without you are left out{all_of_it}[/]", indent=2)
        tell(self.out, self.match, told)
        number = rules.ruleset.rounds(self.match.state)
        if number != self.round:
            self.round_begins = self.told if self.round >= 0 and number else None
            self.round = number
        self.told = len(log)

    def show_table(self) -> None:
        self.table_lines = show_table(self.out, self.match, self.seat)

    def _show_log(self, everything: bool = False) -> None:
        """What has happened since this person was last asked in an earlier round, or lately."""
        log = self.match.log(self.seat)
        begins = max(len(log) - LATELY, 0) if self.round_begins is None else self.round_begins
        if everything or not begins:
            tell(self.out, self.match, log)
            return
        tell(self.out, self.match, log[begins:])
        print_wrapped(self.out, f"[dim]l all shows the {begins} events before these, too[/]", indent=1)

    def _prompt(self, options: Sequence[Option]) -> str:
        """The line on which the person answers: it says what is asked even where a long list has scrolled the rest
        away."""
        words = [self._asked(options)]
        decision = self.match.phase.decision
        if decision and decision.picks > 1:
            words.append(f"pick {len(self.match.picks(self.seat)) + 1} of {decision.picks}")
        return ", ".join(filter(None, words)) + "> "

    def _asked(self, options: Sequence[Option]) -> str:
        """The ruleset's words for what is asked now."""
        rules = self.match.rules
        return rules.ruleset.prompt(rules, self.match.view(self.seat), options)

    def _whose(self, options: Sequence[Option]) -> str:
        """For whom of several, or for what, the ruleset asks: its words without details and counters."""
        return re.split(r",|\b\d+ of\b", self._asked(options))[0].strip()

    def _show_options(self, options: Sequence[Option]) -> None:
        decision = self.match.phase.decision
        title = decision.title if decision else ""
        keys = "? helps; w: why not"
        if len(f"{self.name}  {title}  ({keys})") > self.out.width:
            keys = "? helps"  # and tells of w
        print_wrapped(self.out, f"\n[bold]{escape(self.name)}[/]  {escape(title)}  ({keys})")
        lines = 0
        if self.match.picks(self.seat):
            lines += print_wrapped(self.out, f"So far: {escape(self._order())}", hang=2)
        lines += show_options(self.out, self.match, self.seat, options, self.numbers)
        if gone := self.numbers.gone(options):
            lines += print_wrapped(self.out, f"[dim]{self._not_now(gone)}; w says why[/]", indent=1)
        if self.out.is_terminal and self.table_lines + AROUND + lines > self.out.height:
            print_wrapped(
                self.out, "[dim]t shows the table again, Enter this list; a word lists what has it[/]", indent=1
            )

    def _not_now(self, gone: Sequence[Option]) -> str:
        """What could be chosen before in this order; by its numbers alone where names take more than a line."""
        numbers = [self.numbers.options.index(option) + 1 for option in gone]
        named = ", ".join(f"{number} {option.label}" for number, option in zip(numbers, gone, strict=True))
        room = self.out.width - len("Not now: ; w says why") - 1
        return "Not now: " + escape(named if len(named) <= room else " ".join(map(str, numbers)))

    def _help(self) -> None:
        """What the game is about, how its table reads, and what can be typed."""
        ruleset = self.match.rules.ruleset
        print_wrapped(self.out, f"\n[bold]{escape(ruleset.title)}[/]  {escape(ruleset.summary)}")
        if ruleset.guide:
            print_wrapped(self.out, escape(ruleset.guide))
        decision = self.match.phase.decision
        if decision and decision.request:
            print_wrapped(self.out, f"[bold]Now:[/] {escape(f'{decision.request} {decision.guide}'.rstrip())}")
        self.out.print(f"All its rules: aerodrome rules {ruleset.id}\n", soft_wrap=True)
        for key, does in KEYS:
            self.out.print(f"  [bold]{key:<7}[/]{does}")

    # ---- taking

    def _take(self, answer: str) -> bool:
        """Does what the person typed; true when it picked something."""
        word, _, rest = answer.partition(" ")
        word = word.lower()
        asides: dict[str, Callable[[], None]] = {
            "?": self._help,
            "": lambda: self._show_options(self.match.options(self.seat)),
            "t": self.show_table,
            "l": lambda: self._show_log(everything=bool(rest)),
            "b": self._take_back,
            "e": lambda: self._explain(rest.strip()),
            "w": lambda: self._why_not(rest.strip()),
        }
        if word == "q" and not rest:
            raise Left
        try:
            if word in asides and (word in ("e", "w") or not rest or answer.lower() == "l all"):
                asides[word]()
                return False
            if numbers := self._several(answer):
                return self._take_in_turn(numbers)
            named = self._named(answer)
            if len(named) > 1:
                print_wrapped(self.out, f"{len(named)} options are called so. Type the number of one:")
                show_options(self.out, self.match, self.seat, named, self.numbers)
                return False
            self._pick(named[0] if named else self._barred(answer))
        except Unreadable:
            print_wrapped(self.out, escape(self._unknown(answer)))
            return False
        except Illegal as refusal:
            label = self.match.rules.by_key[refusal.order].label
            print_wrapped(
                self.out,
                f"[bold]Refused:[/] {escape(label)} cannot be chosen now: {_cited(refusal.reasons)}."
                " Enter lists what can.",
            )
            return False
        except Refusal as refusal:
            print_wrapped(self.out, f"[bold]Refused:[/] {escape(refusal.what)}")
            return False
        return True

    def _several(self, answer: str) -> list[str]:
        """The numbers of a line that holds several and nothing else, and is no part of a name."""
        words = answer.split()
        if len(words) < 2 or not all(word.isascii() and word.isdecimal() for word in words):
            return []
        said = f" {' '.join(words)} "
        offered = self.match.options(self.seat)
        return [] if any(said in f" {' '.join(_words(option))} " for option in offered) else words

    def _take_in_turn(self, numbers: Sequence[str]) -> bool:
        """Picks by each number what it stands for when its turn comes, up to the first that picks nothing or the end of
        this order; true when anything was picked."""
        for at, number in enumerate(numbers):
            rest = " ".join(numbers[at:])
            if at and not self._offer():
                print_wrapped(self.out, f"The order is complete; {rest} at the end of your line picks nothing.")
                return True
            if not self._take(number):
                kept = f"; what you picked before {'it' if rest == number else 'them'} stays" if at else ""
                print_wrapped(self.out, f"Not picked from your line: {rest}{kept}.")
                return at > 0
        return True

    def _take_back(self) -> None:
        """Undoes the last pick that was this person's own, with those that came of themselves."""
        picks = self.match.picks(self.seat)
        count = 1
        while len(picks) - count in self.forced:
            count += 1
        self.match.take_back(self.seat, count)
        self.forced = {at: whose for at, whose in self.forced.items() if at < len(picks) - count}

    def _pick(self, choice: Option | str) -> None:
        """Picks, and remembers what there is to warn of as the table stands now, if another choice would not do it."""
        rules, warning = self.match.rules, ""
        offered = self.match.options(self.seat)
        if choice in offered:
            view, warns = self.match.view(self.seat), rules.ruleset.warning
            warning = warns(rules, view, choice) if isinstance(choice, Option) else ""
            if warning and all(warns(rules, view, other) for other in offered):
                warning = ""
        at = len(self.match.picks(self.seat))
        self.match.pick(self.seat, choice)
        self.warnings[at:] = [warning]

    def _named(self, answer: str) -> list[Option]:
        """The offered options that an answer can mean: by number, by key, or by words or a part of the label."""
        options = self.match.options(self.seat)
        said = answer.casefold()
        exact = [option for option in options if answer == option.key or said in _names(option)]
        if exact:
            return exact
        if chosen := self.numbers.called(answer):
            return [chosen] if chosen in options else []
        whole = [option for option in options if {*said.split()} <= {*_words(option)}]
        if whole or answer.isdecimal():  # a number in a name, as in "Start in 0916", is typed whole
            return whole
        parts = [option for option in options if said in option.label.casefold()]
        return parts or [option for option in options if _begins_words(option, said)]

    def _barred(self, answer: str) -> Option | str:
        """An option that is called so and not offered, for the match to refuse with its reasons; else the answer."""
        if chosen := self.numbers.called(answer):
            return chosen
        called = [option for option in self.match.rules.table if answer.casefold() in _names(option)]
        return called[0] if len(called) == 1 else answer

    def _unknown(self, answer: str) -> str:
        """What to tell somebody who typed what no option is called."""
        options = self.match.options(self.seat)
        right = f"Type a number from 1 to {len(self.numbers.options)}, or ? for help."
        said = answer.casefold()
        if not any(map(str.isalpha, said)):
            return right
        quoted = repr(answer if len(answer) <= LONGEST_WORD else answer[:LONGEST_WORD] + "...")
        if any(said in option.label.casefold() for option in self.match.rules.table):
            return f"No option that can be chosen now is called {quoted}. {right}"
        pieces = dict.fromkeys(piece for option in options for piece in _pieces(option))
        near = get_close_matches(said[:LONGEST_WORD], [piece.casefold() for piece in pieces], 1)
        meant = [f"; the nearest is: {piece}" for piece in pieces if piece.casefold() in near][:1]
        return f"No option is called {quoted}{''.join(meant)}. {right}"

    def _explain(self, answer: str) -> None:
        named = self._named(answer) if answer else []
        if not named and self.numbers.called(answer):
            self._why_not(answer)
            return
        if len(named) != 1:
            print_wrapped(self.out, "Type e and the number of an option, such as: e 1")
            return
        rows = self.match.explain(self.seat, named[0])
        for row in rows:
            print_wrapped(
                self.out,
                f"{escape(row.label)}: {escape(str(row.value))} [dim]({escape(row.clause)})[/]",
                indent=2,
                hang=2,
            )
        if not rows:
            self.out.print("  there is nothing to work out for this option")

    # ---- what cannot be chosen

    def _why_not(self, answer: str) -> None:
        """The reasons against what is called so, or against all that one may look for in the list; like things that
        share their reasons together, those with the fewest names first."""
        offered = self.match.options(self.seat)
        fits = self._named(answer) if answer else []
        if fits:
            names = _some([option.label for option in fits])
            print_wrapped(self.out, f"{names} can be chosen now.", indent=2, hang=2)
        barred = self._called(answer) if answer else self._like(offered)
        if len(barred) > MOST_BARRED:
            print_wrapped(self.out, "There is too much of it. Type w and words of a name.", indent=2)
            return
        found: dict[tuple[Reason, ...], list[str]] = {}
        for option in barred:
            reasons = self._reasons(option)
            if not reasons and answer:
                reasons = (Reason(self.match.phase.clauses[0], "it is not among the options of this decision"),)
            found.setdefault(reasons, []).append(option.label)
        found.pop((), None)
        if not found and not fits:
            self.out.print(f"  {'nothing is called so' if answer else 'nothing like these options is barred'}")
        groups = sorted(found.items(), key=lambda group: len(group[1]))
        for reasons, labels in groups[:MOST_REASONS]:
            print_wrapped(self.out, f"{_some(labels)}: {_cited(reasons)}", indent=2, hang=2)
        if len(groups) > MOST_REASONS:
            print_wrapped(self.out, "And more; type w and words of a name.", indent=2)

    def _reasons(self, option: Option) -> tuple[Reason, ...]:
        """What a ruleset says against an option; that it is out of the question altogether is a reason, too."""
        try:
            return self.match.reasons(self.seat, option)
        except Refusal as refusal:
            return (Reason(refusal.clause, refusal.what.removesuffix(f" [{refusal.clause}]")),)

    def _called(self, answer: str) -> list[Option]:
        """What is not offered and called by this number, name, or words of a name; like what is offered, if there is
        such a thing."""
        said, offered = answer.casefold(), {*self.match.options(self.seat)}
        if chosen := self.numbers.called(answer):
            return [] if chosen in offered else [chosen]
        everything = [option for option in self.match.rules.table if option not in offered]
        exact = [option for option in everything if answer == option.key or said in _names(option)]
        if exact:
            return exact
        for barred in (self._like(self.match.options(self.seat)), everything):
            if found := [option for option in barred if {*said.split()} <= {*_words(option)}]:
                return found
        return []

    def _like(self, offered: Sequence[Option]) -> list[Option]:
        """What is not offered but says the same kind of thing as what is, or as what was before in this order."""
        asked = (*self.numbers.options, *offered, *self.match.picks(self.seat))
        kinds = {frozenset(option.facts) for option in asked}
        known = {*offered}
        return [option for option in self.match.rules.table if option not in known and frozenset(option.facts) in kinds]


def _some(labels: Sequence[str]) -> str:
    """Names as markup, of many the first ones."""
    more = f" and {len(labels) - MOST_NAMES} more" if len(labels) > MOST_NAMES else ""
    return escape(", ".join(labels[:MOST_NAMES]) + more)


def _cited(reasons: Sequence[Reason]) -> str:
    """Reasons as markup, each with its clause."""
    return "; ".join(f"{escape(reason.text)} [dim]({escape(reason.clause)})[/]" for reason in reasons)


def _names(option: Option) -> tuple[str, str]:
    """What people call an option: its label, and the label without whom it is for, as in ``camel: turn right``."""
    label = option.label.casefold()
    return label, label.rpartition(": ")[2]


def _pieces(option: Option) -> list[str]:
    """The parts of a label and its words: what a person may have meant to type."""
    return [*re.split(r"[,:] ", option.label), *re.findall(r"[^\s,:]+", option.label)]


def _words(option: Option) -> list[str]:
    return [word.casefold() for word in re.findall(r"[^\s,:]+", option.label)]


def _begins_words(option: Option, said: str) -> bool:
    """Whether each word begins a word of the label, as ``9L2 cl`` does for ``9L2 turn left, speed 2, climb``."""
    words = _words(option)
    return all(any(word.startswith(part) for word in words) for part in said.split())


def show_table(out: Console, match: Match, viewer: Viewer) -> int:
    """The table as ``viewer`` sees it; says how many lines it took."""
    return print_text(out, "\n" + match.rules.ruleset.text(match.rules, match.view(viewer)))


def tell(out: Console, match: Match, events: Sequence[Event]) -> None:
    """Events as sentences, each with its clause."""
    rules = match.rules
    for event in events:
        sentence = rules.ruleset.say(rules, event)
        if sentence:
            print_wrapped(out, f"{escape(sentence)} [dim]{escape(event.rule)}[/]", indent=2, hang=2)


def news(events: Sequence[Event]) -> list[Event]:
    """Seals and openings go without saying while one plays, but for what was done by default."""
    silent = ("sealed", "order", "revealed")
    return [event for event in events if event.kind not in silent or "default" in event.facts]
