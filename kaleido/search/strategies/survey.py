"""What the paper's method needs of a state: edges, islands and sizes left, as arrays."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt
import scipy.ndimage

from kaleido.model.edges import BoolArray, EdgeMap, pack_bits
from kaleido.model.grid import Cell, Grid
from kaleido.model.islands import label_islands, unpack_cells
from kaleido.search.state import State
from kaleido.search.strategies.progression import Sizes

Box = tuple[slice, slice]


class Island:
    """One island, given as an array of its open cells.

    Attributes
    ----------
    cells : ndarray of bool, shape (rows, cols)
        Whether each cell of the board is an open cell of the island.
    size : int
        The number of its open cells.
    found : int
        The number of cells that it had when it was found.
    sizes : tuple of int
        What is left of its size progression, if that is made once.
    """

    def __init__(
        self,
        cells: BoolArray,
        *,
        box: Box | None = None,
        found: int | None = None,
        sizes: Sizes = (),
    ) -> None:
        self.cells = cells
        self.size = int(cells.sum())
        self._box = box
        self.found = self.size if found is None else found
        self.sizes = sizes

    @cached_property
    def box(self) -> Box:
        """The rows and columns of its bounding box."""
        if self._box is None:
            rows, cols = scipy.ndimage.find_objects(self.cells.view(np.int8))[0]
            self._box = rows, cols
        return self._box

    @cached_property
    def mask(self) -> int:
        """The open cells as an int, in the numbering of `Grid`."""
        return pack_bits(self.cells)

    @property
    def area(self) -> int:
        """The number of cells of the bounding box."""
        rows, cols = self.box
        return int((rows.stop - rows.start) * (cols.stop - cols.start))


class Survey:
    """What is known of a state.

    Parameters
    ----------
    state : State
    islands : list of Island, optional
        Its islands in the order in which they are filled; by default they are found anew, and
        taken by size.

    Attributes
    ----------
    edges : EdgeMap
        The edges known.
    islands : list of Island
    left : tuple of int
        The sizes of the pieces left, descending.
    """

    def __init__(self, state: State, islands: list[Island] | None = None) -> None:
        self.state = state
        self._grid: Grid = state.problem.grid
        self.edges = EdgeMap.from_bits(self._grid, state.edges)
        self.islands = self._found_anew() if islands is None else islands
        pieces = state.problem.pieces.pieces
        sizes = (pieces[number].size for number in state.pieces_left)
        self.left: Sizes = tuple(sorted(sizes, reverse=True))

    def _found_anew(self) -> list[Island]:
        labels, count = label_islands(self.edges, unpack_cells(self._grid, self.state.free))
        return sorted(
            (Island(labels == label) for label in range(1, count + 1)),
            key=lambda island: island.size,
        )

    def island_of(self, number: int) -> Island:
        """Return the island that placement `number` lies in."""
        mask = self.state.problem.masks[number]
        return next(island for island in self.islands if island.mask & mask)

    @cached_property
    def _around(self) -> npt.NDArray[np.int_]:
        return self.edges.around

    def edges_around(self, number: int) -> int:
        """Return how many sides of the cells of placement `number` are edges."""
        return sum(int(self._around[cell]) for cell in self.cells(number))

    def cells(self, number: int) -> Iterator[Cell]:
        """Yield the cells (row, col) of placement `number`."""
        return self._grid.cells(self.state.problem.masks[number])

    def cells_of(self, number: int) -> BoolArray:
        """Return the cells of placement `number` as a bool array (rows, cols)."""
        return unpack_cells(self._grid, self.state.problem.masks[number])

    def left_after(self, number: int) -> Sizes:
        """Return the sizes of the pieces left after placement `number`."""
        left = list(self.left)
        left.remove(self.state.problem.masks[number].bit_count())
        return tuple(left)
