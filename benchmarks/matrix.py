"""The exact-cover matrix that every rival gets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaleido import PlacementTable


def cover_matrix(table: PlacementTable) -> NDArray[np.bool_]:
    """Write a table of placements as an exact-cover matrix.

    Parameters
    ----------
    table : PlacementTable

    Returns
    -------
    ndarray of bool, shape (placements, cells + pieces)
        A row per placement, true in the columns it fills: its cells in reading order, then
        its piece.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> matrix = cover_matrix(PlacementTable(named_pattern("checkerboard")))
    >>> matrix.shape, int(matrix[:, 64:].sum())
    ((1317, 82), 1317)
    """
    masks = np.array(table.masks, dtype="<u8")
    cells = np.unpackbits(masks.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    pieces = np.array(table.piece_numbers, dtype=np.intp)[:, None] == np.arange(len(table.pieces))
    return np.hstack([cells[:, : table.grid.size].astype(np.bool_), pieces])
