"""What this plugin brings: the ruleset and its bot."""

from __future__ import annotations

from collections.abc import Mapping

from aerodrome.bots import Bot
from aerodrome.hookspecs import hookimpl
from aerodrome.ruleset import Ruleset
from aerodrome_wings_of_war.bot import HeuristicBot
from aerodrome_wings_of_war.ruleset import WingsOfWarRuleset
from aerodrome_wings_of_war.state import WingsOfWar


@hookimpl
def aerodrome_rulesets() -> list[Ruleset[WingsOfWar]]:
    return [WingsOfWarRuleset()]


@hookimpl
def aerodrome_bots() -> Mapping[str, Mapping[str, type[Bot]]]:
    return {"wings-of-war": {"heuristic": HeuristicBot}}
