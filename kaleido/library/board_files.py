"""Several patterns at once: a file of boards, or a folder of pattern files."""

from collections.abc import Iterator
from pathlib import Path

from kaleido.errors import PatternError
from kaleido.files import parse_file, read_text
from kaleido.library.board_texts import boards_of, is_one
from kaleido.model.pattern import Pattern
from kaleido.text import free_name, quote, quote_path

MAX_BYTES = 64 * 1024 * 1024

BOARD_SUFFIXES = (".json", ".jsonl", ".csv")
"""The ends of names of files that may hold many boards."""


def read_boards(path: Path) -> dict[str, Pattern]:
    """Read named patterns, in the order of the file or by file name.

    Parameters
    ----------
    path : Path
        A folder whose ``*.txt`` files are patterns; or a file: a JSON object of name → rows, JSON
        lines or CSV with the rows in a field ``pattern``, as ``kaleido generate`` and ``kaleido
        batch`` write them, or a text with one board per line or with one pattern.

    Raises
    ------
    PatternError
        The path is neither, there are no boards, or a board is not a pattern; the message names it.
    """
    name = quote_path(path)
    if path.is_dir():
        boards = {
            file.stem: parse_file(file, Pattern.parse, PatternError)
            for file in sorted(path.glob("*.txt"))
        }
        if not boards:
            raise PatternError(f"no pattern file (*.txt) in {name}")
        return boards
    text = read_text(path, PatternError, MAX_BYTES)

    def lines() -> Iterator[str]:
        return iter(text.splitlines(keepends=True))

    if not text.strip():
        raise PatternError(f"there is no board in {name}")
    if path.suffix == ".json" and not text.lstrip().startswith("{"):
        raise PatternError(f"{name} is not an object of boards: expected name → rows")
    if is_one(lines()):
        return {path.stem: parse_file(path, Pattern.parse, PatternError)}
    boards = {}
    for board, rows in boards_of(str(path), lines):
        try:
            boards[free_name(board, boards)] = Pattern.parse(rows)
        except PatternError as error:
            raise PatternError(f"{error} (in {quote(f'board {board}', 80)})") from None
    if not boards:
        raise PatternError(f"there is no board in {name}")
    return boards
