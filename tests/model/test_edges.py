from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st
from naive import CELLS, Board, perimeter
from packings import Packing, any_patterns, packings
from some import some

from kaleido import CLASSIC, Pattern
from kaleido.model import EdgeMap, implied_edges
from kaleido.model.square_grid import SquareGrid

GRID = SquareGrid(8, 8)

edge_sets = st.integers(0, (1 << 144) - 1)


@given(st.one_of(any_patterns(), packings().map(lambda pack: pack.pattern)))
def test_implied_edges_cell_by_cell(pattern: Pattern):
    edges, board = implied_edges(pattern), Board(pattern)
    assert edges.horizontal.shape == (9, 8)
    assert edges.vertical.shape == (8, 9)
    for row, col in CELLS:
        assert edges.horizontal[row, col] == board.is_edge((row - 1, col), (row, col))
        assert edges.vertical[row, col] == board.is_edge((row, col - 1), (row, col))
    assert edges.horizontal[8].all()
    assert edges.vertical[:, 8].all()
    assert edges.around.tolist() == [
        [board.sides((row, col)) for col in range(8)] for row in range(8)
    ]
    inner = sum(
        board.is_edge((row, col), other)
        for row, col in CELLS
        for other in ((row + 1, col), (row, col + 1))
        if other in CELLS
    )
    assert edges.inner == inner


@given(packings())
def test_a_solution_holds_every_implied_edge(pack: Packing):
    edges = implied_edges(pack.pattern).bits
    borders = 0
    for placement in pack.placements:
        borders |= GRID.border(placement.cells)
    assert edges & ~borders == 0
    assert EdgeMap.from_bits(GRID, borders).inner == 65


@given(edge_sets)
def test_bits_round_trip(bits: int):
    assert EdgeMap.from_bits(GRID, bits).bits == bits


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_bits_are_numbered_as_the_grid_says(rows: int, cols: int, data: st.DataObject):
    grid = SquareGrid(rows, cols)
    edges = (rows + 1) * cols + rows * (cols + 1)
    bits = data.draw(st.integers(0, (1 << edges) - 1))
    unpacked = EdgeMap.from_bits(grid, bits)
    assert unpacked.bits == bits
    for (row, col), sides in zip(np.ndindex(rows, cols), grid.cell_sides, strict=True):
        across, down = unpacked.horizontal, unpacked.vertical
        around = across[row, col], down[row, col + 1], across[row + 1, col], down[row, col]
        assert [bool(bits >> side & 1) for side in sides] == list(around)


@given(edge_sets)
def test_around_counts_four_sides(bits: int):
    edges = EdgeMap.from_bits(GRID, bits)
    for row, col in some(CELLS):
        sides = [
            edges.horizontal[row, col],
            edges.horizontal[row + 1, col],
            edges.vertical[row, col],
            edges.vertical[row, col + 1],
        ]
        assert edges.around[row, col] == sum(map(int, sides))


@given(st.sets(st.sampled_from(CELLS)))
def test_sets_of_cells_and_their_border(cells: set[tuple[int, int]]):
    mask = GRID.cell_bits(cells)
    assert list(GRID.cells(mask)) == sorted(cells)
    assert mask.bit_count() == len(cells)
    border = EdgeMap.from_bits(GRID, GRID.border(cells))
    for row in range(9):
        for col in range(8):
            assert border.horizontal[row, col] == (
                ((row - 1, col) in cells) != ((row, col) in cells)
            )
            assert border.vertical[col, row] == (((col, row - 1) in cells) != ((col, row) in cells))


def test_the_frame():
    assert (
        GRID.frame
        == EdgeMap(
            np.array([[row in (0, 8)] * 8 for row in range(9)]),
            np.array([[col in (0, 8) for col in range(9)]] * 8),
        ).bits
    )
    assert GRID.frame.bit_count() == 32
    assert GRID.all_cells == GRID.cell_bits(CELLS) == 2**64 - 1


@given(packings())
def test_borders_of_placements_are_perimeters(pack: Packing):
    for placement in pack.placements:
        assert GRID.border(placement.cells).bit_count() == perimeter(placement.cells)
    assert sum(perimeter(each.cells) for each in pack.placements) == 2 * 65 + 32


def test_112_pairs_less_47_inside_pieces():
    # Inside a piece, every pair of touching cells takes two off its 4 sides a cell.
    inside = sum((4 * piece.size - perimeter(piece.front.drawing.cells)) // 2 for piece in CLASSIC)
    assert (inside, 112 - inside) == (47, 65)


@given(any_patterns(), st.sampled_from(["", "columns", "rows", "both"]))
def test_implied_edges_on_seams(pattern: Pattern, wrap: str):
    edges, black = implied_edges(Pattern(pattern.text, wrap=wrap)), pattern.array == 1
    above = black[0] == black[-1] if wrap in ("rows", "both") else True
    left = black[:, 0] == black[:, -1] if wrap in ("columns", "both") else True
    assert (edges.horizontal[[0, -1]] == above).all()
    assert (left == edges.vertical[:, [0, -1]].T).all()
    assert (edges.horizontal[1:-1] == (black[1:] == black[:-1])).all()
    assert (edges.vertical[:, 1:-1] == (black[:, 1:] == black[:, :-1])).all()
