"""Arguments and options that several commands share."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from kaleido.text import quote


# Parsers of our own, because typer's messages do not quote what was typed.
def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{quote(text)} is not a whole number") from None


def memory(text: str) -> int:
    """Read an amount of memory in bytes: 4GB, 500 MB; GB where no unit is given."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(GB?|MB?|)\s*", text, re.IGNORECASE)
    if not found or not float(found[1]):
        raise typer.BadParameter(f"{quote(text)} is no amount of memory, such as 4GB or 500MB")
    unit = 10**6 if found[2].upper().startswith("M") else 10**9
    return int(float(found[1]) * unit)


def count(text: str) -> int:
    """Read a whole number, 0 or more."""
    number = _whole(text)
    if number < 0:
        raise typer.BadParameter(f"{quote(text)} is less than 0")
    return number


def positive(text: str) -> int:
    """Read a whole number, 1 or more."""
    number = count(text)
    if not number:
        raise typer.BadParameter(f"{quote(text)} is less than 1")
    return number


def seconds(text: str) -> float:
    """Read a number of seconds, 0 or more."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:
        raise typer.BadParameter(f"{quote(text)} is not a number of seconds, 0 or more")
    return number


def inches(text: str) -> float:
    """Read a width in inches."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{quote(text)} is not a number of inches") from None


PatternSource = Annotated[
    str,
    typer.Argument(
        metavar="PATTERN",
        help="A name, a file or picture, - for standard input, or rows with / between them.",
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        parser=_whole, metavar="N", help="Settles what is left to chance; same seed, same run."
    ),
]
MaxNodes = Annotated[
    int | None,
    typer.Option(
        parser=count, metavar="N", help="Give up after so many placements, on each pattern."
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        parser=seconds, metavar="SECONDS", help="Give up after so many seconds, on each pattern."
    ),
]
Places = Annotated[
    list[str] | None,
    typer.Option(
        "--place",
        metavar="PIECE@ROW,COL[:ORIENTATION]",
        help="A piece already on the board, or a file of such lines; give it again for more.",
    ),
]
KEPT_NODES = 20_000
"""Placements after which a search that is kept whole gives up, unless told otherwise."""

PictureStrategy = Annotated[
    str,
    typer.Option(
        "--strategy",
        "-s",
        help="Which moves come first: paper (windows and siblings), constrained, tuned, random.",
    ),
]
Marks = Annotated[
    str,
    typer.Option(
        "--marks",
        metavar="none|letters|hatches",
        help="What cells carry besides their colours, for those who do not tell them apart.",
    ),
]
DEFAULT_MEMORY = "4GB"
MaxMemory = Annotated[
    int,
    typer.Option(
        "--max-memory", parser=memory, metavar="SIZE", help="Give up when it would take more."
    ),
]
Number = Annotated[
    int | None,
    typer.Option(
        "--workers",
        parser=count,
        metavar="N",
        help="Processes that share the work  [all cores]",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Share the work among a Dask cluster: its scheduler, as tcp://HOST:PORT.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
