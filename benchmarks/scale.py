"""Boards per second of `kaleido batch`: one worker, two, and a Dask cluster on this machine.

Every round runs all ways in turn on the same boards, workers already started, so that a machine
that slows down slows all of them; shown are the median of the rounds, the least and the most. What
a million boards cost is worked out from processor time in this process: whatever else the machine
does at the time makes little difference to that.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import islice, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import numpy as np
import typer
from harness import run, table, timed

from kaleido import pattern_names
from kaleido.batch import (
    FORMS,
    BoardInput,
    BoardInputs,
    CountVerb,
    RateVerb,
    SolveVerb,
    Verb,
    open_journal,
    run_boards,
)
from kaleido.parallel import Workers, make_workers

TIMES: dict[Verb, int] = {SolveVerb(): 40, CountVerb(): 1, RateVerb(): 1}
"""The verbs, and how often each board is done in a round, so that it takes about a second."""

PROCESSES = 8  # those that share the threads of a crowd

Files = Annotated[list[str], typer.Argument(help="As for kaleido batch.", show_default=False)]


@contextmanager
def loopback(size: int, threads: int = 1) -> Iterator[Workers]:
    """Give the workers of a Dask cluster of this machine: a scheduler and `size` processes."""
    from distributed.deploy.subprocess import SubprocessCluster

    options = {"n_workers": size, "worker_kwargs": {"nthreads": threads}, "silence_logs": 50}
    with SubprocessCluster(**options) as cluster:
        cluster.wait_for_workers(size)
        with make_workers(scheduler=cluster.scheduler_address) as workers:
            yield workers


def done(items: Sequence[BoardInput], verb: Verb, workers: Workers) -> float:
    """Do boards as the command does; give the seconds."""
    with TemporaryDirectory() as folder:
        form = FORMS["jsonl"](verb.fields)
        with open_journal(Path(folder, "records.jsonl"), form, verb.asked) as journal:
            began = time.perf_counter()
            number = sum(1 for _ in run_boards(items, verb, workers, journal))
            seconds = time.perf_counter() - began
        assert number == len(items) == journal.counts[verb.answers[0]], journal.counts
    return seconds


def boards(files: Files = pattern_names("standard"), rounds: int = 3) -> None:  # noqa: B008
    """Measure boards per second, and print the table."""
    items = list(BoardInputs(files))
    system = f"{platform.platform()}, {os.cpu_count()} cores"
    print(f"{system}: {len(items)} boards, {rounds} rounds", flush=True)
    with ExitStack() as stack:
        ways = {
            "1 worker": stack.enter_context(make_workers(1, isolated=True)),
            "2 workers": stack.enter_context(make_workers(2)),
            "cluster of 2": stack.enter_context(loopback(2)),
        }
        for workers in ways.values():
            done(items[:8], RateVerb(), workers)  # all is loaded, and the pages are in memory
        titles = ("boards/s", *ways, "processor", "a million boards")
        rows = (row(items * times, verb, [*ways.values()], rounds) for verb, times in TIMES.items())
        table(titles, rows)


def row(items: list[BoardInput], verb: Verb, ways: list[Workers], rounds: int) -> list[str]:
    """Measure what a verb takes in each way, and in the processor time of this process."""
    chosen = [replace(each, board=f"{place} {each.board}") for place, each in enumerate(items)]
    speeds, costs = [], []
    for _ in range(rounds):
        with make_workers(1) as own:
            costs.append(timed(done, chosen, verb, own)[1] / len(chosen))
        speeds.append([len(chosen) / done(chosen, verb, workers) for workers in ways])
    cost, spreads = np.median(costs), np.quantile(speeds, (0.5, 0, 1), axis=0).T
    shown = ("{:.1f} ({:.1f} to {:.1f})".format(*each) for each in spreads)
    million = f"{1e6 * cost / 3600:,.1f} core hours"
    return [f"`{verb.name}`", *shown, f"{1000 * cost:,.1f} ms", million]


def crowd(workers: int = 1000, seconds: float = 0.1, tasks: int = 400_000) -> None:
    """Measure the tasks a second that one scheduler passes on to workers that only sleep.

    To the scheduler, a thread that sleeps is like a core of another machine. Shown are the tasks
    a second in each tenth of a run, and their share of the ideal number.
    """

    def rows() -> Iterator[list[str]]:
        with loopback(PROCESSES, workers // PROCESSES) as crowd:
            done = crowd.map_unordered(time.sleep, repeat(seconds, tasks))
            for end in range(tasks // 10, tasks + 1, tasks // 10):
                began = time.perf_counter()
                number = sum(1 for _ in islice(done, tasks // 10))
                speed = number / (time.perf_counter() - began)
                yield [f"{end:,}", f"{speed:,.0f}", f"{speed * seconds / workers:.0%}"]

    table(("tasks", "per second", "of the ideal"), rows())


if __name__ == "__main__":
    run(boards, crowd)
