"""Shapes of cells of a lattice as numbers, so that turns and neighbours are look-ups.

A cell is the number whose digits are the coordinates of its centre, so that moving a shape adds
the same to the numbers of its cells. A shape is the sorted numbers of its cells, the first of
which stands where all cells of its kind can be moved to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import Vector, images

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
