"""A sketch: the colours that each cell of a new pattern may have."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from os import PathLike, fspath
from random import Random
from typing import Self

from kaleido.base.arguments import check_type, checked_arguments
from kaleido.base.errors import OptionError, PatternError
from kaleido.base.files import is_image, parse_file, read_text
from kaleido.base.text import quote, quote_path
from kaleido.library.data import named_path, nearest
from kaleido.library.patterns import pattern_names
from kaleido.library.ruled_names import ruled_text
from kaleido.model.board import Board, check_headers
from kaleido.model.board_text import split_text
from kaleido.model.pattern import COLOURS, COLS, ROWS, Pattern, check_size, split_squares
from kaleido.model.piece_set import CLASSIC
from kaleido.model.written import is_written
from kaleido.puzzle.door import open_door

ANY = "".join(COLOURS)  # the letters of a cell that may have any colour

_DIGITS = str.maketrans("1234", "".join(COLOURS))
_CELL = re.compile(r"\[([^]]*)\]|(.)")


@checked_arguments
@dataclass(frozen=True, repr=False)
class Sketch:
    """The colours that each cell of an 8 × 8 board may have.

    The cells are in reading order, each with the letters of its colours in the order x r y b. The
    title, the source and a note are one line each, kept beside the cells.

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

        It has eight rows, drawn as for `Pattern.parse`, in which ``?`` is a cell of any colour and
        ``[ry]`` one that is red or yellow. A `PatternError` says where the text is wrong.
        """
        rows, headers = split_squares(text, "sketch", ("title", "source", "note", "wrap"))
        _check_wrap(headers.pop("wrap", ""))
        read = [_read_row(row, number) for number, row in enumerate(rows, start=1)]
        check_size(rows, map(len, read))
        return cls(tuple(chain.from_iterable(read)), **headers)

    @classmethod
    def free(cls, colours: str = ANY) -> Self:
        """Return the sketch whose every cell may have any of these colours."""
        return cls((_ordered(colours),) * (ROWS * COLS))

    @classmethod
    def of(cls, pattern: Pattern) -> Self:
        """Return the sketch that only this pattern fits; PatternError if its sides are joined."""
        _check_wrap(pattern.wrap)
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
        shown = {ANY: "?", **{letter: letter for letter in COLOURS}}
        cells = [shown.get(cell, f"[{cell}]") for cell in self.cells]
        return "/".join("".join(cells[row * COLS : (row + 1) * COLS]) for row in range(ROWS))

    def __str__(self) -> str:
        named = ("title", "source", "note")
        headers = (f"# {name}: {value}" for name in named if (value := getattr(self, name)))
        return "\n".join([*headers, *self.text.split("/")])

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.text!r})"


def _check_wrap(wrap: str) -> None:
    # The problem of a sketch has no joined sides: it would be about another board.
    if wrap:
        raise PatternError(f"wrap: {quote(wrap)}: a sketch has no joined sides")


def _ordered(letters: Container[str]) -> str:
    return "".join(letter for letter in COLOURS if letter in letters)


def _read_row(row: str, number: int) -> list[str]:
    cells = []
    for several, one in _CELL.findall(row):
        if not (several or one):
            raise PatternError(
                f"a cell of row {number} {quote(row)} may have no colour: expected letters "
                "between [ ]"
            )
        letters = ANY if one == "?" else (several or one).lower().translate(_DIGITS)
        if unknown := [letter for letter in letters if letter not in COLOURS]:
            raise PatternError(
                f"unknown letter {quote(unknown[0])} in row {number} {quote(row)}: expected x r y "
                "b, ? for any colour, or several letters between [ and ]"
            )
        cells.append(_ordered(letters))
    return cells


SketchLike = Sketch | Pattern | str | PathLike[str] | Sequence[str]
"""A sketch, its name, its file or its rows; or a pattern."""


def as_sketch(sketch: SketchLike) -> Sketch:
    """Return a sketch as it is, or that of a pattern, a name, a file or rows.

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
    if isinstance(sketch, PathLike):
        sketch = fspath(sketch)
    check_type(sketch, Sequence, "a sketch, a pattern, a name, a file or rows", PatternError)
    sketch = sketch if isinstance(sketch, str) else "/".join(sketch)
    path = named_path(sketch)
    if path is None:
        if (ruled := ruled_text(sketch)) is not None:
            return Sketch.parse(ruled)
        if re.search(r"\.\w+$", sketch):
            raise PatternError(f"no such file: {quote_path(sketch)}")
        if not (set(sketch) & set("/?[\n") or is_written(sketch)):
            hint = nearest(sketch, pattern_names(), "kaleido list patterns")
            raise PatternError(
                f"unknown sketch {quote(sketch)}: {hint} "
                "(or give a file, or eight rows with / between them; --text AB, in Python "
                "kaleido.designing.lettered('AB'), shows letters)"
            )
        return Sketch.parse(sketch)

    from kaleido.export import read_parts  # reads XML, which browsers lack

    if not is_image(path) and read_parts(path) is None:
        text = read_text(path, PatternError)
        if "pieces" not in split_text(text, ("pieces",), "# ")[1]:
            return parse_file(path, Sketch.parse, PatternError)
    board, pieces = open_door(sketch)
    if not isinstance(board, Pattern) or pieces != CLASSIC:
        raise PatternError(
            f"{quote(sketch)} has pieces of its own: a sketch is for the classic ones, as are the "
            "patterns that `kaleido list patterns` shows"
        )
    return Sketch.of(board)


MAX_LETTERS = 2  # the most that fit beside each other

# Each glyph is a number per row, from top to bottom; its binary digits are the cells.
_LARGE = {
    "A": "14 17 17 31 17 17 17", "B": "30 17 17 30 17 17 30", "C": "14 17 16 16 16 17 14",
    "D": "30 17 17 17 17 17 30", "E": "31 16 16 30 16 16 31", "F": "31 16 16 30 16 16 16",
    "G": "14 17 16 23 17 17 14", "H": "17 17 17 31 17 17 17", "I": "14 4 4 4 4 4 14",
    "J": "7 2 2 2 2 18 12", "K": "17 18 20 24 20 18 17", "L": "16 16 16 16 16 16 31",
    "M": "17 27 21 21 17 17 17", "N": "17 25 21 19 17 17 17", "O": "14 17 17 17 17 17 14",
    "P": "30 17 17 30 16 16 16", "Q": "14 17 17 17 21 18 13", "R": "30 17 17 30 20 18 17",
    "S": "15 16 16 14 1 1 30", "T": "31 4 4 4 4 4 4", "U": "17 17 17 17 17 17 14",
    "V": "17 17 17 17 10 10 4", "W": "17 17 17 21 21 27 17", "X": "17 17 10 4 10 17 17",
    "Y": "17 17 10 4 4 4 4", "Z": "31 1 2 4 8 16 31", "0": "14 17 17 17 17 17 14",
    "1": "4 12 4 4 4 4 14", "2": "14 17 1 2 4 8 31", "3": "30 1 1 14 1 1 30",
    "4": "2 6 10 18 31 2 2", "5": "31 16 30 1 1 17 14", "6": "6 8 16 30 17 17 14",
    "7": "31 1 2 4 8 8 8", "8": "14 17 17 14 17 17 14", "9": "14 17 17 15 1 2 12",
}  # fmt: skip
_SMALL = {
    "A": "2 5 7 5 5", "B": "6 5 6 5 6", "C": "3 4 4 4 3", "D": "6 5 5 5 6", "E": "7 4 6 4 7",
    "F": "7 4 6 4 4", "G": "3 4 5 5 3", "H": "5 5 7 5 5", "I": "7 2 2 2 7", "J": "1 1 1 5 2",
    "K": "5 5 6 5 5", "L": "4 4 4 4 7", "M": "5 7 7 5 5", "N": "6 5 5 5 5", "O": "7 5 5 5 7",
    "P": "6 5 6 4 4", "Q": "7 5 5 7 1", "R": "6 5 6 5 5", "S": "3 4 2 1 6", "T": "7 2 2 2 2",
    "U": "5 5 5 5 7", "V": "5 5 5 5 2", "W": "5 5 7 7 5", "X": "5 5 2 5 5", "Y": "5 5 2 2 2",
    "Z": "7 1 2 4 7", "0": "7 5 5 5 7", "1": "2 6 2 2 7", "2": "6 1 2 4 7", "3": "6 1 2 1 6",
    "4": "5 5 7 1 1", "5": "7 4 6 1 6", "6": "3 4 6 5 2", "7": "7 1 2 2 2", "8": "7 5 7 5 7",
    "9": "7 5 7 1 6",
}  # fmt: skip


def lettered(text: str) -> Sketch:
    """Return the sketch that shows one or two letters or digits in red.

    The other cells may have any other colour.
    """
    letters = text.strip().upper()
    if not 0 < len(letters) <= MAX_LETTERS:
        raise OptionError(f"{quote(text)} has {len(letters)} letters, expected 1 to {MAX_LETTERS}")
    font, width = (_LARGE, 5) if len(letters) == 1 else (_SMALL, 3)
    unknown = [letter for letter in letters if letter not in font]
    if unknown:
        raise OptionError(f"{quote(unknown[0])} is not a letter from A to Z or a digit")
    cells = [ANY.replace("r", "")] * (ROWS * COLS)
    for number, letter in enumerate(letters):
        rows = font[letter].split()
        top = (ROWS - len(rows)) // 2
        left = (COLS - width) // 2 if len(letters) == 1 else 4 * number
        for row, bits in enumerate(rows, start=top):
            for col in range(width):
                if int(bits) >> width - 1 - col & 1:
                    cells[row * COLS + left + col] = "r"
    return Sketch(tuple(cells), title=letters)
