"""The difficulty of a pattern, from 1 to 5, from measured parts."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from kaleido.base.contract import Difficulty, Natural, PlainNumber, Share
from kaleido.base.errors import NoSolutionError, OptionError
from kaleido.model.difficulty import MAX_DIFFICULTY, difficulty_of
from kaleido.search.compiled_search import Choices
from kaleido.search.core import Engine, engine
from kaleido.search.problem import Problem
from kaleido.search.result import count_choices
from kaleido.search.state import State

if TYPE_CHECKING:
    from kaleido.counting import CountLimits

ROTATIONS = 4
SEEDS = (0, 1)
MAX_NODES = 1000  # a run of paper-plus ends after this many nodes and counts as it is
_ROUNDING = 1e-4  # the effort of a rating is rounded by less than this


@dataclass(frozen=True)
class Rating(PlainNumber):
    """The difficulty of a pattern: an int, with its parts.

    Attributes
    ----------
    difficulty : int
        The difficulty from 1 (easy) to 5 (hard).
    effort : float
        The number from which the difficulty follows: log10(1 + backtracks) + (1 − forced) −
        log10(solutions) / 10.
    log_solutions : float
        The decimal logarithm of the number of solutions.
    forced : float
        The share of the moves of paper-plus that had no alternative.
    branching : float
        The mean number of moves where there was a choice.
    backtracks : float
        The mean number of backtracks, over seeds and the four rotations.
    median_backtracks : float
        The median of the backtracks.
    least_backtracks : int
        The fewest backtracks of a run.
    most_backtracks : int
        The most backtracks of a run.
    engine : {"core", "python"}
        Which engine searched and counted: the compiled core, or Python.
    """

    difficulty: Difficulty
    effort: float
    log_solutions: float
    forced: Share
    branching: float
    backtracks: float
    median_backtracks: float
    least_backtracks: Natural
    most_backtracks: Natural
    engine: Engine = field(default_factory=engine, compare=False)
    __hash__ = int.__hash__

    def __str__(self) -> str:
        return f"difficulty {self.difficulty} of {MAX_DIFFICULTY}"


def rate_problem(
    problem: Problem,
    limits: CountLimits | None = None,
    report: Callable[[str, float], None] | None = None,
) -> Rating:
    """Rate a pattern as `kaleido.rate` does; `limits` are those of counting its solutions."""
    from kaleido.counting import count_solutions

    _check_cells(problem)
    counting = searching = None
    if report is not None:
        counting, searching = partial(report, "counting"), partial(report, "searching")
    found = count_solutions(State.empty(problem), limits, report=counting)
    return rate_counted(problem, found.solutions, report=searching)


def rate_counted(
    problem: Problem, solutions: int, report: Callable[[float], None] | None = None
) -> Rating:
    """Rate the difficulty of a pattern with a known number of solutions."""
    rating = Rater(problem, solutions).rate(report=report)
    assert rating is not None  # no effort is too much
    return rating


class Rater:
    """Rates a pattern with a known number of solutions, and makes each run of the search once."""

    def __init__(self, problem: Problem, solutions: int) -> None:
        _check_cells(problem)
        if not solutions:
            raise NoSolutionError("the pattern has no solution, so that it has no difficulty")
        self._problem = self._turned = problem
        # Counting and the paper's method need arrays, a known rating does not.
        from kaleido.heuristics.plus import PaperPlus

        # One strategy for all seeds, whose caches they share.
        self._strategy = PaperPlus()
        self._log_solutions = math.log10(solutions)
        # On a turned board, pieces that may not be turned with it make another puzzle.
        self._rotations = 1 if any(piece.fixed for piece in problem.pieces) else ROTATIONS
        self._runs: list[Choices] = []

    def rate(
        self,
        rotations: int = ROTATIONS,
        most_effort: float = math.inf,
        report: Callable[[float], None] | None = None,
    ) -> Rating | None:
        """Rate the pattern by the runs on some of its rotations; fewer than four make an estimate.

        The answer is None as soon as the effort is certainly above `most_effort`, and not by
        rounding alone. `report` is called with the share of the searches done, from 0 to 1.
        """
        wanted = min(rotations, self._rotations) * len(SEEDS)
        while self._least_effort(wanted) <= most_effort + _ROUNDING:
            if len(self._runs) >= wanted:
                return self._rating(self._runs[:wanted])
            turns, place = divmod(len(self._runs), len(SEEDS))
            if turns and not place:
                pattern = self._problem.pattern.rotated(turns)
                self._turned = Problem(pattern, self._problem.pieces)
            self._runs.append(self._run(SEEDS[place]))
            if report is not None:
                report(len(self._runs) / wanted)
        return None

    def _run(self, seed: int) -> Choices:
        self._strategy.seed = seed
        return count_choices(State.empty(self._turned), self._strategy, MAX_NODES)

    def _least_effort(self, wanted: int) -> float:
        """Return a lower bound of the effort, given those of the `wanted` runs made so far."""
        made = self._runs[:wanted]
        rest = (wanted - len(made)) * MAX_NODES
        nodes, backtracks, forced, *_ = _summed(made)
        return self._effort(backtracks / wanted, _share(forced + rest, nodes + rest))

    def _effort(self, backtracks: float, forced: float) -> float:
        return math.log10(1 + backtracks) + (1 - forced) - self._log_solutions / 10

    def _rating(self, runs: Sequence[Choices]) -> Rating:
        total = _summed(runs)
        backtracks = [run.backtracks for run in runs]
        mean, forced = statistics.fmean(backtracks), _share(total.forced, total.nodes)
        effort = self._effort(mean, forced)
        return Rating(
            difficulty_of(effort),
            round(effort, 4),
            round(self._log_solutions, 4),
            round(forced, 4),
            round(total.moves / max(total.forks, 1), 4),
            mean,
            statistics.median(backtracks),
            min(backtracks),
            max(backtracks),
        )


def _summed(runs: Sequence[Choices]) -> Choices:
    return Choices(*map(sum, zip(*runs, strict=True))) if runs else Choices(0, 0, 0, 0, 0)


def _share(forced: int, nodes: int) -> float:
    """Return the share of moves without an alternative; where none is left to make, all are."""
    return forced / nodes if nodes else 1.0


def _check_cells(problem: Problem) -> None:
    lattice = problem.grid.lattice
    if not lattice.is_square:
        raise OptionError(
            f"boards of {lattice.cells} have no difficulty: it is measured with the windows of "
            "paper-plus, which are for squares"
        )
