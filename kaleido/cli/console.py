"""The two consoles: answers go to standard output, progress and notes to standard error."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.table import Table

    from kaleido.draw.scene import Thing
    from kaleido.model.board import Board

MAX_WIDTH = 100
"""The widest line of running text, in columns."""


class _Console(Console):
    """A console that leaves it to the program what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        """Raise the error; `main` ends without one."""
        raise BrokenPipeError


def output(*, quiet: bool = False) -> Console:
    """Return a console on standard output, without colours when piped.

    Parameters
    ----------
    quiet : bool, optional
        Print nothing, because standard output is for JSON.
    """
    return _Console(
        file=sys.stdout, highlight=False, emoji=False, markup=False, soft_wrap=True, quiet=quiet
    )


def talk() -> Console:
    """Return a console on standard error."""
    return Console(file=sys.stderr, highlight=False, emoji=False, markup=False)


def is_plain(console: Console) -> bool:
    """Return whether the encoding of a console lacks box-drawing characters."""
    try:
        "┏━┃⟲→·".encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return True
    return False


def print_json(name: str, value: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
    """Print an output as one line of JSON, at once.

    Parameters
    ----------
    name : str
        The name of its schema, whose number becomes the first field.
    value : mapping or sequence of mapping
        The other fields. Of several outputs in a list, each gets the number.
    """
    from kaleido.schemas import numbered

    if isinstance(value, Mapping):
        whole: Any = numbered(name, value)
    else:
        whole = [numbered(name, each) for each in value]
    print(json.dumps(whole, allow_nan=False), flush=True)


def print_drawing(console: Console, shown: Thing, **options: Any) -> None:
    """Print a drawing of a board, position or solution, with the options of `draw_terminal`."""
    if console.quiet:
        return
    from kaleido.draw.terminal import draw_terminal

    drawing = draw_terminal(shown, plain=is_plain(console), width=console.width, **options)
    console.print(drawing)


def print_source(console: Console, board: Board) -> None:
    """Print where a board comes from, and its note."""
    for label, value in (("source", board.source), ("note", board.note)):
        if value:
            console.print(f"{label}: {value}")


def print_wrapped(console: Console, text: str) -> None:
    """Print running text between words; a NUL is a space at which no line ends."""
    lines = textwrap.wrap(text, min(console.width, MAX_WIDTH), break_on_hyphens=False)
    console.print("\n".join(lines).replace("\0", " "))


def make_table(console: Console, columns: Iterable[str], *, ruled: bool = False) -> Table:
    """Return a table without rows.

    Parameters
    ----------
    console : Console
    columns : iterable of str
        The headers. A column whose header begins with ``>`` is aligned to the right. Only a
        column called ``title`` may break its lines.
    ruled : bool, optional
        Whether the table has rules between its sections.
    """
    from rich import box
    from rich.table import Table

    style = box.SIMPLE_HEAD if ruled else box.SIMPLE
    table = Table(box=box.ASCII if is_plain(console) else style, pad_edge=False)
    for column in columns:
        table.add_column(
            column.removeprefix(">"),
            justify="right" if column.startswith(">") else "left",
            no_wrap=column != "title",
        )
    return table
