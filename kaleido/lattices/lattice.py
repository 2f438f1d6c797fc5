"""Lattices: the cells of a tiling or packing, which of them touch, and how they can be turned."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar

Place = tuple[int, ...]
"""Where a cell is in drawings: (row, column), or (layer, row, column) in space."""

Vector = tuple[int, ...]
"""The centre of a cell in whole numbers, in axes of the lattice."""

Matrix = tuple[Vector, ...]
"""A turn or a reflection about the origin: the rows of a matrix of whole numbers."""

Point = tuple[float, float]
"""A point of a drawing: how far down it is, and how far to the right, in cells."""


def image(matrix: Matrix, vector: Vector) -> Vector:
    """Return the image of a vector.

    Examples
    --------
    >>> image(((0, 1), (-1, 0)), (2, 5))
    (5, -2)
    """
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def product(left: Matrix, right: Matrix) -> Matrix:
    """Return the matrix that applies `right` and then `left`."""
    columns = [image(left, column) for column in zip(*right, strict=True)]
    return tuple(zip(*columns, strict=True))


def group(generators: Iterable[Matrix], dimensions: int) -> tuple[Matrix, ...]:
    """Return all products of some matrices, the identity first.

    Examples
    --------
    >>> len(group([((0, 1), (-1, 0))], 2))
    4
    """
    generators = tuple(generators)
    identity = tuple(
        tuple(int(row == column) for column in range(dimensions)) for row in range(dimensions)
    )
    found = {identity: None}
    waiting = [identity]
    for matrix in waiting:
        for generator in generators:
            made = product(generator, matrix)
            if made not in found:
                found[made] = None
                waiting.append(made)
    return tuple(found)


def moved(vector: Vector, step: Vector, times: int = 1) -> Vector:
    """Return a vector moved by a step, once or several times.

    Examples
    --------
    >>> moved((4, 7), (1, -1), 3)
    (7, 4)
    """
    return tuple(a + times * b for a, b in zip(vector, step, strict=True))


class Lattice(ABC):
    """A lattice of cells.

    All that search, counting, drawing and texts need to know of it is here. Cells have a *place*
    in drawings of letters, by row and column, and a *centre*, a vector of whole numbers in which
    symmetries are matrices and moves are sums. A lattice of one's own is a class with the
    attributes and methods below, and a call of `kaleido.lattices.register`.

    Lattices of the same class are equal.

    Attributes
    ----------
    name : str
        What texts call it, such as "hexagonal".
    cells : str
        What its cells are called: "hexagons".
    forms : str
        What shapes of its cells are called: "polyhexes".
    turns : tuple of Matrix
        Turns of which all others are products.
    mirror : Matrix
        A reflection: in drawings, left and right are exchanged.
    moves : tuple of Vector
        For each coordinate of a place, the shortest move of the whole lattice into itself that
        raises it and leaves the coordinates before it alone.
    is_round : bool
        Whether its cells are spheres in pictures of space; otherwise they are cubes.
    """

    name: ClassVar[str]
    cells: ClassVar[str]
    forms: ClassVar[str]
    turns: ClassVar[tuple[Matrix, ...]]
    mirror: ClassVar[Matrix]
    moves: ClassVar[tuple[Vector, ...]]
    is_round: ClassVar[bool] = False

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
        origin = self.place(self._origin)
        return tuple(
            self.place(moved(self._origin, move))[axis] - origin[axis]
            for axis, move in enumerate(self.moves)
        )

    @cached_property
    def _origin(self) -> Vector:
        return self.centre((0,) * self.dimensions)

    def pushed(self, centres: Iterable[Vector]) -> tuple[Vector, ...]:
        """Return cells moved as far into the corner of a drawing as the lattice allows.

        Shapes that a move carries into each other become the same.

        Examples
        --------
        >>> from kaleido.lattices import find_lattice
        >>> find_lattice("square").pushed([(3, 5), (2, 5)])
        ((1, 0), (0, 0))
        """
        centres = list(centres)
        for axis, (move, stride) in enumerate(zip(self.moves, self._strides, strict=True)):
            least = min(self.place(centre)[axis] for centre in centres)
            centres = [moved(centre, move, -(least // stride)) for centre in centres]
        return tuple(centres)

    def touching(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the centres of the cells that touch one."""
        return tuple(moved(centre, step) for step in self.steps(centre))

    def is_alike(self, centre: Vector, other: Vector) -> bool:
        """Return whether a move of the lattice carries one cell to the other.

        Examples
        --------
        >>> from kaleido.lattices import find_lattice
        >>> triangles = find_lattice("triangular")
        >>> [triangles.is_alike((2, -1), triangles.centre((0, column))) for column in range(3)]
        [True, False, True]
        """
        return self.pushed([centre]) == self.pushed([other])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"<{self.name} lattice>"
