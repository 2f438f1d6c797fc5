"""Arguments of commands that name a puzzle, a sketch, a position or placements."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.text import Text

from kaleido.base.errors import AmbiguousPlaceError, KaleidoError, PatternError, PlacingError
from kaleido.base.files import MAX_BYTES, decode, find_path, is_image, parse_file, read_text
from kaleido.base.text import quote, quote_path
from kaleido.cli.console import is_plain, note, notes, print_side_by_side
from kaleido.draw.terminal import draw_terminal
from kaleido.library.board_files import is_one
from kaleido.library.data import known, named_path, names
from kaleido.library.puzzles import parts_of
from kaleido.model.board import Board
from kaleido.model.names import find_piece, parse_cell, without_cells
from kaleido.model.pattern import COLOURS, Pattern
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import placements_from_json
from kaleido.puzzle.door import open_door
from kaleido.puzzle.puzzle import Position, Puzzle
from kaleido.search.notation import meant_place, name_orientation
from kaleido.search.placing import turn_number
from kaleido.search.position_text import looks_like_position

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kaleido.designing import Sketch


def read_input(error: type[KaleidoError] = PatternError, limit: int = MAX_BYTES) -> str:
    """Read a text of at most `limit` bytes from standard input; nothing is an error."""
    text = decode(sys.stdin.buffer, "standard input", error, limit)
    if not text.strip():
        raise error("there is nothing on standard input")
    return text


def is_piped() -> bool:
    """Return whether standard input is a file or a pipe that has something to read."""
    try:
        status = os.fstat(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):  # it is closed, or no file
        return False
    return stat.S_ISFIFO(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_size > 0)


def read_named(
    source: str,
    pieces: PieceSet | None = None,
    *,
    leave: int = 0,
    without: Sequence[str] = (),
    **given: Any,
) -> Puzzle:
    """Return the puzzle that a text names, as `open_door` does, or that of standard input.

    Of its cells, `leave` stay empty, and those `without` become holes.
    """
    text = read_input() if source == "-" else ""
    if text and not known(source := text.strip(), names()):
        if not is_one(text.splitlines()) and any(map(named_path, text.splitlines())):
            raise PatternError(
                f"standard input names several boards: {quote(source)}; `kaleido batch` takes them"
            )
        board, own = parts_of(text, pieces, **given)
    else:
        path = named_path(source)
        if path is not None and is_image(path):
            source = _read_image(path).text
        try:
            board, own = open_door(source, pieces, **given)
        except PatternError:
            if not holds_position(source):
                raise
            way = f"--position {source} with the name of its board"
            raise PatternError(f"{quote_path(source)} looks like a position: {way}") from None
    if named := [each for each in without if not parse_cell(each) and find_piece(own, each)]:
        ways = f'to leave the piece out, --use "-{named[0]}"'
        if own.size == board.size:
            ways += " and, after --without, as many cells"
        raise PatternError(f"{quote(named[0])} is a piece, and --without takes cells: {ways}")
    if own.is_plain and {*board.letters} <= {*COLOURS}:
        note(f"note: the pieces of {own.name} have no colours, so those of the board do not count")
    if not own.is_plain and "b" in board.letters and "x" not in board.letters:
        note("note: b is blue, and black is x, of which the board has none")
    board = without_cells(board, without) if without else board
    return Puzzle(replace(board, leave=leave) if leave else board, own)


def _read_image(path: Path) -> Pattern:
    """Return the pattern in a picture, and print it on standard error."""
    from kaleido.photo import read
    from kaleido.photo.reading import certain_pattern

    reading = read(path)
    pattern = certain_pattern(reading, str(path))
    least = int(100 * reading.confidence.min())
    note(f"read {reading.text} (the least certain cell {least} %)")
    for doubt in reading.notes:
        note(f"note: {doubt}")
    return pattern


def read_sketch(source: str) -> Sketch:
    """Return the sketch that `as_sketch` makes of a source, or of standard input."""
    from kaleido.designing import Sketch, as_sketch

    if source == "-":
        return Sketch.parse(read_input())
    path = named_path(source)
    return as_sketch(_read_image(path) if path is not None and is_image(path) else source)


def holds_position(source: str) -> bool:
    """Return whether a text looks like a position, or is a file with one."""
    path = find_path(source)
    if path is None:
        return looks_like_position(source)
    try:
        # Nobody may write to a pipe any more.
        return path.is_file() and looks_like_position(read_text(path, PlacingError))
    except PlacingError:  # such as a picture
        return False


def read_position(source: str | None, puzzle: Puzzle) -> Position:
    """Return the position in a file, on standard input or in the source itself; None is no piece.

    It is a grid of letters, as `Position.parse` reads it.
    """
    if source is None:
        return Position(puzzle)
    if source == "-":
        return Position.parse(puzzle, read_input(PlacingError))
    path = find_path(source)
    if path is not None:
        return parse_file(path, partial(Position.parse, puzzle), PlacingError)
    if source.endswith(".txt"):
        raise PlacingError(f"no such file: {quote_path(source)}")
    try:
        return Position.parse(puzzle, source)
    except PlacingError:
        if place := meant_place(source, puzzle.pieces):
            raise PlacingError(
                f"{quote(source)} is no position: a single piece goes with --place {place}"
            ) from None
        raise


def read_places(values: list[str] | None, position: Position) -> Position:
    """Return a position with the pieces on it that the user has placed by hand.

    Each value is a placement as `Position.push` reads it, or a file of such lines (a ``#`` starts a
    remark), or a JSON file as ``kaleido solve --json`` writes it.
    """
    for value in values or ():
        path = find_path(value)
        if path is None:
            position = _laid(position, value)
            continue
        text = read_text(path, PlacingError)
        if text.lstrip()[:1] in ("{", "["):
            lying = *position.placements, *placements_from_json(text)
            position = Position(position.puzzle, lying)
        elif looks_like_position(text):
            raise PlacingError(f"{quote_path(path)} is a grid, which goes with --position {value}")
        else:
            for line in text.splitlines():
                if place := line.partition("#")[0].strip():
                    position = _laid(position, place)
    return position


def _laid(position: Position, place: str) -> Position:
    """Place one piece; draw the ways on standard error if there are several."""
    try:
        return Position(position.puzzle, (*position.placements, place))
    except AmbiguousPlaceError as error:
        console = notes()
        pieces, drawn = position.pieces, []
        for placement in error.choices:
            name = name_orientation(placement, pieces, position.problem.pattern)
            face, turn = placement.face, name.removeprefix(placement.face)
            shapes = pieces[placement.piece].face(face).orientations
            number = turn_number(turn, shapes)
            assert number is not None
            shape = Board(str(shapes[number]), lattice=pieces.lattice.name)
            drawing = draw_terminal(shape, plain=is_plain(console), coordinates=False)
            own = f"{placement.piece} " * (len({each.piece for each in error.choices}) > 1)
            drawn.append(Text("\n").join([Text(own + name, "bold"), drawing]))
        print_side_by_side(console, drawn, padding=(0, 3))
        raise
