"""Boards on which every rule of the paper's program decides something; rules one at a time.

That a change of a rule is noticed, `python tools/mutants.py paper` shows.
"""

import random
from dataclasses import replace

import pytest
from paper_runs import Rows, expected, shown

from kaleido import named_pattern
from kaleido.heuristics.plus import PaperPlus, PlusRules
from kaleido.model.square_grid import SquareGrid
from kaleido.paper import Paper
from kaleido.paper.edges import Sides
from kaleido.paper.forks import FoundMove
from kaleido.paper.islands import BoundingBox
from kaleido.paper.program import Program
from kaleido.paper.progression import changed_progression
from kaleido.paper.rules import Rules
from kaleido.paper.windows import Opening, line_windows, opened
from kaleido.search import Problem, Weights

NAMES = ("car", "checkerboard", "crossroads", "digit-2", "digit-3", "digit-4", "digit-5", "key",
         "digit-7", "greek-temple", "mask", "four-bows", "no-single-squares",
         "postal-van", "night-and-day", "two-mirrors")  # fmt: skip

BOARDS = tuple(
    tuple(board.split("/"))
    for board in (
        # An island of 53 cells and one of 5: 53 / 64 and 5 / 6 are both 0.83.
        "rxrxrxrx/xrxrxrxr/xrrxrxrx/rxxxrxxr/xxrrxrrx/xrxrxrxr/rxrxrxrx/xrxrxrxr",
        # The wand has homes with as many edges in both islands, and the lower one comes first.
        "rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx/rxrxrxrx/xrxrxrxr/rxrxrxrx",
        # The wand fills the last island but one.
        "rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx/rxrxrxrx",
        # Found at random.
        "rxrxxrxr/xrxrrxrx/rxrxxrxr/xrxrxrxr/rxrxrxxr/xrxrxrrx/rxrxrxxr/xrxrxrxr",
        "rxrxrxrx/xrxrxrxr/rxxrxrrx/xrrxrxxr/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr",
        "rxrxrxrx/xrxrxrxr/rrxrrxrx/xxrxxrxr/rrxrrxrx/xxrxxrxr/rxrxrxrx/xrxrxrxr",
        # An island of one row and six cells.
        "rxxrxrxr/xrxrxrxr/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx",
        "rxxrxrrx/xrrxxrxr/rxrrxrrx/xrxxxrxr/rxxxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr",
    )
)

POOL: tuple[Rows, ...] = (*(named_pattern(name).rows for name in NAMES), *BOARDS)


def is_noticed(strategy: Paper | None = None) -> bool:
    return any(shown(rows, strategy) != expected(rows) for rows in POOL)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("rows", POOL, ids="/".join)
@pytest.mark.few(24)
def test_every_board_as_the_oracle(rows: Rows):
    assert shown(rows) == expected(rows)


@pytest.mark.parametrize("weight", ["matched", "window", "corner", "block", "span"])
def test_every_changed_weight_is_noticed(weight: str):
    other = getattr(Weights(), weight) + 0.3
    assert is_noticed(Paper(weights=replace(Weights(), **{weight: other})))


@pytest.mark.parametrize("name", Rules.text().names)
def test_every_rule_of_the_text_is_noticed(name: str):
    assert is_noticed(Paper(rules=Rules().switched(name)))


@pytest.mark.parametrize("name", ["propagation", "forced", "fallback", "bounded", "chance"])
def test_every_addition_is_noticed(name: str):
    assert is_noticed(PaperPlus(2, rules=PlusRules().switched(name)))


CHECKERED = Problem(named_pattern("checkerboard"))


def program_of(problem: Problem) -> Program:
    return Program(problem, Weights(), Rules())


@pytest.mark.parametrize(
    ("sizes", "changed"),
    [
        ((4, 4), (3, 3, 2)),
        ((4, 3, 1), (3, 3, 2)),
        ((4, 4, 4), None),
        ((4, 3), None),
        ((3, 3, 2), (2, 1, 3, 2)),
        ((3, 3, 1, 1), (2, 1, 3, 1, 1)),
        ((2, 3, 3), None),
        ((1,), None),
    ],
)
def test_what_progressions_become(sizes: tuple[int, ...], changed: tuple[int, ...] | None):
    assert changed_progression(sizes) == changed


def test_every_move_takes_the_first_entry():
    own = program_of(CHECKERED)
    start = own.start()._replace(sizes=((4, 3, 1),))
    for name in ("wand", "mono-x", "domino", "square"):
        number = next(n for n, p in enumerate(CHECKERED.placements(range(len(CHECKERED))))
                      if p.piece == name)  # fmt: skip
        assert own.play(start, number).sizes == ((3, 1),)


def places(*cells: set[tuple[int, int]]) -> list[Opening]:
    grid = SquareGrid(8, 8)
    return [Opening((2, 3), (0, 0), grid.cell_bits(each), 0, 0, 0) for each in cells]


def line(length: int, at: int = 0) -> set[tuple[int, int]]:
    return {(at, col) for col in range(length)}


@pytest.mark.parametrize(
    ("counts", "opened_counts"),
    [
        ([5, 4, 3, 2, 1], [5, 4, 3]),
        ([5, 5, 4, 3, 2, 1], [5, 5, 4, 3, 2]),
        ([2, 3, 6, 6, 5, 4], [6, 6, 5, 4, 3]),
        ([3, 1], [3]),
        # One is dropped before the best are counted.
        ([3, 3, 2, 1], [3, 3, 2]),
        ([2, 1, 0], [2]),
        ([1, 0, 1], [1, 1]),
        ([0, 0], []),
    ],
)
def test_which_windows_are_opened(counts: list[int], opened_counts: list[int]):
    grid = SquareGrid(8, 8)
    sides = Sides.of(grid, grid.frame)
    windows = places(*(line(count) for count in counts))
    found = opened(windows, sides, grid.cell_bits(line(8)))
    assert [value for value, _ in found] == opened_counts
    assert [value for value, _ in found] == [place.cells.bit_count() for _, place in found]


@pytest.mark.parametrize(("size", "value"), [(11, 3), (12, 4)])
def test_windows_are_valued_by_edges_from_twelve_open_cells_on(size: int, value: int):
    grid = SquareGrid(8, 8)
    sides = Sides.of(grid, grid.frame)
    # Three cells in the corner of the board have four sides on its frame.
    ((found, _),) = opened(places(line(3)), sides, (1 << size) - 1)
    assert found == value


def moves_of(own: Program, cells: int, size: int) -> list[FoundMove]:
    """Give the moves of a size that an island offers of which some cells are open."""
    board = own.start()._replace(open=cells)
    return list(own._in_windows(board, 0, size, board.fits))


def is_at_other_end(own: Program, move: FoundMove) -> bool:
    (height, width), (top, left) = move.window.shape, move.window.corner
    end = own.problem.grid.rectangle((2, 2), (top + height - 2, left + width - 2))
    return own.problem.masks[move.number] == end


@pytest.mark.parametrize("size", [3, 4])
def test_windows_of_large_islands_with_few_edges_are_passed_over(size: int):
    # Only the frame is an edge of the chequered board.
    own, rng = program_of(CHECKERED), random.Random(size)
    few: dict[int, list[bool]] = {11: [], 12: []}
    for _ in range(300):
        row, col = rng.randrange(4), rng.randrange(4)
        cells = list(CHECKERED.grid.cells(CHECKERED.grid.rectangle((4, 4), (row, col))))
        for count in few:
            mask = CHECKERED.grid.cell_bits(rng.sample(cells, count))
            few[count] += [
                is_at_other_end(own, move)
                for move in moves_of(own, mask, size)
                if move.window.edges < size and CHECKERED.masks[move.number].bit_count() == size
            ]
    assert not all(few[11])
    assert all(few[12])
    assert bool(few[12]) == (size == 4)


def test_a_window_of_value_1_offers_a_single_cell_scored_as_if_surrounded():
    own = program_of(CHECKERED)
    grid = CHECKERED.grid
    for row, col in [(0, 0), (3, 3), (5, 6)]:
        cell = grid.cell_bits([(row, col)])
        found = moves_of(own, cell, 4)
        assert {CHECKERED.masks[move.number] for move in found} == {cell}
        assert {tuple(move.parts) for move in found} == {(4, 4, 0.0, 0.0, 0, 0.0)}
        # One for each window that has the cell.
        windows = own.windows.openings(BoundingBox(0, 0, 8, 8))
        assert len(found) == sum(bool(each.cells & cell) for each in windows)


def test_a_large_window_of_value_1_offers_its_first_open_cell():
    # In the middle row of the frame's left side each window has one edge; no other has any.
    own, grid = program_of(CHECKERED), CHECKERED.grid
    cells = grid.rectangle((6, 6), (1, 1)) | grid.cell_bits([(3, 0)])
    found = moves_of(own, cells, 4)
    firsts = {
        min(grid.cells(each.cells & cells))
        for each in own.windows.openings(BoundingBox(0, 0, 8, 8))
        if own.start().sides.count(each.cells & cells) == 1
    }
    single = {grid.cells(CHECKERED.masks[m.number]) for m in found if m.parts[:2] == (4, 4)}
    assert {tuple(cells) for cells in single} == {(cell,) for cell in firsts}
    assert len(firsts) > 1


def test_the_first_run_of_a_line_has_the_small_wands_windows():
    # A line of eight has room for one run of four and an end; on longer lines there are more.
    grid = SquareGrid(1, 12)
    sides = Sides.of(grid, grid.frame)
    cells = grid.cell_bits((0, col) for col in (0, 1, 2, 3, 4, 7, 8, 9, 10, 11))
    found = [window.corner[1] for window in line_windows(grid, sides, cells)]
    assert found == [0, 1]
    every = [window.corner[1] for window in line_windows(grid, sides, cells, every=True)]
    assert every == [0, 1, 7, 8]


def test_a_line_window_has_the_edges_of_an_end_and_a_long_side():
    grid = SquareGrid(8, 8)
    sides, row = Sides.of(grid, grid.frame), grid.rectangle((1, 8), (0, 0))
    assert [(each.corner, each.edges) for each in line_windows(grid, sides, row)] == [
        ((0, 0), 5),
        ((0, 4), 5),
    ]
    # With one cell fewer to the left, the end has no edge.
    short = row & ~grid.cell_bits([(0, 0)])
    assert [each.corner for each in line_windows(grid, sides, short)] == [(0, 4)]
