"""``kaleido tune``."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console

from kaleido.base.bounds import NUMBER, WORKERS
from kaleido.base.contract import numbered
from kaleido.base.files import check_target, write_text
from kaleido.cli import options
from kaleido.cli.console import (
    answers,
    make_table,
    print_json,
    print_table,
    print_wrapped,
    unbroken,
)
from kaleido.cli.parameters import option, within
from kaleido.cli.progress import quiet_cluster, stage_progress
from kaleido.model.names import piece_labels
from kaleido.model.piece_set import CLASSIC

if TYPE_CHECKING:
    from kaleido.lab.learn.tuning import Evaluation, Tuning


def tune(
    base: Annotated[
        str, option("--base -b tuned|paper-plus", "The strategy whose weights are fitted.")
    ] = "tuned",
    boards: Annotated[
        int, option("--boards -n N", "Boards for training.", parser=within(NUMBER))
    ] = 400,
    held_out: Annotated[
        int,
        option("--held-out N", "Boards held out for the final evaluation.", parser=within(NUMBER)),
    ] = 200,
    seed: options.Seed = 0,
    budget: Annotated[
        int,
        option(
            "--budget N",
            "Runs over all boards allowed to the direct search.",
            parser=within(NUMBER),
        ),
    ] = 100,
    output: Annotated[
        Path | None, option("--output -o FILE", "Write the weights to a file (.json).")
    ] = None,
    workers: Annotated[
        int,
        option(
            "--workers N",
            "The number of processes that share the work. The weights are the same, the seconds "
            "are not.",
            parser=within(WORKERS),
        ),
    ] = 1,
    scheduler: options.Scheduler = None,
    as_json: options.AsJson = False,
) -> None:
    """Learn the weights of the score on generated boards, and evaluate them on others.

    The same options give the same weights. With 400 boards it takes about ten minutes.

    Exit codes: 0 done, 2 bad input.
    """
    from kaleido.lab import tune as fit

    if output is not None:
        check_target(output, ("json",))
    made = {"boards": boards, "held_out": held_out, "seed": seed, "budget": budget}
    with quiet_cluster(scheduler), stage_progress() as report:
        tuning = fit(base, **made, workers=workers, scheduler=scheduler, report=report)
    if output is not None:
        # The same options give the same file.
        write_text(output, json.dumps(numbered(tuning.kept), indent=1) + "\n")
    if as_json:
        print_json(tuning.form)
        return
    console = answers()
    _print_weights(tuning, console)
    _print_evaluations(tuning, console)
    if output is not None:
        console.print(f"{output}: weights of strategy {tuning.made['base']}")


def _print_weights(tuning: Tuning, console: Console) -> None:
    weights = tuning.policy.weights
    named = {each.name: getattr(weights, each.name) for each in fields(weights)}
    del named["pieces"]
    labels = piece_labels(CLASSIC)
    pieces = {labels[name]: weight for name, weight in weights.pieces.items()}
    for group in (named, pieces):
        shown = (
            unbroken(f"{name} {value:g}".replace("_", " "))
            for name, value in group.items()
            if value
        )
        text = ", ".join(shown)
        if text:
            print_wrapped(console, text)
            console.print()


_ROWS = ("solved", "no backtrack", "nodes: median", "p90", "mean", "seconds, all runs")


def _cells(evaluation: Evaluation) -> tuple[str, ...]:
    figures, once, mean = evaluation.as_dict(), evaluation.at_once, evaluation.mean
    return (
        f"{figures['solved']:,} of {figures['runs']:,}",
        f"{once:.0%}",
        f"{figures['median']:,.0f}",
        f"{figures['p90']:,.0f}",
        f"{mean:,.0f}",
        f"{figures['seconds']:.2f}",
    )


def _print_evaluations(tuning: Tuning, console: Console) -> None:
    console.print(
        f"{tuning.examples:,} training examples; log(nodes / pieces) on the boards for training: "
        f"{tuning.start:.4f}, after the direct search {tuning.end:.4f}"
    )
    table = make_table(console, ("boards held out", ">before", ">after"), ruled=True)
    for name, *cells in zip(_ROWS, *map(_cells, (tuning.before, tuning.after)), strict=True):
        table.add_row(name, *cells)
    print_table(console, table)
    console.print(f"nodes after / before, geometric mean over boards: {tuning.ratio:.2f}")
