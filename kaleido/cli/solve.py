"""``kaleido solve``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import (
    AsJson,
    ByPiece,
    MaxNodes,
    Seed,
    Strategy,
    SwitchedRules,
    Timeout,
    with_rules,
)
from kaleido.cli.puzzle import takes_puzzle
from kaleido.heuristics.registry import DEFAULT
from kaleido.text import plural

if TYPE_CHECKING:
    from rich.console import Console

    from kaleido.analysis.answer import Answer
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.model.placement import Placement
    from kaleido.search.looks import Looks
    from kaleido.search.state import State


@takes_puzzle
def solve(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    strategy: Strategy = DEFAULT,
    rule: SwitchedRules = None,
    as_published: Annotated[
        bool,
        typer.Option("--as-published", help="Stop where the paper's program fails or crashes."),
    ] = False,
    seed: Seed = 0,
    max_nodes: MaxNodes = None,
    timeout: Timeout = None,
    steps: Annotated[
        bool,
        typer.Option("--steps", help="Show every move with its score while the search runs."),
    ] = False,
    by_piece: ByPiece = False,
    as_json: AsJson = False,
) -> None:
    """Solve a pattern or another puzzle, and show the moves that lead to the solution.

    Exit codes: 0 solved, 1 no solution (proved), 2 bad input or usage, 3 gave up.
    """
    if steps and as_json:
        raise typer.BadParameter("--steps and --json exclude each other")
    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.cli.outputs import Solved
    from kaleido.cli.progress import search_progress
    from kaleido.cli.steps import StepPrinter
    from kaleido.heuristics.makers import make_any_strategy
    from kaleido.search.position import place_all
    from kaleido.search.position_text import format_position

    rules = [*(rule or ()), *(["as-published"] if as_published else [])]
    chosen = make_any_strategy(with_rules(strategy, rules), seed)
    console = output(quiet=as_json)
    printer = StepPrinter(console, plain=is_plain(console)) if steps else None
    with search_progress(visible=not steps) as follow:
        answer = puzzle.solve(
            chosen,
            max_nodes=max_nodes,
            timeout=timeout,
            placed=placed,
            watch=printer.follow if printer is not None else follow,
        )
    if as_json:
        position = format_position(placed, puzzle.problem) if placed else None
        print_json(Solved(answer, position))
    else:
        before = place_all(puzzle.problem, placed) if placed else None
        _print_answer(answer, console, before, by_piece=by_piece)
    raise typer.Exit(answer.status.exit_code)


def _print_answer(
    answer: Answer, console: Console, position: State | None, *, by_piece: bool
) -> None:
    from kaleido.cli.console import print_drawing, print_wrapped

    looks = "" if answer.looks is None else f"{_looks(answer.looks)}, "
    effort = (
        f"{plural(answer.nodes, 'node')}, {plural(answer.backtracks, 'backtrack')}, {looks}"
        f"{answer.seconds:.3f} s, strategy {answer.strategy}"
    )
    if answer.pattern.title:
        console.print(answer.pattern.title, style="bold")
    if answer.solution is None:
        print_drawing(console, position or answer.pattern, implied=position is None)
        console.print(f"{answer.status.replace('-', ' ')}: {answer.reason}")
        console.print(effort)
        return
    print_drawing(console, answer.solution, by_piece=by_piece)
    if not answer.pattern.grid.lattice.is_flat:
        from kaleido.analysis.assembly import Assembly

        print_wrapped(console, Assembly(answer.pattern.grid, answer.solution.placements).words)
    console.print(f"solved and verified: {effort}")
    # A NUL keeps a name and its score on one line.
    moves = (
        f"{move.placement.piece}\0{round(move.score.total, 2):g}"
        for move in answer.moves
        if move.score is not None
    )
    print_wrapped(console, f"moves and scores: {', '.join(moves)}")


def _looks(looks: Looks) -> str:
    """Return how far a strategy has looked ahead, in words."""
    probes = f" ({plural(looks.nodes, 'node')})" if looks.nodes else ""
    return f"{plural(looks.moves, 'look')} ahead{probes}"
