"""``kaleido check``."""

from pathlib import Path
from typing import Annotated

import typer

from kaleido.cli import options
from kaleido.cli.console import answers, print_json
from kaleido.cli.parameters import argument
from kaleido.cli.puzzle import BoardText, Name, Pieces, Use, Wrap, read_puzzle, split_sources
from kaleido.cli.source import read_input
from kaleido.errors import NO_SOLUTION, SolutionError
from kaleido.files import read_text
from kaleido.model.placement import placements_from_json
from kaleido.model.verify import find_faults
from kaleido.text import plural

MAX_BYTES = 1024 * 1024


def check(
    sources: Annotated[
        list[str],
        argument(
            "[PATTERN] SOLUTION",
            "A pattern, unless --board or --puzzle is given; then JSON as `kaleido solve "
            "--json` writes it, its file, or - for standard input.",
        ),
    ],
    pieces: Pieces = None,
    board: BoardText = None,
    puzzle: Name = None,
    use: Use = None,
    wrap: Wrap = None,
    as_json: options.AsJson = False,
) -> None:
    """Verify a solution from JSON, independently of any search.

    Exit codes: 0 it solves the pattern, 1 it does not (every fault is named), 2 bad input.
    """
    pattern, solution = split_sources(sources, "SOLUTION", board, puzzle)
    wanted = read_puzzle(pattern, pieces, board, puzzle, use, wrap)
    if solution.lstrip()[:1] in ("{", "["):
        text = solution
    elif solution == "-":
        text = read_input(SolutionError, MAX_BYTES)
    else:
        text = read_text(Path(solution), SolutionError, MAX_BYTES)
    faults = find_faults(wanted.pattern, placements_from_json(text), wanted.pieces)
    if as_json:
        from kaleido.cli.outputs import Verified

        print_json(Verified(wanted.pattern.identity, not faults, tuple(faults)))
    console = answers(quiet=as_json)
    for fault in faults:
        console.print(fault)
    if faults:
        console.print(f"not a solution: {plural(len(faults), 'fault')}")
        raise typer.Exit(NO_SOLUTION)
    used = "every piece is used once"
    if wanted.pieces.copies or not wanted.pieces.uses_all:
        used = "no piece is used too often"
    if any(wanted.pieces.least):
        used += " or too rarely"
    rules = any(piece.zone for piece in wanted.pieces)
    used += ", each lies where it may" if rules else ""
    covered = (
        "every cell that must be is covered" if wanted.pattern.optional else "every cell is covered"
    )
    shown = "every shape is right" if wanted.pieces.is_plain else "every colour is right"
    console.print(f"a solution: {used}, {covered}, {shown}")
