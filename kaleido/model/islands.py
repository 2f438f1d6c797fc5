"""Islands: the regions of free cells that no step across an edge joins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaleido.arguments import named_options
from kaleido.model.grid import Grid, bits

# The page that runs in a browser without a server has no arrays: functions import them.
if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kaleido.model.edges import BoolArray, EdgeMap

    IntArray = npt.NDArray[np.int_]


def find_islands(grid: Grid, edges: int, free: int) -> tuple[int, ...]:
    """Return the islands of a board as sets of cells, in the order of their first cells.

    SciPy finds them. Where it or NumPy cannot be imported, `Grid.islands` does.

    Parameters
    ----------
    grid : Grid
        The lattice of the board, which may wrap around, of cells of any shape.
    edges, free : int
        The edges known so far, in the numbering of the grid, and the cells not yet covered.

    Examples
    --------
    >>> from kaleido.model import SquareGrid
    >>> grid = SquareGrid(2, 3)
    >>> [bin(island) for island in find_islands(grid, grid.border([(0, 0), (0, 1)]), 0b111_011)]
    ['0b11', '0b111000']
    """
    try:
        labels = _labels(grid, edges, free)
    except ImportError:
        return grid.islands(edges, free)
    found: dict[int, int] = {}
    for cell, label in enumerate(labels.ravel().tolist()):
        if label:
            found[label] = found.get(label, 0) | 1 << cell
    return tuple(found.values())


def _labels(grid: Grid, edges: int, free: int) -> IntArray:
    """Label the cells of any board with the numbers of their islands, 0 where a piece lies."""
    import numpy as np

    from kaleido.model.edges import EdgeMap, unpack_bits

    if grid.lattice.is_square:
        # In arrays, a side of the rectangle is a seam where it has no edge.
        bounded = EdgeMap.from_bits(grid, edges | grid.frame)
        return label_islands(bounded, unpack_cells(grid, free))[0]
    # Each cell is an island at first. The steps back join nothing more.
    cells = unpack_bits(free, grid.size)
    labels = np.where(cells, np.cumsum(cells), 0)
    steps = [
        (cell, cell + distance)
        for distance, starts in grid.steps(edges)
        if distance > 0
        for cell in bits(starts & free & free >> distance)
    ]
    pairs = labels[np.array(steps, np.int_).reshape(-1, 2).T]
    return _joined(labels, free.bit_count(), pairs)[0]


@named_options
def label_islands(edges: EdgeMap, free: BoolArray | None = None) -> tuple[IntArray, int]:
    """Label the islands of a board with numbers.

    The board is drawn on a doubled lattice: a cell at even coordinates, and between two touching
    cells a passage where no edge runs. `scipy.ndimage.label` then finds the regions::

        cell    passage  cell        1 1 1
        passage   .      passage     0 0 1     one island of 3 cells,
        cell    passage  cell        2 0 1     and one of 1

    Parameters
    ----------
    edges : EdgeMap
        The edges known so far.
    free : ndarray of bool, shape (rows, cols), optional
        The cells not yet covered; all by default.

    Returns
    -------
    labels : ndarray of int, shape (rows, cols)
        The island of each cell, from 1; 0 where a piece lies.
    count : int
        The number of islands.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Islands".

    Examples
    --------
    >>> from kaleido import Pattern
    >>> from kaleido.model import implied_edges
    >>> stripes = Pattern("/".join(["rxrxrxrx"] * 8))
    >>> labels, count = label_islands(implied_edges(stripes))
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
    return _joined(cells, int(count), np.concatenate(seams, axis=1))


def _joined(labels: IntArray, count: int, pairs: IntArray) -> tuple[IntArray, int]:
    """Join the islands whose labels are in the same column of `pairs`, an array of two rows."""
    if not pairs.size:
        return labels, count
    import numpy as np

    # Only boards that wrap around and other lattices need these modules, which are slow to load.
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    joined = coo_array((np.ones(pairs.shape[1]), tuple(pairs)), (count + 1, count + 1))
    islands, names = connected_components(joined, directed=False)
    return names[labels].astype(np.int_), int(islands) - 1


def unpack_cells(grid: Grid, mask: int) -> BoolArray:
    """Unpack a set of cells into a bool array (rows, cols)."""
    from kaleido.model.edges import unpack_bits

    return unpack_bits(mask, grid.size).reshape(grid.rows, grid.cols)
