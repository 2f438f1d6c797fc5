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
from kaleido.text import quote, quote_path

if TYPE_CHECKING:
    from pathlib import Path

    from kaleido.design import Sketch
    from kaleido.model.pattern import Pattern
    from kaleido.model.placement import Placement
    from kaleido.search.problem import Problem


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
    from kaleido.library.lookup import find_pattern
    from kaleido.library.patterns import pattern_names
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
        The name of a pattern that comes with Kaleido, a file, ``-`` for standard input, or rows
        with ``/`` between them.

    Raises
    ------
    PatternError
        The source is none of these, or its text is not a sketch.
    """
    from kaleido.design import Sketch
    from kaleido.library.patterns import named_pattern, pattern_names

    if source in pattern_names():
        return Sketch.of(named_pattern(source))
    path = find_path(source)
    if path is not None:
        return parse_file(path, Sketch.parse, PatternError)
    text = read_board_text(source)
    if text is source and not set(source) & set("/?[\n"):
        raise PatternError(
            f"unknown sketch {quote(source)}: expected a file, -, eight rows with / between "
            "them, or the name of a pattern"
        )
    return Sketch.parse(text)


def read_input(error: type[KaleidoError] = PatternError, limit: int = MAX_BYTES) -> str:
    """Read a text of at most `limit` bytes from standard input."""
    return decode(sys.stdin.buffer, "standard input", error, limit)


def _read_image(path: Path) -> Pattern:
    """Read a pattern from a picture, and print on standard error what was read."""
    from kaleido.cli.console import note
    from kaleido.photo import read_photo
    from kaleido.photo.wording import certain_pattern

    reading = read_photo(path)
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


def read_position(source: str | None, problem: Problem) -> tuple[Placement, ...]:
    """Read the position that the user named.

    Parameters
    ----------
    source : str or None
        A grid of letters as `parse_position` reads it, its file, or ``-`` for standard input.
    problem : Problem

    Raises
    ------
    PlacingError
        The source is none of these.
    """
    from kaleido.search.position_text import parse_position

    if source is None:
        return ()
    if source == "-":
        return parse_position(read_input(PlacingError), problem)
    path = find_path(source)
    if path is not None:
        return parse_file(path, lambda text: parse_position(text, problem), PlacingError)
    if source.endswith(".txt"):
        raise PlacingError(f"no such file: {quote_path(source)}")
    return parse_position(source, problem)


def read_places(
    values: list[str] | None, problem: Problem, placed: tuple[Placement, ...] = ()
) -> tuple[Placement, ...]:
    """Read the pieces that the user has placed by hand, after those that lie there already.

    Parameters
    ----------
    values : list of str or None
        Each is a placement as `parse_place` reads it, or a file of such lines (a ``#`` starts a
        remark), or a JSON file as ``kaleido solve --json`` writes it.
    problem : Problem
    placed : tuple of Placement, optional
        The pieces on the board, which are returned, too.

    Raises
    ------
    PlacingError
        A value is none of these.
    """
    from kaleido.model.placement import placements_from_json

    lying = list(placed)
    for value in values or ():
        path = find_path(value)
        if path is None:
            lying.append(_read_place(value, problem, lying))
            continue
        text = read_text(path, PlacingError)
        if text.lstrip()[:1] in ("{", "["):
            lying += placements_from_json(text)
        else:
            for line in text.splitlines():
                if place := line.partition("#")[0].strip():
                    lying.append(_read_place(place, problem, lying))
    return tuple(lying)


def _read_place(text: str, problem: Problem, lying: list[Placement]) -> Placement:
    """Read one placement; draw the ways on standard error if there are several."""
    from kaleido.search.notation import parse_place

    try:
        return parse_place(text, problem, lying)
    except AmbiguousPlaceError as error:
        from kaleido.cli.console import is_plain, print_side_by_side, talk

        console = talk()
        drawn = draw_choices(error.choices, problem, plain=is_plain(console))
        print_side_by_side(console, drawn, padding=(0, 3))
        raise
