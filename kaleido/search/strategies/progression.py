"""Size progressions: how the cell count of an island splits into sizes of the pieces left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

Sizes = tuple[int, ...]

MAX_ALTERNATIVES = 24


def progressions(cells: int, left: Sizes) -> Iterator[Sizes]:
    """Yield every way to make `cells` from sizes that are left, biggest first.

    Parameters
    ----------
    cells : int
        The size of the island.
    left : tuple of int
        The sizes of the pieces left, in descending order, once for each piece.

    Yields
    ------
    tuple of int
        Sizes in descending order that sum to `cells`; those with the bigger pieces first.

    Examples
    --------
    >>> left = (4, 4, 4, 4, 3, 3, 2, 1, 1)
    >>> list(progressions(5, left))
    [(4, 1), (3, 2), (3, 1, 1)]
    >>> next(progressions(17, left))
    (4, 4, 4, 4, 1)
    """
    if not cells:
        yield ()
    for place, size in enumerate(left):
        if size <= cells and (place == 0 or left[place - 1] != size):
            for rest in progressions(cells - size, left[place + 1 :]):
                yield (size, *rest)


@cache
def alternatives(cells: int, left: Sizes) -> tuple[Sizes, ...]:
    """Return the first of the `progressions` as a list of alternatives; none: a dead end."""
    return tuple(islice(progressions(cells, left), MAX_ALTERNATIVES))
