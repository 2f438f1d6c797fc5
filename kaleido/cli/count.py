"""``kaleido count`` and ``kaleido sample``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import (
    DEFAULT_MEMORY,
    AsJson,
    MaxMemory,
    Number,
    Scheduler,
    Seed,
    count as whole,
)
from kaleido.cli.puzzle import takes_puzzle
from kaleido.errors import GAVE_UP, NO_SOLUTION

if TYPE_CHECKING:
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.model.placement import Placement


@takes_puzzle
def count(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    workers: Number = None,
    scheduler: Scheduler = None,
    as_json: AsJson = False,
) -> None:
    """Count all solutions of a pattern, exactly.

    Exit codes: 0 counted (0 solutions is a count, too), 2 bad input, 3 gave up.
    """
    from kaleido.cli.console import output, print_json
    from kaleido.cli.share import share_bar
    from kaleido.errors import TooLargeError
    from kaleido.parallel import make_workers

    console = output()
    try:
        with make_workers(workers, scheduler) as crew, share_bar("counting") as report:
            found = puzzle.count(
                placed,
                max_memory=max_memory,
                workers=crew if crew.size > 1 or scheduler else None,
                report=report,
            )
    except TooLargeError as problem:
        if as_json:
            nothing = dict.fromkeys(("solutions", "symmetric", "seconds", "states", "peak_states"))
            print_json({"pattern": puzzle.pattern.text} | nothing)
        else:
            console.print(f"gave up: {problem}")
        raise typer.Exit(GAVE_UP) from None
    if as_json:
        print_json({"pattern": puzzle.pattern.text} | found.as_dict())
        return
    console.print(f"{found.solutions:,} solution{'s' * (found.solutions != 1)}", style="bold")
    console.print(f"{found.symmetric:,} up to the symmetries of the board")
    console.print(
        f"{found.states:,} states, {found.peak_states:,} at the peak, {found.seconds:.3f} s"
    )


@takes_puzzle
def sample(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    number: Annotated[
        int, typer.Option("-n", "--number", parser=whole, metavar="N", help="How many to draw.")
    ] = 1,
    seed: Seed = 0,
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: AsJson = False,
) -> None:
    """Draw solutions at random, every one as likely as any other, with repetition.

    With --json a line of JSON for each. Exit codes: 0 drawn, 1 no solution, 2 bad input, 3 gave
    up.
    """
    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.draw.terminal import draw_terminal
    from kaleido.errors import TooLargeError

    console = output()
    try:
        drawn = puzzle.sample(max(number, 1), seed, placed, max_memory=max_memory)
    except TooLargeError as problem:
        console.print(f"gave up: {problem}")
        raise typer.Exit(GAVE_UP) from None
    if not drawn:
        if not as_json:
            console.print("no solution")
        raise typer.Exit(NO_SOLUTION)
    for solution in drawn[:number]:
        if as_json:
            print_json(solution.as_dict())
        else:
            console.print(draw_terminal(solution, plain=is_plain(console)))
