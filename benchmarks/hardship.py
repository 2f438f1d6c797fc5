"""`kaleido batch` on workers that are killed, stopped and cut off: each board once in the end.

python benchmarks/hardship.py [--boards 10000] [--seed 0] [pool] [cluster]

A run over many boards meets one hardship after the other, at equal distances. Where it ends, it
must say why in one line and go on with `--resume`; otherwise it must go on by itself. In the end
each board must have exactly one record, with the answer of an undisturbed search. It prints
Markdown, and gives 0 when all of this holds. It needs Linux, and for `cluster` the extra of that
name.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from cluster_trial import ClusterTrial
from pool_trial import PoolTrial
from trial import HardshipError

TRIALS = {"pool": PoolTrial, "cluster": ClusterTrial}


def main(args: Sequence[str] | None = None) -> int:
    """Run the trials, print what happened, and give 0 when no board was lost or done twice."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ways", nargs="*", default=list(TRIALS), help=", ".join(TRIALS))
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(args)
    faults = 0
    for way in given.ways:
        with tempfile.TemporaryDirectory() as name:
            trial = TRIALS[way](Path(name), given.boards, random.Random(given.seed))
            began = time.monotonic()
            try:
                rows = trial.meet()
            except (HardshipError, subprocess.TimeoutExpired) as fault:
                faults += 1
                print(f"{way}: {fault}", flush=True)
                continue
            finally:
                trial.close()
        seconds = time.monotonic() - began
        print(f"{way}: {given.boards:,} boards, each with one record, in {seconds:,.0f} s\n")
        print("| at record | what happens | the run | s |\n|---:|---|---|---:|")
        print("\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n", flush=True)
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
