"""Fill the scarcest cell or piece first, best matched edges first, with restarts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random as Generator

from kaleido.errors import OptionError
from kaleido.model.grid import bits
from kaleido.search.fork import Fork
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.state import State
from kaleido.search.strategies.luby import luby
from kaleido.search.strategies.matching import Matching

RUN_NODES = 10_000
"""Nodes of the shortest run: most boards need no second one."""

FIRST_NOISE = 1.0
NOISE_STEP = 1.0
MAX_NOISE = 12.0


class Constrained:
    """Take the open cell or piece with the fewest placements left, and try those by score.

    A random share is added to every score. It starts below one matched edge and grows by one
    edge a run, so that a choice that is wrong early on is soon made otherwise; runs follow
    Luby's schedule.

    Parameters
    ----------
    seed : int
    weights : Weights, optional
    run_nodes : int or None, optional
        Nodes of the shortest run; None: one run without a limit, no restarts.

    Raises
    ------
    OptionError
        `run_nodes` is less than 1.

    References
    ----------
    D. Knuth, "Dancing links", 2000 (the scarcest column first).
    """

    name = "constrained"
    width = None

    def __init__(
        self,
        seed: int = 0,
        weights: Weights | None = None,
        run_nodes: int | None = RUN_NODES,
    ) -> None:
        if run_nodes is not None and run_nodes < 1:
            raise OptionError(f"run_nodes is {run_nodes}, expected 1 or more")
        self.seed = seed
        self.weights = weights or Weights()
        self.run_nodes = run_nodes

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start afresh; yield the runs' limits of nodes."""
        self._matching = Matching(problem, self.weights)
        self._random = Generator(self.seed).random
        self._noise = FIRST_NOISE
        if self.run_nodes is None:
            yield None
            return
        for length in luby():
            yield self.run_nodes * length
            self._noise = min(self._noise + NOISE_STEP, MAX_NOISE)

    def fork(self, state: State) -> Fork:
        """Propose the options of the scarcest cell or piece: one of them must be right."""
        problem, edges = state.problem, state.edges
        moves = list(bits(state.scarcest))
        if len(moves) > 1:
            matched, random, noise = self.weights.matched, self._random, self._noise
            borders, pieces, totals = (
                problem.borders,
                problem.piece_numbers,
                self._matching.shape_totals,
            )
            ranked = [
                (
                    matched * (borders[move] & edges).bit_count()
                    + totals[pieces[move]]
                    + noise * random(),
                    move,
                )
                for move in moves
            ]
            ranked.sort(reverse=True)
            moves = [move for _, move in ranked]
        return Fork(moves, partial(self._matching.score, state), complete=True)
