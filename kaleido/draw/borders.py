"""The borders of a scene as terminals show them: strong lines, weak lines and implied edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kaleido.draw.scene import Scene
from kaleido.model.placement import Placement


class Borders(NamedTuple):
    """Sets of edges, none in two of them.

    Attributes
    ----------
    strong : int
        The frame and the borders of pieces, or those of parts.
    weak : int
        The borders between the pieces of a part.
    implied : int
        The implied edges on which no piece has a border.
    """

    strong: int
    weak: int
    implied: int

    @classmethod
    def of(cls, scene: Scene, parts: Sequence[Sequence[Placement]] = ()) -> Borders:
        """Return the borders of a scene; parts are formed by pieces."""
        grid, apart = scene.grid, scene.borders
        if parts:
            apart = grid.around(grid.cell_bits(scene.cells))
            for part in parts:
                apart |= grid.border(cell for piece in part for cell in piece.cells)
        implied = (scene.implied or 0) & ~scene.borders
        return cls(scene.borders & apart, scene.borders & ~apart, implied)

    def moved(self, change: Callable[[int], int]) -> Borders:
        """Return the same borders with each set changed."""
        return Borders(*map(change, self))
