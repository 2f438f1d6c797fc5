"""Implied edges as sets: the borders that every solution of a board has."""

from kaleido.model.board import Board
from kaleido.model.classic import CLASSIC
from kaleido.model.piece_set import PieceSet

BLACK = "x"


def implied_borders(board: Board, pieces: PieceSet = CLASSIC) -> int:
    """Return the frame and the implied edges of a board, as an int in the numbering of `Grid`.

    `kaleido.model.implied_edges` returns the same as arrays.

    Examples
    --------
    >>> from kaleido import Pattern
    >>> stripes = Pattern("/".join(["rxrxrxrx"] * 8))
    >>> stripes.grid.inner(implied_borders(stripes))
    56
    """
    if pieces.is_plain:
        return board.frame
    letters = "".join(board.rows)
    black = sum(1 << place for place, letter in enumerate(letters) if letter == BLACK)
    return alike_borders(board, black, board.mask & ~black)


def alike_borders(board: Board, black: int, coloured: int) -> int:
    """Return the frame and the edges between touching cells of the same kind, as an int.

    Parameters
    ----------
    board : Board
    black, coloured : int
        The cells that can only be black, and those that can only have another colour.
    """
    grid = board.grid
    return board.frame | grid.between(black, black) | grid.between(coloured, coloured)
