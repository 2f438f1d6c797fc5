from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import CELLS, Board, Cell
from naive_puzzle import Naive, Texts
from packings import Packing, any_patterns, packings

from kaleido import Pattern, Placement, named_pattern
from kaleido.model import EdgeMap, implied_edges, label_islands
from kaleido.model.edges import find_islands
from kaleido.model.grid import Grid
from kaleido.model.lattices import find_lattice, lattice_names
from kaleido.model.square_grid import SquareGrid, grid_of

GRID = SquareGrid(8, 8)


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


# Sets of bits, on boards of every kind.

LATTICES = dict.fromkeys(lattice_names(), 1) | {"cubic": 3, "spheres": 3}
"""The most layers on each lattice."""


class Ground(NamedTuple):
    """A board: its grid, and the pairs of cells that touch, each with the edge between them."""

    grid: Grid
    ways: list[tuple[int, int, int]]


@st.composite
def rectangles(draw: st.DrawFn, wraps_rows: bool, wraps_cols: bool) -> Ground:
    """Draw boards of squares that may be one or two rows or columns wide."""
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    level = [
        (row * cols + col, (row - 1) % rows * cols + col, row * cols + col)
        for row in range(not wraps_rows, rows)
        for col in range(cols)
    ]
    upright = [
        (row * cols + col, row * cols + (col - 1) % cols, first + col)
        for row in range(rows)
        for first in [(rows + 1) * cols + row * (cols + 1)]
        for col in range(not wraps_cols, cols)
    ]
    ways = [(one, other, 1 << edge) for one, other, edge in level + upright]
    return Ground(SquareGrid(rows, cols, wraps_rows, wraps_cols), ways)


@st.composite
def boxes(draw: st.DrawFn, name: str) -> Ground:
    """Draw boxes of a lattice: which cells touch, brute force knows."""
    layers, rows, cols = (draw(st.integers(1, most)) for most in (LATTICES[name], 4, 4))
    text = "//".join(["/".join(["o" * cols] * rows)] * layers)
    grid = grid_of(find_lattice(name), layers * rows, cols, layers)
    ways = [
        (one, other, grid.between(1 << one, 1 << other))
        for one, near in enumerate(Naive(Texts(text, (), name)).beside)
        for other in near
        if other is not None and one < other
    ]
    return Ground(grid, ways)


GROUNDS = {
    "plain": rectangles(False, False),
    "rows": rectangles(True, False),
    "columns": rectangles(False, True),
    "both": rectangles(True, True),
    **{f"{name} lattice": boxes(name) for name in LATTICES},
}


def sparse(most: int) -> st.SearchStrategy[int]:
    """Draw sets with any share of the numbers in one, often a small share."""
    sets = st.integers(0, most).map(lambda mask: mask & most)
    return st.one_of(sets, st.tuples(sets, sets, sets).map(lambda own: own[0] & own[1] & own[2]))


def filled(ground: Ground, edges: int, free: int) -> Iterator[int]:
    """Yield the islands of some cells, each from its first cell, one step at a time."""
    beside = defaultdict(set)
    for one, other, edge in ground.ways:
        if not edges & edge:
            beside[one].add(other)
            beside[other].add(one)
    left = {cell for cell in range(ground.grid.size) if free >> cell & 1}
    while left:
        island, fresh = set(), {min(left)}
        while fresh:
            island |= fresh
            fresh = ({other for cell in fresh for other in beside[cell]} & left) - island
        left -= island
        yield sum(1 << cell for cell in island)


@pytest.mark.parametrize("kind", GROUNDS)
@given(st.data())
def test_all_ways_to_find_islands_agree(kind: str, data: st.DataObject):
    ground = data.draw(GROUNDS[kind])
    grid = ground.grid
    edges = data.draw(sparse(grid.all_edges))
    free = grid.all_cells & ~data.draw(sparse(grid.all_cells))
    islands = tuple(filled(ground, edges, free))
    assert grid.islands(edges, free) == islands
    assert find_islands(grid, edges, free) == islands
    with pytest.MonkeyPatch.context() as patch:
        missing = data.draw(st.sampled_from([("numpy",), ("scipy.ndimage", "scipy.sparse")]))
        for module in missing:
            patch.setitem(sys.modules, module, None)
        assert find_islands(grid, edges, free) == islands


@pytest.mark.parametrize("kind", GROUNDS)
@given(st.data())
def test_regions_are_islands_without_edges(kind: str, data: st.DataObject):
    ground = data.draw(GROUNDS[kind])
    grid = ground.grid
    cells = grid.all_cells & ~data.draw(sparse(grid.all_cells))
    seeds = cells & data.draw(sparse(grid.all_cells))
    regions = [region for region in filled(ground, 0, cells) if region & seeds]
    assert sorted(grid.regions(seeds, cells)) == sorted(regions)
    assert grid.joins(seeds, cells) == (len(regions) < 2)


def test_islands_are_found_where_there_are_no_arrays():
    code = (
        "import sys; sys.modules.update(numpy=None, scipy=None)\n"
        "from kaleido.model.square_grid import SquareGrid\n"
        "from kaleido.model.edges import find_islands\n"
        "grid = SquareGrid(2, 3)\n"
        "print(find_islands(grid, grid.border([(0, 0)]), grid.all_cells))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "(1, 62)\n"), done.stderr
