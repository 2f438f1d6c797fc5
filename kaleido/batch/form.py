"""Forms of records: JSON lines and CSV. A record is one line in both."""

from __future__ import annotations

import csv
import io
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

Record = dict[str, Any]


class Form(ABC):
    """How records are written.

    Parameters
    ----------
    fields : sequence of str
        Those of every record, in order.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        self.fields = tuple(fields)

    @property
    @abstractmethod
    def head(self) -> str:
        """What comes before the first record: a line, or nothing."""

    @property
    @abstractmethod
    def start(self) -> str:
        """How every file of this form begins."""

    @abstractmethod
    def write(self, record: Record) -> str:
        """Give the line of a record."""

    @abstractmethod
    def read(self, line: str) -> Record:
        """Read a line back; numbers may come as text.

        Raises
        ------
        ValueError
            It is no record.
        """


class JsonLines(Form):
    """An object a line."""

    head = ""

    @property
    def start(self) -> str:
        """How the first object begins."""
        return f'{{"{self.fields[0]}": '

    def write(self, record: Record) -> str:
        """Give the line of a record."""
        return json.dumps(record, allow_nan=False) + "\n"

    def read(self, line: str) -> Record:
        """Read a line back."""
        record = json.loads(line)
        if not isinstance(record, dict):
            raise ValueError("no object")
        return record


class Csv(Form):
    """A row a line, below the names of the fields. None is empty, a list is JSON."""

    @property
    def head(self) -> str:
        """The names of the fields."""
        return self._line(self.fields)

    @property
    def start(self) -> str:
        """The same."""
        return self.head

    def write(self, record: Record) -> str:
        """Give the line of a record."""
        return self._line([_cell(record[field]) for field in self.fields])

    def read(self, line: str) -> Record:
        """Read a line back."""
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
"""By name, which is the suffix of their files."""
