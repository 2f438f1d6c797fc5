"""What a photo shows, cell by cell."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kaleido.model.pattern import Pattern
from kaleido.photo.form import ReadBoard, ReadingForm
from kaleido.text import plural

UNKNOWN = "?"
"""The letter of a cell that cannot be read."""

Confidence = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Reading:
    """The colours that were read from a photo, and how certain they are.

    Parameters
    ----------
    rows : tuple of str
        From top to bottom, in the letters x r y b, and ``?`` for cells that cannot be read.
    confidence : ndarray, shape (8, 8)
        The probability of each letter; for a ``?``, that of the likeliest letter.
    guesses : tuple of str
        The rows with the likeliest letter everywhere.
    corners : ndarray, shape (4, 2)
        Where the board lies: the top left, top right, bottom right and bottom left of the rows,
        as x and y in pixels of the picture as it was decoded: upright, and at most 1600 long.
    size : tuple of int
        The width and height of that picture.
    oriented : bool
        Whether lines of text, or whoever named the corners, said which way is up; otherwise the
        board is read as the picture is turned.
    changed : int
        How many of the least certain cells were changed, as no choice of faces has the colour
        counts that were read first.
    possible : bool
        Whether some choice of faces has the colour counts; otherwise it cannot be solved as read.
    number, boards : int
        Which board of the picture it is, from 1, and how many there are: numbered as one reads
        a page, by rows from the top, from left to right.
    largest : bool
        Whether it is the largest of them.

    Examples
    --------
    >>> import numpy as np
    >>> car = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"
    >>> rows = tuple(car.split("/"))
    >>> seen = ("?" + rows[0][1:], *rows[1:])
    >>> reading = Reading(seen, np.ones((8, 8)), rows, np.zeros((4, 2)), (480, 480))
    >>> reading.uncertain, reading.pattern
    (((0, 0),), None)
    """

    rows: tuple[str, ...]
    confidence: Confidence
    guesses: tuple[str, ...]
    corners: npt.NDArray[np.float64]
    size: tuple[int, int]
    oriented: bool = True
    changed: int = 0
    possible: bool = True
    number: int = 1
    boards: int = 1
    largest: bool = True

    @cached_property
    def uncertain(self) -> tuple[tuple[int, int], ...]:
        """The cells that cannot be read, as (row, col) from 0."""
        return tuple(
            (row, col)
            for row, line in enumerate(self.rows)
            for col, letter in enumerate(line)
            if letter == UNKNOWN
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks for the user, a sentence each, also on which of several boards it is."""
        if self.boards == 1:
            return self.remarks
        which = "the largest" if self.largest else f"number {self.number}"
        return (f"{self.boards} boards found: this is {which}", *self.remarks)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the user on the board itself."""
        notes = []
        if not self.oriented:
            notes.append("no lines of text show which way is up: read as the picture is turned")
        if self.changed:
            notes.append(
                "no choice of faces has the colour counts first read: "
                f"the least certain {plural(self.changed, 'cell')} changed"
            )
        if not self.possible:
            notes.append("no choice of faces has these colour counts: it cannot be solved as read")
        return tuple(notes)

    @property
    def text(self) -> str:
        """The rows with ``/`` between them."""
        return "/".join(self.rows)

    @cached_property
    def pattern(self) -> Pattern | None:
        """The pattern, or None if a cell cannot be read."""
        return None if self.uncertain else Pattern(self.text)

    @property
    def form(self) -> ReadBoard:
        """The reading as ``kaleido read --json`` prints it."""
        reading = ReadingForm(
            self.rows,
            self.guesses,
            tuple(tuple(round(float(each), 3) for each in row) for row in self.confidence),
            self.uncertain,
            self.notes,
            tuple((round(float(x), 1), round(float(y), 1)) for x, y in self.corners),
            self.size,
            self.number,
            self.oriented,
            self.changed,
            self.possible,
        )
        return ReadBoard(None if self.uncertain else self.text, reading)

    def as_dict(self) -> dict[str, Any]:
        """Return the reading in plain types, for JSON."""
        return self.form.as_dict()

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"<Reading {self.text!r}>"
