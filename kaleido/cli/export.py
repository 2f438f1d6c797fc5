"""``kaleido export``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.puzzle import takes_puzzle

if TYPE_CHECKING:
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.model.placement import Placement

SUFFIXES = {
    "dlx": ("dlx", "txt"),
    "dimacs": ("cnf", "dimacs", "txt"),
    "json": ("json",),
}


@takes_puzzle
def export(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    form: Annotated[
        str,
        typer.Option(
            "--form",
            "-f",
            metavar="dlx|dimacs|json",
            help="Knuth's text for exact-cover programs, clauses for SAT solvers, or JSON.",
        ),
    ] = "dlx",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to a file: .dlx, .cnf or .json.",
            show_default="standard output",
        ),
    ] = None,
) -> None:
    """Write a puzzle for other solvers: every placement and what it covers.

    Pieces on the board (--place) are givens.

    Exit codes: 0 written, 2 bad input.
    """
    from kaleido.cli.console import output as console
    from kaleido.export import export_lines
    from kaleido.files import check_target, written_whole
    from kaleido.search.position import place_all

    lines = (f"{line}\n" for line in export_lines(place_all(puzzle.problem, placed), form))
    if output is None:
        sys.stdout.writelines(lines)
        return
    check_target(output, SUFFIXES[form])
    with (
        written_whole(output) as draft,
        draft.open("w", encoding="utf-8", newline="\n") as file,
    ):
        file.writelines(lines)
    console().print(f"{output}: {form}, {output.stat().st_size:,} bytes")
