"""Boards on other lattices than that of squares, their cells and sides numbered."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NoReturn

from kaleido.lattices import Lattice
from kaleido.lattices.lattice import Place, Vector, moved
from kaleido.model.grid import Cell, Grid, Steps, bits


@dataclass(frozen=True)
class LatticeGrid(Grid):
    """A drawing of ``rows × cols`` cells of a lattice: the sets of `Grid` for cells of any shape.

    Cells are numbered by the rows of the drawing, as in `Grid`; in space, the layers follow each
    other. Their sides (faces of cubes, points of contact of spheres) are the edges. The side that
    step *k* crosses from cell *n* is number ``n * most + k``, where *most* is how many sides a cell
    has; a side between two cells has the number that the lower cell gives it.

    Parameters
    ----------
    rows, cols : int
        The size of the drawing, with the rows of all layers together.
    on : Lattice
        The lattice.
    layers : int, optional
        How many layers the rows fall into, on a lattice in space.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> grid = LatticeGrid(2, 2, on=find_lattice("hexagonal"))
    >>> grid.frame.bit_count(), list(grid.cells(grid.spread(0b0010)))
    (14, [(0, 0), (0, 1), (1, 0), (1, 1)])
    """

    on: Lattice = field(kw_only=True)
    layers: int = field(default=1, kw_only=True)

    @property
    def lattice(self) -> Lattice:
        """The lattice that the cells belong to."""
        return self.on

    def place(self, cell: Cell) -> Place:
        """Return where a cell is: itself, or (layer, row, column) in space."""
        return cell if self.on.is_flat else (*divmod(cell[0], self.rows // self.layers), cell[1])

    @cached_property
    def centres(self) -> tuple[Vector, ...]:
        """The centre of each cell, by its number."""
        return tuple(self.on.centre(self.place(divmod(n, self.cols))) for n in range(self.size))

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells across its sides by number: -1 off the drawing."""
        return tuple(
            tuple(self.numbers.get(moved(centre, step), -1) for step in self.on.steps(centre))
            for centre in self.centres
        )

    @cached_property
    def _most(self) -> int:
        return max(map(len, self.touching))

    @cached_property
    def cell_sides(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the numbers of its sides."""
        found = []
        for cell, others in enumerate(self.touching):
            own = []
            for side, other in enumerate(others):
                if 0 <= other < cell:
                    own.append(other * self._most + self.touching[other].index(cell))
                else:
                    own.append(cell * self._most + side)
            found.append(tuple(own))
        return tuple(found)

    @cached_property
    def sides_around(self) -> tuple[int, ...]:
        """For each cell, the set of its sides."""
        return tuple(sum(1 << side for side in sides) for sides in self.cell_sides)

    @cached_property
    def _steps(self) -> Steps:
        """All steps from a cell to one that touches it."""
        found: dict[int, int] = {}
        for cell, others in enumerate(self.touching):
            for other in others:
                if other >= 0:
                    found[other - cell] = found.get(other - cell, 0) | 1 << cell
        return tuple(found.items())

    def around(self, mask: int) -> int:
        """Return the sides that have a set of cells on one side only, as an int."""
        edges = 0
        for cell in bits(mask):
            edges ^= self.sides_around[cell]
        return edges

    @cached_property
    def all_edges(self) -> int:
        """The side numbers in use, as a set."""
        edges = 0
        for sides in self.sides_around:
            edges |= sides
        return edges

    @cached_property
    def _inner(self) -> int:
        """The sides between two cells of the drawing."""
        return self.all_edges & ~self.frame

    def sides_of(self, edges: int) -> Iterator[tuple[Cell, int]]:
        """Yield where a set of sides is: the cell that numbers each, and its place around it.

        Examples
        --------
        >>> from kaleido.lattices import find_lattice
        >>> grid = LatticeGrid(1, 3, on=find_lattice("triangular"))
        >>> list(grid.sides_of(grid.between(0b001, 0b110)))
        [((0, 0), 0)]
        """
        for edge in bits(edges):
            number, side = divmod(edge, self._most)
            yield divmod(number, self.cols), side

    def between(self, mask: int, other: int) -> int:
        """Return the sides between a cell of one set and a touching cell of another, as an int."""
        edges = 0
        for cell in bits(mask):
            for beside, side in zip(self.touching[cell], self.cell_sides[cell], strict=True):
                if beside >= 0 and other >> beside & 1:
                    edges |= 1 << side
        return edges

    def steps(self, edges: int) -> Steps:
        """Return the steps from a cell to one that touches it which cross none of some sides.

        Examples
        --------
        >>> from kaleido.lattices import find_lattice
        >>> grid = LatticeGrid(1, 3, on=find_lattice("triangular"))
        >>> grid.steps(0), grid.steps(grid.between(0b001, 0b110))
        (((1, 3), (-1, 6)), ((1, 2), (-1, 4)))
        """
        found = dict(self._steps)
        for edge in bits(edges & self._inner):
            cell, side = divmod(edge, self._most)
            other = self.touching[cell][side]
            found[other - cell] ^= 1 << cell
            found[cell - other] ^= 1 << other
        return tuple(found.items())

    def on_board(self, row: int, col: int) -> Cell | None:
        """Return the cell at (row, col), or None off the drawing."""
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def above(self, *_: int) -> NoReturn:
        """Raise TypeError: only squares have a side above."""
        self._refuse()

    def left_of(self, *_: int) -> NoReturn:
        """Raise TypeError: only squares have a side on the left."""
        self._refuse()

    def sides(self, *_: int) -> NoReturn:
        """Raise TypeError: `sides_of` yields the sides of other cells than squares."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise TypeError(f"sides of {self.on.cells} are in no rows: see LatticeGrid.sides_of")
