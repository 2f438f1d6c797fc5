"""Runs: every engine on every puzzle, in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engines import ENGINES, Question
from worker import Worker

from kaleido import CLASSIC, Board, PieceSet
from kaleido.model import find_faults


class WrongAnswer(Exception):  # noqa: N818 - it names what the engine did
    """An engine's solution is none, or engines disagree."""


class Run(NamedTuple):
    """One engine's answer to one question about one puzzle.

    Attributes
    ----------
    engine : str
    what : {"first", "count"}
    board : str
        The name of the puzzle.
    order : int
        As in `Question`.
    table, model, search : float
        As in `Steps`; together the cap when it did not finish.
    finished : bool
    solutions : int or None
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


def run_all(
    puzzles: Mapping[str, Board | tuple[Board, PieceSet]],
    engines: Sequence[str],
    what: str,
    cap: float,
    orders: int = 1,
) -> Iterator[Run]:
    """Ask every engine about every puzzle.

    Parameters
    ----------
    puzzles : mapping of str to Board or (Board, PieceSet)
        Of the classic pieces, if none are given.
    engines : sequence of str
        They take turns in each order of each puzzle, so that a machine that slows down slows all
        of them.
    what : {"first", "count"}
    cap : float
        In processor seconds. A run that takes longer is killed and counts as one that did not
        finish.
    orders : int, optional
        In how many orders the others get the placements, and with how many seeds we search.

    Yields
    ------
    Run
        As they end; every puzzle has one of every engine in each order.

    Raises
    ------
    WrongAnswer
        A solution is none, or exact engines that finish disagree.
    EngineError
        An engine raised an error or did not start.
    """
    workers = [Worker(engine, what) for engine in engines]
    try:
        for name, puzzle in puzzles.items():
            board, pieces = (puzzle, CLASSIC) if isinstance(puzzle, Board) else puzzle
            runs: list[Run] = []
            for order in range(orders):
                for worker in workers:
                    runs.append(_run(worker, name, Question(board, pieces, order), cap))
                    yield runs[-1]
            known_solutions(runs)
    finally:
        for worker in workers:
            worker.close()


def _run(worker: Worker, name: str, question: Question, cap: float) -> Run:
    engine, what = worker.engine, worker.what
    steps, finished, answer = worker.ask(question, cap)
    solutions = None
    if finished and what == "count":
        solutions = answer
    elif finished:
        faults = find_faults(question.board, answer, question.pieces) if answer is not None else []
        if faults:
            raise WrongAnswer(f"{engine} is wrong on {name}: {'; '.join(faults)}")
        solutions = int(answer is not None)
    times = (round(seconds, 6) for seconds in steps)
    return Run(engine, what, name, question.order, *times, finished, solutions)


def known_solutions(runs: Sequence[Run]) -> int | None:
    """Give the number of solutions on which the exact engines agree.

    Parameters
    ----------
    runs : sequence of Run
        Of one question about one puzzle.

    Returns
    -------
    int or None
        None when no exact engine finished.

    Raises
    ------
    WrongAnswer
        They disagree.
    """
    counts = {(run.engine, run.solutions) for run in runs if run.finished and is_exact(run)}
    if len({count for _, count in counts}) > 1:
        said = ", ".join(f"{engine} {count:,}" for engine, count in sorted(counts))
        raise WrongAnswer(f"the engines disagree on {runs[0].board} ({runs[0].what}): {said}")
    return next((count for _, count in counts), None)


def is_exact(run: Run) -> bool:
    """Tell whether the answer of a run's engine is to be relied on."""
    return ENGINES[run.engine].exact
