"""Run fuzzers and print what was tried: ``python -m tests.fuzz --seconds 60 --seed 7 [NAME …]``.

The seconds are shared out among the fuzzers. A case that fails is made as small as possible, and
printed with a command that tries it again; the exit code is then 1.
"""

import argparse
import ast
import os
import shlex
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import Event
from typing import Any

import numpy as np
from harness import table

from fuzz import (  # noqa: F401 - they register their fuzzers
    answers,
    doors,
    options,
    records,
    written,
)
from fuzz.fuzzer import FUZZERS, Failure, Fuzzer, Kind, Share, run, try_case

_stop: Any = threading.Event()


def main(words: Sequence[str] | None = None) -> int:
    """Run the fuzzers that the words of a command name; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="fuzzers; all by default")
    parser.add_argument("--list", action="store_true", help="list the fuzzers")
    parser.add_argument("--seconds", type=float, help="for how long, in all; 60 by default")
    parser.add_argument("--cases", type=int, help="how many cases of each, instead of a time")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same cases")
    parser.add_argument("--case", help="try this one case, a Python value, with the one fuzzer")
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--jobs", type=int, default=cores, help="processes that share the cases; one per core"
    )
    parser.add_argument(
        "--keep-going", action="store_true", help="look for failures of another kind after each"
    )
    given = parser.parse_args(words)
    if unknown := [name for name in given.names if name not in FUZZERS]:
        parser.error(f"unknown fuzzer {unknown[0]!r}: expected {', '.join(FUZZERS)}")
    chosen = [FUZZERS[name] for name in given.names or FUZZERS]
    if given.list:
        print("\n".join(f"{fuzzer.name:<12} {fuzzer.about}" for fuzzer in chosen))
        return 0
    if given.case is not None:
        if len(given.names) != 1:
            parser.error("--case goes with one NAME")
        try:
            case = ast.literal_eval(given.case)
        except (ValueError, SyntaxError):
            parser.error(f"--case {given.case!r} is no Python value")
        failure = try_case(chosen[0], case)
        return _tell(chosen[0], failure) if failure else print("no fault") or 0
    seconds = given.seconds if given.seconds or given.cases else 60.0
    ready = [fuzzer for fuzzer in chosen if not fuzzer.missing]
    for fuzzer in chosen:
        if fuzzer.missing:
            print(f"{fuzzer.name}: left out, needs {', '.join(fuzzer.missing)}", file=sys.stderr)
    if given.names and not ready:
        return 2
    sums = np.zeros(3, int)

    def rows() -> Iterator[list[str]]:
        for fuzzer in ready:
            weights = sum(each.weight for each in ready)
            share = None if seconds is None else seconds * fuzzer.weight / weights
            found = _run_shared(fuzzer.name, given, share)
            sums[:] += found
            yield [fuzzer.name, *map("{:,}".format, found)]

    table(("fuzzer", "tried", "accepted", "failures"), rows())
    return int(sums[2] > 0)


def _run_shared(name: str, given: argparse.Namespace, seconds: float | None) -> np.ndarray:
    """Run a fuzzer in several processes; return how many cases were tried, accepted and failed."""
    if given.jobs == 1:
        _share_stop(threading.Event())
        return _run_share(name, given, seconds, 0)
    with ProcessPoolExecutor(given.jobs, initializer=_share_stop, initargs=(Event(),)) as pool:
        tasks = [pool.submit(_run_share, name, given, seconds, job) for job in range(given.jobs)]
        return sum(task.result() for task in tasks)


def _share_stop(event: Any) -> None:
    global _stop
    _stop = event


def _run_share(name: str, given: argparse.Namespace, seconds: float | None, job: int) -> np.ndarray:
    """Run a share of a fuzzer, and print its failures at once."""
    fuzzer, known = FUZZERS[name], set[Kind]()
    cases = None if given.cases is None else len(range(job, given.cases, given.jobs))
    end = None if seconds is None else time.monotonic() + seconds
    sums = np.zeros(3, int)
    while True:
        left = None if end is None else end - time.monotonic()
        share = Share(job + given.jobs * int(sums[2]), given.jobs, _stop.is_set)
        outcome = run(fuzzer, given.seed, left, cases, share=share, known=known)
        sums += (outcome.tried, outcome.accepted, int(outcome.failure is not None))
        if outcome.failure is None:
            return sums
        _tell(fuzzer, outcome.failure)
        if not given.keep_going:
            _stop.set()
            return sums
        known.add(outcome.failure.kind)
        cases = None if cases is None else cases - outcome.tried


def _tell(fuzzer: Fuzzer, failure: Failure) -> int:
    """Print how a case failed, and how to try it again; return the exit code."""
    trace = "".join(traceback.format_exception(failure.error, limit=-6))
    again = f"python -m tests.fuzz {fuzzer.name} --case {shlex.quote(ascii(failure.case))}"
    told = f"{fuzzer.told(failure.case)}\n" if fuzzer.told else ""
    said = f"{fuzzer.name} failed:\n{trace}{told}try it again: {again}"
    print(said, file=sys.stderr, flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
