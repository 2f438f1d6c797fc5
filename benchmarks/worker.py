"""A worker: a process in which one engine answers one question, and that can be killed."""

from __future__ import annotations

import multiprocessing
import signal
import time
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from engines import ENGINES

from kaleido import Pattern

WARM_UP = "bxbxbxbx/xyxyxyxy/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/yxyxyxyx/xbxbxbxb"
"""A pattern of 118 solutions, which every engine counts in about a second."""

START_SECONDS = 300.0
"""How long a new worker may take to import its engine and to warm up."""


class EngineError(Exception):
    """An engine raised an error or did not start."""


class Reply(NamedTuple):
    """What a worker sends back.

    Attributes
    ----------
    seconds : float
        From the pattern's rows to the answer.
    answer : tuple of Placement, int or None
        As the engine's question gives it.
    error : str
        What the engine raised; mostly empty.
    """

    seconds: float
    answer: Any
    error: str = ""


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

    def ask(self, pattern: Pattern, cap: float) -> Reply | None:
        """Ask about a pattern.

        Parameters
        ----------
        pattern : Pattern
        cap : float
            In seconds.

        Returns
        -------
        Reply or None
            None when the answer took longer than `cap` or the process died (out of memory,
            say); it is then gone, and the next question starts another.

        Raises
        ------
        EngineError
            The engine raised an error or does not start.
        """
        line = self._line or self._start()
        line.send("/".join(pattern.rows))
        reply = self._receive(cap)
        if reply is None or reply.seconds > cap:
            self.close()
            return None
        if reply.error:
            raise EngineError(f"{self.engine}: {reply.error}")
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
        ready = self._receive(START_SECONDS)
        if ready is None or ready.error:
            self.close()
            raise EngineError(
                f"{self.engine} does not start: {ready.error if ready else 'no answer'}"
            )
        return self._line

    def _receive(self, seconds: float) -> Reply | None:
        assert self._line is not None
        try:
            return self._line.recv() if self._line.poll(seconds) else None
        except EOFError:  # it died
            return None


def serve(line: Connection, engine: str, what: str) -> None:
    """Warm up, then answer questions until the line is closed.

    Parameters
    ----------
    line : Connection
        Where patterns come in and replies go out, after a first one for the warm-up.
    engine, what : str
        As for `Worker`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which kills us
    text = WARM_UP
    while True:
        line.send(_reply(engine, what, text))
        try:
            text = line.recv()
        except EOFError:
            return


def _reply(engine: str, what: str, text: str) -> Reply:
    began = time.perf_counter()
    try:
        answer = ENGINES[engine].answer(what, Pattern.parse(text))
    except Exception as error:  # to be raised by the parent
        return Reply(0.0, None, f"{type(error).__name__}: {error}")
    return Reply(time.perf_counter() - began, answer)
