"""What this plugin brings: the ruleset and its bot."""

from __future__ import annotations

from collections.abc import Mapping

from aerodrome.bots import Bot
from aerodrome.hookspecs import hookimpl
from aerodrome.ruleset import Ruleset
from aerodrome_blue_max.bot import HeuristicBot
from aerodrome_blue_max.ruleset import BlueMaxRuleset
from aerodrome_blue_max.state import BlueMax


@hookimpl
def aerodrome_rulesets() -> list[Ruleset[BlueMax]]:
    return [BlueMaxRuleset()]


@hookimpl
def aerodrome_bots() -> Mapping[str, Mapping[str, type[Bot]]]:
    return {"blue-max": {"heuristic": HeuristicBot}}
