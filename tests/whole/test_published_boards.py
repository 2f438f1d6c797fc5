"""Published boards, which are data to run on and not part of the project."""

import functools
import json
from pathlib import Path

import pytest

from kaleido import Pattern, Puzzle, Status, solve
from kaleido.model import find_faults
from kaleido.search import Constrained, Exhausted, Solved, search

BOARDS = Path(__file__).resolve().parents[3] / "shared" / "data" / "boards.json"

pytestmark = pytest.mark.skipif(not BOARDS.exists(), reason="the published boards are not here")


@functools.cache
def boards() -> dict[str, Pattern]:
    named = json.loads(BOARDS.read_text(encoding="utf-8"))
    return {name: Pattern("/".join(rows)) for name, rows in named.items()}


def test_the_default_strategy_solves_all():
    assert len(boards()) == 60
    for name, pattern in boards().items():
        answer = solve(pattern)
        assert answer.status is Status.SOLVED, name
        assert find_faults(pattern, answer.solution.placements) == []


def unsolved(strategy: str) -> list[str]:
    """Return the boards that a strategy does not solve in 1,500 nodes."""
    return [
        name
        for name, pattern in boards().items()
        if solve(pattern, strategy, max_nodes=1500).status is not Status.SOLVED
    ]


@pytest.mark.long
def test_the_papers_strategy_solves_many_and_with_our_additions_most():
    # The author's own program solved 40 of 114 patterns.
    assert len(unsolved("paper")) <= 38
    assert len(unsolved("paper-plus")) <= 5


@pytest.mark.long
def test_counts_are_what_the_search_enumerates():
    compared = 0
    for pattern in boards().values():
        puzzle = Puzzle(pattern)
        events = search(puzzle.problem, Constrained(0), max_solutions=None, max_nodes=12_000)
        found = 0
        for last in events:
            found += isinstance(last, Solved)
        if isinstance(last, Exhausted):
            compared += 1
            assert puzzle.count().solutions == found
    assert compared >= 15


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "solutions"), [("quarter-board", 1_576), ("frame-board", 69_199), ("zero", 139_084)]
)
def test_known_counts(name, solutions):
    assert Puzzle(boards()[name]).count().solutions == solutions
