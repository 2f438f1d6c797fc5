"""Workers that are processes on this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import TYPE_CHECKING

from kaleido.errors import WorkersError
from kaleido.parallel.workers import TASKS_PER_WORKER, Crash, Result, Task, Workers

if TYPE_CHECKING:
    from concurrent.futures import Future

    import loky

ATTEMPTS = 2
"""How often a task is run alone before it counts as crashed."""

STARTS = 20
"""How many workers may end before their first task until the pool gives up."""

WATCH_SECONDS = 0.5

# Libraries get one thread in each worker, because there are as many workers as cores.
_THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OPENCV_FOR_THREADS_NUM",
)  # fmt: skip


class ProcessPool(Workers):
    """Processes with fresh interpreters, which end when this process does.

    They start with the first task. When one of them ends, all running tasks run again one by
    one in a process of their own, which shows the task that crashed its worker.
    """

    def __init__(self, size: int) -> None:
        import loky

        self._loky = loky
        self._crash = loky.process_executor.TerminatedWorkerError
        self.size = self.per_machine = size
        self._idle = True
        self._pool: loky.ProcessPoolExecutor | None = None
        self._started = 0
        # Loky replaces a worker that has grown too large, which does not concern the user.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)

    def map_unordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Crash]]:
        """Run every task once; see `Workers.map_unordered`."""
        waiting = enumerate(tasks)
        running: dict[Future[Result], tuple[int, Task]] = {}
        self._idle = False
        try:
            while True:
                for index, task in islice(waiting, TASKS_PER_WORKER * self.size - len(running)):
                    running[self._submit(function, task)] = index, task
                if not running:
                    break
                done = self._loky.wait(running, return_when=self._loky.FIRST_COMPLETED).done
                if any(map(self._has_crashed, done)):
                    done = self._loky.wait(running).done
                    self.close()
                suspects = []
                for future, (index, task) in list(running.items()):
                    if future not in done:
                        continue
                    del running[future]
                    if self._has_crashed(future):
                        suspects.append((index, task))
                    else:
                        yield index, future.result()
                for index, task in suspects:
                    yield index, self._run_alone(function, task)
            self._idle = True
        except BaseException:
            self.close()
            raise

    def _run_alone(self, function: Callable[[Task], Result], task: Task) -> Result | Crash:
        for _ in range(ATTEMPTS):
            self._start_alone(function)
            future = self._submit(function, task, alone=True)
            self._loky.wait([future])
            if not self._has_crashed(future):
                return future.result()
            self.close()
        return Crash(f"its worker process ended {ATTEMPTS} times (out of memory, or killed)")

    def _start_alone(self, function: Callable[[Task], Result]) -> None:
        """Start a process that has loaded the function.

        One that ends before it has, for want of memory say, is no fault of the task.
        """
        for _ in range(STARTS):
            ready = self._submit(callable, function, alone=True)
            self._loky.wait([ready])
            if not self._has_crashed(ready):
                return
            self.close()
        raise WorkersError(f"worker processes ended {STARTS} times as they started")

    def _has_crashed(self, future: Future[Result]) -> bool:
        return isinstance(future.exception(), self._crash)

    def _submit(
        self, function: Callable[[Task], Result], task: Task, *, alone: bool = False
    ) -> Future[Result]:
        size = 1 if alone else self.size
        if self._pool is not None and self._started != size:
            self.close()
        with _without_interrupts():  # processes that start now inherit it
            if self._pool is None:
                self._pool = self._loky.ProcessPoolExecutor(
                    size,
                    initializer=_end_with_parent,
                    initargs=(os.getpid(),),
                    env=dict.fromkeys(_THREADS, "1"),
                )
                self._started = size
            try:
                future: Future[Result] = self._pool.submit(function, task)
            except self._crash as problem:
                future = self._loky.Future()
                future.set_exception(problem)
        return future

    def close(self) -> None:
        """End the processes, even while they run tasks."""
        with _without_interrupts():
            pool, self._pool = self._pool, None
            if pool is not None:
                pool.shutdown(wait=True, kill_workers=not self._idle)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold signals back while a process starts or ends, so that it is not left behind.

    Handlers in Python run when it is over. Ctrl-C is blocked, too: the processes that start
    meanwhile inherit that, as it is for this process alone.
    """
    with _held_back(), _blocked():
        yield


@contextmanager
def _held_back() -> Iterator[None]:
    """Let the handlers of signals run afterwards; in other threads than the main one, none run."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: dict[int, FrameType | None] = {}
    handlers = {int(each): signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    held = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in held:
        signal.signal(number, came.__setitem__)
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
        for number, frame in came.items():
            held[number](number, frame)


@contextmanager
def _blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # its first call unblocks the signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent(parent: int) -> None:
    """Make this worker process end when its parent does."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
        os._exit(1)

    if hasattr(os, "fork"):  # elsewhere a process keeps the number of a parent that has ended
        threading.Thread(target=watch, daemon=True).start()
