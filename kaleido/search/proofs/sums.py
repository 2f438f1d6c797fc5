"""Subset sums of vectors: which totals of colours some choices can add up to, as a bit set."""

from collections.abc import Collection, Iterator
from math import prod

from kaleido.model.grid import bits

Tally = tuple[int, ...]
"""How many cells of each colour there are."""


class Sums:
    """The totals that some choices add up to, up to a limit for each colour.

    Together they are one int: the tally (a, b, …) is its bit a + b · base₀ + c · base₀ · base₁ + …,
    where each base leaves room for one more choice above the limit, so that no sum runs over into
    the next colour.

    Parameters
    ----------
    limits : tuple of int
        The greatest number of cells of each colour.
    steps : tuple of int
        The greatest number of cells of each colour that one choice adds.

    Examples
    --------
    >>> sums = Sums((3, 3), (2, 2))
    >>> sums.add({(0, 2), (2, 0)}, 2, 2)
    >>> sums.add({(1, 1)}, 0, 1)
    >>> sorted(sums), (3, 3) in sums, (1, 3) in sums
    ([(2, 2), (3, 3)], True, False)
    """

    def __init__(self, limits: Tally, steps: Tally) -> None:
        self._limits = limits
        self._bases = [limit + step + 1 for limit, step in zip(limits, steps, strict=True)]
        self._mask, width = 1, 1
        for limit, base in zip(limits, self._bases, strict=True):
            self._mask *= ((1 << width * (limit + 1)) - 1) // ((1 << width) - 1)
            width *= base
        self._sums = 1

    @property
    def colours(self) -> int:
        """The number of colours."""
        return len(self._limits)

    @staticmethod
    def width(limits: Tally, steps: Tally) -> int:
        """Return the number of bits of such a set."""
        return prod(limit + step + 1 for limit, step in zip(limits, steps, strict=True))

    def add(self, tallies: Collection[Tally], least: int, most: int) -> None:
        """Add from `least` to `most` tallies, each chosen from those given."""
        shifts = {self._place(tally) for tally in tallies}
        for number in range(most):
            grown = 0
            for shift in shifts:
                grown |= self._sums << shift
            grown &= self._mask
            before = self._sums
            self._sums = grown if number < least else before | grown
            if self._sums == before:
                # Once a step changes nothing, no further step does.
                break

    def _place(self, tally: Tally) -> int:
        place, width = 0, 1
        for count, base in zip(tally, self._bases, strict=True):
            place += count * width
            width *= base
        return place

    def __contains__(self, tally: Tally) -> bool:
        fits = all(count <= limit for count, limit in zip(tally, self._limits, strict=True))
        return fits and bool(self._sums >> self._place(tally) & 1)

    def __iter__(self) -> Iterator[Tally]:
        for place in bits(self._sums):
            tally = []
            for base in self._bases:
                place, count = divmod(place, base)
                tally.append(count)
            yield tuple(tally)
