"""Each strategy that runs in the compiled core does there what it does in Python."""

import math
from functools import partial

import pytest
from any_puzzles import any_puzzle
from both_engines import by_both, check, the_core, told
from fuzz.draw import ruled_small
from small_boards import game

from kaleido import Board, Puzzle, named_pattern, named_puzzle, named_set, pattern_names
from kaleido.heuristics.plus import PaperPlus
from kaleido.heuristics.registry import STRATEGIES
from kaleido.library import puzzle_names
from kaleido.paper import Paper, PaperText
from kaleido.search import Problem, State, Weights, search
from kaleido.search.events import Place, Solved, looks_of
from kaleido.search.result import search_result
from kaleido.search.stopping import REFUTE_AFTER
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.policy import Policy, shipped_policy
from kaleido.search.strategies.probing import Probing
from kaleido.search.strategies.reading_order import EdgeMatching, Random
from kaleido.search.strategies.tuned import Tuned

__all__ = ["the_core"]

MAKERS = {
    "constrained": Constrained,
    "tuned": Tuned,
    "probing": Probing,
    "edge-matching": EdgeMatching,
    "edge-matching without propagation": partial(EdgeMatching, propagation=False),
    "random": Random,
}

OF_PAPER = {"paper": Paper, "paper-text": PaperText, "paper-plus": PaperPlus}

every_strategy = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
with_those_of_the_paper = pytest.mark.parametrize(
    "make", [*MAKERS.values(), *OF_PAPER.values()], ids=[*MAKERS, *OF_PAPER]
)


def compare(monkeypatch, make, problem, *, seed=0, max_nodes=200, max_solutions=1):
    """Compare all that both engines tell: events with scores, counts, and how far they looked."""
    board, pieces = problem.pattern, problem.pieces
    own = partial(make, seed)
    check(
        monkeypatch,
        board,
        pieces,
        strategy=own,
        max_nodes=max_nodes,
        max_solutions=max_solutions,
    )

    def looked():
        strategy = own()
        found = search(Problem(board, pieces), strategy, max_nodes=max_nodes)
        scores = [event.score for event in found if isinstance(event, Place)]
        watched = looks_of(strategy)
        search_result(State.empty(Problem(board, pieces)), strategy, max_nodes=max_nodes)
        return scores, watched, looks_of(strategy)

    core, python = by_both(monkeypatch, looked)
    assert core == python


def test_these_are_all_whose_moves_are_compared():
    every = [*MAKERS.values(), *OF_PAPER.values()]
    assert {make().name for make in every} >= set(STRATEGIES)
    problem = Problem(named_pattern("car"))
    assert all(make().plan(problem) is not None for make in every)


@with_those_of_the_paper
@pytest.mark.parametrize("name", pattern_names("standard")[::6])
@pytest.mark.few(5)
def test_patterns(monkeypatch, make, name):
    for turns, seed in enumerate((0, -7, 1 << 40, 3)):
        problem = Puzzle(named_pattern(name).rotated(turns)).problem
        compare(monkeypatch, make, problem, seed=seed, max_nodes=40)


@pytest.mark.long
@with_those_of_the_paper
@pytest.mark.parametrize("name", pattern_names("standard"))
def test_all_patterns(monkeypatch, make, name):
    for turns in range(4):
        for seed in range(3):
            problem = Puzzle(named_pattern(name).rotated(turns)).problem
            compare(monkeypatch, make, problem, seed=seed, max_nodes=500)


@pytest.mark.long
@every_strategy
@pytest.mark.parametrize("name", puzzle_names())
def test_all_puzzles(monkeypatch, make, name):
    compare(monkeypatch, make, named_puzzle(name).problem, seed=1, max_nodes=150)


@every_strategy
@pytest.mark.parametrize("seeds", [range(2), range(2, 6)])
@pytest.mark.few(5)
def test_any_puzzles(monkeypatch, make, seeds):
    for seed in seeds:
        puzzle = any_puzzle(seed)
        compare(monkeypatch, make, Problem(puzzle.board, puzzle.pieces), seed=seed)
        compare(monkeypatch, make, ruled_small(seed).problem, max_solutions=None)


@every_strategy
@pytest.mark.parametrize("family", ["plain", "copies", "spare", "coloured", "twins", "unsolvable"])
@pytest.mark.few(7)
def test_small_boards(monkeypatch, make, family):
    for seed in range(2):
        compare(monkeypatch, make, game(family, seed).puzzle.problem, max_solutions=None)


@every_strategy
@pytest.mark.parametrize(
    ("pieces", "board"),
    [
        ("tetrahexes", "hexagonal: ooooooo/ooooooo/ooooooo/ooooooo"),
        ("hexiamonds", "triangular: " + "/".join(["o" * 12] * 6)),
        ("soma", "cubic: ooo/ooo/ooo//ooo/ooo/ooo//ooo/ooo/ooo"),
    ],
)
@pytest.mark.few(5)
def test_lattices(monkeypatch, make, pieces, board):
    compare(monkeypatch, make, Problem(Board.parse(board), named_set(pieces)), max_nodes=30)


@every_strategy
def test_from_positions(monkeypatch, make):
    *_, last = search(Problem(named_pattern("key")), make(1), max_nodes=40)
    line = last.state.path if isinstance(last, Solved) else (0,)

    def events(depth):
        state = State.empty(Problem(named_pattern("key")))
        for number in line[:depth]:
            state = state.place(number)
        found = search(state.problem, make(2), start=state, max_nodes=100)
        return [told(event) for event in found]

    for depth in (1, 5, 12):
        core, python = by_both(monkeypatch, partial(events, depth))
        assert core == python


@every_strategy
def test_seeds_of_other_kinds_are_for_python(make):
    assert make("a text").plan(Problem(named_pattern("car"))) is None


@every_strategy
def test_a_class_with_moves_of_its_own_is_asked_for_them(make):
    known = make.func if isinstance(make, partial) else make
    own = type("Own", (known,), {"fork": lambda _: None})
    assert own().plan(Problem(named_pattern("car"))) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"sure": 0.0},
        {"sharpness": 0, "breadth": 0},
        {"extra": 0},
        {"extra": 40, "forks": 3},
        {"noise": 100.0},
        {"weights": Weights(scarce_cells=-3.5, singles=2.0, pairs=0.1, pieces={"wand": -2.5})},
    ],
)
def test_policies(monkeypatch, changes):
    shipped = shipped_policy()
    own = {name: getattr(shipped, name) for name in Policy.__dataclass_fields__}
    policy = Policy(**(own | changes))
    make = partial(Tuned, policy=policy)
    compare(monkeypatch, make, Puzzle("key").problem, max_nodes=60)


@pytest.mark.parametrize("nodes", [None, 1, 5])
def test_more_is_left_to_chance_in_each_run(monkeypatch, nodes):
    make = partial(Tuned, run_nodes=nodes)
    compare(monkeypatch, make, Puzzle("fancy-chessboard").problem, max_nodes=60)


def test_weights_that_are_no_numbers_leave_tuned_to_python():
    weights = Weights(singles=math.inf)
    assert Tuned(policy=Policy(weights)).plan(Problem(named_pattern("car"))) is None


@pytest.mark.parametrize("nodes", [0, 1, 7, REFUTE_AFTER])
def test_probes_of_any_length(monkeypatch, nodes):
    for name in ("fancy-chessboard", "key"):
        make = partial(Probing, probe_nodes=nodes)
        compare(monkeypatch, make, Puzzle(named_pattern(name)).problem, max_nodes=60)


def test_longer_probes_are_left_to_python():
    assert Probing(probe_nodes=REFUTE_AFTER + 1).plan(Problem(named_pattern("car"))) is None
