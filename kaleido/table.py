"""The table of placements: where each piece can lie on a pattern, its colours right."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from typing import NamedTuple

from kaleido.classic import CLASSIC
from kaleido.edges import implied_edges
from kaleido.errors import PieceError
from kaleido.grid import Grid, bits
from kaleido.pattern import COLOURS, Pattern
from kaleido.piece import FACE_NAMES
from kaleido.pieceset import PieceSet
from kaleido.placement import Placement
from kaleido.tally import tally_of


class PlacementTable:
    """The placements of a set of pieces that agree with a pattern.

    Placements are numbered 0, 1, …; a set of placements is an int whose bit *i* stands for
    placement *i*. A placement fills *columns*, as in an exact-cover problem: one for each of
    its cells and one for its piece.

    Parameters
    ----------
    pattern : Pattern
    pieces : PieceSet, optional

    Attributes
    ----------
    masks : list of int
        By placement, the cells it covers.
    borders : list of int
        By placement, the unit edges around it.
    piece_numbers : list of int
        By placement, the number of its piece in the set.
    cell_options, piece_options : list of int
        By cell (in reading order) and by piece, the set of placements that fill it.
    allies : list of int
        By placement, the set of placements that can lie beside it.

    Raises
    ------
    PieceError
        The pieces do not have as many cells as the board.

    Examples
    --------
    >>> chequered = Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4))
    >>> table = PlacementTable(chequered)
    >>> len(table), table.homes("wand"), table.homes("square")
    (1317, 16, 49)
    """

    def __init__(self, pattern: Pattern, pieces: PieceSet = CLASSIC) -> None:
        self.pattern = pattern
        self.pieces = pieces
        self.grid: Grid = pattern.grid
        if pieces.size != self.grid.size:
            raise PieceError(
                f"the pieces have {pieces.size} cells together, the board has {self.grid.size}"
            )
        self.masks: list[int] = []
        self.borders: list[int] = []
        self.piece_numbers: list[int] = []
        self._faces: list[int] = []
        self._list_placements()
        self._fill_columns()

    def _list_placements(self) -> None:
        grid = self.grid
        wanted = {
            letter: sum(
                1 << place
                for place, colour in enumerate("".join(self.pattern.rows))
                if colour == letter
            )
            for letter in COLOURS
        }
        for stencil in _stencils(self.pieces, grid):
            # All offsets at once: bit i stays set while a cell's colour is right with the
            # shape moved i places on.
            hits = stencil.offsets
            for shift, letter in stencil.colours:
                hits &= wanted[letter] >> shift
            for offset in bits(hits):
                self.masks.append(stencil.mask << offset)
                # A row has one more vertical edge than it has cells.
                self.borders.append(
                    stencil.level << offset | stencil.upright << offset + offset // grid.cols
                )
                self.piece_numbers.append(stencil.piece)
                self._faces.append(stencil.face)

    def _fill_columns(self) -> None:
        tally = tally_of(self.pieces)
        self.cell_options = [0] * self.grid.size
        self.piece_options = [0] * len(self.pieces)
        self._by_step: dict[int, int] = {}
        self.steps: list[int] = []
        cells_of = {mask: tuple(bits(mask)) for mask in set(self.masks)}
        for placement, mask in enumerate(self.masks):
            bit = 1 << placement
            for cell in cells_of[mask]:
                self.cell_options[cell] |= bit
            number = self.piece_numbers[placement]
            self.piece_options[number] |= bit
            step = tally.steps[number][self._faces[placement]]
            self.steps.append(step)
            self._by_step[step] = self._by_step.get(step, 0) | bit
        everything = (1 << len(self.masks)) - 1
        # Pieces of one shape share their masks: what overlaps is found once for all of them.
        apart = {}
        for mask, cells in cells_of.items():
            overlapping = 0
            for cell in cells:
                overlapping |= self.cell_options[cell]
            apart[mask] = everything & ~overlapping
        others = [everything & ~options for options in self.piece_options]
        self.allies = [
            apart[mask] & others[number]
            for mask, number in zip(self.masks, self.piece_numbers, strict=True)
        ]
        self.start = tally.start(self.pattern.counts)
        self._payable = tally.payable
        self._affordable: dict[int, int] = {}

    def affordable(self, position: int) -> int:
        """Give the set of placements whose face the colours left can pay for.

        Parameters
        ----------
        position : int
            As `Tally` numbers it: `start`, less the `steps` of the placements made.

        Returns
        -------
        int
            A set of placements; 0 when no choice of faces comes out even.
        """
        found = self._affordable.get(position)
        if found is None:
            found = 0
            for step in self._payable(position):
                found |= self._by_step.get(step, 0)
            self._affordable[position] = found
        return found

    def __len__(self) -> int:
        return len(self.masks)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.pattern!r})"

    def homes(self, piece: str) -> int:
        """Count the placements of a piece."""
        names = [each.name for each in self.pieces]
        return self.piece_options[names.index(self.pieces[piece].name)].bit_count()

    def placement(self, number: int) -> Placement:
        """Give placement `number` as a value."""
        return Placement(
            self.pieces.pieces[self.piece_numbers[number]].name,
            FACE_NAMES[self._faces[number]],
            tuple(self.grid.cells(self.masks[number])),
        )

    @cached_property
    def _numbers(self) -> dict[tuple[int, int, int], int]:
        keys = zip(self.piece_numbers, self._faces, self.masks, strict=True)
        return {key: number for number, key in enumerate(keys)}

    def number_of(self, placement: Placement) -> int | None:
        """Give the number of a placement; None when it does not match the pattern."""
        names = [piece.name for piece in self.pieces]
        if placement.piece not in names or placement.face not in FACE_NAMES:
            return None
        rows, cols = self.grid.rows, self.grid.cols
        if not all(0 <= row < rows and 0 <= col < cols for row, col in placement.cells):
            return None
        key = names.index(placement.piece), FACE_NAMES.index(placement.face)
        return self._numbers.get((*key, self.grid.cell_bits(placement.cells)))

    def placements(self, numbers: Iterable[int]) -> tuple[Placement, ...]:
        """Give several placements as values."""
        return tuple(map(self.placement, numbers))

    @cached_property
    def implied(self) -> int:
        """The frame and the implied edges, as an int."""
        return implied_edges(self.pattern).bits

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The options of every cell, in reading order, and of every piece."""
        return (*self.cell_options, *self.piece_options)


class _Stencil(NamedTuple):
    """An orientation of a face in the top left corner of a board, ready to be moved about."""

    piece: int
    face: int
    mask: int
    level: int
    upright: int
    offsets: int
    colours: tuple[tuple[int, str], ...]


@cache
def _stencils(pieces: PieceSet, grid: Grid) -> tuple[_Stencil, ...]:
    first_vertical = grid.left_of(0, 0)
    stencils = []
    for number, piece in enumerate(pieces):
        for face_number, face in enumerate(piece.faces):
            for shape in face.orientations:
                border = grid.border(shape.cells)
                row = (1 << max(grid.cols - shape.width + 1, 0)) - 1
                tops = range(grid.rows - shape.height + 1)
                stencils.append(
                    _Stencil(
                        number,
                        face_number,
                        grid.cell_bits(shape.cells),
                        border & (1 << first_vertical) - 1,
                        border >> first_vertical << first_vertical,
                        sum(row << grid.cols * top for top in tops),
                        tuple(
                            (row * grid.cols + col, letter)
                            for (row, col), letter in shape.coloured()
                        ),
                    )
                )
    return tuple(stencils)
