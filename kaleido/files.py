"""Reading text that somebody else has written: bounded, decoded, or refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from kaleido.errors import KaleidoError, quote

MAX_BYTES = 64 * 1024
"""Longer than any pattern file; more is refused without reading on."""


def read_text(path: Path, error: type[KaleidoError], limit: int = MAX_BYTES) -> str:
    """Read a text file of at most `limit` bytes.

    Parameters
    ----------
    path : Path
    error : type of KaleidoError
        What to raise.
    limit : int, optional
        In bytes.

    Raises
    ------
    KaleidoError
        Of the type `error`: the file is a folder, too long, not UTF-8 text or unreadable.
    """
    name = quote(str(path), 80)
    if path.is_dir():
        raise error(f"{name} is a folder, expected a file")
    try:
        with path.open("rb") as file:
            return decode(file, name, error, limit)
    except OSError as problem:
        raise error(f"cannot read {name}: {problem.strerror}") from problem


def decode(file: BinaryIO, name: str, error: type[KaleidoError], limit: int = MAX_BYTES) -> str:
    """Read a text of at most `limit` bytes from an open file, as `read_text` does."""
    raw = file.read(limit + 1)
    if len(raw) > limit:
        raise error(f"{name} is longer than {limit:,} bytes, too long to be what is expected")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise error(f"{name} is not text: it starts with {str(raw[:12])[1:]}") from None
    if "\0" in text:
        raise error(f"{name} is not text: it contains NUL characters")
    return text
