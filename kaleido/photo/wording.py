"""A reading in words."""

from collections.abc import Sequence

from kaleido.errors import PhotoError
from kaleido.model.pattern import COLOURS, Pattern
from kaleido.photo.reading import Reading
from kaleido.text import plural, quote

_NAMED = 6
"""How many cells are named one by one."""


def say_unknown(reading: Reading, name: str) -> str:
    """Ask for the cells that cannot be read, in one line.

    Parameters
    ----------
    reading : Reading
    name : str
        The name of the picture.

    Examples
    --------
    >>> import numpy as np
    >>> reading = Reading(("?rxrxrxr",) + ("xrxrxrxr",) * 7, np.full((8, 8), 0.6),
    ...     ("xrxrxrxr",) * 8, np.zeros((4, 2)), (64, 64))
    >>> print(say_unknown(reading, "a.jpg").partition(";")[0])
    1 cell of 'a.jpg' cannot be read: row 1 column 1 (black? 60 %)
    """
    cells = reading.uncertain
    named = [
        f"row {row + 1} column {col + 1} ({COLOURS[reading.guesses[row][col]]}? "
        f"{100 * reading.confidence[row, col]:.0f} %)"
        for row, col in cells[:_NAMED]
    ]
    more = f" and {len(cells) - _NAMED} more" if len(cells) > _NAMED else ""
    where = f"board {reading.number} of " if reading.boards > 1 else ""
    return (
        f"{plural(len(cells), 'cell')} of {where}{quote(name, 60)} cannot be read: "
        f"{', '.join(named)}{more}; replace each ? and give these rows: {reading.text}"
    )


def certain_pattern(reading: Reading, name: str) -> Pattern:
    """Return the pattern of a reading without uncertain cells.

    Raises
    ------
    PhotoError
        Some cells cannot be read.
    """
    if reading.pattern is None:
        raise PhotoError(say_unknown(reading, name))
    return reading.pattern


def chosen_board(readings: Sequence[Reading], number: int, name: str) -> Reading:
    """Return the board with a number, from 1.

    Raises
    ------
    PhotoError
        The picture has fewer boards.
    """
    if not 1 <= number <= len(readings):
        last = len(readings)
        expected = "1, its only one" if last == 1 else f"1 to {last}"
        raise PhotoError(f"no board {number} in {quote(name, 60)}: expected {expected}")
    return readings[number - 1]
