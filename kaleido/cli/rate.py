"""``kaleido rate``."""

from kaleido.analysis.puzzle import Puzzle
from kaleido.cli import options
from kaleido.cli.console import answers, is_plain, print_json
from kaleido.cli.progress import stage_progress
from kaleido.cli.source import read_pattern
from kaleido.errors import GaveUpError, NoSolutionError
from kaleido.model.cause import reason_of
from kaleido.model.difficulty import MAX_DIFFICULTY, draw_stars


def rate(
    pattern: options.PatternSource,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: options.AsJson = False,
) -> None:
    """Rate the difficulty of a pattern from 1 to 5, and show what the rating consists of.

    Exit codes: 0 rated, 1 no solution, 2 bad input, 3 gave up.
    """
    from kaleido.analysis.facts import Told
    from kaleido.cli.outputs import Rated

    puzzle = Puzzle(read_pattern(pattern))
    board = puzzle.pattern.identity
    try:
        with stage_progress() as report:
            rating = puzzle.rate(max_memory=max_memory, report=report)
    except (NoSolutionError, GaveUpError) as error:
        is_proved, reason = isinstance(error, NoSolutionError), reason_of(error)
        if as_json and is_proved:
            print_json(Rated(board, "no-solution", Told.of(puzzle.why() or reason), None))
        elif as_json:
            print_json(Rated(board, "gave-up", Told.of(reason), None))
        raise
    if as_json:
        print_json(Rated(board, "rated", Told.of(None), rating))
    console = answers(quiet=as_json)
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
