"""Edges seen from the cells: which of them have an edge above, below, on the left, on the right."""

from dataclasses import dataclass
from functools import cached_property

from kaleido.model.grid import Grid


@dataclass(frozen=True)
class Sides:
    """The sides of cells that are edges.

    Parameters
    ----------
    grid : Grid
    edges : int
        The edges, in the numbering of `Grid`.

    Examples
    --------
    >>> grid = Grid(2, 3)
    >>> sides = Sides(grid, grid.frame)
    >>> sides.count(grid.cell_bits([(0, 0), (0, 1)]))
    3
    """

    grid: Grid
    edges: int

    def count(self, cells: int) -> int:
        """Return how many sides of some cells are edges; an edge between two counts for both."""
        return (
            (cells & self.above).bit_count()
            + (cells & self.below).bit_count()
            + (cells & self.left).bit_count()
            + (cells & self.right).bit_count()
        )

    @cached_property
    def above(self) -> int:
        """The cells with an edge above them, as an int."""
        return self.edges & self.grid.all_cells

    @cached_property
    def below(self) -> int:
        """The cells with an edge below them, as an int."""
        grid = self.grid
        below = self.edges >> grid.cols & grid.all_cells
        if grid.wraps_rows:
            last = grid.size - grid.cols
            below = below & (1 << last) - 1 | (self.above << last & grid.all_cells)
        return below

    @cached_property
    def left(self) -> int:
        """The cells with an edge on their left, as an int."""
        return self.grid.right_of(self.edges)

    @cached_property
    def right(self) -> int:
        """The cells with an edge on their right, as an int."""
        grid = self.grid
        right = grid.right_of(self.edges >> 1)
        if grid.wraps_cols:
            right = right & ~grid.last_col | (self.left & grid.first_col) << grid.cols - 1
        return right
