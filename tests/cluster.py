"""A real Dask cluster on this machine, and a connection to it that can fall silent, or be cut."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

DEADLINE = 60


class DaskCluster:
    """A scheduler and workers, each a process; a context manager.

    Parameters
    ----------
    folder : Path
        For the address of the scheduler and the log.
    size : int, optional
    settings : mapping of str to str, optional
        Further settings of Dask, as variables of the environment.
    threads : int, optional
        The threads of each worker.
    """

    def __init__(
        self,
        folder: Path,
        size: int = 2,
        settings: Mapping[str, str] | None = None,
        threads: int = 1,
    ) -> None:
        self._threads = threads
        self._settings = {
            "PYTHONPATH": os.pathsep.join(sys.path),
            # A task may end so many workers; more is a matter of more processes only.
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
            **(settings or {}),
        }
        self._file = folder / "scheduler.json"
        self._log = (folder / "cluster.log").open("w")
        self.scheduler = self._start("scheduler", "--port", "0")
        self.address = self._address()
        self.workers = [self.add_worker() for _ in range(size)]

    def add_worker(self) -> subprocess.Popen[bytes]:
        """Start one more worker."""
        threads = str(self._threads)
        options = ("--nthreads", threads, "--no-nanny", "--death-timeout", str(DEADLINE))
        return self._start("worker", *options)

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1"]
        command += ["--scheduler-file", str(self._file), "--no-dashboard", *options]
        environment = os.environ | self._settings
        return subprocess.Popen(command, stdout=self._log, stderr=self._log, env=environment)

    def _address(self) -> str:
        until = time.monotonic() + DEADLINE
        while time.monotonic() < until and self.scheduler.poll() is None:
            with suppress(FileNotFoundError, ValueError):
                return str(json.loads(self._file.read_text())["address"])
            time.sleep(0.05)
        raise RuntimeError(f"the scheduler did not start: {self._file}")

    def wait_for_workers(self, number: int) -> None:
        """Wait until so many workers are there."""
        import distributed

        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=DEADLINE)

    def __enter__(self) -> DaskCluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self._log.close()


class SilentProxy:
    """Passes on what comes to a port of this machine, until it is told not to; a context manager.

    Parameters
    ----------
    address : str
        Where to, as ``tcp://HOST:PORT``.
    """

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition("/")[2].rpartition(":")
        self._target = host, int(port)
        self._passing = threading.Event()
        self._passing.set()
        self._lines: set[socket.socket] = set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = "tcp://{}:{}".format(*self._server.getsockname())
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def fall_silent(self) -> None:
        """Pass nothing on; the connections stay open."""
        self._passing.clear()

    def heal(self) -> None:
        """Pass on what has waited, and what comes."""
        self._passing.set()

    def cut(self) -> None:
        """Break all connections; new ones are passed on."""
        for line in list(self._lines):
            _shut(line)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._passing.wait()
        try:
            far = socket.create_connection(self._target)
        except OSError:
            near.close()
            return
        back = threading.Thread(target=self._pass, args=(far, near), daemon=True)
        back.start()
        self._pass(near, far)
        back.join()
        near.close()
        far.close()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        self._lines.add(source)
        with suppress(OSError):
            while data := source.recv(65536):
                self._passing.wait()
                target.sendall(data)
        _shut(target)
        self._lines.discard(source)

    def __enter__(self) -> SilentProxy:
        return self

    def __exit__(self, *_: object) -> None:
        """Break all connections and listen no longer."""
        _shut(self._server)
        self._server.close()
        self.heal()
        self.cut()
        self._thread.join()


def _shut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
