"""What this plugin brings: the ruleset, its bot, and the campaign command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from aerodrome.bots import Bot
from aerodrome.hookspecs import hookimpl
from aerodrome.ruleset import Ruleset
from aerodrome_aces_high.bot import HeuristicBot
from aerodrome_aces_high.ruleset import AcesHighRuleset
from aerodrome_aces_high.state import Skies

if TYPE_CHECKING:
    import typer


@hookimpl
def aerodrome_rulesets() -> list[Ruleset[Skies]]:
    return [AcesHighRuleset()]


@hookimpl
def aerodrome_bots() -> Mapping[str, Mapping[str, type[Bot]]]:
    return {"aces-high": {"heuristic": HeuristicBot}}


@hookimpl
def aerodrome_commands(app: typer.Typer) -> None:
    from aerodrome_aces_high import commands

    commands.add_to(app)
