"""A placement: a piece on its cells of the board, one face up."""

from __future__ import annotations

from dataclasses import dataclass

from kaleido.grid import Cell


@dataclass(frozen=True)
class Placement:
    """Where a piece lies and which face is up.

    Parameters
    ----------
    piece : str
        The piece's name.
    face : {"front", "back"}
        The face that is up.
    cells : tuple of (row, col)
        The cells it covers, in reading order.

    Examples
    --------
    >>> print(Placement("domino", "back", ((0, 0), (0, 1))))
    domino back at (0, 0)
    """

    piece: str
    face: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.piece} {self.face} at {self.cells[0]}"
