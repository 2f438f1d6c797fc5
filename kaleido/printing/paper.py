"""Sizes of paper, and the boards that fit on it. All lengths are in millimetres."""

from collections.abc import Mapping
from math import floor
from types import MappingProxyType
from typing import NamedTuple

from kaleido.errors import OptionError
from kaleido.text import unknown

CELL = 18.0
"""The side of a cell of a board that has a page for itself; cut-out pieces fit on it."""

MARGIN = 15.0
"""The margin that is left free, but for the page number."""

_STEP = 0.5
"""Sides of cells that are made to fit are multiples of this, so that people can type them."""


class Paper(NamedTuple):
    """A size of paper, upright."""

    name: str
    width: float
    height: float

    @property
    def inside(self) -> tuple[float, float]:
        """The width and height between the margins."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
)
"""The sizes of paper by the names that people type."""


def find_paper(name: str) -> Paper:
    """Return the size of paper with that name.

    Raises
    ------
    OptionError
        There is no such size.

    Examples
    --------
    >>> find_paper("A4").width, find_paper("letter").height
    (210.0, 279.4)
    """
    try:
        return PAPERS[name.lower()]
    except KeyError:
        raise OptionError(unknown("paper", name, PAPERS)) from None


def fitting_cell(
    rows: float, cols: float, width: float, height: float, most: float = CELL
) -> float:
    """Return the side of the cells of a board that fits into a place, at most `most`.

    Examples
    --------
    >>> fitting_cell(8, 8, 180, 250), fitting_cell(8, 8, 86, 100)
    (18.0, 10.5)
    """
    side = min(width / (cols + 0.1), height / (rows + 0.1), most)  # the frame takes a little
    return max(_STEP, _STEP * floor(side / _STEP))
