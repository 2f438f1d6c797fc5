"""A solution that somebody gives has a progression, in the order of a strategy."""

from itertools import islice

import pytest
from hypothesis import given, settings, strategies as st
from packings import packings
from some import some

from kaleido import Position, Puzzle, plot, record, solve
from kaleido.base.errors import PlacingError, SolutionError
from kaleido.heuristics import make_strategy
from kaleido.puzzle import Moment


@settings(max_examples=6)
@given(packings(), st.sampled_from(["constrained", "edge-matching", "random"]))
def test_at_each_fork_it_is_the_best_of_its_moves(pack, strategy):
    """Of a strategy that proposes all moves of a board, or all of a cell, as its own forks say."""
    recording = record(pack.pattern, strategy, solution=pack.placements)
    asked = make_strategy(strategy, 0)
    next(asked.runs(recording.start.problem))
    state = recording.start
    numbers = {state.problem.number_of(each) for each in pack.placements}
    for step in some(recording.steps):
        fork = asked.fork(state)
        rank = next(rank for rank, move in enumerate(fork.moves) if move in numbers)
        assert step.place.number == fork.moves[rank]
        assert step.place.score == fork.score(rank)
        state = step.place.state


@pytest.mark.parametrize("strategy", ["paper", "tuned"])
def test_a_search_that_takes_nothing_back_is_its_own_progression(strategy):
    found = record("twelve", strategy)
    assert not found.answer.backtracks
    again = record("twelve", strategy, solution=found.answer.solution)
    assert again.answer.moves == found.answer.moves


def test_as_it_comes():
    solution = solve("car").solution
    whole = record("car", "paper", solution=solution)
    for given_as in (
        list(solution.placements),
        Position("car", solution.placements),
        Position.parse("car", Position("car", solution.placements).text),
        [f"{each.piece}@{each.cells[0][0]},{each.cells[0][1]}" for each in solution.placements[:1]]
        + list(solution.placements[1:]),
    ):
        assert record("car", "paper", solution=given_as).answer.moves == whole.answer.moves
    begun = Position("car", solution.placements[:4]).record("paper", solution=solution)
    assert (len(begun.steps), begun.start.depth) == (14, 4)
    assert len(begun.answer.solution.placements) == 18
    assert "Car, strategy paper along a solution" in plot.progression(begun, max_boards=1).alt
    assert "65 of 65; 18 moves tried, 0 taken back" in plot.edge_curve(whole).alt
    assert "18 moves" in plot.score_curve(whole).alt
    assert [frame.moment for frame in whole.moments[:2]] == [Moment.START, Moment.MOVE]


@pytest.mark.parametrize(
    ("solution", "error", "message"),
    [
        ([], SolutionError, r"not a solution: big wand \(W\) is missing"),
        (solve("key").solution, SolutionError, "not a solution: "),
        (Position("car", ["wand@0,3"]), SolutionError, "not a solution: "),
        (["T@A1"], PlacingError, r"no orientation of the red T \(T\) fits there"),
        (5, SolutionError, "5 is an int, expected a solution"),
    ],
)
def test_what_is_no_solution(solution, error, message):
    with pytest.raises(error, match=message):
        record("car", solution=solution)


def test_pieces_that_lie_elsewhere():
    one, other = islice(Puzzle("fancy-chessboard").solutions(), 2)
    apart = next(each for each in one.placements if each not in other.placements)
    with pytest.raises(SolutionError, match="lies on the board, but is not part of the solution"):
        Position("fancy-chessboard", [apart]).record(solution=other)


def test_the_command_draws_a_solution_that_is_laid(tmp_path, output_of):
    text = Position("car", solve("car").solution.placements).text
    args = ["-f", "curves", "-s", "paper", "-o", str(tmp_path / "car.svg")]
    assert "curves, solved, 18 moves tried, 0 backtracks" in output_of(
        "plot car --position", text, *args
    )
    assert "paper along a solution" in (tmp_path / "car.svg").read_text()
