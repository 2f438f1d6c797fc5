"""Runs: every engine on every board, in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engines import ENGINES
from worker import Worker

from kaleido import Pattern, find_faults


class WrongAnswer(Exception):  # noqa: N818 - it names what the engine did
    """An engine's solution is none, or engines disagree."""


class Run(NamedTuple):
    """One engine's answer to one question about one board.

    Attributes
    ----------
    engine : str
    what : {"first", "count"}
    board : str
    seconds : float
        The cap when it did not finish.
    finished : bool
    solutions : int or None
        1 for a first solution, 0 when there is none, None when it did not finish.
    """

    engine: str
    what: str
    board: str
    seconds: float
    finished: bool
    solutions: int | None


def run_all(
    boards: Mapping[str, Pattern], engines: Sequence[str], what: str, cap: float
) -> Iterator[Run]:
    """Ask every engine about every board.

    Parameters
    ----------
    boards : mapping of str to Pattern
    engines : sequence of str
        They take turns on each board, so that a machine that slows down slows all of them.
    what : {"first", "count"}
    cap : float
        In seconds. A run that takes longer is killed and counts as one that did not finish.

    Yields
    ------
    Run
        As they end; every board has one of every engine.

    Raises
    ------
    WrongAnswer
        A solution is none, or exact engines that finish disagree.
    EngineError
        An engine raised an error or did not start.
    """
    workers = [Worker(engine, what) for engine in engines]
    try:
        for board, pattern in boards.items():
            runs: list[Run] = []
            for worker in workers:
                runs.append(_run(worker, board, pattern, cap))
                yield runs[-1]
            known_solutions(runs)
    finally:
        for worker in workers:
            worker.close()


def _run(worker: Worker, board: str, pattern: Pattern, cap: float) -> Run:
    engine, what = worker.engine, worker.what
    reply = worker.ask(pattern, cap)
    if reply is None:
        return Run(engine, what, board, cap, False, None)
    if what == "count":
        solutions = reply.answer
    else:
        faults = find_faults(pattern, reply.answer) if reply.answer is not None else []
        if faults:
            raise WrongAnswer(f"{engine} is wrong on {board}: {'; '.join(faults)}")
        solutions = int(reply.answer is not None)
    return Run(engine, what, board, round(reply.seconds, 6), True, solutions)


def known_solutions(runs: Sequence[Run]) -> int | None:
    """Give the number of solutions on which the exact engines agree.

    Parameters
    ----------
    runs : sequence of Run
        Of one question about one board.

    Returns
    -------
    int or None
        None when no exact engine finished.

    Raises
    ------
    WrongAnswer
        They disagree.
    """
    counts = {run.engine: run.solutions for run in runs if run.finished and is_exact(run)}
    if len(set(counts.values())) > 1:
        said = ", ".join(f"{engine} {count:,}" for engine, count in counts.items())
        raise WrongAnswer(f"the engines disagree on {runs[0].board} ({runs[0].what}): {said}")
    return next(iter(counts.values()), None)


def is_exact(run: Run) -> bool:
    """Tell whether the answer of a run's engine is to be relied on."""
    return ENGINES[run.engine].exact
