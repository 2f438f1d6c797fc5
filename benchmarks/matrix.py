"""The exact-cover matrix that every rival gets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaleido import CLASSIC, Board, PieceSet
from kaleido.model.blanks import with_blanks, zones_of
from kaleido.search.placement_table import list_placements
from kaleido.search.problem import shown_cells


def cover_matrix(board: Board, pieces: PieceSet = CLASSIC) -> NDArray[np.bool_]:
    """List the placements of pieces on a board, as an exact-cover matrix.

    Parameters
    ----------
    board : Board
    pieces : PieceSet, optional

    Returns
    -------
    ndarray of bool, shape (options, cells + pieces)
        A row per placement, in the order of `kaleido.Problem`, true in the columns it fills: its
        cells in reading order, then its piece. Below them a row for each piece that may be left
        over, with that piece alone.

    Raises
    ------
    ValueError
        A piece has several copies, so that this is no exact cover.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> matrix = cover_matrix(named_pattern("checkerboard"))
    >>> matrix.shape, int(matrix[:, 64:].sum())
    ((1317, 82), 1317)
    """
    placeable = with_blanks(board, pieces)
    if placeable.copies:
        raise ValueError("pieces with several copies are no exact cover")
    shown = shown_cells(board, placeable)
    listing = list_placements(placeable, board.grid, shown, zones_of(board, placeable))
    places = [place for place in range(board.mask.bit_length()) if board.mask >> place & 1]
    width = board.mask.bit_length() + 7 >> 3
    packed = b"".join(mask.to_bytes(width, "little") for mask in listing.masks)
    masks = np.frombuffer(packed, np.uint8).reshape(-1, width)
    cells = np.unpackbits(masks, axis=1, bitorder="little")[:, places].astype(np.bool_)
    spare = [number for number, needed in enumerate(pieces.needed) if not needed]
    cells = np.vstack([cells, np.zeros((len(spare), len(places)), np.bool_)])
    chosen = np.array([*listing.pieces, *spare])[:, None] == np.arange(len(pieces))
    return np.hstack([cells, chosen])
