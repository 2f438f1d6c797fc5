"""The records of a run, JSON or CSV, written as they come and read when a run is resumed."""

import csv
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError
from kaleido.base.line_file import LineFile, LineStream, open_lines, read_lines
from kaleido.base.text import csv_text, quote

Record = dict[str, Any]


class Form(NamedTuple):
    """A form in which records with the same fields are written; workers use it, too."""

    head: str
    """The line before the first record; empty without one."""
    start: str
    """How files of this form begin."""
    write: Callable[[Record], str]
    """Returns a record as a line."""
    read: Callable[[str], Record]
    """Returns the record of a line, in which numbers may be text, or raises ValueError."""


def json_lines(_: Sequence[str]) -> Form:
    """Return the form of one JSON object per line."""
    return Form("", '{"schema": ', _json_line, _json_record)


def csv_rows(fields: Sequence[str]) -> Form:
    """Return the form of one row per line below the fields. None is empty, a list is JSON."""
    head = _csv_row(fields, {field: field for field in fields})
    return Form(head, head, partial(_csv_row, fields), partial(_csv_record, fields))


def _json_line(record: Record) -> str:
    return json.dumps(record, allow_nan=False) + "\n"


def _json_record(line: str) -> Record:
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("not an object")
    return record


def _csv_row(fields: Sequence[str], record: Record) -> str:
    return csv_text([map(_cell, (record[field] for field in fields))])


def _csv_record(fields: Sequence[str], line: str) -> Record:
    try:
        (cells,) = csv.reader([line], strict=True)
    except csv.Error as problem:
        raise ValueError(str(problem)) from None
    return dict(zip(fields, cells, strict=True))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, allow_nan=False)


FORMS: dict[str, Callable[[Sequence[str]], Form]] = {"jsonl": json_lines, "csv": csv_rows}
"""The forms by name, which is also the suffix of their files."""


SYNC_SECONDS = 1.0
"""Seconds between syncs to disk. A killed run loses nothing: each record is written at once."""


@checked_arguments
class Journal:
    """The records in a file, or on standard output, and those added to it.

    `form` is that of its lines, `done` has the names of the boards with a record, and `counts` the
    number of records with each status.
    """

    def __init__(self, lines: LineFile | LineStream, form: Form) -> None:
        self._lines = lines
        self.form = form
        self._synced = time.monotonic()
        self.done: set[str] = set()
        self.counts: Counter[str] = Counter()

    def add(self, record: Record) -> None:
        """Write a record at once."""
        self.add_line(self.form.write(record), record["board"], record["status"])

    def add_line(self, line: str, board: str, status: str) -> None:
        """Write the line of a record, whose board and status these are, at once."""
        self._lines.add(line)
        self.register(board, status)
        now = time.monotonic()
        if now - self._synced > SYNC_SECONDS:
            self._lines.sync()
            self._synced = now

    def register(self, board: str, status: str) -> None:
        """Register the record of a board that is in the file."""
        self.done.add(board)
        self.counts[status] += 1


@contextmanager
def open_journal(
    path: Path | None, form: Form, asked: str, *, resume: bool = False, force: bool = False
) -> Iterator[Journal]:
    """Open a file of records, or standard output if the path is None.

    A file that exists is continued with `resume`, without an incomplete last line, and emptied with
    `force`. An OptionError says that it exists and neither is given, that another run is writing
    it, or that it holds something else or records of other options than `asked`: the verb and its
    options, as in this field of the records.
    """
    if path is None:
        stream = LineStream(sys.stdout)
        stream.add(form.head)
        yield Journal(stream, form)
        return
    with open_lines(path, resume=resume, force=force) as lines:
        journal = Journal(lines, form)
        if lines.whole:
            _read_back(path, lines, journal, form, asked)
        elif lines.is_cut:
            start = form.start.encode()
            begun = lines.start(len(start)).strip(b"\0")
            if not start.startswith(begun):
                raise OptionError(
                    f"cannot continue {lines.name}: it holds something else: {begun!r}"
                )
        lines.drop_cut()
        if not lines.whole:
            lines.add(form.head)
        try:
            yield journal
        finally:
            lines.sync()


def _read_back(path: Path, file: LineFile, journal: Journal, form: Form, asked: str) -> None:
    """Register the records in the complete lines of a file."""
    lines = read_lines(path, file.whole)
    if form.head:
        _, line = next(lines, (1, ""))
        if line != form.head:
            raise OptionError(
                f"{file.name} holds something else, or records of another verb: {quote(line)}"
            )
    for number, line in lines:
        try:
            record: dict[str, Any] = form.read(line)
            before = record["asked"]
            if not all(isinstance(record[each], str) for each in ("board", "status", "asked")):
                raise ValueError("a name must be text")
        except (ValueError, KeyError):
            raise OptionError(
                f"cannot continue {file.name}: line {number} is not a record: {quote(line)}"
            ) from None
        if before != asked:
            raise OptionError(
                f"{file.name} was made by {quote(before, 200)}: --resume needs the same options"
            )
        journal.register(record["board"], record["status"])
