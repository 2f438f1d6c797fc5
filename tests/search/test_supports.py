"""Placements that block a cell or a piece, ruled out before a move is made."""

import itertools

import pytest
from scattered import scattered_problem
from some import some

from kaleido import Puzzle, named_pattern, solve
from kaleido.model.grid import bits
from kaleido.search import Constrained, EdgeMatching, Problem, State
from kaleido.search.engine import search
from kaleido.search.events import Exhausted, Place, Solved
from kaleido.search.result import solved_states
from kaleido.search.strategies.refuted import Supports

LIVELY = (0, 2, 3, 5, 6, 8, 9, 10, 11, 12, 13, 14)
"""Scattered problems that are not lost from the first."""


def states_of(problem, seed):
    """Return boards on the way of a search that are neither solved nor dead."""
    events = search(problem, EdgeMatching(seed), max_solutions=None, max_nodes=80)
    states = [State.empty(problem)] + [each.state for each in events if isinstance(each, Place)]
    return [state for state in states if state.scarcest]


def solutions_from(state):
    """Return all solutions that contain a board, found without what is tested here."""
    strategy = EdgeMatching(0)
    return {frozenset(each.path) for each in solved_states(state, strategy)}


def blocks(state, number, few):
    """Return whether a placement leaves an open item that has few options without any."""
    problem = state.problem
    items = [set(bits(item & state.live)) for item in state.items if item & state.live]
    covered = {cell for cell, _ in problem.letters(number)}
    beside = {
        each
        for each in bits(state.live & problem.compatible[number])
        if covered.isdisjoint(cell for cell, _ in problem.letters(each))
    }
    return any(len(item) <= few and not item & (beside | {number}) for item in items)


@pytest.mark.parametrize("few", [1, 6])
@pytest.mark.parametrize("seed", LIVELY)
@pytest.mark.few(8)
def test_no_solution_is_lost(seed, few):
    problem = scattered_problem(seed)
    supports = Supports(problem, few)
    for state in some(states_of(problem, seed)):
        narrowed = supports.narrowed(state)
        assert not narrowed.live & ~state.live
        solutions = solutions_from(state)
        for path in solutions:
            assert (
                narrowed.live
                | sum(1 << each for each in state.path)
                | ~sum(1 << each for each in path)
                == -1
            )
        if narrowed.dead:
            assert not solutions


@pytest.mark.parametrize("few", [1, 2, 6, 100])
@pytest.mark.parametrize("seed", LIVELY[:6])
@pytest.mark.few(12)
def test_what_blocks_an_item_is_ruled_out_until_nothing_does(seed, few):
    problem = scattered_problem(seed)
    for state in some(states_of(problem, seed)[:12]):
        narrowed = Supports(problem, few).narrowed(state)
        wanted = state
        while wanted.scarcest:
            found = [each for each in bits(wanted.live) if blocks(wanted, each, few)]
            if not found:
                break
            wanted = wanted.without(found)
        assert narrowed.dead == wanted.dead
        if not narrowed.dead:
            assert narrowed.live == wanted.live
            assert narrowed.scarcest == wanted.scarcest


def test_only_forced_moves_are_looked_at_with_one_option():
    board = State.empty(Problem(named_pattern("car")))
    assert Supports(board.problem, few=1).narrowed(board) is board


def test_a_board_that_nothing_is_ruled_out_from_is_the_same():
    board = State.empty(scattered_problem(0))
    supports = Supports(board.problem, few=6)
    narrowed = supports.narrowed(board)
    assert supports.narrowed(narrowed) is narrowed


@pytest.mark.parametrize("narrow_after", [0, 5])
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.few(4)
def test_every_solution_is_found_once(seed, narrow_after, monkeypatch):
    monkeypatch.setattr(Constrained, "narrow_after", narrow_after)
    problem = scattered_problem(seed)
    events = list(search(problem, Constrained(seed), max_solutions=None))
    found = [frozenset(event.state.path) for event in events if isinstance(event, Solved)]
    assert isinstance(events[-1], Exhausted)
    count = Puzzle(problem.pattern, problem.pieces).count().solutions
    assert len(set(found)) == len(found) == count


def test_nodes_are_saved(monkeypatch):
    names = ("fancy-chessboard", "postal-van", "no-single-squares")
    runs = list(itertools.product(map(named_pattern, names), range(4)))
    narrowing = sum(solve(board, Constrained(seed)).nodes for board, seed in runs)
    monkeypatch.setattr(Constrained, "narrow_after", 1 << 60)
    blind = sum(solve(board, Constrained(seed)).nodes for board, seed in runs)
    assert narrowing < 0.8 * blind
