"""``kaleido position``."""

from typing import Annotated

import typer

from kaleido.analysis.hint import Hint
from kaleido.analysis.puzzle import Position
from kaleido.analysis.reason import ReasonKind
from kaleido.cli import options
from kaleido.cli.console import answers, print_drawing, print_json
from kaleido.cli.parameters import argument
from kaleido.cli.progress import share_progress
from kaleido.cli.puzzle import BoardText, Name, Pieces, Use, Wrap, read_puzzle, split_sources
from kaleido.cli.source import read_position
from kaleido.errors import GAVE_UP, TooLargeError
from kaleido.text import plural

COUNT_SECONDS = 2.0
"""How long the ways to complete a position are counted."""

COUNT_MEMORY = 10**9


def position(
    sources: Annotated[
        list[str],
        argument(
            "[PATTERN] POSITION",
            "A pattern, unless --board or --puzzle is given; then the pieces on it, as a grid "
            "with a letter for each and . for open cells: a file, -, or rows with / between them.",
        ),
    ],
    pieces: Pieces = None,
    board: BoardText = None,
    puzzle: Name = None,
    use: Use = None,
    wrap: Wrap = None,
    timeout: options.Timeout = None,
    by_piece: options.ByPiece = False,
    as_json: options.AsJson = False,
) -> None:
    """Draw a position, and say whether and in how many ways it can be completed.

    If it cannot, the pieces that must come off are named; they stand in brackets.

    Exit codes: 0 it can be completed, 1 it cannot, 2 bad input, 3 gave up.
    """
    pattern, source = split_sources(sources, "POSITION", board, puzzle)
    asked = read_puzzle(pattern, pieces, board, puzzle, use, wrap)
    lying = read_position(source, asked)
    given = lying.hint(timeout=timeout)
    ways = _count(lying, given)
    if as_json:
        from kaleido.cli.outputs import Judged

        identity, known = lying.pattern.identity, given.status.exit_code != GAVE_UP
        judged = (given.status, not given.lost if known else None, ways, given.remove)
        print_json(Judged(identity, lying.text, lying.placements, *judged))
    console = answers(quiet=as_json)
    if asked.pattern.title:
        console.print(asked.pattern.title, style="bold")
    off = {cell for each in given.remove for cell in each.cells}
    print_drawing(console, lying, marked=off, by_piece=by_piece)
    most = "" if asked.pieces.uses_all else "at most "
    pieces_in_all = plural(sum(asked.pieces.counts), "piece")
    console.print(f"{lying.state.depth} of {most}{pieces_in_all} placed")
    console.print(_judgement(given, ways))
    raise typer.Exit(given.status.exit_code)


def _count(lying: Position, given: Hint) -> int | None:
    """Return in how many ways a position can be completed; None if counting takes long."""
    if given.lost:
        return 0
    if given.status.exit_code == GAVE_UP:
        return None
    try:
        with share_progress("counting") as report:
            found = lying.count(max_memory=COUNT_MEMORY, seconds=COUNT_SECONDS, report=report)
    except TooLargeError:
        return None
    return found.solutions


def _judgement(given: Hint, ways: int | None) -> str:
    """Return in a sentence what is known of a position."""
    if given.reason.kind is ReasonKind.SOLVED:
        return f"it is complete: {given.reason.why}"
    if given.status.exit_code == GAVE_UP:
        return f"gave up: it is not known whether it can be completed: {given.reason.why}"
    if given.lost:
        return f"it cannot be completed. {given.sentence}"
    if ways is None:
        return "it can be completed; the ways were not counted, as that takes long: `kaleido count`"
    return f"it can be completed in exactly {plural(ways, 'way')}"
