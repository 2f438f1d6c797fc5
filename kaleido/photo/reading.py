"""What a photo shows, cell by cell: as a value, in JSON and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

from kaleido.base.contract import Flat, Keywords, Natural, Plain, Positive, Share
from kaleido.base.errors import PhotoError
from kaleido.base.text import plural, quote
from kaleido.model.board import Text
from kaleido.model.grid import Cell
from kaleido.model.pattern import COLOURS, Pattern

if TYPE_CHECKING:
    from kaleido.photo.quad import Points, Values

_EIGHT = Keywords(minItems=8, maxItems=8)
Quarters = Annotated[int, Keywords(minimum=0, maximum=3)]


class Step(StrEnum):
    """A step of reading a picture, in this order."""

    DECODE = "decode"
    FIND = "find"
    COLOURS = "colours"


@dataclass(frozen=True)
class ReadingForm(Plain):
    """What a picture shows."""

    rows: Annotated[tuple[str, ...], _EIGHT, "The rows, with ? for cells that cannot be read."]
    guesses: Annotated[tuple[str, ...], _EIGHT, "The rows with the likeliest letter of every cell."]
    confidence: Annotated[
        tuple[Annotated[tuple[Share, ...], _EIGHT], ...],
        _EIGHT,
        "The probability of each letter, from 0 to 1.",
    ]
    uncertain: Annotated[tuple[Cell, ...], "The cells that cannot be read."]
    notes: Annotated[tuple[str, ...], "Remarks, a sentence each."]
    corners: Annotated[
        tuple[tuple[float, float], ...],
        Keywords(minItems=4, maxItems=4),
        "The corners of the board as x and y in pixels, clockwise from the top left of the rows.",
    ]
    size: Annotated[
        tuple[Positive, Positive], "The width and height of the picture in which the corners are."
    ]
    number: Annotated[Positive, "Which board of the picture it is, from 1."]
    oriented: Annotated[bool, "Whether lines of text show which way is up."]
    turned: Annotated[
        Quarters, "By how many quarters anticlockwise the picture was turned as its text runs."
    ]
    mirrored: Annotated[
        bool, "Whether it is the mirror image of a board of the collection, and not that board."
    ]
    changed: Annotated[
        Natural,
        "How many cells were changed so that the board may have a solution; these are marked ?.",
    ]
    possible: Annotated[
        bool, "Whether it may have a solution as read: false if it is proved that it has none."
    ]


# The fields of a form that stand as they are in a reading.
_AS_READ = {each.name for each in fields(ReadingForm)} - {"confidence", "corners"}


@dataclass(frozen=True)
class ReadBoard(Plain):
    """The pattern of a picture, and what the picture shows."""

    pattern: Annotated[Text | None, "The rows with / between them; null if a cell cannot be read."]
    reading: Flat[ReadingForm]


_TURNS = ("", "a quarter anticlockwise", "upside down", "a quarter clockwise")
UNKNOWN = "?"  # the letter of a cell that cannot be read


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
        Whether lines of text show which way is up, or the caller named the corners.
    turned : int
        By how many quarters anticlockwise the picture was turned as the lines of text run.
    mirrored : bool
        Whether it is the mirror image of a board of the collection, and not that board itself.
    changed : int
        How many cells were changed so that the board may have a solution; these are marked ``?``.
    possible : bool
        Whether it may have a solution as read; False if it is proved that it has none, by its
        colour counts or by the solver.
    number, boards, largest
        Which board of the picture it is, as one reads a page, of how many, and whether the largest.
    """

    rows: tuple[str, ...]
    confidence: Values
    guesses: tuple[str, ...]
    corners: Points
    size: tuple[int, int]
    oriented: bool = True
    turned: int = 0
    mirrored: bool = False
    changed: int = 0
    possible: bool = True
    number: int = 1
    boards: int = 1
    largest: bool = True

    @cached_property
    def uncertain(self) -> tuple[tuple[int, int], ...]:
        """The cells that cannot be read, as (row, col) from 0."""
        cells = product(range(len(self.rows)), range(len(self.rows[0])))
        return tuple((row, col) for row, col in cells if self.rows[row][col] == UNKNOWN)

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

    @property
    def form(self) -> ReadBoard:
        """The reading as JSON has it."""
        reading = ReadingForm(
            confidence=tuple(
                tuple(round(float(each), 3) for each in row) for row in self.confidence
            ),
            corners=tuple((round(float(x), 1), round(float(y), 1)) for x, y in self.corners),
            **{name: getattr(self, name) for name in _AS_READ},
        )
        return ReadBoard(None if self.uncertain else self.text, reading)

    def as_dict(self) -> dict[str, Any]:
        """Return the reading in plain types, for JSON."""
        return self.form.as_dict()

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
