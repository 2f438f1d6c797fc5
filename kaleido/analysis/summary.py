"""Summaries of many runs, by strategy."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kaleido.analysis.answer import Status
from kaleido.analysis.comparison import Run
from kaleido.analysis.pairing import by_strategy
from kaleido.analysis.statistics import quantiles

QUANTILES: Mapping[str, float] = {"median": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
"""The shares of the quantiles in a summary, by name."""


class Summary(NamedTuple):
    """All runs of one strategy.

    Attributes
    ----------
    runs, solved, unsolvable, gave_up : int
        The number of runs, and of those that ended in each way.
    figures : mapping
        For "nodes", "backtracks" and "seconds": the median, p90, p99, maximum and total over all
        runs. Runs that gave up count with what they had used.
    by_seed : mapping of int to (int, float)
        For each seed the number of runs solved and the median of their nodes: how much of a
        figure is chance.
    """

    strategy: str
    runs: int
    solved: int
    unsolvable: int
    gave_up: int
    figures: Mapping[str, Mapping[str, float]]
    by_seed: Mapping[int, tuple[int, float]]


def summarise(runs: Sequence[Run]) -> list[Summary]:
    """Return the summaries of runs, in the order in which the strategies first appear.

    Examples
    --------
    >>> runs = [
    ...     Run("a", "paper", 0, "solved", 18, 0, 0.5),
    ...     Run("b", "paper", 0, "gave-up", 90, 72, 1.5),
    ... ]
    >>> (summary,) = summarise(runs)
    >>> summary.solved, summary.gave_up, summary.figures["nodes"]["max"]
    (1, 1, 90.0)
    >>> summary.figures["seconds"]["total"]
    2.0
    """
    summaries = []
    for strategy, own in by_strategy(runs).items():
        ends = [run.status for run in own]
        figures = {
            name: _figures([float(getattr(run, name)) for run in own])
            for name in ("nodes", "backtracks", "seconds")
        }
        summaries.append(
            Summary(
                strategy,
                len(own),
                ends.count(Status.SOLVED),
                ends.count(Status.NO_SOLUTION),
                ends.count(Status.GAVE_UP),
                figures,
                {seed: _of_seed(own, seed) for seed in dict.fromkeys(run.seed for run in own)},
            )
        )
    return summaries


def _of_seed(runs: Sequence[Run], seed: int) -> tuple[int, float]:
    own = [run for run in runs if run.seed == seed]
    (median,) = quantiles([float(run.nodes) for run in own], [0.5])
    return sum(run.status == Status.SOLVED for run in own), median


def _figures(values: Sequence[float]) -> dict[str, float]:
    found = quantiles(values, list(QUANTILES.values()))
    return dict(zip(QUANTILES, found, strict=True)) | {"total": float(sum(values))}
