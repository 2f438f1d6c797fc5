"""The patterns that come with Kaleido, by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from kaleido.errors import PatternError, quote
from kaleido.pattern import Pattern


@cache
def data_folder(kind: str) -> Path:
    """Give the folder of what comes with Kaleido: patterns, pieces or puzzles."""
    here = Path(__file__).resolve().parent
    # Installed, the files lie inside the package; in a checkout, beside it.
    inside = here / "data" / kind
    return inside if inside.is_dir() else here.parent / kind


def file_names(kind: str) -> tuple[str, ...]:
    """Give the names of what comes with Kaleido, sorted."""
    return tuple(sorted(path.stem for path in data_folder(kind).glob("*.txt")))


@cache
def pattern_names() -> tuple[str, ...]:
    """Give the names of all patterns that come with Kaleido, sorted.

    Examples
    --------
    >>> "car" in pattern_names()
    True
    """
    return file_names("patterns")


def named_pattern(name: str) -> Pattern:
    """Give the pattern of that name.

    Raises
    ------
    PatternError
        There is none; the message names the nearest.

    Examples
    --------
    >>> named_pattern("car").counts["r"]
    32
    >>> named_pattern("cra")
    Traceback (most recent call last):
    ...
    kaleido.errors.PatternError: unknown pattern 'cra': did you mean car?
    """
    if name not in pattern_names():
        raise PatternError(f"unknown pattern {quote(name)}: {nearest(name, pattern_names())}")
    return Pattern.parse((data_folder("patterns") / f"{name}.txt").read_text(encoding="utf-8"))


def nearest(name: str, names: Iterable[str], command: str = "kaleido list") -> str:
    """Say which of some names come near, or how to see all of them."""
    close = difflib.get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    return f"did you mean {' or '.join(close)}?" if close else f"`{command}` shows all names"
