import pytest
from hypothesis import given, settings
from packings import packings
from samples import NONE, unsolvable

from kaleido import Board, PieceSet, Position, Puzzle, Status, named_pattern, record, solve
from kaleido.lab import cell_frequencies
from kaleido.search import Constrained, Place, Resume, search


@pytest.mark.long
@settings(max_examples=15)
@given(packings())
def test_steps_follow_from_their_parents(pack):
    recording = record(pack.pattern, "paper", max_nodes=300)
    for step in recording.steps:
        before = () if step.parent is None else recording.steps[step.parent].place.state.path
        assert step.place.state.path == (*before, step.place.number)
    assert len(recording.steps) == recording.answer.nodes


@pytest.mark.parametrize("strategy", ["paper", "constrained", "random"])
def test_the_line_leads_to_the_solution(strategy):
    recording = record(named_pattern("car"), strategy, seed=3)
    places = [recording.steps[number].place for number in recording.line]
    assert tuple(place.placement for place in places) == recording.answer.solution.placements
    assert recording.fullest.solved
    again = solve(named_pattern("car"), strategy, seed=3)
    assert again.solution == recording.answer.solution
    assert again.nodes == recording.answer.nodes


def test_empty_cells_are_no_pieces():
    board = Board.parse("# optional: a\naoo")
    recording = record(Puzzle(board, PieceSet.parse("own", "# sides: one-sided\nD oo\nM o x0-1")))
    states = [step.place.state.progress for step in recording.steps]
    assert recording.end == "solution"
    assert {"1 of 2 pieces"} <= set(states) <= {"0 of 2 pieces", "1 of 2 pieces", "2 of 2 pieces"}
    assert recording.fullest.progress == f"{len(recording.answer.solution.placements)} of 2 pieces"


def test_restarts_and_siblings_taken_up_later_keep_their_parents():
    strategy = Constrained(seed=2, run_nodes=20)
    recording = record(named_pattern("tree"), strategy)
    assert sum(isinstance(event, Resume) for event in recording.events) > 1
    roots = [step for step in recording.steps if step.parent is None]
    assert len(roots) > 1
    for step in recording.steps:
        depth = 0 if step.parent is None else recording.steps[step.parent].place.state.depth
        assert step.place.state.depth == depth + 1


@pytest.mark.long
@pytest.mark.parametrize("sample", NONE[:3])
def test_without_a_solution_the_line_leads_to_the_fullest_board(sample):
    recording = record(unsolvable(sample), "paper")
    assert recording.answer.status is Status.NO_SOLUTION
    depths = [step.place.state.depth for step in recording.steps]
    assert recording.fullest.depth == max(depths, default=0) == len(recording.line)


def test_a_search_that_starts_with_pieces_on_the_board():
    pattern = named_pattern("car")
    placed = solve(pattern).solution.placements[:4]
    recording = record(Position(pattern, placed), "paper")
    assert recording.start.depth == 4
    assert recording.steps[0].place.state.depth == 5
    assert recording.fullest.solved


def test_a_search_without_a_move():
    recording = record(named_pattern("car"), max_nodes=0)
    assert recording.answer.status is Status.GAVE_UP
    assert recording.steps == recording.line == ()
    assert recording.fullest is recording.start


def test_it_can_be_watched():
    seen = []
    recording = record(named_pattern("car"), "paper", watch=seen.append)
    assert tuple(seen) == recording.events
    events = list(search(Puzzle(named_pattern("car")).problem, Constrained()))
    assert any(isinstance(event, Place) for event in events)


def test_cell_frequencies_add_up():
    solutions = Puzzle(named_pattern("fancy-chessboard")).sample(50, 2)
    shares = cell_frequencies(solutions)
    assert sum(shares.values()) == pytest.approx(1)
    for piece in solutions[0].pieces:
        assert shares[piece.name].sum() == pytest.approx(piece.size)
    home = solutions[0].placements[0]
    lie = [home.cells[0] in each.cells for s in solutions for each in s.placements
           if each.piece == home.piece]  # fmt: skip
    assert shares[home.piece][home.cells[0]] == pytest.approx(sum(lie) / len(solutions))
