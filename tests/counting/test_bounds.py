"""SolutionBounds of the number of solutions, against brute force and the counter."""

import math

import pytest

from kaleido import Board, OptionError, PieceSet, Position, Puzzle, named_pattern
from kaleido.counting import bound_solutions


@pytest.mark.parametrize("name", ["car", "starship", "fancy-chessboard", "pentomino-3x20"])
def test_a_search_that_ends_gives_the_number(name: str):
    puzzle = Puzzle(name)
    number = puzzle.count().solutions
    assert puzzle.bounds().most >= number
    assert puzzle.bounds(timeout=60) == (number, number)
    assert puzzle.bounds(timeout=60).is_exact


def test_a_search_that_is_cut_short_gives_a_lower_bound():
    puzzle = Puzzle(named_pattern("checkerboard"))
    found = puzzle.bounds(timeout=0.1)
    assert 0 < found.least < 153_632_920_704 <= found.most


def test_parts_of_a_board_are_covered_each_on_its_own():
    # Five ways to cover two rows of four with dominoes, and two of a square.
    pieces = PieceSet.parse("own", "# sides: mirrored\nD oo x10")
    puzzle = Puzzle(Board("oooo.oo.oooo/oooo.oo.oooo"), pieces)
    assert bound_solutions(puzzle.state) == (0, 5 * 2 * 5)
    assert puzzle.count().solutions == 50


@pytest.mark.parametrize("seconds", [-1, math.nan, "1"])
def test_seconds_that_make_no_sense_are_refused(seconds):
    for name in ("car", "checkerboard"):
        with pytest.raises(OptionError, match=r"^timeout is|for timeout$"):
            bound_solutions(Puzzle(named_pattern(name)).state, timeout=seconds)


def test_a_solved_board_has_one_solution_and_a_lost_one_has_none():
    puzzle = Puzzle("first-steps")
    (solution,) = puzzle.solutions()
    assert Position(puzzle, solution.placements).bounds() == (1, 1)
    wrong = next(
        position
        for each in Position(puzzle).legal_placements
        if (position := Position(puzzle).push(each)).state.dead
    )
    assert wrong.bounds() == (0, 0)
