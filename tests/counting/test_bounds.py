"""Bounds of the number of solutions, against the counter."""

import pytest

from kaleido import Position, Puzzle, named_pattern


@pytest.mark.parametrize("name", ["car", "starship", "fancy-chessboard", "pentomino-3x20"])
def test_a_search_that_ends_gives_the_number(name: str):
    puzzle = Puzzle(name)
    number = puzzle.count().solutions
    assert puzzle.bounds().most >= number
    assert puzzle.bounds(seconds=60) == (number, number)
    assert puzzle.bounds(seconds=60).is_exact


def test_a_search_that_is_cut_short_gives_a_lower_bound():
    puzzle = Puzzle(named_pattern("checkerboard"))
    found = puzzle.bounds(seconds=0.1)
    assert 0 < found.least < 153_632_920_704 <= found.most


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
