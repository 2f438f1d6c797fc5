"""Arguments and options that several commands share."""

import re
from pathlib import Path
from typing import Annotated

import typer

from kaleido.cli.completion import patterns, strategies
from kaleido.text import quote

KEPT_NODES = 20_000
"""Default limit of placements for a search whose events are all kept, for pictures."""

DEFAULT_MEMORY = "4GB"


# Kaleido's own parsers, because the messages of typer do not quote what was typed.
def integer(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{quote(text)} is not a whole number") from None


def count(text: str) -> int:
    """Read a whole number, 0 or more."""
    number = integer(text)
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


def millimetres(text: str) -> float:
    """Read a length in millimetres."""
    try:
        length = float(text)
    except ValueError:
        length = 0.0
    if not 0 < length < float("inf"):
        raise typer.BadParameter(f"{quote(text)} is not a number of millimetres")
    return length


def memory(text: str) -> int:
    """Read an amount of memory in bytes: 4GB or 500 MB, in GB if no unit is given."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(GB?|MB?|)\s*", text, re.IGNORECASE)
    if not found or not float(found[1]):
        raise typer.BadParameter(f"{quote(text)} is no amount of memory, such as 4GB or 500MB")
    unit = 10**6 if found[2].upper().startswith("M") else 10**9
    return int(float(found[1]) * unit)


PATTERN_HELP = "A name, a file or picture, - for standard input, or rows with / between them."

PatternSource = Annotated[
    str, typer.Argument(metavar="PATTERN", help=PATTERN_HELP, autocompletion=patterns)
]
Strategy = Annotated[
    str,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME",
        help="How moves are chosen: constrained, tuned, paper, paper-text, paper-plus, probing, "
        "edge-matching, random, the file of weights that `kaleido tune` has written, or one of "
        "your own, MODULE:NAME or FILE.py:NAME.",
        autocompletion=strategies,
    ),
]
ShownStrategy = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME",
        help="How moves are chosen, as for `kaleido solve`; by default paper-plus where the "
        "colours of squares make windows, constrained elsewhere.",
        autocompletion=strategies,
    ),
]
SwitchedRules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME",
        help="Switch a rule of paper, paper-text or paper-plus on, or off as no-NAME: across, "
        "tallied, held, every-line, at-once; propagation, forced, fallback, budget, bounded, "
        "chance. May be repeated; `-s paper+tallied` is the same.",
    ),
]


def with_rules(strategy: str, rules: list[str] | None) -> str:
    """Return the name of a strategy with rules switched."""
    return "+".join([strategy, *(rules or ())])


Seed = Annotated[
    int,
    typer.Option(
        parser=integer, metavar="N", help="The same seed repeats the same random choices."
    ),
]
MaxNodes = Annotated[
    int | None,
    typer.Option(parser=count, metavar="N", help="Give up on a pattern after N placements."),
]
Timeout = Annotated[
    float | None,
    typer.Option(parser=seconds, metavar="SECONDS", help="Give up on a pattern after this time."),
]
Places = Annotated[
    list[str] | None,
    typer.Option(
        "--place",
        metavar="PLACEMENT",
        help="A piece on the board, as in T@D3 or T@D3:back90: its letter or name, the first of "
        "its cells and, if several fit, its face and turn (degrees; in space a number, as in "
        "T@D3:front5); or a file of such lines. May be repeated.",
    ),
]
Position = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="POSITION",
        help="The pieces on the board, as a grid with a letter for each and . for open cells: "
        "a file, -, or rows with / between them.",
    ),
]
Marks = Annotated[
    str,
    typer.Option(
        "--marks",
        metavar="none|letters|hatches",
        help="Mark the cells for readers who cannot distinguish the colours.",
    ),
]
PaperName = Annotated[
    str, typer.Option("--paper", metavar="a4|letter", help="The size of the paper.")
]
MaxMemory = Annotated[
    int,
    typer.Option(
        "--max-memory", parser=memory, metavar="SIZE", help="Give up rather than use more memory."
    ),
]
WorkerCount = Annotated[
    int | None,
    typer.Option(
        "--workers",
        parser=count,
        metavar="N",
        help="The number of processes that share the work.",
        show_default="one per core",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Share the work on a Dask cluster whose scheduler is at tcp://HOST:PORT.",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue an earlier run and keep what it wrote.")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what an earlier run wrote.")]
ByPiece = Annotated[
    bool,
    typer.Option("--by-piece", help="Colour each piece in a colour of its own on the terminal."),
]
UpToSymmetry = Annotated[
    bool,
    typer.Option("--up-to-symmetry", help="Take turned, mirrored and shifted solutions as one."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
PatternFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the pattern to a file (.txt)."),
]
