"""Pieces that wind around tubes and tori, against laying every piece everywhere."""

from __future__ import annotations

from itertools import count, islice

import pytest
from small_boards import Game, as_full, game

from kaleido import Board, PieceSet, Puzzle, Status, solve
from kaleido.model.verify import find_faults

FAMILIES = ("plain", "spare", "twins", "coloured", "mixed", "copies")


def wrapped(first: int, number: int) -> list[Game]:
    """List games on tubes and tori, from the seed `first` on."""
    games = (game(family, seed) for seed in count(first) for family in FAMILIES)
    return list(islice((own for own in games if own.wrap), number))


def assert_as_laid(own: Game) -> None:
    """Assert that placements, solutions and the verifier are those of the brute force."""
    puzzle = own.puzzle
    listed = [puzzle.problem.placement(number) for number in range(len(puzzle.problem))]
    lying = {(each.piece, frozenset(each.cells)) for each in listed}
    assert lying == own.lyings
    assert len(lying) == len(listed)
    found = [each.placements for each in puzzle.solutions()]
    assert {as_full(each) for each in found} == own.solutions
    assert len(found) == len(own.solutions) == puzzle.count().solutions
    for placements in found[:3]:
        assert find_faults(own.board, placements, own.pieces) == []
    assert (solve(puzzle).status is Status.SOLVED) == bool(own.solutions)


def test_random_boards():
    games = wrapped(0, 48)
    assert sum(own.has_spirals for own in games) >= 10
    for own in games:
        assert_as_laid(own)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_many_random_boards(part: int):
    for own in wrapped(1000 * (part + 1), 100):
        assert_as_laid(own)


def test_a_piece_that_is_longer_than_the_way_around_winds():
    pieces = PieceSet.parse("few", "# sides: mirrored\nF .o./ooo/o..\nD oo")
    puzzle = Puzzle(Board.parse("oooo/o.oo", wrap="rows"), pieces)
    solution = solve(puzzle).solution
    assert solution is not None
    assert find_faults(puzzle.pattern, solution.placements, pieces) == []
    assert puzzle.count().solutions == len(list(puzzle.solutions())) > 0


def test_a_piece_that_would_lie_over_itself_does_not():
    pieces = PieceSet.parse("bar", "# sides: mirrored\nI oooo")
    answer = solve(Puzzle(Board.parse("o/o/o/o", wrap="columns"), pieces))
    assert answer.status is Status.SOLVED
    assert len(Puzzle(Board.parse("oo/oo", wrap="both"), pieces).problem) == 0
