"""Workers that are processes on this machine."""

import os
import signal
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, wait
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from kaleido.base.unforeseen import THREADS, check_room, guard_memory
from kaleido.parallel.workers import Crash, ExecutorWorkers

WATCH_SECONDS = 0.5
FILES = 16  # that a worker opens as it starts


class ProcessPool(ExecutorWorkers):
    """Processes with fresh interpreters, which end when this process does.

    They start with the first task. When one of them ends, all running tasks run again one by
    one in a single process, which shows the task that crashed its worker.
    """

    attempts = 2
    shares_fate = True

    def __init__(self, size: int) -> None:
        from loky import ProcessPoolExecutor  # now: later there may be no memory left to import it

        check_room()
        _check_files()
        super().__init__()
        self._make_executor = ProcessPoolExecutor
        self.size = self.per_machine = size
        self._started = 0
        # Loky replaces a worker that has grown too large, which does not concern the user.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)

    def _submit(self, *call: Any, size: int | None = None) -> Future[Any]:
        size = size or self.size
        if self._started != size:
            self._abandon()
        while True:
            with _without_interrupts():  # processes that start now inherit it
                if self._executor is None:
                    self._started = size
                    self._executor = self._make_executor(
                        size,
                        initializer=_begin,
                        initargs=(os.getpid(),),
                        # There are as many workers as cores.
                        env=dict.fromkeys(THREADS, "1"),
                    )
                try:
                    return super()._submit(*call)
                except BrokenExecutor:
                    self._abandon()
            self._lose()

    def _submit_alone(self, *call: Any) -> Future[Any]:
        """Submit to a single process that has loaded the function.

        If it ends before that, for lack of memory say, the task is not to blame.
        """
        while True:
            ready = self._submit(callable, call[1], size=1)
            wait([ready])
            if self._crash(ready.exception()) is None:
                self._lost = 0
                return self._submit(*call, size=1)
            self._lose()

    def _crash(self, error: BaseException | None) -> Crash | None:
        if not isinstance(error, BrokenExecutor):
            return None
        return Crash(f"its worker process ended {self.attempts} times (out of memory, or killed)")

    def _losses(self) -> str:
        return f"worker processes ended {self._lost} times as they started"

    def _abandon(self) -> None:
        self.close(kill_workers=True)

    def close(self, *, kill_workers: bool = False) -> None:
        """End the processes, even while they run tasks."""
        kill_workers |= bool(self._running)
        with _without_interrupts():
            executor, self._executor = self._executor, None
            if executor is not None:
                executor.shutdown(wait=True, kill_workers=kill_workers)


def _check_files() -> None:
    """Raise an OSError if a worker could not open its files: it would print that as an answer."""
    with ExitStack() as opened:
        for _ in range(FILES):
            opened.enter_context(Path(os.devnull).open())


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold signals back while a process starts or ends, so that it is not left behind.

    Python handlers run afterwards, and only in the main thread. Ctrl-C is blocked, too: the
    processes that start meanwhile inherit the block, so that only this process handles it.
    """
    came: dict[int, FrameType | None] = {}
    held = {}
    if threading.current_thread() is threading.main_thread():
        ending = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGBREAK"))
        handlers = {int(each): signal.getsignal(each) for each in ending if each is not None}
        held = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in held:
        signal.signal(number, came.__setitem__)
    before = None
    try:
        if hasattr(signal, "pthread_sigmask"):  # not on Windows
            from multiprocessing.resource_tracker import ensure_running

            ensure_running()  # its first call unblocks the signals
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in held.items():
            signal.signal(number, handler)
        for number, frame in came.items():
            held[number](number, frame)


def _begin(parent: int) -> None:
    """Guard the memory of this worker process, and make it end when its parent does."""
    guard_memory()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
        os._exit(1)

    if os.name == "posix":  # elsewhere a process keeps the id of a parent that has ended
        threading.Thread(target=watch, daemon=True).start()
