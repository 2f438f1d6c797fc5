"""``kaleido rate``."""

from __future__ import annotations

import typer

from kaleido.cli.options import DEFAULT_MEMORY, AsJson, MaxMemory, PatternSource
from kaleido.cli.source import read_pattern
from kaleido.errors import GAVE_UP, NO_SOLUTION


def rate(
    pattern: PatternSource,
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: AsJson = False,
) -> None:
    """Rate how hard a pattern is, from 1 to 5, and show what that is made of.

    Exit codes: 0 rated, 1 no solution, 2 bad input, 3 gave up.
    """
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.analysis.rating import MAX_DIFFICULTY
    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.errors import NoSolutionError, TooLargeError

    wanted = read_pattern(pattern)
    console = output()
    try:
        rating = Puzzle(wanted).rate(max_memory=max_memory)
    except NoSolutionError as problem:
        if not as_json:
            console.print(f"no difficulty: {problem}")
        raise typer.Exit(NO_SOLUTION) from None
    except TooLargeError as problem:
        if not as_json:
            console.print(f"gave up: {problem}")
        raise typer.Exit(GAVE_UP) from None
    if as_json:
        print_json({"pattern": wanted.text} | rating.as_dict())
        return
    stars = draw_stars(rating.difficulty, plain=is_plain(console))
    console.print(f"difficulty {rating.difficulty} of {MAX_DIFFICULTY}  {stars}", style="bold")
    console.print(f"log10 of the solutions    {rating.log_solutions:8.2f}")
    console.print(f"forced moves              {rating.forced:8.0%}")
    console.print(f"moves at a fork           {rating.branching:8.2f}")
    console.print(f"backtracks of the paper   {rating.backtracks:8.1f}")
    console.print(f"toil                      {rating.toil:8.2f}")


def draw_stars(difficulty: int, *, plain: bool) -> str:
    """Draw a difficulty as stars, full and empty."""
    from kaleido.analysis.rating import MAX_DIFFICULTY

    full, empty = ("#", ".") if plain else ("★", "☆")
    return full * difficulty + empty * (MAX_DIFFICULTY - difficulty)
