"""``kaleido hint``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kaleido.cli.options import DEFAULT_MEMORY, AsJson, MaxMemory, Timeout
from kaleido.cli.puzzle import takes_puzzle
from kaleido.errors import GAVE_UP, TooLargeError

if TYPE_CHECKING:
    from kaleido.analysis.hint import Hint
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.model.placement import Placement


@takes_puzzle
def hint(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    timeout: Timeout = None,
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: AsJson = False,
) -> None:
    """Suggest the next move and explain it, or name the piece to remove from a lost board.

    The hint also gives the exact share of the remaining solutions that contain the move.

    Exit codes: 0 a move (or solved already), 1 no solution contains the board, 2 bad input, 3 gave
    up.
    """
    from kaleido.cli.console import output, print_json
    from kaleido.search.notation import format_place

    given = puzzle.hint(placed, timeout=timeout)
    among, hold = _count_shares(puzzle, placed, given, max_memory)
    if as_json:
        shares = {"solutions": among, "hold": hold, "pattern": puzzle.pattern.text}
        print_json("hint", given.as_dict() | shares)
    console = output(quiet=as_json)
    console.print(given.sentence)
    if given.placement is not None:
        if among is None or hold is None:
            console.print("there are too many solutions to count the move's share of them")
        else:
            console.print(f"in {hold:,} of {among:,} solutions ({hold / among:.1%})")
        place = format_place(given.placement, puzzle.pieces, puzzle.pattern.grid)
        console.print(f"--place {place}", style="dim")
    if given.status.exit_code:
        raise typer.Exit(given.status.exit_code)


def _count_shares(
    puzzle: Puzzle, placed: tuple[Placement, ...], given: Hint, max_memory: int
) -> tuple[int | None, int | None]:
    """Count the solutions that contain the board, and those that also contain the move."""
    if given.lost:
        return 0, None
    if given.status.exit_code == GAVE_UP:
        return None, None
    try:
        among = puzzle.count(placed, max_memory=max_memory).solutions
        if given.placement is None:
            return among, None
        return among, puzzle.count((*placed, given.placement), max_memory=max_memory).solutions
    except TooLargeError:
        return None, None
