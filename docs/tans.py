"""The lattice of tans: squares cut along both diagonals."""

from kaleido.model import Lattice, Place, Point, Vector, register

# The four triangles of a square stand in a block of two rows and two columns:
#     north  east
#     west   south
_CENTRES = {(0, 0): (1, 3), (0, 1): (3, 5), (1, 1): (5, 3), (1, 0): (3, 1)}
_PLACES = {centre: place for place, centre in _CENTRES.items()}


class Tans(Lattice):
    """Right-angled triangles, the longest side of each a side of a square."""

    name, cells, forms = "tans", "tans", "polytans"
    turns = (((0, 1), (-1, 0)),)
    mirror = ((1, 0), (0, -1))
    moves = ((6, 0), (0, 6))

    def centre(self, place: Place) -> Vector:
        """Return the centre of a tan, in sixths of the side of a square."""
        row, column = place
        down, right = _CENTRES[row % 2, column % 2]
        return 6 * (row // 2) + down, 6 * (column // 2) + right

    def place(self, centre: Vector) -> Place:
        """Return the row and the column."""
        down, right = centre
        row, column = _PLACES[down % 6, right % 6]
        return 2 * (down // 6) + row, 2 * (right // 6) + column

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the step out of the square, and those to the next tans in it, clockwise."""
        down, right = centre[0] % 6 - 3, centre[1] % 6 - 3
        return (down, right), (right - down, -right - down), (-down - right, down - right)

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the ends of the side of the square, clockwise, and its middle."""
        down, right = row // 2, column // 2
        square = [(down, right), (down, right + 1), (down + 1, right + 1), (down + 1, right)]
        side = list(_PLACES.values()).index((row % 2, column % 2))
        return square[side], square[(side + 1) % 4], (down + 0.5, right + 0.5)


register(Tans())
