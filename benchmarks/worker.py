"""A worker: a process in which one engine answers one question, and that can be killed."""

from __future__ import annotations

import ctypes
import multiprocessing
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from engines import ENGINES, Engine, Question

from kaleido import Pattern

WARM_UP = "bxbxbxbx/xyxyxyxy/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/yxyxyxyx/xbxbxbxb"
"""A pattern of 118 solutions, which every engine counts in about a second."""

START_SECONDS = 300.0
"""How long a new worker may take to import its engine and to warm up, in seconds."""


class EngineError(Exception):
    """An engine raised an error or did not start."""


class Steps(NamedTuple):
    """Processor seconds of the steps of an answer.

    Attributes
    ----------
    table : float
        Of listing the placements.
    model : float
        Of what the engine makes of them before it searches.
    search : float
    """

    table: float
    model: float
    search: float = 0.0


class Reply(NamedTuple):
    """What a worker has answered.

    Attributes
    ----------
    steps : Steps
        If it was stopped, what it had taken by then: together the cap.
    finished : bool
        Whether it was not stopped.
    answer : tuple of Placement, int or None
        For a first solution its placements, or None if it is proved that there is none.
    """

    steps: Steps
    finished: bool
    answer: Any = None


class Worker:
    """A process that answers for an engine; it starts when it is first asked.

    Parameters
    ----------
    engine : str
        Its name.
    what : {"first", "count"}
        The question.
    """

    def __init__(self, engine: str, what: str) -> None:
        self.engine = engine
        self.what = what
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None

    def ask(self, question: Question, cap: float) -> Reply:
        """Ask about a puzzle.

        Parameters
        ----------
        question : Question
        cap : float
            In processor seconds. A process that takes more, or that dies (out of memory, say),
            has not finished; it is then gone, and the next question starts another.

        Raises
        ------
        EngineError
            The engine raised an error or does not start.
        """
        line = self._line or self._start()
        stop = self._computed() + cap
        line.send(question)
        built, reply = self._receive(stop), None
        if built is not None:
            reply = self._receive(stop)
        if reply is None or sum(reply.steps) > cap:
            self.close()
            steps = built if built is not None and sum(built) < cap else Steps(cap, 0.0)
            return Reply(steps._replace(search=cap - sum(steps)), finished=False)
        return reply

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    def _start(self) -> Connection:
        # Spawned, not forked: what one engine leaves behind in memory is not the next one's.
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, self.engine, self.what), daemon=True
        )
        self._process.start()
        theirs.close()
        # The warm-up has two messages, as every answer.
        if not all(self._receive(START_SECONDS) for _ in range(2)):
            self.close()
            raise EngineError(f"{self.engine} does not start: no answer")
        return self._line

    def _computed(self) -> float:
        """Return the processor seconds that the process has taken."""
        assert self._process is not None
        # Limits that the system keeps would make the worker's own clock tick in milliseconds.
        clock = ctypes.c_int()
        ctypes.CDLL(None).clock_getcpuclockid(self._process.pid, ctypes.byref(clock))
        return time.clock_gettime(clock.value)

    def _receive(self, stop: float) -> Any:
        """Return a message, or None when the process has computed for so long, or has died."""
        assert self._line is not None
        try:
            while not self._line.poll(max(stop - self._computed(), 0.01)):
                if self._computed() >= stop:
                    return None
            found = self._line.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, str):
            self.close()
            raise EngineError(f"{self.engine}: {found}")
        return found


def serve(line: Connection, engine: str, what: str) -> None:
    """Warm up, then answer questions until the line is closed.

    Parameters
    ----------
    line : Connection
        Where questions come in and what `answer` sends goes out, after that of the warm-up.
    engine, what : str
        As for `Worker`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which kills us
    question = Question(Pattern.parse(WARM_UP))
    while True:
        try:
            answer(line, ENGINES[engine], what, question)
        except Exception as error:  # to be raised by the parent
            line.send(f"{type(error).__name__}: {error}")
        try:
            question = line.recv()
        except EOFError:
            return


def answer(line: Connection, engine: Engine, what: str, question: Question) -> None:
    """Send the `Steps` before the search, then a `Reply`.

    What comes between the steps is not timed: the order of the rows, and what the parent is sent.
    """
    seconds = []

    def timed(step: Callable[..., Any], *arguments: Any) -> Any:
        began = time.process_time()
        found = step(*arguments)
        seconds.append(time.process_time() - began)
        return found

    table, rows = engine.order(timed(engine.table, question), question)
    model = timed(engine.model, table)
    line.send(Steps(*seconds))
    found = timed(engine.answer, what, model, question)
    if what == "first" and found is not None:
        found = engine.placements(found, rows, question)
    line.send(Reply(Steps(*seconds), finished=True, answer=found))
