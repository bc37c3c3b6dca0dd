"""What this plugin brings: the ruleset, its bot, and a command that looks over maneuver charts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from aerodrome.bots import Bot
from aerodrome.hookspecs import hookimpl
from aerodrome.ruleset import Ruleset
from aerodrome_blue_max.bot import HeuristicBot
from aerodrome_blue_max.ruleset import BlueMaxRuleset
from aerodrome_blue_max.state import BlueMax

if TYPE_CHECKING:
    import typer


@hookimpl
def aerodrome_rulesets() -> list[Ruleset[BlueMax]]:
    return [BlueMaxRuleset()]


@hookimpl
def aerodrome_bots() -> Mapping[str, Mapping[str, type[Bot]]]:
    return {"blue-max": {"heuristic": HeuristicBot}}


@hookimpl
def aerodrome_commands(app: typer.Typer) -> None:
    from aerodrome_blue_max import commands

    commands.add_to(app)
