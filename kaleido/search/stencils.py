"""The fixed forms of the pieces on squares, as bit masks that are shifted over the board.

In the field's words, a *fixed* polyomino may be translated, but not turned. A stencil is one of
these in the top left corner; a shift of its bits is a translation.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from kaleido.model.grid import Grid
from kaleido.model.piece import Orientation
from kaleido.model.piece_set import PieceSet

Shown = tuple[tuple[int, str], ...]
"""Pairs (cell in reading order, letter)."""


class Stencil(NamedTuple):
    """A fixed form of a face, in the top left corner of a board.

    The horizontal unit edges (`level`) and the vertical ones (`upright`) are apart, because rows
    have more of the latter; `offsets` is the set of shifts, in cells, that keep it on the board.
    """

    piece: int
    face: int
    mask: int
    level: int
    upright: int
    offsets: int
    shown: Shown

    def hits(self, allowed: Mapping[str, int]) -> int:
        """Return the set of shifts that move it to cells that allow its letters."""
        # All positions at once: bit i stays set while the letters match with the shape moved
        # i cells on.
        hits = self.offsets
        for shift, letter in self.shown:
            hits &= allowed[letter] >> shift
        return hits


@lru_cache(maxsize=16)
def stencils(pieces: PieceSet, grid: Grid) -> tuple[Stencil, ...]:
    """Return every orientation of every face of a set of pieces as a stencil."""
    *_, first_vertical = grid.cell_sides[0]
    found = []
    for number, face_number, shape in shapes(pieces):
        border = grid.border(shape.cells)
        row = (1 << max(grid.cols - shape.width + 1, 0)) - 1
        tops = range(grid.rows - shape.height + 1)
        found.append(
            Stencil(
                number,
                face_number,
                grid.cell_bits(shape.cells),
                border & (1 << first_vertical) - 1,
                border >> first_vertical << first_vertical,
                sum(row << grid.cols * top for top in tops),
                tuple((row * grid.cols + col, letter) for (row, col), letter in shape.coloured()),
            )
        )
    return tuple(found)


def shapes(pieces: PieceSet) -> Iterator[tuple[int, int, Orientation]]:
    """Yield each distinct orientation of each piece with the numbers of its piece and face."""
    for number, piece in enumerate(pieces):
        seen = set()
        for face_number, face in enumerate(piece.faces):
            for shape in face.orientations:
                # A back that looks like the front adds no orientation.
                if shape not in seen:
                    seen.add(shape)
                    yield number, face_number, shape
