"""Hardships of a batch whose workers are processes of this machine."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from processes import command, descendants
from trial import HardshipError, Trial

PAUSE_SECONDS = 3.0
"""Seconds for which a process of this machine is stopped: nobody waits for it, nor gives it up."""


class PoolTrial(Trial):
    """A run on two processes of this machine."""

    def _options(self) -> list[str]:
        return ["--workers", "2"]

    @property
    def hardships(self) -> dict[str, Callable[[], str]]:
        """What happens."""
        return {
            "a worker is killed": lambda: self._kill(1),
            "both workers are killed": lambda: self._kill(2),
            "a worker is killed ten times": self._keep_killing,
            f"a worker is stopped for {PAUSE_SECONDS:g} s": self._freeze,
            "the run is killed": lambda: self._end_run(signal.SIGKILL, -9),
            "the run gets SIGTERM": lambda: self._end_run(signal.SIGTERM, 143, 2),
            "the run gets Ctrl-C": lambda: self._end_run(signal.SIGINT, 130, 2),
        }

    def _workers(self) -> list[int]:
        found = descendants(self.process.pid)
        return [process for process in found if "popen_loky" in command(process)]

    def _kill(self, number: int) -> str:
        for worker in self._workers()[:number]:
            os.kill(worker, signal.SIGKILL)
        return self.goes_on()

    def _keep_killing(self) -> str:
        for _ in range(10):
            time.sleep(self._source.uniform(0.05, 0.5))
            if workers := self._workers():
                os.kill(self._source.choice(workers), signal.SIGKILL)
        return self.goes_on()

    def _freeze(self) -> str:
        workers = self._workers()
        if not workers:
            raise HardshipError("the run has ended; it needs more boards")
        worker = workers[0]
        os.kill(worker, signal.SIGSTOP)
        time.sleep(PAUSE_SECONDS)
        os.kill(worker, signal.SIGCONT)
        return self.goes_on()

    def _end_run(self, how: signal.Signals, code: int, lines: int = 1) -> str:
        self.send(how)
        return self.ends_and_goes_on(code, lines)
