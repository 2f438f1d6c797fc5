"""What a photo shows, cell by cell."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kaleido.model.pattern import Pattern

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
    notes : tuple of str
        Remarks for the user, a sentence each.
    corners : ndarray, shape (4, 2)
        Where the board lies: the top left, top right, bottom right and bottom left of the rows,
        as x and y in pixels of the picture as it was decoded: upright, and at most 1600 long.

    Examples
    --------
    >>> import numpy as np
    >>> car = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"
    >>> rows = tuple(car.split("/"))
    >>> seen = ("?" + rows[0][1:], *rows[1:])
    >>> reading = Reading(seen, np.ones((8, 8)), rows, (), np.zeros((4, 2)))
    >>> reading.uncertain, reading.pattern
    (((0, 0),), None)
    """

    rows: tuple[str, ...]
    confidence: Confidence
    guesses: tuple[str, ...]
    notes: tuple[str, ...]
    corners: npt.NDArray[np.float64]

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
    def text(self) -> str:
        """The rows with ``/`` between them."""
        return "/".join(self.rows)

    @cached_property
    def pattern(self) -> Pattern | None:
        """The pattern, or None if a cell cannot be read."""
        return None if self.uncertain else Pattern(self.text)

    def as_dict(self) -> dict[str, Any]:
        """Return the reading in plain types, for JSON."""
        return {
            "pattern": None if self.uncertain else self.text,
            "rows": list(self.rows),
            "guesses": list(self.guesses),
            "confidence": [[round(float(each), 3) for each in row] for row in self.confidence],
            "uncertain": [list(cell) for cell in self.uncertain],
            "notes": list(self.notes),
            "corners": [[round(float(each), 1) for each in corner] for corner in self.corners],
        }

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"<Reading {self.text!r}>"
