"""Measuring strategies over many boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from kaleido.answer import Status
from kaleido.pattern import Pattern
from kaleido.solving import solve

QUANTILES: Mapping[str, float] = {"median": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}


class Run(NamedTuple):
    """One strategy on one board.

    Attributes
    ----------
    pattern, strategy : str
        Their names.
    status : str
        "solved", "no-solution" or "gave-up".
    nodes, backtracks : int
    seconds : float
        With the table of placements and the verification.
    """

    pattern: str
    strategy: str
    status: str
    nodes: int
    backtracks: int
    seconds: float


def run_bench(
    boards: Mapping[str, Pattern],
    strategies: Sequence[str],
    *,
    seed: int = 0,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> Iterator[Run]:
    """Solve every board with every strategy, one after the other.

    Parameters
    ----------
    boards : mapping of str to Pattern
    strategies : sequence of str
        Names of strategies. They take turns on each board, so that a machine that slows down
        slows all of them.
    seed, max_nodes, timeout
        As for `kaleido.solve`, for each run.

    Yields
    ------
    Run
        As they finish; a board that is given up counts like any other.
    """
    for name, pattern in boards.items():
        for strategy in strategies:
            answer = solve(pattern, strategy, seed=seed, max_nodes=max_nodes, timeout=timeout)
            yield Run(
                name,
                strategy,
                str(answer.status),
                answer.nodes,
                answer.backtracks,
                round(answer.seconds, 6),
            )


class Summary(NamedTuple):
    """All runs of one strategy.

    Attributes
    ----------
    strategy : str
    boards, solved, unsolvable, gave_up : int
        How many runs, and how they ended.
    figures : mapping
        By "nodes", "backtracks" and "seconds": the median, p90, p99, max and total over all
        runs; those given up count with what they had used.
    """

    strategy: str
    boards: int
    solved: int
    unsolvable: int
    gave_up: int
    figures: Mapping[str, Mapping[str, float]]


def summarise(runs: Sequence[Run]) -> list[Summary]:
    """Sum up runs by strategy, in the order in which the strategies first come.

    Examples
    --------
    >>> runs = [Run("a", "paper", "solved", 18, 0, 0.5), Run("b", "paper", "gave-up", 90, 72, 1.5)]
    >>> (summary,) = summarise(runs)
    >>> summary.solved, summary.gave_up, summary.figures["nodes"]["max"]
    (1, 1, 90.0)
    >>> summary.figures["seconds"]["total"]
    2.0
    """
    summaries = []
    for strategy in dict.fromkeys(run.strategy for run in runs):
        own = [run for run in runs if run.strategy == strategy]
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
            )
        )
    return summaries


def _figures(values: Sequence[float]) -> dict[str, float]:
    # The quantile of a measured run, never a mean of two.
    figures = {
        name: float(np.quantile(values, share, method="inverted_cdf"))
        for name, share in QUANTILES.items()
    }
    return figures | {"total": float(sum(values))}
