"""Boards on lattices: cells and their sides numbered, so that sets of them are ints.

A set of cells is an int whose bit ``row * cols + col`` is a cell of the drawing. A set of
sides of cells is an int, too: see `Grid`, and `SquareGrid` for those of squares.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import compress
from operator import xor
from typing import Annotated

from kaleido.base.contract import Keywords, Natural
from kaleido.base.errors import OptionError
from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import Place, Vector, moved

Cell = Annotated[
    tuple[Natural, Natural],
    Keywords(
        description="A cell of the board as its row and column, both from 0. In space, the rows of "
        "a layer follow those of the layer below."
    ),
]

Steps = tuple[tuple[int, int], ...]
"""Pairs (distance, cells): from these cells steps lead to those so much further on in number."""


def reached(mask: int, steps: Steps) -> int:
    """Return the cells to which steps lead from some cells."""
    found = 0
    for distance, cells in steps:
        chosen = mask & cells
        found |= chosen << distance if distance > 0 else chosen >> -distance
    return found


_PART = 1 << 12  # bits of a number
_FLAGS = bytes.maketrans(b"01", b"\0\1")


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits of `mask`, lowest first."""
    if mask.bit_length() > _PART:
        # Each step below takes time in proportion to the length of the number.
        for first in range(0, mask.bit_length(), _PART):
            yield from (first + each for each in bits(mask >> first & (1 << _PART) - 1))
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True)
class Grid:
    """A drawing of ``rows × cols`` cells of a lattice.

    Cells are numbered by the rows of the drawing; in space, the layers follow each other. Their
    sides (faces of cubes, points of contact of spheres) are the edges. The side that step *k*
    crosses from cell *n* is number ``n * most + k``, where *most* is how many sides a cell has; a
    side between two cells has the number that the lower cell gives it. `SquareGrid` has faster ways
    for squares, and `kaleido.model.square_grid.grid_of` chooses between the two.

    Its size, in `rows` and `cols`, is that of all layers together, and `layers` says how many there
    are in space.

    Examples
    --------
    >>> from kaleido.model import find_lattice
    >>> grid = Grid(2, 2, lattice=find_lattice("hexagonal"))
    >>> grid.frame.bit_count(), list(grid.cells(grid.spread(0b0010)))
    (14, [(0, 0), (0, 1), (1, 0), (1, 1)])
    """

    rows: int
    cols: int
    lattice: Lattice = field(kw_only=True)
    layers: int = field(default=1, kw_only=True)

    wraps_rows = wraps_cols = False
    """Whether the last row touches the first, and the last column the first."""

    @property
    def wraps(self) -> bool:
        """Whether it is a tube or a torus."""
        return self.wraps_rows or self.wraps_cols

    @property
    def is_sheet(self) -> bool:
        """Whether it is a rectangle of squares, on which shapes are moved by shifting bits."""
        return self.lattice.is_square and not self.wraps

    @property
    def depth(self) -> int:
        """How many rows a layer has."""
        return self.rows // self.layers

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    def place(self, cell: Cell) -> Place:
        """Return where a cell is: itself, or (layer, row, column) in space."""
        return cell if self.lattice.is_flat else (*divmod(cell[0], self.depth), cell[1])

    @cached_property
    def centres(self) -> tuple[Vector, ...]:
        """The centre of each cell, by its number."""
        return tuple(
            self.lattice.centre(self.place(divmod(n, self.cols))) for n in range(self.size)
        )

    @cached_property
    def numbers(self) -> dict[Vector, int]:
        """The number of the cell with each centre."""
        return {centre: number for number, centre in enumerate(self.centres)}

    @cached_property
    def every_cell(self) -> tuple[Cell, ...]:
        """Each cell as (row, col), by its number."""
        return tuple(divmod(number, self.cols) for number in range(self.size))

    def cell_bits(self, cells: Iterable[Cell]) -> int:
        """Return the set of `cells` as an int."""
        mask = 0
        for row, col in cells:
            mask |= 1 << row * self.cols + col
        return mask

    def rectangle(self, shape: tuple[int, int], corner: Cell) -> int:
        """Return the cells of a rectangle of some rows and columns, by its top left cell."""
        (height, width), (row, col) = shape, corner
        line = (1 << width) - 1 << col
        return sum(line << (row + down) * self.cols for down in range(height))

    def cells(self, mask: int) -> Iterator[Cell]:
        """Yield the cells of a set as (row, col), in reading order."""
        # The digits of a number are faster to walk through than the number itself.
        return compress(self.every_cell, bin(mask)[:1:-1].encode().translate(_FLAGS))

    @cached_property
    def first_col(self) -> int:
        """The cells of the first column, as an int."""
        return sum(1 << row * self.cols for row in range(self.rows))

    @cached_property
    def last_col(self) -> int:
        """The cells of the last column, as an int."""
        return self.first_col << self.cols - 1

    def on_board(self, row: int, col: int) -> Cell | None:
        """Return the cell at (row, col), counted on around the seams, or None off the drawing."""
        if self.wraps_rows:
            row %= self.rows
        if self.wraps_cols:
            col %= self.cols
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def number_at(self, centre: Vector) -> int:
        """Return the number of the cell with a centre, counted on around the seams; -1 for none."""
        return self.numbers.get(centre, -1)

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells across its sides by number: -1 off the drawing."""
        return tuple(
            tuple(self.number_at(moved(centre, step)) for step in self.lattice.steps(centre))
            for centre in self.centres
        )

    @cached_property
    def _most(self) -> int:
        return max(map(len, self.touching))

    @cached_property
    def cell_sides(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the numbers of its sides."""
        return tuple(
            tuple(
                other * self._most + self.touching[other].index(cell)
                if 0 <= other < cell
                else cell * self._most + side
                for side, other in enumerate(others)
            )
            for cell, others in enumerate(self.touching)
        )

    @cached_property
    def sides_around(self) -> tuple[int, ...]:
        """For each cell, the set of its sides."""
        # Around a ring of one cell, a side is on both sides of it and cancels.
        return tuple(reduce(xor, (1 << side for side in sides), 0) for sides in self.cell_sides)

    @cached_property
    def all_edges(self) -> int:
        """The numbers of sides in use, as a set."""
        return sum(1 << side for side in {side for sides in self.cell_sides for side in sides})

    def border(self, cells: Iterable[Cell]) -> int:
        """Return the sides that have a set of cells on one side only, as an int."""
        return self.around(self.cell_bits(cells))

    def around(self, mask: int) -> int:
        """Return the sides that have a set of cells on one side only, as an int."""
        edges = 0
        for cell in bits(mask):
            edges ^= self.sides_around[cell]
        return edges

    @cached_property
    def all_cells(self) -> int:
        """The set of all cells, as an int."""
        return (1 << self.size) - 1

    @cached_property
    def frame(self) -> int:
        """The sides around the whole board, none on a seam, as an int."""
        return self.around(self.all_cells)

    def sides_of(self, edges: int) -> Iterator[tuple[Cell, int]]:
        """Yield where a set of sides is drawn: a cell, and the place of the side around it."""
        for edge in bits(edges):
            number, side = divmod(edge, self._most)
            yield divmod(number, self.cols), side

    def cells_at(self, edges: int, side: int) -> int:
        """Return the cells that have one of some sides at a place around them, as an int."""
        around = enumerate(sides[side : side + 1] for sides in self.cell_sides)
        return sum(1 << cell for cell, own in around if own and edges >> own[0] & 1)

    @cached_property
    def inner_edges(self) -> int:
        """The sides between two cells, those on a seam among them."""
        return self.all_edges & ~self.frame

    @property
    def seams(self) -> int:
        """Those where two sides of the board are joined."""
        return 0

    def inner(self, edges: int) -> int:
        """Return how many of some edges lie between two cells: 65 on a solved classic board."""
        return (edges & self.inner_edges).bit_count()

    def between(self, mask: int, other: int) -> int:
        """Return the sides between a cell of one set and a touching cell of another, as an int."""
        edges = 0
        for cell in bits(mask):
            for beside, side in zip(self.touching[cell], self.cell_sides[cell], strict=True):
                if beside >= 0 and other >> beside & 1:
                    edges |= 1 << side
        return edges

    def islands(self, edges: int, free: int) -> tuple[int, ...]:
        """Return the regions of a set of cells that no step across an edge joins, as ints.

        Their first cells are in order. `kaleido.model.find_islands` finds the same
        with SciPy, as the paper does.
        """
        return tuple(self.regions(free, free, self.steps(edges)))

    def steps(self, edges: int) -> Steps:
        """Return the steps from a cell to one that touches it which cross none of some sides."""
        found = dict(self._steps)
        for edge in bits(edges & self.inner_edges):
            cell, side = divmod(edge, self._most)
            other = self.touching[cell][side]
            found[other - cell] ^= 1 << cell
            found[cell - other] ^= 1 << other
        return tuple(found.items())

    @cached_property
    def _steps(self) -> Steps:
        """All steps from a cell to one that touches it."""
        found: dict[int, int] = {}
        for cell, others in enumerate(self.touching):
            for other in others:
                if other >= 0:
                    found[other - cell] = found.get(other - cell, 0) | 1 << cell
        return tuple(found.items())

    def spread(self, mask: int) -> int:
        """Return a set of cells together with all cells that touch them."""
        return mask | reached(mask, self._steps)

    def region(self, seed: int, within: int, goal: int = 0, steps: Steps | None = None) -> int:
        """Return the cells of a set that can be reached from a seed without leaving the set.

        The way ends as soon as all cells of the `goal` are reached, if there are any. All steps are
        open by default.
        """
        if steps is None:
            steps = self._steps
        part, grown = 0, seed
        while grown != part and (not goal or goal & ~grown):
            part = grown
            for distance, cells in steps:
                # From what the steps before have reached: that takes fewer rounds.
                chosen = grown & cells
                grown |= (chosen << distance if distance > 0 else chosen >> -distance) & within
        return grown

    def joins(self, seeds: int, within: int) -> bool:
        """Return whether some cells lie in one region of a set of cells."""
        return not seeds & ~self.region(seeds & -seeds, within, seeds)

    def regions(self, seeds: int, within: int, steps: Steps | None = None) -> Iterator[int]:
        """Yield the regions of a set of cells that contain one of some seeds.

        They come in the order of their first seeds. See `region` for the steps.
        """
        while seeds:
            part = self.region(seeds & -seeds, within, steps=steps)
            yield part
            seeds &= ~part

    def cut_cells(self, within: int) -> int:
        """Return the cells of a set without which their region falls apart.

        References
        ----------
        J. Hopcroft, R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation",
        Communications of the ACM 16, 1973.
        """
        found = 0
        order: dict[int, int] = {}  # of the first visit
        earliest: dict[int, int] = {}  # that a cell or one behind it touches
        for root in bits(within):
            way = [] if root in order else [(root, iter(self.touching[root]))]
            order.setdefault(root, len(order))
            earliest.setdefault(root, order[root])
            branches = 0
            while way:
                cell, others = way[-1]
                for other in others:
                    if other in order:
                        earliest[cell] = min(earliest[cell], order[other])
                    elif other >= 0 and within >> other & 1:
                        order[other] = earliest[other] = len(order)
                        way.append((other, iter(self.touching[other])))
                        break
                else:
                    way.pop()
                    if len(way) > 1 and earliest[cell] >= order[way[-1][0]]:
                        found |= 1 << way[-1][0]
                    if way:
                        before = way[-1][0]
                        earliest[before] = min(earliest[before], earliest[cell])
                    branches += len(way) == 1
            if branches > 1:
                found |= 1 << root
        return found


def need_squares(grid: Grid, why: str) -> None:
    """Raise an `OptionError` that says why only squares will do, if a board has other cells."""
    if not grid.lattice.is_square:
        raise OptionError(f"{why}; this board is of {grid.lattice.cells}")
