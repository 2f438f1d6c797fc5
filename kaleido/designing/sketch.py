"""A sketch: the colours that each cell of a new pattern may have."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Self

from kaleido.arguments import check_type, named_options
from kaleido.errors import PatternError
from kaleido.files import parse_file
from kaleido.library.patterns import pattern_path
from kaleido.model.board import Board, check_headers
from kaleido.model.board_text import split_text
from kaleido.model.lattice_text import check_squares
from kaleido.model.pattern import COLOURS, COLS, ROWS, Pattern
from kaleido.text import quote, quote_path
from kaleido.words import say

ANY = "".join(COLOURS)
"""The letters of a cell that may have any colour."""

_DIGITS = str.maketrans("1234", "".join(COLOURS))
_CELL = re.compile(r"\[(?P<set>[^]]*)\]|(?P<letter>.)")


@named_options
@dataclass(frozen=True, repr=False)
class Sketch:
    """The colours that each cell of an 8 × 8 board may have.

    Parameters
    ----------
    cells : tuple of str
        By cell in reading order, the letters of the colours it may have, in the order x r y b.
    title, source, note : str, optional
        One line each, kept beside the cells.

    Raises
    ------
    PatternError
        There are not 64 cells, or one of them may have no colour.

    Examples
    --------
    >>> sketch = Sketch.parse("????????/?rrr[xy]???/" + "????????/" * 5 + "xrxrxrxr")
    >>> sketch.allowed(1, 4), sketch.allowed(0, 0)
    ('xy', 'xryb')
    """

    cells: tuple[str, ...]
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    note: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        check_headers(title=self.title, source=self.source, note=self.note)
        if len(self.cells) != ROWS * COLS:
            raise PatternError(f"a sketch of {len(self.cells)} cells, expected {ROWS * COLS}")
        for place, letters in enumerate(self.cells):
            if not letters or letters != _ordered(letters):
                row, col = divmod(place, COLS)
                raise PatternError(
                    f"cell ({row}, {col}) may have {quote(letters)}: expected one or more of "
                    "x r y b, in this order"
                )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a sketch from a file's text or from one line.

        It has eight rows as for `Pattern.parse`, in which ``?`` is a cell of any colour and
        ``[ry]`` one that is red or yellow.

        Raises
        ------
        PatternError
            The text is not a sketch; the message quotes what is wrong and where.
        """
        check_squares(text, "a sketch")
        rows, headers = split_text(text, ("title", "source", "note"))
        if not rows:
            raise PatternError(f"there is no sketch in {quote(text)}: expected {ROWS} rows")
        read = [
            [_read_cell(found, f"row {number} {quote(row)}") for found in _CELL.finditer(row)]
            for number, row in enumerate(rows, start=1)
        ]
        for number, (row, cells) in enumerate(zip(rows, read, strict=True), start=1):
            if len(cells) != COLS:
                odd = {"row": number, "text": quote(row), "n": len(cells), "size": COLS}
                raise PatternError(say("sketch.cells", **odd))
        if len(rows) != ROWS:
            raise PatternError(say("sketch.rows", n=len(rows), size=ROWS))
        return cls(tuple(cell for cells in read for cell in cells), **headers)

    @classmethod
    def free(cls, colours: str = ANY) -> Self:
        """Return the sketch whose every cell may have any of these colours."""
        return cls((_ordered(colours),) * (ROWS * COLS))

    @classmethod
    def of(cls, pattern: Pattern) -> Self:
        """Return the sketch that only this pattern fits."""
        cells = tuple("".join(pattern.rows))
        return cls(cells, pattern.title, pattern.source, pattern.note)

    def allowed(self, row: int, col: int) -> str:
        """Return the letters that a cell may have."""
        return self.cells[row * COLS + col]

    def fits(self, pattern: Board) -> bool:
        """Return whether a pattern has on each cell a colour that the sketch allows."""
        shown = "".join(pattern.rows)
        return all(letter in cell for letter, cell in zip(shown, self.cells, strict=True))

    def with_cells(self, cells: Iterable[str]) -> Self:
        """Return a sketch with other cells and the same headers."""
        return type(self)(tuple(cells), self.title, self.source, self.note)

    def without(self, pattern: Board, rng: Random) -> Iterator[Self]:
        """Divide the sketch without one pattern into sketches that share no pattern.

        In the first, one cell may not have the pattern's colour; in the second, it must have
        it and another cell may not; and so on. The order of the cells is random.

        References
        ----------
        E. L. Lawler, "A procedure for computing the K best solutions to discrete optimization
        problems and its application to the shortest path problem", Management Science, 1972.
        """
        cells, shown = list(self.cells), "".join(pattern.rows)
        places = [place for place, cell in enumerate(cells) if len(cell) > 1]
        for place in rng.sample(places, len(places)):
            others = cells.copy()
            others[place] = cells[place].replace(shown[place], "")
            yield self.with_cells(others)
            cells[place] = shown[place]

    def pattern(self, letters: Sequence[str]) -> Pattern:
        """Return the pattern with these letters, in reading order, and the sketch's headers."""
        rows = ("".join(letters[start : start + COLS]) for start in range(0, len(letters), COLS))
        return Pattern("/".join(rows), self.title, self.source, self.note)

    @cached_property
    def text(self) -> str:
        """The rows in one line, as `parse` reads them."""
        cells = [_write_cell(cell) for cell in self.cells]
        return "/".join("".join(cells[row * COLS : (row + 1) * COLS]) for row in range(ROWS))

    def __str__(self) -> str:
        named = {"title": self.title, "source": self.source, "note": self.note}
        headers = (f"# {name}: {value}" for name, value in named.items() if value)
        return "\n".join([*headers, *self.text.split("/")])

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.text!r})"


def _ordered(letters: str) -> str:
    return "".join(letter for letter in COLOURS if letter in letters)


def _write_cell(letters: str) -> str:
    if letters == ANY:
        return "?"
    return letters if len(letters) == 1 else f"[{letters}]"


def _read_cell(found: re.Match[str], where: str) -> str:
    if found["letter"] == "?":
        return ANY
    letters = (found["letter"] or found["set"]).lower().translate(_DIGITS)
    if not letters:
        raise PatternError(f"a cell of {where} may have no colour: expected letters between [ ]")
    for letter in letters:
        if letter not in COLOURS:
            raise PatternError(
                f"unknown letter {quote(letter)} in {where}: expected x r y b, ? for any colour, "
                "or several letters between [ and ]"
            )
    return _ordered(letters)


SketchLike = Sketch | Pattern | str
"""A sketch, its name, its file or its rows; or a pattern."""


def as_sketch(sketch: SketchLike) -> Sketch:
    """Return a sketch as it is, or what a pattern, a name, a file or rows stand for.

    Raises
    ------
    PatternError
        The text is none of these, or it is not a sketch.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> as_sketch("car") == Sketch.of(named_pattern("car"))
    True
    """
    if isinstance(sketch, Sketch):
        return sketch
    if isinstance(sketch, Pattern):
        return Sketch.of(sketch)
    check_type(sketch, str, "a sketch, a pattern, a name, a file or rows", PatternError)
    path = pattern_path(sketch)
    if path is not None:
        return parse_file(path, Sketch.parse, PatternError)
    if sketch.endswith(".txt"):
        raise PatternError(f"no such file: {quote_path(sketch)}")
    if not set(sketch) & set("/?[\n"):
        raise PatternError(
            f"unknown sketch {quote(sketch)}: expected a file, -, eight rows with / between "
            "them, or the name of a pattern"
        )
    return Sketch.parse(sketch)
