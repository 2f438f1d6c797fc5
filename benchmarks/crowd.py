"""Very many workers on one Dask scheduler of this machine: they sleep where others would compute.

To the scheduler, a thread that sleeps is like a core of another machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice, repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from cluster import DaskCluster
from harness import run, table

from kaleido.parallel import make_workers

PROCESSES = 8


def main(workers: int = 1000, seconds: float = 0.1, tasks: int = 400_000) -> None:
    """Measure how many tasks a second are done, in each tenth of a run, and their ideal number."""
    ideal = workers / seconds

    def rows() -> Iterator[list[str]]:
        with (
            TemporaryDirectory() as folder,
            DaskCluster(Path(folder), PROCESSES, threads=workers // PROCESSES) as cluster,
        ):
            cluster.wait_for_workers(PROCESSES)
            with make_workers(scheduler=cluster.address) as crowd:
                done = crowd.map_unordered(time.sleep, repeat(seconds, tasks))
                for tenth in range(1, 11):
                    began = time.perf_counter()
                    number = sum(1 for _ in islice(done, tasks // 10))
                    speed = number / (time.perf_counter() - began)
                    yield [f"{tenth * tasks // 10:,}", f"{speed:,.0f}", f"{speed / ideal:.0%}"]

    table(("tasks", "per second", "of the ideal"), rows())


if __name__ == "__main__":
    run(main)
