"""Orientations: coloured shapes of pieces as they lie on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import PieceError
from kaleido.base.text import quote
from kaleido.model.board import MAX_CELLS, PLAIN
from kaleido.model.grid import Cell
from kaleido.model.lattices import SQUARE, Lattice
from kaleido.model.lattices.lattice import Matrix, Place, Vector, images
from kaleido.model.layout import drawing as drawn, lay_out, read_places
from kaleido.model.pattern import COLOURS


class DrawnShape:
    """Cells of a lattice in the corner of a drawing."""

    cells: tuple[Cell, ...]
    lattice: Lattice
    depth: int

    @property
    def width(self) -> int:
        """The number of columns it spans."""
        return 1 + max(col for _, col in self.cells)

    @property
    def height(self) -> int:
        """The number of rows it spans, those of all layers together."""
        rows = 1 + self.cells[-1][0]
        return rows + -rows % (self.depth or 1)

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of each cell: itself, or (layer, row, column) in space."""
        if not self.depth:
            return self.cells
        return tuple((*divmod(row, self.depth), col) for row, col in self.cells)

    @property
    def centres(self) -> tuple[Vector, ...]:
        """The centre of each cell, in whole numbers."""
        return tuple(map(self.lattice.centre, self.places))


@checked_arguments
@dataclass(frozen=True, repr=False)
class Orientation(DrawnShape):
    """A coloured shape, pushed into the top left corner.

    The cells (row, col) are in reading order, and `colours` has their letters; the smallest row is
    0, and the smallest column, too, where the lattice allows it. In space, a layer has so many rows
    as the `depth`, and those of a layer follow those of the layer before.
    """

    cells: tuple[Cell, ...]
    colours: str
    lattice: Lattice = SQUARE
    depth: int = 0

    @classmethod
    def of(cls, coloured: Iterable[tuple[Cell, str]]) -> Orientation:
        """Return coloured squares as a shape, pushed into the corner and in reading order."""
        return cls.on(SQUARE, coloured)

    @classmethod
    def on(cls, lattice: Lattice, coloured: Iterable[tuple[Vector, str]]) -> Orientation:
        """Return coloured cells of a lattice, given by their centres, as a shape in the corner."""
        cells, colours, depth = lay_out(lattice, coloured)
        return cls(cells, colours, lattice, depth)

    @classmethod
    def parse(
        cls, drawing: str, lattice: Lattice = SQUARE, *, free_colours: bool = False
    ) -> Orientation:
        """Read a drawing such as ``r../xrx``, where ``/`` starts a row and ``.`` is no cell.

        The cells of a piece without colours are ``o``, or a capital if they lie only on cells of
        the board with that letter, small or capital. In space, ``//`` starts a layer. PieceError
        says that a letter is unknown, that the drawing is empty, larger than boards are or in
        parts that do not touch, or that two cells that touch are both black or both not black,
        unless the colours are free.
        """
        coloured = {}
        for place, letter in read_places(lattice, drawing):
            if letter not in COLOURS and letter != PLAIN and not letter.isupper():
                raise PieceError(f"unknown letter {quote(letter)} in face {quote(drawing)}")
            coloured[lattice.centre(place)] = letter
        letters = set(coloured.values())
        is_plain = letters.isdisjoint(COLOURS)
        if not is_plain and not letters <= set(COLOURS):
            raise PieceError(f"face {quote(drawing)} has cells with and without a colour")
        if not coloured:
            raise PieceError(f"face {quote(drawing)} has no cells")
        if len(coloured) > MAX_CELLS:
            raise PieceError(
                f"face {quote(drawing)} has {len(coloured):,} cells, expected at most {MAX_CELLS:,}"
            )
        if not lattice.is_connected(coloured):
            raise PieceError(f"face {quote(drawing)} falls into parts that do not touch")
        read = cls.on(lattice, coloured.items())
        if not (free_colours or is_plain or read.alternates):
            raise PieceError(
                f"black and coloured do not alternate in {quote(drawing)}: expected that they do, "
                "or a line '# colours: free'"
            )
        return read

    @property
    def alternates(self) -> bool:
        """Whether of two cells that touch, one is black and the other is not."""
        letters = dict(zip(self.centres, self.colours, strict=True))
        return all(
            (letters[cell] == "x") != (letter == "x")
            for centre, letter in letters.items()
            for cell in self.lattice.touching(centre)
            if cell in letters
        )

    @property
    def is_plain(self) -> bool:
        """Whether the cells have no colours."""
        return COLOURS.keys().isdisjoint(self.colours)

    @property
    def layers(self) -> int:
        """The number of layers it spans: 1 on flat lattices."""
        return self.height // self.depth if self.depth else 1

    @property
    def rotations(self) -> tuple[Orientation, ...]:
        """The distinct results of turns, the shape itself first."""
        return tuple(dict.fromkeys(map(self.moved, self.lattice.turns_of(self.centres))))

    @cached_property
    def perimeter(self) -> int:
        """How many sides of its cells have no other of them beyond: faces of cubes in space."""
        cells = set(self.centres)
        return sum(beyond not in cells for each in cells for beyond in self.lattice.touching(each))

    def rotated(self) -> Orientation:
        """Return the shape turned clockwise by the least turn: a quarter of squares."""
        return self.moved(self.lattice.turns[0])

    def mirrored(self) -> Orientation:
        """Return the mirror image, with left and right exchanged."""
        return self.moved(self.lattice.mirror)

    def moved(self, matrix: Matrix) -> Orientation:
        """Return the image of the shape under a symmetry of its lattice."""
        turned = images(matrix, self.centres)
        return Orientation.on(self.lattice, zip(turned, self.colours, strict=True))

    def coloured(self) -> Iterable[tuple[Cell, str]]:
        """Return the pairs (cell, letter), in reading order."""
        return zip(self.cells, self.colours, strict=True)

    def __repr__(self) -> str:
        layers = f", depth={self.depth}" if self.depth else ""
        lattice = f", lattice={self.lattice!r}" if not self.lattice.is_square else ""
        fields = f"cells={self.cells}, colours={self.colours!r}{lattice}{layers}"
        return f"{type(self).__name__}({fields})"

    def __str__(self) -> str:
        """Return the drawing in the form that `parse` reads."""
        return drawn(self.cells, self.colours, self.depth)
