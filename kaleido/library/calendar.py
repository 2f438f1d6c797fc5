"""Calendar puzzles: boards whose cells stand for the parts of a date, which stay open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType

from kaleido.errors import OptionError, PatternError
from kaleido.model.board import HOLE
from kaleido.text import both, plural, quote, unknown

FIELDS: Mapping[str, int] = MappingProxyType({"month": 12, "day": 31, "weekday": 7})
"""The parts of a date that a board may have cells for, and how many cells each takes."""


def read_date(text: str) -> date:
    """Return the day that a text such as 2026-11-22 names.

    Raises
    ------
    OptionError
        There is no such day, or the text has another form.

    Examples
    --------
    >>> read_date("2026-02-30")
    Traceback (most recent call last):
    ...
    kaleido.errors.OptionError: '2026-02-30' is no date: expected one such as 2026-11-22
    """
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise OptionError(f"{quote(text)} is no date: expected one such as 2026-11-22") from None


def describe_date(day: date) -> str:
    """Return a date in words, whatever the language of the system.

    Examples
    --------
    >>> describe_date(date(2026, 11, 22))
    '22 November 2026'
    """
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def opened_rows(rows: Sequence[str], fields: str, day: date) -> list[str]:
    """Return the rows of a board with holes where the parts of a date are.

    Parameters
    ----------
    rows : sequence of str
        The board; its cells in reading order stand for the values of the fields.
    fields : str
        Some of `FIELDS`, in their order on the board; weeks begin with Sunday.
    day : date

    Raises
    ------
    PatternError
        A field is unknown or occurs twice, or the board has another number of cells.

    Examples
    --------
    >>> opened_rows(["oooooo", "oooooo"], "month", date(2026, 11, 22))
    ['oooooo', 'oooo.o']
    """
    names = fields.split()
    for name in names:
        if name not in FIELDS:
            raise PatternError(unknown("field of a calendar", name, FIELDS))
    if not names or len(set(names)) < len(names):
        raise PatternError(f"calendar: {quote(fields)}: expected some of {both(FIELDS)}, each once")
    cells = [
        (row, col) for row, line in enumerate(rows) for col, cell in enumerate(line) if cell != HOLE
    ]
    needed = sum(FIELDS[name] for name in names)
    if len(cells) != needed:
        raise PatternError(
            f"a calendar of {both(names)} needs {plural(needed, 'cell')}, the board has "
            f"{len(cells)}"
        )
    values = {"month": day.month - 1, "day": day.day - 1, "weekday": day.isoweekday() % 7}
    drawn = [list(line) for line in rows]
    start = 0
    for name in names:
        row, col = cells[start + values[name]]
        drawn[row][col] = HOLE
        start += FIELDS[name]
    return ["".join(line) for line in drawn]


_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
