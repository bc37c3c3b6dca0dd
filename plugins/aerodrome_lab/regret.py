"""Learning what to choose by regret: one choice that is met again and again, against others who learn as well.

After each try the learner asks how much better every option would have done than what it did on average, and from then
on chooses each in proportion to the sum of its regrets, as far as that is positive. If both sides of a two-sided game
of pure opposition learn so, their average choices come ever nearer to an equilibrium.

Only options that were tried have shown what they are worth: those count by how likely it was that they were tried, the
others with their mean so far. That keeps the sums right in the long run, and their noise low.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil, log, sqrt

EXPLORED, EXPLORED_ADVISED = 0.2, 0.05
"""Share of tries that go to any option, each as likely as the others; of a choice with advice fewer do."""

CONTENDERS, OTHERS = 2, 0.5
"""Options that are tried together at least, and, on average, beside them any others."""

TRUST = 1.0
"""What advice is worth: so many standard errors, times the root of the logarithm of the number of options, must speak
for another one before the advice is given up. Among many options chance alone puts some far ahead."""

PRIOR = 0.05
"""How much options are taken to vary from one try to the next, all tries together, before they have been seen to."""

DOUBTFUL = 0.4
"""Options that are played less than this share of the favourite are left out in the end: what is left of them is noise
from the time before anything was known."""


class Regrets:
    """One choice among ``size`` options. Worths are numbers from 0 (lost) to 1 (won).

    Args:
        advised: the option to begin with, if somebody has given advice.

    Attributes:
        visits: how often it has learnt.
        chances: how likely each option is to be played now.
        means: what came of each option on average; the mean of all for one that was never tried.
    """

    __slots__ = (
        "_advised", "_gaps", "_noise", "_regrets", "_sums", "_tries", "chances", "means", "size", "visits"
    )  # fmt: skip

    def __init__(self, size: int, advised: int | None = None) -> None:
        self.size = size
        self.visits = 0
        self.means = [0.5] * size
        self._tries = [0] * size
        self._gaps = [0.0] * size
        self._regrets = [0.0] * size
        self._noise = [0.0] * size
        self._sums = [0.0] * size
        self._advised = advised
        self.chances = self._without_regret()

    def _without_regret(self) -> list[float]:
        if self._advised is None:
            return [1.0 / self.size] * self.size
        return [float(option == self._advised) for option in range(self.size)]

    def draw(self, random: Callable[[], float]) -> int:
        """An option as it is played now. ``random`` gives numbers from 0 to 1."""
        lot = random()
        for index, chance in enumerate(self.chances):
            lot -= chance
            if lot < 0.0:
                return index
        return self.size - 1

    def explore(self, random: Callable[[], float]) -> tuple[int, float]:
        """The option to try next, mostly as it is played now, and how likely it was to be tried."""
        explored = EXPLORED if self._advised is None else EXPLORED_ADVISED
        index = int(random() * self.size) if random() < explored else self.draw(random)
        return index, explored / self.size + (1.0 - explored) * self.chances[index]

    def sweep(self, random: Callable[[], float], spent: float = 0.0) -> list[tuple[int, float]]:
        """Several options to try side by side, each with how likely it was to be among them: all that are played now,
        those that have done best, and some others.

        The more of the time to think is ``spent`` (0 to 1), the fewer: at first all, then ever the better half, and
        each halving gets as much of the time as the others.
        """
        count = max(CONTENDERS, ceil(self.size ** (1.0 - spent)))
        best = sorted(range(self.size), key=self._gaps.__getitem__, reverse=True)[:count]
        sure = [chance > 0.0 for chance in self.chances]
        for index in best:
            sure[index] = True
        rest = sure.count(False)
        share = min(1.0, OTHERS / rest) if rest else 1.0
        return [(index, 1.0 if now else share) for index, now in enumerate(sure) if now or random() < share]

    def learn(self, tried: Iterable[tuple[int, float, float]]) -> None:
        """Options that were tried: which, how likely it was to be tried, and what came of it."""
        means, chances, regrets, sums = self.means, self.chances, self._regrets, self._sums
        tried = list(tried)
        if not self.visits:
            means[:] = [sum(worth for _, _, worth in tried) / len(tried)] * self.size
        self.visits += 1
        calm = self.visits**-0.5
        guesses = means.copy()
        for index, likely, worth in tried:
            guesses[index] += (worth - means[index]) / (likely if likely > calm else calm)
            self._tries[index] += 1
            means[index] += (worth - means[index]) / self._tries[index]
        usual = sum([chance * guess for chance, guess in zip(chances, guesses, strict=True)])
        gaps = self._gaps
        for index, _, worth in tried:
            gaps[index] += (worth - usual - gaps[index]) / self._tries[index]
        visits = self.visits
        self._sums = [total + visits * chance for total, chance in zip(sums, chances, strict=True)]
        regrets = [max(0.0, regret + guess - usual) for regret, guess in zip(regrets, guesses, strict=True)]
        self._regrets = regrets
        if self._advised is not None:
            regrets = self._beyond_doubt(regrets, [guess - usual for guess in guesses])
        total = sum(regrets)
        obeyed = self._obeys()
        self.chances = [regret / total for regret in regrets] if total > 0.0 else self._without_regret()
        if obeyed and not self._obeys():
            self._sums = [0.0] * self.size  # what was played for want of knowledge does not count

    def _obeys(self) -> bool:
        """Whether nothing but the advice is played."""
        return self._advised is not None and self.chances[self._advised] == 1.0

    def _beyond_doubt(self, regrets: list[float], latest: list[float]) -> list[float]:
        """What is left of the regrets for options that were not advised when their noise is taken off."""
        self._noise = [noise + regret * regret for noise, regret in zip(self._noise, latest, strict=True)]
        doubt = TRUST * sqrt(log(self.size))
        return [
            regret if option == self._advised else max(0.0, regret - doubt * sqrt(noise + PRIOR))
            for option, (regret, noise) in enumerate(zip(regrets, self._noise, strict=True))
        ]

    def average(self) -> list[float]:
        """How likely each option is to be played, over all that was learnt; what was learnt later weighs more."""
        total = sum(self._sums)
        return [part / total for part in self._sums] if total else self.chances

    def settled(self) -> list[float]:
        """The average without the options that are hardly ever played."""
        average = self.average()
        least = DOUBTFUL * max(average)
        kept = [share if share >= least else 0.0 for share in average]
        total = sum(kept)
        return [share / total for share in kept]
