"""The conformance kit on four airplanes with every option: a mission, and a melee far from the edges of the table, in
which random play lasts. The shared suite tries the duel."""

from __future__ import annotations

from aerodrome.testing import Case, conformance_suite
from aerodrome_wings_of_war.ruleset import WingsOfWarRuleset

RULESET = WingsOfWarRuleset()
SWITCHES = [n for n, i in RULESET.option_fields().items() if i.annotation is bool and i.default is False]
EVERYTHING = dict.fromkeys(SWITCHES, True)
LASTING = {**EVERYTHING, "illegal-crash": False, "agree-to-stop": False, "round-limit": 6}
"""Every option but those with which random play is soon over."""

test_a_mission_with_every_option = conformance_suite(Case(RULESET, "istrian-raid", EVERYTHING), examples=2)
test_a_melee_that_lasts = conformance_suite(Case(RULESET, "melee", LASTING), examples=2)
