"""The hooks: everything that a plugin can bring or be told.

A plugin is a module (or any object) named under the entry-point group ``aerodrome``. It implements the hooks it needs::

    from aerodrome.hookspecs import hookimpl

    @hookimpl
    def aerodrome_rulesets():
        return [HighNoon()]

All hooks are stable. Each may be implemented by any plugin; the built-in rulesets use the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from pathlib import Path

    import typer

    from aerodrome.bots import Bot
    from aerodrome.events import Event
    from aerodrome.match import Match
    from aerodrome.ruleset import Ruleset
    from aerodrome.scenarios import Scenario

PROJECT = "aerodrome"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


# ---- what a plugin brings: asked once, when plugins are loaded


@hookspec
def aerodrome_rulesets() -> Iterable[Ruleset[Any]]:  # type: ignore[empty-body]
    """Games. Asked once, after all plugins are loaded.

    Example::

        @hookimpl
        def aerodrome_rulesets():
            return [HighNoon()]

    Returns:
        Rulesets, each with an id that nobody else uses.
    """


@hookspec
def aerodrome_scenarios() -> Iterable[Scenario]:  # type: ignore[empty-body]
    """Scenarios for rulesets, one's own or others'. Asked once, after ``aerodrome_rulesets``.

    Example::

        @hookimpl
        def aerodrome_scenarios():
            folder = Path(__file__).parent / "scenarios"
            return [Scenario.read(read_yaml(file)) for file in sorted(folder.glob("*.yaml"))]

    Returns:
        Scenarios that name their ruleset, each with an id that is new to it.
    """


@hookspec
def aerodrome_bots() -> Mapping[str, Mapping[str, type[Bot]]]:  # type: ignore[empty-body]
    """Players. Asked once, after ``aerodrome_rulesets``.

    Example::

        @hookimpl
        def aerodrome_bots():
            return {"high-noon": {"heuristic": QuickDraw}, "*": {"stubborn": Stubborn}}

    Returns:
        By ruleset id (``*`` for every ruleset) and name: a class that is called without arguments for each match. If
        it has a class method ``with_setting``, people may write a setting behind the name, as in ``search:500``.
    """


@hookspec
def aerodrome_data_packs() -> Iterable[Path]:  # type: ignore[empty-body]
    """Folders with data packs, which players then name by their id. Asked once, after ``aerodrome_rulesets``.

    Example::

        @hookimpl
        def aerodrome_data_packs():
            return [Path(__file__).parent / "packs" / "late-war"]

    Returns:
        Folders, each with a ``pack.yaml``.
    """


@hookspec
def aerodrome_commands(app: typer.Typer) -> None:
    """Commands for the command line. Called when ``aerodrome`` starts.

    Example::

        @hookimpl
        def aerodrome_commands(app):
            @app.command()
            def duel(count: int = 10) -> None:
                "Plays COUNT duels."

    Args:
        app: the Typer application; add commands or groups to it.
    """


@hookspec
def aerodrome_metrics() -> Iterable[Any]:  # type: ignore[empty-body]
    """Metrics of matches. Asked once by the tools that compare rulesets.

    Example::

        @hookimpl
        def aerodrome_metrics():
            return [ShotsPerTurn()]

    Returns:
        Objects that the comparing tool understands; the core only hands them on.
    """


@hookspec
def aerodrome_adapt(ruleset: Ruleset[Any]) -> Ruleset[Any] | None:
    """House rules: makes another ruleset out of one that is there. Called once for each ruleset that a plugin brought.

    Example::

        @hookimpl
        def aerodrome_adapt(ruleset):
            if ruleset.id != "high-noon":
                return None
            slow = Phase("reload", "Reload, slowly", ("HN-02",), ("aim",), resolve=reload_slowly)
            return ruleset.variant(id="high-noon-slow", title="Slow noon", phases=ruleset.phases.replace(slow))

    Args:
        ruleset: a ruleset as its plugin brought it; do not change it.

    Returns:
        A variant with an id of its own, or ``None``.
    """


# ---- what a plugin is told: while matches are played


@hookspec
def aerodrome_match_started(match: Match) -> None:
    """A match is about to be played. Called when it has reached its first decision.

    Example::

        @hookimpl
        def aerodrome_match_started(match):
            print("a match of", match.rules.ruleset.title)

    Args:
        match: for looking only; `Match.view` with ``SPECTATOR`` is what may be shown to people.
    """


@hookspec
def aerodrome_match_event(match: Match, event: Event) -> None:
    """Something happened. Called for each event, in order, secret ones included; a match that is resumed is told again
    from its start.

    Example::

        @hookimpl
        def aerodrome_match_event(match, event):
            if event.visible_to(SPECTATOR):
                print(match.rules.ruleset.say(match.rules, event))

    Args:
        match: the match, in the middle of its phase.
        event: what happened; ``event.to`` says who may know of it.
    """


@hookspec
def aerodrome_match_ended(match: Match) -> None:
    """A match has ended. Called once, after its last event.

    Example::

        @hookimpl
        def aerodrome_match_ended(match):
            print("won by", match.result.winner)

    Args:
        match: the match, with its result.
    """
