"""The text of a board: its headers and rows, sizes, and figures side by side."""

import re
from collections.abc import Iterable, Sequence

from kaleido.errors import PatternError
from kaleido.lattices.lattice import HOLE as HOLE, PLAIN as PLAIN
from kaleido.text import quote

LAYER = "//"
"""What stands between the layers of a drawing in one line."""

MAX_CELLS = 1024
"""The largest number of cells in a board's rectangle, holes included."""

SIZE = re.compile(r"(\d{1,9})\s*[x×]\s*(\d{1,9})", re.IGNORECASE)
"""The text of a rectangle by its size."""

BOX = re.compile(rf"{SIZE.pattern}\s*[x×]\s*(\d{{1,9}})", re.IGNORECASE)
"""The text of a box by its size: layers, rows and columns."""


def split_figures(text: str, rows: list[str]) -> list[list[str]]:
    """Split the rows of a board at the signs between its figures."""
    figures: list[list[str]] = [[]]
    for row in rows:
        parts = row.split("+")
        if len(parts) == 1 or not all(map(SIZE.fullmatch, map(str.strip, parts))):
            parts = re.split(r"(?<!\S)\+(?!\S)", row)
        for place, part in enumerate(parts):
            if place:
                figures.append([])
            # An empty row is kept, to be complained of.
            if part.strip() or len(parts) == 1:
                figures[-1].append(part.strip())
    if not all(figures):
        raise PatternError(f"a figure is missing beside a '+' in {quote(text)}")
    return figures


def sized(rows: list[str]) -> list[str]:
    """Return the rows of a figure, which may be written as its size: from 1 cell to MAX_CELLS."""
    size = SIZE.fullmatch(rows[0])
    if len(rows) > 1 or not size:
        return rows
    height, width = int(size[1]), int(size[2])
    if not 0 < height * width <= MAX_CELLS:
        raise PatternError(
            f"a board of {quote(rows[0])} has {height * width:,} cells, expected 1 to {MAX_CELLS:,}"
        )
    return [PLAIN * width] * height


def side_by_side(figures: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a board with several figures, top-aligned, a column of holes between."""
    height = max(map(len, figures))
    padded = []
    for rows in figures:
        width = max(map(len, rows))
        padded.append([*rows, *[HOLE * width] * (height - len(rows))])
    return [HOLE.join(line) for line in zip(*padded, strict=True)]


_LINES = str.maketrans("", "", " \t\u00a0|+-─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┣┫┳┻╋")
"""What is printed between the letters of a drawing of a board: blanks and borders."""

_LABELS = "ABCDEFGH"
_NUMBERS = "12345678"


def undrawn(rows: list[str]) -> list[str]:
    """Return the rows of letters of a drawing of a pattern, without borders and labels.

    Rows that are no drawing stay as they are, save for blanks.
    """
    found: list[str] = []
    for row in rows:
        letters = row.translate(_LINES)
        if (row and not letters) or (letters == _NUMBERS and letters != row):
            continue
        label = _LABELS[len(found) % len(_LABELS)]
        if len(letters) == len(_LABELS) + 1 and letters[0] == label and letters != row:
            letters = letters[1:]
        found.append(letters)
    return found


def split_text(
    text: str, names: tuple[str, ...], remark: str = "#"
) -> tuple[list[str], dict[str, str]]:
    """Split the text of a file, or one line, into rows and the headers with given names."""
    lines, headers = split_headers(text, names, remark)
    return split_rows(lines), headers


def split_rows(lines: Iterable[str]) -> list[str]:
    """Return the rows on some lines, without blanks around them."""
    return [row.strip() for line in lines if line.strip() for row in line.split("/")]


def split_headers(
    text: str, names: tuple[str, ...], remark: str
) -> tuple[list[str], dict[str, str]]:
    """Split a text into its lines as they are, blank ones too, and the headers with given names.

    Other lines that start with `remark` are dropped. A header that is given twice raises
    PatternError.
    """
    headers: dict[str, str] = {}
    lines: list[str] = []
    for raw in text.removeprefix("\ufeff").splitlines():
        line = raw.strip()
        if line.startswith(remark) or line == "#":
            name, colon, value = line[1:].partition(":")
            name, value = name.strip().lower(), value.strip()
            if colon and name in names:
                if name in headers:
                    raise PatternError(f"the header {quote(line)} is given twice")
                headers[name] = value
        else:
            lines.append(raw)
    return lines, headers
