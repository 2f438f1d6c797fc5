"""Many clients of all kinds on `kaleido play` for a long time: what they wait, what it takes.

python benchmarks/endurance.py [--minutes 60] [--clients 50] [--pause 2] [--kill SECONDS]

The clients solve, count, ask for hints, look through solutions, design, upload photos, watch
searches to the end or leave in the middle; some send slowly, some send nonsense. Each of them
waits between its requests, a pause that is random with the mean of `--pause` seconds. With
`--kill`, a worker process of the server is killed so often. It prints Markdown, needs Linux and
the extra `photo`, and gives 0 when nothing grew and nothing was answered wrongly.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from load import quantile, served
from processes import Usage, descendants, usage
from visitors import Request, Visitors

SAMPLE_SECONDS = 3.0
QUARTERS = 4

SETTLE_SECONDS = 20.0
"""How long the server is left alone at the end, so that what was left in the middle has ended."""

GROWTH = 0.1
"""How much more memory the last quarter may show than the second, as a share."""

MEGABYTE = 10**6


class Sample(NamedTuple):
    """What the server and its workers take at a time."""

    at: float
    server: Usage
    workers: Usage

    @property
    def files(self) -> int:
        """Return the open files of the server, without its pipes to workers: two for each."""
        return self.server.files - 2 * self.workers.processes


def sample(server: int, began: float) -> Sample:
    """Return what a server takes now."""
    return Sample(time.perf_counter() - began, usage([server]), usage(descendants(server)))


async def watch(server: int, samples: list[Sample], kill: float | None, seed: int) -> None:
    """Sample until cancelled; kill a worker from time to time."""
    source = random.Random(seed)
    began = killed = time.perf_counter()
    while True:
        samples.append(sample(server, began))
        await asyncio.sleep(SAMPLE_SECONDS)
        if kill is not None and time.perf_counter() - killed > kill:
            killed = time.perf_counter()
            if workers := descendants(server):
                with suppress(ProcessLookupError):
                    os.kill(source.choice(workers), signal.SIGKILL)


async def run(
    visitors: Visitors, server: int, clients: int, seconds: float, kill: float | None
) -> list[Sample]:
    """Let clients come for some seconds; return samples, the last one after all is quiet."""
    samples: list[Sample] = []
    watching = asyncio.create_task(watch(server, samples, kill, 0))
    await visitors.run(clients, seconds)
    watching.cancel()
    await asyncio.sleep(SETTLE_SECONDS)
    samples.append(sample(server, time.perf_counter() - samples[-1].at - SETTLE_SECONDS))
    return samples


def slope(samples: Sequence[Sample], of: str) -> float:
    """Return by how many bytes an hour the memory of the server or of its workers grows.

    It is the median over all pairs of samples (Theil and Sen), as some counts take much for a
    moment.
    """
    points = [(each.at, getattr(each, of).memory) for each in samples][-400:]
    slopes = [
        (after - before) / (end - start)
        for index, (start, before) in enumerate(points)
        for end, after in points[index + 1 :]
    ]
    return 3600 * statistics.median(slopes) if slopes else 0.0


HEAD = (
    *("quarter", "requests", "busy", "wrong", "hint p50 s", "hint p99 s", "all p50 s", "all p99 s"),
    *("server MB", "workers MB", "processes", "zombies", "threads", "files"),
)


def row(name: str, requests: Sequence[Request], samples: Sequence[Sample]) -> tuple[str, ...]:
    """Return a row of the table: times, and the median of what the samples show."""
    hints = [each.seconds for each in requests if each.kind == "hint" and each.end == "ok"]
    done = [each.seconds for each in requests if each.end == "ok" and each.kind != "slow"]
    times = [
        f"{quantile(values, share):.3f}" if values else ""
        for values in (hints, done)
        for share in (0.5, 0.99)
    ]
    busy = sum(each.end == "busy" for each in requests)
    wrong = sum(each.end not in ("ok", "busy") for each in requests)
    taken = [
        f"{statistics.median(values):.0f}"
        for values in (
            [each.server.memory / MEGABYTE for each in samples],
            [each.workers.memory / MEGABYTE for each in samples],
            [1 + each.workers.processes for each in samples],
            [each.workers.zombies for each in samples],
            [each.server.threads for each in samples],
            [each.server.files for each in samples],
        )
    ]
    return (name, f"{len(requests):,}", str(busy), str(wrong), *times, *taken)


def quarters(samples: Sequence[Sample], seconds: float) -> list[list[Sample]]:
    """Return the samples of each quarter of the run."""
    parts: list[list[Sample]] = [[] for _ in range(QUARTERS)]
    for each in samples:
        parts[min(int(QUARTERS * each.at / seconds), QUARTERS - 1)].append(each)
    return parts


def judge(samples: Sequence[Sample], seconds: float) -> list[str]:
    """Return what has grown; the last sample is that of a quiet server."""
    *busy, quiet = samples
    _, second, _, last = quarters(busy, seconds)
    found = []
    for of in ("server", "workers"):
        before, after = (
            statistics.median(getattr(each, of).memory for each in part) for part in (second, last)
        )
        if after > before * (1 + GROWTH):
            found.append(f"the memory of the {of} grew from {before:,.0f} to {after:,.0f} bytes")
    most = max(each.workers.processes for each in busy[: len(busy) // 2])
    if quiet.workers.processes > most:
        found.append(f"{quiet.workers.processes} workers are left, at most {most} were there")
    if quiet.workers.zombies:
        found.append(f"{quiet.workers.zombies} processes were not waited for")
    least = min(each.files for each in busy[:2])
    if quiet.files > least + 2:
        found.append(f"{quiet.files} files are open beside pipes to workers, {least} at the start")
    return found


def main() -> int:
    """Run, print the tables, and give 0 when nothing grew and no answer was wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--pause", type=float, default=2.0)
    parser.add_argument("--kill", type=float, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    seconds = 60 * args.minutes
    with served() as server:
        visitors = Visitors(server.port, args.seed, args.pause)
        samples = asyncio.run(run(visitors, server.process, args.clients, seconds, args.kill))
    print(
        f"{args.clients} clients for {args.minutes:g} minutes, {args.pause:g} s between requests, "
        f"Python {platform.python_version()}, {os.cpu_count()} cores\n"
    )
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    length = seconds / QUARTERS
    for number, part in enumerate(quarters(samples[:-1], seconds)):
        within = [each for each in visitors.requests if number == min(int(each.at / length), 3)]
        print(f"| {' | '.join(row(str(number + 1), within, part))} |")
    print(f"| {' | '.join(row('after', [], samples[-1:]))} |\n")
    report_kinds(visitors.requests)
    steady = [each for each in samples[:-1] if each.at > length]
    for of in ("server", "workers"):
        print(f"memory of the {of}: {slope(steady, of) / MEGABYTE:+.1f} MB an hour")
    faults = judge(samples, seconds)
    faults += [f"{each.kind}: {each.end}" for each in visitors.requests if _is_wrong(each)][:20]
    print("\n".join(["", *(faults or ["nothing grew, and nothing was answered wrongly"])]))
    return int(bool(faults))


def report_kinds(requests: Sequence[Request]) -> None:
    """Print how the requests of each kind ended."""
    print("| kind | requests | ok | busy | wrong | p50 s | p99 s |\n|---|---|---|---|---|---|---|")
    for kind in sorted({each.kind for each in requests}):
        own = [each for each in requests if each.kind == kind]
        ends = Counter(each.end if each.end in ("ok", "busy") else "wrong" for each in own)
        cells = [len(own), ends["ok"], ends["busy"], ends["wrong"]]
        times = [f"{quantile([each.seconds for each in own], share):.3f}" for share in (0.5, 0.99)]
        print(f"| {kind} | {' | '.join(map(str, cells))} | {' | '.join(times)} |")
    print()


def _is_wrong(request: Request) -> bool:
    return request.end not in ("ok", "busy")


if __name__ == "__main__":
    sys.exit(main())
