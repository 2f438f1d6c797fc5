"""The puzzle that a question is about: a board of any shape, and its pieces."""

import sys
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from kaleido.analysis.puzzle import Position, Puzzle
from kaleido.errors import PieceError, RequestError
from kaleido.library.piece_sets import named_set
from kaleido.library.puzzles import sized_board
from kaleido.model.board import Board
from kaleido.model.pattern import COLS, ROWS, Pattern
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement
from kaleido.search.problem import most_placements
from kaleido.web.limits import MAX_PIECES, MAX_PLACEMENTS

_MAX_TABLES = 60_000_000 if sys.platform == "emscripten" else 400_000_000
"""Bytes of the tables of placements that are kept for the next question; fewer in a browser."""


def read_pieces(params: Mapping[str, Any]) -> PieceSet:
    """Return the pieces that a question names, describes or chooses.

    Raises
    ------
    PieceError
        There is no such set, its text has a fault, or a chosen piece is not in it.
    """
    text = params.get("pieces") or CLASSIC.name
    # A text has a line for its rules and one for a piece; a name is one word.
    pieces = PieceSet.parse("own", text) if "\n" in text else named_set(text)
    if len(pieces) > MAX_PIECES:
        raise PieceError(f"the set has {len(pieces):,} pieces, expected at most {MAX_PIECES}")
    chosen = params.get("use")
    return pieces.chosen(chosen) if chosen else pieces


def read_board(params: Mapping[str, Any], pieces: PieceSet) -> Board:
    """Return the board that a question is about: a pattern wherever it can be one.

    Raises
    ------
    PatternError
        The text is not a board.
    PieceError
        The cells of the pieces do not make whole columns.
    """
    text, wrap = params["pattern"], params.get("wrap") or ""
    if pieces is CLASSIC:
        rows = text.split("/")
        is_square = len(rows) == ROWS and all(len(row) == COLS for row in rows)
        # Without a word on the pieces a pattern is meant, unless the classic ones fill the board.
        is_meant = not params.get("pieces") and len(text) - len(rows) + 1 != CLASSIC.size
        if is_square or is_meant:
            return Pattern(text, wrap=wrap)
    return sized_board(text, pieces, wrap)


def read_parts(params: Mapping[str, Any]) -> tuple[PieceSet, Puzzle | None]:
    """Return the pieces of a question and, if it has a board, the puzzle.

    Raises
    ------
    KaleidoError
        As for `read_puzzle`.
    """
    if params.get("pattern") is None:
        return read_pieces(params), None
    puzzle = read_puzzle(params)
    return puzzle.pieces, puzzle


def read_puzzle(params: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle that a question is about; the last ones are kept.

    Parameters
    ----------
    params : mapping
        The fields `pattern` and, if it is not a pattern for the classic pieces, `pieces`, `use`
        and `wrap`.

    Raises
    ------
    KaleidoError
        The board and the pieces do not make a puzzle, or it is too large.

    Examples
    --------
    >>> puzzle = read_puzzle({"pattern": "ooo/ooo", "pieces": "orders-1-3", "use": ["3a", "3b"]})
    >>> puzzle.pattern.size, len(puzzle.problem)
    (6, 10)
    """
    key = tuple(str(params.get(name) or "") for name in ("pattern", "pieces", "use", "wrap"))
    if key not in _kept:
        pieces = read_pieces(params)
        board = read_board(params, pieces)
        most = most_placements(board, pieces)
        if most > MAX_PLACEMENTS:
            raise RequestError(
                400,
                f"the pieces have {most:,} placements on the board, expected at most "
                f"{MAX_PLACEMENTS:,}: take fewer pieces or a smaller board",
            )
        _kept[key] = Puzzle(board, pieces)
        while len(_kept) > 1 and sum(map(_bytes, _kept.values())) > _MAX_TABLES:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]


def read_position(params: Mapping[str, Any]) -> Position:
    """Return the position that a question is about.

    Raises
    ------
    KaleidoError
        As for `read_puzzle`, or a piece that is placed does not fit.
    """
    return Position(read_puzzle(params), map(Placement.from_dict, params.get("placed", ())))


_kept: OrderedDict[tuple[str, ...], Puzzle] = OrderedDict()


def _bytes(puzzle: Puzzle) -> int:
    """Estimate the memory of a table: two sets of placements for each, and some for its own."""
    placements = len(puzzle.problem)
    return placements * (placements // 4 + 2000)
