"""The squadrons of a campaign: settings, outcomes of months, and what both add up to (12.6, 13.0).

What a campaign file holds is here, as pydantic models. Where a campaign stands is never stored: `Campaign` works it out
from the settings and the outcomes, month by month, so that a file says the same to every release.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from aerodrome.errors import AerodromeError
from aerodrome_aces_high.setup import (
    MONTH_PATTERN,
    AcquiredCard,
    CrewMember,
    MissionName,
    MonthSetup,
    NationName,
    PersonName,
    RankName,
    SideName,
    SquadronSetup,
)
from aerodrome_aces_high.vocabulary import KILL_SHARE, NAMELESS, SIDES

LEAST_MONTHS = 4  # AH-CAMP-02
SUB_PERIOD = 4  # AH-CAMP-03
FIRST_MONTH, LAST_MONTH = "1916-08", "1918-12"  # AH-CAMP-01
VETERAN_POINTS, ACE_KILLS = 100, 5  # AH-EXPER-09, AH-EXPER-08
FIRST_FIVE = 5

CALL_SIGNS: dict[str, tuple[str, ...]] = {
    "central": ("Falke", "Habicht", "Sperber", "Uhu", "Kauz", "Bussard", "Milan", "Weihe", "Adler", "Reiher"),
    "allies": ("Kestrel", "Merlin", "Hobby", "Barn Owl", "Harrier", "Osprey", "Kite", "Buzzard", "Heron", "Curlew"),
}
"""Names for those who do not care to choose: three pilots, two observers, then replacements."""

SIDE_NAMES: tuple[SideName, SideName] = ("central", "allies")

MemberFate = Literal["fit", "out for 1 month", "out for 2 months", "dead", "prisoner"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CampaignSettings(_Strict):
    """How a campaign is played.

    Attributes:
        start, months: first month and number of months (AH-CAMP-02).
        nation: of the Allies, for the whole campaign (AH-CAMP-04).
        names: by side three pilots, two observers, then replacements in their order (AH-CAMP-05, AH-CAMP-06).
        seats: by seat, its side; one a side as a rule.
        players: who sits on each seat, those of the Central Powers first.
        options: options of every month besides ``campaign``.
        seed: repeats the campaign; without it the dice of each month are secret until it ends.
    """

    start: str
    months: int = Field(ge=LEAST_MONTHS, le=29)
    nation: NationName
    names: dict[SideName, list[PersonName]]
    seats: dict[str, SideName] = {"central": "central", "allies": "allies"}
    players: list[str]
    options: dict[str, bool] = {}
    seed: int | None = None

    @field_validator("start")
    @classmethod
    def _month_of_the_war(cls, start: str) -> str:
        if not re.fullmatch(MONTH_PATTERN, start):
            raise ValueError(f"{start!r} is no month from {FIRST_MONTH} to {LAST_MONTH}, such as 1917-04 (AH-CAMP-01)")
        return start

    @field_validator("seats")
    @classmethod
    def _central_powers_first(cls, seats: dict[str, SideName]) -> dict[str, SideName]:
        """A file keeps names in no order of its own; players are named in this one."""
        if set(seats.values()) != set(SIDES):
            raise ValueError("both sides need a seat (AH-SETUP-01)")
        return dict(sorted(seats.items(), key=lambda seat: (SIDES.index(seat[1]), seat[0])))

    @field_validator("names")
    @classmethod
    def _enough_names(cls, names: dict[SideName, list[str]]) -> dict[SideName, list[str]]:
        for side in SIDE_NAMES:
            own = names.get(side, [])
            if len(own) < FIRST_FIVE or len(set(own)) < len(own):
                raise ValueError(f"{side} needs at least five different names: 3 pilots, then 2 observers (AH-CAMP-05)")
            if NAMELESS in own:
                raise ValueError(
                    f"nobody of {side} can be called {NAMELESS!r}: a rookie without a name is (AH-CAMP-11)"
                )
        return names

    @model_validator(mode="after")
    def _within_the_war(self) -> CampaignSettings:
        if later(self.start, self.months - 1) > LAST_MONTH:
            raise ValueError(f"{self.months} months from {self.start} go beyond {LAST_MONTH} (AH-CAMP-02)")
        if len(self.players) != len(self.seats):
            raise ValueError(f"{len(self.players)} players for {len(self.seats)} seats")
        return self


class MemberOutcome(_Strict):
    """What a month was to one who flew. ``kills`` in 840ths, ``name`` is empty for a nameless rookie; ``acquired`` is
    for house rules: aerobatic cards that he keeps from now on against the sheet (AH-SETUP-07)."""

    side: SideName
    name: str
    experience: int = Field(ge=0)
    kills: int = Field(ge=0)
    fate: MemberFate
    acquired: tuple[AcquiredCard, ...] = ()


class MonthOutcome(_Strict):
    """What a month brought, as the campaign file keeps it. ``traded``: prisoners came back before it (AH-LAND-07)."""

    month: str = Field(pattern=MONTH_PATTERN)
    missions: dict[SideName, MissionName]
    winner: SideName | None
    flown: list[MemberOutcome]
    traded: bool = False

    @field_validator("missions")
    @classmethod
    def _one_a_side(cls, missions: dict[SideName, MissionName]) -> dict[SideName, MissionName]:
        for side in SIDE_NAMES:
            if side not in missions:
                raise ValueError(f"what {side} flew is missing (AH-CAMP-08)")
        return missions

    @field_validator("flown")
    @classmethod
    def _nobody_twice(cls, flown: list[MemberOutcome]) -> list[MemberOutcome]:
        named = [(member.side, member.name) for member in flown if member.name]
        for side, name in named:
            if named.count((side, name)) > 1:
                raise ValueError(f"{name!r} of {side} flew twice (AH-CAMP-09)")
        return flown

    def points(self, side: str) -> int:
        """What those of a side earned in it (AH-CAMP-12)."""
        return sum(member.experience for member in self.flown if member.side == side)


@dataclass
class Member:
    """One of a squadron. ``out``: games that he still misses."""

    name: str
    duty: str
    experience: int = 0
    kills: int = 0
    out: int = 0
    dead: bool = False
    prisoner: bool = False
    acquired: tuple[int, ...] = ()

    @property
    def rank(self) -> RankName:
        """Five aircraft make an ace, a hundred points a veteran (AH-EXPER-08, AH-EXPER-09)."""
        if self.kills >= ACE_KILLS * KILL_SHARE:
            return "ace"
        return "veteran" if self.experience >= VETERAN_POINTS else "rookie"

    @property
    def fit(self) -> bool:
        return not (self.out or self.dead or self.prisoner)

    @property
    def condition(self) -> str:
        if self.dead:
            return "dead"
        if self.prisoner:
            return "prisoner"
        return f"out for {self.out}" if self.out else "fit"


@dataclass
class Squadron:
    """A side: five in service, those who went before them, missions flown."""

    side: SideName
    members: list[Member]
    spare_names: list[str]
    fallen: list[Member] = field(default_factory=list)
    missions: list[MissionName] = field(default_factory=list)
    nameless: int = 0
    named: int = 0

    @property
    def points(self) -> int:
        """The dead keep their points (AH-CAMP-12, AH-CAMP-13)."""
        return sum(member.experience for member in (*self.members, *self.fallen)) + self.nameless

    def replace_dead(self) -> None:
        """Whoever died is replaced by a newly named rookie (AH-CAMP-06)."""
        for number, member in enumerate(self.members):
            if member.dead:
                self.fallen.append(member)
                self.members[number] = Member(self._new_name(), member.duty)

    def _new_name(self) -> str:
        if self.spare_names:
            return self.spare_names.pop(0)
        known = {member.name for member in (*self.members, *self.fallen)}
        while True:
            self.named += 1
            name = f"Replacement {self.named}"
            if name not in known:
                return name

    def may_fly(self) -> list[MissionName]:
        """Free hunting always, the four others by AH-MISS-03 and AH-MISS-04."""
        since: set[MissionName] = set()
        for mission in self.missions:
            if mission == "hunting":
                continue
            since.add(mission)
            if len(since) == 4:
                since = set()
        begun = len(self.missions) // SUB_PERIOD * SUB_PERIOD
        lately = {mission for mission in self.missions[begun:] if mission != "hunting"}
        barred = since | lately
        return [name for name in _MISSION_NAMES if name == "hunting" or name not in barred]

    def month_setup(self) -> SquadronSetup:
        crew = [
            CrewMember(name=member.name, rank=member.rank, fit=member.fit, acquired=member.acquired)
            for member in self.members
        ]
        return SquadronSetup(pilots=tuple(crew[:3]), observers=tuple(crew[3:]), missions=tuple(self.may_fly()))


_MISSION_NAMES: tuple[MissionName, ...] = ("observation", "bombing", "strafing", "balloon", "hunting")


class Campaign:
    """Where a campaign stands after the months that were played."""

    def __init__(self, settings: CampaignSettings, months: Sequence[MonthOutcome] = ()) -> None:
        self.settings = settings
        self.months: list[MonthOutcome] = []
        self.squadrons: dict[str, Squadron] = {side: _squadron(side, settings.names) for side in SIDE_NAMES}
        for month in months:
            self.enter(month)

    @property
    def over(self) -> bool:
        return len(self.months) >= self.settings.months

    @property
    def month(self) -> str:
        """The month to be played next."""
        return later(self.settings.start, len(self.months))

    @property
    def winner(self) -> str | None:
        """The side with more points so far (AH-CAMP-12)."""
        central, allies = (self.squadrons[side].points for side in SIDES)
        return None if central == allies else "central" if central > allies else "allies"

    def next_setup(self, trade: bool = False) -> MonthSetup:
        """The month to come: replacements, the injured, prisoners if they are traded (AH-CAMP-17).

        Raises:
            AerodromeError: the campaign is over.
        """
        if self.over:
            raise AerodromeError("the campaign is over")
        ahead = Campaign(self.settings, self.months)
        ahead._open_month(trade)
        squadrons = {side: ahead.squadrons[side].month_setup() for side in SIDE_NAMES}
        return MonthSetup(month=self.month, nation=self.settings.nation, squadrons=squadrons)

    def _open_month(self, trade: bool) -> None:
        for squadron in self.squadrons.values():
            squadron.replace_dead()
        if trade:
            self._trade()

    @property
    def may_trade(self) -> bool:
        """Whether both sides hold prisoners to exchange (AH-LAND-07)."""
        return all(any(member.prisoner for member in self.squadrons[side].members) for side in SIDES)

    def _trade(self) -> None:
        """One prisoner for one, as long as both sides hold some (AH-LAND-07)."""
        held = [[member for member in self.squadrons[side].members if member.prisoner] for side in SIDES]
        for one, two in zip(*held, strict=False):
            one.prisoner = two.prisoner = False

    def enter(self, outcome: MonthOutcome) -> None:
        """Books a month: experience, fates, missions flown (AH-CAMP-14).

        Raises:
            AerodromeError: it is not the next month, or somebody flew who is not of the squadron.
        """
        if self.over or outcome.month != self.month:
            raise AerodromeError(f"{outcome.month} is not the month to be entered", expected=self.month)
        self._open_month(outcome.traded)
        for squadron in self.squadrons.values():
            for member in squadron.members:
                member.out = max(0, member.out - 1)
        for flown in outcome.flown:
            self._book(self.squadrons[flown.side], flown)
        for side in SIDE_NAMES:
            self.squadrons[side].missions.append(outcome.missions[side])
        self.months.append(outcome)

    def _book(self, squadron: Squadron, flown: MemberOutcome) -> None:
        if not flown.name:
            squadron.nameless += flown.experience  # AH-CAMP-11
            return
        for member in squadron.members:
            if member.name == flown.name:
                member.experience += flown.experience
                member.kills += flown.kills
                member.acquired += flown.acquired
                member.dead = flown.fate == "dead"
                member.prisoner = flown.fate == "prisoner"
                member.out = {"out for 1 month": 1, "out for 2 months": 2}.get(flown.fate, 0)
                return
        raise AerodromeError(f"{flown.name!r} is not of the squadron of {squadron.side}")

    def rows(self) -> Iterator[dict[str, str | int]]:
        """Everybody, as a table."""
        for side in SIDE_NAMES:
            squadron = self.squadrons[side]
            for member in (*squadron.members, *squadron.fallen):
                yield {
                    "side": side,
                    "name": member.name,
                    "duty": member.duty,
                    "rank": member.rank,
                    "experience": member.experience,
                    "kills": f"{member.kills / KILL_SHARE:.3g}",
                    "condition": member.condition,
                }


def changes(settings: CampaignSettings, months: Sequence[MonthOutcome]) -> Iterator[tuple[SideName, str]]:
    """What the last of these months changed in the squadrons: promotions, the dead and who replaces them."""
    before, after = Campaign(settings, months[:-1]), Campaign(settings, months)
    before._open_month(months[-1].traded)
    ahead = Campaign(settings, months)
    if not ahead.over:
        ahead._open_month(trade=False)
    for side in SIDE_NAMES:
        squadrons = (campaign.squadrons[side].members for campaign in (before, after, ahead))
        for old, new, next_one in zip(*squadrons, strict=True):
            if new.dead:
                yield side, f"{new.name} is dead" + ("" if after.over else f" and is replaced by {next_one.name}")
            elif new.rank != old.rank:
                yield side, f"{new.name} becomes {'an' if new.rank == 'ace' else 'a'} {new.rank}"


def _squadron(side: SideName, names: dict[SideName, list[str]]) -> Squadron:
    own = names[side]
    duties = ("pilot", "pilot", "pilot", "observer", "observer")
    return Squadron(side, [Member(name, duty) for name, duty in zip(own, duties, strict=False)], own[FIRST_FIVE:])


def later(month: str, by: int) -> str:
    """The month ``by`` months later: ``1917-11`` and 3 give ``1918-02``."""
    number = int(month[:4]) * 12 + int(month[5:]) - 1 + by
    return f"{number // 12}-{number % 12 + 1:02}"
