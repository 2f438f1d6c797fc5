"""A strategy on many boards: how many nodes, how sure that is, and which of two is better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.analysis.solving import solve_problem
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem

RESAMPLES = 2000
"""Draws of boards, with repetition, behind an interval."""

FloatArray = npt.NDArray[np.float64]


class Interval(NamedTuple):
    """A figure and its 95 % confidence interval.

    Attributes
    ----------
    value, low, high : float
    """

    value: float
    low: float
    high: float


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
        return bootstrap((self.solved & (self.excess == 0)).mean(axis=1))

    @property
    def typical(self) -> Interval:
        """The geometric mean of the nodes."""
        return Interval(*map(float, np.exp(bootstrap(np.log(np.maximum(self.nodes, 1)).mean(1)))))

    @property
    def mean(self) -> Interval:
        """The mean of the nodes."""
        return bootstrap(self.nodes.mean(axis=1))

    def as_dict(self) -> dict[str, Any]:
        """Sum it up as plain values: intervals as [value, low, high]."""
        median, p90 = np.quantile(self.nodes, [0.5, 0.9], method="inverted_cdf")
        return {
            "runs": int(self.nodes.size),
            "solved": int(self.solved.sum()),
            "at_once": _rounded(self.at_once),
            "median": float(median),
            "p90": float(p90),
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
    ratio = np.log(np.maximum(after.nodes, 1)) - np.log(np.maximum(before.nodes, 1))
    return Interval(*map(float, np.exp(bootstrap(ratio.mean(axis=1)))))


def bootstrap(values: FloatArray) -> Interval:
    """Give the mean of one value a board, with its percentile interval over draws of boards.

    References
    ----------
    B. Efron, "Bootstrap methods: another look at the jackknife", 1979.

    Examples
    --------
    >>> bootstrap(np.array([1.0, 1.0, 1.0]))
    Interval(value=1.0, low=1.0, high=1.0)
    """
    draws = np.random.default_rng(0).integers(len(values), size=(RESAMPLES, len(values)))
    low, high = np.quantile(values[draws].mean(axis=1), [0.025, 0.975])
    return Interval(float(values.mean()), float(low), float(high))


def _rounded(interval: Interval) -> list[float]:
    return [round(value, 4) for value in interval]
