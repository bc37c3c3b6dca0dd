"""One function over many tasks: here, in some processes, or on a cluster; results come in the order of the tasks.

However many workers there are and whatever becomes of them, the results are the same: tasks share nothing, and a task
whose worker died is done again by another one.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from aerodrome.errors import AerodromeError
from aerodrome.extras import need

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 3
"""Tasks in flight for each worker: enough that none waits, few enough that results do not pile up."""

DEATHS = 3
"""Workers that may die over one task before it is blamed."""

PATIENCE = 20
"""Seconds in which a scheduler must answer and have a worker."""


def run(
    function: Callable[[T], R], tasks: Iterable[T], *, jobs: int = 1, scheduler: str = ""
) -> Generator[R, None, None]:
    """Yields ``function(task)`` for each task, in order. Tasks are taken as they are needed. Close the iterator, or
    leave it with an error, and the work stops.

    Args:
        function: at the top level of a module, so that a worker finds it; tasks and results must pickle.
        jobs: processes; 1 works in this one.
        scheduler: address of a Dask scheduler that does the work instead, such as ``tcp://10.0.0.1:8786``.

    Raises:
        AerodromeError: ``function`` failed, the scheduler does not answer, or workers keep dying over a task.
    """
    if scheduler:
        return _in_order(_Cluster(scheduler), function, tasks)
    if jobs > 1:
        return _in_order(_Processes(jobs), function, tasks)
    return (_opened(_guarded(function, task)) for task in tasks)


def processors() -> int:
    """How many processes can work at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# ---- what comes back


@dataclass(frozen=True, slots=True)
class _Fault:
    """An error as text: not every exception survives the way between two processes."""

    what: str
    trace: str


def _guarded(function: Callable[[T], R], task: T) -> R | _Fault:
    try:
        return function(task)
    except AerodromeError as error:
        return _Fault(str(error), traceback.format_exc())
    except Exception as error:
        return _Fault(f"{type(error).__name__}: {error}", traceback.format_exc())


def _opened(answer: R | _Fault) -> R:
    if isinstance(answer, _Fault):
        error = AerodromeError(answer.what)
        error.add_note(answer.trace)
        raise error
    return answer


# ---- the order of results


class _Promise(Protocol):
    def result(self) -> Any: ...


class _Crew(ABC):
    """Workers. ``lost`` is what the promise of a task raises when its worker has died."""

    lost: tuple[type[BaseException], ...]

    @abstractmethod
    def room(self) -> int:
        """How many tasks may be in flight."""

    @abstractmethod
    def submit(self, function: Callable[[T], Any], task: T) -> _Promise: ...

    @abstractmethod
    def mend(self) -> None:
        """Makes ready for work again after a loss."""

    @abstractmethod
    def dismiss(self, done: bool) -> None:
        """Sends the workers home; unless all is ``done``, at once."""


def _in_order(crew: _Crew, function: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
    waiting = iter(tasks)
    flight: deque[tuple[T, _Promise | None]] = deque()
    deaths = 0
    done = False
    try:
        while True:
            try:
                flight.extend((task, None) for task in islice(waiting, max(0, crew.room() - len(flight))))
                if not flight:
                    done = True
                    return
                for place, (task, promise) in enumerate(flight):
                    if promise is None:
                        flight[place] = task, crew.submit(function, task)
                first = flight[0][1]
                assert first is not None
                answer = first.result()
            except crew.lost as error:
                deaths += 1
                if deaths == DEATHS:
                    raise AerodromeError(
                        f"{DEATHS} workers died over the same task",
                        remedy="is there enough memory for that many workers? Use fewer, and go on from what was kept",
                    ) from error
                crew.mend()
                flight = deque((task, None) for task, _ in flight)
                continue
            deaths = 0
            flight.popleft()
            yield _opened(answer)
    finally:
        crew.dismiss(done)


# ---- processes on this machine


class _Processes(_Crew):
    lost = (BrokenProcessPool,)

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.mend()

    def mend(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.executor = ProcessPoolExecutor(self.jobs, context, _start_worker)

    def room(self) -> int:
        return AHEAD * self.jobs

    def submit(self, function: Callable[[T], Any], task: T) -> _Promise:
        with _deaf_children():
            return self.executor.submit(_guarded, function, task)

    def dismiss(self, done: bool) -> None:
        workers = [] if done else list((self.executor._processes or {}).values())
        self.executor.shutdown(wait=done, cancel_futures=True)
        for worker in workers:
            worker.terminate()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes that are started now never hear Ctrl-C, not even before `_start_worker` runs in them; this one hears
    it afterwards. (Windows cannot do that: there a worker may complain when it is interrupted while it starts.)"""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    """Leaves Ctrl-C to the parent, and ends with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


# ---- a cluster


class _Cluster(_Crew):
    """The workers of a Dask scheduler. When one is lost, the scheduler itself gives its tasks to others."""

    def __init__(self, address: str) -> None:
        need("cluster", "distributed")
        from distributed import Client, KilledWorker

        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what goes wrong is said in one message
        self.lost = (KilledWorker, CancelledError, OSError)
        self.address = address
        try:
            self.client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, AssertionError) as error:  # the last is its word for a thread that starts late
            raise AerodromeError(
                f"no Dask scheduler answers at {address}",
                expected="an address such as tcp://10.0.0.1:8786",
                remedy="start one with: dask scheduler",
            ) from error
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            self.dismiss(done=True)
            raise AerodromeError(
                f"the scheduler at {address} has no workers", remedy=f"start some with: dask worker {address}"
            ) from error

    def room(self) -> int:
        threads: int = sum(self.client.nthreads().values())
        return AHEAD * max(2, threads)

    def submit(self, function: Callable[[T], Any], task: T) -> _Promise:
        promise: _Promise = self.client.submit(_guarded, function, task, pure=False)
        return promise

    def mend(self) -> None:
        try:
            self.client.nthreads()
        except (OSError, CancelledError) as error:
            raise AerodromeError(f"the scheduler at {self.address} is gone") from error

    def dismiss(self, done: bool) -> None:
        with suppress(OSError, TimeoutError, CancelledError):
            self.client.close(timeout=PATIENCE)
