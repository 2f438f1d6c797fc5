"""Coloured pieces on boards that wrap around, where both faces may lie on the same cells."""

from __future__ import annotations

import pytest
from small_boards import Game, Kind, as_full, game

from kaleido import Placement, PlacingError, Position, solve


def assert_each_once(own: Game) -> None:
    """Assert that the package finds what the oracle finds, up to symmetry as well."""
    puzzle = own.puzzle
    found = [as_full(each.placements) for each in puzzle.solutions()]
    assert len(set(found)) == len(found)
    assert set(found) == own.solutions
    count = puzzle.count()
    assert count.solutions == len(own.solutions)
    assert puzzle.unique() == (len(own.solutions) == 1)


TWINS = Game(
    ("xx.yx", "rxr.y"),
    "both",
    (Kind("A", ("x../rxr", "..x/rxr")), Kind("B", ("x", "x")), Kind("C", ("yx/.y", "rx/.r"))),
    "two-faced",
)


def test_both_faces_on_the_same_cells_are_one_placement():
    assert TWINS.has_twins
    assert len(TWINS.solutions) == 1
    assert_each_once(TWINS)


def test_a_placement_is_known_by_either_face():
    puzzle = TWINS.puzzle
    assert len(puzzle.problem) == len(TWINS.lyings)
    for number in range(len(puzzle.problem)):
        placement = puzzle.problem.placement(number)
        for face in ("front", "back"):
            twin = Placement(placement.piece, face, placement.cells)
            if (twin.piece, face, frozenset(twin.cells)) in TWINS.every:
                assert puzzle.problem.number_of(twin) == number
                continue
            assert puzzle.problem.number_of(twin) is None
            with pytest.raises(PlacingError):
                solve(Position(puzzle, [twin]))


def test_random_boards():
    several = [game("twins", seed) for seed in range(60)]
    assert sum(own.has_twins for own in several) > 10
    for own in several:
        assert_each_once(own)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_many_random_boards(part: int):
    for seed in range(60 + 100 * part, 160 + 100 * part):
        assert_each_once(game("twins", seed))
