"""Measure designing: sketches completed and refuted, nearest patterns, generated boards.

The figures are the median and longest processor time of several seeds, which other work on the
machine hardly changes.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from itertools import islice

from kaleido.designing import Background, Sketch, Symmetry, Target, design
from kaleido.designing.generation import Specification, make_candidate

LETTER = Sketch.parse("????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????")
ROUGH = Sketch.parse("????????/?rrrrrr?/?rr??rr?/?rr??rr?/?rrrrrr?/?rr??rr?/?rr??rr?/????????")
BLOCK = Sketch.parse("????????/????????/" + "??rrrr??/" * 4 + "????????/????????")
GROUND = (Background("rx"),)


def seconds(task: Callable[[int], object], seeds: int) -> tuple[float, float]:
    """Run a task for several seeds; return the median and the longest time."""
    times = []
    for seed in range(seeds):
        began = time.process_time()
        task(seed)
        times.append(time.process_time() - began)
    return statistics.median(times), max(times)


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="runs of each task")
    parser.add_argument("--boards", type=int, default=20, help="generated boards of each level")
    args = parser.parse_args()
    tasks: dict[str, Callable[[int], object]] = {
        "an empty sketch": lambda seed: next(design(Sketch.free(), seed=seed)),
        "a letter": lambda seed: next(design(LETTER, seed=seed)),
        "a letter, ten patterns": lambda seed: list(islice(design(LETTER, seed=seed), 10)),
        "a red block: none, proved": lambda seed: next(design(BLOCK, seed=seed), None),
        "half-turn with red and black exchanged": lambda seed: next(
            design(Sketch.free("xr"), [Symmetry("half-turn", ("xr",))], seed=seed)
        ),
        "a letter with one solution": lambda seed: next(
            design(LETTER, target=Target(max_solutions=1), seed=seed)
        ),
        "a letter on a chequer, fewest cells off, proved": lambda seed: next(
            design(LETTER, background=GROUND, seed=seed)
        ),
        "a rough letter, fewest changes, proved": lambda seed: next(
            design(ROUGH, nearest=True, seed=seed)
        ),
    }
    print("| design | median s | longest s |\n|---|---:|---:|")
    for name, task in tasks.items():
        median, longest = seconds(task, args.seeds)
        print(f"| {name} | {median:.2f} | {longest:.2f} |", flush=True)
    print("\n| generate, one solution each | median s | longest s |\n|---|---:|---:|")
    for level in range(1, 6):
        specification = Specification(target=Target(max_solutions=1, difficulties=(level, level)))
        median, longest = seconds(
            lambda number, spec=specification: make_candidate((spec, number)), args.boards
        )
        print(f"| difficulty {level} | {median:.2f} | {longest:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
