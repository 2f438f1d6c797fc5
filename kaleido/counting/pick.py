"""Exact chances: integers of any size, never rounded."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def pick(ways: Sequence[int], random: Random) -> int:
    """Choose a place with a chance exactly in proportion to its ways."""
    left = random.randrange(sum(ways))
    for place, count in enumerate(ways):
        left -= count
        if left < 0:
            return place
    raise AssertionError("randrange is below the sum")
