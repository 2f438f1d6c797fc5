"""The forms in which people write a pattern: tables, JSON, words, coloured squares, one row."""

import json
import re
from typing import Any

from kaleido.base.errors import PatternError
from kaleido.base.text import either, quote

SIZE = 8  # rows, and cells of a row

FIELDS = ("pattern", "board", "grid", "rows", "cells")
"""The fields of a JSON object that may hold a board, the most certain ones first."""

_COLOURS = ("colour", "color")  # the fields of a JSON object for one cell

_SQUARES = {
    "x": "\N{BLACK LARGE SQUARE}\N{BLACK MEDIUM SQUARE}\N{BLACK SQUARE}\N{MEDIUM BLACK CIRCLE}",
    "r": "\N{LARGE RED SQUARE}\N{LARGE RED CIRCLE}",
    "y": "\N{LARGE YELLOW SQUARE}\N{LARGE YELLOW CIRCLE}",
    "b": "\N{LARGE BLUE SQUARE}\N{LARGE BLUE CIRCLE}",
}
_WORDS = {"black": "x", "red": "r", "yellow": "y", "blue": "b"}

# The signs between cells are blanks; a selector after a square chooses how it is drawn.
_SIGNS = str.maketrans(
    {sign: letter for letter, signs in _SQUARES.items() for sign in signs}
    | dict.fromkeys(",;\"'\t", " ")
    | {"\ufe0f": None}
)
_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b", re.IGNORECASE)
CELL = re.compile(rf"{_WORD.pattern}|.\ufe0f?", re.IGNORECASE)
_LIST = re.compile(r"[\"',{]|\[\s*\[")  # signs of a list that no sketch has
_PLAIN = re.compile(r"(?:[xryb1-4?]{8}[/\n]){7}[xryb1-4?]{8}\n?", re.IGNORECASE)
_CELLS = re.compile(rf"[xryb1-4?]{{{SIZE * SIZE}}}", re.IGNORECASE)


def as_rows(text: str) -> str:
    r"""Return a pattern or a sketch with a line of letters for each row, below its headers.

    A text in another form stays as it is, for its reader to refuse. PatternError says that a JSON
    object holds no board, or several.

    Examples
    --------
    >>> as_rows('[["red", "black"], ["black", "red"]]').split()
    ['r', 'x', 'x', 'r']
    >>> as_rows("rxrxrxrx xrxrxrxr " * 4)[:17]
    'rxrxrxrx\nxrxrxrxr'
    """
    if _PLAIN.fullmatch(text):
        return text
    lines = text.removeprefix("\ufeff").splitlines()
    heads = [line for line in lines if line.lstrip().startswith("#")]
    drawn = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    body = "\n".join(drawn).strip()
    if body[:1] in ("[", "{"):
        drawn = _read_json(body).splitlines()
    rows = [_WORD.sub(_letter, line.translate(_SIGNS)) for line in drawn]
    if len(rows) == 1 and "/" not in rows[0]:
        rows = _broken(rows[0])
    return "\n".join([*heads, *rows])


def is_written(text: str) -> bool:
    """Return whether a line has a form of several rows, or is one long word of cells."""
    rows = as_rows(text).split("\n")
    return len(rows) > 1 or re.fullmatch(r"(?i)[xryb1-4]{5,}|\w{64}", rows[0]) is not None


def _letter(word: re.Match[str]) -> str:
    return _WORDS[word[0].lower()]


def _broken(row: str) -> list[str]:
    """Return the rows of a board that is written in one line, or this line."""
    words = row.split()
    cells = "".join(words)
    if _CELLS.fullmatch(cells) and len(words) in (1, len(cells)):
        return [cells[at : at + SIZE] for at in range(0, len(cells), SIZE)]
    return words if len(words) == SIZE and len(cells) > SIZE else [row]


def _read_json(text: str) -> str:
    """Return the board in a JSON text, in lines; a list of another kind stays as it is."""
    # A list of Python has other quotes.
    quoted = text.replace("'", '"') if text.startswith("[") else text
    try:
        return _lines(json.loads(quoted), text)
    except PatternError:
        raise
    except (ValueError, RecursionError) as problem:
        if text.startswith("[") and (text.count("[") == text.count("]") or not _LIST.search(text)):
            return text
        raise PatternError(f"{quote(text)} is not JSON: {problem}") from None


def _lines(value: Any, text: str) -> str:
    if isinstance(value, dict):
        found = [value[key] for key in (*FIELDS, *_COLOURS) if key in value]
        if not found and len(value) == 1:
            found = [each for each in value.values() if isinstance(each, str | list | dict)]
        if not found:
            raise PatternError(
                f"{quote(text)} is no single board: name one of a file (FILE:NAME), or give its "
                f"rows in a field {either(FIELDS)}"
            )
        return _lines(found[0], text)
    if not isinstance(value, list):
        return str(value)
    parts = [_lines(each, text) for each in value]
    return (" " if all(map(CELL.fullmatch, parts)) else "\n").join(parts)
