"""The two forms of records: JSON lines and CSV. In both, a record is one line."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

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
