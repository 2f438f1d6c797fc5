"""Edges, borders and islands on tubes and tori against plain code, cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, strategies as st
from small_boards import game

from kaleido.model import EdgeMap, Grid, implied_edges, label_islands
from kaleido.model.board import WRAPS, Board
from kaleido.model.edges import find_islands, unpack_cells
from kaleido.model.square_grid import SquareGrid
from kaleido.paper.edges import Sides

Cell = tuple[int, int]
Side = frozenset[tuple[str, int, int]]


def grids(least: int = 1, wraps: st.SearchStrategy[bool] | None = None) -> st.SearchStrategy[Grid]:
    """Draw grids whose closed sides are at least so long."""
    wraps = wraps or st.booleans()
    found = st.builds(SquareGrid, st.integers(1, 6), st.integers(1, 6), wraps, wraps)
    return found.filter(
        lambda grid: (
            (grid.rows >= least or not grid.wraps_rows)
            and (grid.cols >= least or not grid.wraps_cols)
        )
    )


def places(grid: Grid) -> list[Cell]:
    return [(row, col) for row in range(grid.rows) for col in range(grid.cols)]


def met(grid: Grid, row: int, col: int) -> Cell | None:
    """Give the cell at a place, going around by single steps."""
    while grid.wraps_rows and row < 0:
        row += grid.rows
    while grid.wraps_rows and row >= grid.rows:
        row -= grid.rows
    while grid.wraps_cols and col < 0:
        col += grid.cols
    while grid.wraps_cols and col >= grid.cols:
        col -= grid.cols
    return (row, col) if (row, col) in places(grid) else None


def sides(grid: Grid, cell: Cell) -> list[tuple[tuple[str, int, int], Cell | None]]:
    """Give a cell's four sides, as (name of the edge, cell beyond it).

    An edge on a seam goes by the name that it has before row 0 or column 0.
    """
    row, col = cell
    under = 0 if grid.wraps_rows and row + 1 == grid.rows else row + 1
    right = 0 if grid.wraps_cols and col + 1 == grid.cols else col + 1
    return [
        (("above", row, col), met(grid, row - 1, col)),
        (("above", under, col), met(grid, row + 1, col)),
        (("left", row, col), met(grid, row, col - 1)),
        (("left", row, right), met(grid, row, col + 1)),
    ]


def number(grid: Grid, edge: tuple[str, int, int]) -> int:
    """Number an edge as the grid's drawing says."""
    name, row, col = edge
    if name == "above":
        return row * grid.cols + col
    return (grid.rows + 1) * grid.cols + row * (grid.cols + 1) + col


def naive_border(grid: Grid, cells: Iterable[Cell]) -> int:
    cells = set(cells)
    return sum(
        {
            1 << number(grid, edge)
            for cell in cells
            for edge, other in sides(grid, cell)
            if other not in cells
        }
    )


def some_cells(grid: Grid) -> st.SearchStrategy[set[Cell]]:
    return st.sets(st.sampled_from(places(grid)))


# The grid.


@given(grids(), st.integers(-9, 9), st.integers(-9, 9))
def test_cells_beyond_a_seam(grid: Grid, row: int, col: int):
    assert grid.on_board(row, col) == met(grid, row, col)


@given(grids(), st.data())
def test_spread_reaches_what_touches(grid: Grid, data: st.DataObject):
    cells = data.draw(some_cells(grid))
    known = cells | {other for cell in cells for _, other in sides(grid, cell) if other}
    assert set(grid.cells(grid.spread(grid.cell_bits(cells)))) == known


@given(grids(least=2), st.data())
def test_borders_are_where_one_side_is_outside(grid: Grid, data: st.DataObject):
    cells = data.draw(some_cells(grid))
    border = grid.border(cells)
    assert border == naive_border(grid, cells)
    assert border & ~grid.all_edges == 0


@pytest.mark.parametrize("grid", [SquareGrid(3, 1, False, True), SquareGrid(1, 4, True, False)])
def test_borders_of_a_ring_of_one(grid: Grid):
    # A cell that touches itself has no border there, and the frame has none at a seam.
    assert grid.border([(0, 0)]) == naive_border(grid, [(0, 0)])
    assert grid.frame == naive_border(grid, places(grid))


@given(grids())
def test_the_edges_in_use(grid: Grid):
    names = Counter(number(grid, edge) for cell in places(grid) for edge, _ in sides(grid, cell))
    assert grid.all_edges == sum(1 << name for name in names)
    # Each edge within the board has two sides.
    assert max(names.values()) <= 2


@given(grids(least=2))
def test_the_frame_has_no_seam(grid: Grid):
    outside = [
        number(grid, edge)
        for cell in places(grid)
        for edge, other in sides(grid, cell)
        if not other
    ]
    assert grid.frame == sum(1 << edge for edge in outside)
    length = (0 if grid.wraps_rows else 2 * grid.cols) + (0 if grid.wraps_cols else 2 * grid.rows)
    assert grid.frame.bit_count() == length


@given(grids(), st.data())
def test_bits_unpack_to_both_sides_of_a_seam(grid: Grid, data: st.DataObject):
    total = (grid.rows + 1) * grid.cols + grid.rows * (grid.cols + 1)
    bits = data.draw(st.integers(0, (1 << total) - 1)) & grid.all_edges
    edges = EdgeMap.from_bits(grid, bits)
    for row, col in places(grid):
        for (edge, _), shown in zip(
            sides(grid, (row, col)),
            (
                edges.horizontal[row, col],
                edges.horizontal[row + 1, col],
                edges.vertical[row, col],
                edges.vertical[row, col + 1],
            ),
            strict=True,
        ):
            assert bool(shown) == bool(bits >> number(grid, edge) & 1)
    assert edges.bits & grid.all_edges == bits


# Boards.


def boards(letters: str) -> st.SearchStrategy[Board]:
    """Draw boards with holes, closed where both sides are at least two long."""

    def make(rows: list[str], wrap: str) -> Board | None:
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        for closed, lines in (("rows", rows), ("columns", columns)):
            if wrap in (closed, "both") and (
                len(lines) < 2 or any(set(line) == {"."} for line in lines)
            ):
                return None
        return Board("/".join(rows), wrap=wrap) if set("".join(rows)) != {"."} else None

    sized = st.integers(1, 6).flatmap(
        lambda width: st.lists(
            st.text(letters, min_size=width, max_size=width), min_size=1, max_size=6
        )
    )
    return st.builds(make, sized, st.sampled_from(WRAPS)).filter(bool)


def naive_edges(board: Board, *, coloured: bool) -> int:
    """Give the frame, around holes too, and the edges between cells both or neither black."""
    grid, found = board.grid, 0
    cells = [cell for cell in places(grid) if board.colour(*cell) != "."]
    for cell in cells:
        for edge, other in sides(grid, cell):
            alike = other in cells and (board.colour(*cell) == "x") == (board.colour(*other) == "x")
            if other not in cells or (coloured and alike):
                found |= 1 << number(grid, edge)
    return found


@given(boards("xrb."))
def test_implied_edges(board: Board):
    grid = board.grid
    edges = implied_edges(board)
    assert edges.bits & grid.all_edges == naive_edges(board, coloured=True)
    shown = EdgeMap.from_bits(grid, edges.bits & grid.all_edges)
    assert np.array_equal(shown.horizontal, edges.horizontal)
    assert np.array_equal(shown.vertical, edges.vertical)


@given(boards("ooo."))
def test_without_colours_only_the_frame_is_implied(board: Board):
    pieces = game("plain", 0).pieces
    known = naive_edges(board, coloured=False)
    assert board.frame == known
    assert implied_edges(board, pieces).bits & board.grid.all_edges == known


@given(boards("xr."), st.data())
def test_islands_in_bits_are_those_of_the_arrays(board: Board, data: st.DataObject):
    grid = board.grid
    free = grid.cell_bits(data.draw(some_cells(grid))) & board.mask
    total = (grid.rows + 1) * grid.cols + grid.rows * (grid.cols + 1)
    # A side of the rectangle without an edge is a seam for the arrays, so the frame is there.
    edges = grid.frame | data.draw(st.integers(0, (1 << total) - 1)) & grid.all_edges
    labels, count = label_islands(EdgeMap.from_bits(grid, edges), unpack_cells(grid, free))
    islands = grid.islands(edges, free)
    assert {frozenset(grid.cells(island)) for island in islands} == {
        frozenset(zip(*(each.tolist() for each in np.nonzero(labels == label)), strict=True))
        for label in range(1, count + 1)
    }
    firsts = [next(grid.cells(island)) for island in islands]
    assert firsts == sorted(firsts)
    assert find_islands(grid, edges, free) == islands


@given(grids(), st.data())
def test_sides_seen_from_the_cells_are_those_of_the_arrays(grid: Grid, data: st.DataObject):
    total = (grid.rows + 1) * grid.cols + grid.rows * (grid.cols + 1)
    edges = data.draw(st.integers(0, (1 << total) - 1)) & grid.all_edges
    around, sides = EdgeMap.from_bits(grid, edges).around, Sides.of(grid, edges)
    cells = list(grid.cells(grid.all_cells))
    assert [sides.count(grid.cell_bits([cell])) for cell in cells] == around.ravel().tolist()
    chosen = data.draw(some_cells(grid))
    assert sides.count(grid.cell_bits(chosen)) == sum(around[cell] for cell in chosen)


@given(grids(least=2), st.data())
def test_where_edges_are_drawn(grid: Grid, data: st.DataObject):
    total = (grid.rows + 1) * grid.cols + grid.rows * (grid.cols + 1)
    edges = data.draw(st.integers(0, (1 << total) - 1)) & grid.all_edges
    shown = EdgeMap.from_bits(grid, edges)
    # Clockwise from the upper side: the lower one is the upper one of the cell below.
    drawn = [
        (row + (side == 2), col + (side == 1), side in (0, 2))
        for (row, col), side in grid.sides_of(edges)
    ]
    level = [(row, col, True) for row, col in np.argwhere(shown.horizontal).tolist()]
    assert drawn == level + [(row, col, False) for row, col in np.argwhere(shown.vertical).tolist()]
    assert grid.inner(edges & ~grid.seams) == shown.inner


@given(grids(least=2), st.data())
def test_edges_between_two_sets_of_cells(grid: Grid, data: st.DataObject):
    one, other = data.draw(some_cells(grid)), data.draw(some_cells(grid))
    between = {
        number(grid, edge) for cell in one for edge, beyond in sides(grid, cell) if beyond in other
    }
    found = grid.between(grid.cell_bits(one), grid.cell_bits(other))
    assert found == sum(1 << edge for edge in between)


@given(boards("o."), st.integers(0, 3))
def test_turned_boards_have_turned_frames(board: Board, turns: int):
    turned = board.rotated(turns)
    assert turned.frame.bit_count() == board.frame.bit_count()
    assert turned.size == board.size
    known = EdgeMap.from_bits(board.grid, board.frame)
    shown = EdgeMap.from_bits(turned.grid, turned.frame)
    assert np.array_equal(np.rot90(known.around, -turns), shown.around)
