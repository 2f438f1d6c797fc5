"""Local search in a space of patterns, by destroy-and-repair moves."""

import math
import time
from collections.abc import Callable
from random import Random

from kaleido.designing.space import Space
from kaleido.model.solution import Solution

MAX_IDLE_MOVES = 40
"""Number of moves in a row without an improvement after which the search ends."""

MAX_DESTROYED = 5
"""Largest number of pieces that one move lays anew, not counting those on their images."""


def deadline_after(timeout: float | None) -> float:
    """Return the time `timeout` seconds from now by `time.perf_counter`; None means never."""
    return math.inf if timeout is None else time.perf_counter() + timeout


def minimise(
    space: Space,
    objective: Callable[[Solution, float], float],
    rng: Random,
    start: Solution,
    deadline: float = math.inf,
) -> Solution:
    """Return the best pattern that a local search finds; it never moves to a worse one.

    The search starts from a pattern of the space, and ends when the objective is 0, when moves no
    longer improve it, or at the deadline, by `time.perf_counter`.

    The objective is a function of a pattern and a bound; where its value is above the bound, it may
    return any other value above the bound. The bound is the least value so far, because the search
    only needs to know that a pattern is worse.

    References
    ----------
    P. Shaw, "Using constraint programming and local search methods to solve vehicle routing
    problems", Principles and Practice of Constraint Programming (CP98), 1998.
    """
    best, least, idle = start, objective(start, math.inf), 0
    worse = set()
    while least and idle < MAX_IDLE_MOVES and time.perf_counter() <= deadline:
        idle += 1
        other = space.destroy_and_repair(best, rng.randint(1, MAX_DESTROYED), rng)
        if other.pattern == best.pattern or other.pattern.text in worse:
            continue
        value = objective(other, least)
        if value > least:
            worse.add(other.pattern.text)
            continue
        if value < least:
            idle = 0
        best, least = other, value
    return best
