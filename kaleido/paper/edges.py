"""Edges seen from the cells; `kaleido.model.edges` says which edges a board implies."""

from __future__ import annotations

from typing import NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.model.grid import Grid


@checked_arguments
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
        >>> from kaleido.model import SquareGrid
        >>> grid = SquareGrid(2, 3)
        >>> Sides.of(grid, grid.frame).count(grid.cell_bits([(0, 0), (0, 1)]))
        3
        """
        above, right, below, left = (grid.cells_at(edges, side) for side in range(4))
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
