import itertools

import pytest
from hypothesis import given, strategies as st
from naive import Board, Cell
from packings import Packing, near_packings, packings
from some import some

from kaleido import Pattern, Puzzle, named_pattern
from kaleido.heuristics.view import densest_windows
from kaleido.model import implied_edges
from kaleido.model.square_grid import SquareGrid
from kaleido.paper.edges import Sides
from kaleido.paper.islands import BoundingBox
from kaleido.paper.windows import WindowTable, is_held
from kaleido.search.fork import Window

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


@given(packings(), st.integers(0, 17), st.sampled_from([1, 2, 3, 4]))
def test_windows_over_every_island(pack: Packing, placed: int, size: int):
    board = Board(pack.pattern, pack.placements[:placed])
    bits = implied_edges(pack.pattern).bits
    for placement in pack.placements[:placed]:
        bits |= SquareGrid(8, 8).border(placement.cells)
    sides = Sides.of(SquareGrid(8, 8), bits)
    for island in some(board.islands()):
        found = densest_windows(
            SquareGrid(8, 8), sides, SquareGrid(8, 8).cell_bits(island), size, BLOCKS
        )
        assert len(set(found)) == len(found)
        assert set(found) == naive_windows(board, island, size)
        densities = [window.edges / window.cells for window in found]
        assert densities == sorted(densities, reverse=True)
        assert [window.density for window in found] == densities


@pytest.mark.parametrize(("col", "held"), [(0, True), (1, False)])
def test_a_line_needs_an_end_and_a_long_side_on_edges(col: int, held: bool):
    # On the chequered board only the frame is an edge.
    grid = SquareGrid(8, 8)
    windows = densest_windows(grid, Sides.of(grid, grid.frame), grid.all_cells, 4, BLOCKS)
    lines = {window.corner for window in windows if window.shape == (1, 4)}
    assert ((0, col) in lines) == held
    assert (3, 0) not in lines


@given(near_packings())
def test_the_table_knows_what_lies_at_the_corner_of_a_window(pattern: Pattern):
    puzzle = Puzzle(pattern)
    table = WindowTable(puzzle.problem)
    placements = puzzle.problem.placements(range(len(puzzle.problem)))
    for shape, corner in some(all_windows()):
        starting = 0
        window = set(window_cells(shape, corner))
        for number, placement in enumerate(placements):
            rows, cols = zip(*placement.cells, strict=True)
            if window >= set(placement.cells) and (min(rows), min(cols)) == corner:
                starting |= 1 << number
        assert table.starting(shape, corner) == starting


@given(st.integers(0, 7), st.integers(0, 7), st.data())
def test_windows_lie_in_the_box_of_an_island(top: int, left: int, data: st.DataObject):
    height, width = data.draw(st.integers(1, 8 - top)), data.draw(st.integers(1, 8 - left))
    problem = Puzzle(named_pattern("checkerboard")).problem
    table = WindowTable(problem)
    found = table.openings(BoundingBox(top, left, height, width))
    expected = [
        (shape, (row, col))
        for shape in BLOCKS
        for row in range(top, top + height - shape[0] + 1)
        for col in range(left, left + width - shape[1] + 1)
    ]
    if height * width <= 6:
        expected = [((height, width), (top, left))]
    assert [(each.shape, each.corner) for each in found] == expected
    squares = {
        problem.masks[n] for n in range(len(problem)) if problem.placement(n).piece == "square"
    }
    for each in found:
        assert set(problem.grid.cells(each.cells)) == set(window_cells(each.shape, each.corner))
        has_end = min(each.shape) > 1 and max(each.shape) > 2
        row, col = (at + side - 2 for at, side in zip(each.corner, each.shape, strict=True))
        end = problem.grid.rectangle((2, 2), (row, col)) if has_end else 0
        assert each.end == end
        lying = {problem.masks[n] for n in range(len(problem)) if each.ends >> n & 1}
        assert lying == ({end} & squares if has_end else set())


def test_only_the_wand_fits_no_window():
    pieces = Puzzle(named_pattern("checkerboard")).problem.placeable
    assert [piece.name for piece in pieces if not is_held(piece, BLOCKS)] == ["wand"]
