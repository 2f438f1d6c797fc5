"""A given solution, played in the order and with the scores of a strategy."""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from kaleido.base.errors import SolutionError
from kaleido.model.grid import bits
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.fork import Fork, Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State


class Along:
    """Make only the moves of a solution, at each fork the one that a strategy ranks best.

    If none of the strategy's moves is part of the solution, it is asked again with only the
    solution's placements (`numbers`); a strategy without conclusions goes on with them from there.
    """

    width = None

    def __init__(self, strategy: Strategy, numbers: Iterable[int]) -> None:
        self._strategy = strategy
        self._solution = reduce(or_, (1 << number for number in numbers), 0)
        self.name = f"{strategy.name} along a solution"

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search, of one run: nothing is taken back."""
        self._runs = self._strategy.runs(problem)
        next(self._runs, None)
        yield None

    def fork(self, state: State) -> Fork:
        """Return the one move of the solution that the strategy ranks best."""
        fork = self._strategy.fork(state)
        ranks = self._ranks(fork)
        if not ranks:
            if not fork.propagates:
                next(self._runs, None)
            fork = self._strategy.fork(state.within(state.live & self._solution))
            ranks = self._ranks(fork)
        rank, found = ranks[0], fork.found
        return Fork(
            [fork.moves[rank]],
            lambda _: fork.score(rank),
            complete=False,
            found=None if found is None else lambda _: found(rank),
        )

    def _ranks(self, fork: Fork) -> list[int]:
        return [rank for rank, number in enumerate(fork.moves) if self._solution >> number & 1]


def numbers_of(start: State, placements: Iterable[Placement]) -> set[int]:
    """Return the placements of a solution in the problem, with those that leave a cell empty.

    A `SolutionError` says what is wrong with it, or which piece that lies on the board it lacks.
    """
    problem = start.problem
    solution = Solution(problem.pattern, tuple(placements), problem.pieces)
    numbers = {problem.number_of(each) for each in solution.placements}
    covered = reduce(or_, (problem.masks[number] for number in numbers if number is not None), 0)
    for cell in bits(problem.pattern.mask & ~covered):
        numbers.add((problem.blanks & problem.cell_options[cell]).bit_length() - 1)
    known = {number for number in numbers if number is not None}
    for number in start.path:
        if number not in known:
            lying = problem.placement(number)
            raise SolutionError(f"{lying} lies on the board, but is not part of the solution")
    return known
