"""The text of a board: sizes, and figures side by side."""

import re
from collections.abc import Sequence

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
    """Split the rows of a board at the signs between its figures.

    Raises
    ------
    PatternError
        There is no figure before or after a sign.
    """
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
    """Return the rows of a figure, which may be written as its size.

    Raises
    ------
    PatternError
        The figure is too large, or has no cells.
    """
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
    """Return the rows of a board with several figures, top-aligned, a column of holes between.

    Examples
    --------
    >>> side_by_side([["oo", "oo"], ["ooo"]])
    ['oo.ooo', 'oo....']
    """
    height = max(map(len, figures))
    padded = []
    for rows in figures:
        width = max(map(len, rows))
        padded.append([*rows, *[HOLE * width] * (height - len(rows))])
    return [HOLE.join(line) for line in zip(*padded, strict=True)]
