"""Schemes of colours for the cells of a lattice, by sums of their coordinates."""

from collections.abc import Iterable
from typing import NamedTuple


class Stripes(NamedTuple):
    """Parallel stripes of cells, told apart by a weighted sum of the coordinates of their centres.

    The stripes come again after `modulus` sums, and `width` sums, one after the other, belong to
    the same stripe.
    """

    weights: tuple[int, ...]
    modulus: int
    width: int = 1

    def phases(self, centres: Iterable[tuple[int, ...]]) -> list[int]:
        """Return how far the sum of each cell is from where the stripes come again."""
        # Column by column, which is faster than cell by cell.
        first, *others = zip(*centres, strict=True)
        weight, *weights = self.weights
        sums = [weight * number for number in first]
        for weight, numbers in zip(weights, others, strict=True):
            if weight:
                pairs = zip(sums, numbers, strict=True)
                sums = [before + weight * number for before, number in pairs]
        return [number % self.modulus for number in sums]


class Scheme(NamedTuple):
    """A scheme of colours: cells that share a stripe of each kind have the same colour.

    The colours are numbered in the order of the stripes.
    """

    name: str
    stripes: tuple[Stripes, ...]

    @classmethod
    def of(cls, name: str, weights: tuple[int, ...], modulus: int) -> "Scheme":
        """Return the scheme of one kind of stripes."""
        return cls(name, (Stripes(weights, modulus),))


def in_turn(
    names: tuple[tuple[str, tuple[int, ...]], ...], number: int, step: int = 1
) -> tuple[Scheme, ...]:
    """Return schemes of stripes in so many colours, each as wide as `step` sums.

    They are given by names and weights: "rows" in 3 colours is called "rows-3".
    """
    ending = "" if number == 2 else f"-{number}"
    return tuple(
        Scheme(name + ending, (Stripes(weights, number * step, step),)) for name, weights in names
    )
