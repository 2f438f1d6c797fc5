"""A reading in words."""

from __future__ import annotations

from kaleido.model.pattern import COLOURS
from kaleido.photo.reading import Reading
from kaleido.text import quote

_NAMED = 6
"""So many cells are named one by one."""


def say_unknown(reading: Reading, name: str) -> str:
    """Ask for the cells that cannot be told, in one line.

    Parameters
    ----------
    reading : Reading
    name : str
        The picture's.

    Examples
    --------
    >>> import numpy as np
    >>> reading = Reading(("?rxrxrxr",) + ("xrxrxrxr",) * 7, np.full((8, 8), 0.6),
    ...     ("xrxrxrxr",) * 8, (), np.zeros((4, 2)))
    >>> print(say_unknown(reading, "a.jpg").partition(";")[0])
    1 cell of 'a.jpg' cannot be told: row 1 column 1 (black? 60 %)
    """
    cells = reading.uncertain
    named = [
        f"row {row + 1} column {col + 1} ({COLOURS[reading.guesses[row][col]]}? "
        f"{100 * reading.confidence[row, col]:.0f} %)"
        for row, col in cells[:_NAMED]
    ]
    more = f" and {len(cells) - _NAMED} more" if len(cells) > _NAMED else ""
    count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
    return (
        f"{count} of {quote(name, 60)} cannot be told: {', '.join(named)}{more}; "
        f"put a letter for each ? and give these rows: {reading.text}"
    )
