"""``kaleido solutions``, ``unique`` and ``why``: which solutions there are, and why none."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import click

from kaleido.base.bounds import NUMBER, POSITIVE
from kaleido.base.errors import NO_SOLUTION, LimitReachedError
from kaleido.base.files import check_target
from kaleido.base.text import plural
from kaleido.cli import options
from kaleido.cli.console import answers, print_drawing, print_json
from kaleido.cli.parameters import option, within
from kaleido.hints.infeasibility import find_argument, find_reason, sharpen
from kaleido.model.cause import Cause, reason_of
from kaleido.model.solution import FoundSolution, Solution
from kaleido.puzzle.parts import Parts
from kaleido.puzzle.puzzle import Position
from kaleido.search.result import Status

SHORT = 20_000
"""The nodes of the search with which `why` looks for a solution."""

_FOUND = {
    Status.SOLVED: "it has a solution: `kaleido solve` shows one",
    Status.NO_SOLUTION: "no solution (proved): every way was tried; no simpler reason is known",
    Status.GAVE_UP: f"no reason is known, and {SHORT:,} nodes of a search found no solution: "
    "`kaleido solve` searches on",
}


def solutions(
    position: Position,
    number: Annotated[
        int | None, option("--number -n N", "Stop after N solutions.", parser=within(POSITIVE))
    ] = None,
    up_to_symmetry: options.UpToSymmetry = False,
    up_to_turns: options.UpToTurns = False,
    where: options.Where = None,
    parts: Annotated[
        int | None,
        option("--parts N", "Only those in N congruent parts of pieces.", parser=within(NUMBER)),
    ] = None,
    seed: options.Seed = 0,
    max_nodes: options.MaxNodes = None,
    timeout: options.Timeout = None,
    by_piece: options.ByPiece = False,
    as_json: options.AsJson = False,
) -> None:
    """Print every solution of a pattern once, as soon as it is found.

    With --up-to-symmetry or --up-to-turns, print one solution of each symmetry class. With
    --where, print only solutions in which no four pieces meet at a corner (no-crossing), each line
    through the board cuts a piece (fault-free), three colours tell the pieces apart
    (three-colours), no pieces of one colour touch (colours-apart), or the outlines are symmetric.
    With --parts, print only solutions that split into N congruent, connected parts made of whole
    pieces; heavy lines are drawn between the parts.

    With --json each solution is a line of JSON.

    Exit codes: 0 some solutions, 1 none (proved), 2 bad input, 3 gave up before the last.
    """
    asked: dict[str, Any] = {
        "where": where or (),
        "up_to_symmetry": options.up_to(up_to_symmetry, up_to_turns),
        "seed": seed,
        "max_nodes": max_nodes,
        "timeout": timeout,
    }
    found: Iterator[tuple[Solution, Parts]]
    if parts is None:
        found = ((solution, ()) for solution in position.solutions(**asked))
    else:
        found = position.congruent_parts(parts, **asked)
    console = answers(quiet=as_json)
    done = 0
    try:
        for done, (solution, grouped) in enumerate(islice(found, number), start=1):
            if as_json:
                lying = solution.placements
                indices = tuple(tuple(map(lying.index, part)) for part in grouped)
                print_json(FoundSolution(solution, indices or None))
            console.print(f"solution {done:,}", style="bold")
            print_drawing(console, solution, by_piece=by_piece, parts=grouped)
            console.file.flush()
    except LimitReachedError as reached:
        if as_json:
            raise
        console.print(f"gave up after {plural(done, 'solution')}: {reached}")
        raise click.exceptions.Exit(reached.exit_code) from None
    told = plural(done, "solution")
    console.print(f"stopped after {told}: there may be more" if done == number else told)
    if not done:
        raise click.exceptions.Exit(NO_SOLUTION)


def unique(
    position: Position,
    seed: options.Seed = 0,
    max_nodes: options.MaxNodes = None,
    timeout: options.Timeout = None,
    by_piece: options.ByPiece = False,
    as_json: options.AsJson = False,
) -> None:
    """Say whether a pattern has exactly one solution; the search ends when it finds a second.

    Exit codes: 0 exactly one, 1 none or several, 2 bad input, 3 gave up.
    """
    from kaleido.cli.outputs import Uniqueness
    from kaleido.hints.facts import ReasonFields

    coming = position.solutions(seed=seed, max_nodes=max_nodes, timeout=timeout)
    found: list[Solution] = []

    def tell(verdict: bool | None, reason: Cause | str = "") -> None:
        if as_json:
            placements = tuple(solution.placements for solution in found)
            board = position.pattern.form
            print_json(Uniqueness(board, verdict, ReasonFields.of(reason), placements))

    try:
        for solution in islice(coming, 2):
            found.append(solution)
    except LimitReachedError as reached:
        tell(None, reason_of(reached))
        raise
    if found:
        tell(len(found) == 1)
    else:
        searched = "a complete search found no solution"
        tell(False, position.why() or searched)
    console = answers(quiet=as_json)
    for solution in found:
        print_drawing(console, solution, by_piece=by_piece)
    verdicts = ("no solution", "exactly one solution", "more than one solution; two are shown")
    console.print(verdicts[len(found)])
    if len(found) != 1:
        raise click.exceptions.Exit(NO_SOLUTION)


def why(
    position: Position,
    output: Annotated[
        Path | None,
        option("--output -o FILE", "A picture of an argument by colouring: .pdf, .png or .svg."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Say why a board has no solution, or that it has one.

    The simplest reason is given: the counts of colours or cells, a piece or a cell without any
    placement, an island that no pieces fill, or, for uncoloured pieces, a colouring of the board
    that the pieces cannot match. Otherwise a short search looks for a solution; if there is none,
    the fewest cells are named for which that can be shown in few steps.

    Exit codes: 0 there is a solution, 1 no solution (proved), 2 bad input, 3 neither is known.
    """
    state = position.state
    reason = find_reason(state)
    status = Status.NO_SOLUTION if reason else position.solve(max_nodes=SHORT).status
    if status is Status.NO_SOLUTION:
        reason = sharpen(reason, state)
    argument = find_argument(state) if reason and reason.kind == "parity" else None
    if output is not None:
        from kaleido.plot.colouring import parity
        from kaleido.plot.figure import FORMATS, save_figure

        check_target(output, FORMATS)
        save_figure(parity(state), output)
    if as_json:
        from kaleido.cli.outputs import WhyOutput
        from kaleido.hints.facts import ReasonFields

        print_json(WhyOutput(position.pattern.form, status, ReasonFields.of(reason), argument))
    console = answers(quiet=as_json)
    console.print(f"no solution (proved): {reason}" if reason else _FOUND[status])
    if argument is not None:
        for line in argument.lines():
            console.print(line)
    if output is not None:
        console.print(f"{output}: the argument")
    raise click.exceptions.Exit(status.exit_code)
