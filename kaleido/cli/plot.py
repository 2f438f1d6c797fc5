"""``kaleido plot``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kaleido.cli.options import (
    KEPT_NODES,
    Marks,
    MaxNodes,
    Seed,
    ShownStrategy,
    SwitchedRules,
    Timeout,
    inches,
)
from kaleido.cli.puzzle import position_of


def plot(
    context: typer.Context,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="The picture: .pdf, .png or .svg."),
    ],
    figure: Annotated[
        str,
        typer.Option(
            "--figure",
            "-f",
            metavar="NAME",
            help="progression, holes (islands and pieces), curves (edges and scores), tree, "
            "windows, islands, board, exploded (the pieces of a solid apart) or parity (why "
            "there is no solution).",
        ),
    ] = "progression",
    strategy: ShownStrategy = None,
    rule: SwitchedRules = None,
    seed: Seed = 0,
    max_nodes: MaxNodes = KEPT_NODES,
    timeout: Timeout = None,
    width: Annotated[
        float,
        typer.Option(parser=inches, metavar="INCHES", help="The width at which boards wrap."),
    ] = 10.5,
    marks: Marks = "none",
) -> None:
    """Draw a search: its moves with their scores, its tree or its windows.

    Without a solution the picture shows how far the search got, and says so.

    Exit codes: 0 solved, 1 no solution (proved), 2 bad input or usage, 3 gave up.
    """
    from kaleido.cli.console import output as standard_output
    from kaleido.cli.progress import record_search
    from kaleido.draw.look import check_marks
    from kaleido.files import check_target
    from kaleido.plot.figure import FORMATS, save_figure
    from kaleido.plot.kinds import check_kind, make_kind

    position = position_of(context)
    kind = check_kind(figure, position.problem.grid)
    check_marks(marks)
    check_target(output, FORMATS)
    recording = record_search(
        position, strategy, rule, seed=seed, max_nodes=max_nodes, timeout=timeout
    )
    save_figure(make_kind(kind, recording, width=width, marks=marks), output)
    standard_output().print(f"{output}: {kind}, {recording.answer.outcome}")
    raise typer.Exit(recording.answer.status.exit_code)
