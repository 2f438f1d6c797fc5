"""Hints in any position of small puzzles: what they say is true."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, expect, same
from fuzz.games import as_lying, numbers, position, solved_game
from kaleido import Position


def _cases():
    return st.tuples(numbers(), st.integers(0, 10**6))


def _check(case: tuple[tuple[str, int], int]) -> None:
    (kind, number), seed = case
    solved = solved_game(kind, number)
    puzzle = solved.puzzle
    placed = position(solved, random.Random(seed))
    hint = Position(puzzle, placed).hint()
    expect(bool(hint.sentence) and hint.sentence.isprintable(), "a hint is a sentence")
    holding = solved.holding(placed)
    same(hint.lost, not holding, f"whether {placed} is lost")
    if hint.lost:
        expect(hint.placement is None, "nothing is placed in a lost position")
        expect(set(hint.remove) <= set(placed), "what comes off lies there")
        kept = tuple(each for each in placed if each not in hint.remove)
        same(bool(solved.holding(kept)), bool(solved.solutions), f"without {hint.remove}")
    elif hint.placement is not None:
        expect(hint.placement not in placed, "what is placed does not lie there yet")
        expect(bool(solved.holding((*placed, hint.placement))), f"{hint.placement} leads on")
    else:
        expect(
            as_lying(placed) in solved.solutions or _is_full(case), "only a full board has no hint"
        )


def _is_full(case: tuple[tuple[str, int], int]) -> bool:
    """Return whether the pieces placed and the givens are a solution."""
    (kind, number), seed = case
    solved = solved_game(kind, number)
    problem = solved.puzzle.problem
    placed = position(solved, random.Random(seed))
    return as_lying((*problem.placements(problem.givens), *placed)) in solved.solutions


FUZZER = Fuzzer("hints", "hints in any position, whose truth is known", _cases, _check)
