"""What a ruleset is: the class that a plugin's author fills in.

`Ruleset` is the description (id, phases, catalogue, options) with the functions that the engine calls. `Rules` is a
ruleset made ready for one kind of match: scenario, options and data bound, tables computed, immutable, shared by every
match and clone that is played with it.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from inspect import get_annotations
from math import exp, isfinite
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from aerodrome.canonical import Json, digest
from aerodrome.catalogue import Catalogue
from aerodrome.chance import Chance
from aerodrome.deeds import Deed
from aerodrome.documents import Document, validated
from aerodrome.errors import AerodromeError
from aerodrome.events import ENGINE_KINDS, Event
from aerodrome.orders import Option
from aerodrome.packs import DataPack, check_for
from aerodrome.phases import PhaseGraph
from aerodrome.scenarios import Scenario
from aerodrome.scene import Scene
from aerodrome.umpire import Umpire
from aerodrome.visibility import REFEREE, Part, Viewer, part, project


def _dashed(name: str) -> str:
    return name.replace("_", "-")


class Options(BaseModel):
    """Base of a ruleset's options. ``ten_point`` is written ``ten-point``; every option needs a default.

    The ``json_schema_extra`` of a field may name ``clauses`` that the option touches beside those of its scope, and say
    in ``meanings`` what each choice means.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=_dashed, populate_by_name=True)

    def written(self) -> dict[str, Json]:
        """The options as people write them, those at their default included."""
        return self.model_dump(mode="json", by_alias=True)

    def chosen(self) -> dict[str, Json]:
        """The options that differ from their default."""
        default = type(self)().written()
        return {name: value for name, value in self.written().items() if default[name] != value}


class Position(BaseModel):
    """Base of a ruleset's positions, as situation files write them. What is left out is as in a fresh match."""

    model_config = ConfigDict(extra="forbid")
    phase: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. ``winner`` is a team's name, ``None`` for a draw; ``scores`` by seat name."""

    winner: str | None
    scores: dict[str, float]
    rule: str
    reason: str

    def to_json(self) -> dict[str, Json]:
        return {"winner": self.winner, "scores": dict(self.scores), "rule": self.rule, "reason": self.reason}


@dataclass(eq=False)
class Rules:
    """A ruleset with scenario, options and data bound. Subclass it for the tables that your code looks things up in.

    Attributes:
        seats: the seats' ids; everywhere else a seat is its index here.
        team_names: the teams, in the order of their first seats; ``teams`` gives each seat the index of its own.
        table: every option that can ever be chosen; an option's code is its index.
        data: the data in force, as JSON: its digest goes into every match file.
        packs: ids of the data packs in force.
    """

    ruleset: Ruleset[Any]
    scenario: Scenario
    options: Options
    table: tuple[Option, ...]
    data: Json
    seats: tuple[str, ...] = field(init=False)
    team_names: tuple[str, ...] = field(init=False)
    teams: tuple[int, ...] = field(init=False)
    by_key: dict[str, Option] = field(init=False, repr=False)
    packs: tuple[str, ...] = field(default=(), init=False)
    data_digest: str = field(init=False)

    def __init_subclass__(cls) -> None:
        taken = {"seats", "team_names", "teams", "by_key", "packs", "data_digest"} & set(get_annotations(cls))
        if taken:
            raise TypeError(f"{cls.__name__} may not have a field {min(taken)!r}: the base class Rules fills it itself")

    def __post_init__(self) -> None:
        self.seats = tuple(seat.id for seat in self.scenario.seats)
        self.team_names = tuple(dict.fromkeys(seat.side for seat in self.scenario.seats))
        self.teams = tuple(self.team_names.index(seat.side) for seat in self.scenario.seats)
        self.by_key = {option.key: option for option in self.table}
        self.data_digest = digest(self.data)

    def team_name(self, seat: int) -> str:
        return self.scenario.seats[seat].side

    def fault_of(self, result: Any) -> str:
        """What is wrong with a result, in words; empty if nothing is."""
        if not isinstance(result, Result):
            return f"it is {result!r}, not a Result"
        if result.winner is not None and result.winner not in self.team_names:
            return f"the winner {result.winner!r} is no team of the scenario"
        scores = result.scores
        if len(scores) != len(self.seats) or not all(map(scores.__contains__, self.seats)):
            return f"it gives scores to {', '.join(result.scores) or 'nobody'}, not to {', '.join(self.seats)}"
        if not all(map(isfinite, scores.values())):
            return f"a score is not a finite number: {result.scores}"
        return "" if result.rule in self.ruleset.catalogue else f"it cites {result.rule!r}, which does not exist"

    def side_title(self, side: str) -> str:
        """A team as people call it: the title of its seat; of several seats, the team's own name."""
        titles = [seat.title or seat.id for seat in self.scenario.seats if seat.side == side]
        return titles[0] if len(titles) == 1 else side.replace("-", " ").capitalize()

    def seat_number(self, name: str) -> int:
        """The number of the seat called ``name``.

        Raises:
            AerodromeError: the scenario has no such seat.
        """
        if name not in self.seats:
            raise AerodromeError(f"there is no seat {name!r}", expected="one of " + ", ".join(self.seats))
        return self.seats.index(name)


R = TypeVar("R", bound=Rules)


@part
class State(Part, Generic[R]):
    """Base of a ruleset's state. ``rules`` is shared, never copied and never shown."""

    rules: R


S = TypeVar("S", bound=State[Any])


class Ruleset(ABC, Generic[S]):
    """A game. One instance a plugin; it holds no match.

    Attributes:
        id: as on the command line, such as ``blue-max``.
        version: of these rules; raise it when an old match file would play on differently.
        summary: what the game is like, in a sentence or two.
        guide: for somebody who plays it for the first time: how one wins, and how the table in `text` reads. It stands
            behind ``?`` in the terminal.
        scoring: what the scores of a result count, in a few words: ``Victory cards won``.
        geometry: what a place is, in a few words, such as ``hexes``; empty for a game without places.
        orders: how many orders a player decides on in a usual match of the standard scenario; 0: nobody has counted.
        phases: the turn machine.
        catalogue: the clauses that orders and events cite.
        scenarios: at least one; the first is the standard one.
        rows: by file name, the model of a row of each data table that a data pack may bring.
        situations: folder of situation files that travel with the plugin, if any.
        based_on: for house rules, the id of the ruleset that they change: its data packs and bots fit them too.
    """

    id: str
    title: str
    version: str
    summary: str = ""
    guide: str = ""
    scoring: str = ""
    geometry: str = ""
    orders: int = 0
    phases: PhaseGraph[S]
    catalogue: Catalogue
    scenarios: tuple[Scenario, ...]
    options_model: type[Options] = Options
    position_model: type[Position] = Position
    rows: Mapping[str, type[BaseModel]] = {}
    situations: Path | None = None
    based_on: str = ""

    LIMIT: ClassVar[int] = 20_000
    """Decisions after which the conformance kit calls a random match endless."""

    # ---- making a match

    @abstractmethod
    def prepare(self, scenario: Scenario, options: Any, packs: Sequence[DataPack]) -> Rules:
        """Binds scenario, options (an instance of ``options_model``) and data packs."""

    @abstractmethod
    def setup(self, rules: Any, umpire: Umpire) -> S:
        """The state in which the first phase is entered."""

    @abstractmethod
    def result(self, state: S) -> Result:
        """How the match ended; asked once, in an end phase."""

    def rounds(self, state: S) -> int:
        """Rounds (turns, dogfights) begun so far; 0 for a game that has none."""
        return 0

    # ---- what people see; all of it from the public rules and a viewer's projection

    def text(self, rules: Any, view: dict[str, Any]) -> str:
        """The table as text for a terminal, from a view."""
        return _outline(view["state"])

    def scene(self, rules: Any, view: dict[str, Any]) -> Scene:
        """The table as a picture, from a view. Without one of its own, a ruleset shows its text."""
        return Scene.of_text(self.text(rules, view), self.title)

    def remark(self, rules: Any, view: dict[str, Any], option: Option) -> str:
        """What an option would lead to as the table stands, in a few words beside its label: where a maneuver ends."""
        return ""

    def warning(self, rules: Any, view: dict[str, Any], option: Option) -> str:
        """What a person may not mean to bring about with a legal option, in a few words: ``it leads off the map``.

        Empty, as here, for an option that may be chosen without a second thought. The terminal repeats a warning and
        asks once more before such an order is sealed; it picks nothing of the kind by itself, even where there is
        nothing else.
        """
        return ""

    def prompt(self, rules: Any, view: dict[str, Any], options: Sequence[Option]) -> str:
        """What the viewer is asked right now, in a few words for the line on which it answers: for which aircraft of
        several, how many picks are still to come. ``view["picks"]`` holds its picks so far.

        What stands before the first comma or a counter (``1 of 3``) says for whom or what: where that changes within an
        order, the terminal numbers the options anew.

        Without words of its own, a ruleset says whom all options are for, where labels begin as ``camel: turn right``.
        """
        whose = {option.label.rpartition(": ")[0] for option in options}
        return whose.pop() if len(whose) == 1 else ""

    def say(self, rules: Rules, event: Event, viewer: Viewer | None = None) -> str:
        """Any event as a sentence, as the viewer may see it: the engine's own here, the ruleset's by `sentence`.

        For the referee, who sees everything, what only some seats were told says whom it speaks to.
        """
        titles = {seat.id: seat.title or seat.id for seat in rules.scenario.seats}
        if event.kind not in ENGINE_KINDS:
            said = self.sentence(rules, event)
            told = [titles[rules.seats[seat]] for seat in event.to or ()]
            return f"{' and '.join(told)}, in secret: {said}" if told and viewer == REFEREE else said
        facts: dict[str, Any] = event.facts
        if event.kind == "sealed":
            return f"The order of {titles[facts['seat']]} is sealed{' by default' if 'default' in facts else ''}."
        if event.kind == "order":
            return f"{titles[facts['seat']]} chose: {_labels(rules, facts['picks'])}."
        if event.kind == "revealed":
            shown = [f"{titles[seat]}: {_labels(rules, order['picks'])}" for seat, order in facts["orders"].items()]
            return f"Revealed: {'; '.join(shown)}."
        return f"The match is over: {facts['reason']}. {_winner(rules, facts['winner'])}."

    def sentence(self, rules: Any, event: Event) -> str:
        """An event of this ruleset as a sentence; events come as the viewer may see them."""
        facts = ", ".join(f"{name} {_short(value)}" for name, value in event.facts.items())
        return f"{event.kind.replace('-', ' ')}{': ' if facts else ''}{facts}"

    def highlights(self, rules: Any, view: dict[str, Any], events: Sequence[Event]) -> Sequence[Event]:
        """Which of the events since the viewer was last asked are worth telling it without being asked for: all, as
        here, unless the match goes on for long without the viewer."""
        return events

    # ---- beside other systems

    def deeds(self, rules: Any, log: Sequence[Event]) -> Iterable[Deed]:
        """What a match comes to in the common words of air combat, from the referee's log of it.

        A ruleset without a translation has no shots or losses in a comparison; everything else is compared.
        """
        return ()

    def duel(self, first: str, second: str) -> Scenario:
        """The standard scenario for two aircraft, one a seat, by their ids in the register of aircraft.

        A game whose scenarios name no aircraft plays its own standard scenario.

        Raises:
            AerodromeError: no scenario of the ruleset seats two aircraft. Whether it knows these two, `bind` says.
        """
        if not any(seat.aircraft for scenario in self.scenarios for seat in scenario.seats):
            return self.scenarios[0]
        for scenario in self.scenarios:
            if [len(seat.aircraft) for seat in scenario.seats] == [1, 1]:
                seats = tuple(
                    seat.model_copy(update={"aircraft": (aircraft,)})
                    for seat, aircraft in zip(scenario.seats, (first, second), strict=True)
                )
                title = f"{first} against {second}"
                return scenario.model_copy(update={"id": "a-duel", "title": title, "summary": "", "seats": seats})
        raise AerodromeError(f"{self.id} has no scenario for two aircraft, one a seat")

    # ---- positions, search, releases

    def place(self, state: S, position: Any) -> None:
        """Writes a position (an instance of ``position_model``) over a fresh state.

        Raises:
            AerodromeError: the position cannot be.
        """
        if position.model_fields_set - {"phase"}:
            raise AerodromeError(f"{self.id} does not take positions")

    def determinize(self, state: S, seat: int, chance: Chance) -> None:
        """Redraws, in place, what ``seat`` cannot know, so that it agrees with all that the seat does know.

        A ruleset in which nothing is hidden needs none.
        """
        teams = state.rules.teams
        if project(state, seat, teams) != project(state, REFEREE, teams):
            raise AerodromeError(f"{self.id} has no determinize", remedy="write one to use search bots")

    def prospects(self, state: S) -> Sequence[float] | None:
        """How likely each team is to win, roughly, in the order of ``Rules.team_names``; the numbers add up to 1.

        For search bots: with it they need not play every thought to its end. They ask it of imagined matches alone, so
        it may look at everything. ``None``, as here: nothing is known about that.
        """
        return None

    def migrate(self, version: str, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Match-file records of an older ``version`` as this version would have written them."""
        return records

    # ---- the same for every ruleset

    def variant(self, **changes: Any) -> Self:
        """A copy with attributes replaced: house rules. It needs an id of its own; the scenarios follow it there."""
        if "id" in changes and "scenarios" not in changes:
            changes["scenarios"] = tuple(s.model_copy(update={"ruleset": changes["id"]}) for s in self.scenarios)
        made = copy.copy(self)
        for name, value in changes.items():
            if not hasattr(self, name):
                raise AerodromeError(f"a ruleset has no {name!r}")
            setattr(made, name, value)
        return made

    def scenario(self, name: str | None = None) -> Scenario:
        """The scenario called ``name``, the standard one without a name."""
        if name is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.id == name:
                return scenario
        raise unknown("scenario", name, [scenario.id for scenario in self.scenarios], f"of {self.id}")

    def option_fields(self) -> dict[str, Any]:
        """The fields of the options model by the names that people write."""
        return {info.alias or name: info for name, info in self.options_model.model_fields.items()}

    def option_clauses(self, name: str) -> list[str]:
        """The clauses of an option: those of its scope in the catalogue, then those that its field names."""
        scope = self.catalogue.scopes().get(f"option:{name}", [])
        extra = self.option_fields()[name].json_schema_extra
        return [*scope, *((extra.get("clauses") or ()) if isinstance(extra, dict) else ())]

    def read_options(self, written: Mapping[str, Any], where: str = "options") -> Options:
        """Options as people write them.

        Raises:
            AerodromeError: an unknown option or an impossible value.
        """
        names = list(self.option_fields())
        for name in written:
            if name not in names and name.replace("-", "_") not in self.options_model.model_fields:
                raise unknown("option", name, names, f"of {self.id}")
        return validated(self.options_model, Document(where, dict(written)))

    def bind(
        self,
        scenario: Scenario | str | None = None,
        options: Mapping[str, Any] | None = None,
        packs: Sequence[DataPack] = (),
    ) -> Rules:
        """This ruleset made ready for matches. ``options`` are laid over those of the scenario.

        Raises:
            AerodromeError: an unknown scenario or option, a scenario or data pack that does not fit.
        """
        found = scenario if isinstance(scenario, Scenario) else self.scenario(scenario)
        if found.ruleset != self.id:
            raise AerodromeError(f"scenario {found.id!r} is for {found.ruleset!r}, not for {self.id!r}")
        for clause in found.clauses:
            if clause not in self.catalogue:
                raise AerodromeError(f"scenario {found.id!r} cites {clause!r}, which {self.id} does not have")
        check_for(packs, (self.id, self.based_on), list(self.rows))
        rules = self.prepare(found, self.read_options({**found.options, **(options or {})}), packs)
        rules.packs = tuple(pack.header.id for pack in packs)
        return rules


def odds(lead: float) -> tuple[float, float]:
    """The chances of two teams of which the first is ahead by ``lead``: 0 is even, 1 is 73 percent, 3 is 95 percent."""
    first = 1.0 / (1.0 + exp(-lead))
    return first, 1.0 - first


def unknown(what: str, name: str, known: Sequence[str], of: str = "") -> AerodromeError:
    """The error for a name that nobody has: says what there is and what was probably meant."""
    near = get_close_matches(name, known, 1)
    expected = "one of " + ", ".join(known) if known else f"there is no {what} {of}".rstrip()
    return AerodromeError(
        f"unknown {what} {name!r}{' ' + of if of else ''}",
        expected=expected,
        remedy=f"did you mean {near[0]!r}?" if near else "",
    )


def _labels(rules: Rules, keys: Sequence[str]) -> str:
    return ", ".join(rules.by_key[key].label if key in rules.by_key else key for key in keys)


def _winner(rules: Rules, side: str | None) -> str:
    return "A draw" if side is None else f"Winner: {rules.side_title(side)}"


def _short(value: Json) -> str:
    if isinstance(value, list):
        return " and ".join(_short(item) for item in value) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_short(item)}" for key, item in value.items())
    return str(value)


def _outline(value: Any, indent: int = 0) -> str:
    lines = []
    for key, item in value.items():
        name = key.replace("_", " ")
        if isinstance(item, dict):
            lines.append(f"{'  ' * indent}{name}")
            lines.append(_outline(item, indent + 1))
        else:
            lines.append(f"{'  ' * indent}{name}: {_short(item)}")
    return "\n".join(line for line in lines if line)
