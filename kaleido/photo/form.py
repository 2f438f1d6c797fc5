"""What a photo shows, in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from kaleido.contract import Flat, Natural, Plain, Positive, Rule, Share, output
from kaleido.model.board_form import Text
from kaleido.model.grid import Cell

_EIGHT = Rule(minItems=8, maxItems=8)


@dataclass(frozen=True)
class ReadingForm(Plain):
    """What a picture shows.

    Attributes
    ----------
    rows : tuple of str
        The rows, with ? for cells that cannot be read.
    guesses : tuple of str
        The rows with the likeliest letter of every cell.
    confidence : tuple of tuple of float
        The probability of each letter, from 0 to 1.
    uncertain : tuple of (row, col)
        The cells that cannot be read.
    notes : tuple of str
        Remarks, a sentence each.
    corners : tuple of (float, float)
        The corners of the board as x and y in pixels, clockwise from the top left of the rows.
    size : (int, int)
        The width and height of the picture in which the corners are.
    number : int
        Which board of the picture it is, from 1.
    oriented : bool
        Whether lines of text show which way is up.
    changed : int
        How many of the least certain cells were changed so that some choice of faces has the colour
        counts.
    possible : bool
        Whether some choice of faces has the colour counts.
    """

    rows: Annotated[tuple[str, ...], _EIGHT]
    guesses: Annotated[tuple[str, ...], _EIGHT]
    confidence: Annotated[tuple[Annotated[tuple[Share, ...], _EIGHT], ...], _EIGHT]
    uncertain: tuple[Cell, ...]
    notes: tuple[str, ...]
    corners: Annotated[tuple[tuple[float, float], ...], Rule(minItems=4, maxItems=4)]
    size: tuple[Positive, Positive]
    number: Positive
    oriented: bool
    changed: Natural
    possible: bool


@output("read", "A board of kaleido read --json")
@dataclass(frozen=True)
class ReadBoard(Plain):
    """What a picture shows.

    The command prints one object, or a list of them for a picture of several boards; each has the
    number of the schema.

    Attributes
    ----------
    pattern : str or None
        The rows with / between them; null if a cell cannot be read.
    """

    pattern: Text | None
    reading: Flat[ReadingForm]
