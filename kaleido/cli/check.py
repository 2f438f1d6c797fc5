"""``kaleido check``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kaleido.cli.exits import NO_SOLUTION
from kaleido.cli.options import PatternSource
from kaleido.cli.source import read_pattern
from kaleido.errors import SolutionError
from kaleido.files import decode, read_text

MAX_BYTES = 1024 * 1024


def check(
    pattern: PatternSource,
    solution: Annotated[
        str,
        typer.Argument(
            metavar="SOLUTION",
            help="A JSON file as `kaleido solve --json` writes it, - for standard input, or JSON.",
        ),
    ],
) -> None:
    """Verify a solution from JSON, apart from any search.

    Exit codes: 0 it solves the pattern, 1 it does not (every fault is named), 2 bad input.
    """
    if pattern == solution == "-":
        raise typer.BadParameter("PATTERN and SOLUTION cannot both be standard input")
    wanted = read_pattern(pattern)

    from kaleido.cli.console import output
    from kaleido.placement import placements_from_json
    from kaleido.verify import find_faults

    if solution.lstrip()[:1] in ("{", "["):
        text = solution
    elif solution == "-":
        text = decode(sys.stdin.buffer, "standard input", SolutionError, MAX_BYTES)
    else:
        text = read_text(Path(solution), SolutionError, MAX_BYTES)
    faults = find_faults(wanted, placements_from_json(text))
    console = output()
    for fault in faults:
        console.print(fault)
    if faults:
        console.print(f"not a solution: {len(faults)} fault{'s' if len(faults) > 1 else ''}")
        raise typer.Exit(NO_SOLUTION)
    console.print("a solution: every piece once, every cell covered, every colour right")
