"""Which placements can be made beside each other, found when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence
from operator import or_
from typing import TYPE_CHECKING

from kaleido.model.grid import bits

if TYPE_CHECKING:
    from kaleido.search.problem import Problem

_KEPT_BITS = 1 << 26
"""The bits of all sets together that are kept: 8 MB."""


class Compatible(dict[int, int]):
    """For each placement, the set of placements that can be made beside it.

    A set is found when it is first asked for, from the options of the cells that the placement
    covers and of its piece; sets are kept as long as there is room. All of them together would be
    as large as the square of the number of placements.

    Parameters
    ----------
    problem : Problem
        Its `cell_options`, `piece_options` and `possible` are there already.
    exclusions : sequence of int, optional
        For each placement, further placements that cannot be made beside it.

    Examples
    --------
    >>> from kaleido import named_puzzle
    >>> problem = named_puzzle("orders-3x3").problem
    >>> problem.compatible[0].bit_count(), len(problem)
    (23, 48)
    """

    def __init__(self, problem: Problem, exclusions: Sequence[int] = ()) -> None:
        super().__init__()
        self._possible = problem.possible
        self._masks = problem.masks
        self._cell_options = problem.cell_options
        self._piece_numbers = problem.piece_numbers
        # The colour budget says when a piece with several copies is used up.
        self._own = [
            options if count == 1 else 0
            for options, count in zip(problem.piece_options, problem.placeable.counts, strict=True)
        ]
        self._exclusions = exclusions
        self._room = _KEPT_BITS // max(len(problem.masks), 1)

    def __missing__(self, number: int) -> int:
        """Find the set of a placement."""
        apart = self._own[self._piece_numbers[number]]
        for cell in bits(self._masks[number]):
            apart |= self._cell_options[cell]
        if self._exclusions:
            apart |= self._exclusions[number]
        found = self._possible & ~apart
        if len(self) < self._room:
            self[number] = found
        return found

    def excluding(self, problem: Problem, exclusions: Sequence[int]) -> Compatible:
        """Return the same with further exclusions."""
        if self._exclusions:
            exclusions = list(map(or_, self._exclusions, exclusions))
        return Compatible(problem, exclusions)
