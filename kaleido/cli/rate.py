"""``kaleido rate``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaleido.cli.options import DEFAULT_MEMORY, AsJson, MaxMemory, PatternSource
from kaleido.cli.source import read_pattern
from kaleido.errors import GaveUpError, NoSolutionError
from kaleido.model.cause import reason_of

if TYPE_CHECKING:
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.cli.outputs import Rated


def rate(
    pattern: PatternSource,
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: AsJson = False,
) -> None:
    """Rate the difficulty of a pattern from 1 to 5, and show what the rating consists of.

    Exit codes: 0 rated, 1 no solution, 2 bad input, 3 gave up.
    """
    from kaleido.analysis.facts import Told
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.cli.outputs import Rated
    from kaleido.cli.progress import stage_progress
    from kaleido.model.difficulty import MAX_DIFFICULTY, draw_stars

    puzzle = Puzzle(read_pattern(pattern))
    try:
        with stage_progress() as report:
            rating = puzzle.rate(max_memory=max_memory, report=report)
    except (NoSolutionError, GaveUpError) as error:
        if as_json:
            print_json(_unrated(puzzle, error))
        raise
    if as_json:
        print_json(Rated(puzzle.pattern.identity, "rated", Told.of(None), rating))
    console = output(quiet=as_json)
    stars = draw_stars(rating.difficulty, plain=is_plain(console))
    console.print(f"difficulty {rating.difficulty} of {MAX_DIFFICULTY}  {stars}", style="bold")
    console.print(f"log10 of the solutions    {rating.log_solutions:8.2f}")
    console.print(f"forced moves              {rating.forced:8.0%}")
    console.print(f"moves per choice point    {rating.branching:8.2f}")
    spread = f"{rating.least_backtracks:,} to {rating.most_backtracks:,}"
    console.print(
        f"median of the backtracks  {rating.median_backtracks:8g}"
        f"   ({spread}, mean {rating.backtracks:.1f})"
    )
    console.print(f"effort                    {rating.effort:8.2f}")


def _unrated(puzzle: Puzzle, error: NoSolutionError | GaveUpError) -> Rated:
    """Return the output about a pattern without a rating."""
    from kaleido.analysis.facts import Told
    from kaleido.cli.outputs import Rated

    if isinstance(error, NoSolutionError):
        reason = puzzle.why() or reason_of(error)
        return Rated(puzzle.pattern.identity, "no-solution", Told.of(reason), None)
    return Rated(puzzle.pattern.identity, "gave-up", Told.of(reason_of(error)), None)
