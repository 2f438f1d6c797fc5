"""One polyform: a shape of cells of any lattice that touch, such as a polyhex or a polycube."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import total_ordering
from itertools import product

from kaleido.errors import PieceError
from kaleido.lattices import Lattice, find_lattice
from kaleido.lattices.lattice import Matrix, Place, Vector, image
from kaleido.model.grid import Cell
from kaleido.model.layout import drawing as drawn, lay_out, read_places
from kaleido.model.orientation import Orientation
from kaleido.text import quote

CELL = "#"
"""The letter of a cell in drawings."""


@total_ordering
@dataclass(frozen=True, repr=False)
class Polyform:
    """A fixed polyform: turned or mirrored, it is another value.

    `Polyform.parse` and `Polyform.of` make it. Those of a lattice are ordered by the layers, the
    rows and the columns that they span, then by their drawings, a cell before a gap.

    Attributes
    ----------
    lattice : Lattice
        The lattice of its cells.
    cells : tuple of (row, col)
        In reading order, in the corner of the drawing. In space, the rows of a layer follow those
        of the layer before.
    depth : int
        How many rows a layer has in space; 0 on flat lattices.

    Examples
    --------
    >>> bee = Polyform.parse("##/##", "hexagonal")
    >>> bee.size, bee.order, len(bee.orientations), bee.has_mirror
    (4, 4, 3, True)
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    depth: int = 0

    @classmethod
    def of(cls, lattice: Lattice, centres: Iterable[Vector]) -> Polyform:
        """Return the shape of some cells, given by their centres; duplicates count once.

        Raises
        ------
        PieceError
            There is no cell, or the cells fall into parts that do not touch.

        Examples
        --------
        >>> Polyform.of(find_lattice("cubic"), [(2, 0, 0), (1, 0, 0)])
        Polyform.parse('#//#', 'cubic')
        """
        own = set(centres)
        if not own:
            raise PieceError(f"a shape of {lattice.cells} needs at least one of them")
        if not _touch(lattice, own):
            raise PieceError(f"{quote(str(sorted(own)))} fall into parts that do not touch")
        return cls.of_touching(lattice, own)

    @classmethod
    def of_touching(cls, lattice: Lattice, centres: Iterable[Vector]) -> Polyform:
        """Return the shape of cells that are known to touch each other."""
        cells, _, depth = lay_out(lattice, ((centre, CELL) for centre in centres))
        return cls(lattice, cells, depth)

    @classmethod
    def parse(cls, drawing: str, lattice: str | Lattice) -> Polyform:
        """Read a drawing such as ``##./.##`` on a lattice.

        A ``/`` starts a row, ``//`` a layer, and ``.`` is no cell. Any other letter is a cell, so
        that it reads the face of a piece as well.

        Raises
        ------
        PieceError
            The drawing has no cell, falls into parts that do not touch, or has a blank in it.
        PatternError
            There is no lattice with that name.

        Examples
        --------
        >>> Polyform.parse("oo/o.//..", "cubic")
        Polyform.parse('##/#.', 'cubic')
        >>> Polyform.parse("#./.#", "hexagonal")
        Traceback (most recent call last):
        ...
        kaleido.errors.PieceError: drawing '#./.#' falls into parts that do not touch
        """
        on = find_lattice(lattice) if isinstance(lattice, str) else lattice
        centres = []
        for place, letter in read_places(on, drawing):
            if letter.isspace() or not letter.isprintable():
                raise PieceError(
                    f"{quote(letter)} in drawing {quote(drawing)} is neither a cell nor a gap"
                )
            centres.append(on.centre(place))
        if not centres:
            raise PieceError(f"drawing {quote(drawing)} has no cell")
        if not _touch(on, set(centres)):
            raise PieceError(f"drawing {quote(drawing)} falls into parts that do not touch")
        return cls.of_touching(on, centres)

    def __str__(self) -> str:
        """Draw it in the form that `parse` reads."""
        return drawn(self.cells, CELL * self.size, self.depth)

    def __repr__(self) -> str:
        return f"Polyform.parse({str(self)!r}, {self.lattice.name!r})"

    def __lt__(self, other: Polyform) -> bool:
        if not isinstance(other, Polyform):
            return NotImplemented
        return self._rank < other._rank

    @property
    def _rank(self) -> tuple[str, int, int, int, tuple[Place, ...]]:
        # Of shapes of one size, the first in order of their places is the first drawing.
        places = self.places
        rows = 1 + max(row for row, _ in self.cells)
        width = 1 + max(col for _, col in self.cells)
        layers = 1 + places[-1][0] if self.depth else 1
        return self.lattice.name, layers, self.depth or rows, width, places

    @property
    def size(self) -> int:
        """Number of cells."""
        return len(self.cells)

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of each cell: itself, or (layer, row, column) in space."""
        return self.orientation().places

    @property
    def centres(self) -> tuple[Vector, ...]:
        """The centre of each cell, in whole numbers."""
        return tuple(map(self.lattice.centre, self.places))

    def orientation(self, letter: str = CELL) -> Orientation:
        """Return it as the shape of a piece with a letter for each cell."""
        return Orientation(self.cells, letter * self.size, self.lattice, self.depth)

    def mirrored(self) -> Polyform:
        """Return its mirror image; in drawings, left and right are exchanged."""
        return self._image(self.lattice.mirror)

    @property
    def rotations(self) -> tuple[Polyform, ...]:
        """The different results of turning it, itself first."""
        return tuple(dict.fromkeys(map(self._image, self.lattice.rotations)))

    @property
    def orientations(self) -> tuple[Polyform, ...]:
        """The different results of turning and mirroring it, itself first."""
        return tuple(dict.fromkeys(map(self._image, self.lattice.symmetries)))

    def _image(self, matrix: Matrix) -> Polyform:
        return Polyform.of_touching(self.lattice, (image(matrix, each) for each in self.centres))

    @property
    def canonical(self) -> Polyform:
        """The first of its orientations in order; it stands for the free shape."""
        return min(self.orientations)

    @property
    def canonical_one_sided(self) -> Polyform:
        """The first of its rotations in order; it stands for the one-sided shape."""
        return min(self.rotations)

    @property
    def order(self) -> int:
        """How many turns and reflections of the lattice keep it, that by nothing included."""
        return len(self.lattice.symmetries) // len(self.orientations)

    @property
    def has_mirror(self) -> bool:
        """Whether its mirror image is the shape itself, turned or not."""
        return self.mirrored() in self.rotations

    @property
    def has_hole(self) -> bool:
        """Whether it surrounds a gap; gaps hang together where cells would touch.

        Examples
        --------
        >>> Polyform.parse(".##/#.#/.##", "hexagonal").has_hole
        True
        """
        lattice, own = self.lattice, set(self.places)
        # A margin of two cells, because triangles in a line do not all touch those above.
        spans = [range(min(each) - 2, max(each) + 3) for each in zip(*own, strict=True)]
        gaps = {lattice.centre(place) for place in product(*spans) if place not in own}
        return not _touch(lattice, gaps)


def _touch(lattice: Lattice, centres: set[Vector]) -> bool:
    """Return whether cells can all be reached from each other by steps to touching cells."""
    reached = [next(iter(centres))]
    rest = centres - {reached[0]}
    for centre in reached:
        beside = rest.intersection(lattice.touching(centre))
        reached.extend(beside)
        rest -= beside
    return not rest
