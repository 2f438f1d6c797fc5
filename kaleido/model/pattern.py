"""A pattern: the colours that the pieces must show on the 8 × 8 board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import PatternError
from kaleido.base.text import quote
from kaleido.base.words import say
from kaleido.model.board import Board
from kaleido.model.board_text import check_squares, split_text, undrawn
from kaleido.model.written import as_rows

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

COLOURS: Mapping[str, str] = MappingProxyType(
    {"x": "black", "r": "red", "y": "yellow", "b": "blue"}
)
"""The colours by their letters, in the order of the digits 1-4."""

ROWS = COLS = 8

_READ = "xrybXRYB1234"
_ROW = f"[{''.join(COLOURS)}]{{{COLS}}}"
_WRITTEN = re.compile("[/\\n]".join([_ROW] * ROWS) + "\\n?")
"""A pattern as most are written: nothing in the text needs to be undone."""
_MEANT = str.maketrans(_READ, 3 * "".join(COLOURS))
_EXPECTED_HERE = "expected the letters x r y b; named_pattern() takes a name"
_EXPECTED = "expected the letters x r y b or the digits 1-4"


@checked_arguments
@dataclass(frozen=True, repr=False)
class Pattern(Board):
    r"""The colours of an 8 × 8 board. Two patterns are equal when their cells are.

    The text has the rows from top to bottom, separated by ``/``, in the letters x (black), r (red),
    y (yellow) and b (blue); `Pattern.parse` also reads less strict forms. The headers are those of
    a `Board`. PatternError says that the text is not 8 rows of 8 such letters, or that a header is
    not one printable line.

    Examples
    --------
    >>> pattern = Pattern.parse("# title: Chequered\n" + "rxrxrxrx\nxrxrxrxr\n" * 4)
    >>> pattern.title, pattern.colour(0, 1), pattern.counts["r"]
    ('Chequered', 'x', 32)
    >>> eval(repr(pattern)) == Pattern.parse(str(pattern)) == pattern
    True
    """

    def _check_rows(self) -> None:
        _check_rows(self.text.split("/"), COLOURS, _EXPECTED_HERE)

    @classmethod
    def parse(cls, text: str, wrap: str = "") -> Self:
        """Read a pattern from the text of a pattern file or from one line.

        It has eight rows of eight letters ``x r y b`` (or digits 1-4; capitals are allowed),
        separated by newlines or ``/``, or one of the forms in which people write a pattern:
        JSON, a table, words, coloured squares, 64 letters. Borders and blanks between the letters,
        as in a drawing of the board, are left out. Blank lines and lines that start with ``#`` are
        not rows; ``# title: …``, ``# source: …``, ``# note: …`` and ``# wrap: …`` are kept, the
        last unless `wrap` replaces it. For any other text PatternError says what is wrong, and
        where.

        Examples
        --------
        >>> Pattern.parse("21212121/" + "12121212/21212121/" * 3 + "12121212").rows[0]
        'rxrxrxrx'
        """
        if not wrap and _WRITTEN.fullmatch(text):
            return cls(text.rstrip("\n").replace("\n", "/"))
        rows, headers = split_squares(text, "pattern", ("title", "source", "note", "wrap"))
        _check_rows(rows, _READ, _EXPECTED)
        if wrap:
            headers["wrap"] = wrap
        letters = "/".join(rows)
        if "B" in letters and not set(letters) & set("xX1"):
            raise PatternError(f"b is blue; black is x: there is no x in {quote(letters)}")
        return cls(letters.translate(_MEANT), **dict[str, Any](headers))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return self.array.astype(dtype or self.array.dtype)

    @property
    def heading(self) -> str:
        """The title or, without one, the word for a board of this kind."""
        return self.title or "Pattern"

    @cached_property
    def array(self) -> npt.NDArray[np.uint8]:
        """The coloured grid: x r y b as the digits 1-4 in a read-only uint8 array (rows, cols)."""
        import numpy as np  # solving needs no arrays

        digits = {letter: number for number, letter in enumerate(COLOURS, start=1)}
        array = np.array([[digits[letter] for letter in row] for row in self.rows], np.uint8)
        array.flags.writeable = False
        return array

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """The number of cells of each colour x r y b."""
        cells = self.letters
        return MappingProxyType({letter: cells.get(letter, 0).bit_count() for letter in COLOURS})


def _check_rows(rows: list[str], letters: Iterable[str], expected: str) -> None:
    if not set().union(*rows).issubset(letters):
        for number, row in enumerate(rows, start=1):
            for place, letter in enumerate(row, start=1):
                if letter not in letters:
                    sketch = (
                        "; `kaleido design` fills in a sketch, with ? for such cells"
                        if letter in "?.["
                        else ""
                    )
                    raise PatternError(
                        f"unknown letter {quote(letter)} at row {number}, column {place} of "
                        f"{quote(row)}: {expected}{sketch}"
                    )
    check_size(rows, map(len, rows))


def split_squares(text: str, what: str, names: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """Split the text of a pattern or a sketch of squares into its rows, undrawn, and headers."""
    check_squares(text, f"a {what}")
    rows, headers = split_text(as_rows(text), names)
    rows = undrawn(rows)
    if not rows:
        raise PatternError(f"there is no {what} in {quote(text)}: expected {ROWS} rows")
    if len(rows) >= 2 * ROWS and set("".join(rows[:ROWS])) <= set(f"{_READ}?"):
        raise PatternError(
            f"{say('sketch.rows', n=len(rows), size=ROWS)}: {quote('/'.join(rows))}; of several "
            "boards, each is one line, with / between its rows, for `kaleido batch`"
        )
    return rows, headers


def check_size(rows: Sequence[str], widths: Iterable[int]) -> None:
    """Raise PatternError unless there are eight rows, each eight cells wide."""
    for number, (row, width) in enumerate(zip(rows, widths, strict=True), start=1):
        if width != COLS:
            odd = {"row": number, "text": quote(row), "n": width, "size": COLS}
            raise PatternError(say("sketch.cells", **odd))
    if len(rows) != ROWS:
        found = say("sketch.rows", n=len(rows), size=ROWS)
        raise PatternError(f"{found}: {quote('/'.join(rows))}")
