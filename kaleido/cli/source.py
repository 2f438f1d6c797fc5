"""Where a pattern comes from: a name, a file, standard input or the command line itself."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kaleido.errors import PatternError, PhotoError, PieceError, PlacingError
from kaleido.files import decode, read_text
from kaleido.text import quote

if TYPE_CHECKING:
    from kaleido.design import Sketch
    from kaleido.model.pattern import Pattern
    from kaleido.model.piece_set import PieceSet
    from kaleido.model.placement import Placement
    from kaleido.search.problem import Problem

# Letters with slashes between them, or enough rows to forgive a wrong letter.
_LOOKS_INLINE = re.compile(r"[xryb1-4]*(/[xryb1-4]*)+|[^/.\\]*(/[^/.\\]*){3,}", re.IGNORECASE)


def read_pattern(source: str) -> Pattern:
    """Read a pattern from what the user named.

    Parameters
    ----------
    source : str
        The name of a pattern that comes with Kaleido, a file (its text, or a picture of a
        board), ``-`` for standard input, or rows with ``/`` between them.

    Raises
    ------
    PatternError
        It is none of these, or its text is not a pattern.
    PhotoError
        It is a picture of no board, or of one with cells that cannot be told.
    """
    from kaleido.files import is_image
    from kaleido.library.data import nearest
    from kaleido.library.patterns import named_pattern, pattern_names
    from kaleido.model.pattern import Pattern

    if source == "-":
        return Pattern.parse(decode(sys.stdin.buffer, "standard input", PatternError))
    if source in pattern_names():
        return named_pattern(source)
    if not source.strip():
        raise PatternError(f"{quote(source)} names no pattern: {nearest('', pattern_names())}")
    path = Path(source)
    if _exists(path):
        if is_image(path):
            return _read_image(path)
        text = read_text(path, PatternError)
        try:
            return Pattern.parse(text)
        except PatternError as error:
            raise PatternError(f"{error} (in {quote(source, 80)})") from None
    if _LOOKS_INLINE.fullmatch(source) or "\n" in source:
        return Pattern.parse(source)
    if "/" in source or path.suffix:
        raise PatternError(f"no such file: {quote(source, 80)}")
    raise PatternError(
        f"unknown pattern {quote(source)}: {nearest(source, pattern_names())} "
        "(or give a file, - or eight rows with / between them)"
    )


def read_sketch(source: str) -> Sketch:
    """Read a sketch from what the user named.

    Parameters
    ----------
    source : str
        A file, ``-`` for standard input, rows with ``/`` between them, or the name of a pattern
        that comes with Kaleido.

    Raises
    ------
    PatternError
        It is none of these.
    """
    from kaleido.design import Sketch
    from kaleido.library.patterns import named_pattern, pattern_names

    if source in pattern_names():
        return Sketch.of(named_pattern(source))
    text = read_board_text(source)
    if text is source and not set(source) & set("/?[\n"):
        raise PatternError(
            f"unknown sketch {quote(source)}: expected a file, -, eight rows with / between "
            "them, or the name of a pattern"
        )
    try:
        return Sketch.parse(text)
    except PatternError as error:
        if text is source or source == "-":
            raise
        raise PatternError(f"{error} (in {quote(source, 80)})") from None


def _read_image(path: Path) -> Pattern:
    """Read a pattern from a picture, and say on standard error what was read."""
    from kaleido.cli.console import talk
    from kaleido.photo import read_photo
    from kaleido.photo.wording import say_unknown

    reading = read_photo(path)
    if reading.pattern is None:
        raise PhotoError(say_unknown(reading, str(path)))
    least = int(100 * reading.confidence.min())
    console = talk()
    console.print(f"read {reading.text} (the least certain cell {least} %)", soft_wrap=True)
    for note in reading.notes:
        console.print(f"note: {note}", soft_wrap=True)
    return reading.pattern


def read_board_text(source: str) -> str:
    """Read the text of a board from what the user named.

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
        return decode(sys.stdin.buffer, "standard input", PatternError)
    path = Path(source)
    if _exists(path):
        return read_text(path, PatternError)
    if path.suffix == ".txt":
        raise PatternError(f"no such file: {quote(source, 80)}")
    return source


def read_set(source: str) -> PieceSet:
    """Read a set of pieces: a name, or a file.

    Raises
    ------
    PieceError
        It is neither.
    """
    from kaleido.library.piece_sets import named_set, set_names
    from kaleido.model.piece_set import PieceSet

    path = Path(source)
    if source not in set_names() and _exists(path):
        try:
            return PieceSet.parse(path.stem, read_text(path, PieceError))
        except PieceError as error:
            raise PieceError(f"{error} (in {quote(source, 80)})") from None
    return named_set(source)


def read_places(values: list[str] | None, problem: Problem) -> tuple[Placement, ...]:
    """Read the pieces that the user has placed.

    Parameters
    ----------
    values : list of str or None
        Each a placement as `parse_place` reads it, or a file: such lines (a ``#`` starts a
        remark), or JSON as ``kaleido solve --json`` writes it.
    problem : Problem

    Raises
    ------
    PlacingError
        One of them is neither.
    """
    from kaleido.model.placement import placements_from_json
    from kaleido.search.position import parse_place

    placements: list[Placement] = []
    for value in values or ():
        path = Path(value)
        if not _exists(path):
            placements.append(parse_place(value, problem))
            continue
        text = read_text(path, PlacingError)
        if text.lstrip()[:1] in ("{", "["):
            placements += placements_from_json(text)
        else:
            lines = (line.partition("#")[0].strip() for line in text.splitlines())
            placements += (parse_place(line, problem) for line in lines if line)
    return tuple(placements)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, or a NUL in it
        return False
