"""``kaleido hint``."""

import shlex
from typing import Annotated

import typer
from rich.console import Console

from kaleido.analysis.hint import Hint
from kaleido.analysis.puzzle import Position
from kaleido.cli import options
from kaleido.cli.console import answers, print_drawing, print_json
from kaleido.cli.parameters import option
from kaleido.cli.progress import share_progress
from kaleido.cli.puzzle import position_of
from kaleido.errors import GAVE_UP, TooLargeError
from kaleido.search.notation import place_name
from kaleido.text import unknown

STEPS = ("where", "piece", "place")


def _step(text: str) -> str:
    if text not in STEPS:
        raise typer.BadParameter(unknown("step", text, STEPS))
    return text


def hint(
    context: typer.Context,
    step: Annotated[
        str | None,
        option(
            "--step where|piece|place",
            "Say only where to look, which piece it is, or how it lies.",
            parser=_step,
        ),
    ] = None,
    counts: Annotated[
        bool, option("--count", "Count the solutions that are left, and those with the move.")
    ] = False,
    timeout: options.Timeout = None,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: options.AsJson = False,
) -> None:
    """Suggest the next move and explain it, or name the pieces to take off a lost board.

    The drawing shows the move, or where to look, in brackets.

    Exit codes: 0 a move (or solved already), 1 no solution contains the board, 2 bad input, 3 gave
    up.
    """
    from kaleido.cli.outputs import Hinted

    position = position_of(context)
    if step is not None and (as_json or counts):
        raise typer.BadParameter("--step goes with neither --json nor --count")
    given = position.hint(timeout=timeout)
    among, hold = _count_shares(position, given, max_memory) if counts else (None, None)
    if as_json:
        print_json(Hinted(given, among, hold, position.pattern.identity, position.text))
    console = answers(quiet=as_json)
    _print_hint(console, position, given, step)
    if counts and given.placement is not None:
        if among is None or hold is None:
            console.print("there are too many solutions to count the move's share of them")
        else:
            console.print(f"in {hold:,} of {among:,} solutions ({hold / among:.1%})")
    if given.status.exit_code:
        raise typer.Exit(given.status.exit_code)


def _print_hint(console: Console, position: Position, given: Hint, step: str | None) -> None:
    """Print a hint, or one step of it, and the board with what it is about in brackets."""
    if console.quiet:
        return
    move, words = given.placement, given.words
    said = {"where": words.where, "piece": words.piece, "place": words.place}
    wanted = STEPS if step is None else (step,)
    lines = [said[each] for each in wanted if said[each]]
    # A hint with fewer steps is all said with the last of them.
    for line in lines or [words.piece or words.where]:
        console.print(line)
    if move is not None and step in (None, "place"):
        print_drawing(console, position.push(move), marked=set(move.cells))
        place = place_name(move, position.pieces, position.pattern.grid)
        console.print(f"--place {shlex.quote(place)}", style="dim")
        return
    marked = {cell for each in given.remove for cell in each.cells}
    if step == "where" or not marked:
        marked = set(given.reason.cells)
    print_drawing(console, position, marked=marked)


def _count_shares(
    position: Position, given: Hint, max_memory: int
) -> tuple[int | None, int | None]:
    """Count the solutions that contain the board, and those that also contain the move."""
    if given.lost:
        return 0, None
    if given.status.exit_code == GAVE_UP:
        return None, None
    try:
        with share_progress("counting the solutions left") as report:
            among = position.count(max_memory=max_memory, report=report).solutions
        if given.placement is None:
            return among, None
        with share_progress("counting those with the move") as report:
            after = position.push(given.placement)
            return among, after.count(max_memory=max_memory, report=report).solutions
    except TooLargeError:
        return None, None
