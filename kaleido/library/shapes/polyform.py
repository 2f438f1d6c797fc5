"""One polyform: a shape of touching cells of a lattice, such as a polyomino or a polycube.

For look-ups of turns and neighbours a cell is the number whose digits are the coordinates of its
centre, so that moving a shape adds the same to the numbers of its cells. The code of a shape is the
sorted numbers of its cells, the first of which stands where all cells of its kind can be moved to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, reduce, total_ordering
from itertools import product
from operator import index, or_
from typing import NamedTuple, Self

from kaleido.base.arguments import checked_arguments
from kaleido.base.contract import Positive
from kaleido.base.errors import OptionError, PieceError
from kaleido.base.text import is_line, quote, unknown
from kaleido.model.grid import Cell
from kaleido.model.lattices import SQUARE, Lattice, find_lattice
from kaleido.model.lattices.lattice import Vector, images
from kaleido.model.layout import drawing as drawn, lay_out, read_places
from kaleido.model.orientation import DrawnShape, Orientation

Shape = tuple[int, ...]  # the numbers of the cells of a shape, in order
_DIGIT = 20  # the bits of a coordinate, its sign included


class Codes:
    """The cells of a lattice as numbers."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._touching: dict[int, tuple[int, ...]] = {}
        self._home: dict[int, int] = {}
        self._centres: dict[int, Vector] = {}
        self._images = [(matrix, dict[int, int]()) for matrix in lattice.symmetries]

    def code(self, centre: Vector) -> int:
        """Return the number of the cell with that centre."""
        code = 0
        for coordinate in centre:
            code = (code << _DIGIT) + coordinate
        return code

    def centre(self, code: int) -> Vector:
        """Return the centre of the cell with that number."""
        if code not in self._centres:
            coordinates, rest, half = [], code, 1 << _DIGIT - 1
            for _ in range(self.lattice.dimensions):
                coordinates.append((rest + half) % (2 * half) - half)
                rest = rest - coordinates[-1] >> _DIGIT
            self._centres[code] = tuple(coordinates[::-1])
        return self._centres[code]

    def normal(self, cells: Iterable[int]) -> Shape:
        """Return the shape of some cells, moved to where it stands for all its moves."""
        ordered = sorted(cells)
        first = ordered[0]
        home = self._home.get(first)
        if home is None:
            home = self._home[first] = self.code(self.lattice.kind_of(self.centre(first)))
        distance = home - first
        return tuple([cell + distance for cell in ordered])

    def images(self, shape: Shape) -> Iterator[Shape]:
        """Yield what each symmetry of the lattice makes of a shape, the turns first."""
        for matrix, known in self._images:
            for cell in shape:
                if cell not in known:
                    (centre,) = images(matrix, [self.centre(cell)])
                    known[cell] = self.code(centre)
            yield self.normal([known[cell] for cell in shape])

    def beside(self, shape: Shape) -> set[int]:
        """Return the cells that touch a shape and do not belong to it."""
        found = set[int]()
        for cell in shape:
            touching = self._touching.get(cell)
            if touching is None:
                near = self.lattice.touching(self.centre(cell))
                touching = self._touching[cell] = tuple(map(self.code, near))
            found.update(touching)
        return found.difference(shape)


@cache
def codes_of(lattice: Lattice) -> Codes:
    """Return the numbers of the cells of a lattice, which all searches share."""
    return Codes(lattice)


KINDS = ("free", "one-sided", "fixed")
"""Which shapes count as the same: turned and mirrored ones; turned ones; none."""

CELL = "#"  # the letter of a cell in drawings


def check_kind(kind: str) -> None:
    """Raise OptionError unless it is one of the `KINDS`."""
    if kind not in KINDS:
        raise OptionError(unknown("kind", str(kind), KINDS))


HALF, QUARTER, STRAIGHT, DIAGONAL = 1, 2, 4, 8  # the kinds of turns and mirrors


class SymmetryClass(StrEnum):
    """The symmetry class of a polyomino.

    A straight mirror lies along the rows or the columns.

    ==================== =================================== ===== =======================
    class                what keeps the shape                order for example
    ==================== =================================== ===== =======================
    none                 nothing                             1     ``###/#..``
    mirror               one mirror, straight                2     ``###/.#.``
    diagonal mirror      one mirror, diagonal                2     ``##/#.``
    rotate 2             the half turn                       2     ``##./.##``
    rotate 4             the quarter turns                   4     ``.#../.###/###./..#.``
    two mirrors          the half turn, two straight mirrors 4     ``##``
    two diagonal mirrors the half turn, two diagonal mirrors 4     ``##./###/.##``
    full                 all turns, all mirrors              8     ``#``
    ==================== =================================== ===== =======================

    Examples
    --------
    >>> from kaleido.library import Polyomino
    >>> symmetry = Polyomino.parse("##./.##").symmetry
    >>> print(symmetry, symmetry.order, symmetry.has_mirror)
    rotate 2 2 False
    """

    code: int  # the kinds of turns and mirrors that keep the shape, joined by or
    order: int  # how many of the eight turns and reflections keep it
    has_mirror: bool  # whether turning it over shows nothing new

    NONE = ("none", 0, 1, False)
    MIRROR = ("mirror", STRAIGHT, 2, True)
    DIAGONAL_MIRROR = ("diagonal mirror", DIAGONAL, 2, True)
    ROTATE_2 = ("rotate 2", HALF, 2, False)
    ROTATE_4 = ("rotate 4", HALF | QUARTER, 4, False)
    TWO_MIRRORS = ("two mirrors", HALF | STRAIGHT, 4, True)
    TWO_DIAGONAL_MIRRORS = ("two diagonal mirrors", HALF | DIAGONAL, 4, True)
    FULL = ("full", HALF | QUARTER | STRAIGHT | DIAGONAL, 8, True)

    def __new__(cls, name: str, code: int, order: int, has_mirror: bool) -> SymmetryClass:
        """Return the member with that name, which `SymmetryClass(name)` finds."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.code, member.order, member.has_mirror = code, order, has_mirror
        return member


BY_CODE = {each.code: each for each in SymmetryClass}


class Order(NamedTuple):
    """How symmetric a polyform is.

    Attributes
    ----------
    order : int
        How many symmetries of the lattice keep the shape, the one that moves nothing included.
    has_mirror : bool
        Whether the mirror image is the shape itself, turned or not.
    """

    order: Positive
    has_mirror: bool

    def __str__(self) -> str:
        return f"order {self.order}{', the same in a mirror' if self.has_mirror else ''}"


@checked_arguments
@total_ordering
@dataclass(frozen=True, repr=False)
class Polyform(DrawnShape):
    """A fixed polyform: turned or mirrored, it is another value.

    `Polyform.parse` and `Polyform.of` make it. Those of a lattice are ordered by the layers, the
    rows and the columns that they span, then by their drawings, a cell before a gap. The attributes
    are those of an `Orientation`, without colours.

    Examples
    --------
    >>> bee = Polyform.parse("##/##", "hexagonal")
    >>> bee.size, len(bee.orientations), str(bee.symmetry)
    (4, 3, 'order 4, the same in a mirror')
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    depth: int = 0

    @classmethod
    def of(cls, lattice: Lattice, centres: Iterable[Vector]) -> Self:
        """Return the shape of some cells, given by their centres; duplicates count once.

        PieceError says that there is no cell, or that they fall into parts that do not touch.
        """
        own = set(centres)
        if not own:
            raise PieceError(f"a shape of {lattice.cells} needs at least one cell")
        if not lattice.is_connected(own):
            pushed = sorted(lattice.pushed(own))
            raise PieceError(f"{quote(str(pushed))} fall into parts that do not touch")
        return cls.of_touching(lattice, own)

    @classmethod
    def of_touching(cls, lattice: Lattice, centres: Iterable[Vector]) -> Self:
        """Return the shape of cells that are known to touch each other."""
        cells, _, depth = lay_out(lattice, ((centre, CELL) for centre in centres))
        return cls.of_pushed(lattice, cells, depth)

    @classmethod
    def of_shape(cls, lattice: Lattice, shape: Shape) -> Self:
        """Return the polyform of a shape in numbers."""
        return cls.of_touching(lattice, map(codes_of(lattice).centre, shape))

    @classmethod
    def of_pushed(cls, lattice: Lattice, cells: tuple[Cell, ...], depth: int = 0) -> Self:
        """Return the shape of touching cells that are in reading order and in the corner."""
        made = cls.__new__(cls)
        Polyform.__init__(made, lattice, cells, depth)
        return made

    @classmethod
    def parse(cls, drawing: str, lattice: str | Lattice = SQUARE) -> Self:
        """Read a drawing such as ``##./.##`` on a lattice, by default that of squares.

        A ``/`` starts a row, ``//`` a layer, and ``.`` is no cell. Any other letter is a cell, so
        that it reads the face of a piece as well. PieceError says that the drawing has no cell,
        falls into parts that do not touch, or has a blank in it.

        Examples
        --------
        >>> Polyform.parse("oo/o.//..", "cubic")
        Polyform.parse('##/#.', 'cubic')
        """
        on = find_lattice(lattice) if isinstance(lattice, str) else lattice
        centres = []
        for place, letter in read_places(on, drawing):
            if not is_line(letter):
                raise PieceError(
                    f"{quote(letter)} in drawing {quote(drawing)} is neither a cell nor a gap"
                )
            centres.append(on.centre(place))
        if not centres:
            raise PieceError(f"drawing {quote(drawing)} has no cell")
        if not on.is_connected(centres):
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
    def _rank(self) -> tuple[str, int, int, int, str]:
        depth = self.depth or self.height
        # In drawings, "#" comes before ".".
        return self.lattice.name, self.height // depth, depth, self.width, str(self)

    @property
    def size(self) -> int:
        """Number of cells."""
        return len(self.cells)

    def orientation(self, letter: str = CELL) -> Orientation:
        """Return it as the shape of a piece with a letter for each cell."""
        return Orientation(self.cells, letter * self.size, self.lattice, self.depth)

    def rotated(self) -> Self:
        """Return it after the least turn, clockwise in the plane: a quarter of squares."""
        return self.of_touching(self.lattice, images(self.lattice.turns[0], self.centres))

    def mirrored(self) -> Self:
        """Return its mirror image; in drawings, left and right are exchanged."""
        return self.of_touching(self.lattice, images(self.lattice.mirror, self.centres))

    @cached_property
    def _images(self) -> tuple[Shape, ...]:
        """Its images under the symmetries of the lattice, the turns first."""
        codes = codes_of(self.lattice)
        return tuple(codes.images(codes.normal(map(codes.code, self.centres))))

    @property
    def _turned(self) -> tuple[Shape, ...]:
        return self._images[: len(self.lattice.turns_of(self.centres))]

    @property
    def rotations(self) -> tuple[Self, ...]:
        """The different results of turning it, itself first."""
        return tuple(self.of_shape(self.lattice, each) for each in dict.fromkeys(self._turned))

    @property
    def orientations(self) -> tuple[Self, ...]:
        """The different results of turning and mirroring it, itself first."""
        return tuple(self.of_shape(self.lattice, each) for each in dict.fromkeys(self._images))

    @property
    def canonical(self) -> Self:
        """The first of its orientations in order; it stands for the free shape."""
        return self.of_shape(self.lattice, first_shape(self.lattice, self._images))

    @property
    def canonical_one_sided(self) -> Self:
        """The first of its rotations in order; it stands for the one-sided shape."""
        return self.of_shape(self.lattice, first_shape(self.lattice, self._turned))

    @property
    def symmetry(self) -> Order | SymmetryClass:
        """How symmetric it is."""
        return order_of(self.lattice, self._images)

    @property
    def neighbours(self) -> tuple[Vector, ...]:
        """The centres of the empty cells that touch it, in the order of their places."""
        own = set(self.centres)
        beside = {cell for centre in own for cell in self.lattice.touching(centre)} - own
        return tuple(sorted(beside, key=self.lattice.place))

    def grown(self, kind: str = "free") -> tuple[Self, ...]:
        """Return the shapes of a kind with one cell more that grow out of it, in order."""
        return tuple(sorted(self.growth(kind)))

    def growth(self, kind: str = "free") -> dict[Self, Vector]:
        """Return what grows out of it as `grown` does, and the first cell that makes each."""
        check_kind(kind)
        found: dict[Self, Vector] = {}
        for cell in self.neighbours:
            larger = self.of_touching(self.lattice, (*self.centres, cell))
            if kind == "free":
                larger = larger.canonical
            elif kind == "one-sided":
                larger = larger.canonical_one_sided
            found.setdefault(larger, cell)
        return found

    @property
    def has_hole(self) -> bool:
        """Whether it surrounds a gap; gaps hang together where cells would touch."""
        lattice, own = self.lattice, set(self.places)
        # A margin of two cells, because triangles in a line do not all touch those above.
        spans = [range(min(each) - 2, max(each) + 3) for each in zip(*own, strict=True)]
        gaps = {lattice.centre(place) for place in product(*spans) if place not in own}
        return not lattice.is_connected(gaps)


_CODES = (0, QUARTER, HALF, QUARTER, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL)
"""The kinds of the symmetries of squares, in their order."""


class Polyomino(Polyform):
    """A `Polyform` of squares, made of cells (row, col) anywhere, whose symmetry has a name.

    Cells that do not touch raise a PieceError; duplicates count once.

    Examples
    --------
    >>> Polyomino([(4, 7), (4, 6), (5, 6)])
    Polyomino.parse('##/#.')
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        own = self.of(SQUARE, ((index(row), index(col)) for row, col in cells))
        super().__init__(SQUARE, own.cells)

    def __repr__(self) -> str:
        return f"Polyomino.parse({str(self)!r})"

    @property
    def symmetry(self) -> SymmetryClass:
        """Its symmetry class."""
        first, *_ = images = self._images
        kept = (code for code, each in zip(_CODES, images, strict=True) if each == first)
        return BY_CODE[reduce(or_, kept)]


def first_shape(lattice: Lattice, images: Iterable[Shape]) -> Shape:
    """Return the first of some images of a shape in numbers, as polyforms are ordered."""
    centre, spans = codes_of(lattice).centre, {}
    for each in set(images):
        firsts = [lattice.place(centre(cell))[0] for cell in each]
        spans[each] = max(firsts) - min(firsts)
    # Layers, or rows on flat lattices, come first in the order.
    least = min(spans.values())
    few = (each for each, span in spans.items() if span == least)
    return min(few, key=lambda each: Polyform.of_shape(lattice, each))


def order_of(lattice: Lattice, images: Sequence[Shape]) -> Order:
    """Return how symmetric a shape is, from what the symmetries of its lattice make of it."""
    turns = lattice.turns_of(map(codes_of(lattice).centre, images[0]))
    # Turns come first, and then the reflections.
    has_mirror = images[-1] in images[: len(turns)]
    return Order(len(images) // len(set(images)), has_mirror)


def number_of_kind(order: Order | SymmetryClass, kind: str, symmetries: int) -> int:
    """Return how many shapes of a kind a free one stands for, on a lattice of some symmetries."""
    if kind == "fixed":
        return symmetries // order.order
    return 2 if kind == "one-sided" and not order.has_mirror else 1
