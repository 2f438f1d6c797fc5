"""Workers: this process itself, or an executor of other processes, which may lose a task.

What they run may be sent along with its code.
"""

from __future__ import annotations

import pickle
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, Self, TypeVar

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError, WorkersError
from kaleido.base.text import one_line, shown

Task = TypeVar("Task")
Result = TypeVar("Result")

TASKS_PER_WORKER = 2
"""Tasks submitted ahead for each worker: the one that it runs, and the next one."""

MAX_LOST = 20  # the most batches in a row that may be lost through no fault of their tasks
BATCH_SECONDS = 0.1  # quick tasks are submitted in batches that take a worker about this long
BATCHES_PER_SECOND = 100  # of all workers; the scheduler of a cluster cannot handle more
CHECK_SECONDS = 1.0  # the longest wait for results between two looks at the workers


@dataclass(frozen=True)
class Crash:
    """The result of a task whose worker crashed on every attempt; the reason is one line."""

    reason: str


@checked_arguments
class Workers(ABC):
    """Workers that run tasks. As a context manager, they are shut down at its end."""

    size: int
    """The number of tasks that run at the same time."""
    per_machine: int
    """The largest number of them on one machine, where they share its memory."""

    @abstractmethod
    def map_unordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Crash]]:
        """Run every task once, and yield the results as they finish, with the index of each task.

        The result is what the function returned, or `Crash` when the task crashed its worker on
        every attempt; if a worker ends for another reason, its tasks run again. What the function
        raises is raised here, and WorkersError when no workers are left.

        Only one such iterator may run at a time. Closing it early, or an error in it, stops the
        tasks that are running. The function belongs to a module that the workers can import; the
        tasks may be endless, as only a few are taken ahead of the workers.
        """

    @abstractmethod
    def close(self) -> None:
        """Shut the workers down."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@checked_arguments
class Serial(Workers):
    """The process itself, which runs one task after the other."""

    size = per_machine = 1

    def map_unordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Crash]]:
        """Run every task once, in order."""
        for index, task in enumerate(tasks):
            yield index, function(task)

    def close(self) -> None:
        """Do nothing: there is nothing to shut down."""


class ExecutorWorkers(Workers):
    """Workers behind a `concurrent.futures.Executor`.

    A future that is cancelled was lost by the executor, and its tasks run again. Where one fails
    because a worker has ended, each task that may have ended it runs again by itself.
    """

    attempts = 1
    """How often a task runs by itself before it counts as crashed."""

    max_batch = 1 << 12
    """The most tasks that are submitted together."""

    shares_fate = False
    """Whether all running tasks are lost together with one worker."""

    def __init__(self) -> None:
        self._executor: Any = None
        self._running: dict[Future[Any], list[tuple[int, Any]]] = {}
        self._lost = 0

    def _submit(self, *call: Any) -> Future[Any]:
        future: Future[Any] = self._executor.submit(*call)
        return future

    def _submit_alone(self, *call: Any) -> Future[Any]:
        return self._submit(*call)

    def _check(self) -> None:
        """Raise an error if there are no workers left."""

    @abstractmethod
    def _crash(self, error: BaseException | None) -> Crash | None:
        """Return the crash that an error tells of; None if the function raised the error."""

    def _is_lost(self, future: Future[Any]) -> bool:
        """Say whether the executor has lost a batch."""
        return future.cancelled()

    @abstractmethod
    def _losses(self) -> str:
        """Say that more was lost in a row than `MAX_LOST`."""

    @abstractmethod
    def _abandon(self) -> None:
        """Stop the running tasks."""

    def map_unordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Crash]]:
        """Run every task once; see `Workers.map_unordered`."""
        waiting, running = enumerate(tasks), self._running
        again: deque[list[tuple[int, Task]]] = deque()
        finished: SimpleQueue[Future[Any]] = SimpleQueue()
        size, mean, number = 1, 0.0, 0
        try:
            while True:
                self._check()
                while len(running) < max(TASKS_PER_WORKER * self.size, 1):
                    batch = again.popleft() if again else list(islice(waiting, size))
                    if not batch:
                        break
                    limit = 2 * self._batch_seconds
                    future = self._submit(_run, function, [task for _, task in batch], limit)
                    running[future] = batch
                    future.add_done_callback(finished.put)
                if not running:
                    break
                suspects: list[tuple[int, Task]] = []
                for future in self._first_done(finished):
                    batch = running.pop(future)
                    found = self._read(future)
                    if isinstance(found, _Done):
                        done, left = batch[: len(found.results)], batch[len(found.results) :]
                        each = found.seconds / len(done)
                        mean = 0.8 * mean + 0.2 * each if mean else each
                        number += len(done)
                        size = self._batch_size(mean, number)
                        if left:
                            again.append(left)
                        yield from zip((index for index, _ in done), found.results, strict=True)
                    elif found is None:
                        again.append(batch)
                    elif len(batch) == 1 and not self.shares_fate:
                        yield batch[0][0], found
                    else:
                        suspects += batch
                for index, task in suspects:
                    yield index, self._run_alone(function, task)
        except BaseException:
            self._abandon()
            running.clear()
            raise

    @property
    def _batch_seconds(self) -> float:
        return max(BATCH_SECONDS, self.size / BATCHES_PER_SECOND)

    def _batch_size(self, mean: float, number: int) -> int:
        """Return how many tasks to submit together, by their mean seconds and how many are done."""
        # No more than each worker has done so far: then all end at about the same time.
        share = number // max(self.size, 1)
        return max(min(int(self._batch_seconds / max(mean, 1e-6)), share, self.max_batch), 1)

    def _first_done(self, finished: SimpleQueue[Future[Any]]) -> set[Future[Any]]:
        """Wait until running futures are done: all of them, if they are lost with a worker."""
        done: set[Future[Any]] = set()
        while not done:
            with suppress(Empty):
                done.add(finished.get(timeout=CHECK_SECONDS))
            while not finished.empty():
                done.add(finished.get())
            done &= self._running.keys()
            if not done:
                self._check()
        if self.shares_fate and any(self._crash(each.exception()) for each in done):
            return wait(self._running).done
        return done

    def _run_alone(self, function: Callable[[Task], Result], task: Task) -> Result | Crash:
        attempts = 0
        while True:
            future = self._submit_alone(_run, function, [task])
            while not wait([future], CHECK_SECONDS).done:
                self._check()
            found = self._read(future)
            if isinstance(found, _Done):
                result: Result = found.results[0]
                return result
            attempts += found is not None
            if found is not None and attempts == self.attempts:
                return found

    def _read(self, future: Future[Any]) -> _Done | Crash | None:
        """Return what became of a batch, or None if the executor has lost it."""
        if self._is_lost(future):
            self._lose()
            return None
        crash = self._crash(future.exception())
        if crash is not None:
            return crash
        found: _Done = future.result()
        self._lost = 0
        return found

    def _lose(self) -> None:
        """Take account of a loss, and give up if there are too many in a row."""
        self._lost += 1
        if self._lost > MAX_LOST:
            raise WorkersError(self._losses())


@dataclass(frozen=True)
class _Done:
    """The results of a batch, or of its first tasks, and the seconds that they took."""

    seconds: float
    results: list[Any]


def _run(function: Callable[[Task], Result], tasks: list[Task], limit: float = 0.0) -> _Done:
    """Run tasks until the limit in seconds: results do not wait for a slow task behind them."""
    began = time.perf_counter()
    seconds, results = 0.0, []
    for task in tasks:
        results.append(function(task))
        seconds = time.perf_counter() - began
        if seconds > limit:
            break
    return _Done(seconds, results)


@checked_arguments
class Shipped:
    """A function that any process with the same Python and Kaleido can call.

    What belongs to a script, a notebook or one of some `modules` goes along by value, so that the
    other process need not find it. What cannot be sent is an `OptionError`.

    Examples
    --------
    >>> Shipped(lambda number: 2 * number)(4)
    8
    """

    def __init__(self, function: Callable[..., Any], modules: Iterable[str] = ()) -> None:
        import cloudpickle

        known = [sys.modules[name] for name in modules if name in sys.modules]
        fresh = [
            each
            for each in known
            if each.__name__ not in cloudpickle.list_registry_pickle_by_value()
        ]
        for each in fresh:
            cloudpickle.register_pickle_by_value(each)
        try:
            self._code: bytes = cloudpickle.dumps(function)
        except Exception as problem:
            reason = one_line(problem) or type(problem).__name__
            raise OptionError(
                f"{shown(function)} cannot be sent to another process: {reason}"
            ) from problem
        finally:
            for each in fresh:
                cloudpickle.unregister_pickle_by_value(each)

    def __call__(self, *given: Any) -> Any:
        """Call the function."""
        return _loaded(self._code)(*given)


@lru_cache(64)
def _loaded(code: bytes) -> Callable[..., Any]:
    function: Callable[..., Any] = pickle.loads(code)  # noqa: S301 (this process, or the one that asks, wrote it)
    return function
