"""Bounds of the number of solutions, which are quicker than a count.

Nothing here needs arrays.
"""

import math
from collections import defaultdict
from functools import reduce
from operator import or_
from typing import NamedTuple

from kaleido.base.errors import LimitReachedError
from kaleido.model.grid import bits
from kaleido.search.result import solved_states
from kaleido.search.state import State
from kaleido.search.stopping import check_seconds
from kaleido.search.strategies.constrained import Constrained

MAX_STEPS = 20_000
"""How often a placement is tried before the ways to cover a part of the board are given up."""


class SolutionBounds(NamedTuple):
    """The least and the most solutions that a board may have; if they are the same, the number."""

    least: int
    most: int

    @property
    def is_exact(self) -> bool:
        """Whether they are the number of solutions."""
        return self.least == self.most


def bound_solutions(state: State, *, timeout: float = 0.0) -> SolutionBounds:
    """Return bounds of the number of solutions that contain a board.

    The upper bound comes from two easier problems, whose solutions include all those of the board:
    to choose a placement for each piece left, whatever these cover; and to cover the free cells,
    however often a piece is used. It takes milliseconds. The lower bound is the number of solutions
    that a search finds; if it finds them all, the bounds are the same.

    Parameters
    ----------
    state : State
    timeout : float, optional
        The seconds to search; by default there is no search.

    References
    ----------
    N. Christofides, A. Mingozzi, P. Toth, "State-space relaxation procedures for the computation of
    bounds to routing problems", Networks 11, 1981.

    Examples
    --------
    >>> from kaleido import Position
    >>> start = Position("first-steps").state
    >>> bound_solutions(start), bound_solutions(start, timeout=5)
    (SolutionBounds(least=0, most=2), SolutionBounds(least=1, most=1))
    """
    check_seconds(timeout, "timeout")
    if state.dead or state.solved:
        return SolutionBounds(int(state.solved), int(state.solved))
    least, most = 0, _choices(state)
    coverings = [_coverings(state, part) for part in _parts(state)]
    if 0 in coverings or None not in coverings:
        most = min(most, math.prod(each or 0 for each in coverings))
    if timeout and most:
        try:
            for _ in solved_states(state, Constrained(), timeout=timeout):
                least += 1
        except LimitReachedError:
            return SolutionBounds(least, most)
        most = least
    return SolutionBounds(least, most)


def _choices(state: State) -> int:
    """Return the number of ways to choose placements for the pieces left."""
    problem, left, needed = state.problem, state.pieces_left, state.pieces_needed
    ways = 1
    for piece in {*left}:
        options = (state.live & problem.piece_options[piece]).bit_count()
        numbers = range(needed.count(piece), left.count(piece) + 1)
        ways *= sum(math.comb(options, number) for number in numbers)
    return ways


def _parts(state: State) -> list[int]:
    """Return the parts of the free cells, so that every placement lies in one."""
    parts: list[int] = []
    for mask in {state.problem.masks[number] for number in bits(state.live)}:
        joined = [part for part in parts if part & mask]
        parts = [part for part in parts if not part & mask] + [reduce(or_, joined, mask)]
    return parts


def _coverings(state: State, part: int) -> int | None:
    """Return the number of ways to cover a part of the board; None if that takes long to find out.

    The cells are covered in their order. Ways differ only by the covered cells among those
    that follow.
    """
    by_first: defaultdict[int, list[int]] = defaultdict(list)
    for number in bits(state.live):
        mask = state.problem.masks[number]
        if mask & part:
            by_first[mask & -mask].append(mask)
    ways, steps = {0: 1}, 0
    for cell in (1 << each for each in bits(part)):
        after: defaultdict[int, int] = defaultdict(int)
        for covered, number in ways.items():
            if covered & cell:
                after[covered ^ cell] += number
                continue
            steps += len(by_first[cell])
            if steps > MAX_STEPS:
                return None
            for mask in by_first[cell]:
                if not mask & covered:
                    after[(mask | covered) ^ cell] += number
        ways = after
    return ways.get(0, 0)
