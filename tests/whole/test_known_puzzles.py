"""Puzzles whose numbers of solutions are known from elsewhere."""

import functools

import numpy as np
import pytest
from scipy import ndimage
from some import some

from kaleido import Board, Placement, Position, Puzzle, Status, named_puzzle, named_set, solve
from kaleido.heuristics import make_strategy
from kaleido.library.puzzles import GROUPS, puzzle_facts, puzzle_names
from kaleido.search import Place, Solved, State, search

PUBLISHED = {
    "domino-8x8": 12_988_816,
    "pentomino-3x20": 8,
    "pentomino-4x15": 4 * 368,
    "pentomino-5x12": 4 * 1010,
    "pentomino-6x10": 4 * 2339,
    "pentomino-8x8-centre": 8 * 65,
    "pentomino-8x8-corners": 8 * 2170,
    # Two pairs of 5 × 6, each turned and mirrored in four ways, in either order.
    "pentomino-two-5x6": 2 * 4 * 4 * 2,
    "one-sided-6x6": 58_016,
    "one-sided-octagon": 9552,
    "orders-3x3": 8 * 6,
    "orders-1-4-skewered-square": 4 * 1320,
    "orders-1-4-4x7-and-one": 6088,
    "tetromino-tube": 20 * 7,
}
"""Numbers of solutions that others have found."""

SYMMETRIC = {
    "orders-3x3": 6,
    "tetromino-tube": 7,
    "pentomino-3x20": 2,
    "pentomino-4x15": 368,
    "pentomino-5x12": 1010,
    "pentomino-6x10": 2339,
    "pentomino-8x8-centre": 65,
}
"""Of those, the numbers up to symmetry."""


def test_facts_of_the_puzzles_that_come_along():
    for name in some(puzzle_names()):
        facts = puzzle_facts(name)
        assert facts.group in GROUPS, name
        assert name in puzzle_names(facts.group)
        assert facts.solutions == PUBLISHED.get(name, facts.solutions), name


@pytest.mark.parametrize("name", SYMMETRIC)
def test_published_numbers(name: str):
    count = named_puzzle(name).count()
    assert (count.symmetric, count.solutions) == (SYMMETRIC[name], PUBLISHED[name])


@pytest.mark.parametrize("name", ["orders-3x3", "tetromino-tube", "pentomino-3x20"])
def test_all_solutions_are_listed(name: str):
    found = {frozenset(each.placements) for each in named_puzzle(name).solutions()}
    assert len(found) == PUBLISHED[name]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", [*SYMMETRIC, "pentomino-8x8-corners", "kanoodle", "domino-8x8",
                                  "pentomino-one-sided-9x10", "katamino-1-11"])  # fmt: skip
def test_a_first_solution_comes_soon(name: str, seed: int):
    puzzle = named_puzzle(name)
    answer = solve(puzzle, "constrained", seed=seed, max_nodes=20_000)
    assert answer.status is Status.SOLVED
    assert len(answer.solution.placements) == sum(puzzle.pieces.counts)


OPEN = ("katamino-5xN",)
"""The puzzles whose number is for the pieces that people begin with."""


def recounted(name: str) -> bool:
    """Return whether the number of solutions in the file of a puzzle is found again."""
    facts = puzzle_facts(name)
    own = named_puzzle(name, facts.use if name in OPEN else ())
    return own.count().solutions == facts.solutions


TOO_LONG = {"solid-pentomino-3x4x5"}
"""What takes minutes to count; `benchmarks/puzzles.py counted` does."""

COUNTED = [
    name
    for name in puzzle_names()
    if puzzle_facts(name).solutions is not None and name not in TOO_LONG
]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name.startswith(("orders", "one-")) else pytest.mark.long)
        for name in COUNTED
    ],
)
def test_the_numbers_of_solutions_in_the_files(name: str):
    assert recounted(name)


SEEDS = {"hexomino-11x19": 3}
"""Those with which the search is soon done; 0 for other puzzles."""


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(puzzle_names()) - set(OPEN)))
def test_every_puzzle_has_a_solution_or_a_proof_that_there_is_none(name: str):
    answer = solve(named_puzzle(name), seed=SEEDS.get(name, 0), max_nodes=100_000)
    is_impossible = puzzle_facts(name).solutions == 0
    assert answer.status is (Status.NO_SOLUTION if is_impossible else Status.SOLVED)


def test_the_pieces_that_a_katamino_is_begun_with():
    own = named_puzzle("katamino-5xN", puzzle_facts("katamino-5xN").use)
    assert own.count().solutions == 24


KATAMINO_LISTS = {1: "2 3 6 11 8 4 5 10 9 1 7", 2: "2 3 7 9 8 5 6 4 10 1 12"}


@pytest.mark.parametrize("number", KATAMINO_LISTS)
def test_each_katamino_of_a_list_has_one_piece_more(number: int):
    order = KATAMINO_LISTS[number].split()
    for length in some(range(3, len(order) + 1)):
        name = f"katamino-{number}-{length}"
        own = named_puzzle(name)
        assert {piece.name for piece in own.pieces} == {*order[:length]}
        assert (own.pattern.grid.rows, own.pattern.grid.cols) == (5, length)
        # Those of more pieces are recounted at night.
        assert length > 8 or recounted(name)


def test_the_first_steps_need_both_faces_of_five_pieces():
    own = named_puzzle("first-steps")
    assert own.count().solutions == 1
    faces = [each.face for each in solve(own).solution.placements]
    assert sorted(faces) == ["back", "back", "front", "front", "front"]


# Regions.


def four_pentominoes(name: str) -> Puzzle:
    others = [other for other in ("N", "V", "L", "Y") if other != name][:3]
    return Puzzle(Board.parse("4x5"), named_set("pentominoes").chosen([name, *others]))


def test_six_and_nine_cells_are_dead_at_once():
    own = four_pentominoes("N")
    cells = ((0, 1), (1, 1), (1, 2), (2, 2), (3, 2))
    found = [n for n in range(len(own.problem)) if own.problem.placement(n).cells == cells]
    assert len(found) == 1
    state = State.empty(own.problem)
    assert not state.dead
    after = state.place(found[0])
    assert sorted(parts(own, after.free)) == [6, 9]
    assert after.dead


@pytest.mark.parametrize("name", ["V", "N", "Z", "W", "L", "Y", "F"])
def test_every_split_by_one_piece(name: str):
    own = four_pentominoes(name)
    splits = 0
    for number, piece in enumerate(own.problem.piece_numbers):
        if own.pieces.pieces[piece].name == name:
            state = State.empty(own.problem).place(number)
            if any(size % 5 for size in parts(own, state.free)):
                splits += 1
                assert state.dead
    assert splits


def parts(own: Puzzle, free: int) -> list[int]:
    """Count the cells of each region of a flat board."""
    grid = own.problem.grid
    cells = np.zeros((grid.rows, grid.cols), bool)
    cells[tuple(zip(*grid.cells(free), strict=True))] = True
    regions, _ = ndimage.label(cells)
    return np.bincount(regions[cells])[1:].tolist()


def test_regions_are_looked_at_around_the_seams():
    # Upright lines at columns 0 and 2 leave two columns on the strip: 4 and 4 cells, too. On
    # the tube with a line at column 1 all the rest is one region.
    pieces = named_set("tetrominoes").chosen(["I", "O", "L", "T", "S"])
    cells = ((0, 1), (1, 0), (1, 1), (2, 0))
    flat, tube = (Puzzle(Board.parse("4x5", wrap), pieces) for wrap in ("", "columns"))
    upright = Placement("S", "back", cells), Placement("S", "front", cells)
    lying = next(each for each in upright if flat.problem.number_of(each) is not None)
    # One cell in the corner is cut off on the strip; on the tube it is not.
    assert sorted(parts(flat, Position(flat, [lying]).state.free)) == [1, 15]
    assert Position(flat, [lying]).state.dead
    assert not Position(tube, [lying]).state.dead


def test_a_board_of_two_regions_is_dead_before_the_first_piece():
    chosen = named_set("pentominoes").chosen(["P", "U", "V"])
    own = Puzzle(Board.parse("ooo/ooo/.../ooo/ooo/ooo"), chosen)
    assert State.empty(own.problem).dead


@pytest.mark.parametrize("name", ["tetromino-tube", "pentomino-3x20", "pentomino-two-5x6"])
@pytest.mark.few(2)
def test_cells_that_split_the_board_go_first(name):
    problem, forks = named_puzzle(name).problem, 0
    strategy = make_strategy("constrained+splitting")
    for event in (events := list(search(problem, strategy, max_solutions=None))):
        if isinstance(event, Place) and len(event.fork.moves) > 1:
            cells = problem.grid.cut_cells(event.state.parent.free)
            forks += bool(cells)
            # All ways to cover one cell, whose placements are few.
            shared = functools.reduce(int.__and__, map(problem.masks.__getitem__, event.fork.moves))
            assert not cells or shared & cells
    assert forks
    assert sum(isinstance(event, Solved) for event in events) == puzzle_facts(name).solutions
