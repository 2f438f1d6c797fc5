"""The sides of cells that are edges, counted cell by cell."""

from hypothesis import given, strategies as st

from kaleido.model import Grid
from kaleido.model.square_grid import SquareGrid
from kaleido.paper.edges import Sides


def naive_count(grid: Grid, edges: int, cells: int) -> int:
    """Count sides of cells, each by its number in the grid."""
    return sum(
        edges >> number & 1 for cell in grid.cells(cells) for number in sides_of(grid, *cell)
    )


def sides_of(grid: Grid, row: int, col: int) -> list[int]:
    """Give the edges above, on the left, below and on the right of a cell by their numbers.

    `Grid.border` gives the border of a set of cells, so that a side is what the borders of a cell
    and of that beside it share; the frame has what no other cell shares.
    """
    own = grid.border([(row, col)])
    return [number for number in range(own.bit_length()) if own >> number & 1]


@given(st.data())
def test_sides_cell_by_cell(data: st.DataObject):
    # On a side of one or two cells that wraps around, a cell meets itself, or one cell twice.
    rows, cols = data.draw(st.integers(3, 8)), data.draw(st.integers(3, 8))
    grid = SquareGrid(rows, cols, data.draw(st.booleans()), data.draw(st.booleans()))
    edges = data.draw(st.integers(0, grid.all_edges)) & grid.all_edges
    cells = data.draw(st.integers(0, grid.all_cells))
    sides = Sides.of(grid, edges)
    assert sides.edges == edges
    assert sides.count(cells) == naive_count(grid, edges, cells)
    others = data.draw(st.integers(0, grid.all_edges)) & grid.all_edges
    joined = sides.joined(Sides.of(grid, others))
    assert joined == Sides.of(grid, edges | others)
