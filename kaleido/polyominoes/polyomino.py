"""One polyomino: a polyform of squares."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import index, or_

from kaleido.lattices import SQUARE
from kaleido.model.grid import Cell
from kaleido.polyominoes.polyform import Polyform
from kaleido.polyominoes.symmetry import BY_CODE, DIAGONAL, HALF, QUARTER, STRAIGHT, Symmetry

_CODES = (0, QUARTER, HALF, QUARTER, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL)
"""What the symmetries of squares, in their order, add to a `BY_CODE` key."""


class Polyomino(Polyform):
    """A fixed polyomino: turned or mirrored, it is another value.

    It is a `Polyform` of squares that can be made of cells by row and column, and whose symmetry
    has a name. Polyominoes are ordered by height, then width, then by their drawings, a cell
    before a gap.

    Parameters
    ----------
    cells : iterable of (row, col)
        They may lie anywhere; duplicates count once.

    Raises
    ------
    PieceError
        There is no cell, or the cells fall into parts that do not touch.

    Examples
    --------
    >>> piece = Polyomino.parse(".##/##./.#.")
    >>> piece.size, piece.height, piece.width, str(piece.symmetry), len(piece.orientations)
    (5, 3, 3, 'none', 8)
    >>> Polyomino([(4, 7), (4, 6), (5, 6)])
    Polyomino.parse('##/#.')
    >>> piece.rotated(), Polyomino.parse("##./#.#/###").has_hole
    (Polyomino.parse('.#./###/..#'), True)
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        own = self.of(SQUARE, ((index(row), index(col)) for row, col in cells))
        super().__init__(SQUARE, own.cells)

    def __repr__(self) -> str:
        return f"Polyomino.parse({str(self)!r})"

    @property
    def symmetry(self) -> Symmetry:
        """Its symmetry class."""
        first, *_ = images = self._images
        kept = (code for code, each in zip(_CODES, images, strict=True) if each == first)
        return BY_CODE[reduce(or_, kept)]
