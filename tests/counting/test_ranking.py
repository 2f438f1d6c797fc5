"""Solutions by their number, which numbers tell apart."""

import pytest
from small_boards import as_full, small

from kaleido import Puzzle, named_pattern, named_puzzle
from kaleido.base.errors import TooLargeError
from kaleido.counting import MAX_FIRST, CountLimits, Ranking
from kaleido.search import SolutionSymmetries
from kaleido.search.state import State


def ranked(own, placed=(), *, up_to_symmetry=False):
    """Give the solutions of a game by their numbers, as what lies where."""
    problem = own.puzzle.problem
    state = own.position(placed).state
    ranking = Ranking(state, symmetries=SolutionSymmetries(state) if up_to_symmetry else None)
    assert ranking.reachable == ranking.total
    found = [as_full(problem.placements(ranking[rank])) for rank in range(ranking.total)]
    # In any order, and again, a number stands for the same solution.
    for rank in range(ranking.total - 1, -1, -3):
        assert as_full(problem.placements(ranking[rank])) == found[rank]
    for rank in (-1, ranking.total):
        with pytest.raises(IndexError, match="can be found"):
            ranking[rank]
    return found


def test_millions():
    puzzle = named_puzzle("domino-8x8")
    state = State.empty(puzzle.problem)
    ranking = Ranking(state)
    assert ranking.total == 12_988_816
    some = [ranking[rank] for rank in (0, 1, 6_494_408, 12_988_815)]
    assert len({frozenset(path) for path in some}) == 4
    for path in some:
        assert puzzle.check(puzzle.problem.placements(path)) == ()
    # One by one, only the first of so many are told apart by symmetry.
    ranking = Ranking(state, symmetries=SolutionSymmetries(state))
    assert (ranking.total, ranking.reachable) == (1_629_189, MAX_FIRST)
    assert puzzle.check(puzzle.problem.placements(ranking[20])) == ()


def test_a_pattern_and_its_turns():
    puzzle = Puzzle(named_pattern("fancy-chessboard"))
    state = State.empty(puzzle.problem)
    every = {frozenset(path) for path in map(Ranking(state).__getitem__, range(118))}
    symmetric = Ranking(state, symmetries=SolutionSymmetries(state))
    assert (len(every), symmetric.total) == (118, 59)
    assert {frozenset(symmetric[rank]) for rank in range(59)} < every


def test_a_board_without_solutions_and_a_full_one():
    own = small("ooo/o..", "I ooo, o o")
    assert len(own.solutions) == 1
    assert ranked(own, sorted(next(iter(own.solutions)))) == list(own.solutions)
    none = small("oo/oo", "I ooo, o o")
    assert ranked(none) == ranked(none, up_to_symmetry=True) == []


def test_too_little_memory():
    with pytest.raises(TooLargeError):
        Ranking(State.empty(named_puzzle("pentomino-6x10").problem), CountLimits(10**5))


def test_command(output_of):
    assert output_of("solutions tetromino-tube --up-to-symmetry").endswith("7 solutions\n")
