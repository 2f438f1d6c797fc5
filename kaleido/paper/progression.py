"""Size progressions: the ways to split an island's cells into sizes of the pieces left."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

Sizes = tuple[int, ...]

MAX_ALTERNATIVES = 24


def fixed_progression(cells: int) -> Sizes:
    """Return the progression of an island, made once from its number of cells alone.

    A multiple of four is all fours, other even numbers are fours and 3 + 3, odd ones are fours and
    the remainder.

    Examples
    --------
    >>> fixed_progression(17), fixed_progression(10), fixed_progression(2)
    ((4, 4, 4, 4, 1), (4, 3, 3), (2,))
    """
    fours, rest = divmod(cells, 4)
    if rest == 2 and fours:
        return (*(4,) * (fours - 1), 3, 3)
    return (*(4,) * fours, rest) if rest else (4,) * fours


def changed_progression(sizes: Sizes) -> Sizes | None:
    """Return the progression to try when no move has the first of some sizes, or None.

    Three becomes 2 + 1, and a last eight, however it is made up, becomes 3 + 3 + 2.

    Examples
    --------
    >>> changed_progression((3, 1)), changed_progression((4, 3, 1)), changed_progression((4,))
    ((2, 1, 1), (3, 3, 2), None)
    """
    if sizes[0] == 3:
        return (2, 1, *sizes[1:])
    if sizes[0] == 4 and sum(sizes) == 8:
        return (3, 3, 2)
    return None


def progressions(cells: int, left: Sizes) -> Iterator[Sizes]:
    """Yield every way to make a number of cells from the sizes left, biggest first.

    Sizes left are in descending order, repeated for each piece; so are those of a progression.

    Examples
    --------
    >>> list(progressions(5, (4, 4, 4, 3, 3, 2, 1, 1)))
    [(4, 1), (3, 2), (3, 1, 1)]
    """
    if not cells:
        yield ()
    for place, size in enumerate(left):
        if size <= cells and (place == 0 or left[place - 1] != size):
            for rest in progressions(cells - size, left[place + 1 :]):
                yield (size, *rest)


def alternatives(cells: int, left: Sizes) -> tuple[Sizes, ...]:
    """Return the first `progressions`, at most ``MAX_ALTERNATIVES``; empty at a dead end."""
    return _alternatives(cells, tuple(left))


@cache
def _alternatives(cells: int, left: Sizes) -> tuple[Sizes, ...]:
    return tuple(islice(progressions(cells, left), MAX_ALTERNATIVES))
