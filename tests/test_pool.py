"""The pool: results in order, few tasks at a time, lost workers made good, nobody left behind."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from aerodrome.errors import AerodromeError
from aerodrome_lab import pool
from toys import chores
from waiting import alive, eventually


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_and_tasks_are_taken_as_needed(jobs: int) -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(20):
            taken.append(number)
            yield number

    for number, found in enumerate(pool.run(chores.wait_and_square, tasks(), jobs=jobs)):
        assert found == number * number
        assert len(taken) <= number + 1 + pool.AHEAD * jobs
    assert number == 19


def test_the_task_of_a_worker_that_died_is_done_by_another(tmp_path: Path) -> None:
    tasks = ["", str(tmp_path / "one"), "", "", str(tmp_path / "two"), ""]
    assert list(pool.run(chores.die_once, tasks, jobs=2)) == tasks


def test_a_task_that_kills_its_workers_is_blamed() -> None:
    with pytest.raises(AerodromeError, match="3 workers died over the same task"):
        list(pool.run(chores.die, [1], jobs=2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_in_its_turn_and_says_where(jobs: int) -> None:
    running = pool.run(chores.fail, range(5), jobs=jobs)
    assert [next(running), next(running)] == [0, 1]
    with pytest.raises(AerodromeError, match="KeyError: 'two'") as caught:
        next(running)
    assert "in fail" in "".join(caught.value.__notes__)


def test_closing_ends_the_workers_in_the_middle_of_their_work() -> None:
    running = pool.run(chores.pid_and_wait, [0, 1, 2, 3], jobs=2)
    pid = next(running)
    assert psutil.pid_exists(pid)
    start = time.monotonic()
    running.close()
    eventually(lambda: not alive(pid))
    assert time.monotonic() - start < 30


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PATIENCE", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense", "carrier-pigeon://roof"):
        with pytest.raises(AerodromeError, match=f"no Dask scheduler answers at {address}"):
            list(pool.run(chores.wait_and_square, [1], scheduler=address))
