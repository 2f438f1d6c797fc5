"""The door: what a name, a file, rows, a picture or a board stands for, in one place."""

from collections.abc import Sequence

from kaleido.arguments import check_type
from kaleido.errors import PatternError
from kaleido.files import is_image, parse_file
from kaleido.library.patterns import pattern_path, read_rows
from kaleido.library.puzzles import shipped_puzzle
from kaleido.model.board import Board
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import CLASSIC, PieceSet

# A board; the name of a pattern or of a puzzle; rows; or the file of a pattern, or a picture.
BoardLike = Board | str | Sequence[str]


def open_door(pattern: BoardLike) -> tuple[Board, PieceSet]:
    """Return the board and the pieces that a value stands for, or raise an error that says why."""
    if isinstance(pattern, Board):
        return pattern, CLASSIC
    if not isinstance(pattern, str):
        pattern = _joined(pattern)
    puzzle = shipped_puzzle(pattern)
    if puzzle is not None:
        return puzzle
    path = pattern_path(pattern)
    if path is None:
        return read_rows(pattern), CLASSIC
    if not is_image(path):
        from kaleido.export import read_parts  # reads XML

        if (parts := read_parts(path)) is not None:
            return parts
        return parse_file(path, Pattern.parse, PatternError), CLASSIC
    # Reading pictures loads NumPy and OpenCV.
    from kaleido.photo import read
    from kaleido.photo.reading import certain_pattern

    return certain_pattern(read(path), str(path)), CLASSIC


def _joined(rows: Sequence[str]) -> str:
    expected = "a Pattern, a name, rows or a Puzzle"
    check_type(rows, Sequence, expected, PatternError)
    for row in rows:
        check_type(row, str, f"rows of letters; a pattern is {expected}", PatternError)
    return "\n".join(rows)
