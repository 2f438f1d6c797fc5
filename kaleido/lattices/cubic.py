"""The lattice of cubes."""

from types import MappingProxyType

from kaleido.lattices.characters import BLOCKS
from kaleido.lattices.lattice import Lattice, Place, Point, Vector, box
from kaleido.lattices.scheme import Scheme, Stripes, in_turn
from kaleido.lattices.square import SQUARE

_LAYERS = (
    ("layers", (1, 0, 0)),
    ("rows", (0, 1, 0)),
    ("columns", (0, 0, 1)),
)
_DIAGONALS = tuple(
    (f"diagonals{number}", (1, down, right))
    for number, (down, right) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1)), start=1)
)


class Cubic(Lattice):
    """Cubes in layers of rows and columns; the first layer is at the bottom."""

    name = "cubic"
    cells = "cubes"
    forms = "polycubes"
    turns = (
        ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
        ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
    )
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
        Scheme(
            "eighths",
            tuple(Stripes(weights, 2) for _, weights in _LAYERS),
        ),
    )

    boards = MappingProxyType({"3x3x3": box})
    signs = BLOCKS[0]._replace(none=("··",)), BLOCKS[1]._replace(none=("..",))

    def centre(self, place: Place) -> Vector:
        """Return the place itself."""
        return place

    def place(self, centre: Vector) -> Place:
        """Return the centre itself."""
        return centre

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the four steps in the layer, clockwise, and those up and down."""
        return ((0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (1, 0, 0), (-1, 0, 0))

    def point(self, place: Place) -> tuple[float, ...]:
        """Return the middle of a cube with sides of 1."""
        layer, row, column = place
        return row + 0.5, column + 0.5, layer + 0.5

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the corners of the square that a cube is in the drawing of its layer."""
        return SQUARE.corners(row, column)
