"""Files that are read within limits, and files and folders that are written whole or not at all."""

import codecs
import errno
import io
import os
import re
import stat
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO, TypeVar
from zlib import crc32

from kaleido.base.elsewhere import meant_by
from kaleido.base.errors import KaleidoError, OptionError
from kaleido.base.text import either, one_line, quote_path

MAX_BYTES = 64 * 1024  # of the longest pattern file that is read

Parsed = TypeVar("Parsed")

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",  # as PowerShell writes
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The encodings by the byte order marks with which texts in them begin."""

_MAGIC = (
    b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*", b"P5", b"P6",
)  # fmt: skip


def read_text(path: Path, error: type[KaleidoError], limit: int = MAX_BYTES) -> str:
    """Read a text file of at most `limit` bytes.

    Raise `error` if it is a folder, too long, not UTF-8 text or unreadable.
    """
    return as_text(read_file(path, error, limit), quote_path(path), error)


def read_file(path: Path, error: type[KaleidoError], limit: int) -> bytes:
    """Read a file of at most `limit` bytes; raise `error` if it is a folder or that fails."""
    name = quote_path(path)
    if path.is_dir():
        raise error(f"{name} is a folder, expected a file")
    try:
        with path.open("rb") as file:
            return read_bytes(file, name, error, limit)
    except OSError as problem:
        raise error(f"cannot read {name}: {problem.strerror}") from problem


def parse_file(
    path: Path, parse: Callable[[str], Parsed], error: type[KaleidoError], limit: int = MAX_BYTES
) -> Parsed:
    """Parse a text file of at most `limit` bytes; an error of the parser names the file, too."""
    text = read_text(path, error, limit)
    try:
        return parse(text)
    except error as problem:
        raise error(f"{problem} (in {quote_path(path)})") from None


def is_file_name(text: str) -> bool:
    """Return whether a text that names nothing else is meant as the path of a file."""
    return "/" in text or bool(Path(text).suffix)


def find_path(text: str) -> Path | None:
    """Return the path that a text names, or None if there is no such file or folder."""
    # False, too, for a text that no file can have as its name.
    return Path(text) if text and os.path.exists(text) else None  # noqa: PTH110


def decode(file: BinaryIO, name: str, error: type[KaleidoError], limit: int = MAX_BYTES) -> str:
    """Read a text of at most `limit` bytes from an open file, as `read_text` does."""
    return as_text(read_bytes(file, name, error, limit), name, error)


def as_text(raw: bytes, name: str, error: type[KaleidoError]) -> str:
    """Return bytes as text: in UTF-8, or in the encoding that their byte order mark names.

    Raises `error` if the bytes are not such a text.
    """
    with _decoding(name, error):
        text = raw.decode(_encoding(raw))
    if "\0" in text:
        raise error(f"{name} is not text: it contains NUL characters; save it as UTF-8")
    return text


def iterate_lines(path: Path, error: type[KaleidoError]) -> Iterator[str]:
    """Yield the lines of a text file of any length, as `as_text` decodes them, with their ends."""
    with path.open("rb") as raw:
        encoding = _encoding(raw.read(4))
    with _decoding(quote_path(path), error), path.open(encoding=encoding, newline="") as file:
        yield from file


def _encoding(head: bytes) -> str:
    return next((each for mark, each in _MARKS.items() if head.startswith(mark)), "utf-8")


_SAVED = {b"PK": "CSV", b"%PDF": "a picture, such as PNG"}
"""How to save files that begin so: spreadsheets, which are ZIP archives, and pages."""


@contextmanager
def _decoding(name: str, error: type[KaleidoError]) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as problem:
        byte, encoding = problem.object[problem.start], problem.encoding.upper()
        saved = next(
            (way for head, way in _SAVED.items() if problem.object.startswith(head)), "UTF-8"
        )
        raise error(
            f"{name} is not text in {encoding}: it has the byte {byte:#04x}; save it as {saved}"
        ) from None


def read_bytes(file: BinaryIO, name: str, error: type[KaleidoError], limit: int) -> bytes:
    """Read an open file of at most `limit` bytes, or raise the error that says why not."""
    try:
        raw = file.read(limit + 1)
    except OSError as problem:
        raise error(f"cannot read {name}: {problem.strerror}") from problem
    if len(raw) > limit:
        raise error(f"{name} is longer than {limit:,} bytes, the limit")
    return raw


_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic")


def is_image(path: Path) -> bool:
    """Return whether the first bytes of a file, or its name, are those of a picture."""
    # Only a regular file is opened: reading from a pipe would take bytes out of it.
    if not path.is_file():
        return False
    if path.suffix.lower() in _PICTURES:
        return True
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


_NO_DISK = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.ENOTTY, errno.EBADF)
"""The answers of pipes, terminals and file systems without a disk to a request to sync."""


def cannot_write(path: Path | str, problem: OSError) -> OptionError:
    """Return the error that says on one line why something cannot be written.

    A path is quoted; anything else, such as ``standard output``, is called by its name.
    """
    name = quote_path(path) if isinstance(path, Path) else path
    reason = one_line(problem.strerror or problem)
    return OptionError(f"cannot write {name}: {reason[:1].lower()}{reason[1:]}")


def force_to_disk(file: BinaryIO) -> None:
    """Wait until the disk has all bytes of an open file; return at once for other files."""
    try:
        os.fsync(file.fileno())
    except io.UnsupportedOperation:  # it is in memory
        return
    except OSError as problem:
        if problem.errno not in _NO_DISK:
            raise


def _find_status(path: Path) -> os.stat_result | None:
    """Return the status of what may be written to, or None if there is nothing yet.

    Raise an OSError if it is a folder or may not be written.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, "it is a folder", str(path))
    if not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, "permission denied", str(path))
    return status


def _prefix(process: int | str = "") -> str:
    """Return how the names of drafts begin: with this machine, and the process that writes them."""
    return f".kaleido-{_machine()}-{process or os.getpid()}-"


@cache
def _machine() -> str:
    import platform

    return f"{crc32(platform.node().encode()):08x}"


@cache
def _sweep(folder: Path) -> None:
    """Remove the drafts that killed processes of this machine have left in a folder.

    A folder that was put aside, with the one that was to take its place, stays.
    """
    import shutil

    with suppress(OSError):
        for draft in folder.glob(_prefix("*") + "*"):
            is_exchanged = (draft / "old").exists() and (draft / "new").exists()
            if is_exchanged or _is_written(draft):
                continue
            if draft.is_dir():
                shutil.rmtree(draft, ignore_errors=True)
            else:
                draft.unlink(missing_ok=True)


def _is_written(draft: Path) -> bool:
    """Return whether the process that writes a draft may still run."""
    try:
        process = int(draft.name.split("-")[2])
        if os.name == "nt":  # os.kill would end it
            from psutil import pid_exists

            return bool(pid_exists(process))
        os.kill(process, 0)
    except ImportError:
        return True
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except OSError:  # it is somebody else's
        return True
    return True


class _Draft:
    """The draft of a file. A link is followed: the file it leads to is replaced.

    Its name is short, because the length of names is limited, and new each time, because others may
    be writing the same file; it is hidden in case it is left behind.
    """

    def __init__(self, path: Path) -> None:
        from tempfile import gettempdir  # slow to load, and most commands write nothing

        self._status = _find_status(path)
        self.is_stream = self._status is not None and not stat.S_ISREG(self._status.st_mode)
        name = f"{_prefix()}{os.urandom(8).hex()}{path.suffix}"
        self._target = path if self.is_stream else Path(os.path.realpath(path))
        folder = gettempdir() if self.is_stream else self._target.parent
        self.place = Path(folder, name)
        _sweep(self.place.parent)

    def finish(self) -> None:
        """Bring everything to disk, and take over the owner and permissions of the old file."""
        with self.place.open("rb+") as file:
            force_to_disk(file)
        if self._status is None or self.is_stream:
            return
        if hasattr(os, "chown"):
            with suppress(PermissionError):  # only root may give files away
                os.chown(self.place, self._status.st_uid, self._status.st_gid)
        self.place.chmod(stat.S_IMODE(self._status.st_mode))

    def take_place(self) -> None:
        """Replace the file; a pipe or a device receives the contents."""
        if not self.is_stream:
            self.place.replace(self._target)
            return
        import shutil

        with self.place.open("rb") as file, self._target.open("wb") as stream:
            shutil.copyfileobj(file, stream)

    def discard(self) -> None:
        """Remove the draft, unless it has already replaced the file."""
        self.place.unlink(missing_ok=True)


def check_target(path: Path, suffixes: Collection[str]) -> str:
    """Return the suffix of a path, one of some without the dot, in lower case.

    An OptionError says, before the work for the file begins, that the suffix is another or that the
    file cannot be written.

    Examples
    --------
    >>> check_target(Path("a.doc"), ["png", "svg"])
    Traceback (most recent call last):
    ...
    kaleido.base.errors.OptionError: cannot write 'a.doc': expected a name that ends in .png or .svg
    """
    suffix, fault = path.suffix[1:].lower(), ""
    try:
        if suffix not in suffixes:
            known = either(f".{each}" for each in sorted(suffixes))
            fault = f"expected a name that ends in {known}"
            for way in meant_by(suffix, "suffix"):
                fault += f"; `kaleido {way.format('PUZZLE')}` writes .{suffix}"
        elif not _find_status(path) and not path.parent.is_dir():
            fault = f"no such folder: {quote_path(path.parent)}"
        elif not os.access(Path(os.path.realpath(path)).parent, os.W_OK):
            fault = "permission denied"
    except OSError as problem:
        raise cannot_write(path, problem) from None
    if fault:
        raise OptionError(f"cannot write {quote_path(path)}: {fault}")
    return suffix


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield a path to write to, which becomes `path` when the context ends without an error.

    A link is followed, and the file that it leads to is replaced; the new file has its
    permissions. Anything but a regular file, such as a pipe, receives everything at the end. If the
    file cannot be written, the old one stays, and an OptionError says why.
    """
    with all_written_whole([path]) as (place,):
        yield place


@contextmanager
def all_written_whole(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Yield paths to write to, which become `paths` together; see `written_whole`."""
    drafts: list[_Draft] = []
    try:
        for path in paths:
            with _told(path):
                drafts.append(_Draft(path))
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
    """Report an error in writing a path as one line; errors in other files pass through."""
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


@contextmanager
def folder_made(folder: Path) -> Iterator[None]:
    """Make a folder and those above it; new ones are removed if an error ends the context."""
    missing: list[Path] = []
    try:
        try:
            whole = folder.absolute()
            missing += [each for each in (whole, *whole.parents) if not each.exists()]
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise cannot_write(folder, problem) from None
        yield
    except BaseException:
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise


@contextmanager
def folder_written_whole(folder: Path, mark: str) -> Iterator[Path]:
    """Yield a new folder to write to, which takes the place of `folder` at the end of the context.

    If an error ends the context, the old folder stays. A link is followed. Raises `OptionError`
    unless the old folder is empty or has a file `mark`, as every folder written here: other files
    are never replaced.
    """
    import shutil
    import tempfile

    target = Path(os.path.realpath(folder))
    is_other = any(target.iterdir()) if target.is_dir() else target.exists()
    if is_other and not (target / mark).is_file():
        raise OptionError(
            f"{quote_path(folder)} holds other files, expected a new or an empty folder"
        )
    with folder_made(target.parent):
        try:
            with tempfile.TemporaryDirectory(
                dir=target.parent, prefix=_prefix(), ignore_cleanup_errors=True
            ) as name:
                _sweep(target.parent)
                draft, old = Path(name, "new"), Path(name, "old")
                draft.mkdir()
                yield draft
                _exchange(draft, target, old)
        except shutil.Error as problem:
            raise cannot_write(folder, _first_of(problem)) from None
        except OSError as problem:
            ours = (None, str(target.parent), str(target))
            if problem.filename not in ours and not str(problem.filename).startswith(
                str(target.parent / ".kaleido-")
            ):
                raise
            raise cannot_write(folder, problem) from None


def _exchange(draft: Path, target: Path, old: Path) -> None:
    """Put a folder in the place of another, which becomes `old`."""
    if not target.exists():
        draft.rename(target)
        return
    draft.chmod(stat.S_IMODE(target.stat().st_mode))
    target.rename(old)
    try:
        draft.rename(target)
    except BaseException:
        old.rename(target)
        raise


def _first_of(problem: Exception) -> OSError:
    """Return the error of the first of several files that could not be copied."""
    told = str(problem.args[0][0][-1])
    number = re.match(r"\[Errno (\d+)\]", told)
    return OSError(int(number[1]), os.strerror(int(number[1]))) if number else OSError(told)
