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
def sums_of(left: Sizes) -> int:
    """Return the numbers of cells that some of the sizes left add up to, as the bits of an int.

    Examples
    --------
    >>> bin(sums_of((4, 1)))
    '0b110011'
    """
    sums = 1
    for size in left:
        sums |= sums << size
    return sums


@cache
def alternatives(cells: int, left: Sizes) -> tuple[Sizes, ...]:
    """Return the first `progressions`, at most ``MAX_ALTERNATIVES``; empty at a dead end."""
    return tuple(islice(progressions(cells, left), MAX_ALTERNATIVES))


def fixed_progression(cells: int, six: str = "3+3") -> Sizes:
    """Return the progression of an island as the paper's program makes it, from its cells alone.

    A multiple of four is all fours; another even number is fours and 3 + 3, or 4 + 2, and an odd
    number is fours and the rest.

    Examples
    --------
    >>> fixed_progression(17), fixed_progression(10), fixed_progression(2)
    ((4, 4, 4, 4, 1), (4, 3, 3), (2,))
    """
    fours, rest = divmod(cells, 4)
    if rest == 2 and fours and six == "3+3":
        return (*(4,) * (fours - 1), 3, 3)
    return (*(4,) * fours, rest) if rest else (4,) * fours


def changed_progression(sizes: Sizes) -> Sizes | None:
    """Return the progression to try when no move has the first of some sizes, or None.

    Three cells become 2 + 1, and the last eight become 3 + 3 + 2. Where 4 + 2 was tried, 3 + 3
    follows.

    Examples
    --------
    >>> changed_progression((3, 1)), changed_progression((4, 4)), changed_progression((4,))
    ((2, 1, 1), (3, 3, 2), None)
    """
    if sizes[0] == 3:
        return (2, 1, *sizes[1:])
    if sizes[0] == 4 and sum(sizes) == 8:
        return (3, 3, 2)
    if sizes == (4, 2):
        return (3, 3)
    return None


def rest_of_progression(sizes: Sizes, size: int) -> Sizes | None:
    """Return what is left of a progression after a piece of a size; None if it has none such.

    Examples
    --------
    >>> rest_of_progression((4, 3), 4), rest_of_progression((3, 1), 2)
    ((3,), (1, 1))
    """
    for expected in (sizes, changed_progression(sizes)):
        if expected and expected[0] == size:
            return expected[1:]
    return None
