"""Counts of solutions: how long they take, whether enumeration agrees, and ratings from them."""

from __future__ import annotations

import random
import resource
import statistics
from collections import Counter
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from harness import boards_of, run, table, timed

from kaleido import Pattern, Puzzle, named_pattern, pattern_names
from kaleido.base.errors import LimitReachedError
from kaleido.hints.rating import rate_problem
from kaleido.lab.learn.boards import colours_of, nearest_first, pattern_of, recolour
from kaleido.search.problem import Problem

Given = Annotated[list[str], typer.Argument(metavar="FILE|PATTERN...")]


def measure(given: Given, rounds: int = 3) -> None:
    """Measure how long counts of patterns, puzzles or files of boards take, placements included.

    The memory is that of the process, with Python and NumPy.
    """
    boards: dict[str, Pattern | str] = {}
    for text in given:
        boards |= boards_of(Path(text)) if text.endswith(".json") else {text: text}

    def count(board: Pattern | str) -> None:
        Puzzle(board).count()

    count("car")  # what is imported and compiled only once
    seconds = np.array([[timed(count, each)[1] for each in boards.values()] for _ in range(rounds)])
    medians = dict(zip(boards, np.median(seconds, axis=0), strict=True))
    slowest = max(medians, key=medians.__getitem__)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    table(
        ("", ""),
        [
            ("boards", len(medians)),
            ("together", f"{np.median(seconds.sum(axis=1)):.1f} s"),
            ("median", f"{np.median([*medians.values()]):.3f} s"),
            (f"slowest: {slowest}", f"{medians[slowest]:.2f} s"),
            ("peak memory", f"{peak:.2f} GB"),
        ],
    )


def crosscheck(boards: Path, most: int = 20_000, timeout: float = 60.0) -> int:
    """Hold the counter against enumeration, on every board with few solutions."""
    results = Counter(agree=0, differ=0, slow=0)
    for name, puzzle in ((name, Puzzle(each)) for name, each in boards_of(boards).items()):
        counted = puzzle.count().solutions
        if counted > most:
            continue
        try:
            found = sum(1 for _ in puzzle.solutions(timeout=timeout))
            result, shown = "agree" if found == counted else "differ", f"enumerated {found:,}"
        except LimitReachedError:
            result, shown = "slow", "enumeration too slow"
        results[result] += 1
        print(f"{name}: counted {counted:,}, {shown}")
    print("{agree} agree, {differ} differ, {slow} too slow".format(**results))
    return int(results["differ"] > 0)


def calibrate(number: int = 100, seed: int = 0) -> None:
    """Print the quintiles of effort over generated boards, by which the rating is calibrated."""
    efforts = []
    for each in range(seed, seed + number):
        rating = rate_problem(Problem(generate(each)))
        efforts.append(rating.effort)
        print(
            f"{each:>5} {rating.effort:7.4f} {rating.log_solutions:8.4f} "
            f"{rating.forced:.4f} {rating.branching:7.4f} {rating.backtracks:9.2f}",
            flush=True,
        )
    if number > 1:
        print("quintiles", [round(cut, 2) for cut in statistics.quantiles(efforts, n=5)])


def generate(seed: int) -> Pattern:
    """Make a board from a random solution of a pattern: up to six neighbouring pieces are turned.

    It is solvable by construction, and a picture of the usual kind.
    """
    rng = random.Random(seed)
    base = named_pattern(rng.choice(pattern_names("standard")))
    solution = next(Puzzle(base).solutions(seed=seed))
    centre = rng.choice(solution.placements).cells[0]
    cluster = nearest_first(solution.placements, centre)[: rng.randint(0, 6)]
    return pattern_of(colours_of(base) | recolour(cluster, rng))


if __name__ == "__main__":
    run(measure, crosscheck, calibrate)
