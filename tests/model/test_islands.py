from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st
from naive import CELLS, Cell
from naive_puzzle import Naive, Texts

from kaleido.model.edges import find_islands
from kaleido.model.grid import Grid
from kaleido.model.lattices import find_lattice, lattice_names
from kaleido.model.square_grid import SquareGrid, grid_of


def regions(labels: np.ndarray, count: int) -> set[frozenset[Cell]]:
    """Turn labels into sets of cells; they must be 1, 2, … without a gap, 0 left out."""
    assert labels.shape == (8, 8)
    assert set(np.unique(labels).tolist()) - {0} == set(range(1, count + 1))
    return {
        frozenset(cell for cell in CELLS if labels[cell] == label) for label in range(1, count + 1)
    }


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
