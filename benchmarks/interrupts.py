"""Ctrl-C and SIGTERM at any moment of the commands that run long, and how they end.

python benchmarks/interrupts.py [--moments 12] [--seed 0] [COMMAND ...]

Each command runs once to its end. Then it is started again and again, and gets a signal at a
random moment between its end and Kaleido's first lines, before which it is Python's affair: SIGINT
or SIGTERM, alone or with its whole process group, as from a terminal. It must end soon with the
exit code 130 or 143 (`play` ends with 0 after Ctrl-C), without a traceback or a warning, and leave
no process, no semaphore and no temporary file; what writes a file must go on with `--resume`, and
each board must have one record in the end. It prints Markdown, and gives 0 when all of this holds.
It needs Linux.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from long_commands import CASES, Case, fresh
from marked_run import Run

LONGEST = 6.0
"""Seconds of a run in which the moments lie, for commands that run longer."""

PATIENCE = 15.0
"""Seconds in which a command must end."""

NOISE = re.compile(r"Traceback|Warning|resource_tracker|leaked|Error\b|Exception")

SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143}
"""The signals, and the exit codes after them."""


@dataclass
class Tally:
    """How the runs of a command ended."""

    codes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)


def interrupt(
    case: Case, folder: Path, moment: float, how: signal.Signals, group: bool, tally: Tally
) -> None:
    """Start a command, send it a signal, and take down how it ended."""
    began = Run(case, folder)
    began.listens()
    time.sleep(moment)
    if began.process.poll() is None:
        (os.killpg if group else os.kill)(began.process.pid, how)
    sent = time.monotonic()
    code, err = began.end(PATIENCE)
    tally.slowest = max(tally.slowest, time.monotonic() - sent)
    where = f"{how.name}{' to the group' if group else ''} after {moment:.3f} s"
    tally.codes[str(code)] += 1
    expected = case.codes.get(how, (SIGNALS[how],))
    problems = began.left_behind()
    if code is None:
        problems.append(f"it did not end within {PATIENCE:g} s")
    elif code not in (0, *expected):
        problems.append(f"exit code {code}")
    if NOISE.search(err):
        problems.append(f"noise: {err.strip()[-600:]!r}")
    if case.resumed is not None and not problems:
        code, err = Run(case, folder, case.resumed).end(120)
        if code != 0:
            problems.append(f"not resumed: {code} {err[-300:]!r}")
        else:
            problems += case.done(folder)
    tally.faults += [f"{where}: {problem}" for problem in problems]


def length(case: Case) -> float:
    """Return how long a command runs by itself, at most `LONGEST`."""
    with fresh() as folder:
        whole = Run(case, folder)
        whole.listens()
        began = time.monotonic()
        whole.end(LONGEST)
        return min(time.monotonic() - began, LONGEST)


def main() -> int:
    """Interrupt the commands, print how they ended, and give 0 when all ended as they should."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commands", nargs="*", default=list(CASES), help=", ".join(CASES))
    parser.add_argument("--moments", type=int, default=12, help="of each command and signal")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    source = random.Random(args.seed)
    tallies: dict[str, Tally] = defaultdict(Tally)
    print("| command | runs | exit codes | slowest end s | faults |\n|---|---:|---|---:|---:|")
    for name in args.commands:
        case, tally = CASES[name], tallies[name]
        seconds = length(case)
        for number in range(args.moments):
            share = (number + source.random()) / args.moments
            moment = share * seconds
            for how in SIGNALS:
                for group in (False, True):
                    with fresh() as folder:
                        interrupt(case, folder, moment, how, group, tally)
        codes = ", ".join(f"{code}: {times}" for code, times in sorted(tally.codes.items()))
        cells = [name, tally.codes.total(), codes, f"{tally.slowest:.2f}", len(tally.faults)]
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
    faults = [f"{name}, {each}" for name, tally in tallies.items() for each in tally.faults]
    print("\n".join(["", *faults]))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
