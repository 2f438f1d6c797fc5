"""Misfit: how many cells of a pattern are not as sketched, or not as the background has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.design.sketch import Sketch
from kaleido.errors import OptionError
from kaleido.model.board import Board
from kaleido.model.pattern import COLOURS, COLS, ROWS
from kaleido.text import quote

CHANGED = ROWS * COLS + 1
"""What a cell that is not as sketched counts against one that is not as the background: more
than all of those together."""


@dataclass(frozen=True)
class Background:
    """A chequer for the cells that a sketch leaves open.

    Parameters
    ----------
    colours : str
        Two letters, of which the first is the colour of the top left cell.

    Examples
    --------
    >>> Background("rx").colour(0, 1)
    'x'
    """

    colours: str

    @classmethod
    def parse(cls, text: str) -> tuple[Background, ...]:
        """Read a background: ``checker``, of red and black, or ``checker:xb`` of other colours.

        Returns
        -------
        tuple of Background
            The chequer and the one with its colours exchanged: either will do.

        Raises
        ------
        OptionError
            It is none.
        """
        name, colon, pair = text.strip().lower().partition(":")
        pair = pair if colon else "rx"
        if name not in ("checker", "chequer") or len(pair) != 2 or not set(pair) <= set(COLOURS):
            raise OptionError(
                f"unknown background {quote(text)}: expected checker, or checker:xb for other "
                "colours than red and black"
            )
        if (pair[0] == "x") == (pair[1] == "x"):
            raise OptionError(
                f"the background {quote(text)} is no chequer that pieces show: expected x and one "
                "of r y b"
            )
        return cls(pair), cls(pair[::-1])

    def colour(self, row: int, col: int) -> str:
        """Give the letter of a cell."""
        return self.colours[(row + col) % 2]

    def is_ground(self, cell: str) -> bool:
        """Tell whether a sketched cell, by the letters it may have, is part of the background.

        One of several colours is, but for those of which none is the background's: a line of
        ``[yb]`` on it. That goes by both colours, so that it is the same for either chequer.

        Examples
        --------
        >>> [cell for cell in ("x", "xr", "yb", "xryb") if Background("rx").is_ground(cell)]
        ['xr', 'xryb']
        """
        return len(cell) > 1 and not set(cell).isdisjoint(self.colours)


class Misfit(NamedTuple):
    """What a pattern lacks.

    Attributes
    ----------
    changed : int
        Cells that are not as sketched.
    off : int
        Cells that are not as the background has them, of those that the sketch lets be.
    """

    changed: int
    off: int = 0

    @property
    def cost(self) -> int:
        """One number for both: a changed cell counts more than all that are off."""
        return CHANGED * self.changed + self.off


def misfit_of(pattern: Board, sketch: Sketch, background: Background | None = None) -> Misfit:
    """Count what a pattern lacks.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> sketch = Sketch.parse("r???????/" + "????????/" * 6 + "????????")
    >>> misfit_of(named_pattern("starship"), sketch, Background("xr"))
    Misfit(changed=1, off=37)
    """
    changed = off = 0
    for place, (letter, cell) in enumerate(zip("".join(pattern.rows), sketch.cells, strict=True)):
        changed += letter not in cell
        if background is not None and background.is_ground(cell):
            off += letter != background.colour(*divmod(place, COLS))
    return Misfit(changed, off)


def costs_of(sketch: Sketch, background: Background | None = None) -> npt.NDArray[np.float64]:
    """Give what each colour costs on each cell.

    Returns
    -------
    ndarray of float, shape (64, 4)
        By cell in reading order and colour in the order x r y b, the `Misfit.cost` of it.
    """
    costs = np.zeros((ROWS * COLS, len(COLOURS)))
    for place, cell in enumerate(sketch.cells):
        for number, letter in enumerate(COLOURS):
            if letter not in cell:
                costs[place, number] = CHANGED
            elif background is not None and background.is_ground(cell):
                costs[place, number] = letter != background.colour(*divmod(place, COLS))
    return costs
