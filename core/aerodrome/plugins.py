"""Finding plugins and asking them: a typed façade over pluggy.

Nothing is loaded when this module is imported. A plugin that fails, in its import or in a hook, is named with its
reason and never takes the others down. Where two plugins bring the same id, neither is chosen: the id is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

from aerodrome import hookspecs
from aerodrome.bots import GENERAL_BOTS, Bot
from aerodrome.errors import AerodromeError
from aerodrome.events import Event
from aerodrome.match import Match
from aerodrome.packs import DataPack
from aerodrome.ruleset import Ruleset, unknown
from aerodrome.scenarios import Scenario
from aerodrome.soundness import faults

if TYPE_CHECKING:
    import typer

GROUP = "aerodrome"


@dataclass
class PluginReport:
    """One plugin: where it comes from, which hooks it implements, and what went wrong, if anything."""

    name: str
    source: str
    hooks: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Plugins:
    """All plugins that were found, and what they brought.

    Attributes:
        reports: one for each plugin, failed ones included.
        rulesets: by id; ids that two plugins bring are left out and stand in ``disputed``.
        brought_by: name of the plugin behind each ruleset.
        commands: name of the plugin behind each command that a plugin added.
    """

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager(hookspecs.PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self.reports: dict[str, PluginReport] = {}
        self.rulesets: dict[str, Ruleset[Any]] = {}
        self.brought_by: dict[str, str] = {}
        self.disputed: dict[str, list[str]] = {}
        self.commands: dict[str, str] = {}
        self._bots: dict[str, dict[str, type[Bot]]] = {"*": dict(GENERAL_BOTS)}
        self._packs: dict[str, DataPack] = {}

    @classmethod
    def load(cls, extra: Iterable[tuple[str, Any]] = ()) -> Plugins:
        """Finds the installed plugins, loads them and asks what they bring.

        Args:
            extra: plugins that are not installed, as pairs of name and object.
        """
        plugins = cls()
        for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
            plugins._load_entry(entry)
        for name, plugin in extra:
            plugins._register(name, "given", plugin)
        plugins._gather()
        return plugins

    # ---- loading

    def _load_entry(self, entry: EntryPoint) -> None:
        source = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
        try:
            plugin = entry.load()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            self._report(entry.name, source).failures.append(f"cannot be loaded: {_reason(error)}")
            return
        self._register(entry.name, source, plugin)

    def _report(self, name: str, source: str) -> PluginReport:
        while name in self.reports:
            name += "'"
        return self.reports.setdefault(name, PluginReport(name, source))

    def _register(self, name: str, source: str, plugin: Any) -> None:
        report = self._report(name, source)
        try:
            self._manager.register(plugin, report.name)
            self._manager.check_pending()
        except Exception as error:
            report.failures.append(f"cannot be registered: {_reason(error)}")
            if self._manager.has_plugin(report.name):
                self._manager.unregister(name=report.name)
            return
        report.hooks = sorted(caller.name for caller in self._manager.get_hookcallers(plugin) or ())

    def _ask(self, hook: str, ask: Callable[[Any], Any], **arguments: Any) -> None:
        """Calls one hook plugin by plugin and hands each answer to ``ask`` with the plugin's name; failures are
        written to the plugin's report."""
        for implementation in list(getattr(self._manager.hook, hook).get_hookimpls()):
            given = {name: arguments[name] for name in implementation.argnames}
            with self._noting(implementation.plugin_name, hook):
                answer = implementation.function(**given)
                if answer is not None:
                    ask((implementation.plugin_name, answer))

    @contextmanager
    def _noting(self, plugin: str, hook: str) -> Iterator[None]:
        """What fails in here is written to the plugin's report, once."""
        try:
            yield
        except (Exception, SystemExit) as error:
            failure = f"{hook} failed: {_reason(error)}"
            if failure not in self.reports[plugin].failures:
                self._fail(plugin, failure)

    def _gather(self) -> None:
        brought: dict[str, list[tuple[str, Ruleset[Any]]]] = {}

        def take(answer: tuple[str, Iterable[Ruleset[Any]]]) -> None:
            plugin, rulesets = answer
            for ruleset in rulesets:
                _check_ruleset(ruleset)
                brought.setdefault(ruleset.id, []).append((plugin, ruleset))

        self._ask("aerodrome_rulesets", take)
        self._settle(brought)
        scenarios: list[tuple[str, Scenario]] = []
        self._ask("aerodrome_scenarios", partial(_take_scenarios, scenarios))
        late = [pair for pair in scenarios if not self._take_scenario(*pair)]
        for ruleset in list(self.rulesets.values()):
            self._ask("aerodrome_adapt", partial(_take_variant, take, ruleset), ruleset=ruleset.variant())
        self._settle(brought)
        for plugin, scenario in late:
            if not self._take_scenario(plugin, scenario):
                known = unknown("ruleset", scenario.ruleset, sorted(self.rulesets)).what
                self._fail(plugin, f"aerodrome_scenarios failed: {known}")
        self._ask("aerodrome_bots", self._take_bots)
        self._ask("aerodrome_data_packs", self._take_packs)

    def _settle(self, brought: dict[str, list[tuple[str, Ruleset[Any]]]]) -> None:
        """Takes in the rulesets that are not known yet; an id that two plugins bring is refused."""
        for name, pairs in sorted(brought.items()):
            if len(pairs) > 1 and name not in self.disputed:
                self.rulesets.pop(name, None)
                self.brought_by.pop(name, None)
                self._dispute(name, [plugin for plugin, _ in pairs])
            elif len(pairs) == 1 and name not in self.rulesets:
                self.brought_by[name], self.rulesets[name] = pairs[0]

    def _fail(self, plugin: str, failure: str) -> None:
        self.reports[plugin].failures.append(failure)

    def _dispute(self, name: str, plugins: list[str]) -> None:
        self.disputed[name] = plugins
        for plugin in dict.fromkeys(plugins):
            others = ", ".join(other for other in plugins if other != plugin) or "itself, twice"
            self.reports[plugin].failures.append(f"ruleset {name!r} is brought by {others} as well: it is refused")

    def _take_scenario(self, plugin: str, scenario: Scenario) -> bool:
        """Adds a scenario to its ruleset; false when the ruleset is not there (yet)."""
        ruleset = self.rulesets.get(scenario.ruleset)
        if ruleset is None:
            return False
        if any(known.id == scenario.id for known in ruleset.scenarios):
            self._fail(plugin, f"aerodrome_scenarios failed: {ruleset.id} has a scenario {scenario.id!r} already")
        else:
            self.rulesets[ruleset.id] = ruleset.variant(scenarios=(*ruleset.scenarios, scenario))
        return True

    def _take_bots(self, answer: tuple[str, Any]) -> None:
        for ruleset, bots in answer[1].items():
            for name, bot in bots.items():
                if not isinstance(name, str) or not isinstance(bot, type):
                    raise AerodromeError(f"the bot {name!r} for {ruleset} should be a class under a name, not {bot!r}")
            if ruleset != "*" and ruleset not in self.rulesets:
                raise AerodromeError(f"it brings bots for {ruleset!r}, which no plugin brings")
            known = self._bots.setdefault(ruleset, {})
            rivals = self._bots.values() if ruleset == "*" else (known, self._bots["*"])
            for name, bot in bots.items():
                if any(name in rival for rival in rivals):
                    raise AerodromeError(f"there is a bot {name!r} for {ruleset} already")
                known[name] = bot

    def _take_packs(self, answer: tuple[str, Iterable[Path]]) -> None:
        for folder in answer[1]:
            pack = DataPack.read(Path(folder))
            if pack.header.id in self._packs:
                raise AerodromeError(f"there is a data pack {pack.header.id!r} already", where=str(folder))
            self._packs[pack.header.id] = pack

    # ---- what there is

    @property
    def failures(self) -> list[str]:
        """What failed, one sentence each, with the plugin's name."""
        return [f"plugin {report.name}: {failure}" for report in self.reports.values() for failure in report.failures]

    def ruleset(self, name: str) -> Ruleset[Any]:
        """The ruleset with this id.

        Raises:
            AerodromeError: there is none, or two plugins bring it.
        """
        found = self.rulesets.get(name)
        if found is not None:
            return found
        if name in self.disputed:
            raise AerodromeError(
                f"ruleset {name!r} is brought by several plugins: {', '.join(self.disputed[name])}",
                remedy="uninstall all but one of them",
            )
        error = unknown("ruleset", name, sorted(self.rulesets))
        if self.failures:
            raise AerodromeError(f"{error.what}; " + "; ".join(self.failures), expected=error.expected)
        raise error

    def bots(self, ruleset: str) -> dict[str, type[Bot]]:
        """The bots that can play a ruleset, by name."""
        based_on = self.rulesets[ruleset].based_on if ruleset in self.rulesets else ""
        return {**self._bots["*"], **self._bots.get(based_on, {}), **self._bots.get(ruleset, {})}

    def bot(self, ruleset: str, name: str) -> Bot:
        """A new bot. ``name`` may go on with a setting, as ``search:500``, for bots that take one.

        Raises:
            AerodromeError: there is no bot of this name for the ruleset, or it does not take the setting.
        """
        bots = self.bots(ruleset)
        name, colon, setting = name.partition(":")
        if name not in bots:
            raise unknown("bot", name, sorted(bots), f"for {ruleset}")
        make: Any = getattr(bots[name], "with_setting", None) if colon else bots[name]
        if make is None:
            raise AerodromeError(f"the bot {name!r} takes no setting", remedy=f"write {name} without ':{setting}'")
        try:
            made: Bot = make(setting) if colon else make()
        except AerodromeError:
            raise
        except (Exception, SystemExit) as error:
            raise AerodromeError(
                f"the bot {name!r} for {ruleset} cannot be made: {_reason(error)}",
                expected="a class that is made without arguments",
            ) from error
        return made

    def data_pack(self, name: str) -> DataPack:
        """The data pack with this id, or in this folder."""
        return self._packs.get(name) or DataPack.read(Path(name))

    def data_packs(self) -> dict[str, DataPack]:
        return dict(self._packs)

    # ---- hooks that are asked later

    def add_commands(self, app: typer.Typer) -> None:
        """Adds the commands of all plugins. Each plugin fills an application of its own, so that it cannot touch what
        is there; a plugin that takes the name of a command that is there adds none."""
        import typer
        from typer.main import get_command_name, get_group

        there = [command.name or get_command_name(command.callback.__name__) for command in app.registered_commands]  # type: ignore[union-attr]
        taken = dict.fromkeys(there, "aerodrome")
        for implementation in self._manager.hook.aerodrome_commands.get_hookimpls():
            plugin, own = implementation.plugin_name, typer.Typer()
            with self._noting(plugin, "aerodrome_commands"):
                implementation.function(**dict.fromkeys(implementation.argnames, own))
                names = list(get_group(own).commands)
                for name in names:
                    if name in taken:
                        raise AerodromeError(f"there is a command {name!r} of {taken[name]} already")
                taken.update(dict.fromkeys(names, plugin))
                self.commands.update(dict.fromkeys(names, plugin))
                app.registered_commands += own.registered_commands
                app.registered_groups += own.registered_groups

    def metrics(self) -> list[Any]:
        found: list[Any] = []
        self._ask("aerodrome_metrics", lambda answer: found.extend(answer[1]))
        return found

    def match_started(self, match: Match) -> None:
        self._ask("aerodrome_match_started", _nothing, match=match)

    def match_event(self, match: Match, event: Event) -> None:
        self._ask("aerodrome_match_event", _nothing, match=match, event=event)

    def match_ended(self, match: Match) -> None:
        self._ask("aerodrome_match_ended", _nothing, match=match)


def _nothing(answer: Any) -> None:
    """For hooks whose answer means nothing."""


def _take_scenarios(scenarios: list[tuple[str, Scenario]], answer: tuple[str, Iterable[Any]]) -> None:
    plugin, found = answer
    for scenario in found:
        if not isinstance(scenario, Scenario):
            raise AerodromeError(f"{scenario!r} is not a Scenario")
        scenarios.append((plugin, scenario))


def _take_variant(take: Callable[[Any], None], original: Ruleset[Any], answer: tuple[str, Ruleset[Any]]) -> None:
    plugin, made = answer
    if made.id == original.id:
        raise AerodromeError(f"house rules for {original.id!r} need an id of their own")
    take((plugin, [made.variant(based_on=original.based_on or original.id)]))


def _check_ruleset(ruleset: Any) -> None:
    found = faults(ruleset)
    if found:
        raise AerodromeError("; ".join(found))


def _reason(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return text if isinstance(error, AerodromeError) else f"{type(error).__name__}: {text}"
