"""What the paper's method needs of a state: edges, islands and sizes left."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from kaleido.model.grid import Cell, Grid
from kaleido.model.sides import Sides
from kaleido.search.state import State
from kaleido.search.strategies.progression import Sizes


class Box(NamedTuple):
    """A rectangle of cells.

    Attributes
    ----------
    top, left : int
        Its first row and column.
    height, width : int
    """

    top: int
    left: int
    height: int
    width: int

    @classmethod
    def around(cls, grid: Grid, cells: int) -> "Box":
        """Return the bounding box of a set of cells.

        Examples
        --------
        >>> grid = Grid(8, 8)
        >>> Box.around(grid, grid.cell_bits([(2, 5), (3, 4)]))
        Box(top=2, left=4, height=2, width=2)
        """
        places = list(grid.cells(cells))
        top, bottom = places[0][0], places[-1][0]
        cols = [col for _, col in places]
        return cls(top, min(cols), bottom - top + 1, max(cols) - min(cols) + 1)

    @property
    def area(self) -> int:
        """The number of its cells."""
        return self.height * self.width


class Island:
    """One island.

    Attributes
    ----------
    grid : Grid
    mask : int
        Its open cells, in the numbering of `Grid`.
    size : int
        The number of its open cells.
    found : int
        The number of cells that it had when it was found.
    sizes : tuple of int
        What is left of its size progression, if that is made once.
    """

    def __init__(
        self,
        grid: Grid,
        mask: int,
        *,
        box: Box | None = None,
        found: int | None = None,
        sizes: Sizes = (),
    ) -> None:
        self.grid = grid
        self.mask = mask
        self.size = mask.bit_count()
        self._box = box
        self.found = self.size if found is None else found
        self.sizes = sizes

    @cached_property
    def box(self) -> Box:
        """Its bounding box."""
        return self._box or Box.around(self.grid, self.mask)


class Survey:
    """What is known of a state.

    Parameters
    ----------
    state : State
    islands : list of Island, optional
        Its islands in the order in which they are filled; by default they are found anew, and
        taken by size.

    Attributes
    ----------
    sides : Sides
        The edges known, seen from the cells.
    islands : list of Island
    left : tuple of int
        The sizes of the pieces left, descending.
    """

    def __init__(self, state: State, islands: list[Island] | None = None) -> None:
        self.state = state
        self._grid: Grid = state.problem.grid
        self.sides = Sides(self._grid, state.edges)
        self.islands = self._found_anew() if islands is None else islands
        pieces = state.problem.placeable.pieces
        sizes = (pieces[number].size for number in state.pieces_left)
        self.left: Sizes = tuple(sorted(sizes, reverse=True))

    def _found_anew(self) -> list[Island]:
        masks = self._grid.islands(self.state.edges, self.state.free)
        return [Island(self._grid, mask) for mask in sorted(masks, key=int.bit_count)]

    def island_of(self, number: int) -> Island:
        """Return the island that placement `number` lies in."""
        mask = self.state.problem.masks[number]
        return next(island for island in self.islands if island.mask & mask)

    def edges_around(self, number: int) -> int:
        """Return how many sides of the cells of placement `number` are edges."""
        return self.sides.count(self.state.problem.masks[number])

    def cells(self, number: int) -> Iterator[Cell]:
        """Yield the cells (row, col) of placement `number`."""
        return self._grid.cells(self.state.problem.masks[number])

    def left_after(self, number: int) -> Sizes:
        """Return the sizes of the pieces left after placement `number`."""
        left = list(self.left)
        left.remove(self.state.problem.masks[number].bit_count())
        return tuple(left)
