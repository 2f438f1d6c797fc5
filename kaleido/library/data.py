"""The files of patterns, pieces and puzzles that come with Kaleido."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from pathlib import Path


@cache
def data_folder(kind: str) -> Path:
    """Return the folder of what comes with Kaleido: patterns, pieces or puzzles."""
    package = Path(__file__).resolve().parent.parent
    # Installed, the files lie inside the package; in a checkout, beside it.
    inside = package / "data" / kind
    return inside if inside.is_dir() else package.parent / kind


def file_names(kind: str) -> tuple[str, ...]:
    """Return the names of what comes with Kaleido, sorted."""
    return tuple(sorted(path.stem for path in data_folder(kind).glob("*.txt")))


def nearest(name: str, names: Iterable[str], command: str = "kaleido list") -> str:
    """Say which of some names come near, or how to see all of them."""
    meant = name.lower()
    close = difflib.get_close_matches(meant, names, n=3, cutoff=0.5)
    if not close:
        return f"`{command}` shows all names"
    # Among many names some are always a little alike: keep those about as near as the nearest.
    likeness = [difflib.SequenceMatcher(None, each, meant).ratio() for each in close]
    kept = (each for each, own in zip(close, likeness, strict=True) if own > likeness[0] - 0.05)
    return f"did you mean {' or '.join(kept)}?"
