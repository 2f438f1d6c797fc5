"""``kaleido bench``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import AsJson, MaxNodes, Seed, Timeout

if TYPE_CHECKING:
    from kaleido.analysis.comparison import Run


SECONDS_EACH = 10.0
"""After which a run is given up when no limit is asked for."""


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
            "--strategy", "-s", help="A strategy to run; give it again for more.  [constrained]"
        ),
    ] = None,
    seed: Seed = 0,
    max_nodes: MaxNodes = None,
    timeout: Timeout = None,
    as_json: AsJson = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print a row for every run, as it finishes.")
    ] = False,
) -> None:
    """Run strategies over many boards and sum up nodes, backtracks and seconds.

    Without a limit, each run is given up after 10 seconds.
    """
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other")

    import csv
    import sys

    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from kaleido.analysis.comparison import Run, iterate_runs
    from kaleido.cli.console import print_json, talk
    from kaleido.library.board_files import read_boards
    from kaleido.search.strategies import DEFAULT

    patterns = read_boards(file)
    strategies = list(dict.fromkeys(strategy or [DEFAULT]))
    if timeout is None and max_nodes is None:
        timeout = SECONDS_EACH
    coming = iterate_runs(patterns, strategies, [seed], max_nodes=max_nodes, timeout=timeout)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if as_csv:
        writer.writerow(Run._fields)
    runs: list[Run] = []
    console = talk()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("boards", total=len(patterns) * len(strategies))
        for run in coming:
            runs.append(run)
            progress.update(task, advance=1, description=run.pattern[:24])
            if as_csv:
                writer.writerow(run)
                sys.stdout.flush()
    if as_json:
        print_json({"runs": [run._asdict() for run in runs]})
    elif not as_csv:
        _print_table(runs)


def _print_table(runs: list[Run]) -> None:
    from rich import box
    from rich.table import Table

    from kaleido.analysis.summary import QUANTILES, summarise
    from kaleido.cli.console import is_plain, output

    console = output()
    table = Table(box=box.ASCII if is_plain(console) else box.SIMPLE_HEAD, pad_edge=False)
    for column in ("strategy", "per board"):
        table.add_column(column, no_wrap=True)
    for column in (*QUANTILES, "total"):
        table.add_column(column, justify="right", no_wrap=True)
    for summary in summarise(runs):
        ends = [f"{summary.solved} of {summary.runs} solved"]
        ends += [f"{summary.unsolvable} without a solution"] * bool(summary.unsolvable)
        ends += [f"{summary.gave_up} given up"] * bool(summary.gave_up)
        console.print(f"{summary.strategy}: {', '.join(ends)}")
        for line, (name, figures) in enumerate(summary.figures.items()):
            form = "{:.4f}" if name == "seconds" else "{:,.0f}"
            table.add_row(
                "" if line else summary.strategy,
                name,
                *(form.format(value) for value in figures.values()),
                end_section=line == 2,
            )
    console.print(table)
