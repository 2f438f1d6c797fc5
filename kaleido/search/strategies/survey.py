"""What the paper's method needs of a state: edges, islands and sizes left, as arrays."""

from functools import cached_property

from kaleido.model.edges import BoolArray, EdgeMap, pack_bits
from kaleido.model.grid import Grid
from kaleido.model.islands import label_islands, unpack_cells
from kaleido.search.state import State
from kaleido.search.strategies.progression import Sizes


class Island:
    """One island, given as an array of its cells.

    Attributes
    ----------
    cells : ndarray of bool, shape (rows, cols)
        Whether each cell of the board belongs to the island.
    size : int
        Its number of cells.
    """

    def __init__(self, cells: BoolArray) -> None:
        self.cells = cells
        self.size = int(cells.sum())

    @cached_property
    def mask(self) -> int:
        """The cells as an int, in the numbering of `Grid`."""
        return pack_bits(self.cells)


class Survey:
    """The edges known, the islands (smallest first) and the sizes left (descending) of a state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._grid: Grid = state.problem.grid
        self.edges = EdgeMap.from_bits(self._grid, state.edges)
        free = unpack_cells(self._grid, state.free)
        labels, count = label_islands(self.edges, free)
        self.islands = sorted(
            (Island(labels == label) for label in range(1, count + 1)),
            key=lambda island: island.size,
        )
        pieces = state.problem.pieces.pieces
        sizes = (pieces[number].size for number in state.pieces_left)
        self.left: Sizes = tuple(sorted(sizes, reverse=True))

    def island_of(self, number: int) -> Island:
        """Return the island that placement `number` lies in."""
        mask = self.state.problem.masks[number]
        return next(island for island in self.islands if island.mask & mask)

    def cells_of(self, number: int) -> BoolArray:
        """Return the cells of placement `number` as a bool array (rows, cols)."""
        return unpack_cells(self._grid, self.state.problem.masks[number])

    def left_after(self, number: int) -> Sizes:
        """Return the sizes of the pieces left after placement `number`."""
        left = list(self.left)
        left.remove(self.state.problem.masks[number].bit_count())
        return tuple(left)
