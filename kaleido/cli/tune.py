"""``kaleido tune``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import AsJson, Seed, count

if TYPE_CHECKING:
    from kaleido.tuning.trial import Trial
    from kaleido.tuning.tuner import Tuning


def tune(
    base: Annotated[
        str,
        typer.Option(
            "--base", "-b", metavar="tuned|paper", help="The strategy whose weights are fitted."
        ),
    ] = "tuned",
    boards: Annotated[
        int,
        typer.Option("--boards", "-n", parser=count, metavar="N", help="Boards for training."),
    ] = 400,
    held_out: Annotated[
        int,
        typer.Option(
            parser=count, metavar="N", help="Further boards, which only the final figures see."
        ),
    ] = 200,
    seed: Seed = 0,
    budget: Annotated[
        int,
        typer.Option(
            parser=count, metavar="N", help="Runs over all boards that the direct search may take."
        ),
    ] = 100,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file to write the weights to: .json"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Learn the weights of the score on generated boards, and try them on others.

    The same options give the same weights. With 400 boards it takes some ten minutes.
    Exit codes: 0 done, 2 bad input.
    """
    import json

    from kaleido._version import __version__
    from kaleido.cli.console import print_json
    from kaleido.cli.share import stages_bar
    from kaleido.target import check_target, written_whole
    from kaleido.tuning import tune as fit

    if output is not None:
        check_target(output, ("json",))
    with stages_bar() as report:
        tuning = fit(
            base, boards=boards, held_out=held_out, seed=seed, budget=budget, report=report
        )
    if output is not None:
        kept = tuning.as_dict()
        # What a clock has told is not the same from run to run.
        for trial in ("before", "after"):
            del kept["held_out"][trial]["seconds"]
        kept["made"] = {
            "command": (
                f"kaleido tune --base {base} --boards {boards} --held-out {held_out} "
                f"--seed {seed} --budget {budget}"
            ),
            "version": __version__,
        }
        with written_whole(output) as draft:
            draft.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    if as_json:
        print_json(tuning.as_dict())
    else:
        _print_tuning(tuning, output)


_ROWS = ("solved", "no backtrack", "nodes: median", "p90", "mean", "seconds, all runs")


def _cells(trial: Trial) -> tuple[str, ...]:
    figures, once, mean = trial.as_dict(), trial.at_once, trial.mean
    return (
        f"{figures['solved']:,} of {figures['runs']:,}",
        f"{once.value:.0%} ({once.low:.0%} to {once.high:.0%})",
        f"{figures['median']:,.0f}",
        f"{figures['p90']:,.0f}",
        f"{mean.value:,.0f} ({mean.low:,.0f} to {mean.high:,.0f})",
        f"{figures['seconds']:.2f}",
    )


def _print_tuning(tuning: Tuning, output: Path | None) -> None:
    import textwrap

    from rich import box
    from rich.table import Table

    from kaleido.cli.console import is_plain
    from kaleido.cli.console import output as answers

    console = answers()
    plain = is_plain(console)
    weights = tuning.policy.weights
    named = {name: worth for name, worth in vars(weights).items() if name != "pieces"}
    for worth in (named, weights.pieces):
        # A name and its figure stay on one line.
        shown = (
            f"{name} {value:g}".replace("_", " ").replace(" ", "\0")
            for name, value in worth.items()
            if value
        )
        lines = textwrap.wrap(", ".join(shown), min(console.width, 100), break_on_hyphens=False)
        if lines:
            console.print("\n".join([*lines, ""]).replace("\0", " "))
    console.print(
        f"{tuning.lessons:,} lessons; log(nodes / pieces) on the boards for training: "
        f"{tuning.start:.4f}, after the direct search {tuning.end:.4f}"
    )
    table = Table(box=box.ASCII if plain else box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("boards held out", no_wrap=True)
    for name in ("before", "after"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, *cells in zip(_ROWS, *map(_cells, (tuning.before, tuning.after)), strict=True):
        table.add_row(name, *cells)
    console.print(table)
    ratio = tuning.ratio
    console.print(
        f"nodes after / before, geometric mean over boards: {ratio.value:.2f} "
        f"(95 %: {ratio.low:.2f} to {ratio.high:.2f})"
    )
    if output is not None:
        console.print(f"{output}: weights of strategy {tuning.made['base']}")
