"""Printing: answers go to standard output, progress and notes to standard error."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

from rich.console import Console

from kaleido.base.consoles import MOST_WIDTH, make_console

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from kaleido.base.contract import Plain
    from kaleido.draw.scene import Thing
    from kaleido.model.board import Board

MAX_WIDTH = 100  # the widest line of running text, in columns
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def answers(*, quiet: bool = False) -> Console:
    """Return a console on standard output; a quiet one prints nothing, as JSON comes there."""
    return make_console(sys.stdout, soft_wrap=True, quiet=quiet)


def notes() -> Console:
    """Return a console on standard error."""
    return make_console(sys.stderr)


def note(text: str) -> None:
    """Print a note on standard error, as one line of any length."""
    notes().print(text, soft_wrap=True)


def is_plain(console: Console) -> bool:
    """Return whether the encoding of a console lacks box-drawing characters."""
    try:
        "┏━┃⟲→·".encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return True
    return False


def print_json(value: Plain | Sequence[Plain], file: TextIO | None = None) -> None:
    """Print an output, or a list of several, as one line of JSON, at once.

    Without a file it goes to standard output.
    """
    from kaleido.base.contract import Plain, numbered

    whole = numbered(value) if isinstance(value, Plain) else [numbered(each) for each in value]
    print(json.dumps(whole, allow_nan=False), file=file, flush=True)


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


def unbroken(text: str) -> str:
    """Return a text that `print_wrapped` keeps on one line, such as a name and its value."""
    return text.replace(" ", _NO_BREAK_SPACE)


def print_wrapped(console: Console, text: str) -> None:
    """Print running text, in lines that end between words."""
    lines = textwrap.wrap(text, min(console.width, MAX_WIDTH), break_on_hyphens=False)
    console.print("\n".join(lines).replace(_NO_BREAK_SPACE, " "))


def make_table(console: Console, columns: Iterable[str], *, ruled: bool = False) -> Table:
    """Return a table without rows, with rules between its sections if it is `ruled`.

    A column whose header begins with ``>`` is aligned to the right. Only a column called ``title``
    may break its lines.
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


def print_table(console: Console, table: Table) -> None:
    """Print a table; where it is too wide, as several that begin with its first column."""
    wide = console.options.update(max_width=MOST_WIDTH)
    # Rich before 14 adds a column to the least widths of the first and the last column.
    if console.measure(table, options=wide).maximum <= console.width:
        console.print(table)
        return
    for column in table.columns:
        cells = [console.measure(each, options=wide) for each in (column.header, *column.cells)]
        least = max(cell.maximum if column.no_wrap else cell.minimum for cell in cells)
        column.min_width = max(column.min_width or 0, least)
    first, *left = table.columns
    while left:
        taken = len(left)
        while True:
            part = copy(table)
            part.columns = [
                replace(each, _index=place) for place, each in enumerate([first, *left[:taken]])
            ]
            width = console.measure(part, options=wide).minimum
            if width <= console.width or taken == 1:
                break
            taken -= 1
        with _at_least(console, width):
            console.print(part)
        left = left[taken:]


def print_side_by_side(
    console: Console, drawings: Sequence[Text], padding: tuple[int, int]
) -> None:
    """Print as many drawings side by side as there is room for; none is broken or cut off.

    The padding is the lines below a drawing and the columns beside it.
    """
    from rich.columns import Columns

    wide = console.options.update(max_width=MOST_WIDTH)
    widths = [console.measure(each, options=wide).maximum for each in drawings]
    with _at_least(console, max(widths)):
        console.print(Columns(drawings, padding=padding))


@contextmanager
def _at_least(console: Console, width: int) -> Iterator[None]:
    """Let a console be of some width, whatever that of the terminal is."""
    own = console.width
    console.width = max(own, width)
    try:
        yield
    finally:
        console.width = own
