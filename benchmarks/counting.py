"""How long counts or samples of boards take, in seconds of processor time, and the peak memory.

    python benchmarks/counting.py boards.json [--repeat 3]
    python benchmarks/counting.py checkerboard [--repeat 3] [--samples 100]

Takes a JSON file of names and rows, or the names of patterns. Prints Markdown; the memory is that
of the process, with Python and NumPy.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from kaleido import Pattern, Puzzle, named_pattern


def read_boards(given: Sequence[str]) -> dict[str, Pattern]:
    """Return the boards of files of names and rows, and named patterns."""
    boards = {}
    for text in given:
        if text.endswith(".json"):
            rows = json.loads(Path(text).read_text())
            boards.update({name: Pattern("/".join(own)) for name, own in rows.items()})
        else:
            boards[text] = named_pattern(text)
    return boards


def measure(boards: Mapping[str, Pattern], repeat: int, samples: int = 0) -> dict[str, list[float]]:
    """Return, by board, the seconds of each of several counts, its table of placements included.

    Instead of counting, so many solutions may be sampled.
    """
    Puzzle(named_pattern("car")).count()  # what is imported and compiled only once
    seconds: dict[str, list[float]] = {name: [] for name in boards}
    for _ in range(repeat):
        for name, board in boards.items():
            began = time.process_time()
            if samples:
                Puzzle(board).sample(samples, 1)
            else:
                Puzzle(board).count()
            seconds[name].append(time.process_time() - began)
    return seconds


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="+", metavar="FILE|PATTERN")
    parser.add_argument("--repeat", type=int, default=3, help="how often each board is counted")
    parser.add_argument("--samples", type=int, default=0, help="sample so many, do not count")
    args = parser.parse_args()
    seconds = measure(read_boards(args.boards), args.repeat, args.samples)
    rounds = [sum(each) for each in zip(*seconds.values(), strict=True)]
    medians = {name: statistics.median(each) for name, each in seconds.items()}
    slowest = max(medians, key=lambda name: medians[name])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print("| | |\n|---|---:|")
    print(f"| boards | {len(medians)} |")
    print(f"| together | {statistics.median(rounds):.1f} s |")
    print(f"| median | {statistics.median(medians.values()):.3f} s |")
    print(f"| slowest: {slowest} | {medians[slowest]:.2f} s |")
    print(f"| peak memory | {peak:.2f} GB |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
