"""``kaleido suite``: generated boards on which strategies are measured, and the leaderboard."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from kaleido.base.bounds import POSITIVE, WORKERS
from kaleido.base.files import check_target, write_text
from kaleido.base.text import plural
from kaleido.cli import options
from kaleido.cli.console import answers, make_table, note, print_json, print_table, print_wrapped
from kaleido.cli.messages import tell_written
from kaleido.cli.parameters import STRATEGIES, option, within
from kaleido.cli.progress import stage_progress

if TYPE_CHECKING:
    from kaleido.lab import Standing
    from kaleido.lab.summary import Table

Family = Annotated[
    str | None,
    option(
        "--family pictures|two-colours|four-colours",
        "Only the boards of this family.",
    ),
]
Split = Annotated[str, option("--split train|dev|test|all", "Which of the boards.")]


def suite(
    family: Family = None,
    split: Split = "all",
    output: Annotated[
        Path | None,
        option("--output -o FILE", "Write the boards to a file: .json (rows) or .csv (all facts)."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List the suite: generated boards on which strategies are measured.

    There are 600 boards of three families in four levels of hardness, with their exact numbers of
    solutions, split into boards to learn from, to choose by and to report on.

    Exit codes: 0 done, 2 bad input.
    """
    if click.get_current_context().invoked_subcommand is not None:
        return
    from kaleido.lab import FAMILIES, SPLITS, suite as choose
    from kaleido.lab.suites.boards import as_table

    boards = choose(family, split)
    if output is not None:
        suffix = check_target(output, ("csv", "json"))
        rows = {board.name: board.pattern for board in boards.boards}
        is_json = suffix == "json"
        write_text(
            output, f"{json.dumps(rows, indent=1)}\n" if is_json else as_table(boards.boards)
        )
    if as_json:
        print_json(boards)
        return
    console = answers()
    if output is not None:
        console.print(f"{output}: {plural(len(boards), 'board')}")
        return
    columns = ("family and split", ">boards", ">one solution", ">solutions", ">implied edges")
    table = make_table(console, columns)
    for group in product(FAMILIES, SPLITS):
        own = [board for board in boards.boards if (board.family, board.split) == group]
        if not own:
            continue
        counts, edges = zip(
            *((board.solutions, board.features.implied_edges) for board in own), strict=True
        )
        ranges = (f"{min(each):,} to {max(each):,}" for each in (counts, edges))
        table.add_row(" ".join(group), str(len(own)), str(counts.count(1)), *ranges)
    print_table(console, table)


def leaderboard(
    strategy: Annotated[
        list[str] | None,
        option(
            "--strategy -s NAME",
            "A strategy to run, as for `kaleido solve`, and to show among the baselines, whose "
            "nodes are known. May be repeated.",
            complete=STRATEGIES,
            show_default="run the baselines again",
        ),
    ] = None,
    family: Family = None,
    split: Split = "test",
    workers: Annotated[
        int,
        option(
            "--workers N", "The number of processes that share the runs.", parser=within(WORKERS)
        ),
    ] = 1,
    seeds: Annotated[
        int, option("--seeds N", "Run the seeds from 0 on.", parser=within(POSITIVE))
    ] = 5,
    check: Annotated[
        bool, option("--check", "Compare each run with the one that comes with the suite.")
    ] = False,
    output: Annotated[
        Path | None,
        option("--output -o FILE", "Write the runs to a file (.csv), as `suite/runs.csv`."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Run strategies on the suite, at most 5,000 nodes a board, and rank them.

    The nodes are the same on every machine. All nodes count, also those of searches ahead; the best
    has the least geometric mean over boards, each with the mean of its seeds. Ranks have 95 %
    ranges.

    Exit codes: 0 done, 1 with --check some run differs, 2 bad input.
    """
    from kaleido.lab import (
        BASELINES,
        MAX_NODES,
        baseline_runs,
        leaderboard as rank,
        suite as choose,
    )
    from kaleido.lab.experiment import compare
    from kaleido.lab.suites.standings import Leaderboard, differences, runs_table

    if output is not None:
        check_target(output, ("csv",))
    runs = compare(
        choose(family, split),
        strategy or BASELINES,
        seeds,
        max_nodes=MAX_NODES,
        workers=workers,
    )
    others = [run for run in baseline_runs(family, split) if run.strategy not in runs.strategies]
    if output is not None:
        write_text(output, runs_table(runs))
    standings = rank([*runs, *others])
    if as_json:
        print_json(Leaderboard(standings))
    else:
        _print(standings)
    if check:
        found = differences(runs)
        for line in found:
            note(f"kaleido: {line}")
        same = f"{len(runs) - len(found):,} of {plural(len(runs), 'run')} as kept"
        note(f"kaleido: {same}")
        raise click.exceptions.Exit(bool(found))


def _print(standings: Table[Standing]) -> None:
    console = answers()
    first, *others = standings.columns
    table = make_table(console, (first, *(f">{name}" for name in others)))
    for each in standings:
        table.add_row(*(text(each) for text in standings.columns.values()))
    print_table(console, table)
    print_wrapped(console, standings.note)


def make(
    output: Annotated[Path, option("--output -o FILE", "The file to write (.csv).")],
    number: Annotated[
        int,
        option(
            "--number -n N", "How many of each family, a multiple of 40.", parser=within(POSITIVE)
        ),
    ] = 200,
    as_json: options.AsJson = False,
) -> None:
    """Make the boards of the suite again, the same file that comes with Kaleido.

    It takes some three minutes. Fewer boards are a different suite, not a part of this one.

    Exit codes: 0 done, 2 bad input.
    """
    from kaleido.lab import generate_suite
    from kaleido.lab.suites.boards import as_table

    check_target(output, ("csv",))
    with stage_progress() as report:
        boards = list(generate_suite(number, report))
    write_text(output, as_table(boards))
    tell_written(output, plural(len(boards), "board"), as_json=as_json)


def aslib(
    output: Annotated[Path, option("--output -o DIR", "The folder to write.")],
    family: Family = None,
    as_json: options.AsJson = False,
) -> None:
    """Write the suite and the runs of the baselines in the format of ASlib.

    ASlib is a library of data sets for algorithm selection.

    Exit codes: 0 done, 2 bad input.
    """
    from kaleido.lab import write_scenario

    tell_written(write_scenario(output, family), "a scenario of ASlib", as_json=as_json)
