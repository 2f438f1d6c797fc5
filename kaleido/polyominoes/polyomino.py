"""One polyomino: a shape of cells joined by their sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce, total_ordering
from operator import index, or_

from kaleido.errors import OptionError, PieceError
from kaleido.model.grid import Cell
from kaleido.model.square_grid import SquareGrid
from kaleido.model.symmetry import ROTATIONS, SquareSymmetry
from kaleido.polyominoes.symmetry import BY_CODE, CODES, Symmetry
from kaleido.text import is_line, quote, unknown

KINDS = ("free", "one-sided", "fixed")
"""Which shapes count as the same: turned and mirrored ones; turned ones; none."""


@total_ordering
@dataclass(frozen=True, init=False, repr=False)
class Polyomino:
    """A fixed polyomino: turned or mirrored, it is another value.

    Polyominoes are ordered by height, then width, then by their drawings, a cell before a gap.

    Parameters
    ----------
    cells : iterable of (row, col)
        They may lie anywhere; duplicates count once.

    Attributes
    ----------
    cells : tuple of (row, col)
        In reading order; the smallest row and the smallest column are 0.

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
    """

    cells: tuple[Cell, ...]

    def __init__(self, cells: Iterable[Cell]) -> None:
        pushed = _pushed((index(row), index(col)) for row, col in cells)
        if not pushed:
            raise PieceError("a polyomino needs at least one cell")
        if not _is_connected(pushed):
            raise PieceError(f"{quote(str(list(pushed)))} fall into parts that do not touch")
        object.__setattr__(self, "cells", pushed)

    @classmethod
    def of_pushed(cls, cells: tuple[Cell, ...]) -> Polyomino:
        """Make one of connected cells in reading order, in the corner; they are not checked."""
        made = object.__new__(cls)
        object.__setattr__(made, "cells", cells)
        return made

    @classmethod
    def parse(cls, drawing: str) -> Polyomino:
        """Read a drawing such as ``##./.##``: ``/`` starts a row, ``.`` is no cell.

        Any other letter is a cell, so that it reads the face of a piece as well.

        Raises
        ------
        PieceError
            The drawing has no cell, falls into parts that do not touch, or has a blank in it.

        Examples
        --------
        >>> Polyomino.parse("r../xrx")
        Polyomino.parse('#../###')
        >>> Polyomino.parse("#.#")
        Traceback (most recent call last):
        ...
        kaleido.errors.PieceError: drawing '#.#' falls into parts that do not touch
        """
        for letter in drawing:
            if not is_line(letter):
                raise PieceError(
                    f"{quote(letter)} in drawing {quote(drawing)} is neither a cell nor a gap"
                )
        cells = _pushed(
            (row, col)
            for row, line in enumerate(drawing.split("/"))
            for col, letter in enumerate(line)
            if letter != "."
        )
        if not cells:
            raise PieceError(f"drawing {quote(drawing)} has no cell")
        if not _is_connected(cells):
            raise PieceError(f"drawing {quote(drawing)} falls into parts that do not touch")
        return cls.of_pushed(cells)

    def __str__(self) -> str:
        """Draw it in the form that `parse` reads."""
        lines = [["."] * self.width for _ in range(self.height)]
        for row, col in self.cells:
            lines[row][col] = "#"
        return "/".join(map("".join, lines))

    def __repr__(self) -> str:
        return f"Polyomino.parse({str(self)!r})"

    def __lt__(self, other: Polyomino) -> bool:
        if not isinstance(other, Polyomino):
            return NotImplemented
        return self._rank < other._rank

    @property
    def _rank(self) -> tuple[int, int, str]:
        return (self.height, self.width, str(self))  # "#" comes before "."

    @property
    def size(self) -> int:
        """Number of cells."""
        return len(self.cells)

    @property
    def height(self) -> int:
        """Rows it spans."""
        return self.cells[-1][0] + 1

    @property
    def width(self) -> int:
        """Columns it spans."""
        return max(col for _, col in self.cells) + 1

    def rotated(self) -> Polyomino:
        """Return it turned clockwise by a quarter."""
        return self.image(SquareSymmetry.TURN)

    def mirrored(self) -> Polyomino:
        """Return it with left and right exchanged, as it is seen after turning it over."""
        return self.image(SquareSymmetry.MIRROR)

    def image(self, symmetry: SquareSymmetry) -> Polyomino:
        """Return what a symmetry of the square makes of it."""
        return Polyomino.of_pushed(_pushed(symmetry.map_cell(*cell) for cell in self.cells))

    @property
    def rotations(self) -> tuple[Polyomino, ...]:
        """The different results of turning it by quarters, itself first: 1, 2 or 4."""
        return tuple(dict.fromkeys(map(self.image, ROTATIONS)))

    @property
    def orientations(self) -> tuple[Polyomino, ...]:
        """The different results of turning and mirroring it, itself first: 1, 2, 4 or 8."""
        return tuple(dict.fromkeys(map(self.image, SquareSymmetry)))

    @property
    def canonical(self) -> Polyomino:
        """The first of its orientations in order; it stands for the free polyomino."""
        return min(self.orientations)

    @property
    def canonical_one_sided(self) -> Polyomino:
        """The first of its rotations in order; it stands for the one-sided polyomino."""
        return min(self.rotations)

    @property
    def symmetry(self) -> Symmetry:
        """Its symmetry class."""
        kept = (CODES[each] for each in SquareSymmetry if self.image(each) == self)
        return BY_CODE[reduce(or_, kept)]

    @property
    def neighbours(self) -> tuple[Cell, ...]:
        """The empty cells beside it, in reading order; some have a row or a column of -1.

        Examples
        --------
        >>> Polyomino.parse("##/#.").neighbours
        ((-1, 0), (-1, 1), (0, -1), (0, 2), (1, -1), (1, 1), (2, 0))
        """
        own = set(self.cells)
        beside = {cell for each in self.cells for cell in _beside(*each)}
        return tuple(sorted(beside - own))

    def grown(self, kind: str = "free") -> tuple[Polyomino, ...]:
        """Return the polyominoes with one cell more that grow out of it, in order, each once.

        Parameters
        ----------
        kind : {"free", "one-sided", "fixed"}, optional
            Which shapes count as the same: turned and mirrored ones; turned ones; none.

        Raises
        ------
        OptionError
            The kind is unknown.

        Examples
        --------
        >>> [str(each) for each in Polyomino.parse("###").grown()]
        ['####', '###/#..', '###/.#.']
        """
        return tuple(sorted(self.growth(kind)))

    def growth(self, kind: str = "free") -> dict[Polyomino, Cell]:
        """Return what grows out of it as `grown` does, and the first cell that makes each.

        Examples
        --------
        >>> Polyomino.parse("##").growth()
        {Polyomino.parse('##/#.'): (-1, 0), Polyomino.parse('###'): (0, -1)}
        """
        if kind not in KINDS:
            raise OptionError(unknown("kind", str(kind), KINDS))
        found: dict[Polyomino, Cell] = {}
        for cell in self.neighbours:
            larger = Polyomino.of_pushed(_pushed((*self.cells, cell)))
            if kind == "free":
                larger = larger.canonical
            elif kind == "one-sided":
                larger = larger.canonical_one_sided
            found.setdefault(larger, cell)
        return found

    @property
    def has_hole(self) -> bool:
        """Whether it surrounds a gap; a gap does not reach another around a corner.

        Examples
        --------
        >>> Polyomino.parse("##./#.#/###").has_hole
        True
        """
        # With a rim around it, all gaps but the holes hang together.
        grid = SquareGrid(self.height + 2, self.width + 2)
        gaps = grid.all_cells & ~grid.cell_bits((row + 1, col + 1) for row, col in self.cells)
        return grid.region(1, gaps) != gaps


def _pushed(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells pushed into the top left corner, in reading order."""
    ordered = sorted(set(cells))
    if not ordered:
        return ()
    top = ordered[0][0]
    left = min(col for _, col in ordered)
    return tuple((row - top, col - left) for row, col in ordered)


def _beside(row: int, col: int) -> tuple[Cell, ...]:
    """Return the four cells that share an edge with a cell."""
    return (row + 1, col), (row, col + 1), (row - 1, col), (row, col - 1)


def _is_connected(cells: tuple[Cell, ...]) -> bool:
    rest = set(cells[1:])
    reached = [cells[0]]
    for row, col in reached:
        for cell in _beside(row, col):
            if cell in rest:
                rest.remove(cell)
                reached.append(cell)
    return not rest
