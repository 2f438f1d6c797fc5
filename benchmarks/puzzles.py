"""The puzzles that come with Kaleido: how long their counts and their first solutions take.

    python benchmarks/puzzles.py [--seeds 9] [NAME …]

Prints Markdown: for each puzzle of at most 90 cells its number of solutions, raw and up to the
symmetries of its board, the seconds of the count, and the nodes and seconds of a first solution,
median and largest over the seeds, without and with the check of free regions, in turns.
"""

from __future__ import annotations

import argparse
import statistics
import time

from kaleido import Puzzle, named_puzzle, puzzle_names, solve
from kaleido.errors import TooLargeError
from kaleido.search import Constrained

USE = {"katamino-5xN": ["2", "3", "6", "11", "8", "4"]}
"""The pieces of puzzles that leave the choice."""

MAX_NODES = 200_000

MOST_CELLS = 90
"""Larger puzzles are left out: what their numbers of solutions are is out of reach."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=9, help="how many runs of each search")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these puzzles")
    args = parser.parse_args()
    seeds = range(args.seeds)
    print("| puzzle | raw | up to symmetry | count s | nodes | s | with regions: nodes | s |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in args.names or puzzle_names():
        if named_puzzle(name, USE.get(name, ())).pattern.size > MOST_CELLS:
            continue
        began = time.perf_counter()
        try:
            count = named_puzzle(name, USE.get(name, ())).count()
            raw, symmetric = f"{count.solutions:,}", f"{count.symmetric:,}"
        except TooLargeError:
            raw = symmetric = "more than 4 GB"
        seconds = time.perf_counter() - began
        runs = [
            (first(name, seed, regions=False), first(name, seed, regions=True)) for seed in seeds
        ]
        figures = " | ".join(
            f"{statistics.median(values):,.{digits}f} / {max(values):,.{digits}f}"
            for variant in zip(*runs, strict=True)
            for values, digits in zip(zip(*variant, strict=True), (0, 4), strict=True)
        )
        print(f"| {name} | {raw} | {symmetric} | {seconds:.2f} | {figures} |", flush=True)


def first(name: str, seed: int, *, regions: bool) -> tuple[int, float]:
    """Find a first solution; give its nodes and seconds, the table included."""
    began = time.perf_counter()
    puzzle: Puzzle = named_puzzle(name, USE.get(name, ()))
    puzzle.problem.checks_regions = regions
    answer = solve(puzzle, Constrained(seed), max_nodes=MAX_NODES)
    assert answer.solution is not None, f"{name}: {answer.reason}"
    return answer.nodes, time.perf_counter() - began


if __name__ == "__main__":
    main()
