"""The two forms of records: JSON lines and CSV. In both, a record is one line."""

from __future__ import annotations

import csv
import io
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

Record = dict[str, Any]


class Form(ABC):
    """A form in which records with given fields, in this order, are written."""

    def __init__(self, fields: Sequence[str]) -> None:
        self.fields = tuple(fields)

    @property
    @abstractmethod
    def head(self) -> str:
        """The line before the first record; empty if there is none."""

    @property
    def start(self) -> str:
        """The text with which every file of this form begins."""
        return self.head

    @abstractmethod
    def write(self, record: Record) -> str:
        """Return a record as a line."""

    @abstractmethod
    def read(self, line: str) -> Record:
        """Return the record of a line, or raise a `ValueError`; numbers may be text."""


class JsonLines(Form):
    """One JSON object per line."""

    head = ""

    @property
    def start(self) -> str:
        """The beginning of an object, up to its first value."""
        return f'{{"{self.fields[0]}": '

    def write(self, record: Record) -> str:
        """Return a record as a line."""
        return json.dumps(record, allow_nan=False) + "\n"

    def read(self, line: str) -> Record:
        """Return the record of a line."""
        record = json.loads(line)
        if not isinstance(record, dict):
            raise ValueError("not an object")
        return record


class Csv(Form):
    """One row per line, below the names of the fields. None is empty, a list is JSON."""

    @property
    def head(self) -> str:
        """The names of the fields."""
        return self._line(self.fields)

    def write(self, record: Record) -> str:
        """Return a record as a line."""
        return self._line([_cell(record[field]) for field in self.fields])

    def read(self, line: str) -> Record:
        """Return the record of a line."""
        try:
            (cells,) = csv.reader([line], strict=True)
        except csv.Error as problem:
            raise ValueError(str(problem)) from None
        return dict(zip(self.fields, cells, strict=True))

    @staticmethod
    def _line(cells: Sequence[str]) -> str:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, allow_nan=False)


FORMS: dict[str, type[Form]] = {"jsonl": JsonLines, "csv": Csv}
"""The forms by name, which is also the suffix of their files."""
