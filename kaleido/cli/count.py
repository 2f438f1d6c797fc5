"""``kaleido count``, ``sample`` and ``rate``: all solutions together."""

from typing import Annotated

from kaleido.base.bounds import POSITIVE
from kaleido.base.errors import GaveUpError, NoSolutionError, OptionError
from kaleido.base.text import plural
from kaleido.cli import options
from kaleido.cli.console import answers, is_plain, print_drawing, print_json
from kaleido.cli.parameters import exclude, option, within
from kaleido.cli.progress import open_workers, share_progress, stage_progress
from kaleido.model.cause import reason_of
from kaleido.model.difficulty import MAX_DIFFICULTY, draw_stars
from kaleido.model.solution import FoundSolution
from kaleido.puzzle.puzzle import Position


def count(
    position: Position,
    up_to_symmetry: options.UpToSymmetry = False,
    up_to_turns: options.UpToTurns = False,
    where: options.Where = None,
    timeout: options.Timeout = None,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    workers: options.WorkerCount = None,
    scheduler: options.Scheduler = None,
    as_json: options.AsJson = False,
) -> None:
    """Count all solutions of a pattern exactly, and those up to the symmetries of the board.

    With --up-to-symmetry the latter number comes first, with --up-to-turns the number up to
    those symmetries that mirror nothing. With --where, solutions are listed and only those are
    counted that `kaleido solutions` prints with the same --where.

    Exit codes: 0 counted (0 solutions is a count, too), 2 bad input, 3 gave up.
    """
    from kaleido.cli.outputs import CountOutput
    from kaleido.hints.facts import ReasonFields

    exclude("--where", "--workers", given=bool(where) and workers is not None)
    board, chosen = position.pattern.form, options.up_to(up_to_symmetry, up_to_turns)
    try:
        with open_workers(workers, scheduler) as pool, share_progress("counting") as report:
            found = position.count(
                where=where or (),
                max_memory=max_memory,
                timeout=timeout,
                workers=pool if pool.size > 1 or scheduler else 1,
                report=report,
            )
    except GaveUpError as error:
        if as_json:
            print_json(CountOutput(board, "gave-up", ReasonFields.of(reason_of(error)), None))
        raise
    why = None if found.solutions else position.why()
    if as_json:
        print_json(CountOutput(board, "counted", ReasonFields.of(why), found))
    console = answers(quiet=as_json)
    numbers = {
        True: (found.symmetric, "up to the symmetries of the board"),
        "turns": (found.turned, "up to turns alone"),
        False: (found.solutions, "in all"),
    }
    number, alike = numbers.pop(chosen)
    if found.turned == found.symmetric and not up_to_turns:
        del numbers["turns"]
    words = f" {alike}" if chosen else ""
    console.print(f"{plural(number, 'solution')}{words}", style="bold")
    console.print(", ".join(f"{number:,} {alike}" for number, alike in numbers.values()))
    if why is not None and not where:
        console.print(f"no solution: {why}")
    if where:
        console.print(f"{plural(found.states, 'solution')} listed, {found.seconds:.3f} s")
        return
    console.print(
        f"{found.states:,} states, {found.peak_states:,} at the peak, {found.seconds:.3f} s"
        f"{', counted in part by searching' if found.searched else ''}"
    )


def sample(
    position: Position,
    number: Annotated[
        int, option("-n --number N", "How many solutions.", parser=within(POSITIVE))
    ] = 1,
    up_to_symmetry: options.UpToSymmetry = False,
    up_to_turns: options.UpToTurns = False,
    seed: options.Seed = 0,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    by_piece: options.ByPiece = False,
    as_json: options.AsJson = False,
) -> None:
    """Sample random solutions, all equally likely, with repetition.

    With --up-to-symmetry or --up-to-turns all symmetry classes of solutions are equally likely,
    whatever their size.

    With --json each solution is a line of JSON.

    Exit codes: 0 sampled, 1 no solution, 2 bad input, 3 gave up.
    """
    with share_progress("counting") as report:
        sampled = position.sample(
            number,
            seed,
            up_to_symmetry=options.up_to(up_to_symmetry, up_to_turns),
            max_memory=max_memory,
            report=report,
        )
    if not sampled:
        raise NoSolutionError("no solution")
    console = answers(quiet=as_json)
    for solution in sampled:
        if as_json:
            print_json(FoundSolution(solution))
        print_drawing(console, solution, by_piece=by_piece)


def rate(
    position: Position,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: options.AsJson = False,
) -> None:
    """Rate the difficulty of a puzzle from 1 to 5, and show what the rating consists of.

    Exit codes: 0 rated, 1 no solution, 2 bad input, 3 gave up.
    """
    from kaleido.cli.outputs import Rated
    from kaleido.hints.facts import ReasonFields

    if position.placements:
        raise OptionError("a puzzle is rated as a whole: leave out --place and --position")
    puzzle = position.puzzle
    board = puzzle.pattern.form
    try:
        with stage_progress() as report:
            rating = puzzle.rate(max_memory=max_memory, report=report)
    except (NoSolutionError, GaveUpError) as error:
        is_proved, reason = isinstance(error, NoSolutionError), reason_of(error)
        if as_json and is_proved:
            print_json(Rated(board, "no-solution", ReasonFields.of(puzzle.why() or reason), None))
        elif as_json:
            print_json(Rated(board, "gave-up", ReasonFields.of(reason), None))
        raise
    if as_json:
        print_json(Rated(board, "rated", ReasonFields.of(None), rating))
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
