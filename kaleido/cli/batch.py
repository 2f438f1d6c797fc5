"""``kaleido batch`` and ``kaleido bench``: many boards in one run."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from kaleido.base.bounds import POSITIVE, WORKERS
from kaleido.base.errors import USAGE, OptionError
from kaleido.base.files import check_target
from kaleido.base.text import plural, unknown
from kaleido.cli import options
from kaleido.cli.console import answers, make_table, note, print_json, print_table
from kaleido.cli.messages import tell_written
from kaleido.cli.parameters import (
    NAMES,
    STRATEGIES,
    argument,
    check_output,
    exclude,
    names_of,
    option,
    within,
)
from kaleido.cli.progress import board_progress, open_workers, quiet_cluster
from kaleido.cli.puzzle import BoardText, Pieces, Use, Wrap, read_puzzle
from kaleido.cli.source import is_piped
from kaleido.heuristics.registry import DEFAULT

if TYPE_CHECKING:
    from kaleido.batch import Form, Journal, Verb
    from kaleido.lab.comparison import Comparison
    from kaleido.lab.experiment import Experiment
    from kaleido.lab.summary import Summary
    from kaleido.puzzle.puzzle import Puzzle


def batch(
    verb: Annotated[
        str,
        argument(
            "VERB",
            "What to do: solve, count, rate or read.",
            complete=names_of("batch.verbs:VERBS"),
        ),
    ],
    files: Annotated[
        list[str] | None,
        argument(
            "FILES",
            "Names of boards and groups, their files, pictures, folders of them; files of many "
            "boards (rows or a name per line, JSON, JSON lines, CSV); - for standard input.",
            complete=NAMES,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        option(
            "--output -o FILE",
            "Write to a file: .jsonl or .csv.",
            show_default="standard output",
        ),
    ] = None,
    form: Annotated[
        str | None,
        option(
            "--format jsonl|csv",
            "The format of the records.",
            show_default="by the suffix of FILE",
        ),
    ] = None,
    as_json: options.AsJson = False,
    resume: options.Resume = False,
    force: options.Force = False,
    strategy: options.Strategy = None,  # type: ignore[assignment]
    seed: options.Seed = None,  # type: ignore[assignment]
    max_nodes: options.MaxNodes = None,
    timeout: options.Timeout = None,
    max_memory: options.MaxMemory = None,  # type: ignore[assignment]
    pieces: Pieces = None,
    workers: options.WorkerCount = None,
    scheduler: options.Scheduler = None,
    dates: Annotated[
        str | None,
        option("--dates DATES", "Calendars on each day of a year or month: 2026, 2026-05 or all."),
    ] = None,
) -> None:
    """Solve, count, rate or read thousands of boards, and write a record for each.

    However a run ends, the same command with --resume continues it. Limits apply to each board:
    --strategy, --seed, --max-nodes and --timeout go with solve, --max-memory with count and rate.
    With --pieces the boards are for that set; solve and count take any.

    Exit codes: 0 all boards done (giving up counts as done), 2 bad input, or some boards are
    errors and their records say why; 130 interrupted, 143 terminated.
    """
    from kaleido.batch import BoardInputs, make_verb, open_journal, remaining, run_boards

    limits: dict[str, Any] = {"max_nodes": max_nodes, "timeout": timeout, "max_memory": max_memory}
    asked = make_verb(verb, strategy=strategy, seed=seed, pieces=pieces, **limits)
    chosen = _choose_form(form, output, asked)
    exclude("--json", "--format csv", given=as_json and output is None and form == "csv")
    check_output(output, resume=resume, force=force)
    if dates is not None:
        files = [f"{name}@{dates}" for name in files or ()]
    items = BoardInputs(files or ["-"] * is_piped(), pictures=verb == "read")
    total, faults = sum(1 for _ in items), list[str]()
    with (
        open_workers(workers, scheduler, isolated=True) as pool,
        open_journal(output, chosen, asked.asked, resume=resume, force=force) as journal,
        _summary(journal, output, total, faults),
        board_progress(
            verb,
            # To list the boards again takes time in which no worker has any.
            total - sum(1 for _ in remaining(items, journal)) if journal.done else 0,
            total,
            printing=output is None,
        ) as report,
    ):
        for done in run_boards(items, asked, pool, journal):
            report(done.board)
            if not faults and done.status not in asked.answers:
                faults.append(f"; the first error: {done.board}: {done.reason}")
    if as_json and output is not None:
        tell_written(output, _told(journal.counts), as_json=True)
    if any(status not in asked.answers for status in journal.counts):
        raise click.exceptions.Exit(USAGE)


def _choose_form(name: str | None, output: Path | None, verb: Verb) -> Form:
    from kaleido.batch import FORMS

    if name is not None and name not in FORMS:
        raise OptionError(unknown("format", name, FORMS))
    if output is not None:
        suffix = check_target(output, [output.suffix[1:].lower()] if name else FORMS)
        name = name or suffix
    return FORMS[name or "jsonl"](verb.fields)


@contextmanager
def _summary(
    journal: Journal, output: Path | None, total: int, faults: list[str]
) -> Iterator[None]:
    """Print the numbers of boards by status when the run ends, even if it is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        if output is not None:
            note(
                f"kaleido: {len(journal.done):,} of {total:,} boards are in {output}; the same "
                "command with --resume goes on"
            )
        raise
    note(f"kaleido: {_told(journal.counts)}{''.join(faults)}")


def _told(counts: Counter[str]) -> str:
    parts = ", ".join(f"{number:,} {status}" for status, number in counts.most_common())
    return f"{plural(counts.total(), 'board')}: {parts}"


def bench(
    files: Annotated[
        list[str] | None,
        argument(
            "BOARDS",
            "Names of boards and groups, pattern files, folders of them, and files of many "
            "boards (rows or a name per line, JSON, JSON lines, CSV).",
            complete=NAMES,
        ),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        option(
            "--strategy -s NAME",
            "A strategy to run. May be repeated.",
            complete=STRATEGIES,
            show_default="constrained",
        ),
    ] = None,
    seed: options.Seed = 0,
    seeds: Annotated[
        int, option("--seeds N", "Run N seeds, from --seed on.", parser=within(POSITIVE))
    ] = 1,
    max_nodes: options.MaxNodes = None,
    timeout: options.Timeout = None,
    as_json: options.AsJson = False,
    as_csv: Annotated[bool, option("--csv", "Print a row for each run, in order.")] = False,
    output: Annotated[
        Path | None,
        option(
            "--output -o FILE",
            "Keep each run in a store (.db or .sqlite); runs already there are not repeated.",
        ),
    ] = None,
    export: Annotated[
        Path | None,
        option("--export FILE", "Write the runs to a file at the end: .csv, .jsonl or .parquet."),
    ] = None,
    workers: Annotated[
        int,
        option(
            "--workers N",
            "The number of processes that share the runs. They slow each other down: the "
            "nodes stay the same, the seconds do not.",
            parser=within(WORKERS),
        ),
    ] = 1,
    scheduler: options.Scheduler = None,
    pieces: Pieces = None,
    board: BoardText = None,
    use: Use = None,
    wrap: Wrap = None,
) -> None:
    """Run strategies on many boards, and compare their nodes, backtracks and seconds.

    Without limits, each run gives up after 10 seconds. A quantile among runs that gave up reads
    "> 20,000", as does an end of the median's 95 % interval beyond all runs, where there are few
    boards; one board has no interval. A strategy that uses no seed runs once on each board.
    """
    exclude("--json", "--csv", given=as_json and as_csv)
    from kaleido.lab.comparison import SUFFIXES, write_runs
    from kaleido.lab.experiment import Experiment

    if export is not None:
        check_target(export, SUFFIXES)
    boards: list[str | Puzzle] = list(files or ())
    if not boards and board is pieces is None and not is_piped():
        raise OptionError(
            "expected BOARDS: names, groups or files, as in `kaleido bench car twelve`"
        )
    if board is not None or not boards:
        boards.append(read_puzzle(None, pieces, board, use, wrap))
    elif not pieces is use is wrap is None:
        boards = [read_puzzle(each, pieces, None, use, wrap) for each in files or ()]
    wanted = list(dict.fromkeys(strategy or [DEFAULT]))
    if timeout is None and max_nodes is None:
        timeout = 10.0
    limits = {"max_nodes": max_nodes, "timeout": timeout}
    numbers = range(seed, seed + seeds)
    experiment = Experiment(boards, wanted, numbers, file=output, **limits)  # type: ignore[arg-type]
    try:
        runs = _follow(experiment, workers, scheduler, as_csv=as_csv)
    except KeyboardInterrupt:
        if output is not None:
            done = experiment.results().incomplete or "all runs"
            note(f"kaleido: {done} are in {output}; the same command goes on")
        raise
    if export is not None:
        write_runs(export, runs)
    if as_json:
        from kaleido.cli.list_outputs import Benchmarked

        print_json(Benchmarked(tuple(runs)))
    elif not as_csv:
        _print_summary(runs)


def _follow(
    experiment: Experiment, workers: int, scheduler: str | None, *, as_csv: bool
) -> Comparison:
    """Wait for runs with a progress bar, print them as CSV if asked to, and return them."""
    from kaleido.lab.comparison import Comparison, rows_of

    runs = []
    with experiment.opened() as schedule:
        done, total = schedule.progress
        if as_csv:
            print(rows_of([]), end="")
        with (
            quiet_cluster(scheduler),
            board_progress("bench", done, total, printing=as_csv) as report,
        ):
            for run in schedule.runs(
                workers=workers, scheduler=scheduler, report=lambda run: report(run.pattern)
            ):
                runs.append(run)
                if as_csv:
                    print(rows_of([run], head=False), end="")
                    sys.stdout.flush()
    return Comparison(runs)


def _spread(summary: Summary) -> str:
    """Return how much the seeds differ, in words."""
    if len(summary.by_seed) == 1:
        (seed,) = summary.by_seed
        return f"a single run of each board, seed {seed}"
    boards = summary.runs // len(summary.by_seed)
    solved = sorted(solved for solved, _ in summary.by_seed.values())
    medians = sorted(median for _, median in summary.by_seed.values())
    least, most = (
        summary.nodes.median.number(median, ",.0f") for median in (medians[0], medians[-1])
    )
    return f"by seed {solved[0]} to {solved[-1]} of {boards}, median nodes {least} to {most}"


def _print_summary(runs: Comparison) -> None:
    from kaleido.lab.run import COSTS
    from kaleido.lab.summary import FORMS, QUANTILES

    console = answers()
    quantiles = [
        ">median",
        ">95 % interval",
        *(f">{name}" for name in QUANTILES if name != "median"),
    ]
    table = make_table(console, ("per board", *quantiles, ">total"), ruled=True)
    summaries = runs.summary()
    for summary in summaries:
        ends = [f"{summary.solved} of {summary.runs} solved"]
        ends += [f"{summary.unsolvable} without a solution"] * bool(summary.unsolvable)
        ends += [f"{summary.gave_up} given up"] * bool(summary.gave_up)
        console.print(f"{summary.strategy}: {', '.join(ends)}; {_spread(summary)}")
        table.add_row(summary.strategy)
        for by in COSTS:
            if by == "work" and summary.work.total == summary.nodes.total:
                continue
            median, *others, total = summary.figures(by)
            form = FORMS[by]
            table.add_row(
                f"  {by}",
                median.number(median.value, form),
                "" if isnan(median.low) else median.ends(form),
                *(each.number(each.value, form) for each in others),
                format(total, form),
                end_section=by == COSTS[-1],
            )
    if summaries.note:
        console.print(summaries.note)
    print_table(console, table)
