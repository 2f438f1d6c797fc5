"""Arguments and options of commands: how they are declared, and those that several share."""

import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated, Any

import typer

from kaleido.text import quote

KEPT_NODES = 20_000
"""Default limit of placements for a search whose events are all kept, for pictures."""

DEFAULT_MEMORY = "4GB"


def argument(metavar: str, about: str, **given: Any) -> Any:
    """Return an argument of a command."""
    return typer.Argument(metavar=metavar, help=about, show_default=False, **given)


def option(names: str, about: str, **given: Any) -> Any:
    """Return an option of a command; its names and its value are as in "--output -o FILE"."""
    words = names.split(" ")
    flags = [word for word in words if word.startswith("-")]
    metavar = " ".join(words[len(flags) :]) or None
    return typer.Option(*flags, metavar=metavar, help=about, **given)


def names_of(*sources: str) -> Callable[[str], list[str]]:
    """Return what completes a word with names; each source is as in "library:set_names"."""

    def complete(incomplete: str) -> list[str]:
        found = [resolve_name(f"kaleido.{each}") for each in sources]
        names = chain.from_iterable(each() if callable(each) else each for each in found)
        return [name for name in names if name.startswith(incomplete)]

    return complete


PATTERNS = names_of("library.patterns:pattern_names")
STRATEGIES = names_of("heuristics.registry:STRATEGIES")
SETS = names_of("library:set_names", "library.generated_sets:lattice_set_names")


# Kaleido's own parsers, because the messages of typer do not quote what was typed.
def integer(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{quote(text)} is not a whole number") from None


def count(text: str, least: int = 0) -> int:
    """Read a whole number, 0 or more."""
    number = integer(text)
    if number < least:
        raise typer.BadParameter(f"{quote(text)} is less than {least}")
    return number


def positive(text: str) -> int:
    """Read a whole number, 1 or more."""
    return count(text, 1)


def measure(what: str, least: float, most: float) -> Callable[[str], float]:
    """Return a function that reads a number within bounds, and says what it is in errors."""

    def number(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise typer.BadParameter(f"{quote(text)} is not a number of {what}")
        return value

    return number


_ENDLESS = float("inf")

seconds = measure("seconds, 0 or more", 0, _ENDLESS)


def memory(text: str) -> int:
    """Read an amount of memory in bytes: 4GB or 500 MB, in GB if no unit is given."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(GB?|MB?|)\s*", text, re.IGNORECASE)
    if not found or not float(found[1]):
        raise typer.BadParameter(f"{quote(text)} is no amount of memory, such as 4GB or 500MB")
    unit = 10**6 if found[2].upper().startswith("M") else 10**9
    return int(float(found[1]) * unit)


PATTERN_HELP = "A name, a file or picture, - for standard input, or rows with / between them."

PatternSource = Annotated[str, argument("PATTERN", PATTERN_HELP, autocompletion=PATTERNS)]
Strategy = Annotated[
    str,
    option(
        "--strategy -s NAME",
        "How moves are chosen: constrained, tuned, paper, paper-text, paper-plus, probing, "
        "edge-matching, random, the file of weights that `kaleido tune` has written, or one of "
        "your own, MODULE:NAME or FILE.py:NAME.",
        autocompletion=STRATEGIES,
    ),
]
ShownStrategy = Annotated[
    str | None,
    option(
        "--strategy -s NAME",
        "How moves are chosen, as for `kaleido solve`; by default paper-plus where the "
        "colours of squares make windows, constrained elsewhere.",
        autocompletion=STRATEGIES,
    ),
]
SwitchedRules = Annotated[
    list[str] | None,
    option(
        "--rule NAME",
        "Switch a rule of paper, paper-text or paper-plus on, or off as no-NAME: across, "
        "tallied, held, every-line, at-once; propagation, forced, fallback, budget, bounded, "
        "chance. May be repeated; `-s paper+tallied` is the same.",
    ),
]
Seed = Annotated[
    int, option("--seed N", "The same seed repeats the same random choices.", parser=integer)
]
MaxNodes = Annotated[
    int | None, option("--max-nodes N", "Give up on a pattern after N placements.", parser=count)
]
Timeout = Annotated[
    float | None,
    option("--timeout SECONDS", "Give up on a pattern after this time.", parser=seconds),
]
Places = Annotated[
    list[str] | None,
    option(
        "--place PLACEMENT",
        "A piece on the board, as in T@D3 or T@D3:back90: its letter or name, the first of "
        "its cells and, if several fit, its face and turn (degrees; in space a number, as in "
        "T@D3:front5); or a file of such lines. May be repeated.",
    ),
]
Position = Annotated[
    str | None,
    option(
        "--position POSITION",
        "The pieces on the board, as a grid with a letter for each and . for open cells: "
        "a file, -, or rows with / between them.",
    ),
]
Marks = Annotated[
    str,
    option(
        "--marks none|letters|hatches",
        "Mark the cells for readers who cannot distinguish the colours.",
    ),
]
PaperName = Annotated[str, option("--paper a4|letter", "The size of the paper.")]
MaxMemory = Annotated[
    int, option("--max-memory SIZE", "Give up rather than use more memory.", parser=memory)
]
WorkerCount = Annotated[
    int | None,
    option(
        "--workers N",
        "The number of processes that share the work.",
        parser=count,
        show_default="one per core",
    ),
]
Scheduler = Annotated[
    str | None,
    option(
        "--scheduler ADDRESS",
        "Share the work on a Dask cluster whose scheduler is at tcp://HOST:PORT.",
    ),
]
Resume = Annotated[bool, option("--resume", "Continue an earlier run and keep what it wrote.")]
Force = Annotated[bool, option("--force", "Overwrite what an earlier run wrote.")]
ByPiece = Annotated[
    bool, option("--by-piece", "Colour each piece in a colour of its own on the terminal.")
]
UpToSymmetry = Annotated[
    bool, option("--up-to-symmetry", "Take turned, mirrored and shifted solutions as one.")
]
AsJson = Annotated[bool, option("--json", "Print the answer as JSON.")]
Difficulty = Annotated[
    str | None, option("--difficulty N or A..B", "The difficulty from 1 to 5, or a range of it.")
]


def exclude(*options: str, given: bool = True) -> None:
    """Refuse two options that exclude each other if both are given."""
    if given:
        raise typer.BadParameter(f"{options[0]} and {options[1]} exclude each other")


def check_output(output: Path | None, *, resume: bool, force: bool) -> None:
    """Refuse --resume and --force together, and without a file."""
    if output is None and (resume or force):
        raise typer.BadParameter("--resume and --force need --output FILE")
    exclude("--resume", "--force", given=resume and force)
