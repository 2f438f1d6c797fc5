from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st
from naive import CELLS, Board, Cell
from packings import Packing, any_patterns, packings

from kaleido import EdgeMap, Grid, Pattern, Placement, implied_edges, label_islands, named_pattern

GRID = Grid(8, 8)


def regions(labels: np.ndarray, count: int) -> set[frozenset[Cell]]:
    """Turn labels into sets of cells; they must be 1, 2, … without a gap, 0 left out."""
    assert labels.shape == (8, 8)
    assert set(np.unique(labels).tolist()) - {0} == set(range(1, count + 1))
    return {
        frozenset(cell for cell in CELLS if labels[cell] == label) for label in range(1, count + 1)
    }


@given(st.one_of(any_patterns(), packings().map(lambda pack: pack.pattern)))
def test_islands_of_the_empty_board(pattern: Pattern):
    labels, count = label_islands(implied_edges(pattern))
    assert labels.all()
    assert regions(labels, count) == Board(pattern).islands()


@given(any_patterns(), st.sets(st.sampled_from(CELLS)))
def test_islands_of_any_free_cells(pattern: Pattern, filled: set[Cell]):
    free = np.array([[(row, col) not in filled for col in range(8)] for row in range(8)])
    labels, count = label_islands(implied_edges(pattern), free)
    assert ((labels > 0) == free).all()
    board = Board(pattern, [Placement("any", "front", (cell,)) for cell in filled])
    assert regions(labels, count) == board.islands()


@given(packings(), st.integers(0, 18))
def test_islands_beside_pieces(pack: Packing, placed: int):
    board = Board(pack.pattern, pack.placements[:placed])
    bits = implied_edges(pack.pattern).bits
    for placement in pack.placements[:placed]:
        bits |= GRID.border(placement.cells)
    free = np.array([[(row, col) not in board.owner for col in range(8)] for row in range(8)])
    assert regions(*label_islands(EdgeMap.from_bits(GRID, bits), free)) == board.islands()


@given(st.integers(0, (1 << 144) - 1))
def test_two_cells_share_an_island_if_a_way_without_edges_joins_them(bits: int):
    edges = EdgeMap.from_bits(GRID, bits)
    labels, count = label_islands(edges)
    # Where the frame is no edge, the board wraps around, so that opposite cells touch.
    above = [(((row - 1) % 8, col), (row, col)) for row, col in CELLS]
    beside = [((row, (col - 1) % 8), (row, col)) for row, col in CELLS]
    steps = [
        *((one, other) for one, other in above if not edges.horizontal[other]),
        *((one, other) for one, other in beside if not edges.vertical[other]),
    ]
    region = {cell: {cell} for cell in CELLS}
    for one, other in steps:
        if region[one] is not region[other]:
            region[one] |= region[other]
            for cell in region[other]:
                region[cell] = region[one]
    assert regions(labels, count) == {frozenset(cells) for cells in region.values()}


def test_no_free_cell_no_island():
    labels, count = label_islands(implied_edges(named_pattern("car")), np.zeros((8, 8), bool))
    assert (count, labels.any()) == (0, False)


def test_the_chequered_board_is_one_island():
    labels, count = label_islands(implied_edges(named_pattern("checkerboard")))
    assert (count, labels.tolist()) == (1, [[1] * 8] * 8)
