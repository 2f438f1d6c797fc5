"""What a move leaves: how scarce the placements become, and which islands get too small."""

from __future__ import annotations

from kaleido.model.grid import Grid
from kaleido.search.problem import Problem
from kaleido.search.score import Outlook
from kaleido.search.state import State


class Lookahead:
    """Looks at the board after moves, without making them.

    A look takes about as long as a node of the search, and is none: it finds out what the
    placement itself leaves, and nothing that would follow from it.

    Parameters
    ----------
    problem : Problem
    """

    def __init__(self, problem: Problem) -> None:
        self._table = problem
        self._shares = [0.0, *(1 / count for count in range(1, len(problem) + 1))]
        # A piece that may be left over, or of which there are several, is no column.
        every = problem.pieces.use == "all"
        self._columns = [
            piece.size + (every and count == 1)
            for piece, count in zip(problem.pieces, problem.pieces.counts, strict=True)
        ]

    def stand(self, state: State) -> None:
        """Go to the state that the next looks start from."""
        self._state = state
        self._free = state.free
        self._open_cells = self._free.bit_count()
        self._right, self._down = _passages(self._table.grid, state.edges)

    def look(self, move: int) -> Outlook:
        """Look at what placement `move` leaves."""
        problem, state = self._table, self._state
        live = state.live & problem.compatible[move]
        live &= problem.affordable(state.budget - problem.costs[move])
        # The columns that the move fills have no ally of it, so that they count for nothing.
        counts = [(live & item).bit_count() for item in state.items]
        if counts.count(0) > self._columns[problem.piece_numbers[move]]:
            return _DEAD
        shares, cells = self._shares, self._open_cells
        singles, pairs = self._small_islands(self._free & ~problem.masks[move])
        return Outlook(
            sum([shares[count] for count in counts[:cells]]),
            sum([shares[count] for count in counts[cells:]]),
            singles,
            pairs,
        )

    def _small_islands(self, free: int) -> tuple[int, int]:
        """Count the islands of one and of two cells; a seam of the board counts as closed."""
        cols = self._table.grid.cols
        # Cells with a way to the right, down, to the left and up.
        right = self._right & free & free >> 1
        down = self._down & free & free >> cols
        left, up = right << 1, down << cols
        some = right | left | down | up
        several = right & left | down & up | (right | left) & (down | up)
        ends = some & ~several
        pairs = ends & ends >> 1 & right, ends & ends >> cols & down
        return (free & ~some).bit_count(), pairs[0].bit_count() + pairs[1].bit_count()


_DEAD = Outlook(dead=1)


def _passages(grid: Grid, edges: int) -> tuple[int, int]:
    """Return the cells that no edge parts from the next to the right, and from that below."""
    rows, cols = grid.rows, grid.cols
    inner = (1 << cols - 1) - 1
    vertical = edges >> (rows + 1) * cols
    right = 0
    for row in range(rows):
        # The edge left of a row's first cell is no way to the right of any.
        closed = vertical >> row * (cols + 1) + 1
        right |= (~closed & inner) << row * cols
    down = ~(edges >> cols) & (1 << (rows - 1) * cols) - 1
    return right, down
