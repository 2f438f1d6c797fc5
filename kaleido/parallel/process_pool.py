"""Workers that are processes on this machine."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from kaleido.parallel.workers import TASKS_PER_WORKER, Crash, Result, Task, Workers

if TYPE_CHECKING:
    from concurrent.futures import Future

    from joblib.externals import loky

ATTEMPTS = 2
"""How often a task may crash a worker that runs nothing else."""

WATCH_SECONDS = 0.5

# Libraries get one thread in each worker, because there are as many workers as cores.
_THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OPENCV_FOR_THREADS_NUM",
)  # fmt: skip


class ProcessPool(Workers):
    """Processes with fresh interpreters, which end when this process does.

    They start with the first task. When one of them ends, all running tasks run again one by
    one, which shows the task that crashed its worker.
    """

    def __init__(self, size: int) -> None:
        from joblib.externals import loky

        self._loky = loky
        self._crash = loky.process_executor.TerminatedWorkerError
        self.size = self.per_machine = size
        self._idle = True
        self._pool: loky.ProcessPoolExecutor | None = None
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
            future = self._submit(function, task)
            self._loky.wait([future])
            if not self._has_crashed(future):
                return future.result()
            self.close()
        return Crash(f"its worker process ended {ATTEMPTS} times (out of memory, or killed)")

    def _has_crashed(self, future: Future[Result]) -> bool:
        return isinstance(future.exception(), self._crash)

    def _submit(self, function: Callable[[Task], Result], task: Task) -> Future[Result]:
        if self._pool is None:
            self._pool = self._loky.ProcessPoolExecutor(
                self.size,
                initializer=_end_with_parent,
                initargs=(os.getpid(),),
                env=dict.fromkeys(_THREADS, "1"),
            )
        try:
            with _without_interrupts():  # processes that start now inherit it
                future: Future[Result] = self._pool.submit(function, task)
        except self._crash as problem:
            future = self._loky.Future()
            future.set_exception(problem)
        return future

    def close(self) -> None:
        """End the processes, even while they run tasks."""
        pool, self._pool = self._pool, None
        if pool is not None:
            if not self._idle:
                _withdraw_tasks(pool)
            pool.shutdown(wait=True, kill_workers=not self._idle)
        self._idle = True


def _withdraw_tasks(pool: loky.ProcessPoolExecutor) -> None:
    """Withdraw the tasks that no worker has yet.

    When Loky kills its workers, it drops these tasks first and then stumbles over their numbers.
    """
    numbers = getattr(pool, "_work_ids", None)
    while numbers is not None:
        try:
            numbers.get_nowait()
        except queue.Empty:
            return


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C for a moment, so that it reaches this process but not its workers."""
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
