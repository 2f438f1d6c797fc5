"""Edges and islands: which unit edges of a board carry a piece border, and the parts they make.

Edges and islands are sets, as ints in the numbering of `Grid`, or arrays. The page that runs in a
browser without a server has no arrays: the functions that need them import them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kaleido.base.arguments import check_type, checked_arguments
from kaleido.base.errors import PatternError
from kaleido.base.text import plural
from kaleido.model.board import Board
from kaleido.model.grid import Grid, need_squares
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import CLASSIC, PieceSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

BoolArray: TypeAlias = "npt.NDArray[np.bool_]"
IntArray: TypeAlias = "npt.NDArray[np.int_]"


def implied_borders(board: Board, pieces: PieceSet = CLASSIC) -> int:
    """Return the frame and the implied edges of a board, as an int: see `implied_edges`."""
    if pieces.is_plain or not pieces.alternates:
        return board.frame
    black = board.zone("x")
    return alike_borders(board, black, board.mask & ~black)


def alike_borders(board: Board, black: int, coloured: int) -> int:
    """Return the frame and the edges between cells that are sure to be black, or sure not to be."""
    grid = board.grid
    return board.frame | grid.between(black, black) | grid.between(coloured, coloured)


def implied_edges(board: Board, pieces: PieceSet = CLASSIC) -> EdgeMap:
    """Return the borders that every solution of a board has: the frame and the implied edges.

    Black and other colours alternate within a piece, so a piece border runs between touching
    cells that are both black or both not black. For pieces without colours, and for those whose
    colours are free, only the frame, around the board and its holes, is known.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.

    Examples
    --------
    >>> edges = implied_edges(Pattern("/".join(["rxrxrxrx"] * 8)))
    >>> edges.inner, bool(edges.horizontal.all()), edges.vertical.sum(axis=1)
    (56, True, array([2, 2, 2, 2, 2, 2, 2, 2]))
    """
    check_type(board, Board, "a Pattern or another Board", PatternError)
    return EdgeMap.from_bits(board.grid, implied_borders(board, pieces))


def unpack_bits(mask: int, count: int) -> BoolArray:
    """Unpack a set of numbers below `count` into a bool array."""
    import numpy as np

    raw = np.frombuffer(mask.to_bytes(-(-count // 8), "little"), np.uint8)
    return np.unpackbits(raw, count=count, bitorder="little").view(np.bool_)


def unpack_cells(grid: Grid, mask: int) -> BoolArray:
    """Unpack a set of cells into a bool array (rows, cols)."""
    return unpack_bits(mask, grid.size).reshape(grid.rows, grid.cols)


@checked_arguments
class EdgeMap(NamedTuple):
    """The unit edges of a board as two arrays.

    Attributes
    ----------
    horizontal : ndarray of bool, shape (rows + 1, cols)
        ``horizontal[row, col]`` is the edge above cell (row, col).
    vertical : ndarray of bool, shape (rows, cols + 1)
        ``vertical[row, col]`` is the edge left of cell (row, col).
    """

    horizontal: BoolArray
    vertical: BoolArray

    @classmethod
    def from_bits(cls, grid: Grid, edges: int) -> EdgeMap:
        """Unpack a set of edges in the numbering of `Grid`; OptionError unless it is of squares."""
        need_squares(grid, "edges in rows and columns are those of squares")
        across = (grid.rows + 1) * grid.cols
        flat = unpack_bits(edges, across + grid.rows * (grid.cols + 1))
        horizontal = flat[:across].reshape(grid.rows + 1, grid.cols)
        vertical = flat[across:].reshape(grid.rows, grid.cols + 1)
        # An edge on a seam belongs to both sides.
        if grid.wraps_rows:
            horizontal[-1] = horizontal[0]
        if grid.wraps_cols:
            vertical[:, -1] = vertical[:, 0]
        return cls(horizontal, vertical)

    def __repr__(self) -> str:
        rows, cols = self.vertical.shape[0], self.horizontal.shape[1]
        return f"<EdgeMap: {rows} × {cols} cells, {plural(self.inner, 'inner edge')}>"

    @property
    def bits(self) -> int:
        """The edges as an int in the numbering of `Grid`, none on a seam."""
        import numpy as np

        flat = np.concatenate([self.horizontal.ravel(), self.vertical.ravel()])
        return int.from_bytes(np.packbits(flat, bitorder="little").tobytes(), "little")

    @property
    def inner(self) -> int:
        """The number of edges between rows and columns, not on a seam: 65 on a solved board."""
        return int(self.horizontal[1:-1].sum() + self.vertical[:, 1:-1].sum())

    @property
    def around(self) -> IntArray:
        """The number of edges on each cell's four sides: an int array (rows, cols)."""
        across, down = self.horizontal.astype(int), self.vertical.astype(int)
        total: IntArray = across[:-1] + across[1:] + down[:, :-1] + down[:, 1:]
        return total


def find_islands(grid: Grid, edges: int, free: int) -> tuple[int, ...]:
    """Return the islands of a board as sets of cells, in the order of their first cells.

    The edges known so far and the cells not yet covered are in the numbering of the grid. This is
    how the paper finds islands: with SciPy. On lattices other than squares, and where SciPy or
    NumPy cannot be imported, it is `Grid.islands`, which returns the same and loads no arrays.

    Examples
    --------
    >>> from kaleido.model import SquareGrid
    >>> grid = SquareGrid(2, 3)
    >>> [bin(island) for island in find_islands(grid, grid.border([(0, 0), (0, 1)]), 0b111_011)]
    ['0b11', '0b111000']
    """
    if not grid.lattice.is_square or not load_labelling():
        return grid.islands(edges, free)
    # In arrays, a side of the rectangle is a seam where it has no edge.
    bounded = EdgeMap.from_bits(grid, edges | grid.frame)
    labels, _ = label_islands(bounded, unpack_cells(grid, free))
    found: dict[int, int] = {}
    for cell, label in enumerate(labels.ravel().tolist()):
        found[label] = found.get(label, 0) | 1 << cell
    found.pop(0, None)
    return tuple(found.values())


def load_labelling() -> bool:
    """Load what SciPy labels islands with, and return whether it and NumPy are there."""
    try:
        import numpy as np  # noqa: F401
        import scipy.ndimage  # noqa: F401
    except ImportError:
        return False
    return True


def label_islands(edges: EdgeMap, free: BoolArray | None = None) -> tuple[IntArray, int]:
    """Label the islands of a board with numbers.

    The board is drawn on a doubled lattice: a cell at even coordinates, and between two touching
    cells a passage where no edge runs. `scipy.ndimage.label` then finds the regions::

        cell    passage  cell        1 1 1
        passage   .      passage     0 0 1     one island of 3 cells,
        cell    passage  cell        2 0 1     and one of 1

    Return an array (rows, cols) of the island of each cell, from 1, or 0 where a piece lies, and
    the number of islands. The free cells, all by default, are those not yet covered.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Islands".

    Examples
    --------
    >>> labels, count = label_islands(implied_edges(Pattern("/".join(["rxrxrxrx"] * 8))))
    >>> count, labels[:, 0].tolist()
    (8, [1, 2, 3, 4, 5, 6, 7, 8])
    """
    import numpy as np
    import scipy.ndimage

    rows, cols = edges.horizontal.shape[0] - 1, edges.horizontal.shape[1]
    if free is None:
        free = np.ones((rows, cols), np.bool_)
    lattice = np.zeros((2 * rows - 1, 2 * cols - 1), np.bool_)
    lattice[::2, ::2] = free
    lattice[1::2, ::2] = free[1:] & free[:-1] & ~edges.horizontal[1:-1]
    lattice[::2, 1::2] = free[:, 1:] & free[:, :-1] & ~edges.vertical[:, 1:-1]
    labels, count = scipy.ndimage.label(lattice)
    cells = labels[::2, ::2].astype(np.int_)
    # Islands on both sides of an open seam are one.
    across = ~edges.horizontal[0] & free[0] & free[-1]
    down = ~edges.vertical[:, 0] & free[:, 0] & free[:, -1]
    seams = [cells[[0, -1]][:, across], cells[down][:, [0, -1]].T]
    pairs = np.concatenate(seams, axis=1)
    if not pairs.size:
        return cells, int(count)
    # Only boards that wrap around need these modules, which are slow to load.
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    joined = coo_array((np.ones(pairs.shape[1]), tuple(pairs)), (count + 1, count + 1))
    islands, names = connected_components(joined, directed=False)
    return names[cells].astype(np.int_), int(islands) - 1


class PatternStatistics(NamedTuple):
    """Numbers that are counted on a pattern without solving it.

    These are the cells of each colour, the sizes of the islands in ascending order, and the borders
    that follow from the colours, without the frame: of 65 in a solution where no sides are joined.
    """

    counts: Mapping[str, int]
    island_sizes: tuple[int, ...]
    implied_edges: int

    @property
    def islands(self) -> int:
        """The number of islands."""
        return len(self.island_sizes)


def pattern_statistics(pattern: Pattern) -> PatternStatistics:
    """Return what can be counted on a pattern without solving it.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> statistics = pattern_statistics(named_pattern("car"))
    >>> statistics.islands, statistics.island_sizes[:4], statistics.implied_edges
    (8, (4, 4, 4, 4), 52)
    """
    grid, edges = pattern.grid, implied_borders(pattern)
    sizes = sorted(island.bit_count() for island in grid.islands(edges, pattern.mask))
    return PatternStatistics(pattern.counts, tuple(sizes), grid.inner(edges))
