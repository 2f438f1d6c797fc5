"""Boards by name, as a comparison takes them, and a hash by which two boards are the same."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from kaleido.base.errors import OptionError, PatternError
from kaleido.base.files import find_path
from kaleido.base.text import free_name, shown
from kaleido.library.board_files import BOARD_SUFFIXES, holds_several, read_boards
from kaleido.library.data import names
from kaleido.library.patterns import looks_like_rows, members
from kaleido.library.ruled_names import lasting_name
from kaleido.model.board import Board
from kaleido.model.piece_set import CLASSIC
from kaleido.puzzle.puzzle import Position, Puzzle

Compared = Board | Puzzle | Position
# A pattern, a puzzle, a position, or a text that names some: a name, rows, a file or a folder.
BoardSource = Compared | str | Path
Patterns = Mapping[str, BoardSource] | Iterable[BoardSource] | BoardSource  # by name, or in order


def fingerprint(board: Compared) -> str:
    """Return 12 hexadecimal digits: a hash of a board, its pieces and those laid, without names."""
    laid = board.text if isinstance(board, Position) and board.placements else ""
    board, pieces = (board, CLASSIC) if isinstance(board, Board) else (board.pattern, board.pieces)
    # The faces say what the pieces are; the name of a set does not matter.
    faces = [(piece.name, *(str(face.drawing) for face in piece.faces)) for piece in pieces]
    said = board.text, board.wrap, pieces.sides, pieces.use, pieces.counts, faces
    own = tuple((each.name, each.fixed, each.zone) for each in pieces if each.fixed or each.zone)
    choices = tuple((each.choice, each.at) for each in pieces if each.choice or each.at)
    rules: tuple[object, ...] = (board.optional, pieces.least, own)
    if choices or board.leave:
        rules += (choices, board.leave)
    if not board.grid.lattice.is_square:
        rules += (board.lattice,)
    text = f"{said}{rules if any(rules) else ''}{laid}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def name_boards(patterns: Patterns) -> dict[str, Compared]:
    """Return boards by name; see `kaleido.compare` for the values that it takes."""
    boards: dict[str, Compared] = {}
    if isinstance(patterns, Mapping):
        for name, each in patterns.items():
            boards[check_name(name, "pattern")] = _board_or_puzzle(each)
    else:
        # A single name must not be iterated over letter by letter.
        if isinstance(patterns, str | Path | Compared) or not isinstance(patterns, Iterable):
            patterns = (patterns,)
        for name, board in chain.from_iterable(map(_named, patterns)):
            boards[free_name(check_name(name, "pattern"), boards)] = board
    if not boards:
        raise OptionError(f"patterns is {shown(patterns)}: expected one or more")
    return boards


def _named(each: BoardSource) -> Iterator[tuple[str, Compared]]:
    path = each if isinstance(each, Path) else None
    if isinstance(each, str):
        if group := members(each):
            yield from ((name, _board_or_puzzle(name)) for name in group)
            return
        each = lasting_name(each)
        path = None if each in names() else find_path(each)
    if path is not None and (
        path.is_dir()
        or path.suffix in BOARD_SUFFIXES
        or (path.suffix == ".txt" and holds_several(path))
    ):
        yield from read_boards(path).items()
        return
    board = _board_or_puzzle(each)
    title = board.title if isinstance(board, Board) else board.pattern.title
    is_name = isinstance(each, str) and not looks_like_rows(each)
    yield path.stem if path else str(each) if is_name else title or "untitled", board


def _board_or_puzzle(each: BoardSource) -> Compared:
    if isinstance(each, Compared):
        return each
    rows = each if isinstance(each, Sequence) else (None,)
    if not isinstance(each, Path) and not all(isinstance(row, str) for row in rows):
        expected = "a Pattern, a Puzzle, a name, rows, a file or a folder"
        raise PatternError(f"{shown(each)} is no pattern: expected {expected}")
    puzzle = Puzzle(str(each) if isinstance(each, Path) else each)
    # Building the problem of a pattern is part of each timed run.
    return puzzle if puzzle.pieces is not CLASSIC else puzzle.pattern


def check_name(name: object, what: str) -> str:
    """Return a name of one line, or raise an `OptionError`."""
    if not isinstance(name, str) or not name or not name.isprintable():
        raise OptionError(f"{shown(name)} is no name of a {what}: expected one line")
    return name
