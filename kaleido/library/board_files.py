"""Several patterns at once: a JSON file of boards, or a folder of pattern files."""

import json
from pathlib import Path

from kaleido.errors import PatternError
from kaleido.files import parse_file, read_text
from kaleido.model.pattern import Pattern
from kaleido.text import quote

MAX_BYTES = 64 * 1024 * 1024


def read_boards(path: Path) -> dict[str, Pattern]:
    """Read named patterns, in the order of the file or by file name.

    Parameters
    ----------
    path : Path
        A JSON file with an object of name → list of 8 rows, or a folder whose ``*.txt`` files are
        patterns.

    Raises
    ------
    PatternError
        The path is neither, there are no boards, or a board is not a pattern; the message names it.
    """
    name = quote(str(path), 80)
    if path.is_dir():
        boards = {
            file.stem: parse_file(file, Pattern.parse, PatternError)
            for file in sorted(path.glob("*.txt"))
        }
        if not boards:
            raise PatternError(f"no pattern file (*.txt) in {name}")
        return boards
    text = read_text(path, PatternError, MAX_BYTES)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise PatternError(f"{name} is not JSON: {problem}") from None
    if not isinstance(value, dict) or not value:
        raise PatternError(f"{name} is not an object of boards: expected name → list of 8 rows")
    boards = {}
    for board, rows in value.items():
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise PatternError(f"board {quote(board)} in {name} is not a list of 8 rows")
        try:
            boards[board] = Pattern.parse("/".join(rows))
        except PatternError as error:
            raise PatternError(f"{error} (in {quote(f'board {board}', 80)})") from None
    return boards
