"""A strategy on many boards: how many nodes, how sure that is, and which of two is better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.analysis.solving import solve_problem
from kaleido.analysis.statistics import FloatArray, Interval, bootstrap_mean, quantiles
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem


class Trial(NamedTuple):
    """One strategy on boards that have a solution, with several seeds.

    Attributes
    ----------
    nodes : ndarray of float, shape (boards, seeds)
        To the first solution, or to the limit.
    excess : ndarray of float, shape (boards, seeds)
        Nodes beyond those that a solution needs: 0 where nothing was taken back.
    solved : ndarray of bool, shape (boards, seeds)
    seconds : float
        Of all runs together, without making the tables of placements.
    """

    nodes: FloatArray
    excess: FloatArray
    solved: npt.NDArray[np.bool_]
    seconds: float

    @property
    def at_once(self) -> Interval:
        """The share of runs that take nothing back."""
        return bootstrap_mean((self.solved & (self.excess == 0)).mean(axis=1))

    @property
    def typical(self) -> Interval:
        """The geometric mean of the nodes."""
        return _geometric_mean(np.maximum(self.nodes, 1))

    @property
    def mean(self) -> Interval:
        """The mean of the nodes."""
        return bootstrap_mean(self.nodes.mean(axis=1))

    def as_dict(self) -> dict[str, Any]:
        """Sum it up as plain values: intervals as [value, low, high]."""
        median, p90 = quantiles(self.nodes, (0.5, 0.9))
        return {
            "runs": int(self.nodes.size),
            "solved": int(self.solved.sum()),
            "at_once": _rounded(self.at_once),
            "median": median,
            "p90": p90,
            "typical": _rounded(self.typical),
            "mean": _rounded(self.mean),
            "seconds": round(self.seconds, 3),
        }


def try_out(
    tables: Sequence[Problem],
    make: Callable[[int], Strategy],
    seeds: Sequence[int],
    max_nodes: int,
    tick: Callable[[], None] = lambda: None,
) -> Trial:
    """Run a strategy on every board with every seed.

    Parameters
    ----------
    tables : sequence of Problem
        Of boards that have a solution.
    make : callable
        Makes the strategy from a seed.
    seeds : sequence of int
    max_nodes : int
        After which a run is given up.
    tick : callable, optional
        Called after every run.
    """
    nodes, excess, solved = (np.zeros((len(tables), len(seeds))) for _ in range(3))
    seconds = 0.0
    for row, problem in enumerate(tables):
        for col, seed in enumerate(seeds):
            answer = solve_problem(problem, make(seed), max_nodes=max_nodes)
            nodes[row, col] = answer.nodes
            excess[row, col] = answer.nodes - len(answer.moves)
            solved[row, col] = answer.solution is not None
            seconds += answer.seconds
            tick()
    return Trial(nodes, excess, solved.astype(np.bool_), seconds)


def side_by_side(trials: Sequence[Trial]) -> Trial:
    """Join trials of the same boards, turned or with other seeds: a board stays one draw.

    Examples
    --------
    >>> one = Trial(np.array([[18.0]]), np.array([[0.0]]), np.array([[True]]), 0.5)
    >>> side_by_side([one, one]).nodes.shape
    (1, 2)
    """
    return Trial(
        np.hstack([trial.nodes for trial in trials]),
        np.hstack([trial.excess for trial in trials]),
        np.hstack([trial.solved for trial in trials]),
        sum(trial.seconds for trial in trials),
    )


def compare_nodes(before: Trial, after: Trial) -> Interval:
    """Give how many times the nodes of one trial another takes, on the typical board.

    Examples
    --------
    >>> def trial(nodes):
    ...     nodes = np.array(nodes, float)
    ...     return Trial(nodes, nodes - 18, nodes > 0, 0.0)
    >>> ratio = compare_nodes(trial([[36], [72]]), trial([[18], [36]]))
    >>> [round(value, 3) for value in ratio]
    [0.5, 0.5, 0.5]
    """
    return _geometric_mean(np.maximum(after.nodes, 1) / np.maximum(before.nodes, 1))


def _geometric_mean(values: FloatArray) -> Interval:
    """Return the geometric mean of an array (boards, seeds); boards are the sample."""
    return Interval(*np.exp(bootstrap_mean(np.log(values).mean(axis=1))).tolist())


def _rounded(interval: Interval) -> list[float]:
    return [round(value, 4) for value in interval]
