"""Edges seen from the cells: which of them have an edge above, below, on the left, on the right."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kaleido.model.grid import Grid, parts_of
from kaleido.model.tallies import Tallies


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

    def joined(self, other: "Sides") -> "Sides":
        """Return the sides of the edges of both, which takes less time than finding them anew.

        Examples
        --------
        >>> grid = Grid(2, 3)
        >>> one, other = grid.border([(0, 0)]), grid.border([(1, 2)])
        >>> both = Sides(grid, one).joined(Sides(grid, other))
        >>> both == Sides(grid, one | other), both.count(grid.all_cells)
        (True, 12)
        """
        both = Sides(self.grid, self.edges | other.edges)
        vars(both).update(
            above=self.above | other.above,
            below=self.below | other.below,
            left=self.left | other.left,
            right=self.right | other.right,
        )
        return both

    def parts(self, cells: int, seeds: int) -> Iterator[int]:
        """Yield the regions that no step across an edge joins, of a set of cells.

        Each of them must contain a seed; where steps join all seeds, that is known before a region
        has been gone through.

        Examples
        --------
        >>> grid = Grid(2, 3)
        >>> sides = Sides(grid, grid.border([(0, 0), (0, 1)]))
        >>> [bin(part) for part in sides.parts(grid.all_cells, grid.all_cells)]
        ['0b11', '0b111100']
        """
        up, left = cells & ~self.above, cells & ~self.left
        reach = self.grid.reach
        return parts_of(cells, seeds, lambda seed, goal: reach(seed, cells, up, left, goal))

    def tally(self, tallies: Tallies) -> int:
        """Return how many sides of each cell are edges, as a tally."""
        return sum(map(tallies.of, (self.above, self.below, self.left, self.right)))

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
