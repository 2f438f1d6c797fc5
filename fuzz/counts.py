"""Counts, searches and samples of small puzzles, against solvers that try everything."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, expect, same
from fuzz.games import as_lying, numbers, position, solved_game
from kaleido import STRATEGIES, Position, Status


def _cases():
    return st.tuples(numbers(), st.integers(0, 10**6), st.sampled_from(sorted(STRATEGIES)))


def _check(case: tuple[tuple[str, int], int, str]) -> None:
    (kind, number), seed, strategy = case
    solved = solved_game(kind, number)
    puzzle = solved.puzzle
    found = [as_lying(each.placements) for each in puzzle.solutions(seed=seed)]
    same(len(set(found)), len(found), "each solution once")
    same(set(found), set(solved.solutions), "all solutions")
    same(puzzle.count().solutions, len(solved.solutions), "the count")
    placed = position(solved, random.Random(seed))
    holding = solved.holding(placed)
    same(Position(puzzle, placed).count().solutions, len(holding), f"the count from {placed}")
    drawn = Position(puzzle, placed).sample(2, seed)
    expect(all(as_lying(each.placements) in holding for each in drawn), "samples are solutions")
    classes = Position(puzzle, placed).count().symmetric
    some = sum(1 for _ in Position(puzzle, placed).solutions(up_to_symmetry=True))
    expect(classes is None or classes == some, f"{classes} classes of solutions, {some} listed")
    answer = attempt(puzzle.solve, strategy, seed=seed)  # some are for squares alone
    if solved.solutions:
        same(answer.status, Status.SOLVED, f"the answer of {strategy}")
        expect(as_lying(answer.solution.placements) in solved.solutions, "a solution is one")
    else:
        same(answer.status, Status.NO_SOLUTION, f"the answer of {strategy}")
        expect(bool(answer.reason), "a proof has a reason")
    expect(not (puzzle.why() and solved.solutions), "nobody says why there is none if there is one")


FUZZER = Fuzzer("counts", "counts and searches, against trying everything", _cases, _check)
