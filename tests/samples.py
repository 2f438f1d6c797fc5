"""Boards whose solutions, or lack of any, the oracle finds in a moment."""

from __future__ import annotations

import functools

from oracle import Board, all_solutions
from packings import packing, swapped

from kaleido import Pattern

FEW = (2, 5, 8, 11, 18, 20, 22, 23, 25, 28)
"""Packings whose patterns have at most eight solutions."""

NONE = (
    (2, 3, 46),
    (5, 47, 60),
    (8, 31, 26),
    (9, 10, 42),
    (9, 21, 30),
    (11, 57, 20),
    (12, 29, 0),
    (14, 50, 15),
    (22, 17, 31),
    (26, 27, 61),
    (28, 22, 28),
    (28, 27, 18),
)
"""Packings, and two cells to swap, so that the counts still allow for a solution: none is left."""


def unsolvable(sample: tuple[int, int, int]) -> Pattern:
    """Make one of the patterns of `NONE`."""
    seed, one, other = sample
    return swapped(packing(seed).pattern, one, other)


@functools.cache
def solutions(pattern: Pattern) -> set[Board]:
    """Ask the oracle, once."""
    return all_solutions(pattern)
