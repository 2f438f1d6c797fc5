"""``kaleido bench``."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import AsJson, MaxNodes, Seed, Timeout

if TYPE_CHECKING:
    from kaleido.analysis.comparison import Run
    from kaleido.analysis.summary import Summary

DEFAULT_SECONDS = 10.0
"""The limit of a run when no limit is given."""


def bench(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A JSON file of name → 8 rows, or a folder of pattern files."
        ),
    ],
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            "-s",
            metavar="NAME",
            help="A strategy to run. May be repeated.",
            show_default="constrained",
        ),
    ] = None,
    seed: Seed = 0,
    seeds: Annotated[
        int, typer.Option("--seeds", min=1, metavar="N", help="Run N seeds, from --seed on.")
    ] = 1,
    max_nodes: MaxNodes = None,
    timeout: Timeout = None,
    as_json: AsJson = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print a row for each run when it finishes.")
    ] = False,
) -> None:
    """Run strategies on many boards, and summarise their nodes, backtracks and seconds.

    Without a limit each run gives up after 10 seconds.
    """
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other")
    from kaleido.analysis.comparison import iterate_runs
    from kaleido.cli.console import print_json
    from kaleido.library.board_files import read_boards
    from kaleido.search.strategies import DEFAULT

    patterns = read_boards(file)
    strategies = list(dict.fromkeys(strategy or [DEFAULT]))
    if timeout is None and max_nodes is None:
        timeout = DEFAULT_SECONDS
    coming = iterate_runs(
        patterns, strategies, range(seed, seed + seeds), max_nodes=max_nodes, timeout=timeout
    )
    runs = _follow(coming, len(patterns) * len(strategies) * seeds, as_csv=as_csv)
    if as_json:
        print_json({"runs": [run._asdict() for run in runs]})
    elif not as_csv:
        _print_summary(runs)


def _follow(coming: Iterable[Run], total: int, *, as_csv: bool) -> list[Run]:
    """Wait for runs with a progress bar, print them as CSV if asked to, and return them."""
    from kaleido.analysis.comparison import Run
    from kaleido.cli.progress import board_progress

    writer = csv.writer(sys.stdout, lineterminator="\n")
    if as_csv:
        writer.writerow(Run._fields)
    runs = []
    with board_progress("bench", 0, total) as report:
        for run in coming:
            runs.append(run)
            report(run.pattern)
            if as_csv:
                writer.writerow(run)
                sys.stdout.flush()
    return runs


def _spread(summary: Summary) -> str:
    """Return how much the seeds differ, in words."""
    if len(summary.by_seed) == 1:
        (seed,) = summary.by_seed
        return f"a single run of each board, seed {seed}"
    boards = summary.runs // len(summary.by_seed)
    solved = sorted(solved for solved, _ in summary.by_seed.values())
    medians = sorted(median for _, median in summary.by_seed.values())
    return (
        f"by seed {solved[0]} to {solved[-1]} of {boards}, "
        f"median nodes {medians[0]:,.0f} to {medians[-1]:,.0f}"
    )


def _print_summary(runs: list[Run]) -> None:
    from kaleido.analysis.summary import QUANTILES, summarise
    from kaleido.cli.console import make_table, output

    console = output()
    figures = (f">{figure}" for figure in (*QUANTILES, "total"))
    table = make_table(console, ("strategy", "per board", *figures), ruled=True)
    for summary in summarise(runs):
        ends = [f"{summary.solved} of {summary.runs} solved"]
        ends += [f"{summary.unsolvable} without a solution"] * bool(summary.unsolvable)
        ends += [f"{summary.gave_up} given up"] * bool(summary.gave_up)
        console.print(f"{summary.strategy}: {', '.join(ends)}; {_spread(summary)}")
        for line, (name, values) in enumerate(summary.figures.items()):
            form = "{:.4f}" if name == "seconds" else "{:,.0f}"
            table.add_row(
                "" if line else summary.strategy,
                name,
                *(form.format(value) for value in values.values()),
                end_section=line == 2,
            )
    console.print(table)
