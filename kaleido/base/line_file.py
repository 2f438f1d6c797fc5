"""A file that grows line by line, and is whole up to its last line however a run ends."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO, TextIO
from zlib import crc32

from kaleido.base.errors import OptionError
from kaleido.base.files import cannot_write, force_to_disk
from kaleido.base.text import quote_path

_BLOCK = 1 << 16


class LineFile:
    """A file, open unbuffered for reading and appending, to which lines are added.

    Messages call it `name`; `whole` is the length of all complete lines in bytes.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self.name = name
        self.whole, self._end = _whole_lines(file)

    @property
    def is_cut(self) -> bool:
        """Whether something follows the last complete line."""
        return self.whole < self._end

    def start(self, length: int) -> bytes:
        """Return the first bytes."""
        self._file.seek(0)
        return self._file.read(length)

    def drop_cut(self) -> None:
        """Remove the bytes after the last complete line."""
        if self.is_cut:
            self._file.truncate(self.whole)
            self._end = self.whole

    def add(self, text: str) -> None:
        """Write complete lines at once, so that they are kept however the program ends.

        If they cannot be written, the lines before them are as they were.
        """
        data = text.encode()
        left = memoryview(data)
        try:
            while left:
                left = left[self._file.write(left) :]
            self._file.flush()
        except OSError as problem:
            with suppress(OSError):
                self._file.truncate(self.whole)
            raise cannot_write(self.name, problem) from None
        self.whole += len(data)
        self._end = self.whole

    def sync(self) -> None:
        """Force the lines to disk, if the file is on one."""
        try:
            force_to_disk(self._file)
        except OSError as problem:
            raise cannot_write(self.name, problem) from None


class LineStream:
    """A stream to which lines are added, in its own encoding; nothing can be taken back."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def add(self, text: str) -> None:
        """Write complete lines at once."""
        self._stream.write(text)
        self._stream.flush()

    def sync(self) -> None:
        """Leave the stream and its lines to its owner."""


@contextmanager
def open_lines(path: Path, *, resume: bool = False, force: bool = False) -> Iterator[LineFile]:
    """Open a file for lines and lock it. A new one that remains empty is removed.

    With `resume` a file that exists is continued, with `force` it is emptied; without either, or if
    another run is writing it, an OptionError says so.
    """
    name = quote_path(path)
    try:
        is_new = not path.exists()
        if not is_new and not path.is_file():
            raise OptionError(f"cannot write {name}: it is not a file")
        # Emptied only when it is locked, because another run may be writing it.
        file: FileIO = path.open("ab+" if resume or force else "xb+", buffering=0)
    except FileExistsError:
        told = f"{name} exists: --resume goes on with it, --force replaces it"
        raise OptionError(told) from None
    except OSError as problem:
        raise cannot_write(path, problem) from None
    with file, _locked(path, name):
        if force and not resume:
            file.truncate(0)
        try:
            yield LineFile(file, name)
        except BaseException:
            if is_new and not file.seek(0, os.SEEK_END):
                path.unlink(missing_ok=True)
            raise


@contextmanager
def _locked(path: Path, name: str) -> Iterator[None]:
    """Lock a file against other processes; `name` is for the message.

    The lock is a hidden file beside it, which is removed with the context: on Windows, nobody could
    read a file that is itself locked.
    """
    from filelock import FileLock, Timeout

    target = Path(os.path.realpath(path))
    place = target.with_name(f".kaleido-{crc32(os.fsencode(target.name)):08x}.lock")
    lock = FileLock(place, timeout=0)

    def forget() -> None:
        with suppress(OSError):  # Windows removes it itself
            place.unlink()

    with ExitStack() as held:
        try:
            held.enter_context(lock)
            held.callback(forget)
        except Timeout:
            raise OptionError(f"another run is writing {name}") from None
        except OSError:  # a folder that takes no other file, or a file system without locks
            pass
        yield


def read_lines(path: Path, end: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file up to a place in it, without blank ones, with their numbers.

    After a power failure there may be NULs where nothing had come to disk.
    """
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            if end is not None and file.tell() > end:
                return
            line = raw.strip(b"\0").decode(errors="replace")
            if line.strip():
                yield number, line


def _whole_lines(file: BinaryIO) -> tuple[int, int]:
    """Return the length of all complete lines of an open file, and that of the file."""
    end = place = file.seek(0, os.SEEK_END)
    while place:
        start = max(place - _BLOCK, 0)
        file.seek(start)
        found = file.read(place - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1, end
        place = start
    return 0, end
