"""The exact-cover matrix that every rival gets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaleido import Problem


def cover_matrix(problem: Problem) -> NDArray[np.bool_]:
    """Write a table of placements as an exact-cover matrix.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    ndarray of bool, shape (placements, cells + pieces)
        A row per placement, true in the columns it fills: its cells in reading order, then
        its piece.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> matrix = cover_matrix(Problem(named_pattern("checkerboard")))
    >>> matrix.shape, int(matrix[:, 64:].sum())
    ((1317, 82), 1317)
    """
    masks = np.array(problem.masks, dtype="<u8")
    cells = np.unpackbits(masks.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    pieces = np.array(problem.piece_numbers, dtype=np.intp)[:, None] == np.arange(
        len(problem.pieces)
    )
    return np.hstack([cells[:, : problem.grid.size].astype(np.bool_), pieces])
