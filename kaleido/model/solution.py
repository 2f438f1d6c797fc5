"""A solution: every piece placed, proved right on the way in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kaleido.errors import SolutionError
from kaleido.model.board import Board
from kaleido.model.classic import CLASSIC
from kaleido.model.drawable import Drawable
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.verify import find_faults
from kaleido.text import plural

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, repr=False)
class Solution(Drawable):
    """Placements that solve a pattern: a wrong solution cannot exist as a value.

    Parameters
    ----------
    pattern : Board
        The pattern or board that is covered.
    placements : tuple of Placement
        In the order in which they were made.
    pieces : PieceSet, optional
        The pieces that were to be used.

    Raises
    ------
    SolutionError
        The verifier finds a fault.
    """

    pattern: Board
    placements: tuple[Placement, ...]
    pieces: PieceSet = CLASSIC

    def __post_init__(self) -> None:
        faults = find_faults(self.pattern, self.placements, self.pieces)
        if faults:
            raise SolutionError(f"not a solution: {faults[0]}")

    def __repr__(self) -> str:
        name = self.pattern.title or self.pattern.text
        return f"<Solution of {name}: {plural(len(self.placements), 'piece')}>"

    def as_dict(self) -> dict[str, Any]:
        """Return the solution as plain values: the pattern's rows and the placements."""
        return self.pattern.as_dict() | {
            "placements": [placement.as_dict() for placement in self.placements],
        }

    @cached_property
    def owners(self) -> npt.NDArray[np.int_]:
        """The number of the placement on each cell: an int array (rows, cols), -1 at a hole."""
        import numpy as np  # solving needs no arrays

        owners = np.full((self.pattern.grid.rows, self.pattern.grid.cols), -1)
        for number, placement in enumerate(self.placements):
            for cell in placement.cells:
                owners[cell] = number
        return owners
