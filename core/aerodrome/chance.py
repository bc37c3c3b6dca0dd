"""Dice, draws and shuffles that anybody can check afterwards.

All randomness of a match comes from one `Chance`. Each source (``hit-dice``, ``damage-deck``, ...) is a **stream** of
its own: counter-mode HMAC-SHA256 under a key made from the match seed and the stream's name, so that fixing or changing
one source never shifts another. A stream's state is a counter and a short buffer: clones are cheap, positions exact.

A `Seed` is a secret that the referee draws, mixed with whatever each seat contributes. Its commitment is published at
the start, the secret at the end; then everybody can roll again and compare. Commitment, streams and order salts are
derived under different labels: nothing that is published early says anything about what comes later.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial
from typing import TypeVar

from aerodrome.errors import AerodromeError

T = TypeVar("T")

COMMITMENT_LABEL = b"aerodrome/commitment/"
STATEMENT_LABEL = b"aerodrome/statement/"
STREAM_LABEL = b"aerodrome/stream/"
ORDER_LABEL = b"aerodrome/order/"
SEED_LABEL = b"aerodrome/seed/"
MATCH_LABEL = b"aerodrome/match/"
BOT_LABEL = b"aerodrome/bot/"
LOOSE_LABEL = b"aerodrome/loose/"


@dataclass(frozen=True, slots=True)
class Seed:
    """The referee's secret (32 bytes) and what the seats added to it, in seat order."""

    secret: bytes
    contributions: tuple[bytes, ...] = ()

    @classmethod
    def fresh(cls) -> Seed:
        return cls(secrets.token_bytes(32))

    @classmethod
    def of(cls, number: int) -> Seed:
        """The seed behind ``--seed N``: repeatable, and so only as secret as the number is."""
        return cls(hashlib.sha256(SEED_LABEL + str(number).encode()).digest())

    @property
    def commitment(self) -> str:
        return hashlib.sha256(COMMITMENT_LABEL + self.secret).hexdigest()

    def commitment_to(self, statement: str) -> str:
        """The commitment to the secret and to a ``statement`` (a digest) that cannot be changed afterwards."""
        return hashlib.sha256(STATEMENT_LABEL + self.secret + statement.encode()).hexdigest()

    def master(self) -> bytes:
        mixed = b"".join([len(part).to_bytes(4, "big") + part for part in self.contributions])
        return hmac.digest(self.secret, MATCH_LABEL + mixed, "sha256")

    def order_salt(self, decision: int, seat: int) -> bytes:
        return hmac.digest(self.secret, ORDER_LABEL + f"{decision}/{seat}".encode(), "sha256")

    def bot_chance(self, seat: int, decision: int = 0) -> Chance:
        """Chance for the bot on ``seat``, from ``decision`` on: repeatable with the match, and apart from its dice."""
        return Chance(hmac.digest(self.secret, BOT_LABEL + f"{decision}/{seat}".encode(), "sha256"))


_LIMITS = (256, *(256 - 256 % n for n in range(1, 257)))
"""By n: the bytes below it are as many for each residue of n; the others are drawn again. With 0 any byte ends the
search, in a division by zero."""


@cache
def _orders(n: int) -> tuple[int, int]:
    """For shuffling ``n`` items: how many blocks of 32 bytes to draw, and the number below which each order of the
    items is as likely as the others; what is drawn above it is drawn again, which hardly ever happens."""
    orders = factorial(n)
    blocks = (orders.bit_length() + 63) // 256 + 1
    whole = 1 << 256 * blocks
    return blocks, whole - whole % orders


class Stream:
    """One source of chance: uniform integers, without modulo bias."""

    __slots__ = ("_at", "_buffer", "_counter", "_key")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._buffer = b""
        self._at = 0

    @property
    def drawn(self) -> int:
        """Bytes used so far."""
        return self._counter * 32 - len(self._buffer) + self._at

    def clone(self) -> Stream:
        copy = Stream.__new__(Stream)
        copy._key = self._key
        copy._counter = self._counter
        copy._buffer = self._buffer
        copy._at = self._at
        return copy

    def _block(self) -> bytes:
        block = hmac.digest(self._key, self._counter.to_bytes(8, "big"), "sha256")
        self._counter += 1
        return block

    def below(self, n: int) -> int:
        """A uniform integer from 0 to ``n - 1``.

        Raises:
            ZeroDivisionError: there is nothing to choose from.
        """
        if n > 256:
            return self._wide(n)
        limit = _LIMITS[n]
        while True:
            at = self._at
            buffer = self._buffer
            if at >= len(buffer):
                buffer = self._buffer = self._block()
                at = 0
            self._at = at + 1
            byte = buffer[at]
            if byte < limit:
                return byte % n

    def shuffle(self, items: list[T]) -> None:
        """Fisher and Yates, from the last item down, fed by the digits of one number below ``len(items)`` factorial."""
        blocks, limit = _orders(len(items))
        number = limit
        while number >= limit:
            number = int.from_bytes(b"".join([self._block() for _ in range(blocks)]), "big")
        for n in range(len(items), 1, -1):
            number, other = divmod(number, n)
            items[n - 1], items[other] = items[other], items[n - 1]

    def _wide(self, n: int) -> int:
        size = (n.bit_length() + 15) // 8
        limit = (1 << 8 * size) - (1 << 8 * size) % n
        while True:
            number = 0
            for _ in range(size):
                number = number << 8 | self.below(256)
            if number < limit:
                return number % n


class Chance:
    """The dice of one match. ``roll``, ``pick`` and ``shuffle`` each name the stream they draw from."""

    __slots__ = ("_master", "_streams")

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._streams: dict[str, Stream] = {}

    @classmethod
    def of(cls, number: int) -> Chance:
        """A repeatable source outside a match, for tests and examples; not the dice of the match with that seed."""
        return cls(hmac.digest(Seed.of(number).secret, LOOSE_LABEL, "sha256"))

    @staticmethod
    def scripted(results: Iterable[object] | Mapping[str, Iterable[object]]) -> Chance:
        """Chance that gives back the results it was told, in order; asking for more is an error."""
        return ScriptedChance(results)

    def stream(self, name: str) -> Stream:
        found = self._streams.get(name)
        if found is None:
            found = Stream(hashlib.sha256(STREAM_LABEL + self._master + name.encode()).digest())
            self._streams[name] = found
        return found

    def roll(self, stream: str, sides: int) -> int:
        """One die: 1 to ``sides``."""
        return (self._streams.get(stream) or self.stream(stream)).below(sides) + 1

    def pick(self, stream: str, items: Sequence[T], show: Callable[[T], object] | None = None) -> T:
        """One of ``items``, each as likely as the others. ``show`` names an item in a script."""
        return items[(self._streams.get(stream) or self.stream(stream)).below(len(items))]

    def shuffle(self, stream: str, items: list[T], show: Callable[[T], object] | None = None) -> None:
        """Brings ``items`` into a random order, in place; every order is as likely as the others."""
        (self._streams.get(stream) or self.stream(stream)).shuffle(items)

    def clone(self) -> Chance:
        copy = Chance(self._master)
        copy._streams = {name: stream.clone() for name, stream in self._streams.items()}
        return copy

    def position(self) -> dict[str, int]:
        """Bytes used of each stream: with the seed, the whole state of this object."""
        return {name: stream.drawn for name, stream in sorted(self._streams.items())}


class ScriptedChance(Chance):
    """Results read from a list, or from a list a stream. For situations and tests."""

    __slots__ = ("_any", "_named", "used")

    def __init__(self, results: Iterable[object] | Mapping[str, Iterable[object]]) -> None:
        super().__init__(b"")
        self._any: list[object] = []
        self._named: dict[str, list[object]] = {}
        self.used = 0
        if isinstance(results, Mapping):
            self._named = {name: list(values) for name, values in results.items()}
        else:
            self._any = list(results)

    @property
    def left(self) -> list[object]:
        """Results that nobody asked for."""
        return self._any + [result for results in self._named.values() for result in results]

    def _next(self, stream: str, wanted: str) -> object:
        results = self._named.get(stream, self._any)
        if not results:
            raise AerodromeError(
                f"the script has no more results for {stream!r}",
                where=f"dice, after {self.used} results",
                expected=wanted,
                remedy="add the missing result to the script's dice",
            )
        self.used += 1
        return results.pop(0)

    def roll(self, stream: str, sides: int) -> int:
        result = self._next(stream, f"a number from 1 to {sides}")
        if type(result) is not int or not 1 <= result <= sides:
            raise AerodromeError(
                f"{result!r} is not a result of {stream!r}",
                where=f"dice, result {self.used}",
                expected=f"a number from 1 to {sides}",
            )
        return result

    def pick(self, stream: str, items: Sequence[T], show: Callable[[T], object] | None = None) -> T:
        shown = [show(item) if show else item for item in items]
        expected = "one of " + ", ".join(dict.fromkeys(map(str, shown)))
        result = self._next(stream, expected)
        if result not in shown:
            raise AerodromeError(
                f"{result!r} cannot come from {stream!r}", where=f"dice, result {self.used}", expected=expected
            )
        return items[shown.index(result)]

    def shuffle(self, stream: str, items: list[T], show: Callable[[T], object] | None = None) -> None:
        """The new order, item by item from the first on, is read from the script."""
        rest = list(items)
        for index in range(len(items)):
            items[index] = self.pick(stream, rest, show)
            rest.remove(items[index])

    def clone(self) -> Chance:
        copy = ScriptedChance(self._any)
        copy._named = {name: list(values) for name, values in self._named.items()}
        copy.used = self.used
        return copy

    def position(self) -> dict[str, int]:
        return {"script": self.used}
