"""First solutions of the puzzles that come with Kaleido, beside other engines.

    python benchmarks/firsts.py [--orders 3] [--cap 5] [--groups GROUP …] [NAME …]

Prints Markdown: processor milliseconds, the median over the seeds of our search and over the row
orders of the others, each run killed at the cap. The table of placements is timed apart; what an
engine makes of it before it searches counts as its search.
"""

from __future__ import annotations

import argparse
import math
import statistics

from engines import ENGINES
from run import Run, run_all

from kaleido import named_puzzle, puzzle_names
from kaleido.library.puzzles import puzzle_facts


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these puzzles")
    parser.add_argument("--groups", nargs="*", metavar="GROUP", help="only those of these groups")
    parser.add_argument("--orders", type=int, default=3, help="seeds, and orders of the rows")
    parser.add_argument("--cap", type=float, default=5.0, help="seconds for each run")
    args = parser.parse_args()
    own, *others = engines = [name for name, each in ENGINES.items() if not each.gap("first")]
    print(f"| puzzle | table | {own} | slowest | {' | '.join(others)} | best ÷ {own} |")
    print(f"|---|{'---:|' * (len(others) + 4)}")
    ratios = []
    names = [name for group in args.groups or [None] for name in puzzle_names(group)]
    chosen = args.names or [each for each in names if _is_matrix(each)]
    puzzles = {name: named_puzzle(name) for name in chosen}
    asked = {name: (each.pattern, each.pieces) for name, each in puzzles.items()}
    runs: list[Run] = []
    for run in run_all(asked, engines, "first", args.cap, args.orders):
        runs.append(run)
        if len(runs) < len(engines) * args.orders:
            continue
        found = {name: [each for each in runs if each.engine == name] for name in engines}
        least = min(statistics.median(map(_seconds, found[name])) for name in others)
        ours = list(map(_seconds, found[own]))
        ratios.append(least / statistics.median(ours))
        figures = [
            statistics.median(each.table for each in found[own]),
            statistics.median(ours),
            max(ours),
            *(statistics.median(map(_seconds, found[name])) for name in others),
        ]
        shown = " | ".join(_shown(each, args.cap) for each in figures)
        print(f"| {run.board} | {shown} | {ratios[-1]:.1f} |", flush=True)
        runs.clear()
    ahead, near = (sum(ratio > least for ratio in ratios) for least in (1, 1 / 3))
    print(f"\nahead of the best of them on {ahead} of {len(ratios)}, within three times on {near}")


def _seconds(run: Run) -> float:
    return run.model + run.search if run.finished else math.inf


def _is_matrix(name: str) -> bool:
    """Return whether a puzzle is an exact cover with a solution, each of its pieces single."""
    puzzle = named_puzzle(name)
    if puzzle_facts(name).solutions == 0:
        return False
    return not puzzle.pieces.copies and len(puzzle.problem) < 20_000


def _shown(seconds: float, cap: float) -> str:
    return f"{1000 * seconds:,.1f}" if seconds < math.inf else f"> {1000 * cap:,.0f}"


if __name__ == "__main__":
    main()
