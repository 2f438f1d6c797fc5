"""The door: turns a name, a file, rows, a picture or a board into a board and its pieces."""

from collections.abc import Sequence
from datetime import date
from functools import partial

from kaleido.base.arguments import check_type
from kaleido.base.errors import OptionError, PatternError
from kaleido.base.files import is_image, parse_file
from kaleido.base.text import quote_path
from kaleido.library.data import named_path
from kaleido.library.patterns import checked_rows
from kaleido.library.puzzles import parts_of
from kaleido.model.board import Board
from kaleido.model.piece_set import CLASSIC, PieceSet

# A board; the name of a pattern or puzzle; rows; the file of a pattern or puzzle, or a picture.
BoardLike = Board | str | Sequence[str]


def open_door(
    pattern: BoardLike,
    pieces: PieceSet | None = None,
    *,
    use: Sequence[str] = (),
    wrap: str = "",
    day: date | None = None,
) -> tuple[Board, PieceSet]:
    """Return the board and the pieces that a value names, or raise an error that explains why not.

    The options are those of `parts_of`; with pieces, a text may be any board.
    """
    if isinstance(pattern, Board):
        return pattern, pieces or CLASSIC
    text = pattern if isinstance(pattern, str) else _joined(pattern)
    read = partial(parts_of, pieces=pieces, use=use, wrap=wrap, day=day)
    path = named_path(text)
    if path is None:
        is_board = pieces is not None and not text.endswith(".txt")
        return read(text if is_board else checked_rows(text))
    if is_image(path):
        # Reading pictures loads NumPy and OpenCV.
        from kaleido.photo import read as photograph
        from kaleido.photo.reading import certain_pattern

        return read(certain_pattern(photograph(path), str(path)).text)
    from kaleido.export import read_parts  # reads XML

    if (parts := read_parts(path)) is None:
        return parse_file(path, read, PatternError)
    if wrap or day is not None:
        raise OptionError(f"{quote_path(path)} says it all: leave out --date and --wrap")
    board, own = parts[0], pieces or parts[1]
    return board, own.chosen(use) if use else own


def _joined(rows: Sequence[str]) -> str:
    expected = "a Pattern, a name, rows or a Puzzle"
    check_type(rows, Sequence, expected, PatternError)
    for row in rows:
        check_type(row, str, f"rows of letters; a pattern is {expected}", PatternError)
    return "\n".join(rows)
