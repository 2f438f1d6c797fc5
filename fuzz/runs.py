"""Files of runs, in CSV."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from fuzz.fuzzer import Fuzzer, attempt, same
from fuzz.round_trips import attempt_accepted
from fuzz.texts import texts
from kaleido.analysis.comparison import Comparison
from kaleido.analysis.run import FIELDS, Run, open_runs, read_runs, rows_of

Value = TypeVar("Value")

_RUNS = (
    Run("car", "paper", 0, "solved", 20, 2, 0.0625),
    Run("a, b", "constrained", 7, "gave-up", 100, 50, 1.5, 100, 2.5, "0a1b"),
    Run("line\nbreak", 'quo"ted', -3, "no-solution", 0, 0, 0.0),
)
_SAMPLES = (rows_of(_RUNS), rows_of(_RUNS[:1]), rows_of([]), rows_of(_RUNS, head=False))
_FRAGMENTS = (*FIELDS, *("\n", ",", '"', '""', "solved", "gave-up", "1", "0.5", "-1", ",,", "car"))


def in_file(text: str, name: str, read: Callable[[Path], Value]) -> Value:
    """Return what is read of a file with a text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        return read(path)


def _check(text: str) -> None:
    runs = attempt(in_file, text, "runs.csv", read_runs)
    again = attempt_accepted(lambda: in_file(rows_of(runs), "runs.csv", read_runs), "written")
    same(again, runs, "written and read")
    comparison = attempt_accepted(lambda: Comparison(runs), "compared")
    records = json.loads(json.dumps(comparison.records()))
    same(attempt_accepted(lambda: Comparison.from_records(records), "JSON"), comparison, "JSON")
    same(len(list(csv.reader(io.StringIO(rows_of(runs))))), len(runs) + 1, "a row for each")
    repr(comparison)
    attempt(in_file, text, "runs.csv", _added)


def _added(path: Path) -> None:
    """Add a run to a file."""
    with open_runs(path) as file:
        before = list(file.runs)
        file.add(_RUNS[1])
    same(read_runs(path), [*before, _RUNS[1]], "a run is added")


FUZZER = Fuzzer(
    "runs", "files of runs: read, added to, written", lambda: texts(_SAMPLES, _FRAGMENTS), _check
)
