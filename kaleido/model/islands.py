"""Islands: the regions of free cells that no step across an edge joins."""

import numpy as np
import numpy.typing as npt
import scipy.ndimage

from kaleido.model.edges import BoolArray, EdgeMap, unpack_bits
from kaleido.model.grid import Grid


def label_islands(
    edges: EdgeMap, free: BoolArray | None = None
) -> tuple[npt.NDArray[np.int_], int]:
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
    >>> from kaleido import Pattern, implied_edges
    >>> stripes = Pattern("/".join(["rxrxrxrx"] * 8))
    >>> labels, count = label_islands(implied_edges(stripes))
    >>> count, labels[:, 0].tolist()
    (8, [1, 2, 3, 4, 5, 6, 7, 8])
    """
    rows, cols = edges.horizontal.shape[0] - 1, edges.horizontal.shape[1]
    if free is None:
        free = np.ones((rows, cols), np.bool_)
    lattice = np.zeros((2 * rows - 1, 2 * cols - 1), np.bool_)
    lattice[::2, ::2] = free
    lattice[1::2, ::2] = free[1:] & free[:-1] & ~edges.horizontal[1:-1]
    lattice[::2, 1::2] = free[:, 1:] & free[:, :-1] & ~edges.vertical[:, 1:-1]
    labels, count = scipy.ndimage.label(lattice)
    cells = labels[::2, ::2].astype(np.int_)
    return _closed(cells, int(count), edges, free)


def _closed(
    labels: npt.NDArray[np.int_], count: int, edges: EdgeMap, free: BoolArray
) -> tuple[npt.NDArray[np.int_], int]:
    """Join the islands across the open seams of a board that wraps around."""
    across = ~edges.horizontal[0] & free[0] & free[-1]
    down = ~edges.vertical[:, 0] & free[:, 0] & free[:, -1]
    if not across.any() and not down.any():
        return labels, count
    # Only boards that wrap around need these modules, which are slow to load.
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    pairs = np.concatenate(
        [
            np.stack([labels[0, across], labels[-1, across]]),
            np.stack([labels[down, 0], labels[down, -1]]),
        ],
        axis=1,
    )
    joined = coo_array((np.ones(pairs.shape[1]), (pairs[0], pairs[1])), (count + 1, count + 1))
    islands, names = connected_components(joined, directed=False)
    return names[labels].astype(np.int_), int(islands) - 1


def unpack_cells(grid: Grid, mask: int) -> BoolArray:
    """Unpack a set of cells into a bool array (rows, cols)."""
    return unpack_bits(mask, grid.size).reshape(grid.rows, grid.cols)
