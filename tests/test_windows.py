from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings, strategies as st
from naive import Board, Cell
from packings import Packing, near_packings, packings

from kaleido import Grid, Pattern, Puzzle, implied_edges, named_pattern
from kaleido.model.sides import Sides
from kaleido.search.strategies.window_table import WindowTable
from kaleido.search.strategies.windows import Window, find_windows

BLOCKS = [(2, 3), (3, 2)]
LINES = [(1, 4), (4, 1)]


def window_cells(shape: tuple[int, int], corner: Cell) -> list[Cell]:
    (height, width), (top, left) = shape, corner
    return [(top + row, left + col) for row in range(height) for col in range(width)]


def all_windows() -> list[tuple[tuple[int, int], Cell]]:
    return [
        ((height, width), corner)
        for height, width in BLOCKS + LINES
        for corner in itertools.product(range(9 - height), range(9 - width))
    ]


def naive_windows(board: Board, island: frozenset[Cell], size: int) -> set[Window]:
    found = set()
    for shape, corner in all_windows():
        inside = [cell for cell in window_cells(shape, corner) if cell in island]
        edges = sum(map(board.sides, inside))
        if len(inside) < size or (shape in LINES and (size != 4 or edges < 5)):
            continue
        found.add(Window(shape, corner, len(inside), edges))
    return found


@settings(max_examples=40)
@given(packings(), st.integers(0, 17), st.sampled_from([1, 2, 3, 4]))
def test_windows_over_every_island(pack: Packing, placed: int, size: int):
    board = Board(pack.pattern, pack.placements[:placed])
    bits = implied_edges(pack.pattern).bits
    for placement in pack.placements[:placed]:
        bits |= Grid(8, 8).border(placement.cells)
    sides = Sides(Grid(8, 8), bits)
    for island in board.islands():
        found = find_windows(sides, Grid(8, 8).cell_bits(island), size)
        assert len(set(found)) == len(found)
        assert set(found) == naive_windows(board, island, size)
        densities = [window.edges / window.cells for window in found]
        assert densities == sorted(densities, reverse=True)
        assert [window.density for window in found] == densities


@pytest.mark.parametrize(("col", "held"), [(0, True), (1, False)])
def test_a_line_needs_an_end_and_a_long_side_on_edges(col: int, held: bool):
    # On the chequered board only the frame is an edge.
    grid = Grid(8, 8)
    windows = find_windows(Sides(grid, grid.frame), grid.all_cells, 4)
    lines = {window.corner for window in windows if window.shape == (1, 4)}
    assert ((0, col) in lines) == held
    assert (3, 0) not in lines


@settings(max_examples=10)
@given(near_packings())
def test_the_table_knows_what_lies_in_a_window(pattern: Pattern):
    puzzle = Puzzle(pattern)
    table = WindowTable(puzzle.problem)
    placements = puzzle.problem.placements(range(len(puzzle.problem)))
    held = 0
    for shape, corner in all_windows():
        inside = 0
        window = set(window_cells(shape, corner))
        for number, placement in enumerate(placements):
            if window >= set(placement.cells) and (shape in BLOCKS or len(placement.cells) == 4):
                inside |= 1 << number
        assert table.inside(shape, corner) == inside
        held |= inside
    assert table.held == held


def test_only_the_wand_fits_no_window():
    puzzle = Puzzle(named_pattern("checkerboard"))
    outside = ~WindowTable(puzzle.problem).held
    pieces = {
        puzzle.problem.placement(number).piece
        for number in range(len(puzzle.problem))
        if outside >> number & 1
    }
    assert pieces == {"wand"}
