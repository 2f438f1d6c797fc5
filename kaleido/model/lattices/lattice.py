"""Lattices: the cells of a tiling or packing, which of them touch, and how they can be turned."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product as pairings
from typing import ClassVar, NamedTuple

HOLE = "."  # the sign for no cell in drawings
LAYER = "//"  # between the layers of a drawing in one line
PLAIN = "o"  # the letter of a cell without a colour
MAX_CELLS = 4096  # the largest number of cells in a board's rectangle, holes included

Place = tuple[int, ...]
"""Where a cell is in drawings: (row, column), or (layer, row, column) in space."""

Vector = tuple[int, ...]
"""The centre of a cell in whole numbers, along the axes of its lattice."""

Matrix = tuple[Vector, ...]
"""A turn or a reflection about the origin: the rows of a matrix of whole numbers."""

Point = tuple[float, float]
"""A point of a drawing: how far down it is, and how far to the right, in cells."""

Cursor = tuple[int, int]  # a character of a drawing: its line and its column


class Characters(NamedTuple):
    """A cell of a board in a terminal: characters on lines and columns.

    Its letters begin at `letter`, where there is `room` for so many, and a letter in brackets at
    `marked`. `inside` has the colour of the cell; `sides` are the characters of each side, in the
    order of the steps of the lattice.
    """

    letter: Cursor
    room: int
    marked: Cursor
    inside: tuple[Cursor, ...]
    sides: tuple[tuple[tuple[Cursor, str], ...], ...]


class Signs(NamedTuple):
    """The signs for a cell of a shape, a new cell and no cell, and between two of them.

    Of several signs the first stands at an even sum of row and column, and then they come in turn.
    """

    cell: tuple[str, ...]
    new: tuple[str, ...]
    none: tuple[str, ...]
    between: str = ""


BLOCKS = Signs(("██",), ("░░",), ("  ",)), Signs(("[]",), ("()",), ("  ",))
"""The signs of cells that are like squares, and the same in ASCII."""

Form = Callable[[tuple[int, ...]], Iterable[Vector]]
"""The centres of the cells of a board of some size, such as a hexagon of side 3."""


class Stripes(NamedTuple):
    """Parallel stripes of cells, told apart by a weighted sum of the coordinates of their centres.

    The stripes come again after `modulus` sums, and `width` sums, one after the other, belong to
    the same stripe.
    """

    weights: tuple[int, ...]
    modulus: int
    width: int = 1

    def phases(self, centres: Iterable[tuple[int, ...]]) -> list[int]:
        """Return how far the sum of each cell is from where the stripes come again."""
        # Column by column, which is faster than cell by cell.
        first, *others = zip(*centres, strict=True)
        weight, *weights = self.weights
        sums = [weight * number for number in first]
        for weight, numbers in zip(weights, others, strict=True):
            if weight:
                pairs = zip(sums, numbers, strict=True)
                sums = [before + weight * number for before, number in pairs]
        return [number % self.modulus for number in sums]


class Scheme(NamedTuple):
    """A scheme of colours: cells that share a stripe of each kind have the same colour.

    The colours are numbered in the order of the stripes.
    """

    name: str
    stripes: tuple[Stripes, ...]

    @classmethod
    def of(cls, name: str, weights: tuple[int, ...], modulus: int) -> Scheme:
        """Return the scheme of one kind of stripes."""
        return cls(name, (Stripes(weights, modulus),))


def in_turn(
    names: tuple[tuple[str, tuple[int, ...]], ...], number: int, step: int = 1
) -> tuple[Scheme, ...]:
    """Return schemes of stripes in `number` colours, each as wide as `step` sums.

    They are given by names and weights: "rows" in 3 colours is called "rows-3".
    """
    ending = "" if number == 2 else f"-{number}"
    return tuple(
        Scheme(name + ending, (Stripes(weights, number * step, step),)) for name, weights in names
    )


def images(matrix: Matrix, vectors: Iterable[Vector]) -> list[Vector]:
    """Return the images of some vectors, of two or three numbers each."""
    if len(matrix) == 2:
        (a, b), (c, d) = matrix
        return [(a * x + b * y, c * x + d * y) for x, y in vectors]
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return [
        (a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z) for x, y, z in vectors
    ]


def product(left: Matrix, right: Matrix) -> Matrix:
    """Return the matrix that applies `right` and then `left`."""
    return tuple(zip(*images(left, zip(*right, strict=True)), strict=True))


def group(generators: Iterable[Matrix], dimensions: int) -> tuple[Matrix, ...]:
    """Return all products of some matrices, the identity first."""
    generators, axes = tuple(generators), range(dimensions)
    found = [tuple(tuple(int(row == column) for column in axes) for row in axes)]
    for matrix in found:
        for generator in generators:
            if (made := product(generator, matrix)) not in found:
                found.append(made)
    return tuple(found)


def moved(vector: Vector, step: Vector, times: int = 1) -> Vector:
    """Return a vector moved by a step, once or several times."""
    return tuple(a + times * b for a, b in zip(vector, step, strict=True))


def box(numbers: tuple[int, ...]) -> Iterable[Vector]:
    """Return the centres of the cells of a box by its numbers of layers, rows and columns."""
    return pairings(*map(range, numbers))


def trimmed(rows: Sequence[str], step: int) -> list[str]:
    """Return rows made equally long, with holes for blanks, without columns of blanks around."""
    width = max(map(len, rows))
    padded = [row.ljust(width) for row in rows]
    empty = min(len(row) - len(row.lstrip(" ")) for row in padded)
    filled = max(len(row.rstrip(" ")) for row in padded)
    return [row[empty - empty % step : filled].replace(" ", HOLE) for row in padded]


class Lattice(ABC):
    """A lattice of cells.

    All that search, counting, drawing and texts need to know of it is here. Cells have a *place*
    in drawings of letters, by row and column, and a *centre*, a vector of whole numbers in which
    symmetries are matrices and moves are sums. A lattice of one's own is a class with the
    attributes and methods below, and a call of `kaleido.model.register`.

    Lattices of the same class are equal.

    Attributes
    ----------
    name : str
        Its name in texts, such as "hexagonal".
    cells : str
        The name of its cells: "hexagons".
    forms : str
        The name of shapes of its cells: "polyhexes".
    colourings : tuple of Scheme, optional
        How its cells are coloured to prove that pieces cannot cover a board, the simplest first.
    turns : tuple of Matrix
        Turns of which all others are products.
    mirror : Matrix
        A reflection: in drawings, left and right are exchanged.
    moves : tuple of Vector
        For each coordinate of a place, the shortest move of the whole lattice into itself that
        raises it and leaves the coordinates before it alone.
    is_round : bool
        Whether its cells are spheres in pictures of space; otherwise they are cubes.
    is_square : bool
        Whether its cells are squares that touch along their sides, so that rows, columns, windows
        and seams are those of squares.
    side_names : tuple of str
        What the sides of a cell are called in data, in the order of its steps; by default, they
        have numbers.
    points : tuple of str
        Where the cells point in turn, that of the first row and column first, if boards may say
        where their first cell points.
    boards : mapping of str to callable
        Its boards by size: the cells of each, by an example of how it is written, such as
        ``hexagon 3``, ``6x6 rhombus`` or ``3x3x3``.
    shape_names : mapping of str to str
        The usual names of some shapes, by their canonical drawings.
    solid : str
        In space, what before the name of a set of squares makes its pieces of these cells.
    signs : (Signs, Signs)
        The signs for cells in printed shapes, and the same in ASCII.
    """

    name: ClassVar[str]
    cells: ClassVar[str]
    forms: ClassVar[str]
    colourings: ClassVar[tuple[Scheme, ...]] = ()
    turns: ClassVar[tuple[Matrix, ...]]
    mirror: ClassVar[Matrix]
    moves: ClassVar[tuple[Vector, ...]]
    is_round: ClassVar[bool] = False
    is_square: ClassVar[bool] = False
    side_names: ClassVar[tuple[str, ...]] = ()
    points: ClassVar[tuple[str, ...]] = ()
    boards: ClassVar[Mapping[str, Form]] = {}
    shape_names: ClassVar[Mapping[str, str]] = {}
    solid: ClassVar[str] = ""
    signs: ClassVar[tuple[Signs, Signs]] = BLOCKS

    @abstractmethod
    def centre(self, place: Place) -> Vector:
        """Return the centre of the cell at a place."""

    @abstractmethod
    def place(self, centre: Vector) -> Place:
        """Return the place of the cell with that centre."""

    @abstractmethod
    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the steps from a cell to those that touch it, clockwise in flat lattices."""

    @abstractmethod
    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the corners of a cell in drawings, clockwise; in space, of one in its layer.

        In flat lattices, the side from each corner to the next is the one that the step of the
        same number crosses. The cell at (0, 0) has its least coordinates at 0.
        """

    def point(self, place: Place) -> tuple[float, ...]:
        """Return the middle of a cell, in the plane or in space, in cells: down, right, and up.

        Lattices in space must say it themselves.
        """
        row, column = place
        corners = self.corners(row, column)
        return tuple(sum(own) / len(corners) for own in zip(*corners, strict=True))

    def characters(self, row: int, column: int) -> Characters:
        """Return how a cell is drawn in a terminal; by default, as its letter alone."""
        inside = tuple((row, 4 * column + place) for place in range(3))
        return Characters(inside[0], 3, inside[0], inside, ())

    def read_rows(self, lines: Sequence[str], first: str | None) -> Sequence[str]:
        """Return the rows of a layer as people draw it, with a letter for each cell and hole.

        The lines have their blanks, and none of them is empty. If it is said which of `points` the
        `first` cell does, that is given, too.
        """
        return [row.strip() for line in lines for row in line.split("/")]

    def write_rows(self, rows: Sequence[str]) -> list[str]:
        """Return the lines of a drawing of a layer, which `read_rows` reads."""
        return list(rows)

    @property
    def dimensions(self) -> int:
        """The number of coordinates of a place: 2 for flat lattices, 3 in space."""
        return len(self.moves)

    @property
    def is_flat(self) -> bool:
        """Whether its cells lie in a plane."""
        return self.dimensions == 2

    @cached_property
    def rotations(self) -> tuple[Matrix, ...]:
        """The turns, the identity first: 4 of squares, 6 of hexagons, 24 of cubes."""
        return group(self.turns, self.dimensions)

    @cached_property
    def symmetries(self) -> tuple[Matrix, ...]:
        """The turns, and then the reflections."""
        return (*self.rotations, *(product(self.mirror, each) for each in self.rotations))

    def turns_of(self, centres: Iterable[Vector]) -> tuple[Matrix, ...]:
        """Return the symmetries that a shape can be given by turning it: all rotations.

        Lattices in space whose flat shapes are mirror images of themselves say it of those.
        """
        return self.rotations

    @cached_property
    def _strides(self) -> tuple[int, ...]:
        """By how much each of `moves` raises its coordinate."""
        nowhere = (0,) * self.dimensions
        further = (self.place(moved(self.centre(nowhere), move)) for move in self.moves)
        return tuple(place[axis] for axis, place in enumerate(further))

    @cached_property
    def kinds(self) -> tuple[Vector, ...]:
        """The centre of one cell of each kind: no move carries one of them to another."""
        return tuple(map(self.centre, pairings(*map(range, self._strides))))

    def pushed(self, centres: Iterable[Vector]) -> tuple[Vector, ...]:
        """Return cells moved as far into the corner of a drawing as the lattice allows.

        Shapes that a move carries into each other become the same.
        """
        centres = list(centres)
        for axis, (move, stride) in enumerate(zip(self.moves, self._strides, strict=True)):
            least = min(self.place(centre)[axis] for centre in centres)
            centres = [moved(centre, move, -(least // stride)) for centre in centres]
        return tuple(centres)

    def touching(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the centres of the cells that touch one."""
        return tuple(moved(centre, step) for step in self.steps(centre))

    def is_connected(self, centres: Iterable[Vector]) -> bool:
        """Return whether cells can all be reached from each other by steps to touching cells."""
        rest = set(centres)
        reached = [rest.pop()]
        for centre in reached:
            beside = rest.intersection(self.touching(centre))
            reached.extend(beside)
            rest -= beside
        return not rest

    def kind_of(self, centre: Vector) -> Vector:
        """Return the one of `kinds` that a move of the lattice carries to a cell."""
        return self.kinds[0] if len(self.kinds) == 1 else self.pushed([centre])[0]

    def is_alike(self, centre: Vector, other: Vector) -> bool:
        """Return whether a move of the lattice carries one cell to the other."""
        return self.kind_of(centre) == self.kind_of(other)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"<{self.name} lattice>"
