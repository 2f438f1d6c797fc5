"""The difficulty of a pattern, from 1 to 5, from measured parts."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from kaleido.errors import NoSolutionError, OptionError
from kaleido.lattices import SQUARE
from kaleido.model.difficulty import difficulty_of
from kaleido.search.engine import search
from kaleido.search.events import Place
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.tracker import Tracker

if TYPE_CHECKING:
    from kaleido.counting import CountLimits

SEEDS = (0, 1)
MAX_NODES = 1000
"""A run of the search of paper-plus ends after this many nodes and counts as it is."""


@dataclass(frozen=True)
class Rating:
    """The difficulty of a pattern, and its parts.

    Attributes
    ----------
    difficulty : int
        From 1 (easy) to 5 (hard), by the toil.
    toil : float
        log10(1 + backtracks) + (1 − forced) − log10(solutions) / 10.
    log_solutions : float
        The log10 of the number of solutions.
    forced : float
        The share of the moves of the search of paper-plus that had no alternative.
    branching : float
        The mean number of moves at those forks of the search of paper-plus that offer a choice.
    backtracks : float
        The mean number of backtracks of that search, over seeds and the four rotations.
    median_backtracks : float
        Their median.
    least_backtracks, most_backtracks : int
        The least and the most of any run.
    """

    difficulty: int
    toil: float
    log_solutions: float
    forced: float
    branching: float
    backtracks: float
    median_backtracks: float
    least_backtracks: int
    most_backtracks: int

    def as_dict(self) -> dict[str, Any]:
        """Return the rating as plain values."""
        return asdict(self)


def rate_problem(
    problem: Problem,
    limits: CountLimits | None = None,
    report: Callable[[str, float], None] | None = None,
) -> Rating:
    """Rate the difficulty of a pattern; `limits` are those of the count.

    `report` is called with what is being done and the share of it done, from 0 to 1.

    All parts are the same for a pattern and its rotations: solutions are counted, and the paper's
    search is run on each of the four rotations with the same seeds.

    Raises
    ------
    NoSolutionError
        A pattern without a solution has no difficulty.
    OptionError
        The cells are no squares, for which alone difficulties are known.
    TooLargeError
        The solutions cannot be counted within the limits.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> rate_problem(Puzzle(named_pattern("car")).problem).difficulty
    1
    """
    from kaleido.counting import count_solutions

    _check_cells(problem)
    counting = searching = None
    if report is not None:
        counting, searching = partial(report, "counting"), partial(report, "searching")
    found = count_solutions(State.empty(problem), limits, report=counting)
    return rate_counted(problem, found.solutions, report=searching)


def rate_counted(
    problem: Problem,
    solutions: int,
    rotations: int = 4,
    report: Callable[[float], None] | None = None,
) -> Rating:
    """Rate the difficulty of a pattern with a known number of solutions.

    Fewer than four rotations make a quick estimate. `report` is called with the share of the
    searches done, from 0 to 1.

    Raises
    ------
    NoSolutionError
        There are no solutions.
    OptionError
        The cells are no squares.
    """
    _check_cells(problem)
    if not solutions:
        raise NoSolutionError("the pattern has no solution, so that it has no difficulty")
    # Counting and the paper's method need arrays, a rating that is known does not.
    from kaleido.search.strategies.plus import PaperPlus

    nodes = forced = forks = choices = 0
    backtracks = []
    for turns in range(rotations):
        turned = Problem(problem.pattern.rotated(turns), problem.pieces)
        for seed in SEEDS:
            tracker = Tracker()
            for event in search(turned, PaperPlus(seed), max_nodes=MAX_NODES):
                tracker.follow(event)
                if isinstance(event, Place):
                    width = len(event.fork.moves)
                    forced += width == 1
                    if width > 1 and not event.rank:
                        forks += 1
                        choices += width
            nodes += tracker.nodes
            backtracks.append(tracker.backtracks)
            if report is not None:
                report(len(backtracks) / (rotations * len(SEEDS)))
    log_solutions = math.log10(solutions)
    share = forced / nodes
    mean = statistics.fmean(backtracks)
    toil = math.log10(1 + mean) + (1 - share) - log_solutions / 10
    return Rating(
        difficulty_of(toil),
        round(toil, 4),
        round(log_solutions, 4),
        round(share, 4),
        round(choices / max(forks, 1), 4),
        mean,
        statistics.median(backtracks),
        min(backtracks),
        max(backtracks),
    )


def _check_cells(problem: Problem) -> None:
    lattice = problem.grid.lattice
    if lattice != SQUARE:
        raise OptionError(
            f"boards of {lattice.cells} have no difficulty: it is measured with the windows of "
            "paper-plus, which are for squares"
        )
