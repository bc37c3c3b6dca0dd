"""Plugins: what each hook brings, and that one that fails is named and takes no other down."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from pydantic import BaseModel, Field
from typer.testing import CliRunner

from aerodrome import hookspecs, plugins
from aerodrome.bots import RandomBot
from aerodrome.errors import AerodromeError
from aerodrome.events import Event
from aerodrome.hookspecs import hookimpl
from aerodrome.match import Match
from aerodrome.packs import DataPack, table
from aerodrome.phases import Phase
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Options, Ruleset
from aerodrome.scenarios import Scenario, SeatSpec
from aerodrome.testing import Walk
from aerodrome.visibility import REFEREE
from toys import HEALTHY, Toy
from toys.healthy import AIM, PHASES


@pytest.fixture(autouse=True)
def _nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def install(monkeypatch: pytest.MonkeyPatch, **entries: str) -> None:
    """Has these entry points found, and no others: values by name, such as ``module`` or ``module:attribute``."""
    found = [EntryPoint(name, value, plugins.GROUP) for name, value in entries.items()]
    monkeypatch.setattr(plugins, "entry_points", lambda group: found if group == plugins.GROUP else [])


def plugin(**hooks: Callable[..., Any]) -> Any:
    """An object that implements the hooks given."""
    return SimpleNamespace(**{f"aerodrome_{name}": hookimpl(hook) for name, hook in hooks.items()})


def brings(*rulesets: Any) -> Any:
    return plugin(rulesets=lambda: rulesets)


def load(**given: Any) -> Plugins:
    return Plugins.load(given.items())


def named(name: str, **changes: Any) -> Ruleset[Any]:
    """The toy under another name."""
    return HEALTHY.variant(**{"id": name, **changes})


def scenario(name: str, ruleset: str = "toy") -> Scenario:
    return Scenario(id=name, ruleset=ruleset, title=name, seats=(SeatSpec(id="red"), SeatSpec(id="blue")))


class Stubborn(RandomBot):
    pass


# ---- the hooks


def test_aerodrome_rulesets_brings_games() -> None:
    found = load(mine=brings(HEALTHY, named("other")))
    assert found.failures == []
    assert found.ruleset("toy") is HEALTHY
    assert found.brought_by == {"toy": "mine", "other": "mine"}
    assert found.reports["mine"].hooks == ["aerodrome_rulesets"]
    assert found.reports["mine"].source == "given"


def test_aerodrome_scenarios_adds_a_scenario_to_a_ruleset_of_another_plugin() -> None:
    extra = plugin(scenarios=lambda: [scenario("night")])
    found = load(extra=extra, mine=brings(HEALTHY))
    assert found.failures == []
    assert [one.id for one in found.ruleset("toy").scenarios] == ["trio", "pair", "night"]
    assert found.ruleset("toy").bind("night").seats == ("red", "blue")
    assert [one.id for one in HEALTHY.scenarios] == ["trio", "pair"]


def test_aerodrome_bots_brings_players_for_one_ruleset_or_for_all() -> None:
    extra = plugin(bots=lambda: {"toy": {"ace": Stubborn}, "*": {"calm": Stubborn}})
    found = load(mine=brings(HEALTHY), extra=extra)
    assert found.failures == []
    assert sorted(found.bots("toy")) == ["ace", "calm", "random"]
    assert sorted(found.bots("other")) == ["calm", "random"]
    assert isinstance(found.bot("toy", "ace"), Stubborn)
    assert found.bot("toy", "ace") is not found.bot("toy", "ace")
    with pytest.raises(AerodromeError, match="unknown bot 'acce' for toy") as caught:
        found.bot("toy", "acce")
    assert caught.value.remedy == "did you mean 'ace'?"


class Set(RandomBot):
    def __init__(self, setting: str = "") -> None:
        self.setting = setting

    @classmethod
    def with_setting(cls, setting: str) -> Set:
        return cls(setting)


def test_a_bot_may_take_a_setting_behind_its_name() -> None:
    found = load(mine=brings(HEALTHY), extra=plugin(bots=lambda: {"toy": {"set": Set, "ace": Stubborn}}))
    for name, setting in (("set:7", "7"), ("set:", ""), ("set", "")):
        bot = found.bot("toy", name)
        assert isinstance(bot, Set)
        assert bot.setting == setting
    with pytest.raises(AerodromeError, match="the bot 'ace' takes no setting"):
        found.bot("toy", "ace:7")


def test_aerodrome_data_packs_brings_folders(tmp_path: Path) -> None:
    folder = pack(tmp_path, "late-war")
    found = load(mine=brings(HEALTHY), extra=plugin(data_packs=lambda: [folder]))
    assert found.failures == []
    assert found.data_pack("late-war").folder == folder
    assert found.data_pack(str(folder)).header.id == "late-war"
    assert list(found.data_packs()) == ["late-war"]


def test_aerodrome_commands_adds_commands() -> None:
    def commands(app: typer.Typer) -> None:
        @app.command()
        def duel(count: int = 10) -> None:
            typer.echo(f"{count} duels")

        @app.command()
        def other() -> None: ...

    app = typer.Typer()
    load(mine=plugin(commands=commands)).add_commands(app)
    done = CliRunner().invoke(app, ["duel", "--count", "3"])
    assert (done.exit_code, done.stdout) == (0, "3 duels\n")


def test_aerodrome_metrics_hands_on_what_plugins_measure() -> None:
    found = load(mine=plugin(metrics=lambda: ["shots", "turns"]), other=plugin(metrics=lambda: ["hits"]))
    assert sorted(found.metrics()) == ["hits", "shots", "turns"]


def test_aerodrome_adapt_makes_a_variant() -> None:
    def adapt(ruleset: Ruleset[Any]) -> Ruleset[Any] | None:
        if ruleset.id != "toy":
            return None
        return ruleset.variant(id="toy-calm", title="Calm toy", phases=PHASES.replace(PHASES.by_id["aim"]))

    found = load(house=plugin(adapt=adapt), mine=brings(HEALTHY, named("other")))
    assert found.failures == []
    assert sorted(found.rulesets) == ["other", "toy", "toy-calm"]
    assert found.ruleset("toy") is HEALTHY
    assert found.brought_by["toy-calm"] == "house"
    match = Match.create(found.ruleset("toy-calm").bind("pair"), 1)
    assert match.view(0)["ruleset"] == "toy-calm"


def playing(found: Plugins) -> Match:
    """As the command line plays: the hooks are told."""
    match = Match.create(HEALTHY.bind(options={"short": True}), 1, listeners=(found.match_event,))
    found.match_started(match)
    walk = Walk(1)
    while match.pending:
        walk.decide(match)
    found.match_ended(match)
    return match


def test_aerodrome_match_started_is_told_the_first_decision() -> None:
    told: list[int] = []
    playing(load(mine=plugin(match_started=lambda match: told.append(match.decision))))
    assert told == [1]


def test_aerodrome_match_event_is_told_each_event() -> None:
    told: list[tuple[Match, Event]] = []
    match = playing(load(mine=plugin(match_event=lambda match, event: told.append((match, event)))))
    assert told == [(match, event) for event in match.log(REFEREE)]


def test_aerodrome_match_event_may_ask_for_the_event_alone() -> None:
    told: list[str] = []
    found = load(mine=plugin(match_event=lambda event: told.append(event.kind)))
    playing(found)
    assert found.failures == []
    assert told[-1] == "ended"


def test_aerodrome_match_ended_is_told_the_result() -> None:
    told: list[Any] = []
    match = playing(load(mine=plugin(match_ended=lambda match: told.append(match.result))))
    assert told == [match.result]
    assert match.result is not None


HOOKS = sorted(name for name in vars(hookspecs) if name.startswith("aerodrome_"))


def test_every_hook_has_a_test() -> None:
    tests = " ".join(re.findall(r"def test_(\w+)", Path(__file__).read_text(encoding="utf-8")))
    assert len(HOOKS) == 10
    assert [hook for hook in HOOKS if hook not in tests] == []


# ---- a plugin that fails is named and takes no other down


def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> str:
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, name, raising=False)
    return name


GOOD = """
from aerodrome.hookspecs import hookimpl
from toys import HEALTHY

@hookimpl
def aerodrome_rulesets():
    return [HEALTHY]
"""


def test_an_installed_plugin_is_found_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, good=module(tmp_path, monkeypatch, "a_good_plugin", GOOD))
    found = Plugins.load()
    assert found.failures == []
    assert found.brought_by == {"toy": "good"}
    assert found.reports["good"].source == "a_good_plugin"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        ("def broken(:", "SyntaxError: invalid syntax"),
        ("raise ValueError('bad\\n  day')", "ValueError: bad day"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("from aerodrome.errors import AerodromeError\nraise AerodromeError('no licence')", "no licence"),
    ],
)
def test_a_plugin_that_fails_when_it_is_imported_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, reason: str
) -> None:
    bad = module(tmp_path, monkeypatch, "a_bad_plugin", text)
    install(
        monkeypatch, bad=bad, good=module(tmp_path, monkeypatch, "a_good_plugin", GOOD), none="a_good_plugin:nothing"
    )
    found = Plugins.load()
    assert list(found.rulesets) == ["toy"]
    assert found.failures[0].startswith(f"plugin bad: cannot be loaded: {reason}")
    assert found.failures[1].startswith("plugin none: cannot be loaded: AttributeError")


def test_an_interrupt_while_plugins_are_loaded_is_not_swallowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, bad=module(tmp_path, monkeypatch, "a_bad_plugin", "raise KeyboardInterrupt"))
    with pytest.raises(KeyboardInterrupt):
        Plugins.load()


def raises(error: BaseException) -> Callable[..., Any]:
    def hook() -> Any:
        raise error

    return hook


@pytest.mark.parametrize("name", ["rulesets", "scenarios", "bots", "data_packs", "metrics"])
@pytest.mark.parametrize("error", [ValueError("bad day"), SystemExit(2)], ids=["error", "exit"])
def test_a_plugin_that_raises_in_a_hook_is_named(name: str, error: BaseException) -> None:
    found = load(bad=plugin(**{name: raises(error)}), mine=brings(HEALTHY))
    found.metrics()
    assert found.failures == [f"plugin bad: aerodrome_{name} failed: {type(error).__name__}: {error}"]
    assert list(found.rulesets) == ["toy"]


def test_an_observer_that_raises_is_named_once_and_the_match_goes_on() -> None:
    def observe(match: Match, event: Event) -> None:
        raise ValueError("bad day")

    told: list[Event] = []
    found = load(bad=plugin(match_event=observe), good=plugin(match_event=lambda event: told.append(event)))
    match = playing(found)
    assert match.over
    assert len(told) == len(match.log(REFEREE))
    assert found.failures == ["plugin bad: aerodrome_match_event failed: ValueError: bad day"]


def test_a_command_that_cannot_be_added_is_named() -> None:
    def commands(app: typer.Typer) -> None:
        raise ValueError("bad day")

    found = load(bad=plugin(commands=commands))
    found.add_commands(typer.Typer())
    assert found.failures == ["plugin bad: aerodrome_commands failed: ValueError: bad day"]


def test_a_misspelt_hook_is_not_passed_over_in_silence() -> None:
    found = load(bad=plugin(rulesetz=lambda: [named("other")], metrics=lambda: ["x"]), mine=brings(HEALTHY))
    (failure,) = found.failures
    assert failure.startswith("plugin bad: cannot be registered: ")
    assert "unknown hook 'aerodrome_rulesetz'" in failure
    assert found.metrics() == []
    assert list(found.rulesets) == ["toy"]
    assert found.reports["bad"].hooks == []


def test_a_hook_that_asks_for_too_much_is_refused() -> None:
    found = load(
        bad=plugin(match_ended=lambda match, weather: (match, weather), metrics=lambda: ["x"]), mine=brings(HEALTHY)
    )
    (failure,) = found.failures
    assert failure.startswith("plugin bad: cannot be registered: ")
    assert "weather" in failure
    assert found.metrics() == []
    assert list(found.rulesets) == ["toy"]


def test_two_plugins_of_one_name_are_both_there() -> None:
    found = Plugins.load([("mine", brings(HEALTHY)), ("mine", brings(named("other")))])
    assert sorted(found.reports) == ["mine", "mine'"]
    assert sorted(found.rulesets) == ["other", "toy"]


def test_one_object_given_twice_counts_once() -> None:
    mine = brings(HEALTHY)
    found = Plugins.load([("mine", mine), ("again", mine)])
    assert list(found.rulesets) == ["toy"]
    assert found.failures[0].startswith("plugin again: cannot be registered: ")


# ---- what a plugin may not bring


class NoTitle(Toy):
    title = ""


class Citing(Options):
    speed: int = Field(default=1, json_schema_extra={"clauses": ["TOY-NO-01"]})


class Wanting(Options):
    speed: int


REVEALS_BY_A_WORD: Phase[Any] = replace(PHASES.by_id["aim"], decision=replace(AIM, reveal="jointly"))  # type: ignore[arg-type]


def citing(clause: str) -> Scenario:
    return scenario("a", "other").model_copy(update={"clauses": (clause,)})


@pytest.mark.parametrize(
    ("brought", "says"),
    [
        ([Toy], "is not a Ruleset"),
        (["toy"], "'toy' is not a Ruleset"),
        (7, "TypeError: 'int' object is not iterable"),
        ([NoTitle()], "ruleset 'toy' has no title"),
        ([named("other", scenarios=())], "ruleset 'other' has no scenarios"),
        ([named("")], "Toy has the id '': it must be lower-case words with dashes"),
        ([named("", id=5)], "Toy has the id 5: it must be"),
        ([named("High Noon")], "Toy has the id 'High Noon': it must be"),
        ([named("other", version=1)], "ruleset 'other' has as its version 1, not text"),
        ([named("other", scenarios=list(HEALTHY.scenarios))], "has as its scenarios [Scenario("),
        ([named("other", scenarios=("pair",))], "ruleset 'other' has 'pair' among its scenarios"),
        (
            [named("other", scenarios=(scenario("a", "third"),))],
            "ruleset 'other' has a scenario 'a' that is for 'third'",
        ),
        ([named("other", scenarios=(scenario("a", "other"),) * 2)], "ruleset 'other' has 2 scenarios called 'a'"),
        ([named("other", scenarios=(citing("TOY-NO-01"),))], "a scenario 'a' that cites unknown clauses: TOY-NO-01"),
        ([named("other", options_model=BaseModel)], "not a subclass of Options"),
        ([named("other", options_model=Wanting)], "ruleset 'other' has options without a default: speed"),
        ([named("other", options_model=Citing)], "ruleset 'other' has options that cite unknown clauses: TOY-NO-01"),
        ([named("other", position_model=Wanting)], "not a subclass of Position"),
        ([named("other", rows={"cards": BaseModel})], "ruleset 'other' has rows 'cards'"),
        ([named("other", rows={"cards.csv": dict})], "ruleset 'other' has rows 'cards.csv'"),
        (
            [named("other", phases=PHASES.replace(Phase("end", "End", "TOY-END-01")))],  # type: ignore[arg-type]
            "ruleset 'other' names the clauses of phase 'end' as 'TOY-END-01', not as a tuple",
        ),
        (
            [
                named(
                    "other",
                    phases=PHASES.replace(REVEALS_BY_A_WORD),
                )
            ],
            "ruleset 'other' reveals phase 'aim' by 'jointly', not by a Reveal",
        ),
        (
            [named("other", phases=PHASES.replace(Phase("end", "End", ("TOY-END-99",))))],
            "ruleset 'other' has phases that cite unknown clauses: TOY-END-99",
        ),
    ],
)
def test_what_is_no_sound_ruleset_is_refused(brought: Any, says: str) -> None:
    found = load(bad=plugin(rulesets=lambda: brought), mine=brings(named("good")))
    (failure,) = found.failures
    assert failure.startswith("plugin bad: aerodrome_rulesets failed: ")
    assert says in failure
    assert list(found.rulesets) == ["good"]


def test_two_plugins_with_one_ruleset_id_are_both_refused_and_named() -> None:
    found = load(one=brings(HEALTHY, named("first")), two=brings(Toy()), three=brings(named("third")))
    assert sorted(found.rulesets) == ["first", "third"]
    assert found.disputed == {"toy": ["one", "two"]}
    assert found.failures == [
        "plugin one: ruleset 'toy' is brought by two as well: it is refused",
        "plugin two: ruleset 'toy' is brought by one as well: it is refused",
    ]
    with pytest.raises(AerodromeError, match="ruleset 'toy' is brought by several plugins: one, two") as caught:
        found.ruleset("toy")
    assert caught.value.remedy == "uninstall all but one of them"


def test_a_plugin_that_brings_an_id_twice_is_told_so() -> None:
    found = load(mine=brings(HEALTHY, Toy()))
    assert found.rulesets == {}
    assert found.failures == ["plugin mine: ruleset 'toy' is brought by itself, twice as well: it is refused"]


def test_a_ruleset_that_is_not_there_is_named_with_what_failed() -> None:
    found = load(bad=plugin(rulesets=raises(ValueError("bad day"))), mine=brings(HEALTHY))
    with pytest.raises(AerodromeError, match="unknown ruleset 'toi'; plugin bad: aerodrome_rulesets failed") as caught:
        found.ruleset("toi")
    assert caught.value.expected == "one of toy"


# ---- house rules


def adapting(adapt: Callable[[Ruleset[Any]], Any]) -> Plugins:
    def hook(ruleset: Ruleset[Any]) -> Any:
        return adapt(ruleset)

    return load(house=plugin(adapt=hook), mine=brings(HEALTHY))


@pytest.mark.parametrize("adapt", [lambda ruleset: ruleset, lambda ruleset: ruleset.variant(title="Mine")])
def test_house_rules_need_an_id_of_their_own(adapt: Callable[[Ruleset[Any]], Any]) -> None:
    found = adapting(adapt)
    assert found.failures == [
        "plugin house: aerodrome_adapt failed: house rules for 'toy' need an id of their own",
    ]
    assert found.ruleset("toy") is HEALTHY


def test_house_rules_cannot_change_the_ruleset_that_they_are_shown() -> None:
    def spoil(ruleset: Ruleset[Any]) -> None:
        ruleset.title = "Spoilt"
        ruleset.id = "spoilt"

    toy = Toy()
    found = load(house=plugin(adapt=lambda ruleset: spoil(ruleset)), mine=brings(toy))
    assert found.ruleset("toy") is toy
    assert (toy.id, toy.title) == ("toy", "Toy")


def test_house_rules_with_the_id_of_another_ruleset_are_disputed() -> None:
    def adapt(ruleset: Ruleset[Any]) -> Any:
        return ruleset.variant(id="other") if ruleset.id == "toy" else None

    found = load(house=plugin(adapt=adapt), mine=brings(HEALTHY, named("other")))
    assert found.disputed == {"other": ["mine", "house"]}
    assert list(found.rulesets) == list(found.brought_by) == ["toy"]


def test_house_rules_take_bots_packs_and_scenarios_with_them(tmp_path: Path) -> None:
    def adapt(ruleset: Ruleset[Any]) -> Any:
        return ruleset.variant(id="toy-calm")

    extra = plugin(
        bots=lambda: {"toy": {"ace": Stubborn}, "toy-calm": {"calm": Stubborn}},
        scenarios=lambda: [scenario("night"), scenario("dawn", "toy-calm")],
    )
    found = load(house=plugin(adapt=adapt), extra=extra, mine=brings(Carded()))
    assert found.failures == []
    calm = found.ruleset("toy-calm")
    assert calm.based_on == "toy"
    assert [one.id for one in calm.scenarios] == ["trio", "pair", "night", "dawn"]
    assert sorted(found.bots("toy-calm")) == ["ace", "calm", "random"]
    assert sorted(found.bots("toy")) == ["ace", "random"]
    assert calm.bind(packs=[DataPack.read(pack(tmp_path, "late-war"))]).packs == ("late-war",)


def test_house_rules_are_not_adapted_again() -> None:
    seen: list[str] = []

    def adapt(ruleset: Ruleset[Any]) -> Any:
        seen.append(ruleset.id)
        return ruleset.variant(id=ruleset.id + "-x")

    load(house=plugin(adapt=adapt), mine=brings(HEALTHY))
    assert seen == ["toy"]


# ---- clashes


def clash(*others: Any) -> Plugins:
    return Plugins.load([("mine", brings(HEALTHY)), *((f"p{number}", other) for number, other in enumerate(others))])


def test_a_scenario_with_an_id_that_is_taken_is_refused() -> None:
    found = clash(
        plugin(scenarios=lambda: [scenario("trio")]),
        plugin(scenarios=lambda: [scenario("night")]),
        plugin(scenarios=lambda: [scenario("night")]),
    )
    assert found.failures == [
        "plugin p0: aerodrome_scenarios failed: toy has a scenario 'trio' already",
        "plugin p2: aerodrome_scenarios failed: toy has a scenario 'night' already",
    ]
    assert [one.id for one in found.ruleset("toy").scenarios] == ["trio", "pair", "night"]


def test_a_scenario_for_a_ruleset_that_is_not_there_is_refused() -> None:
    (failure,) = clash(plugin(scenarios=lambda: [scenario("night", "chess")])).failures
    assert failure.startswith("plugin p0: aerodrome_scenarios failed: unknown ruleset 'chess'")


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        ({"toy": {"ace": RandomBot}}, {"toy": {"ace": Stubborn}}, "there is a bot 'ace' for toy already"),
        ({"*": {"ace": RandomBot}}, {"toy": {"ace": Stubborn}}, "there is a bot 'ace' for toy already"),
        ({"toy": {"ace": RandomBot}}, {"*": {"ace": Stubborn}}, "there is a bot 'ace' for * already"),
        ({}, {"*": {"random": Stubborn}}, "there is a bot 'random' for * already"),
        ({}, {"toy": {"random": Stubborn}}, "there is a bot 'random' for toy already"),
    ],
)
def test_a_bot_with_a_name_that_is_taken_is_refused(first: Any, second: Any, says: str) -> None:
    found = clash(plugin(bots=lambda: first), plugin(bots=lambda: second))
    assert found.failures == [f"plugin p1: aerodrome_bots failed: {says}"]
    assert Stubborn not in found.bots("toy").values()


def test_a_bot_for_a_ruleset_that_is_not_there_is_refused() -> None:
    found = clash(plugin(bots=lambda: {"chess": {"ace": Stubborn}}))
    assert found.failures == ["plugin p0: aerodrome_bots failed: it brings bots for 'chess', which no plugin brings"]


def test_what_is_no_scenario_is_refused() -> None:
    (failure,) = clash(plugin(scenarios=lambda: ["night"])).failures
    assert failure == "plugin p0: aerodrome_scenarios failed: 'night' is not a Scenario"


def test_a_data_pack_with_an_id_that_is_taken_is_refused(tmp_path: Path) -> None:
    one, two = pack(tmp_path / "one", "late-war"), pack(tmp_path / "two", "late-war")
    found = clash(plugin(data_packs=lambda: [one]), plugin(data_packs=lambda: [two]))
    assert found.failures == [f"plugin p1: aerodrome_data_packs failed: {two}: there is a data pack 'late-war' already"]
    assert found.data_pack("late-war").folder == one


# ---- data packs

CSV = "id,copies\nlow,4\nhigh,2\n"


def pack(folder: Path, name: str, *, ruleset: str = "toy", tables: Iterable[str] = ("cards.csv",)) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(f"id: {name}\nruleset: {ruleset}\ntitle: {name}\nsource: printed\n")
    for file in tables:
        (folder / file).write_text(CSV)
    return folder


class CardRow(BaseModel):
    id: str
    copies: int


class Carded(Toy):
    """A toy that reads a table."""

    rows = {"cards.csv": CardRow}


def test_a_pack_stands_in_for_a_table_of_the_ruleset(tmp_path: Path) -> None:
    own = tmp_path / "own" / "cards.csv"
    own.parent.mkdir()
    own.write_text("id,copies\nown,1\n")
    first = DataPack.read(pack(tmp_path / "first", "first"))
    assert [row.id for row in table(own, CardRow, [])] == ["own"]
    assert [row.id for row in table(own, CardRow, [first])] == ["low", "high"]
    second = DataPack.read(pack(tmp_path / "second", "second"))
    (tmp_path / "second" / "cards.csv").write_text("id,copies\nlast,1\n")
    assert [row.id for row in table(own, CardRow, [first, second])] == ["last"]
    assert Carded().bind(packs=[first, second]).packs == ("first", "second")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"ruleset": "chess"}, "this data pack is for 'chess', not for 'toy'"),
        ({"tables": ["cards.csv", "planes.csv"]}, "toy reads no table planes.csv"),
        ({"tables": []}, "the pack brings no table"),
    ],
)
def test_a_pack_that_does_not_fit_is_refused(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    found = DataPack.read(pack(tmp_path, "late-war", **changes))
    with pytest.raises(AerodromeError, match=says) as caught:
        Carded().bind(packs=[found])
    assert str(tmp_path) in caught.value.where


def test_a_folder_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AerodromeError, match=r"a data pack needs a pack\.yaml"):
        DataPack.read(tmp_path)
    with pytest.raises(AerodromeError, match="there is no such folder"):
        load().data_pack(str(tmp_path / "none"))
    (tmp_path / "pack.yaml").write_text("id: Late War\nruleset: toy\n")
    with pytest.raises(AerodromeError) as caught:
        DataPack.read(tmp_path)
    assert f"{tmp_path / 'pack.yaml'}:1 (id)" in str(caught.value)
    assert "(source): this is missing" in str(caught.value)
