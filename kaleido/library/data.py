"""The files of patterns, pieces and puzzles that come with Kaleido."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from kaleido.errors import PatternError
from kaleido.text import unknown


@cache
def data_folder(kind: str) -> Path:
    """Return the folder of the patterns, pieces or puzzles that come with Kaleido."""
    package = Path(__file__).resolve().parent.parent
    # The files lie inside an installed package, and beside the package in a checkout.
    inside = package / "data" / kind
    return inside if inside.is_dir() else package.parent / kind


@cache
def shelf(kind: str) -> Mapping[str, Path]:
    """Return the files of the patterns, pieces or puzzles by name, sorted, from all subfolders."""
    files = sorted(data_folder(kind).rglob("*.txt"), key=lambda path: path.stem)
    return MappingProxyType({path.stem: path for path in files})


def known(name: str, names: Iterable[str]) -> str | None:
    """Return the one of some names that is meant, whatever its case; None if there is none."""
    meant = name.strip().lower()
    return next((each for each in names if each.lower() == meant), None)


@cache
def shipped_text(kind: str, name: str) -> str | None:
    """Return the text of the file of a name, in any case; None if there is none."""
    meant = known(name, shelf(kind))
    return None if meant is None else shelf(kind)[meant].read_text(encoding="utf-8")


def names_in(
    kind: str, group: str | None, groups: Iterable[str], group_of: Callable[[str], str]
) -> tuple[str, ...]:
    """Return the sorted names of the patterns or puzzles of a group, or of all."""
    if group is None:
        return tuple(shelf(kind))
    meant = known(group, groups)
    if meant is None:
        raise PatternError(unknown("group", group, groups))
    return tuple(name for name in shelf(kind) if group_of(name) == meant)


def nearest(name: str, names: Iterable[str], command: str = "kaleido list") -> str:
    """Return a hint at the names nearest to a misspelt one, or at the command that lists them."""
    meant = name.lower()
    close = difflib.get_close_matches(meant, names, n=3, cutoff=0.5)
    if not close:
        return f"`{command}` shows all names"
    # Among many names some are always similar: keep those about as near as the nearest.
    likeness = [difflib.SequenceMatcher(None, each, meant).ratio() for each in close]
    kept = (each for each, own in zip(close, likeness, strict=True) if own > likeness[0] - 0.05)
    return f"did you mean {' or '.join(kept)}?"
