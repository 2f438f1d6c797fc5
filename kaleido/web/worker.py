"""A worker process: it reads jobs from standard input and writes replies to standard output.

Each message is a line. The server writes jobs as JSON, ``{"number", "kind", "params"}``, and
``{"stop": NUMBER}`` to stop one. The worker writes `Reply` lines: any number of events, then an
answer or a failure. When standard input ends, so does the process: no worker outlives its server.
"""

import _thread
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterable
from enum import StrEnum
from types import FrameType
from typing import Any, BinaryIO, NamedTuple

import psutil

from kaleido.base.errors import KaleidoError, OverLimitError, RequestError, UnavailableError
from kaleido.search.result import Status
from kaleido.web.jobs import Job, run_job
from kaleido.web.limits import BASE_MEMORY

NICE = 5  # how far worker processes give way to the server and to other programs
_LOOK_SECONDS = 0.1  # between two looks at the memory, where the system does not limit it
_AGAIN_SECONDS = 0.05  # after which a job that could not be stopped safely is stopped again


class ReplyKind(StrEnum):
    """The kind of a reply: the first letter of its line.

    A worker writes READY once it has started. The same question always has the same ANSWER,
    while a TRANSIENT answer may differ the next time. The process ends after a FATAL failure.
    """

    READY = "R"
    EVENT = "E"
    ANSWER = "A"
    TRANSIENT = "T"
    FAILURE = "F"
    FATAL = "X"


class Reply(NamedTuple):
    """A line that a worker process wrote, or several with events."""

    kind: ReplyKind
    text: bytes
    """JSON; of events one in each line."""

    @property
    def is_last(self) -> bool:
        """Whether the job ends with this reply."""
        return self.kind is not ReplyKind.EVENT

    def checked(self) -> bytes:
        """Return the text; raise RequestError if it is a failure."""
        if self.kind in (ReplyKind.FAILURE, ReplyKind.FATAL):
            failure = json.loads(self.text)
            if failure["is_over_limit"]:
                raise OverLimitError(failure["error"])
            raise RequestError(failure["status"], failure["error"])
        return self.text


class Stopped(BaseException):
    """The current job must stop. No `except Exception` on the way catches this."""


class Worker:
    """Runs one job after the other, each within some bytes of memory.

    `own` are the strategies of its user that questions may name.
    """

    def __init__(self, out: BinaryIO, memory: int, own: Iterable[str] = ()) -> None:
        self._out = out
        self._memory = memory
        self._own = tuple(own)
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._number = -1
        self._stopped: int | None = None
        self._stoppable = self._full = False

    def read(self, lines: BinaryIO) -> None:
        """Read messages until the input ends; then end the process."""
        for line in lines:
            message = json.loads(line)
            if "stop" not in message:
                self._jobs.put(message)
                continue
            self._stopped = message["stop"]
            if self._number == self._stopped:
                _thread.interrupt_main()
        os._exit(0)

    def watch_memory(self, limit: int) -> None:
        """Break off the current job when the process holds more than some bytes."""
        process = psutil.Process()
        while True:
            time.sleep(_LOOK_SECONDS)
            if process.memory_info().rss > limit and not self._full:
                self._full = True
                _thread.interrupt_main()

    def interrupt(self, _: int, frame: FrameType | None) -> None:
        """Stop the current job: the main thread's handler of SIGINT."""
        if not self._stoppable:
            return
        if not _is_safe_to_stop(frame):
            threading.Timer(_AGAIN_SECONDS, self._interrupt_again, [self._number]).start()
            return
        if self._full:
            raise MemoryError
        raise Stopped

    def _interrupt_again(self, number: int) -> None:
        if self._number == number:
            _thread.interrupt_main()

    def work(self) -> None:
        """Run jobs until one of them runs out of memory."""
        self._write(ReplyKind.READY, {})
        while True:
            message = self._jobs.get()
            self._number = message["number"]
            try:
                kind, value = self._attempt(message)
                self._stoppable = False
            except Stopped:
                self._stoppable = False
                kind, value = _failure(UnavailableError("stopped"))
            self._number = -1
            self._write(kind, value)
            if kind is ReplyKind.FATAL:
                return

    def _allow_stop(self) -> None:
        """Make the job stoppable from here on; stop it if there was a reason before."""
        self._stoppable = True
        if self._full:
            raise MemoryError
        if self._stopped == self._number:
            raise Stopped

    def _attempt(self, message: dict[str, Any]) -> tuple[ReplyKind, dict[str, Any]]:
        try:
            self._allow_stop()
            job = Job(message["kind"], message["params"], self._memory, self._own)
            answer = run_job(job, self._emit)
        except RequestError as error:
            return _failure(error)
        except KaleidoError as error:
            return _failure(RequestError(400, str(error)))
        except MemoryError:
            # The memory that is left may be fragmented: a fresh process does better.
            too_large = f"gave up: needs more than {self._memory / 1e9:g} GB"
            return ReplyKind.FATAL, _failure(OverLimitError(too_large))[1]
        except Exception:
            traceback.print_exc()
            unknown = RequestError(500, "something went wrong; the server's log says what")
            return _failure(unknown)
        # How far a search gets before it gives up differs each time.
        gave_up = answer.get("status") == Status.GAVE_UP or answer.get("proved") is False
        return (ReplyKind.TRANSIENT if gave_up else ReplyKind.ANSWER), answer

    def _emit(self, event: dict[str, Any]) -> None:
        self._stoppable = False  # a line is never cut
        self._write(ReplyKind.EVENT, event)
        self._allow_stop()

    def _write(self, kind: ReplyKind, value: dict[str, Any]) -> None:
        line = json.dumps(value, allow_nan=False, separators=(",", ":"))
        self._out.write(f"{kind}{line}\n".encode())
        self._out.flush()


def _is_safe_to_stop(frame: FrameType | None) -> bool:
    """Return whether an exception raised in a frame ends the job and nothing else.

    A module whose import is cut short is broken from then on, and Python ignores what is raised
    while an object is deleted.
    """
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith("<frozen importlib") or code.co_name == "__del__":
            return False
        frame = frame.f_back
    return True


def _failure(error: RequestError) -> tuple[ReplyKind, dict[str, Any]]:
    is_over_limit = isinstance(error, OverLimitError)
    failure = {"status": error.status, "error": str(error), "is_over_limit": is_over_limit}
    return ReplyKind.FAILURE, failure


def _is_limited(limit: int) -> bool:
    """Limit the memory of this process, and return whether the system does that."""
    try:
        import resource
    except ImportError:  # Windows
        return False
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    except (ValueError, OSError):  # not on macOS
        return False
    return True


def main(memory: int, own: Iterable[str]) -> None:
    """Work until standard input ends; return only when a job has run out of memory."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    # Whatever else prints to standard output must not get between the replies.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    worker = Worker(out, memory, own)
    signal.signal(signal.SIGINT, worker.interrupt)
    if not _is_limited(memory + BASE_MEMORY):
        threading.Thread(target=worker.watch_memory, args=(memory,), daemon=True).start()
    threading.Thread(target=worker.read, args=(sys.stdin.buffer,), daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
