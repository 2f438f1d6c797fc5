"""Moves that are refuted by probes before they are made."""

import pytest
from some import some

from kaleido import OptionError, named_pattern, solve
from kaleido.search import Probing, Problem
from kaleido.search.engine import search
from kaleido.search.events import Place


def test_longer_probes_leave_fewer_moves_to_be_taken_back():
    boards = [named_pattern(name) for name in ("starship", "fancy-chessboard", "postal-van")]

    def backtracks(probe_nodes: int) -> int:
        strategies = [Probing(seed, probe_nodes) for seed in range(3)]
        return sum(solve(board, each).backtracks for board in boards for each in strategies)

    usual = sum(solve(board, seed=seed).backtracks for board in boards for seed in range(3))
    assert usual > backtracks(10) > backtracks(50)


def test_the_nodes_of_probes_are_counted_apart():
    probing = Probing(probe_nodes=30)
    answer = solve(named_pattern("fancy-chessboard"), probing)
    moves, nodes = answer.looks
    assert (moves, nodes) == probing.looks
    assert 0 < moves <= nodes <= 30 * moves
    assert answer.nodes < nodes
    assert answer.as_dict()["looks"] == {"moves": moves, "nodes": nodes}
    assert "looks" not in solve(named_pattern("fancy-chessboard")).as_dict()
    again = solve(named_pattern("fancy-chessboard"), probing)
    assert (again.nodes, again.moves) == (answer.nodes, answer.moves)


def test_the_shown_scores_are_those_of_the_moves():
    events = search(Problem(named_pattern("starship")), Probing())
    for event in some(event for event in events if isinstance(event, Place)):
        parent = event.state.parent
        assert parent is not None
        matched = parent.problem.borders[event.number] & parent.edges
        assert event.score.matched == matched.bit_count()


def test_a_probe_needs_a_number_of_nodes():
    with pytest.raises(OptionError, match="probe_nodes is -1, expected 0 or more"):
        Probing(probe_nodes=-1)
