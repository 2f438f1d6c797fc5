"""The records of a run: written as they come, and read back to go on."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO

from kaleido.batch.form import Form, Record
from kaleido.errors import OptionError
from kaleido.text import quote

SYNC_SECONDS = 1.0
"""Records reach the system at once, so that a killed run loses none; the disk, this often."""

_BLOCK = 1 << 16


class Journal:
    """Records, on their way into a file.

    Parameters
    ----------
    file : BinaryIO
        Unbuffered; what is written to it comes at its end.
    form : Form

    Attributes
    ----------
    done : set of str
        The boards that have a record.
    counts : Counter of str
        How many records have each status.
    """

    def __init__(self, file: BinaryIO, form: Form) -> None:
        self._file = file
        self._form = form
        self._synced = time.monotonic()
        self.done: set[str] = set()
        self.counts: Counter[str] = Counter()

    def begin(self) -> None:
        """Write what comes before the first record."""
        self._write(self._form.head)

    def add(self, record: Record) -> None:
        """Write a record, at once."""
        self._write(self._form.write(record))
        self.note(record)
        now = time.monotonic()
        if now - self._synced > SYNC_SECONDS:
            self.sync()
            self._synced = now

    def note(self, record: Record) -> None:
        """Take note of a record that is in the file."""
        self.done.add(record["board"])
        self.counts[record["status"]] += 1

    def _write(self, text: str) -> None:
        left = memoryview(text.encode())
        while left:
            left = left[self._file.write(left) :]
        self._file.flush()

    def sync(self) -> None:
        """See to it that the records are on the disk, where there is one."""
        try:
            os.fsync(self._file.fileno())
        except OSError:  # a pipe, a terminal
            return


@contextmanager
def open_journal(
    path: Path, form: Form, asked: str, *, resume: bool = False, force: bool = False
) -> Iterator[Journal]:
    """Open a file of records.

    Parameters
    ----------
    path : Path
    form : Form
    asked : str
        What the records are about, as in their field ``asked``.
    resume : bool, optional
        Go on with a file that exists: a last line that is not whole is cut off.
    force : bool, optional
        Write a file that exists anew.

    Raises
    ------
    OptionError
        The file exists, but neither `resume` nor `force` is given; or it is to be gone on with,
        but holds something else, records of other options, or another run is at it.
    """
    name = quote(str(path), 80)
    if path.exists() and not path.is_file():
        raise OptionError(f"cannot write {name}: it is no file")
    try:
        # Never truncated before it is locked: another run may be at it.
        opened: FileIO = path.open("ab+" if resume or force else "xb+", buffering=0)
    except FileExistsError:
        raise OptionError(
            f"{name} exists: --resume goes on with it, --force writes it anew"
        ) from None
    with opened as file:
        _lock(file, name)
        if force and not resume:
            file.truncate(0)
        journal = Journal(file, form)
        whole, end = _whole_lines(file)
        if whole:
            _read_back(path, name, journal, form, asked, whole)
        elif end:
            _check_start(file, name, form)
        if whole < end:  # a record that was being written
            file.truncate(whole)
        if not whole:
            journal.begin()
        try:
            yield journal
        finally:
            journal.sync()


def _lock(file: BinaryIO, name: str) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OptionError(f"another run is writing {name}") from None
    except OSError:  # a file system without locks
        return


def _whole_lines(file: BinaryIO) -> tuple[int, int]:
    """Give the length of all whole lines, and that of the file."""
    end = place = file.seek(0, os.SEEK_END)
    while place:
        start = max(place - _BLOCK, 0)
        file.seek(start)
        found = file.read(place - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1, end
        place = start
    return 0, end


def _check_start(file: BinaryIO, name: str, form: Form) -> None:
    """Refuse a file without a whole line unless it is the beginning of one of ours."""
    file.seek(0)
    start = form.start.encode()
    begun = file.read(len(start))
    if not start.startswith(begun):
        raise OptionError(f"cannot go on with {name}: it holds something else: {begun!r}")


def _read_back(path: Path, name: str, journal: Journal, form: Form, asked: str, whole: int) -> None:
    """Take note of the records in a file's whole lines."""
    with path.open("rb") as lines:
        for number, raw in enumerate(lines, start=1):
            if lines.tell() > whole:
                return
            line = raw.decode(errors="replace")
            if number == 1 and form.head:
                if line != form.head:
                    raise OptionError(
                        f"{name} holds something else, or records of another verb: {quote(line)}"
                    )
                continue
            try:
                record: dict[str, Any] = form.read(line)
                before = record["asked"]
                if not all(isinstance(record[each], str) for each in ("board", "status")):
                    raise ValueError("a name must be text")
            except (ValueError, KeyError):
                raise OptionError(
                    f"cannot go on with {name}: line {number} is no record: {quote(line)}"
                ) from None
            if before != asked:
                raise OptionError(
                    f"{name} was made by {quote(before, 200)}: --resume goes on only with the same "
                    "options"
                )
            journal.note(record)
