"""Dealt boards: a level and a seed give the same board on every machine.

Nothing here depends on time, on memory or on arrays, so that a browser deals the same boards.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random

from kaleido.base.contract import Difficulty, Natural, Plain, Positive
from kaleido.base.errors import LimitReachedError
from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space, minimise
from kaleido.designing.target import MISCOUNTED, Assessment, Target
from kaleido.hints.rating import ROTATIONS
from kaleido.model.board import Text
from kaleido.model.piece_set import CLASSIC
from kaleido.model.solution import Solution
from kaleido.search.problem import Problem
from kaleido.search.result import solved_states
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

MOST = 100
"""The most solutions of a dealt board; a search soon finds that many one by one."""

MAX_NODES = 2_000  # of the search for all solutions

LOOKS = (("xryb", ""), ("xry", ""), ("xr", ""), ("xryb", "mirror:yb"))
"""The colours and the symmetry that a board may have; with each there are boards of all levels."""


@dataclass(frozen=True)
class DealtBoard(Plain):
    """A dealt board with its number of solutions."""

    pattern: Text
    solutions: Positive
    difficulty: Difficulty
    tried: Natural
    """How many patterns were looked at."""


def deal_board(level: int, seed: int, report: Callable[[int], None] | None = None) -> DealtBoard:
    """Return the board of a level, from 1 to 5, and a seed.

    `report` is called with the number of patterns looked at so far.

    Examples
    --------
    >>> board = deal_board(2, 7)
    >>> board == deal_board(2, 7), board.difficulty, board.solutions <= MOST
    (True, 2, True)
    """
    target = Target(max_solutions=MOST, difficulties=(level, level))
    rng, tried = Random(f"{level} {seed}"), 0
    space = _space(*rng.choice(LOOKS))
    found: Assessment | None = None

    def penalty(solution: Solution, bound: float) -> float:
        nonlocal found, tried
        tried += 1
        if report is not None:
            report(tried)
        problem = Problem(solution.pattern, CLASSIC)
        found = target.compare(solution, problem, _count(problem), bound, (1, ROTATIONS))
        return found.penalty

    while found is None or found.penalty:
        start = space.sample(rng)
        assert start is not None  # there are boards of each look
        # A pattern that meets the target ends the local search at once.
        if penalty(start, math.inf) < MISCOUNTED:
            minimise(space, penalty, rng, start)
    assert found.solutions is not None
    return DealtBoard(found.solution.pattern.text, found.solutions, level, tried)


def _count(problem: Problem) -> int:
    """Return the number of solutions, or `MOST` + 1 if there are more or they are hard to find."""
    found = solved_states(State.empty(problem), Constrained(), max_nodes=MAX_NODES)
    try:
        return sum(1 for _ in islice(found, MOST + 1))
    except LimitReachedError:
        return MOST + 1


@lru_cache(maxsize=len(LOOKS))
def _space(colours: str, symmetry: str) -> Space:
    return Space(Sketch.free(colours), symmetry or ())
