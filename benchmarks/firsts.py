"""First solutions of the puzzles that come with Kaleido, beside other engines.

    python benchmarks/firsts.py [--orders 3] [--cap 5] [--groups GROUP …] [NAME …]

Prints Markdown: processor milliseconds, the median over the seeds of our search and over the row
orders of the others, each run in a process of its own that is killed at the cap. The table of
placements, which all need, is timed apart; the others are then given it as a matrix.
"""

from __future__ import annotations

import argparse
import importlib
import math
import multiprocessing
import statistics
import time
import warnings
from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
from counted import exact_matrix

from kaleido import Problem, named_puzzle, puzzle_names
from kaleido.library.puzzles import puzzle_facts

Matrix = npt.NDArray[np.bool_]
Search = Callable[[Matrix], bool]


def exact_cover(matrix: Matrix) -> bool:
    """Search with the package exact-cover."""
    from exact_cover import get_exact_cover

    return len(get_exact_cover(matrix)) > 0


def xcover(matrix: Matrix) -> bool:
    """Search with the package xcover."""
    from xcover import covers_bool

    return next(covers_bool(matrix), None) is not None


def cp_sat(matrix: Matrix) -> bool:
    """Search with CP-SAT on one thread."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(len(matrix))]
    for column in matrix.T:
        model.add_exactly_one([chosen[row] for row in np.flatnonzero(column)])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


RIVALS: Mapping[str, Search] = {"exact-cover": exact_cover, "xcover": xcover, "CP-SAT": cp_sat}


def table(name: str) -> float:
    """Return the seconds that the table of placements takes."""
    puzzle = named_puzzle(name)
    began = time.process_time()
    Problem(puzzle.pattern, puzzle.pieces)
    return time.process_time() - began


def ours(name: str, seed: int) -> float:
    """Return the seconds of our first solution, verified."""
    puzzle = named_puzzle(name)
    began = time.process_time()
    assert puzzle.solve(seed=seed).solution is not None
    return time.process_time() - began


def theirs(name: str, seed: int, engine: str) -> float:
    """Return the seconds of another engine's first solution."""
    matrix = exact_matrix(named_puzzle(name))
    matrix = matrix[np.random.default_rng(seed).permutation(len(matrix))]
    began = time.process_time()
    assert RIVALS[engine](matrix)
    return time.process_time() - began


def timed(cap: float, function: Callable[..., float], *arguments: object) -> float:
    """Return the seconds of a run in a process of its own; infinity if it is killed."""
    fork = multiprocessing.get_context("fork")
    reader, writer = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: writer.send(function(*arguments)))
    process.start()
    writer.close()
    try:
        return float(reader.recv()) if reader.poll(cap) else math.inf
    except EOFError:  # it has failed, and said how
        return math.nan
    finally:
        process.kill()
        process.join()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these puzzles")
    parser.add_argument("--groups", nargs="*", metavar="GROUP", help="only those of these groups")
    parser.add_argument("--orders", type=int, default=3, help="seeds, and orders of the rows")
    parser.add_argument("--cap", type=float, default=5.0, help="seconds for each run")
    args = parser.parse_args()
    warnings.simplefilter("ignore")  # numba's, about a cast inside xcover
    xcover(np.eye(3, dtype=np.bool_))  # compiled before it is timed
    named_puzzle("tetromino-tube").solve()
    importlib.import_module("ortools.sat.python.cp_model")
    print(f"| puzzle | table | kaleido | slowest | {' | '.join(RIVALS)} | best ÷ kaleido |")
    print(f"|---|{'---:|' * (len(RIVALS) + 4)}")
    ratios = []
    names = [name for group in args.groups or [None] for name in puzzle_names(group)]
    for name in args.names or [each for each in names if _is_matrix(each)]:
        seeds = range(args.orders)
        own = [timed(args.cap, ours, name, seed) for seed in seeds]
        others = [
            statistics.median(timed(args.cap, theirs, name, seed, engine) for seed in seeds)
            for engine in RIVALS
        ]
        ratios.append(min(others) / statistics.median(own))
        listing = statistics.median(timed(args.cap, table, name) for _ in seeds)
        figures = [listing, statistics.median(own), max(own), *others]
        shown = " | ".join(_seconds(each, args.cap) for each in figures)
        print(f"| {name} | {shown} | {ratios[-1]:.1f} |", flush=True)
    ahead, near = (sum(ratio > least for ratio in ratios) for least in (1, 1 / 3))
    print(f"\nahead of the best of them on {ahead} of {len(ratios)}, within three times on {near}")


def _is_matrix(name: str) -> bool:
    """Return whether a puzzle is an exact cover with a solution, each of its pieces single."""
    puzzle = named_puzzle(name)
    if puzzle_facts(name).solutions == 0:
        return False
    return not puzzle.pieces.copies and len(puzzle.problem) < 20_000


def _seconds(seconds: float, cap: float) -> str:
    return f"{1000 * seconds:,.1f}" if seconds < math.inf else f"> {1000 * cap:,.0f}"


if __name__ == "__main__":
    main()
