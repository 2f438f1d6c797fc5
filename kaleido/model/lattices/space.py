"""The lattices in space: cubes, and spheres stacked as cannon balls are."""

import math
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from types import MappingProxyType

from kaleido.model.lattices.lattice import (
    BLOCKS,
    Matrix,
    Place,
    Scheme,
    Signs,
    Stripes,
    Vector,
    box,
    images,
    in_turn,
    moved,
)
from kaleido.model.lattices.square import Upright

_LAYERS = (("layers", (1, 0, 0)), ("rows", (0, 1, 0)), ("columns", (0, 0, 1)))
_DIAGONALS = tuple(
    (f"diagonals{number}", (1, down, right))
    for number, (down, right) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1)), start=1)
)
_SLANTING = (("slanting-rows", (1, 1, 0)), ("slanting-columns", (1, 0, 1)))
_EIGHTHS = Scheme("eighths", tuple(Stripes(weights, 2) for _, weights in _LAYERS))
_IN_LAYER = ((0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1))
"""The steps up, right, down and left in the drawing of a layer."""


class Cubic(Upright):
    """Cubes in layers of rows and columns; the first layer is at the bottom."""

    name = "cubic"
    cells = "cubes"
    forms = "polycubes"
    solid = "solid-"
    turns = (((1, 0, 0), (0, 0, 1), (0, -1, 0)), ((0, 0, 1), (0, 1, 0), (-1, 0, 0)))
    mirror = ((1, 0, 0), (0, 1, 0), (0, 0, -1))
    moves = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    colourings = (
        Scheme.of("chequer", (1, 1, 1), 2),
        *in_turn(_LAYERS, 2),
        Scheme.of("above", (0, 1, 1), 2),
        Scheme.of("front", (1, 0, 1), 2),
        Scheme.of("side", (1, 1, 0), 2),
        *in_turn(_DIAGONALS, 3),
        *in_turn(_DIAGONALS, 4),
        *in_turn(_LAYERS, 3),
        *in_turn(_DIAGONALS, 5),
        _EIGHTHS,
    )
    boards = MappingProxyType({"3x3x3": box})
    signs = BLOCKS[0]._replace(none=("··",)), BLOCKS[1]._replace(none=("..",))

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the four steps in the layer, clockwise, and those up and down."""
        return (*_IN_LAYER, (1, 0, 0), (-1, 0, 0))

    def point(self, place: Place) -> tuple[float, ...]:
        """Return the middle of a cube with sides of 1."""
        layer, row, column = place
        return row + 0.5, column + 0.5, layer + 0.5


def _in_axes(matrix: Matrix) -> Matrix:
    """Return a symmetry of the cube of the packing in the axes of centres.

    Spheres touch along diagonals of the faces of that cube: up, down and right.
    """
    columns = [
        (z, (x - z + y) // 2, (x - z - y) // 2)
        for x, y, z in images(matrix, ((1, 0, 1), (1, 1, 0), (1, -1, 0)))
    ]
    return tuple(zip(*columns, strict=True))


def _pyramid(numbers: tuple[int, ...]) -> Iterator[Vector]:
    for layer in range(numbers[0]):
        for row, column in product(range(numbers[0] - layer), repeat=2):
            yield layer, row, column


def _tetrahedron(numbers: tuple[int, ...]) -> Iterator[Vector]:
    # It stands on an edge: the rows of a layer become fewer, and the columns more.
    side = numbers[0]
    for layer in range(side):
        for row, column in product(range(side - layer), range(side - 1 - layer, side)):
            yield layer, row, column


class Spheres(Upright):
    """Spheres in square layers, each in the hollows of four below ("face-centred cubic").

    The sphere at (layer, row, column) lies half a cell further down and to the right than the one
    at the same row and column of the layer below, so that a pyramid has its layers in the corner.
    """

    name = "spheres"
    cells = "spheres"
    forms = "polyspheres"
    solid = "spheres-"
    colourings = (
        *in_turn(_LAYERS, 2),
        Scheme.of("chequer", (0, 1, 1), 2),
        Scheme.of("turned", (1, 1, 1), 2),
        *in_turn(_SLANTING, 2),
        Scheme.of("fours", (3, 1, 1), 4),
        Scheme("layers-chequered", (Stripes((1, 0, 0), 2), Stripes((0, 1, 1), 2))),
        *in_turn(_LAYERS, 3),
        _EIGHTHS,
    )
    turns = (
        _in_axes(((0, -1, 0), (1, 0, 0), (0, 0, 1))),
        _in_axes(((1, 0, 0), (0, 0, -1), (0, 1, 0))),
    )
    mirror = _in_axes(((0, 1, 0), (1, 0, 0), (0, 0, 1)))
    moves = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    is_round = True
    boards = MappingProxyType({"pyramid 4": _pyramid, "tetrahedron 4": _tetrahedron, "3x3x3": box})
    signs = Signs(("●",), ("○",), ("·",), " "), Signs(("o",), ("+",), (".",), " ")

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the four steps in the layer, clockwise, the four up and the four down."""
        return (
            *_IN_LAYER,
            *((1, 0, 0), (1, -1, 0), (1, 0, -1), (1, -1, -1)),
            *((-1, 0, 0), (-1, 1, 0), (-1, 0, 1), (-1, 1, 1)),
        )

    def turns_of(self, centres: Iterable[Vector]) -> tuple[Matrix, ...]:
        """Return the turns, and for spheres in a plane the reflections.

        Turned over about a line in its plane, a flat shape becomes its mirror image. In slanted
        layers of triangles, not all such turns are symmetries of the lattice.
        """
        return self.symmetries if _is_flat(list(centres)) else self.rotations

    def point(self, place: Place) -> tuple[float, ...]:
        """Return the middle of a sphere with a diameter of 1."""
        layer, row, column = place
        return row + (layer + 1) / 2, column + (layer + 1) / 2, 0.5 + layer / math.sqrt(2)


def _is_flat(centres: list[Vector]) -> bool:
    """Return whether some centres lie in a plane."""
    steps = [moved(centre, centres[0], -1) for centre in centres[1:]]
    return not any(
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        for (a, b, c), (d, e, f), (g, h, i) in combinations(steps, 3)
    )
