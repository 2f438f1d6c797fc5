"""Consoles on the standard streams, with one rule for widths, colours and for what moves."""

from __future__ import annotations

import os
import sys
from typing import IO, TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

LEAST_WIDTH, MOST_WIDTH = 20, 10_000
"""In columns. A terminal that is narrower breaks the lines itself; everything fits in the most."""

_SIZES = ("COLUMNS", "LINES")


class _Console(Console):
    """A console that raises BrokenPipeError when its reader is gone; Rich would end the program."""

    def on_broken_pipe(self) -> None:
        """Raise the error instead of ending the process."""
        raise BrokenPipeError


def make_console(file: IO[str], **options: Any) -> Console:
    """Return a console on a stream, which prints texts as they are.

    With ``NO_COLOR`` it writes no codes at all, even if ``FORCE_COLOR`` is set: Rich itself would
    still write bold and dim, whose codes are like those of colours. ``COLUMNS`` and ``LINES`` count
    where they are numbers, and every width is brought between the least and the most.
    """
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in _SIZES or (value.isdecimal() and len(value) < len(str(sys.maxsize)))
    }
    console = _Console(
        file=file,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        highlight=False,
        emoji=False,
        markup=False,
        _environ=environment,
        **options,
    )
    if not LEAST_WIDTH <= console.width <= MOST_WIDTH:
        console.width = min(max(console.width, LEAST_WIDTH), MOST_WIDTH)
    return console


def make_progress(console: Console, *columns: ProgressColumn, **options: Any) -> Progress:
    """Return a bar with a description and further columns, which vanishes when it is done."""
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *columns,
        console=console,
        transient=True,
        # Otherwise answers printed meanwhile would go to standard error, as wide as the terminal.
        redirect_stdout=False,
        **options,
    )


def is_watched(console: Console) -> bool:
    """Return whether lines that are drawn again and again can be seen.

    ``FORCE_COLOR`` makes a pipe a terminal for colours, but not for this, and a dumb terminal
    cannot go back in a line.
    """
    return console.is_interactive and not console.is_dumb_terminal and console.file.isatty()
