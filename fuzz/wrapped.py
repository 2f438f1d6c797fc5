"""Coloured puzzles on tubes and tori, where both faces may lie on the same cells."""

from __future__ import annotations

from hypothesis import strategies as st
from small_boards import as_full, game

from fuzz.fuzzer import Fuzzer, same
from kaleido import STRATEGIES


def _check(number: int) -> None:
    own = game("twins", number)
    puzzle = own.puzzle
    found = [as_full(each.placements) for each in puzzle.solutions()]
    same(len(set(found)), len(found), "each solution once")
    same(set(found), set(own.solutions), "all solutions")
    same(puzzle.count().solutions, len(own.solutions), "the count")
    same(puzzle.unique(), len(own.solutions) == 1, "whether there is exactly one")
    same(len(puzzle.problem), len(own.lyings), "the placements")
    for name in sorted(STRATEGIES):
        solved = puzzle.solve(name).solution
        same(solved is not None, bool(own.solutions), f"the answer of {name}")


FUZZER = Fuzzer(
    "wrapped",
    "coloured puzzles on tubes and tori, against trying everything",
    lambda: st.integers(0, 10**6),
    _check,
)
