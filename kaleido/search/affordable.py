"""Which placements the colours left can pay for, found when it is first asked."""

from collections.abc import Callable, Iterable, Mapping


class Affordable(dict[int, int]):
    """For each balance of the colour budget, the set of placements whose face it can pay for.

    A set is empty if no choice of faces of the pieces left adds up to the colours left.

    Parameters
    ----------
    by_cost : mapping of int to int
        For each cost, the set of placements that have it.
    payable : callable
        Returns the costs that a balance can pay, after which the rest can still add up.

    Examples
    --------
    >>> affordable = Affordable({1: 0b0011, 2: 0b1100}, lambda balance: range(1, balance + 1))
    >>> affordable[0], affordable[1], affordable[2]
    (0, 3, 15)
    """

    def __init__(self, by_cost: Mapping[int, int], payable: Callable[[int], Iterable[int]]) -> None:
        super().__init__()
        self._by_cost = by_cost
        self._payable = payable

    def __missing__(self, balance: int) -> int:
        """Find the set of a balance."""
        found = 0
        for cost in self._payable(balance):
            found |= self._by_cost.get(cost, 0)
        self[balance] = found
        return found
