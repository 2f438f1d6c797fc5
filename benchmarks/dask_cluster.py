"""A real Dask cluster on this machine: a scheduler and workers, each a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

DEADLINE = 60


class DaskCluster:
    """A scheduler and workers of one thread; a context manager.

    Parameters
    ----------
    folder : Path
        For the address of the scheduler and the log.
    size : int, optional
    settings : mapping of str to str, optional
        Further settings of Dask, as variables of the environment.
    """

    def __init__(
        self, folder: Path, size: int = 2, settings: Mapping[str, str] | None = None
    ) -> None:
        self._settings = settings or {}
        self._file = folder / "scheduler.json"
        self._log = (folder / "cluster.log").open("w")
        self.scheduler = self._start("scheduler", "--port", "0")
        self.address = self._address()
        self.workers = [self.add_worker() for _ in range(size)]

    def add_worker(self) -> subprocess.Popen[bytes]:
        """Start one more worker."""
        options = ("--nthreads", "1", "--no-nanny", "--death-timeout", str(DEADLINE))
        return self._start("worker", *options)

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1"]
        command += ["--scheduler-file", str(self._file), "--no-dashboard", *options]
        settings = {
            "PYTHONPATH": os.pathsep.join(sys.path),
            # A task may end so many workers; more is a matter of more processes only.
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
        }
        return subprocess.Popen(
            command,
            stdout=self._log,
            stderr=self._log,
            env=os.environ | settings | dict(self._settings),
        )

    def _address(self) -> str:
        until = time.monotonic() + DEADLINE
        while time.monotonic() < until and self.scheduler.poll() is None:
            try:
                return str(json.loads(self._file.read_text())["address"])
            except (FileNotFoundError, ValueError):
                time.sleep(0.05)
        raise RuntimeError(f"the scheduler did not start: {self._file}")

    def wait_for_workers(self, number: int) -> None:
        """Wait until so many workers are there."""
        import distributed

        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=DEADLINE)

    def close(self) -> None:
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self._log.close()

    def __enter__(self) -> DaskCluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
