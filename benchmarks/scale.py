"""Boards per second of `kaleido batch`: one worker, two, and a Dask cluster on this machine.

Every round runs all ways in turn on the same boards, workers already started, so that a machine
that slows down slows all of them; shown are the median of the rounds, the least and the most. What
a million boards cost is worked out from processor time in this process: whatever else the machine
does at the time makes little difference to that.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from kaleido import pattern_names
from kaleido.batch import (
    FORMS,
    CountVerb,
    Item,
    Items,
    RateVerb,
    SolveVerb,
    Verb,
    open_journal,
    run_batch,
)
from kaleido.parallel import Workers, make_workers

TIMES: dict[Verb, int] = {SolveVerb(): 5, CountVerb(): 1, RateVerb(): 1}
"""What is measured, and how often each board is done in a round: solving is quick."""

MILLION = 1_000_000


@contextmanager
def loopback(size: int) -> Iterator[Workers]:
    """Give the workers of a Dask cluster of this machine: a scheduler and `size` processes."""
    from distributed.deploy.subprocess import SubprocessCluster

    options = {"n_workers": size, "worker_kwargs": {"nthreads": 1}, "silence_logs": 50}
    with SubprocessCluster(**options) as cluster:
        cluster.wait_for_workers(size)
        with make_workers(scheduler=cluster.scheduler_address) as workers:
            yield workers


def run(items: Sequence[Item], verb: Verb, workers: Workers) -> float:
    """Do boards as the command does; give the seconds."""
    with TemporaryDirectory() as folder:
        form = FORMS["jsonl"](verb.fields)
        with open_journal(Path(folder, "records.jsonl"), form, verb.asked) as journal:
            began = time.perf_counter()
            done = sum(1 for _ in run_batch(items, verb, workers, journal))
            seconds = time.perf_counter() - began
        assert done == len(items) == journal.counts[verb.answers[0]], journal.counts
    return seconds


def processor_seconds(items: Sequence[Item], verb: Verb) -> float:
    """Do boards in this process; give the processor time, records written and all."""
    with make_workers(1) as workers:
        began = time.process_time()
        run(items, verb, workers)
        return time.process_time() - began


def spread(values: Sequence[float], form: str = ".1f") -> str:
    """Show the median, the least and the most."""
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def main() -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "files",
        nargs="*",
        default=pattern_names("standard"),
        help="as for kaleido batch; the standard patterns",
    )
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    items = list(Items(args.files))
    what = f"{len(items)} boards, {args.rounds} rounds"
    print(f"{platform.platform()}, {os.cpu_count()} cores: {what}", flush=True)
    with ExitStack() as stack:
        ways = {
            "1 worker": stack.enter_context(make_workers(1, isolated=True)),
            "2 workers": stack.enter_context(make_workers(2)),
            "cluster of 2": stack.enter_context(loopback(2)),
        }
        for workers in ways.values():
            run(items[:8], RateVerb(), workers)  # all is loaded, and the pages are in memory
        print(f"| boards/s | {' | '.join(ways)} | processor | a million boards |")
        print(f"|---|{'---:|' * (len(ways) + 2)}")
        for verb, times in TIMES.items():
            chosen = [
                replace(each, board=f"{n} {each.board}") for n in range(times) for each in items
            ]
            speeds: dict[str, list[float]] = {way: [] for way in ways}
            costs: list[float] = []
            for _ in range(args.rounds):
                costs.append(processor_seconds(chosen, verb) / len(chosen))
                for way, workers in ways.items():
                    speeds[way].append(len(chosen) / run(chosen, verb, workers))
            cells = [spread(each) for each in speeds.values()]
            cells.append(f"{1000 * statistics.median(costs):,.1f} ms")
            cells.append(f"{MILLION * statistics.median(costs) / 3600:,.1f} core hours")
            print(f"| `{verb.name}` | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
