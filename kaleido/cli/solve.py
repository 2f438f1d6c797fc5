"""``kaleido solve``."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import AsJson, MaxNodes, Seed, Timeout
from kaleido.cli.puzzle import takes_puzzle

if TYPE_CHECKING:
    from rich.console import Console

    from kaleido.analysis.answer import Answer
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.model.placement import Placement


@takes_puzzle
def solve(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy", "-s", help="Which moves come first: constrained, tuned, paper, random."
        ),
    ] = "constrained",
    seed: Seed = 0,
    max_nodes: MaxNodes = None,
    timeout: Timeout = None,
    steps: Annotated[
        bool,
        typer.Option(
            "--steps", help="Show the progression: every move with its score, as it is made."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Solve a pattern, or another puzzle, and show the moves that lead to the solution.

    Exit codes: 0 solved, 1 no solution (proved), 2 bad input or usage, 3 gave up.
    """
    if steps and as_json:
        raise typer.BadParameter("--steps and --json exclude each other")
    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.cli.progress import SearchProgress
    from kaleido.cli.steps import StepPrinter
    from kaleido.search.strategies import make_strategy

    chosen = make_strategy(strategy, seed)
    console = output()
    printer = StepPrinter(console, plain=is_plain(console)) if steps else None
    with SearchProgress(visible=not steps) as progress:
        answer = puzzle.solve(
            chosen,
            max_nodes=max_nodes,
            timeout=timeout,
            placed=placed,
            watch=printer.follow if printer is not None else progress.follow,
        )
    if as_json:
        print_json(answer.as_dict())
    else:
        _print_answer(answer, console, plain=is_plain(console))
    raise typer.Exit(answer.status.exit_code)


def _print_answer(answer: Answer, console: Console, *, plain: bool) -> None:
    from kaleido.draw.terminal import draw_terminal

    effort = (
        f"{answer.nodes:,} nodes, {answer.backtracks:,} backtrack{'s' * (answer.backtracks != 1)}, "
        f"{answer.seconds:.3f} s, strategy {answer.strategy}"
    )
    if answer.pattern.title:
        console.print(answer.pattern.title, style="bold")
    if answer.solution is None:
        console.print(draw_terminal(answer.pattern, plain=plain, implied=True))
        console.print(f"{answer.status.replace('-', ' ')}: {answer.reason}")
        console.print(effort)
        return
    console.print(draw_terminal(answer.solution, plain=plain))
    console.print(f"solved and verified: {effort}")
    # A name and its score stay on one line.
    moves = (
        f"{move.placement.piece}\0{round(move.score.total, 2):g}"
        for move in answer.moves
        if move.score is not None
    )
    progression = f"moves and scores: {', '.join(moves)}"
    lines = textwrap.wrap(progression, min(console.width, 100), break_on_hyphens=False)
    console.print("\n".join(lines).replace("\0", " "))
