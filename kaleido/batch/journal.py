"""The records of a run, JSON or CSV, written as they come and read when a run is resumed."""

import csv
import io
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.line_file import LineFile, LineStream, open_lines
from kaleido.text import quote

Record = dict[str, Any]


@dataclass(frozen=True)
class Form:
    """A form in which records with the same fields are written.

    Attributes
    ----------
    head : str
        The line before the first record; empty if there is none.
    starts : tuple of str
        The texts with which files of this form begin: that of new ones, then those of older ones.
    write : callable
        It returns a record as a line.
    read : callable
        It returns the record of a line, in which numbers may be text, or raises ValueError.
    """

    head: str
    starts: tuple[str, ...]
    write: Callable[[Record], str]
    read: Callable[[str], Record]


def json_lines(fields: Sequence[str]) -> Form:
    """Return the form of one JSON object per line."""

    def write(record: Record) -> str:
        return json.dumps(record, allow_nan=False) + "\n"

    def read(line: str) -> Record:
        record = json.loads(line)
        if not isinstance(record, dict):
            raise ValueError("not an object")
        return record

    # Records had no number of their schema at first.
    return Form("", ('{"schema": ', f'{{"{fields[0]}": '), write, read)


def csv_rows(fields: Sequence[str]) -> Form:
    """Return the form of one row per line below the fields. None is empty, a list is JSON."""

    def join(cells: Sequence[str]) -> str:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue()

    def write(record: Record) -> str:
        return join([_cell(record[field]) for field in fields])

    def read(line: str) -> Record:
        try:
            (cells,) = csv.reader([line], strict=True)
        except csv.Error as problem:
            raise ValueError(str(problem)) from None
        return dict(zip(fields, cells, strict=True))

    return Form(join(fields), (join(fields),), write, read)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, allow_nan=False)


FORMS: dict[str, Callable[[Sequence[str]], Form]] = {"jsonl": json_lines, "csv": csv_rows}
"""The forms by name, which is also the suffix of their files."""


SYNC_SECONDS = 1.0
"""Seconds between syncs to disk. A killed run loses nothing: the system has records at once."""


class Journal:
    """The records in a file, or on standard output, and those added to it.

    Attributes
    ----------
    done : set of str
        The names of the boards that have a record.
    counts : Counter of str
        The number of records with each status.
    """

    def __init__(self, lines: LineFile | LineStream, form: Form) -> None:
        self._lines = lines
        self._form = form
        self._synced = time.monotonic()
        self.done: set[str] = set()
        self.counts: Counter[str] = Counter()

    def begin(self) -> None:
        """Write the line before the first record, if the form has one."""
        self._lines.add(self._form.head)

    def add(self, record: Record) -> None:
        """Write a record at once."""
        self._lines.add(self._form.write(record))
        self.register(record)
        now = time.monotonic()
        if now - self._synced > SYNC_SECONDS:
            self.sync()
            self._synced = now

    def register(self, record: Record) -> None:
        """Register a record that is in the file."""
        self.done.add(record["board"])
        self.counts[record["status"]] += 1

    def sync(self) -> None:
        """Force the records to disk, if the file is on one."""
        self._lines.sync()


@contextmanager
@named_options
def open_journal(
    path: Path | None, form: Form, asked: str, *, resume: bool = False, force: bool = False
) -> Iterator[Journal]:
    """Open a file of records, or standard output if the path is None.

    Parameters
    ----------
    path : Path or None
    form : Form
    asked : str
        The verb and its options, as in the field ``asked`` of the records.
    resume : bool, optional
        Continue a file that exists. An incomplete last line is removed.
    force : bool, optional
        Overwrite a file that exists.

    Raises
    ------
    OptionError
        The file exists, but neither `resume` nor `force` is given; or another run is writing it;
        or it cannot be continued, because it holds something else or records of other options.
    """
    if path is None:
        journal = Journal(LineStream(sys.stdout), form)
        journal.begin()
        yield journal
        return
    with open_lines(path, resume=resume, force=force) as lines:
        journal = Journal(lines, form)
        if lines.whole:
            _read_back(path, lines.name, journal, form, asked, lines.whole)
        elif lines.is_cut:
            _check_start(lines, form)
        lines.drop_cut()
        if not lines.whole:
            journal.begin()
        try:
            yield journal
        finally:
            journal.sync()


def _check_start(lines: LineFile, form: Form) -> None:
    """Refuse a file without a complete line unless it begins as a file of this form."""
    starts = [start.encode() for start in form.starts]
    begun = lines.start(max(map(len, starts)))
    if not any(start.startswith(begun[: len(start)]) for start in starts):
        raise OptionError(f"cannot continue {lines.name}: it holds something else: {begun!r}")


def _read_back(path: Path, name: str, journal: Journal, form: Form, asked: str, whole: int) -> None:
    """Register the records in the complete lines of a file."""
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
                if not all(isinstance(record[each], str) for each in ("board", "status", "asked")):
                    raise ValueError("a name must be text")
            except (ValueError, KeyError):
                raise OptionError(
                    f"cannot continue {name}: line {number} is not a record: {quote(line)}"
                ) from None
            if before != asked:
                raise OptionError(
                    f"{name} was made by {quote(before, 200)}: --resume needs the same options"
                )
            journal.register(record)
