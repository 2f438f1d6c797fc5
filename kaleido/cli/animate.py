"""``kaleido animate``."""

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
    count,
    seconds as read_seconds,
)
from kaleido.cli.puzzle import position_of


def animate(
    context: typer.Context,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The animation: .gif, or .mp4 (extra `video`)."
        ),
    ],
    strategy: ShownStrategy = None,
    rule: SwitchedRules = None,
    seed: Seed = 0,
    max_nodes: MaxNodes = KEPT_NODES,
    timeout: Timeout = None,
    max_frames: Annotated[
        int,
        typer.Option(
            parser=count,
            metavar="N",
            help="Of a longer search, show all moves that lead to its end and a sample of others.",
        ),
    ] = 300,
    seconds: Annotated[
        float | None,
        typer.Option(
            parser=read_seconds,
            metavar="SECONDS",
            help="The length of the animation.",
            show_default="half a second per frame, up to half a minute",
        ),
    ] = None,
    marks: Marks = "none",
) -> None:
    """Animate a search: its moves, the pieces that it takes back, scores and edges.

    Without a solution the animation ends with the fullest board, and says why.

    Exit codes: 0 solved, 1 no solution (proved), 2 bad input or usage, 3 gave up.
    """
    from kaleido.cli.console import output as standard_output
    from kaleido.cli.progress import record_search, share_progress
    from kaleido.plot.animation import animate as write, check_animation

    position = position_of(context)
    check_animation(output, max_frames=max_frames, seconds=seconds, marks=marks)
    recording = record_search(
        position, strategy, rule, seed=seed, max_nodes=max_nodes, timeout=timeout
    )
    with share_progress("drawing") as report:
        animation = write(
            recording, output, max_frames=max_frames, seconds=seconds, marks=marks, report=report
        )
    size = len(animation.data) / 1000
    standard_output().print(
        f"{output}: {animation.frames} frames, {size:,.0f} kB, {animation.seconds:.1f} s; "
        f"{recording.answer.outcome}"
    )
    raise typer.Exit(recording.answer.status.exit_code)
