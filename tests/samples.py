"""Boards whose solutions, or lack of any, brute force finds in a moment."""

import functools

from fuzz.asked import placement_of
from naive_puzzle import Line, Naive, Texts
from packings import packing, swapped

from kaleido import CLASSIC, Pattern, Placement

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
def solutions(pattern: Pattern) -> set[frozenset[Placement]]:
    """Find every solution by brute force, once."""
    lines = (Line(own.name, tuple(str(face.drawing) for face in own.faces)) for own in CLASSIC)
    texts = Texts(pattern.text, tuple(lines), sides="two-faced")
    naive = Naive(texts, most_nodes=10**6)
    return {frozenset(placement_of(naive, each) for each in full) for full in naive.solutions}
