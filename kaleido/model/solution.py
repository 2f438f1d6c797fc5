"""A solution: every piece placed, proved right on the way in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any

from kaleido.base.contract import Flat, Hidden, Keywords, Maybe, Natural, Plain, output, shown_first
from kaleido.base.errors import SolutionError
from kaleido.base.text import plural
from kaleido.model.board import Board, BoardForm
from kaleido.model.drawable import Drawable
from kaleido.model.grid import Cell
from kaleido.model.piece_set import CLASSIC, PieceSet, piece_letters
from kaleido.model.placement import Placement
from kaleido.model.verify import find_faults

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_LABEL = attrgetter("label")


@dataclass(frozen=True, repr=False, eq=False)
class Solution(Plain, Drawable):
    """Placements that solve a pattern: a wrong solution cannot exist as a value.

    SolutionError says which fault the verifier finds. Solutions of one puzzle are equal when the
    same pieces lie on the same cells, whatever their order.

    Attributes
    ----------
    placements : tuple of Placement
        The placements of the solution, in the order in which they were made.
    """

    pattern: Hidden[Board]
    placements: Annotated[tuple[Placement, ...], Keywords(minItems=1)]
    pieces: Hidden[PieceSet] = CLASSIC

    def __post_init__(self) -> None:
        placements = tuple(self.placements)
        faults = find_faults(self.pattern, placements, self.pieces)
        if faults:
            raise SolutionError(f"not a solution: {faults[0]}")
        if not all(map(_LABEL, placements)):
            placements = tuple([each.labelled(self.pieces) for each in placements])
        object.__setattr__(self, "placements", placements)

    @property
    def _value(self) -> tuple[Board, PieceSet, frozenset[tuple[str, str, frozenset[Cell]]]]:
        lying = ((each.piece, each.face, frozenset(each.cells)) for each in self.placements)
        return self.pattern, self.pieces, frozenset(lying)

    def __eq__(self, other: object) -> bool:
        return self._value == other._value if isinstance(other, Solution) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return self.grid.astype(dtype or self.grid.dtype)

    def __repr__(self) -> str:
        name = self.pattern.title or self.pattern.text
        return f"<Solution of {name}: {plural(len(self.placements), 'piece')}>"

    @property
    @shown_first
    def board(self) -> Flat[BoardForm]:
        """The values by which boards are compared."""
        return self.pattern.form

    @cached_property
    def grid(self) -> npt.NDArray[np.str_]:
        """The letter of the piece on each cell: an array (rows, cols) of texts, "" at a hole."""
        import numpy as np  # solving needs no arrays

        letters = piece_letters(self.pieces)
        grid = np.full((self.pattern.grid.rows, self.pattern.grid.cols), "", "<U1")
        for placement in self.placements:
            for cell in placement.cells:
                grid[cell] = letters.get(placement.piece, "?")
        return grid

    @cached_property
    def owners(self) -> npt.NDArray[np.int_]:
        """The number of the placement on each cell: an int array (rows, cols), -1 at a hole."""
        import numpy as np  # solving needs no arrays

        owners = np.full((self.pattern.grid.rows, self.pattern.grid.cols), -1)
        for number, placement in enumerate(self.placements):
            for cell in placement.cells:
                owners[cell] = number
        return owners


_Indices = Annotated[tuple[Natural, ...], Keywords(minItems=1)]


@output("solution", "A solution, as kaleido solutions --json and sample --json print it")
@dataclass(frozen=True)
class FoundSolution(Plain):
    """A solution of a pattern.

    Each line of these commands is one; kaleido generate writes one file of them per board.

    Attributes
    ----------
    parts : tuple of tuple of int, or None
        The congruent parts of a solution printed with --parts: for each, the places of its
        placements in placements, from 0. The key is missing without --parts.
    """

    solution: Flat[Solution]
    parts: Maybe[Annotated[tuple[_Indices, ...], Keywords(minItems=1)]] = None
