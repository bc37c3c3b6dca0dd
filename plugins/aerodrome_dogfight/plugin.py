"""What this plugin brings: the ruleset and its bot."""

from __future__ import annotations

from collections.abc import Mapping

from aerodrome.bots import Bot
from aerodrome.hookspecs import hookimpl
from aerodrome.ruleset import Ruleset
from aerodrome_dogfight.bot import HeuristicBot
from aerodrome_dogfight.ruleset import DogfightRuleset
from aerodrome_dogfight.state import Dogfight


@hookimpl
def aerodrome_rulesets() -> list[Ruleset[Dogfight]]:
    return [DogfightRuleset()]


@hookimpl
def aerodrome_bots() -> Mapping[str, Mapping[str, type[Bot]]]:
    return {"dogfight": {"heuristic": HeuristicBot}}
