"""What can be played here: rulesets, kinds of match, bots, clauses."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from aerodrome.bots import move, summary_of
from aerodrome.canonical import canonical_json
from aerodrome.catalogue import Clause
from aerodrome.chance import Chance
from aerodrome.errors import AerodromeError, RulesetError
from aerodrome.match import Match
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Rules, Ruleset
from aerodrome.scene import Group, Rect, Scene, Text
from aerodrome.visibility import SPECTATOR
from aerodrome_web.closeup import apart, close_up
from aerodrome_web.faults import NotFound, OutOfOrder
from aerodrome_web.store import Kept

OPENING, LOOKS = 6, 40
"""Decisions after which the picture of a game is taken at the earliest, when the pieces stand on the board, and at the
latest: it is taken when they are nearest to each other."""

NEAR = 5.0
"""Sizes of a piece within which all pieces are near enough for a picture."""

RULES_KEPT = 64
"""Kinds of match (ruleset, scenario, options) whose tables stay in memory."""


def board_of(scene: Scene) -> Scene:
    """A picture without the panel of texts that stands beside the board: small, they could not be read."""
    panel = next((s for s in scene.shapes if isinstance(s, Group) and s.id == "panel"), None)
    if panel is None:
        return scene
    left = panel.move[0] + min((s.x for s in panel.shapes if isinstance(s, (Text, Rect))), default=0.0)
    if left < scene.width / 2:
        return scene
    return replace(scene, width=left, shapes=tuple(shape for shape in scene.shapes if shape is not panel))


class Games:
    """The rulesets of the installed plugins. Matches of one kind share one `Rules`."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins
        self._rules: OrderedDict[tuple[str, str, str], Rules] = OrderedDict()
        self._binding = threading.Lock()
        self._pictures: dict[tuple[str, str], Scene] = {}
        self._drawing = threading.Lock()

    def rulesets(self) -> list[Ruleset[Any]]:
        """The games, by id."""
        return [self._plugins.rulesets[name] for name in sorted(self._plugins.rulesets)]

    def ruleset(self, name: str) -> Ruleset[Any]:
        """The game with this id.

        Raises:
            NotFound: there is none.
        """
        try:
            return self._plugins.ruleset(name)
        except AerodromeError as error:
            raise NotFound(error.what, expected=error.expected, remedy=error.remedy) from None

    def bots(self, ruleset: str) -> list[str]:
        """Names of the bots that play a game, the one that is usually taken first."""
        names = sorted(self._plugins.bots(ruleset))
        return sorted(names, key=lambda name: name != "heuristic")

    def bot_summaries(self, ruleset: str) -> dict[str, str]:
        """What each of these bots is like, in a line."""
        kinds = self._plugins.bots(ruleset)
        return {name: summary_of(kinds[name]) for name in self.bots(ruleset)}

    def clause(self, ruleset: str, clause: str) -> Clause:
        """One clause of a rulebook."""
        catalogue = self.ruleset(ruleset).catalogue
        if clause not in catalogue:
            raise NotFound(f"{ruleset} has no clause {clause!r}", expected="the id of a clause, as events cite it")
        return catalogue[clause]

    def preview(self, ruleset: str, scenario: str | None = None, options: Mapping[str, Any] | None = None) -> Rules:
        """The rules of a kind of match: its seats, and the options in force.

        Raises:
            AerodromeError: there is no such scenario or option, or the options do not go together; it says why.
        """
        game = self.ruleset(ruleset)
        key = (ruleset, scenario or game.scenarios[0].id, canonical_json(dict(options or {})))
        with self._binding:
            rules = self._rules.get(key)
            if rules is None:
                rules = game.bind(key[1], dict(options or {}))
                whole = (*key[:2], canonical_json(rules.options.written()))
                self._rules[key] = rules = self._rules.setdefault(whole, rules)
                while len(self._rules) > RULES_KEPT:
                    self._rules.popitem(last=False)
            self._rules.move_to_end(key)
        return rules

    def rules_of(self, match: Kept) -> Rules:
        """The rules of a table.

        Raises:
            OutOfOrder: its ruleset is not installed here, or not in the version by which the table was made.
        """
        header = match.header
        try:
            return self.preview(header["ruleset"], header["scenario"]["id"], header["options"])
        except RulesetError:
            raise
        except AerodromeError as error:
            raise OutOfOrder(
                f"this table cannot go on here: {error.what}",
                expected=f"version {header['version']} of {header['ruleset']}",
                remedy="install it, or go on with the table on a server that has it",
            ) from error

    def picture_of(self, ruleset: str, scenario: str | None = None) -> Scene:
        """What a spectator sees in a match of bots, with dice that are always the same, when the pieces are near."""
        rules = self.preview(ruleset, scenario)
        key = (ruleset, rules.scenario.id)
        with self._drawing:  # many come at once to a server that has just started; the match is played once
            if key not in self._pictures:
                self._pictures[key] = self._picture(rules)
        return self._pictures[key]

    def _picture(self, rules: Rules) -> Scene:
        match, ruleset = Match.create(rules, 0, record=False), rules.ruleset.id
        bot, chance = self._plugins.bot(ruleset, self.bots(ruleset)[0]), Chance(b"picture")
        best: tuple[float, Scene] | None = None
        while match.decision <= LOOKS and (best is None or best[0] > NEAR):
            if match.decision > OPENING or not match.pending:
                scene = board_of(rules.ruleset.scene(rules, match.view(SPECTATOR)))
                far = apart(scene)
                if best is None or 0 < far < best[0]:
                    best = far, scene
            if not match.pending:
                break
            for seat in match.pending:
                move(match, seat, bot, chance)
        return close_up(best[1]) if best else board_of(rules.ruleset.scene(rules, match.view(SPECTATOR)))

    def check_bot(self, ruleset: str, bot: str) -> None:
        """Does nothing when there is such a bot.

        Raises:
            AerodromeError: there is none.
        """
        names = self.bots(ruleset)
        if bot not in names:
            raise AerodromeError(f"there is no bot {bot!r} for {ruleset}", expected="one of " + ", ".join(names))
