"""Rows of values that show themselves as a table, in a terminal and in a notebook."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Generic, TypeVar, overload

from kaleido.errors import OptionError
from kaleido.text import unknown

Row = TypeVar("Row")


@dataclass(frozen=True, repr=False)
class Table(Sequence[Row], Generic[Row]):
    """A sequence of rows that shows itself as a table.

    Parameters
    ----------
    rows : tuple
        Any values.
    columns : mapping of str to callable
        By the head of a column, what gives the text of a row. The first column is aligned to the
        left, the others to the right.

    Examples
    --------
    >>> Table(("wand", "z"), {"piece": str, "letters": lambda piece: str(len(piece))})
    piece  letters
    wand         4
    z            1
    """

    rows: tuple[Row, ...]
    columns: Mapping[str, Callable[[Row], str]]

    def select(self, *columns: str) -> "Table[Row]":
        """Return the table with some of its columns, in the order asked for.

        Raises
        ------
        OptionError
            There is no such column.

        Examples
        --------
        >>> table = Table(("wand",), {"piece": str, "letters": lambda piece: str(len(piece))})
        >>> table.select("letters")
        letters
        4
        """
        for name in columns:
            if name not in self.columns:
                raise OptionError(unknown("column", str(name), self.columns))
        return Table(self.rows, {name: self.columns[name] for name in columns})

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        return self.rows[place]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def _cells(self) -> list[list[str]]:
        return [[text(row) for text in self.columns.values()] for row in self.rows]

    def __repr__(self) -> str:
        lines = [list(self.columns), *self._cells()]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], tag: str) -> str:
            made = (
                f'<{tag} style="text-align: {"right" if place else "left"}">{escape(cell)}</{tag}>'
                for place, cell in enumerate(cells)
            )
            return f"<tr>{''.join(made)}</tr>"

        body = "".join(line(cells, "td") for cells in self._cells())
        head = line(list(self.columns), "th")
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"
