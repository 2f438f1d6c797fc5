"""Runs: every engine on every puzzle, in turn, each engine in a process that can be killed."""

from __future__ import annotations

import multiprocessing
import resource
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from engines import ALL_ENGINES, Question
from harness import timed
from processes import processor_seconds

from kaleido import CLASSIC, Board, KaleidoError, Pattern, PieceSet
from kaleido.model import find_faults

WARM_UP = "bxbxbxbx/xyxyxyxy/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/yxyxyxyx/xbxbxbxb"
"""A pattern of 118 solutions, which every engine counts in about a second."""

START_SECONDS = 300.0
"""How long a new worker may take to import its engine and to warm up, in seconds."""


class EngineError(KaleidoError):
    """An engine raised an error or did not start."""


class WrongAnswer(KaleidoError):  # noqa: N818 - it names what the engine did
    """An engine's solution is none, or engines disagree."""


class Run(NamedTuple):
    """One engine's answer to one question, "first" or "count", about one puzzle.

    The processor seconds are those of listing the placements, of what the engine makes of them
    before it searches, and of the search; together the cap when it did not finish. Solutions are
    1 for a first solution, 0 when there is none, None when it did not finish.
    """

    engine: str
    what: str
    board: str
    order: int
    table: float
    model: float
    search: float
    finished: bool
    solutions: int | None

    @property
    def build(self) -> float:
        """The seconds before the search."""
        return self.table + self.model

    @property
    def seconds(self) -> float:
        """The seconds from the puzzle to the answer."""
        return self.build + self.search


class Worker:
    """A process that answers questions for an engine; it starts when it is first asked.

    It may take so many bytes of memory.
    """

    def __init__(self, engine: str, what: str, memory: int = resource.RLIM_INFINITY) -> None:
        self.engine, self.what, self._memory = engine, what, memory
        self._process: Any = None
        self._line: Any = None

    def ask(self, question: Question, cap: float) -> tuple[list[float], bool, Any]:
        """Ask about a puzzle; return the seconds of the steps, whether it finished, and the answer.

        A process that takes more than the cap, or that dies (out of memory, say), has not finished;
        it is then gone, and the next question starts another. `EngineError` is raised when the
        engine raised an error or does not start.
        """
        if self._line is None:
            self._start()
        built, reply = self._answers(question, cap)
        if reply and sum(reply[0]) <= cap:
            return reply[0], True, reply[1]
        self.close()
        table, model = built[0] if built and sum(built[0]) < cap else (cap, 0.0)
        return [table, model, cap - table - model], False, None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._line is not None:
            self._process.kill()
            self._process.join()
            self._line.close()
        self._process = self._line = None

    def _start(self) -> None:
        # Spawned, not forked: what one engine leaves behind in memory is not the next one's.
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        own = (theirs, self.engine, self.what, self._memory)
        self._process = context.Process(target=serve, args=own, daemon=True)
        self._process.start()
        theirs.close()
        if None in self._answers(Question(Pattern.parse(WARM_UP)), START_SECONDS):
            self.close()
            raise EngineError(f"{self.engine} does not start: no answer")

    def _answers(self, question: Question, cap: float) -> list[Any]:
        """Return both messages of an answer; None for those before which the process has ended."""
        # A timer of the system would end it as well, but makes its clock as coarse as a tick.
        process = self._process.pid
        found, stop = [None, None], processor_seconds(process) + cap
        with suppress(EOFError, OSError):
            self._line.send(question)
            for place in range(2):
                while not self._line.poll(max(stop - processor_seconds(process), 0.01)):
                    if processor_seconds(process) >= stop:
                        return found
                found[place] = self._line.recv()
                if isinstance(found[place], str):
                    self.close()
                    raise EngineError(f"{self.engine}: {found[place]}")
        return found


def serve(line: Connection, name: str, what: str, memory: int) -> None:
    """Answer questions until the line is closed.

    An answer is the seconds before the search, then those of all steps with what was found. What
    comes between the steps is not timed: the order of the rows, and what the parent is sent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which kills us
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    engine = ALL_ENGINES[name]
    with suppress(EOFError):
        while True:
            question = line.recv()
            try:
                table, listing = timed(engine.table, question)
                table, rows = engine.ordered(table, question)
                model, building = timed(engine.model, table)
                line.send(([listing, building],))
                found, searching = timed(getattr(engine, what), model)
                if what == "first" and found is not None:
                    found = engine.placements(found, rows, question)
                line.send(([listing, building, searching], found))
            except Exception as error:  # to be raised by the parent
                line.send(f"{type(error).__name__}: {error}")


def run_all(
    puzzles: Mapping[str, Board | tuple[Board, PieceSet]],
    engines: Sequence[str],
    what: str,
    cap: float,
    orders: int = 1,
) -> Iterator[Run]:
    """Ask every engine about every puzzle; yield the runs as they end.

    The engines take turns in each order of each puzzle, so that a machine that slows down slows
    all of them. A run that takes longer than the cap is killed. `WrongAnswer` is raised when a
    solution is none, or when exact engines that finish disagree.
    """
    workers = [Worker(engine, what) for engine in engines]
    try:
        for name, puzzle in puzzles.items():
            board, pieces = (puzzle, CLASSIC) if isinstance(puzzle, Board) else puzzle
            runs: list[Run] = []
            for order in range(orders):
                for worker in workers:
                    runs.append(run_one(worker, name, Question(board, pieces, order), cap))
                    yield runs[-1]
            known_solutions(runs)
    finally:
        for worker in workers:
            worker.close()


def run_one(worker: Worker, name: str, question: Question, cap: float) -> Run:
    """Ask a worker about a puzzle, and verify a first solution."""
    engine, what = worker.engine, worker.what
    steps, finished, answer = worker.ask(question, cap)
    solutions = answer if finished and what == "count" else None
    if finished and what == "first":
        faults = find_faults(question.board, answer, question.pieces) if answer is not None else []
        if faults:
            raise WrongAnswer(f"{engine} is wrong on {name}: {'; '.join(faults)}")
        solutions = int(answer is not None)
    times = (round(seconds, 6) for seconds in steps)
    return Run(engine, what, name, question.order, *times, finished, solutions)


def known_solutions(runs: Sequence[Run]) -> int | None:
    """Return the number of solutions on which exact engines agree; None if none of them finished.

    `WrongAnswer` is raised when they disagree.
    """
    exact = (run for run in runs if run.finished and ALL_ENGINES[run.engine].exact)
    counts = {(run.engine, run.solutions) for run in exact}
    if len({count for _, count in counts}) > 1:
        said = ", ".join(f"{engine} {count:,}" for engine, count in sorted(counts))
        raise WrongAnswer(f"the engines disagree on {runs[0].board} ({runs[0].what}): {said}")
    return next((count for _, count in counts), None)
