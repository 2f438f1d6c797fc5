"""A puzzle: a pattern, a set of pieces, and what can be asked of them."""

from __future__ import annotations

from kaleido.table import PlacementTable


class Puzzle(PlacementTable):
    """A pattern to be covered by a set of pieces.

    Parameters
    ----------
    pattern : Pattern
    pieces : PieceSet, optional

    Raises
    ------
    PieceError
        The pieces do not have as many cells as the board.
    """
