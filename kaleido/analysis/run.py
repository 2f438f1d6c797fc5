"""A run: one strategy on one board with one seed; as a value, as a row of text and in a file.

Files are CSV with a row for each run, written as the runs finish. The first line names the fields
of `Run`; an empty cell is a value that is not known, such as a limit that was not set.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from kaleido.analysis.answer import Status
from kaleido.contract import Keywords, Natural
from kaleido.errors import OptionError
from kaleido.files import decode
from kaleido.line_file import LineFile, open_lines
from kaleido.text import either, quote, quote_path, shown, unknown

Cost = Literal["nodes", "backtracks", "seconds"]  # a measure of a run

COSTS: tuple[Cost, ...] = ("nodes", "backtracks", "seconds")

SUFFIXES = ("csv",)
MAX_BYTES = 1024**3  # the longest file of runs that is read


class Run(NamedTuple):
    """One strategy on one board with one seed.

    Attributes
    ----------
    pattern : str
        The name of the board.
    strategy : str
        The label of the strategy.
    seed : int
        The seed of the strategy.
    status : str
        How the search ended: with a solution, with the proof that there is none, or at a limit.
    nodes : int
        The number of placements tried.
    backtracks : int
        The number of placements taken back one by one.
    seconds : float
        The duration of the run, including the verification.
    max_nodes : int or None
        The limit of placements; null without one.
    timeout : float or None
        The limit of seconds; null without one.
    puzzle : str
        A fingerprint of the cells of the board and of the pieces, whatever their names; empty if it
        is not known.
    """

    pattern: str
    strategy: str
    seed: int
    status: Annotated[str, Keywords(enum=[*map(str, Status)])]
    nodes: Natural
    backtracks: Natural
    seconds: float
    max_nodes: Natural | None = None
    timeout: float | None = None
    puzzle: str = ""

    @property
    def gave_up(self) -> bool:
        """Whether a limit ended the run, so that its costs are only the least it would need."""
        return self.status == Status.GAVE_UP

    @property
    def key(self) -> tuple[str, str, int, int | None, float | None]:
        """What makes a run: the puzzle, the strategy's label, the seed and the limits."""
        return self.puzzle or self.pattern, self.strategy, self.seed, self.max_nodes, self.timeout


FIELDS = Run._fields
REQUIRED = tuple(name for name in FIELDS if name not in Run._field_defaults)
_WHOLE = ("seed", "nodes", "backtracks", "max_nodes")
_REAL = ("seconds", "timeout")


def by_strategy(runs: Iterable[Run]) -> dict[str, list[Run]]:
    """Return the runs of each strategy, in the order in which the strategies first appear."""
    grouped: dict[str, list[Run]] = {}
    for run in runs:
        grouped.setdefault(run.strategy, []).append(run)
    return grouped


def check_cost(by: str) -> None:
    """Raise an `OptionError` unless there is such a cost."""
    if by not in COSTS:
        raise OptionError(unknown("cost", str(by), COSTS))


def read_run(record: Mapping[str, Any]) -> Run:
    """Return the run of a record, whose numbers may be text; other fields are ignored."""
    if not isinstance(record, Mapping):
        raise OptionError(f"{shown(record)} is no record: expected a mapping")
    check_columns(record)
    values = {name: _value(name, record[name]) for name in FIELDS if name in record}
    return Run(**values)


def check_columns(columns: Iterable[str]) -> None:
    """Raise an `OptionError` that names what is missing unless the columns are those of runs."""
    found = list(map(str, columns))
    missing = [name for name in REQUIRED if name not in found]
    if missing:
        got = f"expected {', '.join(REQUIRED)}, got {quote(', '.join(found), 80)}"
        raise OptionError(f"runs have no column {either(map(quote, missing))}: {got}")


def _value(name: str, value: Any) -> Any:
    # A missing value is an empty cell in CSV and not a number in a data frame.
    if name not in REQUIRED and (value is None or value != value or value == ""):
        return Run._field_defaults[name]
    if name == "status" and value not in list(Status):
        raise OptionError(unknown("status", str(value), Status))
    try:
        if name in _WHOLE:
            number = int(value)
            if not isinstance(value, str) and number != value:
                raise ValueError
            return number
        if name in _REAL:
            real = float(value)
            if not isfinite(real):
                raise ValueError
            return real
    except (TypeError, ValueError, OverflowError):
        kind = "whole number" if name in _WHOLE else "number"
        raise OptionError(f"{name} {quote(str(value))} of a run is not a {kind}") from None
    if not isinstance(value, str):
        raise OptionError(f"{name} {shown(value)} of a run is not text")
    return str(value)


def rows_of(runs: Iterable[Run], *, head: bool = True) -> str:
    """Return runs as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([FIELDS, *runs] if head else runs)
    return text.getvalue()


def read_runs(path: Path) -> list[Run]:
    """Return the runs in a file, or raise an `OptionError`. A last line cut off is ignored."""
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


class RunFile(NamedTuple):
    """A file of runs, open for appending, and those that were in it when it was opened."""

    lines: LineFile
    runs: list[Run]

    def add(self, run: Run) -> None:
        """Write a run at once, so that it is kept however the program ends."""
        self.lines.add(rows_of([run], head=False))


@contextmanager
def open_runs(path: Path, *, resume: bool = True, force: bool = False) -> Iterator[RunFile]:
    """Open a file of runs as `open_lines` does; an `OptionError` is raised if it holds others."""
    with open_lines(path, resume=resume, force=force) as lines:
        begun = rows_of([]).encode()
        if not lines.whole and not begun.startswith(lines.start(len(begun))):
            raise OptionError(f"{lines.name} holds something else, expected runs")
        opened = RunFile(lines, read_runs(path) if lines.whole else [])
        if lines.whole and _head(path) != list(FIELDS):
            columns = ", ".join(FIELDS)
            raise OptionError(
                f"cannot add to {lines.name}: its columns are not {columns}, in this order"
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
