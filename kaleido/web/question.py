"""The puzzle that a question is about, and what the page cannot play of it."""

import sys
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from kaleido.base.errors import OptionError, PieceError, RequestError
from kaleido.base.text import both, quote, unknown
from kaleido.heuristics.adjusted import split_name
from kaleido.heuristics.makers import Maker, maker_of
from kaleido.heuristics.registry import STRATEGIES, strategy_name
from kaleido.library.piece_sets import named_set
from kaleido.library.puzzles import sized_board
from kaleido.model.board import Board
from kaleido.model.lattices.square import Upright
from kaleido.model.layout import check_turns
from kaleido.model.pattern import COLS, ROWS, Pattern
from kaleido.model.piece import Rule
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement
from kaleido.puzzle.puzzle import Position, Puzzle
from kaleido.search.problem import most_placements
from kaleido.web.limits import MAX_CELLS, MAX_PIECES, MAX_PLACEMENTS

_MAX_TABLES = 60_000_000 if sys.platform == "emscripten" else 400_000_000
"""Bytes of the tables of placements that are kept for the next question; fewer in a browser."""


def read_pieces(params: Mapping[str, Any]) -> PieceSet:
    """Return the pieces that a question names, describes or chooses."""
    text = params.get("pieces") or CLASSIC.name
    # A text has a line for its rules and one for a piece; a name is one word.
    pieces = PieceSet.parse("own", text) if "\n" in text else named_set(text)
    if len(pieces) > MAX_PIECES:
        raise PieceError(f"the set has {len(pieces):,} pieces, expected at most {MAX_PIECES}")
    chosen = params.get("use")
    return pieces.chosen(chosen) if chosen else pieces


def read_board(params: Mapping[str, Any], pieces: PieceSet) -> Board:
    """Return the board that a question is about: a pattern wherever it can be one."""
    text, wrap = params["pattern"], params.get("wrap") or ""
    if pieces is CLASSIC:
        rows = text.split("/")
        is_square = len(rows) == ROWS and all(len(row) == COLS for row in rows)
        # Without a word on the pieces a pattern is meant, unless the classic ones fill the board.
        is_other = len(rows) > 1 and len(text) - len(rows) + 1 == CLASSIC.size
        is_meant = not params.get("pieces") and not is_other
        if is_square:
            return Pattern(text, wrap=wrap)
        if is_meant:
            return Pattern.parse(text, wrap)
    return sized_board(text, pieces, wrap)


def read_puzzle(params: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle that a question is about; the last ones are kept.

    Its fields are `pattern` and, if that is no pattern for the classic pieces, `pieces`, `use` and
    `wrap`.

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
        check_size(board, pieces)
        _kept[key] = Puzzle(board, pieces)
        while len(_kept) > 1 and sum(map(_bytes, _kept.values())) > _MAX_TABLES:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]


def read_position(params: Mapping[str, Any]) -> Position:
    """Return the position that a question is about."""
    return Position(read_puzzle(params), map(Placement.from_dict, params.get("placed", ())))


def read_strategy(text: str, own: Collection[str] = ()) -> Maker:
    """Return the maker of the strategy that a question names, which may be adjusted.

    It is one of Kaleido, or one of its user's `own` with which the page was started: a question
    must not import a module or read a file by naming it.

    Examples
    --------
    >>> read_strategy("paper-plus+window=2")(3).name
    'paper-plus+window=2'
    >>> read_strategy("os:getcwd")
    Traceback (most recent call last):
    ...
    kaleido.base.errors.OptionError: unknown strategy 'os:getcwd': expected constrained, tuned, ...
    """
    name = strategy_name(split_name(text)[0])
    if name not in own and name not in STRATEGIES:
        raise OptionError(unknown("strategy", name, [*own, *STRATEGIES]))
    return maker_of(text)


_kept: OrderedDict[tuple[str, ...], Puzzle] = OrderedDict()


def _bytes(puzzle: Puzzle) -> int:
    """Estimate the memory of a table: two sets of placements for each, and some for its own."""
    placements = len(puzzle.problem)
    return placements * (placements // 4 + 2000)


def check_size(board: Board, pieces: PieceSet) -> None:
    """Raise RequestError if a puzzle has more cells or placements than the page has room for."""
    if board.grid.size > MAX_CELLS:
        raise RequestError(
            400, f"the board has {board.grid.size:,} cells, expected at most {MAX_CELLS:,}"
        )
    if not board.grid.lattice.is_square:
        check_turns(board.grid, "".join(board.rows), MAX_CELLS)
    if (most := most_placements(board, pieces)) > MAX_PLACEMENTS:
        raise RequestError(
            400,
            f"the pieces have {most:,} placements on the board, expected at most "
            f"{MAX_PLACEMENTS:,}: take fewer pieces or a smaller board",
        )


def check_playable(pieces: PieceSet, board: Board | None = None) -> None:
    r"""Raise PieceError if the page would allow what a rule of a puzzle forbids.

    Pieces on the page may always be turned, and a puzzle is solved when every cell is covered.

    Examples
    --------
    >>> check_playable(PieceSet.parse("own", "# sides: mirrored\nI ooo\nL oo/o. in edge"))
    Traceback (most recent call last):
    ...
    kaleido.base.errors.PieceError: the page does not know the rule 'in edge' for 'L'; commands do
    """
    if pieces.lattice.dimensions > 2 and not isinstance(pieces.lattice, Upright):
        raise PieceError(f"the page does not know {pieces.lattice.cells}; commands do")
    if pieces.marks:
        raise PieceError(f"the page does not know the cells {both(pieces.marks)}; commands do")
    if board is not None and board.blanks:
        known = quote(board.optional) if board.optional else f"leave: {board.leave}"
        raise PieceError(f"the page does not know optional cells, {known}; commands do")
    usual = 0 if pieces.use == "some" else None
    for piece in pieces:
        own = pieces.rule_of(piece.name)
        sides = "fixed" if piece.fixed else ""
        unknown = Rule(sides, zone=piece.zone, at=piece.at, choice=piece.choice)
        if own.least not in (None, usual):
            unknown = replace(unknown, least=own.least, most=own.most)
        if unknown != Rule():
            raise PieceError(
                f"the page does not know the rule {quote(str(unknown))} for {quote(piece.name)}; "
                "commands do"
            )
