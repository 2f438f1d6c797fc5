"""Edges seen from the cells; `kaleido.model.implied` says which edges a board implies."""

from __future__ import annotations

from typing import NamedTuple

from kaleido.model.grid import Grid


class Sides(NamedTuple):
    """The edges known, in the numbering of `Grid`, and the cells that have one on each side."""

    edges: int
    above: int
    below: int
    left: int
    right: int

    @classmethod
    def of(cls, grid: Grid, edges: int) -> Sides:
        """Return the sides of all cells of a grid that are edges.

        Examples
        --------
        >>> grid = Grid(2, 3)
        >>> Sides.of(grid, grid.frame).count(grid.cell_bits([(0, 0), (0, 1)]))
        3
        """
        above, left = edges & grid.all_cells, grid.right_of(edges)
        below, right = edges >> grid.cols & grid.all_cells, grid.right_of(edges >> 1)
        # An edge on a seam has the number of the side above row 0, or left of column 0.
        if grid.wraps_rows:
            last = grid.size - grid.cols
            below = below & (1 << last) - 1 | above << last & grid.all_cells
        if grid.wraps_cols:
            right = right & ~grid.last_col | (left & grid.first_col) << grid.cols - 1
        return cls(edges, above, below, left, right)

    def count(self, cells: int) -> int:
        """Return how many sides of some cells are edges; an edge between two counts for both."""
        return (
            (cells & self.above).bit_count()
            + (cells & self.below).bit_count()
            + (cells & self.left).bit_count()
            + (cells & self.right).bit_count()
        )

    def joined(self, other: Sides) -> Sides:
        """Return the sides of the edges of both."""
        return Sides(*(one | two for one, two in zip(self, other, strict=True)))
