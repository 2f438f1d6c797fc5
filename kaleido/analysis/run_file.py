"""Runs in a file: CSV with a row for each run, written as the runs finish.

The first line names the columns, which are the fields of `Run`; an empty cell is a value that is
not known, such as a limit that was not set.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kaleido.analysis.run import FIELDS, Run, check_columns, read_run
from kaleido.errors import OptionError
from kaleido.files import decode
from kaleido.line_file import LineFile, open_lines
from kaleido.text import quote_path

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
    name = quote_path(path)
    table = csv.reader(io.StringIO(_read_whole_lines(path, name)), strict=True)
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


def _read_whole_lines(path: Path, name: str) -> str:
    """Return the text up to the last end of a line; a power cut may leave anything after it."""
    if path.is_dir():
        raise OptionError(f"{name} is a folder, expected a file")
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as problem:
        raise OptionError(f"cannot read {name}: {problem.strerror}") from None
    if len(raw) <= MAX_BYTES:
        raw = raw[: raw.rfind(b"\n") + 1]
    return decode(io.BytesIO(raw), name, OptionError, MAX_BYTES)


class RunFile:
    """A file of runs, open for appending.

    Attributes
    ----------
    runs : list of Run
        Those that were in the file when it was opened.
    """

    def __init__(self, lines: LineFile, runs: list[Run]) -> None:
        self._lines = lines
        self.runs = runs

    def add(self, run: Run) -> None:
        """Write a run at once, so that it is kept however the program ends."""
        self._lines.add(rows_of([run], head=False))


@contextmanager
def open_runs(path: Path, *, resume: bool = True, force: bool = False) -> Iterator[RunFile]:
    """Open a file of runs, or make it, and lock it. A last line that was cut off is removed.

    Parameters
    ----------
    path : Path
    resume, force : bool, optional
        Whether to continue a file that exists, or to empty it, as for `open_lines`.

    Raises
    ------
    OptionError
        The file exists and shall not, holds something else, cannot be written, or another run is
        writing it.
    """
    with open_lines(path, resume=resume, force=force) as lines:
        begun = rows_of([]).encode()
        if not lines.whole and not begun.startswith(lines.start(len(begun))):
            raise OptionError(f"{lines.name} holds something else, expected runs")
        opened = RunFile(lines, read_runs(path) if lines.whole else [])
        if lines.whole and _head(path) != list(FIELDS):
            raise OptionError(
                f"cannot add to {lines.name}: its columns are not {', '.join(FIELDS)}, in this "
                "order"
            )
        lines.drop_cut()
        if not lines.whole:
            lines.add(rows_of([]))
        try:
            yield opened
        finally:
            lines.sync()


def _head(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as lines:
        return next(csv.reader(lines))
