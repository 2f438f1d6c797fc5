"""``kaleido why``."""

from pathlib import Path
from typing import Annotated

import typer

from kaleido.analysis.infeasibility import find_argument, find_reason
from kaleido.cli import options
from kaleido.cli.console import answers, print_json
from kaleido.cli.parameters import option
from kaleido.cli.puzzle import position_of
from kaleido.errors import NO_SOLUTION
from kaleido.files import check_target

NONE_KNOWN = "no simple reason is known why there is no solution; there may be one"


def why(
    context: typer.Context,
    output: Annotated[
        Path | None,
        option("--output -o FILE", "A picture of an argument by colouring: .pdf, .png or .svg."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Say why a board has no solution, as far as that is clear without a search.

    The simplest reason is given: the counts of colours or cells, a piece or a cell for which there
    is no place, an island that no pieces fill, or, for pieces without colours, a colouring of which
    the pieces never cover as many cells of each colour as the board has.

    Exit codes: 0 no such reason is known, 1 no solution (proved), 2 bad input.
    """
    position = position_of(context)
    state = position.state
    reason = find_reason(state)
    argument = find_argument(state) if reason and reason.kind == "parity" else None
    if output is not None:
        from kaleido.plot.colouring import parity
        from kaleido.plot.figure import FORMATS, save_figure

        check_target(output, FORMATS)
        save_figure(parity(state), output)
    if as_json:
        from kaleido.analysis.facts import Told
        from kaleido.cli.outputs import Refuted

        print_json(Refuted(position.pattern.identity, Told.of(reason), argument))
    console = answers(quiet=as_json)
    console.print(f"no solution (proved): {reason}" if reason else NONE_KNOWN)
    if argument is not None:
        for line in argument.lines():
            console.print(line)
    if output is not None:
        console.print(f"{output}: the argument")
    if reason:
        raise typer.Exit(NO_SOLUTION)
