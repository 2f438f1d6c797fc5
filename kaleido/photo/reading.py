"""The reading of a photo, cell by cell: as a value, in JSON and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

from kaleido.base.contract import (
    Hidden,
    Key,
    Keywords,
    Natural,
    Plain,
    Positive,
    Share,
    shown,
    shown_first,
)
from kaleido.base.errors import PhotoError
from kaleido.base.text import plural, quote
from kaleido.model.board import Text
from kaleido.model.grid import Cell
from kaleido.model.pattern import COLOURS, Pattern

if TYPE_CHECKING:
    from kaleido.photo.quad import Points, Values
else:  # arrays, which JSON has as lists
    Points = Values = Any

_EIGHT, _FOUR = (Keywords(minItems=number, maxItems=number) for number in (8, 4))
Quarters = Annotated[int, Keywords(minimum=0, maximum=3)]
_Shares = Annotated[tuple[Annotated[tuple[Share, ...], _EIGHT], ...], _EIGHT]
_Places = Annotated[tuple[tuple[float, float], ...], _FOUR]


class Step(StrEnum):
    """A step of reading a picture, in this order."""

    DECODE = "decode"
    FIND = "find"
    COLOURS = "colours"


_TURNS = ("", "a quarter anticlockwise", "upside down", "a quarter clockwise")
UNKNOWN = "?"  # the letter of a cell that cannot be read


@dataclass(frozen=True, eq=False)
class Reading(Plain):
    """The colours that were read from a photo, and how certain they are.

    Parameters
    ----------
    confidence : ndarray, shape (8, 8)
        The probability of each letter; for a ``?``, that of the likeliest letter.
    corners : ndarray, shape (4, 2)
        Where the board lies: the top left, top right, bottom right and bottom left of the rows,
        as x and y in pixels of the picture as it was decoded: upright, and at most 1600 long.
    boards, largest
        How many boards the picture has, as one reads a page, and whether this is the largest.
    """

    rows: Annotated[tuple[str, ...], _EIGHT, "The rows, with ? for cells that cannot be read."]
    confidence: Hidden[Values]
    guesses: Annotated[tuple[str, ...], _EIGHT, "The rows with the likeliest letter of every cell."]
    corners: Hidden[Points]
    size: Annotated[
        tuple[Positive, Positive], "The width and height of the picture in which the corners are."
    ]
    oriented: Annotated[
        bool, "Whether lines of text show which way is up, or the caller named the corners."
    ] = True
    turned: Annotated[
        Quarters, "By how many quarters anticlockwise the picture was turned as its text runs."
    ] = 0
    mirrored: Annotated[
        bool, "Whether it is the mirror image of a board of the collection, and not that board."
    ] = False
    changed: Annotated[
        Natural,
        "How many cells were changed so that the board may have a solution; these are marked ?.",
    ] = 0
    possible: Annotated[
        bool, "Whether it may have a solution as read: false if it is proved that it has none."
    ] = True
    number: Annotated[Positive, "Which board of the picture it is, from 1."] = 1
    boards: Hidden[int] = 1
    largest: Hidden[bool] = True

    @property
    @shown_first
    def _text(self) -> Annotated[Text | None, Key("pattern")]:
        """The rows with / between them; null if a cell cannot be read."""
        return None if self.uncertain else self.text

    @property
    @shown
    def _shares(self) -> Annotated[_Shares, Key("confidence")]:
        """The probability of each letter, from 0 to 1."""
        return tuple(tuple(round(float(each), 3) for each in row) for row in self.confidence)

    @property
    @shown
    def _points(self) -> Annotated[_Places, Key("corners")]:
        """The corners of the board as x and y in pixels, clockwise from the rows' top left."""
        return tuple((round(float(x), 1), round(float(y), 1)) for x, y in self.corners)

    @cached_property
    @shown
    def uncertain(self) -> tuple[Cell, ...]:
        """The cells that cannot be read, as (row, col) from 0."""
        cells = product(range(len(self.rows)), range(len(self.rows[0])))
        return tuple((row, col) for row, col in cells if self.rows[row][col] == UNKNOWN)

    @property
    @shown
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
        if self.turned:
            way = _TURNS[self.turned]
            notes.append(f"read turned {way}, as the lines of text around the board run")
        if self.mirrored:
            notes.append("it is a known board seen in a mirror: the picture may be mirrored")
        if self.changed:
            changed = f"{plural(self.changed, 'cell')} changed and marked ?"
            notes.append(f"it has no solution as it was first read: {changed}")
        if not self.possible:
            notes.append("what was read has no solution: the board has none, or a cell was misread")
        return tuple(notes)

    @property
    def text(self) -> str:
        """The rows with ``/`` between them."""
        return "/".join(self.rows)

    @cached_property
    def pattern(self) -> Pattern | None:
        """The pattern, or None if a cell cannot be read."""
        return None if self.uncertain else Pattern(self.text)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"<Reading {self.text!r}>"


_NAMED = 6  # how many cells are named one by one


def say_unknown(reading: Reading, name: str) -> str:
    """Ask for the cells of a picture that cannot be read, in one line."""
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
    """Return the pattern of a reading, or raise a PhotoError if some cells cannot be read."""
    if reading.pattern is None:
        raise PhotoError(say_unknown(reading, name))
    return reading.pattern


def chosen_board(readings: Sequence[Reading], number: int, name: str) -> Reading:
    """Return the board with a number, from 1, or raise a PhotoError if there are fewer."""
    if not 1 <= number <= len(readings):
        last = len(readings)
        expected = "1, its only one" if last == 1 else f"1 to {last}"
        raise PhotoError(f"no board {number} in {quote(name, 60)}: expected {expected}")
    return readings[number - 1]
