"""The table of placements: where each piece can lie on a pattern, its colours right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from kaleido.errors import PatternError, PieceError, PlacingError
from kaleido.model.board import HOLE, PLAIN, Board
from kaleido.model.classic import CLASSIC
from kaleido.model.drawable import Drawable
from kaleido.model.edges import implied_edges
from kaleido.model.givens import find_givens
from kaleido.model.grid import Grid, bits
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import FACE_NAMES, Orientation
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.budget import budget_of
from kaleido.text import quote


class Problem(Drawable):
    """The placements of a set of pieces that agree with a pattern.

    Placements are numbered 0, 1, …; a set of placements is an int whose bit *i* stands for
    placement *i*. A placement fills *items*, as in an exact-cover problem: one for each of
    its cells and one for its piece.

    Parameters
    ----------
    pattern : Board
        A `Pattern`, or a board of any shape.
    pieces : PieceSet, optional

    Attributes
    ----------
    givens : tuple of int
        The placements that the board shows in place.
    masks : list of int
        By placement, the cells it covers.
    borders : list of int
        By placement, the unit edges around it.
    piece_numbers : list of int
        By placement, the number of its piece in the set.
    cell_options, piece_options : list of int
        By cell (in reading order) and by piece, the set of placements that fill it.
    compatible : list of int
        By placement, the set of placements that can lie beside it.

    Raises
    ------
    PieceError
        The pieces do not have as many cells as the board, or too few.
    PatternError
        The board has a letter that the pieces do not know.
    PlacingError
        A piece that the board shows in place is not of its shape.

    Examples
    --------
    >>> from kaleido import Pattern
    >>> chequered = Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4))
    >>> problem = Problem(chequered)
    >>> len(problem), problem.count_placements("wand"), problem.count_placements("square")
    (1317, 16, 49)
    """

    def __init__(self, pattern: Board, pieces: PieceSet = CLASSIC) -> None:
        self.pattern = pattern
        self.pieces = pieces
        self.grid: Grid = pattern.grid
        self._check_fit()
        self.masks: list[int] = []
        self.borders: list[int] = []
        self.piece_numbers: list[int] = []
        self._faces: list[int] = []
        self._list_placements()
        self._fill_columns()
        self.givens = self._find_givens()

    def _check_fit(self) -> None:
        pattern, pieces = self.pattern, self.pieces
        if not pieces.is_plain:
            self._check_letters()
        spare = pieces.size - pattern.size
        if spare < 0 or (spare > 0 and pieces.use == "all"):
            raise PieceError(
                f"the pieces have {pieces.size} cells together, the board has {pattern.size}: "
                f"{abs(spare)} too {'few' if spare < 0 else 'many'}"
            )

    def _check_letters(self) -> None:
        for number, row in enumerate(self.pattern.rows, start=1):
            for letter in row:
                if letter not in COLOURS and letter != HOLE:
                    raise PatternError(
                        f"unknown colour {quote(letter)} in row {number} {quote(row)}: the "
                        f"pieces of {self.pieces.name!r} show {' '.join(COLOURS)}"
                    )

    def _list_placements(self) -> None:
        grid, wanted = self.grid, self._wanted()
        if grid.wraps_rows or grid.wraps_cols:
            self._list_wrapped(wanted)
            return
        for stencil, offset in self._hits(wanted):
            self.masks.append(stencil.mask << offset)
            # A row has one more vertical edge than it has cells.
            self.borders.append(
                stencil.level << offset | stencil.upright << offset + offset // grid.cols
            )
            self.piece_numbers.append(stencil.piece)
            self._faces.append(stencil.face)

    def _hits(self, wanted: Mapping[str, int]) -> Iterator[tuple[Stencil, int]]:
        """Yield each orientation with each place that it can be moved to, its colours right."""
        for stencil in stencils(self.pieces, self.grid):
            # All places at once: bit i stays set while a cell's colour is right with the
            # shape moved i places on.
            hits = stencil.offsets
            for shift, letter in stencil.colours:
                hits &= wanted[letter] >> shift
            for offset in bits(hits):
                yield stencil, offset

    def _wanted(self) -> Mapping[str, int]:
        """Give, by letter, the cells that may show it."""
        if self.pieces.is_plain:
            return {PLAIN: self.pattern.mask}
        cells = "".join(self.pattern.rows)
        return {
            letter: sum(1 << place for place, own in enumerate(cells) if own == letter)
            for letter in COLOURS
        }

    def _list_wrapped(self, wanted: Mapping[str, int]) -> None:
        """List the placements on a tube or a torus, each set of cells once for a face."""
        grid, seen = self.grid, set()
        for number, face_number, shape in _shapes(self.pieces):
            # Longer than the way around, a piece would lie on itself or wind up a spiral.
            if (grid.wraps_rows and shape.height > grid.rows) or (
                grid.wraps_cols and shape.width > grid.cols
            ):
                continue
            for top, left in product(range(grid.rows), range(grid.cols)):
                lying = [
                    (cell, letter)
                    for (row, col), letter in shape.coloured()
                    if (cell := grid.on_board(top + row, left + col)) is not None
                ]
                if len(lying) < len(shape.cells) or not all(
                    wanted[letter] & grid.cell_bits([cell]) for cell, letter in lying
                ):
                    continue
                cells = [cell for cell, _ in lying]
                mask = grid.cell_bits(cells)
                # Around a ring the same cells are met from several starts, and sides.
                face = 0 if self.pieces.is_plain else face_number
                if (number, face, mask) not in seen:
                    seen.add((number, face, mask))
                    self.masks.append(mask)
                    self.borders.append(grid.border(cells))
                    self.piece_numbers.append(number)
                    self._faces.append(face_number)

    def _fill_columns(self) -> None:
        budget = budget_of(self.pieces)
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
            step = budget.steps[number][self._faces[placement]]
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
        # The tally says when a piece of which there are several is used up.
        others = [
            everything & ~options if count == 1 else everything
            for options, count in zip(self.piece_options, self.pieces.counts, strict=True)
        ]
        self.compatible = [
            apart[mask] & others[number]
            for mask, number in zip(self.masks, self.piece_numbers, strict=True)
        ]
        self.start = budget.start(self.counts)
        self._payable = budget.payable
        self._sums = budget.sums
        self._affordable: dict[int, int] = {}

    def _find_givens(self) -> tuple[int, ...]:
        """Find the placements that the board shows in place."""
        found = []
        for name, mask in find_givens(self.pattern, self.pieces):
            numbers = [
                number
                for number in bits(self.piece_options[self._names.index(name)])
                if self.masks[number] == mask
            ]
            if not numbers:
                shown = ", ".join(map(str, self.grid.cells(mask)))
                raise PlacingError(f"the cells of {quote(name)}, {shown}, are not its shape")
            found.append(numbers[0])
        for piece, count in zip(self.pieces, self.pieces.counts, strict=True):
            lying = sum(self._names[self.piece_numbers[number]] == piece.name for number in found)
            if lying > count:
                raise PlacingError(
                    f"{quote(piece.name)} lies on the board {lying} times, but there "
                    f"{'is' if count == 1 else 'are'} {count}"
                )
        return tuple(found)

    @cached_property
    def _names(self) -> list[str]:
        return [piece.name for piece in self.pieces]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many cells of each letter the pieces must show."""
        return {PLAIN: self.pattern.size} if self.pieces.is_plain else self.pattern.counts

    @property
    def frame(self) -> int:
        """The unit edges around the board and its holes, as an int."""
        return self.pattern.frame

    def affordable(self, position: int) -> int:
        """Give the set of placements whose face the colours left can pay for.

        Parameters
        ----------
        position : int
            As `ColourBudget` numbers it: `start`, less the `steps` of the placements made.

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

    @cached_property
    def checks_regions(self) -> bool:
        """Whether free regions are checked after each move.

        With colours, the colour counts and the scarcest cell find out nearly as much, sooner.
        """
        return self.pieces.is_plain

    def regions_fill(self, free: int, around: int, position: int) -> bool:
        """Tell whether pieces left add up to each free region that has a cell in a set.

        Parameters
        ----------
        free : int
            The cells not yet covered.
        around : int
            The set of cells: those beside a placement, or all.
        position : int
            Which pieces are left, as `ColourBudget` numbers it.
        """
        grid = self.grid
        seeds = around & free
        # Mostly a placement splits nothing: its free neighbours are joined close by.
        near = grid.spread(around) & free
        if not seeds & ~grid.region(seeds & -seeds, near) and near != free:
            return True
        sums = self._sums(position)
        while seeds:
            part = grid.region(seeds & -seeds, free)
            if not sums >> part.bit_count() & 1:
                return False
            seeds &= ~part
        return True

    def __len__(self) -> int:
        return len(self.masks)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.pattern!r})"

    def count_placements(self, piece: str) -> int:
        """Count the placements of a piece."""
        return self.piece_options[self._names.index(self.pieces[piece].name)].bit_count()

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
        if placement.piece not in self._names or placement.face not in FACE_NAMES:
            return None
        rows, cols = self.grid.rows, self.grid.cols
        if not all(0 <= row < rows and 0 <= col < cols for row, col in placement.cells):
            return None
        key = self._names.index(placement.piece), FACE_NAMES.index(placement.face)
        return self._numbers.get((*key, self.grid.cell_bits(placement.cells)))

    def placements(self, numbers: Iterable[int]) -> tuple[Placement, ...]:
        """Give several placements as values."""
        return tuple(map(self.placement, numbers))

    @cached_property
    def implied(self) -> int:
        """The frame and the implied edges, as an int."""
        return implied_edges(self.pattern, self.pieces).bits & self.grid.all_edges

    @cached_property
    def items(self) -> tuple[int, ...]:
        """The options of what must be filled: every cell, in reading order, and every piece.

        Pieces that may be left over are no items; nor are those of which there are several,
        which the cells use up by themselves.
        """
        cells = [self.cell_options[cell] for cell in bits(self.pattern.mask)]
        if self.pieces.use == "some":
            return tuple(cells)
        pairs = zip(self.piece_options, self.pieces.counts, strict=True)
        return (*cells, *(options for options, count in pairs if count == 1))


class Stencil(NamedTuple):
    """An orientation of a face in the top left corner of a board, ready to be moved about."""

    piece: int
    face: int
    mask: int
    level: int
    upright: int
    offsets: int
    colours: tuple[tuple[int, str], ...]


@cache
def stencils(pieces: PieceSet, grid: Grid) -> tuple[Stencil, ...]:
    """Give every orientation of every face of a set of pieces, ready to be moved about."""
    first_vertical = grid.left_of(0, 0)
    found = []
    for number, face_number, shape in _shapes(pieces):
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


def _shapes(pieces: PieceSet) -> Iterator[tuple[int, int, Orientation]]:
    """Yield every look of every piece once: its number, its face and the orientation."""
    for number, piece in enumerate(pieces):
        seen = set()
        for face_number, face in enumerate(piece.faces):
            for shape in face.orientations:
                # A back that looks like the front is no other way to lie.
                if shape not in seen:
                    seen.add(shape)
                    yield number, face_number, shape
