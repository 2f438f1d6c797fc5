"""Climbing: from pattern to pattern by laying a few pieces anew, never to a worse one."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random

from kaleido.design.space import Space
from kaleido.model.solution import Solution

PATIENCE = 40
"""Moves without a better pattern, after which to end."""

MOST_PIECES = 5


Lack = Callable[[Solution], float]


def deadline_after(timeout: float | None) -> float:
    """Give the time in so many seconds, as `time.perf_counter` has it; None: never."""
    return math.inf if timeout is None else time.perf_counter() + timeout


def descend(
    space: Space,
    lack: Lack,
    rng: Random,
    start: Solution,
    deadline: float = math.inf,
) -> Solution:
    """Look for a pattern that lacks nothing.

    Parameters
    ----------
    space : Space
    lack : callable
        Tells what a pattern lacks; 0: nothing.
    rng : random.Random
    start : Solution
        A pattern of the space.
    deadline : float, optional
        When to end, as `time.perf_counter` has it.

    Returns
    -------
    Solution
        The best pattern found.
    """
    best, least, idle = start, lack(start), 0
    while least and idle < PATIENCE and time.perf_counter() <= deadline:
        idle += 1
        other = space.relaid(best, rng.randint(1, MOST_PIECES), rng)
        if other.pattern != best.pattern and (found := lack(other)) <= least:
            if found < least:
                idle = 0
            best, least = other, found
    return best
