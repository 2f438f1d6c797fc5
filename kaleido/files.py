"""Files that are read within limits, and written completely or not at all."""

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

from kaleido.draft import Draft, cannot_write, find_status
from kaleido.errors import KaleidoError, OptionError
from kaleido.text import either, quote_path

MAX_BYTES = 64 * 1024
"""The longest pattern file that is read."""

Parsed = TypeVar("Parsed")

_MAGIC = (
    b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*", b"P5", b"P6",
)  # fmt: skip


def read_text(path: Path, error: type[KaleidoError], limit: int = MAX_BYTES) -> str:
    """Read a text file of at most `limit` bytes.

    Parameters
    ----------
    path : Path
    error : type of KaleidoError
        The type of the error to raise.
    limit : int, optional
        In bytes.

    Raises
    ------
    KaleidoError
        Of the type `error`: the file is a folder, too long, not UTF-8 text or unreadable.
    """
    name = quote_path(path)
    if path.is_dir():
        raise error(f"{name} is a folder, expected a file")
    try:
        with path.open("rb") as file:
            return decode(file, name, error, limit)
    except OSError as problem:
        raise error(f"cannot read {name}: {problem.strerror}") from problem


def parse_file(
    path: Path,
    parse: Callable[[str], Parsed],
    error: type[KaleidoError],
    limit: int = MAX_BYTES,
) -> Parsed:
    """Parse a text file; an error of the parser names the file, too.

    Parameters
    ----------
    path : Path
    parse : callable
        It makes a value from the text, or raises `error`.
    error : type of KaleidoError
    limit : int, optional
        In bytes.

    Raises
    ------
    KaleidoError
        Of the type `error`: the file cannot be read as `read_text` reads it, or not parsed.
    """
    text = read_text(path, error, limit)
    try:
        return parse(text)
    except error as problem:
        raise error(f"{problem} (in {quote_path(path)})") from None


def find_path(text: str) -> Path | None:
    """Return the path that a text names, or None if there is no such file or folder."""
    path = Path(text)
    try:
        return path if text and path.exists() else None
    except (OSError, ValueError):  # too long for a name, or a NUL in it
        return None


def decode(file: BinaryIO, name: str, error: type[KaleidoError], limit: int = MAX_BYTES) -> str:
    """Read a text of at most `limit` bytes from an open file, as `read_text` does."""
    raw = read_bytes(file, name, error, limit + 1)
    if len(raw) > limit:
        raise error(f"{name} is longer than {limit:,} bytes, the limit")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise error(f"{name} is not text: it starts with {str(raw[:12])[1:]}") from None
    if "\0" in text:
        raise error(f"{name} is not text: it contains NUL characters")
    return text


def read_bytes(file: BinaryIO, name: str, error: type[KaleidoError], limit: int) -> bytes:
    """Read at most `limit` bytes from an open file, or raise the error that says why not."""
    try:
        return file.read(limit)
    except OSError as problem:
        raise error(f"cannot read {name}: {problem.strerror}") from problem


def is_image(path: Path) -> bool:
    """Return whether a file begins as a picture does, whatever its name."""
    # Only a regular file is opened: reading from a pipe would take bytes out of it.
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(32)
    except OSError:
        return False
    riff = head[:4] == b"RIFF" and head[8:12] == b"WEBP"
    bitmap = head[:2] == b"BM" and head[6:10] == bytes(4)
    return head.startswith(_MAGIC) or riff or bitmap or is_heic(head)


def is_heic(head: bytes) -> bool:
    """Return whether a file that begins like this is HEIC or AVIF, as phones store photos."""
    return head[4:8] == b"ftyp" and head[8:12] in (b"heic", b"heix", b"mif1", b"avif", b"hevc")


def check_target(path: Path, suffixes: Collection[str]) -> str:
    """Raise an error for a path that cannot be written, before the work for it begins.

    Parameters
    ----------
    path : Path
    suffixes : collection of str
        Those allowed, without the dot.

    Returns
    -------
    str
        The path's suffix in lower case, without the dot.

    Raises
    ------
    OptionError
        The suffix is not allowed, or the folder does not exist or cannot be written, or the path
        is a folder.

    Examples
    --------
    >>> check_target(Path("car.doc"), ["png", "svg"])
    Traceback (most recent call last):
    ...
    kaleido.errors.OptionError: cannot write 'car.doc': expected a name that ends in .png or .svg
    """
    name = quote_path(path)
    suffix = path.suffix[1:].lower()
    if suffix not in suffixes:
        known = either(f".{each}" for each in sorted(suffixes))
        raise OptionError(f"cannot write {name}: expected a name that ends in {known}")
    try:
        find_status(path)
        is_folder = path.parent.is_dir()
    except OSError as problem:
        raise cannot_write(path, problem) from None
    if not is_folder:
        folder = quote_path(path.parent)
        raise OptionError(f"cannot write {name}: no such folder: {folder}")
    if not os.access(Path(os.path.realpath(path)).parent, os.W_OK):
        raise OptionError(f"cannot write {name}: permission denied")
    return suffix


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield a path to write to, which becomes `path` when the context ends without an error.

    A link is followed, and the file that it leads to is replaced; the new file has its
    permissions. What is no regular file, such as a pipe, receives everything at the end.

    Raises
    ------
    OptionError
        The file cannot be written; what was there is as it was.
    """
    with all_written_whole([path]) as (place,):
        yield place


@contextmanager
def all_written_whole(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Yield paths to write to, which become `paths` together; see `written_whole`."""
    drafts: list[Draft] = []
    try:
        for path in paths:
            with _told(path):
                drafts.append(Draft(path))
        with _told(*paths, *(draft.place for draft in drafts)):
            yield [draft.place for draft in drafts]
            for draft in drafts:
                draft.finish()
            # Nothing is left that needs room.
            for draft in drafts:
                draft.take_place()
    finally:
        for draft in drafts:
            draft.discard()


@contextmanager
def _told(path: Path, *others: Path) -> Iterator[None]:
    """Tell of an error in writing a path as one line; errors in other files are not its own."""
    try:
        yield
    except OSError as problem:
        if problem.filename not in (None, *map(str, (path, *others))):
            raise
        raise cannot_write(path, problem) from problem


def write_text(path: Path, text: str) -> None:
    """Write a text file completely, or leave the file that was there."""
    with written_whole(path) as draft:
        draft.write_text(text, encoding="utf-8")
