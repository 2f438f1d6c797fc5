"""``kaleido hint``."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import DEFAULT_MEMORY, AsJson, MaxMemory, Timeout
from kaleido.cli.puzzle import position_of
from kaleido.errors import GAVE_UP, TooLargeError
from kaleido.text import unknown

if TYPE_CHECKING:
    from rich.console import Console

    from kaleido.analysis.hint import Hint
    from kaleido.analysis.puzzle import Position

STEPS = ("where", "piece", "place")


def _step(text: str) -> str:
    if text not in STEPS:
        raise typer.BadParameter(unknown("step", text, STEPS))
    return text


def hint(
    context: typer.Context,
    step: Annotated[
        str | None,
        typer.Option(
            parser=_step,
            metavar="where|piece|place",
            help="Say only where to look, which piece it is, or how it lies.",
        ),
    ] = None,
    counts: Annotated[
        bool,
        typer.Option("--count", help="Count the solutions that are left, and those with the move."),
    ] = False,
    timeout: Timeout = None,
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: AsJson = False,
) -> None:
    """Suggest the next move and explain it, or name the pieces to take off a lost board.

    The drawing shows the move, or where to look, in brackets.

    Exit codes: 0 a move (or solved already), 1 no solution contains the board, 2 bad input, 3 gave
    up.
    """
    position = position_of(context)
    if step is not None and (as_json or counts):
        raise typer.BadParameter("--step goes with neither --json nor --count")
    from kaleido.cli.console import output, print_json
    from kaleido.cli.outputs import Hinted

    given = position.hint(timeout=timeout)
    among, hold = _count_shares(position, given, max_memory) if counts else (None, None)
    if as_json:
        print_json(Hinted(given, among, hold, position.pattern.identity, position.text))
    console = output(quiet=as_json)
    _print_hint(console, position, given, step)
    if counts and given.placement is not None:
        if among is None or hold is None:
            console.print("there are too many solutions to count the move's share of them")
        else:
            console.print(f"in {hold:,} of {among:,} solutions ({hold / among:.1%})")
    if given.status.exit_code:
        raise typer.Exit(given.status.exit_code)


def _print_hint(
    console: Console,
    position: Position,
    given: Hint,
    step: str | None,
) -> None:
    """Print a hint, or one step of it, and the board with what it is about in brackets."""
    if console.quiet:
        return
    from kaleido.cli.console import print_drawing
    from kaleido.search.notation import place_name

    move = given.placement
    words = given.words
    said = {"where": words.where, "piece": words.piece, "place": words.place}
    wanted = STEPS if step is None else (step,)
    lines = [said[each] for each in wanted if said[each]]
    # A hint with fewer steps is all said with the last of them.
    for line in lines or [words.piece or words.where]:
        console.print(line)
    marked = {cell for each in given.remove for cell in each.cells}
    if step == "where" or not marked:
        marked = set(given.reason.cells)
    shown = position
    if move is not None and step in (None, "place"):
        shown, marked = position.push(move), set(move.cells)
    print_drawing(console, shown, marked=marked)
    if move is not None and step in (None, "place"):
        place = place_name(move, position.pieces, position.pattern.grid)
        console.print(f"--place {shlex.quote(place)}", style="dim")


def _count_shares(
    position: Position, given: Hint, max_memory: int
) -> tuple[int | None, int | None]:
    """Count the solutions that contain the board, and those that also contain the move."""
    from kaleido.cli.progress import share_progress

    if given.lost:
        return 0, None
    if given.status.exit_code == GAVE_UP:
        return None, None
    try:
        with share_progress("counting the solutions left") as report:
            if given.placement is None:
                return position.count(max_memory=max_memory, report=report).solutions, None
            found, hold = position.count_with(given.placement, max_memory=max_memory, report=report)
            return found.solutions, hold
    except TooLargeError:
        return None, None
