"""A worker process: it reads jobs from standard input, one a line, and writes what they come to.

Each line it writes is a `kaleido.web.line.Tag` and JSON: any number of events, then an answer or
a failure. A line ``{"stop": NUMBER}`` stops the job of that number wherever it is. When standard
input ends, so does the process: no worker outlives its server.
"""

from __future__ import annotations

import _thread
import argparse
import json
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from typing import Any, BinaryIO

from kaleido.errors import KaleidoError
from kaleido.web.limits import BASE_MEMORY
from kaleido.web.line import Tag
from kaleido.web.refusal import BUSY, RefusalError
from kaleido.web.work import Job, do


class Stopped(BaseException):
    """The job in hand is to stop. No `except Exception` on the way may keep it."""


class Workbench:
    """Does one job after the other.

    Parameters
    ----------
    out : file
        Where lines go.
    memory : int
        What the process may take for a job, in bytes.
    """

    def __init__(self, out: BinaryIO, memory: int) -> None:
        self._out = out
        self._memory = memory
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._number = -1
        self._stopped = -1
        self._stoppable = False

    def read(self, lines: BinaryIO) -> None:
        """Take in lines until there are no more; then end the process."""
        for line in lines:
            message = json.loads(line)
            if "stop" not in message:
                self._jobs.put(message)
                continue
            self._stopped = message["stop"]
            if self._number == self._stopped:
                _thread.interrupt_main()
        os._exit(0)

    def interrupt(self, *_: object) -> None:
        """Stop the job in hand: the main thread's handler of SIGINT."""
        if self._stoppable:
            raise Stopped

    def work(self) -> None:
        """Do jobs until one of them runs out of memory."""
        self._write(Tag.READY, {})
        while True:
            message = self._jobs.get()
            self._number = message["number"]
            try:
                self._check()
                tag, value = self._attempt(message)
                self._stoppable = False
            except Stopped:
                self._stoppable = False
                tag, value = Tag.FAILURE, _failure(BUSY, "stopped")
            self._number = -1
            self._write(tag, value)
            if tag is Tag.LAST_FAILURE:
                return

    def _check(self) -> None:
        """Let the job be stopped from here on; stop it if that was asked for before."""
        self._stoppable = True
        if self._stopped == self._number:
            raise Stopped

    def _attempt(self, message: dict[str, Any]) -> tuple[Tag, dict[str, Any]]:
        try:
            job = Job(message["kind"], message["ask"], self._memory)
            result = do(job, self._tell)
        except RefusalError as refusal:
            return Tag.FAILURE, _failure(refusal.status, str(refusal))
        except KaleidoError as error:
            return Tag.FAILURE, _failure(400, str(error))
        except MemoryError:
            # What is left of memory may be in pieces: a fresh process does better.
            return Tag.LAST_FAILURE, _failure(
                BUSY, f"gave up: needs more than {self._memory / 1e9:g} GB"
            )
        except Exception:
            traceback.print_exc()
            return Tag.FAILURE, _failure(500, "something went wrong; the server's log says what")
        return (Tag.ANSWER if result.lasting else Tag.PASSING), result.value

    def _tell(self, event: dict[str, Any]) -> None:
        self._stoppable = False  # a line is never cut
        self._write(Tag.EVENT, event)
        self._check()

    def _write(self, tag: Tag, value: dict[str, Any]) -> None:
        line = json.dumps(value, allow_nan=False, separators=(",", ":"))
        self._out.write(f"{tag}{line}\n".encode())
        self._out.flush()


def _failure(status: int, message: str) -> dict[str, Any]:
    return {"status": status, "error": message}


def _limit_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ValueError, OSError):  # not on macOS
        return


def main(args: Sequence[str] | None = None) -> int:
    """Work until standard input ends.

    Parameters
    ----------
    args : sequence of str, optional
        ``--memory BYTES --nice N``.

    Returns
    -------
    int
        0; it returns only when a job has run out of memory.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--memory", type=int, required=True)
    parser.add_argument("--nice", type=int, default=0)
    asked = parser.parse_args(args)
    if asked.nice and hasattr(os, "nice"):
        os.nice(asked.nice)
    _limit_memory(asked.memory + BASE_MEMORY)
    # Whatever prints must not get between the lines.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    bench = Workbench(out, asked.memory)
    signal.signal(signal.SIGINT, bench.interrupt)
    threading.Thread(target=bench.read, args=(sys.stdin.buffer,), daemon=True).start()
    bench.work()
    return 0


if __name__ == "__main__":
    sys.exit(main())
