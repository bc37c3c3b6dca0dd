"""The pool: results in order, few tasks at a time, lost workers made good, nobody left behind."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


class Flaky(pool._Crew):
    """Workers who are lost over a task as often as ``losses`` says."""

    lost = (ConnectionError,)

    def __init__(self, losses: dict[int, int]) -> None:
        self.losses = losses
        self.mended = 0
        self.dismissed: list[bool] = []

    def room(self) -> int:
        return 3

    def submit(self, function: Any, task: Any) -> Any:
        return Promise(self, function, task)

    def mend(self) -> None:
        self.mended += 1

    def dismiss(self, done: bool) -> None:
        self.dismissed.append(done)


class Promise:
    def __init__(self, crew: Flaky, function: Any, task: int) -> None:
        self.crew, self.function, self.task = crew, function, task

    def result(self) -> Any:
        if self.crew.losses.get(self.task, 0):
            self.crew.losses[self.task] -= 1
            raise ConnectionError
        return self.function(self.task)


def test_losses_at_different_tasks_are_each_made_good() -> None:
    crew = Flaky({0: 2, 3: 2, 4: 1})
    assert list(pool._in_order(crew, chores.wait_and_square, range(6))) == [0, 1, 4, 9, 16, 25]
    assert (crew.mended, crew.dismissed) == (5, [True])


def test_workers_are_dismissed_at_once_when_the_work_is_given_up() -> None:
    crew = Flaky({2: 3})
    running = pool._in_order(crew, chores.wait_and_square, range(6))
    assert [next(running), next(running)] == [0, 1]
    with pytest.raises(AerodromeError, match="workers died over the same task"):
        next(running)
    assert crew.dismissed == [False]
