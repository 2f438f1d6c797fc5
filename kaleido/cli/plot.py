"""``kaleido plot`` and ``kaleido animate``."""

from pathlib import Path
from typing import Annotated, Any

import click

from kaleido.base.bounds import FRAMES, INCHES, LENGTH, SHOWN_NODES
from kaleido.cli import options
from kaleido.cli.messages import tell_written
from kaleido.cli.parameters import names_of, option, within
from kaleido.cli.progress import search_progress, share_progress
from kaleido.heuristics.registry import shown_strategy
from kaleido.puzzle.puzzle import Position
from kaleido.puzzle.recording import Recording


def plot(
    position: Position,
    output: Annotated[Path, option("--output -o FILE", "The picture: .pdf, .png or .svg.")],
    figure: Annotated[
        str,
        option(
            "--figure -f NAME", "{plot.kinds:described}.", complete=names_of("plot.kinds:KINDS")
        ),
    ] = "progression",
    strategy: options.ShownStrategy = None,
    rule: options.SwitchedRules = None,
    seed: options.Seed = 0,
    max_nodes: options.MaxNodes = SHOWN_NODES,
    timeout: options.Timeout = None,
    width: Annotated[
        float, option("--width INCHES", "The width at which boards wrap.", parser=within(INCHES))
    ] = 10.5,
    marks: options.Marks = "none",
    theme: options.Theme = "light",
    as_json: options.AsJson = False,
) -> None:
    """Draw a search: its moves with their scores, its tree or its windows.

    Without a solution the picture shows how far the search got, and says so. If the pieces laid
    with --position or --place are a solution, its moves are drawn, in the order and with the scores
    that the strategy gives them.

    Exit codes: 0 solved, 1 no solution (proved), 2 bad input or usage, 3 gave up.
    """
    from kaleido.base.files import check_target
    from kaleido.draw.look import check_marks
    from kaleido.plot.figure import FORMATS, save_figure
    from kaleido.plot.kinds import check_kind, make_kind
    from kaleido.plot.themes import check_theme, theme as in_theme

    check_kind(figure, position.problem.pattern)
    check_marks(marks)
    check_theme(theme)
    check_target(output, FORMATS)
    strategy = strategy or shown_strategy(position.problem, moves=figure != "board")
    recording = _record(position, strategy, rule, seed=seed, max_nodes=max_nodes, timeout=timeout)
    with in_theme(theme):
        save_figure(make_kind(figure, recording, width=width, marks=marks), output)
    tell_written(output, f"{figure}, {recording.answer.outcome}", as_json=as_json)
    raise click.exceptions.Exit(recording.answer.status.exit_code)


def animate(
    position: Position,
    output: Annotated[
        Path, option("--output -o FILE", "The animation: .gif, .webp, or .mp4 (extra `video`).")
    ],
    strategy: options.ShownStrategy = None,
    rule: options.SwitchedRules = None,
    seed: options.Seed = 0,
    max_nodes: options.MaxNodes = SHOWN_NODES,
    timeout: options.Timeout = None,
    max_frames: Annotated[
        int,
        option(
            "--max-frames N",
            "Of a longer search, show all moves that lead to its end and a sample of others.",
            parser=within(FRAMES),
        ),
    ] = 300,
    seconds: Annotated[
        float | None,
        option(
            "--seconds SECONDS",
            "The length of the animation.",
            parser=within(LENGTH),
            show_default="half a second per frame, up to half a minute",
        ),
    ] = None,
    marks: options.Marks = "none",
    theme: options.Theme = "light",
    as_json: options.AsJson = False,
) -> None:
    """Animate a search: its moves, the pieces that it takes back, scores and edges.

    Without a solution the animation ends with the fullest board, and says why. A solution laid with
    --position or --place is animated as the strategy would make it.

    Exit codes: 0 solved, 1 no solution (proved), 2 bad input or usage, 3 gave up.
    """
    from kaleido.plot.animation import animate as write, check_animation
    from kaleido.plot.themes import check_theme, theme as in_theme

    shown: dict[str, Any] = {"max_frames": max_frames, "seconds": seconds, "marks": marks}
    check_animation(output, **shown)
    check_theme(theme)
    strategy = strategy or shown_strategy(position.problem)
    recording = _record(position, strategy, rule, seed=seed, max_nodes=max_nodes, timeout=timeout)
    with in_theme(theme), share_progress("drawing") as report:
        animation = write(recording, output, report=report, **shown)
    size = len(animation.data) / 1000
    about = f"{animation.frames} frames, {size:,.0f} kB, {animation.seconds:.1f} s"
    tell_written(output, f"{about}; {recording.answer.outcome}", as_json=as_json)
    raise click.exceptions.Exit(recording.answer.status.exit_code)


def _record(
    position: Position, strategy: str, rules: list[str] | None, **options: Any
) -> Recording:
    """Record a search and show its progress, or the moves to a solution that was laid by hand."""
    chosen = "+".join([strategy, *(rules or ())])
    if position.placements and not position.check():
        return position.puzzle.record(chosen, solution=position, seed=options["seed"])
    with search_progress() as follow:
        return position.record(chosen, watch=follow, **options)
