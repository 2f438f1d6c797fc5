from __future__ import annotations

from hypothesis import given, strategies as st
from naive import CELLS, perimeter
from packings import Packing, packings
from some import some

from kaleido import CLASSIC
from kaleido.model import EdgeMap, implied_edges
from kaleido.model.square_grid import SquareGrid

GRID = SquareGrid(8, 8)

edge_sets = st.integers(0, (1 << 144) - 1)


@given(packings())
def test_a_solution_holds_every_implied_edge(pack: Packing):
    edges = implied_edges(pack.pattern).bits
    borders = 0
    for placement in pack.placements:
        borders |= GRID.border(placement.cells)
    assert edges & ~borders == 0
    assert EdgeMap.from_bits(GRID, borders).inner == 65


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


def test_112_pairs_less_47_inside_pieces():
    # Inside a piece, every pair of touching cells takes two off its 4 sides a cell.
    inside = sum((4 * piece.size - perimeter(piece.front.drawing.cells)) // 2 for piece in CLASSIC)
    assert (inside, 112 - inside) == (47, 65)
