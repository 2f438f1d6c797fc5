"""Lookahead: how a move changes the cells around it, computed without making it."""

from functools import cache, reduce
from operator import add

from kaleido.model.grid import Grid, bits
from kaleido.search.compiled import Numbers
from kaleido.search.problem import Problem
from kaleido.search.score import LookaheadTerms
from kaleido.search.state import State


class Lookahead:
    """Computes the lookahead terms of moves without making them.

    Only the cells that touch the placement are looked at, because a move takes placements away
    from these more than from any others. A look therefore takes less time than a node of the
    search, and does not count as one.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._shares = _shares(len(problem).bit_length())
        self._around: dict[int, tuple[int, list[int]]] = {}
        # Placements add no edges between free cells: these are always those implied by the board.
        self._passages = _passages(problem.grid, problem.implied)

    @property
    def numbers(self) -> Numbers:
        """The passages, as the core reads them."""
        numbers = Numbers("i", [len(self._passages)])
        for distance, cells in self._passages:
            numbers.append(distance)
            numbers.set(cells, self._problem.grid.size)
        return numbers

    def set_state(self, state: State) -> None:
        """Set the state whose moves are looked at."""
        self._state = state
        self._free = state.free

    def terms(self, move: int) -> LookaheadTerms | None:
        """Return the lookahead terms of placement `move`; None if no solution contains it.

        It then leaves a cell beside it without any placement. Moves that are refuted by anything
        else have terms.
        """
        problem, state = self._problem, self._state
        mask = problem.masks[move]
        around, options = self._around.get(mask) or self._look_around(mask)
        live = state.live & problem.compatible[move]
        live &= problem.affordable[state.budget - problem.costs[move]]
        counts = [(live & each).bit_count() for each in options]
        # The cells that are filled already have no placement left either.
        if counts.count(0) > (around & state.filled).bit_count():
            return None
        shares = self._shares
        singles, pairs = self._small_islands(self._free & ~mask)
        return LookaheadTerms(added([shares[count] for count in counts]), singles, pairs)

    def _look_around(self, mask: int) -> tuple[int, list[int]]:
        """Return the cells of the board that touch a set of cells, and the options of each."""
        problem = self._problem
        around = problem.grid.spread(mask) & ~mask & problem.pattern.mask
        found = around, [problem.cell_options[cell] for cell in bits(around)]
        self._around[mask] = found
        return found

    def _small_islands(self, free: int) -> tuple[int, int]:
        """Return the number of islands of one and of two cells, with the seams taken as closed."""
        some = several = pairs = 0
        ways = [(distance, cells & free & free >> distance) for distance, cells in self._passages]
        for distance, out in ways:
            # The cells with an open passage to a later cell, and those at its other end.
            into = out << distance
            several |= out & into | some & (out | into)
            some |= out | into
        ends = some & ~several
        for distance, out in ways:
            pairs |= ends & ends >> distance & out
        return (free & ~some).bit_count(), pairs.bit_count()


def added(numbers: list[float]) -> float:
    """Return the sum of numbers, rounded after each of them.

    From Python 3.12 on `sum` rounds only once, so scores would differ from those of other versions
    and of the compiled core.

    Examples
    --------
    >>> added([0.1] * 10)
    0.9999999999999999
    """
    return reduce(add, numbers, 0.0)


@cache
def _shares(width: int) -> tuple[float, ...]:
    """Return a list with 1 / n at place n, and 0 at place 0."""
    return (0.0, *(1 / count for count in range(1, 1 << width)))


def _passages(grid: Grid, edges: int) -> tuple[tuple[int, int], ...]:
    """Return pairs: how much later a cell is, and the cells that no edge separates from it.

    For squares, these are the neighbours on the right and below, not across seams.
    """
    return tuple(step for step in grid.steps(edges | grid.seams) if step[0] > 0 and step[1])
