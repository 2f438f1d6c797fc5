"""Lookahead: how scarce placements become after a move, and which islands get too small."""

from kaleido.model.grid import Grid
from kaleido.search.problem import Problem
from kaleido.search.score import LookaheadTerms
from kaleido.search.state import State


class Lookahead:
    """Computes the lookahead terms of moves without making them.

    A lookahead takes about as long as a node of the search but does not count as one: it finds what
    the placement itself leaves, and nothing that would follow from that.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._shares = [0.0, *(1 / count for count in range(1, len(problem) + 1))]
        # The number of items that a placement of each piece covers (see `Problem.items`).
        every = problem.pieces.use == "all"
        self._covered = [
            piece.size + (every and count == 1)
            for piece, count in zip(problem.pieces, problem.pieces.counts, strict=True)
        ]

    def set_state(self, state: State) -> None:
        """Set the state whose moves are looked at."""
        self._state = state
        self._free = state.free
        self._open_cells = self._free.bit_count()
        self._right, self._down = _passages(self._problem.grid, state.edges)

    def terms(self, move: int) -> LookaheadTerms:
        """Return the lookahead terms of placement `move`."""
        problem, state = self._problem, self._state
        live = state.live & problem.compatible[move]
        live &= problem.affordable(state.budget - problem.costs[move])
        # The items that the move covers have no option compatible with it, so they add nothing.
        counts = [(live & item).bit_count() for item in state.items]
        if counts.count(0) > self._covered[problem.piece_numbers[move]]:
            return _DEAD
        shares, cells = self._shares, self._open_cells
        singles, pairs = self._small_islands(self._free & ~problem.masks[move])
        return LookaheadTerms(
            sum([shares[count] for count in counts[:cells]]),
            sum([shares[count] for count in counts[cells:]]),
            singles,
            pairs,
        )

    def _small_islands(self, free: int) -> tuple[int, int]:
        """Return the number of islands of one and of two cells, with the seams taken as closed."""
        cols = self._problem.grid.cols
        # The cells with an open passage to the right, down, to the left and up.
        right = self._right & free & free >> 1
        down = self._down & free & free >> cols
        left, up = right << 1, down << cols
        some = right | left | down | up
        several = right & left | down & up | (right | left) & (down | up)
        ends = some & ~several
        pairs = ends & ends >> 1 & right, ends & ends >> cols & down
        return (free & ~some).bit_count(), pairs[0].bit_count() + pairs[1].bit_count()


_DEAD = LookaheadTerms(dead=1)


def _passages(grid: Grid, edges: int) -> tuple[int, int]:
    """Return the cells that no edge separates from the right neighbour, and from the lower one."""
    rows, cols = grid.rows, grid.cols
    inner = (1 << cols - 1) - 1
    vertical = edges >> (rows + 1) * cols
    right = 0
    for row in range(rows):
        # The edge left of a row's first cell is not on the right of any cell.
        closed = vertical >> row * (cols + 1) + 1
        right |= (~closed & inner) << row * cols
    down = ~(edges >> cols) & (1 << (rows - 1) * cols) - 1
    return right, down
