"""Schemes of colours for the cells of a lattice, by sums of their coordinates."""

from collections.abc import Iterable
from typing import NamedTuple


class Stripes(NamedTuple):
    """Parallel stripes of cells, told apart by a sum of the coordinates of their centres.

    Attributes
    ----------
    weights : tuple of int
        What each coordinate of a centre is multiplied by.
    modulus : int
        After how many sums the stripes come again.
    width : int
        How many sums, one after the other, belong to the same stripe.

    Examples
    --------
    >>> Stripes((1, 2), 3).phases((0, column) for column in range(4))
    [0, 2, 1, 0]
    """

    weights: tuple[int, ...]
    modulus: int
    width: int = 1

    def phases(self, centres: Iterable[tuple[int, ...]]) -> list[int]:
        """Return how far the sum of each cell is from where the stripes come again."""
        first, *others = zip(*centres, strict=True)
        weight, *weights = self.weights
        sums = [weight * number for number in first]
        for weight, numbers in zip(weights, others, strict=True):
            if weight:
                sums = [
                    before + weight * number for before, number in zip(sums, numbers, strict=True)
                ]
        return [number % self.modulus for number in sums]


class Scheme(NamedTuple):
    """A scheme of colours: cells that share a stripe of each kind have the same colour.

    Attributes
    ----------
    name : str
        What it is called in data.
    words : str
        How a board is coloured: "chequered in white and black".
    stripes : tuple of Stripes
        One kind of stripes or several. The colours are numbered in the order of the stripes.
    """

    name: str
    words: str
    stripes: tuple[Stripes, ...]

    @classmethod
    def of(cls, name: str, words: str, weights: tuple[int, ...], modulus: int) -> "Scheme":
        """Return the scheme of one kind of stripes."""
        return cls(name, words, (Stripes(weights, modulus),))


NUMBERS = {2: "white and black", 3: "in three colours", 4: "in four colours", 5: "in five colours"}
"""What stripes of so many colours are."""


def in_turn(
    names: tuple[tuple[str, str, tuple[int, ...]], ...], number: int, step: int = 1
) -> tuple[Scheme, ...]:
    """Return schemes of stripes in so many colours, each as wide as `step` sums.

    Parameters
    ----------
    names : tuple of (str, str, tuple of int)
        The name of each, what its stripes are called, and its weights.
    number : int
        How many colours.
    step : int, optional
        How many sums belong to a stripe.

    Examples
    --------
    >>> (rows,) = in_turn((("rows", "its rows", (1, 0)),), 3)
    >>> rows.name, rows.words
    ('rows-3', 'with its rows in three colours in turn')
    """
    return tuple(
        Scheme(
            name if number == 2 else f"{name}-{number}",
            f"with {what} {NUMBERS[number]} in turn",
            (Stripes(weights, number * step, step),),
        )
        for name, what, weights in names
    )
