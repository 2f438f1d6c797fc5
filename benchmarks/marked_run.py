"""A command that runs, with a mark by which all of its processes are found."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from long_commands import Case
from processes import command, handles, marked

MARK = "KALEIDO_INTERRUPTS"
"""A variable of the environment by which all processes of a run are found."""

SOON = 2.0
"""Seconds after its end in which its last process must be gone."""

SEMAPHORES = Path("/dev/shm")


class Run:
    """A command that has been started, with a temporary folder of its own.

    Parameters
    ----------
    case : Case
    folder : Path
    more : tuple of str
        Further words.
    """

    def __init__(self, case: Case, folder: Path, more: tuple[str, ...] = ()) -> None:
        self._mark = uuid.uuid4().hex
        self._temporary = folder / "temporary"
        self._temporary.mkdir(exist_ok=True)
        self._semaphores = set(SEMAPHORES.iterdir())
        words = [word.replace("{folder}", str(folder)) for word in (*case.words, *more)]
        self.process = subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ | {MARK: self._mark, "TMPDIR": str(self._temporary)},
        )

    def listens(self) -> bool:
        """Wait until it handles SIGTERM; return whether it still runs."""
        while self.process.poll() is None:
            if handles(self.process.pid, signal.SIGTERM):
                return True
            time.sleep(0.002)
        return False

    def end(self, within: float) -> tuple[int | None, str]:
        """Wait for the end; return the exit code, and what was written to standard error."""
        try:
            _, err = self.process.communicate(timeout=within)
        except subprocess.TimeoutExpired:
            for process in marked(MARK, self._mark):
                os.kill(process, signal.SIGKILL)
            _, err = self.process.communicate()
            return None, err
        return self.process.returncode, err

    def left_behind(self) -> list[str]:
        """Return what the run left behind, once there was time to end it."""
        until = time.monotonic() + SOON
        while (left := marked(MARK, self._mark)) and time.monotonic() < until:
            time.sleep(0.05)
        found = [f"process left: {command(process)[:100]}" for process in left]
        for process in left:
            os.kill(process, signal.SIGKILL)
        found += [f"semaphore left: {each.name}" for each in self._own_semaphores()]
        return found + [f"file left: {each.name}" for each in self._temporary.iterdir()]

    def _own_semaphores(self) -> Iterator[Path]:
        for each in set(SEMAPHORES.iterdir()) - self._semaphores:
            if f"-{self.process.pid}-" in each.name:
                yield each
