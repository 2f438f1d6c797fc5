"""Calibrate the rating: the quintiles of toil over generated boards.

A board is made from a random solution of one of the patterns that come with Kaleido: a cluster of
up to six neighbouring pieces is turned or turned over so that its colours change where it lies.
The boards are solvable by construction, and pictures of the usual kind.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys

from kaleido import Pattern, Puzzle, named_pattern, pattern_names
from kaleido.analysis.rating import rate_problem
from kaleido.learn.boards import colours_of, nearest_first, pattern_of, recolour
from kaleido.search.problem import Problem


def generate(seed: int) -> Pattern:
    """Make one board; it is solvable by construction."""
    rng = random.Random(seed)
    base = named_pattern(rng.choice(pattern_names("standard")))
    solution = next(Puzzle(base).solutions(seed=seed))
    centre = rng.choice(solution.placements).cells[0]
    cluster = nearest_first(solution.placements, centre)[: rng.randint(0, 6)]
    return pattern_of(colours_of(base) | recolour(cluster, rng))


def main() -> int:
    """Rate generated boards and print the quintiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=100, help="boards to generate")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first board")
    args = parser.parse_args()
    toils = []
    for seed in range(args.seed, args.seed + args.n):
        rating = rate_problem(Problem(generate(seed)))
        toils.append(rating.toil)
        print(
            f"{seed:>5} {rating.toil:7.4f} {rating.log_solutions:8.4f} "
            f"{rating.forced:.4f} {rating.branching:7.4f} {rating.backtracks:9.2f}",
            flush=True,
        )
    if len(toils) > 1:
        print("quintiles", [round(cut, 2) for cut in statistics.quantiles(toils, n=5)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
