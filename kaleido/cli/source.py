"""What the user names on the command line: a pattern, a sketch, a board or placements."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from kaleido.draw.terminal import draw_terminal
from kaleido.errors import AmbiguousPlaceError, KaleidoError, PatternError, PlacingError
from kaleido.files import MAX_BYTES, decode, find_path, is_image, parse_file, read_text
from kaleido.model.board import Board
from kaleido.model.placement import Placement
from kaleido.search.notation import name_orientation
from kaleido.search.pose import turn_number
from kaleido.search.problem import Problem
from kaleido.text import quote_path

if TYPE_CHECKING:
    from pathlib import Path

    from kaleido.analysis.puzzle import Position, Puzzle
    from kaleido.designing import Sketch
    from kaleido.model.pattern import Pattern


def draw_choices(choices: Iterable[Placement], problem: Problem, *, plain: bool) -> list[Text]:
    """Draw placements of a piece, each under the name of its orientation."""
    drawn = []
    for placement in choices:
        name = name_orientation(placement, problem.pieces, problem.grid)
        face, turn = placement.face, name.removeprefix(placement.face)
        shapes = problem.pieces[placement.piece].face(face).orientations
        number = turn_number(turn, shapes)
        assert number is not None
        shape = Board(str(shapes[number]), lattice=problem.pieces.lattice.name)
        drawing = draw_terminal(shape, plain=plain, coordinates=False)
        drawn.append(Text("\n").join([Text(name, "bold"), drawing]))
    return drawn


def read_pattern(source: str) -> Pattern:
    """Read the pattern that the user named.

    Parameters
    ----------
    source : str
        What `find_pattern` takes, the path of a picture of a board, or ``-`` for standard input.

    Raises
    ------
    PatternError
        The source is none of these, or its text is not a pattern.
    PhotoError
        The picture shows no board, or some of its cells cannot be read.
    """
    from kaleido.library.patterns import find_pattern, pattern_names
    from kaleido.model.pattern import Pattern

    if source == "-":
        return Pattern.parse(read_input())
    path = None if source in pattern_names() else find_path(source)
    if path is not None and is_image(path):
        return _read_image(path)
    return find_pattern(source)


def read_sketch(source: str) -> Sketch:
    """Read the sketch that the user named.

    Parameters
    ----------
    source : str
        What `as_sketch` takes, or ``-`` for standard input.

    Raises
    ------
    PatternError
        The source is none of these, or its text is not a sketch.
    """
    from kaleido.designing import Sketch, as_sketch

    return Sketch.parse(read_input()) if source == "-" else as_sketch(source)


def read_input(error: type[KaleidoError] = PatternError, limit: int = MAX_BYTES) -> str:
    """Read a text of at most `limit` bytes from standard input."""
    return decode(sys.stdin.buffer, "standard input", error, limit)


def _read_image(path: Path) -> Pattern:
    """Read a pattern from a picture, and print on standard error what was read."""
    from kaleido.cli.console import note
    from kaleido.photo import read
    from kaleido.photo.reading import certain_pattern

    reading = read(path)
    pattern = certain_pattern(reading, str(path))
    least = int(100 * reading.confidence.min())
    note(f"read {reading.text} (the least certain cell {least} %)")
    for doubt in reading.notes:
        note(f"note: {doubt}")
    return pattern


def read_board_text(source: str) -> str:
    """Read the text of a board that the user named.

    Parameters
    ----------
    source : str
        A file, ``-`` for standard input, or the text itself.

    Raises
    ------
    PatternError
        The file cannot be read.
    """
    if source == "-":
        return read_input()
    path = find_path(source)
    if path is not None:
        return read_text(path, PatternError)
    if source.endswith(".txt"):
        raise PatternError(f"no such file: {quote_path(source)}")
    return source


def read_position(source: str | None, puzzle: Puzzle) -> Position:
    """Read the position that the user named.

    Parameters
    ----------
    source : str or None
        A grid of letters as `Position.parse` reads it, its file, or ``-`` for standard input; None
        for the board without pieces.
    puzzle : Puzzle

    Raises
    ------
    PlacingError
        The source is none of these.
    """
    from kaleido.analysis.puzzle import Position

    def parse(text: str) -> Position:
        return Position.parse(puzzle, text)

    if source is None:
        return Position(puzzle)
    if source == "-":
        return parse(read_input(PlacingError))
    path = find_path(source)
    if path is not None:
        return parse_file(path, parse, PlacingError)
    if source.endswith(".txt"):
        raise PlacingError(f"no such file: {quote_path(source)}")
    return parse(source)


def read_places(values: list[str] | None, position: Position) -> Position:
    """Return a position with the pieces on it that the user has placed by hand.

    Parameters
    ----------
    values : list of str or None
        Each is a placement as `Position.push` reads it, or a file of such lines (a ``#`` starts a
        remark), or a JSON file as ``kaleido solve --json`` writes it.
    position : Position

    Raises
    ------
    PlacingError
        A value is none of these, or a piece does not fit.
    """
    from kaleido.analysis.puzzle import Position
    from kaleido.model.placement import placements_from_json

    for value in values or ():
        path = find_path(value)
        if path is None:
            position = _laid(position, value)
            continue
        text = read_text(path, PlacingError)
        if text.lstrip()[:1] in ("{", "["):
            lying = *position.placements, *placements_from_json(text)
            position = Position(position.puzzle, lying)
        else:
            for line in text.splitlines():
                if place := line.partition("#")[0].strip():
                    position = _laid(position, place)
    return position


def _laid(position: Position, place: str) -> Position:
    """Place one piece; draw the ways on standard error if there are several."""
    from kaleido.analysis.puzzle import Position

    try:
        return Position(position.puzzle, (*position.placements, place))
    except AmbiguousPlaceError as error:
        from kaleido.cli.console import is_plain, print_side_by_side, talk

        console = talk()
        drawn = draw_choices(error.choices, position.problem, plain=is_plain(console))
        print_side_by_side(console, drawn, padding=(0, 3))
        raise
