"""The baseline: the next free cell in reading order, its placements in random order."""

from collections.abc import Iterator
from random import Random as Generator

from kaleido.arguments import named_options
from kaleido.model.grid import bits
from kaleido.search.fork import Fork
from kaleido.search.matching import matching_of
from kaleido.search.plan import Plan, makes_own_moves, reading_order
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.state import State


@named_options
class Random:
    """Fill the board in reading order with placements in random order; no restarts."""

    name = "random"
    width = None

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def plan(self, problem: Problem) -> Plan | None:
        """Return what the compiled core must know to make the same moves, as `Constrained` does."""
        if makes_own_moves(self, Random, "runs", "fork"):
            return None
        return reading_order(matching_of(problem.placeable, Weights()), self.seed)

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search: one run without a limit."""
        self._matching = matching_of(problem.placeable, Weights())
        self._generator = Generator(self.seed)
        yield None

    def fork(self, state: State) -> Fork:
        """Return the live placements that cover the first free cell."""
        cell = next(bits(state.free))
        moves = list(bits(state.live & state.problem.cell_options[cell]))
        self._generator.shuffle(moves)
        score = self._matching.score
        return Fork(moves, lambda rank: score(state, moves[rank]), complete=True)
