"""What each piece can cover of the colours of a colouring, wherever it lies."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import sub

from kaleido.lattices.lattice import Vector
from kaleido.model.board import PLAIN
from kaleido.model.grid import Grid
from kaleido.model.piece_set import PieceSet
from kaleido.search.colourings import Colouring
from kaleido.search.placement_table import list_placements
from kaleido.search.stencils import stencils
from kaleido.search.sums import Tally


class Coverage:
    """The places of pieces without colours on some cells, by their shapes, not one by one.

    Parameters
    ----------
    pieces : PieceSet
    grid : Grid
    cells : int
        The cells on which the pieces may lie.

    Examples
    --------
    >>> from kaleido.library import named_set
    >>> from kaleido.search import COLOURINGS
    >>> from kaleido.model import SquareGrid
    >>> grid, pieces = SquareGrid(4, 5), named_set("tetrominoes")
    >>> tallies = Coverage(pieces, grid, grid.all_cells).tallies(COLOURINGS[0])
    >>> {pieces.pieces[number].name: sorted(own) for number, own in tallies.items()}
    {'I': [(2, 2)], 'L': [(2, 2)], 'O': [(2, 2)], 'S': [(2, 2)], 'T': [(1, 3), (3, 1)]}
    """

    def __init__(self, pieces: PieceSet, grid: Grid, cells: int) -> None:
        self._grid = grid
        # For each shape: its piece, where it can lie, and what it covers from there.
        self._places: list[tuple[int, int, Callable[[int], int]]] = []
        if grid.is_sheet:
            for stencil in stencils(pieces, grid):
                self._places.append(
                    (stencil.piece, stencil.hits({PLAIN: cells}), stencil.mask.__lshift__)
                )
            return
        for piece, masks in _lying_shapes(pieces, grid):
            fitting = {start: mask for start, mask in masks.items() if not mask & ~cells}
            starts = sum(1 << start for start in fitting)
            self._places.append((piece, starts, fitting.__getitem__))

    def tallies(self, colouring: Colouring) -> dict[int, set[Tally]]:
        """Return the tallies that each piece can cover, by its number; none if it fits nowhere."""
        found: dict[int, set[Tally]] = {}
        colours = colouring.cells(self._grid)
        classes = colouring.offset_classes(self._grid)
        for piece, offsets, covered_from in self._places:
            if not offsets:
                continue
            own = found.setdefault(piece, set())
            for alike in classes:
                there = offsets & alike
                if there:
                    # What lies at the same place in the colouring has the same tally.
                    covered = covered_from((there & -there).bit_length() - 1)
                    own.add(tuple([(covered & each).bit_count() for each in colours]))
        return found


@lru_cache(maxsize=16)
def _lying_shapes(pieces: PieceSet, grid: Grid) -> tuple[tuple[int, Mapping[int, int]], ...]:
    """Return each shape of pieces by the number of its piece: the cells that it covers anywhere.

    These are sets by the number of the cell on which the first cell of the shape lies.
    """
    listing = list_placements(pieces, grid, {PLAIN: grid.all_cells})
    found: dict[tuple[int, tuple[Vector, ...]], dict[int, int]] = {}
    for piece, mask, (shown, _) in zip(listing.pieces, listing.masks, listing.shown, strict=True):
        first, *others = (grid.centres[cell] for cell, _ in shown)
        steps = tuple([tuple(map(sub, centre, first)) for centre in others])
        found.setdefault((piece, steps), {})[shown[0][0]] = mask
    return tuple((piece, masks) for (piece, _), masks in found.items())
