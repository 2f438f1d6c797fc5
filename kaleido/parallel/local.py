"""Workers on this machine: this process itself, or others beside it."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from kaleido.parallel.base import AHEAD, Lost, Workers

if TYPE_CHECKING:
    from concurrent.futures import Future

Task = TypeVar("Task")
Result = TypeVar("Result")

TRIES = 2
"""How often a task may end a worker that does nothing else."""

WATCH_SECONDS = 0.5

# Arrays and pictures are left to one thread: the workers are as many as the cores.
_THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OPENCV_FOR_THREADS_NUM",
)  # fmt: skip


def cores() -> int:
    """Give how many cores this process may use, by affinity and limits of its container."""
    from joblib import cpu_count

    return int(cpu_count())


class Here(Workers):
    """The process itself, which does one task after the other."""

    size = 1
    crowd = 1

    def each(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Lost]]:
        """Do every task once, in turn."""
        for number, task in enumerate(tasks):
            yield number, function(task)

    def close(self) -> None:
        """Do nothing: there is nobody to dismiss."""


class Pool(Workers):
    """Processes beside this one, fresh interpreters, which end when this one does.

    They start with the first task. When one ends, all tasks in hand are done again, one by
    one: which of them was to blame shows when it is alone.

    Parameters
    ----------
    size : int
        How many.
    """

    def __init__(self, size: int) -> None:
        from joblib.externals import loky

        self._loky = loky
        self._ended = loky.process_executor.TerminatedWorkerError
        self._size = size
        self._idle = True
        self._pool: loky.ProcessPoolExecutor | None = None
        # A worker that has grown is replaced by loky itself; no news for the user.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)

    @property
    def size(self) -> int:
        """How many processes."""
        return self._size

    @property
    def crowd(self) -> int:
        """The same: they are all here."""
        return self._size

    def each(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Lost]]:
        """Do every task once; see `Workers.each`."""
        coming = enumerate(tasks)
        flying: dict[Future[Result], tuple[int, Task]] = {}
        self._idle = False
        try:
            while True:
                for number, task in islice(coming, AHEAD * self._size - len(flying)):
                    flying[self._submit(function, task)] = number, task
                if not flying:
                    break
                done = self._loky.wait(flying, return_when=self._loky.FIRST_COMPLETED).done
                if any(map(self._failed, done)):
                    done = self._loky.wait(flying).done
                    self.close()
                suspects = []
                for future, (number, task) in list(flying.items()):
                    if future not in done:
                        continue
                    del flying[future]
                    if self._failed(future):
                        suspects.append((number, task))
                    else:
                        yield number, future.result()
                for number, task in suspects:
                    yield number, self._alone(function, task)
            self._idle = True
        except BaseException:
            self.close()
            raise

    def _alone(self, function: Callable[[Task], Result], task: Task) -> Result | Lost:
        for _ in range(TRIES):
            future = self._submit(function, task)
            self._loky.wait([future])
            if not self._failed(future):
                return future.result()
            self.close()
        return Lost(f"its worker process ended {TRIES} times (out of memory, or killed)")

    def _failed(self, future: Future[Result]) -> bool:
        """Whether a worker ended over a task."""
        return isinstance(future.exception(), self._ended)

    def _submit(self, function: Callable[[Task], Result], task: Task) -> Future[Result]:
        if self._pool is None:
            self._pool = self._loky.ProcessPoolExecutor(
                self._size,
                initializer=_settle,
                initargs=(os.getpid(),),
                env=dict.fromkeys(_THREADS, "1"),
            )
        try:
            with _deaf_to_interrupts():  # what starts now inherits it
                future: Future[Result] = self._pool.submit(function, task)
        except self._ended as problem:
            future = self._loky.Future()
            future.set_exception(problem)
        return future

    def close(self) -> None:
        """End the processes, whatever they are at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, kill_workers=not self._idle)
        self._idle = True


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C for a moment: it is for this process, not for its workers."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # which lets signals in again, the first time
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle(parent: int) -> None:
    """Make a process a worker: it ends when its parent does."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
        os._exit(1)

    if hasattr(os, "fork"):  # elsewhere a process keeps the number of a parent that has ended
        threading.Thread(target=watch, daemon=True).start()
