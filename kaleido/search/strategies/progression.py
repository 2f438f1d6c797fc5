"""Size progressions: the ways to split an island's cell count into sizes of the pieces left.

P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice

Sizes = tuple[int, ...]

MAX_ALTERNATIVES = 24


def progressions(cells: int, left: Sizes) -> Iterator[Sizes]:
    """Yield every way to make a number of cells from the sizes left, biggest first.

    Sizes left are in descending order, repeated for each piece; so are those of a progression.

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
    """Return the first `progressions`, at most ``MAX_ALTERNATIVES``; empty at a dead end."""
    return tuple(islice(progressions(cells, left), MAX_ALTERNATIVES))
