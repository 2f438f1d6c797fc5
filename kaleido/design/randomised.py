"""A search that fills a board at random."""

from __future__ import annotations

from collections.abc import Iterator

from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.strategies.constrained import Constrained

FIRST_RUN = 300
"""Nodes of the first run."""

GROWTH = 1.5
"""Factor by which each run is longer than the one before."""

# Matched edges count for less than the random share of the score.
_WEIGHTS = Weights(matched=0.15)


class Randomised(Constrained):
    """Like `Constrained`, but more random, with runs that start short and grow geometrically.

    Most sketches are completed within a few short runs; those that cannot be completed are
    soon refuted by one long run.
    """

    name = "randomised"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, _WEIGHTS)

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Prepare a search of the problem; yield the limit of nodes of each run."""
        length = float(FIRST_RUN)
        for _ in super().runs(problem):
            yield round(length)
            length *= GROWTH
