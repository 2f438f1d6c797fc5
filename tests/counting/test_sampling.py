"""Samples of solutions: each is as likely as any other, and one count is enough."""

import math
import random
from collections import Counter

import pytest
from small_boards import games

from kaleido import Board, PieceSet, Puzzle, named_pattern
from kaleido.counting import CountLimits, Ranking, count_solutions, sample_solutions
from kaleido.counting.sweep import Sweep
from kaleido.search import State
from kaleido.search.core import load_core

ARRAYS = CountLimits(small=0)
"""No dicts: arrays sweep even what is small."""

DRAWS = 20


def assert_uniform(drawn, solutions):
    """Assert that samples are all solutions, about as often: by chi square, five deviations."""
    assert set(drawn) == set(solutions)
    mean = sum(drawn.values()) / len(solutions)
    chi_square = sum((drawn[each] - mean) ** 2 / mean for each in solutions)
    freedom = len(solutions) - 1
    assert abs(chi_square - freedom) <= 5 * math.sqrt(2 * freedom)


def sampled(puzzle, times, seed, limits=None):
    """Return samples of all solutions of a puzzle."""
    paths = sample_solutions(State.empty(puzzle.problem), times, random.Random(seed), limits)
    return [puzzle.problem.placements(path) for path in paths]


def in_parts():
    """Return a puzzle that falls into parts, however its largest piece lies."""
    pieces = "# sides: fixed\nZ ooo\nA o\nB o\nC oo\nD oo"
    return Puzzle(Board.parse("####./...../#####"), PieceSet.parse("bars", pieces))


def test_solutions_listed_and_drawn_are_equal_values():
    tested = 0
    for own in games("plain", "copies", "twins", "coloured", seeds=4):
        listed, drawn = set(own.puzzle.solutions()), own.puzzle.sample(9, 1)
        assert listed.issuperset(drawn)
        assert len(listed) == len(own.solutions)
        tested += len(listed) > 1
    assert tested >= 6


@pytest.mark.parametrize("limits", [None, ARRAYS], ids=["dicts", "arrays"])
@pytest.mark.few(1)
def test_samples_of_boards_in_parts_are_uniform(limits):
    puzzle = in_parts()
    solutions = [frozenset(each.placements) for each in puzzle.solutions()]
    drawn = sampled(puzzle, DRAWS * len(solutions), 4, limits)
    assert_uniform(Counter(map(frozenset, drawn)), solutions)


@pytest.mark.parametrize("limits", [None, ARRAYS], ids=["dicts", "arrays"])
def test_every_number_of_a_board_in_parts_is_a_solution_of_its_own(limits):
    puzzle = in_parts()
    ranking = Ranking(State.empty(puzzle.problem), limits)
    found = {frozenset(puzzle.problem.placements(ranking[rank])) for rank in range(ranking.total)}
    assert found == {frozenset(each.placements) for each in puzzle.solutions()}
    assert len(found) == ranking.total


@pytest.mark.parametrize(
    ("name", "memory"), [("fancy-chessboard", 2_800_000), ("greek-temple", 800_000)]
)
@pytest.mark.few(1)
def test_samples_are_the_same_with_little_memory(name, memory):
    # What is kept of the placements counted depends on the memory, what is sampled does not.
    puzzle = Puzzle(named_pattern(name))
    little = CountLimits(small=0, bytes=memory)
    assert sampled(puzzle, 60, 3, little) == sampled(puzzle, 60, 3, ARRAYS)


def test_samples_take_no_more_sweeping_than_a_count(monkeypatch):
    advance, layers = Sweep.advance, []

    def noted(sweep):
        layers.append(sweep.done)
        advance(sweep)

    monkeypatch.setenv("KALEIDO_ENGINE", "python")  # the core would count
    monkeypatch.setattr(Sweep, "advance", noted)
    puzzle = Puzzle(named_pattern("fancy-chessboard"))
    count_solutions(State.empty(puzzle.problem), ARRAYS)
    counted = len(layers)
    sampled(puzzle, 20, 1, ARRAYS)
    assert len(layers) == 2 * counted > 0


def test_with_less_memory_parts_are_swept_again_and_no_sooner(monkeypatch):
    advance, layers = Sweep.advance, []

    def noted(sweep):
        layers.append(sweep.done)
        advance(sweep)

    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    monkeypatch.setattr(Sweep, "advance", noted)
    swept, found = [], []
    for kept in (0, 20_000, 50_000, 10**9):
        monkeypatch.setattr("kaleido.counting.sampling.KEPT_BYTES", kept)
        found.append(sampled(Puzzle(named_pattern("twelve")), 1, 1, ARRAYS))
        swept.append(len(layers))
        layers.clear()
    assert found == [found[0]] * 4
    # Of one sample, the layers of no more than one placement are kept beside the parts.
    assert swept[0] > swept[1] > swept[2] == swept[3]


@pytest.mark.skipif(load_core() is None, reason="needs the core")
def test_with_the_core_only_placements_of_samples_are_swept(monkeypatch):
    advance, layers = Sweep.advance, []

    def noted(sweep):
        layers.append(sweep.done)
        advance(sweep)

    monkeypatch.setattr(Sweep, "advance", noted)
    puzzle = Puzzle(named_pattern("fancy-chessboard"))
    one, swept = sampled(puzzle, 1, 1, ARRAYS), len(layers)
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    assert sampled(puzzle, 1, 1, ARRAYS) == one
    assert len(layers) > 2 * swept > 0


def test_the_share_of_the_counts_grows_to_one():
    shares = []
    state = Puzzle(named_pattern("car")).state
    list(sample_solutions(state, 1, random.Random(0), ARRAYS, shares.append))
    assert len(shares) > 1
    assert shares == sorted(shares)
    assert shares[-1] == 1
