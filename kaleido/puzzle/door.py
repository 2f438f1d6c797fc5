"""The door: turns a name, a file, rows, a picture or a board into a board and its pieces."""

import re
from collections.abc import Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from kaleido.base.arguments import check_type
from kaleido.base.attributes import names_attributes
from kaleido.base.errors import OptionError, PatternError, PieceError
from kaleido.base.files import is_image, parse_file
from kaleido.base.text import plain, plural, quote, quote_path, shown
from kaleido.heuristics.registry import STRATEGIES, strategy_name
from kaleido.library.board_files import holds_several, named_part, one_of
from kaleido.library.data import named_path
from kaleido.library.patterns import checked_rows, looks_like_name
from kaleido.library.piece_sets import find_set
from kaleido.library.puzzles import Day, parts_of
from kaleido.library.ruled_names import is_ruled
from kaleido.model.board import Board
from kaleido.model.names import chosen_pieces
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.written import CELL, SIZE

# A board; the name of a pattern or puzzle; the file of one, or a picture; rows, which may be lists
# or an array of letters or of the digits 1 to 4.
BoardLike = Board | str | PathLike[str] | Sequence[str] | Sequence[Sequence[str | int]]

EXPECTED = "a Pattern, a Puzzle, a name, a file or rows"

# A set of pieces, its name, its file or the text of one.
SetLike = PieceSet | str | PathLike[str]


def open_door(
    pattern: BoardLike,
    pieces: SetLike | None = None,
    *,
    use: Sequence[str] = (),
    wrap: str = "",
    day: Day | None = None,
) -> tuple[Board, PieceSet]:
    """Return the board and the pieces that a value names, or raise an error that explains why not.

    The options are those of `parts_of`; with pieces, a text may be any board.
    """
    pieces = as_set(pieces)
    if isinstance(pattern, Board):
        if pieces is None and "/" not in pattern.text and looks_like_name(pattern.text):
            meant = f"a name goes without Board, as {quote(pattern.text)}"
            raise PatternError(f"{pattern!r} is a row of cells: {meant}")
        return pattern, pieces or CLASSIC
    read = partial(parts_of, pieces=pieces, use=use, wrap=wrap, day=day)
    path: Path | None
    part = ""
    if isinstance(pattern, PathLike):
        path = Path(pattern)
    else:
        text = pattern if isinstance(pattern, str) else _joined(pattern)
        path = named_path(text)
        if path is None:
            path, part = named_part(text) or (None, "")
        if day is not None and path is None and is_ruled(text):
            raise OptionError(f"{quote(text)} has a date in its name: leave out the other one")
    if path is None:
        is_board = pieces is not None and not (text.endswith(".txt") or looks_like_name(text))
        try:
            return read(text if is_board else checked_rows(text))
        except PatternError:
            if strategy_name(text) in STRATEGIES or re.search(r"\.py(:|$)", text):
                raise PatternError(f"{quote(text)} is a strategy, expected {EXPECTED}") from None
            raise
    if path.is_dir():
        every = f"`kaleido batch solve {plain(str(path))}` takes all boards in it"
        raise PatternError(f"{quote_path(path)} is a folder, expected a file: {every}")
    if path.suffix == ".py":
        raise PatternError(f"{quote_path(path)} is a strategy, expected {EXPECTED}")
    if is_image(path):
        # Reading pictures loads NumPy and OpenCV.
        from kaleido.photo import read as photograph
        from kaleido.photo.reading import certain_pattern

        return read(certain_pattern(photograph(path), str(path)).text)
    from kaleido.export import read_parts  # reads XML

    if (parts := read_parts(path, part)) is None:
        try:
            return read(one_of(path, part)) if part else parse_file(path, read, PatternError)
        except PatternError:
            if part or not holds_several(path):
                raise
            return read(one_of(path))
    if wrap or day is not None:
        raise OptionError(f"{quote_path(path)} says it all: leave out --date and --wrap")
    board, own = parts[0], pieces or parts[1]
    return board, chosen_pieces(own, use) if use else own


def as_set(pieces: SetLike | None) -> PieceSet | None:
    """Return the set of pieces that a value names; None stays None."""
    if pieces is None or isinstance(pieces, PieceSet):
        return pieces
    check_type(pieces, (str, PathLike), "a PieceSet, its name or its file", PieceError)
    # A path is a file, also one that is called like a set.
    return find_set(pieces if isinstance(pieces, str) else str(Path(pieces).absolute()))


def _joined(rows: Any) -> str:
    rows = getattr(rows, "to_numpy", lambda: rows)()  # a data frame of pandas
    if getattr(getattr(rows, "dtype", None), "kind", "") == "f":  # of a text that NumPy has read
        rows = rows.astype(int) if (rows % 1 == 0).all() else rows
    rows = getattr(rows, "tolist", lambda: rows)()  # an array of NumPy
    if hasattr(rows, "read"):
        raise PatternError(f"{shown(rows)} is an open file, expected the name of one")
    # Our own sequences, such as a comparison, do not hold rows.
    kinds = () if isinstance(rows, bytes) or names_attributes(type(rows)) else Sequence
    check_type(rows, kinds, EXPECTED, PatternError)
    if len(rows) == SIZE * SIZE and all(CELL.fullmatch(str(cell)) for cell in rows):
        rows = [rows]  # the cells one after the other
    for row in rows:
        check_type(row, Sequence, f"rows of letters; a pattern is {EXPECTED}", PatternError)
        for cell in row:
            if not CELL.fullmatch(str(cell)):
                expected = "a letter, a digit from 1 to 4 or a colour"
                raise PatternError(f"{quote(str(cell))} is no cell: expected {expected}")
    if rows and all(isinstance(row, str) and named_path(row) for row in rows):
        names = plural(len(rows), "board")
        raise PatternError(f"{shown(rows)} names {names}, expected one, not in a list")
    gap = " " if any(len(str(cell)) > 1 for row in rows for cell in row) else ""
    return "\n".join(gap.join(map(str, row)) for row in rows)
