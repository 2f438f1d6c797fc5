"""The most memory that processes take: of the largest of them, and of all together."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import NamedTuple

from processes import descendants, kilobytes

LAUNCH = """
import os, sys
nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=nowhere)
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""It starts a job and prints its kilobytes. What the system keeps of a process begins with the size
of the one that has started it: this one is smaller than any job."""


class Peak(NamedTuple):
    """The most memory that processes have taken, in bytes."""

    largest: int
    together: int


class Watch:
    """The memory of all processes below another, looked at while the context lasts.

    Parameters
    ----------
    process : int
    """

    def __init__(self, process: int) -> None:
        self._process = process
        self._largest = self._together = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look_often)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def peak(self) -> Peak:
        """The most so far."""
        self.look()
        # Memory shared with processes of others counts in part together, but in full for one.
        return Peak(self._largest, max(self._largest, self._together))

    def look(self) -> None:
        """Look once."""
        together = 0
        for process in descendants(self._process):
            together += 1024 * kilobytes(process, "smaps_rollup", "Pss")
            self._largest = max(self._largest, 1024 * kilobytes(process, "status", "VmHWM"))
        self._together = max(self._together, together)

    def _look_often(self) -> None:
        while not self._ended.wait(0.05):
            self.look()


def peak_of(command: Sequence[str], folder: str) -> Peak:
    """Run a command to its end in a folder; return the most memory that it took."""
    launch = [sys.executable, "-I", "-S", "-c", LAUNCH, *command]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(launch, cwd=folder, stdout=pipe, stderr=pipe) as process,
        Watch(process.pid) as watch,
    ):
        out, said = process.communicate()
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}: {said.decode().strip()}")
    # The last that the system has kept, after the last look.
    largest = max(1024 * int(out), watch.peak.largest)
    return Peak(largest, max(largest, watch.peak.together))
