"""``kaleido solutions`` and ``kaleido unique``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import AsJson, MaxNodes, Seed, Timeout, count
from kaleido.cli.puzzle import takes_puzzle
from kaleido.errors import GAVE_UP, NO_SOLUTION

if TYPE_CHECKING:
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.model.placement import Placement


@takes_puzzle
def solutions(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    limit: Annotated[
        int | None,
        typer.Option(parser=count, metavar="N", help="Stop after so many solutions."),
    ] = None,
    seed: Seed = 0,
    max_nodes: MaxNodes = None,
    timeout: Timeout = None,
    as_json: AsJson = False,
) -> None:
    """Print the solutions of a pattern as they are found, each once.

    With --json a line of JSON for each. Exit codes: 0 some, 1 none (proved), 2 bad input, 3
    gave up before the last.
    """
    from itertools import islice

    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.draw.terminal import draw_terminal
    from kaleido.errors import LimitReachedError

    found = puzzle.solutions(
        placed,
        seed=seed,
        max_nodes=max_nodes,
        timeout=timeout,
    )
    console = output()
    number = 0
    try:
        for number, solution in enumerate(islice(found, limit), start=1):
            if as_json:
                print_json(solution.as_dict())
            else:
                console.print(f"solution {number:,}", style="bold")
                console.print(draw_terminal(solution, plain=is_plain(console)))
            console.file.flush()
    except LimitReachedError as reached:
        if not as_json:
            console.print(f"gave up after {number:,} solutions: {reached}")
        raise typer.Exit(GAVE_UP) from None
    if not as_json:
        console.print(f"{number:,} solution{'s' * (number != 1)}")
    if not number and limit != 0:
        raise typer.Exit(NO_SOLUTION)


@takes_puzzle
def unique(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    seed: Seed = 0,
    max_nodes: MaxNodes = None,
    timeout: Timeout = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a pattern has exactly one solution; a second one ends the search.

    Exit codes: 0 exactly one, 1 none or several, 2 bad input, 3 gave up.
    """
    from itertools import islice

    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.draw.terminal import draw_terminal
    from kaleido.errors import LimitReachedError

    console = output()
    try:
        found = list(
            islice(
                puzzle.solutions(
                    placed,
                    seed=seed,
                    max_nodes=max_nodes,
                    timeout=timeout,
                ),
                2,
            )
        )
    except LimitReachedError as reached:
        if not as_json:
            console.print(f"gave up: {reached}")
        raise typer.Exit(GAVE_UP) from None
    if as_json:
        print_json(
            {
                "pattern": puzzle.pattern.text,
                "unique": len(found) == 1,
                "solutions": [solution.as_dict()["placements"] for solution in found],
            }
        )
    else:
        for solution in found:
            console.print(draw_terminal(solution, plain=is_plain(console)))
        verdict = ("no solution", "exactly one solution", "more than one solution; two are shown")
        console.print(verdict[len(found)])
    if len(found) != 1:
        raise typer.Exit(NO_SOLUTION)
