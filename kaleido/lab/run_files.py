"""Files of runs: CSV, JSON lines and Parquet, which are written whole; and stores, which are read.

CSV and Parquet have a row for each run and a column for each field of `Run`; JSON lines have an
object. An empty cell is a missing value, such as a limit that was not set.
"""

from __future__ import annotations

import csv
import io
import json
from codecs import BOM_UTF16_LE
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kaleido.base.errors import OptionError
from kaleido.base.extras import data_frame
from kaleido.base.files import as_text, check_target, read_file, write_text, written_whole
from kaleido.base.text import quote_path
from kaleido.lab.run import FIELDS, Run, check_columns, read_run
from kaleido.lab.store import is_store, read_store

if TYPE_CHECKING:
    import pandas as pd

SUFFIXES = ("csv", "jsonl", "parquet")
MAX_BYTES = 1024**3  # the longest file of runs that is read


def read_runs(path: Path) -> list[Run]:
    """Return the runs in a file, or raise an `OptionError`. An incomplete last line is ignored."""
    name = quote_path(path)
    if is_store(path):
        return read_store(path)
    suffix = path.suffix[1:].lower()
    if suffix == "parquet":
        return _read_parquet(path, name)
    text = _read_whole_lines(path, name)
    return _read_json_lines(text, name) if suffix == "jsonl" else _read_csv(text, name)


def write_runs(path: Path, runs: Sequence[Run]) -> None:
    """Write runs in the form that the suffix of a path names."""
    suffix = check_target(path, SUFFIXES)
    if suffix == "parquet":
        frame = to_pandas(runs)
        with written_whole(path) as draft:
            _with_arrow(lambda: frame.to_parquet(draft, engine="pyarrow", index=False))
    elif suffix == "jsonl":
        write_text(path, "".join(map(_line, runs)))
    else:
        write_text(path, rows_of(runs))


def to_pandas(runs: Sequence[Run]) -> pd.DataFrame:
    """Return a data frame with a row for each run; it needs pandas."""
    return data_frame(runs, FIELDS)


def rows_of(runs: Iterable[Run], *, head: bool = True) -> str:
    """Return runs as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([FIELDS, *runs] if head else runs)
    return text.getvalue()


def _line(run: Run) -> str:
    return json.dumps(run._asdict(), allow_nan=False) + "\n"


def _with_arrow(work: Any) -> Any:
    try:
        return work()
    except ImportError:
        needed = "a Parquet file needs pandas and pyarrow: pip install pandas pyarrow"
        raise OptionError(needed) from None


def _read_parquet(path: Path, name: str) -> list[Run]:
    def read() -> Any:
        import pandas as pd

        return pd.read_parquet(path, engine="pyarrow")

    try:
        frame = _with_arrow(read)
    except OSError as problem:
        raise OptionError(f"cannot read {name}: {problem.strerror or problem}") from None
    except ValueError as problem:  # Arrow's error for another kind of file
        raise OptionError(f"{name} is no Parquet file: {str(problem).splitlines()[0]}") from None
    check_columns(frame.columns)
    return _records(frame.to_dict("records"), name, "row", 1)


def _read_json_lines(text: str, name: str) -> list[Run]:
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found.append(json.loads(line))
        except ValueError:
            raise OptionError(f"line {number} of {name} is not JSON") from None
    return _records(found, name, "line", 1)


def _read_csv(text: str, name: str) -> list[Run]:
    table = csv.reader(io.StringIO(text), strict=True)
    head: list[str] | None = None
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
            f"line {table.line_num} of {name} is not a run: expected {len(head or FIELDS)} columns"
        ) from None


def _records(records: Iterable[Mapping[str, Any]], name: str, what: str, first: int) -> list[Run]:
    found = []
    for number, record in enumerate(records, start=first):
        try:
            found.append(read_run(record))
        except OptionError as problem:
            raise OptionError(f"{problem} (in {name}, {what} {number})") from None
    return found


def _read_whole_lines(path: Path, name: str) -> str:
    """Return the text up to the last end of a line; a power cut may leave anything after it."""
    raw = read_file(path, OptionError, MAX_BYTES)
    end = raw.rfind(b"\n") + (2 if raw.startswith(BOM_UTF16_LE) else 1)
    return as_text(raw[:end], name, OptionError)
