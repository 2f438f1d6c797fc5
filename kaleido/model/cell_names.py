"""The names of cells, as drawings label them: D3 is in the fourth row and the third column."""

import re

from kaleido.model.grid import Cell

_NAME = re.compile(r"(?P<row>[A-Za-z]{1,2})(?P<col>[1-9]\d{0,3})")
_LETTERS = 26
_MOST = 10_000


def row_name(row: int) -> str:
    """Return the label of a row: A to Z, then AA, AB and so on.

    Examples
    --------
    >>> row_name(0), row_name(25), row_name(26), row_name(52)
    ('A', 'Z', 'AA', 'BA')
    """
    before, last = divmod(row, _LETTERS)
    return (row_name(before - 1) if before else "") + chr(ord("A") + last)


def cell_name(cell: Cell) -> str:
    """Return the name of a cell; one that no board has keeps its numbers.

    Examples
    --------
    >>> cell_name((3, 2)), cell_name((30, 11)), cell_name((-1, 0))
    ('D3', 'AE12', '(-1, 0)')
    """
    row, col = cell
    return f"{row_name(row)}{col + 1}" if 0 <= row < _MOST and 0 <= col < _MOST else str((row, col))


def parse_cell(text: str) -> Cell | None:
    """Return the cell with a name, in letters of either case; None if it is not such a name.

    Examples
    --------
    >>> parse_cell("D3"), parse_cell("ae12"), parse_cell("D0")
    ((3, 2), (30, 11), None)
    """
    found = _NAME.fullmatch(text)
    if not found or not text.isascii():
        return None
    row = 0
    for letter in found["row"].upper():
        row = row * _LETTERS + ord(letter) - ord("A") + 1
    return row - 1, int(found["col"]) - 1
