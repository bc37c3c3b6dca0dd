"""Playing a campaign: each month a match, each match an entry of the series (13.0)."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from aerodrome import record
from aerodrome.chance import Seed
from aerodrome.documents import Document, validated
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.ruleset import Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.series import Series, SeriesEntry
from aerodrome_aces_high.roster import Campaign, CampaignSettings, MemberOutcome, MonthOutcome, later
from aerodrome_aces_high.setup import MonthSetup
from aerodrome_aces_high.state import Plane, Skies
from aerodrome_aces_high.vocabulary import CREW_FATES, MISSIONS, NAMELESS, NATION_TITLES, NATIONS, SIDE_TITLES, SIDES

KIND = "campaign"
RULESET = "aces-high"

PlayMonth = Callable[[Match, Path], object]
"""Plays a match to its end; the path is where it is kept on the way."""


class CampaignFile:
    """A campaign and its file."""

    def __init__(self, series: Series) -> None:
        self.series = series
        where = str(series.path)
        self.settings = validated(CampaignSettings, Document(f"{where}:1", series.header.settings))
        self.campaign = Campaign(self.settings)
        for entry in series.entries:
            self._enter(entry, f"{where}:{entry.number + 1}")

    def _enter(self, entry: SeriesEntry, where: str) -> None:
        month = validated(MonthOutcome, Document(where, entry.outcome))
        if entry.label != month.month:
            raise AerodromeError(
                f"the match {entry.label} has an outcome of {month.month}",
                where=f"{where} (label)",
                expected="the month",
            )
        try:
            self.campaign.enter(month)
        except AerodromeError as error:
            raise error.at(where) from None

    @classmethod
    def begin(cls, path: Path, settings: CampaignSettings, ruleset: Ruleset[Any]) -> CampaignFile:
        """A new campaign.

        Raises:
            AerodromeError: its months could not be played with these options; the file or a match file beside it
                exists, or it cannot be written.
        """
        ruleset.bind(month_scenario(settings, Campaign(settings).next_setup()))
        nation = NATION_TITLES[NATIONS.index(settings.nation)]
        title = f"Central Powers against {nation}, {settings.months} months from {settings.start}"
        written = settings.model_dump(mode="json")
        months = [later(settings.start, number) for number in range(settings.months)]
        return cls(Series.begin(path, kind=KIND, ruleset=RULESET, title=title, settings=written, labels=months))

    @classmethod
    def read(cls, path: Path) -> CampaignFile:
        """A campaign from its file.

        Raises:
            AerodromeError: it is none, or a line of it cannot be.
        """
        series = Series.read(path, KIND)
        if series.header.ruleset != RULESET:
            raise AerodromeError(f"this is a campaign of {series.header.ruleset}", where=f"{path}:1", expected=RULESET)
        return cls(series)

    @property
    def adjourned(self) -> bool:
        """Whether the next month was begun and left."""
        return not self.campaign.over and self.series.match_file(self.campaign.month).is_file()

    def play_month(
        self, ruleset: Ruleset[Any], play: PlayMonth, *, trade: bool = False, players: list[str] | None = None
    ) -> MonthOutcome:
        """Plays the next month, or goes on with one that was adjourned, and enters it.

        Args:
            trade: both sides agree to exchange prisoners (AH-LAND-07).
            players: who sits on the seats this time.

        Raises:
            AerodromeError: the campaign is over, or the month was adjourned again.
        """
        month = self.campaign.month
        file = self.series.match_file(month)
        if trade and not self.settings.options.get("prisoners"):
            raise AerodromeError(
                "there are no prisoners to exchange (AH-OPT-05)",
                where=str(self.series.path),
                remedy="begin a campaign with the option prisoners",
            )
        traded = trade and self.campaign.may_trade
        if self.adjourned:
            match, traded = self._begun(ruleset, file)
            if players and tuple(players) != match.players:
                raise AerodromeError(
                    f"{month} was begun with other players: {', '.join(match.players)}",
                    where=str(file),
                    remedy="go on without naming seats, or begin the month again: move this file away",
                )
        else:
            rules = ruleset.bind(self._scenario(traded))
            match = Match.create(rules, self._seed(month), players=tuple(players or self.settings.players))
        play(match, file)
        result = outcome_of(match, month, traded)
        self.campaign.enter(result)
        self.series.add(match, month, result.model_dump(mode="json"))
        return result

    def _scenario(self, traded: bool) -> Scenario:
        return month_scenario(self.settings, self.campaign.next_setup(traded))

    def _begun(self, ruleset: Ruleset[Any], file: Path) -> tuple[Match, bool]:
        """A month that was begun before, and whether prisoners were traded for it."""
        match = record.load(file, lambda _: ruleset)
        for traded in (False, True):
            if match.rules.scenario == self._scenario(traded):
                return match, traded
        raise AerodromeError("this match file is of another campaign", where=str(file), remedy="move it away")

    def _seed(self, month: str) -> Seed:
        """Each month its own seed, repeatable if the campaign's is."""
        if self.settings.seed is None:
            return Seed.fresh()
        return Seed(sha256(f"aces-high/campaign/{self.settings.seed}/{month}".encode()).digest())


def month_scenario(settings: CampaignSettings, setup: MonthSetup) -> Scenario:
    """A month as a scenario (AH-MISS-05)."""
    seats = [
        {"id": seat, "title": SIDE_TITLES[SIDES.index(side)], "team": side} for seat, side in settings.seats.items()
    ]
    name = f"campaign-{setup.month}"
    written = {
        "id": name,
        "ruleset": RULESET,
        "title": f"Campaign, {setup.month}",
        "seats": seats,
        "options": {"campaign": True, **settings.options},
        "setup": {"month": setup.model_dump(mode="json")},
        "clauses": ["AH-CAMP-01", "AH-CAMP-17"],
    }
    return validated(Scenario, Document(name, written))


def outcome_of(match: Match, month: str, traded: bool) -> MonthOutcome:
    """What the campaign keeps of a finished month."""
    state = match.state
    assert isinstance(state, Skies)
    if match.result is None:
        raise AerodromeError("the month is not over")
    flown = [member for plane in state.planes for member in _crew(state, plane)]
    missions = {side.id: MISSIONS[side.mission] for side in state.sides}
    written = {
        "month": month,
        "missions": missions,
        "winner": match.result.winner,
        "flown": flown,
        "traded": traded,
    }
    return MonthOutcome.model_validate(written)


def _crew(state: Skies, plane: Plane) -> list[MemberOutcome]:
    side = SIDES[state.side_of(plane)]
    names = [plane.pilot, *([plane.observer] if plane.observer else [])]
    fates = (plane.pilot_fate, plane.observer_fate)
    return [
        MemberOutcome.model_validate(
            {
                "side": side,
                "name": "" if name == NAMELESS else name,
                "experience": plane.experience[at],
                "kills": plane.kills[at],
                "fate": CREW_FATES[fates[at]],
            }
        )
        for at, name in enumerate(names)
    ]
