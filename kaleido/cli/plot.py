"""``kaleido plot``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import (
    KEPT_NODES,
    Marks,
    MaxNodes,
    PictureStrategy,
    Seed,
    Timeout,
    inches,
)
from kaleido.cli.puzzle import takes_puzzle

if TYPE_CHECKING:
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.model.placement import Placement


@takes_puzzle
def plot(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The picture: a name in .pdf, .png or .svg.")
    ],
    figure: Annotated[
        str,
        typer.Option(
            "--figure",
            "-f",
            help="progression, curves (edges and scores), tree, windows, islands or board.",
        ),
    ] = "progression",
    strategy: PictureStrategy = "paper",
    seed: Seed = 0,
    max_nodes: MaxNodes = KEPT_NODES,
    timeout: Timeout = None,
    width: Annotated[
        float, typer.Option(parser=inches, metavar="INCHES", help="Boards wrap to it.")
    ] = 10.5,
    marks: Marks = "none",
) -> None:
    """Draw a search: its moves with their scores, its tree, its windows.

    Without a solution the picture shows how far the search came, and says so.

    Exit codes: 0 solved, 1 no solution (proved), 2 bad input or usage, 3 gave up.
    """
    from kaleido.analysis.captions import outcome
    from kaleido.cli.console import output as console
    from kaleido.cli.recorded import record_puzzle
    from kaleido.draw.look import check_marks
    from kaleido.plot.kinds import check_kind, make_kind
    from kaleido.plot.saving import check_figure_path, save_figure

    kind = check_kind(figure)
    check_marks(marks)
    check_figure_path(output)
    recording = record_puzzle(puzzle, placed, strategy, seed, max_nodes, timeout)
    save_figure(make_kind(kind, recording, width=width, marks=marks), output)
    console().print(f"{output}: {kind}, {outcome(recording.answer)}")
    raise typer.Exit(recording.answer.status.exit_code)
