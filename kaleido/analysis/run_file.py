"""Runs in a file: CSV with a row for each run, written as the runs finish.

The first line names the columns, which are the fields of `Run`; an empty cell is a value that is
not known, such as a limit that was not set.
"""

import csv
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from kaleido.analysis.run import FIELDS, Run, check_columns, read_run
from kaleido.errors import OptionError
from kaleido.files import lock_file, read_text, whole_lines
from kaleido.text import quote

SUFFIXES = ("csv",)

MAX_BYTES = 1024**3
"""The longest file of runs that is read."""


def rows_of(runs: Iterable[Run], *, head: bool = True) -> str:
    """Return runs as CSV.

    Examples
    --------
    >>> print(rows_of([Run("car", "paper", 0, "solved", 20, 2, 0.0625)]), end="")
    pattern,strategy,seed,status,nodes,backtracks,seconds,max_nodes,timeout,puzzle
    car,paper,0,solved,20,2,0.0625,,,
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if head:
        writer.writerow(FIELDS)
    writer.writerows(runs)
    return text.getvalue()


def read_runs(path: Path) -> list[Run]:
    """Return the runs in a file. A last line that was cut off is ignored.

    Raises
    ------
    OptionError
        The file cannot be read, or it holds something else.
    """
    name = quote(str(path), 80)
    text = read_text(path, OptionError, MAX_BYTES)
    table = csv.reader(io.StringIO(text[: text.rfind("\n") + 1]), strict=True)
    try:
        head = next(table, None)
        if head is None:
            raise OptionError("there is no complete line, expected the names of columns")
        check_columns(head)
        return [read_run(dict(zip(head, cells, strict=True))) for cells in table if cells]
    except OptionError as problem:
        raise OptionError(f"{problem} (in {name}, line {table.line_num})") from None
    except (ValueError, csv.Error):
        raise OptionError(
            f"line {table.line_num} of {name} is not a run: expected {len(FIELDS)} columns"
        ) from None


class RunFile:
    """A file of runs, open for appending.

    Attributes
    ----------
    runs : list of Run
        Those that were in the file when it was opened.
    """

    def __init__(self, file: FileIO, runs: list[Run]) -> None:
        self._file = file
        self.runs = runs

    def add(self, run: Run) -> None:
        """Write a run at once, so that it is kept however the program ends."""
        self._write(rows_of([run], head=False))

    def begin(self) -> None:
        """Write the names of the columns."""
        self._write(rows_of([]))

    def _write(self, text: str) -> None:
        left = memoryview(text.encode())
        while left:
            left = left[self._file.write(left) :]


@contextmanager
def open_runs(path: Path) -> Iterator[RunFile]:
    """Open a file of runs, or make it, and lock it. A last line that was cut off is removed.

    Raises
    ------
    OptionError
        The file holds something else, cannot be written, or another run is writing it.
    """
    name = quote(str(path), 80)
    try:
        file: FileIO = path.open("ab+", buffering=0)
    except OSError as problem:
        raise OptionError(f"cannot write {name}: {problem.strerror}") from None
    with file:
        lock_file(file, name)
        whole, _ = whole_lines(file)
        file.seek(0)
        begun = rows_of([]).encode()
        if not whole and not begun.startswith(file.read(len(begun))):
            raise OptionError(f"{name} holds something else, expected runs")
        opened = RunFile(file, read_runs(path) if whole else [])
        if whole and _head(path) != list(FIELDS):
            raise OptionError(
                f"cannot add to {name}: its columns are not {', '.join(FIELDS)}, in this order"
            )
        file.truncate(whole)
        file.seek(0, os.SEEK_END)
        if not whole:
            opened.begin()
        try:
            yield opened
        finally:
            os.fsync(file.fileno())


def _head(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as lines:
        return next(csv.reader(lines))
