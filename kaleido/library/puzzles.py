"""The puzzles that come with Kaleido, by name: boards with sets of pieces."""

import re

from kaleido.errors import PatternError, PieceError
from kaleido.library.data import data_folder, file_names, nearest
from kaleido.library.piece_sets import named_set
from kaleido.model.board import Board, split_text
from kaleido.model.piece_set import PieceSet
from kaleido.text import quote

_OPEN = re.compile(r"(\d{1,9})\s*[x×]\s*N")


def puzzle_names() -> tuple[str, ...]:
    """Return the sorted names of all puzzles that come with Kaleido.

    Examples
    --------
    >>> "pentomino-6x10" in puzzle_names()
    True
    """
    return file_names("puzzles")


def puzzle_parts(name: str) -> tuple[str, PieceSet]:
    """Return the text of a puzzle's board, and its pieces.

    Raises
    ------
    PatternError
        There is no such puzzle; the message gives the nearest names.
    """
    if name not in puzzle_names():
        hint = nearest(name, puzzle_names(), "kaleido puzzle list")
        raise PatternError(f"unknown puzzle {quote(name)}: {hint}")
    text = (data_folder("puzzles") / f"{name}.txt").read_text(encoding="utf-8")
    _, headers = split_text(text, ("pieces",), "# ")
    return text, named_set(headers["pieces"])


def sized_board(text: str, pieces: PieceSet, wrap: str = "") -> Board:
    """Read a board as `Board.parse` does; its text may be ``5xN`` for the length the pieces need.

    Raises
    ------
    PatternError
        The text is not a board.
    PieceError
        The cells of the pieces do not make whole columns.
    """
    rows, _ = split_text(text, (), "# ")
    found = _OPEN.fullmatch(rows[0]) if len(rows) == 1 else None
    if found:
        height = int(found[1])
        if not height or pieces.size % height:
            raise PieceError(
                f"the pieces have {pieces.size} cells in total, which is not a whole number of "
                f"columns of {height}"
            )
        text = text.replace(rows[0], f"{height}x{pieces.size // height}")
    return Board.parse(text, wrap)
