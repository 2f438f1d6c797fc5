"""A file to be written: refused early when it cannot be, and never left half written."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from kaleido.errors import OptionError, quote


def check_target(path: Path, suffixes: Collection[str]) -> str:
    """Refuse a path that cannot be written, before any work is done for it.

    Parameters
    ----------
    path : Path
    suffixes : collection of str
        Those that can be written, without the dot.

    Returns
    -------
    str
        The path's suffix in small letters, without the dot.

    Raises
    ------
    OptionError
        The suffix is another one, the folder does not exist, or the path is a folder.

    Examples
    --------
    >>> check_target(Path("car.doc"), ["png", "svg"])
    Traceback (most recent call last):
    ...
    kaleido.errors.OptionError: cannot write 'car.doc': expected a name that ends in .png or .svg
    """
    name = quote(str(path), 80)
    suffix = path.suffix[1:].lower()
    if suffix not in suffixes:
        *most, last = (f".{known}" for known in sorted(suffixes))
        known = f"{', '.join(most)} or {last}" if most else last
        raise OptionError(
            f"cannot write {quote(str(path), 80)}: expected a name that ends in {known}"
        )
    if not path.parent.is_dir():
        raise OptionError(
            f"cannot write {quote(str(path), 80)}: no such folder: {quote(str(path.parent), 80)}"
        )
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        problem = "it is a folder" if path.is_dir() else "the folder does not let you"
        raise OptionError(f"cannot write {name}: {problem}")
    return suffix


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Give a path to write to that becomes `path` when the context ends without an error."""
    draft = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
