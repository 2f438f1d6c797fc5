"""A pattern: the colour that each cell of the board asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from kaleido.drawable import Drawable
from kaleido.errors import PatternError, quote
from kaleido.grid import Grid

COLOURS: Mapping[str, str] = MappingProxyType(
    {"x": "black", "r": "red", "y": "yellow", "b": "blue"}
)
"""The colours by their letters, in the order of the digits 1-4."""

ROWS = COLS = 8

_READ = "xrybXRYB1234"
_MEANT = str.maketrans(_READ, 3 * "".join(COLOURS))
_EXPECTED = "expected the letters x r y b or the digits 1-4"
_HEADERS = ("title", "source", "note")


def _printable(text: str) -> bool:
    return text == text.strip() and all(char.isprintable() for char in text)


@dataclass(frozen=True, repr=False)
class Pattern(Drawable):
    """The colours of an 8 × 8 board. Two patterns are equal when their cells are.

    Parameters
    ----------
    text : str
        The rows from top to bottom, ``/`` between them, in the letters x (black), r (red),
        y (yellow) and b (blue). `Pattern.parse` reads less strict forms.
    title, source, note : str, optional
        One line each, kept beside the cells.

    Raises
    ------
    PatternError
        The text is not 8 rows of 8 such letters, or a header is not one printable line.

    Examples
    --------
    >>> pattern = Pattern.parse('''
    ...     # title: Chequered
    ...     rxrxrxrx
    ...     xrxrxrxr
    ...     rxrxrxrx
    ...     xrxrxrxr
    ...     rxrxrxrx
    ...     xrxrxrxr
    ...     rxrxrxrx
    ...     xrxrxrxr
    ... ''')
    >>> pattern.title, pattern.colour(0, 1), pattern.counts["r"]
    ('Chequered', 'x', 32)
    >>> eval(repr(pattern)) == Pattern.parse(str(pattern)) == pattern
    True
    """

    text: str
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    note: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        _check_rows(self.text.split("/"), COLOURS, "expected the letters x r y b")
        for name in _HEADERS:
            value = getattr(self, name)
            if not _printable(value):
                raise PatternError(f"{name} {quote(value)} is not one trimmed, printable line")

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Read a pattern from a pattern file's text or from one line.

        Parameters
        ----------
        text : str
            Eight rows of eight letters ``x r y b`` (or digits 1-4, capitals, too), one a line
            or with ``/`` between them. Blank lines and lines that start with ``#`` are no
            rows; ``# title: …``, ``# source: …`` and ``# note: …`` are kept.

        Raises
        ------
        PatternError
            Anything else; the message quotes what is wrong and where.

        Examples
        --------
        >>> Pattern.parse("21212121/" + "12121212/21212121/" * 3 + "12121212").rows[0]
        'rxrxrxrx'
        >>> Pattern.parse("rxrx")
        Traceback (most recent call last):
        ...
        kaleido.errors.PatternError: row 1 'rxrx' has 4 cells, expected 8
        """
        headers: dict[str, str] = {}
        rows: list[str] = []
        for raw in text.removeprefix("\ufeff").splitlines():
            line = raw.strip()
            if line.startswith("#"):
                name, colon, value = line[1:].partition(":")
                name, value = name.strip().lower(), value.strip()
                if colon and name in _HEADERS:
                    if name in headers:
                        raise PatternError(f"the header {quote(line)} comes twice")
                    headers[name] = value
            elif line:
                rows += (row.strip() for row in line.split("/"))
        if not rows:
            raise PatternError(f"there is no pattern in {quote(text)}: expected {ROWS} rows")
        _check_rows(rows, _READ, _EXPECTED)
        return cls("/".join(rows).translate(_MEANT), **headers)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows from top to bottom, a letter a cell."""
        return tuple(self.text.split("/"))

    @property
    def grid(self) -> Grid:
        """The board that the pattern lies on."""
        return Grid(ROWS, COLS)

    def colour(self, row: int, col: int) -> str:
        """Give the letter of a cell."""
        return self.text[row * (COLS + 1) + col]

    @cached_property
    def cells(self) -> npt.NDArray[np.uint8]:
        """The colours as the digits 1-4 for x r y b: a read-only (rows, cols) uint8 array."""
        digits = {letter: number for number, letter in enumerate(COLOURS, start=1)}
        array = np.array([[digits[letter] for letter in row] for row in self.rows], np.uint8)
        array.flags.writeable = False
        return array

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many cells each letter of x r y b has."""
        counter = Counter(self.text)
        return MappingProxyType({letter: counter[letter] for letter in COLOURS})

    def rotated(self, turns: int = 1) -> Pattern:
        """Give the pattern turned clockwise by `turns` quarter turns, headers kept.

        Examples
        --------
        >>> pattern = Pattern("/".join(["rrrrrrrr"] + ["xxxxxxxx"] * 7))
        >>> pattern.rotated().rows[0]
        'xxxxxxxr'
        """
        rows = self.rows
        for _ in range(turns % 4):
            rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        return Pattern("/".join(rows), self.title, self.source, self.note)

    def __reduce__(self) -> tuple[type[Pattern], tuple[str, ...]]:
        # Without what is cached, which need not be picklable.
        return Pattern, (self.text, self.title, self.source, self.note)

    def __str__(self) -> str:
        headers = [f"# {name}: {getattr(self, name)}" for name in _HEADERS if getattr(self, name)]
        return "\n".join([*headers, *self.rows])

    def __repr__(self) -> str:
        headers = [f", {name}={getattr(self, name)!r}" for name in _HEADERS if getattr(self, name)]
        return f"Pattern({self.text!r}{''.join(headers)})"


def _check_rows(rows: list[str], letters: Container[str], expected: str) -> None:
    for number, row in enumerate(rows, start=1):
        for place, letter in enumerate(row, start=1):
            if letter not in letters:
                raise PatternError(
                    f"unknown letter {quote(letter)} at row {number}, column {place} of "
                    f"{quote(row)}: {expected}"
                )
    for number, row in enumerate(rows, start=1):
        if len(row) != COLS:
            raise PatternError(f"row {number} {quote(row)} has {len(row)} cells, expected {COLS}")
    if len(rows) != ROWS:
        raise PatternError(f"found {len(rows)} rows, expected {ROWS}")
