"""Solutions by their number, against the brute-force solver of `small_boards`."""

import pytest
from small_boards import Game, Kind, as_full, games, moved
from some import some

from kaleido import Position, Puzzle, named_pattern, named_puzzle
from kaleido.base.errors import TooLargeError
from kaleido.cli import main
from kaleido.counting import MAX_FIRST, CountLimits, Ranking
from kaleido.search import SolutionSymmetries
from kaleido.search.state import State

FAMILIES = ("plain", "copies", "spare", "coloured", "mixed")


def ranked(own, placed=(), *, up_to_symmetry=False):
    """Give the solutions of a game by their numbers, as what lies where."""
    problem = own.puzzle.problem
    state = Position(own.puzzle, own.placements(list(placed))).state
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


@pytest.mark.parametrize("family", FAMILIES)
def test_every_number_is_a_solution_of_its_own(family):
    for own in some(games(family, seeds=3)):
        found = ranked(own)
        assert len(found) == len(own.solutions)
        assert set(found) == own.solutions
        firsts = ranked(own, up_to_symmetry=True)
        assert len(firsts) == own.orbits()
        moves = own.symmetries()
        assert {moved(full, move) for full in firsts for move in moves} == own.solutions
        searched = [as_full(each.placements) for each in own.puzzle.solutions(up_to_symmetry=True)]
        assert len(searched) == len(firsts)
        assert {moved(full, move) for full in searched for move in moves} == own.solutions


def test_those_that_hold_what_is_placed():
    for own in some(games("plain", "spare", seeds=4)):
        for full in some(sorted(own.solutions, key=repr)[:2]):
            placed = sorted(full, key=repr)[:1]
            known = {each for each in own.solutions if placed[0] in each}
            assert set(ranked(own, placed)) == known
            assert len(ranked(own, placed, up_to_symmetry=True)) == own.orbits(frozenset(placed))


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
    own = Game(("ooo", "o.."), "", (Kind("I", ("ooo",)), Kind("o", ("o",))), "mirrored")
    assert len(own.solutions) == 1
    assert ranked(own, sorted(next(iter(own.solutions)))) == list(own.solutions)
    none = Game(("oo", "oo"), "", (Kind("I", ("ooo",)), Kind("o", ("o",))), "mirrored")
    assert ranked(none) == ranked(none, up_to_symmetry=True) == []


def test_too_little_memory():
    with pytest.raises(TooLargeError):
        Ranking(State.empty(named_puzzle("pentomino-6x10").problem), CountLimits.within(10**5))


def test_command(capsys):
    assert main(["solutions", "--puzzle", "tetromino-tube", "--up-to-symmetry"]) == 0
    assert capsys.readouterr().out.endswith("7 solutions\n")
