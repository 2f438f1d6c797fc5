"""Choices of front or back for each piece, indexed by the total of their colours.

The colours are those of all fronts plus, for each piece that is turned over, the difference between
its back and its front. So a table from the sum of these differences to the choices answers which
faces can still show the colours that are left.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod

MOST = 1 << 14
"""The most ways that are listed; the classic pieces have 5,184."""

KEPT = 1 << 9
"""How many answers about the pieces left are kept; the searches of a server meet ever new ones."""


class Turnings:
    """The numbers of pieces of each kind that can be turned over for the colours that are left.

    Numbers of pieces of all kinds are one int, with a field of some bits for each kind.

    Parameters
    ----------
    fronts, backs : sequence of int
        What the two faces of a piece of each kind show, in fields of an int.
    counts : sequence of int
        How many pieces there are of each kind.
    bits : int
        The bits of the field of a kind.

    Examples
    --------
    >>> turnings = Turnings([2, 1], [1, 0], [1, 2], 4)
    >>> [f"{way:04x}" for way in sorted(turnings.ways(2, 0x21))]
    ['0011', '0020']
    """

    def __init__(
        self, fronts: Sequence[int], backs: Sequence[int], counts: Sequence[int], bits: int
    ) -> None:
        self._fronts = fronts
        self._bits = bits
        self._guard = sum(1 << bits * kind + bits - 1 for kind in range(len(counts)))
        pairs = [(0, 0)]
        for kind, (front, back, count) in enumerate(zip(fronts, backs, counts, strict=True)):
            change = back - front
            own = [(turned * change, turned << bits * kind) for turned in range(count + 1)]
            pairs = [(a + b, c + d) for a, c in pairs for b, d in own if change or not d]
        self._by_change: dict[int, list[int]] = {}
        for change, way in pairs:
            self._by_change.setdefault(change, []).append(way)
        self._shown = lru_cache(KEPT)(self._all_fronts)

    @staticmethod
    def are_few(counts: Sequence[int]) -> bool:
        """Return whether the ways are few enough to be listed."""
        return prod(count + 1 for count in counts) <= MOST

    def _all_fronts(self, left: int) -> int:
        """Return the colours of the pieces left when all show their fronts."""
        mask = (1 << self._bits) - 1
        return sum(
            (left >> self._bits * kind & mask) * front for kind, front in enumerate(self._fronts)
        )

    def ways(self, colours: int, left: int) -> Iterator[int]:
        """Yield how many of the pieces left of each kind are turned over to show some colours."""
        guarded = left | self._guard
        for way in self._by_change.get(colours - self._shown(left), ()):
            if (guarded - way) & self._guard == self._guard:
                yield way
