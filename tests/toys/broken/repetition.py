"""Toys that take chance from elsewhere, so that a match cannot be played again."""

from __future__ import annotations

import datetime
import itertools
import os
import random
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import time as now
from typing import Any

from aerodrome.orders import Orders
from aerodrome.packs import DataPack
from aerodrome.ruleset import Ruleset
from aerodrome.scenarios import Scenario
from aerodrome.umpire import Umpire
from toys.broken.base import before, broken, with_phase
from toys.healthy import (
    Duel,
    Toy,
    ToyOptions,
    ToyRules,
    load,
    shoot,
)


def _with_extra(extra: Callable[[Any], int]) -> Ruleset[Any]:
    """Blue's hits depend on ``extra``."""

    def add(state: Duel, orders: Orders, umpire: Umpire) -> None:
        state.pilots[1].hits += extra(state)

    return with_phase("shoot", resolve=before(shoot, add))


@broken("same_seed_same_match", "differ")
def counts_all_matches() -> Ruleset[Any]:
    played = itertools.count()
    return _with_extra(lambda _: next(played))


@broken("same_seed_same_match", "differ")
def binds_its_options_in_another_order() -> Ruleset[Any]:
    bound = itertools.count()

    class Shuffled(Toy):
        def prepare(self, scenario: Scenario, options: ToyOptions, packs: Sequence[DataPack]) -> ToyRules:
            rules = super().prepare(scenario, options, packs)
            turn = next(bound) % len(rules.target)
            return replace(rules, target=rules.target[turn:] + rules.target[:turn])

    return Shuffled()


@broken("independent_of_the_clock", "clock")
def reads_the_clock() -> Ruleset[Any]:
    return _with_extra(lambda _: int(time.time()) % 7)


@broken("independent_of_the_clock", "clock")
def reads_the_clock_by_another_name() -> Ruleset[Any]:
    return _with_extra(lambda _: int(now()) % 7)


@broken("independent_of_the_clock", "clock")
def reads_the_date() -> Ruleset[Any]:
    return _with_extra(lambda _: datetime.date.today().month)


@broken("independent_of_the_clock", "clock")
def reads_the_hour() -> Ruleset[Any]:
    return _with_extra(lambda _: time.localtime().tm_hour)


@broken("independent_of_the_clock", "clock")
def reads_the_stop_watch_behind_a_default() -> Ruleset[Any]:
    def extra(state: Any, clock: Callable[[], float] = time.perf_counter) -> int:
        return int(clock() > 0)

    return _with_extra(extra)


@broken("independent_of_other_generators", "generator")
def rolls_the_dice_of_python() -> Ruleset[Any]:
    return _with_extra(lambda _: random.randint(0, 1))


@broken("independent_of_other_generators", "generator")
def rolls_dice_with_a_seed_of_its_own() -> Ruleset[Any]:
    return _with_extra(lambda state: random.Random(state.round).randint(0, 1))


@broken("independent_of_other_generators", "generator")
def asks_the_system_for_noise() -> Ruleset[Any]:
    return _with_extra(lambda _: os.urandom(1)[0] & 1)


@broken("independent_of_other_generators", "generator")
def asks_the_system_for_noise_now_and_then() -> Ruleset[Any]:
    return _with_extra(lambda _: int(os.urandom(4) == b"aero"))


@broken("independent_of_other_generators", "looks at dice to come")
def looks_at_dice_to_come() -> Ruleset[Any]:
    def tell(state: Duel, orders: Orders, umpire: Umpire) -> None:
        umpire.tell("omen", "TOY-FIRE-02", roll=umpire.chance.clone().roll("hit-dice", 6))

    return with_phase("load", resolve=before(load, tell))


@broken("independent_of_hash_order", "order of hashes")
def depends_on_hash_order() -> Ruleset[Any]:
    return _with_extra(lambda _: list({"red", "blue", "green"}).index("red"))


@broken("independent_of_hash_order", "order of hashes")
def depends_on_the_working_folder() -> Ruleset[Any]:
    return _with_extra(lambda _: zlib.crc32(bytes(Path.cwd())))
