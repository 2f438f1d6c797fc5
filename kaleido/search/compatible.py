"""Which placements are compatible: the conflict graph of the exact-cover problem, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from operator import or_

from kaleido.model.grid import bits

KEPT_BITS = 1 << 26
"""How many bits of all sets together are kept: 8 MB."""


class Compatible(dict[int, int]):
    """For each placement, the set of placements that neither overlap it nor use the same piece.

    A set is computed when it is first asked for, from the options of the cells that the placement
    covers and of its piece; sets are kept as long as there is room. All of them together would be
    as large as the square of the number of placements.

    Parameters
    ----------
    masks : sequence of int
        The set of cells that each placement covers.
    cell_options : sequence of int
        The set of placements that cover each cell.
    pieces : sequence of int
        The number of each placement's piece.
    rivals : sequence of int
        For each piece, its placements if it has one copy; else none.
    exclusions : sequence of int, optional
        For each placement, further placements that cannot be made beside it.

    Examples
    --------
    >>> Compatible([0b011, 0b110, 0b100], [0b001, 0b011, 0b110], [0, 0, 1], [0b011, 0b100])[0]
    4
    """

    def __init__(
        self,
        masks: Sequence[int],
        cell_options: Sequence[int],
        pieces: Sequence[int],
        rivals: Sequence[int],
        exclusions: Sequence[int] = (),
    ) -> None:
        super().__init__()
        self._parts = masks, cell_options, pieces, rivals
        self._exclusions = exclusions
        self._every = (1 << len(masks)) - 1
        self._room = KEPT_BITS // max(len(masks), 1)

    def __missing__(self, number: int) -> int:
        """Find the set of a placement."""
        masks, cell_options, pieces, rivals = self._parts
        apart = rivals[pieces[number]]
        for cell in bits(masks[number]):
            apart |= cell_options[cell]
        if self._exclusions:
            apart |= self._exclusions[number]
        found = self._every & ~apart
        if len(self) < self._room:
            self[number] = found
        return found

    def excluding(self, exclusions: Sequence[int]) -> Compatible:
        """Return the same with further exclusions."""
        if self._exclusions:
            exclusions = list(map(or_, self._exclusions, exclusions))
        return Compatible(*self._parts, exclusions)
