"""Look-up of what users name: patterns by name, rows or file, and sets of pieces."""

import re
from pathlib import Path

from kaleido.errors import PatternError, PieceError
from kaleido.files import find_path, parse_file
from kaleido.lattices import SQUARE, lattice_names
from kaleido.library.data import nearest, shelf
from kaleido.library.patterns import pattern_names
from kaleido.library.piece_sets import named_set, set_names
from kaleido.library.set_sums import read_sum
from kaleido.model.lattice_text import named_lattice, short_lattice
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import PieceSet
from kaleido.text import quote, quote_path

# Letters with slashes between them, or enough rows to forgive a wrong letter.
_ROWS = re.compile(r"[xryb1-4]*(/[xryb1-4]*)+|[^/.\\]*(/[^/.\\]*){3,}", re.IGNORECASE)


def looks_like_rows(text: str) -> bool:
    """Return whether a text is meant as the rows of a pattern, even with a wrong letter.

    Examples
    --------
    >>> looks_like_rows("rx/xr"), looks_like_rows("patterns/car.txt")
    (True, False)
    """
    if "\n" in text or _ROWS.fullmatch(text):
        return True
    # The boards of other lattices, which need no slash.
    return named_lattice(text)[0] in lattice_names() or short_lattice(text) not in ("", SQUARE.name)


def find_pattern(text: str) -> Pattern:
    r"""Return the pattern that a text names.

    The text is the name of a pattern that comes with Kaleido, the path of a pattern file, or the
    rows of a pattern, separated by ``/`` or newlines.

    Raises
    ------
    PatternError
        The text is none of these, or the file or the rows are not a pattern. For an unknown name,
        the message gives the nearest names.

    Examples
    --------
    >>> find_pattern("nope.txt")
    Traceback (most recent call last):
    ...
    kaleido.errors.PatternError: no such file: 'nope.txt'
    """
    path = pattern_path(text)
    return read_rows(text) if path is None else parse_file(path, Pattern.parse, PatternError)


def read_rows(text: str) -> Pattern:
    """Return the pattern of some rows, or say what else a text may be meant to name.

    Raises
    ------
    PatternError
        The text is not the rows of a pattern.
    """
    if looks_like_rows(text):
        return Pattern.parse(text)
    if not text.strip():
        raise PatternError(f"{quote(text)} names no pattern: {nearest('', pattern_names())}")
    if "/" in text or Path(text).suffix:
        raise PatternError(f"no such file: {quote_path(text)}")
    raise PatternError(
        f"unknown pattern {quote(text)}: {nearest(text, pattern_names())} "
        "(or give a file, or eight rows with / between them)"
    )


def pattern_path(text: str) -> Path | None:
    """Return the file of a pattern that a text names; None if it names none.

    A file goes before a name that is written in other letters than that of a pattern.

    Examples
    --------
    >>> pattern_path(" CAR ") == pattern_path("car"), pattern_path("rxrx/xrxr")
    (True, None)
    """
    shipped = shelf("patterns")
    return shipped.get(text) or find_path(text) or shipped.get(text.strip().lower())


def find_set(text: str) -> PieceSet:
    """Return the set of pieces that a text names, by its name or the path of its file.

    Several of them with ``+`` between them are one set.

    Raises
    ------
    PieceError
        The text is neither, or the file is not a set of pieces.
    """
    path = None if text in set_names() else find_path(text)
    if path is None:
        return read_sum(text, find_set) if "+" in text else named_set(text)
    return parse_file(path, lambda content: PieceSet.parse(path.stem, content), PieceError)
